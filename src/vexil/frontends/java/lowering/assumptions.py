"""What is taken for granted of Java programs: always, and of the environment of those that look at it.

The environment is clocks, input and the platform. A model that gives any value leaves nothing out and needs no words.
One that decides for the environment is an assumption of the programs that reach it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from vexil.core.caveats import Assumption
from vexil.frontends.java.symbols.symbols import ClassSymbol


@dataclass(frozen=True, slots=True)
class Reliance:
    """What methods of the library, by class and name or by class alone, take for granted."""

    methods: tuple[str, ...]
    kind: str
    text: str


RELIANCES = (
    Reliance(
        ("java.lang.System.currentTimeMillis", "java.lang.System.nanoTime"),
        "clock",
        "System.currentTimeMillis gives any time from 1970 on and nanoTime any number, whatever they gave before",
    ),
    Reliance(("java.io.InputStream$Nothing.read",), "input", "System.in is empty where its bytes are read"),
    Reliance(
        ("java.util.Scanner.<init>(java.io.InputStream)",),
        "input",
        "a Scanner of a stream finds a number of any value whenever it is asked for one",
    ),
    Reliance(
        (
            "java.lang.System.lineSeparator",
            "java.lang.System.getProperty",
            "java.io.PrintWriter.println",
            "vexil.Formats",
        ),
        "platform",
        "lines end with \\n",
    ),
    Reliance(
        ("java.lang.String.toUpperCase", "java.lang.String.toLowerCase", "vexil.Formats"),
        "platform",
        "the language is English",
    ),
    Reliance(
        ("java.lang.String.getBytes", "java.lang.String.<init>(byte[]", "java.io.InputStreamReader"),
        "platform",
        "characters are bytes in UTF-8",
    ),
    Reliance(
        ("java.lang.Throwable.getStackTrace", "java.lang.Thread.getStackTrace"),
        "stack-traces",
        "stack traces are empty",
    ),
    Reliance(
        ("java.lang.Thread.getId",), "thread-numbers", "identifiers of threads count from 1, the one of the main thread"
    ),
)
ASSUMPTIONS = (
    Assumption("arithmetic", "integers as Java's types say; they wrap around"),
    Assumption("atomicity", "one access to a field, an element or a static variable is one step"),
    Assumption("assertions", "assertions are switched on"),
    Assumption(
        "wake-ups",
        "a waiting thread is woken by notification, time-out or interrupt, never without a reason; one that was"
        " notified before it was interrupted returns",
    ),
    Assumption("memory", "there is always room for one more object"),
)
ATOMIC = Assumption("atomicity", "one statement without calls is one step (--granularity statement)")
FINALIZERS = Assumption("finalizers", "finalize is never called: objects are kept for ever")


def environment_assumptions(functions: Collection[str], classes: Iterable[ClassSymbol]) -> Iterator[Assumption]:
    """What is taken for granted of the environment, one entry per kind, by the functions that a program reaches."""
    texts: dict[str, list[str]] = {}
    for item in RELIANCES:
        if any(_is_meant(name, method) for name in functions for method in item.methods):
            texts.setdefault(item.kind, []).append(item.text)
    yield from (Assumption(kind, "; ".join(phrases)) for kind, phrases in texts.items())
    own = [method for symbol in classes for method in symbol.methods.get("finalize", ())]
    if any(not method.parameters and not method.static for method in own):
        yield FINALIZERS


def _is_meant(function: str, method: str) -> bool:
    return function.startswith(method) and ("(" in method or function[len(method) :][:1] in ("(", "."))
