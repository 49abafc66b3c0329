# Menschen: Wege, Konten, Profile, Partien, und was hilft, wenn etwas nicht klappt

nav = Hauptseiten
nav-play = Spielen
nav-learn = Lernen
nav-games = Partien
nav-leaderboard = Rangliste
menu = Menü
skip-to-content = Zum Inhalt springen
log-in = Anmelden
cancel = Abbrechen
copy = Kopieren
copied = Kopiert
reload = Neu laden
try-again = Noch einmal versuchen
play-here = Hier ohne Server spielen
any = Alle
name = Name
password = Passwort

## Konten

account = Konto
profile = Profil
guest-since = Gast seit { $date }
account-since = Dabei seit { $date }
own-profile = Mein Profil
new-here = Neu hier
new-here-about = Ohne Passwort spielst du als Gast, nur in diesem Browser. Mit Passwort gehört dir der Name überall.
password-optional = Passwort, wenn du ein Konto willst
password-about = Mindestens 8 Zeichen; ein paar Wörter hintereinander sind gut.
weak-password = Das Passwort ist zu kurz: Wähle mindestens 8 Zeichen.
claim = Konto daraus machen
claim-about = Der Name gehört dann dir allein, du kannst dich überall anmelden und stehst in der Rangliste. Partien und Wertung kommen mit.
claim-do = Namen sichern
sessions = Angemeldet
log-out = Abmelden
log-out-everywhere = Überall abmelden
log-out-everywhere-about = Überall heißt: in allen Browsern, und alle Tokens enden.
guest-leaves = Als Gast gehen?
guest-leaves-about = Als Gast kann man sich nicht wieder anmelden: Deine Partien bleiben, aber zu diesem Namen kommst du nicht zurück. Mach vorher ein Konto daraus, um ihn zu behalten.
own-data = Meine Daten
own-data-about = Alles, was der Server über dich weiß, als Datei: Partien, Wertungen, Tische, Tokens.
download = Herunterladen
delete-account = Konto löschen
delete-guest = Diesen Gast löschen
delete-about = Dein Name verschwindet überall.
delete-ask = Löschen …
delete-do = Endgültig löschen
delete-lost = Weg sind dein Name, dein Profil, deine Wertungen, deine Tokens und deine Plätze. In laufenden Partien spielt ein Bot für dich weiter.
delete-stays = Es bleiben die beendeten Partien, für alle, die sie mit dir gespielt haben: Dort heißt du dann „somebody“.
delete-final = Das lässt sich nicht rückgängig machen.
tokens = Tokens für Programme
tokens-about = Mit einem Token spielt ein Programm in deinem Namen. Wer es hat, kann das auch: Gib es niemandem.
api-page = Die Schnittstelle für Programme
token-once = Das ist das Token. Es wird nur jetzt gezeigt: Kopiere es dorthin, wo es gebraucht wird.
token-label = Wofür es ist
token-make = Token erstellen
token-until = bis { $date }
token-end = Beenden
token-end-of = Token { $label } beenden
change-password = Passwort ändern
change-password-about = Hier bleibst du angemeldet. In allen anderen Browsern wirst du abgemeldet, und alle Tokens enden.
old-password = Bisheriges Passwort
next-password = Neues Passwort
confirm-password = Dein Passwort zur Bestätigung
password-changed = Dein Passwort ist geändert.
some-browser = Ein Browser
this-browser = dieser Browser
last-used = zuletzt benutzt am { $date }
never-used = nie benutzt
log-out-of = Abmelden: { $label }
token-scopes = Was es darf
scope-play = Spielen
scope-read = Deine Listen lesen
scope-account = Dein Konto verwalten
show-more = Mehr
muted-people = Ausgeblendete Leute
hear-again = Wieder einblenden
mute = In Chats ausblenden

## Profile und Wertungen

nobody = Hier ist niemand.
nobody-about = Der Link ist vielleicht falsch, oder das Konto wurde gelöscht.
all-games = Alle Partien
by-players = Nach Zahl der Spieler
recent-games = Letzte Partien
no-games-yet = Noch keine Partie beendet.
games-played = Partien
wins = Siege
wins-share = { $count } ({ $share } %)
mean-place = Platz im Mittel
mean-money = Geld im Mittel
best-money = Meistes Geld
rating = Wertung
rating-chart = Wertung im Lauf der Zeit
rating-went = Wertung von { $first } am { $from } bis { $last } am { $to }
number-of-players = Zahl der Spieler
count-players = { $count ->
    [one] { $count } Spieler
   *[other] { $count } Spieler
}
rating-about = Alle beginnen bei 25. Vor starken Gegnern zu landen hebt die Wertung am meisten; die Zahl nach ± sagt, wie unsicher sie noch ist, und schrumpft mit jeder Partie. Alle beendeten Partien an Tischen zählen, auch die mit Bots; die mit Tipps nicht. Die Rangliste folgt einer vorsichtigen Schätzung: der Wertung minus dem Doppelten der Zahl nach ±.
bot-ranks-last = Wer am Ende einen Bot für sich spielen ließ, wird Letzter, was auch immer der Bot gewonnen hat.
nobody-rated = Noch hat niemand mit Konto eine Partie mit so vielen Spielern beendet. Du könntest der erste Name hier sein.
guests-not-listed = Gäste werden gewertet, aber nicht gelistet.

## Partien

finished-games = Beendete Partien
no-own-games = Du hast noch keine Partien.
older-games = Ältere Partien
place-of = Platz { $place } von { $players }
search-player = Wer gespielt hat
search = Suchen
no-games-found = Keine beendete Partie passt. Gib weniger an: Ein leeres Feld passt auf alles.
preset-own = Eigene Regeln
winner = Sieg
review-game = Ansehen
open-places = { $count ->
    [one] { $count } Platz frei
   *[other] { $count } Plätze frei
}
join = Mitspielen
watch = Zuschauen
join-game = Einer Partie beitreten
link-or-code = Link oder Code
join-unreadable = Das ist weder ein Link noch ein Code. Ein Code hat sechs Buchstaben und Ziffern.
join-elsewhere = Dieser Link gehört zu einem anderen Server, { $host }: Öffne ihn in der Adresszeile deines Browsers.
join-no-table = Kein offener Tisch hat diesen Code. Prüfe ihn, oder frag, ob die Partie schon begonnen hat.

## Wenn etwas nicht klappt

not-found-about = Der Link ist vielleicht falsch oder alt. Alles beginnt auf der Startseite.
offline = Der Server ist nicht erreichbar.
offline-about = Prüfe deine Verbindung. Partien gegen Bots und reihum an einem Gerät gehen auf dieser Seite trotzdem.
not-now = Das geht gerade nicht.
closed-table = Dieser Tisch wurde aufgegeben.
closed-table-about = Alle sind gegangen, bevor die Partie begann. Eröffne einen eigenen Tisch oder such einen anderen.
game-over-about = Sieh sie dir Zug um Zug an, von jedem Platz aus.
sent-away = Dein Platz wurde anderweitig vergeben.
sent-away-about = An diesen Tisch kannst du dich nicht mehr setzen. Such einen anderen oder eröffne deinen eigenen.
logged-out = Du bist abgemeldet.
logged-out-about = Diese Sitzung wurde anderswo beendet. Melde dich wieder an, um weiterzuspielen: Dein Platz bleibt dir.
table-full = Der Tisch ist voll.
table-full-about = Bleib hier, um zuzuschauen: Die Partie erscheint, sobald sie beginnt.
seat-taken = Dieser Platz wurde gerade besetzt: Wähle einen anderen, oder bleib zum Zuschauen.
lobby-code = Sag diesen Code deinen Mitspielern

refused-name-taken = Ein Konto hat diesen Namen schon, oder einen, der genauso aussieht: Wähle einen anderen, oder melde dich an.
refused-wrong-password = Name oder Passwort ist falsch. Versuch es noch einmal; beim Passwort zählt Groß- und Kleinschreibung.
refused-too-many = Zu viele Versuche. Warte eine Minute, dann versuch es noch einmal.
refused-unknown = Du bist nicht angemeldet. Wähle einen Namen, oder melde dich an.
refused-invalid = Der Server hat das nicht verstanden. Sieh dir an, was du eingegeben hast.
refused-invalid-name = Wähle 1 bis 24 Buchstaben oder Ziffern einer Schrift, und keinen Namen eines Bots oder der Leitung.
refused-not-found = Das gibt es nicht: Prüfe den Link.
refused-forbidden = Das darfst du hier nicht.
refused-wrong-state = Dafür ist es zu spät oder zu früh: Sieh noch einmal nach.
refused-limit = Davon hast du so viele, wie erlaubt sind. Entferne oder beende zuerst eins.
refused-password = Das Passwort ist falsch. Versuch es noch einmal; Groß- und Kleinschreibung zählt.
refused-unavailable = Der Server kann gerade nichts behalten. Versuch es gleich noch einmal.

## The foot of every page

about-site = Über diese Seite
trademark = Acquire ist eine Marke ihres Inhabers. Mergemaker ist ein unabhängiges Projekt und steht mit dem Inhaber in keiner Verbindung.
imprint = Impressum
privacy = Datenschutz
terms = Nutzungsbedingungen
contact = Kontakt
please-read = Bitte lies dazu:
