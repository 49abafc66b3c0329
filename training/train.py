"""Trains a network by self-play, with proximal policy optimisation over all seats at once.

The value head predicts each player's share of the win. The reward starts as a share of the money and anneals to the share
of the win. A run lasts for a budget of decisions; it can be stopped at any moment and resumes from its folder.
"""

import random
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import torch

import advantage
import checkpoint
import device as devices
import mergemaker as game
from checkpoint import Progress
from errors import report_errors
from learner import Learner
from log import Log
from opponents import REDRAW, Pool, count_wins
from rollout import Collector, Rollout
from settings import arguments, rollout_decisions, schedule


@dataclass
class Run:
    """The parts of a run, from its start to its stop."""

    settings: object
    out: Path
    device: devices.Device
    stop: threading.Event
    learner: Learner
    pool: Pool
    progress: Progress
    collector: Collector = None
    log: Log = None
    saved_at: float = 0.0
    is_saved: bool = True


def train(settings, stop):
    """Trains until the run's budget is reached, this start's is, or `stop` is set."""
    run = load(settings, stop)
    progress, budget = run.progress, settings.decisions
    if progress.decisions >= budget:
        print(f"{run.out} is complete with {progress.decisions:,} decisions: raise --decisions to continue")
        return run
    if settings.stop_after:
        budget = min(budget, progress.decisions + settings.stop_after)
    run.collector = Collector(settings, run.learner.net, progress.starts, run.device, stop)
    run.collector.draw_opponents(run.pool)
    progress.starts += 1
    run.log = Log(run.out / "log.jsonl", run.collector.rows, progress, run.device)
    run.log.write(dict(settings=vars(settings) | facts(run)))
    run.saved_at = time.time()
    try:
        iterate(run, budget)
    finally:
        run.collector.close()
        run.log.file.close()
    if not run.is_saved:
        save(run)
    if progress.decisions < budget:
        print(f"stopped at {progress.decisions:,} decisions: start again with the same --out to resume", flush=True)
    return run


def load(settings, stop):
    """The run in a folder as its checkpoint left it, or a new one."""
    out = Path(settings.out)
    out.mkdir(parents=True, exist_ok=True)
    device = devices.choose(settings.precision, settings.torch_threads)
    torch.manual_seed(settings.seed)
    random.seed(settings.seed)
    pool = Pool(out / "snapshots", settings.league, settings.size)
    learner = Learner(settings, device)
    progress = checkpoint.restore(out, settings, learner, pool, device.name)
    if progress.starts:
        # Other random numbers than at the first start.
        torch.manual_seed(settings.seed + progress.starts)
        random.seed(settings.seed + progress.starts)
    return Run(settings, out, device, stop, learner, pool, progress)


def facts(run):
    """Facts for the log that are not settings."""
    return dict(
        from_decisions=run.progress.decisions,
        device=run.device.name,
        bf16=run.device.is_bf16,
        torch=torch.__version__,
        observation=game.OBSERVATION_VERSION,
    )


def iterate(run, budget):
    """Alternates rollouts and updates, or plays the next rollout during each update."""
    with ThreadPoolExecutor(1) as player:
        try:
            alternate(run, budget, player)
        except BaseException:
            # Otherwise the rollout in progress would be played to its end.
            run.stop.set()
            raise


def alternate(run, budget, player):
    """Rollouts and updates, with a thread for rollouts that are played during an update."""
    settings, collector, device, progress = run.settings, run.collector, run.device, run.progress
    overlaps = settings.overlap == "on" or (settings.overlap == "auto" and device.is_cuda)
    current = Rollout(settings, device)
    spare = Rollout(settings, device) if overlaps else current
    previous, is_collected = None, False
    while progress.decisions < budget and not run.stop.is_set():
        moment = time.time()
        if not is_collected and not collector.collect(current, previous):
            return
        device.synchronize()
        moment = run.log.spend("rollout", moment)
        now = schedule(settings, progress.decisions)
        run.learner.set_schedule(now)
        playing = None
        is_last = progress.decisions + rollout_decisions(settings) >= budget
        # The first update on a CUDA device is recorded, which must happen on its own.
        if overlaps and not is_last and (run.learner.graph or not device.is_cuda):
            playing = player.submit(collector.collect_beside, spare, current)
        fork_advantage, is_learned = update(run, current, now, moment)
        moment = time.time()
        is_collected = playing.result() if playing else False
        device.synchronize()
        run.log.spend("rollout", moment)
        if not is_learned:
            return
        collector.update(run.learner.net)
        previous, current, spare = current, spare, current
        end_iteration(run)
        if run.log.is_due() or progress.decisions >= budget:
            run.log.report(progress, now, run.learner.take_losses(), fork_advantage)


def update(run, rollout, now, moment):
    """Learns from a rollout, with checkpoints between minibatches. Returns the advantage of the likeliest actions in forks,
    and whether everything was learned: False if stopped."""
    progress, log, device = run.progress, run.log, run.device
    rows, advantages, targets = judge(run, rollout, now)
    fork_advantage = rollout.forks.normalise()
    device.synchronize_stream()
    moment = log.spend("advantage", moment)
    before, part = progress.decisions, 0
    for part in run.learner.learn(rollout, rows, advantages, targets):
        # An update that is stopped counts in part.
        progress.decisions = before + round(part * rollout_decisions(run.settings))
        run.is_saved = False
        if run.stop.is_set():
            break
        if time.time() - run.saved_at > run.settings.save:
            save(run)
    device.synchronize_stream()
    log.spend("update", moment)
    return fork_advantage, part == 1


@torch.no_grad()
def judge(run, rollout, now):
    """The rows of a rollout from which the learner learns, with advantages and value targets for all rows."""
    fields, info = rollout.fields, rollout.fields["info"].long()
    win, reward = advantage.outcomes(rollout.money[1:], info[1:, ..., 4:5], now.win_weight, run.settings.money_power)
    # At the end of a turn, to pass is the only action.
    is_pause = fields["mask"].sum(-1, keepdim=True) == 1
    lambdas = run.settings.gae_lambda, now.turn_lambda
    advantages, targets = advantage.estimate(fields["value"], info, is_pause, reward, *lambdas)
    rows = advantage.learner_rows(info, rollout.steps)
    advantage.normalise(advantages, rows[~is_pause[: rollout.steps].reshape(-1)[rows]])
    count_wins(run.log.wins, run.collector.rows, info[1:, ..., 2] == 1, win, rollout.learners)
    return rows, advantages, targets


def end_iteration(run):
    """Keeps what an iteration may leave: a snapshot, the network at half of the budget, a checkpoint."""
    settings, progress, weights = run.settings, run.progress, run.learner.net.state_dict()
    progress.iterations += 1
    if progress.decisions - run.pool.newest() >= settings.snapshot:
        run.pool.add(weights, progress.decisions)
    half = run.out / "half.pt"
    if progress.decisions >= settings.decisions / 2 and not half.exists() and checkpoint.is_finite(run.learner.net):
        checkpoint.write(half, checkpoint.bf16(weights))
    if progress.iterations % REDRAW == 0:
        run.collector.draw_opponents(run.pool)
    if time.time() - run.saved_at > settings.save:
        save(run)


def save(run):
    """Writes the checkpoint."""
    run.progress.seconds = run.log.clock()
    checkpoint.save(run.out, run.settings, run.learner, run.pool, run.progress)
    run.saved_at, run.is_saved = time.time(), True


def stop_on_signals(stop):
    """Stops a run on Ctrl-C or SIGTERM. A second signal ends the program at once."""

    def handle(number, _):
        stop.set()
        signal.signal(number, signal.SIG_DFL)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, handle)


def main():
    settings, stop = arguments(), threading.Event()
    stop_on_signals(stop)
    train(settings, stop)


if __name__ == "__main__":
    report_errors(main)
