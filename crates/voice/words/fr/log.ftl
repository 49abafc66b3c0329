# Le journal

log-start-tile = { $player } { $player ->
    [Vous] tirez
   *[other] tire
} la tuile de départ { $tile }.
log-start-tile-founds = { $player } { $player ->
    [Vous] tirez
   *[other] tire
} la tuile de départ { $tile } : elle fonde une chaîne.
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
log-founds-at = { $player } { $player ->
    [Vous] fondez
   *[other] fonde
} { $chain }, siège en { $tile }.
log-survivor = { $player } { $player ->
    [Vous] choisissez
   *[other] choisit
} { $chain } comme survivante.
log-defunct = { $player } { $player ->
    [Vous] choisissez
   *[other] choisit
} { $chain } comme prochaine chaîne à dissoudre.
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
log-merges = { $chains } fusionnent.
log-survives = { $chain } survit.
log-free-share = La fondation rapporte une action gratuite.
log-no-share = Il ne reste aucune action pour la fondation.
log-cash-instead = Il ne reste aucune action ; la fondation rapporte { $cash }.
# Ces trois suivent un nom et se suivent.
log-sells = { $player ->
    [Vous] vendez
   *[other] vend
} { $count } { $chain } à { $price } pour { $cash }
log-trades = { $player ->
    [Vous] échangez
   *[other] échange
} { $count } { $chain } contre { $taken } { $survivor }
log-holds = { $player ->
    [Vous] gardez
   *[other] garde
} { $count } { $chain }
log-buys = { $player } { $player ->
    [Vous] achetez
   *[other] achète
} { $shares } pour { $cost }.
log-buys-nothing = { $player } { $player ->
    [Vous] n’achetez
   *[other] n’achète
} rien.
bonus-for = Primes pour { $chain } ({ $size } tuiles, { $price } l’action ; { $kind ->
    [tycoon] première 10 × { $price }, deuxième selon le barème, troisième 5 × { $price }
   *[classic] majorité 10 × { $price }, minorité 5 × { $price }
}) :
bonus-sole = { $who }, unique actionnaire ({ $shares ->
    [one] { $shares } action
   *[other] { $shares } actions
}) : { $sum } = { $amount }{ $bank ->
    [yes] {" "}; la part de la banque n’est pas versée
   *[no] {""}
}
bonus-one = { $who } ({ $shares ->
    [one] { $shares } action
   *[other] { $shares } actions
}) : { $sum }{ $bank ->
    [yes] {" "}; la part de la banque n’est pas versée
   *[no] {""}
}
bonus-shared = { $who } ({ $shares ->
    [one] { $shares } action
   *[other] { $shares } actions
} chacun) : { $sum } à partager en { $people }{ $rounded ->
    [yes] , arrondi à la centaine supérieure
   *[no] {""}
}, soit { $amount } chacun{ $bank ->
    [yes] {" "}; la part de la banque n’est pas versée
   *[no] {""}
}
bonus-none = { $who } ({ $shares ->
    [one] { $shares } action
   *[other] { $shares } actions
}{ $people ->
    [one] {""}
   *[other] {" "}chacun
}) : pas de prime
bonus-majority = prime de majorité { $amount }
bonus-minority = prime de minorité { $amount }
bonus-primary = première prime { $amount }
bonus-secondary = deuxième prime { $amount }
bonus-tertiary = troisième prime { $amount }
won-by = { $players } { $count ->
    [one] { $players ->
        [Vous] gagnez
       *[other] gagne
    }
   *[other] à égalité en tête
} avec { $cash }
