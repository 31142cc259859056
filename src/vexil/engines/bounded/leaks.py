"""Heap memory that nothing reaches any more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.engines.bounded.memory import Unmodelled
from vexil.engines.bounded.state import Frame, State
from vexil.ir.types import PointerType
from vexil.logic import Term
from vexil.logic.pointers import FIRST_FUNCTION, OBJECT_WIDTH

if TYPE_CHECKING:
    from vexil.engines.bounded.machine import Machine


def leaked(machine: Machine, state: State) -> Term:
    """Whether some live heap object cannot be reached from variables: a fixed point over conditions."""
    terms = machine.terms
    heap = [number for number, block in state.memory.items() if block.origin == "heap"]
    if not heap:
        return terms.false
    if any(block.forgotten for block in state.memory.values()):
        raise Unmodelled("whether memory is lost is not known where nothing is known about memory")
    reached: dict[int, Term] = {}
    for pointer in _roots(machine, state):
        _reach(machine, pointer, terms.true, reached)
    for block in state.memory.values():
        if block.origin != "heap":
            for storage, value, known in block.cells.values():
                if storage[0] == "p":
                    _reach(machine, value, terms.and_(block.alive, known), reached)
    for _ in heap:
        before = dict(reached)
        for number in heap:
            block = state.memory[number]
            via = reached.get(number)
            if via is not None:
                for storage, value, known in block.cells.values():
                    if storage[0] == "p":
                        _reach(machine, value, terms.and_(via, block.alive, known), reached)
        if reached == before:
            break
    return terms.disjunction(
        terms.and_(state.memory[number].alive, terms.not_(reached.get(number, terms.false))) for number in heap
    )


def _roots(machine: Machine, state: State) -> list[Term]:
    """Every pointer in a register."""
    found = [
        state.globals[index]
        for index, variable in enumerate(machine.program.globals)
        if not variable.addressable and isinstance(variable.type, PointerType)
    ]
    frame: Frame | None = state.frame
    while frame is not None:
        function = machine.function_list[frame.function]
        for index, variable in enumerate((*function.parameters, *function.locals)):
            if not variable.addressable and isinstance(variable.type, PointerType):
                found.append(frame.registers[index])
        frame = frame.parent
    return found


def _reach(machine: Machine, pointer: Term, when: Term, reached: dict[int, Term]) -> None:
    terms = machine.terms
    owner = machine.pointers.object_of(pointer)
    for number in machine.objects(pointer):
        if 0 < number < FIRST_FUNCTION:
            here = terms.and_(when, terms.eq(owner, terms.bv(number, OBJECT_WIDTH)))
            reached[number] = terms.or_(reached.get(number, terms.false), here)
