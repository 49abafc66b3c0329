//! The log: what happened, with every payment explained.

#[cfg(test)]
mod grammar;
#[cfg(test)]
mod tests;

use mergemaker_engine::{
    Bundle, Chain, CoveredTiles, DiscardReason, EndReason, Event, Game, Money, Seat, SeenEvent, Tile,
};
use mergemaker_record::{ChainNow, Effect, LogEntry, Moment};

use crate::words::Gap;
use crate::{Narrator, money};

/// One line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogLine {
    /// The index of the event, from 0.
    pub event: usize,
    /// The player whose event it is.
    pub seat: Option<Seat>,
    /// What happened.
    pub text: String,
    /// How each payment was calculated.
    pub details: Vec<String>,
}

impl Narrator<'_> {
    /// The whole log, oldest first, without deals and draws.
    #[must_use]
    pub fn lines(&self, entries: &[LogEntry]) -> Vec<LogLine> {
        let lines = entries.iter().enumerate().filter_map(|(index, entry)| self.line(index, entry));
        lines.collect()
    }

    /// The line of an event; none for a deal or a draw.
    #[must_use]
    pub fn line(&self, index: usize, entry: &LogEntry) -> Option<LogLine> {
        let event = match &entry.event {
            SeenEvent::Whole(event) => event,
            SeenEvent::Covered(CoveredTiles::Deal { .. } | CoveredTiles::Draw { .. }) => return None,
        };
        let mut text = self.what_happened(event, &entry.effect)?;
        if let Some(now) = entry.merged {
            text = format!("{text} {}", self.now("log-merged", now));
        }
        let details = entry.payouts.iter().flat_map(|payout| self.payout(payout)).collect();
        Some(LogLine { event: index, seat: event.player(), text, details })
    }

    /// What happened in an event of a fully visible game, including the tiles drawn, who was paid and who
    /// won.
    ///
    /// ```
    /// # use mergemaker_engine::{Game, Preset, Rules, Table, Theme};
    /// # use mergemaker_record::{Deck, Recorder, Seed};
    /// # use mergemaker_voice::{Language, Names, Narrator, Words};
    /// # let (mut deck, mut recorder) = (Deck::new(&Seed::for_simulation(7, 1)), Recorder::new());
    /// # let game = Game::start(Table::new(Rules::of(Preset::Classic), 2)?, &mut deck, &mut recorder);
    /// # let record = recorder.finish(&game, vec!["Ann".into(), "Bob".into()], None);
    /// let words = Words::new(Language::English);
    /// let narrator = Narrator::new(&words, Names::new(&record.players, Theme::Hotels, &words));
    /// let text = narrator.summary(&record.replay()?.moments()[1]);
    /// assert!(text.starts_with("Bob draws the start tile "));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn summary(&self, moment: &Moment) -> String {
        let mut text = self.sentence(moment);
        if let Event::End { .. } = moment.event {
            // The final scoring is too long for one line.
            return format!("{text} {}", self.victory(&moment.game));
        }
        for payout in &moment.payouts {
            let amounts = moment.game.seats().map(|seat| (seat, payout.amount(seat)));
            let paid: Vec<_> = amounts.filter(|&(_, amount)| amount > Money::ZERO).collect();
            text = format!("{text} {}", self.paid_for(payout.chain, &paid));
        }
        text
    }

    /// What happened in an event, without the bonuses paid.
    pub(crate) fn sentence(&self, moment: &Moment) -> String {
        let (id, player, tiles) = match &moment.event {
            Event::Deal { player, tiles } => ("log-deal", player, tiles.iter()),
            Event::Draw { player, tiles } => ("log-draw", player, tiles.iter()),
            event => {
                let text = self.line(0, &moment.entry(None)).map_or_else(String::new, |line| line.text);
                let Event::Buy { player, .. } = event else { return text };
                let args = [("cash", money(moment.game.cash(*player)).into())];
                return format!("{text} {}", self.words.fill("log-cash-left", &args));
            }
        };
        self.words.fill(id, &[self.named(*player), ("tiles", self.tiles(tiles.copied()).into())])
    }

    /// Who won, with how much money.
    #[must_use]
    pub fn victory(&self, game: &Game) -> String {
        let Some(outcome) = game.outcome() else { return String::new() };
        let winners: Vec<String> = outcome.winners.iter().map(|&seat| self.player(seat)).collect();
        let most = outcome.cash.iter().max().copied().unwrap_or_default();
        let args = [
            ("players", self.words.list(&winners).into()),
            ("count", winners.len().into()),
            ("cash", money(most).into()),
        ];
        format!("{}.", self.words.fill("won-by", &args))
    }

    fn named(&self, player: Seat) -> Gap<'static> {
        ("player", self.player(player).into())
    }

    fn what_happened(&self, event: &Event, effect: &Effect) -> Option<String> {
        let words = self.words;
        let by = |seat: Seat, id: &str| words.fill(id, &[self.named(seat)]);
        let of = |seat: Seat, id: &str, chain: Chain| {
            words.fill(id, &[self.named(seat), ("chain", self.chain(chain).into())])
        };
        let with_tile = |seat: Seat, id: &str, tile: &Tile| {
            let text = words.fill(id, &[self.named(seat), ("tile", tile.to_string().into())]);
            self.with_effect(&text, effect)
        };
        Some(match event {
            Event::Deal { .. } | Event::Draw { .. } => return None,
            Event::StartTile { player, tile } => {
                let founds = *effect == Effect::Founds;
                with_tile(*player, if founds { "log-start-tile-founds" } else { "log-start-tile" }, tile)
            }
            Event::Discard { player, tiles, reason } => {
                let id = match reason {
                    DiscardReason::StuckHand => "log-stuck-hand",
                    DiscardReason::Unplayable => "log-unplayable",
                };
                let tiles = ("tiles", self.tiles(tiles.iter().copied()).into());
                words.fill(id, &[self.named(*player), tiles])
            }
            Event::TradeOffer { player, to, give, take } => self.offer(*player, *to, [give, take]),
            Event::TradeAnswer { player, accept: true } => by(*player, "log-accepts"),
            Event::TradeAnswer { player, accept: false } => by(*player, "log-declines"),
            Event::DeclareEnd { player } => by(*player, "log-declares"),
            Event::Place { player, tile } => with_tile(*player, "log-places", tile),
            Event::Pass { player } => by(*player, "log-passes"),
            Event::Found { player, chain, at } => {
                let mut args = vec![self.named(*player), ("chain", self.chain(*chain).into())];
                args.extend(at.map(|at| ("tile", at.to_string().into())));
                let id = if at.is_some() { "log-founds-at" } else { "log-founds" };
                self.with_effect(&words.fill(id, &args), effect)
            }
            Event::Survivor { player, chain } => of(*player, "log-survivor", *chain),
            Event::Defunct { player, chain } => of(*player, "log-defunct", *chain),
            Event::BankTile { chain, tile } => {
                let args = [
                    ("chain", self.chain(*chain).into()),
                    ("tile", tile.to_string().into()),
                    ("count", tile.column().into()),
                ];
                words.fill("log-bank-tile", &args)
            }
            Event::Dispose { player, chain, sell, trade } => {
                self.disposal(*player, *chain, [*sell, *trade], effect)
            }
            Event::Buy { player, .. } => self.purchase(*player, effect),
            Event::End { reason } => words.say(match reason {
                EndReason::Declared => "log-end-declared",
                EndReason::AllTilesPlayed => "log-end-all-tiles",
                EndReason::NoTilePlayed => "log-end-no-tile",
            }),
        })
    }

    fn with_effect(&self, text: &str, effect: &Effect) -> String {
        format!("{text} {}", self.effect(effect)).trim_end().to_owned()
    }

    fn offer(&self, player: Seat, to: Seat, [give, take]: [&Bundle; 2]) -> String {
        let args = [
            self.named(player),
            ("other", self.player(to).into()),
            ("give", self.bundle(give).into()),
            ("take", self.bundle(take).into()),
        ];
        self.words.fill("log-offer", &args)
    }

    /// A chain with its new size and price: "Tower grows to 5 tiles".
    fn now(&self, id: &str, now: ChainNow) -> String {
        let args = [
            ("chain", self.chain(now.chain).into()),
            ("size", now.size.into()),
            ("price", money(now.price).into()),
            ("safe", if now.is_safe { "yes" } else { "no" }.into()),
        ];
        self.words.fill(id, &args)
    }

    fn effect(&self, effect: &Effect) -> String {
        match effect {
            Effect::Lone => self.words.say("log-lone"),
            Effect::Grows { now } => self.now("log-grows", *now),
            Effect::Merges { survivor, merging } => {
                let chains: Vec<String> =
                    merging.iter().map(|one| format!("{} ({})", self.chain(one.chain), one.size)).collect();
                let merge = self.words.fill("log-merges", &[("chains", self.words.list(&chains).into())]);
                match survivor.map(|chain| ("chain", self.chain(chain).into())) {
                    Some(survivor) => format!("{merge} {}", self.words.fill("log-survives", &[survivor])),
                    None => merge,
                }
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

    fn disposal(&self, player: Seat, chain: Chain, [sell, trade]: [u8; 2], effect: &Effect) -> String {
        let Effect::Disposed { survivor, price, cash, taken, held } = effect else { return String::new() };
        let part = |id: &str, count: u8| {
            let args = [
                self.named(player),
                ("count", count.into()),
                ("chain", self.chain(chain).into()),
                ("price", money(*price).into()),
                ("cash", money(*cash).into()),
                ("taken", (*taken).into()),
                ("survivor", self.chain(*survivor).into()),
            ];
            (count > 0).then(|| self.words.fill(id, &args))
        };
        let parts = [part("log-sells", sell), part("log-trades", trade), part("log-holds", *held)];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        format!("{} {}.", self.player(player), self.words.list(&parts))
    }

    fn purchase(&self, player: Seat, effect: &Effect) -> String {
        let Effect::Bought { lines, cost } = effect else { return self.player(player) };
        if lines.is_empty() {
            return self.words.fill("log-buys-nothing", &[self.named(player)]);
        }
        let part = |line: &mergemaker_record::Bought| {
            format!("{} {} ({})", line.count, self.chain(line.chain), line.price)
        };
        let shares: Vec<String> = lines.iter().map(part).collect();
        let args =
            [self.named(player), ("shares", self.words.list(&shares).into()), ("cost", money(*cost).into())];
        self.words.fill("log-buys", &args)
    }
}
