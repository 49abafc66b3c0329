# Ce qu’on entend, voit et apprend à côté de la partie elle-même

## Réglages

settings = Réglages
set-sound = Sons
set-sound-on = Jouer des sons
set-volume = Volume
set-notify = M’avertir quand c’est mon tour et que je regarde ailleurs
set-notify-denied = Le navigateur n’autorise pas les notifications de cette page. Autorisez-les dans les réglages du navigateur.
set-words = Montrer aussi le plateau en mots
set-pace = Rythme des bots
pace-calm = Calme
pace-normal = Normal
pace-fast = Rapide
set-motion = Animations
motion-auto = Comme le système
motion-on = Activées
motion-off = Désactivées
set-scheme = Clair ou sombre
scheme-auto = Comme le système
scheme-light = Clair
scheme-dark = Sombre
notice-turn = C’est à vous

## La carte

card-about = Prix et primes
card-price = Action
place-majority = Majorité
place-minority = Minorité
place-primary = Premier
place-secondary = Deuxième
place-tertiary = Troisième
keys-card = montrer les prix et les primes
tabs = Tableaux

## Le plateau en mots, et ce qui se passe

spoken = Le plateau en mots
spoken-chain = { $chain } : { $size ->
    [one] { $size } tuile
   *[other] { $size } tuiles
}, { $price } l’action{ $safe ->
    [yes] , sûre
   *[no] {""}
}. Sur { $squares }.
spoken-run = { $from } à { $to }
spoken-lone = Tuiles isolées : { $squares }.
spoken-no-lone = Il n’y a aucune tuile isolée.
spoken-out = Hors jeu : { $squares }.
news-taken-back = La dernière décision a été annulée.
news-earlier = { $count ->
    [one] { $count } événement antérieur est dans le journal.
   *[other] { $count } événements antérieurs sont dans le journal.
}
board-headquarters = siège, { $size ->
    [one] { $size } tuile
   *[other] { $size } tuiles
}
board-safe = sûre
board-last = posée en dernier

## Sur un grand écran, et en main

tv = Vue télé
tv-open = Montrer sur un grand écran
tv-join = Rejoignez avec votre téléphone
tv-scan = Scannez le code, ou ouvrez
tv-code = Code
tv-leave = Retour à la table
tv-full = Plein écran
tv-waits = Il manque encore { $count ->
    [one] une personne
   *[other] { $count } personnes
}
tv-ready = Tout le monde est là. Qui a ouvert la table lance la partie.
qr-of = Code QR de { $address }
hand-only = Ma main seule
hand-whole = Toute la table
your-cash = Votre argent
