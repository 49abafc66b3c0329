//! A small bot that plays sensibly, using the rules in `mergemaker-engine`.
//!
//! ```text
//! cargo build --release --example external_bot
//! mergemaker arena --bots "cmd:target/release/examples/external_bot,shopper,shopper,shopper"
//! ```
//!
//! The arena writes one JSON object per line to our standard input, and we answer on standard output: see docs/BOTS.md.
//! The plan: try every legal action, and take the one with the largest lead if the game ended right after it.

use std::io::{self, BufRead as _, Write as _};

use mergemaker_engine::{
    Action, Bundle, Chain, Dice, Game, Money, Offer, Phase, Preview, RandomDealer, Seat, Shares, View,
};
use serde::Deserialize;
use serde_json::{Value, json};

/// A message from the arena. Members and messages that we do not need are ignored.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Message {
    Hello,
    Decide {
        id: u64,
        seed: u64,
        view: Box<View>,
        legal: Vec<Action>,
    },
    #[serde(other)]
    Other,
}

fn main() -> io::Result<()> {
    // The lines end when the arena closes our standard input, and so do we.
    for line in io::stdin().lock().lines() {
        let answer = match serde_json::from_str(&line?)? {
            Message::Hello => json!({ "type": "hello", "protocol": 1, "name": "rust example" }),
            Message::Decide { id, seed, view, legal } => decide(id, seed, &view, &legal),
            Message::Other => continue,
        };
        let mut stdout = io::stdout().lock();
        writeln!(stdout, "{answer}")?;
        stdout.flush()?;
    }
    Ok(())
}

fn decide(id: u64, seed: u64, view: &View, legal: &[Action]) -> Value {
    let Some(me) = view.viewer() else { return Value::Null };
    // Sample a whole game consistent with what we know: the others' tiles, and hidden holdings. Using the arena's
    // seed keeps matches reproducible.
    let game = view.sample(&mut Dice::new(seed));
    let now = lead(&game, me);
    if let Some((offer, _)) = best_offer(view, &game, me).filter(|&(_, then)| then > now) {
        return json!({ "type": "decision", "id": id, "offer": offer });
    }
    let score = |action: &Action| match action {
        // Declaring does not change the lead: it is right if we have one.
        Action::DeclareEnd if now > 0 => i64::MAX,
        Action::DeclareEnd => i64::MIN,
        _ => lead(&after(&game, action, seed), me),
    };
    let scores: Vec<i64> = legal.iter().map(score).collect();
    let best = scores.iter().max();
    let number = scores.iter().position(|score| Some(score) == best);
    json!({ "type": "decision", "id": id, "action": number })
}

/// The game after an action.
fn after(game: &Game, action: &Action, seed: u64) -> Game {
    let mut game = *game;
    let mut dealer = RandomDealer::from_pile(game.pile(), Dice::new(seed));
    game.apply_unchecked(action, &mut dealer, &mut ());
    game
}

/// Our lead over the best of the others, in dollars, if the game ended now.
fn lead(game: &Game, me: Seat) -> i64 {
    let money = match game.preview(&Action::DeclareEnd) {
        Preview::Ends { cash: Some(money), .. } => money,
        // It has already ended.
        _ => game.seats().map(|seat| game.cash(seat)).collect(),
    };
    let others = game.seats().filter(|&seat| seat != me).map(|seat| i64::from(money[seat.index()].0));
    i64::from(money[me.index()].0) - others.max().unwrap_or(0)
}

/// The best offer to buy shares from another player for a little more than their price, and our lead after it.
/// Offers are not among the legal actions, since there are too many: check them with `View::check`.
fn best_offer(view: &View, game: &Game, me: Seat) -> Option<(Offer, i64)> {
    if view.phase() != Phase::Tile || view.offers() > 0 {
        return None;
    }
    let mut best: Option<(Offer, i64)> = None;
    // With hidden holdings we would only be guessing whether they have the shares.
    for to in view.seats().filter(|&seat| seat != me && view.shares(seat).is_some()) {
        for (chain, count) in Chain::ALL.into_iter().flat_map(|chain| [(chain, 1), (chain, 2), (chain, 3)]) {
            let give = Bundle { cash: view.price(chain) * count + Money(100), shares: Shares::NONE };
            let take = Bundle { cash: Money::ZERO, shares: Shares::of(chain, count) };
            let action = Action::TradeOffer { offer: Offer { to, give, take } };
            if view.check(&action).is_ok() {
                let then = after(&after(game, &action, 0), &Action::TradeAnswer { accept: true }, 0);
                let lead = lead(&then, me);
                if best.is_none_or(|(_, most)| lead > most) {
                    best = Some((Offer { to, give, take }, lead));
                }
            }
        }
    }
    best
}
