"""Steps a thousand games at once, one seat of each by chance and the others by `steady`, and counts who wins."""

import numpy as np

import mergemaker as game

ROWS = 1024
room = game.arrays(ROWS)
env = game.VectorEnv(
    tables=[("renegade", 4), ("tycoon", 4)], lineups=[[0, "steady"]] * ROWS, seed=1, threads=2, **room
)
mask, info, rewards, learners = (room[name] for name in ("mask", "info", "rewards", "learners"))
env.reset()
chance, ended, won = np.random.default_rng(1), 0, 0
while ended < 2_000:
    room["action"][:] = (chance.random(mask.shape, np.float32) * mask).argmax(1)
    env.step()
    over = info[:, 2] == 1
    ended += int(over.sum())
    won += int((rewards[over] > 0)[learners[over] == 0].sum())
print(f"chance won {won} of {ended} games against three steady")
