//! Network files: safetensors with metadata and a checksum.

use std::fmt::Write as _;

use mergemaker_engine::{Chain, HAND_SIZE, MOST_PLAYERS, Tile};
use safetensors::tensor::{Dtype, TensorView};
use safetensors::{SafeTensorError, SafeTensors};
use sha2::{Digest, Sha256};

use super::layers::{Dense, LayerNorm};
use super::{ABOUT_CHAIN, CHAIN_NUMBERS, GAME_NUMBERS, MISC, SPACES, TILE_NUMBERS, VERSION};

/// Why a file could not be loaded as a network.
#[derive(Debug, thiserror::Error)]
pub enum NetError {
    /// The file is not a network, or is incomplete.
    #[error("this is not a complete network file ({0}): download it again")]
    Unreadable(SafeTensorError),
    /// Metadata is missing.
    #[error("the network file has no `{name}` in its metadata: use a network made for this program")]
    MissingMetadata {
        /// The missing key.
        name: &'static str,
    },
    /// The checksum does not match.
    #[error("the network file is damaged (its checksum is wrong): download it again")]
    Damaged,
    /// The network was trained with another version of the observation.
    #[error(
        "the network uses version {found} of the observation, this program version {VERSION}: use a matching network"
    )]
    ObservationVersion {
        /// The version of the network.
        found: String,
    },
    /// A layer is missing or has the wrong shape.
    #[error("layer `{name}` is missing or has the wrong shape: use a network made for this program")]
    WrongShape {
        /// The layer.
        name: String,
    },
}

/// All layers.
pub(super) struct Weights {
    pub(super) board: Dense,
    pub(super) chain: Dense,
    pub(super) tile: Dense,
    pub(super) into: Dense,
    pub(super) blocks: Vec<Block>,
    pub(super) norm: LayerNorm,
    pub(super) tile_trunk: Dense,
    pub(super) tile_part: Dense,
    pub(super) tile_out: Dense,
    pub(super) chain_trunk: Dense,
    pub(super) chain_part: Dense,
    pub(super) chain_out: Dense,
    pub(super) misc: Dense,
    pub(super) value_into: Dense,
    pub(super) value_out: Dense,
}

/// A residual block: layer norm, two dense layers, skip connection.
pub(super) struct Block {
    pub(super) norm: LayerNorm,
    pub(super) into: Dense,
    pub(super) out: Dense,
}

/// Parses the name of a network and its layers.
pub(super) fn read(bytes: &[u8]) -> Result<(String, Weights), NetError> {
    let (header, metadata) = SafeTensors::read_metadata(bytes).map_err(NetError::Unreadable)?;
    let value_of = |name: &'static str| {
        let value = metadata.metadata().as_ref().and_then(|metadata| metadata.get(name));
        value.ok_or(NetError::MissingMetadata { name })
    };
    let found = value_of("observation")?;
    if *found != VERSION.to_string() {
        return Err(NetError::ObservationVersion { found: found.clone() });
    }
    // Skip the header and its 8-byte length.
    let data = &bytes[8 + header..];
    if *value_of("sha256")? != hex(&Sha256::digest(data)) {
        return Err(NetError::Damaged);
    }
    let file = File { tensors: SafeTensors::deserialize(bytes).map_err(NetError::Unreadable)? };
    Ok((value_of("name")?.clone(), file.weights()?))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut hex, byte| {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// The tensors of a file, by name.
struct File<'a> {
    tensors: SafeTensors<'a>,
}

impl File<'_> {
    /// Loads the layers and checks that their shapes match.
    fn weights(&self) -> Result<Weights, NetError> {
        let board = self.dense("board", (SPACES - 1) * Tile::COUNT, None)?;
        let chain = self.dense("chain", CHAIN_NUMBERS, None)?;
        let part = chain.outputs();
        let tile = self.dense("tile", TILE_NUMBERS, Some(part))?;
        let seen = board.outputs() + (Chain::COUNT + HAND_SIZE) * part + GAME_NUMBERS;
        let into = self.dense("into", seen, None)?;
        let trunk = into.outputs();
        let tile_trunk = self.dense("tile_trunk", trunk, None)?;
        let head = tile_trunk.outputs();
        let value_into = self.dense("value_into", trunk, None)?;
        Ok(Weights {
            blocks: self.blocks(trunk)?,
            norm: self.norm("norm", trunk)?,
            tile_part: self.dense("tile_part", part, Some(head))?,
            tile_out: self.dense("tile_out", head, Some(1))?,
            chain_trunk: self.dense("chain_trunk", trunk, Some(head))?,
            chain_part: self.dense("chain_part", part, Some(head))?,
            chain_out: self.dense("chain_out", head, Some(ABOUT_CHAIN))?,
            misc: self.dense("misc", trunk, Some(MISC))?,
            value_out: self.dense("value_out", value_into.outputs(), Some(MOST_PLAYERS))?,
            board,
            chain,
            tile,
            into,
            tile_trunk,
            value_into,
        })
    }

    fn blocks(&self, trunk: usize) -> Result<Vec<Block>, NetError> {
        let exists = |index: &usize| self.tensors.tensor(&format!("blocks.{index}.into.weight")).is_ok();
        let block = |index| {
            Ok(Block {
                norm: self.norm(&format!("blocks.{index}.norm"), trunk)?,
                into: self.dense(&format!("blocks.{index}.into"), trunk, Some(trunk))?,
                out: self.dense(&format!("blocks.{index}.out"), trunk, Some(trunk))?,
            })
        };
        (0..).take_while(exists).map(block).collect()
    }

    fn dense(&self, name: &str, inputs: usize, outputs: Option<usize>) -> Result<Dense, NetError> {
        let outputs = self.outputs(name, outputs)?;
        Ok(Dense {
            weights: self.integers(name, [inputs, outputs])?,
            scales: self.numbers(&format!("{name}.scale"), outputs)?,
            bias: self.numbers(&format!("{name}.bias"), outputs)?,
        })
    }

    fn norm(&self, name: &str, width: usize) -> Result<LayerNorm, NetError> {
        Ok(LayerNorm {
            weights: self.numbers(&format!("{name}.weight"), width)?,
            bias: self.numbers(&format!("{name}.bias"), width)?,
        })
    }

    /// The number of outputs of a layer, which must match `needed`.
    fn outputs(&self, name: &str, needed: Option<usize>) -> Result<usize, NetError> {
        let name = format!("{name}.scale");
        let outputs = self.tensor(&name, Dtype::F32)?.shape().first().copied().unwrap_or(0);
        if outputs > 0 && needed.is_none_or(|needed| needed == outputs) {
            Ok(outputs)
        } else {
            wrong_shape(&name)
        }
    }

    fn tensor(&self, name: &str, dtype: Dtype) -> Result<TensorView<'_>, NetError> {
        match self.tensors.tensor(name) {
            Ok(tensor) if tensor.dtype() == dtype => Ok(tensor),
            _ => wrong_shape(name),
        }
    }

    fn integers(&self, name: &str, shape: [usize; 2]) -> Result<Vec<i8>, NetError> {
        let name = format!("{name}.weight");
        let tensor = self.tensor(&name, Dtype::I8)?;
        if tensor.shape() != shape {
            return wrong_shape(&name);
        }
        Ok(tensor.data().iter().map(|byte| byte.cast_signed()).collect())
    }

    fn numbers(&self, name: &str, count: usize) -> Result<Vec<f32>, NetError> {
        let tensor = self.tensor(name, Dtype::F32)?;
        let numbers: Vec<f32> =
            tensor.data().as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
        let fits = tensor.shape() == [count] && numbers.iter().all(|number| number.is_finite());
        if fits { Ok(numbers) } else { wrong_shape(name) }
    }
}

fn wrong_shape<T>(name: &str) -> Result<T, NetError> {
    Err(NetError::WrongShape { name: name.to_owned() })
}
