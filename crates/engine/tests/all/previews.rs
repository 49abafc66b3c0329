//! Previews predict the effects of actions.

use mergemaker_engine::{
    Action, Dice, Event, Game, Log, Money, Payout, Phase, Preview, RandomDealer, SAFE_SIZE, Seat,
};

use crate::random::{games, play};

/// The payouts of one decision, and the game right after its first event.
#[derive(Default)]
struct Observed {
    payouts: Vec<Payout>,
    first: Option<Game>,
}

impl Log for Observed {
    fn event(&mut self, game: &Game, _event: Event) {
        self.first.get_or_insert(*game);
    }

    fn payout(&mut self, _game: &Game, payout: Payout) {
        self.payouts.push(payout);
    }
}

/// T3, T4, T5, T6, T7, T10, M1, M3, E4: in random games, the preview of every legal action is what the action
/// does, and every other tile is previewed as unplayable.
#[test]
fn previews_come_true() {
    let mut seen = [0; 9];
    for (table, seed) in games().filter(|(_, seed)| seed % 10 == 0) {
        play(table, seed, &mut (), |game| {
            let Some(seat) = game.to_act() else { return };
            for action in game.legal_actions() {
                let mut after = *game;
                let mut observed = Observed::default();
                let mut dealer = RandomDealer::from_pile(game.pile(), Dice::new(seed));
                after.apply(seat, &action, &mut dealer, &mut observed).unwrap();
                seen[compare(game, seat, &action, &after, &observed)] += 1;
            }
            for tile in game.hand(game.turn()).iter().filter(|&tile| !game.tile_play(tile).is_playable()) {
                let preview = game.preview(&Action::Place { tile });
                assert!(matches!(preview, Preview::Dead | Preview::EighthChain), "seed {seed}: {preview:?}");
            }
            for tile in game.board().occupied() {
                assert_eq!(game.preview(&Action::Place { tile }), Preview::Nothing);
            }
        });
    }
    assert!(seen.iter().all(|&count| count > 50), "some kind of preview is too rare: {seen:?}");
}

/// Compares a preview with what happened. Returns a number for its kind.
fn compare(game: &Game, seat: Seat, action: &Action, after: &Game, observed: &Observed) -> usize {
    let paid = &observed.payouts;
    match game.preview(action) {
        Preview::Lone => {
            assert_eq!((after.phase(), after.active()), (Phase::Buy, game.active()));
            0
        }
        Preview::Founds { size, chains } => {
            assert_eq!(after.phase(), Phase::Found);
            assert!(chains.iter().eq(after.legal_actions().iter().filter_map(|action| match action {
                Action::Found { chain, .. } => Some(*chain),
                _ => None,
            })));
            let first = chains.first().unwrap();
            let found = Action::Found { chain: first, at: None };
            assert!(matches!(after.preview(&found), Preview::NewChain { size: again, .. } if again == size));
            1
        }
        Preview::Grows { chain, size, price, becomes_safe } => {
            assert_eq!((after.size(chain), after.price(chain)), (size, price));
            assert_eq!(becomes_safe, size >= SAFE_SIZE && game.size(chain) < SAFE_SIZE);
            2
        }
        Preview::Merges { survivors, size, dissolved, bank_competes } => {
            if after.phase() == Phase::Survivor {
                assert!(survivors.has_several());
                return 3;
            }
            for payout in paid.iter().filter(|_| !bank_competes) {
                let predicted = dissolved.iter().find(|dissolved| dissolved.chain == payout.chain);
                assert_eq!(predicted.and_then(|predicted| predicted.payout.as_ref()), Some(payout));
            }
            if after.phase() == Phase::Buy {
                let survivor = survivors.first().unwrap();
                assert_eq!(after.size(survivor), size);
            }
            4
        }
        Preview::NewChain { chain, size, price, gets_share, cash } => {
            // The next start tile may have enlarged the new chain.
            let founded = observed.first.unwrap();
            assert_eq!((founded.size(chain), founded.price(chain)), (size, price));
            assert_eq!(after.shares(seat)[chain], game.shares(seat)[chain] + u8::from(gets_share));
            assert_eq!(after.cash(seat), game.cash(seat) + cash);
            5
        }
        Preview::Disposes { cash, taken, held } => {
            let (chain, survivor) = (game.defunct().unwrap(), game.survivor().unwrap());
            let bonuses: Money = paid.iter().map(|payout| payout.amount(seat)).sum();
            assert_eq!(after.cash(seat), game.cash(seat) + cash + bonuses);
            assert_eq!(after.shares(seat)[survivor], game.shares(seat)[survivor] + taken);
            assert_eq!(after.shares(seat)[chain], held);
            6
        }
        Preview::Buys { cost, cash } => {
            assert_eq!(cash + cost, game.cash(seat));
            if after.to_act().is_some() {
                assert_eq!(after.cash(seat), cash);
            }
            7
        }
        Preview::Ends { cash, bank_competes, .. } => {
            if let (Some(outcome), false) = (after.outcome(), bank_competes) {
                assert_eq!(Some(outcome.cash.to_vec()), cash);
            }
            8
        }
        Preview::Nothing => {
            let has_no_preview = matches!(
                action,
                Action::Pass | Action::EndTurn | Action::TradeAnswer { .. } | Action::Exchange { .. }
            );
            assert!(has_no_preview && !game.is_declared() || *action == Action::Pass, "{action:?}");
            0
        }
        Preview::Dead | Preview::EighthChain => panic!("{action:?} is legal"),
    }
}
