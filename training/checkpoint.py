"""Checkpoints: everything a run needs to resume, in one file that is replaced as a whole."""

import os
from dataclasses import asdict, dataclass
from pathlib import Path

import torch

import mergemaker as game
import net as nets

NOT_FINITE = "the weights are no longer finite numbers: resume from the last checkpoint with a lower --learning_rate"


@dataclass
class Progress:
    """How far a run is."""

    decisions: int = 0
    iterations: int = 0
    starts: int = 0
    seconds: float = 0.0


def save(out, settings, learner, pool, progress):
    """Writes the checkpoint of a run, unless its weights are useless."""
    networks = [network for network in (learner.net, learner.student) if network]
    if not all(is_finite(network) for network in networks):
        raise SystemExit(NOT_FINITE)
    state = dict(
        net=learner.net.state_dict(),
        size=settings.size,
        observation=game.OBSERVATION_VERSION,
        optimizer=moments(learner.optimizer, learner.net),
        snapshots=list(pool.names),
        arguments=vars(settings),
        **asdict(progress),
    )
    if learner.student:
        names = ("observation", "arguments", "decisions", "seconds")
        student = dict(net=learner.student.state_dict(), size=settings.student) | {name: state[name] for name in names}
        state["student"] = student | dict(optimizer=moments(learner.student_optimizer, learner.student))
        # For evaluate.py and export.py; a run resumes from the checkpoint alone.
        write(out / "student.pt", student)
    write(out / nets.CHECKPOINT, state)
    pool.clean()


def restore(out, settings, learner, pool, device):
    """Loads the checkpoint of a run, or else the networks to start from. Returns how far the run is."""
    file = out / nets.CHECKPOINT
    if not file.exists():
        start(out, settings, learner, pool, device)
        return Progress()
    state = fitting(nets.read_file(file, device), file, "size", settings, "choose a new --out")
    learner.net.load_state_dict(state["net"])
    set_moments(learner.optimizer, learner.net, state["optimizer"])
    if settings.student and "student" in state:
        student = fitting(state["student"], f"the student in {file}", "student", settings, "choose a new --out")
        learner.student.load_state_dict(student["net"])
        set_moments(learner.student_optimizer, learner.student, student["optimizer"])
    elif settings.student:
        load_start(settings, "student", learner.student, device)
    pool.restore(state["snapshots"])
    return Progress(**{name: state[name] for name in asdict(Progress())})


def start(out, settings, learner, pool, device):
    """Starts a run from the given networks, if any. Files that a run without a checkpoint left are removed."""
    (out / "half.pt").unlink(missing_ok=True)
    pool.clean()
    load_start(settings, "size", learner.net, device)
    if settings.student:
        load_start(settings, "student", learner.student, device)


def load_start(settings, setting, network, device):
    """Loads the network to start from, if one is given."""
    path = settings.start if setting == "size" else settings.student_start
    if path:
        state = fitting(nets.read(Path(path), device), path, setting, settings, "choose another network to start from")
        network.load_state_dict(state["net"])


def fitting(state, path, setting, settings, remedy):
    """The contents of a file, if they fit the settings."""
    if not isinstance(state, dict) or "size" not in state:
        raise SystemExit(f"{path} is neither a checkpoint nor a published network: choose another file")
    if state["observation"] != game.OBSERVATION_VERSION:
        raise SystemExit(f"{path} was trained on version {state['observation']} of the observation: {remedy}")
    if state["size"] != getattr(settings, setting):
        raise SystemExit(f"{path} is of size {state['size']}: set --{setting} {state['size']}, or {remedy}")
    return state


def moments(optimizer, network):
    """The state of Adam. The first moments are halved in precision, the second ones need all of it."""
    parts = [optimizer.state.get(parameter) for parameter in network.parameters()]
    if not all(parts):
        return None
    return dict(
        step=float(parts[0]["step"]),
        first=[part["exp_avg"].bfloat16() for part in parts],
        second=[part["exp_avg_sq"] for part in parts],
    )


def set_moments(optimizer, network, state):
    """Restores the state of Adam."""
    if state is None:
        return
    for parameter, first, second in zip(network.parameters(), state["first"], state["second"]):
        step = torch.tensor(state["step"], device=parameter.device)
        optimizer.state[parameter] = dict(step=step, exp_avg=first.float(), exp_avg_sq=second.float())


def bf16(weights):
    """Weights in half the space, for networks that only play."""
    return {name: value.bfloat16() for name, value in weights.items()}


def is_finite(network):
    """Whether every weight is a finite number."""
    return all(bool(value.isfinite().all()) for value in network.state_dict().values())


def write(path, contents):
    """Writes a file that appears only when it is complete, so a run can be killed at any moment."""
    draft = path.with_name(path.name + ".draft")
    with draft.open("wb") as file:
        torch.save(contents, file)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
