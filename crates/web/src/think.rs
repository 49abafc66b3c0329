//! The messages between the page and its worker, which computes bots' decisions, hints and analyses. Its
//! [`Thinker`] works in small steps: short requests never wait for long ones, and anything can be stopped.

mod recall;

use std::collections::VecDeque;
use std::sync::Arc;

use mergemaker_bots::net::{Net, Networks};
use mergemaker_bots::{Advice, Budget, Decision, Evaluator, Foresight, Judgement, Level, advise, decisions};
use mergemaker_engine::{Action, Dice, Offer, View};
use mergemaker_record::Record;
use serde::{Deserialize, Serialize};

pub use recall::{guessed_view, reconstructed_view};

/// The id of a request, repeated in its replies.
pub type RequestId = u32;

/// A request to the worker.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum WorkerRequest {
    /// Advise the viewer.
    Advise {
        /// The request's id.
        id: RequestId,
        /// What the viewer knows, with holdings open or reconstructed.
        view: Box<View>,
        /// The seed for random choices: the same for the same decision.
        number: u64,
        /// The work budget.
        units: u32,
    },
    /// Judge a decision the viewer is about to make.
    Judge {
        /// The request's id.
        id: RequestId,
        /// What the viewer knows, with holdings open or reconstructed.
        view: Box<View>,
        /// The decision.
        action: Action,
        /// The seed for random choices.
        number: u64,
        /// The work budget.
        units: u32,
        /// The time limit in milliseconds.
        limit_ms: u32,
    },
    /// Judge each decision of a game.
    Analyse {
        /// The request's id.
        id: RequestId,
        /// The record of the game.
        record: String,
        /// The work budget for each decision.
        units: u32,
    },
    /// Decide for a bot that needs a network.
    Decide {
        /// The request's id.
        id: RequestId,
        /// The bot's level.
        level: Level,
        /// What it knows, with holdings open or reconstructed.
        view: Box<View>,
        /// Its last offer.
        offered: Option<Offer>,
        /// The seed for random choices.
        number: u64,
    },
    /// Cancel a request.
    Stop {
        /// The request's id.
        id: RequestId,
    },
}

/// A reply of the worker.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum WorkerReply {
    /// The worker has started. Earlier requests are lost.
    Ready,
    /// The requested advice.
    Advice {
        /// The request's id.
        id: RequestId,
        /// The advice.
        advice: Box<Advice>,
    },
    /// The requested judgement, or none without a choice.
    Judged {
        /// The request's id.
        id: RequestId,
        /// The judgement.
        judgement: Option<Box<Judgement>>,
    },
    /// The requested decision.
    Decided {
        /// The request's id.
        id: RequestId,
        /// The decision.
        action: Action,
    },
    /// A part of an analysis.
    Progress {
        /// The request's id.
        id: RequestId,
        /// The number of decisions judged.
        done: usize,
        /// The number of decisions to judge.
        all: usize,
        /// The latest judgement, or none before the first.
        judgement: Option<Box<Judgement>>,
    },
    /// The request failed.
    Failed {
        /// The request's id.
        id: RequestId,
    },
}

impl WorkerRequest {
    /// The request's id.
    ///
    /// ```
    /// assert_eq!(mergemaker_web::think::WorkerRequest::Stop { id: 3 }.id(), 3);
    /// ```
    #[must_use]
    pub fn id(&self) -> RequestId {
        match self {
            WorkerRequest::Advise { id, .. }
            | WorkerRequest::Judge { id, .. }
            | WorkerRequest::Analyse { id, .. }
            | WorkerRequest::Decide { id, .. }
            | WorkerRequest::Stop { id } => *id,
        }
    }
}

impl WorkerReply {
    /// The request it replies to.
    ///
    /// ```
    /// assert_eq!(mergemaker_web::think::WorkerReply::Failed { id: 3 }.id(), Some(3));
    /// ```
    #[must_use]
    pub fn id(&self) -> Option<RequestId> {
        match self {
            WorkerReply::Ready => None,
            WorkerReply::Advice { id, .. }
            | WorkerReply::Judged { id, .. }
            | WorkerReply::Decided { id, .. }
            | WorkerReply::Progress { id, .. }
            | WorkerReply::Failed { id } => Some(*id),
        }
    }

    /// Whether it is the last reply to its request.
    ///
    /// ```
    /// use mergemaker_web::think::WorkerReply;
    /// assert!(!WorkerReply::Progress { id: 1, done: 2, all: 3, judgement: None }.is_last());
    /// ```
    #[must_use]
    pub fn is_last(&self) -> bool {
        match self {
            WorkerReply::Ready => false,
            WorkerReply::Progress { done, all, .. } => done == all,
            WorkerReply::Advice { .. }
            | WorkerReply::Judged { .. }
            | WorkerReply::Decided { .. }
            | WorkerReply::Failed { .. } => true,
        }
    }
}

/// Works on requests, one step at a time.
pub struct Thinker {
    networks: Networks,
    evaluator: Box<dyn Evaluator>,
    /// Requests that take one step. They come first.
    short: VecDeque<WorkerRequest>,
    analyses: VecDeque<Analysis>,
}

struct Analysis {
    id: RequestId,
    units: u32,
    done: usize,
    decisions: Vec<Decision>,
}

impl Thinker {
    /// Creates one that uses this evaluator.
    ///
    /// ```
    /// use mergemaker_bots::Playouts;
    /// let mut thinker = mergemaker_web::think::Thinker::new(Box::new(Playouts::default()));
    /// assert_eq!(thinker.step(), None);
    /// ```
    #[must_use]
    pub fn new(evaluator: Box<dyn Evaluator>) -> Thinker {
        let networks = Networks::default();
        Thinker { networks, evaluator, short: VecDeque::new(), analyses: VecDeque::new() }
    }

    /// Whether it has a network to decide and judge with.
    #[must_use]
    pub fn has_network(&self) -> bool {
        self.networks.main.is_some()
    }

    /// Decides and judges with a network from now on. Judging stops early once `is_stopped` returns true.
    pub fn set_network(&mut self, net: Net, is_stopped: fn() -> bool) {
        let net = Arc::new(net);
        self.networks = Networks::of(Arc::clone(&net));
        self.evaluator = Box::new(Foresight::until(net, is_stopped));
    }

    /// Accepts a request. Returns an immediate reply, if any.
    pub fn receive(&mut self, request: WorkerRequest) -> Option<WorkerReply> {
        match request {
            WorkerRequest::Advise { .. } | WorkerRequest::Judge { .. } | WorkerRequest::Decide { .. } => {
                self.short.push_back(request);
            }
            WorkerRequest::Stop { id } => {
                self.short.retain(|request| request.id() != id);
                self.analyses.retain(|analysis| analysis.id != id);
            }
            WorkerRequest::Analyse { id, record, units } => {
                let replay = Record::read(record.as_bytes()).and_then(|record| record.replay());
                let Ok(replay) = replay else { return Some(WorkerReply::Failed { id }) };
                let decisions = decisions(&replay);
                let all = decisions.len();
                if all > 0 {
                    self.analyses.push_back(Analysis { id, units, done: 0, decisions });
                }
                return Some(WorkerReply::Progress { id, done: 0, all, judgement: None });
            }
        }
        None
    }

    /// Whether there is work to do.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        !self.short.is_empty() || !self.analyses.is_empty()
    }

    /// The time limit of the next step, if any.
    #[must_use]
    pub fn limit_ms(&self) -> Option<u32> {
        match self.short.front()? {
            WorkerRequest::Judge { limit_ms, .. } => Some(*limit_ms),
            WorkerRequest::Advise { .. }
            | WorkerRequest::Decide { .. }
            | WorkerRequest::Analyse { .. }
            | WorkerRequest::Stop { .. } => None,
        }
    }

    /// Works for one step and returns its reply, if there is work to do.
    pub fn step(&mut self) -> Option<WorkerReply> {
        if let Some(request) = self.short.pop_front() {
            return Some(self.answer(request));
        }
        let analysis = self.analyses.front_mut()?;
        let decision = analysis.decisions.get(analysis.done)?;
        let judgement = decision.judge(&mut *self.evaluator, Budget::Work { units: analysis.units });
        analysis.done += 1;
        let (id, done, all) = (analysis.id, analysis.done, analysis.decisions.len());
        if done == all {
            self.analyses.pop_front();
        }
        Some(WorkerReply::Progress { id, done, all, judgement: Some(Box::new(judgement)) })
    }

    fn answer(&mut self, request: WorkerRequest) -> WorkerReply {
        match request {
            WorkerRequest::Advise { id, view, number, units } => {
                if view.legal_actions().is_empty() {
                    return WorkerReply::Failed { id };
                }
                let mut dice = Dice::new(number);
                let budget = Budget::Work { units };
                let advice = advise(&view, &mut *self.evaluator, &mut dice, budget);
                WorkerReply::Advice { id, advice: Box::new(advice) }
            }
            WorkerRequest::Judge { id, view, action, number, units, .. } => {
                let event = usize::try_from(number).unwrap_or(usize::MAX);
                let decision = Decision::to_come(&view, action, event);
                let judge = |decision: Decision| {
                    Box::new(decision.judge(&mut *self.evaluator, Budget::Work { units }))
                };
                WorkerReply::Judged { id, judgement: decision.map(judge) }
            }
            WorkerRequest::Decide { id, level, view, offered, number } => {
                match level.think(&self.networks, &view, offered, &mut Dice::new(number), Budget::default()) {
                    Some(action) => WorkerReply::Decided { id, action },
                    None => WorkerReply::Failed { id },
                }
            }
            WorkerRequest::Analyse { id, .. } | WorkerRequest::Stop { id } => WorkerReply::Failed { id },
        }
    }
}

#[cfg(test)]
mod tests {
    use mergemaker_bots::{Playouts, summaries};
    use mergemaker_engine::{Preset, Rules};

    use super::*;
    use crate::local::{LocalGame, sample};

    fn finished() -> LocalGame {
        sample::finished(Rules::of(Preset::Renegade), [Level::Steady, Level::Novice, Level::Shopper], (5, 6))
    }

    fn thinker() -> Thinker {
        Thinker::new(Box::new(Playouts::default()))
    }

    /// A message after serialization, as when sent between page and worker.
    fn sent<T: Serialize + serde::de::DeserializeOwned>(message: &T) -> T {
        serde_json::from_str(&serde_json::to_string(message).unwrap()).unwrap()
    }

    /// An analysis arrives in parts, and a short request in the middle is answered first.
    #[test]
    fn an_analysis_arrives_in_parts_and_lets_others_pass() {
        let game = finished();
        let record = game.record();
        let mut thinker = thinker();
        let request = WorkerRequest::Analyse { id: 1, record: record.to_json(), units: 8 };
        let first = thinker.receive(sent(&request)).unwrap();
        let WorkerReply::Progress { id: 1, done: 0, all, judgement: None } = first else {
            panic!("{first:?}")
        };
        let mut judgements = Vec::new();
        let replay = record.replay().unwrap();
        let view = Box::new(replay.game_at(40).map(|game| game.view(game.to_act())).unwrap());
        while let Some(reply) = thinker.step() {
            let WorkerReply::Progress { id: 1, done, all: still, judgement: Some(judgement) } = sent(&reply)
            else {
                panic!("{reply:?}")
            };
            assert_eq!((done, still), (judgements.len() + 1, all));
            assert_eq!(reply.is_last(), done == all);
            judgements.push(*judgement);
            if done == 10 {
                thinker.receive(WorkerRequest::Advise { id: 2, view: view.clone(), number: 4, units: 20 });
                let answer = thinker.step().unwrap();
                assert!(
                    matches!(&answer, WorkerReply::Advice { id: 2, advice } if !advice.alternatives.is_empty())
                );
                assert!(sent(&answer).is_last());
            }
        }
        assert_eq!(judgements.len(), all);
        let again: Vec<Judgement> = decisions(&replay)
            .iter()
            .map(|decision| decision.judge(&mut Playouts::default(), Budget::Work { units: 8 }))
            .collect();
        assert_eq!(judgements, again, "the same as `mergemaker analyse`");
        assert_eq!(summaries(replay.game(), &judgements).len(), 3);
    }

    #[test]
    fn a_stopped_request_is_dropped() {
        let record = finished().record().to_json();
        let mut thinker = thinker();
        thinker.receive(WorkerRequest::Analyse { id: 1, record, units: 4 });
        assert!(thinker.step().is_some() && thinker.is_busy());
        thinker.receive(WorkerRequest::Stop { id: 1 });
        assert_eq!((thinker.step(), thinker.is_busy()), (None, false));
        let unreadable = WorkerRequest::Analyse { id: 2, record: "{}".into(), units: 4 };
        assert_eq!(thinker.receive(unreadable), Some(WorkerReply::Failed { id: 2 }));
    }

    /// A decision is judged as it will be in the record. Spectators have nothing to decide.
    #[test]
    fn a_decision_is_judged_before_it_is_made() {
        let game = finished();
        let replay = game.record().replay().unwrap();
        let mut thinker = thinker();
        let decided = decisions(&replay)[12].clone();
        let before = replay.game_at(decided.event - 1).unwrap();
        let request = |viewer| WorkerRequest::Judge {
            id: 7,
            view: Box::new(before.view(viewer)),
            action: decided.action,
            number: decided.event as u64,
            units: 30,
            limit_ms: 500,
        };
        thinker.receive(sent(&request(Some(decided.seat))));
        assert_eq!(thinker.limit_ms(), Some(500));
        let judgement = Box::new(decided.judge(&mut Playouts::default(), Budget::Work { units: 30 }));
        assert_eq!(thinker.step(), Some(WorkerReply::Judged { id: 7, judgement: Some(judgement) }));
        thinker.receive(request(None));
        assert_eq!(thinker.step(), Some(WorkerReply::Judged { id: 7, judgement: None }));
    }
}
