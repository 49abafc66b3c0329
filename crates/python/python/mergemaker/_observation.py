"""Observations and rewards of the environments, as Gymnasium spaces."""

import numpy as np
from gymnasium import spaces

from . import NUMBERS, SPACES, STEPS, STEPS_WITH_EXCHANGE

TILES, HAND = 108, 6


def check_render_mode(mode):
    """Raises for unknown render modes."""
    if mode not in (None, "ansi"):
        raise ValueError(f"unknown render_mode {mode!r}: choose 'ansi' or None")


def steps(exchange):
    """The number of steps."""
    return STEPS_WITH_EXCHANGE if exchange else STEPS


def space(exchange):
    """Numbers of the chains, the tiles in hand and the game; the board; the hand; the legal steps."""
    return spaces.Dict(
        {
            "numbers": spaces.Box(-20.0, 20.0, (NUMBERS,), np.float32),
            "board": spaces.Box(0, SPACES - 1, (TILES,), np.uint8),
            "hand": spaces.Box(0, 255, (HAND,), np.uint8),
            "action_mask": spaces.Box(0, 1, (steps(exchange),), np.int8),
        }
    )


def of(game, seat):
    """What a seat may know. Only the seat to act has legal steps."""
    numbers, board, hand = game.observe(seat)
    mask = game.legal_steps()
    if game.to_act != seat:
        mask[:] = 0
    return {"numbers": numbers, "board": board, "hand": hand, "action_mask": mask}


def rewards(game):
    """Each seat's share of the win, minus an even share. They add up to zero."""
    winners, players = game.winners, game.players
    if not winners:
        return [0.0] * players
    return [(seat in winners) / len(winners) - 1 / players for seat in range(players)]
