//! One plain line for each event.

use mergemaker_engine::{
    Action, Bundle, Cell, Chain, DiscardReason, EndReason, Event, Game, Money, Offer, Phase, Preview, Seat,
    StartTiles, Tile,
};

use crate::Moment;
use crate::name::{Names, and_list, plural, tile_list};

/// What happened in one event, in one line, with the names that the players see.
///
/// ```
/// use mergemaker_engine::Theme;
/// use mergemaker_record::Names;
/// # use mergemaker_engine::{Game, Preset, Rules, Table};
/// # use mergemaker_record::{Deck, Recorder, Seed};
/// # let (mut deck, mut recorder) = (Deck::new(&Seed::for_simulation(7, 1)), Recorder::new());
/// # let game = Game::start(Table::new(Rules::of(Preset::Classic), 2)?, &mut deck, &mut recorder);
/// # let record = recorder.finish(&game, vec!["Ann".into(), "Bob".into()], None);
/// let replay = record.replay()?;
/// let names = Names::new(&record.players, Theme::Hotels);
/// let line = mergemaker_record::describe(&replay.moments()[1], &names);
/// assert!(line.starts_with("Bob draws the start tile "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn describe(moment: &Moment, names: &Names<'_>) -> String {
    let mut line = what_happened(moment, names);
    if let Event::End { .. } = moment.event {
        // The whole final scoring is with `end`: too much for a line.
        return format!("{line}; {}", victory_words(&moment.game, names));
    }
    for payout in &moment.payouts {
        let paid = moment.game.seats().map(|seat| (seat, payout.amount(seat)));
        let paid: Vec<String> = paid
            .filter(|&(_, amount)| amount > Money::ZERO)
            .map(|(seat, amount)| format!("{} {amount}", names.player(seat)))
            .collect();
        let paid = if paid.is_empty() { "nobody".to_string() } else { and_list(&paid) };
        line = format!("{line}; paid for {}: {paid}", names.chain(payout.chain));
    }
    line
}

/// The same without the bonuses it brings.
pub(crate) fn what_happened(moment: &Moment, names: &Names<'_>) -> String {
    let before = &moment.before;
    let name = |seat: Seat| names.player(seat);
    let chain_name = |chain: &Chain| names.chain(*chain);
    match &moment.event {
        Event::StartTile { player, tile } => {
            let line = format!("{} draws the start tile {tile}", name(*player));
            match preview(moment) {
                Preview::Nothing | Preview::Lone => line,
                _ => format!("{line}: {}", tile_words(moment, names)),
            }
        }
        Event::Deal { player, tiles } => {
            format!("{} is dealt {}", name(*player), tile_list(tiles.iter().copied()))
        }
        Event::Discard { player, tiles, reason } => {
            let why = match reason {
                DiscardReason::StuckHand => "no tile in hand can be played",
                DiscardReason::Unplayable => "not playable",
            };
            format!("{} sets aside {}: {why}", name(*player), tile_list(tiles.iter().copied()))
        }
        Event::TradeOffer { player, to, give, take } => {
            let (give, take) = (bundle_in_words(give, names), bundle_in_words(take, names));
            format!("{} offers {} {give} for {take}", name(*player), name(*to))
        }
        Event::TradeAnswer { player, accept } => match before.offer() {
            Some(Offer { give, take, .. }) if *accept => {
                let (give, take) = (bundle_in_words(give, names), bundle_in_words(take, names));
                format!("{} accepts: gets {give}, gives {take}", name(*player))
            }
            Some(_) | None => format!("{} {}", name(*player), if *accept { "accepts" } else { "declines" }),
        },
        Event::DeclareEnd { player } => format!("{} declares the end", name(*player)),
        Event::Place { player, tile } => {
            format!(
                "{} places {tile}: {}{}",
                name(*player),
                tile_words(moment, names),
                merged_words(moment, names)
            )
        }
        Event::Pass { player } => format!("{} cannot place a tile", name(*player)),
        Event::Found { player, chain, at } => {
            let size = size_words(&moment.game, *chain);
            let at = at.map(|at| format!(", headquarters on {at}")).unwrap_or_default();
            format!("{} founds {}{at}: {size}; {}", name(*player), chain_name(chain), founder_words(moment))
        }
        Event::Survivor { player, chain } => {
            format!("{} lets {} survive{}", name(*player), chain_name(chain), merged_words(moment, names))
        }
        Event::Defunct { player, chain } => {
            format!(
                "{} has {} dissolved next{}",
                name(*player),
                chain_name(chain),
                merged_words(moment, names)
            )
        }
        Event::BankTile { chain, tile } => {
            let shares = plural(tile.column().into(), "share");
            let chain = chain_name(chain);
            format!("The bank's tile for {chain} is {tile}: it counts as a holder of {shares}")
        }
        Event::Dispose { player, .. } => {
            format!("{} {}{}", name(*player), disposal_words(moment, names), merged_words(moment, names))
        }
        Event::Buy { player, .. } => format!("{} buys {}", name(*player), purchase_words(moment, names)),
        Event::Draw { player, tiles } => {
            format!("{} draws {}", name(*player), tile_list(tiles.iter().copied()))
        }
        Event::End { reason } => format!("The game is over: {}", end_words(*reason)),
    }
}

/// What the engine says the decision of the event does.
fn preview(moment: &Moment) -> Preview {
    let found = moment.game.rules().options().start_tiles == StartTiles::Found;
    let action = match moment.event {
        Event::StartTile { tile, .. } if found => Action::Place { tile },
        _ => match moment.event.decision() {
            Some((_, action)) => action,
            None => return Preview::Nothing,
        },
    };
    moment.before.preview(&action)
}

/// What a placed tile does.
fn tile_words(moment: &Moment, names: &Names<'_>) -> String {
    match preview(moment) {
        Preview::Lone => "it lies alone".to_string(),
        Preview::Grows { chain, .. } => {
            format!("{} grows to {}", names.chain(chain), size_words(&moment.game, chain))
        }
        Preview::Merges { survivors, dissolved, .. } => {
            let others = dissolved.iter().map(|dissolved| dissolved.chain);
            let only = survivors.first().filter(|_| !survivors.has_several());
            let merging: Vec<String> = only
                .into_iter()
                .chain(others)
                .map(|chain| {
                    let size = plural(moment.before.size(chain).into(), "tile");
                    format!("{} ({size})", names.chain(chain))
                })
                .collect();
            let survivor = only.map_or(String::new(), |chain| format!("; {} survives", names.chain(chain)));
            format!("{} merge{survivor}", and_list(&merging))
        }
        _ => "it founds a chain".to_string(),
    }
}

/// How a merger ends, if it does with this event.
fn merged_words(moment: &Moment, names: &Names<'_>) -> String {
    let tile = match moment.event {
        Event::Place { tile, .. } if matches!(preview(moment), Preview::Merges { .. }) => Some(tile),
        _ => moment.before.unsettled_tile(),
    };
    let game = &moment.game;
    let survivor = tile.filter(|_| game.phase() == Phase::Buy).and_then(|tile| chain_at(game, tile));
    survivor.map_or(String::new(), |chain| {
        format!("; {} has {} now", names.chain(chain), size_words(game, chain))
    })
}

fn chain_at(game: &Game, tile: Tile) -> Option<Chain> {
    match game.board().cell(tile) {
        Cell::Chain { chain } => Some(chain),
        Cell::Lone | Cell::Empty => None,
    }
}

/// `11 tiles, safe, $800 a share`.
fn size_words(game: &Game, chain: Chain) -> String {
    let safe = if game.safe().contains(chain) { ", safe" } else { "" };
    format!("{}{safe}, {} a share", plural(game.size(chain).into(), "tile"), game.price(chain))
}

/// What the founder gets (T4, T5).
fn founder_words(moment: &Moment) -> String {
    match preview(moment) {
        Preview::NewChain { gets_share: false, cash: Money::ZERO, .. } => "no share is left".to_string(),
        Preview::NewChain { gets_share: false, cash, .. } => format!("no share is left, {cash} instead"),
        _ => "one free share".to_string(),
    }
}

fn disposal_words(moment: &Moment, names: &Names<'_>) -> String {
    let (Event::Dispose { chain, sell, trade, .. }, Preview::Disposes { cash, taken, held }) =
        (&moment.event, preview(moment))
    else {
        return String::new();
    };
    let survivor = moment.before.survivor().map_or("", |survivor| names.chain(survivor));
    let (price, chain) = (moment.before.price(*chain), names.chain(*chain));
    let parts = [
        (*sell > 0).then(|| format!("sells {sell} {chain} at {price} for {cash}")),
        (*trade > 0).then(|| format!("trades {trade} {chain} for {taken} {survivor}")),
        (held > 0).then(|| format!("holds {held} {chain}")),
    ];
    and_list(&parts.into_iter().flatten().collect::<Vec<_>>())
}

fn purchase_words(moment: &Moment, names: &Names<'_>) -> String {
    let (Event::Buy { shares, .. }, Preview::Buys { cost, cash }) = (&moment.event, preview(moment)) else {
        return String::new();
    };
    let part = |(chain, count)| format!("{count} {} at {}", names.chain(chain), moment.before.price(chain));
    let parts: Vec<String> = shares.iter().map(part).collect();
    if parts.is_empty() {
        return format!("nothing: {cash} left");
    }
    format!("{} for {cost}: {cash} left", and_list(&parts))
}

fn end_words(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Declared => "the end was declared",
        EndReason::AllTilesPlayed => "all tiles are played",
        EndReason::NoTilePlayed => "every player in a row has had a turn without a tile",
    }
}

/// Who has won, with how much.
pub(crate) fn victory_words(game: &Game, names: &Names<'_>) -> String {
    let Some(outcome) = game.outcome() else {
        return "nobody has won yet".to_string();
    };
    let most = outcome.cash.iter().max().copied().unwrap_or_default();
    let winners: Vec<String> = outcome.winners.iter().map(|&seat| names.player(seat)).collect();
    match winners.len() {
        1 => format!("{} wins with {most}", and_list(&winners)),
        _ => format!("{} share the victory with {most} each", and_list(&winners)),
    }
}

/// `$500 and 2 Tower`, or `nothing`.
///
/// ```
/// use mergemaker_engine::{Bundle, Chain, Money, Shares, Theme};
/// use mergemaker_record::{Names, bundle_in_words};
/// let bundle = Bundle { cash: Money(500), shares: Shares::of(Chain::Tower, 2) };
/// assert_eq!(bundle_in_words(&bundle, &Names::new(&[], Theme::Hotels)), "$500 and 2 Tower");
/// ```
#[must_use]
pub fn bundle_in_words(bundle: &Bundle, names: &Names<'_>) -> String {
    let cash = (bundle.cash > Money::ZERO).then(|| bundle.cash.to_string());
    let shares = bundle.shares.iter().map(|(chain, count)| format!("{count} {}", names.chain(chain)));
    let parts: Vec<String> = cash.into_iter().chain(shares).collect();
    if parts.is_empty() { "nothing".to_string() } else { and_list(&parts) }
}
