# Was alle Sätze des Spiels brauchen. Die Lücken füllt das Programm; Ketten und Personen behalten ihre Namen.

and = und
nothing = nichts
the-bank = { $at ->
    [start] Die Bank
   *[within] die Bank
}
# Steht wie ein Name am Satzanfang; Meldungen wählen danach ihre Verben: [Du].
you = Du
# Wer liest, mitten im Satz.
you-within = du
level-random = Zufall
level-shopper = Kauffreudig
level-novice = Neuling
level-steady = Solide
level-adept = Geübt
level-expert = Experte
level-master = Meister
