"""The networks: what they look like. The same forward pass is written in Rust in `crates/bots/src/net`."""

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
PLACES = game.SPACES - 1
"""What a space can be, the empty one left out: it is all zeros."""
MISC = 45
"""Choices that belong to no chain and no tile: pass, 13 trades, 26 holdings, stop, declare, end, no and yes."""

SIZES = {
    "small": dict(trunk=256, blocks=1, part=48, board=192, head=96, value=128),
    "big": dict(trunk=512, blocks=2, part=64, board=256, head=128, value=256),
}


class Block(nn.Module):
    """A residual block, normalised before."""

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
    """Says how good each choice is, and how likely each player is to win, the viewer first."""

    def __init__(self, trunk, blocks, part, board, head, value):
        super().__init__()
        self.sizes = dict(trunk=trunk, blocks=blocks, part=part, board=board, head=head, value=value)
        self.board = nn.Linear(PLACES * 108, board)
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
        self.misc = nn.Linear(trunk, MISC)
        self.value_into = nn.Linear(trunk, value)
        self.value_out = nn.Linear(value, SEATS)
        for layer in (self.tile_out, self.chain_out, self.misc, self.value_out):
            nn.init.normal_(layer.weight, std=0.01)
            nn.init.zeros_(layer.bias)
        self.register_buffer("places", torch.arange(1, PLACES + 1, dtype=torch.uint8), persistent=False)

    def forward(self, numbers, board):
        rows = numbers.shape[0]
        if numbers.device.type == "cpu" or not torch.is_autocast_enabled():
            numbers = numbers.float()
        chains, tiles, rest = numbers.split(
            [CHAINS * game.CHAIN_NUMBERS, TILES * game.TILE_NUMBERS, game.GAME_NUMBERS], 1
        )
        spaces = (board[:, :, None] == self.places).view(rows, -1).to(numbers.dtype)
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
        choices = torch.cat(
            [place, misc[:, :1], found, survivor, defunct, misc[:, 1:40], buy, misc[:, 40:]], 1
        )
        value = self.value_out(F.relu(self.value_into(x)))
        return choices.float(), value.float()


def make(name):
    """A new network of one of the two sizes."""
    return Net(**SIZES[name])


def read(path, device="cpu"):
    """What a file holds: a checkpoint, weights alone, a list of past selves, or a network as bots read it. Of a run's
    folder, its checkpoint."""
    file = path / "state.pt" if path.is_dir() else path
    if not file.exists():
        raise SystemExit(f"there is no {file}: choose the folder of a run, or a file with a network")
    return published(path, device) if path.suffix == ".safetensors" else kept(file, device)


def kept(file, device="cpu"):
    """What a training wrote in a file."""
    try:
        return torch.load(file, map_location=device)
    except (RuntimeError, EOFError, UnpicklingError, ValueError):
        raise ValueError(f"{file} is no file of a training, or not whole: choose another") from None


def published(path, device):
    """What the file of a bot's network holds, its integers made numbers again."""
    data = path.read_bytes()
    begin = 8 + int.from_bytes(data[:8], "little")
    try:
        stored, told = load(data), json.loads(data[8:begin])["__metadata__"]
    except (SafetensorError, KeyError):
        raise SystemExit(f"{path} is no whole file of a network: choose another")
    if hashlib.sha256(data[begin:]).hexdigest() != told.get("sha256"):
        raise SystemExit(f"{path} is damaged, its checksum is wrong: get it again")
    untold = [name for name in ("size", "observation") if name not in told]
    if untold:
        raise SystemExit(f"{path} does not tell its `{untold[0]}`: choose another")
    weights = {}
    for name in make(told["size"]).state_dict():
        weights[name] = stored[name].to(device)
        if stored[name].dtype == torch.int8:
            scale = stored[name.removesuffix(".weight") + ".scale"].to(device)
            weights[name] = weights[name].T.float() * scale[:, None]
    numbers = {name: type_(told[name]) for name, type_ in (("seconds", float), ("decisions", int)) if name in told}
    return dict(net=weights, size=told["size"], observation=int(told["observation"])) | numbers


def seat_logits(value, players):
    """The values of those who play; nobody else can win."""
    return value.masked_fill(torch.arange(SEATS, device=value.device) >= players[:, None], -1e9)


def size_of(weights):
    """Which of the two sizes a network has."""
    trunk = len(weights["into.bias"]) if "into.bias" in weights else 0
    for name, sizes in SIZES.items():
        if sizes["trunk"] == trunk:
            return name
    raise ValueError("the file holds no network of ours: choose another")


def of(state):
    """The network of a checkpoint, or of weights alone, which tell its size."""
    if not isinstance(state, dict):
        raise ValueError("the file holds no network of ours: choose another")
    version = state.get("observation", game.OBSERVATION_VERSION)
    if version != game.OBSERVATION_VERSION:
        raise ValueError(
            f"the network sees by version {version} of the observation, the package by version {game.OBSERVATION_VERSION}: choose another"
        )
    weights = {name: value.float() for name, value in state.get("net", state).items()}
    net = make(size_of(weights))
    try:
        net.load_state_dict(weights)
    except RuntimeError:
        raise ValueError("the weights do not fit our networks: choose another file") from None
    return net.eval()
