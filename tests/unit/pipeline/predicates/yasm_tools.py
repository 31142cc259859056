"""Verdicts of predicate abstraction with checked evidence, its loop watched, and values over chosen predicates."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from belnap_atoms import meaning_of_atoms
from vexil.abstraction.predicates import Predicates
from vexil.abstraction.program import Abstractor
from vexil.abstraction.user_predicates import user_predicates
from vexil.analysis import Analyses
from vexil.analysis.partition import AnalysedPartition
from vexil.core.context import Context, Event, Limits
from vexil.core.source import SourceFile
from vexil.engines.belnap import Options, Relation, Result, check, formula_of
from vexil.engines.belnap.check import Start
from vexil.engines.diagrams import Manager
from vexil.ir.program import Program
from vexil.ir.text import load
from vexil.logic import Terms
from vexil.logic.solvers import open_solver
from vexil.logic.solvers.choice import has_mathematical_integers
from vexil.logic.solvers.port import ProcessSolver
from vexil.logic.space import Space
from vexil.logic.terms import Term
from vexil.model.outcome import Answer, Question
from vexil.model.verdict import Status, Verdict
from vexil.pipeline.engines import plan
from vexil.pipeline.predicates.branching import ADDED
from vexil.pipeline.predicates.engine import PredicateEngine
from vexil.pipeline.predicates.options import Leaping, PredicateOptions
from vexil.pipeline.predicates.precision import PredicateAbstraction
from vexil.pipeline.predicates.whole_steps import with_whole_steps
from vexil.pipeline.registry import EngineOptions
from vexil.pipeline.verdicts import ask
from vexil.spec.property import parse_property
from vexil.transform.predicate_inlining import FlatProgram, flatten

AUTO = PredicateOptions(leaps=Leaping.OFF)
PAPER = PredicateOptions(refine="paper", leaps=Leaping.OFF)


def vir(text: str) -> Program:
    """The program of a text without its first line."""
    return load(SourceFile("test.vir", f"vir 1\n{text}".encode()))


# --- verdicts ----------------------------------------------------------------------------------------------------


def verdict_of(text: str, formula: str, options: PredicateOptions = AUTO, seconds: float = 60) -> Verdict:
    """What the pipeline says about a CTL formula with this engine alone: a definite verdict has checked evidence."""
    question = Question(vir(text), parse_property(f"ctl: {formula}"))
    found = ask(question, plan(question, "predicates", EngineOptions(options)), Context(Limits(cpu_seconds=seconds)))
    assert found.status is Status.UNKNOWN or found.evidence_checked
    return found


def counts(verdict: Verdict) -> tuple[int, int]:
    """Iterations and predicates."""
    return verdict.statistics["iterations"], verdict.statistics["predicates"]


# --- the loop ----------------------------------------------------------------------------------------------------


class Watching(PredicateEngine):
    """Predicate abstraction whose loop can be looked at."""

    abstraction: PredicateAbstraction

    def _refining(
        self, program: Program, checks: frozenset[str], context: Context, kind: str, make: Callable[..., Any]
    ) -> Iterator[int | Answer]:
        def watched(abstraction: PredicateAbstraction, given: Sequence[Term]) -> Any:
            self.abstraction = abstraction
            return make(abstraction, given)

        return super()._refining(program, checks, context, kind, watched)


@dataclass(frozen=True)
class Watched:
    """An answer, with the predicates in their order, how many there were at each iteration, and rounds in all."""

    answer: Answer
    predicates: list[str]
    sizes: list[int]
    rounds: int


def watched(text: str, formula: str, options: PredicateOptions = PAPER) -> Watched:
    """Ask predicate abstraction, and look at its predicates."""
    sizes: list[int] = []

    def sink(event: Event) -> None:
        if event.kind == "refine":
            sizes.append(int(dict(event.data)["predicates"]))

    engine = Watching(options)
    question = Question(vir(text), parse_property(f"ctl: {formula}"))
    answer = engine.check(question, Context(Limits(cpu_seconds=60), sink=sink))
    abstraction = engine.abstraction
    return Watched(answer, [item.name for item in abstraction.precision.predicates], sizes, abstraction.rounds)


# --- values ------------------------------------------------------------------------------------------------------


class Abstracted:
    """One program over predicates that are given one after the other, all with the same diagrams."""

    def __init__(self, text: str, solver: ProcessSolver) -> None:
        self.program = vir(text)
        analyses = Analyses(self.program)
        self._space = Space(Terms(), self.program, AnalysedPartition(analyses))
        self._analyses = analyses
        self._abstractor = Abstractor(self._space, analyses, solver, frozenset())
        self.manager = Manager()

    def flat(self, predicates: Sequence[str]) -> FlatProgram:
        """The program over predicates, which are the variables of main or global."""
        chosen = Predicates(self._space).extended(user_predicates(self._space, self._analyses, predicates).terms)
        function = self.program.functions[self.program.entry]
        abstract = self._abstractor.abstract(chosen).program
        return flatten(with_whole_steps(abstract, function.entry, len(function.locations), ADDED).program)

    def values(
        self, predicates: Sequence[str], formula: str, *, conditional: bool = True, start: Start | None = None
    ) -> Result:
        """The values of a formula over locations."""
        flat = self.flat(predicates)
        relation = Relation(flat, Options(conditional=conditional), self.manager)
        wanted = formula_of(parse_property(f"ctl: {formula}"))
        return check(relation, wanted, meaning_of_atoms(flat), start=start)


@contextmanager
def abstracted(text: str) -> Iterator[Abstracted]:
    """A program to look at with any predicates."""
    with open_solver("z3" if has_mathematical_integers(vir(text)) else "bitwuzla") as solver:
        yield Abstracted(text, solver)


def at_locations(result: Result, valuation: dict[str, bool]) -> dict[str, str]:
    """The value at every location."""
    return {
        location.name: str(result.at(number, valuation))
        for number, location in enumerate(result.relation.flat.locations)
    }
