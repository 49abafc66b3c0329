//! Tables: every combination of options, and the presets of both versions of the rules.

use mergemaker_engine::{
    Bonuses, DeadTileExchange, DeadTiles, EighthChainTiles, EndDeclaration, FounderWithoutStock, Holdings,
    Options, Preset, StartTiles, StuckHand,
};

/// Every combination of options, including invalid ones.
pub(crate) fn all_options() -> Vec<Options> {
    let mut all = vec![presets()[0].1];
    vary(&mut all, Bonuses::ALL, |options, bonuses| options.bonuses = bonuses);
    vary(&mut all, &[false, true], |options, bank_shareholder| options.bank_shareholder = bank_shareholder);
    vary(&mut all, FounderWithoutStock::ALL, |options, founder| options.founder_without_stock = founder);
    vary(&mut all, &[false, true], |options, trading| options.trading = trading);
    vary(&mut all, Holdings::ALL, |options, holdings| options.holdings = holdings);
    vary(&mut all, StartTiles::ALL, |options, start_tiles| options.start_tiles = start_tiles);
    vary(&mut all, DeadTiles::ALL, |options, dead_tiles| options.dead_tiles = dead_tiles);
    vary(&mut all, DeadTileExchange::ALL, |options, exchange| options.dead_tile_exchange = exchange);
    vary(&mut all, EighthChainTiles::ALL, |options, eighth| options.eighth_chain_tiles = eighth);
    vary(&mut all, StuckHand::ALL, |options, stuck_hand| options.stuck_hand = stuck_hand);
    vary(&mut all, EndDeclaration::ALL, |options, declaration| options.end_declaration = declaration);
    all
}

/// These combinations with each value of one more option.
fn vary<T: Copy>(all: &mut Vec<Options>, values: &[T], set: impl Fn(&mut Options, T)) {
    let varied = all.iter().flat_map(|options| values.iter().map(move |&value| (*options, value)));
    *all = varied
        .map(|(mut options, value)| {
            set(&mut options, value);
            options
        })
        .collect();
}

/// S1, P5, P6: whether the options are valid together and with this number of players.
pub(crate) fn makes_sense(options: &Options, players: usize) -> bool {
    let tycoon = options.bonuses == Bonuses::Tycoon;
    (2..=6).contains(&players) && !(tycoon && options.bank_shareholder) && !(tycoon && players == 2)
}

/// Whether version 1 of the rules has every value.
pub(crate) fn is_of_version_one(options: &Options) -> bool {
    options.start_tiles == StartTiles::Lone
        && options.dead_tiles != DeadTiles::DiscardThenDraw
        && options.dead_tile_exchange == DeadTileExchange::Automatic
        && options.end_declaration != EndDeclaration::MayFinish
}

/// The six presets, copied from the rulebook's table.
pub(crate) fn presets() -> Vec<(Preset, Options)> {
    let classic = Options {
        bonuses: Bonuses::Classic,
        bank_shareholder: false,
        founder_without_stock: FounderWithoutStock::Nothing,
        trading: false,
        holdings: Holdings::Open,
        start_tiles: StartTiles::Lone,
        dead_tiles: DeadTiles::ReplaceAll,
        dead_tile_exchange: DeadTileExchange::Automatic,
        eighth_chain_tiles: EighthChainTiles::Keep,
        stuck_hand: StuckHand::Pass,
        end_declaration: EndDeclaration::MayFinish,
    };
    let renegade = Options {
        bank_shareholder: true,
        founder_without_stock: FounderWithoutStock::Cash,
        dead_tile_exchange: DeadTileExchange::Choice,
        end_declaration: EndDeclaration::DuringTurn,
        ..classic
    };
    let tycoon = Options { bonuses: Bonuses::Tycoon, bank_shareholder: false, ..renegade };
    let trading = Options {
        bank_shareholder: false,
        trading: true,
        dead_tiles: DeadTiles::ReplaceUntilPlayable,
        stuck_hand: StuckHand::Redraw,
        end_declaration: EndDeclaration::StartOrEnd,
        ..renegade
    };
    let manual = Options {
        bank_shareholder: true,
        start_tiles: StartTiles::Found,
        dead_tiles: DeadTiles::DiscardThenDraw,
        eighth_chain_tiles: EighthChainTiles::Replace,
        end_declaration: EndDeclaration::DuringTurn,
        ..classic
    };
    let digital = Options {
        dead_tiles: DeadTiles::ReplaceOne,
        dead_tile_exchange: DeadTileExchange::Choice,
        end_declaration: EndDeclaration::DuringTurn,
        ..classic
    };
    vec![
        (Preset::Classic, classic),
        (Preset::Renegade, renegade),
        (Preset::Tycoon, tycoon),
        (Preset::Trading, trading),
        (Preset::Manual, manual),
        (Preset::Digital, digital),
    ]
}

/// The six presets of version 1 of the rules ("Presets before").
pub(crate) fn presets_before() -> Vec<(Preset, Options)> {
    let before = |(preset, options): (Preset, Options)| {
        let lone = Options {
            start_tiles: StartTiles::Lone,
            dead_tile_exchange: DeadTileExchange::Automatic,
            ..options
        };
        let options = match preset {
            Preset::Manual => Options { dead_tiles: DeadTiles::ReplaceAll, ..lone },
            Preset::Classic => Options { end_declaration: EndDeclaration::DuringTurn, ..lone },
            _ => lone,
        };
        (preset, options)
    };
    presets().into_iter().map(before).collect()
}
