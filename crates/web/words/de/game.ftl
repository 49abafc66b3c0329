# Der Spieltisch

board = Spielplan
board-cell-empty = { $tile }, leer
board-cell-out = { $tile }, aus dem Spiel
board-cell-lone = { $tile }, einzelnes Plättchen
board-cell-chain = { $tile }, { $chain }
board-in-hand = auf deiner Hand
board-site = hier wird der Hauptsitz stehen
hand = Deine Plättchen
market = Börse
players = Spieler
log = Verlauf
card = Preise
chain = Kette
size = Größe
price = Preis
left = Übrig
bonuses = Boni
next-step = Danach
from-tiles = ab { $count } Plättchen
safe = Sicher
cash = Geld
worth = Vermögen
hidden = verdeckt
pile-left = { $count ->
    [one] { $count } Plättchen im Nachziehstapel
   *[other] { $count } Plättchen im Nachziehstapel
}
out-of-play = aus dem Spiel
level-random = Zufall
level-shopper = Kauffreudig
level-novice = Neuling
level-steady = Solide
level-adept = Geübt
level-expert = Experte
level-master = Meister
network-missing = Die Datei der stärkeren Bots konnte nicht geholt werden. Bis dahin spielen sie wie Solide.
# Steht wie ein Name am Satzanfang; die Sätze oben richten ihr Verb nach [Du].
you = Du
