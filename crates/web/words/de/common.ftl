# Alles, was die Seite auf Deutsch sagt. Die Lücken füllt die Seite; Ketten und Personen behalten ihre Namen.

tiles = { $count ->
    [one] { $count } Plättchen
   *[other] { $count } Plättchen
}
