## Ce qu’il faut décider

turn-yours = À vous de jouer
ask-tile = Posez une tuile.
ask-tile-of = { $player } pose une tuile.
ask-pass = Aucune de vos tuiles ne peut être posée. Continuez sans poser.
ask-answer = { $player } vous propose { $give } contre { $take }.
ask-answer-of = { $player } étudie une offre.
ask-found = Choisissez la chaîne à fonder.
ask-found-at-start = Votre tuile de départ fonde une chaîne. Choisissez laquelle.
ask-found-at-start-of = { $player } choisit la chaîne que fonde la tuile de départ.
ask-found-of = { $player } choisit une chaîne à fonder.
ask-survivor = Ces chaînes sont de même taille. Choisissez celle qui survit.
ask-survivor-of = { $player } choisit la chaîne qui survit.
ask-defunct = Choisissez la chaîne absorbée en premier.
ask-defunct-of = { $player } choisit la chaîne absorbée en premier.
ask-dispose = { $survivor } absorbe { $defunct }. Que faites-vous de { $count ->
    [one] votre action
   *[other] vos { $count } actions
} ?
ask-dispose-of = { $player } décide du sort de ses actions { $defunct }.
ask-buy = Achetez jusqu’à trois actions.
ask-buy-none = Il n’y a rien à acheter maintenant.
ask-buy-of = { $player } achète des actions.
ask-close = Terminez votre tour ou déclarez la fin de la partie.
ask-close-of = { $player } termine son tour.
ask-exchange = Quelles tuiles mortes échangez-vous ?
ask-exchange-of = On demande à { $player } quelles tuiles mortes échanger.
exchange-tiles = { $count ->
    [0] Tout garder
    [one] Échanger 1 tuile
   *[other] Échanger { $count } tuiles
}
keep-tiles = Tout garder
exchange-about = Choisissez les tuiles à échanger. Elles sont écartées face visible et vous en piochez autant, tant que la pioche en contient.
exchange-about-one = Choisissez une tuile à échanger, ou aucune. Elle est écartée face visible et vous en piochez une autre si la pioche en contient.
exchange-time = { $seconds ->
    [one] Encore { $seconds } seconde, puis tout est échangé
   *[other] Encore { $seconds } secondes, puis tout est échangé
}
exchange-time-one = { $seconds ->
    [one] Encore { $seconds } seconde, puis une tuile est échangée
   *[other] Encore { $seconds } secondes, puis une tuile est échangée
}
ask-dead-tiles = Me demander quelles tuiles mortes échanger
ask-dead-tiles-shared = Demander aux joueurs quelles tuiles mortes échanger
ask-dead-tiles-about = Sinon, toute tuile morte qui peut être échangée l’est.
headquarters-on = Siège sur
end-at-once = Finir la partie maintenant…
end-now = Finir la partie maintenant
end-at-once-about = La partie finit tout de suite, sans le reste de votre tour.
ask-over = La partie est finie.

## Boutons

pass = Continuer
buy = Acheter
less = { $chain } : une action de moins
more = { $chain } : une action de plus
end-turn = Finir le tour
undo = Annuler
sell = Vendre
trade = Échanger 2 pour 1
hold = Garder
confirm = Confirmer
hint = Conseil
hint-thinking = Réflexion…
close = Fermer
again = Rejouer
back-home = Accueil
save-record = Enregistrer la partie

## Ce que ferait une tuile

outlook-alone = { $tile } resterait isolée.
outlook-grow = { $tile } fait passer { $chain } à { $size } tuiles, { $price } l’action.
outlook-merge = { $tile } fait fusionner { $chains }.
outlook-not-now = { $tile } est injouable pour l’instant : ce serait une huitième chaîne.
outlook-never = { $tile } est injouable à jamais : on ne fusionne pas des chaînes sûres.
