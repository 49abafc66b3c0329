# Les décisions, et pourquoi l’une peut être bonne. `who` décide ; les autres sont `player`.

do-offer = { $player ->
    [Vous] Vous proposer
   *[other] Proposer à { $player }
} { $give } contre { $take }
do-accept = Accepter l’offre
do-decline = Refuser l’offre
do-declare = Déclarer la fin
do-place = Poser { $tile }
do-pass = Continuer sans tuile
do-found = Fonder { $chain }
do-survivor = Faire survivre { $chain }
do-defunct = Dissoudre d’abord { $chain }
do-hold = Garder toutes les { $defunct }
do-sell = Vendre { $sell } { $defunct }
do-trade = Échanger { $trade } { $defunct } contre { $taken } { $survivor }
do-sell-and-trade = Vendre { $sell } { $defunct } et en échanger { $trade } contre { $taken } { $survivor }
do-buy-nothing = Ne rien acheter
do-buy = Acheter { $shares }
do-end-turn = Finir le tour
do-keep-tiles = Garder toutes les tuiles mortes
do-exchange = Échanger { $tiles }

## Éléments communs à plusieurs raisons

own-shares = { $own ->
    [one] { $own } action
   *[other] { $own } actions
}
who-holds = { $who ->
    [Vous] Vous avez
   *[other] { $who } a
} { own-shares }
player-holds = { $player ->
    [Vous] vous en avez
   *[other] { $player } en a
}
who-would = { $who ->
    [Vous] Vous seriez
   *[other] { $who } serait
}
player-within = { $player ->
    [Vous] vous
   *[other] { $player }
}
to-player = { player-within }
for-player = { player-within }
for-who = { $who ->
    [Vous] vous
   *[other] { $who }
}

## Raisons

reason-lone = { $tile } reste isolée : personne n’y gagne.
reason-lone-next = { $tile } reste isolée, mais { $who ->
    [Vous] vous pouvez
   *[other] { $who } peut
} fonder une chaîne à côté avec { $next }.
reason-founds = { $tile } fonde une chaîne de { $size } tuiles.
reason-first-share = La première action est gratuite.
reason-no-share = Il ne reste aucune action pour la fondation.
reason-cash-instead = Il ne reste aucune action ; la fondation rapporte { $cash } à la place.
reason-new-chain = { $chain } commence avec { $size } tuiles, à { $price } l’action.
reason-grows = Avec { $tile }, { $chain } passe à { $size } tuiles.
reason-price = L’action passe de { $before } à { $price }.
reason-safe = La chaîne devient sûre.
reason-rank-none = { $who ->
    [Vous] Vous n’avez
   *[other] { $who } n’a
} aucune de ses actions.
reason-rank-most = { who-holds }, plus que quiconque.
reason-rank-equal = { who-holds }, autant que { player-within }.
reason-rank-less = { who-holds } ; { player-holds } { $most }.
reason-merges = { $survivor } absorbe { $chains }.
reason-equals = { $chains } sont de même taille : { $who ->
    [Vous] vous choisissez
   *[other] { $who } choisit
} celle qui survit.
reason-paid = { $amount } pour { for-player }
reason-pays = { $chain ->
    [none] Les primes sont de
   *[other] Si { $chain } est dissoute, les primes sont de
} { $list }.
reason-pays-nobody = { $chain ->
    [none] Personne
   *[other] Si { $chain } est dissoute, personne
} ne touche de prime.
reason-pays-hidden = { $chain ->
    [none] Les
   *[other] Si { $chain } est dissoute, les
} primes vont aux plus gros actionnaires.
reason-bank = La tuile de la banque peut encore lui donner une place.
reason-sells = Vendre { $defunct } rapporte { $cash }.
reason-trades = L’échange rapporte { $taken } { $survivor }.
reason-holds = Garder { $held } { $defunct } ne rapporte que si la chaîne est fondée à nouveau.
reason-buys-nothing = Ne rien acheter laisse { $cash } pour la suite.
reason-buys = Acheter { $shares } pour { $cost } laisse { $cash }.
reason-end-not-declared = Si la partie finissait maintenant, { $who ->
    [Vous] vous auriez
   *[other] { $who } aurait
} { $own } et { player-within } { $cash }.
reason-end-after-turn = En l’état, la partie se termine avec { $own } pour { for-who } et { $cash } pour { for-player } ; ce tour peut encore changer cela.
reason-end-now = La partie se termine avec { $own } pour { for-who } et { $cash } pour { for-player }.
reason-end-hidden = Ce que les autres auraient à la fin est caché.
reason-turn-over = Le tour est fini.
reason-trade = { $who ->
    [Vous] Vous recevriez
   *[other] { $who } recevrait
} { $get } contre { $give }, aux prix actuels.
reason-exchanges = Échanger les tuiles injouables fait place à de nouvelles.
reason-keeps-tiles = { $who ->
    [Vous] Vous gardez
   *[other] { $who } garde
} des tuiles injouables.
reason-nothing-else = Il n’y a rien d’autre à faire.
gain-alone = { $who ->
    [Vous] Vous n’auriez
   *[other] { $who } n’aurait
} aucun rival dans { $chain }.
gain-majority = { $who ->
    [Vous] Vous prendriez
   *[other] { $who } prendrait
} la majorité dans { $chain } à { to-player }, { own-shares } contre { $most }.
gain-level = { who-would } à égalité avec { to-player } dans { $chain }.
gain-lead = { $who ->
    [Vous] Vous mèneriez
   *[other] { $who } mènerait
} dans { $chain } avec { $by ->
    [one] { $by } action
   *[other] { $by } actions
} d’avance sur { to-player }.
gain-second = { who-would } en deuxième position dans { $chain }, derrière { to-player }.
gain-closer = { $who ->
    [Vous] Vous réduiriez
   *[other] { $who } réduirait
} l’écart avec { for-player } dans { $chain }, { own-shares } contre { $most }.

## Ce que vaut une décision

mark-best = Meilleur choix
mark-inaccuracy = Imprécis
mark-mistake = Erreur
mark-blunder = Gaffe
