#!/usr/bin/env python3
"""A small bot that plays sensibly. Needs Python 3 and nothing else.

    mergemaker arena --bots "cmd:python3 examples/python/bot.py,shopper,shopper,shopper"

The arena writes one JSON object per line to our standard input, and we answer on standard output: see
docs/BOTS.md. The plan: score every legal action in dollars, and answer with the best one.
"""

import json
import sys

CHAINS = ["luxor", "tower", "american", "worldwide", "festival", "imperial", "continental"]
EXTRA = dict(zip(CHAINS, [0, 0, 100, 100, 100, 200, 200]))  # price difference to a share of luxor


def price(chain, size):
    """The price of a share while the chain has `size` tiles."""
    steps = [(41, 1000), (31, 900), (21, 800), (11, 700), (6, 600), (5, 500), (4, 400), (3, 300), (2, 200)]
    return next((dollars + EXTRA[chain] for least, dollars in steps if size >= least), 0)


class Table:
    """A view in a handier form. `held` has each player's shares: {"tower": 2, …}."""

    def __init__(self, view, held):
        self.me = view["viewer"]
        self.cash = view["players"][self.me]["cash"]
        self.mine = {chain: held[self.me].get(chain, 0) for chain in CHAINS}
        self.held = held
        self.situation = view["situation"]
        self.rows = view["board"].split("/")  # nine rows, A to I, of twelve characters: . o or a chain's letter
        self.size = {chain: view["board"].count(chain[0].upper()) for chain in CHAINS}
        self.price = {chain: price(chain, self.size[chain]) for chain in CHAINS}

    def bonus(self, chain, more=0):
        """Our bonus if the chain were dissolved now and we had `more` more shares."""
        mine = self.mine[chain] + more
        others = [held.get(chain, 0) for seat, held in enumerate(self.held) if seat != self.me]
        first, second = (sorted(others, reverse=True) + [0])[:2]
        if mine == 0 or mine <= second and mine < first:
            return 0
        # The first bonus is ten times the price, the second five times. The only holder gets both.
        return self.price[chain] * (15 if first == 0 else 10 if mine > first else 7 if mine == first else 5)

    def touched(self, tile):
        """The characters next to a space such as 7E."""
        column, row = int(tile[:-1]) - 1, ord(tile[-1]) - ord("A")
        beside = [(row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)]
        return {self.rows[r][c] for r, c in beside if 0 <= r < 9 and 0 <= c < 12}

    def score(self, action):
        """The approximate value of an action in dollars."""
        kind = action["kind"]
        if kind == "place":
            touched = self.touched(action["tile"])
            chains = sorted((chain for chain in CHAINS if chain[0].upper() in touched), key=self.size.get)
            if len(chains) > 1:  # all but the largest pay; a merger that pays only others is bad for us
                return sum(map(self.bonus, chains[:-1])) - 500
            if chains:
                return 50 * self.mine[chains[0]]
            return 800 if "o" in touched else 10  # founding gives a free share
        if kind in ("found", "survivor", "defunct"):
            chain = action["chain"]
            return 100 * self.mine[chain] + EXTRA[chain] - (kind == "survivor") * self.bonus(chain)
        if kind == "buy":
            return sum(self.purchase(chain, count) for chain, count in action["shares"].items())
        if kind == "dispose":
            survivor, defunct = self.price[self.situation["survivor"]], self.price[self.situation["defunct"]]
            need = 400 if self.cash < 3000 else 0  # cash buys the next majority
            return action["sell"] * (defunct + need) + action["trade"] // 2 * survivor
        if kind == "trade_answer":
            offer = self.situation["offer"]  # `give` is what they give and we get
            return action["accept"] * (self.worth(**offer["give"]) - 1.2 * self.worth(**offer["take"]))
        if kind == "declare_end":
            worth = [self.worth(0, held) for held in self.held]
            return 1_000_000 if worth[self.me] == max(worth) else -1
        return 0

    def purchase(self, chain, count):
        """The value of buying shares: a better bonus, and a price that rises until the chain is large."""
        rise = 0.3 if self.size[chain] < 11 else 0.1
        thrift = 50 if self.cash < 1000 else 0  # save the last dollars for something good
        more = self.bonus(chain, count) - self.bonus(chain)
        return more / 2 + count * (self.price[chain] * rise - thrift)

    def worth(self, cash, shares):
        return cash + sum(self.price[chain] * count for chain, count in shares.items())


def decide(request, held):
    for seat, player in enumerate(request["view"]["players"]):
        if player["shares"] is not None:  # None if holdings are hidden: then we rely on what we have seen
            held[seat] = player["shares"]
    scores = list(map(Table(request["view"], held).score, request["legal"]))
    return {"type": "decision", "id": request["id"], "action": scores.index(max(scores))}


def note(changes, held):
    """Remembers who gained and lost shares. Sent if holdings are hidden."""
    for change in changes:
        own = held[change["seat"]]
        for chain in CHAINS:
            own[chain] = own.get(chain, 0) + change["gained"].get(chain, 0) - change["lost"].get(chain, 0)


def main():
    held = []
    for line in sys.stdin:  # ends when the arena closes it, and so do we
        message, answer = json.loads(line), None
        if message["type"] == "hello":
            answer = {"type": "hello", "protocol": 1, "name": "python example"}
        elif message["type"] == "start":
            held = [{} for _ in range(message["players"])]
        elif message["type"] == "moved":
            note(message["changes"], held)
        elif message["type"] == "decide":
            answer = decide(message, held)
        if answer:
            print(json.dumps(answer), flush=True)  # without a flush, the answer stays in the buffer and we time out


if __name__ == "__main__":
    main()
