"""Advantages and value targets: pure functions of a rollout."""

import torch

from net import SEATS


def outcomes(money, players, win_weight, money_power):
    """Every seat's share of the win, and its reward: that share, mixed with a share of the money. `players` is how many
    played, with a last dimension of 1."""
    money = money.float()
    plays = torch.arange(SEATS, device=money.device) < players
    most = money.masked_fill(~plays, -1).max(-1, keepdim=True)[0]
    win = ((money == most) & plays).float()
    win = win / win.sum(-1, keepdim=True).clamp(min=1)
    share = (money.clamp(min=1).log() * money_power).masked_fill(~plays, -1e9).softmax(-1)
    return win, win_weight * win + (1 - win_weight) * share


def estimate(value, info, is_pause, reward, gae_lambda, turn_lambda):
    """Generalised advantage estimation over each player's own decisions.

    `value` is every player's win probability, the viewer first; it has one step more than the advantages, from which the
    last ones are bootstrapped. `info` is that of the environment, `is_pause` marks the ends of turns, and `reward` is every
    seat's in the games that end at a step. A return bootstraps with λ = `gae_lambda` from the player's next decision, and
    with `turn_lambda` from the pause after it: the value there is estimated before chance and others change the position.

    Returns the advantages, and as value targets every player's return as a share of all, the viewer first.
    """
    steps = len(value) - 1
    seats = torch.arange(SEATS, device=value.device)
    actor, players, ended = info[..., 0:1], info[..., 3:4], info[1:, ..., 2:3] == 1
    # In seat order: what each player's return is, and the value and kind of their next observation.
    returns = value[steps].gather(-1, (seats - actor[steps]) % players[steps]) * (seats < players[steps])
    next_value = returns.clone()
    next_is_pause = torch.zeros_like(returns, dtype=torch.bool)
    advantage = torch.empty(value.shape[:-1], device=value.device)[:steps]
    target = torch.empty_like(value[:steps])
    for step in range(steps - 1, -1, -1):
        returns = torch.where(ended[step], reward[step], returns)
        next_value = torch.where(ended[step], reward[step], next_value)
        next_is_pause = next_is_pause & ~ended[step]
        viewer, current = actor[step], value[step][..., :1]
        lambda_ = torch.where(next_is_pause.gather(-1, viewer), turn_lambda, gae_lambda)
        own = (1 - lambda_) * next_value.gather(-1, viewer) + lambda_ * returns.gather(-1, viewer)
        returns = returns.scatter(-1, viewer, own)
        next_value = next_value.scatter(-1, viewer, current)
        next_is_pause = next_is_pause.scatter(-1, viewer, is_pause[step])
        advantage[step] = (own - current)[..., 0]
        relative = returns.gather(-1, (viewer + seats) % players[step]) * (seats < players[step])
        target[step] = relative / relative.sum(-1, keepdim=True).clamp(min=1e-6)
    return advantage, target


def normalise(advantage, rows):
    """Scales advantages to mean 0 and deviation 1 over some rows, in place."""
    own = advantage.view(-1)[rows]
    advantage.sub_(own.mean()).div_(own.std() + 1e-8)


def learner_rows(info, steps):
    """The rows of a rollout in which the learner decided, counted over steps, groups and games."""
    return (info[:steps, ..., 1].reshape(-1) == 0).nonzero()[:, 0]
