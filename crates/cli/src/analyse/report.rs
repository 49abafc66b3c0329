//! The report on an analysed game.

use anstyle::{AnsiColor, Style};
use mergemaker_bots::{Judgement, Mark, Summary, summaries};
use mergemaker_engine::{Game, Money, Rules, Seat};
use mergemaker_record::Record;
use mergemaker_voice::{JudgementInWords, Narrator};
use serde::Serialize;

use crate::text::{FAINT, Line, PLAIN, STRONG, Table, cut, indented};
use crate::thinking::Thinking;

/// The judged decisions and a summary of each player.
#[derive(Serialize)]
pub(super) struct Report<'a> {
    game: u64,
    players: &'a [String],
    rules: Rules,
    result: Option<ResultOf>,
    decisions: Vec<JudgementInWords>,
    summary: Vec<Summary>,
    #[serde(skip)]
    narrator: &'a Narrator<'a>,
    #[serde(skip)]
    thinking: Thinking,
    #[serde(skip)]
    events: usize,
}

#[derive(Serialize)]
struct ResultOf {
    cash: Vec<Money>,
    winners: Vec<Seat>,
}

impl<'a> Report<'a> {
    pub(super) fn new(
        record: &'a Record,
        end: &Game,
        narrator: &'a Narrator<'a>,
        game: u64,
        thinking: Thinking,
        judgements: &[Judgement],
    ) -> Report<'a> {
        let result = end
            .outcome()
            .map(|outcome| ResultOf { cash: outcome.cash.to_vec(), winners: outcome.winners.to_vec() });
        Report {
            game,
            players: &record.players,
            rules: record.rules,
            result,
            summary: summaries(end, judgements),
            decisions: judgements.iter().map(|judgement| narrator.judgement(judgement)).collect(),
            narrator,
            thinking,
            events: record.events.len(),
        }
    }

    /// The report as text.
    pub(super) fn lines(&self, columns: usize) -> Vec<Line> {
        let words = self.narrator.words;
        let title = [
            ("game", self.game.into()),
            ("count", self.events.into()),
            ("rules", self.rules.preset().id().into()),
        ];
        let mut head = Line::new(STRONG, words.fill("analyse-title", &title))
            .and(FAINT, format!(" · {}", self.thinking.in_words(words)));
        if self.result.is_none() {
            head.push(FAINT, format!(" · {}", words.say("analyse-not-over")));
        }
        let mut lines = head.broken(columns);
        lines.push(Line::default());
        lines.extend(indented(2, self.players_table()));
        lines.push(Line::default());
        lines.extend(indented(2, self.luck_table()));
        lines.push(Line::default());
        lines.push(Line::new(FAINT, format!("  {}", words.say("analyse-columns"))));
        for judgement in &self.decisions {
            lines.extend(self.decision(judgement, columns));
        }
        lines
    }

    fn name(&self, seat: Seat) -> String {
        cut(self.narrator.names.player(seat), 16)
    }

    /// The headings of a table; the first one is given.
    fn heads(&self, first: String, ids: &[&str]) -> Vec<String> {
        let others = ids.iter().map(|id| self.narrator.words.say(&format!("head-{id}")));
        std::iter::once(first).chain(others).collect()
    }

    fn players_table(&self) -> Vec<Line> {
        let mut table = Table::new("lrrrrrr");
        let heads = ["money", "decisions", "best", "inaccuracies", "mistakes", "blunders"];
        table.head(self.heads(String::new(), &heads));
        for summary in &self.summary {
            let Summary { decisions, inaccuracies, mistakes, blunders, .. } = *summary;
            let won = self.result.as_ref().is_some_and(|result| result.winners.contains(&summary.player));
            let money = self.result.as_ref().map(|result| result.cash[summary.player.index()].to_string());
            let style = if won { STRONG } else { PLAIN };
            let count = |count: usize, mark: Mark| match count {
                0 => Line::new(FAINT, "·"),
                count => Line::new(style_of(mark), count.to_string()),
            };
            table.row([
                Line::new(style, self.name(summary.player)),
                Line::new(style, money.unwrap_or_default()),
                decisions.to_string().into(),
                (decisions - inaccuracies - mistakes - blunders).to_string().into(),
                count(inaccuracies, Mark::Inaccuracy),
                count(mistakes, Mark::Mistake),
                count(blunders, Mark::Blunder),
            ]);
        }
        table.lines()
    }

    fn luck_table(&self) -> Vec<Line> {
        let mut table = Table::new("lrrrrr");
        let result = if self.result.is_some() { "result" } else { "chance-now" };
        let heads = ["start", "own-mistakes", "others-mistakes", "luck", result];
        table.head(self.heads(self.narrator.words.say("head-points"), &heads));
        for summary in &self.summary {
            table.row([
                self.name(summary.player).into(),
                Line::from(format!("{:.0}", 100.0 * summary.start)),
                signed(summary.own_mistakes).and(FAINT, format!(" ± {:.0}", 100.0 * summary.own_doubt)),
                signed(summary.others_mistakes),
                signed(summary.luck),
                Line::new(STRONG, format!("{:.0}", 100.0 * summary.result)),
            ]);
        }
        table.lines()
    }

    /// A line for a decision, and below it a better choice if there was one.
    fn decision(&self, judgement: &JudgementInWords, columns: usize) -> Vec<Line> {
        /// The indent of wrapped lines.
        const INDENT: usize = 9;
        let own = judgement.player.index();
        let (before, after) = (100.0 * judgement.before[own], 100.0 * judgement.after[own]);
        let is_best = judgement.mark == Mark::Best;
        let style = if is_best { FAINT } else { PLAIN };
        let mut line = Line::new(FAINT, format!("  {:>5}  ", judgement.event));
        // Differences within chance are not shown.
        let before = if is_best { " ".repeat(7) } else { format!("{before:>5.1} →") };
        line.push(style, format!("{before} {after:>5.1}  "));
        let cost = if is_best { String::new() } else { format!("−{:.1}", 100.0 * judgement.cost) };
        line.push(style_of(judgement.mark), format!("{cost:>5} "));
        let words = self.narrator.words;
        let mark = if is_best { String::new() } else { words.say(&format!("mark-{}", judgement.mark.id())) };
        line.push(style_of(judgement.mark), format!("{mark:<10}  "));
        line.push(style, format!("{}: {}", self.name(judgement.player), judgement.words));
        let mut lines = hanging(line, INDENT, columns);
        if let Some(better) = &judgement.better {
            let line = Line::new(FAINT, format!("{:INDENT$}{} ", "", words.say("analyse-better")))
                .and(STRONG, format!("{}. ", better.words))
                .and(PLAIN, better.reason.clone());
            lines.extend(hanging(line, INDENT, columns));
            let decided = words.say("analyse-decided");
            let line = Line::new(FAINT, format!("{:INDENT$}{decided} {}", "", better.instead_of));
            lines.extend(hanging(line, INDENT, columns));
        }
        lines
    }
}

/// Wraps a line with a hanging indent.
fn hanging(line: Line, indent: usize, columns: usize) -> Vec<Line> {
    let mut broken = line.broken(columns).into_iter();
    let first: Vec<Line> = broken.by_ref().take(1).collect();
    let mut rest = Line::default();
    broken.for_each(|line| rest.append(line));
    let rest =
        if rest.width() == 0 { Vec::new() } else { rest.broken(columns.saturating_sub(indent).max(20)) };
    first.into_iter().chain(indented(indent, rest)).collect()
}

/// Percentage points gained or lost, with a sign.
fn signed(part: f32) -> Line {
    let points = (100.0 * part).round();
    match points {
        0.0 => Line::new(FAINT, "0"),
        points if points > 0.0 => Line::new(AnsiColor::Green.on_default(), format!("+{points:.0}")),
        points => Line::new(AnsiColor::Red.on_default(), format!("−{:.0}", -points)),
    }
}

fn style_of(mark: Mark) -> Style {
    match mark {
        Mark::Best => FAINT,
        Mark::Inaccuracy => AnsiColor::Yellow.on_default(),
        Mark::Mistake => AnsiColor::Magenta.on_default(),
        Mark::Blunder => AnsiColor::Red.on_default().bold(),
    }
}
