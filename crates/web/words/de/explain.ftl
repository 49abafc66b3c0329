# Entscheidungen, und warum eine gut sein kann

do-offer = { $player } { $give } für { $take } anbieten
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

reason-you = du
reason-lone = { $tile } liegt allein: Niemand hat etwas davon.
reason-lone-next = { $tile } liegt allein, und mit { $next } aus der Hand lässt sich daneben eine Kette gründen.
reason-founds = { $tile } gründet eine Kette mit { $size } Plättchen.
reason-first-share = Die erste Aktie gibt es umsonst.
reason-no-share = Für die Gründung ist keine Aktie mehr da.
reason-cash-instead = Es ist keine Aktie mehr da: Stattdessen gibt es { $cash }.
reason-new-chain = Die Gründung bringt { $chain } mit { $size } Plättchen zu { $price } je Aktie aufs Brett.
reason-grows = { $tile } lässt { $chain } auf { $size } Plättchen wachsen.
reason-price = Der Preis steigt von { $before } auf { $price } je Aktie.
reason-safe = Damit ist die Kette sicher.
reason-rank-none = Keine eigene Aktie davon.
reason-rank-most = { $own ->
    [one] Eine eigene Aktie
   *[other] { $own } eigene Aktien
}, mehr als alle anderen.
reason-rank-equal = { $own ->
    [one] Eine eigene Aktie
   *[other] { $own } eigene Aktien
}, so viele wie { $player }.
reason-rank-less = { $own ->
    [one] Eine eigene Aktie
   *[other] { $own } eigene Aktien
}; { $player } hat { $most }.
reason-merges = { $chains } geht in { $survivor } auf.
reason-equals = { $chains } sind gleich groß: Welche bestehen bleibt, ist frei zu wählen.
reason-if-dissolved = Ohne { $chain }:
reason-pays = Boni: { $list }.
reason-pays-nobody = Niemand erhält einen Bonus.
reason-pays-hidden = Die Boni gehen an die größten Inhaber.
reason-bank = Das Plättchen der Bank kann noch einen Platz belegen.
reason-sells = Der Verkauf von { $defunct } bringt { $cash }.
reason-trades = Der Tausch bringt { $taken } { $survivor }.
reason-holds = { $held } { $defunct } { $held ->
    [one] wartet
   *[other] warten
} auf eine neue Gründung.
reason-buys-nothing = Ohne Kauf bleiben { $cash } für später.
reason-buys = { $shares } für { $cost } zu kaufen, lässt { $cash } übrig.
reason-end-not-declared = Jetzt beendet, brächte die Partie { $own }, für { $player } { $cash }.
reason-end-after-turn = Nach jetzigem Stand bringt das Ende { $own }, für { $player } { $cash }; dieser Zug kann es noch ändern.
reason-end-now = Das Ende bringt jetzt { $own }, für { $player } { $cash }.
reason-end-hidden = Was das Ende bringen würde, ist verdeckt.
reason-turn-over = Der Zug ist zu Ende.
reason-trade = Das ist { $get } für { $give }, zu heutigen Preisen.
reason-exchanges = Plättchen, die man nicht legen kann, machen Platz für neue.
reason-keeps-tiles = Du behältst Plättchen, die man nicht legen kann.
reason-nothing-else = Es gibt nichts anderes zu tun.
gain-alone = Dann die einzige Beteiligung an { $chain }.
gain-majority = Das bringt die Mehrheit an { $chain }: { $own } zu { $most } von { $player }.
gain-level = Das bringt Gleichstand mit { $player } bei { $chain }.
gain-lead = Der Vorsprung auf { $player } bei { $chain } ist dann { $by }.
gain-second = Dann Platz zwei bei { $chain }, hinter { $player }.
gain-closer = Das verkürzt den Abstand zu { $player } bei { $chain }: { $own } zu { $most }.
