"""Leaps as they are asked for: a program is loaded, made one without calls, and searched for a chain to a target."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product

from vexil.analysis.weak_order import Order
from vexil.core.context import Context
from vexil.core.errors import LimitReached, UsageError
from vexil.engines.leap.search import Asked, Attempt, NoPath, attempts
from vexil.ir.interpreter import CompiledProgram
from vexil.ir.operations import Choose
from vexil.ir.program import LocationKind, Program
from vexil.ir.types import BoolType
from vexil.ir.typing import literal
from vexil.model.goal import StateGoal, goal_of
from vexil.model.leaps import Rule, Turns
from vexil.model.outcome import Question
from vexil.model.protocols import NotApplicable
from vexil.pipeline.leap_options import LeapOptions
from vexil.pipeline.leap_texts import Texts, is_choice
from vexil.pipeline.options import CheckOptions, LoadOptions
from vexil.pipeline.resolve import resolve
from vexil.pipeline.run import load_asked
from vexil.transform.heap_as_memory import ObjectsAsMemory, has_objects
from vexil.transform.inlining import Inlining, descending

MOST_RESTRICTIONS = 16
"""Combinations of alternatives that are tried."""


@dataclass(frozen=True)
class LeapQuestion:
    """A question about a check, the form of its program without calls, and what the user decided."""

    question: Question
    form: Inlining
    asked: Asked
    restrictions: tuple[tuple[Rule, ...], ...]

    @property
    def program(self) -> Program:
        """The program."""
        return self.question.program

    def attempts(self, context: Context) -> Iterator[Attempt | NoPath]:
        """Chains, one after the other."""
        return attempts(self.asked, self.restrictions, context)


def leap_question(
    load: LoadOptions, properties: tuple[str, ...], options: LeapOptions, context: Context
) -> LeapQuestion:
    """Read a program and what is asked about it; raises `UsageError` for what leaps say nothing about."""
    loaded, found = load_asked(resolve(CheckOptions(load, properties)), context)
    checked = [
        (prop, goal.checks)
        for prop in found
        if isinstance(goal := goal_of(prop, CompiledProgram(loaded.program)), StateGoal) and goal.checks
    ]
    if properties and len(checked) < len(found):
        raise UsageError("leaps are about checks that fail", hint="ask with -p assert, -p unreach or --to")
    if len(checked) > 1 and properties:
        raise UsageError("a leap is for one property", hint="choose one by -p")
    if not checked and options.target is None:
        raise UsageError("there is no check that could fail", hint="name what is to be reached with --to")
    prop = checked[0][0] if checked else found[0]
    checks = checked[0][1] if checked and options.target is None else frozenset()
    question = Question(loaded.program, prop)
    form = form_of(question)
    texts = Texts(form)
    states = texts.states(options.states)
    asked = Asked(
        form.program,
        checks,
        states,
        texts.ports(options.ports, states),
        _path(options.path, states),
        None if options.target is None else texts.placed(options.target),
        tuple(texts.predicate(text) for text in options.predicates),
        tuple(
            rule
            for texts_of, make in ((options.schedules, texts.schedule), (options.only, texts.only))
            for text in texts_of
            for rule in make(text)
        ),
    )
    return LeapQuestion(question, form, asked, restrictions_of(form, free=not asked.rules))


def form_of(question: Question) -> Inlining:
    """The program of a question without objects and calls; raises `UsageError` where it has no such form."""
    try:
        program = ObjectsAsMemory().apply(question).program if has_objects(question.program) else question.program
        return descending(program)
    except (NotApplicable, LimitReached) as problem:
        reason = f"leaps are about sequential programs whose calls can be followed: {problem}"
        raise UsageError(reason, hint="ask with vexil check") from None


def _path(text: str | None, states: object) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(",")) if text else ()
    known = list(states) if isinstance(states, dict) else []
    for name in names:
        if name not in known:
            there = f"there are {', '.join(known)}" if known else "give abstract states with --state"
            raise UsageError(f"there is no abstract state {name!r}", hint=there)
    return names


def restrictions_of(form: Inlining, *, free: bool) -> tuple[tuple[Rule, ...], ...]:
    """Ways to decide the choices inside of loops: none, one alternative at each, and alternatives in turns."""
    if not free:
        return ((),)
    entry, texts = form.entry, Texts(form)
    order = Order(entry)
    choices = [
        place
        for place in range(len(entry.locations))
        if order.nest[place] and is_choice(entry, place) and _is_binary(form, place)
    ]
    single = product(*([texts.taken(place, number) for number in range(_count(form, place))] for place in choices))
    combined = [tuple(rules) for rules in islice(single, MOST_RESTRICTIONS)] if choices else []
    turns = [tuple(_turns(form, place) for place in choices)] if choices else []
    return ((), *combined, *turns)


def _count(form: Inlining, place: int) -> int:
    is_listed = form.entry.locations[place].kind is LocationKind.CHOICE
    return len(form.entry.outgoing[place]) if is_listed else 2


def _is_binary(form: Inlining, place: int) -> bool:
    """Say whether a choice is among alternatives, or of a value that serves as a condition."""
    return _count(form, place) > 1


def _turns(form: Inlining, place: int) -> Rule:
    entry = form.entry
    if entry.locations[place].kind is LocationKind.CHOICE:
        return Turns(place)
    operation = entry.edges[entry.outgoing[place][0]].operation
    assert isinstance(operation, Choose)
    kind = operation.place.type
    one, zero = (literal(bool(value) if isinstance(kind, BoolType) else value, kind) for value in (1, 0))
    return Turns(place, (one, zero))
