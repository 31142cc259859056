"""Laws of predicate abstraction from program to answer: what it says of branching properties is what states say."""

from __future__ import annotations

from random import Random

from explicit_states import Explicit
from hypothesis import given, settings

from strategies.ir.branching import program_of
from strategies.ir.narrow import narrow_ctl, narrow_program
from strategies.source import sources
from vexil.certify import Checked, certify
from vexil.core.context import Context, Limits
from vexil.ir.interpreter import CompiledProgram, Machine
from vexil.ir.program import Program
from vexil.model.explore import Explorer
from vexil.model.outcome import Fails, GaveUp, Holds, Question
from vexil.pipeline.predicates.engine import PredicateEngine
from vexil.pipeline.predicates.options import PredicateOptions
from vexil.spec.mu import positive_normal_form
from vexil.spec.property import parse_property


def may_be_undefined(program: Program) -> bool:
    """Say whether some run leaves what is defined."""
    explorer = Explorer(Machine(CompiledProgram(program)))
    pending = [state for _, state in explorer.initial()]
    seen = set(pending)
    while pending:
        for _, state in explorer.successors(pending.pop()):
            if state not in seen:
                seen.add(state)
                pending.append(state)
    return bool(explorer.losses.undefined)


def agrees(random: Random, options: PredicateOptions, *, partial: bool) -> None:
    program = program_of(narrow_program(random, partial=partial))
    asked = parse_property("ctl: " + narrow_ctl(random, 3, steps=True))
    question = Question(program, asked)
    outcome = PredicateEngine(options).check(question, Context(Limits(cpu_seconds=30))).outcome
    if partial and may_be_undefined(program):
        assert isinstance(outcome, GaveUp)
        return
    if not partial:
        assert isinstance(outcome, Holds | Fails), outcome  # few states, so there is a predicate for everything
    if isinstance(outcome, Holds | Fails):
        formula = positive_normal_form(asked.mu_formula())
        states = Explicit(program, None, asked.file, formula)
        assert isinstance(outcome, Holds) is all(number in states.meaning[formula] for number in states.initial)
        found = certify(question, outcome.evidence, Context(Limits(cpu_seconds=30)))
        assert isinstance(found, Checked), found


@settings(max_examples=10, deadline=None, derandomize=True)
@given(sources())
def test_YAS_08_answers_about_programs(random: Random) -> None:
    """For small programs there always is an answer, it is the right one, and its evidence is accepted."""
    agrees(random, PredicateOptions(), partial=False)


@settings(max_examples=5, deadline=None, derandomize=True)
@given(sources())
def test_YAS_08_answers_with_one_predicate_at_a_time(random: Random) -> None:
    """The same holds for refinement as it was published."""
    agrees(random, PredicateOptions(refine="paper"), partial=False)


@settings(max_examples=8, deadline=None, derandomize=True)
@given(sources())
def test_YAS_08_answers_about_programs_with_partial_operations(random: Random) -> None:
    """Where a run may divide by zero there is no answer, and an answer is the right one everywhere else."""
    agrees(random, PredicateOptions(), partial=True)
