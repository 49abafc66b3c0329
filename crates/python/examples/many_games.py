"""Steps a thousand games at once, a random player against three `steady` bots, and counts the wins."""

import numpy as np

import mergemaker as game

ROWS = 1024
buffers = game.arrays(ROWS)
env = game.VectorEnv(
    tables=[("renegade", 4), ("tycoon", 4)], lineups=[[0, "steady"]] * ROWS, seed=1, threads=2, **buffers
)
mask, info, rewards, learners = (buffers[name] for name in ("mask", "info", "rewards", "learners"))
env.reset()
rng, ended, won = np.random.default_rng(1), 0, 0
while ended < 2_000:
    buffers["action"][:] = (rng.random(mask.shape, np.float32) * mask).argmax(1)
    env.step()
    over = info[:, 2] == 1
    ended += int(over.sum())
    won += int((rewards[over] > 0)[learners[over] == 0].sum())
print(f"random won {won} of {ended} games against three steady")
