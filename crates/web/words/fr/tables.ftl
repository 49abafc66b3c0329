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
who-sits-here = Qui s’assoit ici
lobby = En attente de joueurs
lobby-full = Toutes les places sont prises
share-link = Envoyez ce lien à vos adversaires
wait-for-host = La personne qui a créé la table lance la partie.
leave = Quitter
resume-seat = Reprendre ma place
leave-seat = Laisser un bot jouer à ma place
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
