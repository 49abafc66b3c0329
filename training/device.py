"""The device that computes, its precision and its threads."""

from dataclasses import dataclass
from pathlib import Path

import torch

BF16_FLAGS = {"avx512_bf16", "amx_bf16", "bf16"}
"""Flags in /proc/cpuinfo of CPUs that multiply in bfloat16 (x86 and ARM)."""


@dataclass(frozen=True)
class Device:
    """A CUDA device or the CPU, and whether networks run on it in bfloat16."""

    name: str
    is_bf16: bool

    @property
    def is_cuda(self):
        return self.name == "cuda"

    def autocast(self):
        """The context in which networks run. Without the cast cache, so that CUDA graphs can be recorded in it."""
        return torch.autocast(self.name, dtype=torch.bfloat16, cache_enabled=False, enabled=self.is_bf16)

    def synchronize(self):
        """Waits for all work on the device."""
        if self.is_cuda:
            torch.cuda.synchronize()

    def synchronize_stream(self):
        """Waits for the work of the current stream, not for a rollout that runs on another."""
        if self.is_cuda:
            torch.cuda.current_stream().synchronize()


def choose(precision="auto", threads=0):
    """The CUDA device if there is one, otherwise the CPU, with a number of threads (0: PyTorch's choice)."""
    if threads:
        torch.set_num_threads(threads)
    if torch.cuda.is_available():
        torch.backends.cuda.matmul.allow_tf32 = True
        return Device("cuda", precision != "float32")
    if precision == "bf16" and not has_cpu_autocast():
        raise ValueError("bf16 on a CPU needs PyTorch 2: install it, or choose --precision float32")
    return Device("cpu", precision == "bf16" or (precision == "auto" and has_cpu_autocast() and has_fast_bf16()))


def has_cpu_autocast():
    """Whether autocast can run our networks on the CPU: PyTorch 1 has no layer norm for it."""
    return int(torch.__version__.split(".")[0]) >= 2


def has_fast_bf16():
    """Whether the CPU multiplies in bfloat16. Where the system does not list the CPU's features: no."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return False
    flags = next((line for line in lines if line.lower().startswith(("flags", "features"))), "")
    return not BF16_FLAGS.isdisjoint(flags.split())


def record_graph(function):
    """Records the function's work on the CUDA device as a graph that can be replayed at once."""
    torch.cuda.synchronize()
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        for _ in range(3):
            function()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    # A stream of its own has working memory of its own, so two graphs can run at once.
    with torch.cuda.graph(graph, stream=stream):
        function()
    torch.cuda.synchronize()
    return graph
