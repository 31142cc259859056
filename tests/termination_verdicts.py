"""Answers of the engine for termination, and claims of anybody, beside what an exhaustive search says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from unittest.mock import patch

from strategies.ir.small_loops import SmallLoops
from vexil.certify import Checked, certify
from vexil.core.context import Context, Limits
from vexil.core.errors import LimitReached
from vexil.core.source import SourceFile
from vexil.engines.termination import sampling, search
from vexil.engines.termination.loops import loops_of
from vexil.engines.termination.rankings import components, conditions_of
from vexil.engines.termination.sampling import policies
from vexil.ir.expressions import Const, Expr, Operator, Variable
from vexil.ir.interpreter import CompiledProgram, Machine, Move
from vexil.ir.program import Program
from vexil.ir.text import load
from vexil.ir.types import BOOL
from vexil.ir.typing import apply, literal, negation
from vexil.model.evidence import EndlessRecursion, Evidence, Invariant, LoopRule, ProcedureRule, RecurrentSet, Run
from vexil.model.outcome import Answer, Fails, Holds, Question
from vexil.pipeline.options import EngineOptions
from vexil.pipeline.registry import termination
from vexil.spec.property import parse_property

MOST_ANSWERS = 2
LONGEST_STEM = 400
SHORT_SAMPLE = 120
COMPARED = (Operator.GREATER, Operator.LESS, Operator.EQUAL, Operator.DIFFERENT, Operator.GREATER_EQUAL)


@dataclass
class TerminationComparison:
    """What came of a program: ``outcome`` in a word, what is ``wrong``, and which evidence was confirmed."""

    outcome: str
    wrong: str = ""
    confirmed: Counter[str] = field(default_factory=Counter)
    refused: int = 0


def loaded(loops: SmallLoops) -> Program:
    """The program of loops."""
    return load(SourceFile("loops.vir", loops.text.encode()))


def compared_termination(
    loops: SmallLoops, random: Random, limits: Limits, claims: int, *, again: bool = False
) -> TerminationComparison:
    """Ask the engine, also for further evidence, and make claims; what the checker confirms has to be so.

    With *again* the engine is asked once more about an endless run, and sees no lassos in the runs that it draws.
    """
    is_endless = loops.has_endless_run()
    if is_endless is None:
        return TerminationComparison("large")
    question = Question(loaded(loops), parse_property("termination"))
    found = TerminationComparison("unknown")
    for name, evidence in _evidence(question, limits):
        _compare(found, question, name, evidence, is_endless, limits)
    if is_endless and again:
        for name, evidence in _without_lassos(question, limits):
            _compare(found, question, name, evidence, is_endless, limits)
    for evidence in islice(_claims(question.program, random), claims):
        _compare(found, question, "claim", evidence, is_endless, limits)
    if found.wrong:
        found.outcome = "wrong"
    elif any(not name.startswith("claim") for name in found.confirmed):
        found.outcome = "refuted" if is_endless else "proved"
    return found


def _compare(
    found: TerminationComparison, question: Question, name: str, evidence: Evidence, is_endless: bool, limits: Limits
) -> None:
    try:
        certificate = certify(question, evidence, Context(limits))
    except LimitReached:
        found.refused += 1
        return
    if not isinstance(certificate, Checked):
        found.refused += 1
        return
    found.confirmed[f"{name} {type(evidence).__name__}"] += 1
    if isinstance(evidence, Invariant) is is_endless:
        there_is = "there is an" if is_endless else "there is no"
        found.wrong = f"{name} {type(evidence).__name__} is confirmed, and {there_is} endless run"


def _evidence(question: Question, limits: Limits) -> Iterator[tuple[str, Evidence]]:
    """What the engine gives, as if its first answers were refused."""
    answers = 0
    for turn in termination(EngineOptions()).turns(question, Context(limits)):
        if isinstance(turn, Answer):
            if isinstance(turn.outcome, Holds | Fails) and turn.outcome.evidence is not None:
                yield "found", turn.outcome.evidence
            answers += 1
            if answers == MOST_ANSWERS:
                return


def _without_lassos(question: Question, limits: Limits) -> Iterator[tuple[str, Evidence]]:
    """What the engine gives where no run that is drawn is seen to come back to a state, as over many states."""
    with patch.object(sampling, "LONGEST_LOOP", 0), patch.object(search, "LONGEST_SAMPLE", SHORT_SAMPLE):
        yield from _evidence(question, limits)


def _claims(program: Program, random: Random) -> Iterator[Evidence]:
    """Rankings, measures, recurrent sets and endless recursion that somebody might claim."""
    compiled = CompiledProgram(program)
    loops = loops_of(program)
    recursive = [name for name in program.functions if name != "main"]
    runs = [decide for decide, _ in policies(random.randrange(1000))]
    while True:
        kind = random.randrange(3)
        if kind == 0:
            rules = []
            for loop in loops:
                ranking = tuple(random.sample(components(program, loop), random.randint(1, 2)))
                rules.append(LoopRule(loop.function, loop.head, random.choice((1, 1, 2)), ranking=ranking))
            yield Invariant(tuple(rules), procedures=tuple(_contract(program, name, random) for name in recursive))
        elif kind == 1 and loops:
            loop = random.choice(loops)
            stem = _stem(compiled, random.choice(runs), random, loop.function, loop.head)
            if stem is not None:
                parts = [*conditions_of(program, loop), *_facts(program, loop.function, random)]
                condition, rest = _condition(parts, random), _rest(program, loop.key, random)
                yield RecurrentSet(stem, loop.function, loop.head, condition, (), rest)
        elif kind == 2 and recursive:
            name = random.choice(recursive)
            stem = _stem(compiled, random.choice(runs), random, name, program.functions[name].entry)
            if stem is not None:
                condition = _condition(_facts(program, name, random, parameters=True), random)
                yield EndlessRecursion(stem, name, condition, (), _rest(program, ("", 0), random))
        else:
            yield Invariant(())


def _rest(program: Program, own: tuple[str, int], random: Random) -> tuple[LoopRule, ...]:
    rules = [LoopRule(loop.function, loop.head, 1) for loop in loops_of(program) if loop.key != own]
    return tuple(rules) if random.random() < 0.8 else ()


def _contract(program: Program, name: str, random: Random) -> ProcedureRule:
    (parameter,) = program.functions[name].parameters
    value = Variable(parameter.name, parameter.type, False)
    measure: Expr = value if random.random() < 0.5 else apply(Operator.SUBTRACT, literal(0, parameter.type), value)
    return ProcedureRule(name, Const(True, BOOL), Const(True, BOOL), measure=(measure,))


def _facts(program: Program, name: str, random: Random, *, parameters: bool = False) -> list[Expr]:
    function = program.functions[name]
    items = function.parameters if parameters else tuple(function.variables.values())
    facts: list[Expr] = []
    for item in items:
        value = Variable(item.name, item.type, False)
        number = literal(random.randint(0, 6), item.type)
        facts += [apply(operator, value, number) for operator in COMPARED]
        low = apply(Operator.BIT_AND, value, literal(1, item.type))
        facts.append(apply(Operator.EQUAL, low, literal(random.randrange(2), item.type)))
    return facts


def _condition(parts: list[Expr], random: Random) -> Expr:
    condition: Expr = Const(True, BOOL)
    for part in random.sample(parts, min(len(parts), random.randint(0, 2))):
        condition = apply(Operator.AND, condition, part if random.random() < 0.7 else negation(part))
    return condition


def _stem(compiled: CompiledProgram, decide: object, random: Random, name: str, place: int) -> Run | None:
    """A run to some arrival at a place."""
    assert callable(decide)
    machine = Machine(compiled, checks=frozenset())
    machine.reset(())
    moves: list[Move] = []
    wanted = random.choice((1, 1, 2, 5))
    while len(moves) < LONGEST_STEM and machine.ending is None and machine.threads[1].frames and machine.enabled():
        frame = machine.threads[1].frames[-1]
        wanted -= frame.code.function.name == name and frame.location == place
        if not wanted:
            return Run((), tuple(moves))
        offered = machine.choices(1)
        choice = None if offered is None else decide(offered)
        if offered is not None and choice is None:
            return None
        machine.apply(Move(1, choice))
        moves.append(Move(1, choice))
    return None
