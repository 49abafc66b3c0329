"""Exports a network as the file that the bots read, and its outputs in sample positions for the tests.

Weights become 8-bit integers with one scale per output: no loss of strength was measured.
"""

import argparse
import hashlib
import json
from pathlib import Path

import torch
from safetensors.torch import save_file

import env
import mergemaker as game
import net as nets
from curves import read_log
from errors import report_errors

LOG_LINES = 75
"""Lines of the run's log that the file holds, evenly spaced."""
UNPUBLISHED = {"spent", "time_share", "per_second", "decisions_per_second", "norm", "gradient_norm", "clipped"}
UNPUBLISHED |= {"clip_fraction", "policy", "policy_loss", "forks", "fork_loss", "ahead", "fork_advantage"}
"""Fields of the log, with their older names, that the file leaves out."""


def quantise(weight):
    """8-bit integers, and the value of 1 in each row."""
    scale = weight.abs().amax(1).clamp(min=1e-8) / 127
    return (weight / scale[:, None]).round().clamp(-127, 127).to(torch.int8), scale


def tensors_of(state):
    """The tensors of the file. Weights are ordered by input."""
    tensors = {}
    for name, value in state.items():
        value, layer = value.float().cpu(), name.removesuffix(".weight")
        if name.endswith(".weight") and value.dim() == 2:
            weight, scale = quantise(value)
            tensors[name] = weight.T
            tensors[layer + ".scale"] = scale
            if layer + ".bias" not in state:
                tensors[layer + ".bias"] = torch.zeros(len(scale))
        else:
            tensors[name] = value
    return {name: tensors[name].contiguous() for name in sorted(tensors)}


def write(path, tensors, metadata):
    """Writes the file with a checksum of its tensors."""
    save_file(tensors, path)
    data = path.read_bytes()
    metadata = metadata | dict(sha256=hashlib.sha256(data[8 + int.from_bytes(data[:8], "little") :]).hexdigest())
    save_file(tensors, path, metadata={name: str(value) for name, value in sorted(metadata.items())})


@torch.no_grad()
def cases(net, count, seed):
    """Observations from games at all tables, with the network's outputs."""
    rows = env.Games([[0]] * count, env.parse_tables(env.TABLES), 2, seed)
    generator = torch.Generator().manual_seed(seed)
    for _ in range(120):
        numbers = rows.numbers.view(torch.bfloat16).float()
        logits, _ = net(numbers, rows.board)
        mask = env.action_mask(rows.mask, rows.hand)
        policy = logits.masked_fill(mask == 0, -1e9).softmax(1)
        # Sampled, so that every game is at another moment.
        action = torch.multinomial(policy, 1, generator=generator)[:, 0]
        kept = rows.numbers.view(torch.bfloat16).clone(), rows.board.clone()
        rows.action.copy_(env.step_of(action, rows.hand))
        rows.step()
    logits, value = net(kept[0].float(), kept[1])
    return dict(numbers=kept[0], board=kept[1], choices=logits, values=value)


def summary_of(path):
    """The lines of a run's log that the file holds."""
    lines, kept = read_log(path), []
    step = lines[-1]["decisions"] / LOG_LINES if lines else 0
    for line in lines:
        if line["decisions"] >= step * len(kept):
            kept.append({name: value for name, value in line.items() if name not in UNPUBLISHED})
    return kept


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run", type=Path, help="the folder of a run, or a file with a network")
    parser.add_argument("out", type=Path, help="the file to write, such as crates/bots/nets/big.safetensors")
    parser.add_argument("--cases", type=Path, help="where to write the network's outputs in sample positions")
    args = parser.parse_args()
    state = nets.read(args.run)
    weights = state.get("net", state)
    metadata = {name: state[name] for name in ("decisions", "seconds") if name in state}
    metadata |= dict(name=args.out.stem, size=nets.size_of(weights), observation=state.get("observation", game.OBSERVATION_VERSION))
    if "arguments" in state:
        # The paths on the machine that trained are private.
        paths = ("out", "start", "student_start", "league")
        metadata["arguments"] = json.dumps({name: value for name, value in state["arguments"].items() if name not in paths})
    log = (args.run if args.run.is_dir() else args.run.parent) / "log.jsonl"
    if log.exists():
        metadata["log"] = json.dumps(summary_of(log))
    args.out.parent.mkdir(parents=True, exist_ok=True)
    write(args.out, tensors_of(weights), metadata)
    print(f"{args.out}: {args.out.stat().st_size:,} bytes")
    if args.cases:
        save_file(cases(nets.network(nets.read(args.out)), 48, 7), args.cases)


if __name__ == "__main__":
    report_errors(main)
