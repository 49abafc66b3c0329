# Everything the page says in English. The page fills the placeholders; chains and people keep their names.

tiles = { $count ->
    [one] { $count } tile
   *[other] { $count } tiles
}
