"""Tests of training's edges. `cargo xtask python` also trains a network for some seconds."""

import io
import json
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

import advantage
import calibrate
import checkpoint
import curves
import device as devices
import evaluate
import export
import loss
import net as nets
import opponents
import train
from actor import CANDIDATES
from env import TABLES, parse_tables
from errors import report_errors
from forks import ForkBuffer, Forks
from learner import Learner
from rollout import Collector
from settings import arguments, opponent_rows, rollout_decisions, schedule, seed_of

SHORT = "--size small --games 8 --steps 8 --minibatch 64 --env_threads 1 --decisions 1280 --stop_after 1 --precision float32"
"""One iteration of 128 decisions, in a run of ten."""
SMALL = Path(__file__).parents[1] / "crates/bots/nets/small.safetensors"
CPU = devices.Device("cpu", False)


def settings_of(words=""):
    return arguments(f"{SHORT} {words}".split())


def is_equal(one, other):
    """Whether two networks have the same weights."""
    return all(torch.equal(a, b) for a, b in zip(one.parameters(), other.parameters()))


class Settings(unittest.TestCase):
    def check(self, words, expected):
        printed = io.StringIO()
        with redirect_stderr(printed), self.assertRaises(SystemExit):
            settings_of(words)
        self.assertIn(expected, printed.getvalue())

    def test_errors_name_the_remedy(self):
        self.check("--size huge", "invalid choice: 'huge'")
        self.check("--student huge", "invalid choice: 'huge'")
        self.check("--precision half", "invalid choice: 'half'")
        self.check("--minibatch 129", "a rollout has 128 decisions, fewer than --minibatch 129: choose a smaller one")
        self.check("--epochs 0", "--epochs 0: give at least 1")
        self.check("--decisions 0", "--decisions 0: give at least 1")
        self.check("--stop_after -3", "--stop_after -3: give at least 0")
        self.check("--save nan", "--save nan: give at least 0")
        self.check("--learning_rate nan", "give a rate below 1")
        self.check("--gae_lambda 1.5", "--gae_lambda 1.5: give 0 to 1")
        for mix in ("self", "self:0", "self:-1,steady:2", "self:x"):
            self.check(f"--mix {mix}", "give opponents with their shares")
        for tables in ("renegade", "renegade:x", "renegade:4*x", ":4"):
            self.check(f"--tables {tables}", "is not a table: give a preset and a player count")
        self.check("--tables renegade:4*0", "give at least one a weight above 0")
        self.check("--forks 1 --mix self:1", "--forks 1 needs games against steady: add steady to --mix")
        for forks in (-1, 7):
            self.check(f"--forks {forks} --mix self:1,steady:3", f"--forks {forks}: give 0 to 6")
        self.check("--student_start small.safetensors", "choose its size with --student")
        self.check("--mix self:1,league:1", "give both or neither")
        self.check("--league nets", "give both or neither")
        settings_of("--minibatch 128")

    def test_help_shows_every_setting(self):
        printed = io.StringIO()
        with redirect_stdout(printed), self.assertRaises(SystemExit):
            settings_of("--help")
        for name in vars(settings_of()):
            self.assertIn(f"--{name} ", printed.getvalue())

    def test_tables_are_as_frequent_as_their_weights(self):
        self.assertEqual(parse_tables("renegade:4*2,classic:3"), [("renegade", 4)] * 2 + [("classic", 3)])
        tables = parse_tables(TABLES)
        self.assertEqual((len(tables), tables.count(("renegade", 4))), (60, 14))

    def test_every_game_has_an_opponent(self):
        rows = opponent_rows(settings_of("--games 100 --mix self:76,past:16,steady:5,shopper:3"))
        self.assertEqual(rows, dict(self=(0, 76), past=(76, 92), steady=(92, 97), shopper=(97, 100)))
        self.assertEqual(opponents.lineups(dict(self=(0, 1), past=(1, 2), steady=(2, 3))), [[0], [0, 1], [0, "steady"]])

    def test_schedules_stay_within_their_bounds(self):
        for words in ("", "--schedule_start 640", "--schedule_start 5000", "--schedule_start 1280", "--anneal 0", "--warmup 0"):
            settings = settings_of(words)
            for decisions in (0, 64, 639, 640, 1000, 1280, 12_800, 10**9):
                now = schedule(settings, decisions)
                self.assertTrue(0 < now.learning_rate <= settings.learning_rate, words)
                self.assertTrue(settings.entropy_bonus_end <= now.entropy_bonus <= settings.entropy_bonus, words)
                self.assertTrue(0 <= now.win_weight <= 1, words)
                self.assertTrue(settings.turn_lambda <= now.turn_lambda <= 1, words)

    def test_schedules_end_with_the_budget(self):
        settings = settings_of("--warmup 256 --value_first 300 --turn_lambda 0.5")
        first, middle, last = (schedule(settings, decisions) for decisions in (0, 640, 1280))
        self.assertAlmostEqual(first.learning_rate, settings.learning_rate * rollout_decisions(settings) / 256)
        self.assertAlmostEqual(last.learning_rate, settings.learning_rate_end)
        self.assertEqual((first.turn_lambda, last.turn_lambda), (1, 0.5))
        self.assertEqual((first.policy_weight, middle.policy_weight), (0, 1))
        self.assertAlmostEqual(middle.win_weight, 0.5 / 0.7)

    def test_no_two_groups_have_the_same_seed(self):
        runs = [settings_of(f"--seed {seed}") for seed in (1, 2, 3)]
        seeds = [seed_of(one, starts, group) for one in runs for starts in range(2000) for group in range(2)]
        self.assertEqual(len(set(seeds)), len(seeds))
        self.assertLess(max(seeds), 2**64)


class Advantages(unittest.TestCase):
    def slow(self, value, info, is_pause, reward, gae_lambda, turn_lambda, row):
        """The advantages of one game, player by player."""
        steps, found = len(value) - 1, {}
        for step in range(steps):
            viewer = int(info[step, row, 0])

            def follow(after):
                """The return of the viewer from a step on, and the value and kind of their next observation."""
                for later in range(after, steps + 1):
                    if info[later, row, 2] == 1:
                        result = float(reward[later - 1, row, viewer])
                        return result, result, False
                    players = int(info[later, row, 3])
                    if later == steps:
                        last = float(value[later, row, (viewer - int(info[later, row, 0])) % players])
                        return last, last, False
                    if int(info[later, row, 0]) == viewer:
                        result, next_value, next_is_pause = follow(later + 1)
                        lambda_ = turn_lambda if next_is_pause else gae_lambda
                        own = (1 - lambda_) * next_value + lambda_ * result
                        return own, float(value[later, row, 0]), bool(is_pause[later, row])

            result, next_value, next_is_pause = follow(step + 1)
            lambda_ = turn_lambda if next_is_pause else gae_lambda
            found[step] = (1 - lambda_) * next_value + lambda_ * result - float(value[step, row, 0])
        return found

    def test_estimates_agree_with_their_definition(self):
        torch.manual_seed(5)
        steps, rows, seats = 12, 40, nets.SEATS
        players = torch.randint(2, seats + 1, (rows,)).expand(steps + 1, rows)
        info = torch.zeros((steps + 1, rows, 5), dtype=torch.long)
        info[..., 0] = (torch.rand(steps + 1, rows) * players).long()
        info[..., 2], info[..., 3], info[..., 4] = torch.rand(steps + 1, rows) < 0.1, players, players
        money = torch.randint(1, 5, (steps, rows, seats)) * 1000
        value = nets.seat_logits(torch.randn((steps + 1) * rows, seats), players.reshape(-1)).softmax(1)
        value = value.view(steps + 1, rows, seats)
        is_pause = torch.rand(steps + 1, rows, 1) < 0.3
        _, reward = advantage.outcomes(money, info[1:, :, 4:5], 0.4, 5.0)
        self.assertTrue(torch.allclose(reward.sum(-1), torch.ones(steps, rows)))
        for lambdas in ((0.9, 0.6), (0.87, 1.0), (0.0, 0.0)):
            fast, target = advantage.estimate(value, info, is_pause, reward, *lambdas)
            self.assertTrue(torch.allclose(target.sum(-1), torch.ones(steps, rows), atol=1e-5))
            for row in range(rows):
                for step, slow in self.slow(value, info, is_pause, reward, *lambdas, row).items():
                    self.assertAlmostEqual(float(fast[step, row]), slow, places=5)

    def test_a_turn_lambda_of_1_ignores_pauses(self):
        # One player decides, pauses, and decides again: the pause's value does not count.
        info = torch.tensor([[0, 0, 0, 2, 2]] * 4).unsqueeze(1)
        value = torch.tensor([[0.5, 0.5], [0.9, 0.1], [0.4, 0.6], [0.7, 0.3]])
        value = torch.cat([value, torch.zeros(4, 4)], 1).unsqueeze(1)
        is_pause = torch.tensor([False, True, False, False])[:, None, None]
        found, _ = advantage.estimate(value, info, is_pause, torch.zeros(3, 1, 6), 0.8, 1.0)
        self.assertAlmostEqual(float(found[0, 0]), 0.2 * 0.4 + 0.8 * 0.7 - 0.5, places=5)

    def test_a_shared_win_is_shared(self):
        money = torch.tensor([[3000, 3000, 1000, 0, 0, 0]])
        win, reward = advantage.outcomes(money, torch.tensor([[3]]), 0.0, 1.0)
        self.assertEqual(win.tolist(), [[0.5, 0.5, 0, 0, 0, 0]])
        self.assertTrue(torch.allclose(reward, torch.tensor([[3, 3, 1, 0, 0, 0]]) / 7))


class Losses(unittest.TestCase):
    def test_a_student_that_agrees_has_no_loss(self):
        one, other = (torch.randn(4, 5).log_softmax(1) for _ in range(2))
        self.assertAlmostEqual(float(loss.distillation((one, other), (one, other))), 0, places=5)
        self.assertGreater(float(loss.distillation((one,), (other,))), 0)

    def test_ppo_does_not_reward_moving_past_the_clip(self):
        policy = torch.tensor([[0.9, 0.1]]).log().requires_grad_()
        win = torch.zeros(1, nets.SEATS)
        batch = dict(
            action=torch.tensor([0]),
            log_prob=torch.tensor([0.5]).log(),
            advantage=torch.tensor([1.0]),
            target=torch.zeros(1, nets.SEATS),
        )
        total, parts = loss.ppo(policy, win, batch, 0.2, 0.0)
        total.backward()
        self.assertAlmostEqual(float(total.detach()), -1.2, places=5)
        self.assertEqual((float(policy.grad.abs().sum()), float(parts[3])), (0, 1))

    def test_fork_advantages_are_relative_to_their_decision(self):
        buffer = ForkBuffer(2, CPU)
        buffer.count = 2
        buffer.fields["advantage"].copy_(torch.tensor([[0.5, 0.4, 0.9], [0.2, 0.2, 0.2]]))
        buffer.fields["is_compared"].copy_(torch.tensor([[True, True, False], [True, True, True]]))
        self.assertAlmostEqual(buffer.normalise(), 0.025)
        found = buffer.fields["advantage"]
        self.assertTrue(found[0, 0] > 0 > found[0, 1] and found[0, 2] == 0)
        self.assertFalse(found[1].abs().gt(1e-6).any())


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
        for one, other in ((first.learner.net, again.learner.net), (first.learner.student, again.learner.student)):
            self.assertTrue(is_equal(one, other))
        for name, network in (("optimizer", again.learner.net), ("student_optimizer", again.learner.student)):
            one, other = (checkpoint.moments(getattr(run.learner, name), network and own) for run, own in (
                (first, first.learner.net if network is again.learner.net else first.learner.student),
                (again, network),
            ))
            self.assertEqual(one["step"], other["step"])
            for moment in ("first", "second"):
                self.assertTrue(all(torch.equal(a, b) for a, b in zip(one[moment], other[moment])))
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


class Precision(unittest.TestCase):
    def test_precision_follows_the_setting_and_the_cpu(self):
        for precision, is_fast, version, expected in (
            ("auto", True, "2.4.1", True),
            ("auto", True, "1.13.0a0", False),
            ("auto", False, "2.4.1", False),
            ("bf16", False, "2.4.1", True),
            ("float32", True, "2.4.1", False),
        ):
            with unittest.mock.patch("device.has_fast_bf16", lambda: is_fast):
                with unittest.mock.patch("torch.cuda.is_available", lambda: False):
                    with unittest.mock.patch("torch.__version__", version):
                        self.assertEqual(devices.choose(precision), devices.Device("cpu", expected))
        with unittest.mock.patch("torch.__version__", "1.13.0a0"), self.assertRaisesRegex(ValueError, "needs PyTorch 2"):
            devices.choose("bf16")

    def test_bf16_is_known_by_the_flags_of_the_cpu(self):
        for text, expected in (
            ("flags\t\t: fpu avx512f avx512_bf16 gfni\n", True),
            ("Features\t: fp asimd bf16\n", True),
            ("model name : x\nflags : fpu avx2\n", False),
            ("", False),
        ):
            with unittest.mock.patch.object(Path, "read_text", lambda _: text):
                self.assertEqual(devices.has_fast_bf16(), expected)
        with unittest.mock.patch.object(Path, "read_text", side_effect=FileNotFoundError):
            self.assertFalse(devices.has_fast_bf16())

    @unittest.skipUnless(devices.has_cpu_autocast(), "PyTorch 1 runs our networks on the CPU in float32")
    def test_bf16_outputs_are_close(self):
        torch.manual_seed(1)
        net = nets.network(nets.read(SMALL))
        numbers, board = torch.rand(64, 1048).bfloat16(), torch.randint(0, 12, (64, 108)).to(torch.uint8)
        with torch.no_grad(), devices.Device("cpu", True).autocast():
            logits, value = net(numbers, board)
        with torch.no_grad():
            exact, exact_value = net(numbers, board)
        self.assertEqual((logits.dtype, value.dtype), (torch.float32, torch.float32))
        self.assertLess(float((logits.softmax(1) - exact.softmax(1)).abs().mean()), 0.01)
        self.assertLess(float((value - exact_value).abs().mean()), 0.2)


class Curves(unittest.TestCase):
    def log(self, lines):
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "log.jsonl"
            log.write_text("\n".join(map(json.dumps, lines)) + "\n")
            return curves.read_log(log)

    def test_a_log_of_several_starts_is_plotted(self):
        line = lambda decisions, **rates: dict(decisions=decisions, value_loss=1.0, entropy=0.5, win_rate=dict(self=[1, 9], **rates))
        lines = [dict(settings=dict(from_decisions=0)), line(10, steady=[0.1, 5]), line(20, steady=[0.2, 5])]
        # Killed after 30 decisions, it resumes from its checkpoint at 25, against another opponent.
        lines += [line(30, steady=[0.9, 5]), dict(settings=dict(from_decisions=25))]
        lines += [line(35, shopper=[0.3, 5]), line(2_000_000, shopper=[0.4, 5])]
        lines = self.log(lines)
        self.assertEqual([line["decisions"] for line in lines], [10, 20, 35, 2_000_000])
        picture = curves.picture(lines)
        for text in ("against steady", "against shopper", "2 million decisions", "value loss"):
            self.assertIn(text, picture)
        self.assertNotIn("against self", picture)

    def test_an_opponent_without_games_is_left_out(self):
        line = lambda decisions, wins, games: dict(decisions=decisions, win_rate=dict(steady=[wins, games]))
        self.assertEqual(curves.win_series([line(1, 0.0, 0), line(2, 0.5, 4)], "steady"), ([2], [0.5]))
        self.assertNotIn("against steady", curves.picture([line(1, 0.0, 0)]))

    def test_older_logs_are_plotted(self):
        lines = curves.read_log(Path(__file__).with_name("log.jsonl"))
        self.assertEqual(len(lines), 472)
        picture = curves.picture(lines)
        for text in ("against past", "against steady", "against shopper", "value loss", "5.88 billion decisions"):
            self.assertIn(text, picture)


if __name__ == "__main__":
    unittest.main()
