# Everything the page says in English. Gaps are filled by the page; chains and people keep their names.

and = and
nothing = nothing
the-bank = the bank
tiles = { $count ->
    [one] { $count } tile
   *[other] { $count } tiles
}
