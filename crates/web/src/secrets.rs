//! Sentences that reveal what others hold, and must not appear with hidden holdings. The browser tests use
//! this file too.

use crate::words::Words;

/// The ids of such sentences: ranks, gains, bonuses and the result of ending the game.
pub(crate) fn ids() -> impl Iterator<Item = &'static str> {
    let lines = include_str!("../../voice/words/en/explain.ftl").lines();
    lines.filter_map(|line| line.split_once(" =").map(|(id, _)| id)).filter(|id| {
        let is_of = |kinds: [&str; 4]| kinds.iter().any(|kind| id.starts_with(kind));
        is_of(["reason-rank-", "reason-pays", "reason-end-", "gain-"]) && !id.ends_with("-hidden")
    })
}

/// The ids of those in a text.
pub(crate) fn secrets(words: &Words, text: &str) -> Vec<&'static str> {
    ids().filter(|id| [1, 900].into_iter().any(|number| contains(words, id, number, text))).collect()
}

/// Whether a text contains a sentence, with any values in its placeholders. Values may select its form:
/// numbers the singular or plural, the reader's own name the form of the verb, a chain an extra clause.
fn contains(words: &Words, id: &str, number: u32, text: &str) -> bool {
    let forms = ["\0", words.language().you()].map(|who| ["\0", "none"].map(|chain| (who, chain)));
    forms.into_iter().flatten().any(|(who, chain)| {
        let names = ["player", "list", "cash"].map(|gap| (gap, "\0".into()));
        let numbers = ["own", "most", "by"].map(|gap| (gap, number.into()));
        let chosen = [("who", who.into()), ("chain", chain.into())];
        let gaps: Vec<_> = names.into_iter().chain(numbers).chain(chosen).collect();
        let sentence = words.fill(id, &gaps).replace(&number.to_string(), "\0");
        let mut rest = text;
        sentence.split('\0').all(|part| {
            let found = rest.find(part);
            rest = found.map_or(rest, |at| &rest[at + part.len()..]);
            found.is_some()
        })
    })
}
