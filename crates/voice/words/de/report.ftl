# Für alle, die ein ganzes Spiel als Text lesen: im Terminal und in Python. Gezogene Plättchen und wer bezahlt wurde.

log-deal = { $player } { $player ->
    [Du] bekommst
   *[other] bekommt
} { $tiles } ausgeteilt.
log-draw = { $player } { $player ->
    [Du] ziehst
   *[other] zieht
} { $tiles }.
log-cash-left = Es bleiben { $cash }.
log-paid = Boni für { $chain }: { $list }.
log-paid-nobody = Für { $chain } bekommt niemand einen Bonus.
seat = Platz { $seat }
name-and-seat = { $name } (Platz { $seat })

## Worauf das Spiel wartet

phase-between = was aus dem letzten Ereignis folgt
phase-tile = ein Plättchen
phase-answer = die Antwort auf ein Angebot
phase-found = die Kette, die gegründet wird
phase-survivor = die Kette, die bestehen bleibt
phase-defunct = die Kette, die als Nächstes aufgelöst wird
phase-dispose = Aktien von { $defunct }, übernommen von { $survivor }
phase-buy = ein Kauf
phase-close = das Ende des Zugs
phase-exchange = tote Plättchen zum Austauschen
phase-over = nichts

## Ein ganzes Spiel

transcript = Acquire für { $players } Personen, Regeln: { $rules }
transcript-option = { $name }: { $value }
transcript-set-up = Aufbau
transcript-starts = { $player } beginnt mit dem Startplättchen, das 1A am nächsten liegt.
transcript-turn = Zug { $number }: { $player }, mit { $cash } und { $shares }
transcript-no-shares = keinen Aktien
transcript-hand = Hand: { $tiles }
transcript-standing = Endstand
transcript-goes-on = Das Spiel geht weiter
transcript-waits = Als Nächstes entscheidet { $player }: { $phase }.

## Das Diagramm eines Spiels

chart-title = Gewinnchancen und Vermögen
chart-about = Zwei Diagramme zum Verlauf eines Spiels: oben die Gewinnchancen aller Personen, unten ihr Vermögen.
chart-chances = Gewinnchance
chart-worth = Vermögen: Geld und Aktien zu ihren Preisen
chart-event = Ereignis { $event }
