//! Plays a case: decisions, refusals, expectations, and checks of what holds at every decision.
//!
//! Each expectation is a query and its expected answer, compared as text. See [`Play::found`] for the
//! queries.

use mergemaker_engine::{
    Action, Chain, Dice, Event, FixedDealer, Game, Hand, Log, Payout, Phase, Seat, Shares, Tile, View,
};

use crate::rules::case::{Case, Content, Line, at_line};
use crate::rules::setup::{Failure, set_up};
use crate::rules::words::{
    format_action, format_board, format_chains, format_event, format_list, format_money, format_offer,
    format_payout, format_play, format_shares, read_action, read_board, read_chain, read_seat, read_tile,
};

/// Collects the events and payouts since the last decision.
#[derive(Default, Clone, PartialEq, Debug)]
pub(crate) struct Recorder {
    events: Vec<Event>,
    payouts: Vec<Payout>,
}

impl Log for Recorder {
    fn event(&mut self, game: &Game, event: Event) {
        assert_eq!(*game, game.recomputed(), "right after {event:?}");
        self.events.push(event);
    }

    fn payout(&mut self, game: &Game, payout: Payout) {
        assert_eq!(*game, game.recomputed(), "right after {payout:?}");
        self.payouts.push(payout);
    }
}

struct Play {
    game: Game,
    dealer: FixedDealer,
    recorder: Recorder,
}

/// Plays a case to its end or to its first failure.
pub(crate) fn play(case: &Case) -> Result<(), String> {
    let here = |number: usize, why: String| at_line(&case.file, number, format!("{}\n  {why}", case.name));
    let steps = case.lines.iter().position(|line| !matches!(line.content, Content::Setup { .. }));
    let (lines, steps) = case.lines.split_at(steps.unwrap_or(case.lines.len()));
    let (game, dealer, recorder) = match (set_up(lines), steps) {
        (Ok(start), _) => start,
        (Err(Failure::Unreadable { number, why }), _) => return Err(here(number, why)),
        (
            Err(Failure::Refused { message }),
            [Line { number, content: Content::Expects { key, value }, .. }],
        ) if key == "refused" => {
            return same(value, message.rsplit_once('(').map_or("", |(_, id)| id.trim_end_matches(')')))
                .map_err(|why| here(*number, format!("{why}\n  {message}")));
        }
        (Err(Failure::Refused { message }), _) => return Err(here(case.number, message)),
    };
    let mut play = Play { game, dealer, recorder };
    check_sound(&play.game).map_err(|why| here(case.number, why))?;
    for line in steps {
        play.step(line).map_err(|why| here(line.number, why))?;
    }
    Ok(())
}

/// Fails unless expected and found text are equal.
fn same(expected: &str, found: &str) -> Result<(), String> {
    if expected == found {
        return Ok(());
    }
    Err(format!("expected: {expected}\n  found:    {found}"))
}

impl Play {
    fn step(&mut self, line: &Line) -> Result<(), String> {
        match &line.content {
            Content::Setup { .. } => {
                Err("the set-up must come before all decisions and expectations".to_owned())
            }
            Content::Decision { seat, action, refused } => {
                let (seat, action) = (read_seat(seat)?, read_action(action)?);
                match refused {
                    Some(refused) => self.refuse(seat, &action, refused),
                    None => self.decide(seat, &action),
                }
            }
            Content::Expects { key, .. } if key == "board" => {
                same(&format_board(&read_board(&line.rows)?), &format_board(self.game.board()))
            }
            Content::Expects { key, value } => {
                let found = self.found(key)?;
                if key.ends_with("legal") {
                    return same(&in_order(value), &in_order(&found));
                }
                if key.starts_with("preview ") && read_json(value)? == read_json(&found)? {
                    return Ok(());
                }
                same(value, &found)
            }
        }
    }

    fn decide(&mut self, seat: Seat, action: &Action) -> Result<(), String> {
        self.recorder = Recorder::default();
        let decided = self.game.apply(seat, action, &mut self.dealer, &mut self.recorder);
        decided.map_err(|error| format!("refused by {} {}: {error}", error.rule(), error.code()))?;
        check_sound(&self.game)
    }

    /// Checks that the decision is refused by this rule, and code if given, and changes nothing.
    fn refuse(&mut self, seat: Seat, action: &Action, refused: &str) -> Result<(), String> {
        let (before, recorder) = (self.game, self.recorder.clone());
        let Err(error) = self.game.apply(seat, action, &mut self.dealer, &mut self.recorder) else {
            return Err(format!("expected: refused by {refused}\n  found:    accepted"));
        };
        if (before, recorder) != (self.game, self.recorder.clone()) {
            return Err("the refused decision changed the game".to_owned());
        }
        let has_code = refused.contains(' ');
        let found =
            if has_code { format!("{} {}", error.rule(), error.code()) } else { error.rule().to_owned() };
        same(refused, &found)
    }

    /// The answer to the query of an expectation.
    fn found(&self, key: &str) -> Result<String, String> {
        let game = &self.game;
        if let Some(action) = key.strip_prefix("preview ") {
            let preview = game.preview(&read_action(action)?);
            return serde_json::to_string(&preview).map_err(|error| error.to_string());
        }
        let words: Vec<&str> = key.split(' ').collect();
        Ok(match words[..] {
            ["acts"] => game.to_act().map_or("nobody".to_owned(), |seat| seat.to_string()),
            ["turn"] => game.turn().to_string(),
            ["waits", "for"] => format_phase(game.phase()),
            ["legal"] => format_legal(&game.legal_actions()),
            ["cash", seat] => format_money(game.cash(self.seat(seat)?)),
            ["shares", seat] => format_shares(game.shares(self.seat(seat)?), "none"),
            ["hand", seat] => format_list(game.hand(self.seat(seat)?).iter()),
            ["market", chain] => game.market()[read_chain(chain)?].to_string(),
            ["size", chain] => game.size(read_chain(chain)?).to_string(),
            ["price", chain] => format_money(game.price(read_chain(chain)?)),
            ["active"] => format_chains(game.active()),
            ["safe"] => format_chains(game.safe()),
            ["set", "aside"] => format_list(game.set_aside()),
            ["pile"] => format!("{} tiles", game.pile_len()),
            ["play", tile] => format_play(game.tile_play(read_tile(tile)?)),
            ["offer"] => game.offer().map_or("none".to_owned(), format_offer),
            ["may", "exchange"] => format_list(game.exchangeable().iter()),
            ["exchange", "all"] => game.exchange_all().as_ref().map_or("nothing".to_owned(), format_action),
            ["headquarters"] => format_list(game.founding_tiles()),
            ["can", "end"] => format_yes(game.can_end()),
            ["declared"] => format_yes(game.is_declared()),
            ["events"] if self.recorder.events.is_empty() => "none".to_owned(),
            ["events"] => self.recorder.events.iter().map(format_event).collect::<Vec<_>>().join("; "),
            ["payouts"] => format_list(self.recorder.payouts.iter().map(|payout| payout.chain)),
            ["payout", chain] => {
                let chain = read_chain(chain)?;
                let payout = self.recorder.payouts.iter().find(|payout| payout.chain == chain);
                payout
                    .map_or("none".to_owned(), |payout| format_payout(game.rules().options().bonuses, payout))
            }
            ["ended"] => game.outcome().map_or("no".to_owned(), |outcome| outcome.reason.id().to_owned()),
            ["winners"] => game.outcome().map_or("none".to_owned(), |outcome| format_list(outcome.winners)),
            ["view", "spectator", ref rest @ ..] => self.found_in_view(&game.view(None), rest)?,
            ["view", seat, ref rest @ ..] => self.found_in_view(&game.view(Some(self.seat(seat)?)), rest)?,
            _ => return Err(format!("`{key}` is not a known query")),
        })
    }

    /// The same for one viewer; `?` stands for what they may not know.
    fn found_in_view(&self, view: &View, words: &[&str]) -> Result<String, String> {
        let unknown = || "?".to_owned();
        Ok(match *words {
            ["cash", seat] => view.cash(self.seat(seat)?).map_or_else(unknown, format_money),
            ["shares", seat] => {
                view.shares(self.seat(seat)?).map_or_else(unknown, |shares| format_shares(shares, "none"))
            }
            [chain, "of", seat] => {
                let count = view.shares_of(self.seat(seat)?, read_chain(chain)?);
                count.map_or_else(unknown, |count| count.to_string())
            }
            ["hand", seat] => match (self.seat(seat)?, view.viewer(), view.hand()) {
                (seat, Some(viewer), Some(hand)) if seat == viewer => format_list(hand.iter()),
                (seat, ..) => format!("{} tiles", view.hand_len(seat)),
            },
            ["market", chain] => view.market()[read_chain(chain)?].to_string(),
            ["price", chain] => format_money(view.price(read_chain(chain)?)),
            ["set", "aside"] => format_list(view.set_aside()),
            ["pile"] => format!("{} tiles", view.pile_len()),
            ["legal"] => format_legal(&view.legal_actions()),
            ["may", "exchange"] => format_list(view.exchangeable().iter()),
            ["exchange", "all"] => view.exchange_all().as_ref().map_or("nothing".to_owned(), format_action),
            ["waits", "for"] => format_phase(view.phase()),
            ["offer"] => view.offer().map_or("none".to_owned(), format_offer),
            _ => return Err(format!("`{}` is not a known query of a view", words.join(" "))),
        })
    }

    fn seat(&self, text: &str) -> Result<Seat, String> {
        let seat = read_seat(text)?;
        if seat.index() < self.game.players() { Ok(seat) } else { Err(format!("nobody sits in seat {seat}")) }
    }
}

fn read_json(text: &str) -> Result<serde_json::Value, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

fn format_yes(yes: bool) -> String {
    if yes { "yes" } else { "no" }.to_owned()
}

fn format_phase(phase: Phase) -> String {
    format!("{phase:?}").to_lowercase()
}

fn format_legal(actions: &[Action]) -> String {
    if actions.is_empty() {
        return "none".to_owned();
    }
    actions.iter().map(format_action).collect::<Vec<_>>().join("; ")
}

/// A list of decisions, sorted.
fn in_order(list: &str) -> String {
    let mut items: Vec<&str> = list.split("; ").collect();
    items.sort_unstable();
    items.join("; ")
}

/// Checks what holds at every decision of any game.
fn check_sound(game: &Game) -> Result<(), String> {
    if *game != game.recomputed() {
        return Err(format!(
            "the game is not equal to its recomputation:\n{game:?}\n{:?}",
            game.recomputed()
        ));
    }
    match Game::from_position(&game.position()) {
        Ok(same) if same == *game => {}
        Ok(other) => return Err(format!("its position makes another game:\n{game:?}\n{other:?}")),
        Err(error) => return Err(format!("its position is refused: {error}")),
    }
    for viewer in game.seats().map(Some).chain([None]) {
        let view = game.view(viewer);
        if View::from_position(&view.position(), viewer).as_ref() != Ok(&view) {
            return Err(format!("the position of the view of {viewer:?} makes another view"));
        }
        if view.sample(&mut Dice::new(1)).view(viewer) != view {
            return Err(format!("a sample does not agree with the view of {viewer:?}"));
        }
    }
    check_legal(game)
}

/// Checks that the list contains an action exactly when it is legal, for all conceivable actions.
fn check_legal(game: &Game) -> Result<(), String> {
    let listed = game.legal_actions();
    let everything = every_action(game);
    for seat in game.seats() {
        let acts = game.to_act() == Some(seat);
        for action in &everything {
            let accepted = game.check(seat, action).is_ok();
            let times = listed.iter().filter(|listed| *listed == action).count();
            if times != usize::from(accepted) && acts || accepted && !acts {
                let action = format_action(action);
                return Err(format!("`{seat} {action}`: listed {times} times, accepted: {accepted}"));
            }
        }
    }
    if let Some(action) = listed.iter().find(|action| !everything.contains(action)) {
        return Err(format!("`{}` is listed", format_action(action)));
    }
    check_headquarters(game)
}

/// Checks that headquarters can stand on every tile of the chain being founded, and nowhere else (S5).
fn check_headquarters(game: &Game) -> Result<(), String> {
    for seat in game.seats() {
        for (chain, tile) in
            Chain::ALL.into_iter().flat_map(|chain| Tile::all().map(move |tile| (chain, tile)))
        {
            let found = |at| game.check(seat, &Action::Found { chain, at }).is_ok();
            if found(Some(tile)) != (found(None) && game.founding_tiles().contains(tile)) {
                return Err(format!("`{seat} founds {chain} at {tile}` is accepted: {}", found(Some(tile))));
            }
        }
    }
    Ok(())
}

/// All tiles, all chains, disposals of up to 26 and 26 shares, purchases of up to four shares, exchanges of
/// any one tile and of any tiles of a hand.
fn every_action(game: &Game) -> Vec<Action> {
    let mut actions = vec![Action::Pass, Action::DeclareEnd, Action::EndTurn];
    actions.extend([false, true].map(|accept| Action::TradeAnswer { accept }));
    actions.extend(Tile::all().map(|tile| Action::Place { tile }));
    for chain in Chain::ALL {
        let found = Action::Found { chain, at: None };
        actions.extend([found, Action::Survivor { chain }, Action::Defunct { chain }]);
    }
    actions.extend((0..=26).flat_map(|sell| (0..=26).map(move |trade| Action::Dispose { sell, trade })));
    let mut purchases = vec![Shares::NONE];
    for chain in Chain::ALL {
        let more =
            purchases.iter().flat_map(|&shares| (0..=4).map(move |count| shares + Shares::of(chain, count)));
        purchases = more.filter(|shares| shares.total() <= 4).collect();
    }
    actions.extend(purchases.into_iter().map(|shares| Action::Buy { shares }));
    let several = game.seats().flat_map(|seat| parts_of(game.hand(seat)).filter(|part| part.len() > 1));
    let single = Tile::all().map(|tile| Hand::from_iter([tile]));
    let exchanges = several.chain(single).chain([Hand::EMPTY]);
    actions.extend(exchanges.map(|tiles| Action::Exchange { tiles }));
    actions
}

/// Every subset of a hand.
fn parts_of(hand: Hand) -> impl Iterator<Item = Hand> {
    (0..1_u32 << hand.len()).map(move |chosen| {
        let tiles = hand.iter().enumerate();
        tiles.filter(|(place, _)| chosen >> place & 1 == 1).map(|(_, tile)| tile).collect()
    })
}
