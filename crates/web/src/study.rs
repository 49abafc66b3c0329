//! A game that is being judged, or was: the judgements as they come, and what they come to.

use std::collections::BTreeMap;

use mergemaker_bots::{Judgement, Mark, Summary, summaries};
use mergemaker_engine::Game;

/// The judgements of a game so far.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Study {
    judgements: Vec<Judgement>,
    all: usize,
    is_stopped: bool,
}

impl Study {
    /// Takes in a part of the analysis.
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

    /// Notes that no more will come.
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

    /// How many decisions are judged.
    #[must_use]
    pub fn done(&self) -> usize {
        self.judgements.len()
    }

    /// How many there are.
    #[must_use]
    pub fn all(&self) -> usize {
        self.all
    }

    /// Whether more will come.
    #[must_use]
    pub fn is_running(&self) -> bool {
        !self.is_stopped && self.judgements.len() < self.all
    }

    /// Whether every decision is judged.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.all > 0 && self.judgements.len() == self.all
    }

    /// The judgement of the decision of an event, counted from 1. The end of a turn, which has no event of its own,
    /// has that of the event that follows, where this one was no decision itself.
    #[must_use]
    pub fn of_event(&self, event: usize) -> Option<&Judgement> {
        self.judgements.iter().rev().find(|judgement| judgement.event == event)
    }

    /// What is marked, by the number of its event.
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

    /// The next marked event after one, or the one before it.
    ///
    /// ```
    /// assert_eq!(mergemaker_web::study::Study::default().next_mark(1, true), None);
    /// ```
    #[must_use]
    pub fn next_mark(&self, event: usize, is_forth: bool) -> Option<usize> {
        let marks = self.marks();
        if is_forth {
            marks.range(event + 1..).next().map(|(event, _)| *event)
        } else {
            marks.range(..event).next_back().map(|(event, _)| *event)
        }
    }

    /// Everybody's chance to win over the game: events, and the chances in seat order; the even chance at the start
    /// first, and what came of it last once all is judged.
    #[must_use]
    pub fn chances(&self, end: &Game, events: usize) -> Vec<(usize, Vec<f32>)> {
        let players = end.players();
        #[expect(clippy::cast_precision_loss, reason = "at most six players")]
        let even = 1.0 / players as f32;
        let mut chances = vec![(1, vec![even; players])];
        chances.extend(self.judgements.iter().map(|judgement| (judgement.event, judgement.after.to_vec())));
        if self.is_whole() && end.outcome().is_some() {
            chances.push((events, summaries(end, &self.judgements).iter().map(|one| one.result).collect()));
        }
        chances
    }

    /// How everybody did, once all is judged.
    #[must_use]
    pub fn summaries(&self, end: &Game) -> Option<Vec<Summary>> {
        self.is_whole().then(|| summaries(end, &self.judgements))
    }
}
