# People: where to go, accounts, profiles, games, and what to do when something goes wrong

nav = Main pages
nav-play = Play
nav-learn = Learn
nav-games = Games
nav-leaderboard = Leaderboard
menu = Menu
skip-to-content = Skip to content
log-in = Log in
cancel = Cancel
copy = Copy
copied = Copied
reload = Reload
try-again = Try again
play-here = Play here without the server
any = Any
name = Name
password = Password

## Accounts

account = Account
profile = Profile
guest-since = Guest since { $date }
account-since = Here since { $date }
own-profile = My profile
new-here = New here
new-here-about = Without a password you play as a guest, in this browser only. With one, the name is yours on every device.
password-optional = Password, if you want an account
password-about = At least 8 characters; a few words in a row are good.
weak-password = This password is too short: choose at least 8 characters.
claim = Make it an account
claim-about = The name becomes yours alone, you can log in anywhere, and you appear on the leaderboard. You keep your games and your rating.
claim-do = Claim this name
sessions = Logged in
log-out = Log out
log-out-everywhere = Log out everywhere
log-out-everywhere-about = Everywhere: in all browsers. All tokens are revoked too.
guest-leaves = Leave as a guest?
guest-leaves-about = Guests cannot log in again: your games stay, but you cannot return to this name. To keep it, make it an account first.
own-data = My data
own-data-about = Everything the server stores about you, as a file: games, ratings, tables, tokens.
download = Download
delete-account = Delete the account
delete-guest = Delete this guest
delete-about = Your name is removed everywhere.
delete-ask = Delete…
delete-do = Delete for good
delete-lost = You lose your name, your profile, your ratings, your tokens and your seats. In running games, a bot takes over for you.
delete-stays = Finished games stay for the people who played them with you, where you become “somebody”.
delete-final = This cannot be undone.
tokens = Tokens for programs
tokens-about = With a token, a program can play in your name. So can anyone else who has it: keep it secret.
api-page = The interface for programs
token-once = This is the token. It is shown only once: copy it to where it is needed.
token-label = What is it for?
token-make = Create a token
token-until = until { $date }
token-end = Revoke
token-end-of = Revoke the token { $label }
change-password = Change password
change-password-about = You stay logged in here. All other browsers are logged out, and all tokens end.
old-password = Current password
next-password = New password
confirm-password = Your password, to confirm
password-changed = Your password is changed.
some-browser = A browser
this-browser = this browser
last-used = last used { $date }
never-used = never used
log-out-of = Log out: { $label }
token-scopes = What it may do
scope-play = Play
scope-read = Read your lists
scope-account = Manage your account
show-more = More
muted-people = Muted people
hear-again = Unmute
mute = Mute in chats

## Profiles and ratings

nobody = There is nobody here.
nobody-about = The link may be wrong, or the account was deleted.
all-games = All games
by-players = By number of players
recent-games = Recent games
no-games-yet = No finished games yet.
games-played = Games
wins = Wins
wins-share = { $count } ({ $share } %)
mean-place = Mean place
mean-money = Mean money
best-money = Most money
rating = Rating
rating-chart = Rating over time
rating-went = Rating from { $first } on { $from } to { $last } on { $to }
number-of-players = Number of players
count-players = { $count ->
    [one] { $count } player
   *[other] { $count } players
}
rating-about = Everybody starts at 25. Finishing ahead of strong opponents raises a rating most; the number after ± is its uncertainty, which shrinks with every game. All finished games at tables count, including those with bots, but not those with hints. The leaderboard is sorted by a cautious estimate: the rating less twice the number after ±.
bot-ranks-last = A player whose seat a bot finished takes last place, whatever the bot won.
nobody-rated = Nobody with an account has finished a game with this many players yet. You could be the first.
guests-not-listed = Guests are rated, but not listed.

## Games

finished-games = Finished games
no-own-games = You have no games yet.
older-games = Older games
place-of = Place { $place } of { $players }
search-player = Player
search = Search
no-games-found = No games match. Try fewer filters: an empty field matches everything.
preset-own = Own rules
winner = Winner
review-game = Review
open-places = { $count ->
    [one] { $count } place free
   *[other] { $count } places free
}
join = Join
watch = Watch
join-game = Join a game
link-or-code = Link or code
join-unreadable = This is neither a link nor a code. A code has six letters and digits.
join-elsewhere = This link belongs to another server, { $host }: open it in the address bar of your browser.
join-no-table = No open table has this code. Check it, or ask whether the game has started.

## When something goes wrong

not-found-about = The link may be wrong or outdated. You can start again from the home page.
offline = The server cannot be reached.
offline-about = Check your connection. Games against bots and on one screen still work in this page.
not-now = That does not work right now.
closed-table = This table was closed.
closed-table-about = Everybody left before the game started. Open a table of your own, or find another.
game-over-about = Review it move by move, from anybody’s seat.
sent-away = The host gave your seat to somebody else.
sent-away-about = You cannot sit down at this table again. Find another, or open your own.
logged-out = You are logged out.
logged-out-about = This session was ended elsewhere. Log in again to continue: your seat is kept.
table-full = The table is full.
table-full-about = Stay here to watch: the game appears as soon as it starts.
seat-taken = This seat was just taken: choose another, or stay to watch.
lobby-code = Give this code to the people you want to play with

refused-name-taken = An account has this name already, or one that looks like it: choose another, or log in.
refused-wrong-password = Name or password is wrong. Try again; passwords are case-sensitive.
refused-too-many = Too many attempts. Wait a minute, then try again.
refused-unknown = You are not logged in. Choose a name, or log in.
refused-invalid = The server did not accept this. Check what you entered.
refused-invalid-name = Choose 1 to 24 letters or digits of one script, and not the name of a bot or of somebody in charge.
refused-not-found = This does not exist: check the link.
refused-forbidden = You may not do this here.
refused-wrong-state = It is too late for this, or too early: check the table.
refused-limit = You have as many of these as you may. Remove or finish one first.
refused-password = The password is wrong. Try again; passwords are case-sensitive.
refused-unavailable = The server cannot save anything right now. Try again in a moment.

## The foot of every page

about-site = About this site
trademark = Acquire is a trademark of its owner. Mergemaker is an independent project and is not affiliated with the owner.
imprint = Imprint
privacy = Privacy notice
terms = Terms of use
contact = Contact
please-read = Please read:
