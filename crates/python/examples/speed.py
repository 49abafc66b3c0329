"""Measures the decisions per second of the environment, including observations, on one core and on all.

Choosing the steps is not timed. Each of five repeats takes one second, or as many as given: `python speed.py 3`.
"""

import os
import statistics
import sys
import time

import numpy as np

import mergemaker as game

REPEATS, ROWS = 5, 4096


def games(lineup, threads):
    """Games of four players, and their buffers."""
    buffers = game.arrays(ROWS)
    env = game.VectorEnv(tables=[("renegade", 4)], lineups=[lineup] * ROWS, seed=1, threads=threads, **buffers)
    env.reset()
    return env, buffers


def measure(lineup, threads, seconds):
    """Decisions per second per core, by repeat."""
    env, buffers = games(lineup, threads)
    rng, speeds = np.random.default_rng(1), []
    for _ in range(REPEATS):
        spent, steps = 0.0, 0
        while spent < seconds:
            buffers["action"][:] = (rng.random(buffers["mask"].shape, np.float32) * buffers["mask"]).argmax(1)
            start = time.perf_counter()
            env.step()
            spent, steps = spent + time.perf_counter() - start, steps + 1
        speeds.append(steps * ROWS / spent / threads)
    return speeds


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    cores = os.cpu_count() or 1
    print(f"{'decisions per second per core':<40}{'median':>10}{'min':>10}{'max':>10}")
    for name, lineup in (("every seat asked", [0]), ("one seat asked, three shopper", [0, "shopper"]), ("one seat asked, three steady", [0, "steady"])):
        for threads in sorted({1, cores}):
            speeds = measure(lineup, threads, seconds)
            where = "1 core" if threads == 1 else f"{threads} cores"
            figures = "".join(f"{speed:>10,.0f}" for speed in (statistics.median(speeds), min(speeds), max(speeds)))
            print(f"{name + ', ' + where:<40}{figures}", flush=True)


if __name__ == "__main__":
    main()
