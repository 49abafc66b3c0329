"""The environments, checked by their frameworks' own tests; records; stubs and documentation."""

import ast
import io
import json
import sys
import threading
import unittest
import warnings
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout, suppress
from pathlib import Path

import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import mergemaker as game
from mergemaker import _native, aec, seat

ROOT = Path(__file__).parents[3]


class Environments(unittest.TestCase):
    def setUp(self):
        # They warn about intended properties: unbounded spaces and dictionary observations.
        warnings.simplefilter("ignore")

    def test_pettingzoo_finds_no_problems(self):
        for preset, players in [("renegade", 4), ("tycoon", 3), ("manual", 6), ("trading", 4), ("classic", 2)]:
            api_test(aec.env(preset=preset, players=players), num_cycles=300)
        api_test(aec.env(preset="digital", players=3, exchange=True), num_cycles=300)
        seed_test(aec.env, num_cycles=200)

    def test_gymnasium_finds_no_problems(self):
        check_env(seat.AcquireSeat(render_mode="ansi"))
        check_env(seat.AcquireSeat(bots=["shopper"], preset="digital"))
        check_env(seat.AcquireSeat(bots=["shopper"], exchange=True))

    def test_rewards_add_up_to_zero(self):
        env, chance = aec.env(players=3), np.random.default_rng(4)
        env.reset(seed=4)
        totals = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, is_over, _, _ = env.last()
            totals[agent] += reward
            legal = np.flatnonzero(observation["action_mask"])
            env.step(None if is_over else int(chance.choice(legal)))
        self.assertAlmostEqual(sum(totals.values()), 0.0)
        self.assertGreater(max(totals.values()), 0.3)

    def test_an_illegal_step_changes_nothing(self):
        env = seat.AcquireSeat()
        before, _ = env.reset(seed=1)
        wrong = int(np.flatnonzero(before["action_mask"] == 0)[0])
        for action in (wrong, -1, game.STEPS, 10_000):
            after, reward, is_over, _, info = env.step(action)
            self.assertEqual((reward, is_over, info["legal"]), (0.0, False, False))
            np.testing.assert_array_equal(before["numbers"], after["numbers"])


class DeadTiles(unittest.TestCase):
    def play(self, one, keeps, seed=5):
        """Plays randomly, keeping or exchanging dead tiles. Returns the number of such decisions."""
        chance, asked = np.random.default_rng(seed), 0
        while one.to_act is not None:
            legal = one.legal_steps()
            is_asked = len(legal) > game.STEPS and bool(legal[game.STEPS])
            self.assertEqual(one.tile_asked_about is not None, is_asked)
            if is_asked:
                asked += 1
                self.assertEqual(legal.sum(), 2)
                self.assertIn(one.tile_asked_about, one.observe(one.to_act)[2])
                one.step(game.STEPS if keeps else game.STEPS + 1)
            else:
                one.step(int(chance.choice(np.flatnonzero(legal))))
        return asked

    def test_dead_tiles_are_no_decision_by_default(self):
        one = game.Game("renegade", 4, 11)
        self.assertEqual(len(one.legal_steps()), game.STEPS)
        self.assertEqual(self.play(one, keeps=False), 0)

    def test_exchanging_all_equals_the_default(self):
        one, other = game.Game("renegade", 4, 11), game.Game("renegade", 4, 11, exchange=True)
        self.assertEqual(len(other.legal_steps()), game.STEPS_WITH_EXCHANGE)
        self.play(one, keeps=False)
        self.assertGreater(self.play(other, keeps=False), 0)
        self.assertEqual(one.record(), other.record())

    def test_dead_tiles_can_be_kept(self):
        one = game.Game("renegade", 4, 11, exchange=True)
        self.assertGreater(self.play(one, keeps=True), 0)
        record = one.record()
        game.verify(record)
        self.assertNotIn('"reason":"unplayable"', record)
        asked = [moment for moment in game.replay(record, exchange=True) if moment.legal_steps()[game.STEPS :].any()]
        self.assertTrue(asked and all(moment.to_act is not None for moment in asked))
        for moment, same in zip(game.replay(record), game.replay(record, exchange=True)):
            self.assertEqual(len(moment.legal_steps()), game.STEPS)
            self.assertEqual(moment.to_act is None, not moment.legal_steps().any())
            self.assertEqual(moment.position, same.position)


class Columns(unittest.TestCase):
    def test_columns_name_the_numbers(self):
        one = game.Game("renegade", 4, 3)
        numbers, _, _ = one.observe(one.to_act)
        first, width = game.COLUMNS["game"]["cash"]
        start = 7 * game.CHAIN_NUMBERS + 6 * game.TILE_NUMBERS + first
        np.testing.assert_allclose(numbers[start : start + width], [0.6, 0.6, 0.6, 0.6, 0, 0], rtol=1e-6)
        self.assertEqual(game.COLUMNS["chain"]["mergers"], (46, 21))


class Records(unittest.TestCase):
    def test_play_verify_story_and_analyse(self):
        record = game.play(["steady", "expert", "novice"], seed=3)
        game.verify(record)
        self.assertEqual(record, game.play(["steady", "expert", "novice"], seed=3))
        story = game.story(record)
        self.assertIn("place", " ".join(story))
        self.assertIn("legt", " ".join(game.story(record, lang="de")))
        with self.assertRaises(ValueError):
            game.story(record, lang="xx")
        judged = json.loads(game.analyse(record, work=8))
        self.assertEqual(len(judged["summary"]), 3)

    def test_a_replay_matches_the_game(self):
        one, chance, seen = game.Game("renegade", 3, 5), np.random.default_rng(5), []
        while one.to_act is not None:
            legal = one.legal_steps()
            seen.append((one.to_act, legal.tobytes(), one.observe(one.to_act)[0].tobytes()))
            one.step(int(chance.choice(np.flatnonzero(legal))))
        record = one.record()
        moments = game.replay(record)
        self.assertEqual([moment.sentence for moment in moments], game.story(record))
        self.assertEqual([json.loads(moment.event) for moment in moments], json.loads(record)["events"])
        self.assertEqual((moments[-1].to_act, moments[-1].cash), (None, one.cash))
        self.assertEqual(len({moment.position for moment in moments}), len(moments))
        # Only the state at the start of each decision is in a record, not the steps within it.
        found = {
            (moment.to_act, moment.legal_steps().tobytes(), moment.observe(moment.to_act)[0].tobytes())
            for moment in moments
            if moment.to_act is not None
        }
        self.assertGreater(sum(part in found for part in seen), len(seen) / 2)
        self.assertIn(seen[0], found)

    def test_error_messages(self):
        with self.assertRaisesRegex(ValueError, "^the record cannot be read: `format` is missing$"):
            game.verify("{}")
        with self.assertRaisesRegex(ValueError, "there is no bot `clever`"):
            game.play(["clever", "steady"])
        with self.assertRaisesRegex(ValueError, "not legal now"):
            game.Game(seed=1).step(180)
        with self.assertRaisesRegex(ValueError, "invalid work 0: choose 4"):
            game.analyse(game.play(["steady"] * 2), work=0)
        for bots, rest, why in [
            ("steady", {}, "`bots` is a single name: give a list"),
            (["clever"], {}, "there is no bot `clever`"),
            (["steady"] * 6, {}, "a game has 2 to 6 players, not 7"),
            (["steady"], dict(render_mode="human"), "unknown render_mode 'human': choose 'ansi' or None"),
        ]:
            with self.assertRaisesRegex(ValueError, why):
                seat.AcquireSeat(bots, **rest)
        with self.assertRaisesRegex(ValueError, "call reset first"):
            seat.AcquireSeat().step(0)
        with self.assertRaisesRegex(ValueError, "a game has 2 to 6 players, not 9"):
            aec.env(players=9)
        with self.assertRaisesRegex(ValueError, "there is no seat 4: choose 0 to 3"):
            game.Game(seed=1).observe(4)


class Threads(unittest.TestCase):
    def test_many_threads_may_use_a_game(self):
        one = game.Game("renegade", 4, 2, [None, "steady", None, "steady"])

        def work(seed):
            chance = np.random.default_rng(seed)
            for _ in range(200):
                one.observe(int(chance.integers(4)))
                legal = np.flatnonzero(one.legal_steps())
                if not len(legal):
                    return
                # Another thread may have stepped since.
                with suppress(ValueError):
                    one.step(int(chance.choice(legal)))

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(work, range(4)))
        game.verify(one.record())

    def test_other_threads_run_while_bots_think(self):
        one = game.Game("renegade", 4, 2, [None, "expert", "expert", "expert"])
        gate, ran, usual = threading.Lock(), [], sys.getswitchinterval()
        gate.acquire()
        other = threading.Thread(target=lambda: (gate.acquire(), ran.append(True)))
        other.start()
        # So long that other threads run only if the lock is released.
        sys.setswitchinterval(60)
        try:
            gate.release()
            while one.to_act is not None and not ran:
                one.step(int(np.flatnonzero(one.legal_steps())[0]))
            self.assertTrue(ran)
        finally:
            sys.setswitchinterval(usual)
            other.join()


class Documentation(unittest.TestCase):
    def test_the_stubs_are_complete(self):
        public = lambda names: {name for name in names if not name.startswith("_")}
        stubs = ast.parse((ROOT / "crates/python/python/mergemaker/_native.pyi").read_text()).body
        classes = {part.name: part for part in stubs if isinstance(part, ast.ClassDef)}
        functions = {part.name for part in stubs if isinstance(part, ast.FunctionDef)}
        constants = {part.target.id for part in stubs if isinstance(part, ast.AnnAssign)}
        self.assertEqual(public(dir(_native)), functions | constants | set(classes))
        self.assertEqual(public(dir(_native)) | {"arrays"}, set(game.__all__))
        for name, part in classes.items():
            methods = {method.name for method in part.body if isinstance(method, ast.FunctionDef)}
            self.assertEqual(public(dir(getattr(_native, name))), public(methods), name)

    def test_the_code_in_the_docs_runs(self):
        for path, count in (("docs/PYTHON.md", 4), ("README.md", 1)):
            blocks = (ROOT / path).read_text().split("```python\n")[1:]
            self.assertEqual(len(blocks), count, path)
            for block in blocks:
                with redirect_stdout(io.StringIO()):
                    exec(compile(block.split("```")[0], path, "exec"), {})


if __name__ == "__main__":
    unittest.main()
