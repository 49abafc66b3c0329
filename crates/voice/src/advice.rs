//! Advice and judgements as they are read: the figures of the bots with sentences.

use arrayvec::ArrayVec;
use mergemaker_bots::{Advice, Better, ChartLabels, Dissolving, Estimate, Judgement, Mark};
use mergemaker_engine::{Action, Game, MOST_PLAYERS, Phase, Seat, View};
use serde::Serialize;

use crate::Narrator;

/// Advice as it is read.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AdviceInWords {
    /// The choices worth a look, the best first; never none.
    pub alternatives: Vec<AlternativeInWords>,
    /// Why the first of them is good, with its figures.
    pub reason: String,
}

/// One choice as it is read.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AlternativeInWords {
    /// What is decided.
    pub action: Action,
    /// The same in words: `Place 5C`.
    pub words: String,
    /// What it leads to.
    pub estimate: Estimate,
}

/// A decision that was judged, as it is read. The figures are those of [`Judgement`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct JudgementInWords {
    /// The number of its event, from 1.
    pub event: usize,
    /// Who decided.
    pub player: Seat,
    /// What was decided.
    pub action: Action,
    /// The same in words.
    pub words: String,
    /// Each player's chance to win before it, with the best decision to come; in seat order.
    pub before: ArrayVec<f32, MOST_PLAYERS>,
    /// Each player's chance to win after it.
    pub after: ArrayVec<f32, MOST_PLAYERS>,
    /// The money each player can expect at the end after it.
    pub money: ArrayVec<f32, MOST_PLAYERS>,
    /// What it cost of the player's own chance to win.
    pub cost: f32,
    /// How good it was.
    pub mark: Mark,
    /// What would have been better, where it is marked.
    pub better: Option<BetterInWords>,
    /// What it changed of everybody's chance, compared with the best alternative.
    pub shift: ArrayVec<f32, MOST_PLAYERS>,
    /// How far off that may be for the player's own chance.
    pub doubt: f32,
}

/// What would have been better, as it is read.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BetterInWords {
    /// The better decision.
    pub action: Action,
    /// The same in words.
    pub words: String,
    /// Why, with its figures.
    pub reason: String,
    /// The same for what was decided.
    pub instead_of: String,
}

impl Narrator<'_> {
    /// Advice to the viewer it was made for.
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

    /// A judgement.
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

    /// What the chart of a game with so many players and events says.
    #[must_use]
    pub fn chart_labels(&self, players: usize, events: usize) -> ChartLabels {
        let event = |number: usize| self.words.fill("chart-event", &[("event", number.into())]);
        ChartLabels {
            title: self.words.say("chart-title"),
            description: self.words.say("chart-about"),
            chances: self.words.say("chart-chances"),
            worth: self.words.say("chart-worth"),
            mistake: self.words.say("chart-mistake"),
            blunder: self.words.say("chart-blunder"),
            first_event: event(1),
            last_event: event(events),
            players: Seat::all(players).map(|seat| self.player(seat)).collect(),
        }
    }

    /// What a game waits for.
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
        let gaps = [("defunct", chain(game.defunct()).into()), ("survivor", chain(game.survivor()).into())];
        self.words.fill(id, &gaps)
    }
}
