"""Atoms of properties as observations of a running machine."""

from __future__ import annotations

from collections.abc import Callable

from vexil.core.source import SourceFile
from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.interpreter import Activity, CompiledProgram, Machine
from vexil.ir.interpreter.state import Frame, Thread
from vexil.ir.program import Function
from vexil.model.presence import presence_of
from vexil.spec.atoms import At, Atom, Call, Count, Denied, Holds, Return
from vexil.spec.names import find_functions, find_locations
from vexil.spec.resolve import Resolved, Resolver

Observation = Callable[[Machine], bool]


ELSEWHERE = "ask about globals, or a function that is active in one thread"
UNGUARDED = "ask about something that has a result in every state, such as `d != 0` in place of `n / d`"


class UndefinedAtom(Exception):  # noqa: N818 - it makes the property unknown, nothing is wrong
    """An atom has no value in a state."""

    def __init__(self, atom: str, kind: str) -> None:
        super().__init__(f"the atom {atom} has no value in a reachable state ({kind})")
        self.hint = ELSEWHERE if " " in kind else UNGUARDED


ABSENT = frozenset(
    {"null-dereference", "invalid-dereference", "out-of-bounds", "array-index", "invalid-reference", "wrong-class"}
)
"""Why nothing can be read: there is no object. A condition about it is false."""
UNWRITTEN = frozenset({"uninitialised-read"})
"""Why nobody knows what is read. A condition about it does not hold for certain, and neither does its negation."""


def observe(atom: Atom, compiled: CompiledProgram, file: SourceFile) -> Observation:
    """Turn an atom into a test of the current state; raises when it names something unknown.

    Raises `UndefinedAtom` from the test when the atom has no value in a state.
    """
    program = compiled.program
    match atom:
        case At(location, thread):
            places = _places(compiled, location)
            if thread is None:
                return lambda machine: any(_is_at(t, f, places) for t, f in machine.positions())
            runs = _thread_test(compiled, thread)
            return lambda machine: any(_is_at(t, f, places) and runs(t) for t, f in machine.positions())
        case Count(location, comparison, number):
            places = _places(compiled, location)
            return lambda machine: comparison.holds(sum(_is_at(t, f, places) for t, f in machine.positions()), number)
        case Call(function):
            entries = {
                (compiled.numbers[name], program.functions[name].entry) for name in find_functions(program, function)
            }
            return lambda machine: any(_is_at(t, f, entries) for t, f in machine.positions())
        case Return(function):
            left = {compiled.numbers[name] for name in find_functions(program, function)}
            return lambda machine: any(t.returned in left for t in machine.threads.values())
        case Holds(text, tree):
            value = _value(compiled, text, Resolver(program, file).condition(tree))
            return lambda machine: value(machine) is True
        case Denied(Holds(text, tree)):
            value = _value(compiled, text, Resolver(program, file).condition(tree))
            return lambda machine: value(machine) is False


def _value(compiled: CompiledProgram, text: str, resolved: Resolved) -> Callable[[Machine], bool | None]:
    """The value of a condition in a state; none where it reads what nobody has written."""
    presence = presence_of(compiled.program, resolved)
    function = compiled.program.functions[resolved.function] if resolved.function is not None else None
    evaluate = compiled.evaluator(resolved.expression, function)

    def value(machine: Machine) -> bool | None:
        threads = [machine.threads[number] for number in sorted(machine.threads)]
        if resolved.per_thread and sum(thread.activity != Activity.ENDED for thread in threads) > 1:
            raise UndefinedAtom(text, "every thread has its own copy")
        registers: list[object] = []
        thread = machine.threads[1]
        if function is not None:
            active = [
                (frame, thread)
                for thread in threads
                for frame in [_innermost(thread, function)]
                if frame is not None and frame.registers
            ]
            if len(active) > 1:
                raise UndefinedAtom(text, f"{resolved.function} is active in several threads")
            if not active or active[0][0].location in presence.absent:
                return False
            if active[0][0].location in presence.unwritten:
                return None
            registers, thread = active[0][0].registers, active[0][1]
        try:
            return bool(evaluate(registers, machine.globals, machine, thread))
        except UndefinedValue as undefined:
            if undefined.kind in ABSENT:
                return False
            if undefined.kind in UNWRITTEN:
                return None
            raise UndefinedAtom(text, undefined.kind) from None

    return value


def _innermost(thread: Thread, function: Function) -> Frame | None:
    """The innermost call of a function in a thread."""
    return next((frame for frame in reversed(thread.frames) if frame.code.function is function), None)


def _is_at(thread: Thread, frame: Frame, places: set[tuple[int, int]]) -> bool:
    if thread.activity == Activity.ENDED and thread.number != 1:
        return False
    return (frame.code.number, frame.location) in places


def _places(compiled: CompiledProgram, location: str) -> set[tuple[int, int]]:
    return {(compiled.numbers[name], number) for name, number in find_locations(compiled.program, location)}


def _thread_test(compiled: CompiledProgram, name: str) -> Callable[[Thread], bool]:
    if name.isdigit():
        return lambda thread: thread.number == int(name)
    numbers = {compiled.numbers[function] for function in find_functions(compiled.program, name)}
    return lambda thread: thread.frames[0].code.number in numbers
