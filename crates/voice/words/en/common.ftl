# What every sentence of the game may need. Gaps are filled by the program; chains and people keep their names.

and = and
nothing = nothing
the-bank = { $at ->
    [start] The bank
   *[within] the bank
}
# Stands like a name at the beginning of a sentence; messages choose their verbs by [You].
you = You
# The reader within a sentence.
you-within = you
level-random = Random
level-shopper = Shopper
level-novice = Novice
level-steady = Steady
level-adept = Adept
level-expert = Expert
level-master = Master
