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
who-sits-here = Wer hier sitzt
lobby = Warten auf Mitspieler
lobby-full = Alle Plätze sind besetzt
share-link = Schick diesen Link an deine Mitspieler
wait-for-host = Wer den Tisch eröffnet hat, beginnt die Partie.
leave = Verlassen
resume-seat = Meinen Platz zurücknehmen
leave-seat = Einen Bot für mich spielen lassen
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
