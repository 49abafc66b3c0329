//! The notation of cases: parses and formats tiles, shares, money, boards, decisions and events.

use mergemaker_engine::{
    Action, Board, Bonuses, Bundle, Chain, ChainSet, DiscardReason, Event, HAND_SIZE, Hand, Holder, Money,
    Offer, Payout, Place, Seat, Shares, Tile, TilePlay,
};

type Read<T> = Result<T, String>;

pub(crate) fn read_seat(text: &str) -> Read<Seat> {
    text.parse().ok().and_then(Seat::new).ok_or_else(|| format!("`{text}` is not a seat"))
}

pub(crate) fn read_chain(text: &str) -> Read<Chain> {
    text.parse().map_err(|_| format!("`{text}` is not a chain"))
}

pub(crate) fn read_tile(text: &str) -> Read<Tile> {
    text.parse().map_err(|_| format!("`{text}` is not a tile"))
}

/// `5E 6F`, or `none`.
pub(crate) fn read_tiles(text: &str) -> Read<Vec<Tile>> {
    let names = text.split(' ').filter(|_| text != "none");
    let tiles: Vec<Tile> = names.map(read_tile).collect::<Read<_>>()?;
    match (1..tiles.len()).find(|&index| tiles[..index].contains(&tiles[index])) {
        Some(index) => Err(format!("{} is listed twice", tiles[index])),
        None => Ok(tiles),
    }
}

/// `5E 6F`, or `none`: at most six tiles.
pub(crate) fn read_hand(text: &str) -> Read<Hand> {
    let tiles = read_tiles(text)?;
    let fits = tiles.len() <= HAND_SIZE;
    if fits { Ok(tiles.into_iter().collect()) } else { Err("a hand has at most six tiles".to_owned()) }
}

/// `$6000`.
pub(crate) fn read_money(text: &str) -> Read<Money> {
    let dollars = text.strip_prefix('$').and_then(|digits| digits.parse().ok());
    dollars.map(Money).ok_or_else(|| format!("`{text}` is not an amount such as $6000"))
}

/// `2 tower 1 luxor`, or `nothing`.
pub(crate) fn read_shares(text: &str) -> Read<Shares> {
    let mut shares = Shares::NONE;
    let words: Vec<&str> = text.split(' ').filter(|_| text != "nothing").collect();
    for pair in words.chunks(2) {
        let (count, chain) = match pair {
            [count, chain] => (count.parse().ok().filter(|&count: &u8| count > 0), read_chain(chain)?),
            _ => return Err(format!("`{text}` is not a list of shares such as 2 tower 1 luxor")),
        };
        if shares[chain] > 0 {
            return Err(format!("{chain} is listed twice"));
        }
        shares[chain] =
            count.ok_or_else(|| format!("`{text}` is not a list of shares such as 2 tower 1 luxor"))?;
    }
    Ok(shares)
}

/// `$500 2 tower`, `$500`, `2 tower`, or `nothing`.
fn read_bundle(text: &str) -> Read<Bundle> {
    if !text.starts_with('$') {
        return Ok(Bundle { cash: Money::ZERO, shares: read_shares(text)? });
    }
    let (cash, shares) = text.split_once(' ').unwrap_or((text, "nothing"));
    Ok(Bundle { cash: read_money(cash)?, shares: read_shares(shares)? })
}

/// A decision without the seat that makes it.
pub(crate) fn read_action(text: &str) -> Read<Action> {
    let count =
        |text: &str| text.parse::<u8>().map_err(|_| format!("`{text}` is not a number of shares up to 255"));
    let words: Vec<&str> = text.split(' ').collect();
    Ok(match words[..] {
        ["places", tile] => Action::Place { tile: read_tile(tile)? },
        ["passes"] => Action::Pass,
        ["founds", chain] => Action::Found { chain: read_chain(chain)?, at: None },
        ["founds", chain, "at", tile] => {
            Action::Found { chain: read_chain(chain)?, at: Some(read_tile(tile)?) }
        }
        ["lets", chain, "survive"] => Action::Survivor { chain: read_chain(chain)? },
        ["dissolves", chain] => Action::Defunct { chain: read_chain(chain)? },
        ["holds"] => Action::Dispose { sell: 0, trade: 0 },
        ["sells", sell] => Action::Dispose { sell: count(sell)?, trade: 0 },
        ["trades", trade] => Action::Dispose { sell: 0, trade: count(trade)? },
        ["sells", sell, "trades", trade] => Action::Dispose { sell: count(sell)?, trade: count(trade)? },
        ["buys", ..] => Action::Buy { shares: read_shares(&words[1..].join(" "))? },
        ["declares", "the", "end"] => Action::DeclareEnd,
        ["ends", "the", "turn"] => Action::EndTurn,
        ["exchanges", "nothing"] => Action::Exchange { tiles: Hand::EMPTY },
        ["exchanges", ..] => Action::Exchange { tiles: read_hand(&words[1..].join(" "))? },
        ["offers", to, ..] if to.ends_with(':') => {
            let bundles = words[2..].join(" ");
            let (give, take) = bundles.split_once(" for ").ok_or("an offer is `GIVE for TAKE`")?;
            let to = read_seat(to.trim_end_matches(':'))?;
            Action::TradeOffer { offer: Offer { to, give: read_bundle(give)?, take: read_bundle(take)? } }
        }
        ["accepts"] => Action::TradeAnswer { accept: true },
        ["declines"] => Action::TradeAnswer { accept: false },
        _ => return Err(format!("`{text}` is not a decision")),
    })
}

/// Rows such as `C ..TT........`; missing rows are empty.
pub(crate) fn read_board(rows: &[String]) -> Read<Board> {
    let mut drawn = [const { String::new() }; 9];
    let mut last = None;
    for row in rows {
        let (letter, spaces) = row.split_once(' ').ok_or_else(|| format!("`{row}` is not a row"))?;
        let index = "ABCDEFGHI".find(letter).ok_or_else(|| format!("`{row}` is not a row"))?;
        if spaces.chars().count() != 12 || spaces.contains(char::is_whitespace) {
            return Err(format!("row {letter} does not have twelve spaces"));
        }
        if last.is_some_and(|last| last >= index) {
            return Err(format!("row {letter} is out of order"));
        }
        last = Some(index);
        spaces.clone_into(&mut drawn[index]);
    }
    drawn.join("/").parse()
}

/// All nine rows, one below the other.
pub(crate) fn format_board(board: &Board) -> String {
    let rows = board.rows();
    let rows: Vec<String> = ('A'..='I').zip(rows).map(|(letter, row)| format!("{letter} {row}")).collect();
    format!("\n  123456789012\n{}", rows.join("\n"))
}

pub(crate) fn format_list<T: std::fmt::Display>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    if items.is_empty() { "none".to_owned() } else { items.join(" ") }
}

pub(crate) fn format_money(money: Money) -> String {
    format!("${}", money.0)
}

/// `1 luxor 2 tower`, in the order of the rulebook, or the word for none.
pub(crate) fn format_shares(shares: Shares, none: &str) -> String {
    let counts: Vec<String> = shares.iter().map(|(chain, count)| format!("{count} {chain}")).collect();
    if counts.is_empty() { none.to_owned() } else { counts.join(" ") }
}

fn format_bundle(bundle: &Bundle) -> String {
    match (bundle.cash, bundle.shares) {
        (Money::ZERO, shares) => format_shares(shares, "nothing"),
        (cash, Shares::NONE) => format_money(cash),
        (cash, shares) => format!("{} {}", format_money(cash), format_shares(shares, "nothing")),
    }
}

pub(crate) fn format_action(action: &Action) -> String {
    match *action {
        Action::TradeOffer { offer } => format_offer(&offer),
        Action::TradeAnswer { accept: true } => "accepts".to_owned(),
        Action::TradeAnswer { accept: false } => "declines".to_owned(),
        Action::DeclareEnd => "declares the end".to_owned(),
        Action::Place { tile } => format!("places {tile}"),
        Action::Pass => "passes".to_owned(),
        Action::Found { chain, at: None } => format!("founds {chain}"),
        Action::Found { chain, at: Some(tile) } => format!("founds {chain} at {tile}"),
        Action::Survivor { chain } => format!("lets {chain} survive"),
        Action::Defunct { chain } => format!("dissolves {chain}"),
        Action::Dispose { sell: 0, trade: 0 } => "holds".to_owned(),
        Action::Dispose { sell, trade: 0 } => format!("sells {sell}"),
        Action::Dispose { sell: 0, trade } => format!("trades {trade}"),
        Action::Dispose { sell, trade } => format!("sells {sell} trades {trade}"),
        Action::Buy { shares } => format!("buys {}", format_shares(shares, "nothing")),
        Action::EndTurn => "ends the turn".to_owned(),
        Action::Exchange { tiles: Hand::EMPTY } => "exchanges nothing".to_owned(),
        Action::Exchange { tiles } => format!("exchanges {}", format_list(tiles.iter())),
    }
}

pub(crate) fn format_offer(offer: &Offer) -> String {
    format!("offers {}: {} for {}", offer.to, format_bundle(&offer.give), format_bundle(&offer.take))
}

/// `0 places 5E`, `0 draws 1A`, `bank tile 9C for tower`, `the end: declared`.
pub(crate) fn format_event(event: &Event) -> String {
    if let Some((seat, action)) = event.decision() {
        let of = match event {
            Event::Dispose { chain, .. } => format!(" ({chain})"),
            _ => String::new(),
        };
        return format!("{seat} {}{of}", format_action(&action));
    }
    match event {
        Event::StartTile { player, tile } => format!("{player} starts with {tile}"),
        Event::Deal { player, tiles } => format!("{player} is dealt {}", format_list(tiles)),
        Event::Draw { player, tiles } => format!("{player} draws {}", format_list(tiles)),
        Event::Discard { player, tiles, reason } => {
            let why = match reason {
                DiscardReason::StuckHand => "stuck hand",
                DiscardReason::Unplayable => "unplayable",
            };
            format!("{player} sets aside {} ({why})", format_list(tiles))
        }
        Event::BankTile { chain, tile } => format!("bank tile {tile} for {chain}"),
        Event::End { reason } => format!("the end: {}", reason.id()),
        _ => unreachable!("every other event is a decision"),
    }
}

/// `0 $7000 majority, 1 $3500 minority`: every holder, most shares first.
pub(crate) fn format_payout(bonuses: Bonuses, payout: &Payout) -> String {
    let names: &[&str] = match bonuses {
        Bonuses::Classic => &["majority", "minority"],
        Bonuses::Tycoon => &["primary", "secondary", "tertiary"],
    };
    let awards = payout.awards.iter().map(|award| {
        let holder = match award.holder {
            Holder::Player(seat) => seat.to_string(),
            Holder::Bank => "bank".to_owned(),
        };
        let place = match award.place {
            Place::Sole => "sole".to_owned(),
            Place::Ranked { from, to } => {
                let covered = (usize::from(from) - 1).min(names.len())..usize::from(to).min(names.len());
                if covered.is_empty() { "no place".to_owned() } else { names[covered].join("+") }
            }
        };
        format!("{holder} {} {place}", format_money(award.amount))
    });
    awards.collect::<Vec<_>>().join(", ")
}

pub(crate) fn format_play(play: TilePlay) -> String {
    match play {
        TilePlay::Lone => "lone".to_owned(),
        TilePlay::Found => "founds".to_owned(),
        TilePlay::Grow { chain } => format!("grows {chain}"),
        TilePlay::Merge { chains } => format!("merges {}", format_chains(chains)),
        TilePlay::Dead => "dead".to_owned(),
        TilePlay::EighthChain => "eighth chain".to_owned(),
    }
}

pub(crate) fn format_chains(chains: ChainSet) -> String {
    format_list(chains.iter())
}
