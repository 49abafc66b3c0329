"""Teaches the value of a trained network to be fair.

While it learned to play, the network mostly met weaker players, and whoever asked it was itself: from what the others
did it knows how weak they are, and tells chances that are those of a stronger player among them. For explanations
everybody is to be told their chance if all play on alike. So games are begun by players of all kinds, and from some
moment on everybody plays as the network would; what comes of it is what the value is taught. Nothing else is changed.
"""

import argparse
import time
from pathlib import Path

import torch
from torch.nn import functional as F

import env as games
import mergemaker as game
import net as nets
from plain import plainly

HEATS = torch.tensor([1.0, 2.0, 4.0, 30.0])
"""How much is left to chance by those who begin a game."""
LATEST = 300
"""The latest decision at which everybody begins to play alike."""


class Positions:
    """Positions of games, and what came of them."""

    def __init__(self, most):
        self.numbers = torch.zeros((most, game.NUMBERS), dtype=torch.int16)
        self.board = torch.zeros((most, 108), dtype=torch.uint8)
        self.players = torch.zeros(most, dtype=torch.uint8)
        self.target = torch.zeros((most, nets.SEATS))
        self.game = torch.full((most,), -1, dtype=torch.int32)
        self.count = 0


@torch.no_grad()
def collect(net, most, seconds, rows, part, seed):
    """Plays until there are so many positions, or for so long."""
    torch.manual_seed(seed)
    source = games.Games([[0]] * rows, games.tables(), 2, seed)
    kept = Positions(most)
    waiting = [[] for _ in range(rows)]
    heats = HEATS[torch.randint(len(HEATS), (rows, nets.SEATS))]
    switch = torch.randint(0, LATEST, (rows,))
    age = torch.zeros(rows, dtype=torch.long)
    started, ended = time.time(), 0
    while kept.count < most and time.time() - started < seconds:
        info = source.info.long()
        for row in (info[:, 2] == 1).nonzero()[:, 0].tolist():
            players = int(info[row, 4])
            money = source.money[row, :players]
            won = (money == money.max()).float()
            won /= won.sum()
            for index, actor in waiting[row]:
                kept.target[index, :players] = won.roll(-actor)
                kept.game[index] = ended
            waiting[row] = []
            ended += 1
            heats[row] = HEATS[torch.randint(len(HEATS), (nets.SEATS,))]
            switch[row] = torch.randint(0, LATEST, ())
            age[row] = 0
        actor = info[:, 0]
        alike = age >= switch
        heat = torch.where(alike, torch.ones(()), heats.gather(1, actor[:, None])[:, 0])
        logits, _ = net(source.numbers.view(torch.bfloat16), source.board)
        logits = logits.masked_fill(games.choice_mask(source.mask, source.hand) == 0, -1e9)
        choice = (logits / heat[:, None] - torch.empty_like(logits).exponential_().log()).argmax(1)
        # The first position from which all play alike is worth most: it may be of any kind.
        chosen = alike & ((age == switch) | (torch.rand(rows) < part))
        for row in chosen.nonzero()[:, 0].tolist():
            if kept.count < most:
                index = kept.count
                kept.numbers[index], kept.board[index] = source.numbers[row], source.board[row]
                kept.players[index] = int(info[row, 3])
                waiting[row].append((index, int(actor[row])))
                kept.count += 1
        age += 1
        source.action.copy_(games.step_of(choice, source.hand))
        source.step()
    print(f"{kept.count:,} positions of {ended:,} games in {time.time() - started:.0f} s", flush=True)
    return kept


@torch.no_grad()
def features(net, kept, rows):
    """What the value is told from."""
    caught = []
    hook = net.value_into.register_forward_pre_hook(lambda _, given: caught.append(given[0].bfloat16()))
    for first in range(0, len(rows), 2048):
        picked = rows[first : first + 2048]
        net(kept.numbers[picked].view(torch.bfloat16), kept.board[picked])
    hook.remove()
    return torch.cat(caught)


def teach(net, kept, epochs, rate):
    """Teaches the value, and keeps what does best in games it has not seen."""
    rows = (kept.game[: kept.count] >= 0).nonzero()[:, 0]
    if (kept.game[rows] // 10).unique().numel() < 2:
        raise SystemExit("too few games ended to learn from: give more --seconds and --positions")
    is_test = kept.game[rows] % 10 == 0
    seen, players, target = features(net, kept, rows), kept.players[rows].long(), kept.target[rows]
    head = [net.value_into, net.value_out]
    parameters = [parameter for layer in head for parameter in layer.parameters()]
    optimiser = torch.optim.AdamW(parameters, lr=rate, weight_decay=0.01)

    def loss(picked):
        value = net.value_out(F.relu(net.value_into(seen[picked].float())))
        shares = F.log_softmax(nets.seat_logits(value, players[picked]), 1).clamp(min=-30)
        return -(target[picked] * shares).sum(1)

    def tested():
        with torch.no_grad():
            return torch.cat([loss(part) for part in is_test.nonzero()[:, 0].split(8192)]).mean().item()

    train, best = (~is_test).nonzero()[:, 0], (tested(), [p.detach().clone() for p in parameters])
    print(f"before: {best[0]:.4f} in {int(is_test.sum()):,} positions of games not learned from", flush=True)
    for epoch in range(epochs):
        for picked in train[torch.randperm(len(train))].split(1024):
            optimiser.zero_grad()
            loss(picked).mean().backward()
            optimiser.step()
        now = tested()
        print(f"epoch {epoch + 1}: {now:.4f}", flush=True)
        if now < best[0]:
            best = now, [p.detach().clone() for p in parameters]
    with torch.no_grad():
        for parameter, value in zip(parameters, best[1]):
            parameter.copy_(value)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("nets", type=Path, nargs="+", help="trained networks; the first plays, all are taught")
    parser.add_argument("--positions", type=int, default=600_000)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--rows", type=int, default=1024, help="games at once")
    parser.add_argument("--part", type=float, default=0.1, help="which part of the positions is kept")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--rate", type=float, default=3e-4)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    loaded = [(state, nets.of(state)) for state in map(nets.read, args.nets)]
    kept = collect(loaded[0][1], args.positions, args.seconds, args.rows, args.part, args.seed)
    for path, (state, net) in zip(args.nets, loaded):
        teach(net, kept, args.epochs, args.rate)
        state["net"] = net.state_dict()
        out = (path if path.is_dir() else path.parent) / f"fair-{state['size']}.pt"
        torch.save(state, out)
        print(out, flush=True)


if __name__ == "__main__":
    plainly(main)
