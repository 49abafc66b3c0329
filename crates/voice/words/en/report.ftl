# Only for whole games as text, in the terminal and Python: tiles drawn, and bonuses paid.

log-deal = { $player ->
    [You] You are
   *[other] { $player } is
} dealt { $tiles }.
log-draw = { $player ->
    [You] You draw
   *[other] { $player } draws
} { $tiles }.
log-cash-left = { $cash } is left.
log-paid = Bonuses for { $chain }: { $list }.
log-paid-nobody = Nobody gets a bonus for { $chain }.
seat = Seat { $seat }
name-and-seat = { $name } (seat { $seat })

## What the game waits for

phase-between = the consequences of the last event
phase-tile = a tile
phase-answer = the answer to an offer
phase-found = the chain to found
phase-survivor = the chain that survives
phase-defunct = the chain to dissolve next
phase-dispose = shares of { $defunct }, absorbed by { $survivor }
phase-buy = a purchase
phase-close = the end of the turn
phase-exchange = dead tiles to exchange
phase-over = nothing

## A whole game

transcript = Acquire for { $players } players, rules: { $rules }
transcript-option = { $name }: { $value }
transcript-set-up = Set-up
transcript-starts = { $player } starts: their start tile is closest to 1A.
transcript-turn = Turn { $number }: { $player }, with { $cash } and { $shares }
transcript-no-shares = no shares
transcript-hand = Hand: { $tiles }
transcript-standing = Standings
transcript-goes-on = The game continues
transcript-waits = Waiting for { $player }: { $phase }.

## The chart of a game

chart-title = Chances to win and net worth
chart-about = Two charts over the events of a game: each player’s chance to win above, net worth below.
chart-chances = Chance to win
chart-worth = Net worth: cash and shares at their prices
chart-event = event { $event }
