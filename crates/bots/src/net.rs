//! Networks: their input (observations), inference, and output (policy logits and values).

#![expect(clippy::inline_always, reason = "a function that is not inlined is compiled for the baseline CPU")]

mod layers;
mod observation;
mod thinker;
mod weights;

use std::sync::Arc;
#[cfg(not(target_arch = "wasm32"))]
use std::sync::LazyLock;

use mergemaker_engine::{Chain, HAND_SIZE, MOST_PLAYERS};

pub use observation::{
    CHAIN_NUMBERS, CHOICES, GAME_NUMBERS, NUMBERS, Observation, SPACES, TILE_NUMBERS, VERSION, columns,
};
pub(crate) use thinker::{Temperature, Thinker};
pub use weights::NetError;

use layers::{add_relu, relu};
use weights::Weights;

/// A trained network with a policy head and a value head.
///
/// The output for an observation is the same on every machine.
pub struct Net {
    name: String,
    weights: Weights,
}

/// The output of a network for an observation, with its buffers.
pub struct Thought {
    /// The policy logits of all choices, legal or not.
    pub choices: [f32; CHOICES],
    /// The value logits: each player's win probability before softmax, the viewer first.
    pub values: [f32; MOST_PLAYERS],
    encoded: Vec<f32>,
    trunk: Vec<f32>,
    normed: Vec<f32>,
    wide: Vec<f32>,
    head: Vec<f32>,
    part: Vec<f32>,
    value: Vec<f32>,
}

/// The logits of each chain: found, survivor, defunct, buy.
const ABOUT_CHAIN: usize = 4;
/// The number of choices that are about neither a tile nor a chain.
const MISC: usize = CHOICES - HAND_SIZE - ABOUT_CHAIN * Chain::COUNT;
/// Passing comes first among them.
const PASSES: usize = 1;
/// Then the disposals, which are placed between defunct and buy.
const DISPOSALS: usize = 39;

impl Net {
    /// Parses a network from the bytes of a file. Rejects files that are damaged, truncated or incompatible.
    ///
    /// ```
    /// use mergemaker_bots::net::Net;
    /// assert!(Net::read(b"no network").is_err());
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Net, NetError> {
        let (name, weights) = weights::read(bytes)?;
        Ok(Net { name, weights })
    }

    /// The network's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Allocates output and buffers for this network.
    ///
    /// ```
    /// use mergemaker_bots::net::{Net, SMALL};
    /// let thought = Net::read(SMALL).unwrap().thought();
    /// assert!(thought.choices.iter().all(|&logit| logit == 0.0), "nothing is computed yet");
    /// ```
    #[must_use]
    pub fn thought(&self) -> Thought {
        let Weights { into, tile_trunk, value_into, .. } = &self.weights;
        let room = |count| vec![0.0; count];
        Thought {
            choices: [0.0; CHOICES],
            values: [0.0; MOST_PLAYERS],
            encoded: room(into.inputs()),
            trunk: room(into.outputs()),
            normed: room(into.outputs()),
            wide: room(into.outputs()),
            head: room(tile_trunk.outputs()),
            part: room(tile_trunk.outputs()),
            value: room(value_into.outputs()),
        }
    }

    /// Runs the network on an observation.
    pub fn think(&self, observation: &Observation, thought: &mut Thought) {
        pulp::Arch::new().dispatch(ForwardPass { weights: &self.weights, observation, thought });
    }
}

/// The strongest network, as a file.
#[cfg(not(target_arch = "wasm32"))]
pub const BIG: &[u8] = include_bytes!("../nets/big.safetensors");
/// A network small enough for the web page, as a file.
#[cfg(not(target_arch = "wasm32"))]
pub const SMALL: &[u8] = include_bytes!("../nets/small.safetensors");

/// The networks that bots and evaluators play with. Levels that need one they do not get make no decision.
#[derive(Clone, Default)]
pub struct Networks {
    /// Decides for the levels.
    pub main: Option<Arc<Net>>,
    /// Plays out deals and judges decisions, where speed counts.
    pub quick: Option<Arc<Net>>,
}

impl Networks {
    /// The networks built into the program: [`BIG`] and [`SMALL`]. The web page has none; it downloads one.
    ///
    /// ```
    /// use mergemaker_bots::net::Networks;
    /// let Networks { main, quick } = Networks::built_in();
    /// assert_eq!((main.unwrap().name(), quick.unwrap().name()), ("big", "small"));
    /// ```
    #[must_use]
    pub fn built_in() -> Networks {
        #[cfg(target_arch = "wasm32")]
        return Networks::default();
        #[cfg(not(target_arch = "wasm32"))]
        {
            // Parsed once, when first needed.
            static BUILT_IN: LazyLock<Networks> = LazyLock::new(|| {
                let [main, quick] = [BIG, SMALL].map(|file| Net::read(file).ok().map(Arc::new));
                Networks { main, quick }
            });
            BUILT_IN.clone()
        }
    }

    /// One network for everything.
    ///
    /// ```
    /// use mergemaker_bots::net::{Net, Networks, SMALL};
    /// let networks = Networks::of(Net::read(SMALL)?.into());
    /// assert_eq!(networks.main.unwrap().name(), "small");
    /// # Ok::<(), mergemaker_bots::net::NetError>(())
    /// ```
    #[must_use]
    pub fn of(net: Arc<Net>) -> Networks {
        Networks { main: Some(Arc::clone(&net)), quick: Some(net) }
    }
}

/// A forward pass, dispatched to the fastest instruction set.
struct ForwardPass<'a> {
    weights: &'a Weights,
    observation: &'a Observation,
    thought: &'a mut Thought,
}

impl pulp::NullaryFnOnce for ForwardPass<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let ForwardPass { weights, observation, thought } = self;
        encode(weights, observation, thought);
        run_trunk(weights, thought);
        run_policy(weights, thought);
        run_value(weights, thought);
    }
}

/// Encodes the input: the board, each chain, each tile in hand, the game as a whole.
#[inline(always)]
fn encode(weights: &Weights, observation: &Observation, thought: &mut Thought) {
    let (board, parts) = thought.encoded.split_at_mut(weights.board.outputs());
    let spaces = observation.board.iter().enumerate().filter(|&(_, &what)| what > 0);
    let inputs = spaces.map(|(space, &what)| (space * (SPACES - 1) + usize::from(what) - 1, 1.0));
    weights.board.apply_sparse(inputs, board);
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
    for encoded in [board, chains, tiles] {
        relu(encoded);
    }
    game.copy_from_slice(of_game);
}

/// The residual trunk.
#[inline(always)]
fn run_trunk(weights: &Weights, thought: &mut Thought) {
    let Thought { encoded, trunk, normed, wide, .. } = thought;
    weights.into.apply(encoded, trunk);
    relu(trunk);
    for block in &weights.blocks {
        block.norm.apply(trunk, normed);
        block.into.apply(normed, wide);
        relu(wide);
        block.out.apply(wide, normed);
        for (sum, more) in trunk.iter_mut().zip(&*normed) {
            *sum += more;
        }
    }
    weights.norm.apply(trunk, normed);
    relu(normed);
}

/// The policy head.
#[inline(always)]
fn run_policy(weights: &Weights, thought: &mut Thought) {
    let Thought { choices, encoded, normed, head, part, .. } = thought;
    let width = weights.chain.outputs();
    let (chains, rest) = encoded[weights.board.outputs()..].split_at(Chain::COUNT * width);
    let (tiles, _) = rest.split_at(HAND_SIZE * width);
    let (of_tiles, of_rest) = choices.split_at_mut(HAND_SIZE);
    weights.tile_trunk.apply(normed, head);
    for (tile, choice) in tiles.chunks_exact(width).zip(of_tiles) {
        weights.tile_part.apply(tile, part);
        add_relu(part, head);
        weights.tile_out.apply(part, std::slice::from_mut(choice));
    }
    weights.chain_trunk.apply(normed, head);
    for (index, chain) in chains.chunks_exact(width).enumerate() {
        weights.chain_part.apply(chain, part);
        add_relu(part, head);
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

/// The value head.
#[inline(always)]
fn run_value(weights: &Weights, thought: &mut Thought) {
    weights.value_into.apply(&thought.normed, &mut thought.value);
    relu(&mut thought.value);
    weights.value_out.apply(&thought.value, &mut thought.values);
}

#[cfg(test)]
mod tests {
    use super::*;

    const BIG_CASES: &[u8] = include_bytes!("../nets/big.cases.safetensors");
    const SMALL_CASES: &[u8] = include_bytes!("../nets/small.cases.safetensors");

    /// `PyTorch`'s output for an observation.
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
        let outputs = floats("choices", CHOICES).into_iter().zip(floats("values", MOST_PLAYERS));
        numbers
            .iter()
            .zip(boards)
            .zip(outputs)
            .map(|((&numbers, &board), (choices, values))| {
                let observation = Observation { numbers, board, ..Observation::default() };
                Case { observation, choices, values }
            })
            .collect()
    }

    #[test]
    fn outputs_match_pytorch() {
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

    /// The bytes of a network with one change in the header.
    fn with_header(from: &str, to: &str) -> Vec<u8> {
        assert_eq!(from.len(), to.len(), "nothing else moves");
        let length = usize::try_from(u64::from_le_bytes(SMALL[..8].try_into().unwrap())).unwrap();
        let header = str::from_utf8(&SMALL[8..8 + length]).unwrap();
        assert!(header.contains(from), "{header}");
        [&SMALL[..8], header.replacen(from, to, 1).as_bytes(), &SMALL[8 + length..]].concat()
    }

    fn read_error(bytes: &[u8]) -> String {
        Net::read(bytes).err().expect("an error").to_string()
    }

    #[test]
    fn a_wrong_or_damaged_file_is_refused() {
        for cut in [0, 7, 8, 100, 5_000, SMALL.len() / 2, SMALL.len() - 1] {
            let why = read_error(&SMALL[..cut]);
            assert!(why.starts_with("this is not a complete network file"), "{cut}: {why}");
        }
        let mut damaged = SMALL.to_vec();
        *damaged.last_mut().unwrap() ^= 1;
        assert_eq!(
            read_error(&damaged),
            "the network file is damaged (its checksum is wrong): download it again"
        );
        let by = |version: u32| format!(r#""observation":"{version}""#);
        let other = read_error(&with_header(&by(VERSION), &by(VERSION - 1)));
        let expected = format!(
            "the network uses version {} of the observation, this program version {VERSION}: use a matching network",
            VERSION - 1
        );
        assert_eq!(other, expected);
        let missing = read_error(&with_header(r#""sha256""#, r#""sha255""#));
        assert_eq!(
            missing,
            "the network file has no `sha256` in its metadata: use a network made for this program"
        );
        let wrong_shape = read_error(&with_header(r#""tile_out.weight""#, r#""tile_oud.weight""#));
        let expected =
            "layer `tile_out.weight` is missing or has the wrong shape: use a network made for this program";
        assert_eq!(wrong_shape, expected);
    }
}
