"""Plays a network against bots or frozen networks, and reports how often it wins.

The network is one player, all others are the same opponent, and everyone is seated at random. `mergemaker arena` is more
precise, since it plays every deal in all rotations; this script is for checkpoints that are not exported yet.
"""

import argparse
import math
from pathlib import Path

import torch

import device as devices
import env
import net as nets
from errors import report_errors


@torch.no_grad()
def play(networks, opponent, table, count, threads, seed, temperature, device):
    """The first network's share of the wins, and the number of games, at least `count`."""
    lineup = [0, 1 if len(networks) > 1 else opponent]
    rows = env.Games([lineup] * min(count, 512), [table], threads, seed)
    won, ended = 0.0, 0
    while ended < count:
        numbers, board = rows.numbers.view(torch.bfloat16).to(device.name), rows.board.to(device.name)
        logits = networks[0](numbers, board)[0].cpu()
        if len(networks) > 1:
            is_other = rows.info[:, 1:2] == 1
            logits = torch.where(is_other, networks[1](numbers, board)[0].cpu(), logits)
        logits = logits.masked_fill(env.action_mask(rows.mask, rows.hand) == 0, -1e9)
        if temperature:
            logits = logits / temperature - torch.empty_like(logits).exponential_().log()
        rows.action.copy_(env.step_of(logits.argmax(1), rows.hand))
        rows.step()
        over = rows.info[:, 2] == 1
        if over.any():
            # A reward is the share of the win minus an even share.
            share = rows.rewards[over] + 1 / rows.info[over, 4:5].float()
            won += (share * (rows.learners[over] == 0)).sum().item()
            ended += int(over.sum())
    return won / ended, ended


def add_settings(parser):
    """Adds the settings to a parser."""
    parser.add_argument("net", type=Path, help="the folder of a run, or a file with a network")
    parser.add_argument("--against", default="steady", help="a bot, or a file or folder with networks [steady]")
    parser.add_argument("--table", action="append", help="a table such as renegade:4; can be repeated [renegade:4]")
    parser.add_argument("--games", type=int, default=2000, help="games at each table [2000]")
    parser.add_argument("--temperature", type=float, default=0.0, help="temperature of both policies; 0: the best action [0]")
    parser.add_argument("--env_threads", type=int, default=2, help="threads that step the games [2]")
    parser.add_argument("--torch_threads", type=int, default=0, help="threads of PyTorch; 0: its own choice [0]")
    parser.add_argument("--seed", type=int, default=1, help="seed of all random numbers [1]")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add_settings(parser)
    args = parser.parse_args()
    if args.games < 1:
        parser.error(f"--games {args.games}: give at least 1")
    if args.seed < 0 or not 0 <= args.temperature < math.inf:
        parser.error(f"--seed {args.seed}, --temperature {args.temperature}: give at least 0")
    device = devices.choose(threads=args.torch_threads)
    torch.manual_seed(args.seed)
    load = lambda state: nets.network(state).to(device.name)
    net = load(nets.read(args.net, device.name))
    opponents = [(args.against, [net])]
    if Path(args.against).exists():
        others = nets.read_all(Path(args.against), device.name)
        opponents = [(name, [net, load(other)]) for name, other in others.items()]
    for text in args.table or ["renegade:4"]:
        try:
            table = env.parse_tables(text)[0]
        except ValueError as error:
            parser.error(f"--table: {error}")
        for name, networks in opponents:
            share, ended = play(
                networks, args.against, table, args.games, args.env_threads, args.seed, args.temperature, device
            )
            error = 1.96 * math.sqrt(share * (1 - share) / ended)
            result = f"{100 * share:.1f} % ± {100 * error:.1f} of {ended} games"
            print(f"{text} against {name}: {result} (par {100 / table[1]:.0f} %, seed {args.seed})", flush=True)


if __name__ == "__main__":
    report_errors(main)
