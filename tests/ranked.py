"""Checks that certainly fail in C programs, with runs by fixed-point rank that are replayed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from vexil.abstraction.predicates import Predicates
from vexil.abstraction.program import Abstractor
from vexil.analysis import Analyses
from vexil.analysis.partition import AnalysedPartition
from vexil.certify import Checked, certify
from vexil.core.context import Context, Limits
from vexil.engines.bebop.backwards import FailingCheck
from vexil.engines.bebop.reach import reach
from vexil.engines.bebop.some_trace import some_trace
from vexil.frontends.c import COptions, load
from vexil.ir.interpreter import CompiledProgram
from vexil.ir.program import Program
from vexil.logic import Terms
from vexil.logic.solvers.port import ProcessSolver
from vexil.logic.space import Space
from vexil.model.evidence import Run
from vexil.model.outcome import Question
from vexil.pipeline.predicates.certain_failures import CertainFailures
from vexil.spec.property import parse_property

HEAD = "#include <assert.h>\nextern int nondet(void);\n"
PLENTY = 1_000_000


@dataclass(frozen=True)
class Attempt:
    """What was found, the work it took, and how many predicates were added for it."""

    run: Run | None
    work: int
    added: int

    @property
    def decisions(self) -> list[int]:
        """What the environment decides, in order."""
        assert self.run is not None
        return [move.choice for move in self.run.moves if move.choice is not None]


def loaded(folder: Path, text: str) -> Program:
    """The program of a text."""
    path = folder / "program.c"
    path.write_text(text, encoding="utf-8")
    return load((str(path),), COptions(), Context())


def attempt(program: Program, solver: ProcessSolver, others: int = PLENTY, *, is_last: bool = True) -> Attempt:
    """Look for an assertion that certainly fails, from no predicates on; a run that is found is certified."""
    context = Context(Limits(cpu_seconds=60))
    analyses = Analyses(program)
    space = Space(Terms(), program, AnalysedPartition(analyses))
    abstractor = Abstractor(space, analyses, solver, frozenset({"assert"}))
    predicates = Predicates(space, solver)
    abstraction = abstractor.abstract(predicates, context)
    reached = reach(abstraction.program, context)
    trace = some_trace(reached, [FailingCheck(*place) for place in reached.failing])
    certain = CertainFailures(abstractor, solver, CompiledProgram(program), context)
    run = None if trace is None else certain.run(abstraction, trace, others, is_last=is_last)
    if run is not None:
        found = certify(Question(program, parse_property("assert")), run, context)
        assert isinstance(found, Checked), found
    assert len(predicates) == 0
    return Attempt(run, certain.work, len(certain._added))
