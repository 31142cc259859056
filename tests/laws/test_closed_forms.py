"""Laws of closed forms: they are what loops compute, and answers that rest on them are never wrong."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings

from strategies.ir.counting_loops import CountingLoop, State, random_counting_loop
from strategies.source import drawn
from vexil.analysis import Analyses
from vexil.analysis.closed_forms import LoopForms, forms_of
from vexil.analysis.weak_order import Order
from vexil.core.context import Context, Limits
from vexil.core.source import SourceFile
from vexil.ir.expressions import Const, Expr, Variable
from vexil.ir.fold import fold
from vexil.ir.program import Program
from vexil.ir.rewriting import rewrite
from vexil.ir.text import load
from vexil.model.outcome import Question
from vexil.model.verdict import Status
from vexil.pipeline.verdicts import answer
from vexil.spec.property import parse_property

MOST_ARRIVALS = 40
law = settings(max_examples=120, deadline=None, derandomize=True)


def program_of(loop: CountingLoop) -> Program:
    return load(SourceFile("loop.vir", f"vir 1\n{loop.text()}\n".encode()))


def forms(program: Program) -> LoopForms | None:
    function = program.functions["main"]
    return forms_of(Analyses(program), function, Order(function), function.location_numbers["h"])


def value(expression: Expr, state: dict[str, int | bool]) -> int | bool:
    folded = fold(rewrite(expression, lambda node: _known(node, state)))
    assert isinstance(folded, Const)
    return folded.value  # type: ignore[return-value]


def _known(node: Expr, state: dict[str, int | bool]) -> Expr:
    return Const(state[node.name], node.type) if isinstance(node, Variable) else node


def follow(loop: CountingLoop, found: LoopForms, entry: State) -> None:
    """Compare forms and facts with the states at the first arrivals of a run."""
    extra = {one.variable.name: value(one.initial, dict(entry)) for one in found.auxiliaries}
    for number, state in enumerate(loop.arrivals(entry)):
        if number == MOST_ARRIVALS:
            return
        known = {**state, **extra}
        for variable, form in found.values.items():
            assert value(form, known) == state[variable.name], (loop, variable, state)
        for fact in found.facts:
            assert value(fact, known) is True, (loop, fact, state)
        extra = {one.variable.name: value(one.step, known) for one in found.auxiliaries}


def test_forms_are_what_loops_compute() -> None:
    """Every form, and every fact about the iteration before, holds at each arrival; most loops have one."""
    seen: Counter[str] = Counter()

    @law
    @given(drawn(random_counting_loop))
    def check(loop: CountingLoop) -> None:
        found = forms(program_of(loop))
        seen["forms" if found is not None else "none"] += 1
        if found is not None:
            for index, entry in enumerate(loop.entries()):
                if index % 97 == 0:
                    follow(loop, found, entry)

    check()
    assert seen["forms"] >= 60, seen


def test_answers_about_loops_are_right() -> None:
    """What the bounded engine proves or refutes, its evidence checked, is what trying all numbers says."""
    seen: Counter[Status] = Counter()

    @settings(law, max_examples=60)
    @given(drawn(random_counting_loop))
    def check(loop: CountingLoop) -> None:
        question = Question(program_of(loop), parse_property("assert"))
        verdict = answer(question, Context(Limits(cpu_seconds=2)), "bounded")
        seen[verdict.status] += 1
        if verdict.status is not Status.UNKNOWN:
            assert (verdict.status is Status.REFUTED) == loop.is_violated(), loop.text()

    check()
    assert seen[Status.PROVED] >= 5, seen
    assert seen[Status.REFUTED] >= 5, seen
