"""What training does at its edges; that it runs at all is tried by `cargo xtask python`."""

import io
import json
import math
import tempfile
import unittest
import unittest.mock
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import torch

import curves
import evaluate
import export
import fair
import net as nets
import train
from actor import TRIED
from forks import Forks, Tried
from plain import plainly

LITTLE = "--size small --games 8 --steps 8 --batch 64 --threads 1 --total 10 --seconds 0"


def settings(words=""):
    return train.arguments(f"{LITTLE} {words}".split())


class Arguments(unittest.TestCase):
    def check(self, words, expected):
        told = io.StringIO()
        with redirect_stderr(told), self.assertRaises(SystemExit):
            settings(words)
        self.assertIn(expected, told.getvalue())

    def test_what_is_wrong_is_said(self):
        self.check("--size huge", "invalid choice: 'huge'")
        self.check("--student huge", "invalid choice: 'huge'")
        self.check("--batch 129", "a round has 128 decisions, fewer than --batch 129: choose a smaller batch")
        self.check("--epochs 0", "--epochs 0: give at least 1")
        self.check("--rate nan", "give a rate below 1")
        self.check("--seconds -3", "--seconds -3.0: give at least 0")
        for mix in ("self", "self:0", "self:-1,steady:2", "self:x"):
            self.check(f"--mix {mix}", "give who plays and how often")
        self.check("--forks 1 --mix self:1", "--forks 1 needs games against steady: change --mix")
        for forks in (-1, 7):
            self.check(f"--forks {forks} --mix self:1,steady:3", f"--forks {forks}: give 0 to 6")
        self.check("--student_start small.safetensors", "choose its size with --student")
        settings("--batch 128")


class Schedule(unittest.TestCase):
    def test_everything_stays_within_its_bounds(self):
        for words in ("", "--since 5", "--since 5000", "--since 10", "--won 0"):
            args = settings(words)
            for seconds in (0.0, 0.5, 4.9, 5.0, 7.0, 10.0, 100.0, 10_000.0):
                now = train.schedule(args, seconds)
                self.assertTrue(0 < now.rate <= args.rate, words)
                self.assertTrue(args.entropy_end <= now.entropy <= args.entropy, words)
                self.assertTrue(0 <= now.won <= 1, words)
                self.assertTrue(args.pause <= now.pause <= 1, words)

    def test_no_two_groups_have_the_same_seed(self):
        args = [settings(f"--seed {seed}") for seed in (1, 2, 3)]
        seeds = [train.seed_of(one, rounds, group) for one in args for rounds in range(2000) for group in range(2)]
        self.assertEqual(len(set(seeds)), len(seeds))
        self.assertLess(max(seeds), 2**64)


class Runs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = Path(folder.name)

    def run_for(self, words=""):
        trainer = train.Trainer(settings(f"--out {self.out} {words}"))
        with redirect_stdout(io.StringIO()):
            trainer.train()
        return trainer

    def test_the_shortest_run_learns_once_and_goes_on(self):
        self.assertEqual(self.run_for().updates, 1)
        state = nets.read(self.out)
        self.assertGreater(state["adam_steps"], 0)
        again = train.Trainer(settings(f"--out {self.out}"))
        # Without snapshots the past self is the one it begins with.
        for one, other in zip(again.past.parameters(), nets.of(state).parameters()):
            self.assertTrue(torch.equal(one, other))
        with self.assertRaisesRegex(SystemExit, "is of size small: choose that --size"):
            train.Trainer(settings(f"--out {self.out} --size big"))
        self.run_for("--student small")
        with self.assertRaisesRegex(SystemExit, "is of size small: choose that --student"):
            train.Trainer(settings(f"--out {self.out} --student big"))

    def test_it_begins_with_a_network_that_was_trained_before(self):
        small = Path(__file__).parents[1] / "crates/bots/nets/small.safetensors"
        told = nets.read(small)
        trainer = train.Trainer(settings(f"--out {self.out} --start {small} --student small --student_start {small}"))
        for net in (trainer.net, trainer.playing, trainer.past, trainer.student):
            for one, other in zip(net.parameters(), nets.of(told).parameters()):
                self.assertTrue(torch.equal(one, other))
        refused = {f"{small} --size big": "is of size small: choose that --size, or choose another file to begin with"}
        whole = small.read_bytes()
        for name, data, why in (
            ("cut", whole[:100_000], "is no whole file of a network"),
            ("empty", b"", "is no whole file of a network"),
            ("damaged", whole[:-1] + bytes([whole[-1] ^ 1]), "its checksum is wrong"),
        ):
            path = self.out / f"{name}.safetensors"
            path.write_bytes(data)
            refused[str(path)] = why
        torch.save([], self.out / "none.pt")
        refused[str(self.out / "none.pt")] = "is no checkpoint, nor a network as bots read it"
        refused[str(self.out / "missing.pt")] = "there is no"
        for start, why in refused.items():
            with self.assertRaisesRegex(SystemExit, why):
                train.Trainer(settings(f"--out {self.out} --start {start}"))

    def test_the_value_may_be_learned_first(self):
        small = Path(__file__).parents[1] / "crates/bots/nets/small.safetensors"
        before, words = nets.of(nets.read(small)), f"--start {small} --student small"
        for first, also in ((100, set()), (0, {"into"})):
            trainer = self.run_for(f"--out {self.out / str(first)} {words} --value_first {first}")
            pairs = zip(trainer.net.named_parameters(), before.parameters())
            moved = {name.split(".")[0] for (name, now), then in pairs if not torch.equal(now, then)}
            self.assertEqual(moved & {"value_into", "value_out", "into"}, {"value_into", "value_out"} | also)
            self.assertEqual(bool(moved - {"value_into", "value_out"}), bool(also))

    def test_choices_are_tried_in_copies_of_games(self):
        trainer = train.Trainer(settings(f"--out {self.out} --forks 5 --steps 80 --mix self:1,steady:3"))
        looks, keep, losses, lost = [], Forks.keep, [], trainer.lost

        def keep_and_look(forks, store):
            looks.append((forks.tried["is_tried"].clone(), forks.worth.view(-1, TRIED).clone(), forks.is_done.clone()))
            keep(forks, store)

        def lose_and_look():
            losses.append(lost())
            return losses[-1]

        trainer.lost = lose_and_look
        with redirect_stdout(io.StringIO()), unittest.mock.patch.object(Forks, "keep", keep_and_look):
            trainer.train()
        # The first time nothing has been tried yet.
        is_legal, worth, is_done = (torch.cat(parts) for parts in zip(*looks[len(trainer.forks) :]))
        self.assertGreaterEqual(len(worth), 8)
        self.assertTrue((is_legal.sum(1) >= 2).float().mean() > 0.3, "there is often something to choose from")
        self.assertTrue(is_done.float().mean() > 0.5, "the next turn has mostly begun")
        self.assertTrue(((worth >= 0) & (worth <= 1)).all(), "a part of the win")
        # Where there is nothing else to choose, the same is tried again, and all else is alike.
        same = ~is_legal[:, 2]
        self.assertTrue(same.any())
        self.assertTrue(torch.equal(worth[same, 2], worth[same, 0]))
        self.assertTrue(trainer.ahead and any(losses), "it is told and learned from")

    def test_what_was_tried_is_judged_within_its_decision(self):
        store = Tried(2, "cpu")
        store.count = 2
        store.kept["worth"].copy_(torch.tensor([[0.5, 0.4, 0.9], [0.2, 0.2, 0.2]]))
        store.kept["is_tried"].copy_(torch.tensor([[True, True, False], [True, True, True]]))
        self.assertAlmostEqual(store.judge(), 0.025)
        worth = store.kept["worth"]
        self.assertTrue(worth[0, 0] > 0 > worth[0, 1] and worth[0, 2] == 0)
        self.assertFalse(worth[1].abs().gt(1e-6).any())

    def test_what_was_learned_before_an_interruption_is_kept(self):
        trainer = train.Trainer(settings(f"--out {self.out} --seconds 60"))
        learn, told = trainer.learn, io.StringIO()

        def learn_and_interrupt(*words):
            learn(*words)
            raise KeyboardInterrupt

        trainer.learn = learn_and_interrupt
        with redirect_stdout(told):
            trainer.train()
        self.assertIn("interrupted: what was learned so far is kept", told.getvalue())
        self.assertGreater(nets.read(self.out)["adam_steps"], 0)

    def test_bad_input_is_told_in_a_line(self):
        self.run_for()
        run, garbage = str(self.out), self.out / "garbage.pt"
        garbage.write_bytes(b"garbage")
        state, other, misfit = nets.read(self.out), self.out / "other.pt", self.out / "misfit.pt"
        torch.save(state | dict(observation=1), other)
        torch.save(state | dict(net=state["net"] | {"chain.weight": torch.zeros(48, 72)}), misfit)
        for script, words, why in (
            (evaluate, [run, "--games", "0"], "give at least one"),
            (evaluate, [run, "--seed", "-1"], "give at least 0"),
            (evaluate, [run, "--heat", "-1"], "give at least 0"),
            (evaluate, [f"{run}/adam1.pt"], "holds no network of ours"),
            (evaluate, [f"{run}/snapshots.pt"], "holds no network: train for longer"),
            (evaluate, [str(other), "--games", "1"], "by version 1 of the observation, the package by version"),
            (evaluate, [str(misfit)], "the weights do not fit our networks"),
            (evaluate, [run, "--table", "renegade"], "give rules and players"),
            (evaluate, [run, "--table", "renegade:9"], "a game has 2 to 6 players, not 9"),
            (evaluate, [run, "--against", "nobody"], "there is no bot `nobody`"),
            (evaluate, [str(self.out / "none")], "choose the folder of a run"),
            (evaluate, [str(garbage)], "is no file of a training, or not whole"),
            (export, [str(self.out / "snapshots.pt"), "x.safetensors"], "holds several networks"),
            (curves, [str(self.out / "none.jsonl"), "x.svg"], "none.jsonl: No such file or directory"),
            (curves, [str(garbage), "x.svg"], "is no log of a training"),
            (fair, [run, "--positions", "0"], "too few games ended"),
        ):
            told = io.StringIO()
            with unittest.mock.patch("sys.argv", [script.__name__, *words]), redirect_stderr(told), redirect_stdout(told):
                with self.assertRaises(SystemExit) as ended:
                    plainly(script.main)
            self.assertIn(why, f"{ended.exception} {told.getvalue()}")

    def test_a_checkpoint_that_is_not_whole_is_refused(self):
        self.run_for()
        for name in ("adam1.pt", "snapshots.pt", "state.pt"):
            whole = (self.out / name).read_bytes()
            (self.out / name).write_bytes(whole[:100])
            with self.assertRaisesRegex(ValueError, f"{name} is no file of a training, or not whole"):
                train.Trainer(settings(f"--out {self.out}"))
            (self.out / name).write_bytes(whole)

    def test_a_round_without_a_batch_is_refused(self):
        with self.assertRaisesRegex(SystemExit, "decisions to learn from: choose a smaller --batch"):
            self.run_for("--batch 128 --mix past:1")
        self.assertFalse((self.out / "state.pt").exists())

    def test_weights_that_are_no_numbers_are_not_kept(self):
        trainer = train.Trainer(settings(f"--out {self.out}"))
        with torch.no_grad():
            next(trainer.net.parameters()).view(-1)[3] = math.nan
        with self.assertRaisesRegex(SystemExit, "no number any more"):
            trainer.save(1.0)
        self.assertFalse((self.out / "state.pt").exists())

    def test_nobody_to_play_against_is_said(self):
        self.run_for()
        words = ["evaluate.py", str(self.out), "--against", str(self.out / "snapshots.pt")]
        with unittest.mock.patch("sys.argv", words), self.assertRaisesRegex(SystemExit, "holds no network"):
            evaluate.main()


class Curves(unittest.TestCase):
    def test_a_log_of_several_starts_is_drawn(self):
        line = lambda seconds, **wins: dict(seconds=seconds, value=1.0, entropy=0.5, self=[0.25, 9], **wins)
        told = [dict(settings={}), line(1.0, steady=[0.1, 5]), line(2.0, steady=[0.2, 5]), line(3.0, steady=[0.9, 5])]
        # Cut short after 3 seconds, it goes on from its checkpoint at 2, against somebody else.
        told += [dict(settings={}), line(2.5, shopper=[0.3, 5]), line(4.0, shopper=[0.4, 5])]
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "log.jsonl"
            log.write_text("\n".join(map(json.dumps, told)) + "\n")
            lines = curves.lines_of(log)
        self.assertEqual([line["seconds"] for line in lines], [1.0, 2.0, 2.5, 4.0])
        picture = curves.picture(lines)
        self.assertIn("against steady", picture)
        seconds, _ = curves.series_of([line(1.0, steady=[0.0, 0]), line(2.0, steady=[0.5, 4])], "steady", lambda told: told[0])
        self.assertEqual(seconds, [2.0], "where no game ended nothing is drawn")
        self.assertNotIn("against steady", curves.picture([line(1.0, steady=[0.0, 0])]))
        self.assertIn("against shopper", picture)
        self.assertIn("4 s of training", picture)


if __name__ == "__main__":
    unittest.main()
