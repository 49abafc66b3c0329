"""Converts a log with one event per line into a game record (docs/RECORD.md): a template for your own format.

    python3 convert.py game.log | mergemaker verify -
"""

import json
import sys


def counts(words):
    """Counts words: `tower tower american` is {"tower": 2, "american": 1}."""
    return {word: words.count(word) for word in words}


def event(players, who, what, *words):
    """Converts a line into an event of the record."""
    if who == "bank":
        return {"kind": "bank_tile", "chain": what, "tile": words[0]}
    if who == "end":
        return {"kind": "end", "reason": what}
    members = {
        "start_tile": lambda: {"tile": words[0]},
        "deal": lambda: {"tiles": words},
        "place": lambda: {"tile": words[0]},
        "found": lambda: {"chain": words[0]},
        "survivor": lambda: {"chain": words[0]},
        "defunct": lambda: {"chain": words[0]},
        "dispose": lambda: {"chain": words[0], "sell": int(words[1]), "trade": int(words[2])},
        "buy": lambda: {"shares": counts(words)},
        "draw": lambda: {"tiles": words},
        "discard": lambda: {"tiles": words, "reason": "unplayable"},
    }
    return {"kind": what, "player": players.index(who)} | members.get(what, dict)()


lines = [line.split() for line in open(sys.argv[1], encoding="utf-8") if line.strip()]
preset, players = lines[0][1], lines[1][1:]
cash = [int(word) for word in lines[-1][2:]] if lines[-1][0] == "end" else []
winners = [seat for seat, money in enumerate(cash) if money == max(cash)]
record = {"format": "mergemaker-record", "version": 2, "rules": {"preset": preset}, "players": players,
          "events": [event(players, *line) for line in lines[2:]],
          "result": {"cash": cash, "winners": winners} if cash else None}
print(json.dumps(record))
