# Les décisions, et pourquoi l’une peut être bonne

do-offer = Proposer à { $player } { $give } contre { $take }
do-accept = Accepter l’offre
do-decline = Refuser l’offre
do-declare = Déclarer la fin
do-place = Poser { $tile }
do-pass = Continuer sans tuile
do-found = Fonder { $chain }
do-survivor = Faire survivre { $chain }
do-defunct = Dissoudre d’abord { $chain }
do-hold = Garder toutes les { $defunct }
do-sell = Vendre { $sell } { $defunct }
do-trade = Échanger { $trade } { $defunct } contre { $taken } { $survivor }
do-sell-and-trade = Vendre { $sell } { $defunct } et en échanger { $trade } contre { $taken } { $survivor }
do-buy-nothing = Ne rien acheter
do-buy = Acheter { $shares }
do-end-turn = Finir le tour
do-keep-tiles = Garder toutes les tuiles mortes
do-exchange = Échanger { $tiles }

reason-you = vous
reason-lone = { $tile } reste isolée : personne n’y gagne.
reason-lone-next = { $tile } reste isolée, et avec { $next } de la main on peut fonder une chaîne à côté.
reason-founds = { $tile } fonde une chaîne de { $size } tuiles.
reason-first-share = La première action est gratuite.
reason-no-share = Il n’y a plus d’action pour la fondation.
reason-cash-instead = Il n’y a plus d’action : la fondation rapporte { $cash } à la place.
reason-new-chain = Fonder { $chain } met { $size } tuiles à { $price } l’action sur le plateau.
reason-grows = { $tile } fait passer { $chain } à { $size } tuiles.
reason-price = L’action passe de { $before } à { $price }.
reason-safe = La chaîne devient sûre.
reason-rank-none = Aucune action en main.
reason-rank-most = { $own ->
    [one] Une action
   *[other] { $own } actions
} en main, le plus grand nombre.
reason-rank-equal = { $own ->
    [one] Une action
   *[other] { $own } actions
} en main, autant que { $player }.
reason-rank-less = { $own ->
    [one] Une action
   *[other] { $own } actions
} en main ; { $player } en a { $most }.
reason-merges = { $survivor } absorbe { $chains }.
reason-equals = { $chains } sont de même taille : on choisit celle qui survit.
reason-if-dissolved = Sans { $chain } :
reason-pays = Primes : { $list }.
reason-pays-nobody = Personne ne touche de prime.
reason-pays-hidden = Les primes vont aux plus gros actionnaires.
reason-bank = La tuile de la banque peut encore prendre une place.
reason-sells = Vendre { $defunct } rapporte { $cash }.
reason-trades = L’échange rapporte { $taken } { $survivor }.
reason-holds = { $held } { $defunct } { $held ->
    [one] attend
   *[other] attendent
} une nouvelle fondation.
reason-buys-nothing = Ne rien acheter garde { $cash } pour la suite.
reason-buys = Acheter { $shares } pour { $cost } laisse { $cash }.
reason-end-not-declared = Finie maintenant, la partie rapporterait { $own }, et { $cash } à { $player }.
reason-end-after-turn = En l’état, la fin rapporte { $own }, et { $cash } à { $player } ; ce tour peut encore changer cela.
reason-end-now = Finir maintenant rapporte { $own }, et { $cash } à { $player }.
reason-end-hidden = Ce que rapporterait la fin est caché.
reason-turn-over = Le tour est fini.
reason-trade = C’est { $get } contre { $give }, aux prix du jour.
reason-exchanges = Les tuiles qu’on ne peut pas poser laissent la place à de nouvelles.
reason-keeps-tiles = Vous gardez des tuiles qu’on ne peut pas poser.
reason-nothing-else = Il n’y a rien d’autre à faire.
gain-alone = Seule participation dans { $chain } ensuite.
gain-majority = Cela prend la majorité de { $chain } : { $own } contre { $most } pour { $player }.
gain-level = Cela met à égalité avec { $player } dans { $chain }.
gain-lead = L’avance sur { $player } dans { $chain } est alors de { $by }.
gain-second = Deuxième place dans { $chain }, derrière { $player }.
gain-closer = Cela rapproche de { $player } dans { $chain } : { $own } contre { $most }.
