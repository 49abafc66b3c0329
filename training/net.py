"""The networks. `crates/bots/src/net` has the same forward pass in Rust."""

import hashlib
import json
from pickle import UnpicklingError

import torch
from safetensors import SafetensorError
from safetensors.torch import load
from torch import nn
from torch.nn import functional as F

import mergemaker as game

CHAINS, TILES, SEATS = 7, 6, 6
SPACE_KINDS = game.SPACES - 1
"""Kinds of spaces on the board, without the empty one, which is all zeros."""
OTHER_ACTIONS = 45
"""Actions that belong to no chain and no tile: pass, 13 trades, 26 holdings, stop, declare, end, no and yes."""

CHECKPOINT = "checkpoint.pt"
"""The name of the checkpoint in a run's folder."""

SIZES = {
    "small": dict(trunk=256, blocks=1, part=48, board=192, head=96, value=128),
    "big": dict(trunk=512, blocks=2, part=64, board=256, head=128, value=256),
}


class Block(nn.Module):
    """A residual block that normalises its input."""

    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.into = nn.Linear(width, width)
        self.out = nn.Linear(width, width)
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.out.bias)

    def forward(self, x):
        return x + self.out(F.relu(self.into(self.norm(x))))


class Net(nn.Module):
    """Policy logits, and a value head with a logit of winning for each player, the viewer first."""

    def __init__(self, trunk, blocks, part, board, head, value):
        super().__init__()
        self.sizes = dict(trunk=trunk, blocks=blocks, part=part, board=board, head=head, value=value)
        self.board = nn.Linear(SPACE_KINDS * 108, board)
        self.chain = nn.Linear(game.CHAIN_NUMBERS, part)
        self.tile = nn.Linear(game.TILE_NUMBERS, part)
        self.into = nn.Linear(board + (CHAINS + TILES) * part + game.GAME_NUMBERS, trunk)
        self.blocks = nn.ModuleList([Block(trunk) for _ in range(blocks)])
        self.norm = nn.LayerNorm(trunk)
        self.tile_trunk = nn.Linear(trunk, head)
        self.tile_part = nn.Linear(part, head, bias=False)
        self.tile_out = nn.Linear(head, 1)
        self.chain_trunk = nn.Linear(trunk, head)
        self.chain_part = nn.Linear(part, head, bias=False)
        self.chain_out = nn.Linear(head, 4)
        self.misc = nn.Linear(trunk, OTHER_ACTIONS)
        self.value_into = nn.Linear(trunk, value)
        self.value_out = nn.Linear(value, SEATS)
        for layer in (self.tile_out, self.chain_out, self.misc, self.value_out):
            nn.init.normal_(layer.weight, std=0.01)
            nn.init.zeros_(layer.bias)
        self.register_buffer("kinds", torch.arange(1, SPACE_KINDS + 1, dtype=torch.uint8), persistent=False)

    def forward(self, numbers, board):
        rows = numbers.shape[0]
        if not is_autocast(numbers.device.type):
            numbers = numbers.float()
        chains, tiles, rest = numbers.split(
            [CHAINS * game.CHAIN_NUMBERS, TILES * game.TILE_NUMBERS, game.GAME_NUMBERS], 1
        )
        spaces = (board[:, :, None] == self.kinds).view(rows, -1).to(numbers.dtype)
        board = F.relu(self.board(spaces))
        chains = F.relu(self.chain(chains.reshape(rows, CHAINS, -1)))
        tiles = F.relu(self.tile(tiles.reshape(rows, TILES, -1)))
        x = torch.cat([board, chains.reshape(rows, -1), tiles.reshape(rows, -1), rest.to(board.dtype)], 1)
        x = F.relu(self.into(x))
        for block in self.blocks:
            x = block(x)
        x = F.relu(self.norm(x))
        place = self.tile_out(F.relu(self.tile_trunk(x)[:, None] + self.tile_part(tiles))).squeeze(-1)
        chain = self.chain_out(F.relu(self.chain_trunk(x)[:, None] + self.chain_part(chains)))
        found, survivor, defunct, buy = chain.unbind(-1)
        misc = self.misc(x)
        # In the order of the steps: pass | found | survivor | defunct | trade | hold | buy | the rest.
        logits = torch.cat(
            [place, misc[:, :1], found, survivor, defunct, misc[:, 1:40], buy, misc[:, 40:]], 1
        )
        value = self.value_out(F.relu(self.value_into(x)))
        return logits.float(), value.float()


def is_autocast(device):
    """Whether autocast is on for a type of device."""
    try:
        return torch.is_autocast_enabled(device)
    except TypeError:  # PyTorch before 2.4
        return torch.is_autocast_cpu_enabled() if device == "cpu" else torch.is_autocast_enabled()


def make(size):
    """A new network of one of the sizes."""
    return Net(**SIZES[size])


def read(path, device="cpu"):
    """The contents of a file: a checkpoint, a network's weights, or a published network. For a run's folder, its checkpoint."""
    file = path / CHECKPOINT if path.is_dir() else path
    if not file.exists():
        raise SystemExit(f"{file} does not exist: choose the folder of a run, or a file with a network")
    return read_published(file, device) if file.suffix == ".safetensors" else read_file(file, device)


def read_all(path, device="cpu"):
    """The networks of a folder by name, such as the snapshots of a run or a league; otherwise the one of a run or a file."""
    if not path.is_dir() or (path / CHECKPOINT).exists():
        return {path.name: read(path, device)}
    files = sorted(file for file in path.iterdir() if file.suffix in (".pt", ".safetensors"))
    if not files:
        raise SystemExit(f"{path} contains no networks: train for longer, or choose another folder")
    return {file.name: read(file, device) for file in files}


def read_file(file, device="cpu"):
    """The contents of a file that training wrote."""
    try:
        return torch.load(file, map_location=device)
    except (RuntimeError, EOFError, UnpicklingError, ValueError):
        raise ValueError(f"{file} is damaged or was not written by train.py: choose another file") from None


def read_published(path, device="cpu"):
    """The contents of a published network, its 8-bit integers converted to floats."""
    data = path.read_bytes()
    begin = 8 + int.from_bytes(data[:8], "little")
    try:
        stored, metadata = load(data), json.loads(data[8:begin])["__metadata__"]
    except (SafetensorError, KeyError):
        raise SystemExit(f"{path} is not a complete network file: choose another file") from None
    if hashlib.sha256(data[begin:]).hexdigest() != metadata.get("sha256"):
        raise SystemExit(f"{path} is damaged, its checksum is wrong: download or export it again")
    missing = [name for name in ("size", "observation") if name not in metadata]
    if missing:
        raise SystemExit(f"{path} does not name its `{missing[0]}`: choose another file")
    weights = {}
    for name in make(metadata["size"]).state_dict():
        weights[name] = stored[name].to(device)
        if stored[name].dtype == torch.int8:
            scale = stored[name.removesuffix(".weight") + ".scale"].to(device)
            weights[name] = weights[name].T.float() * scale[:, None]
    counts = {name: type_(metadata[name]) for name, type_ in (("seconds", float), ("decisions", int)) if name in metadata}
    return dict(net=weights, size=metadata["size"], observation=int(metadata["observation"])) | counts


def seat_logits(value, players):
    """The value head's logits, with those of seats without a player far below."""
    return value.masked_fill(torch.arange(SEATS, device=value.device) >= players[:, None], -1e9)


def size_of(weights):
    """The size of a network."""
    trunk = len(weights["into.bias"]) if "into.bias" in weights else 0
    for name, sizes in SIZES.items():
        if sizes["trunk"] == trunk:
            return name
    raise ValueError("the file contains no network of a known size: choose another file")


def network(state):
    """The network of a checkpoint, of a published network or of weights alone."""
    if not isinstance(state, dict):
        raise ValueError("the file contains no network: choose another file")
    version = state.get("observation", game.OBSERVATION_VERSION)
    if version != game.OBSERVATION_VERSION:
        raise ValueError(
            f"the network uses version {version} of the observation, the installed package version "
            f"{game.OBSERVATION_VERSION}: choose another network"
        )
    weights = {name: value.float() for name, value in state.get("net", state).items()}
    net = make(size_of(weights))
    try:
        net.load_state_dict(weights)
    except RuntimeError:
        raise ValueError("the weights do not fit our networks: choose another file") from None
    return net.eval()
