"""Thousands of games at once: correct, fast, and written into the caller's arrays."""

import time
import unittest

import numpy as np

import mergemaker as game

PASS = 108
KEEP, EXCHANGE = 181, 182


def games(rows, lineup=(0,), tables=(("renegade", 4),), seed=1, threads=1, pauses=False, exchange=False):
    buffers = game.arrays(rows, exchange)
    options = dict(pauses=pauses, exchange=exchange)
    env = game.VectorEnv(
        tables=list(tables), lineups=[list(lineup)] * rows, seed=seed, threads=threads, **options, **buffers
    )
    env.reset()
    return env, buffers


def choose(buffers, chance):
    """Picks a random legal step in every game."""
    scores = chance.random(buffers["mask"].shape, np.float32) * buffers["mask"]
    buffers["action"][:] = scores.argmax(1)


def copied(buffers):
    return {name: array.copy() for name, array in buffers.items()}


def assert_same(one, other):
    for name in one:
        np.testing.assert_array_equal(one[name], other[name], name)


class Vector(unittest.TestCase):
    def test_games_end_and_new_ones_start(self):
        env, buffers = games(64, lineup=(0, "steady"), tables=[("renegade", 4), ("tycoon", 3), ("digital", 6)])
        chance, ended = np.random.default_rng(1), 0
        for _ in range(400):
            self.assertTrue((buffers["mask"].sum(1) > 1).all(), "the seat to act has a choice")
            choose(buffers, chance)
            env.step()
            over = buffers["info"][:, 2] == 1
            ended += int(over.sum())
            self.assertTrue((buffers["money"][over].max(1) > 6000).all())
            self.assertTrue(((buffers["learners"][over] == 0).sum(1) == 1).all(), "each game has one learner")
        self.assertGreater(ended, 100)

    def test_rewards_are_the_share_of_the_win_minus_an_even_share(self):
        env, buffers = games(64, tables=[("renegade", 2), ("classic", 5)])
        chance, ended = np.random.default_rng(5), 0
        for _ in range(600):
            choose(buffers, chance)
            env.step()
            for row in range(64):
                is_over, players = buffers["info"][row, 2], buffers["info"][row, 4]
                expected = np.zeros(6, np.float32)
                if is_over:
                    ended += 1
                    money = buffers["money"][row, :players]
                    won = money == money.max()
                    expected[:players] = won / won.sum() - 1 / players
                np.testing.assert_allclose(buffers["rewards"][row], expected, atol=1e-6)
        self.assertGreater(ended, 50)

    def test_the_same_seed_gives_the_same_games_on_any_number_of_threads(self):
        for lineup in ((0,), (0, "steady")):
            seen = []
            for threads in (1, 2):
                env, buffers = games(64, lineup=lineup, seed=7, threads=threads)
                chance = np.random.default_rng(2)
                for _ in range(120):
                    choose(buffers, chance)
                    env.step()
                seen.append(copied(buffers))
            assert_same(*seen)

    def test_learners_may_choose_dead_tiles(self):
        tables = [("renegade", 2), ("trading", 4), ("digital", 3)]
        env, buffers = games(64, tables=tables, exchange=True)
        chance, asked = np.random.default_rng(6), 0
        for _ in range(600):
            about_dead_tiles = buffers["mask"][:, KEEP] == 1
            asked += int(about_dead_tiles.sum())
            np.testing.assert_array_equal(about_dead_tiles, buffers["mask"][:, EXCHANGE] == 1)
            self.assertTrue((buffers["mask"][about_dead_tiles].sum(1) == 2).all())
            choose(buffers, chance)
            env.step()
        self.assertGreater(asked, 50)

    def test_a_copy_needs_the_same_exchange_option(self):
        (one, _), (other, _) = games(4, exchange=True), games(4)
        with self.assertRaisesRegex(ValueError, "the environments differ in `exchange`"):
            other.copy_from(one, np.arange(4))

    def test_every_seed_gives_different_games(self):
        hands = {games(8, seed=seed)[1]["hand"].tobytes() for seed in (0, 1, 2, 2**32, 2**32 + 1, 2**63, 2**64 - 1)}
        self.assertEqual(len(hands), 7)
        # Nor do the games of one seed appear in other rows of another seed.
        rows = [hand.tobytes() for seed in range(32) for hand in games(32, seed=seed)[1]["hand"]]
        self.assertEqual(len(set(rows)), len(rows))

    def test_a_result_is_reported_once(self):
        env, buffers = games(64, lineup=(0, "steady"))
        chance = np.random.default_rng(8)
        while not buffers["info"][:, 2].any():
            choose(buffers, chance)
            env.step()
        before = copied(buffers)
        env.reset()
        self.assertFalse(buffers["info"][:, [2, 4]].any())
        self.assertFalse(buffers["rewards"].any())
        for name in ("numbers", "board", "hand", "mask", "money", "learners"):
            np.testing.assert_array_equal(buffers[name], before[name], name)

    def test_copies_of_a_game_continue_identically(self):
        tables = [("renegade", 4), ("tycoon", 3), ("manual", 2), ("digital", 6)]
        for pauses, steps in ((False, 20), (True, 33)):
            self.check_copies(tables, pauses, steps)

    def check_copies(self, tables, pauses, steps):
        env, buffers = games(16, lineup=(0, "steady"), tables=tables, seed=3, pauses=pauses)
        other, copies = games(32, lineup=(0, "steady"), tables=[("classic", 5)], seed=9)
        chance, rows = np.random.default_rng(4), np.arange(32) % 16
        for _ in range(steps):
            choose(buffers, chance)
            env.step()
        other.copy_from(env, rows)
        other.reset()
        is_on, ended = np.ones(32, bool), 0
        for _ in range(300):
            for name in ("numbers", "board", "hand", "mask"):
                np.testing.assert_array_equal(copies[name][is_on], buffers[name][rows][is_on], name)
            choose(buffers, chance)
            choose(copies, chance)
            copies["action"][is_on] = buffers["action"][rows][is_on]
            env.step()
            other.step()
            # When a game ends, each environment starts its own next one.
            np.testing.assert_array_equal(copies["info"][is_on, 2], buffers["info"][rows, 2][is_on])
            over = is_on & (copies["info"][:, 2] == 1)
            np.testing.assert_array_equal(copies["money"][over], buffers["money"][rows][over])
            is_on &= ~over
            ended += int(over.sum())
        self.assertEqual(ended, 32)

    def test_a_copy_does_not_affect_its_source(self):
        env, buffers = games(8, seed=5)
        other, copies = games(8, seed=6)
        before = copied(buffers)
        other.copy_from(env, np.arange(8))
        other.reset()
        chance = np.random.default_rng(7)
        for _ in range(50):
            choose(copies, chance)
            other.step()
        env.reset()
        assert_same(before, buffers)

    def test_an_invalid_copy_raises_and_changes_nothing(self):
        env, _ = games(8)
        other, buffers = games(4, seed=2)
        before = copied(buffers)
        for source, rows, why in (
            (env, [0, 1, 2], "has 3 entries: give 4, one per row"),
            (env, [0, 1, 2, 8], "there is no row 8 to copy: choose 0 to 7"),
            (env, [0, 1, 2, -1], "there is no row -1 to copy: choose 0 to 7"),
            (other, [0, 1, 2, 3], "cannot copy from the same environment: create a second one"),
        ):
            with self.assertRaisesRegex(ValueError, why):
                other.copy_from(source, np.array(rows))
        other.reset()
        assert_same(before, buffers)

    def test_torch_tensors_can_be_the_buffers(self):
        import torch

        seen = game.arrays(8)
        mask, numbers = torch.zeros((8, game.STEPS), dtype=torch.uint8), torch.zeros((8, game.NUMBERS)).bfloat16()
        seen |= dict(mask=mask.numpy(), numbers=numbers.view(torch.int16).numpy().view(np.uint16))
        game.VectorEnv(tables=[("renegade", 4)], lineups=[[0]] * 8, seed=1, threads=1, **seen).reset()
        self.assertTrue((mask.sum(1) > 1).all())
        floats = (seen["numbers"].astype(np.uint32) << 16).view(np.float32)
        np.testing.assert_array_equal(numbers.float().numpy(), floats)

    def test_an_illegal_step_raises_and_changes_nothing(self):
        env, buffers = games(512, threads=2)
        chance = np.random.default_rng(6)
        choose(buffers, chance)
        right = buffers["action"].copy()
        before = copied(buffers)
        for row, wrong in ((0, 255), (300, 180), (511, PASS)):
            buffers["action"][:] = right
            buffers["action"][row] = wrong
            with self.assertRaisesRegex(ValueError, f"step {wrong} is not legal in row {row}: choose"):
                env.step()
            buffers["action"][:] = right
            assert_same(before, buffers)
        env.step()
        same, expected = games(512)
        expected["action"][:] = right
        same.step()
        assert_same(expected, buffers)
        for threads in (0, 10**6):
            with self.assertRaisesRegex(ValueError, f"invalid number of threads {threads}: choose 1 to 1024"):
                games(1, threads=threads)
        with self.assertRaisesRegex(ValueError, "there is no bot `clever`"):
            games(1, lineup=("clever",))
        for number in (255, 256, -1):
            with self.assertRaisesRegex(ValueError, f"there is no learner {number}: choose 0 to 254"):
                games(1, lineup=(number,))

    def test_a_row_without_a_learner_is_rejected(self):
        for lineup, players in ((("steady",), 4), (("steady", "shopper", "novice", 0), 3), (("steady", "novice"), 2)):
            tables = [("renegade", 6), ("renegade", players)]
            with self.assertRaisesRegex(ValueError, f"row 0 has no learner at a table of {players}: put one"):
                games(2, lineup=lineup, tables=tables)
        with self.assertRaisesRegex(ValueError, "row 1 has no learner"):
            buffers = game.arrays(2)
            game.VectorEnv(tables=[("renegade", 4)], lineups=[[0], ["steady"]], seed=1, threads=1, **buffers)
        games(2, lineup=("steady", "shopper", 0), tables=[("renegade", 3), ("renegade", 6)])
        games(2, lineup=("steady", 0), tables=[("renegade", 4)])

    def test_an_unsuitable_array_is_rejected(self):
        def check(name, array, expected):
            buffers = game.arrays(8) | {name: array}
            with self.assertRaisesRegex(ValueError, expected):
                game.VectorEnv(tables=[("renegade", 4)], lineups=[[0]] * 8, seed=1, threads=1, **buffers)

        for name, right in game.arrays(8).items():
            rows, dtype = ("8 numbers" if name == "action" else f"8 rows of {right.shape[1]}"), right.dtype
            expected = f"^`{name}` must be a writable C-contiguous {dtype} array of {rows}$"
            fixed = right.copy()
            fixed.flags.writeable = False
            for wrong in (right[:7], right.astype(np.int64), right[None], np.repeat(right, 2, 0)[::2], fixed, [0] * 8, None):
                check(name, wrong, expected)
            if name != "action":
                for wrong in (np.zeros(right.shape, dtype, order="F"), np.zeros(right.shape[::-1], dtype), right.ravel()):
                    check(name, wrong, expected)

    def test_arrays_that_share_memory_are_rejected(self):
        import torch

        whole = torch.zeros(8 * (6 + 5), dtype=torch.uint8)
        hand, info = whole[: 8 * 6].view(8, 6).numpy(), whole[8 * 6 :].view(8, 5).numpy()
        make = lambda **some: game.VectorEnv(
            tables=[("renegade", 4)], lineups=[[0]] * 8, seed=1, threads=1, **(game.arrays(8) | some)
        )
        make(hand=hand, info=info).reset()
        over = whole[8 * 6 - 1 : -1].view(8, 5).numpy()
        with self.assertRaisesRegex(ValueError, "`hand` and `info` share memory: give each array its own"):
            make(hand=hand, info=over)
        with self.assertRaisesRegex(ValueError, "`hand` and `action` share memory"):
            make(hand=hand, action=whole[40:48].numpy())

    def test_an_array_that_changes_its_shape_is_rejected(self):
        env, buffers = games(8)
        buffers["hand"].shape = (6, 8)
        with self.assertRaisesRegex(ValueError, "the shape of `hand` has changed"):
            env.reset()

    def test_it_is_fast(self):
        """A loose lower bound that holds on a busy machine; `examples/speed.py` measures."""
        env, buffers = games(4096)
        chance, best = np.random.default_rng(3), 0.0
        for _ in range(12):
            choose(buffers, chance)
            start = time.perf_counter()
            env.step()
            best = max(best, len(buffers["action"]) / (time.perf_counter() - start))
        self.assertGreater(best, 10_000)


class Pauses(unittest.TestCase):
    """Learners also observe the state they leave at the end of their turn."""

    TABLES = (("renegade", 4), ("tycoon", 3), ("trading", 4), ("classic", 2), ("digital", 6))

    def decisions(self, pauses, lineup, count=500):
        """Plays random games. Returns the decisions of each row without pauses, and the number of pauses."""
        env, buffers = games(16, lineup=lineup, tables=self.TABLES, seed=9, pauses=pauses)
        seen, looked, chance = [[] for _ in range(16)], 0, [np.random.default_rng(row) for row in range(16)]
        ended = np.zeros(16, bool)
        while min(map(len, seen)) < count:
            ended |= buffers["info"][:, 2] == 1
            for row, legal in enumerate(buffers["mask"]):
                steps = np.flatnonzero(legal)
                if len(steps) == 1:
                    buffers["action"][row], looked = steps[0], looked + 1
                    continue
                parts = [buffers[name][row].tobytes() for name in ("numbers", "board", "hand", "mask")]
                parts += [bytes(buffers["info"][row, [0, 1, 3]]), bool(ended[row])]
                if ended[row]:
                    parts.append(buffers["money"][row].tobytes())
                seen[row].append(parts)
                ended[row] = False
                buffers["action"][row] = chance[row].choice(steps)
            env.step()
        return [row[:count] for row in seen], looked

    def test_the_same_choices_give_the_same_games(self):
        for lineup in ((0,), (0, "steady"), (0, 1, "shopper")):
            plain, none = self.decisions(False, lineup)
            paused, some = self.decisions(True, lineup)
            self.assertEqual(none, 0)
            self.assertGreater(some, 1000)
            self.assertEqual(plain, paused)

    def test_the_last_actor_gets_a_pause_and_may_only_pass(self):
        env, buffers = games(64, lineup=(0, 1, "steady"), tables=self.TABLES, seed=3, pauses=True)
        chance, looked, others = np.random.default_rng(3), 0, 0
        last = buffers["info"][:, 0].copy()
        has_looked = np.ones(64, bool)
        for _ in range(400):
            pause = buffers["mask"].sum(1) == 1
            new = buffers["info"][:, 2] == 1
            self.assertTrue((buffers["mask"][pause, PASS] == 1).all())
            self.assertTrue((buffers["info"][pause, 0] == last[pause]).all(), "the last actor pauses")
            self.assertFalse((pause & has_looked).any(), "and only once")
            # Nobody else acts before that, except when the game is over.
            asked = buffers["info"][:, 0]
            self.assertTrue((new | has_looked | (asked == last)).all())
            looked, others = looked + int(pause.sum()), others + int((~pause).sum())
            last, has_looked = asked.copy(), pause
            choose(buffers, chance)
            env.step()
        self.assertGreater(looked, 2000)
        self.assertGreater(others, 2000)

    def test_any_other_step_raises_and_changes_nothing(self):
        env, buffers = games(1, seed=4, pauses=True)
        chance = np.random.default_rng(4)
        while buffers["mask"].sum() > 1:
            choose(buffers, chance)
            env.step()
        before = copied(buffers)
        for wrong in [*range(PASS), *range(PASS + 1, 256)]:
            buffers["action"][0] = wrong
            with self.assertRaisesRegex(ValueError, f"step {wrong} is not legal in row 0"):
                env.step()
            buffers["action"][:] = before["action"]
            assert_same(before, buffers)
        buffers["action"][0] = PASS
        env.step()
        self.assertGreater(buffers["mask"].sum(), 1)
        self.assertNotEqual(buffers["info"][0, 0], before["info"][0, 0], "another seat acts next")


if __name__ == "__main__":
    unittest.main()
