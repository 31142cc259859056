"""What the C front end is told: data model, preprocessor options, entry, arguments, environment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from vexil.ir.layout import LP64, DataLayout


class Bounds(Enum):
    """What memory an access to an element of an array may reach."""

    DECLARED = "declared"
    """The array, as it is declared."""
    OBJECT = "object"
    """The whole object that the array is part of."""


@dataclass(frozen=True)
class COptions:
    """How C is read.

    ``definitions`` holds ``-DNAME[=VALUE]`` and ``-UNAME`` in order; ``unit_flags`` further flags by input path
    (from a compilation database). ``arguments`` are the program's arguments, ``None`` when they are left open.
    With ``track_memory`` there are checks that no heap memory is lost, where the program ends and on the way round
    every loop; with ``can_end`` functions without a body may end the program, with
    ``calls_end`` they call others finitely often. ``environment`` says what such functions
    do: ``reach`` writes and calls all that they can reach, ``types`` writes what the types of their arguments say, and
    ``strict`` makes the answer unknown. With ``volatile_inputs`` volatile variables with static storage are inputs;
    so are the ``devices``, first and last address each. ``accepted`` names approximations that are assumptions.
    Variables that are ``named`` are part of the program although nothing that runs uses them.
    """

    layout: DataLayout = LP64
    include_folders: tuple[str, ...] = ()
    definitions: tuple[str, ...] = ()
    standard: str | None = None
    forced_includes: tuple[str, ...] = ()
    unit_flags: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    entry: str = "main"
    arguments: tuple[str, ...] | None = None
    environment: str = "reach"
    track_memory: bool = False
    bounds: Bounds = Bounds.DECLARED
    can_end: bool = False
    malloc_may_fail: bool = False
    volatile_inputs: bool = True
    devices: tuple[tuple[int, int], ...] = ()
    accepted: tuple[str, ...] = ()
    calls_end: bool = False
    named: tuple[str, ...] = ()
