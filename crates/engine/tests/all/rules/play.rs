//! Plays a case: decisions, refusals, expectations, and what must be so at every decision of any game.
//!
//! Each expectation is a question and its answer in full, so that what is expected and what is found
//! are compared as they are written: see [`Play::found`] for the questions.

use mergemaker_engine::{
    Action, Chain, Dice, Event, FixedDealer, Game, Hand, Log, Payout, Phase, Seat, Shares, Tile, View,
};

use crate::rules::case::{Case, Line, Says, fault};
use crate::rules::setup::{Failure, set_up};
use crate::rules::words::{
    read_action, read_board, read_chain, read_seat, read_tile, say_action, say_board, say_chains, say_event,
    say_list, say_money, say_offer, say_payout, say_play, say_shares,
};

/// What the game told since the last decision.
#[derive(Default, Clone, PartialEq, Debug)]
pub(crate) struct Told {
    events: Vec<Event>,
    payouts: Vec<Payout>,
}

impl Log for Told {
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
    told: Told,
}

/// Plays a case to its end, or up to its first fault.
pub(crate) fn play(case: &Case) -> Result<(), String> {
    let here = |number: usize, why: String| fault(&case.file, number, format!("{}\n  {why}", case.name));
    let steps = case.lines.iter().position(|line| !matches!(line.says, Says::Setup { .. }));
    let (lines, steps) = case.lines.split_at(steps.unwrap_or(case.lines.len()));
    let (game, dealer, told) = match (set_up(lines), steps) {
        (Ok(start), _) => start,
        (Err(Failure::Unreadable { number, why }), _) => return Err(here(number, why)),
        (Err(Failure::Refused { message }), [Line { number, says: Says::Expects { key, value }, .. }])
            if key == "refused" =>
        {
            return same(value, message.rsplit_once('(').map_or("", |(_, id)| id.trim_end_matches(')')))
                .map_err(|why| here(*number, format!("{why}\n  {message}")));
        }
        (Err(Failure::Refused { message }), _) => return Err(here(case.number, message)),
    };
    let mut play = Play { game, dealer, told };
    check_sound(&play.game).map_err(|why| here(case.number, why))?;
    for line in steps {
        play.step(line).map_err(|why| here(line.number, why))?;
    }
    Ok(())
}

/// Fails when what is expected is not what is found.
fn same(expected: &str, found: &str) -> Result<(), String> {
    if expected == found {
        return Ok(());
    }
    Err(format!("expected: {expected}\n  found:    {found}"))
}

impl Play {
    fn step(&mut self, line: &Line) -> Result<(), String> {
        match &line.says {
            Says::Setup { .. } => Err("the set-up comes before all decisions and expectations".to_owned()),
            Says::Decision { seat, action, refused } => {
                let (seat, action) = (read_seat(seat)?, read_action(action)?);
                match refused {
                    Some(refused) => self.refuse(seat, &action, refused),
                    None => self.decide(seat, &action),
                }
            }
            Says::Expects { key, .. } if key == "board" => {
                same(&say_board(&read_board(&line.rows)?), &say_board(self.game.board()))
            }
            Says::Expects { key, value } => {
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
        self.told = Told::default();
        let decided = self.game.apply(seat, action, &mut self.dealer, &mut self.told);
        decided.map_err(|error| format!("refused by {} {}: {error}", error.rule(), error.code()))?;
        check_sound(&self.game)
    }

    /// The decision must be refused by the rule, with its code where one is given, and change nothing.
    fn refuse(&mut self, seat: Seat, action: &Action, refused: &str) -> Result<(), String> {
        let (before, told) = (self.game, self.told.clone());
        let Err(error) = self.game.apply(seat, action, &mut self.dealer, &mut self.told) else {
            return Err(format!("expected: refused by {refused}\n  found:    accepted"));
        };
        if (before, told) != (self.game, self.told.clone()) {
            return Err("the refused decision has changed something".to_owned());
        }
        let has_code = refused.contains(' ');
        let found =
            if has_code { format!("{} {}", error.rule(), error.code()) } else { error.rule().to_owned() };
        same(refused, &found)
    }

    /// The answer to the question that an expectation asks.
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
            ["waits", "for"] => say_phase(game.phase()),
            ["legal"] => say_legal(&game.legal_actions()),
            ["cash", seat] => say_money(game.cash(self.seat(seat)?)),
            ["shares", seat] => say_shares(game.shares(self.seat(seat)?), "none"),
            ["hand", seat] => say_list(game.hand(self.seat(seat)?).iter()),
            ["market", chain] => game.market()[read_chain(chain)?].to_string(),
            ["size", chain] => game.size(read_chain(chain)?).to_string(),
            ["price", chain] => say_money(game.price(read_chain(chain)?)),
            ["active"] => say_chains(game.active()),
            ["safe"] => say_chains(game.safe()),
            ["set", "aside"] => say_list(game.set_aside()),
            ["pile"] => format!("{} tiles", game.pile_len()),
            ["play", tile] => say_play(game.tile_play(read_tile(tile)?)),
            ["offer"] => game.offer().map_or("none".to_owned(), say_offer),
            ["may", "exchange"] => say_list(game.exchangeable().iter()),
            ["exchange", "all"] => game.exchange_all().as_ref().map_or("nothing".to_owned(), say_action),
            ["headquarters"] => say_list(game.founding_tiles()),
            ["can", "end"] => say_yes(game.can_end()),
            ["declared"] => say_yes(game.is_declared()),
            ["events"] if self.told.events.is_empty() => "none".to_owned(),
            ["events"] => self.told.events.iter().map(say_event).collect::<Vec<_>>().join("; "),
            ["payouts"] => say_list(self.told.payouts.iter().map(|payout| payout.chain)),
            ["payout", chain] => {
                let chain = read_chain(chain)?;
                let payout = self.told.payouts.iter().find(|payout| payout.chain == chain);
                payout.map_or("none".to_owned(), |payout| say_payout(game.rules().options().bonuses, payout))
            }
            ["ended"] => game.outcome().map_or("no".to_owned(), |outcome| outcome.reason.id().to_owned()),
            ["winners"] => game.outcome().map_or("none".to_owned(), |outcome| say_list(outcome.winners)),
            ["view", "spectator", ref rest @ ..] => self.found_in_view(&game.view(None), rest)?,
            ["view", seat, ref rest @ ..] => self.found_in_view(&game.view(Some(self.seat(seat)?)), rest)?,
            _ => return Err(format!("`{key}` is nothing that can be expected")),
        })
    }

    /// The same for what one viewer may know; `?` stands for what they may not.
    fn found_in_view(&self, view: &View, words: &[&str]) -> Result<String, String> {
        let unknown = || "?".to_owned();
        Ok(match *words {
            ["cash", seat] => view.cash(self.seat(seat)?).map_or_else(unknown, say_money),
            ["shares", seat] => {
                view.shares(self.seat(seat)?).map_or_else(unknown, |shares| say_shares(shares, "none"))
            }
            [chain, "of", seat] => {
                let count = view.shares_of(self.seat(seat)?, read_chain(chain)?);
                count.map_or_else(unknown, |count| count.to_string())
            }
            ["hand", seat] => match (self.seat(seat)?, view.viewer(), view.hand()) {
                (seat, Some(viewer), Some(hand)) if seat == viewer => say_list(hand.iter()),
                (seat, ..) => format!("{} tiles", view.hand_len(seat)),
            },
            ["market", chain] => view.market()[read_chain(chain)?].to_string(),
            ["price", chain] => say_money(view.price(read_chain(chain)?)),
            ["set", "aside"] => say_list(view.set_aside()),
            ["pile"] => format!("{} tiles", view.pile_len()),
            ["legal"] => say_legal(&view.legal_actions()),
            ["may", "exchange"] => say_list(view.exchangeable().iter()),
            ["exchange", "all"] => view.exchange_all().as_ref().map_or("nothing".to_owned(), say_action),
            ["waits", "for"] => say_phase(view.phase()),
            ["offer"] => view.offer().map_or("none".to_owned(), say_offer),
            _ => return Err(format!("`{}` is nothing that can be expected of a view", words.join(" "))),
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

fn say_yes(yes: bool) -> String {
    if yes { "yes" } else { "no" }.to_owned()
}

fn say_phase(phase: Phase) -> String {
    format!("{phase:?}").to_lowercase()
}

fn say_legal(actions: &[Action]) -> String {
    if actions.is_empty() {
        return "none".to_owned();
    }
    actions.iter().map(say_action).collect::<Vec<_>>().join("; ")
}

/// A list of decisions in one order, whatever order it was written in.
fn in_order(list: &str) -> String {
    let mut items: Vec<&str> = list.split("; ").collect();
    items.sort_unstable();
    items.join("; ")
}

/// What holds at every decision of any game.
fn check_sound(game: &Game) -> Result<(), String> {
    if *game != game.recomputed() {
        return Err(format!(
            "the game is not what it is recomputed to be:\n{game:?}\n{:?}",
            game.recomputed()
        ));
    }
    match Game::from_position(&game.position()) {
        Ok(same) if same == *game => {}
        Ok(other) => return Err(format!("its position gives another game:\n{game:?}\n{other:?}")),
        Err(error) => return Err(format!("its position is refused: {error}")),
    }
    for viewer in game.seats().map(Some).chain([None]) {
        let view = game.view(viewer);
        if View::from_position(&view.position(), viewer).as_ref() != Ok(&view) {
            return Err(format!("the position of the view of {viewer:?} gives another view"));
        }
        if view.sample(&mut Dice::new(1)).view(viewer) != view {
            return Err(format!("a sample does not agree with the view of {viewer:?}"));
        }
    }
    check_legal(game)
}

/// The list contains an action exactly when it is legal, among all that anybody could think of.
fn check_legal(game: &Game) -> Result<(), String> {
    let listed = game.legal_actions();
    let everything = every_action(game);
    for seat in game.seats() {
        let acts = game.to_act() == Some(seat);
        for action in &everything {
            let accepted = game.check(seat, action).is_ok();
            let times = listed.iter().filter(|listed| *listed == action).count();
            if times != usize::from(accepted) && acts || accepted && !acts {
                let action = say_action(action);
                return Err(format!("`{seat} {action}`: listed {times} times, accepted: {accepted}"));
            }
        }
    }
    if let Some(action) = listed.iter().find(|action| !everything.contains(action)) {
        return Err(format!("`{}` is listed", say_action(action)));
    }
    check_headquarters(game)
}

/// Headquarters can stand on every tile of a chain that can be founded, and nowhere else (S5).
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

/// All tiles, all chains, disposals of up to 26 and 26 shares, purchases of up to four shares, exchanges of any
/// tiles of a hand and of any one tile.
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

/// Every set of tiles of a hand.
fn parts_of(hand: Hand) -> impl Iterator<Item = Hand> {
    (0..1_u32 << hand.len()).map(move |chosen| {
        let tiles = hand.iter().enumerate();
        tiles.filter(|(place, _)| chosen >> place & 1 == 1).map(|(_, tile)| tile).collect()
    })
}
