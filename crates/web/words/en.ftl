# Everything the page says in English. Gaps are filled by the page; chains and people keep their names.

and = and
nothing = nothing
the-bank = the bank
tiles = { $count ->
    [one] { $count } tile
   *[other] { $count } tiles
}
shares-of = { $count ->
    [one] { $count } share
   *[other] { $count } shares
}

## The log

log-start-tile = { $player } draws the start tile { $tile }.
log-stuck-hand = { $player } cannot play any tile and draws a new hand; { $tiles } are set aside.
log-unplayable = { $player } sets { $tiles } aside: they can never be played.
log-offer = { $player } offers { $other } { $give } for { $take }.
log-accepts = { $player } accepts the offer.
log-declines = { $player } declines the offer.
log-declares = { $player } declares the end of the game.
log-places = { $player } places { $tile }.
log-passes = { $player } cannot place a tile.
log-founds = { $player } founds { $chain }.
log-survivor = { $player } lets { $chain } survive.
log-defunct = { $player } lets { $chain } be dissolved next.
log-bank-tile = The bank draws { $tile } for { $chain } and counts as a holder of { $count } shares.
log-end-declared = The game is over: the end was declared.
log-end-all-tiles = The game is over: all tiles are played.
log-end-no-tile = The game is over: nobody could place a tile for a whole round.
log-lone = It lies alone.
log-grows = { $chain } grows to { $size } tiles, { $price } a share{ $safe ->
    [yes] {" "}and safe
   *[no] {""}
}.
log-merged = { $chain } now has { $size } tiles, { $price } a share{ $safe ->
    [yes] {" "}and safe
   *[no] {""}
}.
log-founded = It has { $size } tiles, { $price } a share{ $safe ->
    [yes] {" "}and safe
   *[no] {""}
}.
log-merges = { $chains } merge.
log-survives = { $chain } survives.
log-free-share = The founder gets one share.
log-no-share = No share is left for the founder.
log-cash-instead = No share is left; the founder gets { $cash }.
log-sells = sells { $count } { $chain } at { $price } for { $cash }
log-trades = trades { $count } { $chain } for { $taken } { $survivor }
log-holds = holds { $count } { $chain }
log-buys = { $player } buys { $shares } for { $cost }.
log-buys-nothing = { $player } buys nothing.
bonus-for = Bonuses for { $chain } ({ $size } tiles, { $price } a share):
bonus-sole = { $who } is the only holder ({ $shares }) and gets { $sum } = { $amount }
bonus-one = { $who } ({ $shares }) gets { $sum }
bonus-shared = { $who } ({ $shares } each) share { $sum } among { $people }: { $amount } each
bonus-none = { $who } ({ $shares }): no bonus

## What is to be decided

turn-yours = Your turn
turn-of = { $player } is to play
ask-tile = Place a tile.
ask-tile-of = { $player } places a tile.
ask-pass = None of your tiles can be played. Go on without placing one.
ask-answer = { $player } offers you { $give } for { $take }.
ask-answer-of = { $player } considers an offer.
ask-found = Choose the chain to found.
ask-found-of = { $player } chooses a chain to found.
ask-survivor = These chains are equally large. Choose the one that survives.
ask-survivor-of = { $player } chooses the chain that survives.
ask-defunct = Choose the chain that is dissolved first.
ask-defunct-of = { $player } chooses the chain that is dissolved first.
ask-dispose = { $defunct } is dissolved into { $survivor }. What happens to your { $count ->
    [one] share
   *[other] { $count } shares
}?
ask-dispose-of = { $player } decides about shares of { $defunct }.
ask-buy = Buy up to three shares.
ask-buy-of = { $player } buys shares.
ask-close = End your turn, or declare the end of the game.
ask-close-of = { $player } ends the turn.
ask-over = The game is over.
won-by = { $players } { $count ->
    [one] wins
   *[other] share the victory
} with { $cash }

## Buttons

pass = Go on
buy = Buy
buy-nothing = Buy nothing
buy-for = Buy for { $cost }
remains = { $cash } remain
less = One share of { $chain } less
more = One share of { $chain } more
end-turn = End the turn
declare-end = Declare the end
declare-end-means = If the game ended now: { $standing }
accept = Accept
decline = Decline
undo = Undo
sell = Sell
trade = Trade 2 for 1
hold = Hold
sell-all = Sell all
trade-all = Trade as many as possible
hold-all = Hold all
confirm = Confirm
disposal-brings = Brings { $cash } and { $taken } { $survivor }; { $held } held
hint = Hint
hint-says = { $action }. { $reason }
hint-thinking = Thinking…
close = Close
new-game = New game
again = Play again
back-home = Home
save-record = Save the record

## What a tile would do

outlook-alone = { $tile } would lie alone.
outlook-grow = { $tile } makes { $chain } grow to { $size } tiles, { $price } a share.
outlook-found = { $tile } founds a chain of { $size } tiles.
outlook-merge = { $tile } merges { $chains }.
outlook-not-now = { $tile } cannot be played now: it would found an eighth chain.
outlook-never = { $tile } can never be played: it would merge safe chains.
outlook-paid = { $who } gets { $amount } for { $chain }

## The game screen

board = Board
board-cell-empty = { $tile }, empty
board-cell-lone = { $tile }, a lone tile
board-cell-chain = { $tile }, { $chain }
board-in-hand = in your hand
hand = Your tiles
hand-of = Tiles of { $player }
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
safe = Safe
cash = Cash
worth = Worth
majority = Majority
minority = Minority
hidden = hidden
pile-left = { $count ->
    [one] { $count } tile in the pile
   *[other] { $count } tiles in the pile
}
level-random = Random
level-shopper = Shopper
level-novice = Novice
level-steady = Steady
you = you

## Home

tagline = Found hotel chains, merge them, own the most when it counts.
play-now = Play now
against-bots = Against bots
opponents = Opponents
how-strong = How strong
rules = Rules
your-name = Your name
start-game = Start
continue-game = Continue your game
pass-and-play = Pass and play
pass-and-play-about = Several people share this screen. A curtain hides the tiles between turns.
people = People
bots = Bots
curtain = Hand the screen to { $player }
curtain-about = Nobody else should look now.
curtain-open = I am { $player }
preset-classic = Classic
preset-renegade = 2023 edition
preset-tycoon = Tycoon bonuses
preset-trading = With trading
preset-manual = By the manual
preset-digital = Digital edition
local-about = Played wholly in this page: no account, no connection needed.
not-found = There is nothing at this address.
language = Language
theme = Names of the chains
theme-hotels = Hotels
theme-digital = Digital
theme-corporations = Corporations
theme-renegade = 2023 edition
keys = Keyboard
keys-tiles = 1 to 6: choose a tile; again, or Enter: place it
keys-chains = Letter of a chain: choose it, or buy a share
keys-enter = Enter: confirm
keys-undo = U: undo
keys-hint = H: hint
keys-help = ?: this list
final = Final result
place = Place
player = Player
total = Total
place-tile = Place { $tile }

## Tables of the server

connecting = Connecting…
who-are-you = Who are you?
enter = Come in
unreachable = The server cannot be reached. Try again in a moment.
connection-lost = Connection lost. Trying again; nothing is lost.
old-page = The server is newer than this page. Load the page again.
follow-rematch = To the rematch
no-table = There is no such table.
no-table-about = Check the link, or start a game of your own.
seat-open = Open
sit-down = Sit down
who-sits-here = Who sits here
lobby = Waiting for players
share-link = Send this link to those you want to play with
wait-for-host = Whoever made the table starts the game.
leave = Leave
resume-seat = Take my seat back
leave-seat = Let a bot play for me
pause = Pause
go-on = Go on playing
chat = Write to the table
no-server = The server cannot be reached: games in this page work all the same.
my-games = My games
with-others = With others
new-table = New table
open-tables = Open tables
running-games = Running games
seats = Seats
clock = Clock
clock-none = None
clock-decision = 30 seconds a decision
clock-bank = 10 minutes, 10 seconds more a decision
clock-days = 2 days a decision
public = Listed for everybody
takebacks = Decisions may be taken back
create-table = Open the table

## Review

review = Review a game
open-record = Record of a game
open-record-about = Choose a record, or drop it here. Every event is checked by the rules.
no-record = There is no record of this game: it may not be over yet.
first-event = To the beginning
last-event = To the end
one-back = One event back
one-forth = One event on
autoplay = Play by itself
viewpoint = Whose view
spectator = Spectator
moment = Moment of the game
worth-chart = What everybody was worth over the game
play-on = Play on from here against bots
