# Entscheidungen und was sie bedeuten würden

tile-how = Wähle ein Plättchen, um zu sehen, was es bewirkt; wähle es noch einmal, um es zu legen.
outlook-paid = { $who ->
    [Du] du bekommst
   *[other] { $who } bekommt
} { $amount } für { $chain }
choice-founds = Die Kette hat { $size } Plättchen, und du bekommst eine Aktie davon gratis.
choice-no-share = { $chain }: { $gets ->
    [cash] keine Aktie übrig, du bekommst { $cash }
   *[nothing] keine Aktie für dich übrig
}.
choice-survives = Bleibt { $chain } bestehen: { $paid }.
choice-first = { $chain } zuerst: { $paid }.
choice-pays-nobody = niemand bekommt einen Bonus

## Kaufen

buy-nothing = Nichts kaufen
buy-for = { $count ->
    [one] { $count } Aktie
   *[other] { $count } Aktien
} für { $cost } kaufen
remains = { $cash } bleiben
shares-left = noch { $count }

## Aktien einer aufgelösten Kette

dispose-price = Jede Aktie von { $chain } bringt { $price }; zwei werden gegen eine von { $survivor } getauscht, davon hat die Börse { $left }.
sell-all = { $sell ->
    [one] Die Aktie für { $cash } verkaufen
   *[other] Alle { $sell } für { $cash } verkaufen
}
trade-all = { $trade } gegen { $taken } { $survivor } tauschen{ $held ->
    [0] {""}
   *[other] , { $held } behalten
}
trade-sell = { $trade } gegen { $taken } { $survivor } tauschen, { $sell } für { $cash } verkaufen
hold-all = { $held ->
    [one] Die Aktie behalten
   *[other] Alle { $held } behalten
}
exactly = Genau
disposal-brings = { $sell } verkauft für { $cash }, { $trade } getauscht gegen { $taken } { $survivor }, { $held } behalten

## Das Ende erklären

declare-end = Spielende erklären …
declare-at-once = Das Spiel ist dann sofort aus.
declare-after-turn = Du spielst diesen Zug zu Ende, dann ist das Spiel aus.
declare-may-finish = Danach kannst du diesen Zug zu Ende spielen oder das Spiel sofort beenden.
declare-means = So wie es jetzt steht, hätten alle:
declare-bank = Das Glück der Bank ist nicht dabei: Für jede Kette sagt ein Plättchen, wie viele Aktien sie hat.
declare-hidden = Was die anderen besitzen, ist verdeckt; niemand kann sagen, wer gewinnt.
declare-now = Spielende erklären
not-yet = Noch nicht

## Angebote

offer-trade = Handel anbieten …
offer-heading = Handel anbieten
offer-to = An
you-give = Du gibst
you-get = Du bekommst
money-of = Geld
offer-no-shares = keine Aktien
less-money = { $amount } weniger
more-money = { $amount } mehr
offer-says = Du bietest { $other } { $give } für { $take }.
offer-empty = Noch wechselt nichts den Besitzer: Wähle, was du gibst und was du bekommst.
offer-you-cannot = Du hast nicht, was du versprichst: Gib weniger.
offer-they-cannot = { $player } hat nicht, was du verlangst: Verlange weniger.
offer-too-many = Du hast in diesem Zug zehn Angebote gemacht; lege jetzt ein Plättchen.
offer-refused-often = Drei Angebote wurden in diesem Zug abgewiesen. Weitere sind erst im nächsten Zug möglich.
offer-not-now = Jetzt ist kein Angebot möglich.
offer-refused = Das Angebot wurde abgewiesen: Die andere Seite hat nicht, was du verlangst. Verlange weniger.
offer-hidden = Was { $player } besitzt, ist verdeckt: Ein Angebot, das nicht bezahlt werden kann, wird abgewiesen.
send-offer = Anbieten
accept = Annehmen
decline = Ablehnen
now-and-after = jetzt → danach

## Tasten

keys-do = Taste
keys-what = Was sie bewirkt
keys-1-6 = Plättchen wählen; noch einmal: legen
keys-chain = Kette wählen; eine Aktie davon kaufen
keys-shift-chain = eine Aktie weniger
keys-enter = legen, kaufen, bestätigen, Zug beenden
keys-backspace = Kauf oder Angebot von vorn beginnen
keys-ways = Aktien einer aufgelösten Kette: Weg wählen; noch einmal: so machen
keys-up-down = eine Aktie mehr oder weniger verkaufen
keys-right-left = zwei Aktien mehr oder weniger tauschen
keys-e = Spielende erklären; noch einmal: so machen
keys-end-at-once = Ende erklärt: Spiel sofort beenden; noch einmal: so machen
keys-pick = tote Plättchen: dieses austauschen oder behalten
keys-o = Handel anbieten
keys-offer-partner = Angebot: an wen
keys-offer-give = Angebot: eine Aktie der Kette geben
keys-offer-get = Angebot: eine Aktie der Kette bekommen
keys-offer-money = Angebot: $100 mehr bekommen, $100 mehr zahlen
keys-answer = Angebot an dich: annehmen, ablehnen; noch einmal: so machen
keys-u = zurücknehmen
keys-escape = schließen, nichts wählen
keys-help = diese Liste
keys-shared = Solange du eine Kette wählen kannst, steht ihr Buchstabe für die Kette. Dann gibt ! einen Tipp und $ zeigt Preise und Boni.
key-enter = Eingabe
key-backspace = Rücktaste
key-escape = Esc
key-shift = Umschalt
