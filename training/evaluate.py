"""Lets a network play against bots, or against frozen networks, and counts who wins.

Everybody is seated by chance; the network is one player, and all others are the same opponent. `mergemaker arena`
measures better, with every deal played in all rotations; this is for checkpoints that are not exported yet.
"""

import argparse
import math
from pathlib import Path

import torch

import env as games
import net as nets
from plain import plainly


def load(path, device):
    """The networks of a training run or of a file: the one it came to, or all the past selves in `snapshots.pt`."""
    states = nets.read(path, device)
    if states == []:
        raise SystemExit(f"{path} holds no network: train for longer, or choose a lower --snapshot")
    return [nets.of(state).to(device) for state in (states if isinstance(states, list) else [states])]


@torch.no_grad()
def play(players, opponent, table, count, threads, seed, heat, device="cpu"):
    """The part of the victories that the first network has in so many games."""
    lineup = [0, 1 if len(players) > 1 else opponent]
    rows = games.Games([lineup] * min(count, 512), [table], threads, seed)
    won, ended = 0.0, 0
    while ended < count:
        numbers, board = rows.numbers.view(torch.bfloat16).to(device), rows.board.to(device)
        logits = players[0](numbers, board)[0].cpu()
        if len(players) > 1:
            is_other = rows.info[:, 1:2] == 1
            logits = torch.where(is_other, players[1](numbers, board)[0].cpu(), logits)
        logits = logits.masked_fill(games.choice_mask(rows.mask, rows.hand) == 0, -1e9)
        if heat:
            logits = logits / heat - torch.empty_like(logits).exponential_().log()
        rows.action.copy_(games.step_of(logits.argmax(1), rows.hand))
        rows.step()
        over = rows.info[:, 2] == 1
        if over.any():
            # A reward is the part of the victory, less an even part.
            part = rows.rewards[over] + 1 / rows.info[over, 4:5].float()
            won += (part * (rows.learners[over] == 0)).sum().item()
            ended += int(over.sum())
    return won / ended, ended


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("net", type=Path, help="the folder of a training run, or a file with weights")
    parser.add_argument("--against", default="steady", help="a bot, or the path of other networks [steady]")
    parser.add_argument("--table", action="append", help="where to play, such as renegade:4; may be given often")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--heat", type=float, default=0.0, help="how much both leave to chance [0]")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if args.games < 1:
        parser.error(f"{args.games} games tell nothing: give at least one")
    if args.seed < 0 or not 0 <= args.heat < math.inf:
        parser.error(f"--seed {args.seed} and --heat {args.heat}: give at least 0")
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(args.seed)
    net = load(args.net, device)[-1]
    opponents = [(args.against, [net])]
    if Path(args.against).exists():
        others = load(Path(args.against), device)
        name = lambda number: args.against if len(others) == 1 else f"{args.against}, {number} of {len(others)}"
        opponents = [(name(number), [net, other]) for number, other in enumerate(others, 1)]
    for table in args.table or ["renegade:4"]:
        preset, _, count = table.partition(":")
        if not count.isdigit():
            parser.error(f"{table} is no table: give rules and players, such as renegade:4")
        table = (preset, int(count))
        for name, players in opponents:
            share, ended = play(players, args.against, table, args.games, args.threads, args.seed, args.heat, device)
            off = 1.96 * math.sqrt(share * (1 - share) / ended)
            shares = f"{100 * share:.1f} % ± {100 * off:.1f} of {ended} games (par {100 / int(count):.0f}, seed {args.seed})"
            print(f"{preset} {count}, against {name}: {shares}", flush=True)


if __name__ == "__main__":
    plainly(main)
