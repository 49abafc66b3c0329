# Ce dont toutes les phrases du jeu ont besoin. Le programme remplit les blancs ; chaînes et personnes gardent leurs noms.

and = et
nothing = rien
the-bank = { $at ->
    [start] La banque
   *[within] la banque
}
# Tient la place d’un nom en début de phrase ; les messages choisissent leurs verbes d’après [Vous].
you = Vous
# La personne qui lit, au milieu d’une phrase.
you-within = vous
level-random = Hasard
level-shopper = Dépensier
level-novice = Débutant
level-steady = Solide
level-adept = Avisé
level-expert = Expert
level-master = Maître
