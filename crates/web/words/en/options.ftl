# Choosing the options of the rules

more-options = More options
trouble-tycoon-for-two = Three places need at least three players: choose two places, or add a player.
trouble-tycoon-with-bank = The bank is a rival only where two places are paid: choose two places, or no bank.
bank-set-aside = The bank is set aside: it is a rival only where two places are paid.
two-places-with-bank = Two places are paid now: the bank is a rival only then.
trouble-players = A game has two to six players.
trouble-rules = The program does not know these rules.
trouble-no-person = Nobody is playing: make at least one player a person.
trouble-same-name = Two players are called { $player }: give each a different name.
each-level = Each opponent
opponent = Opponent { $number }
person = Person
name-of = Name of player { $number }
kind-of = Who plays as player { $number }
memory = What the page remembers
memory-none = Nothing
memory-none-about = Players have to remember: the log goes back only to the last turn.
memory-mergers = Mergers
memory-mergers-about = What mergers revealed stays in the log. The rest goes back only to the last turn.
memory-all = Everything
memory-all-about = The whole log stays.
