"""Decisions that are tried: a game goes on after each of the likeliest choices, and all else is alike.

What they come to differs by the choice alone, and so says more about it than many games that differ in everything. It is
only tried against bots: they need no time of the device.
"""

import math

import torch

import env as games
import mergemaker as game
from actor import TRIED, Actor, half
from net import CHAINS, SEATS, TILES, seat_logits

LENGTH = 6
"""Steps for which a choice is tried: enough for the next turn to begin, mostly. What has not come to it is not compared,
for the value of another moment says something else."""
OPEN = math.log(0.98)
"""The likeliest choice is less likely than this where trying others is worth while, as a logarithm."""
MOST_APART = 0.2
"""What a choice came to counts no more than this, as a part of the win, above or below the mean of its decision."""
TILE_PHASE = CHAINS * game.CHAIN_NUMBERS + TILES * game.TILE_NUMBERS
"""The number that says whether a tile is to be placed."""


class Tried:
    """Decisions with what came of the choices that were tried."""

    def __init__(self, most, device):
        make = lambda shape, dtype: torch.zeros((most, *shape), dtype=dtype, device=device)
        self.kept = dict(
            numbers=make((game.NUMBERS,), torch.bfloat16),
            board=make((108,), torch.uint8),
            likely=make((TRIED,), torch.uint8),
            is_tried=make((TRIED,), torch.bool),
            worth=make((TRIED,), torch.float32),
        )
        self.count = 0

    @staticmethod
    def most(families, steps):
        """How many there are at most in a round of so many steps, of which each try takes one more than its length."""
        return families * (steps // (LENGTH + 1) + 1)

    def judge(self):
        """Turns what the choices came to into how far they lie from the mean of their decision, by how far they usually
        do. Returns how far the likeliest lie above it, as a part of the win."""
        if not self.count:
            return 0.0
        worth, is_tried = (self.kept[name][: self.count] for name in ("worth", "is_tried"))
        mean = (worth * is_tried).sum(1, keepdim=True) / is_tried.sum(1, keepdim=True).clamp(min=1)
        # A few games that turn over altogether would drown the rest.
        apart = ((worth - mean) * is_tried).clamp(-MOST_APART, MOST_APART)
        worth.copy_(apart / (apart.square().sum() / is_tried.sum().clamp(min=1)).sqrt().clamp(min=1e-6))
        return float(apart[:, 0].mean())

    def draw(self, batch):
        """Fills a batch by chance."""
        rows = len(batch["worth"])
        if self.count:
            picked = torch.randint(self.count, (rows,), device=batch["worth"].device)
            for name, place in batch.items():
                torch.index_select(self.kept[name], 0, picked, out=place)


class Forks(Actor):
    """Games in families, one for each choice that is tried; in all of them the network goes on with its likeliest
    choices until its next turn begins, and says what that is worth."""

    def __init__(self, args, net, seed, device):
        self.families = args.forks
        rows = args.forks * TRIED
        # The games it begins with are never played: copies come in their place.
        super().__init__(args, [[0, "steady"]] * rows, net, None, (0, 0), seed, device)
        make = lambda shape, dtype: torch.zeros((rows, *shape), dtype=dtype, device=device)
        self.rewards, self.learners = make((SEATS,), torch.float32), make((SEATS,), torch.uint8)
        self.worth = make((), torch.float32)
        self.is_done, self.has_looked = make((), torch.bool), make((), torch.bool)
        self.tried = Tried(args.forks, device).kept
        # Steps since it began; none before.
        self.age, self.waiting = None, None

    def has_ended(self):
        """Whether nothing is being tried."""
        return self.age in (None, LENGTH)

    def go_on(self, pool):
        """One step more in the games."""
        if self.waiting is not None:
            self.waiting.result()
            self.run()
            if self.device == "cuda":
                torch.cuda.current_stream().synchronize()
        self.waiting = None if self.has_ended() else pool.submit(self.games.step)

    def keep(self, store):
        """Keeps what was tried, if anything was."""
        if self.age is None:
            return
        self.tried["worth"].copy_(self.worth.view(-1, TRIED))
        self.tried["is_tried"] &= self.is_done.view(-1, TRIED)
        for name, place in self.tried.items():
            store.kept[name][store.count : store.count + self.families].copy_(place)
        store.count += self.families

    def begin(self, actor, first, last):
        """Chooses games of an actor, and goes on in them with each of the likeliest choices."""
        likely_logp = actor.likely_logp[first:last]
        order = torch.rand(last - first, device=self.device) + (likely_logp[:, 0] < OPEN)
        rows = order.topk(self.families).indices + first
        for name in ("numbers", "board", "likely"):
            self.tried[name].copy_(getattr(actor, name)[rows])
        is_legal = actor.likely_logp[rows] > -1e8
        self.tried["is_tried"].copy_(is_legal)
        choice = torch.where(is_legal, self.tried["likely"], self.tried["likely"][:, :1]).reshape(-1).long()
        rows = rows.repeat_interleave(TRIED)
        self.games.action.copy_(games.step_of(choice, actor.hand[rows]))
        self.games.env.copy_from(actor.games.env, rows.cpu().numpy())
        self.is_done.zero_()
        self.has_looked.zero_()
        self.age = 0

    def run(self):
        self.rewards.copy_(self.games.rewards, non_blocking=True)
        self.learners.copy_(self.games.learners, non_blocking=True)
        super().run()
        self.age += 1

    @torch.no_grad()
    def decide(self):
        """The likeliest choice in every game, and what it has come to."""
        with half(self.device):
            logits, value = self.net(self.numbers, self.board)
        choice = self.legal(logits).argmax(1)
        self.action.copy_(games.step_of(choice, self.hand))
        value = seat_logits(value, self.info[:, 3]).softmax(1)[:, 0]
        ended, looks = self.info[:, 2] == 1, self.mask.sum(1) == 1
        won = (self.rewards * (self.learners == 0)).sum(1) + 1 / self.info[:, 4].clamp(min=1)
        begins = (self.numbers[:, TILE_PHASE] == 1) & self.has_looked & ~looks
        self.worth.copy_(torch.where(self.is_done, self.worth, torch.where(ended, won, value)))
        self.is_done |= ended | begins
        self.has_looked |= looks
