# Tables of the server

connecting = Connecting…
who-are-you = Who are you?
enter = Continue
unreachable = The server cannot be reached. Try again in a moment.
connection-lost = Connection lost. Reconnecting; nothing is lost.
decision-kept = Connection lost. Your decision is saved and will be sent once the connection is back.
old-page = The server is newer than this page. Reload the page.
follow-rematch = Go to the rematch
no-table = There is no such table.
no-table-about = Check the link, or start a game of your own.
seat-open = Open
sit-down = Sit down
seat-reserved = Reserved for { $player }
seat-reserved-wait = This seat is reserved for a player of the last game. You can open it in a few minutes.
decline-seat = No, thanks
who-sits-here = Who sits here
lobby = Waiting for players
lobby-full = Every seat is taken
share-link = Send this link to the people you want to play with
wait-for-host = The host starts the game.
leave = Leave
resume-seat = Take my seat back
leave-seat = Let a bot play for me
away = { $player } has been away for { $minutes ->
    [0] less than a minute
    [one] a minute
   *[other] { $minutes } minutes
}.
away-clock = A bot takes over when their time runs out.
away-wait = You can let a bot play in { $minutes ->
    [one] a minute
   *[other] { $minutes } minutes
}.
away-vote = Let a bot play for { $player }
away-agreed = Agreed: { $players }
away-rating = The bot takes over once all of you agree. If it finishes the game, { $player } takes last place in the rating, and the rest of you are ranked by money.
bot-plays = A bot ({ $level }) is playing for { $player }.
bot-plays-mine = A bot ({ $level }) is playing for you. If it finishes the game, you take last place in the rating.
bot-finished = A bot ({ $level }) finished the game for { $player }, who takes last place in the rating.
bot-finished-mine = A bot ({ $level }) finished the game for you, so you take last place in the rating.
bots-wait = The bots are taking a break: the host's games have used up the bots' thinking time for now. The game goes on by itself in a few minutes. To go on at once, take your seat back.
pause = Pause
go-on = Resume
chat = Write to the table
no-server = The server cannot be reached: games in this page still work.
my-games = My games
with-others = With others
new-table = New table
open-tables = Open tables
running-games = Running games
seats = Seats
clock = Clock
clock-none = None
clock-decision = { $time } per move
clock-bank = { $time } for the game
clock-bank-more = { $time } for the game and { $more } per move
clock-days = { $days ->
    [one] 1 day
   *[other] { $days } days
} per move
public = Listed for everybody
setting-takebacks = Decisions may be taken back
setting-hints = Hints and coach (the game is not rated)
create-table = Create the table
hosts-already = You already host an open table. Leave it or start its game, then open another.
to-open-table = Go to that table
replace-table = Leave it and open this one
