# Das Spiel lernen

learn = Lernen
learn-about = Kurze Seiten mit Brettern zum Ausprobieren, ein begleitetes erstes Spiel und Rätsel.
learn-rules = Die Regeln
learn-boards = Bretter
learn-points = Kurz gesagt
learn-turn = Andere Kapitel
learn-chapter-of = Kapitel { $number } von { $total }
learn-set-back = Brett zurücksetzen
learn-done = Das war dein Zug. Setze das Brett zurück, um etwas anderes zu versuchen.
learn-prices = Preis einer Aktie nach der Größe ihrer Kette
told-title = Was geschehen ist
new-to-game = Neu im Spiel?

## Die Kapitel

chapter-tiles = Plättchen
chapter-tiles-lead = In deinem Zug legst du eines deiner sechs Plättchen auf das Feld, das darauf steht.
chapter-tiles-1 = Das Brett hat 12 Spalten und 9 Reihen und für jedes Feld ein Plättchen: 1A bis 12I.
chapter-tiles-2 = Plättchen berühren sich oben, unten, links und rechts, aber nie über Eck.
chapter-tiles-3 = Ein Plättchen neben einer Kette schließt sich ihr an, ebenso die einzelnen Plättchen, die mit ihm verbunden sind. Berührt es nichts, liegt es allein.
board-touch = Berühren
board-touch-try = Zwei deiner Plättchen liegen nah an der Kette, aber nur eines berührt sie. Wähle eines, um zu sehen, was es bewirkt, und lege es dann.
board-join = Anschließen
board-join-try = Lege 5D: Wie viele Plättchen hat die Kette danach?

chapter-founding = Eine Kette gründen
chapter-founding-lead = Ein Plättchen neben einem einzelnen gründet eine Kette, und du wählst, welche.
chapter-founding-1 = Es gibt sieben Ketten: zwei günstige, drei mittlere, zwei teure.
chapter-founding-2 = Wer gründet, bekommt eine Aktie der neuen Kette geschenkt.
chapter-founding-3 = Liegen alle sieben auf dem Brett, kann niemand eine achte gründen: So ein Plättchen muss warten.
board-found = Gründen
board-found-try = Lege ein Plättchen neben ein einzelnes und wähle die Kette.
board-eighth = Alle sieben
board-eighth-try = Alle sieben Ketten liegen auf dem Brett. Sieh dir 7F an: Was steht dort?

chapter-stock = Aktien
chapter-stock-lead = Nach dem Legen darfst du bis zu drei Aktien von Ketten kaufen, die auf dem Brett liegen.
chapter-stock-1 = Der Preis wächst mit der Größe der Kette; teure Ketten kosten bei jeder Größe mehr.
chapter-stock-2 = Jede Kette hat 25 Aktien. Was jemand besitzt, fehlt im Markt.
chapter-stock-3 = Geld und Aktien behältst du; am Ende wird jede Aktie zu ihrem Preis verkauft.
chapter-stock-4 = Wer die meisten Aktien einer Kette hat, hält die Mehrheit, wer die zweitmeisten hat, die Minderheit: Dafür gibt es Boni.
board-buy = Kaufen
board-buy-try = Kaufe bis zu drei Aktien, gemischt wie du willst. Der Markt zeigt Preis, Vorrat und Boni.

chapter-mergers = Fusionen
chapter-mergers-lead = Ein Plättchen, das zwei Ketten verbindet, fusioniert sie: Die größere bleibt bestehen, die andere zahlt aus.
chapter-mergers-1 = Die Mehrheit der aufgelösten Kette bekommt das Zehnfache des Preises, die Minderheit das Fünffache. Wer allein beteiligt ist, bekommt beides.
chapter-mergers-2 = Bei Gleichstand werden die Boni der betroffenen Plätze addiert und geteilt, aufgerundet auf volle $100.
chapter-mergers-3 = Dann entscheiden alle über ihre Aktien der Kette: verkaufen, zwei gegen eine der bestehenden tauschen oder behalten, falls sie neu gegründet wird.
chapter-mergers-4 = Sind Ketten gleich groß, bestimmt, wer das Plättchen gelegt hat, welche bestehen bleibt.
board-merge = Eine Fusion
board-merge-try = Lege 5D, lies, was gezahlt wird, und entscheide über deine Aktien.
board-equal = Gleich groß
board-equal-try = Lege 5D und wähle, welche bestehen bleibt. Setze das Brett zurück und vergleiche.

chapter-safety = Sichere Ketten
chapter-safety-lead = Eine Kette mit 11 oder mehr Plättchen ist sicher: Sie wird nie aufgelöst.
chapter-safety-1 = Kleinere Ketten schlucken kann eine sichere Kette weiterhin.
chapter-safety-2 = Ein Plättchen, das zwei sichere Ketten verbinden würde, ist tot: Es kann nie gelegt werden.
chapter-safety-3 = Tote Plättchen können ausgetauscht werden, wenn du am Ende deines Zuges nachziehst.
board-safety = Sicher und tot
board-safety-try = Sieh dir 5B an, das zwei sichere Ketten berührt. Lege dann 2D und sieh, wer wen schluckt.

chapter-end = Das Ende
chapter-end-lead = Hat eine Kette 41 Plättchen oder sind alle Ketten auf dem Brett sicher, darfst du in deinem Zug das Ende erklären.
chapter-end-1 = Niemand muss das: Spiel weiter, solange es dir nützt.
chapter-end-2 = Du spielst deinen Zug zu Ende. Dann zahlt jede Kette auf dem Brett ihre Boni, und jede Aktie wird zu ihrem Preis verkauft.
chapter-end-3 = Aktien von Ketten, die nicht auf dem Brett liegen, sind wertlos. Wer das meiste Geld hat, gewinnt.
board-declare = Erklären
board-declare-try = Beide Ketten sind sicher. Erkläre das Ende, lege ein Plättchen, kaufe und lies, woher das Geld kommt.

chapter-variants = Andere Spielweisen
chapter-variants-lead = Die Ausgaben des Spiels unterscheiden sich in wenigen Punkten. Du wählst die Regeln, wenn ein Spiel beginnt.
chapter-variants-1 = Tycoon-Boni: Auch der dritte Platz wird bezahlt.
chapter-variants-2 = Zu zweit: Für jeden Bonus zieht die Bank ein Plättchen; dessen Spalte ist die Zahl ihrer Aktien.
chapter-variants-3 = Handeln: Wer am Zug ist, darf vor dem Legen anderen Geld und Aktien anbieten.
chapter-variants-4 = Verdeckter Besitz: Was die anderen haben, siehst du nicht, außer den Aktien einer Kette, die Boni zahlt.
chapter-variants-5 = Auch Kleines ist verschieden: ob Startplättchen Ketten gründen können, wie tote Plättchen ausgetauscht werden, was es für eine Gründung gibt, wenn keine Aktie mehr da ist, und ob du deinen Zug nach dem Erklären des Endes noch beendest.
board-tycoon = Tycoon
board-tycoon-try = Lege 5D: Für die aufgelöste Kette werden drei bezahlt.
board-bank = Mit der Bank
board-bank-try = Lege 5D: Die Bank zieht ein Plättchen und bewirbt sich um den Bonus.

## Das begleitete erste Spiel

first-title = Dein erstes Spiel
first-about = Ein begleitetes Spiel von drei Minuten: gründe eine Kette, lass sie wachsen, fusioniere, gewinne.
first-begin = Begleitetes Spiel starten
first-continue = Begleitetes Spiel fortsetzen
first-again = Von vorn
first-step = Schritt { $number } von { $total }
first-sales = Verkauf
first-real-game = Ein richtiges Spiel
first-place = Du steigst in ein Spiel gegen Ada und Ben ein. Das sind deine Plättchen, jedes gehört auf ein Feld. Drücke auf { $tile }: Neben dem einzelnen Plättchen gründet es eine Kette.
first-place-otherwise = Das kann warten. { $tile } liegt neben einem einzelnen Plättchen und gründet eine Kette: Drücke darauf.
first-found = Eine Kette aus zwei Plättchen! Wähle irgendeine. Ob günstig oder teuer, die erste Aktie bekommst du geschenkt.
first-found-otherwise = Wähle erst die Kette, die du gründest.
first-buy = Jetzt kaufst du Aktien. Drücke +, bis du drei von { $own } hast, und kaufe: Je mehr du hast, desto sicherer ist dir die Mehrheit.
first-buy-otherwise = Das ginge, aber nimm diesmal alle drei von { $own }: Wer die meisten hat, wird bei der Fusion bezahlt.
first-watch = Ada und Ben sind am Zug. Was sie tun, steht im Verlauf.
first-grow = Du bist wieder dran. Lege { $tile }: Es berührt { $own } und ein einzelnes Plättchen, deine Kette wächst also um zwei, und jede Aktie wird mehr wert.
first-grow-otherwise = Heb das auf. { $tile } lässt { $own } wachsen, und deine Aktien steigen mit.
first-buy-more = Noch drei von { $own }: Ada und Ben dürfen auch kaufen, und bezahlt werden nur die zwei mit den meisten.
first-buy-more-otherwise = Nimm noch einmal drei von { $own }, damit dich niemand überholt.
first-merge = Jetzt der große Augenblick. { $tile } berührt { $own } und { $large }. Die größere Kette schluckt die kleinere, und die kleinere zahlt ihre Boni: an dich.
first-merge-otherwise = Noch nicht: { $tile } fusioniert die beiden Ketten und bringt dir den Bonus der Mehrheit.
first-dispose = Der Bonus gehört dir; wie er sich errechnet, steht im Verlauf. Nun zu deinen Aktien von { $own }: Tausche so viele wie möglich, zwei gegen eine von { $large }, die mehr wert ist, und verkaufe die übrige: Ein Knopf tut beides.
first-dispose-otherwise = Behalte diesmal keine: Gleich ist das Spiel aus, und Aktien einer Kette, die es nicht mehr gibt, sind dann wertlos. Tausche oder verkaufe alle.
first-buy-last = { $large } ist jetzt sicher: Mit 11 oder mehr Plättchen wird sie nie geschluckt. Du darfst drei Aktien davon kaufen, für die Mehrheit am Schluss.
first-buy-last-otherwise = Kaufe bis zu drei Aktien oder nichts.
first-declare = Jede Kette auf dem Brett ist sicher: Du darfst das Spiel beenden. Unten steht, was alle hätten. Erkläre das Ende!
first-declare-otherwise = Du könntest weiterspielen, und in einem langen Spiel ist das manchmal klug. Aber dieses gehört jetzt dir: Erkläre das Ende.
first-over = Das war ein ganzes Spiel. Am Schluss zahlt jede Kette noch einmal ihre Boni, und alle Aktien werden verkauft. Unten steht, wer was bekam, und der Verlauf erklärt jede Zahlung.

## Die Rätsel

puzzles = Rätsel
puzzles-about = Zehn Stellungen mit je einer besten Entscheidung. Die Spielregeln selbst prüfen deine Antwort und zeigen die Rechnung.
puzzles-solved = { $solved } von { $total } gelöst
puzzles-go = Zu den Rätseln
puzzle-solved = Gelöst
puzzle-hint = Gib mir einen Tipp
puzzle-again = Noch ein Versuch
puzzle-show = Lösung zeigen
puzzle-next = Nächstes Rätsel
puzzle-choice = Entscheidung
puzzle-compared = Was dir jede Entscheidung bringt
puzzle-right = Richtig! { $choice } bringt dir { $money }.
puzzle-wrong = Nicht das Beste: { $choice } bringt dir { $money }. Eine andere Entscheidung bringt { $more } mehr.
puzzle-counts-cash = Es zählt dein Bargeld gleich nach der Entscheidung.
puzzle-counts-worth = Es zählen dein Bargeld und deine Aktien zu ihrem Preis, gleich nach der Entscheidung.
puzzle-counts-turn = Es zählt, was du am Ende dieses Zuges hast. Endet damit das Spiel, ist das dein Endstand. Alle spielen so gut sie können.
puzzle-counts-game = Es zählt dein Endstand. Alle spielen so gut sie können.

puzzle-pays = Welches Plättchen zahlt am meisten?
puzzle-pays-ask = Drei deiner Plättchen fusionieren Ketten. Welches bringt dir sofort das meiste Bargeld?
puzzle-pays-hint = Jede Fusion löst die kleinere Kette auf. Sieh nach, wer davon am meisten hat und was das Zehn- oder Fünffache ihres Preises ist.
puzzle-pays-why = Das Zehnfache eines niedrigen Preises ist mehr als das Fünffache eines etwas höheren. Und wer an dritter Stelle liegt, geht leer aus.

puzzle-grows = Lass sie wachsen
puzzle-grows-ask = Welches Plättchen macht deine Aktien am wertvollsten?
puzzle-grows-hint = Bis sechs steigt der Preis mit jedem Plättchen, danach in größeren Schritten. Zähle die einzelnen Plättchen mit, die sich anschließen, und rechne mal deine Aktien.
puzzle-grows-why = Was sich anschließt, zählt mit. Drei Preisstufen für wenige Aktien können mehr sein als eine Stufe für viele.

puzzle-revive = Welche Kette gründest du?
puzzle-revive-ask = Du gründest eine Kette aus zwei Plättchen. Mit welcher bist du am reichsten?
puzzle-revive-hint = Du hast noch Aktien von Ketten, die nicht auf dem Brett liegen. Was wird aus ihnen, wenn die Kette zurückkommt?
puzzle-revive-why = Behaltene Aktien zählen wieder, sobald ihre Kette gegründet ist. Viele alte günstige schlagen eine neue teure.

puzzle-survivor = Wer soll bestehen bleiben?
puzzle-survivor-ask = Zwei gleich große Ketten fusionieren, und du wählst. Welche soll bestehen bleiben?
puzzle-survivor-hint = Bezahlt wirst du für die Kette, die geht. Die andere wächst, und ihre Aktien mit ihr.
puzzle-survivor-why = Geht die Kette, deren Mehrheit du hältst, bringt sie dir den Bonus, und zwei ihrer Aktien werden zu einer der Kette, die nun doppelt so groß ist.

puzzle-majority = Welche drei Aktien?
puzzle-majority-ask = Das Ende ist erklärt; es sind deine letzten Aktien. Was kaufst du?
puzzle-majority-hint = Eine Aktie wird zu dem verkauft, was sie kostet: Nur Boni zählen. In welcher Kette kannst du jemanden überholen?
puzzle-majority-why = Wer die Mehrheit übernimmt, macht aus dem Fünffachen des Preises das Zehnfache. Einen Gleichstand zu brechen bringt nicht halb so viel.

puzzle-dispose = Verkaufen, tauschen, behalten?
puzzle-dispose-ask = Deine Kette wird aufgelöst. Danach darfst du drei Aktien kaufen, und dann erklärst du das Ende. Was machst du mit deinen sechs Aktien?
puzzle-dispose-hint = Zwei zu verkaufen bringt mehr als die eine Aktie, gegen die du sie tauschst. Aber wie viele der bestehenden Kette brauchst du, und wie viele kannst du kaufen?
puzzle-dispose-why = Drei Aktien lassen sich kaufen, also müssen zwei aus dem Tausch kommen: Dann gehört dir die Mehrheit. Der Rest ist verkauft mehr wert.

puzzle-last = Dein letztes Plättchen
puzzle-last-ask = Das Ende ist erklärt, du legst dein letztes Plättchen. Welches?
puzzle-last-hint = Wer bekommt die Boni einer Kette, an der nur einer beteiligt ist?
puzzle-last-why = Eine Kette, die im letzten Zug gegründet wird, gehört nur dir, und du bekommst beide Boni: das Fünfzehnfache ihres Preises.

puzzle-order = Welche geht zuerst?
puzzle-order-ask = Zwei gleich große Ketten werden geschluckt, eine nach der anderen. Welche zuerst?
puzzle-order-hint = Sieh in den Markt: Wie viele Aktien der bestehenden Kette sind zum Tauschen noch da, und wer nähme sie?
puzzle-order-why = Die letzten Aktien der bestehenden Kette bekommt, wer zuerst tauscht. Lass die Kette zuerst auflösen, von der du Aktien hast.

puzzle-finish = Welches Plättchen gewinnt?
puzzle-finish-ask = Lege ein Plättchen. Denk an den ganzen Zug: Was darfst du an seinem Ende tun?
puzzle-finish-hint = Das Ende darf erklärt werden, wenn jede Kette auf dem Brett sicher ist. Welche steht im Weg?
puzzle-finish-why = Ist die kleine Kette weg, sind alle sicher, und du kannst das Ende erklären, solange die Mehrheiten dir gehören.

puzzle-declare = Jetzt das Ende erklären?
puzzle-declare-ask = Der Nachziehstapel ist leer; Ada hat nur noch 9B, du hast 11G. Erklärst du das Ende, oder beendest du nur deinen Zug?
puzzle-declare-hint = Kann Ada etwas kaufen, das dir schadet? Sie muss ihr Plättchen legen: Was bringt es ihren Aktien, was deinen?
puzzle-declare-why = Von der großen Kette ist keine Aktie mehr da, also kann dich niemand überholen. Und Ada muss 9B legen, das hebt den Preis: Du gewinnst dadurch mehr als sie, und damit das Spiel.
