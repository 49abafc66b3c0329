# Les décisions et ce qu’elles changeraient

tile-how = Choisissez une tuile pour voir son effet ; choisissez-la encore pour la poser.
outlook-paid = { $who ->
    [Vous] vous recevez
   *[other] { $who } reçoit
} { $amount } pour { $chain }
choice-founds = La chaîne a { $size } tuiles, et vous en recevez une action gratuite.
choice-no-share = { $chain } : { $gets ->
    [cash] plus d’action, vous recevez { $cash }
   *[nothing] plus d’action pour vous
}.
choice-survives = Si { $chain } survit : { $paid }.
choice-first = { $chain } d’abord : { $paid }.
choice-pays-nobody = personne ne touche de prime

## Achat

buy-nothing = Ne rien acheter
buy-for = Acheter { $count ->
    [one] { $count } action
   *[other] { $count } actions
} pour { $cost }
remains = Il reste { $cash }
shares-left = reste { $count }

## Actions d’une chaîne absorbée

dispose-price = Une action { $chain } se vend { $price } ; deux s’échangent contre une action { $survivor }, dont le marché a { $left }.
sell-all = { $sell ->
    [one] Vendre l’action pour { $cash }
   *[other] Vendre les { $sell } pour { $cash }
}
trade-all = Échanger { $trade } contre { $taken } { $survivor }{ $held ->
    [0] {""}
   *[other] , garder { $held }
}
trade-sell = Échanger { $trade } contre { $taken } { $survivor }, vendre { $sell } pour { $cash }
hold-all = { $held ->
    [one] Garder l’action
   *[other] Garder les { $held }
}
exactly = Au choix
disposal-brings = Vendre { $sell } pour { $cash }, échanger { $trade } contre { $taken } { $survivor }, garder { $held }

## Déclarer la fin

declare-end = Déclarer la fin…
declare-at-once = La partie finit aussitôt.
declare-after-turn = Vous terminez ce tour, puis la partie est finie.
declare-may-finish = Vous pourrez ensuite terminer ce tour ou finir la partie tout de suite.
declare-means = En l’état, chacun aurait :
declare-bank = Sans compter la banque : pour chaque chaîne, une tuile dira combien d’actions elle a.
declare-hidden = Les avoirs des autres sont cachés : nul ne peut dire qui gagnerait.
declare-now = Déclarer la fin
not-yet = Pas encore

## Offres

offer-trade = Proposer un échange…
offer-heading = Proposer un échange
offer-to = À
you-give = Vous donnez
you-get = Vous recevez
money-of = Argent
offer-no-shares = aucune action
less-money = { $amount } de moins
more-money = { $amount } de plus
offer-says = Vous proposez à { $other } { $give } contre { $take }.
offer-empty = Rien ne change encore de mains : choisissez ce que vous donnez et recevez.
offer-you-cannot = Vous n’avez pas ce que vous promettez : donnez moins.
offer-they-cannot = { $player } n’a pas ce que vous demandez : demandez moins.
offer-too-many = Vous avez fait dix offres ce tour-ci ; posez maintenant une tuile.
offer-refused-often = Trois offres ont été refusées ce tour-ci. Plus d’offre possible avant votre prochain tour.
offer-not-now = Aucune offre n’est possible maintenant.
offer-refused = L’offre est rejetée : l’autre n’a pas ce que vous demandez. Demandez moins.
offer-hidden = Les avoirs de { $player } sont cachés : une offre impayable sera rejetée.
send-offer = Proposer
accept = Accepter
decline = Refuser
now-and-after = avant → après

## Touches

keys-do = Touche
keys-what = Effet
keys-1-6 = choisir une tuile ; encore : la poser
keys-chain = choisir une chaîne ; en acheter une action
keys-shift-chain = une action de moins
keys-enter = poser, acheter, confirmer, finir le tour
keys-backspace = recommencer l’achat ou l’offre
keys-ways = actions d’une chaîne absorbée : choisir ; encore : le faire
keys-up-down = vendre une action de plus ou de moins
keys-right-left = échanger deux actions de plus ou de moins
keys-e = déclarer la fin ; encore : le faire
keys-end-at-once = fin déclarée : finir la partie tout de suite ; encore : le faire
keys-pick = tuiles mortes : échanger celle-ci ou la garder
keys-o = proposer un échange
keys-offer-partner = offre : à qui
keys-offer-give = offre : donner une action de la chaîne
keys-offer-get = offre : recevoir une action de la chaîne
keys-offer-money = offre : recevoir $100 de plus, payer $100 de plus
keys-answer = une offre pour vous : accepter, refuser ; encore : le faire
keys-u = annuler
keys-escape = fermer, ne rien choisir
keys-help = cette liste
keys-shared = Tant que vous pouvez choisir une chaîne, sa lettre la désigne. Utilisez alors ! pour un conseil et $ pour les prix et primes.
key-enter = Entrée
key-backspace = Retour arrière
key-escape = Échap
key-shift = Maj
