# Der Verlauf

log-start-tile = { $player } { $player ->
    [Du] ziehst
   *[other] zieht
} das Startplättchen { $tile }.
log-start-tile-founds = { $player } { $player ->
    [Du] ziehst
   *[other] zieht
} das Startplättchen { $tile }: Es gründet eine Kette.
log-stuck-hand = { $player } { $player ->
    [Du] kannst nichts legen und ziehst
   *[other] kann nichts legen und zieht
} eine neue Hand; beiseitegelegt: { $tiles }.
log-unplayable = { $player } { $player ->
    [Du] legst
   *[other] legt
} { $tiles } beiseite: nie mehr spielbar.
log-offer = { $player } { $player ->
    [Du] bietest
   *[other] bietet
} { $other ->
    [Du] dir
   *[other] { $other }
} { $give } für { $take }.
log-accepts = { $player } { $player ->
    [Du] nimmst
   *[other] nimmt
} das Angebot an.
log-declines = { $player } { $player ->
    [Du] lehnst
   *[other] lehnt
} das Angebot ab.
log-declares = { $player } { $player ->
    [Du] erklärst
   *[other] erklärt
} das Spiel für beendet.
log-places = { $player } { $player ->
    [Du] legst
   *[other] legt
} { $tile }.
log-passes = { $player } { $player ->
    [Du] kannst
   *[other] kann
} kein Plättchen legen.
log-founds = { $player } { $player ->
    [Du] gründest
   *[other] gründet
} { $chain }.
log-founds-at = { $player } { $player ->
    [Du] gründest
   *[other] gründet
} { $chain } mit dem Hauptsitz auf { $tile }.
log-survivor = { $player } lässt { $chain } bestehen.
log-defunct = { $player } löst als Nächstes { $chain } auf.
log-bank-tile = Die Bank zieht { $tile } für { $chain } und zählt als Inhaberin von { $count ->
    [one] { $count } Aktie
   *[other] { $count } Aktien
}.
log-end-declared = Das Spiel ist aus: Es wurde für beendet erklärt.
log-end-all-tiles = Das Spiel ist aus: Alle Plättchen sind gelegt.
log-end-no-tile = Das Spiel ist aus: Eine ganze Runde lang konnte niemand ein Plättchen legen.
log-lone = Es liegt einzeln.
log-grows = { $chain } wächst auf { $size } Plättchen, { $price } je Aktie{ $safe ->
    [yes] , und ist sicher
   *[no] {""}
}.
log-merged = { $chain } hat jetzt { $size } Plättchen, { $price } je Aktie{ $safe ->
    [yes] , und ist sicher
   *[no] {""}
}.
log-founded = Die Kette hat { $size } Plättchen, { $price } je Aktie{ $safe ->
    [yes] , und ist sicher
   *[no] {""}
}.
log-merges = { $chains } fusionieren.
log-survives = { $chain } bleibt bestehen.
log-free-share = Für die Gründung gibt es eine Gratisaktie.
log-no-share = Für die Gründung ist keine Aktie mehr übrig.
log-cash-instead = Für die Gründung ist keine Aktie mehr übrig; stattdessen gibt es { $cash }.
# Diese drei folgen auf einen Namen und aufeinander.
log-sells = { $player ->
    [Du] verkaufst
   *[other] verkauft
} { $count } { $chain } zu { $price } für { $cash }
log-trades = { $player ->
    [Du] tauschst
   *[other] tauscht
} { $count } { $chain } gegen { $taken } { $survivor }
log-holds = { $player ->
    [Du] behältst
   *[other] behält
} { $count } { $chain }
log-buys = { $player } { $player ->
    [Du] kaufst
   *[other] kauft
} { $shares } für { $cost }.
log-buys-nothing = { $player } { $player ->
    [Du] kaufst
   *[other] kauft
} nichts.
bonus-for = Boni für { $chain } ({ $size } Plättchen, { $price } je Aktie; { $kind ->
    [tycoon] Erster 10 × { $price }, Zweiter laut Tabelle, Dritter 5 × { $price }
   *[classic] Mehrheit 10 × { $price }, Minderheit 5 × { $price }
}):
bonus-sole = { $who }, allein beteiligt ({ $shares ->
    [one] { $shares } Aktie
   *[other] { $shares } Aktien
}): { $sum } = { $amount }{ $bank ->
    [yes] ; der Anteil der Bank wird nicht ausgezahlt
   *[no] {""}
}
bonus-one = { $who } ({ $shares ->
    [one] { $shares } Aktie
   *[other] { $shares } Aktien
}): { $sum }{ $bank ->
    [yes] ; der Anteil der Bank wird nicht ausgezahlt
   *[no] {""}
}
bonus-shared = { $who } (je { $shares ->
    [one] { $shares } Aktie
   *[other] { $shares } Aktien
}): { $sum }, geteilt durch { $people }{ $rounded ->
    [yes] , auf volle $100 aufgerundet
   *[no] {""}
}: je { $amount }{ $bank ->
    [yes] ; der Anteil der Bank wird nicht ausgezahlt
   *[no] {""}
}
bonus-none = { $who } ({ $people ->
    [one] {""}
   *[other] je{" "}
}{ $shares ->
    [one] { $shares } Aktie
   *[other] { $shares } Aktien
}): kein Bonus
bonus-majority = Mehrheitsbonus { $amount }
bonus-minority = Minderheitsbonus { $amount }
bonus-primary = erster Bonus { $amount }
bonus-secondary = zweiter Bonus { $amount }
bonus-tertiary = dritter Bonus { $amount }
won-by = { $players } { $count ->
    [one] { $players ->
        [Du] gewinnst
       *[other] gewinnt
    }
   *[other] gemeinsam auf Platz 1
} mit { $cash }
