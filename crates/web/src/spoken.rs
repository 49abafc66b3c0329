//! The game for screen readers: the board in words, and announcements of events.

use std::collections::VecDeque;

use mergemaker_engine::{Action, Chain, Dissolved, Event, Preview, Seat, SeenEvent, Tile, TileSet};

use crate::scene::Scene;
use crate::words::money;
use mergemaker_voice::Narrator;

/// The most lines kept, and announced at once.
const MOST_LINES: usize = 12;

/// Announcements of events, in order. Nothing is left out unless too many arrive at once: then the first line
/// says how many more are in the log.
#[derive(Clone, Default, Debug)]
pub struct News {
    announced: Option<usize>,
    number: u64,
    lines: VecDeque<Announcement>,
}

/// An announced line.
#[derive(Clone, Debug)]
struct Announcement {
    number: u64,
    /// The event it describes, if any.
    event: Option<usize>,
    text: String,
}

impl News {
    /// Announces what is new in a scene. The first scene announces only its last event.
    pub fn update(&mut self, scene: &Scene, narrator: &Narrator<'_>) {
        let count = scene.entries.len();
        let mut new = match self.announced {
            None => News::lines_of(scene, narrator, 0).pop().into_iter().collect(),
            Some(announced) if announced > count => vec![(None, narrator.words.say("news-taken-back"))],
            Some(announced) => News::lines_of(scene, narrator, announced),
        };
        self.announced = Some(count);
        if new.len() > MOST_LINES {
            let earlier = new.len() - MOST_LINES;
            new.drain(..earlier);
            new.insert(0, (None, narrator.words.fill("news-earlier", &[("count", earlier.into())])));
        }
        for (event, text) in new {
            self.number += 1;
            self.lines.push_back(Announcement { number: self.number, event, text });
        }
        // Drop what the log no longer shows.
        let first = scene.first_shown();
        self.lines.retain(|line| line.event.is_none_or(|event| event >= first));
        while self.lines.len() > MOST_LINES + 1 {
            self.lines.pop_front();
        }
    }

    /// The latest lines, each with a unique number, newest last.
    #[must_use]
    pub fn lines(&self) -> Vec<(u64, String)> {
        self.lines.iter().map(|line| (line.number, line.text.clone())).collect()
    }

    fn lines_of(scene: &Scene, narrator: &Narrator<'_>, first: usize) -> Vec<(Option<usize>, String)> {
        let entries = scene.entries.iter().enumerate().skip(first);
        let line = |(index, entry)| {
            let line = narrator.line(index, entry)?;
            // The final scoring is a separate table.
            let is_end = matches!(entry.event, SeenEvent::Whole(Event::End { .. }));
            let details = if is_end { Vec::new() } else { line.details };
            Some((Some(index), std::iter::once(line.text).chain(details).collect::<Vec<_>>().join(" ")))
        };
        entries.filter_map(line).collect()
    }
}

/// The board in words: each chain with its size, price and squares; lone tiles; tiles out of play; what the
/// viewer's tiles would do.
#[must_use]
pub fn board(scene: &Scene, narrator: &Narrator<'_>) -> Vec<String> {
    let (view, words) = (&scene.view, narrator.words);
    let mut lines: Vec<String> = view
        .active()
        .iter()
        .map(|chain| {
            let gaps = [
                ("chain", narrator.chain(chain).into()),
                ("size", view.size(chain).into()),
                ("price", money(view.price(chain)).into()),
                ("safe", if view.safe().contains(chain) { "yes" } else { "no" }.into()),
                ("squares", squares(narrator, view.board().tiles(chain)).into()),
            ];
            words.fill("spoken-chain", &gaps)
        })
        .collect();
    let lone = view.board().lone();
    lines.push(if lone.is_empty() {
        words.say("spoken-no-lone")
    } else {
        words.fill("spoken-lone", &[("squares", squares(narrator, lone).into())])
    });
    let out = view.set_aside();
    if !out.is_empty() {
        lines.push(words.fill("spoken-out", &[("squares", squares(narrator, out).into())]));
    }
    lines.extend(scene.hand().into_iter().map(|(tile, _)| outlook(scene, narrator, tile)));
    lines
}

/// Lists squares, joining those side by side in a row: `3B to 5B, 4C`.
fn squares(narrator: &Narrator<'_>, tiles: TileSet) -> String {
    let mut tiles: Vec<Tile> = tiles.iter().collect();
    tiles.sort_by_key(|tile| (tile.row(), tile.column()));
    let is_beside = |one: &Tile, next: &Tile| one.row() == next.row() && one.column() + 1 == next.column();
    let runs = tiles.chunk_by(is_beside).map(|run| match run {
        [first, .., last] => {
            let gaps = [("from", first.to_string().into()), ("to", last.to_string().into())];
            narrator.words.fill("spoken-run", &gaps)
        }
        [only] => only.to_string(),
        [] => String::new(),
    });
    runs.collect::<Vec<_>>().join(", ")
}

/// Describes what a tile would do: sizes, prices and payments.
#[must_use]
pub fn outlook(scene: &Scene, narrator: &Narrator<'_>, tile: Tile) -> String {
    let words = narrator.words;
    let name = || ("tile", tile.to_string().into());
    match scene.view.preview(&Action::Place { tile }) {
        Preview::Founds { size, .. } => words.fill("reason-founds", &[name(), ("size", size.into())]),
        Preview::Grows { chain, size, price, .. } => {
            let gaps = [
                name(),
                ("chain", narrator.chain(chain).into()),
                ("size", size.into()),
                ("price", money(price).into()),
            ];
            words.fill("outlook-grow", &gaps)
        }
        Preview::Merges { survivors, dissolved, .. } => {
            let only = survivors.first().filter(|_| !survivors.has_several());
            let chains: Vec<String> = only
                .into_iter()
                .chain(dissolved.iter().map(|one| one.chain))
                .map(|chain: Chain| format!("{} ({})", narrator.chain(chain), scene.view.size(chain)))
                .collect();
            let merges = words.fill("outlook-merge", &[name(), ("chains", words.list(&chains).into())]);
            let paid = payments(scene, narrator, &dissolved);
            if paid.is_empty() { merges } else { format!("{merges} {}.", paid.join("; ")) }
        }
        Preview::Dead => words.fill("outlook-never", &[name()]),
        Preview::EighthChain => words.fill("outlook-not-now", &[name()]),
        _ => words.fill("outlook-alone", &[name()]),
    }
}

/// Describes the payments when chains are dissolved. Empty if they are hidden.
///
/// ```
/// use mergemaker_bots::Level;
/// use mergemaker_engine::{Preset, Rules, Theme};
/// use mergemaker_web::local::{LocalGame, Setup};
/// use mergemaker_voice::Narrator;
/// use mergemaker_web::scene::Player;
/// use mergemaker_web::spoken::payments;
/// use mergemaker_web::words::{Language, page};
/// let players = vec![Player::person("Ann"), Player::bot(Level::Novice)];
/// let seed = mergemaker_record::Seed::for_simulation(1, 1);
/// let game = LocalGame::new(Setup { rules: Rules::of(Preset::Classic), players, seed, hints: true }).unwrap();
/// let (scene, words) = (game.scene(None), page(Language::English));
/// assert!(payments(&scene, &scene.narrator(&words, Theme::Renegade), &[]).is_empty());
/// ```
#[must_use]
pub fn payments(scene: &Scene, narrator: &Narrator<'_>, dissolved: &[Dissolved]) -> Vec<String> {
    let paid = dissolved.iter().flat_map(|one| {
        let payout = one.payout.as_ref();
        let amount = |seat: Seat| payout.map(|payout| (seat, payout.amount(seat)));
        let amounts: Vec<_> = scene.view.seats().filter_map(amount).collect();
        amounts.into_iter().filter(|(_, amount)| amount.0 > 0).map(|(seat, amount)| {
            let gaps = [
                ("who", narrator.player(seat).into()),
                ("amount", money(amount).into()),
                ("chain", narrator.chain(one.chain).into()),
            ];
            narrator.words.fill("outlook-paid", &gaps)
        })
    });
    paid.collect()
}

/// Describes how the choice of a chain differs from the others. None if it does not, or if only hidden
/// holdings make the difference.
#[must_use]
pub fn choice(scene: &Scene, narrator: &Narrator<'_>, chain: Chain, action: &Action) -> Option<String> {
    let words = narrator.words;
    let name = ("chain", narrator.chain(chain).into());
    match scene.view.preview(action) {
        Preview::NewChain { gets_share: true, .. } => None,
        Preview::NewChain { cash, .. } => {
            let gets = if cash.0 == 0 { "nothing" } else { "cash" };
            let gaps = [name, ("gets", gets.into()), ("cash", money(cash).into())];
            Some(words.fill("choice-no-share", &gaps))
        }
        Preview::Merges { dissolved, .. } if dissolved.iter().any(|one| one.payout.is_none()) => None,
        Preview::Merges { dissolved, .. } => {
            let paid = payments(scene, narrator, &dissolved);
            let paid = if paid.is_empty() { words.say("choice-pays-nobody") } else { paid.join("; ") };
            let id =
                if matches!(action, Action::Survivor { .. }) { "choice-survives" } else { "choice-first" };
            Some(words.fill(id, &[name, ("paid", paid.into())]))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use mergemaker_bots::Level;
    use mergemaker_engine::{Preset, Rules, Theme};

    use super::*;
    use crate::local::{LocalGame, sample};
    use crate::words::{Language, page};

    fn game() -> LocalGame {
        sample::new_game(Rules::of(Preset::Renegade), [Level::Novice; 3], (5, 4))
    }

    /// However many decisions arrive at once, the announcements are the log in order. Too many are counted
    /// instead.
    #[test]
    fn every_event_is_announced() {
        let words = page(Language::English);
        for batch in [1, 2, 5] {
            let mut game = game();
            let (mut news, mut said) = (News::default(), Vec::new());
            let mut first = None;
            while game.game().to_act().is_some() {
                let scene = game.scene(None);
                let narrator = scene.narrator(&words, Theme::Hotels);
                news.update(&scene, &narrator);
                first.get_or_insert(scene.entries.len());
                let last = said.last().map_or(0, |line: &(u64, String)| line.0);
                said.extend(news.lines().into_iter().filter(|line| line.0 > last));
                (0..batch).for_each(|_| game.let_bot_decide());
            }
            let scene = game.scene(None);
            let narrator = scene.narrator(&words, Theme::Hotels);
            news.update(&scene, &narrator);
            let last = said.last().unwrap().0;
            said.extend(news.lines().into_iter().filter(|line| line.0 > last));
            let log = narrator.lines(&scene.entries);
            let log: Vec<&str> =
                log.iter().filter(|line| line.event >= first.unwrap()).map(|line| &*line.text).collect();
            // The first line is the last event before.
            assert_eq!(said.len(), 1 + log.len());
            for ((_, said), line) in said.iter().skip(1).zip(log) {
                assert!(said.starts_with(line), "{said} / {line}");
            }
        }
        let mut game = game();
        let mut news = News::default();
        let update = |news: &mut News, game: &LocalGame| {
            let scene = game.scene(None);
            news.update(&scene, &scene.narrator(&words, Theme::Hotels));
        };
        update(&mut news, &game);
        (0..60).for_each(|_| game.let_bot_decide());
        update(&mut news, &game);
        let lines = news.lines();
        assert_eq!(lines.len(), MOST_LINES + 1);
        assert!(lines[0].1.contains("in the log"), "{}", lines[0].1);
    }

    /// The board in words lists tiles out of play, once there are any.
    #[test]
    fn tiles_out_of_play_are_named() {
        let words = page(Language::English);
        let mut game = sample::new_game(Rules::of(Preset::Trading), [Level::Novice; 3], (5, 4));
        let mut named = 0;
        while game.game().to_act().is_some() {
            let scene = game.scene(None);
            let out = scene.out_of_play();
            let lines = board(&scene, &scene.narrator(&words, Theme::Hotels));
            let line = lines.iter().find(|line| line.starts_with("Out of play: "));
            assert_eq!(line.is_some(), !out.is_empty(), "{lines:#?}");
            assert_eq!(out.len(), scene.view.set_aside().len());
            for tile in line.iter().flat_map(|_| &out) {
                named += usize::from(line.is_some_and(|line| line.contains(&tile.to_string())));
            }
            game.let_bot_decide();
        }
        assert!(named > 0, "tiles are set aside in this game");
    }

    #[test]
    fn the_board_in_words() {
        let mut game = game();
        (0..70).for_each(|_| game.let_bot_decide());
        let scene = game.scene(Seat::new(0));
        for language in Language::ALL {
            let words = page(language);
            let lines = board(&scene, &scene.narrator(&words, Theme::Hotels));
            assert!(lines.iter().all(|line| !line.contains(['{', '}'])), "{lines:#?}");
            if language == Language::English {
                insta::assert_snapshot!(lines.join("\n"));
            }
        }
    }
}
