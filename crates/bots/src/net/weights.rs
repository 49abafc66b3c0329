//! The file of a network: safetensors, with what it is for and a checksum.

use std::fmt::Write as _;

use mergemaker_engine::{Chain, HAND_SIZE, MOST_PLAYERS, Tile};
use safetensors::tensor::{Dtype, TensorView};
use safetensors::{SafeTensorError, SafeTensors};
use sha2::{Digest, Sha256};

use super::layers::{Dense, Norm};
use super::{ABOUT_CHAIN, CHAIN_NUMBERS, GAME_NUMBERS, MISC, SPACES, TILE_NUMBERS, VERSION};

/// Why a file gives no network.
#[derive(Debug, thiserror::Error)]
pub enum NetError {
    /// It is no such file, or a part of it is missing.
    #[error("this is no whole file of a network ({0}): get it again")]
    Unreadable(SafeTensorError),
    /// It does not say what it is.
    #[error("the network does not tell its `{name}`: take one that fits this program")]
    Untold {
        /// What it should tell.
        name: &'static str,
    },
    /// Its numbers are not those that were written.
    #[error("the network is damaged, its checksum is wrong: get it again")]
    Damaged,
    /// It was trained to see the game in another way.
    #[error(
        "the network sees the game by version {found} of the observation, this program by version {VERSION}: take one that fits"
    )]
    OtherObservation {
        /// The version it was trained with.
        found: String,
    },
    /// A layer is missing, or of another shape than the others need.
    #[error("the layer `{name}` of the network is missing or does not fit: take one that fits this program")]
    Misfit {
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
    pub(super) norm: Norm,
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

/// A residual block: normalised, widened and added to what it was given.
pub(super) struct Block {
    pub(super) norm: Norm,
    pub(super) into: Dense,
    pub(super) out: Dense,
}

/// The name of the network in a file, and its layers.
pub(super) fn read(bytes: &[u8]) -> Result<(String, Weights), NetError> {
    let (header, metadata) = SafeTensors::read_metadata(bytes).map_err(NetError::Unreadable)?;
    let told = |name: &'static str| {
        let value = metadata.metadata().as_ref().and_then(|told| told.get(name));
        value.ok_or(NetError::Untold { name })
    };
    let found = told("observation")?;
    if *found != VERSION.to_string() {
        return Err(NetError::OtherObservation { found: found.clone() });
    }
    // After the length of the header and the header itself.
    let data = &bytes[8 + header..];
    if *told("sha256")? != hex(&Sha256::digest(data)) {
        return Err(NetError::Damaged);
    }
    let file = File { tensors: SafeTensors::deserialize(bytes).map_err(NetError::Unreadable)? };
    Ok((told("name")?.clone(), file.weights()?))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut hex, byte| {
        // Writing to a text cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// The tensors of a file, by name.
struct File<'a> {
    tensors: SafeTensors<'a>,
}

impl File<'_> {
    /// The layers, each fitting the one before.
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
        let is_there = |index: &usize| self.tensors.tensor(&format!("blocks.{index}.into.weight")).is_ok();
        let block = |index| {
            Ok(Block {
                norm: self.norm(&format!("blocks.{index}.norm"), trunk)?,
                into: self.dense(&format!("blocks.{index}.into"), trunk, Some(trunk))?,
                out: self.dense(&format!("blocks.{index}.out"), trunk, Some(trunk))?,
            })
        };
        (0..).take_while(is_there).map(block).collect()
    }

    fn dense(&self, name: &str, inputs: usize, outputs: Option<usize>) -> Result<Dense, NetError> {
        let outputs = self.outputs(name, outputs)?;
        Ok(Dense {
            weights: self.integers(name, [inputs, outputs])?,
            scales: self.numbers(&format!("{name}.scale"), outputs)?,
            bias: self.numbers(&format!("{name}.bias"), outputs)?,
        })
    }

    fn norm(&self, name: &str, width: usize) -> Result<Norm, NetError> {
        Ok(Norm {
            weights: self.numbers(&format!("{name}.weight"), width)?,
            bias: self.numbers(&format!("{name}.bias"), width)?,
        })
    }

    /// How many outputs a layer has, and must have.
    fn outputs(&self, name: &str, needed: Option<usize>) -> Result<usize, NetError> {
        let name = format!("{name}.scale");
        let outputs = self.tensor(&name, Dtype::F32)?.shape().first().copied().unwrap_or(0);
        if outputs > 0 && needed.is_none_or(|needed| needed == outputs) { Ok(outputs) } else { misfit(&name) }
    }

    fn tensor(&self, name: &str, dtype: Dtype) -> Result<TensorView<'_>, NetError> {
        match self.tensors.tensor(name) {
            Ok(tensor) if tensor.dtype() == dtype => Ok(tensor),
            _ => misfit(name),
        }
    }

    fn integers(&self, name: &str, shape: [usize; 2]) -> Result<Vec<i8>, NetError> {
        let name = format!("{name}.weight");
        let tensor = self.tensor(&name, Dtype::I8)?;
        if tensor.shape() != shape {
            return misfit(&name);
        }
        Ok(tensor.data().iter().map(|byte| byte.cast_signed()).collect())
    }

    fn numbers(&self, name: &str, count: usize) -> Result<Vec<f32>, NetError> {
        let tensor = self.tensor(name, Dtype::F32)?;
        let numbers: Vec<f32> =
            tensor.data().as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
        let fits = tensor.shape() == [count] && numbers.iter().all(|number| number.is_finite());
        if fits { Ok(numbers) } else { misfit(name) }
    }
}

fn misfit<T>(name: &str) -> Result<T, NetError> {
    Err(NetError::Misfit { name: name.to_owned() })
}
