//! `mergemaker rules`: options, presets, prices and bonuses.

use anstyle::{RgbColor, Style};
use anyhow::Result;
use mergemaker_engine::{
    Bonuses, Chain, Money, OPTIONS, OptionInfo, Options, Preset, PriceRow, SAFE_SIZE, Sizes, Theme, Tier,
    WINNING_SIZE, price_card,
};
use mergemaker_voice::Words;
use serde::Serialize;

use crate::language::LanguageArgs;
use crate::text::{FAINT, Line, STRONG, Table, beside, colour, indented, joined};
use crate::{Verdict, output};

/// Explain the options, the presets, the prices and the bonuses
///
/// Without a preset: all options and values, what each preset sets, and the price and bonus tables. With a
/// preset: its options explained, and its tables with the names its players see.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  mergemaker rules
  mergemaker rules tycoon
  mergemaker rules --json")]
pub(crate) struct Args {
    /// Preset to explain
    #[arg(value_parser = preset_parser())]
    preset: Option<Preset>,

    #[command(flatten)]
    language: LanguageArgs,

    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Parses the name of a preset.
pub(crate) fn preset_parser() -> impl clap::builder::TypedValueParser<Value = Preset> {
    use clap::builder::{PossibleValuesParser, TypedValueParser as _};
    PossibleValuesParser::new(Preset::NAMED.iter().map(|preset| preset.id()))
        .try_map(|id| id.parse::<Preset>())
}

/// Prints the rules.
pub(crate) fn run(args: &Args) -> Result<Verdict> {
    let words = &args.language.words();
    match (args.preset, args.json) {
        (None, true) => output::print_json(&Everything::new(words))?,
        (None, false) => output::print(&joined(&everything(words)))?,
        (Some(preset), true) => output::print_json(&OnePreset::new(words, preset))?,
        (Some(preset), false) => output::print(&joined(&one_preset(words, preset)))?,
    }
    Ok(Verdict::Good)
}

/// The width of a standard terminal.
const COLUMNS: usize = 80;

fn everything(words: &Words) -> Vec<Line> {
    let mut lines = vec![heading(words, "rules-options")];
    for option in &OPTIONS {
        lines.push(
            Line::new(STRONG, option.id)
                .and(FAINT, format!("  {}  ", option.rule))
                .and(Style::new(), option_name(words, option)),
        );
        let longest = option.values.iter().map(|value| value.len()).max().unwrap_or(0);
        for value in option.values {
            let meaning = Line::from(meaning(words, option, value)).broken(COLUMNS - 6 - longest);
            let named = vec![Line::from(format!("{value:longest$}"))];
            lines.extend(indented(4, beside(named, 2, meaning)));
        }
    }
    lines.extend([Line::default(), heading(words, "rules-presets")]);
    let longest = Preset::NAMED.iter().map(|preset| preset.id().len()).max().unwrap_or(0);
    for &preset in Preset::NAMED {
        let about = [about(words, preset), first_game(words, preset)];
        let about = about.into_iter().flat_map(|line| line.broken(COLUMNS - 4 - longest)).collect();
        let named = vec![Line::new(STRONG, format!("{:longest$}", preset.id()))];
        lines.extend(indented(2, beside(named, 2, about)));
    }
    for presets in Preset::NAMED.chunks(3) {
        lines.push(Line::default());
        lines.extend(indented(2, preset_table(words, presets)));
    }
    lines.extend([Line::default(), heading(words, "rules-names")]);
    lines.extend(indented(2, theme_table(words)));
    lines.extend([Line::default(), heading(words, "rules-prices")]);
    lines.extend(indented(2, price_table(words, None)));
    lines.extend(notes(words));
    lines
}

fn one_preset(words: &Words, preset: Preset) -> Vec<Line> {
    let options = Options::of(preset);
    let mut name = Line::new(STRONG, preset.id()).and(Style::new(), ": ");
    name.append(about(words, preset));
    let mut lines = vec![name];
    lines.extend(first_game(words, preset).broken(COLUMNS));
    lines.extend([Line::default(), heading(words, "rules-options")]);
    for option in &OPTIONS {
        let value = option.value(&options);
        lines.push(
            Line::from(format!("  {}", option_name(words, option))).and(FAINT, format!("  {}", option.rule)),
        );
        let answer = Line::new(FAINT, format!("{}: ", option.id)).and(STRONG, value);
        let answer = answer.and(Style::new(), format!("  {}", meaning(words, option, value)));
        lines.extend(indented(4, answer.broken(COLUMNS - 4)));
    }
    lines.extend([Line::default(), heading(words, "rules-prices")]);
    lines.extend(indented(2, price_table(words, Some(preset))));
    lines.extend(notes(words));
    lines
}

/// The name of an option.
fn option_name(words: &Words, option: &OptionInfo) -> String {
    words.say(&format!("option-{}", option.id))
}

/// The meaning of one of its values.
fn meaning(words: &Words, option: &OptionInfo, value: &str) -> String {
    words.say(&format!("option-{}-{value}-about", option.id))
}

/// A one-line description of a preset.
fn about(words: &Words, preset: Preset) -> Line {
    words.say(&format!("preset-{}-about", preset.id())).into()
}

/// The preset's recommendation for first games.
fn first_game(words: &Words, preset: Preset) -> Line {
    Line::new(FAINT, words.say(&format!("preset-{}-first", preset.id())))
}

fn heading(words: &Words, id: &str) -> Line {
    Line::new(STRONG.underline(), words.say(id))
}

/// The heading of a column.
fn head(words: &Words, id: &str) -> String {
    words.say(&format!("head-{id}"))
}

fn notes(words: &Words) -> Vec<Line> {
    let notes = [("rules-safe", SAFE_SIZE), ("rules-end", WINNING_SIZE), ("rules-in-full", 0)];
    let note = |(id, size): (&str, u8)| words.fill(id, &[("size", size.into())]);
    let broken = |text: String| Line::from(text).broken(COLUMNS - 2);
    std::iter::once(Line::default())
        .chain(indented(2, notes.map(note).into_iter().flat_map(broken).collect()))
        .collect()
}

fn preset_table(words: &Words, presets: &[Preset]) -> Vec<Line> {
    let mut table = Table::new(&"l".repeat(presets.len() + 1));
    table.row(
        std::iter::once(Line::default()).chain(presets.iter().map(|preset| Line::new(STRONG, preset.id()))),
    );
    for option in &OPTIONS {
        let values = presets.iter().map(|&preset| option.value(&Options::of(preset)));
        table.row(std::iter::once(option.id).chain(values));
    }
    let themes = presets.iter().map(|preset| preset.theme().id().to_owned());
    table.row(std::iter::once(head(words, "names")).chain(themes));
    table.lines()
}

fn theme_table(words: &Words) -> Vec<Line> {
    let mut table = Table::new("lllll");
    table.head(std::iter::once(head(words, "chain")).chain(Theme::ALL.map(|theme| theme.id().to_owned())));
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

/// The reference table for play: the chain sizes of each tier at each price, and the bonuses. Without a
/// preset, the table has the bonuses of both kinds: tycoon includes those of classic.
fn price_table(words: &Words, preset: Option<Preset>) -> Vec<Line> {
    let kind = preset.map_or(Bonuses::Tycoon, |preset| Options::of(preset).bonuses);
    let names_of_places = kind.places(Money::ZERO);
    let mut table = Table::new(&format!("lllr{}", "r".repeat(names_of_places.len())));
    let most = Tier::ALL.map(|tier| tier.chains().count()).into_iter().max().unwrap_or(0);
    for row in 0..most {
        table.row(Tier::ALL.map(|tier| match (tier.chains().nth(row), preset) {
            (None, _) => Line::default(),
            (Some(chain), None) => chain.id().into(),
            (Some(chain), Some(preset)) => {
                swatch(preset.theme(), chain).and(STRONG, preset.theme().face(chain).name)
            }
        }));
    }
    let named = |ids: &[&str]| -> Vec<String> {
        ids.iter().map(|id| if id.is_empty() { String::new() } else { head(words, id) }).collect()
    };
    let columns = ["tiles", "tiles", "tiles", "share"];
    if preset.is_none() {
        for (bonuses, places) in [
            (Bonuses::Classic, ["majority", "", "minority"]),
            (Bonuses::Tycoon, ["primary", "secondary", "tertiary"]),
        ] {
            let kind = [String::new(), String::new(), String::new(), format!("{}:", bonuses.id())];
            table.head(kind.into_iter().chain(named(&places)));
        }
        table.head(named(&columns));
    } else {
        let places: Vec<&str> = names_of_places.iter().map(|place| place.0).collect();
        table.head(named(&[&columns[..], &places].concat()));
    }
    for row in price_card() {
        let sizes = row.sizes.map(|sizes| sizes.map_or(String::new(), |sizes| sizes.to_string()));
        let places = kind.places(row.price);
        let bonuses = places.iter().map(|place| place.1.to_string());
        table.row(sizes.into_iter().chain([row.price.to_string()]).chain(bonuses));
    }
    table.lines()
}

/// All rules, as JSON.
#[derive(Serialize)]
struct Everything {
    options: Vec<OptionWords>,
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

/// An option, its question, and the meanings of its values.
#[derive(Serialize)]
struct OptionWords {
    id: &'static str,
    rule: &'static str,
    question: String,
    values: Vec<ValueWords>,
}

#[derive(Serialize)]
struct ValueWords {
    id: &'static str,
    meaning: String,
}

#[derive(Serialize)]
struct PresetWords {
    preset: &'static str,
    meaning: String,
    first_game: String,
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
    fn new(words: &Words) -> Everything {
        let theme = |theme: Theme| ThemeWords { id: theme.id(), chains: chain_words(theme) };
        Everything {
            options: OPTIONS.iter().map(|option| option_data(words, option)).collect(),
            presets: Preset::NAMED.iter().map(|preset| preset_data(words, *preset)).collect(),
            themes: Theme::ALL.map(theme).into(),
            prices: price_data(&[Bonuses::Classic, Bonuses::Tycoon]),
        }
    }
}

impl OnePreset {
    fn new(words: &Words, preset: Preset) -> OnePreset {
        OnePreset {
            preset: preset_data(words, preset),
            chains: chain_words(preset.theme()),
            prices: price_data(&[Options::of(preset).bonuses]),
        }
    }
}

fn option_data(words: &Words, option: &OptionInfo) -> OptionWords {
    let value = |id: &&'static str| ValueWords { id, meaning: meaning(words, option, id) };
    OptionWords {
        id: option.id,
        rule: option.rule,
        question: option_name(words, option),
        values: option.values.iter().map(value).collect(),
    }
}

fn preset_data(words: &Words, preset: Preset) -> PresetWords {
    PresetWords {
        preset: preset.id(),
        meaning: words.say(&format!("preset-{}-about", preset.id())),
        first_game: words.say(&format!("preset-{}-first", preset.id())),
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
        let places = kinds.iter().flat_map(|kind| kind.places(row.price));
        let bonuses = places.map(|(name, amount)| (name.to_owned(), amount.0.into()));
        PriceWords { price: row.price.0, cheap, medium, expensive, bonuses: bonuses.collect() }
    };
    price_card().map(words).into()
}
