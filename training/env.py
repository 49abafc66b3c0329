"""Many games at once in torch's memory."""

import numpy as np
import torch

import mergemaker as game

FIRST_STEP = 108 - 6
"""How far the number of a step lies after that of the choice, for all choices but tiles."""


def tables():
    """Where training games are played: all presets and numbers of players, the usual ones more often."""
    often = [("renegade", players) for players in (*[2] * 2, *[3] * 4, *[4] * 14, *[5] * 5, *[6] * 5)]
    also = [(preset, 4) for preset in ("classic", "tycoon", "digital") for _ in range(5)]
    also += [("classic", 2), ("tycoon", 3), ("digital", 6)]
    # What becomes of tiles that would found an eighth chain makes this one harder.
    also += [("manual", 4)] * 9 + [("manual", 5)]
    # Looking for offers takes time.
    rare = [("trading", 4), ("trading", 3)]
    return often + also + rare


class Games:
    """A row for each game. `lineups` says who plays in it; with `pauses` they also look at what their turn left."""

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


def choice_mask(mask, hand):
    """Which choices are legal, from which steps are."""
    held = hand < 108
    tiles = mask.gather(1, hand.long().clamp(max=107)) * held
    return torch.cat([tiles, mask[:, 108:]], 1)


def step_of(choice, hand):
    """The step that a choice means."""
    tile = hand.gather(1, choice.clamp(max=5)[:, None])[:, 0]
    return torch.where(choice < 6, tile, (choice + FIRST_STEP).to(torch.uint8))
