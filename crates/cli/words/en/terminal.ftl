# The terminal’s own texts, in addition to the game’s sentences

## A game at an event

show-title = game { $game } · event { $event } of { $events } · rules { $rules }
status-dealt = The tiles are dealt
status-turn = { $player } has the turn
status-decides-too = {" "}and decides: { $what }
status-decides = { $player } decides: { $what }
status-follows = more follows from the last event
status-declared = the end is declared
status-may-declare = the end may be declared
status-then = the next decision left no event: use --then
status-over = The game is over: { $victory }
log-before = { $count ->
    [one] { $count } event
   *[other] { $count } events
} before: --log all
pile-left = { $count ->
    [one] { $count } tile
   *[other] { $count } tiles
} left in the pile
pile-aside = { $count } set aside: { $tiles }
legend = o in no chain   ° safe   > placed last

## Headings of tables

head-chain = chain
head-size = size
head-share = share
head-left = left
head-safe = safe
head-majority = majority
head-minority = minority
head-primary = primary
head-secondary = secondary
head-tertiary = tertiary
head-player = player
head-cash = cash
head-worth = worth
head-hand = hand
head-scoring = final scoring
head-bonus = bonus
head-price = at { $price }
head-total = total
head-chance = chance to win
head-own-money = own money
head-money = money
head-decisions = decisions
head-best = best
head-inaccuracies = inaccuracies
head-mistakes = mistakes
head-blunders = blunders
head-points = points of 100
head-start = start
head-own-mistakes = own mistakes
head-others-mistakes = others’ mistakes
head-luck = luck
head-result = result
head-chance-now = chance
head-names = names
head-tiles = tiles

## Advice and analysis

advise-after = after event { $event }
analyse-title = game { $game } · { $count ->
    [one] { $count } event
   *[other] { $count } events
} · rules { $rules }
analyse-not-over = not finished
analyse-columns = event  chance to win  cost
analyse-better = better:
analyse-decided = decided:
thinking-deals = network, { $count ->
    [one] { $number } deal
   *[other] { $number } deals
} per decision
thinking-playouts = { $count ->
    [one] { $number } playout
   *[other] { $number } playouts
} per decision
thinking-network-ms = network, { $ms } ms per decision
thinking-playouts-ms = playouts, { $ms } ms per decision

## Rules

rules-options = Options
rules-presets = Presets
rules-names = Names
rules-prices = Prices and bonuses
rules-safe = { $size } tiles or more: the chain is safe and never dissolved (B4).
rules-end = { $size } tiles, or only safe chains on the board: the end may be declared (E1).
rules-in-full = The rules in full: docs/RULES.md.
