"""The losses: pure functions of a network's outputs and a minibatch."""

import torch
from torch.nn import functional as F

from net import seat_logits

FORK_TEMPERATURE = 2.0
"""Temperature of the policy on forks, so that less likely actions learn as well."""
MIN_LOG_PROB = -30
"""Log probabilities are clamped here: those of illegal actions are far below, and would turn 0 · log 0 into no number."""


def log_probs(logits, mask):
    """Log probabilities of the legal actions."""
    return F.log_softmax(logits.masked_fill(mask == 0, -1e9), 1)


def win_log_probs(value, players):
    """Log probabilities of winning, the viewer first."""
    return F.log_softmax(seat_logits(value, players), 1).clamp(min=MIN_LOG_PROB)


def ppo(policy, win, batch, clip, entropy_bonus):
    """Proximal policy optimisation on log probabilities of actions and of winning: the loss, and its parts for the log
    (policy loss, value loss, entropy, share of clipped actions)."""
    chosen = policy.gather(1, batch["action"].long()[:, None])[:, 0]
    ratio, advantage = (chosen - batch["log_prob"]).exp(), batch["advantage"]
    policy_loss = -torch.min(ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage).mean()
    entropy = -(policy.exp() * policy.clamp(min=MIN_LOG_PROB)).sum(1).mean()
    value_loss = -(batch["target"] * win).sum(1).mean()
    clipped = ((ratio - 1).abs() > clip).float().mean()
    return policy_loss + value_loss - entropy_bonus * entropy, [policy_loss, value_loss, entropy, clipped]


def forks(logits, batch):
    """Expected advantage of the candidate actions, negated: the policy is trained towards those above their mean."""
    candidates = logits.gather(1, batch["candidates"].long()) / FORK_TEMPERATURE
    policy = candidates.masked_fill(~batch["is_compared"], -1e9).softmax(1)
    return -(policy * batch["advantage"]).sum(1).mean()


def distillation(teacher, student):
    """Divergence of the student's log probabilities from the teacher's, over pairs such as policy and win."""
    return sum(
        (theirs.exp() * (theirs.clamp(min=MIN_LOG_PROB) - own.clamp(min=MIN_LOG_PROB))).sum(1).mean()
        for theirs, own in zip(teacher, student)
    )
