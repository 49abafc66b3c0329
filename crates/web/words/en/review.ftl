# Review

review = Review a game
open-record = Open a record
open-record-about = Choose a record, or drop it here. Every event is checked by the rules.
no-record = There is no record of this game: it may not be over yet.
first-event = To the beginning
last-event = To the end
one-back = One event back
one-forth = One event on
autoplay = Play by itself
viewpoint = Whose view
spectator = Spectator
moment = Moment of the game
worth-chart = What everybody was worth over the game
play-on = Play on from here against bots
review-this = Review this game
