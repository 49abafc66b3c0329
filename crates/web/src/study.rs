//! The analysis of a game: judgements as they arrive, and their summary.

use std::collections::BTreeMap;

use mergemaker_bots::{Judgement, Mark, Summary, summaries};
use mergemaker_engine::Game;

/// The judgements so far.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Study {
    judgements: Vec<Judgement>,
    all: usize,
    is_stopped: bool,
}

impl Study {
    /// Adds a part of the analysis, with the total number of decisions.
    ///
    /// ```
    /// let mut study = mergemaker_web::study::Study::default();
    /// study.add(40, None);
    /// assert_eq!((study.done(), study.all(), study.is_running()), (0, 40, true));
    /// ```
    pub fn add(&mut self, all: usize, judgement: Option<Judgement>) {
        self.all = all;
        self.judgements.extend(judgement);
    }

    /// Marks the analysis as stopped.
    ///
    /// ```
    /// let mut study = mergemaker_web::study::Study::default();
    /// study.add(40, None);
    /// study.stop();
    /// assert!(!study.is_running());
    /// ```
    pub fn stop(&mut self) {
        self.is_stopped = true;
    }

    /// The number of decisions judged.
    #[must_use]
    pub fn done(&self) -> usize {
        self.judgements.len()
    }

    /// The number of decisions to judge.
    #[must_use]
    pub fn all(&self) -> usize {
        self.all
    }

    /// Whether more judgements will arrive.
    #[must_use]
    pub fn is_running(&self) -> bool {
        !self.is_stopped && self.judgements.len() < self.all
    }

    /// Whether every decision is judged.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.all > 0 && self.judgements.len() == self.all
    }

    /// The judgement of the decision of an event, from 1. Ending a turn has no event of its own: its
    /// judgement belongs to the event that follows, unless that is a decision itself.
    #[must_use]
    pub fn of_event(&self, event: usize) -> Option<&Judgement> {
        self.judgements.iter().rev().find(|judgement| judgement.event == event)
    }

    /// The worst mark of each marked event.
    #[must_use]
    pub fn marks(&self) -> BTreeMap<usize, Mark> {
        let marked = self.judgements.iter().filter(|judgement| judgement.mark > Mark::Best);
        let mut marks = BTreeMap::new();
        for judgement in marked {
            let mark = marks.entry(judgement.event).or_insert(judgement.mark);
            *mark = (*mark).max(judgement.mark);
        }
        marks
    }

    /// The next or the previous marked event.
    ///
    /// ```
    /// assert_eq!(mergemaker_web::study::Study::default().next_mark(1, true), None);
    /// ```
    #[must_use]
    pub fn next_mark(&self, event: usize, is_forward: bool) -> Option<usize> {
        let marks = self.marks();
        if is_forward {
            marks.range(event + 1..).next().map(|(event, _)| *event)
        } else {
            marks.range(..event).next_back().map(|(event, _)| *event)
        }
    }

    /// Everybody's win probability over the game, as events with probabilities in seat order. It starts even
    /// and, once everything is judged, ends with the result.
    #[must_use]
    pub fn chances(&self, end: &Game, events: usize) -> Vec<(usize, Vec<f32>)> {
        let players = end.players();
        #[expect(clippy::cast_precision_loss, reason = "at most six players")]
        let even = 1.0 / players as f32;
        let mut chances = vec![(1, vec![even; players])];
        chances.extend(self.judgements.iter().map(|judgement| (judgement.event, judgement.after.to_vec())));
        if self.is_complete() && end.outcome().is_some() {
            chances.push((events, summaries(end, &self.judgements).iter().map(|one| one.result).collect()));
        }
        chances
    }

    /// A summary per player, once everything is judged.
    #[must_use]
    pub fn summaries(&self, end: &Game) -> Option<Vec<Summary>> {
        self.is_complete().then(|| summaries(end, &self.judgements))
    }
}
