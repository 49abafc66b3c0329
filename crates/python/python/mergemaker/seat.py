"""Acquire as a Gymnasium environment: one seat against bots."""

import gymnasium
from gymnasium import spaces

from . import Game, _observation


class AcquireSeat(gymnasium.Env):
    """A random seat of a game against bots.

    Actions are step ids. An illegal action changes nothing: the observation stays the same, and `info["legal"]` is
    `False`. The reward comes at the end: the share of the win, minus an even share.

    With `exchange` the agent chooses which dead tiles to exchange, one by one (steps 181 and 182); otherwise all are
    exchanged.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(self, bots=("steady", "steady", "steady"), preset="renegade", render_mode=None, exchange=False):
        _observation.check_render_mode(render_mode)
        if isinstance(bots, str):
            raise ValueError(f"`bots` is a single name: give a list, such as [{bots!r}]")
        self.bots, self.preset, self.render_mode, self.exchange = list(bots), preset, render_mode, exchange
        # Report invalid arguments at once.
        Game(preset, len(self.bots) + 1, 0, [None, *self.bots], exchange)
        self._game = None
        self.observation_space = _observation.space(exchange)
        self.action_space = spaces.Discrete(_observation.steps(exchange))

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        players = len(self.bots) + 1
        while True:
            self.seat = int(self.np_random.integers(players))
            seats = self.bots[: self.seat] + [None] + self.bots[self.seat :]
            game_seed = int(self.np_random.integers(2**63))
            self._game = Game(self.preset, players, game_seed, seats, self.exchange)
            # Skip games that end before there is a choice.
            if self._game.to_act is not None:
                return self._observe(), {"seat": self.seat}

    def step(self, action):
        if self._game is None:
            raise ValueError("no game has started: call reset first")
        action = int(action)
        is_legal = 0 <= action < self.action_space.n and bool(self._game.legal_steps()[action])
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
