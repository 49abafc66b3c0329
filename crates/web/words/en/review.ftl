# Review

review = Review a game
open-record = Open a record
open-record-about = Choose a record, or drop it here. Every event is checked against the rules.
no-record = There is no record of this game: it may not be over yet.
first-event = To the beginning
last-event = To the end
one-back = One event back
one-forth = One event forward
autoplay = Autoplay
viewpoint = Viewpoint
spectator = Spectator
moment = Moment of the game
worth-chart = Everybody’s net worth over the game
play-on = Play on from here against bots
review-this = Review this game
