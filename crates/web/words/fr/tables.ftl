# Tables du serveur

connecting = Connexion…
who-are-you = Qui êtes-vous ?
enter = Entrer
unreachable = Le serveur est injoignable. Réessayez dans un instant.
connection-lost = Connexion perdue. Nouvel essai en cours ; rien n’est perdu.
decision-kept = Connexion perdue. Votre décision est conservée et sera envoyée dès le retour de la connexion.
old-page = Le serveur est plus récent que cette page. Rechargez la page.
follow-rematch = Vers la revanche
no-table = Cette table n’existe pas.
no-table-about = Vérifiez le lien, ou commencez votre propre partie.
seat-open = Libre
sit-down = S’asseoir
seat-reserved = Réservée à { $player }
seat-reserved-wait = Cette place est réservée à un joueur de la partie précédente. Vous pourrez la libérer dans quelques minutes.
decline-seat = Non merci
who-sits-here = Qui s’assoit ici
lobby = En attente de joueurs
lobby-full = Toutes les places sont prises
share-link = Envoyez ce lien à vos adversaires
wait-for-host = La personne qui a créé la table lance la partie.
leave = Quitter
resume-seat = Reprendre ma place
leave-seat = Laisser un bot jouer à ma place
away = { $player } est absent { $minutes ->
    [0] depuis moins d’une minute
    [one] depuis une minute
   *[other] depuis { $minutes } minutes
}.
away-clock = Un bot prend le relais quand son temps est écoulé.
away-wait = Vous pourrez laisser jouer un bot dans { $minutes ->
    [one] une minute
   *[other] { $minutes } minutes
}.
away-vote = Laisser un bot jouer pour { $player }
away-agreed = D’accord : { $players }
away-rating = Le bot prend le relais dès que vous êtes tous d’accord. S’il termine la partie, { $player } prend la dernière place au classement, et l’argent départage les autres.
bot-plays = Un bot ({ $level }) joue pour { $player }.
bot-plays-mine = Un bot ({ $level }) joue pour vous. S’il termine la partie, vous prenez la dernière place au classement.
bot-finished = Un bot ({ $level }) a terminé la partie pour { $player }, qui prend la dernière place au classement.
bot-finished-mine = Un bot ({ $level }) a terminé la partie pour vous : vous prenez la dernière place au classement.
bots-wait = Les bots font une pause : les parties de l’hôte ont épuisé leur temps de réflexion pour l’instant. La partie reprendra d’elle-même dans quelques minutes. Pour continuer tout de suite, reprenez votre place.
pause = Pause
go-on = Reprendre
chat = Écrire à la table
no-server = Le serveur est injoignable : les parties sur cette page marchent quand même.
my-games = Mes parties
with-others = Avec d’autres
new-table = Nouvelle table
open-tables = Tables ouvertes
running-games = Parties en cours
seats = Places
clock = Pendule
clock-none = Aucune
clock-decision = { $time } par décision
clock-bank = { $time } pour la partie
clock-bank-more = { $time } pour la partie et { $more } par décision
clock-days = { $days ->
    [one] un jour
   *[other] { $days } jours
} par décision
public = Visible par tous
setting-takebacks = On peut reprendre ses décisions
setting-hints = Conseils et entraîneur (partie non classée)
create-table = Ouvrir la table
hosts-already = Vous avez déjà une table ouverte. Quittez-la ou lancez sa partie, puis ouvrez-en une autre.
to-open-table = Aller à cette table
replace-table = La quitter et ouvrir la nouvelle
