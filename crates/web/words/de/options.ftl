# Die Wahlregeln einstellen

more-options = Weitere Einstellungen
trouble-tycoon-for-two = Drei Plätze gehen nicht zu zweit: Wähle zwei Plätze oder eine dritte Person.
trouble-tycoon-with-bank = Die Bank spielt nur bei zwei Plätzen mit: Wähle zwei Plätze oder keine Bank.
bank-set-aside = Die Bank spielt nun nicht mit: Das tut sie nur, wenn zwei Plätze ausgezahlt werden.
two-places-with-bank = Nun werden zwei Plätze ausgezahlt: Nur dann spielt die Bank mit.
trouble-players = Ein Spiel hat zwei bis sechs Spieler.
trouble-rules = Diese Regeln kennt das Programm nicht.
trouble-no-person = Niemand spielt selbst: Mach mindestens einen Platz zu einer Person.
trouble-same-name = Zwei heißen { $player }: Gib allen einen eigenen Namen.
each-level = Jeder Gegner einzeln
opponent = Gegner { $number }
person = Person
name-of = Name von Spieler { $number }
kind-of = Wer als Spieler { $number } spielt
memory = Was sich die Seite merkt
memory-none = Nichts
memory-none-about = Man muss sich alles selbst merken: Der Verlauf reicht nur bis zum letzten Zug zurück.
memory-mergers = Fusionen
memory-mergers-about = Was Fusionen aufdeckten, bleibt im Verlauf. Alles andere reicht nur bis zum letzten Zug zurück.
memory-all = Alles
memory-all-about = Der ganze Verlauf bleibt stehen.
