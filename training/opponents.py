"""Opponents: who plays in which games, and the pool of frozen networks."""

import random
from pathlib import Path

import torch

import checkpoint
import net as nets

MOST_SNAPSHOTS = 12
REDRAW = 10
"""Iterations after which other frozen networks are drawn."""
FROZEN = ("past", "league")
"""Opponents in a mix that are frozen networks: past selves, and those of a folder."""


def lineups(rows):
    """The players of each game of a group: learner 0, and frozen networks (learner 1) or bots in the other seats."""
    players = {"self": [0], "past": [0, 1], "league": [0, 1]}
    return [players.get(name, [0, name]) for name, (first, last) in rows.items() for _ in range(first, last)]


class Pool:
    """Snapshots of a run, one file each, and the files of a league."""

    def __init__(self, folder, league, size):
        self.folder, self.names = folder, []
        self.league = league_files(Path(league), size) if league else []

    def add(self, weights, decisions):
        """Adds a snapshot. Beyond the maximum an older one leaves, but neither the first nor one of the newest."""
        name = f"{decisions:015}.pt"
        self.folder.mkdir(exist_ok=True)
        checkpoint.write(self.folder / name, checkpoint.bf16(weights))
        self.names.append(name)
        if len(self.names) > MOST_SNAPSHOTS:
            self.names.pop(random.randrange(1, 8))

    def newest(self):
        """The decisions after which the newest snapshot was added."""
        return int(Path(self.names[-1]).stem) if self.names else 0

    def restore(self, names):
        """Restores the snapshots that a checkpoint names."""
        missing = [name for name in names if not (self.folder / name).exists()]
        if missing:
            raise SystemExit(f"{self.folder / missing[0]} is missing: copy the whole folder of the run, or choose a new --out")
        self.names = list(names)

    def clean(self):
        """Deletes the files of snapshots that left, once no checkpoint names them."""
        for file in self.folder.glob("*.pt"):
            if file.name not in self.names:
                file.unlink()

    def draw(self, opponent):
        """The weights of a frozen network drawn at random, or nothing before the first snapshot."""
        files = self.league if opponent == "league" else [self.folder / name for name in self.names]
        if not files:
            return None
        state = nets.read(random.choice(files))
        return state.get("net", state)


def league_files(folder, size):
    """The files of a league. CUDA graphs keep a network's shape, so all have the size of the network that learns."""
    files = sorted(folder.glob("*.safetensors"))
    if not files:
        raise SystemExit(f"--league {folder} contains no .safetensors files: choose another folder")
    for file in files:
        state = nets.read(file)
        nets.network(state)
        if state["size"] != size:
            raise SystemExit(f"{file} is of size {state['size']}, the run of size {size}: remove the file from the league")
    return files


def count_wins(counts, rows, ended, win, learners):
    """Adds, for each opponent, the learner's wins and the games that ended in a rollout."""
    for name, (first, last) in rows.items():
        over = ended[:, :, first:last]
        own = (learners[1:, :, first:last] == 0).float()
        won = (win[:, :, first:last] * own).sum(-1)
        counts[name] += torch.stack([won[over].sum(), over.sum()])
