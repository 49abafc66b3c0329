## Was zu entscheiden ist

turn-yours = Du bist am Zug
ask-tile = Lege ein Plättchen.
ask-tile-of = { $player } legt ein Plättchen.
ask-pass = Du kannst keines deiner Plättchen legen. Es geht ohne Legen weiter.
ask-answer = { $player } bietet dir { $give } für { $take }.
ask-answer-of = { $player } denkt über ein Angebot nach.
ask-found = Welche Kette gründest du?
ask-found-of = { $player } wählt eine Kette zum Gründen.
ask-survivor = Diese Ketten sind gleich groß. Welche bleibt bestehen?
ask-survivor-of = { $player } wählt die Kette, die bestehen bleibt.
ask-defunct = Welche Kette wird zuerst aufgelöst?
ask-defunct-of = { $player } wählt die Kette, die zuerst aufgelöst wird.
ask-dispose = { $defunct } geht in { $survivor } auf. Was geschieht mit { $count ->
    [one] deiner Aktie
   *[other] deinen { $count } Aktien
}?
ask-dispose-of = { $player } entscheidet über Aktien von { $defunct }.
ask-buy = Kaufe bis zu drei Aktien.
ask-buy-none = Es gibt jetzt nichts zu kaufen.
ask-buy-of = { $player } kauft Aktien.
ask-close = Beende deinen Zug oder erkläre das Spiel für beendet.
ask-close-of = { $player } beendet den Zug.
ask-exchange = Welche toten Plättchen tauschst du aus?
ask-exchange-of = { $player } wird nach toten Plättchen gefragt.
exchange-tiles = { $count ->
    [0] Wähle Plättchen zum Austauschen
    [one] 1 Plättchen austauschen
   *[other] { $count } Plättchen austauschen
}
keep-tiles = Alle behalten
end-at-once = Spiel jetzt beenden
ask-over = Das Spiel ist aus.
won-by = { $players } { $count ->
    [one] { $players ->
        [Du] gewinnst
       *[other] gewinnt
    }
   *[other] gemeinsam auf Platz 1
} mit { $cash }

## Knöpfe

pass = Weiter
buy = Kaufen
less = Eine Aktie von { $chain } weniger
more = Eine Aktie von { $chain } mehr
end-turn = Zug beenden
undo = Zurücknehmen
sell = Verkaufen
trade = 2 : 1 tauschen
hold = Behalten
confirm = Bestätigen
hint = Tipp
hint-thinking = Denkt nach …
close = Schließen
again = Noch einmal
back-home = Startseite
save-record = Partie speichern

## Was ein Plättchen bewirken würde

outlook-alone = { $tile } läge allein.
outlook-grow = { $tile } lässt { $chain } auf { $size } Plättchen wachsen, { $price } je Aktie.
outlook-found = { $tile } gründet eine Kette mit { $size } Plättchen.
outlook-merge = { $tile } führt zur Fusion: { $chains }.
outlook-not-now = { $tile } ist gerade nicht spielbar: Es entstünde eine achte Kette.
outlook-never = { $tile } ist nie mehr spielbar: Sichere Ketten dürfen nicht fusionieren.
