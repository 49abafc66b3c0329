"""The settings of a run, and the schedules over its budget of decisions."""

import argparse
import math
import os
from types import SimpleNamespace

import net as nets
from env import TABLES, parse_tables

GROUPS = 2
"""Games are played in two groups: while the device evaluates one, the CPU steps the other."""
TURN_LAMBDA_WARMUPS = 3
"""Warm-ups over which the λ at the end of a turn falls from 1: first the value head learns the value of a turn's end."""


def arguments(words=None):
    """The settings of a start, from the command line."""
    parser = argparse.ArgumentParser(
        description="Trains a network by self-play. Started again with the same --out, it resumes.",
        epilog="Budgets are counted in decisions: positions in which a network chose an action.",
    )
    add_settings(parser)
    settings = parser.parse_args(words)
    error = first_error(settings)
    if error:
        parser.error(error)
    return settings


def add_settings(parser):
    """Adds every setting to a parser."""

    def group(title):
        container = parser.add_argument_group(title)

        def add(name, default, text, choices=None):
            text += " [%(default)s]" if default != "" else ""
            metavar = None if choices else {int: "N", float: "X", str: "TEXT"}[type(default)]
            container.add_argument(
                "--" + name, type=type(default), default=default, choices=choices, metavar=metavar, help=text
            )

        return add

    add = group("run")
    add("out", "run", "folder of the run")
    add("decisions", 1_400_000_000, "length of the run, over which the schedules change, in decisions")
    add("stop_after", 0, "decisions after which this start stops; 0: it completes the run")
    add("schedule_start", 0, "decisions at which the schedules start, to restart them in a later part of a run")
    add("seed", 1, "seed of all random numbers")
    add("snapshot", 75_000_000, "decisions between two snapshots, the past selves of the opponent pool")
    add("save", 120.0, "seconds between two checkpoints, the most work that a kill can lose besides a rollout")

    add = group("networks")
    add("size", "big", "size of the network", list(nets.SIZES))
    add("start", "", "network to start from: a .safetensors file, or the folder of another run")
    add("student", "", "size of a second network, the student, distilled from the first", ["", *nets.SIZES])
    add("student_start", "", "network from which the student starts")
    add("value_first", 0, "decisions for which only the value head is trained: for a network with another value target")

    add = group("games")
    add("mix", "self:68,past:12,steady:14,shopper:6", "opponents, with their share of the games: self, past, league or a bot")
    add("league", "", "folder of frozen networks (.safetensors), the opponents named `league` in --mix")
    add("tables", TABLES, "presets with player counts and weights, such as renegade:4*14,classic:4*5")
    add("games", 8192, "games in each of two groups")
    add("steps", 64, "steps of each game in a rollout")

    add = group("learning")
    add("minibatch", 16384, "decisions in a minibatch")
    add("epochs", 2, "passes over each rollout")
    add("learning_rate", 5e-4, "learning rate at the start")
    add("learning_rate_end", 1e-5, "learning rate at the end")
    add("warmup", 16_000_000, "decisions over which the learning rate rises to its start")
    add("clip", 0.2, "how far PPO lets the probability ratio of an action move from 1")
    add("entropy_bonus", 0.005, "weight of the entropy bonus at the start")
    add("entropy_bonus_end", 0.001, "weight of the entropy bonus at the end")

    add = group("advantages")
    add("gae_lambda", 0.96, "GAE's λ between a player's own decisions")
    add("turn_lambda", 0.9, "GAE's λ across the end of a turn, where the value is estimated before opponents move; 1: it is not")
    add("anneal", 0.7, "share of the run over which the reward changes from share of the money to share of the win; 0: win only")
    add("money_power", 5.0, "power of the money in the share of the money: a higher one favours the richest")
    add("forks", 0, "decisions against steady whose likeliest actions are compared in copies of the game, in each group")
    add("fork_weight", 1.0, "weight of the loss of these comparisons")

    add = group("hardware")
    add("precision", "auto", "of the networks; auto: bf16 where the device is fast at it", ["auto", "bf16", "float32"])
    add("torch_threads", 0, "threads of PyTorch on the CPU; 0: its own choice, all cores")
    add("env_threads", os.cpu_count() or 1, "threads that step the games")
    add("overlap", "auto", "play the next rollout during an update, in twice the memory; auto: on CUDA", ["auto", "on", "off"])


def first_error(settings):
    """What is wrong with the settings and how to correct it, in one line, or nothing."""
    for name in ("decisions", "games", "steps", "minibatch", "epochs", "env_threads", "snapshot"):
        if getattr(settings, name) < 1:
            return f"--{name} {getattr(settings, name)}: give at least 1"
    for name in ("stop_after", "schedule_start", "value_first", "warmup", "torch_threads", "seed", "save"):
        if not getattr(settings, name) >= 0:
            return f"--{name} {getattr(settings, name)}: give at least 0"
    for name in ("gae_lambda", "turn_lambda", "anneal"):
        if not 0 <= getattr(settings, name) <= 1:
            return f"--{name} {getattr(settings, name)}: give 0 to 1"
    if not 0 <= settings.learning_rate_end <= settings.learning_rate < 1:
        rates = f"--learning_rate {settings.learning_rate} to --learning_rate_end {settings.learning_rate_end}"
        return f"{rates}: give a rate below 1 that does not rise"
    try:
        parse_mix(settings.mix)
    except ValueError:
        return f"--mix {settings.mix}: give opponents with their shares, such as self:60,past:10,steady:30"
    try:
        parse_tables(settings.tables)
    except ValueError as error:
        return f"--tables: {error}"
    if settings.student_start and not settings.student:
        return "--student_start needs a student: choose its size with --student"
    if bool(settings.league) != ("league" in parse_mix(settings.mix)):
        return "--league FOLDER and league in --mix belong together: give both or neither"
    first, last = opponent_rows(settings).get("steady", (0, 0))
    if settings.forks > 0 and last == first:
        return f"--forks {settings.forks} needs games against steady: add steady to --mix"
    if not 0 <= settings.forks <= last - first:
        return f"--forks {settings.forks}: give 0 to {last - first}, the games against steady, or change --mix"
    if settings.minibatch > rollout_decisions(settings):
        decisions = rollout_decisions(settings)
        return f"a rollout has {decisions:,} decisions, fewer than --minibatch {settings.minibatch:,}: choose a smaller one"
    return None


def rollout_decisions(settings):
    """The decisions of one rollout."""
    return GROUPS * settings.games * settings.steps


def parse_mix(mix):
    """Opponents with their share of the games."""
    shares = {name: float(share) for name, share in (part.split(":") for part in mix.split(","))}
    if min(shares.values()) < 0 or not 0 < sum(shares.values()) < math.inf:
        raise ValueError("the shares add up to 0")
    return shares


def opponent_rows(settings):
    """The games of a group in which each opponent plays: the first row, and the one after the last."""
    shares, rows, first = parse_mix(settings.mix), {}, 0
    for name, share in shares.items():
        count = round(settings.games * share / sum(shares.values()))
        last = settings.games if name == list(shares)[-1] else min(first + count, settings.games)
        rows[name] = (first, last)
        first = last
    return rows


def schedule(settings, decisions):
    """The values that change over a run, at a number of decisions."""
    age, length = max(0, decisions - settings.schedule_start), settings.decisions - settings.schedule_start
    part = min(1.0, age / length) if length > 0 else 1.0
    warmup = min(1.0, (age + rollout_decisions(settings)) / settings.warmup) if settings.warmup else 1.0
    turn_warmup = min(1.0, age / (TURN_LAMBDA_WARMUPS * settings.warmup)) if settings.warmup else 1.0
    fall = settings.learning_rate - settings.learning_rate_end
    return SimpleNamespace(
        learning_rate=(settings.learning_rate_end + fall * 0.5 * (1 + math.cos(math.pi * part))) * warmup,
        entropy_bonus=settings.entropy_bonus + (settings.entropy_bonus_end - settings.entropy_bonus) * part,
        win_weight=min(1.0, part / settings.anneal) if settings.anneal else 1.0,
        turn_lambda=1 - (1 - settings.turn_lambda) * turn_warmup,
        policy_weight=float(decisions >= settings.value_first),
    )


def seed_of(settings, starts, group):
    """The seed of a group of games, different for each group, each start of a run and each `--seed`."""
    return (settings.seed % 2**20 << 44) + starts * GROUPS + group
