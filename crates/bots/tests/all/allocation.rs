//! No memory is asked for in the decisions of `steady`, of which playouts are made.

use mergemaker_bots::{Budget, Level};
use mergemaker_engine::{Dice, Preset};

use crate::{Match, table};

#[test]
fn steady_decides_without_asking_for_memory() {
    for (preset, players) in [(Preset::Renegade, 4), (Preset::Tycoon, 5), (Preset::Renegade, 2)] {
        let mut game = Match::new(table(preset, &[], players), &[Level::Steady], 3);
        while let Some(seat) = game.game.to_act() {
            let view = game.game.view(Some(seat));
            let legal = view.legal_actions();
            let bot = &mut game.bots[seat.index()];
            let counted = allocation_counter::measure(|| {
                let _ = bot.decide(&view, &legal, &mut Dice::new(1), Budget::default());
            });
            assert_eq!(counted.count_total, 0, "{:?}", view.phase());
            game.step();
        }
    }
}
