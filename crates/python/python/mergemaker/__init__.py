"""Acquire for research.

`VectorEnv` steps thousands of games at once and writes into your arrays; `arrays` creates some. `Game` is a single
game, step by step. `mergemaker.aec` has a PettingZoo environment, `mergemaker.seat` a Gymnasium one. `play`, `verify`,
`replay`, `story` and `analyse` work on game records.
"""

from ._arrays import arrays
from ._native import (
    BOTS,
    CHAIN_NUMBERS,
    CHOICES,
    COLUMNS,
    GAME_NUMBERS,
    NUMBERS,
    OBSERVATION_VERSION,
    SPACES,
    STEPS,
    STEPS_WITH_EXCHANGE,
    TILE_NUMBERS,
    Game,
    Moment,
    VectorEnv,
    analyse,
    play,
    replay,
    story,
    verify,
)

__all__ = [
    "BOTS",
    "CHAIN_NUMBERS",
    "CHOICES",
    "COLUMNS",
    "GAME_NUMBERS",
    "NUMBERS",
    "OBSERVATION_VERSION",
    "SPACES",
    "STEPS",
    "STEPS_WITH_EXCHANGE",
    "TILE_NUMBERS",
    "Game",
    "Moment",
    "VectorEnv",
    "analyse",
    "arrays",
    "play",
    "replay",
    "story",
    "verify",
]
