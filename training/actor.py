"""A group of games, and the policy's decisions in them."""

import torch
from torch.nn import functional as F

import mergemaker as game
from device import record_graph
from env import Games, action_mask, parse_tables, step_of
from net import SEATS, seat_logits

CANDIDATES = 3
"""Likeliest actions of a decision that a fork compares."""


def has_pauses(settings):
    """Whether the end of a turn is observed: advantages with a λ of 1 ignore its value, and then it costs only time."""
    return settings.turn_lambda < 1 or settings.forks > 0


class Actor:
    """A group of games and the policy's decisions in them. `frozen` lists networks with the rows in which they play the
    seats of learner 1."""

    def __init__(self, settings, lineups, policy, frozen, seed, device):
        tables = parse_tables(settings.tables)
        self.games = Games(lineups, tables, settings.env_threads, seed, pauses=has_pauses(settings))
        self.policy, self.frozen = policy, frozen
        rows = len(lineups)
        make = lambda shape, dtype: torch.zeros((rows, *shape), dtype=dtype, device=device.name)
        self.numbers = make((game.NUMBERS,), torch.bfloat16)
        self.board, self.hand = make((108,), torch.uint8), make((6,), torch.uint8)
        self.steps, self.info = make((game.STEPS,), torch.uint8), make((5,), torch.uint8)
        self.mask = make((game.CHOICES,), torch.uint8)
        # The action is the policy's, the step the engine's.
        self.action, self.step = make((), torch.uint8), make((), torch.uint8)
        self.log_prob, self.value = make((), torch.float32), make((SEATS,), torch.float32)
        self.candidates = make((CANDIDATES,), torch.uint8)
        self.candidate_log_prob = make((CANDIDATES,), torch.float32)
        self.device, self.graph = device, None

    @torch.no_grad()
    def decide(self):
        """Samples an action in every game; frozen networks choose in their seats."""
        with self.device.autocast():
            logits, value = self.policy(self.numbers, self.board)
            for network, first, last in self.frozen:
                other, _ = network(self.numbers[first:last], self.board[first:last])
                is_other = self.info[first:last, 1:2] == 1
                chosen = torch.where(is_other, other, logits[first:last])
                logits = torch.cat([logits[:first], chosen, logits[last:]])
        log_probs = F.log_softmax(self.legal(logits), 1)
        action = (log_probs.exp() / torch.empty_like(log_probs).exponential_()).argmax(1)
        self.action.copy_(action)
        self.step.copy_(step_of(action, self.hand))
        self.log_prob.copy_(log_probs.gather(1, action[:, None])[:, 0])
        self.value.copy_(seat_logits(value, self.info[:, 3]).softmax(1))
        best = log_probs.topk(CANDIDATES, 1)
        self.candidates.copy_(best.indices)
        self.candidate_log_prob.copy_(best.values)

    def legal(self, logits):
        """The logits, with those of illegal actions far below."""
        self.mask.copy_(action_mask(self.steps, self.hand))
        return logits.masked_fill(self.mask == 0, -1e9)

    def run(self):
        """Decides in every game and passes the steps to the games."""
        source = self.games
        self.numbers.view(torch.int16).copy_(source.numbers, non_blocking=True)
        for own, given in (
            (self.board, source.board),
            (self.hand, source.hand),
            (self.steps, source.mask),
            (self.info, source.info),
        ):
            own.copy_(given, non_blocking=True)
        if self.device.is_cuda:
            self.graph = self.graph or record_graph(self.decide)
            self.graph.replay()
        else:
            self.decide()
        source.action.copy_(self.step, non_blocking=True)
