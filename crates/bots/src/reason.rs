//! Reasons: why a decision may be good, as data. Whoever tells one writes the sentence, in any language.

use std::cmp::Ordering;

use mergemaker_engine::{
    Action, Bundle, Chain, ChainSet, Dissolved, Money, Payout, Phase, Preview, Seat, Shares, Tile, TilePlay,
    View,
};
use serde::{Deserialize, Serialize};

/// Why a decision may be good, with its figures, for the player who makes it: `you` in what follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "because", rename_all = "snake_case")]
pub enum Reason {
    /// The tile lies alone.
    Lone {
        /// The tile.
        tile: Tile,
        /// A tile of your hand with which you can found a chain beside it.
        next: Option<Tile>,
    },
    /// The tile founds a chain.
    Founds {
        /// The tile.
        tile: Tile,
        /// How many tiles the chain has.
        size: u8,
        /// Whether a first share is left for you.
        has_share: bool,
    },
    /// The chosen chain is founded.
    NewChain {
        /// The chain.
        chain: Chain,
        /// How many tiles it has.
        size: u8,
        /// The price of a share.
        price: Money,
        /// Whether you get its first share.
        gets_share: bool,
        /// What you get instead.
        cash: Money,
        /// How you stand in it before, where somebody holds shares.
        rank: Option<Rank>,
    },
    /// The tile makes a chain grow.
    Grows {
        /// The tile.
        tile: Tile,
        /// The chain.
        chain: Chain,
        /// Its size after.
        size: u8,
        /// The price before.
        before: Money,
        /// The price after.
        price: Money,
        /// Whether this makes it safe.
        becomes_safe: bool,
        /// How you stand in it.
        rank: Rank,
    },
    /// Chains merge, and it is clear which survives.
    Merges {
        /// The tile, where one is placed.
        tile: Option<Tile>,
        /// The survivor.
        survivor: Chain,
        /// The chains that are dissolved.
        dissolved: Vec<Chain>,
        /// Who is paid what.
        paid: Paid,
        /// Whether the bank may take a place.
        bank_competes: bool,
    },
    /// Chains merge, and you choose which survives.
    MergesEquals {
        /// The tile, where one is placed.
        tile: Option<Tile>,
        /// The chains to choose from, each with who is paid what if it is dissolved.
        choices: Vec<(Chain, Paid)>,
        /// Whether the bank may take a place.
        bank_competes: bool,
    },
    /// Shares of a dissolved chain are sold, traded and held.
    Disposes {
        /// The chain and its survivor.
        dissolving: Dissolving,
        /// What the sale brings.
        cash: Money,
        /// Shares of the survivor taken.
        taken: u8,
        /// Shares held.
        held: u8,
    },
    /// Nothing is bought.
    BuysNothing {
        /// What you keep.
        cash: Money,
    },
    /// Shares are bought.
    Buys {
        /// Which.
        shares: Shares,
        /// What they cost.
        cost: Money,
        /// What remains.
        cash: Money,
        /// What they change about your place.
        gains: Vec<Gain>,
    },
    /// What the end of the game brings.
    Ends {
        /// When it comes.
        when: End,
        /// What you have then.
        own: Money,
        /// The best of the others.
        next: Option<(Seat, Money)>,
    },
    /// What the end would bring is hidden.
    EndHidden,
    /// The turn is over.
    TurnOver,
    /// An offer is answered.
    Answers {
        /// Whether it is accepted.
        accept: bool,
        /// What you get.
        get: Goods,
        /// What you give.
        give: Goods,
    },
    /// An offer is made.
    Offers {
        /// What you get.
        get: Goods,
        /// What you give.
        give: Goods,
    },
    /// Dead tiles are exchanged, or all kept.
    Exchanges {
        /// How many are exchanged.
        count: u8,
    },
    /// There is nothing else to do.
    NothingElse,
}

/// How you stand in a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rank {
    /// How many shares you have.
    pub own: u8,
    /// Who of the others has most.
    pub rival: Option<Seat>,
    /// How many that is.
    pub most: u8,
}

/// Who is paid what, you first; none where it is hidden.
pub type Paid = Option<Vec<(Seat, Money)>>;

/// What more shares change about your place in a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "gain", rename_all = "snake_case")]
pub enum Gain {
    /// You are alone in it.
    Alone {
        /// The chain.
        chain: Chain,
    },
    /// You take the majority.
    Majority {
        /// The chain.
        chain: Chain,
        /// Your shares then.
        own: u8,
        /// Who had most before.
        rival: Seat,
        /// Their shares.
        most: u8,
    },
    /// You draw level.
    Level {
        /// The chain.
        chain: Chain,
        /// With whom.
        rival: Seat,
    },
    /// You lead by more.
    Lead {
        /// The chain.
        chain: Chain,
        /// By how many shares.
        by: u8,
        /// Over whom.
        rival: Seat,
    },
    /// You become second.
    Second {
        /// The chain.
        chain: Chain,
        /// Behind whom.
        rival: Seat,
    },
    /// You come closer.
    Closer {
        /// The chain.
        chain: Chain,
        /// To whom.
        rival: Seat,
        /// Your shares then.
        own: u8,
        /// Their shares.
        most: u8,
    },
}

/// When the game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// Not now: it could have been declared.
    NotDeclared,
    /// After this turn, which may still change it.
    AfterTurn,
    /// Now.
    Now,
}

/// What is traded, and what it is worth at today's prices.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Goods {
    /// What.
    pub bundle: Bundle,
    /// What it is worth.
    pub value: Money,
}

/// A chain that is being dissolved, and the one it goes into.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Dissolving {
    /// The chain.
    pub defunct: Chain,
    /// The survivor.
    pub survivor: Chain,
}

impl Dissolving {
    /// What is being dissolved now, if anything.
    #[must_use]
    pub fn of(view: &View) -> Option<Dissolving> {
        let (defunct, survivor) = view.defunct().zip(view.survivor())?;
        Some(Dissolving { defunct, survivor })
    }
}

impl Reason {
    /// Why an action may be good for the viewer.
    ///
    /// ```
    /// use mergemaker_bots::Reason;
    /// use mergemaker_engine::{Action, Dice, Game, Preset, RandomDealer, Rules, Table};
    /// let table = Table::new(Rules::of(Preset::Classic), 3).unwrap();
    /// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(game.to_act());
    /// assert_eq!(Reason::of(&view, &Action::Pass), Reason::NothingElse);
    /// ```
    #[must_use]
    pub fn of(view: &View, action: &Action) -> Reason {
        let look = Look { view };
        match (*action, view.preview(action)) {
            (Action::Place { tile }, Preview::Lone) => {
                Reason::Lone { tile, next: look.founding_beside(tile) }
            }
            (Action::Place { tile }, Preview::Founds { size, chains }) => {
                let has_share = chains.iter().any(|chain| view.market()[chain] > 0);
                Reason::Founds { tile, size, has_share }
            }
            (Action::Place { tile }, Preview::Grows { chain, size, price, becomes_safe }) => Reason::Grows {
                tile,
                chain,
                size,
                before: view.price(chain),
                price,
                becomes_safe,
                rank: look.rank(chain),
            },
            (_, Preview::Merges { survivors, dissolved, bank_competes, .. }) => {
                look.merger(action, survivors, &dissolved, bank_competes)
            }
            (_, Preview::NewChain { chain, size, price, gets_share, cash }) => {
                let is_held = view.seats().any(|seat| view.shares_of(seat, chain).unwrap_or(0) > 0);
                let rank = is_held.then(|| look.rank(chain));
                Reason::NewChain { chain, size, price, gets_share, cash, rank }
            }
            (_, Preview::Disposes { cash, taken, held }) => match Dissolving::of(view) {
                Some(dissolving) => Reason::Disposes { dissolving, cash, taken, held },
                None => Reason::NothingElse,
            },
            (Action::Buy { shares: Shares::NONE }, Preview::Buys { cash, .. }) => {
                Reason::BuysNothing { cash }
            }
            (Action::Buy { shares }, Preview::Buys { cost, cash }) => {
                let gains = shares.iter().filter_map(|(chain, count)| look.gain(chain, count)).collect();
                Reason::Buys { shares, cost, cash, gains }
            }
            (_, Preview::Ends { cash, .. }) => look.end(cash.as_deref(), true),
            (Action::EndTurn, _) => match view.preview(&Action::DeclareEnd) {
                Preview::Ends { cash, .. } => look.end(cash.as_deref(), false),
                _ => Reason::TurnOver,
            },
            (Action::TradeAnswer { accept }, _) => match view.offer() {
                Some(offer) => {
                    Reason::Answers { accept, get: look.goods(&offer.give), give: look.goods(&offer.take) }
                }
                None => Reason::NothingElse,
            },
            (Action::TradeOffer { offer }, _) => {
                Reason::Offers { get: look.goods(&offer.take), give: look.goods(&offer.give) }
            }
            (Action::Exchange { tiles }, _) => Reason::Exchanges { count: tiles.len() as u8 },
            _ => Reason::NothingElse,
        }
    }
}

/// Looks at the game for the viewer.
struct Look<'a> {
    view: &'a View,
}

impl Look<'_> {
    fn founding_beside(&self, tile: Tile) -> Option<Tile> {
        let hand = self.view.hand()?;
        let next = tile.neighbours().find(|&next| hand.contains(next))?;
        let founds = self.view.tile_play(next) == TilePlay::Lone && self.view.active() != ChainSet::ALL;
        founds.then_some(next)
    }

    fn rank(&self, chain: Chain) -> Rank {
        let own = self.view.viewer().and_then(|me| self.view.shares_of(me, chain)).unwrap_or(0);
        let others = self.view.seats().filter(|&seat| Some(seat) != self.view.viewer());
        let held = others.map(|seat| (seat, self.view.shares_of(seat, chain).unwrap_or(0)));
        let most = held.max_by_key(|&(seat, held)| (held, std::cmp::Reverse(seat)));
        Rank { own, rival: most.map(|(seat, _)| seat), most: most.map_or(0, |(_, held)| held) }
    }

    fn merger(
        &self,
        action: &Action,
        survivors: ChainSet,
        dissolved: &[Dissolved],
        bank_competes: bool,
    ) -> Reason {
        let tile = match *action {
            Action::Place { tile } => Some(tile),
            _ => None,
        };
        if let Some(survivor) = survivors.first().filter(|_| !survivors.has_several()) {
            let all: Vec<&Dissolved> = dissolved.iter().collect();
            let paid = self.paid(&all);
            let dissolved = dissolved.iter().map(|dissolved| dissolved.chain).collect();
            return Reason::Merges { tile, survivor, dissolved, paid, bank_competes };
        }
        // Each of the equals may be the one that pays.
        let equals = dissolved.iter().filter(|dissolved| survivors.contains(dissolved.chain));
        let choices = equals.map(|dissolved| (dissolved.chain, self.paid(&[dissolved]))).collect();
        Reason::MergesEquals { tile, choices, bank_competes }
    }

    /// Who is paid what by some dissolved chains together: the viewer first.
    fn paid(&self, dissolved: &[&Dissolved]) -> Paid {
        let payouts: Option<Vec<&Payout>> =
            dissolved.iter().map(|dissolved| dissolved.payout.as_ref()).collect();
        let payouts = payouts?;
        let me = self.view.viewer();
        let mut paid: Vec<(Seat, Money)> = self
            .view
            .seats()
            .map(|seat| (seat, payouts.iter().map(|payout| payout.amount(seat)).sum()))
            .filter(|&(_, amount): &(Seat, Money)| amount > Money::ZERO)
            .collect();
        paid.sort_by_key(|&(seat, amount)| (Some(seat) != me, std::cmp::Reverse(amount)));
        Some(paid)
    }

    fn gain(&self, chain: Chain, more: u8) -> Option<Gain> {
        let Rank { own, rival, most } = self.rank(chain);
        let then = own + more;
        let rival = rival?;
        match (own.cmp(&most), then.cmp(&most)) {
            (Ordering::Less | Ordering::Equal, Ordering::Greater) if most == 0 => Some(Gain::Alone { chain }),
            (Ordering::Less | Ordering::Equal, Ordering::Greater) => {
                Some(Gain::Majority { chain, own: then, rival, most })
            }
            (Ordering::Less, Ordering::Equal) => Some(Gain::Level { chain, rival }),
            (Ordering::Greater, Ordering::Greater) if most > 0 => {
                Some(Gain::Lead { chain, by: then - most, rival })
            }
            (Ordering::Less, Ordering::Less) => {
                let is_ahead = |seat: &Seat, own: u8| {
                    let held = self.view.shares_of(*seat, chain).unwrap_or(0);
                    Some(*seat) != self.view.viewer() && held >= own
                };
                let ahead = |own: u8| self.view.seats().filter(|seat| is_ahead(seat, own)).count();
                if ahead(then) == 1 && (own == 0 || ahead(own) > 1) {
                    Some(Gain::Second { chain, rival })
                } else {
                    Some(Gain::Closer { chain, rival, own: then, most })
                }
            }
            _ => None,
        }
    }

    /// What the end would bring, whether it is declared or not.
    fn end(&self, cash: Option<&[Money]>, is_declared: bool) -> Reason {
        let (Some(cash), Some(me)) = (cash, self.view.viewer()) else { return Reason::EndHidden };
        let when = match (is_declared, self.view.phase()) {
            (false, _) => End::NotDeclared,
            (true, Phase::Tile | Phase::Buy) => End::AfterTurn,
            (true, _) => End::Now,
        };
        let others = self.view.seats().filter(|&seat| seat != me);
        let next = others.max_by_key(|seat| cash[seat.index()]).map(|seat| (seat, cash[seat.index()]));
        Reason::Ends { when, own: cash[me.index()], next }
    }

    /// What is traded, and what it is worth.
    fn goods(&self, bundle: &Bundle) -> Goods {
        let worth = |value: Money, (chain, count)| value + self.view.price(chain) * count;
        Goods { bundle: *bundle, value: bundle.shares.iter().fold(bundle.cash, worth) }
    }
}
