"""Tests of the learning curves."""

import json
import tempfile
import unittest
from pathlib import Path

import curves


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
