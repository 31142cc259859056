"""The search runtime in C: finding it, its structures, and its functions with types."""

from __future__ import annotations

import ctypes
import sysconfig
from ctypes import POINTER, c_char_p, c_int, c_uint64, c_void_p
from enum import IntEnum
from pathlib import Path

from vexil.transform.native.machine_code import missing as no_machine_code

NAME = "_runtime"
FUNCTIONS = ("initial", "successors", "moves", "alive", "atoms")
"""What a compiled module has to offer."""


class Strategy(IntEnum):
    """How states are searched and kept."""

    BREADTH = 0
    DEPTH = 1
    COMPACT = 2
    BITS = 3
    TREE = 4
    PARALLEL = 5

    @property
    def is_exact(self) -> bool:
        """Say whether every state is visited: a search that keeps hashes or bits may miss some."""
        return self not in (Strategy.COMPACT, Strategy.BITS)


class Reason(IntEnum):
    """Why a search ended."""

    EXHAUSTED = 0
    FOUND = 1
    STATES = 2
    MEMORY = 3
    INTERRUPTED = 4
    FAULT = 5


class ModelStructure(ctypes.Structure):
    """``Model`` of the runtime."""

    _fields_ = [
        *((name, c_void_p) for name in FUNCTIONS),
        *((name, c_uint64) for name in ("width", "used", "ending_size", "endings", "threads")),
    ]


class StatisticsStructure(ctypes.Structure):
    """``Statistics`` of the runtime."""

    _fields_ = [
        (name, c_uint64)
        for name in ("states", "transitions", "deadlocks", "frontier", "depth", "memory", "cuts", "inner")
    ]


class OptionsStructure(ctypes.Structure):
    """``Options`` of the runtime."""

    _fields_ = [
        ("strategy", c_uint64),
        ("workers", c_uint64),
        ("state_limit", c_uint64),
        ("memory_limit", c_uint64),
        ("bits", c_uint64),
        ("endings", c_char_p),
        ("deadlock", c_uint64),
        ("atoms", c_uint64),
        ("enough", c_uint64),
        ("stop", POINTER(c_int)),
    ]


class AutomatonStructure(ctypes.Structure):
    """``Automaton`` of the runtime."""

    _fields_ = [
        ("states", c_uint64),
        ("first", POINTER(c_uint64)),
        ("required", POINTER(c_uint64)),
        ("forbidden", POINTER(c_uint64)),
        ("target", POINTER(c_uint64)),
        ("accepting", c_char_p),
        ("is_fair", c_uint64),
        ("lasting", c_char_p),
        ("lost", c_char_p),
        ("daemons", POINTER(c_uint64)),
    ]


class Library:
    """The functions of the runtime."""

    def __init__(self, path: Path) -> None:
        self._library = ctypes.CDLL(str(path))
        handle = c_void_p
        self.open = self._typed("vexil_open", handle, POINTER(ModelStructure), POINTER(OptionsStructure))
        self.run = self._typed("vexil_run", c_uint64, handle)
        self.statistics = self._typed("vexil_statistics", POINTER(StatisticsStructure), handle)
        self.cuts = self._typed("vexil_cuts", POINTER(c_uint64), handle)
        self.found = self._typed("vexil_found", c_uint64, handle, c_uint64)
        self.trace = self._typed("vexil_trace", c_void_p, handle, c_uint64, POINTER(c_uint64))
        self.count = self._typed("vexil_count", c_uint64, handle)
        self.states = self._typed("vexil_states", None, handle, c_uint64, c_uint64, c_char_p)
        self.find = self._typed("vexil_find", c_uint64, handle, c_char_p)
        self.rank = self._typed("vexil_rank", c_uint64, handle, c_uint64)
        self.accepted = self._typed("vexil_accepted", c_uint64, handle, POINTER(AutomatonStructure))
        self.lasso = self._typed("vexil_lasso", c_void_p, handle, c_uint64, POINTER(c_uint64))
        self.close = self._typed("vexil_close", None, handle)

    def _typed(self, name: str, result: object, *arguments: object) -> ctypes._NamedFuncPointer:
        function = self._library[name]
        function.restype = result  # type: ignore[assignment]
        function.argtypes = arguments  # type: ignore[assignment]
        return function


def suffixes() -> tuple[str, ...]:
    """How the name of the runtime may end: that of this Python's extensions first."""
    return (sysconfig.get_config_var("EXT_SUFFIX") or ".so", ".abi3.so", ".so")


def library_path() -> Path | None:
    """Where the runtime is, if it was built when the package was installed."""
    folder = Path(__file__).parent
    for suffix in suffixes():
        if (path := folder / f"{NAME}{suffix}").exists():
            return path
    return None


def missing() -> str:
    """What is missing for native search, in a sentence; empty when it is there."""
    if library_path() is None:
        return "the search runtime was not built: installing Vexil found no C compiler"
    return no_machine_code()
