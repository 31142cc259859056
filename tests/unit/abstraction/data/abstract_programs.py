"""Abstract programs for tests: small programs, typings by inference or by hand, and answers about the result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from inferred_types import infer
from shared_library import library

from vexil.abstraction.data.families import Definition, compared
from vexil.abstraction.data.inference import Lattice
from vexil.abstraction.data.library import Library
from vexil.abstraction.data.programs import abstracted
from vexil.abstraction.data.queries import Statistics
from vexil.abstraction.data.table_builder import Cache, TableBuilder
from vexil.core.context import Context
from vexil.core.errors import UsageError, require
from vexil.core.source import SourceFile
from vexil.frontends.fcl import FclOptions, load
from vexil.ir.expressions import Operator
from vexil.ir.interpreter import Machine, Snapshot
from vexil.ir.program import Edge, Program
from vexil.ir.text import load as load_text
from vexil.ir.text import print_operation
from vexil.ir.types import I32
from vexil.model.explore import Explorer
from vexil.model.outcome import Question
from vexil.model.tokens.abstract_type import AbstractType, Coercion, Concrete
from vexil.model.tokens.typing import AbstractTyping, Slot
from vexil.model.verdict import Verdict
from vexil.pipeline.engines import plan
from vexil.pipeline.verdicts import ask
from vexil.spec.property import Property, parse_property


@dataclass(frozen=True)
class Given:
    """Abstract types, by name and concrete type, and coercions, by the names of their ends, that are known already."""

    types: Mapping[tuple[str, Concrete], AbstractType]
    coercions: Mapping[tuple[str, str], Coercion] = field(default_factory=dict)

    def abstract_type(self, name: str, concrete: Concrete) -> AbstractType:
        """The abstraction of this name for a concrete type."""
        found = self.types.get((name, concrete))
        if found is None:
            raise UsageError(f"there is no abstraction {name!r} of {concrete}")
        return found

    def coercion(self, source: AbstractType, target: AbstractType) -> Coercion:
        """The coercion between two abstractions of one concrete type."""
        found = self.coercions.get((source.name, target.name))
        require(found is not None, f"there should be a coercion from {source.name} to {target.name}")
        assert found is not None
        return found


EXAMPLES = Path(__file__).resolve().parents[4] / "examples"
PROGRAMS = Path(__file__).resolve().parents[3] / "programs"
ORDER = Lattice(["Signs", "EvenOdd", "range(0,1)", "range(0,2)", "set{0}", "modulo-3", "modulo-4"])


def power(**options: object) -> Program:
    """The program of the paper."""
    text = (EXAMPLES / "power.fcl").read_bytes()
    return load([SourceFile("power.fcl", text)], FclOptions(**options))  # type: ignore[arg-type]


def flow(text: str, **options: object) -> Program:
    """A program in FCL."""
    return load([SourceFile("given.fcl", text.encode())], FclOptions(**options))  # type: ignore[arg-type]


def given(text: str) -> Program:
    """A program in the intermediate form."""
    return load_text(SourceFile("given.vir", f"vir 1\n{text}".encode()))


def by_hand(**names: str) -> AbstractTyping:
    """A typing of global variables."""
    return AbstractTyping(slots={Slot(name): kind for name, kind in names.items()})


def inferred(program: Program, default: str = "Int", **names: str) -> AbstractTyping:
    """The typing that follows from selections of global variables."""
    return infer(program, {Slot(name): kind for name, kind in names.items()}, ORDER, default=default)


def made(program: Program, typing: AbstractTyping, types: Library | None = None) -> Program:
    """The abstract program."""
    return abstracted(program, typing, types or library())


def low_high() -> AbstractType:
    """An abstraction whose tokens overlap: 5 is low and high."""
    members = (compared(Operator.LESS_EQUAL, 5, I32), compared(Operator.GREATER_EQUAL, 5, I32))
    maker = TableBuilder(Context(), Cache(None), Statistics())
    return maker.abstract_type(Definition("LowHigh", I32, ("low", "high"), members))


def texts(program: Program, function: str = "main") -> list[str]:
    """The operations of a function, in order of their edges."""
    return [operation(program, edge) for edge in program.functions[function].edges]


def operation(program: Program, edge: Edge) -> str:
    """An operation as text."""
    return print_operation(edge.operation, program.token_sets)


def states(program: Program) -> tuple[Machine, set[Snapshot], Explorer]:
    """Every state of a program."""
    explorer = Explorer(Machine(program))
    found = {state for _, state in explorer.initial()}
    pending = list(found)
    while pending:
        for _, state in explorer.successors(pending.pop()):
            if state not in found:
                found.add(state)
                pending.append(state)
    return explorer.machine, found, explorer


def verdict(program: Program, asked: str | Property, engine: str = "auto") -> Verdict:
    """What Vexil says about a program."""
    question = Question(program, parse_property(asked) if isinstance(asked, str) else asked)
    return ask(question, plan(question, engine), Context())
