# Choisir les options des règles

more-options = Plus d’options
trouble-tycoon-for-two = Trois places ne vont pas à deux joueurs : choisissez deux places ou un troisième joueur.
trouble-tycoon-with-bank = La banque n’est rivale que pour deux places : choisissez deux places, ou pas de banque.
bank-set-aside = La banque est mise de côté : elle n’est rivale que pour deux places.
two-places-with-bank = Deux places sont payées maintenant : la banque n’est rivale que dans ce cas.
trouble-players = Une partie compte de deux à six joueurs.
trouble-rules = Le programme ne connaît pas ces règles.
trouble-no-person = Personne ne joue : donnez au moins une place à un humain.
trouble-same-name = Deux joueurs s’appellent { $player } : donnez à chacun son propre nom.
each-level = Chaque adversaire
opponent = Adversaire { $number }
person = Humain
name-of = Nom du joueur { $number }
kind-of = Qui joue comme joueur { $number }
memory = Ce que la page retient
memory-none = Rien
memory-none-about = À chacun de se souvenir : le journal ne remonte qu’au dernier tour.
memory-mergers = Les fusions
memory-mergers-about = Ce que les fusions ont révélé reste dans le journal. Le reste ne remonte qu’au dernier tour.
memory-all = Tout
memory-all-about = Le journal reste entier.
