# Rückblick

review = Eine Partie nachspielen
open-record = Aufzeichnung öffnen
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
review-this = Diese Partie nachspielen
