"""Predicate abstraction of one program with an eye on what its iterations cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean
from typing import Any
from unittest.mock import patch

from vexil.abstraction.program import PredicateModel
from vexil.core.context import Context, Limits
from vexil.frontends.c import COptions, load
from vexil.logic.solvers import ProcessSolver
from vexil.model.boolean_program import Call, Check, Guard, Operation, Return, Start, Update
from vexil.model.boolean_program.expressions import names, next_names
from vexil.model.outcome import Answer, Fails, Holds, Question
from vexil.pipeline.predicates.engine import PredicateEngine
from vexil.pipeline.predicates.precision import PredicateAbstraction
from vexil.spec.property import parse_property


@dataclass(slots=True)
class Probe:
    """What was seen while an engine ran."""

    questions: int = 0
    touched: list[int] = field(default_factory=list)
    """For each edge of the last predicate program of the refinement, how many predicates it reads or writes."""

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Count questions to solvers and keep the sizes of edges."""
        ask, abstract = ProcessSolver.check_and_read, PredicateAbstraction.abstract

        def counted(*words: Any, **options: Any) -> Any:
            self.questions += 1
            return ask(*words, **options)

        def kept(*words: Any) -> PredicateModel:
            model = abstract(*words)
            procedures = model.program.procedures.values()
            self.touched = [len(touched(edge.operation)) for one in procedures for edge in one.edges]
            return model

        with (
            patch.object(ProcessSolver, "check_and_read", counted),
            patch.object(PredicateAbstraction, "abstract", kept),
        ):
            yield


def touched(operation: Operation) -> frozenset[str]:
    """The predicates that an operation reads or writes."""
    match operation:
        case Update(targets, values, constraint, chosen, possible, definite):
            read = [*values, constraint, possible, definite]
            return frozenset((*targets, *chosen)).union(*map(names, read), *map(next_names, read))
        case Guard(condition) | Check(condition):
            return names(condition)
        case Call(_, arguments, results):
            return frozenset(name for name in results if name is not None).union(*map(names, arguments))
        case Return(values) | Start(_, values):
            return frozenset().union(*map(names, values))


@dataclass(frozen=True, slots=True)
class Cost:
    """What the verdict about one program cost."""

    verdict: str
    edges: int
    iterations: int
    predicates: int
    touched: float
    """How many predicates an edge reads or writes, on average."""
    most_touched: int
    questions: int
    seconds: tuple[float, ...]
    """CPU seconds of each iteration, those of the solver included."""
    phases: dict[str, float]


def cost_of(path: Path, limit: float | None, wrapped: Callable[[Callable[[], Any]], Any] = lambda work: work()) -> Cost:
    """Abstract and refine until there is a verdict; *wrapped* runs the whole of that, as a profiler does."""
    context = Context(Limits(cpu_seconds=limit))
    program = load((str(path),), COptions(), context)
    probe = Probe()
    seconds: list[float] = []

    def run() -> Answer:
        before = context.used_cpu_seconds()
        for found in PredicateEngine().turns(Question(program, parse_property("unreach")), context):
            after = context.used_cpu_seconds()
            seconds.append(after - before)
            before = after
            if isinstance(found, Answer):
                return found
        raise AssertionError("an engine should end with an answer")

    with probe.watching():
        answer = wrapped(run)
    match answer.outcome:
        case Holds():
            verdict = "proved"
        case Fails():
            verdict = "refuted"
        case other:
            verdict = f"unknown: {getattr(other, 'reason', other)}"
    return Cost(
        verdict=verdict,
        edges=len(probe.touched),
        iterations=answer.statistics.get("iterations", 0),
        predicates=answer.statistics.get("predicates", 0),
        touched=mean(probe.touched) if probe.touched else 0.0,
        most_touched=max(probe.touched, default=0),
        questions=probe.questions,
        seconds=tuple(seconds),
        phases=dict(context.phases),
    )
