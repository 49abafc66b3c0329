//! Reconstructing hidden holdings: every change was public (K1) and is in the log.

use mergemaker_bots::{HoldingsDelta, Memory};
use mergemaker_engine::{
    Bundle, Chain, Dice, Event, MOST_PLAYERS, Money, SHARES_PER_CHAIN, Seat, SeenEvent, Shares, View,
};
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
    if !scene.hides_holdings() {
        return reconstructed_view(scene);
    }
    evened(&scene.view).unwrap_or(scene.view)
}

/// The same for a bot, which remembers every public change. If that does not add up, because the game
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

/// The view with a guess at hidden holdings: everyone has as much cash as the viewer, and equal parts of the
/// shares that are neither in the market nor the viewer's, as far as whole shares allow.
fn evened(view: &View) -> Option<View> {
    let (mut cash, mut shares) = ([Money::ZERO; MOST_PLAYERS], [Shares::NONE; MOST_PLAYERS]);
    let hidden: Vec<Seat> = view.seats().filter(|&seat| view.cash(seat).is_none()).collect();
    let own = view.viewer().and_then(|seat| view.cash(seat)).unwrap_or(Money::START);
    for seat in view.seats() {
        let (index, promised) = (seat.index(), promised(view, seat));
        cash[index] = view.cash(seat).unwrap_or(own.max(promised.cash));
        for chain in Chain::ALL {
            shares[index][chain] = view.shares_of(seat, chain).unwrap_or(promised.shares[chain]);
        }
    }
    for chain in Chain::ALL {
        let held: u8 = shares.iter().map(|own| own[chain]).sum();
        for _ in held..SHARES_PER_CHAIN - view.market()[chain] {
            let fewest = hidden.iter().map(|seat| seat.index());
            let fewest = fewest.min_by_key(|&index| (shares[index][chain], shares[index].total()))?;
            shares[fewest][chain] += 1;
        }
    }
    view.recalling(cash, shares)
}

/// What a seat must have, because it is their side of the offer waiting for an answer (X1).
fn promised(view: &View, seat: Seat) -> Bundle {
    match view.offer() {
        Some(offer) if offer.to == seat => offer.take,
        Some(offer) if view.turn() == seat => offer.give,
        Some(_) | None => Bundle::default(),
    }
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
    use mergemaker_bots::net::Networks;
    use mergemaker_bots::{Budget, Foresight, Level, advise};
    use mergemaker_engine::{Options, Preset, Rules};

    use super::*;
    use crate::local::sample;
    use crate::memory::Memory as Remembered;

    /// A scene in which holdings are hidden.
    fn hidden(scene: Scene) -> Scene {
        Scene { memory: Some(Remembered::None), ..scene }
    }

    /// Hints take all the others to hold alike: as much cash as the viewer, and what the market lacks.
    #[test]
    fn hints_share_hidden_holdings_evenly() {
        for (preset, seed) in [(Preset::Trading, 1), (Preset::Classic, 2), (Preset::Tycoon, 3)] {
            let mut game =
                sample::new_game(sample::with_hidden_holdings(preset), [Level::Steady; 4], (4, seed));
            while let Some(seat) = game.game().to_act() {
                let scene = hidden(game.scene(Some(seat)));
                let (guess, offer) = (guessed_view(&scene), scene.view.offer().is_some());
                let others: Vec<Seat> = guess.seats().filter(|&other| other != seat).collect();
                let cash: Vec<u32> = others.iter().map(|&other| guess.cash(other).unwrap().0).collect();
                let own = game.game().cash(seat).0;
                assert!(cash.iter().all(|one| *one == own) || offer, "{cash:?}, own {own}");
                for chain in Chain::ALL {
                    let shares = others.iter().map(|&other| guess.shares(other).unwrap()[chain]);
                    let (least, most) = (shares.clone().min().unwrap(), shares.clone().max().unwrap());
                    let is_known = scene.view.shares_of(others[0], chain).is_some();
                    assert!(most - least < 2 || is_known || offer, "{chain:?}: {least} to {most}");
                }
                assert_eq!(guess.shares(seat), scene.view.shares(seat));
                game.let_bot_decide();
            }
        }
    }

    /// In an opening that favours nobody, a hint's chance to win is near par.
    #[test]
    fn the_chance_to_win_starts_near_par() {
        let mut foresight = Foresight::until(Networks::built_in().quick.unwrap(), || false);
        for seed in 1..=4 {
            let rules = sample::with_hidden_holdings(Preset::Renegade);
            let mut game = sample::new_game(rules, [Level::Steady; 4], (4, seed));
            for _ in 0..12 {
                let seat = game.game().to_act().unwrap();
                let view = guessed_view(&hidden(game.scene(Some(seat))));
                let advice = advise(&view, &mut foresight, &mut Dice::new(1), Budget::Work { units: 8 });
                if let Some(chance) = advice.alternatives[0].estimate.chances.get(seat.index()) {
                    assert!((chance - 0.25).abs() < 0.15, "seed {seed}: {chance}");
                }
                game.let_bot_decide();
            }
        }
    }

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
