## Was zu entscheiden ist

turn-yours = Du bist am Zug
ask-tile = Lege ein Plättchen.
ask-tile-of = { $player } legt ein Plättchen.
ask-pass = Du kannst keines deiner Plättchen legen. Es geht ohne Legen weiter.
ask-answer = { $player } bietet dir { $give } für { $take }.
ask-answer-of = { $player } denkt über ein Angebot nach.
ask-found = Welche Kette gründest du?
ask-found-at-start = Dein Startplättchen gründet eine Kette. Wähle, welche.
ask-found-at-start-of = { $player } wählt die Kette, die das Startplättchen gründet.
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
    [0] Alle behalten
    [one] 1 Plättchen austauschen
   *[other] { $count } Plättchen austauschen
}
keep-tiles = Alle behalten
exchange-about = Wähle die Plättchen, die du austauschen willst. Sie werden offen beiseitegelegt, und du ziehst ebenso viele nach, solange der Stapel reicht.
exchange-about-one = Wähle ein Plättchen, das du austauschen willst, oder keines. Es wird offen beiseitegelegt, und du ziehst ein neues, wenn der Stapel noch eines hat.
exchange-time = { $seconds ->
    [one] Noch { $seconds } Sekunde, dann werden alle ausgetauscht
   *[other] Noch { $seconds } Sekunden, dann werden alle ausgetauscht
}
exchange-time-one = { $seconds ->
    [one] Noch { $seconds } Sekunde, dann wird eines ausgetauscht
   *[other] Noch { $seconds } Sekunden, dann wird eines ausgetauscht
}
ask-dead-tiles = Mich nach toten Plättchen fragen
ask-dead-tiles-shared = Spieler nach toten Plättchen fragen
ask-dead-tiles-about = Sonst wird jedes tote Plättchen ausgetauscht, das ausgetauscht werden darf.
headquarters-on = Hauptsitz auf
end-at-once = Spiel jetzt beenden …
end-now = Spiel jetzt beenden
end-at-once-about = Das Spiel endet sofort, ohne den Rest deines Zuges.
ask-over = Das Spiel ist aus.

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
outlook-merge = { $tile } lässt { $chains } fusionieren.
outlook-not-now = { $tile } ist gerade nicht spielbar: Es entstünde eine achte Kette.
outlook-never = { $tile } ist nie mehr spielbar: Sichere Ketten dürfen nicht fusionieren.
