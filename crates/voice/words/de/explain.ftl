# Entscheidungen, und warum eine gut sein kann. `who` entscheidet; andere sind `player`.

do-offer = { to-player } { $give } für { $take } anbieten
do-accept = Das Angebot annehmen
do-decline = Das Angebot ablehnen
do-declare = Das Spielende erklären
do-place = { $tile } legen
do-pass = Ohne Plättchen weiter
do-found = { $chain } gründen
do-survivor = { $chain } bestehen lassen
do-defunct = Zuerst { $chain } auflösen
do-hold = Alle { $defunct } behalten
do-sell = { $sell } { $defunct } verkaufen
do-trade = { $trade } { $defunct } gegen { $taken } { $survivor } tauschen
do-sell-and-trade = { $sell } { $defunct } verkaufen und { $trade } gegen { $taken } { $survivor } tauschen
do-buy-nothing = Nichts kaufen
do-buy = { $shares } kaufen
do-end-turn = Den Zug beenden
do-keep-tiles = Alle toten Plättchen behalten
do-exchange = { $tiles } austauschen

## Teile, die mehrere Gründe brauchen

own-shares = { $own ->
    [one] { $own } Aktie
   *[other] { $own } Aktien
}
who-holds = { $who ->
    [Du] Du hast
   *[other] { $who } hat
} { own-shares }
player-holds = { $player ->
    [Du] du hast
   *[other] { $player } hat
}
who-would = { $who ->
    [Du] Du würdest
   *[other] { $who } würde
}
player-within = { $player ->
    [Du] du
   *[other] { $player }
}
to-player = { $player ->
    [Du] dir
   *[other] { $player }
}
for-player = { $player ->
    [Du] dich
   *[other] { $player }
}
for-who = { $who ->
    [Du] dich
   *[other] { $who }
}

## Gründe

reason-lone = { $tile } liegt einzeln: Niemand hat etwas davon.
reason-lone-next = { $tile } liegt einzeln, aber mit { $next } { $who ->
    [Du] kannst du
   *[other] kann { $who }
} daneben eine Kette gründen.
reason-founds = { $tile } gründet eine Kette aus { $size } Plättchen.
reason-first-share = Die erste Aktie ist gratis.
reason-no-share = Für die Gründung ist keine Aktie mehr übrig.
reason-cash-instead = Für die Gründung ist keine Aktie mehr übrig; stattdessen gibt es { $cash }.
reason-new-chain = { $chain } beginnt mit { $size } Plättchen zu { $price } je Aktie.
reason-grows = Mit { $tile } wächst { $chain } auf { $size } Plättchen.
reason-price = Der Preis steigt von { $before } auf { $price } je Aktie.
reason-safe = Damit ist die Kette sicher.
reason-rank-none = { $who ->
    [Du] Du hast
   *[other] { $who } hat
} keine Aktien davon.
reason-rank-most = { who-holds }, mehr als alle anderen.
reason-rank-equal = { who-holds }, genauso viele wie { player-within }.
reason-rank-less = { who-holds }, { player-holds } { $most }.
reason-merges = { $survivor } übernimmt { $chains }.
reason-equals = { $chains } sind gleich groß: { $who ->
    [Du] Du entscheidest
   *[other] { $who } entscheidet
}, welche Kette bestehen bleibt.
reason-paid = { $amount } für { for-player }
reason-pays = { $chain ->
    [none] Die Boni betragen
   *[other] Wird { $chain } aufgelöst, betragen die Boni
} { $list }.
reason-pays-nobody = { $chain ->
    [none] Niemand bekommt
   *[other] Wird { $chain } aufgelöst, bekommt niemand
} einen Bonus.
reason-pays-hidden = { $chain ->
    [none] Die Boni gehen
   *[other] Wird { $chain } aufgelöst, gehen die Boni
} an die größten Aktionäre.
reason-bank = Das Plättchen der Bank kann ihr noch einen Platz einbringen.
reason-sells = Der Verkauf von { $defunct } bringt { $cash }.
reason-trades = Der Tausch bringt { $taken } { $survivor }.
reason-holds = { $held } { $defunct } zu behalten lohnt sich nur, wenn die Kette neu gegründet wird.
reason-buys-nothing = Ohne Kauf bleiben { $cash } für später.
reason-buys = Nach dem Kauf von { $shares } für { $cost } bleiben { $cash }.
reason-end-not-declared = Wäre das Spiel jetzt aus, { $who ->
    [Du] hättest du
   *[other] hätte { $who }
} { $own } und { player-within } { $cash }.
reason-end-after-turn = Nach jetzigem Stand endet das Spiel mit { $own } für { for-who } und { $cash } für { for-player }; dieser Zug kann das noch ändern.
reason-end-now = Das Spiel endet mit { $own } für { for-who } und { $cash } für { for-player }.
reason-end-hidden = Wie viel die anderen am Ende hätten, ist verdeckt.
reason-turn-over = Der Zug ist zu Ende.
reason-trade = { $who ->
    [Du] Du bekämst
   *[other] { $who } bekäme
} { $get } für { $give }, zu aktuellen Preisen.
reason-exchanges = Wer Plättchen austauscht, die sich nicht legen lassen, schafft Platz für neue.
reason-keeps-tiles = { $who ->
    [Du] Du behältst
   *[other] { $who } behält
} Plättchen, die sich nicht legen lassen.
reason-nothing-else = Es gibt nichts anderes zu tun.
gain-alone = { $who ->
    [Du] Du wärst
   *[other] { $who } wäre
} allein an { $chain } beteiligt.
gain-majority = { who-would } { to-player } die Mehrheit an { $chain } abnehmen, mit { $own } zu { $most } Aktien.
gain-level = { who-would } bei { $chain } mit { to-player } gleichziehen.
gain-lead = { who-would } bei { $chain } mit { $by ->
    [one] { $by } Aktie
   *[other] { $by } Aktien
} Vorsprung vor { to-player } führen.
gain-second = { $who ->
    [Du] Du kämst
   *[other] { $who } käme
} bei { $chain } auf Platz zwei, hinter { to-player }.
gain-closer = { $who ->
    [Du] Du kämst
   *[other] { $who } käme
} bei { $chain } näher an { for-player } heran, mit { $own } zu { $most } Aktien.

## Wie gut eine Entscheidung war

mark-best = Beste Wahl
mark-inaccuracy = Ungenau
mark-mistake = Fehler
mark-blunder = Patzer
