"""Trains a network by playing against itself.

Proximal policy optimisation over all seats at once. The value is a share of the win for each player; the reward
begins as a share of the money and becomes a share of the win. Runs on a CUDA device, or for a test on any other.
Stops after `--seconds` and goes on from `--out` when it is started again. There are the log with the settings of every
start (`log.jsonl`), the network and what else is needed to go on (`state.pt`), and past selves (`snapshots.pt`). A new
run may begin with a network that was trained before (`--start`).
"""

import argparse
import copy
import json
import math
import os
import random
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import torch
from torch.nn import functional as F

import mergemaker as game
import net as nets
from actor import Actor, half, record
from forks import Forks, Tried
from net import SEATS, seat_logits
from plain import plainly

GROUPS = 2
"""While the device decides in one group of games, the other is stepped."""
OPENNESS = 2.0
"""How much more evenly the network chooses where choices are tried: unlikely ones are learned about as well."""
TRIED_PART = 16
"""A batch has one decision that is tried for so many others: there are about as few of them in a round."""
STUDENT_RATE = 4
"""How much faster the student learns: what it is told is the same every time."""


NOT_FINITE = "what is learned is no number any more: go on from the last checkpoint with a lower --rate"


def arguments(words=None):
    """The settings of a start, from the command line unless told."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = lambda name, default, text, choices=None: parser.add_argument(
        "--" + name, type=type(default), default=default, choices=choices, help=f"{text} [{default}]"
    )
    add("size", "big", "which network", list(nets.SIZES))
    add("out", "run", "where the run is kept")
    add("seconds", 60.0, "how long to train now")
    add("since", 0.0, "after how many seconds of training what changes over it began anew")
    add("total", 1650.0, "how long the whole training takes, for what changes over it")
    add("games", 8192, "games in each of two groups")
    add("steps", 64, "steps of each game between two updates")
    add("batch", 16384, "decisions in a batch")
    add("epochs", 2, "how often each decision is learned from")
    add("threads", os.cpu_count() or 1, "threads that step the games")
    add("rate", 5e-4, "learning rate at the start")
    add("rate_end", 1e-5, "learning rate at the end")
    add("decay", 0.96, "lambda of the advantages within a turn")
    add("pause", 0.9, "lambda of the advantages at the end of a turn: how much what others then did counts")
    add("entropy", 0.005, "weight of the entropy at the start")
    add("entropy_end", 0.001, "weight of the entropy at the end")
    add("clip", 0.2, "how far a probability may move")
    add("power", 5.0, "how much more money counts in the share of the money")
    add("won", 0.7, "after which part of the training only winning counts; 0 for always")
    add("mix", "self:68,past:12,steady:14,shopper:6", "who plays, in parts of the games")
    add("forks", 0, "decisions against steady that are tried with each of the likeliest choices, in each of two groups")
    add("fork_weight", 1.0, "how much is learned from those, beside the rest")
    add("beside", 1, "whether the next round is played while one is learned from")
    student = "a second network that learns what the first one says, for nothing but a little time"
    add("student", "", student, ["", *nets.SIZES])
    add("start", "", "a network to begin with: a .safetensors file, or the folder of another run")
    add("student_start", "", "the same for the student")
    add("value_first", 0.0, "seconds in which nothing but the value is learned: for a network whose value was taught otherwise")
    add("snapshot", 90.0, "seconds between two past selves")
    add("save", 120.0, "seconds between two checkpoints")
    add("seed", 1, "seed of everything that is by chance")
    args = parser.parse_args(words)
    decisions = GROUPS * args.games * args.steps
    for name in ("games", "steps", "batch", "epochs", "threads"):
        if getattr(args, name) < 1:
            parser.error(f"--{name} {getattr(args, name)}: give at least 1")
    try:
        parts_of(args.mix)
    except ValueError:
        parser.error(f"--mix {args.mix}: give who plays and how often, such as self:60,past:10,steady:30")
    if not 0 <= args.rate_end <= args.rate < 1:
        parser.error(f"--rate {args.rate} to --rate_end {args.rate_end}: give a rate below 1 that does not rise")
    if args.seconds < 0:
        parser.error(f"--seconds {args.seconds}: give at least 0")
    first, last = ranges_of(args).get("steady", (0, 0))
    if args.forks > 0 and last == first:
        parser.error(f"--forks {args.forks} needs games against steady: change --mix")
    if not 0 <= args.forks <= last - first:
        parser.error(f"--forks {args.forks}: give 0 to {last - first}, the games against steady, or change --mix")
    if args.student_start and not args.student:
        parser.error("--student_start is for a student: choose its size with --student")
    if args.batch > decisions:
        parser.error(f"a round has {decisions:,} decisions, fewer than --batch {args.batch:,}: choose a smaller batch")
    return args


def parts_of(mix):
    """Who plays, with their part of the games."""
    parts = {name: float(share) for name, share in (part.split(":") for part in mix.split(","))}
    if min(parts.values()) < 0 or not 0 < sum(parts.values()) < math.inf:
        raise ValueError("the parts add up to nothing")
    return parts


def ranges_of(args):
    """In which games of a group everybody plays: the first, and the one after the last."""
    parts, ranges, first = parts_of(args.mix), {}, 0
    for name, share in parts.items():
        count = round(args.games * share / sum(parts.values()))
        last = args.games if name == list(parts)[-1] else min(first + count, args.games)
        ranges[name] = (first, last)
        first = last
    return ranges


def schedule(args, seconds):
    """What changes over the training, after so many seconds of it."""
    age, length = max(0.0, seconds - args.since), args.total - args.since
    part = min(1.0, age / length) if length > 0 else 1.0
    warm = min(1.0, (age + 1) / 20)
    rate = args.rate_end + (args.rate - args.rate_end) * 0.5 * (1 + math.cos(math.pi * part))
    return SimpleNamespace(
        rate=rate * warm,
        entropy=args.entropy + (args.entropy_end - args.entropy) * part,
        won=min(1.0, part / args.won) if args.won else 1.0,
        # First it is learned what the end of a turn is worth.
        pause=1 - (1 - args.pause) * min(1.0, age / 60),
    )


def seed_of(args, rounds, group):
    """The seed of a group of games: another for each group, each start of a run, and each `--seed`."""
    return (args.seed % 2**20 << 44) + rounds * GROUPS + group


def half_sized(weights):
    """Weights for keeping."""
    return {name: value.bfloat16() for name, value in weights.items()}


def is_finite(net):
    """Whether every weight is a number."""
    return all(bool(value.isfinite().all()) for value in net.state_dict().values())


class Store:
    """The decisions of one round, and the last one of the round before."""

    def __init__(self, args, groups, device):
        make = lambda shape, dtype: torch.zeros((args.steps + 1, groups, args.games, *shape), dtype=dtype, device=device)
        self.kept = dict(
            numbers=make((game.NUMBERS,), torch.bfloat16),
            board=make((108,), torch.uint8),
            mask=make((game.CHOICES,), torch.uint8),
            info=make((5,), torch.uint8),
            choice=make((), torch.uint8),
            logp=make((), torch.float32),
            value=make((SEATS,), torch.float32),
        )
        self.money, self.learners = make((SEATS,), torch.int32), make((SEATS,), torch.uint8)
        self.tried = Tried(groups * Tried.most(args.forks, args.steps), device)

    def all(self):
        """Every part, by step."""
        return *self.kept.values(), self.money, self.learners

    def keep(self, step, group, actor):
        """Keeps what a group saw and chose at a step."""
        for name, place in self.kept.items():
            place[step, group].copy_(getattr(actor, name))
        self.money[step, group].copy_(actor.games.money, non_blocking=True)
        self.learners[step, group].copy_(actor.games.learners, non_blocking=True)


class Trainer:
    """A run: the network that learns, the games it plays, and what is kept of it in a folder."""

    def __init__(self, args):
        self.args = args
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        torch.manual_seed(args.seed)
        random.seed(args.seed)
        torch.backends.cuda.matmul.allow_tf32 = True
        self.out = Path(args.out)
        self.out.mkdir(parents=True, exist_ok=True)
        self.net = nets.make(args.size).to(self.device)
        self.playing, self.past = copy.deepcopy(self.net), copy.deepcopy(self.net)
        self.rate = torch.tensor(args.rate, device=self.device)
        self.entropy = torch.tensor(args.entropy, device=self.device)
        # How much of what is not the value is learned: 0 or 1.
        self.choices = torch.ones((), device=self.device)
        self.optimiser = self.make_optimiser(self.net, self.rate)
        self.student = nets.make(args.student).to(self.device) if args.student else None
        if self.student:
            self.student_rate = self.rate.clone()
            self.student_optimiser = self.make_optimiser(self.student, self.student_rate)
        self.snapshots, self.before, self.decisions, self.updates = [], 0.0, 0, 0
        self.load()
        self.playing.load_state_dict(self.net.state_dict())
        self.make_groups()
        self.make_storage()
        self.graph = None

    def make_optimiser(self, net, rate):
        """What changes the weights, at a rate that may be changed from outside."""
        for parameter in net.parameters():
            parameter.grad = torch.zeros_like(parameter)
        is_cuda = self.device == "cuda"
        settings = dict(lr=rate, eps=1e-5, betas=(0.9, 0.99), capturable=is_cuda, foreach=is_cuda)
        return torch.optim.Adam(net.parameters(), **settings)

    # What is kept between two runs.

    def load(self):
        """Goes on from the checkpoint, if there is one, or begins with the networks it was told."""
        path = self.out / "state.pt"
        if not path.exists():
            return self.begin()
        state = self.read(path, "size", "begin anew with another --out")
        self.net.load_state_dict(state["net"])
        self.before, self.decisions, self.updates = state["seconds"], state["decisions"], state["updates"]
        moments = [nets.kept(self.out / f"adam{index}.pt", self.device) for index in (1, 2)]
        for parameter, first, second in zip(self.net.parameters(), *moments):
            step = torch.tensor(float(state["adam_steps"]), device=self.device)
            self.optimiser.state[parameter] = dict(step=step, exp_avg=first.float(), exp_avg_sq=second.float())
        student = self.out / "student.pt"
        if self.student and student.exists():
            # Its moments are soon found again.
            self.student.load_state_dict(self.read(student, "student", "remove the file")["net"])
        kept = nets.kept(self.out / "snapshots.pt", self.device)
        self.snapshots = [{name: value.float() for name, value in snapshot.items()} for snapshot in kept]
        self.past.load_state_dict(random.choice(self.snapshots) if self.snapshots else self.net.state_dict())

    def read(self, path, setting, remedy):
        """What a file holds, if it fits a setting."""
        state = nets.read(path, self.device)
        if not isinstance(state, dict) or "size" not in state:
            raise SystemExit(f"{path} is no checkpoint, nor a network as bots read it: choose another file")
        if state["observation"] != game.OBSERVATION_VERSION:
            raise SystemExit(f"{path} learned from another version of the observation: {remedy}")
        if state["size"] != getattr(self.args, setting):
            raise SystemExit(f"{path} is of size {state['size']}: choose that --{setting}, or {remedy}")
        return state

    def begin(self):
        """Begins with the networks it was told, if any. What an ended run without a checkpoint left is of no use."""
        (self.out / "half.pt").unlink(missing_ok=True)
        remedy = "choose another file to begin with"
        if self.args.start:
            weights = self.read(Path(self.args.start), "size", remedy)["net"]
            self.net.load_state_dict(weights)
            self.past.load_state_dict(weights)
        if self.args.student_start:
            self.student.load_state_dict(self.read(Path(self.args.student_start), "student", remedy)["net"])

    def save(self, seconds):
        """Writes the checkpoint, unless it is worth nothing."""
        if not all(is_finite(net) for net in (self.net, self.student) if net):
            raise SystemExit(NOT_FINITE)
        adam = [self.optimiser.state[parameter] for parameter in self.net.parameters()]
        state = dict(
            net=self.net.state_dict(),
            size=self.args.size,
            sizes=self.net.sizes,
            observation=game.OBSERVATION_VERSION,
            seconds=seconds,
            decisions=self.decisions,
            updates=self.updates,
            adam_steps=float(adam[0]["step"]),
            arguments=vars(self.args),
        )
        if self.student:
            told = {name: state[name] for name in ("observation", "seconds", "decisions", "arguments")}
            self.write("student.pt", told | dict(net=self.student.state_dict(), size=self.args.student))
        self.write("adam1.pt", [part["exp_avg"].bfloat16() for part in adam])
        self.write("adam2.pt", [part["exp_avg_sq"] for part in adam])
        # The newest and two from before.
        count = len(self.snapshots)
        kept = [self.snapshots[index] for index in sorted({0, count // 2, count - 1})] if count else []
        self.write("snapshots.pt", [half_sized(snapshot) for snapshot in kept])
        # Last: without it nothing else is read.
        self.write("state.pt", state)

    def write(self, name, what):
        """A file appears when it is complete, so that a run can be ended at any moment."""
        draft = self.out / (name + ".draft")
        torch.save(what, draft)
        draft.replace(self.out / name)

    # Where the games are, and where their decisions are kept.

    def make_groups(self):
        """Who plays in which games."""
        args = self.args
        lines = {"self": [0], "past": [0, 1]}
        self.ranges, lineups = ranges_of(args), []
        for name, (first, last) in self.ranges.items():
            lineups += [lines.get(name, [0, name])] * (last - first)
        past = self.ranges.get("past", (0, 0))
        make = lambda seed: Actor(args, lineups, self.playing, self.past, past, seed, self.device)
        self.actors = [make(seed_of(args, self.updates, group)) for group in range(GROUPS)]
        fork = lambda seed: Forks(args, self.playing, seed, self.device)
        self.forks = [fork(seed_of(args, self.updates, group)) for group in range(GROUPS) if args.forks]

    def make_storage(self):
        """Room for two rounds and a batch; it stays where it is, as what is recorded for the device asks."""
        args, groups = self.args, len(self.actors)
        self.stores = [Store(args, groups, self.device) for _ in range(2)]
        shape = (args.steps, groups, args.games)
        self.advantage = torch.zeros(shape, device=self.device)
        self.target = torch.zeros((*shape, SEATS), device=self.device)
        batch = lambda place: torch.zeros((args.batch, *place.shape[3:]), dtype=place.dtype, device=self.device)
        self.batch = {name: batch(place) for name, place in self.stores[0].kept.items() if name != "value"}
        self.batch["advantage"] = torch.zeros(args.batch, device=self.device)
        self.batch["target"] = torch.zeros((args.batch, SEATS), device=self.device)
        self.tried_batch = Tried(max(1, args.batch // TRIED_PART), self.device).kept
        self.losses = torch.zeros(6, device=self.device)

    # One round: play, judge, learn.

    def play(self, store, before):
        """One round of play, which goes on where the one before ended."""
        steps = self.args.steps
        if before:
            for place, last in zip(store.all(), before.all()):
                place[0].copy_(last[steps])
        store.tried.count = 0
        for step in range(1 if before else 0, steps + 1):
            for group, actor in enumerate(self.actors):
                if self.waiting[group] is not None:
                    self.waiting[group].result()
                actor.run()
                store.keep(step, group, actor)
                if self.device == "cuda":
                    torch.cuda.current_stream().synchronize()
                forks = self.forks[group] if self.forks else None
                if forks and forks.has_ended():
                    forks.keep(store.tried)
                    forks.begin(actor, *self.ranges["steady"])
                # The other group is on the device while this one is stepped.
                self.waiting[group] = self.pool.submit(actor.games.step)
                if forks:
                    forks.go_on(self.pool)

    def play_beside(self, store, before):
        """The same, beside what the device does otherwise."""
        if self.device != "cuda":
            return self.play(store, before)
        with torch.cuda.stream(self.beside):
            self.play(store, before)

    @torch.no_grad()
    def judge(self, store, won, pause):
        """Advantages, and what each player's value should have been."""
        steps, info = self.args.steps, store.kept["info"].long()
        ended = info[1:, ..., 2] == 1
        money, played = store.money[1:].float(), info[1:, ..., 4:5]
        seats = torch.arange(SEATS, device=self.device)
        plays = seats < played
        most = money.masked_fill(~plays, -1).max(-1, keepdim=True)[0]
        win = ((money == most) & plays).float()
        win = win / win.sum(-1, keepdim=True).clamp(min=1)
        share = (money.clamp(min=1).log() * self.args.power).masked_fill(~plays, -1e9).softmax(-1)
        outcome = won * win + (1 - won) * share
        actor, players = info[..., 0:1], info[..., 3:4]
        value = store.kept["value"]
        # The values are told in seat order after the one who decides.
        absolute = lambda step: value[step].gather(-1, (seats - actor[step]) % players[step]) * (
            seats < players[step]
        )
        returns = absolute(steps)
        following = returns.clone()
        is_look = store.kept["mask"].sum(-1, keepdim=True) == 1
        looks = torch.zeros_like(following, dtype=torch.bool)
        for step in range(steps - 1, -1, -1):
            over = ended[step][..., None]
            returns = torch.where(over, outcome[step], returns)
            following = torch.where(over, outcome[step], following)
            looks = looks & ~over
            who = actor[step]
            # What is left at the end of a turn is judged before chance and others change it.
            decay = torch.where(looks.gather(-1, who), pause, self.args.decay)
            mine = (1 - decay) * following.gather(-1, who) + decay * returns.gather(-1, who)
            now = value[step][..., :1]
            returns = returns.scatter(-1, who, mine)
            following = following.scatter(-1, who, now)
            looks = looks.scatter(-1, who, is_look[step])
            self.advantage[step] = (mine - now)[..., 0]
            relative = returns.gather(-1, (who + seats) % players[step]) * (seats < players[step])
            self.target[step] = relative / relative.sum(-1, keepdim=True).clamp(min=1e-6)
        rows = (info[:steps, ..., 1].reshape(-1) == 0).nonzero()[:, 0]
        mine = self.advantage.view(-1)[rows[~is_look[:steps].reshape(-1)[rows]]]
        self.advantage.sub_(mine.mean()).div_(mine.std() + 1e-8)
        self.ahead = store.tried.judge()
        self.tally(store, ended, win)
        return rows

    def tally(self, store, ended, win):
        """Counts the games of each kind that ended, and how many the learner won."""
        for name, (first, last) in self.ranges.items():
            over = ended[:, :, first:last]
            mine = (store.learners[1:, :, first:last] == 0).float()
            won = (win[:, :, first:last] * mine).sum(-1)
            self.counts[name] += torch.stack([won[over].sum(), over.sum()])

    def loss(self):
        """How wrong the network is about the batch, and the parts of it to tell."""
        batch = self.batch
        with half(self.device):
            logits, value = self.net(batch["numbers"], batch["board"])
        logp = F.log_softmax(logits.masked_fill(batch["mask"] == 0, -1e9), 1)
        chosen = logp.gather(1, batch["choice"].long()[:, None])[:, 0]
        ratio = (chosen - batch["logp"]).exp()
        clip, advantage = self.args.clip, batch["advantage"]
        policy = -torch.min(ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage).mean()
        entropy = -(logp.exp() * logp.clamp(min=-30)).sum(1).mean()
        shares = F.log_softmax(seat_logits(value, batch["info"][:, 3]), 1).clamp(min=-30)
        worth = -(batch["target"] * shares).sum(1).mean()
        moved = ((ratio - 1).abs() > clip).float().mean()
        total = policy + worth - self.entropy * entropy
        lost = self.lost() if self.forks else torch.zeros_like(total)
        total = total + self.args.fork_weight * lost
        if self.student:
            total = total + self.difference(logp.detach(), shares.detach())
        return total, torch.stack([policy, worth, entropy, moved, lost])

    def lost(self):
        """How much less than the mean of what was tried the network's choices came to."""
        batch = self.tried_batch
        with half(self.device):
            logits, _ = self.net(batch["numbers"], batch["board"])
        tried = logits.gather(1, batch["likely"].long()) / OPENNESS
        return -(tried.masked_fill(~batch["is_tried"], -1e9).softmax(1) * batch["worth"]).sum(1).mean()

    def difference(self, logp, shares):
        """How far the student is from saying the same."""
        batch = self.batch
        with half(self.device):
            logits, value = self.student(batch["numbers"], batch["board"])
        own = F.log_softmax(logits.masked_fill(batch["mask"] == 0, -1e9), 1).clamp(min=-30)
        own_shares = F.log_softmax(seat_logits(value, batch["info"][:, 3]), 1).clamp(min=-30)
        apart = lambda theirs, ours: (theirs.exp() * (theirs.clamp(min=-30) - ours)).sum(1).mean()
        return apart(logp, own) + apart(shares, own_shares)

    def update(self):
        """Learns from the batch."""
        total, parts = self.loss()
        pairs = [(self.net, self.optimiser)] + ([(self.student, self.student_optimiser)] if self.student else [])
        for _, optimiser in pairs:
            optimiser.zero_grad(set_to_none=False)
        total.backward()
        for name, parameter in self.net.named_parameters():
            if not name.startswith("value_"):
                parameter.grad.mul_(self.choices)
        norms = [torch.nn.utils.clip_grad_norm_(net.parameters(), 0.5) for net, _ in pairs]
        for _, optimiser in pairs:
            optimiser.step()
        with torch.no_grad():
            self.losses += torch.cat([parts, norms[0][None]])

    def learn(self, store, rows):
        """Learns from a round, batch by batch; how many there were."""
        flat = lambda place: place[: self.args.steps].reshape(-1, *place.shape[3:])
        sources = {name: flat(place) for name, place in store.kept.items() if name != "value"}
        sources["advantage"], sources["target"] = self.advantage.view(-1), self.target.view(-1, SEATS)
        size, count = self.args.batch, 0
        for _ in range(self.args.epochs):
            order = rows[torch.randperm(len(rows), device=self.device)]
            for first in range(0, len(order) - size + 1, size):
                picked = order[first : first + size]
                for name, source in sources.items():
                    torch.index_select(source, 0, picked, out=self.batch[name])
                if self.forks:
                    store.tried.draw(self.tried_batch)
                if self.device == "cuda":
                    self.graph = self.graph or self.record_update()
                    self.graph.replay()
                else:
                    self.update()
                count += 1
        return count

    def record_update(self):
        """An update, kept to be asked of the device again."""
        # Recording makes updates of its own: they are undone.
        pairs = [(self.net, self.optimiser)] + ([(self.student, self.student_optimiser)] if self.student else [])
        before = [copy.deepcopy((net.state_dict(), optimiser.state_dict())) for net, optimiser in pairs]
        graph = record(self.update)
        with torch.no_grad():
            for (net, optimiser), (weights, state) in zip(pairs, before):
                for name, value in net.state_dict().items():
                    value.copy_(weights[name])
                for index, parameter in enumerate(net.parameters()):
                    for name, value in optimiser.state[parameter].items():
                        value.copy_(state["state"][index][name]) if state["state"] else value.zero_()
            self.losses.zero_()
        return graph

    def sync(self):
        """Waits for everything."""
        if self.device == "cuda":
            torch.cuda.synchronize()

    def settle(self):
        """Waits for what was asked here, not for the play beside it."""
        if self.device == "cuda":
            torch.cuda.current_stream().synchronize()

    def train(self):
        """Plays and learns for as long as was told, and at least once. Ctrl-C ends it early: what was learned is kept."""
        self.started = time.time()
        try:
            self.go_on()
        except KeyboardInterrupt:
            if not self.optimiser.state:
                raise SystemExit("interrupted before anything was learned: nothing is kept") from None
            print("interrupted: what was learned so far is kept", flush=True)
        self.save(self.before + time.time() - self.started)

    def go_on(self):
        """Round after round, with what is told and kept of them."""
        args = self.args
        self.waiting = [None] * len(self.actors)
        self.counts = {name: torch.zeros(2, device=self.device) for name in self.ranges}
        spent, updates, logged = dict(judge=0.0, learn=0.0, wait=0.0), 0, self.decisions
        if self.device == "cuda":
            self.beside = torch.cuda.Stream(priority=-1)
        log = (self.out / "log.jsonl").open("a")
        settings = vars(args) | dict(
            begun_at=round(self.before, 1), device=self.device, torch=torch.__version__, observation=game.OBSERVATION_VERSION
        )
        self.write_line(log, dict(settings=settings))
        with log, ThreadPoolExecutor(2 * len(self.actors)) as self.pool, ThreadPoolExecutor(1) as player:
            store, spare = self.stores
            self.play(store, None)
            self.sync()
            playing = None
            self.started = last_log = last_snapshot = last_save = time.time()
            while (passed := time.time() - self.started) < args.seconds or not self.optimiser.state:
                seconds = self.before + passed
                now = schedule(args, seconds)
                self.rate.fill_(now.rate)
                if self.student:
                    self.student_rate.fill_(now.rate * STUDENT_RATE)
                self.entropy.fill_(now.entropy)
                self.choices.fill_(float(seconds >= args.value_first))
                # The next round is played while this one is learned from; what is recorded must be recorded alone.
                self.sync()
                if args.beside and (self.graph or self.device != "cuda"):
                    playing = player.submit(self.play_beside, spare, store)
                times = [time.time()]
                rows = self.judge(store, now.won, now.pause)
                self.settle()
                times.append(time.time())
                updates += self.learn(store, rows)
                if not self.optimiser.state:
                    raise SystemExit(f"a round has {len(rows):,} decisions to learn from: choose a smaller --batch")
                self.settle()
                times.append(time.time())
                if playing:
                    playing.result()
                else:
                    self.play(spare, store)
                self.sync()
                times.append(time.time())
                store, spare = spare, store
                self.playing.load_state_dict(self.net.state_dict())
                for name, start, end in zip(("judge", "learn", "wait"), times, times[1:]):
                    spent[name] += end - start
                self.decisions += args.steps * len(self.actors) * args.games
                self.updates += 1
                if time.time() - last_snapshot > args.snapshot:
                    last_snapshot = time.time()
                    self.snapshots.append({name: value.clone() for name, value in self.net.state_dict().items()})
                    if len(self.snapshots) > 12:
                        self.snapshots.pop(random.randrange(1, 8))
                if seconds >= args.total / 2 and not (self.out / "half.pt").exists() and is_finite(self.net):
                    self.write("half.pt", half_sized(self.net.state_dict()))
                if self.snapshots and self.updates % 10 == 0:
                    self.past.load_state_dict(random.choice(self.snapshots))
                if time.time() - last_log > min(20, 3 + (time.time() - self.started) / 10):
                    moment = time.time()
                    speed = (self.decisions - logged) / (moment - last_log)
                    self.tell(log, self.before + moment - self.started, speed, now.rate, now.won, spent, updates)
                    last_log, logged, updates = moment, self.decisions, 0
                if time.time() - last_save > args.save:
                    last_save = time.time()
                    self.save(self.before + last_save - self.started)
            for waiting in [*self.waiting, *(forks.waiting for forks in self.forks)]:
                if waiting is not None:
                    waiting.result()

    def tell(self, log, seconds, speed, rate, won, spent, updates):
        """A line of the log: how fast, how wrong, and how many games were won since the last."""
        losses = (self.losses / max(1, updates)).tolist()
        if not math.isfinite(sum(losses)):
            raise SystemExit(NOT_FINITE)
        self.losses.zero_()
        whole = sum(spent.values()) or 1
        line = dict(
            seconds=round(seconds, 1),
            decisions=self.decisions,
            per_second=round(speed),
            rate=round(rate, 6),
            won=round(won, 3),
            ahead=round(self.ahead, 5),
            **dict(zip(("policy", "value", "entropy", "clipped", "forks", "norm"), (round(loss, 4) for loss in losses))),
            spent={name: round(time_ / whole, 2) for name, time_ in spent.items()},
        )
        for name, counts in self.counts.items():
            wins, ended = counts.tolist()
            line[name] = [round(wins / max(1, ended), 4), int(ended)]
            counts.zero_()
        self.write_line(log, line)

    def write_line(self, log, line):
        """A line for the log and for whoever looks on."""
        text = json.dumps(line)
        print(text, flush=True)
        log.write(text + "\n")
        log.flush()


if __name__ == "__main__":
    plainly(lambda: Trainer(arguments()).train())
