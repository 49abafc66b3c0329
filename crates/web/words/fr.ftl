# Tout ce que la page dit en français. La page remplit les blancs ; chaînes et personnes gardent leurs noms.

and = et
nothing = rien
the-bank = la banque
tiles = { $count ->
    [one] { $count } tuile
   *[other] { $count } tuiles
}
shares-of = { $count ->
    [one] { $count } action
   *[other] { $count } actions
}

## Le journal

log-start-tile = { $player } { $player ->
    [Vous] tirez
   *[other] tire
} la tuile de départ { $tile }.
log-stuck-hand = { $player } { $player ->
    [Vous] ne pouvez rien poser et piochez
   *[other] ne peut rien poser et pioche
} une nouvelle main ; tuiles mises de côté : { $tiles }.
log-unplayable = { $player } { $player ->
    [Vous] écartez
   *[other] écarte
} { $tiles }, qu’on ne pourra plus jamais poser.
log-offer = { $player } { $other ->
    [Vous] vous propose
   *[other] { $player ->
        [Vous] proposez
       *[other] propose
    } à { $other }
} { $give } contre { $take }.
log-accepts = { $player } { $player ->
    [Vous] acceptez
   *[other] accepte
} l’offre.
log-declines = { $player } { $player ->
    [Vous] refusez
   *[other] refuse
} l’offre.
log-declares = { $player } { $player ->
    [Vous] déclarez
   *[other] déclare
} la fin de la partie.
log-places = { $player } { $player ->
    [Vous] posez
   *[other] pose
} { $tile }.
log-passes = { $player } { $player ->
    [Vous] ne pouvez
   *[other] ne peut
} poser aucune tuile.
log-founds = { $player } { $player ->
    [Vous] fondez
   *[other] fonde
} { $chain }.
log-survivor = { $player } { $player ->
    [Vous] choisissez
   *[other] choisit
} { $chain } comme survivante.
log-defunct = { $player } { $player ->
    [Vous] choisissez
   *[other] choisit
} { $chain } comme prochaine chaîne absorbée.
log-bank-tile = La banque tire { $tile } pour { $chain } et compte comme détentrice de { $count ->
    [one] { $count } action
   *[other] { $count } actions
}.
log-end-declared = La partie est finie : la fin a été déclarée.
log-end-all-tiles = La partie est finie : toutes les tuiles sont posées.
log-end-no-tile = La partie est finie : personne n’a pu poser de tuile pendant un tour complet.
log-lone = Elle reste isolée.
log-grows = { $chain } passe à { $size } tuiles, { $price } l’action{ $safe ->
    [yes] {" "}(chaîne sûre)
   *[no] {""}
}.
log-merged = { $chain } compte maintenant { $size } tuiles, { $price } l’action{ $safe ->
    [yes] {" "}(chaîne sûre)
   *[no] {""}
}.
log-founded = La chaîne compte { $size } tuiles, { $price } l’action{ $safe ->
    [yes] {" "}(chaîne sûre)
   *[no] {""}
}.
log-merges = Fusion : { $chains }.
log-survives = { $chain } survit.
log-free-share = La fondation rapporte une action.
log-no-share = Il ne reste aucune action pour la fondation.
log-cash-instead = Il ne reste aucune action ; la fondation rapporte { $cash }.
log-sells = vend { $count } { $chain } à { $price } pour { $cash }
log-trades = échange { $count } { $chain } contre { $taken } { $survivor }
log-holds = garde { $count } { $chain }
log-buys = { $player } { $player ->
    [Vous] achetez
   *[other] achète
} { $shares } pour { $cost }.
log-buys-nothing = { $player } { $player ->
    [Vous] n’achetez
   *[other] n’achète
} rien.
bonus-for = Primes pour { $chain } ({ $size } tuiles, { $price } l’action) :
bonus-sole = { $who }, unique actionnaire ({ $shares }) : { $sum } = { $amount }
bonus-one = { $who } ({ $shares }) : { $sum }
bonus-shared = { $who } ({ $shares } chacun) : { $sum } à partager en { $people }, soit { $amount } chacun
bonus-none = { $who } ({ $shares }) : pas de prime

## Ce qu’il faut décider

turn-yours = À vous de jouer
turn-of = À { $player } de jouer
ask-tile = Posez une tuile.
ask-tile-of = { $player } pose une tuile.
ask-pass = Aucune de vos tuiles ne peut être posée. Continuez sans poser.
ask-answer = { $player } vous propose { $give } contre { $take }.
ask-answer-of = { $player } étudie une offre.
ask-found = Choisissez la chaîne à fonder.
ask-found-of = { $player } choisit une chaîne à fonder.
ask-survivor = Ces chaînes sont de même taille. Choisissez celle qui survit.
ask-survivor-of = { $player } choisit la chaîne qui survit.
ask-defunct = Choisissez la chaîne absorbée en premier.
ask-defunct-of = { $player } choisit la chaîne absorbée en premier.
ask-dispose = { $survivor } absorbe { $defunct }. Que faites-vous de { $count ->
    [one] votre action
   *[other] vos { $count } actions
} ?
ask-dispose-of = { $player } décide du sort de ses actions { $defunct }.
ask-buy = Achetez jusqu’à trois actions.
ask-buy-of = { $player } achète des actions.
ask-close = Terminez votre tour ou déclarez la fin de la partie.
ask-close-of = { $player } termine son tour.
ask-over = La partie est finie.
won-by = { $players } { $count ->
    [one] { $players ->
        [Vous] gagnez
       *[other] gagne
    }
   *[other] à égalité en tête
} avec { $cash }

## Boutons

pass = Continuer
buy = Acheter
buy-nothing = Ne rien acheter
buy-for = Acheter pour { $cost }
remains = Il reste { $cash }
less = { $chain } : une action de moins
more = { $chain } : une action de plus
end-turn = Finir le tour
declare-end = Déclarer la fin
declare-end-means = Si la partie finissait maintenant : { $standing }
accept = Accepter
decline = Refuser
undo = Annuler
sell = Vendre
trade = Échanger 2 pour 1
hold = Garder
sell-all = Tout vendre
trade-all = Échanger le maximum
hold-all = Tout garder
confirm = Confirmer
disposal-brings = Rapporte { $cash } et { $taken } { $survivor } ; { $held ->
    [one] { $held } gardée
   *[other] { $held } gardées
}
hint = Conseil
hint-says = { $action }. { $reason }
hint-thinking = Réflexion…
close = Fermer
new-game = Nouvelle partie
again = Rejouer
back-home = Accueil
save-record = Enregistrer la partie

## Ce que ferait une tuile

outlook-alone = { $tile } resterait isolée.
outlook-grow = { $tile } fait passer { $chain } à { $size } tuiles, { $price } l’action.
outlook-found = { $tile } fonde une chaîne de { $size } tuiles.
outlook-merge = { $tile } provoque une fusion : { $chains }.
outlook-not-now = { $tile } est injouable pour l’instant : ce serait une huitième chaîne.
outlook-never = { $tile } est injouable à jamais : on ne fusionne pas des chaînes sûres.
outlook-paid = { $who } : { $amount } pour { $chain }

## L’écran de jeu

board = Plateau
board-cell-empty = { $tile }, vide
board-cell-lone = { $tile }, tuile isolée
board-cell-chain = { $tile }, { $chain }
board-in-hand = dans votre main
hand = Vos tuiles
hand-of = Tuiles : { $player }
market = Bourse
players = Joueurs
log = Journal
card = Prix
chain = Chaîne
size = Taille
price = Prix
left = Reste
bonuses = Primes
next-step = Ensuite
safe = Sûre
cash = Argent
worth = Fortune
majority = Majoritaire
minority = Minoritaire
hidden = caché
pile-left = { $count ->
    [one] { $count } tuile dans la pioche
   *[other] { $count } tuiles dans la pioche
}
level-random = Hasard
level-shopper = Dépensier
level-novice = Débutant
level-steady = Solide
# Se lit comme un nom en début de phrase ; les phrases ci-dessus y accordent leur verbe par [Vous].
you = Vous

## Accueil

tagline = Fondez des chaînes d’hôtels, fusionnez-les et soyez majoritaire au bon moment.
play-now = Jouer
against-bots = Contre des bots
opponents = Adversaires
how-strong = Niveau
rules = Règles
your-name = Votre nom
start-game = Commencer
continue-game = Reprendre la partie
pass-and-play = Sur le même écran
pass-and-play-about = À plusieurs sur cet écran. Un rideau cache les tuiles entre les tours.
people = Personnes
bots = Bots
curtain = Passez l’écran à { $player }
curtain-about = Personne d’autre ne doit regarder maintenant.
curtain-open = Je suis { $player }
preset-classic = Classique
preset-renegade = Édition 2023
preset-tycoon = Primes Tycoon
preset-trading = Avec échanges
preset-manual = Selon le livret
preset-digital = Édition numérique
local-about = Tout se joue dans cette page : ni compte ni connexion.
not-found = Il n’y a rien à cette adresse.
language = Langue
theme = Noms des chaînes
theme-hotels = Hôtels
theme-digital = Numérique
theme-corporations = Sociétés
theme-renegade = Édition 2023
keys = Clavier
keys-tiles = 1 à 6 : choisir une tuile ; encore, ou Entrée : la poser
keys-chains = Lettre d’une chaîne : la choisir, ou acheter une action
keys-enter = Entrée : confirmer
keys-undo = U : annuler
keys-hint = H : conseil
keys-help = ? : cette liste
final = Résultat final
place = Rang
player = Joueur
total = Total
place-tile = Poser { $tile }

## Tables du serveur

connecting = Connexion…
who-are-you = Qui êtes-vous ?
enter = Entrer
unreachable = Le serveur est injoignable. Réessayez dans un instant.
connection-lost = Connexion perdue. Nouvel essai en cours ; rien n’est perdu.
old-page = Le serveur est plus récent que cette page. Rechargez la page.
follow-rematch = Vers la revanche
no-table = Cette table n’existe pas.
no-table-about = Vérifiez le lien, ou commencez votre propre partie.
seat-open = Libre
sit-down = S’asseoir
who-sits-here = Qui s’assoit ici
lobby = En attente de joueurs
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
clock-decision = 30 secondes par décision
clock-bank = 10 minutes, 10 secondes de plus par décision
clock-days = 2 jours par décision
public = Visible par tous
takebacks = On peut reprendre ses décisions
create-table = Ouvrir la table

## Relecture

review = Revoir une partie
open-record = Enregistrement d’une partie
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
