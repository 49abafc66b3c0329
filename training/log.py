"""The log of a run: one JSON object per line."""

import json
import math
import time

import torch

from checkpoint import NOT_FINITE

MAX_INTERVAL = 20.0
"""Seconds between two lines, once a start is some minutes old."""


class Log:
    """Counts between two lines of the log: where the time went, and wins by opponent."""

    def __init__(self, path, rows, progress, device):
        self.file = path.open("a")
        self.started = self.last = time.time()
        self.seconds, self.decisions = progress.seconds, progress.decisions
        self.spent = dict.fromkeys(("rollout", "advantage", "update"), 0.0)
        self.wins = {name: torch.zeros(2, device=device.name) for name in rows}

    def clock(self):
        """Seconds that the run has taken, over all its starts."""
        return round(self.seconds + time.time() - self.started, 1)

    def is_due(self):
        """Whether it is time for another line: often at first."""
        now = time.time()
        return now - self.last > min(MAX_INTERVAL, 3 + (now - self.started) / 10)

    def spend(self, name, since):
        """Adds the time since a moment to one of the phases. Returns the moment at which the next one starts."""
        now = time.time()
        self.spent[name] += now - since
        return now

    def report(self, progress, now, losses, fork_advantage):
        """Writes a line on the iterations since the last one."""
        if not math.isfinite(sum(losses.values())):
            raise SystemExit(NOT_FINITE)
        moment, whole = time.time(), sum(self.spent.values()) or 1
        line = dict(
            seconds=self.clock(),
            decisions=progress.decisions,
            decisions_per_second=round((progress.decisions - self.decisions) / max(1e-6, moment - self.last)),
            learning_rate=float(f"{now.learning_rate:.3g}"),
            win_weight=round(now.win_weight, 3),
            **{name: round(loss, 4) for name, loss in losses.items()},
            fork_advantage=round(fork_advantage, 5),
            time_share={name: round(time_ / whole, 2) for name, time_ in self.spent.items()},
            win_rate={},
        )
        for name, counts in self.wins.items():
            wins, games = counts.tolist()
            line["win_rate"][name] = [round(wins / max(1, games), 4), int(games)]
            counts.zero_()
        self.spent = dict.fromkeys(self.spent, 0.0)
        self.last, self.decisions = moment, progress.decisions
        self.write(line)

    def write(self, line):
        """Writes a line, and prints it."""
        text = json.dumps(line)
        print(text, flush=True)
        self.file.write(text + "\n")
        self.file.flush()
