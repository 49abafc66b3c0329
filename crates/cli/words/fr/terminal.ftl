# Ce que le terminal dit en plus des phrases du jeu

## Une partie après l’un de ses événements

show-title = partie { $game } · événement { $event } sur { $events } · règles { $rules }
status-dealt = Les tuiles sont distribuées
status-turn = { $player } joue
status-decides-too = {" "}et décide : { $what }
status-decides = { $player } décide : { $what }
status-follows = le dernier événement a encore des suites
status-declared = la fin est déclarée
status-may-declare = la fin peut être déclarée
status-then = la prochaine décision n’a laissé aucun événement : continuez avec --then
status-over = La partie est finie : { $victory }
log-before = { $count ->
    [one] { $count } événement
   *[other] { $count } événements
} avant : --log all
pile-left = { $count ->
    [one] { $count } tuile
   *[other] { $count } tuiles
} dans la pioche
pile-aside = { $count ->
    [one] { $count } mise
   *[other] { $count } mises
} de côté : { $tiles }
legend = o isolée   ° sûre   > dernière posée

## Titres des tableaux

head-chain = chaîne
head-size = taille
head-share = action
head-left = reste
head-safe = sûre
head-majority = majorité
head-minority = minorité
head-primary = 1re
head-secondary = 2e
head-tertiary = 3e
head-player = joueur
head-cash = argent
head-worth = fortune
head-hand = main
head-scoring = décompte final
head-bonus = prime
head-price = à { $price }
head-total = total
head-chance = chances de gagner
head-own-money = son argent
head-money = argent
head-decisions = décisions
head-best = meilleures
head-inaccuracies = imprécis
head-mistakes = erreurs
head-blunders = gaffes
head-points = points sur 100
head-start = départ
head-own-mistakes = ses erreurs
head-others-mistakes = erreurs des autres
head-luck = chance
head-result = résultat
head-chance-now = chances
head-names = noms
head-tiles = tuiles

## Conseil et analyse

advise-after = après l’événement { $event }
analyse-title = partie { $game } · { $count ->
    [one] { $count } événement
   *[other] { $count } événements
} · règles { $rules }
analyse-not-over = non terminée
analyse-columns = événement  chances de gagner  coût
analyse-better = mieux :
analyse-decided = décidé :
thinking-deals = réseau, { $count ->
    [one] { $number } donne
   *[other] { $number } donnes
} par décision
thinking-playouts = { $count ->
    [one] { $number } partie jouée
   *[other] { $number } parties jouées
} jusqu’au bout par décision
thinking-network-ms = réseau, { $ms } ms par décision
thinking-playouts-ms = parties jouées jusqu’au bout, { $ms } ms par décision

## Règles

rules-options = Options
rules-presets = Éditions
rules-names = Noms
rules-prices = Prix et primes
rules-safe = À partir de { $size } tuiles, une chaîne est sûre et jamais dissoute (B4).
rules-end = À { $size } tuiles, ou s’il n’y a que des chaînes sûres, la fin peut être déclarée (E1).
rules-in-full = Les règles complètes : docs/RULES.md.
