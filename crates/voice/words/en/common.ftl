# Parts that all sentences of the game share. The program fills the placeholders; chains and people keep their names.

and = and
nothing = nothing
the-bank = { $at ->
    [start] The bank
   *[within] the bank
}
# Used like a name at the start of a sentence; messages select their verbs with [You].
you = You
# The reader inside a sentence.
you-within = you
level-random = Random
level-shopper = Shopper
level-novice = Novice
level-steady = Steady
level-adept = Adept
level-expert = Expert
level-master = Master
