# Relecture

review = Revoir une partie
open-record = Ouvrir un enregistrement
open-record-about = Choisissez un enregistrement ou déposez-le ici. Chaque événement est vérifié selon les règles.
no-record = Il n’y a pas d’enregistrement de cette partie : elle n’est peut-être pas finie.
first-event = Au début
last-event = À la fin
one-back = Un événement en arrière
one-forth = Un événement en avant
autoplay = Lecture automatique
viewpoint = Point de vue
spectator = Spectateur
moment = Moment de la partie
worth-chart = Fortune de chacun au fil de la partie
play-on = Continuer d’ici contre des bots
review-this = Revoir cette partie
