//! The decisions of `steady`, which playouts are made of, and of networks do not allocate.

use mergemaker_bots::{Budget, Level};
use mergemaker_engine::{Dice, Preset};

use crate::{Match, table};

#[test]
fn decisions_do_not_allocate() {
    let tables = [(Preset::Renegade, 4), (Preset::Tycoon, 5), (Preset::Renegade, 2), (Preset::Trading, 3)];
    let levels = [Level::Steady, Level::Adept, Level::Expert];
    for (level, (preset, players)) in levels.into_iter().flat_map(|level| tables.map(|table| (level, table)))
    {
        let mut game = Match::new(table(preset, &[], players), &[level], 3);
        while let Some(seat) = game.game.to_act() {
            let view = game.game.view(Some(seat));
            let legal = view.legal_actions();
            let bot = &mut game.bots[seat.index()];
            let counted = allocation_counter::measure(|| {
                let _ = bot.decide(&view, &legal, &mut Dice::new(1), Budget::default());
            });
            assert_eq!(counted.count_total, 0, "{level}: {:?}", view.phase());
            game.step();
        }
    }
}
