# Decisions, and why one may be good. `who` is the player who decides; others are `player`.

do-offer = Offer { to-player } { $give } for { $take }
do-accept = Accept the offer
do-decline = Decline the offer
do-declare = Declare the end
do-place = Place { $tile }
do-pass = Continue without a tile
do-found = Found { $chain }
do-survivor = Let { $chain } survive
do-defunct = Dissolve { $chain } first
do-hold = Hold all { $defunct }
do-sell = Sell { $sell } { $defunct }
do-trade = Trade { $trade } { $defunct } for { $taken } { $survivor }
do-sell-and-trade = Sell { $sell } { $defunct } and trade { $trade } for { $taken } { $survivor }
do-buy-nothing = Buy nothing
do-buy = Buy { $shares }
do-end-turn = End the turn
do-keep-tiles = Keep all dead tiles
do-exchange = Exchange { $tiles }

## Parts that several reasons share

own-shares = { $own ->
    [one] { $own } share
   *[other] { $own } shares
}
who-holds = { $who ->
    [You] You hold
   *[other] { $who } holds
} { own-shares }
player-holds = { $player ->
    [You] you hold
   *[other] { $player } holds
}
who-would = { $who } would
player-within = { $player ->
    [You] you
   *[other] { $player }
}
to-player = { player-within }
for-player = { player-within }
for-who = { $who ->
    [You] you
   *[other] { $who }
}

## Reasons

reason-lone = { $tile } stays on its own: nobody gains anything.
reason-lone-next = { $tile } stays on its own, but { for-who } can found a chain beside it with { $next }.
reason-founds = { $tile } founds a chain of { $size } tiles.
reason-first-share = Its first share is free.
reason-no-share = No share of it is left for the founder.
reason-cash-instead = No share of it is left: the founder gets { $cash } instead.
reason-new-chain = { $chain } starts with { $size } tiles at { $price } a share.
reason-grows = With { $tile }, { $chain } grows to { $size } tiles.
reason-price = The price rises from { $before } to { $price } a share.
reason-safe = That makes it safe.
reason-rank-none = { $who ->
    [You] You hold
   *[other] { $who } holds
} no shares of it.
reason-rank-most = { who-holds }, more than anyone.
reason-rank-equal = { who-holds }, as many as { player-within }.
reason-rank-less = { who-holds }; { player-holds } { $most }.
reason-merges = { $survivor } absorbs { $chains }.
reason-equals = { $chains } are the same size: { $who ->
    [You] you choose
   *[other] { $who } chooses
} which one survives.
reason-paid = { $amount } for { for-player }
reason-pays = { $chain ->
    [none] The bonuses are
   *[other] If { $chain } is dissolved, the bonuses are
} { $list }.
reason-pays-nobody = { $chain ->
    [none] Nobody
   *[other] If { $chain } is dissolved, nobody
} gets a bonus.
reason-pays-hidden = { $chain ->
    [none] The
   *[other] If { $chain } is dissolved, the
} bonuses go to the largest shareholders.
reason-bank = The bank’s tile may still win it a place.
reason-sells = Selling { $defunct } yields { $cash }.
reason-trades = Trading yields { $taken } { $survivor }.
reason-holds = Holding { $held } { $defunct } pays off only if the chain is founded again.
reason-buys-nothing = Buying nothing leaves { $cash } for later.
reason-buys = Buying { $shares } for { $cost } leaves { $cash }.
reason-end-not-declared = If the game ended now, { for-who } would have { $own } and { player-within } { $cash }.
reason-end-after-turn = As things stand, the game ends with { $own } for { for-who } and { $cash } for { for-player }; this turn may still change that.
reason-end-now = The game ends with { $own } for { for-who } and { $cash } for { for-player }.
reason-end-hidden = How much the others would have at the end is hidden.
reason-turn-over = The turn is over.
reason-trade = { who-would } get { $get } for { $give }, at current prices.
reason-exchanges = Exchanging tiles that cannot be placed makes room for new ones.
reason-keeps-tiles = { $who ->
    [You] You keep
   *[other] { $who } keeps
} tiles that cannot be placed.
reason-nothing-else = There is nothing else to do.
gain-alone = { who-would } be the only shareholder of { $chain }.
gain-majority = { who-would } take the majority of { $chain } from { to-player }, { own-shares } to { $most }.
gain-level = { who-would } draw level with { to-player } in { $chain }.
gain-lead = { who-would } lead { $chain } by { $by } over { to-player }.
gain-second = { who-would } be second in { $chain }, behind { to-player }.
gain-closer = { who-would } get closer to { for-player } in { $chain }, { own-shares } to { $most }.

## How good a decision was

mark-best = Best
mark-inaccuracy = Inaccuracy
mark-mistake = Mistake
mark-blunder = Blunder
