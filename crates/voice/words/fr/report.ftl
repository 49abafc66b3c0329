# Pour lire une partie entière en texte : au terminal et en Python. Les tuiles piochées et les primes versées.

log-deal = { $player } { $player ->
    [Vous] recevez
   *[other] reçoit
} { $tiles }.
log-draw = { $player } { $player ->
    [Vous] piochez
   *[other] pioche
} { $tiles }.
log-cash-left = Il reste { $cash }.
log-paid = Primes pour { $chain } : { $list }.
log-paid-nobody = Personne ne touche de prime pour { $chain }.
seat = Place { $seat }
name-and-seat = { $name } (place { $seat })

## Ce que la partie attend

phase-between = ce qui découle du dernier événement
phase-tile = une tuile
phase-answer = la réponse à une offre
phase-found = la chaîne à fonder
phase-survivor = la chaîne qui survit
phase-defunct = la prochaine chaîne à dissoudre
phase-dispose = les actions { $defunct }, chaîne absorbée par { $survivor }
phase-buy = un achat
phase-close = la fin du tour
phase-exchange = les tuiles mortes à échanger
phase-over = rien

## Une partie entière

transcript = Acquire à { $players } joueurs, règles : { $rules }
transcript-option = { $name } : { $value }
transcript-set-up = Mise en place
transcript-starts = { $player } commence : sa tuile de départ est la plus proche de 1A.
transcript-turn = Tour { $number } : { $player }, avec { $cash } et { $shares }
transcript-no-shares = aucune action
transcript-hand = Main : { $tiles }
transcript-standing = Classement
transcript-goes-on = La partie continue
transcript-waits = C’est à { $player } de décider : { $phase }.

## Le graphique d’une partie

chart-title = Chances de gagner et fortune
chart-about = Deux graphiques au fil des événements d’une partie : en haut les chances de gagner de chacun, en bas sa fortune.
chart-chances = Chances de gagner
chart-worth = Fortune : argent et actions à leurs prix
chart-event = événement { $event }
