"""Plots the learning curves in the log of a run."""

import argparse
import json
import math
from pathlib import Path

from errors import report_errors

WIDTH, HEIGHT, LEFT, TOP, GAP = 760, 170, 64, 34, 62
COLOURS = ["#0b6b64", "#d68a3c", "#4f8fd6", "#b565c9", "#58a55c"]
PANELS = [
    # The second name is the one in logs before November 2026.
    ("Value loss (cross entropy)", ("value_loss", "value")),
    ("Policy entropy", ("entropy", "entropy")),
]


def read_log(path):
    """The lines of a log, without the settings of each start."""
    kept = []
    try:
        lines = [json.loads(line) for line in path.read_text().splitlines() if line.strip()]
    except ValueError:
        raise ValueError(f"{path} is not a training log: choose the log.jsonl of a run") from None
    for line in lines:
        # A run that was killed resumes from its last checkpoint: lines after that describe lost work.
        is_start = "settings" in line
        resumed_at = line["settings"].get("from_decisions", math.inf) if is_start else line["decisions"] - 1
        while kept and kept[-1]["decisions"] > resumed_at:
            kept.pop()
        if not is_start:
            kept.append(line)
    return kept


def win_rates(line):
    """Win rate and number of games by opponent."""
    # Logs before November 2026 have them between the other fields.
    rates = line.get("win_rate") or {name: value for name, value in line.items() if isinstance(value, list)}
    return {name: (rate, games) for name, (rate, games) in rates.items() if name != "self"}


def smooth(values, width):
    """Each value as the mean of its neighbourhood."""
    means = []
    for index in range(len(values)):
        around = values[max(0, index - width) : index + width + 1]
        means.append(sum(around) / len(around))
    return means


def loss_series(lines, names):
    """The decisions at which a field was logged, under either of its names, and its smoothed values."""
    points = [(line["decisions"], line[name]) for line in lines for name in dict.fromkeys(names) if name in line]
    return [decisions for decisions, _ in points], smooth([value for _, value in points], 2)


def win_series(lines, opponent):
    """The decisions at which games against an opponent ended, and the smoothed win rates."""
    points = [(line["decisions"], *win_rates(line).get(opponent, (0, 0))) for line in lines]
    points = [(decisions, rate) for decisions, rate, games in points if games]
    return [decisions for decisions, _ in points], smooth([rate for _, rate in points], 2)


def amount(decisions):
    """A number of decisions for a reader."""
    for unit, name in ((1e9, "billion"), (1e6, "million")):
        if decisions >= unit:
            return f"{decisions / unit:.3g} {name}"
    return f"{decisions:,}"


def panel(top, title, last, series, is_percent):
    """One chart: some series over the decisions of a run."""
    low, high = 0.0, max((max(values) for _, _, values in series), default=0.0) or 1.0
    last = last or 1
    x = lambda decisions: LEFT + (WIDTH - LEFT - 150) * decisions / last
    y = lambda value: top + HEIGHT * (1 - (value - low) / (high - low))
    label = lambda value: f"{100 * value:.0f} %" if is_percent else f"{value:.2g}"
    parts = [f'<text x="{LEFT}" y="{top - 10}" class="title">{title}</text>']
    for step in range(5):
        value = low + (high - low) * step / 4
        parts.append(f'<path d="M{LEFT} {y(value):.1f}H{WIDTH - 150}" class="grid"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y(value) + 4:.1f}" text-anchor="end">{label(value)}</text>')
    for colour, (_, moments, values) in zip(COLOURS, series):
        points = " ".join(f"{x(moment):.1f},{y(value):.1f}" for moment, value in zip(moments, values))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
    ends = sorted(zip((y(values[-1]) for _, _, values in series), COLOURS, (name for name, _, _ in series)))
    place = top - 14.0
    for height, colour, name in ends:
        place = max(height, place + 14)
        parts.append(f'<text x="{WIDTH - 142}" y="{place + 4:.1f}" style="fill:{colour}">{name}</text>')
    parts.append(f'<text x="{LEFT}" y="{top + HEIGHT + 18}">0</text>')
    end = f"{amount(last)} decisions"
    parts.append(f'<text x="{WIDTH - 150}" y="{top + HEIGHT + 18}" text-anchor="end">{end}</text>')
    return parts


def picture(lines):
    """Win rates, value loss and policy entropy as an SVG."""
    # Different starts may have different opponents.
    names = {name: None for line in lines for name in win_rates(line)}
    wins = [(f"against {name}", *win_series(lines, name)) for name in names]
    panels = [("Win rate in training, by opponent (2 to 6 players)", [series for series in wins if series[1]], True)]
    for title, fields in PANELS:
        series = (fields[0].replace("_", " "), *loss_series(lines, fields))
        panels.append((title, [series] if series[1] else [], False))
    parts, top = [], TOP
    for title, series, is_percent in panels:
        parts += panel(top, title, lines[-1]["decisions"], series, is_percent)
        top += HEIGHT + GAP
    style = "text{font:12px system-ui,sans-serif;fill:#5d5f66}.title{font-weight:600;fill:#1d2026}.grid{stroke:#d9d4c7}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top - GAP + 40}" role="img">'
    ground = '<rect width="100%" height="100%" fill="#fffdf8"/>'
    return "\n".join([head, "<title>Learning curves</title>", f"<style>{style}</style>", ground, *parts, "</svg>"]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("log", type=Path, help="the log of a run, such as run/log.jsonl")
    parser.add_argument("out", type=Path, help="the picture to write, such as curves.svg")
    args = parser.parse_args()
    lines = read_log(args.log)
    if not lines:
        raise SystemExit(f"{args.log} has no results yet: train for longer")
    args.out.write_text(picture(lines))
    print(f"{args.out}: {len(lines)} points over {amount(lines[-1]['decisions'])} decisions")


if __name__ == "__main__":
    report_errors(main)
