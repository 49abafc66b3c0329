# Alles, was die Seite auf Deutsch sagt. Die Lücken füllt die Seite; Ketten und Personen behalten ihre Namen.

and = und
nothing = nichts
the-bank = die Bank
tiles = { $count ->
    [one] { $count } Plättchen
   *[other] { $count } Plättchen
}
shares-of = { $count ->
    [one] { $count } Aktie
   *[other] { $count } Aktien
}

## Der Verlauf

log-start-tile = { $player } { $player ->
    [Du] ziehst
   *[other] zieht
} das Startplättchen { $tile }.
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
log-survivor = { $player } lässt { $chain } bestehen.
log-defunct = { $player } lässt als Nächstes { $chain } auflösen.
log-bank-tile = Die Bank zieht { $tile } für { $chain } und zählt als Inhaberin von { $count ->
    [one] { $count } Aktie
   *[other] { $count } Aktien
}.
log-end-declared = Das Spiel ist aus: Es wurde für beendet erklärt.
log-end-all-tiles = Das Spiel ist aus: Alle Plättchen sind gelegt.
log-end-no-tile = Das Spiel ist aus: Eine ganze Runde lang konnte niemand ein Plättchen legen.
log-lone = Es liegt allein.
log-grows = { $chain } wächst auf { $size } Plättchen, { $price } je Aktie{ $safe ->
    [yes] {" "}und ist sicher
   *[no] {""}
}.
log-merged = { $chain } hat jetzt { $size } Plättchen, { $price } je Aktie{ $safe ->
    [yes] {" "}und ist sicher
   *[no] {""}
}.
log-founded = Die Kette hat { $size } Plättchen, { $price } je Aktie{ $safe ->
    [yes] {" "}und ist sicher
   *[no] {""}
}.
log-merges = Fusion: { $chains }.
log-survives = { $chain } bleibt bestehen.
log-free-share = Für die Gründung gibt es eine Aktie.
log-no-share = Für die Gründung ist keine Aktie mehr da.
log-cash-instead = Es ist keine Aktie mehr da; für die Gründung gibt es { $cash }.
# Diese drei folgen auf einen Namen oder auf „Du“: Verben, deren Form zu beidem passt.
log-sells = stößt { $count } { $chain } zu { $price } für { $cash } ab
log-trades = ersetzt { $count } { $chain } durch { $taken } { $survivor }
log-holds = besitzt weiter { $count } { $chain }
log-buys = { $player } { $player ->
    [Du] kaufst
   *[other] kauft
} { $shares } für { $cost }.
log-buys-nothing = { $player } { $player ->
    [Du] kaufst
   *[other] kauft
} nichts.
bonus-for = Boni für { $chain } ({ $size } Plättchen, { $price } je Aktie):
bonus-sole = { $who }, allein beteiligt ({ $shares }): { $sum } = { $amount }
bonus-one = { $who } ({ $shares }): { $sum }
bonus-shared = { $who } (je { $shares }): { $sum }, geteilt durch { $people }: je { $amount }
bonus-none = { $who } ({ $shares }): kein Bonus

## Was zu entscheiden ist

turn-yours = Du bist am Zug
turn-of = { $player } ist am Zug
ask-tile = Lege ein Plättchen.
ask-tile-of = { $player } legt ein Plättchen.
ask-pass = Du kannst keines deiner Plättchen legen. Es geht ohne Legen weiter.
ask-answer = { $player } bietet dir { $give } für { $take }.
ask-answer-of = { $player } denkt über ein Angebot nach.
ask-found = Welche Kette gründest du?
ask-found-of = { $player } wählt eine Kette zum Gründen.
ask-survivor = Diese Ketten sind gleich groß. Welche bleibt bestehen?
ask-survivor-of = { $player } wählt die Kette, die bestehen bleibt.
ask-defunct = Welche Kette wird zuerst aufgelöst?
ask-defunct-of = { $player } wählt die Kette, die zuerst aufgelöst wird.
ask-dispose = { $defunct } geht in { $survivor } auf. Was geschieht mit { $count ->
    [one] deiner Aktie
   *[other] deinen { $count } Aktien
}?
ask-dispose-of = { $player } entscheidet über Aktien von { $defunct }.
ask-buy = Kaufe bis zu drei Aktien.
ask-buy-of = { $player } kauft Aktien.
ask-close = Beende deinen Zug oder erkläre das Spiel für beendet.
ask-close-of = { $player } beendet den Zug.
ask-over = Das Spiel ist aus.
won-by = { $players } { $count ->
    [one] { $players ->
        [Du] gewinnst
       *[other] gewinnt
    }
   *[other] gemeinsam auf Platz 1
} mit { $cash }

## Knöpfe

pass = Weiter
buy = Kaufen
buy-nothing = Nichts kaufen
buy-for = Für { $cost } kaufen
remains = { $cash } bleiben
less = Eine Aktie von { $chain } weniger
more = Eine Aktie von { $chain } mehr
end-turn = Zug beenden
declare-end = Spielende erklären
declare-end-means = Wäre das Spiel jetzt aus: { $standing }
accept = Annehmen
decline = Ablehnen
undo = Zurücknehmen
sell = Verkaufen
trade = 2 : 1 tauschen
hold = Behalten
sell-all = Alle verkaufen
trade-all = So viele wie möglich tauschen
hold-all = Alle behalten
confirm = Bestätigen
disposal-brings = Bringt { $cash } und { $taken } { $survivor }; { $held } behalten
hint = Tipp
hint-says = { $action }. { $reason }
hint-thinking = Denkt nach …
close = Schließen
new-game = Neues Spiel
again = Noch einmal
back-home = Startseite
save-record = Partie speichern

## Was ein Plättchen bewirken würde

outlook-alone = { $tile } läge allein.
outlook-grow = { $tile } lässt { $chain } auf { $size } Plättchen wachsen, { $price } je Aktie.
outlook-found = { $tile } gründet eine Kette mit { $size } Plättchen.
outlook-merge = { $tile } führt zur Fusion: { $chains }.
outlook-not-now = { $tile } ist gerade nicht spielbar: Es entstünde eine achte Kette.
outlook-never = { $tile } ist nie mehr spielbar: Sichere Ketten dürfen nicht fusionieren.
outlook-paid = { $who }: { $amount } für { $chain }

## Der Spieltisch

board = Spielplan
board-cell-empty = { $tile }, leer
board-cell-lone = { $tile }, einzelnes Plättchen
board-cell-chain = { $tile }, { $chain }
board-in-hand = auf deiner Hand
hand = Deine Plättchen
hand-of = Plättchen von { $player }
market = Börse
players = Spieler
log = Verlauf
card = Preise
chain = Kette
size = Größe
price = Preis
left = Übrig
bonuses = Boni
next-step = Danach
safe = Sicher
cash = Geld
worth = Vermögen
majority = Mehrheit
minority = Minderheit
hidden = verdeckt
pile-left = { $count ->
    [one] { $count } Plättchen im Nachziehstapel
   *[other] { $count } Plättchen im Nachziehstapel
}
level-random = Zufall
level-shopper = Kauffreudig
level-novice = Neuling
level-steady = Solide
# Steht wie ein Name am Satzanfang; die Sätze oben richten ihr Verb nach [Du].
you = Du

## Startseite

tagline = Gründe Hotelketten, fusioniere sie und halte die Mehrheit, wenn es darauf ankommt.
play-now = Jetzt spielen
against-bots = Gegen Bots
opponents = Gegner
how-strong = Spielstärke
rules = Regeln
your-name = Dein Name
start-game = Los geht’s
continue-game = Spiel fortsetzen
pass-and-play = Reihum an einem Gerät
pass-and-play-about = Ihr teilt euch diesen Bildschirm. Zwischen den Zügen verdeckt ein Vorhang die Plättchen.
people = Personen
bots = Bots
curtain = Gib den Bildschirm an { $player } weiter
curtain-about = Sonst sollte jetzt niemand hinsehen.
curtain-open = Ich bin { $player }
preset-classic = Klassisch
preset-renegade = Ausgabe 2023
preset-tycoon = Tycoon-Boni
preset-trading = Mit Handel
preset-manual = Streng nach Anleitung
preset-digital = Digitale Ausgabe
local-about = Läuft ganz in dieser Seite: ohne Konto und ohne Verbindung.
not-found = Unter dieser Adresse gibt es nichts.
language = Sprache
theme = Namen der Ketten
theme-hotels = Hotels
theme-digital = Digital
theme-corporations = Konzerne
theme-renegade = Ausgabe 2023
keys = Tastatur
keys-tiles = 1 bis 6: Plättchen wählen; noch einmal oder Eingabetaste: legen
keys-chains = Buchstabe einer Kette: Kette wählen oder Aktie kaufen
keys-enter = Eingabetaste: bestätigen
keys-undo = U: zurücknehmen
keys-hint = H: Tipp
keys-help = ?: diese Liste
final = Endstand
place = Platz
player = Spieler
total = Gesamt
place-tile = { $tile } legen

## Tische des Servers

connecting = Verbindung wird aufgebaut …
who-are-you = Wer bist du?
enter = Hereinkommen
unreachable = Der Server ist nicht erreichbar. Versuche es gleich noch einmal.
connection-lost = Verbindung verloren. Neuer Versuch läuft; nichts geht verloren.
old-page = Der Server ist neuer als diese Seite. Lade die Seite neu.
follow-rematch = Zur Revanche
no-table = Diesen Tisch gibt es nicht.
no-table-about = Prüfe den Link oder beginne eine eigene Partie.
seat-open = Frei
sit-down = Hinsetzen
who-sits-here = Wer hier sitzt
lobby = Warten auf Mitspieler
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
clock-decision = 30 Sekunden je Entscheidung
clock-bank = 10 Minuten, 10 Sekunden mehr je Entscheidung
clock-days = 2 Tage je Entscheidung
public = Für alle sichtbar
takebacks = Entscheidungen dürfen zurückgenommen werden
create-table = Tisch eröffnen

## Rückblick

review = Eine Partie nachspielen
open-record = Aufzeichnung einer Partie
open-record-about = Wähle eine Aufzeichnung oder zieh sie hierher. Jedes Ereignis wird nach den Regeln geprüft.
no-record = Von dieser Partie gibt es keine Aufzeichnung: vielleicht läuft sie noch.
first-event = Zum Anfang
last-event = Zum Ende
one-back = Ein Ereignis zurück
one-forth = Ein Ereignis weiter
autoplay = Von selbst abspielen
viewpoint = Wessen Sicht
spectator = Zuschauer
moment = Zeitpunkt der Partie
worth-chart = Vermögen aller im Lauf der Partie
play-on = Ab hier gegen Bots weiterspielen
