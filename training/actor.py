"""A group of games, and a network's decisions in them."""

import torch
from torch.nn import functional as F

import env as games
import mergemaker as game
from net import SEATS, seat_logits

TRIED = 3
"""How many choices of a decision may be tried."""


class Actor:
    """One group of games and the network's decisions in them."""

    def __init__(self, args, lineups, net, past, past_rows, seed, device):
        self.games = games.Games(lineups, games.tables(), args.threads, seed, pauses=True)
        self.net, self.past, self.past_rows = net, past, past_rows
        rows = len(lineups)
        make = lambda shape, dtype: torch.zeros(shape, dtype=dtype, device=device)
        self.numbers = make((rows, game.NUMBERS), torch.bfloat16)
        self.board, self.hand = make((rows, 108), torch.uint8), make((rows, 6), torch.uint8)
        self.steps, self.info = make((rows, game.STEPS), torch.uint8), make((rows, 5), torch.uint8)
        self.mask = make((rows, game.CHOICES), torch.uint8)
        self.choice, self.action = make((rows,), torch.uint8), make((rows,), torch.uint8)
        self.logp, self.value = make((rows,), torch.float32), make((rows, SEATS), torch.float32)
        # The likeliest choices, and how likely they are.
        self.likely, self.likely_logp = make((rows, TRIED), torch.uint8), make((rows, TRIED), torch.float32)
        self.device, self.graph = device, None

    @torch.no_grad()
    def decide(self):
        """A choice in every game, by chance; a past self chooses where it sits."""
        with half(self.device):
            logits, value = self.net(self.numbers, self.board)
            first, last = self.past_rows
            if last > first:
                old, _ = self.past(self.numbers[first:last], self.board[first:last])
                is_past = self.info[first:last, 1:2] == 1
                logits = torch.cat(
                    [logits[:first], torch.where(is_past, old, logits[first:last]), logits[last:]]
                )
        logp = F.log_softmax(self.legal(logits), 1)
        choice = (logp.exp() / torch.empty_like(logp).exponential_()).argmax(1)
        self.choice.copy_(choice)
        self.action.copy_(games.step_of(choice, self.hand))
        self.logp.copy_(logp.gather(1, choice[:, None])[:, 0])
        self.value.copy_(seat_logits(value, self.info[:, 3]).softmax(1))
        best = logp.topk(TRIED, 1)
        self.likely.copy_(best.indices)
        self.likely_logp.copy_(best.values)

    def legal(self, logits):
        """The logits, with those of choices that are not legal far below."""
        self.mask.copy_(games.choice_mask(self.steps, self.hand))
        return logits.masked_fill(self.mask == 0, -1e9)

    def run(self):
        """Decides in every game, and hands the steps to the games."""
        source = self.games
        self.numbers.view(torch.int16).copy_(source.numbers, non_blocking=True)
        for mine, theirs in ((self.board, source.board), (self.hand, source.hand), (self.steps, source.mask), (self.info, source.info)):
            mine.copy_(theirs, non_blocking=True)
        if self.device == "cuda":
            self.graph = self.graph or record(self.decide)
            self.graph.replay()
        else:
            self.decide()
        source.action.copy_(self.action, non_blocking=True)


def record(function):
    """Keeps what a function asks of the device, to be asked again at once."""
    torch.cuda.synchronize()
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        for _ in range(3):
            function()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    # On a stream of its own, which brings its own working memory: two graphs may run at once.
    with torch.cuda.graph(graph, stream=stream):
        function()
    torch.cuda.synchronize()
    return graph


def half(device):
    """Half precision where it is fast."""
    return torch.autocast(device, dtype=torch.bfloat16, cache_enabled=False, enabled=device == "cuda")
