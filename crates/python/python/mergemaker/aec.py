"""Acquire as a PettingZoo environment: every seat is an agent."""

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from . import Game, _observation


class AcquireAEC(AECEnv):
    """One game. An agent acts when it has a choice; actions are step ids.

    The reward comes at the end: the share of the win, minus an even share.

    With `exchange` agents choose which dead tiles to exchange, one by one (steps 181 and 182); otherwise all are
    exchanged.
    """

    metadata = {"name": "acquire_v1", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, preset="renegade", players=4, render_mode=None, exchange=False):
        super().__init__()
        _observation.check_render_mode(render_mode)
        # Report invalid arguments at once.
        Game(preset, players, 0)
        self.preset, self.render_mode, self.exchange = preset, render_mode, exchange
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observations = {agent: _observation.space(exchange) for agent in self.possible_agents}
        self._actions = {agent: spaces.Discrete(_observation.steps(exchange)) for agent in self.possible_agents}
        self._rng = np.random.default_rng()

    def observation_space(self, agent):
        return self._observations[agent]

    def action_space(self, agent):
        return self._actions[agent]

    def reset(self, seed=None, options=None):
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        seed = int(self._rng.integers(2**63))
        self._game = Game(self.preset, len(self.possible_agents), seed, exchange=self.exchange)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._game.to_act]

    def observe(self, agent):
        return _observation.of(self._game, self._seats[agent])

    def step(self, action):
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._game.step(int(action))
        self._clear_rewards()
        if self._game.to_act is None:
            self.rewards = dict(zip(self.possible_agents, _observation.rewards(self._game)))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self._game.to_act]
        self._accumulate_rewards()

    def render(self):
        """The record of the game so far."""
        return self._game.record() if self.render_mode == "ansi" else None

    def close(self):
        pass


def env(**options):
    """A new environment that raises if its methods are called in the wrong order."""
    from pettingzoo.utils import wrappers

    return wrappers.OrderEnforcingWrapper(AcquireAEC(**options))
