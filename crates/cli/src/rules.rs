//! `mergemaker rules`: the options, the presets, the price and bonus tables.

pub(crate) mod words;

use anstyle::{RgbColor, Style};
use anyhow::Result;
use mergemaker_engine::{Bonuses, Chain, Money, Options, Preset, SAFE_SIZE, Theme, Tier, Tile, WINNING_SIZE};
use serde::Serialize;

use crate::text::{FAINT, Line, STRONG, Table, colour, indented, joined};
use crate::{Verdict, output};
use words::{OPTIONS, OptionWords, PRESETS, first_game, preset_words};

/// Explain the options, the presets, the prices and the bonuses
///
/// Without a preset: every option with its values, what each preset sets, and the tables. With one:
/// that preset's options explained, and its tables under the names its players see.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  mergemaker rules
  mergemaker rules tycoon
  mergemaker rules --json")]
pub(crate) struct Args {
    /// The preset to explain
    #[arg(value_parser = preset_parser())]
    preset: Option<Preset>,

    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Reads the name of one of the six presets.
pub(crate) fn preset_parser() -> impl clap::builder::TypedValueParser<Value = Preset> {
    use clap::builder::{PossibleValuesParser, TypedValueParser as _};
    PossibleValuesParser::new(PRESETS.map(Preset::id)).try_map(|id| id.parse::<Preset>())
}

/// Prints the rules.
pub(crate) fn run(args: &Args) -> Result<Verdict> {
    match (args.preset, args.json) {
        (None, true) => output::print_json(&Everything::new())?,
        (None, false) => output::print(&joined(&everything()))?,
        (Some(preset), true) => output::print_json(&OnePreset::new(preset))?,
        (Some(preset), false) => output::print(&joined(&one_preset(preset)))?,
    }
    Ok(Verdict::Good)
}

fn everything() -> Vec<Line> {
    let mut lines = vec![heading("Options")];
    for option in &OPTIONS {
        lines.push(
            Line::new(STRONG, option.id)
                .and(FAINT, format!("  {}  ", option.rule))
                .and(Style::new(), option.question),
        );
        let mut table = Table::new("ll");
        for value in option.values {
            table.row([value.id, value.meaning]);
        }
        lines.extend(indented(4, table.lines()));
    }
    lines.extend([Line::default(), heading("Presets")]);
    let mut table = Table::new("ll");
    for preset in PRESETS {
        table.row([Line::new(STRONG, preset.id()), preset_words(preset).into()]);
        if let Some(advice) = first_game_line(preset) {
            table.row([Line::default(), advice]);
        }
    }
    lines.extend(indented(2, table.lines()));
    for presets in PRESETS.chunks(PRESETS.len() / 2) {
        lines.push(Line::default());
        lines.extend(indented(2, preset_table(presets)));
    }
    lines.extend([Line::default(), heading("Names")]);
    lines.extend(indented(2, theme_table()));
    lines.extend([Line::default(), heading("Prices and bonuses")]);
    lines.extend(indented(2, price_table(None)));
    lines.extend(notes());
    lines
}

fn one_preset(preset: Preset) -> Vec<Line> {
    /// The width a plain terminal has.
    const COLUMNS: usize = 80;
    let options = Options::of(preset);
    let name = Line::new(STRONG, preset.id());
    let mut lines = vec![name.and(Style::new(), format!(": {}", preset_words(preset)))];
    lines.extend(first_game_line(preset));
    lines.extend([Line::default(), heading("Options")]);
    for option in &OPTIONS {
        let value = option.value(&options);
        lines.push(Line::from(format!("  {}", option.question)).and(FAINT, format!("  {}", option.rule)));
        let mut answer = Line::new(FAINT, format!("{}: ", option.id)).and(STRONG, value.id);
        if value.meaning != value.id {
            answer.push(Style::new(), format!("  {}", value.meaning));
        }
        lines.extend(indented(4, answer.broken(COLUMNS - 4)));
    }
    lines.extend([Line::default(), heading("Prices and bonuses")]);
    lines.extend(indented(2, price_table(Some(preset))));
    lines.extend(notes());
    lines
}

/// What the preset's rulebook recommends to people who play for the first time.
fn first_game_line(preset: Preset) -> Option<Line> {
    let line = |advice| Line::new(FAINT, format!("For a first game, its rulebook recommends {advice}."));
    first_game(preset).map(line)
}

fn heading(text: &str) -> Line {
    Line::new(STRONG.underline(), text)
}

fn notes() -> Vec<Line> {
    let largest =
        format!("{WINNING_SIZE} tiles, or only safe chains on the board: the end may be declared (E1).");
    vec![
        Line::default(),
        format!("  {SAFE_SIZE} tiles or more: the chain is safe and never dissolved (B4).").into(),
        format!("  {largest}").into(),
        "  The rules in full: docs/RULES.md.".into(),
    ]
}

fn preset_table(presets: &[Preset]) -> Vec<Line> {
    let mut table = Table::new(&"l".repeat(presets.len() + 1));
    table.row(
        std::iter::once(Line::default()).chain(presets.iter().map(|preset| Line::new(STRONG, preset.id()))),
    );
    for option in &OPTIONS {
        let values = presets.iter().map(|&preset| option.value(&Options::of(preset)).id);
        table.row(std::iter::once(option.id).chain(values));
    }
    table.row(std::iter::once("names").chain(presets.iter().map(|preset| preset.theme().id())));
    table.lines()
}

fn theme_table() -> Vec<Line> {
    let mut table = Table::new("lllll");
    table.head(std::iter::once("chain").chain(Theme::ALL.map(Theme::id)));
    for chain in Chain::ALL {
        let named = |theme: Theme| swatch(theme, chain).and(Style::new(), theme.face(chain).name);
        table.row(std::iter::once(chain.id().into()).chain(Theme::ALL.map(named)));
    }
    table.lines()
}

/// A square in the colour of a chain.
fn swatch(theme: Theme, chain: Chain) -> Line {
    let [red, green, blue] = theme.face(chain).rgb;
    Line::new(Style::new().fg_color(Some(colour(RgbColor(red, green, blue)))), "■ ")
}

const TIERS: [Tier; 3] = [Tier::Cheap, Tier::Medium, Tier::Expensive];

/// The table one keeps at hand in play: how large a chain of each tier is at each price, and what the
/// places are paid then. Without a preset it is that of both kinds of bonuses: what classic pays, tycoon
/// pays too.
fn price_table(preset: Option<Preset>) -> Vec<Line> {
    let kind = preset.map_or(Bonuses::Tycoon, |preset| Options::of(preset).bonuses);
    let names_of_places = kind.places(Money::ZERO);
    let mut table = Table::new(&format!("lllr{}", "r".repeat(names_of_places.len()))).with_gap(3);
    let names = |tier| Chain::ALL.into_iter().filter(move |chain| chain.tier() == tier);
    let most = TIERS.map(|tier| names(tier).count()).into_iter().max().unwrap_or(0);
    for row in 0..most {
        table.row(TIERS.map(|tier| match (names(tier).nth(row), preset) {
            (None, _) => Line::default(),
            (Some(chain), None) => chain.id().into(),
            (Some(chain), Some(preset)) => {
                swatch(preset.theme(), chain).and(STRONG, preset.theme().face(chain).name)
            }
        }));
    }
    if preset.is_none() {
        table.head(["", "", "", "classic:", "majority", "", "minority"]);
        table.head(["", "", "", "tycoon:", "primary", "secondary", "tertiary"]);
        table.head(["tiles", "tiles", "tiles", "share"]);
    } else {
        let places = names_of_places.iter().map(|place| place.0);
        table.head(["tiles", "tiles", "tiles", "share"].into_iter().chain(places));
    }
    for row in price_rows() {
        let sizes = row.sizes.map(|sizes| sizes.map_or(String::new(), |sizes| sizes.to_string()));
        let places = kind.places(Money(row.price));
        let bonuses = places.iter().map(|place| place.1.to_string());
        table.row(sizes.into_iter().chain([Money(row.price).to_string()]).chain(bonuses));
    }
    table.lines()
}

/// The sizes of chains at one price.
struct PriceRow {
    price: u32,
    sizes: [Option<Sizes>; 3],
}

/// From the smallest size to the largest, which may be as large as the board.
#[derive(Clone, Copy, Serialize)]
struct Sizes {
    from: u8,
    to: u8,
}

impl std::fmt::Display for Sizes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.from, self.to) {
            (from, to) if from == to => write!(f, "{from}"),
            (from, to) if usize::from(to) == Tile::COUNT => write!(f, "{from}+"),
            (from, to) => write!(f, "{from}–{to}"),
        }
    }
}

/// Every price with its sizes, asked of the engine.
fn price_rows() -> Vec<PriceRow> {
    let prices = (2..=12).map(|hundreds| 100 * hundreds);
    let sizes = |tier: Tier, price: u32| {
        let chain = Chain::ALL.into_iter().find(|chain| chain.tier() == tier)?;
        let mut at_price = (2..=Tile::COUNT as u8).filter(|&size| chain.price(size).0 == price);
        let from = at_price.next()?;
        Some(Sizes { from, to: at_price.next_back().unwrap_or(from) })
    };
    prices.map(|price| PriceRow { price, sizes: TIERS.map(|tier| sizes(tier, price)) }).collect()
}

/// All there is, for a program.
#[derive(Serialize)]
struct Everything {
    options: &'static [OptionWords],
    presets: Vec<PresetWords>,
    themes: Vec<ThemeWords>,
    prices: Vec<PriceWords>,
}

#[derive(Serialize)]
struct OnePreset {
    #[serde(flatten)]
    preset: PresetWords,
    chains: Vec<ChainWords>,
    prices: Vec<PriceWords>,
}

#[derive(Serialize)]
struct PresetWords {
    preset: &'static str,
    meaning: &'static str,
    first_game: Option<&'static str>,
    theme: &'static str,
    options: Options,
}

#[derive(Serialize)]
struct ThemeWords {
    id: &'static str,
    chains: Vec<ChainWords>,
}

#[derive(Serialize)]
struct ChainWords {
    id: &'static str,
    tier: Tier,
    name: &'static str,
    colour: &'static str,
    rgb: [u8; 3],
}

#[derive(Serialize)]
struct PriceWords {
    price: u32,
    cheap: Option<Sizes>,
    medium: Option<Sizes>,
    expensive: Option<Sizes>,
    bonuses: serde_json::Map<String, serde_json::Value>,
}

impl Everything {
    fn new() -> Everything {
        let theme = |theme: Theme| ThemeWords { id: theme.id(), chains: chain_words(theme) };
        Everything {
            options: &OPTIONS,
            presets: PRESETS.map(preset_data).into(),
            themes: Theme::ALL.map(theme).into(),
            prices: price_data(&[Bonuses::Classic, Bonuses::Tycoon]),
        }
    }
}

impl OnePreset {
    fn new(preset: Preset) -> OnePreset {
        OnePreset {
            preset: preset_data(preset),
            chains: chain_words(preset.theme()),
            prices: price_data(&[Options::of(preset).bonuses]),
        }
    }
}

fn preset_data(preset: Preset) -> PresetWords {
    PresetWords {
        preset: preset.id(),
        meaning: preset_words(preset),
        first_game: first_game(preset),
        theme: preset.theme().id(),
        options: Options::of(preset),
    }
}

fn chain_words(theme: Theme) -> Vec<ChainWords> {
    let words = |chain: Chain| {
        let face = theme.face(chain);
        ChainWords { id: chain.id(), tier: chain.tier(), name: face.name, colour: face.colour, rgb: face.rgb }
    };
    Chain::ALL.map(words).into()
}

fn price_data(kinds: &[Bonuses]) -> Vec<PriceWords> {
    let words = |row: PriceRow| {
        let [cheap, medium, expensive] = row.sizes;
        let places = kinds.iter().flat_map(|kind| kind.places(Money(row.price)));
        let bonuses = places.map(|(name, amount)| (name.to_owned(), amount.0.into()));
        PriceWords { price: row.price, cheap, medium, expensive, bonuses: bonuses.collect() }
    };
    price_rows().into_iter().map(words).collect()
}
