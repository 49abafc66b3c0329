# Les personnes : où aller, comptes, profils, parties, et que faire quand quelque chose ne va pas

nav = Pages principales
nav-play = Jouer
nav-learn = Apprendre
nav-games = Parties
nav-leaderboard = Classement
menu = Menu
skip-to-content = Aller au contenu
log-in = Connexion
cancel = Annuler
copy = Copier
copied = Copié
reload = Recharger
try-again = Réessayer
play-here = Jouer ici sans le serveur
any = Tous
name = Nom
password = Mot de passe

## Comptes

account = Compte
profile = Profil
guest-since = Invité depuis le { $date }
account-since = Ici depuis le { $date }
own-profile = Mon profil
new-here = Première visite
new-here-about = Sans mot de passe, vous jouez en invité, dans ce navigateur seulement. Avec un mot de passe, le nom est à vous partout.
password-optional = Mot de passe, si vous voulez un compte
password-about = 8 caractères ou plus ; quelques mots à la suite font l’affaire.
weak-password = Ce mot de passe est trop court : choisissez 8 caractères ou plus.
claim = En faire un compte
claim-about = Le nom devient le vôtre seul, vous pouvez vous connecter partout et vous figurez au classement. Vos parties et votre cote vous suivent.
claim-do = Garder ce nom
sessions = Connexion
log-out = Se déconnecter
log-out-everywhere = Se déconnecter partout
log-out-everywhere-about = Partout : tous les navigateurs, et tous les jetons prennent fin.
guest-leaves = Partir en tant qu’invité ?
guest-leaves-about = Personne ne peut se reconnecter en tant qu’invité : vos parties restent, mais vous ne pourrez pas revenir à ce nom. Faites-en d’abord un compte pour le garder.
own-data = Mes données
own-data-about = Tout ce que le serveur sait de vous, dans un fichier : parties, cotes, tables, jetons.
download = Télécharger
delete-account = Supprimer le compte
delete-guest = Supprimer cet invité
delete-about = Votre nom disparaît partout.
delete-ask = Supprimer…
delete-do = Supprimer définitivement
delete-lost = Disparaissent votre nom, votre profil, vos cotes, vos jetons et vos places. Dans les parties en cours, un bot joue à votre place.
delete-stays = Restent les parties terminées, pour ceux qui les ont jouées avec vous : vous y devenez « somebody ».
delete-final = C’est irréversible.
tokens = Jetons pour programmes
tokens-about = Avec un jeton, un programme joue en votre nom. Quiconque le possède peut le faire : ne le donnez à personne.
api-page = L’interface pour programmes
token-once = Voici le jeton. Il n’est montré que maintenant : copiez-le là où il servira.
token-label = À quoi il sert
token-make = Créer un jeton
token-until = jusqu’au { $date }
token-end = Révoquer
token-end-of = Révoquer le jeton { $label }
change-password = Changer le mot de passe
change-password-about = Vous restez connecté ici. Tous les autres navigateurs sont déconnectés, et tous les jetons prennent fin.
old-password = Mot de passe actuel
next-password = Nouveau mot de passe
confirm-password = Votre mot de passe, pour confirmer
password-changed = Votre mot de passe est changé.
some-browser = Un navigateur
this-browser = ce navigateur
last-used = dernière utilisation le { $date }
never-used = jamais utilisé
log-out-of = Se déconnecter : { $label }
token-scopes = Ce qu’il permet
scope-play = Jouer
scope-read = Lire vos listes
scope-account = Gérer votre compte
show-more = Plus
muted-people = Personnes masquées
hear-again = Afficher à nouveau
mute = Masquer dans les discussions

## Profils et cotes

nobody = Il n’y a personne ici.
nobody-about = Le lien est peut-être faux, ou le compte a été supprimé.
all-games = Toutes les parties
by-players = Par nombre de joueurs
recent-games = Dernières parties
no-games-yet = Aucune partie terminée pour l’instant.
games-played = Parties
wins = Victoires
wins-share = { $count } ({ $share } %)
mean-place = Rang moyen
mean-money = Argent moyen
best-money = Record d’argent
rating = Cote
rating-chart = La cote au fil du temps
rating-went = Cote de { $first } le { $from } à { $last } le { $to }
number-of-players = Nombre de joueurs
count-players = { $count ->
    [one] { $count } joueur
   *[other] { $count } joueurs
}
rating-about = Tout le monde commence à 25. Finir devant des adversaires forts élève le plus la cote ; le nombre après ± dit à quel point elle est encore incertaine, et diminue à chaque partie. Toutes les parties terminées aux tables comptent, celles avec des bots aussi ; celles avec des conseils ne comptent pas. Le classement suit une estimation prudente : la cote moins deux fois le nombre après ±.
bot-ranks-last = Qui a laissé un bot jouer à sa place à la fin prend la dernière place, quoi que le bot ait gagné.
nobody-rated = Aucun titulaire d’un compte n’a encore terminé une partie à autant de joueurs. Vous pourriez ouvrir le classement.
guests-not-listed = Les invités ont une cote, mais ne sont pas classés.

## Parties

finished-games = Parties terminées
no-own-games = Vous n’avez pas encore de parties.
older-games = Parties plus anciennes
place-of = { $place }ᵉ sur { $players }
search-player = Qui a joué
search = Chercher
no-games-found = Aucune partie terminée ne convient. Précisez moins : un champ vide convient à tout.
preset-own = Règles à part
winner = Victoire
review-game = Revoir
open-places = { $count ->
    [one] { $count } place libre
   *[other] { $count } places libres
}
join = Rejoindre
watch = Regarder
join-game = Rejoindre une partie
link-or-code = Lien ou code
join-unreadable = Ce n’est ni un lien ni un code. Un code a six lettres et chiffres.
join-elsewhere = Ce lien appartient à un autre serveur, { $host } : ouvrez-le dans la barre d’adresse de votre navigateur.
join-no-table = Aucune table ouverte n’a ce code. Vérifiez-le, ou demandez si la partie a commencé.

## Quand quelque chose ne va pas

not-found-about = Le lien est peut-être faux ou ancien. Tout commence à l’accueil.
offline = Le serveur est injoignable.
offline-about = Vérifiez votre connexion. Les parties contre des bots et sur le même écran marchent quand même sur cette page.
not-now = Cela ne marche pas pour le moment.
closed-table = Cette table a été abandonnée.
closed-table-about = Tout le monde est parti avant le début. Ouvrez votre propre table, ou trouvez-en une autre.
game-over-about = Revoyez-la coup par coup, de n’importe quelle place.
sent-away = Votre place a été donnée à quelqu’un d’autre.
sent-away-about = Vous ne pouvez plus vous asseoir à cette table. Trouvez-en une autre, ou ouvrez la vôtre.
logged-out = Vous êtes déconnecté.
logged-out-about = Cette session a été fermée ailleurs. Reconnectez-vous pour continuer : votre place est gardée.
table-full = La table est complète.
table-full-about = Restez ici pour regarder : la partie apparaît dès qu’elle commence.
seat-taken = Cette place vient d’être prise : choisissez-en une autre, ou restez pour regarder.
lobby-code = Donnez ce code à vos adversaires

refused-name-taken = Un compte porte déjà ce nom, ou un nom qui lui ressemble : choisissez-en un autre, ou connectez-vous.
refused-wrong-password = Nom ou mot de passe incorrect. Réessayez ; les majuscules comptent dans le mot de passe.
refused-too-many = Trop d’essais. Attendez une minute, puis réessayez.
refused-unknown = Vous n’êtes pas connecté. Choisissez un nom, ou connectez-vous.
refused-invalid = Le serveur n’a pas compris. Vérifiez ce que vous avez saisi.
refused-invalid-name = Choisissez de 1 à 24 lettres ou chiffres d’une même écriture, et pas le nom d’un bot ou d’un responsable.
refused-not-found = Cela n’existe pas : vérifiez le lien.
refused-forbidden = Vous ne pouvez pas faire cela ici.
refused-wrong-state = C’est trop tard, ou trop tôt : regardez à nouveau.
refused-limit = Vous en avez autant que permis. Supprimez-en ou terminez-en d’abord.
refused-password = Le mot de passe est incorrect. Réessayez ; les majuscules comptent.
refused-unavailable = Le serveur ne peut rien garder pour le moment. Réessayez dans un instant.

## The foot of every page

about-site = À propos de ce site
trademark = Acquire est une marque de son propriétaire. Mergemaker est un projet indépendant, sans lien avec ce propriétaire.
imprint = Mentions légales
privacy = Confidentialité
terms = Conditions d’utilisation
contact = Contact
please-read = À lire :
