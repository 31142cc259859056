"""Whether a counterexample of an abstraction is one of the program that was abstracted (Pasareanu, Dwyer, Visser 2001).

A program may be an abstraction: then some of its choices stand for what the abstraction does not know. A run that takes
one of several members of such a choice may be one of no program. If it takes none, it is a *feasible path*; it is a
*feasible counterexample* only if the abstraction also decides every atom of the property along it, because an atom that
is not decided counts as false. What the abstraction takes for granted, such as integers that never wrap around, the
path takes for granted, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from vexil.abstraction.data.programs import ABSTRACTION
from vexil.core.errors import UsageError, require
from vexil.core.source import SourceFile
from vexil.core.wording import counted
from vexil.ir.expressions import Expr
from vexil.ir.interpreter import CompiledProgram, Machine, Move
from vexil.ir.interpreter.state import RUNNING
from vexil.ir.operation_parts import GuardedDomain, Origin
from vexil.ir.operations import Choose, ChooseInstance
from vexil.ir.program import Program
from vexil.model.evidence import Lasso, Run
from vexil.model.observe import Observation, observe
from vexil.model.outcome import Direction, GaveUp, Possible, Question
from vexil.model.trace.places import line_of_edge
from vexil.model.verdict import Status, Verdict
from vexil.pipeline.conclude import carried
from vexil.spec.formulas import And, Constant, Ltl, Not, Or, Proposition
from vexil.spec.ltl import parse_ltl
from vexil.spec.nodes import postorder
from vexil.spec.property import PROPERTY_FILE, Kind
from vexil.transform.reductions.choose_free import TOO_COARSE

FEASIBLE = "guaranteed feasible: the run takes no choice of the abstraction"
FINER = "choose finer abstractions for what is chosen on the run"
SHOWN = 3
"""Choices of a run that are named."""


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """A choice of an abstraction that a run takes after so many moves, and among how many; nothing if without end."""

    moves: int
    edge: str
    members: int | None

    def told(self, program: Program) -> str:
        """Where the choice is in the sources, and among how many."""
        members = "all" if self.members is None else self.members
        return f"{line_of_edge(program, self.edge)} ({members} members)"


def is_abstraction(program: Program) -> bool:
    """Say whether the program stands for another one: it says so, or has choices that an abstraction made."""
    if any(item.kind == ABSTRACTION for item in program.assumptions):
        return True
    operations = (edge.operation for function in program.functions.values() for edge in function.edges)
    return any(
        isinstance(operation, Choose | ChooseInstance) and operation.origin is Origin.ABSTRACTION
        for operation in operations
    )


def open_choices(program: Program, evidence: Run | Lasso) -> tuple[OpenChoice, ...]:
    """The choices with several members, other than the environment's, that a run takes."""
    choices: list[OpenChoice] = []
    for moves, (machine, move) in enumerate(_states(program, evidence)):
        if move is None or machine.threads[move.thread].activity is not RUNNING:
            continue
        frame = machine.threads[move.thread].frames[-1]
        function = frame.code.function
        for number in function.outgoing[frame.location]:
            operation = function.edges[number].operation
            if isinstance(operation, Choose | ChooseInstance) and operation.origin is not Origin.ENVIRONMENT:
                members = _members(machine, move, operation)
                if members is None or members > 1:
                    choices.append(OpenChoice(moves, function.edge_id(number), members))
    return tuple(choices)


def _states(program: Program, evidence: Run | Lasso) -> Iterator[tuple[Machine, Move | None]]:
    """The machine in every state of a run, with the move that it takes next, or none."""
    machine = Machine(program, checks=frozenset())
    machine.reset(evidence.initial)
    for move in evidence.moves if isinstance(evidence, Run) else (*evidence.stem, *evidence.loop):
        yield machine, move
        machine.apply(move)
    yield machine, None


def _members(machine: Machine, move: Move, operation: Choose | ChooseInstance) -> int | None:
    """Among how many different values a step chooses; nothing if they have no end."""
    if not isinstance(operation, Choose) or not isinstance(operation.domain, GuardedDomain):
        offered = machine.choices(move.thread)
        return 0 if offered is None else offered.count
    thread = machine.threads[move.thread]
    frame = thread.frames[-1]

    def value(expression: Expr) -> object:
        evaluate = machine.compiled.evaluator(expression, frame.code.function)
        return evaluate(frame.registers, machine.globals, machine, thread)

    return len({value(item) for guard, item in operation.domain.cases if guard is None or value(guard)})


# --- atoms -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reading:
    """What an abstraction knows about an atom: conditions under which it certainly holds, and certainly does not."""

    atom: str
    holds: str
    fails: str


@dataclass(frozen=True, slots=True)
class Undecided:
    """An atom that is neither certain to hold nor certain not to hold after so many moves of a run."""

    atom: str
    moves: int

    def __str__(self) -> str:
        return f"the atom {self.atom} is not decided after {counted(self.moves, 'step')} of the program"


def undecided_atoms(program: Program, evidence: Run | Lasso, readings: Sequence[Reading]) -> tuple[Undecided, ...]:
    """The atoms that an abstraction does not decide in every state of a run, each with the first such state."""
    compiled = CompiledProgram(program)
    tests = {item.atom: (_test(compiled, item.holds), _test(compiled, item.fails)) for item in readings}
    undecided: dict[str, Undecided] = {}
    for moves, (machine, _) in enumerate(_states(program, evidence)):
        for atom, (holds, fails) in tests.items():
            if not holds(machine) and not fails(machine):
                undecided.setdefault(atom, Undecided(atom, moves))
    return tuple(undecided.values())


def _test(compiled: CompiledProgram, text: str) -> Observation:
    """A condition on states as a test; raises `UsageError` for one that is about runs."""
    file = SourceFile(PROPERTY_FILE, text.encode())
    parts = list(postorder(parse_ltl(file)))
    observations = {part.atom: observe(part.atom, compiled, file) for part in parts if isinstance(part, Proposition)}

    def test(machine: Machine) -> bool:
        values: dict[Ltl, bool] = {}
        for part in parts:
            match part:
                case Constant(value):
                    values[part] = value
                case Proposition(atom):
                    values[part] = observations[atom](machine)
                case Not(operand):
                    values[part] = not values[operand]
                case And(operands):
                    values[part] = all(values[item] for item in operands)
                case Or(operands):
                    values[part] = any(values[item] for item in operands)
                case _:
                    raise UsageError(f"{text!r} is no condition on states", hint="use atoms, !, && and ||")
        return values[parts[-1]]

    return test


# --- verdicts --------------------------------------------------------------------------------------------


def settled(
    question: Question,
    verdict: Verdict,
    again: Callable[[], Verdict],
    readings: Sequence[Reading] = (),
    *,
    is_abstract: bool | None = None,
) -> Verdict:
    """What a verdict about an abstraction says about the program that was abstracted.

    A refutation whose run needs a choice of the abstraction is looked for once more without such choices: *again*
    gives the verdict of that search. If there is none, the run that was found first is kept, so that abstractions can
    be chosen anew. *readings* are the atoms of the property that the abstraction changed. Whether the program is an
    abstraction is looked for where nobody says.
    """
    if verdict.status is Status.UNKNOWN or not (
        is_abstraction(question.program) if is_abstract is None else is_abstract
    ):
        return verdict
    if question.property.kind in (Kind.CTL, Kind.MU):
        reason = "a branching property of an abstraction says nothing about the program that was abstracted"
        return carried(question, verdict, Direction.OVER, GaveUp(reason, "ask an LTL property instead"))
    if verdict.status is Status.PROVED:
        return verdict
    require(isinstance(verdict.evidence, Run | Lasso), "a property of runs should be refuted by a run")
    assert isinstance(verdict.evidence, Run | Lasso)
    choices = open_choices(question.program, verdict.evidence)
    if not choices:
        return _decided(question, verdict, readings)
    second = again()
    if second.status is Status.REFUTED:
        assert isinstance(second.evidence, Run | Lasso)
        left = open_choices(question.program, second.evidence)
        require(not left, "choose-free search should find runs without choices of the abstraction")
        return _decided(question, second, readings)
    texts = list(dict.fromkeys(choice.told(question.program) for choice in choices))
    named = ", ".join(texts[:SHOWN]) + (" …" if len(texts) > SHOWN else "")
    because = "" if second.reason.startswith(TOO_COARSE) else f" ({second.reason})"
    reason = f"{TOO_COARSE} was found{because}; the run that was found chooses at {named}"
    return carried(question, verdict, Direction.OVER, Possible(verdict.evidence, reason, FINER))


def _decided(question: Question, verdict: Verdict, readings: Sequence[Reading]) -> Verdict:
    """The verdict with what it is worth: its run takes no choice of the abstraction."""
    assert isinstance(verdict.evidence, Run | Lasso)
    undecided = undecided_atoms(question.program, verdict.evidence, readings)
    if not undecided:
        return replace(verdict, reason=f"{verdict.reason}; {FEASIBLE}")
    reason = f"feasible path: the run takes no choice of the abstraction, but {'; '.join(map(str, undecided))}"
    hint = "choose an abstraction that decides what the property says"
    return carried(question, verdict, Direction.OVER, Possible(verdict.evidence, reason, hint))
