"""Acquire as a Gymnasium environment: one seat against bots."""

import gymnasium
from gymnasium import spaces

from . import STEPS, Game, _observation


class AcquireSeat(gymnasium.Env):
    """One seat of a game, the others played by bots; where it sits is left to chance.

    An action is a step's number. One that is not legal loses nothing: it is answered with the same observation, and
    `info["legal"]` says `False`. The reward comes at the end: the part of the victory, less an even part.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(self, bots=("steady", "steady", "steady"), preset="renegade", render_mode=None):
        _observation.check_render_mode(render_mode)
        if isinstance(bots, str):
            raise ValueError(f"bots is the name of one bot: give a list of them, such as [{bots!r}]")
        self.bots, self.preset, self.render_mode = list(bots), preset, render_mode
        # What cannot be played is said at once.
        Game(preset, len(self.bots) + 1, 0, [None, *self.bots])
        self._game = None
        self.observation_space = _observation.space()
        self.action_space = spaces.Discrete(STEPS)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        players = len(self.bots) + 1
        while True:
            self.seat = int(self.np_random.integers(players))
            sitters = self.bots[: self.seat] + [None] + self.bots[self.seat :]
            self._game = Game(self.preset, players, int(self.np_random.integers(2**63)), sitters)
            # A game may end before there is a choice.
            if self._game.to_act is not None:
                return self._observe(), {"seat": self.seat}

    def step(self, action):
        if self._game is None:
            raise ValueError("no game has begun: call reset first")
        action = int(action)
        is_legal = 0 <= action < STEPS and bool(self._game.legal_steps()[action])
        if is_legal:
            self._game.step(action)
        is_over = self._game.to_act is None
        reward = _observation.rewards(self._game)[self.seat] if is_over and is_legal else 0.0
        return self._observe(), reward, is_over, False, {"seat": self.seat, "legal": is_legal}

    def _observe(self):
        return _observation.of(self._game, self.seat)

    def render(self):
        """The record of the game so far."""
        return self._game.record() if self.render_mode == "ansi" else None
