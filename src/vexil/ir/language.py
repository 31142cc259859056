"""What the rest of Vexil has to know about the language that a program was written in: one description for each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True)
class SourceLanguage:
    """A source language; the defaults are those of the intermediate form itself."""

    counts_edges: bool = True
    """Whether an edge is a step that users see, so that next-step operators mean what they say."""
    names_locations: bool = True
    """Whether users know the names of locations, and not only lines."""
    step: str = "one edge of the program is one step"
    """What threads are interleaved between."""
    has_integers: bool = True
    has_declarations: bool = False
    """Whether variables of functions have a value only behind their declaration."""
    has_written_conditions: bool = False
    """Whether conditions have a text of their own, with ``!``, ``&&`` and ``||``."""
    has_promotions: bool = False
    """Whether numbers are promoted as in C: narrow integers to ``int``, and literals by their size."""
    has_raw_memory: bool = False
    """Whether memory has addresses, may be read unwritten, and is given back by hand."""
    has_classes: bool = False
    """Whether there are objects with classes, exceptions and monitors, and members are named with dots."""
    tests_indices: bool = False
    """Whether the program itself tests an index before it is used."""
    has_output: bool = False
    """Whether programs print, so that nobody looks at the values of their globals."""
    checked: frozenset[str] = frozenset()
    """Properties that every operation that can break them is checked for: no check means that none can."""
    passed_over: frozenset[str] = frozenset()
    """Checks that do not end a run that is only watched, as they would not on a machine."""
    waiting: tuple[str, ...] = ()
    """The functions of libraries that users wait with; other models wait in loops of their own."""
    waiting_note: str = ""
    """What else is to be said about being woken."""


_C = SourceLanguage(
    counts_edges=False,
    names_locations=False,
    step="one access to shared memory is one step",
    has_declarations=True,
    has_written_conditions=True,
    has_promotions=True,
    has_raw_memory=True,
    has_output=True,
    checked=frozenset({"unreach", "overflow", "division", "memsafety", "memtrack"}),
    passed_over=frozenset({"overflow"}),
    waiting=("pthread_cond_wait", "pthread_cond_timedwait"),
)
_JAVA = SourceLanguage(
    counts_edges=False,
    names_locations=False,
    has_declarations=True,
    has_written_conditions=True,
    has_promotions=True,
    has_classes=True,
    tests_indices=True,
    has_output=True,
    waiting=(
        "java.lang.Object.wait()",
        "java.util.concurrent.locks.LockCondition.await()",
        "java.util.concurrent.locks.LockSupport.block(boolean)",
    ),
    waiting_note="; one that was notified before it was interrupted returns",
)
_FLOWCHARTS = SourceLanguage(step="one statement is one step", has_written_conditions=True)
_BOOLEAN = SourceLanguage(
    names_locations=False, step="one statement is one step", has_integers=False, checked=frozenset({"assert"})
)
_LANGUAGES = {"c": _C, "java": _JAVA, "fcl": _FLOWCHARTS, "bp": _BOOLEAN}


@cache
def source_language(name: str) -> SourceLanguage:
    """The description of a language by the name that programs have for it."""
    return _LANGUAGES.get(name, SourceLanguage(counts_edges=name == "vir", names_locations=name in ("vir", "")))
