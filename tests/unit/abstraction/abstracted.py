"""Programs with given predicates, abstracted, for tests: what becomes of an edge, and what is reached."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from vexil.abstraction.blocks import Blocks
from vexil.abstraction.companions import companions
from vexil.abstraction.predicates import Predicates
from vexil.abstraction.program import Abstractor, PredicateModel
from vexil.abstraction.user_predicates import UserPredicates, observed_by, user_predicates
from vexil.analysis import Analyses
from vexil.analysis.partition import AnalysedPartition
from vexil.core.context import Context
from vexil.core.source import SourceFile
from vexil.frontends.c import COptions, load
from vexil.ir import text as vir
from vexil.ir.program import Program
from vexil.logic.factory import Terms
from vexil.logic.solvers import ProcessSolver, open_solver
from vexil.logic.space import Space
from vexil.model import boolean_program as bp
from vexil.model.boolean_program.text.printer import print_operation, print_program
from vexil.model.boolean_program.validator import validate


def from_c(text: str, folder: Path) -> Program:
    """A C program."""
    path = folder / "program.c"
    path.write_text(text, encoding="utf-8")
    return load([str(path)], COptions(), Context())


def from_vir(text: str) -> Program:
    """A program of the intermediate form."""
    return vir.load(SourceFile("test.vir", f"vir 1\n{text}".encode()))


def steps_of(*operations: str, declared: str) -> Program:
    """A program that does some operations one after the other."""
    places = [f"n{number}" for number in range(len(operations) + 1)]
    lines = [f"  {places[n]} -> {places[n + 1]}: {what}" for n, what in enumerate(operations)]
    end = f"  {places[-1]} -> exit: return"
    return from_vir("\n".join([declared, "function main() entry n0 exit exit", *lines, end, ""]))


@dataclass(frozen=True)
class Abstracted:
    """An abstraction with what it came from."""

    space: Space
    given: UserPredicates
    predicates: Predicates
    abstraction: PredicateModel

    @property
    def program(self) -> bp.PredicateProgram:
        """The predicate program."""
        return self.abstraction.program

    @property
    def text(self) -> str:
        """The predicate program as text."""
        return print_program(self.program)

    def operations(self, function: str, edge: int) -> list[str]:
        """What stands for an edge of a function, in order."""
        return [
            print_operation(step.operation)
            for step in self.program.procedures[function].edges
            if edge in step.origins and step.operation != bp.SKIP
        ]

    def names(self, variables: Sequence[bp.Variable]) -> list[str]:
        """The names of some variables."""
        return [variable.name for variable in variables]


@contextmanager
def abstracted(
    program: Program,
    texts: Sequence[str],
    *,
    solver: ProcessSolver | None = None,
    name: str = "bitwuzla",
    checks: Sequence[str] = ("assert",),
    longest: int | None = 3,
    borders: Mapping[str, Collection[int]] | None = None,
    forgets: bool = False,
) -> Iterator[Abstracted]:
    """The abstraction of a program over predicates given as text, and those about hidden variables that they need."""
    analyses = Analyses(program, observed_by(program, texts))
    space = Space(Terms(), program, AnalysedPartition(analyses))
    with open_solver(name) as opened:
        abstractor = Abstractor(space, analyses, solver or opened, frozenset(checks), longest=longest)
        blocks = None if borders is None else Blocks(abstractor.frames, opened, borders)
        abstractor.forgets = forgets
        given = user_predicates(space, analyses, texts, opened)
        beside = companions(abstractor.frames, abstractor.functions, given.terms)
        predicates = Predicates(space, names=given.names).extended([*given.terms, *beside])
        made = abstractor.abstract(predicates, blocks=blocks)
        assert validate(made.program) == []
        yield Abstracted(space, given, predicates, made)
