from typing import Optional, Sequence, Union

import numpy as np
from numpy.typing import NDArray

OBSERVATION_VERSION: int
"""Changes with any number of the observation."""
CHAIN_NUMBERS: int
"""How many numbers there are for each chain."""
TILE_NUMBERS: int
"""How many numbers there are for each tile in hand."""
GAME_NUMBERS: int
"""How many numbers there are for the game as a whole."""
NUMBERS: int
"""How many numbers an observation has in all."""
SPACES: int
"""How many things a space of the board can be."""
CHOICES: int
"""How many choices a network has: the steps, with the tiles in hand instead of all tiles."""
STEPS: int
"""How many steps there are where nobody is asked about dead tiles."""
STEPS_WITH_EXCHANGE: int
"""How many steps there are with `exchange`: two more, to keep and to exchange the next dead tile."""
BOTS: list[str]
"""The levels of bots."""

_Seen = tuple[NDArray[np.float32], NDArray[np.uint8], NDArray[np.uint8]]
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
        """Writes what is seen now, for every game. No game begins anew: they go on where they are."""
    def step(self) -> None:
        """Makes the step in `action` in every game; raises where one is not legal, and then changes nothing."""
    def copy_from(self, other: VectorEnv, rows: NDArray[np.int64]) -> None:
        """Lays a copy of a game of another environment into every row: `rows` says which. The next step or reset writes
        what is seen; with the same steps all copies of a game go on alike. Where players trade, bots in them may repeat
        the last offer they made before."""

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
        """How many play."""
    @property
    def to_act(self) -> Optional[int]:
        """The seat that is asked, from 0; None when the game is over."""
    @property
    def cash(self) -> list[int]:
        """Everybody's cash, in seat order; what they have won when the game is over."""
    @property
    def winners(self) -> list[int]:
        """The seats that won; none while the game goes on."""
    @property
    def tile_asked_about(self) -> Optional[int]:
        """The dead tile that steps 181 and 182 keep or exchange next; None unless the seat is asked about one."""
    def legal_steps(self) -> NDArray[np.int8]:
        """1 for each step that is legal for the seat that is asked."""
    def observe(self, seat: int) -> _Seen:
        """What a seat may know."""
    def step(self, step: int) -> None:
        """Makes a step for the seat that is asked, and plays on until the next is asked."""
    def record(self) -> str:
        """The record of the game so far, as JSON."""

class Moment:
    """One event of a record, and the game after it."""

    @property
    def event(self) -> str:
        """The event as the record has it, in JSON."""
    @property
    def told(self) -> str:
        """The event in a sentence."""
    @property
    def position(self) -> str:
        """The position in one line of text."""
    @property
    def to_act(self) -> Optional[int]:
        """The seat that decides next, from 0; None when the game is over, or nobody is asked."""
    @property
    def cash(self) -> list[int]:
        """Everybody's cash, in seat order."""
    def legal_steps(self) -> NDArray[np.int8]:
        """1 for each step that is legal for the seat that decides."""
    def observe(self, seat: int) -> _Seen:
        """What a seat may know."""

def play(bots: Sequence[str], preset: str = "renegade", seed: int = 0) -> str:
    """A game of bots, as a record."""

def verify(record: str) -> None:
    """Checks a record by replaying it; raises where it breaks a rule."""

def replay(record: str, exchange: bool = False, lang: str = "en") -> list[Moment]:
    """Every event of a record, with the game after it. Without `exchange` nobody is asked about dead tiles.

    `lang` is the language of `Moment.told`: "en", "de" or "fr".
    """

def story(record: str, lang: str = "en") -> list[str]:
    """Every event of a record in a sentence, in English, German ("de") or French ("fr")."""

def analyse(record: str, work: int = 40, lang: str = "en") -> str:
    """Every decision judged and every player summed up, as JSON: `decisions` and `summary`.

    `lang` is the language of its sentences: "en", "de" or "fr".
    """
