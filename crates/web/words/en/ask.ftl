## What is to be decided

turn-yours = Your turn
ask-tile = Place a tile.
ask-tile-of = { $player } places a tile.
ask-pass = None of your tiles can be played. Go on without placing one.
ask-answer = { $player } offers you { $give } for { $take }.
ask-answer-of = { $player } considers an offer.
ask-found = Choose the chain to found.
ask-found-at-start = Your start tile founds a chain. Choose which one.
ask-found-at-start-of = { $player } chooses the chain that the start tile founds.
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
ask-buy-none = There is nothing to buy now.
ask-buy-of = { $player } buys shares.
ask-close = End your turn, or declare the end of the game.
ask-close-of = { $player } ends the turn.
ask-exchange = Which dead tiles will you exchange?
ask-exchange-of = { $player } is asked about dead tiles.
exchange-tiles = { $count ->
    [0] Keep all
    [one] Exchange 1 tile
   *[other] Exchange { $count } tiles
}
keep-tiles = Keep all
exchange-about = Pick the tiles to exchange. They are set aside for everyone to see, and you draw as many new ones as the pile has.
exchange-about-one = Pick one tile to exchange, or none. It is set aside for everyone to see, and you draw a new one if the pile has any.
exchange-time = { $seconds ->
    [one] { $seconds } second left, then all are exchanged
   *[other] { $seconds } seconds left, then all are exchanged
}
exchange-time-one = { $seconds ->
    [one] { $seconds } second left, then one is exchanged
   *[other] { $seconds } seconds left, then one is exchanged
}
ask-dead-tiles = Ask me about dead tiles
ask-dead-tiles-shared = Ask players about dead tiles
ask-dead-tiles-about = Otherwise every dead tile that may be exchanged is exchanged.
headquarters-on = Headquarters on
end-at-once = End the game now …
end-now = End the game now
end-at-once-about = The game ends now, without the rest of your turn.
ask-over = The game is over.

## Buttons

pass = Go on
buy = Buy
less = One share of { $chain } less
more = One share of { $chain } more
end-turn = End the turn
undo = Undo
sell = Sell
trade = Trade 2 for 1
hold = Hold
confirm = Confirm
hint = Hint
hint-thinking = Thinking…
close = Close
again = Play again
back-home = Home
save-record = Save the record

## What a tile would do

outlook-alone = { $tile } would stay on its own.
outlook-grow = { $tile } makes { $chain } grow to { $size } tiles, { $price } a share.
outlook-merge = { $tile } merges { $chains }.
outlook-not-now = { $tile } cannot be played now: it would found an eighth chain.
outlook-never = { $tile } can never be played: it would merge safe chains.
