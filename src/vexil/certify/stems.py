"""The way to a set of states that runs come back to: it is replayed, and what is known of its last state is noted."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.certify.runs import Replay
from vexil.core.errors import UsageError
from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.expressions import Expr, Variable
from vexil.ir.interpreter import CompiledProgram, Machine
from vexil.ir.types import BoolType, FloatType, IntegerType, Type
from vexil.model.certificate import Rejected
from vexil.model.evidence import EndlessRecursion, InMemory, RecurrentSet
from vexil.model.outcome import Question
from vexil.spec.property import Kind


@dataclass(frozen=True, slots=True)
class Stem:
    """A run that was replayed; ``shown`` are the variables in memory that hold a number of their type at its end."""

    edges: frozenset[str]
    addresses: tuple[str, ...]
    length: int
    shown: frozenset[Variable]


def check_stem(question: Question, evidence: RecurrentSet | EndlessRecursion) -> Stem | Rejected:
    """Replay the run, and confirm that it ends at the head, or with the call, and that the condition holds there."""
    program = question.program
    if question.property.kind is not Kind.TERMINATION or question.bounds:
        return Rejected("a recurrent set shows that some run does not end, and nothing else", True)
    function = program.functions.get(evidence.function)
    if function is None:
        return Rejected("a recurrent set at a place that there is not", True)
    place = evidence.head if isinstance(evidence, RecurrentSet) else function.entry
    if not 0 <= place < len(function.locations):
        return Rejected("a recurrent set at a place that there is not", True)
    compiled = CompiledProgram(program)
    try:
        replay = Replay(Machine(compiled, checks=frozenset()), evidence.stem.initial)
        depth = 0
        for move in evidence.stem.moves:
            depth = len(replay.machine.threads[1].frames)
            replay.take(move)
    except UsageError as problem:
        return Rejected(str(problem))
    machine = replay.machine
    thread = machine.threads[1]
    if machine.ending is not None or len(machine.threads) > 1 or not thread.frames or thread.atomic:
        return Rejected("the run does not end where one thread goes on", True)
    frame = thread.frames[-1]
    if frame.code.function is not function or frame.location != place:
        return Rejected("the run does not end at the head of the loop")
    if isinstance(evidence, EndlessRecursion) and len(thread.frames) <= depth:
        return Rejected("the run does not end with a call of the function")

    def value(expression: Expr) -> object:
        """The value of an expression; nothing where it has none, or one that depends on addresses."""
        machine.observed_address = False
        try:
            found = compiled.evaluator(expression, function)(frame.registers, machine.globals, machine, thread)
        except (UndefinedValue, KeyError):
            return None
        return None if machine.observed_address else found

    if value(evidence.condition) is not True:
        return Rejected("the condition does not hold at the end of the run")
    places: list[Variable] = []
    if isinstance(evidence, RecurrentSet):
        places = [Variable(item.name, item.type, False) for item in function.variables.values() if item.addressable]
    places += [Variable(item.name, item.type, True) for item in program.globals if item.addressable]
    shown = frozenset(place for place in places if _is_number(place.type) and value(place) is not None)
    return Stem(frozenset(replay.edges), tuple(replay.addresses), len(evidence.stem.moves), shown)


def _is_number(kind: Type) -> bool:
    return isinstance(kind, IntegerType | BoolType | FloatType)


def problem_of_beginning(question: Question, evidence: InMemory) -> str:
    """Why the run that endless runs in the form without objects begin with is none of the program; empty if it is.

    It has to make the choices of the way to the set of states. That the form has the same runs is trusted, as it is for
    proofs.
    """
    endless, run = evidence.evidence, evidence.run
    if not isinstance(endless, RecurrentSet | EndlessRecursion) or run is None:
        return "endless runs without a beginning"
    if endless.function not in question.program.functions:
        return "endless runs outside of the program"
    if [move.choice for move in run.moves if move.choice is not None] != [
        move.choice for move in endless.stem.moves if move.choice is not None
    ]:
        return "the beginning of the endless runs makes other choices"
    try:
        replay = Replay(Machine(CompiledProgram(question.program), checks=frozenset()), run.initial)
        for move in run.moves:
            replay.take(move)
    except UsageError as problem:
        return str(problem)
    frames = replay.machine.threads[1].frames if replay.machine.ending is None else []
    if not frames or frames[-1].code.function.name != endless.function:
        return "the beginning of the endless runs ends elsewhere"
    return ""
