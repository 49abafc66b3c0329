"""Plays one random game against three bots, and prints the result."""

import numpy as np

import mergemaker
from mergemaker.seat import AcquireSeat

env = AcquireSeat(bots=["shopper", "novice", "steady"], render_mode="ansi")
observation, info = env.reset(seed=7)
rng = np.random.default_rng(7)
is_over = False
while not is_over:
    legal = np.flatnonzero(observation["action_mask"])
    observation, reward, is_over, _, info = env.step(int(rng.choice(legal)))
print(f"played seat {info['seat']}: reward {reward:+.2f}")

record = env.render()
mergemaker.verify(record)
print(mergemaker.story(record)[-1])
