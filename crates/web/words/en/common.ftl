# Everything the page says in English. Gaps are filled by the page; chains and people keep their names.

tiles = { $count ->
    [one] { $count } tile
   *[other] { $count } tiles
}
