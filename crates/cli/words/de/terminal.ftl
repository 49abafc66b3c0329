# Was das Terminal neben den Sätzen des Spiels sagt

## Ein Spiel nach einem seiner Ereignisse

show-title = Spiel { $game } · Ereignis { $event } von { $events } · Regeln { $rules }
status-dealt = Die Plättchen sind ausgeteilt
status-turn = { $player } ist am Zug
status-decides-too = {" "}und entscheidet: { $what }
status-decides = { $player } entscheidet: { $what }
status-follows = aus dem letzten Ereignis folgt noch etwas
status-declared = das Ende ist erklärt
status-may-declare = das Ende darf erklärt werden
status-then = die nächste Entscheidung hat kein Ereignis hinterlassen: weiter mit --then
status-over = Das Spiel ist aus: { $victory }
log-before = { $count ->
    [one] { $count } Ereignis
   *[other] { $count } Ereignisse
} davor: --log all
pile-left = { $count ->
    [one] { $count } Plättchen
   *[other] { $count } Plättchen
} im Stapel
pile-aside = { $count } beiseitegelegt: { $tiles }
legend = o ohne Kette   ° sicher   > zuletzt

## Überschriften von Tabellen

head-chain = Kette
head-size = Größe
head-share = Aktie
head-left = übrig
head-safe = sicher
head-majority = Mehrheit
head-minority = Minderheit
head-primary = erster
head-secondary = zweiter
head-tertiary = dritter
head-player = Spieler
head-cash = Geld
head-worth = Wert
head-hand = Hand
head-scoring = Endabrechnung
head-bonus = Bonus
head-price = zu { $price }
head-total = Summe
head-chance = Gewinnchance
head-own-money = eigenes Geld
head-money = Geld
head-decisions = Entscheidungen
head-best = beste
head-inaccuracies = ungenau
head-mistakes = Fehler
head-blunders = Patzer
head-points = Punkte von 100
head-start = Start
head-own-mistakes = eigene Fehler
head-others-mistakes = Fehler anderer
head-luck = Glück
head-result = Ergebnis
head-chance-now = Chance
head-names = Namen
head-tiles = Größe

## Rat und Analyse

advise-after = nach Ereignis { $event }
analyse-title = Spiel { $game } · { $count ->
    [one] { $count } Ereignis
   *[other] { $count } Ereignisse
} · Regeln { $rules }
analyse-not-over = nicht beendet
analyse-columns = Ereignis  Gewinnchance  Kosten
analyse-better = besser:
analyse-decided = entschieden:
thinking-deals = Netz, { $count ->
    [one] { $number } Verteilung
   *[other] { $number } Verteilungen
} je Entscheidung
thinking-playouts = { $count ->
    [one] { $number } Partie
   *[other] { $number } Partien
} je Entscheidung zu Ende gespielt
thinking-network-ms = Netz, { $ms } ms je Entscheidung
thinking-playouts-ms = zu Ende gespielte Partien, { $ms } ms je Entscheidung

## Regeln

rules-options = Wahlregeln
rules-presets = Ausgaben
rules-names = Namen
rules-prices = Preise und Boni
rules-safe = Ab { $size } Plättchen ist eine Kette sicher und wird nie aufgelöst (B4).
rules-end = Ab { $size } Plättchen, oder wenn nur noch sichere Ketten auf dem Brett liegen, darf das Ende erklärt werden (E1).
rules-in-full = Die vollständigen Regeln: docs/RULES.md.
