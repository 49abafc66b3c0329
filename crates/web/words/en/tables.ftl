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
who-sits-here = Who sits here
lobby = Waiting for players
lobby-full = Every seat is taken
share-link = Send this link to the people you want to play with
wait-for-host = The host starts the game.
leave = Leave
resume-seat = Take my seat back
leave-seat = Let a bot play for me
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
