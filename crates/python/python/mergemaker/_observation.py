"""What the environments show of a game, in the words of Gymnasium's spaces."""

import numpy as np
from gymnasium import spaces

from . import NUMBERS, SPACES, STEPS, STEPS_WITH_EXCHANGE

TILES, HAND = 108, 6


def check_render_mode(mode):
    """Refuses what a game cannot be shown as."""
    if mode not in (None, "ansi"):
        raise ValueError(f"a game cannot be shown as {mode!r}: choose 'ansi', or leave it out")


def steps(exchange):
    """How many steps there are."""
    return STEPS_WITH_EXCHANGE if exchange else STEPS


def space(exchange):
    """Numbers of the chains, the tiles in hand and the game; what is on each space; the hand; which steps are legal."""
    return spaces.Dict(
        {
            "numbers": spaces.Box(-20.0, 20.0, (NUMBERS,), np.float32),
            "board": spaces.Box(0, SPACES - 1, (TILES,), np.uint8),
            "hand": spaces.Box(0, 255, (HAND,), np.uint8),
            "action_mask": spaces.Box(0, 1, (steps(exchange),), np.int8),
        }
    )


def of(game, seat):
    """What a seat may know. Only who is asked has legal steps."""
    numbers, board, hand = game.observe(seat)
    mask = game.legal_steps()
    if game.to_act != seat:
        mask[:] = 0
    return {"numbers": numbers, "board": board, "hand": hand, "action_mask": mask}


def rewards(game):
    """Each seat's part of the victory, less what everybody would get by chance: they add up to nothing."""
    winners, players = game.winners, game.players
    if not winners:
        return [0.0] * players
    return [(seat in winners) / len(winners) - 1 / players for seat in range(players)]
