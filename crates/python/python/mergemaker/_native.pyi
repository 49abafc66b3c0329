from typing import Optional, Sequence, Union

import numpy as np
from numpy.typing import NDArray

OBSERVATION_VERSION: int
"""The version of the observation; changes with any of its numbers."""
CHAIN_NUMBERS: int
"""The number of numbers per chain."""
TILE_NUMBERS: int
"""The number of numbers per tile in hand."""
GAME_NUMBERS: int
"""The number of numbers for the game as a whole."""
NUMBERS: int
"""The total number of numbers of an observation."""
COLUMNS: dict[str, dict[str, tuple[int, int]]]
"""The columns of `chain`, `tile` and `game` by name: the first number and how many there are."""
SPACES: int
"""The number of states of a board space."""
CHOICES: int
"""The number of choices of a network: the steps, with the tiles in hand instead of all tiles."""
STEPS: int
"""The number of steps without `exchange`."""
STEPS_WITH_EXCHANGE: int
"""The number of steps with `exchange`: two more, to keep or exchange the next dead tile."""
BOTS: list[str]
"""The levels of bots."""

_Arrays = tuple[NDArray[np.float32], NDArray[np.uint8], NDArray[np.uint8]]
"""What a seat may know: numbers, board and hand."""

class VectorEnv:
    """Many games, each a row of every array."""

    def __init__(
        self,
        *,
        tables: Sequence[tuple[str, int]],
        lineups: Sequence[Sequence[Union[int, str]]],
        seed: int,
        threads: int,
        pauses: bool = False,
        exchange: bool = False,
        numbers: NDArray[np.uint16],
        board: NDArray[np.uint8],
        hand: NDArray[np.uint8],
        mask: NDArray[np.uint8],
        info: NDArray[np.uint8],
        rewards: NDArray[np.float32],
        money: NDArray[np.int32],
        learners: NDArray[np.uint8],
        action: NDArray[np.uint8],
    ) -> None: ...
    def reset(self) -> None:
        """Writes the current observations of all games. Games are not restarted."""
    def step(self) -> None:
        """Makes the step in `action` in every game. If any step is illegal, it raises and changes nothing."""
    def copy_from(self, other: VectorEnv, rows: NDArray[np.int64]) -> None:
        """Replaces every row by a copy of a game of another environment, selected by `rows`. The next step or reset
        writes the arrays. With the same steps, all copies of a game continue identically, except that bots may repeat
        the last offer they made before the copy."""

class Game:
    """One game."""

    def __init__(
        self,
        preset: str = "renegade",
        players: int = 4,
        seed: int = 0,
        bots: Optional[Sequence[Optional[str]]] = None,
        exchange: bool = False,
    ) -> None: ...
    @property
    def players(self) -> int:
        """The number of players."""
    @property
    def to_act(self) -> Optional[int]:
        """The seat to act, from 0; None when the game is over."""
    @property
    def cash(self) -> list[int]:
        """Everybody's cash, in seat order. When the game is over, the final money."""
    @property
    def winners(self) -> list[int]:
        """The seats that won; empty until the game is over."""
    @property
    def tile_asked_about(self) -> Optional[int]:
        """The index of the dead tile that steps 181 and 182 keep or exchange; None unless that is the next decision."""
    def legal_steps(self) -> NDArray[np.int8]:
        """A mask of the steps that are legal for the seat to act: 1 or 0."""
    def observe(self, seat: int) -> _Arrays:
        """What a seat may know."""
    def step(self, step: int) -> None:
        """Makes a step for the seat to act, and plays on to the next choice."""
    def record(self) -> str:
        """The record of the game so far, as JSON."""

class Moment:
    """An event of a record, and the game after it."""

    @property
    def event(self) -> str:
        """The event as in the record, as JSON."""
    @property
    def sentence(self) -> str:
        """The event in a sentence."""
    @property
    def position(self) -> str:
        """The position as one line of text."""
    @property
    def to_act(self) -> Optional[int]:
        """The next seat to act, from 0; None when the game is over or the next decision is left out."""
    @property
    def cash(self) -> list[int]:
        """Everybody's cash, in seat order."""
    def legal_steps(self) -> NDArray[np.int8]:
        """A mask of the steps that are legal for the seat to act: 1 or 0."""
    def observe(self, seat: int) -> _Arrays:
        """What a seat may know."""

def play(bots: Sequence[str], preset: str = "renegade", seed: int = 0) -> str:
    """Plays a game between bots and returns its record."""

def verify(record: str) -> None:
    """Verifies a record by replaying it. Raises if it breaks a rule."""

def replay(record: str, exchange: bool = False, lang: str = "en") -> list[Moment]:
    """Returns every event of a record with the game after it. With `exchange`, choosing dead tiles is a decision.

    `lang` is the language of `Moment.sentence`: "en", "de" or "fr".
    """

def story(record: str, lang: str = "en") -> list[str]:
    """Returns a sentence for every event of a record, in English, German ("de") or French ("fr")."""

def analyse(record: str, work: int = 40, lang: str = "en") -> str:
    """Judges every decision and summarises each player. Returns JSON with `decisions` and `summary`.

    `lang` is the language of its sentences: "en", "de" or "fr".
    """
