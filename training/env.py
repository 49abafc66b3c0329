"""Many games at once, in PyTorch's memory."""

import numpy as np
import torch

import mergemaker as game

FIRST_STEP = 108 - 6
"""A step's number minus its action's, for every action except tiles."""

TABLES = (
    "renegade:2*2,renegade:3*4,renegade:4*14,renegade:5*5,renegade:6*5,"
    "classic:4*5,tycoon:4*5,digital:4*5,classic:2,tycoon:3,digital:6,"
    # `manual` is harder: tiles that would found an eighth chain are replaced.
    "manual:4*9,manual:5,"
    # `trading` is rare, because finding offers takes time.
    "trading:4,trading:3"
)
"""The tables of training games by default: all presets and player counts, the usual ones more often."""


def parse_tables(text):
    """Pairs of a preset and a player count, each as often as its weight: `renegade:4*14,classic:4`."""
    tables = []
    for part in text.split(","):
        table, _, weight = part.partition("*")
        preset, _, players = table.partition(":")
        if not (preset and players.isdigit() and (weight or "1").isdigit()):
            raise ValueError(f"{part!r} is not a table: give a preset and a player count, such as renegade:4")
        tables += [(preset, int(players))] * int(weight or 1)
    if not tables:
        raise ValueError(f"{text} has no tables: give at least one a weight above 0")
    return tables


class Games:
    """One game per row. `lineups` names the players of each row; with `pauses` they also observe the end of their turn."""

    def __init__(self, lineups, tables, threads, seed, pauses=False):
        rows = self.rows = len(lineups)
        pin = torch.cuda.is_available()
        make = lambda width, dtype: torch.zeros((rows, width), dtype=dtype, pin_memory=pin)
        self.numbers = make(game.NUMBERS, torch.int16)
        self.board, self.hand = make(108, torch.uint8), make(6, torch.uint8)
        self.mask, self.info = make(game.STEPS, torch.uint8), make(5, torch.uint8)
        self.rewards = make(6, torch.float32)
        self.money, self.learners = make(6, torch.int32), make(6, torch.uint8)
        self.action = torch.zeros(rows, dtype=torch.uint8, pin_memory=pin)
        arrays = {
            name: getattr(self, name).numpy()
            for name in ("board", "hand", "mask", "info", "rewards", "money", "learners", "action")
        }
        self.env = game.VectorEnv(
            tables=tables,
            lineups=lineups,
            seed=seed,
            threads=threads,
            pauses=pauses,
            numbers=self.numbers.numpy().view(np.uint16),
            **arrays,
        )
        self.env.reset()

    def step(self):
        """Makes the steps in `action`."""
        self.env.step()


def action_mask(mask, hand):
    """The legal actions, from the legal steps."""
    held = hand < 108
    tiles = mask.gather(1, hand.long().clamp(max=107)) * held
    return torch.cat([tiles, mask[:, 108:]], 1)


def step_of(action, hand):
    """The step that an action stands for."""
    tile = hand.gather(1, action.clamp(max=5)[:, None])[:, 0]
    return torch.where(action < 6, tile, (action + FIRST_STEP).to(torch.uint8))
