//! Decisions in plain words, as they are said to the player who has to make them.

use mergemaker_engine::{
    Action, Bundle, Chain, Dissolved, Money, Payout, Preview, Seat, Shares, TilePlay, View,
};
use mergemaker_record::Names;

/// What an action is, as advice: `place 5C`, `buy 2 Tower and 1 Luxor`.
///
/// ```
/// use mergemaker_bots::advice_in_words;
/// use mergemaker_engine::{Action, Chain, Shares, Theme};
/// use mergemaker_record::Names;
/// let names = Names::new(&[], Theme::Hotels);
/// let buy = Action::Buy { shares: Shares::of(Chain::Tower, 2) };
/// assert_eq!(advice_in_words(&buy, &names), "buy 2 Tower");
/// ```
#[must_use]
pub fn advice_in_words(action: &Action, names: &Names<'_>) -> String {
    match *action {
        Action::TradeOffer { offer } => format!(
            "offer {} {} for {}",
            names.player(offer.to),
            bundle(&offer.give, names),
            bundle(&offer.take, names)
        ),
        Action::TradeAnswer { accept: true } => "accept the offer".to_owned(),
        Action::TradeAnswer { accept: false } => "decline the offer".to_owned(),
        Action::DeclareEnd => "declare the end".to_owned(),
        Action::Place { tile } => format!("place {tile}"),
        Action::Pass => "pass".to_owned(),
        Action::Found { chain } => format!("found {}", names.chain(chain)),
        Action::Survivor { chain } => format!("let {} survive", names.chain(chain)),
        Action::Defunct { chain } => format!("dissolve {} first", names.chain(chain)),
        Action::Dispose { sell: 0, trade: 0 } => "hold all shares".to_owned(),
        Action::Dispose { sell, trade: 0 } => format!("sell {sell}"),
        Action::Dispose { sell: 0, trade } => format!("trade {trade} for {}", trade / 2),
        Action::Dispose { sell, trade } => format!("sell {sell} and trade {trade} for {}", trade / 2),
        Action::Buy { shares } if shares == Shares::NONE => "buy nothing".to_owned(),
        Action::Buy { shares } => format!("buy {}", share_list(shares, names)),
        Action::EndTurn => "end the turn".to_owned(),
    }
}

/// Why an action may be good, in one plain sentence with its figures, said to the viewer.
pub(crate) fn reason(view: &View, action: &Action, names: &Names<'_>) -> String {
    let talk = Talk { view, names };
    match view.preview(action) {
        Preview::Lone => talk.lone(action),
        Preview::Founds { size, .. } => {
            let act = capitalised(&advice_gerund(action));
            format!("{act} founds a chain of {size} tiles, whose first share is yours for nothing")
        }
        Preview::Grows { chain, size, price, becomes_safe } => {
            talk.growth(action, chain, size, price, becomes_safe)
        }
        Preview::Merges { survivors, dissolved, bank_competes, .. } => match survivors.first() {
            Some(survivor) if !survivors.has_several() => {
                talk.merger(action, survivor, &dissolved, bank_competes)
            }
            _ => {
                let act = capitalised(&advice_gerund(action));
                format!("{act} merges chains of equal size, and you choose which survives")
            }
        },
        Preview::NewChain { chain, size, price, gets_share, .. } => {
            let share = if gets_share { "and gives you its first share" } else { "but it has no share left" };
            format!(
                "Founding {} puts {size} tiles at {price} a share on the board {share}",
                names.chain(chain)
            )
        }
        Preview::Disposes { cash, taken, held } => talk.disposal(cash, taken, held),
        Preview::Buys { cost, cash } => talk.purchase(action, cost, cash),
        Preview::Ends { cash, .. } => talk.end(cash.as_deref()),
        Preview::Dead | Preview::EighthChain | Preview::Nothing => talk.rest(action),
    }
}

/// Speaks to the viewer.
struct Talk<'a> {
    view: &'a View,
    names: &'a Names<'a>,
}

impl Talk<'_> {
    /// `you`, a name, or where somebody sits.
    fn person(&self, seat: Seat) -> String {
        let players = self.view.players();
        let Some(me) = self.view.viewer() else { return self.names.player(seat) };
        if seat == me {
            return "you".to_owned();
        }
        if self.names.knows(seat) {
            return self.names.player(seat);
        }
        match (seat.index() + players - me.index()) % players {
            1 if players == 2 => "the other player".to_owned(),
            1 => "the player on your left".to_owned(),
            steps if steps + 1 == players => "the player on your right".to_owned(),
            2 if players == 4 => "the player opposite you".to_owned(),
            steps => format!("the player {steps} to your left"),
        }
    }

    fn lone(&self, action: &Action) -> String {
        let Action::Place { tile } = *action else { return String::new() };
        let next = self.view.hand().and_then(|hand| tile.neighbours().find(|&next| hand.contains(next)));
        match next {
            Some(next) if self.view.tile_play(next) == TilePlay::Lone => {
                format!("{tile} lies alone, and with {next} from your hand you can found a chain beside it")
            }
            _ => format!("{tile} lies alone: it gives nobody anything"),
        }
    }

    fn growth(&self, action: &Action, chain: Chain, size: u8, price: Money, becomes_safe: bool) -> String {
        let act = capitalised(&advice_gerund(action));
        let name = self.names.chain(chain);
        let safe = if becomes_safe { " and makes it safe" } else { "" };
        let before = self.view.price(chain);
        let step = if price > before { format!(", from {before} to {price} a share") } else { String::new() };
        format!("{act} grows {name} to {size} tiles{step}{safe}; {}", self.rank(chain))
    }

    /// How the viewer stands in a chain.
    fn rank(&self, chain: Chain) -> String {
        let own = self.own(chain);
        let (rival, most) = self.rival(chain);
        match own.cmp(&most) {
            _ if own == 0 => "you hold no share of it".to_owned(),
            std::cmp::Ordering::Greater => format!("you hold most of it, {}", shares(own)),
            std::cmp::Ordering::Equal => format!("you hold {} of it, as many as {rival}", shares(own)),
            std::cmp::Ordering::Less => format!("you hold {} of it, {rival} has {most}", shares(own)),
        }
    }

    fn own(&self, chain: Chain) -> u8 {
        self.view.viewer().and_then(|me| self.view.shares_of(me, chain)).unwrap_or(0)
    }

    /// Who of the others holds most of a chain, and how much.
    fn rival(&self, chain: Chain) -> (String, u8) {
        let others = self.view.seats().filter(|&seat| Some(seat) != self.view.viewer());
        let held = others.map(|seat| (seat, self.view.shares_of(seat, chain).unwrap_or(0)));
        let most = held.max_by_key(|&(seat, held)| (held, std::cmp::Reverse(seat)));
        most.map_or((String::new(), 0), |(seat, held)| (self.person(seat), held))
    }

    fn merger(&self, action: &Action, survivor: Chain, dissolved: &[Dissolved], bank: bool) -> String {
        let chains: Vec<String> =
            dissolved.iter().map(|dissolved| self.names.chain(dissolved.chain).to_owned()).collect();
        let act = match action {
            Action::Place { tile } => format!(" with {tile}"),
            _ => String::new(),
        };
        let payouts: Vec<&Payout> =
            dissolved.iter().filter_map(|dissolved| dissolved.payout.as_ref()).collect();
        let paid = self.paid(&payouts);
        let bank = if bank { ", unless the bank's tile takes a place" } else { "" };
        format!("Merging {} into {}{act} {paid}{bank}", and_list(&chains), self.names.chain(survivor))
    }

    /// Who is paid what by some payouts together: the viewer first.
    fn paid(&self, payouts: &[&Payout]) -> String {
        let me = self.view.viewer();
        let mut paid: Vec<(Seat, Money)> = self
            .view
            .seats()
            .map(|seat| (seat, payouts.iter().map(|payout| payout.amount(seat)).sum()))
            .filter(|&(_, amount): &(Seat, Money)| amount > Money::ZERO)
            .collect();
        paid.sort_by_key(|&(seat, amount)| (Some(seat) != me, std::cmp::Reverse(amount)));
        let paid: Vec<String> =
            paid.into_iter().map(|(seat, amount)| format!("{} {amount}", self.person(seat))).collect();
        if paid.is_empty() { "pays nobody".to_owned() } else { format!("pays {}", and_list(&paid)) }
    }

    fn disposal(&self, cash: Money, taken: u8, held: u8) -> String {
        let defunct = self.view.defunct().map_or("", |chain| self.names.chain(chain));
        let survivor = self.view.survivor().map_or("", |chain| self.names.chain(chain));
        let mut parts = Vec::new();
        if cash > Money::ZERO {
            parts.push(format!("selling {defunct} brings {cash}"));
        }
        if taken > 0 {
            parts.push(format!("trading brings {taken} {survivor}"));
        }
        if held > 0 {
            parts.push(format!("{} of {defunct} are kept for when it is founded again", shares(held)));
        }
        capitalised(&and_list(&parts))
    }

    fn purchase(&self, action: &Action, cost: Money, cash: Money) -> String {
        let Action::Buy { shares: bought } = *action else { return String::new() };
        if bought == Shares::NONE {
            return format!("Buying nothing keeps your {cash} for what comes");
        }
        let gains: Vec<String> =
            bought.iter().filter_map(|(chain, count)| self.gain_in_rank(chain, count)).collect();
        let gains = if gains.is_empty() { String::new() } else { format!("; you {}", and_list(&gains)) };
        format!(
            "{} for {cost} leaves you {cash}{gains}",
            capitalised(&advice_gerund_named(action, self.names))
        )
    }

    /// What more shares of a chain change about the viewer's place in it.
    fn gain_in_rank(&self, chain: Chain, more: u8) -> Option<String> {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let own = self.own(chain);
        let (rival, most) = self.rival(chain);
        let name = self.names.chain(chain);
        let then = own + more;
        match (own.cmp(&most), then.cmp(&most)) {
            (Less | Equal, Greater) if most == 0 => Some(format!("are alone in {name}")),
            (Less | Equal, Greater) => {
                Some(format!("take the majority of {name} with {then} to {rival}'s {most}"))
            }
            (Less, Equal) => Some(format!("draw level with {rival} in {name}")),
            (Greater, Greater) if most > 0 => Some(format!("lead {name} by {} over {rival}", then - most)),
            (Less, Less) => Some(format!("come closer to {rival} in {name}, {then} to {most}")),
            _ => None,
        }
    }

    fn end(&self, cash: Option<&[Money]>) -> String {
        let (Some(cash), Some(me)) = (cash, self.view.viewer()) else {
            return "Ending the game now ends it for everybody".to_owned();
        };
        let own = cash[me.index()];
        let others = self.view.seats().filter(|&seat| seat != me);
        let next = others.max_by_key(|seat| cash[seat.index()]);
        let next = next.map_or(String::new(), |seat| format!("{} {}", self.person(seat), cash[seat.index()]));
        format!("Ending the game now brings you {own}, and {next}")
    }

    fn rest(&self, action: &Action) -> String {
        match action {
            Action::TradeAnswer { .. } | Action::TradeOffer { .. } => {
                "A trade is worth it when it leaves you better off against everybody, not only at today's \
                 prices"
                    .to_owned()
            }
            Action::EndTurn => "Playing on leaves the end for later".to_owned(),
            Action::Pass => "No tile in hand can be placed".to_owned(),
            _ => capitalised(&advice_gerund_named(action, self.names)),
        }
    }
}

/// `placing 5C`: the action as the subject of a sentence.
fn advice_gerund(action: &Action) -> String {
    match action {
        Action::Place { tile } => format!("placing {tile}"),
        _ => "this".to_owned(),
    }
}

/// The same with the names of chains.
fn advice_gerund_named(action: &Action, names: &Names<'_>) -> String {
    match *action {
        Action::Buy { shares } => format!("buying {}", share_list(shares, names)),
        Action::Survivor { chain } => format!("letting {} survive", names.chain(chain)),
        Action::Defunct { chain } => format!("dissolving {} first", names.chain(chain)),
        _ => advice_gerund(action),
    }
}

fn share_list(shares: Shares, names: &Names<'_>) -> String {
    let parts: Vec<String> =
        shares.iter().map(|(chain, count)| format!("{count} {}", names.chain(chain))).collect();
    and_list(&parts)
}

fn bundle(bundle: &Bundle, names: &Names<'_>) -> String {
    let cash = (bundle.cash > Money::ZERO).then(|| bundle.cash.to_string());
    let shares = (bundle.shares != Shares::NONE).then(|| share_list(bundle.shares, names));
    let parts: Vec<String> = cash.into_iter().chain(shares).collect();
    if parts.is_empty() { "nothing".to_owned() } else { and_list(&parts) }
}

fn shares(count: u8) -> String {
    format!("{count} share{}", if count == 1 { "" } else { "s" })
}

fn and_list(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
