//! Bonuses explained: each dollar with its arithmetic (B6, P1 to P5).

use mergemaker_engine::{Award, Bonuses, Holder, Money, Payout, Place};

use crate::name::{Names, and_list, plural};

/// Why each holder of a chain is paid what they are paid: one line for the chain, then one for each
/// place, with ties, rounding and the bank.
///
/// ```
/// use mergemaker_engine::{Bonuses, Chain, Payout, Theme};
/// use mergemaker_record::{Names, explain};
/// let players = ["Ann", "Bob", "Cid"].map(String::from);
/// let names = Names::new(&players, Theme::Hotels);
/// let payout = Payout::new(Bonuses::Classic, Chain::Tower, 3, &[2, 4, 2], None);
/// assert_eq!(explain(&payout, Bonuses::Classic, &names), [
///     "Bonuses for Tower (3 tiles, $300 a share):",
///     "Bob is first with 4 shares: the majority bonus of $3,000",
///     "Ann and Cid tie for second with 2 shares each: the minority bonus of $1,500; \
///      divided by 2 and rounded up to $100, $800 each",
/// ]);
/// ```
#[must_use]
pub fn explain(payout: &Payout, bonuses: Bonuses, names: &Names<'_>) -> Vec<String> {
    let size = plural(payout.size.into(), "tile");
    let bank = payout.bank_tile.map_or(String::new(), |tile| format!("; the bank's tile is {tile}"));
    let mut lines =
        vec![format!("Bonuses for {} ({size}, {} a share{bank}):", names.chain(payout.chain), payout.price)];
    let groups = payout.awards.chunk_by(|one, next| one.place == next.place);
    lines.extend(
        groups.filter_map(|group| Some(explain_group(group, payout, bonuses, names, group.first()?))),
    );
    lines
}

/// The line of the holders who tie for a place, or of the one who has it.
fn explain_group(
    group: &[Award],
    payout: &Payout,
    bonuses: Bonuses,
    names: &Names<'_>,
    first: &Award,
) -> String {
    let holders: Vec<String> = group.iter().map(|award| holder(award.holder, names)).collect();
    let who = match group {
        [Award { holder: Holder::Bank, .. }] => "The bank".to_string(),
        _ => and_list(&holders),
    };
    let shares = plural(first.shares.into(), "share");
    let has_bank = group.iter().any(|award| award.holder == Holder::Bank);
    let unpaid = if has_bank { "; what the bank wins is not paid" } else { "" };
    let (from, to) = match first.place {
        Place::Sole => {
            let parts = sole_bonuses(payout, bonuses);
            return format!("{who} is the only holder, with {shares}: {parts}{unpaid}");
        }
        Place::Ranked { from, to } => (from, to),
    };
    if first.pool == Money::ZERO {
        let (verb, each) = if group.len() == 1 { ("comes", "") } else { ("come", " each") };
        return format!(
            "{who} {verb} {} with {shares}{each}: no bonus is left for that place",
            ordinal(from)
        );
    }
    let parts = place_bonuses(payout, bonuses, from, to);
    if group.len() == 1 {
        return format!("{who} is {} with {shares}: {parts}{unpaid}", ordinal(from));
    }
    let exact = first.pool.0.is_multiple_of(100 * u32::from(first.shared_by));
    let rounding = if exact { "" } else { " and rounded up to $100" };
    format!(
        "{who} tie for {} with {shares} each: {parts}; divided by {}{rounding}, {} each{unpaid}",
        ordinal(from),
        first.shared_by,
        first.amount
    )
}

fn holder(holder: Holder, names: &Names<'_>) -> String {
    match holder {
        Holder::Player(seat) => names.player(seat),
        Holder::Bank => "the bank".to_string(),
    }
}

fn place_bonuses(payout: &Payout, bonuses: Bonuses, from: u8, to: u8) -> String {
    let places = bonuses.places(payout.price);
    let covered = places.iter().take(to.into()).skip(usize::from(from) - 1);
    sum(&covered.copied().collect::<Vec<_>>())
}

/// A sole holder gets the first place and the last (P2).
fn sole_bonuses(payout: &Payout, bonuses: Bonuses) -> String {
    let places = bonuses.places(payout.price);
    sum(&[places.first(), places.last()].into_iter().flatten().copied().collect::<Vec<_>>())
}

fn sum(bonuses: &[(&'static str, Money)]) -> String {
    if let [(name, amount)] = bonuses {
        return format!("the {name} bonus of {amount}");
    }
    let parts: Vec<String> = bonuses.iter().map(|(name, amount)| format!("{name} {amount}")).collect();
    let total: Money = bonuses.iter().map(|&(_, amount)| amount).sum();
    format!("{} = {total}", parts.join(" + "))
}

fn ordinal(place: u8) -> &'static str {
    match place {
        1 => "first",
        2 => "second",
        3 => "third",
        4 => "fourth",
        5 => "fifth",
        _ => "sixth",
    }
}
