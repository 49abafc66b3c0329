"""Forked rollouts: a game continues after each of the likeliest actions of a decision, with everything else equal.

The results differ only because of the action, so they say more about it than many games that differ in everything. Only
games against bots are forked: bots need no time on the device.
"""

import math

import torch

import mergemaker as game
from actor import CANDIDATES, Actor
from env import step_of
from net import CHAINS, SEATS, TILES, seat_logits

LENGTH = 6
"""Steps of a fork, mostly enough for the next turn to begin. Copies that have not reached it are not compared, because the
value of another moment means something else."""
CERTAIN = math.log(0.98)
"""Log probability of the likeliest action above which no others are compared."""
MAX_DIFFERENCE = 0.2
"""Differences from the mean of a decision are clipped here, in win probability: a few games that turn over would drown the rest."""
TILE_PHASE = CHAINS * game.CHAIN_NUMBERS + TILES * game.TILE_NUMBERS
"""The number of the observation that is 1 when a tile is to be placed."""


class ForkBuffer:
    """Decisions with the value of each candidate action."""

    def __init__(self, rows, device):
        make = lambda shape, dtype: torch.zeros((rows, *shape), dtype=dtype, device=device.name)
        self.fields = dict(
            numbers=make((game.NUMBERS,), torch.bfloat16),
            board=make((108,), torch.uint8),
            candidates=make((CANDIDATES,), torch.uint8),
            is_compared=make((CANDIDATES,), torch.bool),
            advantage=make((CANDIDATES,), torch.float32),
        )
        self.count = 0

    @staticmethod
    def capacity(forks, steps):
        """The most forks that complete in a rollout: each takes one step more than its length."""
        return forks * (steps // (LENGTH + 1) + 1)

    def normalise(self):
        """Turns the values of candidates into normalised advantages over the mean of their decision. Returns the mean
        advantage of the likeliest action, in win probability."""
        if not self.count:
            return 0.0
        advantage, is_compared = (self.fields[name][: self.count] for name in ("advantage", "is_compared"))
        mean = (advantage * is_compared).sum(1, keepdim=True) / is_compared.sum(1, keepdim=True).clamp(min=1)
        difference = ((advantage - mean) * is_compared).clamp(-MAX_DIFFERENCE, MAX_DIFFERENCE)
        deviation = (difference.square().sum() / is_compared.sum().clamp(min=1)).sqrt()
        advantage.copy_(difference / deviation.clamp(min=1e-6))
        return float(difference[:, 0].mean())

    def sample(self, batch):
        """Fills a minibatch with decisions drawn at random."""
        rows = len(batch["advantage"])
        if self.count:
            picked = torch.randint(self.count, (rows,), device=batch["advantage"].device)
            for name, field in batch.items():
                torch.index_select(self.fields[name], 0, picked, out=field)


class Forks(Actor):
    """Copies of games, one for each candidate action; in all of them the policy continues greedily until its next turn
    begins, and the value head estimates the result."""

    def __init__(self, settings, policy, seed, device):
        self.count = settings.forks
        rows = settings.forks * CANDIDATES
        # The games dealt here are never played: copies replace them.
        super().__init__(settings, [[0, "steady"]] * rows, policy, [], seed, device)
        make = lambda shape, dtype: torch.zeros((rows, *shape), dtype=dtype, device=device.name)
        self.rewards, self.learners = make((SEATS,), torch.float32), make((SEATS,), torch.uint8)
        self.result = make((), torch.float32)
        self.is_done, self.has_paused = make((), torch.bool), make((), torch.bool)
        self.decisions = ForkBuffer(settings.forks, device).fields
        # Steps since the copies were made; none before the first.
        self.age, self.waiting = None, None

    def is_complete(self):
        """Whether no fork is in progress."""
        return self.age in (None, LENGTH)

    def advance(self, steppers):
        """Plays one step in the copies."""
        if self.waiting is not None:
            self.waiting.result()
            self.run()
            self.device.synchronize_stream()
        self.waiting = None if self.is_complete() else steppers.submit(self.games.step)

    def store(self, buffer):
        """Stores the results of the last forks, if there were any."""
        if self.age is None:
            return
        self.decisions["advantage"].copy_(self.result.view(-1, CANDIDATES))
        self.decisions["is_compared"] &= self.is_done.view(-1, CANDIDATES)
        for name, field in self.decisions.items():
            buffer.fields[name][buffer.count : buffer.count + self.count].copy_(field)
        buffer.count += self.count

    def begin(self, actor, first, last):
        """Chooses decisions of an actor and copies its games for each candidate action."""
        log_prob = actor.candidate_log_prob[first:last]
        order = torch.rand(last - first, device=self.device.name) + (log_prob[:, 0] < CERTAIN)
        rows = order.topk(self.count).indices + first
        for name in ("numbers", "board", "candidates"):
            self.decisions[name].copy_(getattr(actor, name)[rows])
        is_legal = actor.candidate_log_prob[rows] > -1e8
        self.decisions["is_compared"].copy_(is_legal)
        candidates = self.decisions["candidates"]
        action = torch.where(is_legal, candidates, candidates[:, :1]).reshape(-1).long()
        rows = rows.repeat_interleave(CANDIDATES)
        self.games.action.copy_(step_of(action, actor.hand[rows]))
        self.games.env.copy_from(actor.games.env, rows.cpu().numpy())
        self.is_done.zero_()
        self.has_paused.zero_()
        self.age = 0

    def run(self):
        self.rewards.copy_(self.games.rewards, non_blocking=True)
        self.learners.copy_(self.games.learners, non_blocking=True)
        super().run()
        self.age += 1

    @torch.no_grad()
    def decide(self):
        """Takes the likeliest action in every copy, and updates its result."""
        with self.device.autocast():
            logits, value = self.policy(self.numbers, self.board)
        action = self.legal(logits).argmax(1)
        self.step.copy_(step_of(action, self.hand))
        value = seat_logits(value, self.info[:, 3]).softmax(1)[:, 0]
        ended, is_pause = self.info[:, 2] == 1, self.mask.sum(1) == 1
        won = (self.rewards * (self.learners == 0)).sum(1) + 1 / self.info[:, 4].clamp(min=1)
        begins = (self.numbers[:, TILE_PHASE] == 1) & self.has_paused & ~is_pause
        self.result.copy_(torch.where(self.is_done, self.result, torch.where(ended, won, value)))
        self.is_done |= ended | begins
        self.has_paused |= is_pause
