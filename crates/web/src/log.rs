//! The log: what happened, in plain words, with every payment explained.

#[cfg(test)]
mod grammar;

use mergemaker_engine::{
    Award, Bonuses, Bundle, Chain, CoveredTiles, DiscardReason, EndReason, Event, Holder, Money, Payout,
    Place, Seat, SeenEvent, Theme, Tile,
};
use mergemaker_record::{ChainNow, Effect, LogEntry};

use crate::scene::{Player, Scene};
use crate::words::{Words, money};

/// One line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Which event it tells.
    pub event: usize,
    /// Whose it is.
    pub seat: Option<Seat>,
    /// What happened.
    pub text: String,
    /// How each payment comes about.
    pub details: Vec<String>,
}

/// Writes lines in one language, for one table.
pub struct Teller<'a> {
    /// The language.
    pub words: &'a Words,
    /// What the chains are called.
    pub theme: Theme,
    /// Everybody, in seat order.
    pub players: &'a [Player],
    /// The bonuses that are played for.
    pub bonuses: Bonuses,
}

impl<'a> Teller<'a> {
    /// A teller for a scene.
    #[must_use]
    pub fn of(scene: &'a Scene, words: &'a Words, theme: Theme) -> Teller<'a> {
        Teller { words, theme, players: &scene.players, bonuses: scene.view.rules().options().bonuses }
    }

    /// The whole log, the oldest first. Deals and draws are left out: they are not worth a line.
    #[must_use]
    pub fn lines(&self, told: &[LogEntry]) -> Vec<Line> {
        let lines = told.iter().enumerate().filter_map(|(index, told)| self.line(index, told));
        lines.collect()
    }

    /// The name of a player.
    #[must_use]
    pub fn player(&self, seat: Seat) -> String {
        self.players.get(seat.index()).map_or_else(|| seat.to_string(), |player| player.name.clone())
    }

    /// The name of a chain.
    #[must_use]
    pub fn chain(&self, chain: Chain) -> &'static str {
        self.theme.face(chain).name
    }

    /// What happened in an event.
    #[must_use]
    pub fn line(&self, index: usize, told: &LogEntry) -> Option<Line> {
        let event = match &told.event {
            SeenEvent::Whole(event) => event,
            SeenEvent::Covered(CoveredTiles::Deal { .. } | CoveredTiles::Draw { .. }) => return None,
        };
        let (seat, mut text) = self.what_happened(event, &told.effect)?;
        if let Some(now) = told.merged {
            text = format!("{text} {}", self.now("log-merged", now));
        }
        let details = told.payouts.iter().flat_map(|payout| self.payout(payout)).collect();
        Some(Line { event: index, seat, text, details })
    }

    fn now(&self, id: &str, now: ChainNow) -> String {
        let safe = if now.is_safe { "yes" } else { "no" };
        self.words.fill(
            id,
            &[
                ("chain", self.chain(now.chain).into()),
                ("size", now.size.into()),
                ("price", money(now.price).into()),
                ("safe", safe.into()),
            ],
        )
    }

    fn what_happened(&self, event: &Event, effect: &Effect) -> Option<(Option<Seat>, String)> {
        let words = self.words;
        let by = |seat: Seat, id: &str| (Some(seat), words.fill(id, &[("player", self.player(seat).into())]));
        Some(match event {
            Event::Deal { .. } | Event::Draw { .. } => return None,
            Event::StartTile { player, tile } => {
                let gaps = [("player", self.player(*player).into()), ("tile", tile.to_string().into())];
                let id = if *effect == Effect::Founds { "log-start-tile-founds" } else { "log-start-tile" };
                let drawn = words.fill(id, &gaps);
                (Some(*player), format!("{drawn} {}", self.effect(effect)).trim_end().to_owned())
            }
            Event::Discard { player, tiles, reason } => {
                let id = match reason {
                    DiscardReason::StuckHand => "log-stuck-hand",
                    DiscardReason::Unplayable => "log-unplayable",
                };
                let gaps = [
                    ("player", self.player(*player).into()),
                    ("tiles", self.tiles(tiles.iter().copied()).into()),
                ];
                (Some(*player), words.fill(id, &gaps))
            }
            Event::TradeOffer { player, to, give, take } => {
                let gaps = [
                    ("player", self.player(*player).into()),
                    ("other", self.player(*to).into()),
                    ("give", self.bundle(give).into()),
                    ("take", self.bundle(take).into()),
                ];
                (Some(*player), words.fill("log-offer", &gaps))
            }
            Event::TradeAnswer { player, accept: true } => by(*player, "log-accepts"),
            Event::TradeAnswer { player, accept: false } => by(*player, "log-declines"),
            Event::DeclareEnd { player } => by(*player, "log-declares"),
            Event::Place { player, tile } => {
                let gaps = [("player", self.player(*player).into()), ("tile", tile.to_string().into())];
                let placed = words.fill("log-places", &gaps);
                (Some(*player), format!("{placed} {}", self.effect(effect)).trim_end().to_owned())
            }
            Event::Pass { player } => by(*player, "log-passes"),
            Event::Found { player, chain, at } => {
                let mut gaps =
                    vec![("player", self.player(*player).into()), ("chain", self.chain(*chain).into())];
                gaps.extend(at.map(|at| ("tile", at.to_string().into())));
                let founded = words.fill(if at.is_some() { "log-founds-at" } else { "log-founds" }, &gaps);
                (Some(*player), format!("{founded} {}", self.effect(effect)).trim_end().to_owned())
            }
            Event::Survivor { player, chain } => {
                let gaps = [("player", self.player(*player).into()), ("chain", self.chain(*chain).into())];
                (Some(*player), words.fill("log-survivor", &gaps))
            }
            Event::Defunct { player, chain } => {
                let gaps = [("player", self.player(*player).into()), ("chain", self.chain(*chain).into())];
                (Some(*player), words.fill("log-defunct", &gaps))
            }
            Event::BankTile { chain, tile } => {
                let gaps = [
                    ("chain", self.chain(*chain).into()),
                    ("tile", tile.to_string().into()),
                    ("count", tile.column().into()),
                ];
                (None, words.fill("log-bank-tile", &gaps))
            }
            Event::Dispose { player, chain, sell, trade } => {
                (Some(*player), self.disposal(*player, *chain, *sell, *trade, effect))
            }
            Event::Buy { player, .. } => (Some(*player), self.purchase(*player, effect)),
            Event::End { reason } => (
                None,
                words.say(match reason {
                    EndReason::Declared => "log-end-declared",
                    EndReason::AllTilesPlayed => "log-end-all-tiles",
                    EndReason::NoTilePlayed => "log-end-no-tile",
                }),
            ),
        })
    }

    /// Tiles as a list in words.
    #[must_use]
    pub fn tiles(&self, tiles: impl IntoIterator<Item = Tile>) -> String {
        let tiles: Vec<String> = tiles.into_iter().map(|tile| tile.to_string()).collect();
        self.words.list(&tiles)
    }

    /// Money and shares: `$500 and 2 Tower`.
    #[must_use]
    pub fn bundle(&self, bundle: &Bundle) -> String {
        let cash = (bundle.cash > Money::ZERO).then(|| bundle.cash.to_string());
        let shares = bundle.shares.iter().map(|(chain, count)| format!("{count} {}", self.chain(chain)));
        let parts: Vec<String> = cash.into_iter().chain(shares).collect();
        if parts.is_empty() { self.words.say("nothing") } else { self.words.list(&parts) }
    }

    fn effect(&self, effect: &Effect) -> String {
        match effect {
            Effect::Lone => self.words.say("log-lone"),
            Effect::Grows { now } => self.now("log-grows", *now),
            Effect::Merges { survivor, merging } => {
                let chains: Vec<String> =
                    merging.iter().map(|one| format!("{} ({})", self.chain(one.chain), one.size)).collect();
                let merge = self.words.fill("log-merges", &[("chains", self.words.list(&chains).into())]);
                let survives = survivor
                    .map(|chain| self.words.fill("log-survives", &[("chain", self.chain(chain).into())]));
                [Some(merge), survives].into_iter().flatten().collect::<Vec<_>>().join(" ")
            }
            Effect::Founded { now, gets_share, cash } => {
                let share = match (gets_share, *cash) {
                    (true, _) => self.words.say("log-free-share"),
                    (false, Money::ZERO) => self.words.say("log-no-share"),
                    (false, cash) => self.words.fill("log-cash-instead", &[("cash", money(cash).into())]),
                };
                format!("{} {share}", self.now("log-founded", *now))
            }
            Effect::Nothing | Effect::Founds | Effect::Disposed { .. } | Effect::Bought { .. } => {
                String::new()
            }
        }
    }

    fn disposal(&self, player: Seat, chain: Chain, sell: u8, trade: u8, effect: &Effect) -> String {
        let Effect::Disposed { survivor, price, cash, taken, held } = effect else { return String::new() };
        let chain = self.chain(chain);
        let name = self.player(player);
        let sells = [
            ("player", name.clone().into()),
            ("count", sell.into()),
            ("chain", chain.into()),
            ("price", money(*price).into()),
            ("cash", money(*cash).into()),
        ];
        let trades = [
            ("player", name.clone().into()),
            ("count", trade.into()),
            ("chain", chain.into()),
            ("taken", (*taken).into()),
            ("survivor", self.chain(*survivor).into()),
        ];
        let holds = [("player", name.clone().into()), ("count", (*held).into()), ("chain", chain.into())];
        let parts = [
            (sell > 0).then(|| self.words.fill("log-sells", &sells)),
            (trade > 0).then(|| self.words.fill("log-trades", &trades)),
            (*held > 0).then(|| self.words.fill("log-holds", &holds)),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        format!("{name} {}.", self.words.list(&parts))
    }

    fn purchase(&self, player: Seat, effect: &Effect) -> String {
        let name = self.player(player);
        let Effect::Bought { lines, cost } = effect else { return name };
        if lines.is_empty() {
            return self.words.fill("log-buys-nothing", &[("player", name.into())]);
        }
        let parts: Vec<String> = lines
            .iter()
            .map(|line| format!("{} {} ({})", line.count, self.chain(line.chain), line.price))
            .collect();
        let gaps = [
            ("player", name.into()),
            ("shares", self.words.list(&parts).into()),
            ("cost", money(*cost).into()),
        ];
        self.words.fill("log-buys", &gaps)
    }

    /// How the bonuses for a chain come about: a heading, and a line for each holder or group of equals.
    #[must_use]
    pub fn payout(&self, payout: &Payout) -> Vec<String> {
        let heading = [
            ("chain", self.chain(payout.chain).into()),
            ("size", payout.size.into()),
            ("price", money(payout.price).into()),
            ("kind", self.bonuses.id().into()),
        ];
        let mut lines = vec![self.words.fill("bonus-for", &heading)];
        lines.extend(
            payout
                .awards
                .chunk_by(|one, next| one.place == next.place)
                .map(|group| self.award(payout, group)),
        );
        lines
    }

    fn award(&self, payout: &Payout, group: &[Award]) -> String {
        let first = group[0];
        let who: Vec<String> = group
            .iter()
            .enumerate()
            .map(|(index, award)| match award.holder {
                Holder::Player(seat) => self.listed(seat, index),
                Holder::Bank => self.words.say("the-bank"),
            })
            .collect();
        let places = self.bonuses.places(payout.price);
        let covered: Vec<_> = match first.place {
            Place::Sole => [places.first(), places.last()].into_iter().flatten().collect(),
            Place::Ranked { from, to } => places.iter().take(to.into()).skip(usize::from(from) - 1).collect(),
        };
        let covered = covered.into_iter().map(|(place, amount)| {
            self.words.fill(&format!("bonus-{place}"), &[("amount", money(*amount).into())])
        });
        let covered: Vec<String> = covered.collect();
        let id = match (first.place, first.pool, group.len()) {
            (_, Money::ZERO, _) => "bonus-none",
            (Place::Sole, ..) => "bonus-sole",
            (_, _, 1) => "bonus-one",
            _ => "bonus-shared",
        };
        let is_rounded = first.amount * group.len() as u8 != first.pool;
        let gaps = [
            ("who", self.words.list(&who).into()),
            ("shares", first.shares.into()),
            ("sum", covered.join(" + ").into()),
            ("people", group.len().into()),
            ("rounded", if is_rounded { "yes" } else { "no" }.into()),
            ("amount", money(first.amount).into()),
        ];
        self.words.fill(id, &gaps)
    }

    /// A name in a list: whoever reads is only at its beginning called as at the beginning of a sentence.
    fn listed(&self, seat: Seat, index: usize) -> String {
        let name = self.player(seat);
        if index > 0 && name == self.words.language().you() { self.words.say("you-within") } else { name }
    }
}

#[cfg(test)]
mod tests {
    use mergemaker_bots::Level;
    use mergemaker_engine::{Preset, Rules};

    use super::*;
    use crate::local::sample;
    use crate::words::Language;

    /// Every event of whole games becomes a line without a gap left open, in every language.
    #[test]
    fn every_line_is_whole() {
        for preset in [Preset::Renegade, Preset::Tycoon, Preset::Trading, Preset::Digital] {
            let game = sample::finished(Rules::of(preset), [Level::Steady; 3], (4, 4));
            for language in Language::ALL {
                let (words, scene) = (Words::new(language), game.scene(None));
                for line in Teller::of(&scene, &words, Theme::Hotels).lines(&scene.entries) {
                    for text in std::iter::once(&line.text).chain(&line.details) {
                        let is_whole =
                            !text.contains(['{', '}']) && !text.contains("log-") && !text.contains("bonus-");
                        assert!(is_whole && text.len() > 5, "{text}");
                    }
                }
            }
        }
    }

    /// What is explained is what is paid.
    #[test]
    fn the_log_of_a_game_reads_well() {
        let game = sample::finished(Rules::of(Preset::Renegade), [Level::Steady; 2], (4, 4));
        let (words, scene) = (Words::new(Language::English), game.scene(None));
        let lines = Teller::of(&scene, &words, Theme::Hotels).lines(&scene.entries);
        let text: Vec<String> = lines
            .iter()
            .flat_map(|line| {
                std::iter::once(line.text.clone())
                    .chain(line.details.iter().map(|detail| format!("  {detail}")))
            })
            .collect();
        insta::assert_snapshot!(text.join("\n"));
    }
}
