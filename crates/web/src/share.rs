//! Positions in links: the address contains the position itself and needs no lookup.

use mergemaker_engine::{HandState, Position, PositionError, Seat, View};
use mergemaker_protocol::Clocks;
use mergemaker_record::position::{self, PositionTextError};

use crate::headquarters::Headquarters;
use crate::memory::Memory;
use crate::scene::{Player, Scene};

/// Why an address is not a position.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum LinkError {
    /// It cannot be read.
    #[error(transparent)]
    Text(#[from] PositionTextError),
    /// The position is invalid.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// Replacements for characters with a special meaning in addresses.
const STAND_INS: [(char, char); 3] = [('/', '.'), (' ', '+'), ('?', '~')];

/// Encodes a view as part of an address.
///
/// ```
/// use mergemaker_web::share::{from_link, to_link};
/// let view = from_link("12.1LL9.12.5o6.12.12.12.12.12+5800:L2:1A,2C,9I;6000:-:~1+0:tile+classic")?;
/// assert_eq!(view.viewer().map(|seat| seat.index()), Some(0));
/// assert_eq!(from_link(&to_link(&view))?, view);
/// # Ok::<(), mergemaker_web::share::LinkError>(())
/// ```
#[must_use]
pub fn to_link(view: &View) -> String {
    let text = position::to_text(&view.position());
    let safe =
        |letter| STAND_INS.into_iter().find(|(own, _)| *own == letter).map_or(letter, |(_, safe)| safe);
    text.chars().map(safe).collect()
}

/// Decodes a view. Its viewer is the player whose tiles are known, or the player to act if several are.
///
/// ```
/// assert!(mergemaker_web::share::from_link("12.12").is_err());
/// ```
pub fn from_link(link: &str) -> Result<View, LinkError> {
    let own = |letter| STAND_INS.into_iter().find(|(_, safe)| *safe == letter).map_or(letter, |(own, _)| own);
    // Browsers may percent-encode some characters.
    let link = link.replace("%2C", ",").replace("%3A", ":").replace("%3B", ";").replace("%2B", "+");
    let text: String =
        link.replace("%20", "+").replace("%3F", "~").replace("%7E", "~").chars().map(own).collect();
    let position = position::from_text(&text)?;
    Ok(View::from_position(&position, viewer_of(&position))?)
}

fn viewer_of(position: &Position) -> Option<Seat> {
    let is_known = |hand: &HandState| matches!(hand, HandState::Known(hand) if !hand.is_empty());
    let known: Vec<Seat> = Seat::all(position.players.len())
        .zip(&position.players)
        .filter(|(_, player)| is_known(&player.hand))
        .map(|(seat, _)| seat)
        .collect();
    match known[..] {
        [only] => Some(only),
        [] => None,
        [first, ..] => {
            let to_act = View::from_position(position, Some(first)).ok().and_then(|view| view.to_act());
            to_act.filter(|seat| known.contains(seat)).or(Some(first))
        }
    }
}

/// The scene of a position, without any history.
#[must_use]
pub fn scene(view: View, players: Vec<Player>) -> Scene {
    Scene {
        view,
        headquarters: Headquarters::of(Some(&view), &[]),
        entries: Vec::new(),
        players,
        number: 0,
        clocks: Clocks::default(),
        can_take_back: false,
        memory: Some(Memory::None),
        is_shared: false,
    }
}

#[cfg(test)]
mod tests {
    use mergemaker_bots::Level;
    use mergemaker_engine::{Options, Preset, Rules};
    use mergemaker_record::Seed;

    use super::*;
    use crate::local::{LocalGame, Setup};

    /// Every position of whole games survives a round trip through a link, for every viewer. The link has no
    /// special characters, and the game can be continued to its end.
    #[test]
    fn every_position_survives_its_link() {
        for (preset, holdings, seed) in
            [(Preset::Trading, "open", 1), (Preset::Renegade, "hidden", 2), (Preset::Tycoon, "open", 3)]
        {
            let options = Options::of(preset).with("holdings", holdings).unwrap();
            let setup = Setup {
                rules: Rules::new(options).unwrap(),
                players: vec![Player::bot(Level::Steady); 3],
                seed: Seed::for_simulation(8, seed),
                hints: true,
            };
            let mut game = LocalGame::new(setup.clone()).unwrap();
            let mut number = 0_u64;
            while game.game().to_act().is_some() {
                for viewer in [None, Seat::new(0), Seat::new(1), Seat::new(2)] {
                    let view = game.game().view(viewer);
                    let link = to_link(&view);
                    let is_safe =
                        |letter: char| letter.is_ascii_alphanumeric() || "-._~+,:;=@".contains(letter);
                    assert!(link.chars().all(is_safe), "{link}");
                    let read = from_link(&link).unwrap();
                    // A viewer with an empty hand looks like a spectator.
                    assert!(
                        read == view || view.hand().is_some_and(mergemaker_engine::Hand::is_empty),
                        "{link}"
                    );
                }
                if number.is_multiple_of(40) {
                    let mut on = LocalGame::at(setup.clone(), game.game().view(Seat::new(1)));
                    assert_eq!(on.game().view(Seat::new(1)).board(), game.game().view(None).board());
                    assert!(!on.has_record(), "its start is unknown");
                    for _ in 0..5 {
                        on.let_bot_decide();
                    }
                    assert_eq!(LocalGame::read(&on.to_text()).unwrap().game(), on.game());
                    while on.game().to_act().is_some() {
                        on.let_bot_decide();
                    }
                }
                game.let_bot_decide();
                number += 1;
            }
        }
    }
}
