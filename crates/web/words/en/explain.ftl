# Decisions, and why one may be good

do-offer = Offer { $player } { $give } for { $take }
do-accept = Accept the offer
do-decline = Decline the offer
do-declare = Declare the end
do-place = Place { $tile }
do-pass = Go on without a tile
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

reason-you = you
reason-lone = { $tile } lies alone: it gives nobody anything.
reason-lone-next = { $tile } lies alone, and with { $next } from the hand a chain can be founded beside it.
reason-founds = { $tile } founds a chain of { $size } tiles.
reason-first-share = Its first share comes for nothing.
reason-no-share = No share of it is left for the founder.
reason-cash-instead = No share of it is left: the founder gets { $cash } instead.
reason-new-chain = Founding { $chain } puts { $size } tiles at { $price } a share on the board.
reason-grows = { $tile } makes { $chain } grow to { $size } tiles.
reason-price = The price rises from { $before } to { $price } a share.
reason-safe = That makes it safe.
reason-rank-none = No share of it is in hand.
reason-rank-most = { $own ->
    [one] One share
   *[other] { $own } shares
} in hand, the most.
reason-rank-equal = { $own ->
    [one] One share
   *[other] { $own } shares
} in hand, as many as { $player }.
reason-rank-less = { $own ->
    [one] One share
   *[other] { $own } shares
} in hand; { $player } has { $most }.
reason-merges = { $chains } goes into { $survivor }.
reason-equals = { $chains } are equally large: it can be chosen which survives.
reason-if-dissolved = Without { $chain }:
reason-pays = Bonuses: { $list }.
reason-pays-nobody = Nobody gets a bonus.
reason-pays-hidden = Whoever holds most gets the bonuses.
reason-bank = The bank’s tile may still take a place.
reason-sells = Selling { $defunct } brings { $cash }.
reason-trades = Trading brings { $taken } { $survivor }.
reason-holds = { $held } { $defunct } { $held ->
    [one] waits
   *[other] wait
} for it to be founded again.
reason-buys-nothing = Buying nothing keeps { $cash } for what comes.
reason-buys = Buying { $shares } for { $cost } leaves { $cash }.
reason-end-not-declared = Ended now, the game would bring { $own }, and { $player } { $cash }.
reason-end-after-turn = As things stand the end brings { $own }, and { $player } { $cash }; this turn may still change it.
reason-end-now = Ending the game now brings { $own }, and { $player } { $cash }.
reason-end-hidden = What the end would bring is hidden.
reason-turn-over = The turn is over.
reason-trade = That is { $get } for { $give }, at today’s prices.
reason-exchanges = Tiles that cannot be placed make room for new ones.
reason-keeps-tiles = You keep tiles that cannot be placed.
reason-nothing-else = There is nothing else to do.
gain-alone = Alone in { $chain } then.
gain-majority = That takes the majority of { $chain }, { $own } to { $most } of { $player }.
gain-level = That draws level with { $player } in { $chain }.
gain-lead = { $chain } is led by { $by } over { $player } then.
gain-second = Second in { $chain } then, behind { $player }.
gain-closer = That comes closer to { $player } in { $chain }, { $own } to { $most }.
