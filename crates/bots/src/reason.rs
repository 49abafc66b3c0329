//! Reasons: why a decision may be good, as data. Other crates put them into words.

use std::cmp::Ordering;

use mergemaker_engine::{
    Action, Bundle, Chain, ChainSet, Dissolved, Money, Payout, Phase, Preview, Seat, Shares, Tile, TilePlay,
    View,
};
use serde::{Deserialize, Serialize};

/// Why a decision may be good, with figures. `You` is the player who decides.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "because", rename_all = "snake_case")]
pub enum Reason {
    /// The tile stays on its own.
    Lone {
        /// The tile.
        tile: Tile,
        /// A tile in your hand that could found a chain next to it.
        next: Option<Tile>,
    },
    /// The tile founds a chain.
    Founds {
        /// The tile.
        tile: Tile,
        /// The chain's number of tiles.
        size: u8,
        /// Whether there is a founder's share for you.
        has_share: bool,
    },
    /// You found this chain.
    NewChain {
        /// The chain.
        chain: Chain,
        /// Its number of tiles.
        size: u8,
        /// The price of a share.
        price: Money,
        /// Whether you get its first share.
        gets_share: bool,
        /// The cash you get instead of a share.
        cash: Money,
        /// Your rank in it before, if anybody holds shares.
        rank: Option<Rank>,
    },
    /// The tile grows a chain.
    Grows {
        /// The tile.
        tile: Tile,
        /// The chain.
        chain: Chain,
        /// Its new size.
        size: u8,
        /// The price before.
        before: Money,
        /// The price after.
        price: Money,
        /// Whether the chain becomes safe.
        becomes_safe: bool,
        /// Your rank in it.
        rank: Rank,
    },
    /// Chains merge, with a clear survivor.
    Merges {
        /// The tile, if one is placed.
        tile: Option<Tile>,
        /// The survivor.
        survivor: Chain,
        /// The chains that are dissolved.
        dissolved: Vec<Chain>,
        /// The bonuses paid.
        paid: Paid,
        /// Whether the bank may take one of the places.
        bank_competes: bool,
    },
    /// Chains merge, and you choose the survivor.
    MergesEquals {
        /// The tile, if one is placed.
        tile: Option<Tile>,
        /// The candidates, each with the bonuses paid if it is dissolved.
        choices: Vec<(Chain, Paid)>,
        /// Whether the bank may take one of the places.
        bank_competes: bool,
    },
    /// You sell, trade and hold shares of a dissolved chain.
    Disposes {
        /// The chain and its survivor.
        dissolving: Dissolving,
        /// The proceeds of the sale.
        cash: Money,
        /// The shares of the survivor you receive.
        taken: u8,
        /// The shares you hold.
        held: u8,
    },
    /// You buy nothing.
    BuysNothing {
        /// Your remaining cash.
        cash: Money,
    },
    /// You buy shares.
    Buys {
        /// The shares.
        shares: Shares,
        /// Their cost.
        cost: Money,
        /// Your remaining cash.
        cash: Money,
        /// How they change your rank.
        gains: Vec<Gain>,
    },
    /// The outcome if the game ends.
    Ends {
        /// When it ends.
        when: End,
        /// Your final money.
        own: Money,
        /// The best of the others.
        next: Option<(Seat, Money)>,
    },
    /// The outcome of the end is hidden.
    EndHidden,
    /// The turn is over.
    TurnOver,
    /// You answer an offer.
    Answers {
        /// Whether you accept.
        accept: bool,
        /// What you get.
        get: Goods,
        /// What you give.
        give: Goods,
    },
    /// You make an offer.
    Offers {
        /// What you get.
        get: Goods,
        /// What you give.
        give: Goods,
    },
    /// You exchange dead tiles, or keep them all.
    Exchanges {
        /// The number exchanged.
        count: u8,
    },
    /// There is no other choice.
    NothingElse,
}

/// Your rank in a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rank {
    /// Your shares.
    pub own: u8,
    /// The other player with the most shares.
    pub rival: Option<Seat>,
    /// Their shares.
    pub most: u8,
}

/// The amounts paid, yours first; none if hidden.
pub type Paid = Option<Vec<(Seat, Money)>>;

/// How more shares change your rank in a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "gain", rename_all = "snake_case")]
pub enum Gain {
    /// You are the only shareholder.
    Alone {
        /// The chain.
        chain: Chain,
    },
    /// You take the majority.
    Majority {
        /// The chain.
        chain: Chain,
        /// Your new number of shares.
        own: u8,
        /// The previous leader.
        rival: Seat,
        /// Their shares.
        most: u8,
    },
    /// You tie for the lead.
    Level {
        /// The chain.
        chain: Chain,
        /// The player you tie with.
        rival: Seat,
    },
    /// You extend your lead.
    Lead {
        /// The chain.
        chain: Chain,
        /// Your new lead, in shares.
        by: u8,
        /// The second player.
        rival: Seat,
    },
    /// You become second.
    Second {
        /// The chain.
        chain: Chain,
        /// The leader.
        rival: Seat,
    },
    /// You get closer to the leader.
    Closer {
        /// The chain.
        chain: Chain,
        /// The leader.
        rival: Seat,
        /// Your new number of shares.
        own: u8,
        /// Their shares.
        most: u8,
    },
}

/// When the game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// Not now, but the end could have been declared.
    NotDeclared,
    /// After this turn, which may still change the outcome.
    AfterTurn,
    /// Now.
    Now,
}

/// Traded goods, and their value at current prices.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Goods {
    /// The cash and shares.
    pub bundle: Bundle,
    /// Their value.
    pub value: Money,
}

/// A chain being dissolved, and the survivor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Dissolving {
    /// The chain.
    pub defunct: Chain,
    /// The survivor.
    pub survivor: Chain,
}

impl Dissolving {
    /// The dissolution in progress, if any.
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
        let explainer = Explainer { view };
        match (*action, view.preview(action)) {
            (Action::Place { tile }, Preview::Lone) => {
                Reason::Lone { tile, next: explainer.founding_beside(tile) }
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
                rank: explainer.rank(chain),
            },
            (_, Preview::Merges { survivors, dissolved, bank_competes, .. }) => {
                explainer.merger(action, survivors, &dissolved, bank_competes)
            }
            (_, Preview::NewChain { chain, size, price, gets_share, cash }) => {
                let is_held = view.seats().any(|seat| view.shares_of(seat, chain).unwrap_or(0) > 0);
                let rank = is_held.then(|| explainer.rank(chain));
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
                let gains = shares.iter().filter_map(|(chain, count)| explainer.gain(chain, count)).collect();
                Reason::Buys { shares, cost, cash, gains }
            }
            (_, Preview::Ends { cash, .. }) => explainer.end(cash.as_deref(), true),
            (Action::EndTurn, _) => match view.preview(&Action::DeclareEnd) {
                Preview::Ends { cash, .. } => explainer.end(cash.as_deref(), false),
                _ => Reason::TurnOver,
            },
            (Action::TradeAnswer { accept }, _) => match view.offer() {
                Some(offer) => Reason::Answers {
                    accept,
                    get: explainer.goods(&offer.give),
                    give: explainer.goods(&offer.take),
                },
                None => Reason::NothingElse,
            },
            (Action::TradeOffer { offer }, _) => {
                Reason::Offers { get: explainer.goods(&offer.take), give: explainer.goods(&offer.give) }
            }
            (Action::Exchange { tiles }, _) => Reason::Exchanges { count: tiles.len() as u8 },
            _ => Reason::NothingElse,
        }
    }
}

/// Builds reasons for the viewer.
struct Explainer<'a> {
    view: &'a View,
}

impl Explainer<'_> {
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
        // Any of the tied chains may be dissolved.
        let equals = dissolved.iter().filter(|dissolved| survivors.contains(dissolved.chain));
        let choices = equals.map(|dissolved| (dissolved.chain, self.paid(&[dissolved]))).collect();
        Reason::MergesEquals { tile, choices, bank_competes }
    }

    /// The bonuses paid by some dissolved chains together, the viewer's first.
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

    /// The outcome if the game ended, whether or not the end is declared.
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

    /// The goods with their value.
    fn goods(&self, bundle: &Bundle) -> Goods {
        let worth = |value: Money, (chain, count)| value + self.view.price(chain) * count;
        Goods { bundle: *bundle, value: bundle.shares.iter().fold(bundle.cash, worth) }
    }
}
