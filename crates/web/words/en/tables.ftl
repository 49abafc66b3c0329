# Tables of the server

connecting = Connecting…
who-are-you = Who are you?
enter = Come in
unreachable = The server cannot be reached. Try again in a moment.
connection-lost = Connection lost. Trying again; nothing is lost.
decision-kept = Connection lost. Your decision is kept, and is sent when the connection is back.
old-page = The server is newer than this page. Load the page again.
follow-rematch = To the rematch
no-table = There is no such table.
no-table-about = Check the link, or start a game of your own.
seat-open = Open
sit-down = Sit down
who-sits-here = Who sits here
lobby = Waiting for players
lobby-full = Every place is taken
share-link = Send this link to those you want to play with
wait-for-host = Whoever made the table starts the game.
leave = Leave
resume-seat = Take my seat back
leave-seat = Let a bot play for me
bots-wait = The bots are taking a break: the host's games have used up the bots' thinking time for now. The game goes on by itself in a few minutes. To go on at once, take your seat back.
pause = Pause
go-on = Go on playing
chat = Write to the table
no-server = The server cannot be reached: games in this page work all the same.
my-games = My games
with-others = With others
new-table = New table
open-tables = Open tables
running-games = Running games
seats = Seats
clock = Clock
clock-none = None
clock-decision = { $time } a decision
clock-bank = { $time } for the game
clock-bank-more = { $time } for the game and { $more } a decision
clock-days = { $days ->
    [one] a day
   *[other] { $days } days
} a decision
public = Listed for everybody
takebacks = Decisions may be taken back
create-table = Open the table
