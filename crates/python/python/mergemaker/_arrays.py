"""Buffers for a `VectorEnv`."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._native import NUMBERS, STEPS, STEPS_WITH_EXCHANGE


def arrays(rows: int, exchange: bool = False) -> dict[str, NDArray[Any]]:
    """New numpy arrays for `rows` games, with the names and the `exchange` option of `VectorEnv`."""
    widths = dict(
        numbers=(NUMBERS, np.uint16),
        board=(108, np.uint8),
        hand=(6, np.uint8),
        mask=(STEPS_WITH_EXCHANGE if exchange else STEPS, np.uint8),
        info=(5, np.uint8),
        rewards=(6, np.float32),
        money=(6, np.int32),
        learners=(6, np.uint8),
    )
    buffers = {name: np.zeros((rows, width), kind) for name, (width, kind) in widths.items()}
    return buffers | dict(action=np.zeros(rows, np.uint8))
