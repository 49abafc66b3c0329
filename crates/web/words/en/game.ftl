# The game screen

board = Board
board-cell-empty = { $tile }, empty
board-cell-out = { $tile }, out of play
board-cell-lone = { $tile }, a lone tile
board-cell-chain = { $tile }, { $chain }
board-in-hand = in your hand
board-site = the headquarters will stand here
hand = Your tiles
market = Market
players = Players
log = Log
card = Prices
chain = Chain
size = Size
price = Price
left = Left
bonuses = Bonuses
next-step = Next
from-tiles = from { $count } tiles
safe = Safe
cash = Cash
worth = Worth
hidden = hidden
pile-left = { $count ->
    [one] { $count } tile in the pile
   *[other] { $count } tiles in the pile
}
out-of-play = out of play
network-missing = The file for the stronger bots could not be loaded. Until it can, they play like Steady.
log-forgets = Holdings are hidden: the log goes back to your last turn.
log-forgets-rounds = Holdings are hidden: the log goes back one round.
log-forgets-but-mergers = Holdings are hidden: the log goes back to your last turn, and keeps what mergers revealed.
log-forgets-rounds-but-mergers = Holdings are hidden: the log goes back one round, and keeps what mergers revealed.
