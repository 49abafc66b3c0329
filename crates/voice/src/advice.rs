//! Advice and judgements in words: the bots' figures, with sentences.

use arrayvec::ArrayVec;
use mergemaker_bots::{Advice, Better, ChartLabels, Dissolving, Estimate, Judgement, Mark};
use mergemaker_engine::{Action, Game, MOST_PLAYERS, Phase, Seat, View};
use serde::Serialize;

use crate::Narrator;

/// Advice in words.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AdviceInWords {
    /// The best choices, best first; never empty.
    pub alternatives: Vec<AlternativeInWords>,
    /// Why the first one is good, with figures.
    pub reason: String,
}

/// One choice in words.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AlternativeInWords {
    /// The decision.
    pub action: Action,
    /// The decision in words: `Place 5C`.
    pub words: String,
    /// Its expected outcome.
    pub estimate: Estimate,
}

/// A judged decision in words. The figures are those of [`Judgement`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct JudgementInWords {
    /// The number of its event, from 1.
    pub event: usize,
    /// The player who decided.
    pub player: Seat,
    /// The decision.
    pub action: Action,
    /// The decision in words.
    pub words: String,
    /// Each player's win probability before it, assuming the best decision; in seat order.
    pub before: ArrayVec<f32, MOST_PLAYERS>,
    /// Each player's win probability after it.
    pub after: ArrayVec<f32, MOST_PLAYERS>,
    /// Each player's expected final money after it.
    pub money: ArrayVec<f32, MOST_PLAYERS>,
    /// The win probability it cost the player.
    pub cost: f32,
    /// How good it was.
    pub mark: Mark,
    /// A better decision, if it was marked as a mistake.
    pub better: Option<BetterInWords>,
    /// The change in each player's win probability compared with the best alternative.
    pub shift: ArrayVec<f32, MOST_PLAYERS>,
    /// The uncertainty of that change for the player who decided.
    pub doubt: f32,
}

/// A better decision in words.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BetterInWords {
    /// The better decision.
    pub action: Action,
    /// The decision in words.
    pub words: String,
    /// Why it is better, with figures.
    pub reason: String,
    /// The reason for the decision actually made.
    pub instead_of: String,
}

impl Narrator<'_> {
    /// Puts advice into words, for the viewer it was made for.
    ///
    /// ```
    /// use mergemaker_bots::{Budget, Playouts, advise};
    /// use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table, Theme};
    /// use mergemaker_voice::{Language, Names, Narrator, Words};
    /// let table = Table::new(Rules::of(Preset::Classic), 3).unwrap();
    /// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(game.to_act());
    /// let budget = Budget::Work { units: 40 };
    /// let advice = advise(&view, &mut Playouts::default(), &mut Dice::new(2), budget);
    /// let words = Words::new(Language::English);
    /// let narrator = Narrator::new(&words, Names::ready(vec![], Theme::Hotels));
    /// assert!(narrator.advice(&advice, &view).alternatives[0].words.starts_with("Place "));
    /// ```
    #[must_use]
    pub fn advice(&self, advice: &Advice, view: &View) -> AdviceInWords {
        let dissolving = Dissolving::of(view);
        let alternatives = advice.alternatives.iter().map(|alternative| AlternativeInWords {
            action: alternative.action,
            words: self.action(&alternative.action, dissolving),
            estimate: alternative.estimate.clone(),
        });
        let decider = view.viewer().or(view.to_act()).unwrap_or(view.turn());
        AdviceInWords { alternatives: alternatives.collect(), reason: self.reason(&advice.reason, decider) }
    }

    /// Puts a judgement into words.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, Rules, Table, Theme};
    /// # use mergemaker_record::{Deck, Recorder, Seed};
    /// # let (mut deck, mut recorder) = (Deck::new(&Seed::for_simulation(7, 1)), Recorder::new());
    /// # let mut game = Game::start(Table::new(Rules::of(Preset::Classic), 2)?, &mut deck, &mut recorder);
    /// # game.play_randomly(&mut Dice::new(1), &mut deck, &mut recorder);
    /// # let record = recorder.finish(&game, vec!["first".into(), "second".into()], None);
    /// use mergemaker_bots::{Budget, Playouts};
    /// use mergemaker_voice::{Language, Names, Narrator, Words};
    /// let decisions = mergemaker_bots::decisions(&record.replay()?);
    /// let judgement = decisions[5].judge(&mut Playouts::default(), Budget::Work { units: 20 });
    /// let words = Words::new(Language::English);
    /// let narrator = Narrator::new(&words, Names::new(&record.players, Theme::Hotels, &words));
    /// assert!(!narrator.judgement(&judgement).words.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn judgement(&self, judgement: &Judgement) -> JudgementInWords {
        let action = |action: &Action| self.action(action, judgement.dissolving);
        let better = |better: &Better| BetterInWords {
            action: better.action,
            words: action(&better.action),
            reason: self.reason(&better.reason, judgement.player),
            instead_of: self.reason(&better.instead_of, judgement.player),
        };
        JudgementInWords {
            event: judgement.event,
            player: judgement.player,
            action: judgement.action,
            words: action(&judgement.action),
            before: judgement.before.clone(),
            after: judgement.after.clone(),
            money: judgement.money.clone(),
            cost: judgement.cost,
            mark: judgement.mark,
            better: judgement.better.as_ref().map(better),
            shift: judgement.shift.clone(),
            doubt: judgement.doubt,
        }
    }

    /// The labels of the chart of a game with this many players and events.
    #[must_use]
    pub fn chart_labels(&self, players: usize, events: usize) -> ChartLabels {
        let event = |number: usize| self.words.fill("chart-event", &[("event", number.into())]);
        ChartLabels {
            title: self.words.say("chart-title"),
            description: self.words.say("chart-about"),
            chances: self.words.say("chart-chances"),
            worth: self.words.say("chart-worth"),
            mistake: self.words.say("mark-mistake"),
            blunder: self.words.say("mark-blunder"),
            first_event: event(1),
            last_event: event(events),
            players: Seat::all(players).map(|seat| self.player(seat)).collect(),
        }
    }

    /// What the game waits for.
    ///
    /// ```
    /// use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table, Theme};
    /// use mergemaker_voice::{Language, Names, Narrator, Words};
    /// let table = Table::new(Rules::of(Preset::Classic), 3).unwrap();
    /// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let words = Words::new(Language::English);
    /// let narrator = Narrator::new(&words, Names::ready(vec![], Theme::Hotels));
    /// assert_eq!(narrator.awaited(&game), "a tile");
    /// ```
    #[must_use]
    pub fn awaited(&self, game: &Game) -> String {
        let id = match game.phase() {
            Phase::Between => "phase-between",
            Phase::Tile => "phase-tile",
            Phase::Answer => "phase-answer",
            Phase::Found => "phase-found",
            Phase::Survivor => "phase-survivor",
            Phase::Defunct => "phase-defunct",
            Phase::Dispose => "phase-dispose",
            Phase::Buy => "phase-buy",
            Phase::Close => "phase-close",
            Phase::Exchange => "phase-exchange",
            Phase::Over => "phase-over",
        };
        let chain = |chain: Option<_>| chain.map_or("", |chain| self.chain(chain));
        let args = [("defunct", chain(game.defunct()).into()), ("survivor", chain(game.survivor()).into())];
        self.words.fill(id, &args)
    }
}
