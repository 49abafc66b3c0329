//! Checks every line of whole games in every language.

use mergemaker_engine::{Preset, Theme};

use super::LogLine;
use crate::sample::Sample;
use crate::{Language, Names, Narrator, Words};

fn narrator<'a>(words: &'a Words, sample: &Sample, names: &[&str]) -> Narrator<'a> {
    let names = Names::ready(names.iter().map(|&name| name.to_owned()).collect(), Theme::Hotels);
    Narrator { bonuses: sample.game.rules().options().bonuses, ..Narrator::new(words, names) }
}

fn texts(lines: &[LogLine]) -> impl Iterator<Item = String> {
    lines.iter().flat_map(|line| {
        std::iter::once(line.text.clone()).chain(line.details.iter().map(|detail| format!("  {detail}")))
    })
}

/// Every event of whole games becomes a line with all arguments filled in, in every language.
#[test]
fn every_line_is_complete() {
    for preset in [Preset::Renegade, Preset::Tycoon, Preset::Trading, Preset::Digital] {
        let sample = Sample::new(preset, 3, 4).finished();
        for language in Language::ALL {
            let words = Words::new(language);
            let narrator = narrator(&words, &sample, &["Ann", "Bob", "Cid"]);
            for line in narrator.lines(&sample.log.entries(0, None)) {
                let is_whole = |text: &str| {
                    !text.contains(['{', '}']) && !text.contains("log-") && !text.contains("bonus-")
                };
                assert!(line.text.ends_with('.') && line.text.len() > 5, "{}", line.text);
                assert!(
                    is_whole(&line.text) && line.details.iter().all(|detail| is_whole(detail)),
                    "{line:?}"
                );
            }
        }
    }
}

/// Pins the log of a whole game in each language.
#[test]
fn logs_match_their_snapshots() {
    let sample = Sample::new(Preset::Renegade, 2, 4).finished();
    for language in Language::ALL {
        let words = Words::new(language);
        let narrator = narrator(&words, &sample, &[language.you(), "Bob"]);
        let lines = narrator.lines(&sample.log.entries(0, None));
        insta::assert_snapshot!(
            format!("the_log_in_{}", language.code()),
            texts(&lines).collect::<Vec<_>>().join("\n")
        );
    }
}
