"""The learner: a network and its student, their optimizers, and updates from minibatches."""

import copy

import torch

import loss
import net as nets
from device import record_graph
from forks import ForkBuffer
from net import SEATS

STUDENT_RATE = 4
"""Learning rate of the student over the teacher's: its targets have less noise."""
FORK_SHARE = 16
"""Decisions of a minibatch per forked decision: about the ratio in a rollout."""
MAX_GRADIENT = 0.5
LOSSES = ("policy_loss", "value_loss", "entropy", "clip_fraction", "fork_loss", "gradient_norm")


class Learner:
    """A network, the student that is distilled from it, and what an update needs. All tensors stay in place, as CUDA graphs
    require."""

    def __init__(self, settings, device):
        self.settings, self.device = settings, device
        self.net = nets.make(settings.size).to(device.name)
        self.student = nets.make(settings.student).to(device.name) if settings.student else None
        scalar = lambda value: torch.tensor(float(value), device=device.name)
        self.rate, self.student_rate = scalar(settings.learning_rate), scalar(settings.learning_rate)
        self.entropy_bonus, self.policy_weight = scalar(settings.entropy_bonus), scalar(1)
        self.optimizer = make_optimizer(self.net, self.rate, device)
        self.student_optimizer = make_optimizer(self.student, self.student_rate, device) if self.student else None
        self.batch, self.fork_batch = {}, {}
        self.losses, self.updates = torch.zeros(len(LOSSES), device=device.name), 0
        self.graph = None

    def set_schedule(self, now):
        """Sets the values that change over a run."""
        self.rate.fill_(now.learning_rate)
        self.student_rate.fill_(now.learning_rate * STUDENT_RATE)
        self.entropy_bonus.fill_(now.entropy_bonus)
        self.policy_weight.fill_(now.policy_weight)

    def learn(self, rollout, rows, advantage, target):
        """Learns from rows of a rollout in several epochs. Yields after each minibatch the part of the work done."""
        flat = lambda field: field[: rollout.steps].reshape(-1, *field.shape[3:])
        sources = {name: flat(field) for name, field in rollout.fields.items() if name != "value"}
        sources |= dict(advantage=advantage.view(-1), target=target.view(-1, SEATS))
        size, epochs = self.settings.minibatch, self.settings.epochs
        if len(rows) < size:
            raise SystemExit(f"the learner decided {len(rows):,} times in a rollout: choose a smaller --minibatch")
        self.make_batches(sources)
        total, done = epochs * (len(rows) // size), 0
        for _ in range(epochs):
            order = rows[torch.randperm(len(rows), device=self.device.name)]
            for first in range(0, len(order) - size + 1, size):
                picked = order[first : first + size]
                for name, source in sources.items():
                    torch.index_select(source, 0, picked, out=self.batch[name])
                if self.settings.forks:
                    rollout.forks.sample(self.fork_batch)
                self.run()
                done += 1
                yield done / total

    def make_batches(self, sources):
        """Allocates the minibatch, once."""
        if self.batch:
            return
        size, device = self.settings.minibatch, self.device
        for name, source in sources.items():
            self.batch[name] = torch.zeros((size, *source.shape[1:]), dtype=source.dtype, device=device.name)
        self.fork_batch = ForkBuffer(max(1, size // FORK_SHARE), device).fields

    def run(self):
        """Runs an update, on a CUDA device as a graph."""
        if self.device.is_cuda:
            self.graph = self.graph or self.record()
            self.graph.replay()
        else:
            self.update()
        self.updates += 1

    def update(self):
        """Makes one step of the optimizers on the minibatch."""
        total, parts = self.total_loss()
        for _, optimizer in self.pairs():
            optimizer.zero_grad(set_to_none=False)
        total.backward()
        for name, parameter in self.net.named_parameters():
            if not name.startswith("value_"):
                parameter.grad.mul_(self.policy_weight)
        norms = [torch.nn.utils.clip_grad_norm_(net.parameters(), MAX_GRADIENT) for net, _ in self.pairs()]
        for _, optimizer in self.pairs():
            optimizer.step()
        with torch.no_grad():
            self.losses += torch.cat([parts, norms[0][None]])

    def total_loss(self):
        """The loss of the minibatch, and its parts for the log."""
        batch, settings = self.batch, self.settings
        policy, win = self.evaluate(self.net)
        total, parts = loss.ppo(policy, win, batch, settings.clip, self.entropy_bonus)
        fork_loss = torch.zeros_like(total)
        if settings.forks:
            with self.device.autocast():
                logits, _ = self.net(self.fork_batch["numbers"], self.fork_batch["board"])
            fork_loss = loss.forks(logits, self.fork_batch)
            total = total + settings.fork_weight * fork_loss
        if self.student:
            student = self.evaluate(self.student)
            total = total + loss.distillation((policy.detach(), win.detach()), student)
        return total, torch.stack([*parts, fork_loss])

    def evaluate(self, network):
        """A network's log probabilities of actions and of winning in the minibatch."""
        batch = self.batch
        with self.device.autocast():
            logits, value = network(batch["numbers"], batch["board"])
        return loss.log_probs(logits, batch["mask"]), loss.win_log_probs(value, batch["info"][:, 3])

    def pairs(self):
        """The networks with their optimizers."""
        return [(self.net, self.optimizer)] + ([(self.student, self.student_optimizer)] if self.student else [])

    def record(self):
        """Records an update as a graph."""
        # Recording makes updates of its own, which are undone.
        before = [copy.deepcopy((net.state_dict(), optimizer.state_dict())) for net, optimizer in self.pairs()]
        graph = record_graph(self.update)
        with torch.no_grad():
            for (net, optimizer), (weights, state) in zip(self.pairs(), before):
                for name, value in net.state_dict().items():
                    value.copy_(weights[name])
                for index, parameter in enumerate(net.parameters()):
                    for name, value in optimizer.state[parameter].items():
                        value.copy_(state["state"][index][name]) if state["state"] else value.zero_()
            self.losses.zero_()
        return graph

    def take_losses(self):
        """The mean losses since the last time, by name."""
        means = (self.losses / max(1, self.updates)).tolist()
        self.losses.zero_()
        self.updates = 0
        return dict(zip(LOSSES, means))


def make_optimizer(network, rate, device):
    """Adam, with a learning rate that can be changed from outside."""
    for parameter in network.parameters():
        parameter.grad = torch.zeros_like(parameter)
    settings = dict(lr=rate, eps=1e-5, betas=(0.9, 0.99), capturable=device.is_cuda, foreach=device.is_cuda)
    return torch.optim.Adam(network.parameters(), **settings)
