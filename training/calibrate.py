"""Calibrates the value head of a trained network on finished games.

In training the network mostly met weaker players, so from what others do it infers that they are weak and overestimates
the player to move. For explanations, win probabilities should assume that everyone plays alike. So players of all kinds
start games, from some moment on the network plays every seat, and the results are the value head's targets. Nothing else
is trained.
"""

import argparse
import time
from pathlib import Path

import torch
from torch.nn import functional as F

import checkpoint
import env
import mergemaker as game
import net as nets
from errors import report_errors

TEMPERATURES = torch.tensor([1.0, 2.0, 4.0, 30.0])
"""Temperatures of the players who start a game."""
LATEST = 300
"""The latest decision from which everyone plays alike."""


class Positions:
    """Positions of games, with their results."""

    def __init__(self, capacity):
        self.numbers = torch.zeros((capacity, game.NUMBERS), dtype=torch.int16)
        self.board = torch.zeros((capacity, 108), dtype=torch.uint8)
        self.players = torch.zeros(capacity, dtype=torch.uint8)
        self.target = torch.zeros((capacity, nets.SEATS))
        self.game = torch.full((capacity,), -1, dtype=torch.int32)
        self.count = 0

    def add(self, source, row):
        """Adds the position in a row of games. Returns its index."""
        index, self.count = self.count, self.count + 1
        self.numbers[index], self.board[index] = source.numbers[row], source.board[row]
        self.players[index] = int(source.info[row, 3])
        return index

    def finish(self, source, row, waiting, number):
        """Sets the targets of positions whose game ended."""
        players = int(source.info[row, 4])
        money = source.money[row, :players]
        won = (money == money.max()).float()
        won /= won.sum()
        for index, viewer in waiting:
            self.target[index, :players] = won.roll(-viewer)
            self.game[index] = number


@torch.no_grad()
def collect(net, args):
    """Plays until there are enough positions."""
    torch.manual_seed(args.seed)
    rows = args.games
    source = env.Games([[0]] * rows, env.parse_tables(env.TABLES), args.env_threads, args.seed)
    positions, waiting = Positions(args.positions), [[] for _ in range(rows)]
    temperatures = TEMPERATURES[torch.randint(len(TEMPERATURES), (rows, nets.SEATS))]
    switch, age = torch.randint(0, LATEST, (rows,)), torch.zeros(rows, dtype=torch.long)
    started, ended = time.time(), 0
    while positions.count < args.positions:
        info = source.info.long()
        for row in (info[:, 2] == 1).nonzero()[:, 0].tolist():
            positions.finish(source, row, waiting[row], ended)
            waiting[row] = []
            ended += 1
            temperatures[row] = TEMPERATURES[torch.randint(len(TEMPERATURES), (nets.SEATS,))]
            switch[row], age[row] = torch.randint(0, LATEST, ()), 0
        viewer, is_alike = info[:, 0], age >= switch
        own = temperatures.gather(1, viewer[:, None])[:, 0]
        temperature = torch.where(is_alike, torch.ones(()), own)
        logits, _ = net(source.numbers.view(torch.bfloat16), source.board)
        logits = logits.masked_fill(env.action_mask(source.mask, source.hand) == 0, -1e9)
        action = (logits / temperature[:, None] - torch.empty_like(logits).exponential_().log()).argmax(1)
        # The first position from which everyone plays alike is the most useful one: it can be of any kind.
        chosen = is_alike & ((age == switch) | (torch.rand(rows) < args.keep))
        for row in chosen.nonzero()[:, 0].tolist():
            if positions.count < args.positions:
                waiting[row].append((positions.add(source, row), int(viewer[row])))
        age += 1
        source.action.copy_(env.step_of(action, source.hand))
        source.step()
    print(f"{positions.count:,} positions of {ended:,} games in {time.time() - started:.0f} s", flush=True)
    return positions


@torch.no_grad()
def features(net, positions, rows):
    """The inputs of the value head."""
    caught = []
    hook = net.value_into.register_forward_pre_hook(lambda _, given: caught.append(given[0].bfloat16()))
    for first in range(0, len(rows), 2048):
        picked = rows[first : first + 2048]
        net(positions.numbers[picked].view(torch.bfloat16), positions.board[picked])
    hook.remove()
    return torch.cat(caught)


def calibrate(net, positions, epochs, learning_rate):
    """Trains the value head, and keeps the weights that do best in games it was not trained on."""
    rows = (positions.game[: positions.count] >= 0).nonzero()[:, 0]
    if (positions.game[rows] // 10).unique().numel() < 2:
        raise SystemExit("too few games ended to learn from: give more --positions")
    is_test = positions.game[rows] % 10 == 0
    inputs, players, target = features(net, positions, rows), positions.players[rows].long(), positions.target[rows]
    parameters = [parameter for layer in (net.value_into, net.value_out) for parameter in layer.parameters()]
    optimizer = torch.optim.AdamW(parameters, lr=learning_rate, weight_decay=0.01)

    def loss(picked):
        value = net.value_out(F.relu(net.value_into(inputs[picked].float())))
        win = F.log_softmax(nets.seat_logits(value, players[picked]), 1).clamp(min=-30)
        return -(target[picked] * win).sum(1)

    def test_loss():
        with torch.no_grad():
            return torch.cat([loss(part) for part in is_test.nonzero()[:, 0].split(8192)]).mean().item()

    train, best = (~is_test).nonzero()[:, 0], (test_loss(), [p.detach().clone() for p in parameters])
    print(f"before: {best[0]:.4f} on {int(is_test.sum()):,} positions of test games", flush=True)
    for epoch in range(epochs):
        for picked in train[torch.randperm(len(train))].split(1024):
            optimizer.zero_grad()
            loss(picked).mean().backward()
            optimizer.step()
        now = test_loss()
        print(f"epoch {epoch + 1}: {now:.4f}", flush=True)
        if now < best[0]:
            best = now, [p.detach().clone() for p in parameters]
    with torch.no_grad():
        for parameter, value in zip(parameters, best[1]):
            parameter.copy_(value)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("nets", type=Path, nargs="+", help="trained networks: the first one plays, all are calibrated")
    parser.add_argument("--positions", type=int, default=600_000, help="positions to collect [600000]")
    parser.add_argument("--games", type=int, default=1024, help="games at once [1024]")
    parser.add_argument("--keep", type=float, default=0.1, help="share of the positions that are kept [0.1]")
    parser.add_argument("--epochs", type=int, default=6, help="passes over the positions [6]")
    parser.add_argument("--learning_rate", type=float, default=3e-4, help="learning rate [0.0003]")
    parser.add_argument("--env_threads", type=int, default=2, help="threads that step the games [2]")
    parser.add_argument("--seed", type=int, default=1, help="seed of all random numbers [1]")
    args = parser.parse_args()
    loaded = [(state, nets.network(state)) for state in map(nets.read, args.nets)]
    positions = collect(loaded[0][1], args)
    for path, (state, net) in zip(args.nets, loaded):
        calibrate(net, positions, args.epochs, args.learning_rate)
        state["net"] = net.state_dict()
        out = (path if path.is_dir() else path.parent) / f"calibrated-{state['size']}.pt"
        checkpoint.write(out, {name: value for name, value in state.items() if name not in ("optimizer", "student")})
        print(out, flush=True)


if __name__ == "__main__":
    report_errors(main)
