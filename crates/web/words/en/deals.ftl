# Decisions and their effects

tile-how = Choose a tile to see what it would do; choose it again to place it.
outlook-paid = { $who ->
    [You] you get
   *[other] { $who } gets
} { $amount } for { $chain }
choice-founds = The chain has { $size } tiles, and you get one share of it free.
choice-no-share = { $chain }: { $gets ->
    [cash] no share is left, you get { $cash }
   *[nothing] no share is left for you
}.
choice-survives = If { $chain } survives: { $paid }.
choice-first = { $chain } first: { $paid }.
choice-pays-nobody = nobody is paid a bonus

## Buying

buy-nothing = Buy nothing
buy-for = Buy { $count ->
    [one] { $count } share
   *[other] { $count } shares
} for { $cost }
remains = { $cash } remain
shares-left = { $count } left

## Shares of a dissolved chain

dispose-price = Each share of { $chain } sells for { $price }; two are traded for one of { $survivor }, of which the market has { $left }.
sell-all = { $sell ->
    [one] Sell the share for { $cash }
   *[other] Sell all { $sell } for { $cash }
}
trade-all = Trade { $trade } for { $taken } { $survivor }{ $held ->
    [0] {""}
   *[other] , hold { $held }
}
trade-sell = Trade { $trade } for { $taken } { $survivor }, sell { $sell } for { $cash }
hold-all = { $held ->
    [one] Hold the share
   *[other] Hold all { $held }
}
exactly = Exactly
disposal-brings = { $sell } sold for { $cash }, { $trade } traded for { $taken } { $survivor }, { $held } held

## Declaring the end

declare-end = Declare the end …
declare-at-once = The game ends at once.
declare-after-turn = You finish this turn, then the game ends.
declare-may-finish = You can then finish this turn or end the game at once.
declare-means = As things stand, everybody would have:
declare-bank = The bank’s luck is not included: a tile drawn for each chain decides how many shares the bank has.
declare-hidden = What the others have is hidden, so nobody can say who would win.
declare-now = Declare the end
not-yet = Not yet

## Offers

offer-trade = Offer a trade …
offer-heading = Offer a trade
offer-to = To
you-give = You give
you-get = You get
money-of = Money
offer-no-shares = no shares
less-money = { $amount } less
more-money = { $amount } more
offer-says = You offer { $other } { $give } for { $take }.
offer-empty = Nothing changes hands yet: choose what you give and what you get.
offer-you-cannot = You do not have what you offer: give less.
offer-they-cannot = { $player } does not have what you ask for: ask for less.
offer-too-many = You have made ten offers this turn; now place a tile.
offer-refused-often = Three offers were refused this turn. No more offers until your next turn.
offer-not-now = No offer can be made now.
offer-refused = The offer was refused: the other side does not have what you ask for. Ask for less.
offer-hidden = What { $player } has is hidden: an offer they cannot pay is refused.
send-offer = Make the offer
accept = Accept
decline = Decline
now-and-after = now → after

## Keys

keys-do = Key
keys-what = What it does
keys-1-6 = choose a tile; again: place it
keys-chain = choose a chain; buy a share of it
keys-shift-chain = one share less
keys-enter = place, buy, confirm, end the turn
keys-backspace = start the purchase or the offer over
keys-ways = shares of a dissolved chain: choose a way; again: do it
keys-up-down = sell one share more or less
keys-right-left = trade two shares more or less
keys-e = declare the end; again: do it
keys-end-at-once = end declared: end the game at once; again: do it
keys-pick = dead tiles: exchange this tile or keep it
keys-o = offer a trade
keys-offer-partner = offer: to whom
keys-offer-give = offer: give a share of the chain
keys-offer-get = offer: get a share of the chain
keys-offer-money = offer: get $100 more, pay $100 more
keys-answer = an offer to you: accept, decline; again: do it
keys-u = undo
keys-escape = close, clear the choice
keys-help = this list
keys-shared = While you can choose a chain, its letter chooses the chain. Then use ! for a hint and $ for prices and bonuses.
key-enter = Enter
key-backspace = Backspace
key-escape = Esc
key-shift = Shift
