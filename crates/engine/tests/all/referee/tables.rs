//! Tables: every combination of options, and the presets of both versions of the rules.

use mergemaker_engine::{Bonuses, OPTIONS, Options, Preset};

/// Every combination of options, including invalid ones.
pub(crate) fn all_options() -> Vec<Options> {
    OPTIONS.iter().fold(vec![presets()[0].1], |all, option| {
        let vary = |options: Options| option.values.iter().map(move |value| with(options, option.id, value));
        all.into_iter().flat_map(vary).collect()
    })
}

fn with(options: Options, option: &str, value: &str) -> Options {
    options.with(option, value).expect("an option and its value")
}

/// S1, P5, P6: whether the options are valid together and with this number of players.
pub(crate) fn makes_sense(options: &Options, players: usize) -> bool {
    let tycoon = options.bonuses == Bonuses::Tycoon;
    (2..=6).contains(&players) && !(tycoon && options.bank_shareholder) && !(tycoon && players == 2)
}

/// The options of version 1 of the rules, with their values.
const VERSION_ONE: &str = "
    bonuses               classic tycoon
    bank_shareholder      no yes
    founder_without_stock nothing cash
    trading               no yes
    holdings              open hidden
    start_tiles           lone
    dead_tiles            replace_all replace_one replace_until_playable
    dead_tile_exchange    automatic
    eighth_chain_tiles    keep replace
    stuck_hand            pass redraw
    end_declaration       during_turn start_or_end";

/// Whether version 1 of the rules has every value.
pub(crate) fn is_of_version_one(options: &Options) -> bool {
    let rows = rows(VERSION_ONE);
    options
        .values()
        .iter()
        .all(|(option, value)| rows.iter().any(|row| row[0] == *option && row[1..].contains(value)))
}

/// The words of each row of a table.
fn rows(table: &str) -> Vec<Vec<&str>> {
    table
        .trim()
        .lines()
        .map(|row| row.split(['|', '`', ' ']).filter(|word| !word.is_empty()).collect())
        .collect()
}

/// The presets and their options in the rulebook, docs/RULES.md, which sets every option.
pub(crate) fn presets() -> Vec<(Preset, Options)> {
    let presets = presets_of(&rulebook_table("| Preset | `classic` "));
    assert_eq!(presets.len(), Preset::NAMED.len(), "the rulebook has every preset");
    presets
}

/// The options of each preset in a table laid out like the rulebook's.
fn presets_of(table: &str) -> Vec<(Preset, Options)> {
    let rows = rows(table);
    assert_eq!(rows.len(), 1 + OPTIONS.len(), "the table has every option");
    let column = |column: usize| {
        let set = |options, row: &Vec<&str>| with(options, row[0], row[column]);
        (rows[0][column].parse().unwrap(), rows[1..].iter().fold(Options::of(Preset::Custom), set))
    };
    (1..rows[0].len()).map(column).collect()
}

/// The table of the rulebook that begins with this text, without its rule and its themes.
fn rulebook_table(start: &str) -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/RULES.md");
    let book = std::fs::read_to_string(path).unwrap();
    let table = book.lines().skip_while(|line| !line.starts_with(start)).take_while(|line| !line.is_empty());
    let rows: Vec<&str> =
        table.filter(|row| !row.starts_with("|---") && !row.starts_with("| theme ")).collect();
    rows.join("\n")
}

/// The presets of version 1 of the rules ("Older games").
pub(crate) fn presets_before() -> Vec<(Preset, Options)> {
    presets_of(
        "
        preset                classic      renegade     tycoon       trading                 manual       digital
        bonuses               classic      classic      tycoon       classic                 classic      classic
        bank_shareholder      no           yes          no           no                      yes          no
        founder_without_stock nothing      cash         cash         cash                    nothing      nothing
        trading               no           no           no           yes                     no           no
        start_tiles           lone         lone         lone         lone                    lone         lone
        dead_tiles            replace_all  replace_all  replace_all  replace_until_playable  replace_all  replace_one
        dead_tile_exchange    automatic    automatic    automatic    automatic               automatic    automatic
        eighth_chain_tiles    keep         keep         keep         keep                    replace      keep
        stuck_hand            pass         pass         pass         redraw                  pass         pass
        end_declaration       during_turn  during_turn  during_turn  start_or_end            during_turn  during_turn
        holdings              open         open         open         open                    open         open",
    )
}

/// The rulebook lists every value of every option.
#[test]
fn the_rulebook_lists_every_value() {
    let table = rulebook_table("| Option | Values ");
    for option in &OPTIONS {
        let row = table.lines().find(|row| row.starts_with(&format!("| `{}` ", option.id))).expect(option.id);
        let cell = row.split('|').nth(2).unwrap().replace(['`', '*', ','], " ");
        let mut listed: Vec<&str> = cell.split_whitespace().collect();
        let mut values = option.values.to_vec();
        listed.sort_unstable();
        values.sort_unstable();
        assert_eq!(listed, values, "{}", option.id);
        assert!(row.contains(&format!("[{}]", option.rule)), "{row}");
    }
}
