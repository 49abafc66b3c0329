//! Why a decision is refused: each reason names the rule it breaks.

use crate::{Chain, Money, Seat, Tile};

/// Why a decision breaks a rule or cannot be made now. The game is unchanged when this is returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RuleError {
    /// Not the name of a tile (B1).
    #[error("there is no such tile: tiles are named 1A to 12I")]
    NoSuchTile,
    /// Not the name of a chain (B3).
    #[error(
        "there is no such chain: choose luxor, tower, american, worldwide, festival, imperial or continental"
    )]
    NoSuchChain,
    /// The game has ended (E4).
    #[error("the game is over: nothing more can be decided")]
    GameOver,
    /// It is another seat's decision (T1).
    #[error("it is seat {expected}'s decision, not seat {given}'s")]
    NotYourDecision {
        /// The seat that tried to decide.
        given: Seat,
        /// The seat to act.
        expected: Seat,
    },
    /// A spectator cannot make decisions (T1).
    #[error("spectators cannot make decisions: take a seat first")]
    Spectator,
    /// The game waits for another kind of decision (T1).
    #[error("that cannot be done now: the game is waiting for {expected}")]
    WrongMoment {
        /// What the game waits for.
        expected: &'static str,
    },
    /// The tile is not in the player's hand (T1).
    #[error("{tile} is not in the hand of seat {seat}: place a tile from that hand")]
    NotInHand {
        /// The tile.
        tile: Tile,
        /// The player.
        seat: Seat,
    },
    /// A player with a playable tile must place one (T2).
    #[error("{tile} can be played: a player with a playable tile must place one")]
    MustPlace {
        /// A tile that can be played.
        tile: Tile,
    },
    /// The tile would join safe chains (T8).
    #[error("{tile} is dead: it touches two or more safe chains and can never be played")]
    DeadTile {
        /// The tile.
        tile: Tile,
    },
    /// The tile would found an eighth chain (T9).
    #[error("{tile} cannot be played now: all seven chains are active and it would found another")]
    EighthChain {
        /// The tile.
        tile: Tile,
    },
    /// The chain to found is on the board already (T4).
    #[error("{chain} is active: found a chain that is not on the board")]
    ChainActive {
        /// The chain.
        chain: Chain,
    },
    /// The headquarters of a new chain must stand on one of its tiles (S5).
    #[error("{tile} is not part of the new chain: choose one of that chain's tiles for the headquarters")]
    HeadquartersElsewhere {
        /// The tile chosen.
        tile: Tile,
    },
    /// Only dead tiles in hand may be exchanged (T11, T12).
    #[error("{tile} may not be exchanged: choose from the dead tiles in hand")]
    NotExchangeable {
        /// The tile chosen.
        tile: Tile,
    },
    /// These rules exchange at most one tile (T11).
    #[error("these rules allow exchanging only one dead tile per turn")]
    TooManyExchanged,
    /// The survivor must be among the largest (M1).
    #[error("{chain} cannot survive: choose one of the largest merging chains")]
    NotLargest {
        /// The chain chosen.
        chain: Chain,
    },
    /// The chain survives, is already dissolved or has no part in the merger (M2).
    #[error("{chain} is not among the chains to dissolve: choose one of the largest that are left")]
    NotToDissolve {
        /// The chain chosen.
        chain: Chain,
    },
    /// The decision is about shares of another chain (M3).
    #[error("{chain} is not being dissolved: the decision is about shares of {defunct}")]
    NotDissolving {
        /// The chain named.
        chain: Chain,
        /// The chain being dissolved.
        defunct: Chain,
    },
    /// The next chain to dissolve must be the largest left (M2).
    #[error("{chain} is not next: the chains are dissolved largest first")]
    NotNext {
        /// The chain chosen.
        chain: Chain,
    },
    /// The player does not hold that many shares (M3).
    #[error("seat {seat} holds {held} {chain}, not {wanted}: sell and trade no more than that")]
    NotHeld {
        /// The player.
        seat: Seat,
        /// The dissolved chain.
        chain: Chain,
        /// How many were to be sold or traded.
        wanted: u32,
        /// How many the player holds.
        held: u8,
    },
    /// Shares are traded two for one (M3).
    #[error("cannot trade an odd number of shares ({trade}): trades are two for one")]
    OddTrade {
        /// How many were to be traded.
        trade: u8,
    },
    /// The market has too few shares of the survivor (M3).
    #[error("the market has only {left} {chain}: trade at most {} shares", 2 * left)]
    SurvivorSoldOut {
        /// The survivor.
        chain: Chain,
        /// How many the market has.
        left: u8,
    },
    /// At most three shares may be bought (T10).
    #[error("{wanted} shares are too many: buy at most three per turn")]
    TooManyShares {
        /// How many.
        wanted: u32,
    },
    /// The chain is not on the board (T10).
    #[error("{chain} is not active: only shares of active chains can be bought")]
    ChainInactive {
        /// The chain.
        chain: Chain,
    },
    /// The market has too few shares (T10).
    #[error("the market has only {left} {chain}: buy no more than that")]
    SoldOut {
        /// The chain.
        chain: Chain,
        /// How many the market has.
        left: u8,
    },
    /// The player cannot pay (T10).
    #[error("these shares cost {cost}, but the player has only {cash}: buy fewer")]
    TooExpensive {
        /// The cost of the shares.
        cost: Money,
        /// The player's cash.
        cash: Money,
    },
    /// The end cannot be declared yet (E1).
    #[error("the end cannot be declared yet: no chain has 41 tiles and not every active chain is safe")]
    EndTooEarly,
    /// The end cannot be declared at this moment (E2).
    #[error("the end cannot be declared now: {when}")]
    EndNotNow {
        /// When it can be declared.
        when: &'static str,
    },
    /// The end has already been declared (E2).
    #[error("the end has already been declared")]
    EndDeclared,
    /// The rules do not have trading between players (X1).
    #[error("these rules do not allow trading between players")]
    NoTrading,
    /// An offer to oneself or to an empty seat (X1).
    #[error("seat {to} is not another player at this table: offer the trade to another player")]
    NoSuchPartner {
        /// The seat given.
        to: Seat,
    },
    /// A player does not have their side of the offer (X1).
    #[error("seat {seat} does not have what the offer says they give: change the offer")]
    CannotGive {
        /// The player.
        seat: Seat,
    },
    /// Both sides of the offer are equal (X1).
    #[error("the offer changes nothing: give or take something")]
    EmptyOffer,
    /// Ten offers have been made this turn (X1).
    #[error("ten offers have already been made this turn: place a tile")]
    TooManyOffers,
}

impl RuleError {
    /// The id of the rule in the rulebook.
    ///
    /// ```
    /// assert_eq!(mergemaker_engine::RuleError::EndTooEarly.rule(), "E1");
    /// ```
    #[must_use]
    pub const fn rule(&self) -> &'static str {
        self.rule_and_code().0
    }

    /// A stable code for the reason, for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.rule_and_code().1
    }

    const fn rule_and_code(&self) -> (&'static str, &'static str) {
        match self {
            RuleError::NoSuchTile => ("B1", "tile.unknown"),
            RuleError::NoSuchChain => ("B3", "chain.unknown"),
            RuleError::GameOver => ("E4", "game.over"),
            RuleError::NotYourDecision { .. } => ("T1", "seat.not_to_decide"),
            RuleError::Spectator => ("T1", "seat.spectator"),
            RuleError::WrongMoment { .. } => ("T1", "moment.wrong"),
            RuleError::NotInHand { .. } => ("T1", "tile.not_in_hand"),
            RuleError::MustPlace { .. } => ("T2", "pass.playable_tile"),
            RuleError::DeadTile { .. } => ("T8", "tile.dead"),
            RuleError::EighthChain { .. } => ("T9", "tile.eighth_chain"),
            RuleError::ChainActive { .. } => ("T4", "found.active"),
            RuleError::HeadquartersElsewhere { .. } => ("S5", "found.headquarters"),
            RuleError::NotExchangeable { .. } => ("T11", "exchange.not_dead"),
            RuleError::TooManyExchanged => ("T11", "exchange.too_many"),
            RuleError::NotLargest { .. } => ("M1", "survivor.not_largest"),
            RuleError::NotToDissolve { .. } => ("M2", "defunct.not_merging"),
            RuleError::NotDissolving { .. } => ("M3", "dispose.other_chain"),
            RuleError::NotNext { .. } => ("M2", "defunct.not_next"),
            RuleError::NotHeld { .. } => ("M3", "dispose.not_held"),
            RuleError::OddTrade { .. } => ("M3", "dispose.odd_trade"),
            RuleError::SurvivorSoldOut { .. } => ("M3", "dispose.sold_out"),
            RuleError::TooManyShares { .. } => ("T10", "buy.too_many"),
            RuleError::ChainInactive { .. } => ("T10", "buy.inactive"),
            RuleError::SoldOut { .. } => ("T10", "buy.sold_out"),
            RuleError::TooExpensive { .. } => ("T10", "buy.too_expensive"),
            RuleError::EndTooEarly => ("E1", "end.too_early"),
            RuleError::EndNotNow { .. } => ("E2", "end.not_now"),
            RuleError::EndDeclared => ("E2", "end.declared"),
            RuleError::NoTrading => ("X1", "offer.no_trading"),
            RuleError::NoSuchPartner { .. } => ("X1", "offer.partner"),
            RuleError::CannotGive { .. } => ("X1", "offer.cannot_give"),
            RuleError::EmptyOffer => ("X1", "offer.empty"),
            RuleError::TooManyOffers => ("X1", "offer.too_many"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pins the rule, code and message of every reason.
    #[test]
    fn reasons_and_their_messages_are_pinned() {
        let (tile, chain) = ("5E".parse().unwrap(), Chain::Tower);
        let seat = |index| Seat::new(index).unwrap();
        let reasons = [
            RuleError::NoSuchTile,
            RuleError::NoSuchChain,
            RuleError::GameOver,
            RuleError::NotYourDecision { given: seat(1), expected: seat(2) },
            RuleError::Spectator,
            RuleError::WrongMoment { expected: crate::Phase::Buy.words() },
            RuleError::NotInHand { tile, seat: seat(0) },
            RuleError::MustPlace { tile },
            RuleError::DeadTile { tile },
            RuleError::EighthChain { tile },
            RuleError::ChainActive { chain },
            RuleError::HeadquartersElsewhere { tile },
            RuleError::NotExchangeable { tile },
            RuleError::TooManyExchanged,
            RuleError::NotLargest { chain },
            RuleError::NotToDissolve { chain },
            RuleError::NotDissolving { chain, defunct: Chain::Luxor },
            RuleError::NotNext { chain },
            RuleError::NotHeld { seat: seat(1), chain, wanted: 5, held: 1 },
            RuleError::OddTrade { trade: 3 },
            RuleError::SurvivorSoldOut { chain, left: 1 },
            RuleError::TooManyShares { wanted: 4 },
            RuleError::ChainInactive { chain },
            RuleError::SoldOut { chain, left: 1 },
            RuleError::TooExpensive { cost: Money(900), cash: Money(200) },
            RuleError::EndTooEarly,
            RuleError::EndNotNow { when: "declare it before placing the tile, or before or after buying" },
            RuleError::EndDeclared,
            RuleError::NoTrading,
            RuleError::NoSuchPartner { to: seat(0) },
            RuleError::CannotGive { seat: seat(1) },
            RuleError::EmptyOffer,
            RuleError::TooManyOffers,
        ];
        let lines: Vec<String> =
            reasons.iter().map(|reason| format!("{} {}: {reason}", reason.rule(), reason.code())).collect();
        let mut codes: Vec<&str> = reasons.iter().map(RuleError::code).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), reasons.len(), "codes are unique");
        assert_eq!(lines.join("\n"), include_str!("error/lines.txt").trim_end());
    }
}
