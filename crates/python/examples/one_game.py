"""Plays one game by chance in one seat against three bots, and tells how it ended."""

import numpy as np

import mergemaker
from mergemaker.seat import AcquireSeat

env = AcquireSeat(bots=["shopper", "novice", "steady"], render_mode="ansi")
observation, info = env.reset(seed=7)
chance = np.random.default_rng(7)
is_over = False
while not is_over:
    legal = np.flatnonzero(observation["action_mask"])
    observation, reward, is_over, _, info = env.step(int(chance.choice(legal)))
print(f"seat {info['seat']} was ours; the reward is {reward:+.2f}")

record = env.render()
mergemaker.verify(record)
print(mergemaker.story(record)[-1])
