# The log. Sentences about the reader, whose name is [You], have their own verbs.

log-start-tile = { $player ->
    [You] You draw
   *[other] { $player } draws
} the start tile { $tile }.
log-start-tile-founds = { $player ->
    [You] You draw
   *[other] { $player } draws
} the start tile { $tile }, which founds a chain.
log-stuck-hand = { $player ->
    [You] You cannot play any tile and draw
   *[other] { $player } cannot play any tile and draws
} a new hand; set aside: { $tiles }.
log-unplayable = { $player ->
    [You] You set
   *[other] { $player } sets
} aside { $tiles }, which can never be played.
log-offer = { $player ->
    [You] You offer
   *[other] { $player } offers
} { $other ->
    [You] you
   *[other] { $other }
} { $give } for { $take }.
log-accepts = { $player ->
    [You] You accept
   *[other] { $player } accepts
} the offer.
log-declines = { $player ->
    [You] You decline
   *[other] { $player } declines
} the offer.
log-declares = { $player ->
    [You] You declare
   *[other] { $player } declares
} the end of the game.
log-places = { $player ->
    [You] You place
   *[other] { $player } places
} { $tile }.
log-passes = { $player } cannot place a tile.
log-founds = { $player ->
    [You] You found
   *[other] { $player } founds
} { $chain }.
log-founds-at = { $player ->
    [You] You found
   *[other] { $player } founds
} { $chain }, with headquarters on { $tile }.
log-survivor = { $player ->
    [You] You choose
   *[other] { $player } chooses
} { $chain } to survive.
log-defunct = { $player ->
    [You] You choose
   *[other] { $player } chooses
} { $chain } to be dissolved next.
log-bank-tile = The bank draws { $tile } for { $chain } and counts as a holder of { $count ->
    [one] { $count } share
   *[other] { $count } shares
}.
log-end-declared = The game is over: the end was declared.
log-end-all-tiles = The game is over: all tiles have been played.
log-end-no-tile = The game is over: nobody could place a tile for a whole round.
log-lone = It stays on its own.
log-grows = { $chain } grows to { $size } tiles, { $price } a share{ $safe ->
    [yes] , and is safe
   *[no] {""}
}.
log-merged = { $chain } now has { $size } tiles, { $price } a share{ $safe ->
    [yes] , and is safe
   *[no] {""}
}.
log-founded = It has { $size } tiles, { $price } a share{ $safe ->
    [yes] , and is safe
   *[no] {""}
}.
log-merges = { $chains } merge.
log-survives = { $chain } survives.
log-free-share = The founder gets one share free.
log-no-share = No share is left for the founder.
log-cash-instead = No share is left; the founder gets { $cash }.
# These three follow a name and each other.
log-sells = { $player ->
    [You] sell
   *[other] sells
} { $count } { $chain } at { $price } for { $cash }
log-trades = { $player ->
    [You] trade
   *[other] trades
} { $count } { $chain } for { $taken } { $survivor }
log-holds = { $player ->
    [You] hold
   *[other] holds
} { $count } { $chain }
log-buys = { $player ->
    [You] You buy
   *[other] { $player } buys
} { $shares } for { $cost }.
log-buys-nothing = { $player ->
    [You] You buy
   *[other] { $player } buys
} nothing.
bonus-for = Bonuses for { $chain } ({ $size } tiles, { $price } a share; { $kind ->
    [tycoon] primary 10 × { $price }, secondary from the table, tertiary 5 × { $price }
   *[classic] majority 10 × { $price }, minority 5 × { $price }
}):
bonus-sole = { $who }, the only holder ({ $shares ->
    [one] { $shares } share
   *[other] { $shares } shares
}): { $sum } = { $amount }{ $bank ->
    [yes] ; the bank’s part is not paid
   *[no] {""}
}
bonus-one = { $who } ({ $shares ->
    [one] { $shares } share
   *[other] { $shares } shares
}): { $sum }{ $bank ->
    [yes] ; the bank’s part is not paid
   *[no] {""}
}
bonus-shared = { $who } ({ $shares ->
    [one] { $shares } share
   *[other] { $shares } shares
} each): { $sum }, divided by { $people }{ $rounded ->
    [yes] , rounded up to the next $100
   *[no] {""}
}: { $amount } each{ $bank ->
    [yes] ; the bank’s part is not paid
   *[no] {""}
}
bonus-none = { $who } ({ $shares ->
    [one] { $shares } share
   *[other] { $shares } shares
}{ $people ->
    [one] {""}
   *[other] {" "}each
}): no bonus
bonus-majority = majority bonus { $amount }
bonus-minority = minority bonus { $amount }
bonus-primary = primary bonus { $amount }
bonus-secondary = secondary bonus { $amount }
bonus-tertiary = tertiary bonus { $amount }
won-by = { $players } { $count ->
    [one] { $players ->
        [You] win
       *[other] wins
    }
   *[other] share the victory
} with { $cash }
