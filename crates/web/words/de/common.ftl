# Alles, was die Seite auf Deutsch sagt. Die Lücken füllt die Seite; Ketten und Personen behalten ihre Namen.

and = und
nothing = nichts
the-bank = die Bank
tiles = { $count ->
    [one] { $count } Plättchen
   *[other] { $count } Plättchen
}
