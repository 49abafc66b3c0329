//! Previews: the effect of an action, for hints and screens.

use serde::{Deserialize, Serialize};

use crate::{Action, Cell, Chain, ChainSet, Game, Money, Payout, Phase, TilePlay};

/// The effect of an action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "does", rename_all = "snake_case")]
pub enum Preview {
    /// The tile would stay unincorporated (T3).
    Lone,
    /// The tile would found a chain, still to be chosen (T4).
    Founds {
        /// How many tiles the new chain would have.
        size: u8,
        /// The chains to choose from.
        chains: ChainSet,
    },
    /// The tile would join a chain (T6).
    Grows {
        /// The chain.
        chain: Chain,
        /// Its new size.
        size: u8,
        /// Its new price.
        price: Money,
        /// Whether this makes it safe.
        becomes_safe: bool,
    },
    /// The tile, or the choice, would merge chains (T7).
    Merges {
        /// The chain that would survive, or several to choose from.
        survivors: ChainSet,
        /// The survivor's size after.
        size: u8,
        /// The chains that would be dissolved, or could be if the survivor is still to be chosen.
        dissolved: Vec<Dissolved>,
        /// Whether the bank competes for the bonuses, with a tile not drawn yet (P5).
        bank_competes: bool,
    },
    /// The tile can never be played (T8).
    Dead,
    /// The tile cannot be played now (T9).
    EighthChain,
    /// The chosen chain would be founded (T4, T5).
    NewChain {
        /// The chain.
        chain: Chain,
        /// Its size.
        size: u8,
        /// Its price.
        price: Money,
        /// Whether the founder gets a share.
        gets_share: bool,
        /// The cash the founder gets instead.
        cash: Money,
    },
    /// Shares of the dissolved chain would be sold, traded and held (M3).
    Disposes {
        /// The proceeds of the sale.
        cash: Money,
        /// Shares of the survivor received.
        taken: u8,
        /// Shares of the dissolved chain held.
        held: u8,
    },
    /// Shares would be bought (T10).
    Buys {
        /// What they cost.
        cost: Money,
        /// The cash left.
        cash: Money,
    },
    /// The game would end, with this result if it ended now (E4).
    Ends {
        /// The bonuses of each active chain, if the holdings are known.
        payouts: Option<Vec<Payout>>,
        /// Each player's money after bonuses and sales, if the holdings are known.
        cash: Option<Vec<Money>>,
        /// Whether the bank competes for the bonuses, with tiles not drawn yet (P5).
        bank_competes: bool,
    },
    /// Nothing to preview: a pass, an offer, an answer, an exchange of dead tiles, the end of a turn, or an
    /// action that is not legal now.
    Nothing,
}

/// A chain that would be dissolved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Dissolved {
    /// The chain.
    pub chain: Chain,
    /// Its size.
    pub size: u8,
    /// The price of its shares.
    pub price: Money,
    /// The bonuses, without the bank, if the holdings are known.
    pub payout: Option<Payout>,
}

impl Game {
    /// The effect of an action for the player to act. A tile that is not on the board can be previewed at any
    /// time, in hand or not, and so can the end. Other actions must be legal, or the result is
    /// [`Preview::Nothing`].
    ///
    /// ```
    /// use mergemaker_engine::{Action, Dice, Game, Preset, Preview, RandomDealer, Rules, Table};
    /// let table = Table::new(Rules::of(Preset::Classic), 2)?;
    /// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let tile = game.pile().iter().find(|&tile| game.board().touch(tile).is_nothing()).unwrap();
    /// assert_eq!(game.preview(&Action::Place { tile }), Preview::Lone);
    /// # Ok::<(), mergemaker_engine::RulesError>(())
    /// ```
    #[must_use]
    pub fn preview(&self, action: &Action) -> Preview {
        self.preview_knowing(action, true)
    }

    /// The same, with or without knowledge of the others' holdings.
    pub(crate) fn preview_knowing(&self, action: &Action, holdings: bool) -> Preview {
        match (*action, self.phase()) {
            (Action::Place { tile }, _) if self.board.cell(tile) != Cell::Empty => Preview::Nothing,
            (Action::Place { tile }, _) => match self.tile_play(tile) {
                TilePlay::Lone => Preview::Lone,
                TilePlay::Found => {
                    Preview::Founds { size: self.board.joining(tile), chains: ChainSet::ALL - self.active }
                }
                TilePlay::Grow { chain } => {
                    let size = self.size(chain) + self.board.joining(tile);
                    let becomes_safe = size >= crate::SAFE_SIZE && !self.safe.contains(chain);
                    Preview::Grows { chain, size, price: chain.price(size), becomes_safe }
                }
                TilePlay::Merge { chains } => {
                    self.preview_merger(chains, self.largest(chains), self.board.joining(tile), holdings)
                }
                TilePlay::Dead => Preview::Dead,
                TilePlay::EighthChain => Preview::EighthChain,
            },
            (Action::Survivor { chain }, Phase::Survivor) if self.survivors().contains(chain) => {
                let joining = self.board.joining(self.turn.merger.tile);
                self.preview_merger(self.turn.merger.merging, ChainSet::of(chain), joining, holdings)
            }
            (Action::Defunct { chain }, Phase::Defunct) if self.next_to_dissolve().contains(chain) => {
                let size =
                    self.board.joining(self.turn.merger.tile) + self.total_size(self.turn.merger.merging);
                Preview::Merges {
                    survivors: ChainSet::of(self.turn.merger.survivor),
                    size,
                    dissolved: vec![self.dissolved(chain, holdings)],
                    bank_competes: self.bank_competes(),
                }
            }
            (Action::Found { chain, .. }, Phase::Found) if !self.active.contains(chain) => {
                let size = self.board.joining(self.turn.merger.tile);
                let gets_share = self.market[chain] > 0;
                let price = chain.price(size);
                let instead = self.rules.options().founder_without_stock.pays(price);
                let cash = if gets_share { Money::ZERO } else { instead };
                Preview::NewChain { chain, size, price, gets_share, cash }
            }
            (Action::Dispose { sell, trade }, Phase::Dispose) if self.check_disposal(sell, trade).is_ok() => {
                Preview::Disposes {
                    cash: self.price(self.turn.merger.defunct) * sell,
                    taken: trade / 2,
                    held: self.held() - sell - trade,
                }
            }
            (Action::Buy { shares }, Phase::Buy) if self.check_purchase(shares).is_ok() => {
                let cost = self.chains.prices.cost(shares);
                Preview::Buys { cost, cash: self.cash(self.turn.seat) - cost }
            }
            (Action::DeclareEnd, _) => self.preview_end(holdings),
            (Action::EndTurn, _) if self.may_end_at_once() => self.preview_end(holdings),
            _ => Preview::Nothing,
        }
    }

    fn preview_merger(&self, chains: ChainSet, survivors: ChainSet, joining: u8, holdings: bool) -> Preview {
        let certain = if survivors.has_several() { ChainSet::EMPTY } else { survivors };
        let mut dissolved: Vec<Dissolved> =
            (chains - certain).iter().map(|chain| self.dissolved(chain, holdings)).collect();
        dissolved.sort_by_key(|dissolved| std::cmp::Reverse(dissolved.size));
        let size = joining + self.total_size(chains);
        Preview::Merges { survivors, size, dissolved, bank_competes: self.bank_competes() }
    }

    fn dissolved(&self, chain: Chain, holdings: bool) -> Dissolved {
        let payout = holdings.then(|| self.payout(chain, None));
        Dissolved { chain, size: self.size(chain), price: self.price(chain), payout }
    }

    fn total_size(&self, chains: ChainSet) -> u8 {
        chains.iter().map(|chain| self.size(chain)).sum()
    }

    fn preview_end(&self, holdings: bool) -> Preview {
        let payouts = holdings.then(|| self.scoring());
        let cash = payouts.as_ref().map(|payouts| {
            let after = |seat: crate::Seat| {
                let bonuses = payouts.iter().map(|payout| payout.amount(seat)).sum();
                self.net_worth(seat) + bonuses
            };
            self.seats().map(after).collect()
        });
        Preview::Ends { payouts, cash, bank_competes: self.bank_competes() }
    }
}
