//! Reconstructing hidden holdings: every change was public (K1) and is in the log.

use mergemaker_bots::{HoldingsDelta, Memory};
use mergemaker_engine::{Bundle, Dice, Event, Seat, SeenEvent, Shares, View};
use mergemaker_record::{Effect, LogEntry};

use crate::scene::Scene;

/// The viewer's knowledge for hints. Hidden holdings are guessed without using the log, so nothing on the
/// screen reveals them.
///
/// ```
/// use mergemaker_bots::Level;
/// use mergemaker_engine::{Preset, Rules, Seat};
/// use mergemaker_record::Seed;
/// use mergemaker_web::local::{LocalGame, Setup};
/// use mergemaker_web::scene::Player;
/// use mergemaker_web::think::guessed_view;
/// let players = vec![Player::bot(Level::Novice); 2];
/// let (rules, seed) = (Rules::of(Preset::Classic), Seed::for_simulation(1, 1));
/// let game = LocalGame::new(Setup { rules, players, seed, hints: true })?;
/// let scene = game.scene(Seat::new(0));
/// assert_eq!(guessed_view(&scene), scene.view);
/// # Ok::<(), mergemaker_engine::RulesError>(())
/// ```
#[must_use]
pub fn guessed_view(scene: &Scene) -> View {
    if scene.hides_holdings() {
        // An empty memory knows the initial holdings and what the view itself shows.
        Memory::default().recall(&scene.view, &mut Dice::new(scene.number))
    } else {
        reconstructed_view(scene)
    }
}

/// The same for a bot, which may remember every public change. If that does not add up, because the game
/// started in the middle, holdings are guessed.
#[must_use]
pub fn reconstructed_view(scene: &Scene) -> View {
    let mut memory = Memory::default();
    let mut offer = None;
    for entry in &scene.entries {
        memory.note(&delta(entry, &mut offer));
    }
    memory.recall(&scene.view, &mut Dice::new(scene.number))
}

/// A pending offer: from, to, given, taken.
type PendingOffer = Option<(Seat, Seat, Bundle, Bundle)>;

/// The change of holdings by an event.
fn delta(entry: &LogEntry, offer: &mut PendingOffer) -> HoldingsDelta {
    let mut delta = HoldingsDelta::default();
    let SeenEvent::Whole(event) = &entry.event else { return delta };
    match (event, &entry.effect) {
        (Event::TradeOffer { player, to, give, take }, _) => *offer = Some((*player, *to, *give, *take)),
        (Event::TradeAnswer { accept: true, .. }, _) => {
            if let Some((player, to, give, take)) = offer.take() {
                hand_over(&mut delta, player, to, &give);
                hand_over(&mut delta, to, player, &take);
            }
        }
        (Event::Found { player, chain, .. }, Effect::Founded { gets_share, cash, .. }) => {
            delta.cash[player.index()] += cash.0.cast_signed();
            delta.gained[player.index()][*chain] += u8::from(*gets_share);
        }
        (Event::Dispose { player, chain, sell, trade }, Effect::Disposed { survivor, cash, taken, .. }) => {
            delta.cash[player.index()] += cash.0.cast_signed();
            delta.lost[player.index()][*chain] += sell + trade;
            delta.gained[player.index()][*survivor] += taken;
        }
        (Event::Buy { player, .. }, Effect::Bought { lines, cost }) => {
            delta.cash[player.index()] -= cost.0.cast_signed();
            for line in lines {
                delta.gained[player.index()][line.chain] += line.count;
            }
        }
        _ => {}
    }
    for payout in &entry.payouts {
        for seat in Seat::all(delta.cash.len()) {
            delta.cash[seat.index()] += payout.amount(seat).0.cast_signed();
        }
    }
    delta
}

fn hand_over(delta: &mut HoldingsDelta, from: Seat, to: Seat, goods: &Bundle) {
    delta.cash[from.index()] -= goods.cash.0.cast_signed();
    delta.cash[to.index()] += goods.cash.0.cast_signed();
    let add = |to: &mut Shares| {
        for (chain, count) in goods.shares.iter() {
            to[chain] += count;
        }
    };
    add(&mut delta.lost[from.index()]);
    add(&mut delta.gained[to.index()]);
}

#[cfg(test)]
mod tests {
    use mergemaker_bots::Level;
    use mergemaker_engine::{Options, Preset, Rules};

    use super::*;
    use crate::local::sample;

    /// At every decision of whole games, hidden holdings can be reconstructed.
    #[test]
    fn hidden_holdings_are_reconstructed() {
        for (preset, seed) in [(Preset::Trading, 1), (Preset::Classic, 2), (Preset::Renegade, 3)] {
            let options = Options::of(preset).with("holdings", "hidden").unwrap();
            let mut game = sample::new_game(Rules::new(options).unwrap(), [Level::Steady; 3], (4, seed));
            while let Some(seat) = game.game().to_act() {
                let scene = game.scene(Some(seat));
                let known = reconstructed_view(&scene);
                for other in known.seats() {
                    let held = (game.game().cash(other), game.game().shares(other));
                    assert_eq!((known.cash(other), known.shares(other)), (Some(held.0), Some(held.1)));
                }
                game.let_bot_decide();
            }
        }
    }
}
