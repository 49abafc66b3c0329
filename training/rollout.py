"""Rollouts: the decisions of all games over some steps, and the games that they come from."""

import copy
from concurrent.futures import ThreadPoolExecutor

import torch

import mergemaker as game
import opponents
from actor import Actor
from forks import ForkBuffer, Forks
from net import SEATS
from settings import GROUPS, opponent_rows, seed_of


class Rollout:
    """The decisions of one rollout, by step, group and game; the last step bootstraps the values and starts the next
    rollout."""

    def __init__(self, settings, device):
        shape = (settings.steps + 1, GROUPS, settings.games)
        make = lambda width, dtype: torch.zeros((*shape, *width), dtype=dtype, device=device.name)
        self.steps = settings.steps
        self.fields = dict(
            numbers=make((game.NUMBERS,), torch.bfloat16),
            board=make((108,), torch.uint8),
            mask=make((game.CHOICES,), torch.uint8),
            info=make((5,), torch.uint8),
            action=make((), torch.uint8),
            log_prob=make((), torch.float32),
            value=make((SEATS,), torch.float32),
        )
        self.money, self.learners = make((SEATS,), torch.int32), make((SEATS,), torch.uint8)
        self.forks = ForkBuffer(GROUPS * ForkBuffer.capacity(settings.forks, settings.steps), device)

    def continue_from(self, previous):
        """Starts with the last step of the rollout before, which may be this one."""
        for own, other in zip(self.tensors(), previous.tensors()):
            own[0].copy_(other[self.steps])

    def tensors(self):
        """All tensors, by step."""
        return *self.fields.values(), self.money, self.learners

    def store(self, step, group, actor):
        """Stores the observations and actions of a group at a step."""
        for name, field in self.fields.items():
            field[step, group].copy_(getattr(actor, name))
        self.money[step, group].copy_(actor.games.money, non_blocking=True)
        self.learners[step, group].copy_(actor.games.learners, non_blocking=True)


class Collector:
    """The games of a run, played by a copy of its policy."""

    def __init__(self, settings, network, starts, device, stop):
        self.device, self.stop = device, stop
        self.policy = copy.deepcopy(network)
        self.rows = opponent_rows(settings)
        lineups = opponents.lineups(self.rows)
        self.frozen = [
            {name: copy.deepcopy(network) for name in opponents.FROZEN if name in self.rows} for _ in range(GROUPS)
        ]
        self.actors, self.forks = [], []
        for group, frozen in enumerate(self.frozen):
            ranges = [(network, *self.rows[name]) for name, network in frozen.items()]
            ranges = [(network, first, last) for network, first, last in ranges if last > first]
            seed = seed_of(settings, starts, group)
            self.actors.append(Actor(settings, lineups, self.policy, ranges, seed, device))
            self.forks += [Forks(settings, self.policy, seed, device)] if settings.forks else []
        self.steppers = ThreadPoolExecutor(2 * GROUPS)
        self.waiting = [None] * GROUPS
        self.stream = torch.cuda.Stream(priority=-1) if device.is_cuda else None

    def update(self, network):
        """Plays with other weights."""
        self.policy.load_state_dict(network.state_dict())

    def draw_opponents(self, pool):
        """Draws frozen networks for each group."""
        for frozen in self.frozen:
            for name, network in frozen.items():
                weights = pool.draw(name)
                if weights:
                    network.load_state_dict(weights)

    def collect(self, rollout, previous):
        """Plays one rollout, from where the previous one ended. Returns whether it is complete: False if stopped."""
        if previous:
            rollout.continue_from(previous)
        rollout.forks.count = 0
        for step in range(1 if previous else 0, rollout.steps + 1):
            for group, actor in enumerate(self.actors):
                if self.stop.is_set():
                    return False
                self.collect_step(rollout, step, group, actor)
        return True

    def collect_step(self, rollout, step, group, actor):
        """Decides once in the games of a group, and has them stepped while the other group is on the device."""
        if self.waiting[group] is not None:
            self.waiting[group].result()
        actor.run()
        rollout.store(step, group, actor)
        self.device.synchronize_stream()
        forks = self.forks[group] if self.forks else None
        if forks and forks.is_complete():
            forks.store(rollout.forks)
            forks.begin(actor, *self.rows["steady"])
        self.waiting[group] = self.steppers.submit(actor.games.step)
        if forks:
            forks.advance(self.steppers)

    def collect_beside(self, rollout, previous):
        """The same on a stream of its own, during an update."""
        if not self.device.is_cuda:
            return self.collect(rollout, previous)
        with torch.cuda.stream(self.stream):
            return self.collect(rollout, previous)

    def close(self):
        """Waits for the games."""
        for waiting in [*self.waiting, *(forks.waiting for forks in self.forks)]:
            if waiting is not None:
                waiting.result()
        self.steppers.shutdown()
