"""Draws how a network learned: what `train.py` wrote in its log, as a picture."""

import argparse
import json
from pathlib import Path

from plain import plainly

WIDTH, HEIGHT, LEFT, TOP, GAP = 760, 170, 64, 34, 62
SHADES = ["#0b6b64", "#d68a3c", "#4f8fd6", "#b565c9", "#58a55c"]


def lines_of(path):
    """What was told while training; the settings of each start are left out."""
    kept = []
    try:
        lines = [json.loads(line) for line in path.read_text().splitlines() if line.strip()]
    except ValueError:
        raise ValueError(f"{path} is no log of a training: choose the log.jsonl of a run") from None
    for line in lines:
        if "seconds" not in line:
            continue
        # A run that was cut short went on from its last checkpoint: what it had learned since is gone.
        while kept and kept[-1]["seconds"] >= line["seconds"]:
            kept.pop()
        kept.append(line)
    return kept


def smooth(values, width):
    """Each value as the mean of those around it."""
    means = []
    for index in range(len(values)):
        around = values[max(0, index - width) : index + width + 1]
        means.append(sum(around) / len(around))
    return means


def series_of(lines, name, value=lambda told: told):
    """The seconds at which something was told, and its values, smoothed."""
    # Where no game ended there is nothing to tell of.
    told = [line for line in lines if name in line and not (isinstance(line[name], list) and line[name][1] == 0)]
    return [line["seconds"] for line in told], smooth([value(line[name]) for line in told], 2)


def panel(top, title, last, series, percent):
    """One chart: some numbers over the time of training."""
    low, high = 0.0, max((max(values) for _, _, values in series), default=0.0) or 1.0
    last = last or 1.0
    across = lambda time: LEFT + (WIDTH - LEFT - 150) * time / last
    up = lambda value: top + HEIGHT * (1 - (value - low) / (high - low))
    told = lambda value: f"{100 * value:.0f} %" if percent else f"{value:.2g}"
    parts = [f'<text x="{LEFT}" y="{top - 10}" class="title">{title}</text>']
    for step in range(5):
        value = low + (high - low) * step / 4
        parts.append(f'<path d="M{LEFT} {up(value):.1f}H{WIDTH - 150}" class="grid"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{up(value) + 4:.1f}" text-anchor="end">{told(value)}</text>')
    for shade, (_, seconds, values) in zip(SHADES, series):
        points = " ".join(f"{across(time):.1f},{up(value):.1f}" for time, value in zip(seconds, values))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{shade}" stroke-width="2"/>')
    ends = sorted(zip((up(values[-1]) for _, _, values in series), SHADES, (name for name, _, _ in series)))
    place = top - 14.0
    for height, shade, name in ends:
        place = max(height, place + 14)
        parts.append(f'<text x="{WIDTH - 142}" y="{place + 4:.1f}" style="fill:{shade}">{name}</text>')
    parts.append(f'<text x="{LEFT}" y="{top + HEIGHT + 18}">0 s</text>')
    parts.append(f'<text x="{WIDTH - 150}" y="{top + HEIGHT + 18}" text-anchor="end">{last:,.0f} s of training</text>')
    return parts


def picture(lines):
    """What it won, and how sure it was of itself."""
    # Another start may have had others to play against.
    names = {name: None for line in lines for name, value in line.items() if isinstance(value, list) and name != "self"}
    wins = [(f"against {name}", *series_of(lines, name, lambda told: told[0])) for name in names]
    wins = [(name, seconds, shares) for name, seconds, shares in wins if seconds]
    panels = [("Games won while training, by opponent (2 to 6 players)", wins, True)]
    for title, name in (("How wrong it is about who wins (cross entropy)", "value"), ("How open its choices are (entropy)", "entropy")):
        panels.append((title, [(name, *series_of(lines, name))], False))
    parts, top = [], TOP
    for title, series, percent in panels:
        parts += panel(top, title, lines[-1]["seconds"], series, percent)
        top += HEIGHT + GAP
    style = "text{font:12px system-ui,sans-serif;fill:#5d5f66}.title{font-weight:600;fill:#1d2026}.grid{stroke:#d9d4c7}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top - GAP + 40}" role="img">'
    title = "<title>How a network learned</title>"
    ground = '<rect width="100%" height="100%" fill="#fffdf8"/>'
    return "\n".join([head, title, f"<style>{style}</style>", ground, *parts, "</svg>"]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("log", type=Path, help="the log of a run, such as run/log.jsonl")
    parser.add_argument("out", type=Path, help="the picture to write, such as curves.svg")
    args = parser.parse_args()
    lines = lines_of(args.log)
    if not lines:
        raise SystemExit(f"{args.log} tells nothing of a training: train for longer, so that something is told in it")
    args.out.write_text(picture(lines))
    print(f"{args.out}: {len(lines)} moments of {lines[-1]['seconds']:,.0f} s")


if __name__ == "__main__":
    plainly(main)
