"""Tests of the settings, the schedules and the tables."""

import io
import unittest
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import opponents
from env import TABLES, parse_tables
from settings import arguments, opponent_rows, rollout_decisions, schedule, seed_of

SHORT = "--size small --games 8 --steps 8 --minibatch 64 --env_threads 1 --decisions 1280 --stop_after 1 --precision float32"
"""One iteration of 128 decisions, in a run of ten."""
SMALL = Path(__file__).parents[1] / "crates/bots/nets/small.safetensors"


def settings_of(words=""):
    """The settings of a short start."""
    return arguments(f"{SHORT} {words}".split())


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


if __name__ == "__main__":
    unittest.main()
