# The log

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
