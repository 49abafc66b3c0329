"""Plays one random game in all seats with PettingZoo, and prints the rewards."""

import numpy as np

from mergemaker import aec

env = aec.env(preset="tycoon", players=3)
env.reset(seed=7)
rng = np.random.default_rng(7)
rewards = dict.fromkeys(env.possible_agents, 0.0)
for agent in env.agent_iter():
    observation, reward, is_over, _, _ = env.last()
    rewards[agent] += reward
    legal = np.flatnonzero(observation["action_mask"])
    env.step(None if is_over else int(rng.choice(legal)))
print(", ".join(f"{agent} {reward:+.2f}" for agent, reward in rewards.items()))
