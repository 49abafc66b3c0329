//! Networks: what they are shown, and what they say.

#![expect(clippy::inline_always, reason = "a function that stays apart is compiled for the oldest processor")]

mod layers;
mod observation;
mod thinker;
mod weights;

use std::sync::{Arc, OnceLock};

use mergemaker_engine::{Chain, HAND_SIZE, MOST_PLAYERS};

pub use observation::{
    CHAIN_NUMBERS, CHOICES, GAME_NUMBERS, NUMBERS, Observation, SPACES, TILE_NUMBERS, VERSION,
};
pub(crate) use thinker::{Heat, Thinker};
pub use weights::NetError;

use layers::{add_and_cut, cut};
use weights::Weights;

/// A trained network: says how good each choice is, and who will win.
///
/// The same for the same observation, on every machine.
pub struct Net {
    name: String,
    weights: Weights,
}

/// What a network thinks of an observation, and the room it needs to think.
pub struct Thought {
    /// How much it likes each choice: the higher the better. For all of them, legal or not.
    pub choices: [f32; CHOICES],
    /// How it sees each player's chance to win, the viewer first: the higher the better, before they are made to
    /// add up to one.
    pub values: [f32; MOST_PLAYERS],
    seen: Vec<f32>,
    trunk: Vec<f32>,
    normed: Vec<f32>,
    wide: Vec<f32>,
    head: Vec<f32>,
    part: Vec<f32>,
    value: Vec<f32>,
}

/// The numbers of a choice about a chain: found, survivor, defunct, buy.
const ABOUT_CHAIN: usize = 4;
/// The choices that are neither about a tile nor about a chain.
const MISC: usize = CHOICES - HAND_SIZE - ABOUT_CHAIN * Chain::COUNT;
/// Passing is the first of them.
const PASSES: usize = 1;
/// Then come those of a disposal, which lie between the chains to dissolve and those to buy.
const DISPOSALS: usize = 39;

impl Net {
    /// Reads a network from a file's bytes. What is damaged, cut short or made for another program is refused.
    ///
    /// ```
    /// use mergemaker_bots::net::Net;
    /// assert!(Net::read(b"no network").is_err());
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Net, NetError> {
        let (name, weights) = weights::read(bytes)?;
        Ok(Net { name, weights })
    }

    /// What it is called.
    ///
    /// ```
    /// assert_eq!(mergemaker_bots::net::small().unwrap().name(), "small");
    /// ```
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Room for this network to think in.
    ///
    /// ```
    /// let thought = mergemaker_bots::net::small().unwrap().thought();
    /// assert!(thought.choices.iter().all(|&liking| liking == 0.0), "nothing is thought yet");
    /// ```
    #[must_use]
    pub fn thought(&self) -> Thought {
        let Weights { into, tile_trunk, value_into, .. } = &self.weights;
        let room = |count| vec![0.0; count];
        Thought {
            choices: [0.0; CHOICES],
            values: [0.0; MOST_PLAYERS],
            seen: room(into.inputs()),
            trunk: room(into.outputs()),
            normed: room(into.outputs()),
            wide: room(into.outputs()),
            head: room(tile_trunk.outputs()),
            part: room(tile_trunk.outputs()),
            value: room(value_into.outputs()),
        }
    }

    /// Thinks about an observation.
    pub fn think(&self, observation: &Observation, thought: &mut Thought) {
        pulp::Arch::new().dispatch(Thinking { weights: &self.weights, observation, thought });
    }
}

/// Our networks, as files: the strongest, and one that is small enough for a page.
#[cfg(not(target_arch = "wasm32"))]
pub const BIG: &[u8] = include_bytes!("../nets/big.safetensors");
/// See [`BIG`].
#[cfg(not(target_arch = "wasm32"))]
pub const SMALL: &[u8] = include_bytes!("../nets/small.safetensors");

/// The network that levels play with.
static CURRENT: OnceLock<Arc<Net>> = OnceLock::new();

/// The network that levels play with: the one that was given with [`give`], or else [`BIG`]. A page has none in it.
///
/// ```
/// assert_eq!(mergemaker_bots::net::current().unwrap().name(), "big");
/// ```
#[must_use]
pub fn current() -> Option<Arc<Net>> {
    #[cfg(not(target_arch = "wasm32"))]
    if CURRENT.get().is_none()
        && let Ok(net) = Net::read(BIG)
    {
        give(net);
    }
    CURRENT.get().map(Arc::clone)
}

/// The network that judges decisions, of which it takes very many: [`SMALL`], in a page the one that was given.
///
/// ```
/// assert_eq!(mergemaker_bots::net::small().unwrap().name(), "small");
/// ```
#[must_use]
pub fn small() -> Option<Arc<Net>> {
    #[cfg(target_arch = "wasm32")]
    return current();
    #[cfg(not(target_arch = "wasm32"))]
    {
        static SMALL_NET: OnceLock<Option<Arc<Net>>> = OnceLock::new();
        SMALL_NET.get_or_init(|| Net::read(SMALL).ok().map(Arc::new)).clone()
    }
}

/// Gives levels a network to play with, unless they have one.
///
/// ```
/// use mergemaker_bots::net::{self, Net};
/// net::give(Net::read(net::SMALL)?);
/// assert_eq!(net::current().unwrap().name(), "small");
/// # Ok::<(), net::NetError>(())
/// ```
pub fn give(net: Net) {
    // The first one stays.
    let _ = CURRENT.set(Arc::new(net));
}

/// A thought about to be thought, in whatever way the processor is fastest.
struct Thinking<'a> {
    weights: &'a Weights,
    observation: &'a Observation,
    thought: &'a mut Thought,
}

impl pulp::NullaryFnOnce for Thinking<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Thinking { weights, observation, thought } = self;
        look(weights, observation, thought);
        ponder(weights, thought);
        choose(weights, thought);
        value(weights, thought);
    }
}

/// Puts what is seen together: the board, each chain, each tile in hand, the game as a whole.
#[inline(always)]
fn look(weights: &Weights, observation: &Observation, thought: &mut Thought) {
    let (board, parts) = thought.seen.split_at_mut(weights.board.outputs());
    let spaces = observation.board.iter().enumerate().filter(|&(_, &what)| what > 0);
    let places = spaces.map(|(space, &what)| (space * (SPACES - 1) + usize::from(what) - 1, 1.0));
    weights.board.add_up(places, board);
    let width = weights.chain.outputs();
    let (chains, rest) = parts.split_at_mut(Chain::COUNT * width);
    let (tiles, game) = rest.split_at_mut(HAND_SIZE * width);
    let (of_chains, of_rest) = observation.numbers.split_at(Chain::COUNT * CHAIN_NUMBERS);
    let (of_tiles, of_game) = of_rest.split_at(HAND_SIZE * TILE_NUMBERS);
    for (numbers, part) in of_chains.chunks_exact(CHAIN_NUMBERS).zip(chains.chunks_exact_mut(width)) {
        weights.chain.apply(numbers, part);
    }
    for (numbers, part) in of_tiles.chunks_exact(TILE_NUMBERS).zip(tiles.chunks_exact_mut(width)) {
        weights.tile.apply(numbers, part);
    }
    for seen in [board, chains, tiles] {
        cut(seen);
    }
    game.copy_from_slice(of_game);
}

/// Thinks it over.
#[inline(always)]
fn ponder(weights: &Weights, thought: &mut Thought) {
    let Thought { seen, trunk, normed, wide, .. } = thought;
    weights.into.apply(seen, trunk);
    cut(trunk);
    for block in &weights.blocks {
        block.norm.apply(trunk, normed);
        block.into.apply(normed, wide);
        cut(wide);
        block.out.apply(wide, normed);
        for (sum, more) in trunk.iter_mut().zip(&*normed) {
            *sum += more;
        }
    }
    weights.norm.apply(trunk, normed);
    cut(normed);
}

/// Says how good each choice is.
#[inline(always)]
fn choose(weights: &Weights, thought: &mut Thought) {
    let Thought { choices, seen, normed, head, part, .. } = thought;
    let width = weights.chain.outputs();
    let (chains, rest) = seen[weights.board.outputs()..].split_at(Chain::COUNT * width);
    let (tiles, _) = rest.split_at(HAND_SIZE * width);
    let (of_tiles, of_rest) = choices.split_at_mut(HAND_SIZE);
    weights.tile_trunk.apply(normed, head);
    for (tile, choice) in tiles.chunks_exact(width).zip(of_tiles) {
        weights.tile_part.apply(tile, part);
        add_and_cut(part, head);
        weights.tile_out.apply(part, std::slice::from_mut(choice));
    }
    weights.chain_trunk.apply(normed, head);
    for (index, chain) in chains.chunks_exact(width).enumerate() {
        weights.chain_part.apply(chain, part);
        add_and_cut(part, head);
        let mut about = [0.0; ABOUT_CHAIN];
        weights.chain_out.apply(part, &mut about);
        let [found, survivor, defunct, buy] = about;
        of_rest[PASSES + index] = found;
        of_rest[PASSES + Chain::COUNT + index] = survivor;
        of_rest[PASSES + 2 * Chain::COUNT + index] = defunct;
        of_rest[PASSES + 3 * Chain::COUNT + DISPOSALS + index] = buy;
    }
    let mut misc = [0.0; MISC];
    weights.misc.apply(normed, &mut misc);
    let (pass, others) = misc.split_at(PASSES);
    let (disposals, last) = others.split_at(DISPOSALS);
    of_rest[..PASSES].copy_from_slice(pass);
    of_rest[PASSES + 3 * Chain::COUNT..][..DISPOSALS].copy_from_slice(disposals);
    of_rest[PASSES + 4 * Chain::COUNT + DISPOSALS..].copy_from_slice(last);
}

/// Says who will win.
#[inline(always)]
fn value(weights: &Weights, thought: &mut Thought) {
    weights.value_into.apply(&thought.normed, &mut thought.value);
    cut(&mut thought.value);
    weights.value_out.apply(&thought.value, &mut thought.values);
}

#[cfg(test)]
mod tests {
    use super::*;

    const BIG_CASES: &[u8] = include_bytes!("../nets/big.cases.safetensors");
    const SMALL_CASES: &[u8] = include_bytes!("../nets/small.cases.safetensors");

    /// What `PyTorch` says to some observations.
    struct Case {
        observation: Observation,
        choices: Vec<f32>,
        values: Vec<f32>,
    }

    fn cases(bytes: &[u8]) -> Vec<Case> {
        let file = safetensors::SafeTensors::deserialize(bytes).unwrap();
        let data = |name| file.tensor(name).unwrap().data().to_vec();
        let floats = |name, count: usize| -> Vec<Vec<f32>> {
            let all: Vec<f32> =
                data(name).as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
            all.chunks(count).map(<[f32]>::to_vec).collect()
        };
        let halves: Vec<f32> = data("numbers")
            .as_chunks()
            .0
            .iter()
            .map(|&bytes| f32::from_bits(u32::from(u16::from_le_bytes(bytes)) << 16))
            .collect();
        let numbers = halves.as_chunks().0;
        let boards = data("board");
        let boards = boards.as_chunks().0;
        let said = floats("choices", CHOICES).into_iter().zip(floats("values", MOST_PLAYERS));
        numbers
            .iter()
            .zip(boards)
            .zip(said)
            .map(|((&numbers, &board), (choices, values))| {
                let observation = Observation { numbers, board, ..Observation::default() };
                Case { observation, choices, values }
            })
            .collect()
    }

    #[test]
    fn it_says_what_pytorch_says() {
        for (file, stored) in [(BIG, BIG_CASES), (SMALL, SMALL_CASES)] {
            let net = Net::read(file).unwrap();
            let mut thought = net.thought();
            let mut most = 0.0_f32;
            for case in cases(stored) {
                net.think(&case.observation, &mut thought);
                let choices = thought.choices.iter().zip(&case.choices);
                let pairs = choices.chain(thought.values.iter().zip(&case.values));
                most = pairs.fold(most, |most, (ours, theirs)| most.max((ours - theirs).abs()));
            }
            println!("{}: at most {most} off", net.name());
            assert!(most < 1e-3, "{} is {most} off", net.name());
        }
    }

    /// The bytes of a network with one thing changed in what it tells about itself.
    fn told_otherwise(from: &str, to: &str) -> Vec<u8> {
        assert_eq!(from.len(), to.len(), "nothing else moves");
        let length = usize::try_from(u64::from_le_bytes(SMALL[..8].try_into().unwrap())).unwrap();
        let header = str::from_utf8(&SMALL[8..8 + length]).unwrap();
        assert!(header.contains(from), "{header}");
        [&SMALL[..8], header.replacen(from, to, 1).as_bytes(), &SMALL[8 + length..]].concat()
    }

    fn refusal(bytes: &[u8]) -> String {
        Net::read(bytes).err().expect("it is refused").to_string()
    }

    #[test]
    fn a_wrong_or_damaged_file_is_refused() {
        for cut in [0, 7, 8, 100, 5_000, SMALL.len() / 2, SMALL.len() - 1] {
            let why = refusal(&SMALL[..cut]);
            assert!(why.starts_with("this is no whole file of a network"), "{cut}: {why}");
        }
        let mut damaged = SMALL.to_vec();
        *damaged.last_mut().unwrap() ^= 1;
        assert_eq!(refusal(&damaged), "the network is damaged, its checksum is wrong: get it again");
        let by = |version: u32| format!(r#""observation":"{version}""#);
        let other = refusal(&told_otherwise(&by(VERSION), &by(VERSION - 1)));
        let expected = format!(
            "the network sees the game by version {} of the observation, this program by version {VERSION}: take one \
            that fits",
            VERSION - 1
        );
        assert_eq!(other, expected);
        let untold = refusal(&told_otherwise(r#""sha256""#, r#""sha255""#));
        assert_eq!(untold, "the network does not tell its `sha256`: take one that fits this program");
        let misfit = refusal(&told_otherwise(r#""tile_out.weight""#, r#""tile_oud.weight""#));
        let expected = "the layer `tile_out.weight` of the network is missing or does not fit: take one that fits this program";
        assert_eq!(misfit, expected);
    }
}
