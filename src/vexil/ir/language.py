"""What the rest of Vexil has to know about the language that a program was written in: one description for each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

LIBRARY_PACKAGES = ("java.", "vexil.")
"""The beginnings of names of library classes: their fields are not the user's."""


@dataclass(frozen=True)
class RuntimeClasses:
    """Classes that a language with objects gives a meaning of their own, by name.

    The names are those of Java; programs that are written in the intermediate form may have such classes too.
    """

    string: str = "java.lang.String"
    class_object: str = "java.lang.Class"
    """What class literals are objects of."""
    boxes: frozenset[str] = frozenset(
        f"java.lang.{name}" for name in ("Boolean", "Byte", "Character", "Short", "Integer", "Long", "Float", "Double")
    )
    """Objects that hold one number or truth value, in a field ``value``."""
    enumeration: str = "java.lang.Enum"
    throwable: str = "java.lang.Throwable"
    thread: str = "java.lang.Thread"
    delegates: frozenset[tuple[str, str]] = frozenset({("java.util.concurrent.locks.ReentrantLock", "sync")})
    """Fields of library models whose object is called as the object that has the field: class and field."""
    main: str = ".main(java.lang.String[])"
    """How the name of the function that a program starts with ends."""
    print_function: str = "vexil.Output.print"
    """The function that library models print with: the number of the stream, and the string."""


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
    has_unknown_values: bool = False
    """Whether unknown values are written in the source: traces say which were taken, and which calls they end in."""
    has_promotions: bool = False
    """Whether numbers are promoted as in C: narrow integers to ``int``, and literals by their size."""
    has_raw_memory: bool = False
    """Whether memory has addresses, may be read unwritten, and is given back by hand."""
    has_classes: bool = False
    """Whether there are objects with classes, exceptions and monitors, and members are named with dots."""
    runtime: RuntimeClasses = RuntimeClasses()
    """The names of classes with a meaning of their own, where there are classes."""
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
    names_locations=False,
    step="one statement is one step",
    has_integers=False,
    has_unknown_values=True,
    checked=frozenset({"assert"}),
)
_LANGUAGES = {"c": _C, "java": _JAVA, "fcl": _FLOWCHARTS, "bp": _BOOLEAN}


@cache
def source_language(name: str) -> SourceLanguage:
    """The description of a language by the name that programs have for it."""
    return _LANGUAGES.get(name, SourceLanguage(counts_edges=name == "vir", names_locations=name in ("vir", "")))
