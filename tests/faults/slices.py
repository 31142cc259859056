"""Slices that forget a kind of dependence, and a checker of slices that forgets a reason to refuse one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from dependence_programs import program
from faults.fault import Fault, Patch, Plant, replaced
from faults.slice_texts import (
    BRANCH,
    DATA,
    ENDING,
    HALF,
    INTERRUPTING,
    JOINED,
    OPEN,
    OPPOSITE,
    PARAMETER,
    PASSING,
    RECURSION,
    RESTRICTED,
    RETURNING,
    RIVAL,
    SECTIONS,
    SEEN,
    SHARED,
    SPIN,
    THROWING,
    TWICE,
    UNDEFINED,
    WAITING,
)
from slice_verdicts import compared, compared_slice
from sliced_programs import slice_without
from vexil.analysis.dependence import Kind
from vexil.certify.slices import check_slice
from vexil.certify.slices.correspondence import Correspondence
from vexil.slicing import question
from vexil.spec.property import parse_property

# --- kinds of dependences --------------------------------------------------------------------------------


@dataclass(frozen=True)
class SlicedAnswer:
    """The answer about a slice, and what the checker says: both must tell that a fault is planted."""

    text: str
    asked: str
    said: tuple[str, ...]

    def accept(self) -> None:
        """The slice is accepted, and has the answer of the program."""
        found = compared(program(self.text), self.asked)
        assert (found.outcome, found.wrong) == ("same", "")

    def notice(self) -> None:
        """The answer is another one, and the checker refuses the slice if it has fewer runs."""
        found = compared(program(self.text), self.asked)
        assert all(text in f"{found.outcome} {found.wrong}" for text in self.said)


LOST = ("refused:", "the slice loses a violation")
MORE = ("spurious",)
"""The slice has more runs: it proves nothing wrong, so that the checker need not refuse it."""


def _without(kind: Kind) -> Plant:
    """Follow no dependence of a kind, and forget what only makes up for that."""

    def plant(patch: Patch) -> None:
        right = question.criterion_of

        def criterion_of(*given: Any) -> Any:
            found = right(*given)
            return replace(found, kinds=found.kinds - {kind})

        patch.setattr(question, "criterion_of", criterion_of)
        patch.setattr(question, "_overwritten", lambda graph, found: set())

    return plant


def _forgotten_loops(patch: Patch) -> None:
    _without(Kind.DIVERGENCE)(patch)
    patch.setattr("vexil.slicing.criterion._endless", lambda graph: [])


# --- the checker -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BadSlice:
    """A slice that was robbed of some locations, or of the parameters of a function: the checker must refuse it."""

    text: str
    asked: str
    dropped: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    globals: bool = True
    enumerable: bool = True

    def _refused(self) -> bool:
        part = slice_without(self.text, self.asked, self.dropped, self.parameters, with_globals=self.globals)
        return check_slice(part, parse_property(self.asked)) is not None

    def accept(self) -> None:
        """The slice answers otherwise, or hides an undefined end, and is refused."""
        part = slice_without(self.text, self.asked, self.dropped, self.parameters, with_globals=self.globals)
        assert not self.enumerable or compared_slice(part, self.asked).wrong
        assert self._refused()

    def notice(self) -> None:
        """Nobody else refuses it."""
        assert not self._refused()


def _ignored(*texts: str) -> Plant:
    """Let the checker forget reasons."""

    def change(right: Callable[..., Iterator[str]]) -> Callable[..., Iterator[str]]:
        def problems(self: Correspondence) -> Iterator[str]:
            return (reason for reason in right(self) if not any(text in reason for text in texts))

        return problems

    return replaced(Correspondence, "_problems", change)


def _clause(name: str, texts: str | tuple[str, ...], check: BadSlice) -> Fault:
    return Fault(f"slices: {name}", _ignored(*((texts,) if isinstance(texts, str) else texts)), check)


SLICE_FAULTS = (
    Fault("slices: no data dependence", _without(Kind.DATA), SlicedAnswer(DATA, "assert", LOST)),
    Fault("slices: no control dependence", _without(Kind.CONTROL), SlicedAnswer(BRANCH, "assert", LOST)),
    Fault("slices: no divergence dependence", _forgotten_loops, SlicedAnswer(SPIN, "ltl: <>(x == 1)", LOST)),
    Fault("slices: no interference dependence", _without(Kind.INTERFERENCE), SlicedAnswer(SHARED, "assert", LOST)),
    Fault("slices: no ready dependence", _without(Kind.READY), SlicedAnswer(JOINED, "assert", MORE)),
    Fault(
        "slices: no synchronisation dependence", _without(Kind.SYNCHRONISATION), SlicedAnswer(SECTIONS, "assert", MORE)
    ),
    _clause("removed writes are not looked at", "writes x", BadSlice(DATA, "assert", ("m1",))),
    _clause("images are not compared", "decides where", BadSlice(BRANCH, "assert", ("m1",))),
    _clause("removed blocking is not looked at", "may block", BadSlice(OPPOSITE, "deadlock", ("t2", "t3"))),
    _clause("undefined operations are not looked at", "may be undefined", BadSlice(UNDEFINED, "assert", ("m1",))),
    _clause("undefined arguments are not looked at", "may be undefined", BadSlice(PASSING, "assert", (), ("f",))),
    _clause("undefined returns are not looked at", "may be undefined", BadSlice(RETURNING, "assert", ("f2",))),
    _clause("removed calls are not looked at", "calls add", BadSlice(TWICE, "assert", ("m2",))),
    _clause("checks are not looked at", "is asked about", BadSlice(TWICE, "assert", ("m3",))),
    _clause("removed starts are not looked at", ("starts T", "writes x"), BadSlice(SHARED, "assert", ("m1",))),
    _clause("removed loops are not looked at", "a loop at", BadSlice(SPIN, "ltl: <>(x == 1)", ("m1",))),
    _clause(
        "removed recursion is not looked at",
        "calls itself",
        BadSlice(RECURSION, "ltl: <>(x == 1)", ("m1", "f1"), enumerable=False),
    ),
    _clause("removed restrictions are not looked at", "may cut", BadSlice(RESTRICTED, "ltl: [](x == 1)", ("m1",))),
    _clause("removed ends of runs are not looked at", "may end a run", BadSlice(ENDING, "ltl: <>(x == 1)", ("m2",))),
    _clause("arguments are not compared", "passes another", BadSlice(PARAMETER, "assert", (), ("f",))),
    _clause(
        "calls that a formula sees are not looked at",
        "the formula sees",
        BadSlice(SEEN, "ltl: [](call(f) -> x == 1)", ("m4",)),
    ),
    _clause(
        "exceptions are not looked at",
        ("makes a difference", "another place"),
        BadSlice(THROWING, "exception", ("m2",)),
    ),
    _clause("waits in removed sections are not looked at", "may wait", BadSlice(WAITING, "assert", ("m2", "m4"))),
    _clause("removed notifications are not looked at", "may wake", BadSlice(WAITING, "assert", ("t2",))),
    _clause(
        "removed rivals are not looked at",
        "instead of another",
        BadSlice(RIVAL, "assert", ("r1", "r2", "r3"), enumerable=False),
    ),
    _clause("halves of sections are not looked at", "entered last", BadSlice(HALF, "assert", ("m1",))),
    _clause("removed interrupts are not looked at", "may interrupt", BadSlice(INTERRUPTING, "assert", ("m2",))),
    _clause(
        "initial values are not looked at", "initial value", BadSlice(OPEN, "assert", globals=False, enumerable=False)
    ),
)
"""Faults of the slicer, one kind of dependence at a time, and of the checker, one reason at a time."""
