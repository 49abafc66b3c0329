//! With hidden holdings, no data behind the screen reveals what others hold. Checked at every decision of
//! whole games, for every viewer.

mod reasons;

use mergemaker_bots::Level;
use mergemaker_engine::{
    Action, Bundle, Chain, Money, Offer, Phase, Preset, Preview, Rules, Seat, Theme, Tile,
};

use crate::local::{LocalGame, sample};
use crate::offer::meanings;
use crate::scene::Scene;
use crate::spoken::{board, choice, outlook, payments};
use crate::words::{Language, Words, page};

/// Counts of values that depend on what others hold.
#[derive(Default, Debug)]
struct Seen {
    payouts: usize,
    payments: usize,
    choices: usize,
    endings: usize,
    places: usize,
    awards: usize,
    /// Shares of others in a chain while it is being dissolved.
    shown: usize,
    known: usize,
}

impl Seen {
    fn look(&mut self, scene: &Scene, words: &Words) {
        let narrator = scene.narrator(words, Theme::Hotels);
        for action in actions(scene) {
            match scene.view.preview(&action) {
                Preview::Merges { dissolved, .. } => {
                    self.payouts += dissolved.iter().filter(|one| one.payout.is_some()).count();
                    let paid = payments(scene, &narrator, &dissolved);
                    self.payments += paid.len();
                    if let Action::Place { tile } = action {
                        let text = outlook(scene, &narrator, tile);
                        assert_eq!(text.contains('$'), !paid.is_empty(), "{text}");
                    }
                }
                Preview::Ends { payouts, cash, .. } => {
                    self.payouts += usize::from(payouts.is_some() || cash.is_some());
                    self.endings += scene.ending(&action).standing.len();
                }
                Preview::Lone
                | Preview::Founds { .. }
                | Preview::Grows { .. }
                | Preview::Dead
                | Preview::EighthChain
                | Preview::NewChain { .. }
                | Preview::Disposes { .. }
                | Preview::Buys { .. }
                | Preview::Nothing => {}
            }
            if let Action::Survivor { chain } | Action::Defunct { chain } = action {
                self.choices += usize::from(choice(scene, &narrator, chain, &action).is_some());
            }
        }
        let lines = board(scene, &narrator);
        let merges = lines.iter().filter(|line| line.contains(" merges "));
        self.payments += merges.filter(|line| line.contains('$')).count();
        self.look_at_standings(scene);
        self.look_at_offers(scene);
    }

    fn look_at_standings(&mut self, scene: &Scene) {
        for standing in scene.standings() {
            self.places += standing.shares.iter().filter(|share| share.2.is_some()).count();
            if Some(standing.seat) == scene.me() {
                continue;
            }
            self.known += usize::from(standing.cash.is_some()) + usize::from(standing.worth.is_some());
            let is_shown =
                |chain: Chain| scene.view.defunct() == Some(chain) && scene.view.phase() == Phase::Dispose;
            for (chain, count, _) in standing.shares {
                let count = usize::from(count.is_some());
                if is_shown(chain) { self.shown += count } else { self.known += count }
            }
        }
    }

    /// Offers are made before the tile, when no merger reveals holdings.
    fn look_at_offers(&mut self, scene: &Scene) {
        let other = scene.view.seats().find(|&seat| Some(seat) != scene.me());
        let (Some(from), Some(to), Phase::Tile) = (scene.me(), other, scene.view.phase()) else { return };
        let chain = scene.view.active().first().unwrap_or(Chain::Tower);
        let mut take = Bundle { cash: Money(100), ..Bundle::default() };
        take.shares[chain] = 1;
        let offer = Offer { to, give: Bundle::default(), take };
        for side in meanings(scene, from, &offer) {
            let held = side.shares.iter().filter_map(|(_, held)| *held);
            self.awards +=
                held.filter(|(before, after)| before.award.is_some() || after.award.is_some()).count();
            if side.seat == to {
                let shares = side.shares.iter().filter(|(_, held)| held.is_some()).count();
                self.known += shares + usize::from(side.cash.is_some()) + usize::from(side.worth.is_some());
            }
        }
    }
}

/// All legal decisions, every tile placement, and ending the game.
fn actions(scene: &Scene) -> Vec<Action> {
    let places = Tile::all().map(|tile| Action::Place { tile });
    scene
        .view
        .legal_actions()
        .into_iter()
        .chain(places)
        .chain([Action::DeclareEnd, Action::EndTurn])
        .collect()
}

fn play(mut game: LocalGame) -> Seen {
    let words = page(Language::English);
    let mut seen = Seen::default();
    while let Some(seat) = game.game().to_act() {
        let other = Seat::new((seat.index() + 1) % game.game().players());
        for viewer in [Some(seat), other, None] {
            seen.look(&game.scene(viewer), &words);
        }
        game.let_bot_decide();
    }
    seen
}

#[test]
fn nothing_on_the_screen_reveals_what_others_hold() {
    let mut choices_in_open = 0;
    for (preset, seed) in [
        (Preset::Trading, 1),
        (Preset::Classic, 2),
        (Preset::Tycoon, 3),
        (Preset::Manual, 4),
        (Preset::Digital, 5),
    ] {
        let new_game = |rules| sample::new_game(rules, [Level::Steady; 3], (8, seed));
        let hidden = play(new_game(sample::with_hidden_holdings(preset)));
        let Seen { payouts, payments, choices, endings, places, awards, shown, known } = hidden;
        assert_eq!(
            [payouts, payments, choices, endings, places, awards, known],
            [0; 7],
            "{preset}: {hidden:?}"
        );
        assert!(shown > 0, "paying bonuses reveals holdings");
        // An open game does have these values.
        let open = play(new_game(Rules::of(preset)));
        let Seen { payouts, payments, choices, endings, places, awards, .. } = open;
        choices_in_open += choices;
        assert!(
            [payouts, payments, endings, places, awards].iter().all(|&count| count > 0),
            "{preset}: {open:?}"
        );
    }
    // Mergers of equals are rare, so not every game has one.
    assert!(choices_in_open > 0);
}
