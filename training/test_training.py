"""Tests of whole runs, at their edges. `cargo xtask python` also trains a network for some seconds."""

import copy
import io
import math
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
import unittest.mock
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import torch

import calibrate
import checkpoint
import curves
import evaluate
import export
import loss
import net as nets
import opponents
import train
from actor import CANDIDATES
from errors import report_errors
from forks import Forks
from learner import Learner
from rollout import Collector
from test_settings import SHORT, SMALL, settings_of


def is_equal(one, other):
    """Whether two networks have the same weights."""
    return all(torch.equal(a, b) for a, b in zip(one.parameters(), other.parameters()))


class Runs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = Path(folder.name)

    def run_of(self, words="", stop=None):
        with redirect_stdout(io.StringIO()):
            return train.train(settings_of(f"--out {self.out} {words}"), stop or threading.Event())

    def load(self, words=""):
        return train.load(settings_of(f"--out {self.out} {words}"), threading.Event())

    def test_a_run_resumes_where_it_stopped(self):
        first = self.run_of("--student small --snapshot 1 --stop_after 256")
        progress = first.progress
        self.assertEqual((progress.decisions, progress.iterations, progress.starts), (256, 2, 1))
        again = self.load("--student small")
        self.assertEqual(again.progress, progress)
        self.assertEqual(again.pool.names, [f"{128:015}.pt", f"{256:015}.pt"])
        for (one, one_optimizer), (other, other_optimizer) in zip(first.learner.pairs(), again.learner.pairs()):
            self.assertTrue(is_equal(one, other))
            before, after = checkpoint.moments(one_optimizer, one), checkpoint.moments(other_optimizer, other)
            self.assertEqual(before["step"], after["step"])
            for moment in ("first", "second"):
                self.assertTrue(all(torch.equal(a, b) for a, b in zip(before[moment], after[moment])))
        last = self.run_of("--student small --snapshot 1").progress
        self.assertEqual((last.decisions, last.iterations, last.starts), (384, 3, 2))

    def test_a_run_ends_with_its_budget(self):
        run = self.run_of("--stop_after 0 --decisions 300")
        self.assertEqual(run.progress.decisions, 384)
        self.assertTrue((self.out / "half.pt").exists())
        self.assertEqual(self.run_of("--stop_after 0 --decisions 300").progress.starts, 1)

    def test_the_next_rollout_can_overlap_an_update(self):
        run = self.run_of("--overlap on --stop_after 384 --student small")
        self.assertEqual(run.progress.iterations, 3)

    def test_a_network_of_another_size_is_refused(self):
        self.run_of("--student small")
        for words, why in (("--size big", "set --size small"), ("--student big", "set --student small")):
            with self.assertRaisesRegex(SystemExit, why):
                self.load(words)

    def test_a_run_starts_from_a_given_network(self):
        published = nets.network(nets.read(SMALL))
        run = self.load(f"--start {SMALL} --student small --student_start {SMALL}")
        self.assertTrue(is_equal(run.learner.net, published) and is_equal(run.learner.student, published))
        refused = {f"{SMALL} --size big": "set --size small, or choose another network to start from"}
        whole = SMALL.read_bytes()
        for name, data, why in (
            ("cut", whole[:100_000], "is not a complete network file"),
            ("empty", b"", "is not a complete network file"),
            ("damaged", whole[:-1] + bytes([whole[-1] ^ 1]), "its checksum is wrong"),
        ):
            path = self.out / f"{name}.safetensors"
            path.write_bytes(data)
            refused[str(path)] = why
        torch.save([], self.out / "none.pt")
        refused[str(self.out / "none.pt")] = "is neither a checkpoint nor a published network"
        refused[str(self.out / "missing.pt")] = "does not exist"
        for start, why in refused.items():
            with self.assertRaisesRegex(SystemExit, why):
                self.load(f"--start {start}")

    def test_the_value_head_can_be_trained_first(self):
        before, words = nets.network(nets.read(SMALL)), f"--start {SMALL} --student small"
        for first, also in ((100, set()), (0, {"into"})):
            run = self.run_of(f"--out {self.out / str(first)} {words} --value_first {first}")
            pairs = zip(run.learner.net.named_parameters(), before.parameters())
            moved = {name.split(".")[0] for (name, now), then in pairs if not torch.equal(now, then)}
            self.assertEqual(moved & {"value_into", "value_out", "into"}, {"value_into", "value_out"} | also)
            self.assertEqual(bool(moved - {"value_into", "value_out"}), bool(also))

    def test_forks_compare_actions_in_copies_of_games(self):
        looks, store, losses, forks_loss = [], Forks.store, [], loss.forks

        def store_and_look(forks, buffer):
            if forks.age is not None:
                is_compared = forks.decisions["is_compared"].clone()
                looks.append((is_compared, forks.result.view(-1, CANDIDATES).clone(), forks.is_done.clone()))
            store(forks, buffer)

        def lose_and_look(*words):
            losses.append(forks_loss(*words))
            return losses[-1]

        with unittest.mock.patch.object(Forks, "store", store_and_look), unittest.mock.patch("loss.forks", lose_and_look):
            self.run_of("--forks 5 --steps 80 --mix self:1,steady:3 --decisions 12800")
        is_legal, result, is_done = (torch.cat(parts) for parts in zip(*looks))
        self.assertGreaterEqual(len(result), 8)
        self.assertTrue((is_legal.sum(1) >= 2).float().mean() > 0.3, "there is often a choice")
        self.assertTrue(is_done.float().mean() > 0.5, "the next turn has mostly begun")
        self.assertTrue(((result >= 0) & (result <= 1)).all(), "a share of the win")
        # Where there is no other action, the same one is repeated, with everything else equal.
        same = ~is_legal[:, 2]
        self.assertTrue(same.any())
        self.assertTrue(torch.equal(result[same, 2], result[same, 0]))
        self.assertTrue(any(losses), "the policy learns from them")

    def test_turns_end_with_a_pause_only_where_its_value_counts(self):
        for words, expected in (("", True), ("--turn_lambda 1", False), ("--turn_lambda 1 --forks 1 --mix steady:1", True)):
            rollout, collect = [], Collector.collect

            def collect_and_keep(collector, current, previous):
                rollout.append(current)
                return collect(collector, current, previous)

            out = self.out / str(len(words))
            with unittest.mock.patch.object(Collector, "collect", collect_and_keep):
                self.run_of(f"--out {out} --steps 40 {words}")
            self.assertEqual(bool((rollout[0].fields["mask"].sum(-1) == 1).any()), expected)

    def test_stopping_during_an_update_keeps_what_was_learned(self):
        stop, update = threading.Event(), Learner.run

        def update_and_stop(learner):
            update(learner)
            stop.set()

        with unittest.mock.patch.object(Learner, "run", update_and_stop):
            run = self.run_of("--epochs 4 --stop_after 0", stop)
        again = self.load()
        self.assertEqual((again.progress.decisions, again.progress.iterations), (run.progress.decisions, 0))
        self.assertTrue(0 < again.progress.decisions < 128, "the update counts in part")
        self.assertTrue(is_equal(run.learner.net, again.learner.net))

    def test_stopping_during_a_rollout_keeps_the_last_update(self):
        stop, collect = threading.Event(), Collector.collect_step

        def collect_and_stop(collector, rollout, step, group, actor):
            collect(collector, rollout, step, group, actor)
            if collector.iterations_seen == 1:
                stop.set()
            if step == rollout.steps and group == 1:
                collector.iterations_seen += 1

        with unittest.mock.patch.object(Collector, "collect_step", collect_and_stop), unittest.mock.patch.object(
            Collector, "iterations_seen", 0, create=True
        ):
            run = self.run_of("--stop_after 0", stop)
        self.assertEqual((run.progress.decisions, self.load().progress), (128, run.progress))

    def test_stopping_before_the_first_update_leaves_nothing(self):
        stop = threading.Event()
        stop.set()
        self.run_of("", stop)
        self.assertFalse((self.out / nets.CHECKPOINT).exists())

    def test_recording_an_update_changes_nothing(self):
        run = self.run_of("--student small")
        learner = run.learner
        before = [copy.deepcopy((net.state_dict(), optimizer.state_dict())) for net, optimizer in learner.pairs()]
        # As on a CUDA device: some updates to warm up, and one that is recorded.
        with unittest.mock.patch("learner.record_graph", lambda update: [update() for _ in range(4)]):
            self.assertEqual(len(learner.record()), 4)
        for (weights, state), (net, optimizer) in zip(before, learner.pairs()):
            self.assertTrue(all(torch.equal(value, weights[name]) for name, value in net.state_dict().items()))
            for index, values in optimizer.state_dict()["state"].items():
                self.assertTrue(all(torch.equal(value, state["state"][index][name]) for name, value in values.items()))
        self.assertFalse(learner.losses.any())

    def test_every_checkpoint_is_complete(self):
        # A checkpoint between any two minibatches and at any moment of a save: whatever was written last can be loaded.
        saved, write = [], checkpoint.write

        def write_and_load(path, contents):
            write(path, contents)
            if (self.out / nets.CHECKPOINT).exists():
                run = self.load("--student small")
                saved.append((run.progress.decisions, len(run.pool.names)))

        with unittest.mock.patch("checkpoint.write", write_and_load), unittest.mock.patch("opponents.MOST_SNAPSHOTS", 9):
            self.run_of("--save 0 --snapshot 1 --student small --stop_after 0 --epochs 1 --mix self:1")
        self.assertEqual(saved, sorted(saved))
        self.assertEqual(saved[-1], (1280, 9))
        self.assertTrue(any(decisions % 128 for decisions, _ in saved), "between minibatches")
        self.assertEqual(len(list((self.out / "snapshots").iterdir())), 9)

    def test_a_save_that_is_cut_short_leaves_the_checkpoint_before(self):
        self.run_of()

        def cut(contents, file):
            file.write(b"cut short")
            raise OSError("killed")

        with unittest.mock.patch("torch.save", cut), self.assertRaises(OSError):
            self.run_of()
        self.assertEqual(self.load().progress.decisions, 128)

    def test_signals_stop_a_run_with_a_checkpoint(self):
        words = f"{SHORT} --out {self.out} --decisions 10000000 --stop_after 0 --save 0"
        for number, code in ((signal.SIGTERM, 0), (signal.SIGKILL, -signal.SIGKILL)):
            process = subprocess.Popen(
                [sys.executable, "train.py", *words.split()], stdout=subprocess.PIPE, cwd=Path(__file__).parent, text=True
            )
            lines = iter(process.stdout.readline, "")
            next(line for line in lines if "value_loss" in line)
            process.send_signal(number)
            rest = "".join(lines)
            process.stdout.close()
            self.assertEqual(process.wait(), code)
            self.assertEqual("stopped at" in rest, code == 0)
            self.assertGreater(self.load().progress.decisions, 0)
        self.assertEqual(self.load().progress.starts, 2)

    def test_a_damaged_checkpoint_is_refused(self):
        self.run_of("--snapshot 1")
        snapshot = next((self.out / "snapshots").iterdir())
        snapshot.unlink()
        with self.assertRaisesRegex(SystemExit, "is missing: copy the whole folder of the run"):
            self.load()
        file = self.out / nets.CHECKPOINT
        file.write_bytes(file.read_bytes()[:100])
        with self.assertRaisesRegex(ValueError, "checkpoint.pt is damaged or was not written by train.py"):
            self.load()

    def test_a_rollout_without_a_minibatch_is_refused(self):
        with self.assertRaisesRegex(SystemExit, "times in a rollout: choose a smaller --minibatch"):
            self.run_of("--minibatch 128 --mix past:1")
        self.assertFalse((self.out / nets.CHECKPOINT).exists())

    def test_weights_that_are_not_finite_are_not_saved(self):
        run = self.load()
        with torch.no_grad():
            next(run.learner.net.parameters()).view(-1)[3] = math.nan
        with self.assertRaisesRegex(SystemExit, "no longer finite numbers"):
            checkpoint.save(self.out, run.settings, run.learner, run.pool, run.progress)
        self.assertFalse((self.out / nets.CHECKPOINT).exists())

    def test_frozen_networks_play_from_the_pool_and_the_league(self):
        league = self.out / "league"
        league.mkdir()
        words = f"--mix self:2,past:3,league:3 --league {league} --minibatch 32"
        with self.assertRaisesRegex(SystemExit, "contains no .safetensors files"):
            self.load(words)
        (league / "small.safetensors").write_bytes(SMALL.read_bytes())
        run = self.run_of(words)
        published, own = nets.network(nets.read(SMALL)), train.load(run.settings, run.stop).learner.net
        for frozen, actor in zip(run.collector.frozen, run.collector.actors):
            self.assertTrue(is_equal(frozen["league"], published))
            self.assertFalse(is_equal(frozen["past"], own), "before the first snapshot: the network at the start")
            self.assertEqual([rows for _, *rows in actor.frozen], [[2, 5], [5, 8]])
        self.assertEqual(list(run.log.wins), ["self", "past", "league"])
        big = SMALL.with_name("big.safetensors")
        (league / "big.safetensors").write_bytes(big.read_bytes())
        with self.assertRaisesRegex(SystemExit, "is of size big, the run of size small: remove the file from the league"):
            self.load(words)

    def test_a_full_pool_keeps_its_first_and_newest_snapshots(self):
        pool = opponents.Pool(self.out / "snapshots", "", "small")
        self.assertIsNone(pool.draw("past"))
        weights = nets.make("small").state_dict()
        for decisions in range(1, 40):
            pool.add(weights, decisions)
        self.assertEqual(len(pool.names), opponents.MOST_SNAPSHOTS)
        kept = [int(name.removesuffix(".pt")) for name in pool.names]
        self.assertEqual((kept[0], kept[-5:], pool.newest()), (1, [35, 36, 37, 38, 39], 39))
        pool.clean()
        self.assertEqual(sorted(file.name for file in pool.folder.iterdir()), pool.names)
        self.assertEqual(pool.draw("past").keys(), weights.keys())

    def test_input_errors_take_one_line(self):
        self.run_of("--snapshot 1")
        run, garbage, empty = str(self.out), self.out / "garbage.pt", self.out / "empty"
        garbage.write_bytes(b"garbage")
        empty.mkdir()
        state, other, misfit = nets.read(self.out), self.out / "other.pt", self.out / "misfit.pt"
        torch.save(state | dict(observation=1), other)
        torch.save(state | dict(net=state["net"] | {"chain.weight": torch.zeros(48, 72)}), misfit)
        torch.save([], self.out / "list.pt")
        for script, words, why in (
            (evaluate, [run, "--games", "0"], "give at least 1"),
            (evaluate, [run, "--seed", "-1"], "give at least 0"),
            (evaluate, [run, "--temperature", "-1"], "give at least 0"),
            (evaluate, [f"{run}/list.pt"], "contains no network"),
            (evaluate, [run, "--against", str(empty)], "contains no networks: train for longer"),
            (evaluate, [str(other), "--games", "1"], "uses version 1 of the observation, the installed package version"),
            (evaluate, [str(misfit)], "the weights do not fit our networks"),
            (evaluate, [run, "--table", "renegade"], "give a preset and a player count"),
            (evaluate, [run, "--table", "renegade:9"], "9"),
            (evaluate, [run, "--against", "nobody"], "nobody"),
            (evaluate, [str(self.out / "none")], "choose the folder of a run"),
            (evaluate, [str(garbage)], "is damaged or was not written by train.py"),
            (export, [str(self.out / "snapshots"), "x.safetensors"], "choose the folder of a run"),
            (curves, [str(self.out / "none.jsonl"), "x.svg"], "none.jsonl: No such file or directory"),
            (curves, [str(garbage), "x.svg"], "is not a training log"),
            (calibrate, [run, "--positions", "0"], "too few games ended"),
        ):
            printed = io.StringIO()
            with unittest.mock.patch("sys.argv", [script.__name__, *words]):
                with redirect_stderr(printed), redirect_stdout(printed), self.assertRaises(SystemExit) as ended:
                    report_errors(script.main)
            self.assertIn(why, f"{ended.exception} {printed.getvalue()}")


if __name__ == "__main__":
    unittest.main()
