# Tische des Servers

connecting = Verbindung wird aufgebaut …
who-are-you = Wer bist du?
enter = Hereinkommen
unreachable = Der Server ist nicht erreichbar. Versuche es gleich noch einmal.
connection-lost = Verbindung verloren. Neuer Versuch läuft; nichts geht verloren.
decision-kept = Verbindung verloren. Deine Entscheidung ist vorgemerkt und wird gesendet, sobald die Verbindung wieder steht.
old-page = Der Server ist neuer als diese Seite. Lade die Seite neu.
follow-rematch = Zur Revanche
no-table = Diesen Tisch gibt es nicht.
no-table-about = Prüfe den Link oder beginne eine eigene Partie.
seat-open = Frei
sit-down = Hinsetzen
seat-reserved = Reserviert für { $player }
seat-reserved-wait = Dieser Platz ist für jemanden aus der letzten Partie reserviert. In ein paar Minuten kannst du ihn freigeben.
decline-seat = Nein, danke
who-sits-here = Wer hier sitzt
lobby = Warten auf Mitspieler
lobby-full = Alle Plätze sind besetzt
share-link = Schick diesen Link an deine Mitspieler
wait-for-host = Wer den Tisch eröffnet hat, beginnt die Partie.
leave = Verlassen
resume-seat = Meinen Platz zurücknehmen
leave-seat = Einen Bot für mich spielen lassen
away = { $player } ist seit { $minutes ->
    [0] weniger als einer Minute
    [one] einer Minute
   *[other] { $minutes } Minuten
} weg.
away-clock = Wenn die Bedenkzeit abläuft, übernimmt ein Bot.
away-wait = In { $minutes ->
    [one] einer Minute
   *[other] { $minutes } Minuten
} könnt ihr einen Bot spielen lassen.
away-vote = Einen Bot für { $player } spielen lassen
away-agreed = Dafür: { $players }
away-rating = Der Bot übernimmt, sobald ihr alle zustimmt. Spielt er die Partie zu Ende, belegt { $player } in der Wertung den letzten Platz, und unter euch anderen entscheidet das Geld.
bot-plays = Ein Bot ({ $level }) spielt für { $player }.
bot-plays-mine = Ein Bot ({ $level }) spielt für dich. Spielt er die Partie zu Ende, belegst du in der Wertung den letzten Platz.
bot-finished = Ein Bot ({ $level }) hat die Partie für { $player } zu Ende gespielt. Das ist in der Wertung der letzte Platz.
bot-finished-mine = Ein Bot ({ $level }) hat die Partie für dich zu Ende gespielt. Das ist in der Wertung der letzte Platz.
bots-wait = Die Bots machen Pause: Die Partien des Gastgebers haben ihre Bedenkzeit vorerst verbraucht. In ein paar Minuten geht die Partie von selbst weiter. Wenn du sofort weiterspielen willst, nimm deinen Platz zurück.
pause = Pause
go-on = Weiterspielen
chat = Nachricht an den Tisch
no-server = Der Server ist nicht erreichbar: Partien auf dieser Seite gehen trotzdem.
my-games = Meine Partien
with-others = Mit anderen
new-table = Neuer Tisch
open-tables = Offene Tische
running-games = Laufende Partien
seats = Plätze
clock = Uhr
clock-none = Keine
clock-decision = { $time } je Entscheidung
clock-bank = { $time } für die Partie
clock-bank-more = { $time } für die Partie und { $more } je Entscheidung
clock-days = { $days ->
    [one] ein Tag
   *[other] { $days } Tage
} je Entscheidung
public = Für alle sichtbar
setting-takebacks = Entscheidungen dürfen zurückgenommen werden
setting-hints = Tipps und Trainer (ohne Wertung)
create-table = Tisch eröffnen
hosts-already = Du hast schon einen offenen Tisch. Verlasse ihn oder starte seine Partie, dann eröffne einen neuen.
to-open-table = Zu diesem Tisch
replace-table = Verlassen und den neuen eröffnen
