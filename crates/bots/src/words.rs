//! Decisions in plain words, as they are said to the player who has to make them.

use std::cmp::Ordering;

use mergemaker_engine::{
    Action, Bundle, Chain, ChainSet, Dissolved, Money, Payout, Phase, Preview, Seat, Shares, Tile, TilePlay,
    View,
};
use mergemaker_record::{Names, and_list, bundle_in_words, plural};

/// What an action is, as advice: `place 5C`, `buy 2 Tower and 1 Luxor`.
///
/// ```
/// use mergemaker_bots::advice_in_words;
/// use mergemaker_engine::{Action, Chain, Dice, Game, Preset, RandomDealer, Rules, Shares, Table, Theme};
/// use mergemaker_record::Names;
/// let table = Table::new(Rules::of(Preset::Classic), 3).unwrap();
/// let view = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ()).view(None);
/// let names = Names::new(&[], Theme::Hotels);
/// let buy = Action::Buy { shares: Shares::of(Chain::Tower, 2) };
/// assert_eq!(advice_in_words(&view, &buy, &names), "buy 2 Tower");
/// ```
#[must_use]
pub fn advice_in_words(view: &View, action: &Action, names: &Names<'_>) -> String {
    let defunct = view.defunct().map_or("", |chain| names.chain(chain));
    let survivor = view.survivor().map_or("", |chain| names.chain(chain));
    match *action {
        Action::TradeOffer { offer } => format!(
            "offer {}: {} for {}",
            names.player(offer.to),
            bundle_in_words(&offer.give, names),
            bundle_in_words(&offer.take, names)
        ),
        Action::TradeAnswer { accept: true } => "accept the offer".to_owned(),
        Action::TradeAnswer { accept: false } => "decline the offer".to_owned(),
        Action::DeclareEnd => "declare the end".to_owned(),
        Action::Place { tile } => format!("place {tile}"),
        Action::Pass => "pass".to_owned(),
        Action::Found { chain } => format!("found {}", names.chain(chain)),
        Action::Survivor { chain } => format!("let {} survive", names.chain(chain)),
        Action::Defunct { chain } => format!("dissolve {} first", names.chain(chain)),
        Action::Dispose { sell: 0, trade: 0 } => format!("hold all {defunct}"),
        Action::Dispose { sell, trade: 0 } => format!("sell {sell} {defunct}"),
        Action::Dispose { sell: 0, trade } => {
            format!("trade {trade} {defunct} for {} {survivor}", trade / 2)
        }
        Action::Dispose { sell, trade } => {
            format!("sell {sell} {defunct} and trade {trade} for {} {survivor}", trade / 2)
        }
        Action::Buy { shares: Shares::NONE } => "buy nothing".to_owned(),
        Action::Buy { shares } => format!("buy {}", share_list(shares, names)),
        Action::EndTurn => "end the turn".to_owned(),
    }
}

/// Why an action may be good, in one plain sentence with its figures, said to the viewer.
pub(crate) fn reason(view: &View, action: &Action, names: &Names<'_>) -> String {
    let talk = Talk { view, names };
    match (*action, view.preview(action)) {
        (Action::Place { tile }, Preview::Lone) => talk.lone(tile),
        (Action::Place { tile }, Preview::Founds { size, chains }) => talk.founding(tile, size, chains),
        (Action::Place { tile }, Preview::Grows { chain, size, price, becomes_safe }) => {
            talk.growth(tile, chain, size, price, becomes_safe)
        }
        (_, Preview::Merges { survivors, dissolved, bank_competes, .. }) => {
            talk.merger(action, survivors, &dissolved, bank_competes)
        }
        (_, Preview::NewChain { chain, size, price, gets_share, cash }) => {
            talk.new_chain(chain, size, price, gets_share, cash)
        }
        (_, Preview::Disposes { cash, taken, held }) => talk.disposal(cash, taken, held),
        (Action::Buy { shares }, Preview::Buys { cost, cash }) => talk.purchase(shares, cost, cash),
        (_, Preview::Ends { cash, .. }) => talk.end(cash.as_deref(), true),
        (Action::EndTurn, _) => match view.preview(&Action::DeclareEnd) {
            Preview::Ends { cash, .. } => talk.end(cash.as_deref(), false),
            _ => "The turn is over".to_owned(),
        },
        (Action::TradeAnswer { accept }, _) => talk.answer(accept),
        (Action::TradeOffer { offer }, _) => {
            let (give, get) = (talk.goods(&offer.give), talk.goods(&offer.take));
            format!("You give {give} and get {get}, at today's prices")
        }
        _ => "There is nothing else to do".to_owned(),
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

    fn lone(&self, tile: Tile) -> String {
        let next = self.view.hand().and_then(|hand| tile.neighbours().find(|&next| hand.contains(next)));
        match next {
            Some(next)
                if self.view.tile_play(next) == TilePlay::Lone && self.view.active() != ChainSet::ALL =>
            {
                format!("{tile} lies alone, and with {next} from your hand you can found a chain beside it")
            }
            _ => format!("{tile} lies alone: it gives nobody anything"),
        }
    }

    fn founding(&self, tile: Tile, size: u8, chains: ChainSet) -> String {
        let has_stock = chains.iter().any(|chain| self.view.market()[chain] > 0);
        let share = if has_stock { ", and its first share is yours for nothing" } else { "" };
        format!("Placing {tile} founds a chain of {}{share}", plural(size.into(), "tile"))
    }

    fn new_chain(&self, chain: Chain, size: u8, price: Money, gets_share: bool, cash: Money) -> String {
        let gift = match (gets_share, cash) {
            (true, _) => "and gives you its first share".to_owned(),
            (false, Money::ZERO) => "but it has no share left for you".to_owned(),
            (false, cash) => format!("and gives you {cash}, since it has no share left"),
        };
        let name = self.names.chain(chain);
        let tiles = plural(size.into(), "tile");
        let is_held = self.view.seats().any(|seat| self.view.shares_of(seat, chain).unwrap_or(0) > 0);
        let rank = if is_held { format!("; before, {}", self.rank(chain)) } else { String::new() };
        format!("Founding {name} puts {tiles} at {price} a share on the board {gift}{rank}")
    }

    fn growth(&self, tile: Tile, chain: Chain, size: u8, price: Money, becomes_safe: bool) -> String {
        let name = self.names.chain(chain);
        let safe = if becomes_safe { " and makes it safe" } else { "" };
        let before = self.view.price(chain);
        let step = if price > before { format!(", from {before} to {price} a share") } else { String::new() };
        format!("Placing {tile} grows {name} to {size} tiles{step}{safe}; {}", self.rank(chain))
    }

    /// How the viewer stands in a chain.
    fn rank(&self, chain: Chain) -> String {
        let own = self.own(chain);
        let (rival, most) = self.rival(chain);
        let shares = plural(own.into(), "share");
        match own.cmp(&most) {
            _ if own == 0 => "you hold no share of it".to_owned(),
            Ordering::Greater => format!("you hold most of it, {shares}"),
            Ordering::Equal => format!("you hold {shares} of it, as many as {rival}"),
            Ordering::Less => format!("you hold {shares} of it, {rival} has {most}"),
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

    fn merger(&self, action: &Action, survivors: ChainSet, dissolved: &[Dissolved], bank: bool) -> String {
        let with = match action {
            Action::Place { tile } => format!(" with {tile}"),
            _ => String::new(),
        };
        let bank = if bank { ", unless the bank's tile takes a place" } else { "" };
        let name = |chain: Chain| self.names.chain(chain).to_owned();
        let survivor = survivors.first().filter(|_| !survivors.has_several());
        let Some(survivor) = survivor else {
            // Each of the equals may be the one that pays.
            let choices: Vec<String> = dissolved
                .iter()
                .filter(|dissolved| survivors.contains(dissolved.chain))
                .map(|dissolved| format!("{} {}", name(dissolved.chain), self.paid(&[dissolved])))
                .collect();
            let chains: Vec<String> = survivors.iter().map(name).collect();
            let chains = and_list(&chains);
            return format!(
                "Merging{with}, you choose which of {chains} survives; dissolved, {}{bank}",
                choices.join("; ")
            );
        };
        let chains: Vec<String> = dissolved.iter().map(|dissolved| name(dissolved.chain)).collect();
        let all: Vec<&Dissolved> = dissolved.iter().collect();
        format!("Merging {} into {}{with} {}{bank}", and_list(&chains), name(survivor), self.paid(&all))
    }

    /// Who is paid what by some dissolved chains together: the viewer first.
    fn paid(&self, dissolved: &[&Dissolved]) -> String {
        let payouts: Vec<&Payout> =
            dissolved.iter().filter_map(|dissolved| dissolved.payout.as_ref()).collect();
        if payouts.len() < dissolved.len() {
            return "pays whoever holds most".to_owned();
        }
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
            let wait = if held == 1 { "waits" } else { "wait" };
            parts.push(format!("{held} {defunct} {wait} for it to be founded again"));
        }
        capitalised(&and_list(&parts))
    }

    fn purchase(&self, bought: Shares, cost: Money, cash: Money) -> String {
        if bought == Shares::NONE {
            return format!("Buying nothing keeps your {cash} for what comes");
        }
        let gains: Vec<String> =
            bought.iter().filter_map(|(chain, count)| self.gain_in_rank(chain, count)).collect();
        let gains = if gains.is_empty() { String::new() } else { format!("; you {}", gains.join("; you ")) };
        format!("Buying {} for {cost} leaves you {cash}{gains}", share_list(bought, self.names))
    }

    /// What more shares of a chain change about the viewer's place in it.
    fn gain_in_rank(&self, chain: Chain, more: u8) -> Option<String> {
        let own = self.own(chain);
        let (rival, most) = self.rival(chain);
        let name = self.names.chain(chain);
        let then = own + more;
        match (own.cmp(&most), then.cmp(&most)) {
            (Ordering::Less | Ordering::Equal, Ordering::Greater) if most == 0 => {
                Some(format!("are alone in {name}"))
            }
            (Ordering::Less | Ordering::Equal, Ordering::Greater) => {
                Some(format!("take the majority of {name} with {then} to {rival}'s {most}"))
            }
            (Ordering::Less, Ordering::Equal) => Some(format!("draw level with {rival} in {name}")),
            (Ordering::Greater, Ordering::Greater) if most > 0 => {
                Some(format!("lead {name} by {} over {rival}", then - most))
            }
            (Ordering::Less, Ordering::Less) => {
                let is_ahead = |seat: &Seat, own: u8| {
                    let held = self.view.shares_of(*seat, chain).unwrap_or(0);
                    Some(*seat) != self.view.viewer() && held >= own
                };
                let ahead = |own: u8| self.view.seats().filter(|seat| is_ahead(seat, own)).count();
                if ahead(then) == 1 && (own == 0 || ahead(own) > 1) {
                    Some(format!("become second in {name}, behind {rival}"))
                } else {
                    Some(format!("come closer to {rival} in {name}, {then} to {most}"))
                }
            }
            _ => None,
        }
    }

    /// What the end would bring, whether it is declared or not.
    fn end(&self, cash: Option<&[Money]>, is_declared: bool) -> String {
        let (Some(cash), Some(me)) = (cash, self.view.viewer()) else {
            return "What the end would bring is hidden".to_owned();
        };
        let own = cash[me.index()];
        let others = self.view.seats().filter(|&seat| seat != me);
        let next = others.max_by_key(|seat| cash[seat.index()]);
        let next = next.map_or(String::new(), |seat| format!("{} {}", self.person(seat), cash[seat.index()]));
        match (is_declared, self.view.phase()) {
            (false, _) => format!("Ended now, the game would bring you {own}, and {next}"),
            // What is left of the turn may still change it.
            (true, Phase::Tile | Phase::Buy) => {
                format!("As things stand the end brings you {own}, and {next}; this turn may still change it")
            }
            (true, _) => format!("Ending the game now brings you {own}, and {next}"),
        }
    }

    fn answer(&self, accept: bool) -> String {
        let Some(offer) = self.view.offer() else { return String::new() };
        let (get, give) = (self.goods(&offer.give), self.goods(&offer.take));
        let would = if accept { "You" } else { "You would" };
        format!("{would} get {get} and give {give}, at today's prices")
    }

    /// What is traded, and what it is worth.
    fn goods(&self, bundle: &Bundle) -> String {
        let words = bundle_in_words(bundle, self.names);
        if bundle.shares == Shares::NONE { words } else { format!("{words} ({})", self.value(bundle)) }
    }

    /// What a bundle is worth at today's prices.
    fn value(&self, bundle: &Bundle) -> Money {
        bundle.shares.iter().fold(bundle.cash, |value, (chain, count)| value + self.view.price(chain) * count)
    }
}

fn share_list(shares: Shares, names: &Names<'_>) -> String {
    bundle_in_words(&Bundle { cash: Money::ZERO, shares }, names)
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
