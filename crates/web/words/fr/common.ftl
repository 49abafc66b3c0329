# Tout ce que la page dit en français. La page remplit les blancs ; chaînes et personnes gardent leurs noms.

tiles = { $count ->
    [one] { $count } tuile
   *[other] { $count } tuiles
}
