# Was man neben dem Spiel selbst hört, sieht und erfährt

## Einstellungen

settings = Einstellungen
set-sound = Töne
set-sound-on = Töne abspielen
set-volume = Lautstärke
set-notify = Melde mir, wenn ich am Zug bin und woanders hinsehe
set-notify-denied = Der Browser erlaubt dieser Seite keine Meldungen. Erlaube sie in den Einstellungen des Browsers.
set-words = Das Brett auch in Worten zeigen
set-pace = Tempo der Bots
pace-calm = Ruhig
pace-normal = Normal
pace-fast = Schnell
set-motion = Bewegung
motion-auto = Wie das System
motion-on = An
motion-off = Aus
set-scheme = Hell oder dunkel
scheme-auto = Wie das System
scheme-light = Hell
scheme-dark = Dunkel
notice-turn = Du bist am Zug

## Die Karte

card-about = Preise und Boni
card-price = Aktie
place-majority = Mehrheit
place-minority = Minderheit
place-primary = Erster
place-secondary = Zweiter
place-tertiary = Dritter
keys-card = Preise und Boni zeigen
tabs = Tabellen

## Das Brett in Worten, und was geschieht

spoken = Das Brett in Worten
spoken-chain = { $chain }: { $size ->
    [one] { $size } Plättchen
   *[other] { $size } Plättchen
}, { $price } je Aktie{ $safe ->
    [yes] , sicher
   *[no] {""}
}. Auf { $squares }.
spoken-run = { $from } bis { $to }
spoken-lone = Einzelne Plättchen: { $squares }.
spoken-no-lone = Es liegt kein einzelnes Plättchen.
spoken-out = Aus dem Spiel: { $squares }.
news-taken-back = Die letzte Entscheidung wurde zurückgenommen.
news-earlier = { $count ->
    [one] { $count } früheres Ereignis steht im Verlauf.
   *[other] { $count } frühere Ereignisse stehen im Verlauf.
}
board-headquarters = Hauptsitz, { $size ->
    [one] { $size } Plättchen
   *[other] { $size } Plättchen
}
board-safe = sicher
board-last = zuletzt gelegt

## Auf dem großen Bildschirm, und in der Hand

tv = Fernsehansicht
tv-open = Auf einem großen Bildschirm zeigen
tv-join = Mach mit deinem Handy mit
tv-scan = Scanne den Code oder öffne
tv-code = Code
tv-leave = Zurück zum Tisch
tv-full = Vollbild
tv-waits = Es { $count ->
    [one] fehlt noch eine Person
   *[other] fehlen noch { $count } Personen
}
tv-ready = Alle sind da. Wer den Tisch eröffnet hat, beginnt das Spiel.
qr-of = QR-Code von { $address }
hand-only = Nur meine Hand
hand-whole = Der ganze Tisch
your-cash = Dein Geld
