"""What an engine answers, and what it was asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from vexil.core.errors import InternalError
from vexil.ir.interpreter import Bounds
from vexil.ir.program import Program
from vexil.model.boolean_program.program import PredicateProgram
from vexil.model.evidence import Evidence, Lasso, Run
from vexil.spec.property import Property


class Direction(Enum):
    """How what was asked in place of a question relates to it: an engine's model, an abstraction, another property."""

    OVER = "over"
    """It has every behaviour of the program: only `Holds` transfers."""
    UNDER = "under"
    """It has only behaviours of the program: only `Fails` transfers."""
    EXACT = "exact"


@dataclass(frozen=True, slots=True)
class Holds:
    """The property holds in the engine's model."""

    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Fails:
    """The property fails in the engine's model."""

    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Possible:
    """A counterexample of an abstraction; nobody knows whether it is one of the program, for the reason given."""

    run: Run | Lasso
    reason: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Undetermined:
    """The abstraction is too coarse; the explanation names the transitions that would have to be known."""

    explanation: str


@dataclass(frozen=True, slots=True)
class GaveUp:
    """The engine stopped without an answer."""

    reason: str
    hint: str = ""


Outcome = Holds | Fails | Possible | Undetermined | GaveUp


@dataclass(frozen=True)
class Question:
    """A program, what is asked about it, and the bounds the user set.

    ``predicate_program`` is the same program over Boolean variables, where it came as one.
    """

    program: Program
    property: Property
    bounds: Bounds = field(default_factory=Bounds)
    predicate_program: PredicateProgram | None = None


@dataclass(frozen=True, slots=True)
class Prover:
    """A solver that an engine asked, and how many of its answers are missing."""

    name: str
    missing: int = 0


@dataclass(frozen=True)
class Answer:
    """An outcome with what limits it.

    ``bounds_hit`` counts how often each bound cut a run; ``undefined`` lists kinds of undefined operations that
    runs ended in; ``vacuous`` says that every run was cut by a restriction. ``prover`` is the solver that was asked,
    if one was; ``abstraction`` says what was checked in place of the program; ``warnings`` are for the user.
    ``fair`` says that only runs counted in which no thread is neglected for ever, ``daemons`` that none counted
    in which daemons alone keep another thread from moving.
    """

    outcome: Outcome
    engine: str
    direction: Direction
    bounds_hit: Mapping[str, int] = field(default_factory=dict)
    undefined: tuple[str, ...] = ()
    vacuous: str = ""
    statistics: Mapping[str, int] = field(default_factory=dict)
    prover: Prover | None = None
    warnings: tuple[str, ...] = ()
    abstraction: str = ""
    fair: bool = False
    daemons: bool = False


def last(turns: Iterator[int | Answer]) -> Answer:
    """The answer that an engine has after all its turns."""
    for turn in turns:
        if isinstance(turn, Answer):
            return turn
    raise InternalError("an engine should end its turns with an answer")
