# People: where to go, accounts, profiles, games, and what to do when something is not as hoped

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
reload = Load again
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
new-here-about = Without a password you play as a guest, in this browser only. With one, the name is yours everywhere.
password-optional = Password, if you want an account
password-about = 8 letters or more; a few words in a row are good.
weak-password = This password is too short: choose 8 letters or more.
claim = Make it an account
claim-about = The name becomes yours alone, you can log in anywhere, and you appear on the leaderboard. Your games and rating come along.
claim-do = Claim this name
sessions = Logged in
log-out = Log out
log-out-everywhere = Log out everywhere
log-out-everywhere-about = Everywhere: all browsers, and all tokens end.
guest-leaves = Leave as a guest?
guest-leaves-about = Nobody can log in as a guest again: your games stay, but you cannot come back to this name. Make it an account first to keep it.
own-data = My data
own-data-about = Everything the server knows of you, as a file: games, ratings, tables, tokens.
download = Download
delete-account = Delete the account
delete-guest = Delete this guest
delete-about = Your name goes from everywhere.
delete-ask = Delete…
delete-do = Delete for good
delete-lost = Gone are your name, your profile, your ratings, your tokens and your seats. In games that run, a bot plays on for you.
delete-stays = What stays are the finished games, for those who played them with you: there you become “somebody”.
delete-final = This cannot be undone.
tokens = Tokens for programs
tokens-about = With a token, a program of yours plays in your name. Whoever has it can do so: give it to nobody.
api-page = The interface for programs
token-once = This is the token. It is shown only now: copy it to where it is needed.
token-label = What it is for
token-make = Make a token
token-until = until { $date }
token-end = End
token-end-of = End the token { $label }
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
muted-people = People you do not hear
hear-again = Hear again
mute = Do not hear in chats

## Profiles and ratings

nobody = There is nobody here.
nobody-about = The link may be wrong, or the account was deleted.
all-games = All games
by-players = By number of players
recent-games = Recent games
no-games-yet = No game finished yet.
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
rating-about = Everybody starts at 25. Finishing ahead of strong opponents raises a rating most; the number after ± says how unsure it still is, and shrinks with every game. All finished games at tables count, those with bots too; those with hints do not. The leaderboard is sorted by a cautious estimate: the rating less twice the number after ±.
bot-ranks-last = Where a bot played for somebody at the end, they take the last place, whatever the bot won.
nobody-rated = Nobody with an account has finished a game with so many players yet. You could be the first.
guests-not-listed = Guests are rated, but not listed.

## Games

finished-games = Finished games
no-own-games = You have no games yet.
older-games = Older games
place-of = Place { $place } of { $players }
search-player = Who played
search = Search
no-games-found = No finished game fits. Try less: an empty field fits everything.
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
join-unreadable = This is no link and no code. A code has six letters and digits.
join-elsewhere = This link belongs to another server, { $host }: open it in the address line of your browser.
join-no-table = No open table has this code. Check it, or ask whether the game has begun.

## When something is not as hoped

not-found-about = The link may be wrong or old. Everything begins on the first page.
offline = The server cannot be reached.
offline-about = Check your connection. Games against bots and on one screen work in this page all the same.
not-now = That does not work just now.
closed-table = This table was given up.
closed-table-about = Everybody left before the game began. Open a table of your own, or find another.
game-over-about = Look at it move by move, from anybody’s seat.
sent-away = The host gave your place to somebody else.
sent-away-about = You cannot sit down at this table again. Find another, or open your own.
logged-out = You are logged out.
logged-out-about = This session was ended elsewhere. Log in again to play on: your seat is kept.
table-full = The table is full.
table-full-about = Stay here to watch: the game appears as soon as it begins.
seat-taken = This place was taken a moment ago: choose another, or stay to watch.
lobby-code = Tell this code to those you want to play with

refused-name-taken = An account has this name already, or one that looks like it: choose another, or log in.
refused-wrong-password = Name or password is wrong. Try again; capitals count in the password.
refused-too-many = Too many tries. Wait a minute, then try again.
refused-unknown = You are not logged in. Choose a name, or log in.
refused-invalid = The server did not understand this. Look at what you entered.
refused-invalid-name = Choose 1 to 24 letters or digits of one script, and no name of a bot or of somebody in charge.
refused-not-found = There is no such thing: check the link.
refused-forbidden = You may not do this here.
refused-wrong-state = It is too late for this, or too early: look again.
refused-limit = You have as many of these as you may. Remove or finish one first.
refused-password = The password is wrong. Try again; capitals count.
refused-unavailable = The server cannot keep anything just now. Try again in a moment.

## The foot of every page

about-site = About this site
trademark = Acquire is a trademark of its owner. Mergemaker is an independent project and is not affiliated with the owner.
imprint = Imprint
privacy = Privacy notice
terms = Terms of use
contact = Contact
please-read = Please read:
