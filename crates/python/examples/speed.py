"""Measures how many decisions a second the environment makes on one core and on all of them, observations written.

Only the environment is timed, not the choice of the steps. Five repeats of a second each, or as many seconds as told:
`python speed.py 3`.
"""

import os
import statistics
import sys
import time

import numpy as np

import mergemaker as game

REPEATS, ROWS = 5, 4096


def games(lineup, threads):
    """Games of four, and the arrays they are written into."""
    room = game.arrays(ROWS)
    env = game.VectorEnv(tables=[("renegade", 4)], lineups=[lineup] * ROWS, seed=1, threads=threads, **room)
    env.reset()
    return env, room


def measure(lineup, threads, seconds):
    """Decisions a second and core in each repeat."""
    env, room = games(lineup, threads)
    chance, speeds = np.random.default_rng(1), []
    for _ in range(REPEATS):
        spent, steps = 0.0, 0
        while spent < seconds:
            room["action"][:] = (chance.random(room["mask"].shape, np.float32) * room["mask"]).argmax(1)
            begun = time.perf_counter()
            env.step()
            spent, steps = spent + time.perf_counter() - begun, steps + 1
        speeds.append(steps * ROWS / spent / threads)
    return speeds


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    cores = os.cpu_count() or 1
    print(f"{'decisions a second and core':<40}{'median':>10}{'min':>10}{'max':>10}")
    for name, lineup in (("every seat asked", [0]), ("one seat asked, three shopper", [0, "shopper"]), ("one seat asked, three steady", [0, "steady"])):
        for threads in sorted({1, cores}):
            speeds = measure(lineup, threads, seconds)
            where = "1 core" if threads == 1 else f"{threads} cores"
            told = "".join(f"{speed:>10,.0f}" for speed in (statistics.median(speeds), min(speeds), max(speeds)))
            print(f"{name + ', ' + where:<40}{told}", flush=True)


if __name__ == "__main__":
    main()
