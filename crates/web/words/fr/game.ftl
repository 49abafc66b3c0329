# L’écran de jeu

board = Plateau
board-cell-empty = { $tile }, vide
board-cell-out = { $tile }, hors jeu
board-cell-lone = { $tile }, tuile isolée
board-cell-chain = { $tile }, { $chain }
board-in-hand = dans votre main
board-site = le siège sera ici
hand = Vos tuiles
market = Bourse
players = Joueurs
log = Journal
card = Prix
chain = Chaîne
size = Taille
price = Prix
left = Reste
bonuses = Primes
next-step = Ensuite
from-tiles = dès { $count } tuiles
safe = Sûre
cash = Argent
worth = Fortune
hidden = caché
pile-left = { $count ->
    [one] { $count } tuile dans la pioche
   *[other] { $count } tuiles dans la pioche
}
out-of-play = hors jeu
level-random = Hasard
level-shopper = Dépensier
level-novice = Débutant
level-steady = Solide
level-adept = Avisé
level-expert = Expert
level-master = Maître
network-missing = Le fichier des bots plus forts n’a pas pu être chargé. En attendant, ils jouent comme Solide.
# Se lit comme un nom en début de phrase ; les phrases ci-dessus y accordent leur verbe par [Vous].
you = Vous
