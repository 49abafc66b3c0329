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
network-missing = Die Datei der stärkeren Bots konnte nicht geholt werden. Bis dahin spielen sie wie Solide.
log-forgets = Der Besitz ist verdeckt: Der Verlauf reicht bis zu deinem letzten Zug zurück.
log-forgets-rounds = Der Besitz ist verdeckt: Der Verlauf reicht eine Runde zurück.
log-forgets-but-mergers = Der Besitz ist verdeckt: Der Verlauf reicht bis zu deinem letzten Zug zurück; was Fusionen aufdeckten, bleibt stehen.
log-forgets-rounds-but-mergers = Der Besitz ist verdeckt: Der Verlauf reicht eine Runde zurück; was Fusionen aufdeckten, bleibt stehen.
