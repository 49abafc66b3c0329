"""Writes a trained network as the file that the bots read, and stores what it says in some cases.

Weights become 8-bit integers with a scale for each output: no loss of strength was measured.
"""

import argparse
import hashlib
import json
from pathlib import Path

import torch
from safetensors.torch import save_file

import env as games
import mergemaker as game
import net as nets
from curves import lines_of
from plain import plainly


def quantised(weight):
    """Integers, and what one of them means in each row."""
    scale = weight.abs().amax(1).clamp(min=1e-8) / 127
    return (weight / scale[:, None]).round().clamp(-127, 127).to(torch.int8), scale


def tensors_of(state):
    """The tensors of the file. Weights lie by input."""
    tensors = {}
    for name, value in state.items():
        value, layer = value.float().cpu(), name.removesuffix(".weight")
        if name.endswith(".weight") and value.dim() == 2:
            weight, scale = quantised(value)
            tensors[name] = weight.T
            tensors[layer + ".scale"] = scale
            if layer + ".bias" not in state:
                tensors[layer + ".bias"] = torch.zeros(len(scale))
        else:
            tensors[name] = value
    return {name: tensors[name].contiguous() for name in sorted(tensors)}


def write(path, tensors, told):
    """The file, with the checksum of its numbers."""
    save_file(tensors, path)
    data = path.read_bytes()
    told = told | dict(sha256=hashlib.sha256(data[8 + int.from_bytes(data[:8], "little") :]).hexdigest())
    save_file(tensors, path, metadata={name: str(value) for name, value in sorted(told.items())})


@torch.no_grad()
def cases(net, count, seed):
    """Observations from games at all tables, and what the network says to them."""
    rows = games.Games([[0]] * count, games.tables(), 2, seed)
    generator = torch.Generator().manual_seed(seed)
    for _ in range(120):
        numbers = rows.numbers.view(torch.bfloat16).float()
        logits, _ = net(numbers, rows.board)
        mask = games.choice_mask(rows.mask, rows.hand)
        chances = logits.masked_fill(mask == 0, -1e9).softmax(1)
        # Every game has come to another moment.
        choice = torch.multinomial(chances, 1, generator=generator)[:, 0]
        kept = rows.numbers.view(torch.bfloat16).clone(), rows.board.clone()
        rows.action.copy_(games.step_of(choice, rows.hand))
        rows.step()
    logits, value = net(kept[0].float(), kept[1])
    return dict(numbers=kept[0], board=kept[1], choices=logits, values=value)


def log_of(path):
    """What the log of a run told, each hundred seconds."""
    told, last = [], -100.0
    for line in lines_of(path):
        if line["seconds"] - last >= 100:
            last = line["seconds"]
            told.append({name: value for name, value in line.items() if name not in ("spent", "per_second", "norm", "clipped", "policy", "forks", "ahead")})
    return told


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run", type=Path, help="the folder of a training run, or a file with weights")
    parser.add_argument("out", type=Path, help="the file to write, such as crates/bots/nets/big.safetensors")
    parser.add_argument("--cases", type=Path, help="where to write what it says in some cases")
    args = parser.parse_args()
    state = nets.read(args.run)
    if isinstance(state, list):
        raise SystemExit(f"{args.run} holds several networks: choose the folder of a run, or a file with one")
    weights = state.get("net", state)
    told = {name: state[name] for name in ("decisions", "seconds") if name in state}
    told |= dict(name=args.out.stem, size=nets.size_of(weights), observation=state.get("observation", game.OBSERVATION_VERSION))
    if "arguments" in state:
        # Where files were kept is nobody's business.
        paths = ("out", "start", "student_start")
        told["arguments"] = json.dumps({name: value for name, value in state["arguments"].items() if name not in paths})
    log = (args.run if args.run.is_dir() else args.run.parent) / "log.jsonl"
    if log.exists():
        told["log"] = json.dumps(log_of(log))
    args.out.parent.mkdir(parents=True, exist_ok=True)
    write(args.out, tensors_of(weights), told)
    print(f"{args.out}: {args.out.stat().st_size:,} bytes")
    if args.cases:
        save_file(cases(nets.of(nets.read(args.out)), 48, 7), args.cases)


if __name__ == "__main__":
    plainly(main)
