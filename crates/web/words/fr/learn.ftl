# Apprendre le jeu

learn = Apprendre
learn-about = De courtes pages avec des plateaux à essayer, une première partie guidée et des énigmes.
learn-rules = Les règles
learn-boards = Plateaux
learn-points = En bref
learn-turn = Autres chapitres
learn-chapter-of = Chapitre { $number } sur { $total }
learn-set-back = Remettre le plateau
learn-done = Votre tour est fini. Remettez le plateau pour essayer autre chose.
learn-prices = Prix d’une action selon la taille de sa chaîne
told-title = Ce qui s’est passé
new-to-game = Vous découvrez le jeu ?

## Les chapitres

chapter-tiles = Les tuiles
chapter-tiles-lead = À votre tour, vous posez une de vos six tuiles sur la case qu’elle indique.
chapter-tiles-1 = Le plateau a 12 colonnes et 9 rangées, avec une tuile par case : de 1A à 12I.
chapter-tiles-2 = Les tuiles se touchent en haut, en bas, à gauche et à droite, jamais par les coins.
chapter-tiles-3 = Une tuile voisine d’une chaîne la rejoint, avec les tuiles isolées qui lui sont reliées. Une tuile qui ne touche rien reste isolée.
board-touch = Toucher
board-touch-try = Deux de vos tuiles semblent près de la chaîne, mais une seule la touche. Choisissez-en une pour voir son effet, puis posez-la.
board-join = Rejoindre
board-join-try = Posez 5D : combien de tuiles la chaîne a-t-elle ensuite ?

chapter-founding = Fonder une chaîne
chapter-founding-lead = Une tuile à côté d’une tuile isolée fonde une chaîne, et vous choisissez laquelle.
chapter-founding-1 = Il y a sept chaînes : deux bon marché, trois moyennes, deux chères.
chapter-founding-2 = Qui fonde une chaîne en reçoit une action gratuite.
chapter-founding-3 = Quand les sept sont sur le plateau, personne ne peut en fonder une huitième : la tuile doit attendre.
board-found = Fonder
board-found-try = Posez une tuile à côté d’une tuile isolée et choisissez la chaîne.
board-eighth = Toutes les sept
board-eighth-try = Les sept chaînes sont sur le plateau. Regardez 7F : que lit-on ?

chapter-stock = Les actions
chapter-stock-lead = Après votre tuile, vous pouvez acheter jusqu’à trois actions de chaînes présentes sur le plateau.
chapter-stock-1 = Le prix monte avec la taille de la chaîne ; les chaînes chères coûtent plus à chaque taille.
chapter-stock-2 = Chaque chaîne a 25 actions. Celles des joueurs ne sont plus au marché.
chapter-stock-3 = Vous gardez argent et actions ; à la fin, chaque action est vendue à son prix.
chapter-stock-4 = Qui a le plus d’actions d’une chaîne est majoritaire, le suivant est minoritaire : c’est pour cela que l’on touche des primes.
board-buy = Acheter
board-buy-try = Achetez jusqu’à trois actions, à votre gré. Le marché donne le prix, le reste et les primes.

chapter-mergers = Les fusions
chapter-mergers-lead = Une tuile qui relie deux chaînes les fusionne : la plus grande survit, l’autre paie.
chapter-mergers-1 = Le majoritaire de la chaîne absorbée reçoit dix fois son prix, le minoritaire cinq fois. Un seul détenteur reçoit les deux.
chapter-mergers-2 = Les ex æquo additionnent les primes de leurs places et les partagent, arrondies à la centaine supérieure.
chapter-mergers-3 = Ensuite chacun décide de ses actions : les vendre, en échanger deux contre une de la survivante, ou les garder au cas où la chaîne renaîtrait.
chapter-mergers-4 = Entre chaînes de même taille, qui a posé la tuile choisit la survivante.
board-merge = Une fusion
board-merge-try = Posez 5D, lisez ce qui est payé et décidez de vos actions.
board-equal = À égalité
board-equal-try = Posez 5D et choisissez la survivante. Remettez le plateau et comparez.

chapter-safety = Les chaînes sûres
chapter-safety-lead = Une chaîne de 11 tuiles ou plus est sûre : elle ne sera jamais absorbée.
chapter-safety-1 = Une chaîne sûre peut encore en absorber de plus petites.
chapter-safety-2 = Une tuile qui relierait deux chaînes sûres est morte : on ne peut jamais la poser.
chapter-safety-3 = Les tuiles mortes peuvent être échangées quand vous piochez à la fin du tour.
board-safety = Sûre ou morte
board-safety-try = Regardez 5B, qui touche deux chaînes sûres. Puis posez 2D et voyez qui absorbe qui.

chapter-end = La fin
chapter-end-lead = Quand une chaîne a 41 tuiles, ou que toutes les chaînes du plateau sont sûres, vous pouvez déclarer la fin pendant votre tour.
chapter-end-1 = Rien n’y oblige : continuez tant que cela vous sert.
chapter-end-2 = Vous finissez votre tour. Puis chaque chaîne du plateau paie ses primes et chaque action est vendue à son prix.
chapter-end-3 = Les actions de chaînes absentes du plateau ne valent rien. Le plus riche gagne.
board-declare = Déclarer
board-declare-try = Les deux chaînes sont sûres. Déclarez la fin, posez une tuile, achetez et lisez d’où vient l’argent.

chapter-variants = Autres façons de jouer
chapter-variants-lead = Les éditions du jeu diffèrent sur quelques points. Vous choisissez les règles au début d’une partie.
chapter-variants-1 = Primes Tycoon : le troisième détenteur est payé aussi.
chapter-variants-2 = À deux : pour chaque prime, la banque tire une tuile, dont la colonne est le nombre de ses actions.
chapter-variants-3 = Échanges : avant sa tuile, qui joue peut proposer de l’argent et des actions à un autre.
chapter-variants-4 = Avoirs cachés : vous ne voyez pas ce que les autres possèdent, sauf les actions d’une chaîne qui paie ses primes.
chapter-variants-5 = De petits points changent aussi : si les tuiles de départ peuvent fonder des chaînes, comment s’échangent les tuiles mortes, ce que touche le fondateur quand il ne reste plus d’action, et s’il faut finir son tour après avoir déclaré la fin.
board-tycoon = Tycoon
board-tycoon-try = Posez 5D : trois détenteurs sont payés pour la chaîne absorbée.
board-bank = Avec la banque
board-bank-try = Posez 5D : la banque tire une tuile et concourt pour la prime.

## La première partie guidée

first-title = Votre première partie
first-about = Une partie guidée de trois minutes : fondez une chaîne, faites-la grandir, fusionnez, gagnez.
first-begin = Jouer la partie guidée
first-continue = Reprendre la partie guidée
first-again = Recommencer
first-step = Étape { $number } sur { $total }
first-sales = Ventes
first-real-game = Jouer une vraie partie
first-place = Vous entrez dans une partie contre Ada et Ben. Voici vos tuiles, chacune va sur une case. Touchez { $tile } : à côté de la tuile isolée, elle fonde une chaîne.
first-place-otherwise = Celle-là peut attendre. { $tile } est à côté d’une tuile isolée et fonde une chaîne : touchez-la.
first-found = Une chaîne de deux tuiles ! Choisissez celle que vous voulez. Bon marché ou chère, sa première action vous est offerte.
first-found-otherwise = Choisissez d’abord la chaîne que vous fondez.
first-buy = Maintenant, achetez des actions. Touchez + jusqu’à en avoir trois de { $own }, puis achetez : plus vous en avez, plus la majorité est sûre.
first-buy-otherwise = Ce serait possible, mais prenez cette fois les trois de { $own } : qui en a le plus est payé à la fusion.
first-watch = Ada et Ben jouent leur tour. Le journal dit ce qu’ils font.
first-grow = À vous de nouveau. Posez { $tile } : elle touche { $own } et une tuile isolée, votre chaîne grandit donc de deux, et chaque action vaut plus.
first-grow-otherwise = Gardez celle-là. { $tile } fait grandir { $own }, et vos actions montent avec elle.
first-buy-more = Encore trois de { $own } : Ada et Ben peuvent en acheter aussi, et seuls les deux plus gros détenteurs sont payés.
first-buy-more-otherwise = Prenez encore trois { $own }, pour que personne ne vous dépasse.
first-merge = Le grand moment. { $tile } touche { $own } et { $large }. La plus grande chaîne absorbe la plus petite, qui paie ses primes : à vous.
first-merge-otherwise = Pas encore : { $tile } fusionne les deux chaînes et vous donne la prime de majorité.
first-dispose = La prime est à vous ; le journal en montre le calcul. Et vos actions { $own } ? Échangez-en le maximum, deux contre une de { $large }, qui vaut plus, et vendez celle qui reste : un seul bouton fait les deux.
first-dispose-otherwise = N’en gardez aucune cette fois : la partie finit dans un instant, et les actions d’une chaîne disparue ne vaudront rien. Échangez ou vendez tout.
first-buy-last = { $large } est sûre à présent : avec 11 tuiles ou plus, elle ne sera jamais absorbée. Vous pouvez en acheter trois actions pour la majorité finale.
first-buy-last-otherwise = Achetez jusqu’à trois actions, ou rien.
first-declare = Toutes les chaînes du plateau sont sûres : vous pouvez finir la partie. Vous lisez ci-dessous ce que chacun aurait. Déclarez la fin !
first-declare-otherwise = Vous pourriez continuer, et dans une longue partie c’est parfois sage. Mais celle-ci est à vous : déclarez la fin.
first-over = Voilà une partie entière. À la fin, chaque chaîne paie encore ses primes et toutes les actions sont vendues. Ci-dessous, qui a reçu quoi ; le journal explique chaque paiement.

## Les énigmes

puzzles = Énigmes
puzzles-about = Dix positions, chacune avec une meilleure décision. Les règles du jeu vérifient votre réponse et montrent le calcul.
puzzles-solved = { $solved } sur { $total } résolues
puzzles-go = Vers les énigmes
puzzle-solved = Résolue
puzzle-hint = Donnez-moi un indice
puzzle-again = Réessayer
puzzle-show = Montrer la réponse
puzzle-next = Énigme suivante
puzzle-choice = Décision
puzzle-compared = Ce que chaque décision vous rapporte
puzzle-right = Juste ! { $choice } vous mène à { $money }.
puzzle-wrong = Ce n’est pas le mieux : { $choice } vous mène à { $money }. Une autre décision rapporte { $more } de plus.
puzzle-counts-cash = Ce qui compte : votre argent juste après la décision.
puzzle-counts-worth = Ce qui compte : votre argent et vos actions à leur prix, juste après la décision.
puzzle-counts-turn = Ce qui compte : ce que vous avez à la fin de ce tour. Si la partie finit avec lui, c’est votre total final. Chacun joue au mieux.
puzzle-counts-game = Ce qui compte : votre total final. Chacun joue au mieux.

puzzle-pays = Quelle tuile paie le plus ?
puzzle-pays-ask = Trois de vos tuiles fusionnent des chaînes. Laquelle vous rapporte le plus d’argent tout de suite ?
puzzle-pays-hint = Chaque fusion dissout la plus petite chaîne. Voyez qui en détient le plus, et ce que valent dix ou cinq fois son prix.
puzzle-pays-why = Dix fois un prix bas, c’est plus que cinq fois un prix un peu plus haut. Et le troisième détenteur n’a rien.

puzzle-grows = Faites-la grandir
puzzle-grows-ask = Quelle tuile donne le plus de valeur à vos actions ?
puzzle-grows-hint = Jusqu’à six, le prix monte à chaque tuile, puis par plus grands pas. Comptez les tuiles isolées qui suivent, et multipliez par vos actions.
puzzle-grows-why = Les tuiles qui suivent comptent. Trois hausses pour peu d’actions peuvent valoir plus qu’une hausse pour beaucoup.

puzzle-revive = Quelle chaîne fondez-vous ?
puzzle-revive-ask = Vous fondez une chaîne de deux tuiles. Laquelle vous rend le plus riche ?
puzzle-revive-hint = Vous avez encore des actions de chaînes absentes du plateau. Que deviennent-elles si la chaîne revient ?
puzzle-revive-why = Les actions gardées comptent de nouveau dès que leur chaîne est fondée. Beaucoup d’anciennes bon marché valent mieux qu’une nouvelle chère.

puzzle-survivor = Qui doit survivre ?
puzzle-survivor-ask = Deux chaînes égales fusionnent, et vous choisissez. Laquelle doit survivre ?
puzzle-survivor-hint = On vous paie pour la chaîne qui disparaît. Celle qui reste grandit, et ses actions avec elle.
puzzle-survivor-why = La chaîne dont vous êtes majoritaire vous paie en disparaissant, et deux de ses actions en donnent une d’une chaîne deux fois plus grande.

puzzle-majority = Quelles trois actions ?
puzzle-majority-ask = La fin est déclarée ; ce sont vos dernières actions. Qu’achetez-vous ?
puzzle-majority-hint = Une action se revend à son prix : seules les primes comptent. Dans quelle chaîne pouvez-vous dépasser quelqu’un ?
puzzle-majority-why = Prendre la majorité change cinq fois le prix en dix fois. Rompre une égalité rapporte moins de la moitié.

puzzle-dispose = Vendre, échanger, garder ?
puzzle-dispose-ask = Votre chaîne est absorbée. Ensuite vous pourrez acheter trois actions, puis vous déclarerez la fin. Que faites-vous de vos six actions ?
puzzle-dispose-hint = En vendre deux rapporte plus que l’action obtenue en échange. Mais combien d’actions de la survivante vous faut-il, et combien pouvez-vous en acheter ?
puzzle-dispose-why = On peut acheter trois actions, deux doivent donc venir de l’échange : la majorité est alors à vous. Le reste vaut plus vendu.

puzzle-last = Votre dernière tuile
puzzle-last-ask = La fin est déclarée, vous posez votre dernière tuile. Laquelle ?
puzzle-last-hint = Qui reçoit les primes d’une chaîne à un seul détenteur ?
puzzle-last-why = Une chaîne fondée au dernier tour n’a qu’un détenteur, qui reçoit les deux primes : quinze fois son prix.

puzzle-order = Laquelle d’abord ?
puzzle-order-ask = Deux chaînes égales sont absorbées l’une après l’autre. Laquelle d’abord ?
puzzle-order-hint = Regardez le marché : combien d’actions de la survivante restent à échanger, et qui les prendrait ?
puzzle-order-why = Les dernières actions de la survivante vont à qui échange en premier. Faites d’abord absorber la chaîne dont vous avez des actions.

puzzle-finish = Quelle tuile gagne ?
puzzle-finish-ask = Posez une tuile. Pensez au tour entier : que pourrez-vous faire à la fin ?
puzzle-finish-hint = On peut déclarer la fin quand toutes les chaînes du plateau sont sûres. Laquelle fait obstacle ?
puzzle-finish-why = La petite chaîne disparue, toutes sont sûres, et vous pouvez déclarer la fin tant que les majorités sont à vous.

puzzle-declare = Déclarer la fin maintenant ?
puzzle-declare-ask = La pioche est vide ; Ada n’a plus que 9B, vous avez 11G. Déclarez-vous la fin, ou finissez-vous seulement votre tour ?
puzzle-declare-hint = Ada peut-elle acheter quelque chose qui vous nuit ? Elle doit poser sa tuile : qu’y gagnent ses actions, et les vôtres ?
puzzle-declare-why = Il ne reste aucune action de la grande chaîne, personne ne peut donc vous dépasser. Et Ada doit poser 9B, qui fait monter le prix : vous y gagnez plus qu’elle, et ainsi la partie.
