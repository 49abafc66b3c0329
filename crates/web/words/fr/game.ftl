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
network-missing = Le fichier des bots plus forts n’a pas pu être chargé. En attendant, ils jouent comme Solide.
log-forgets = Les avoirs sont cachés : le journal remonte à votre dernier tour.
log-forgets-rounds = Les avoirs sont cachés : le journal remonte à un tour de table.
log-forgets-but-mergers = Les avoirs sont cachés : le journal remonte à votre dernier tour et garde ce que les fusions ont révélé.
log-forgets-rounds-but-mergers = Les avoirs sont cachés : le journal remonte à un tour de table et garde ce que les fusions ont révélé.
