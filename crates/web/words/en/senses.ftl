# Settings, sounds, announcements, and the large screen

## Settings

settings = Settings
set-sound = Sounds
set-sound-on = Play sounds
set-volume = Volume
set-notify = Notify me of my turn when this page is in the background
set-notify-denied = The browser does not allow notifications from this page. Allow them in the browser’s settings.
set-words = Show the board in words too
set-pace = Pace of bots
pace-calm = Calm
pace-normal = Normal
pace-fast = Fast
set-motion = Motion
motion-auto = Same as system
motion-on = On
motion-off = Off
set-scheme = Light or dark
scheme-auto = Same as system
scheme-light = Light
scheme-dark = Dark
notice-turn = Your turn

## The card

card-about = Prices and bonuses
card-price = Share
place-majority = Majority
place-minority = Minority
place-primary = Primary
place-secondary = Secondary
place-tertiary = Tertiary
keys-card = show prices and bonuses
tabs = Tables

## The board in words, and what happens

spoken = The board in words
spoken-chain = { $chain }: { $size ->
    [one] { $size } tile
   *[other] { $size } tiles
}, { $price } a share{ $safe ->
    [yes] , safe
   *[no] {""}
}. On { $squares }.
spoken-run = { $from } to { $to }
spoken-lone = Lone tiles: { $squares }.
spoken-no-lone = There are no lone tiles.
spoken-out = Out of play: { $squares }.
news-taken-back = The last decision was taken back.
news-earlier = { $count ->
    [one] { $count } earlier event is in the log.
   *[other] { $count } earlier events are in the log.
}
board-headquarters = headquarters, { $size ->
    [one] { $size } tile
   *[other] { $size } tiles
}
board-safe = safe
board-last = placed last

## On a large screen, and in the hand

tv = TV view
tv-open = Show on a large screen
tv-join = Join with your phone
tv-scan = Scan the code, or open
tv-code = Code
tv-leave = Back to the table
tv-full = Full screen
tv-waits = Waiting for { $count ->
    [one] one more player
   *[other] { $count } more players
}
tv-ready = Everybody is here. The host starts the game.
qr-of = QR code of { $address }
hand-only = Only my hand
hand-whole = The whole table
your-cash = Your money
