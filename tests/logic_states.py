"""States of the reference interpreter as values of the variables of a `Space`, to compare formulas with runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from vexil.ir.arithmetic import float_bits
from vexil.ir.interpreter import Machine
from vexil.ir.interpreter.memory import Block, Fragment
from vexil.ir.types import FloatType, PointerType, Type
from vexil.logic import Terms
from vexil.logic.pointers import FIRST_FUNCTION
from vexil.logic.sorts import ArraySort
from vexil.logic.space import CONSTANT, HEAP, STACK, STATIC, Space, State
from vexil.logic.terms import Term

ORIGINS = {"static": STATIC, "constant": CONSTANT, "stack": STACK, "heap": HEAP}


def pointer_term(space: Space, pointer: tuple[int, int]) -> Term:
    """A pointer of the machine."""
    number = pointer[0] if pointer[0] >= 0 else FIRST_FUNCTION + -1 - pointer[0]
    return space.pointers.constant(number, pointer[1])


def value_term(space: Space, kind: Type, value: object) -> Term:
    """A value of the machine."""
    if isinstance(kind, PointerType):
        assert isinstance(value, tuple)
        return pointer_term(space, value)
    if isinstance(kind, FloatType):
        assert isinstance(value, float)
        return space.terms.float_constant(float_bits(value, kind.width), kind.width)
    assert isinstance(value, int)
    return space.terms.constant(value, space.sort(kind))


def byte_term(space: Space, byte: object, holds_pointers: bool) -> Term:
    """A byte of the machine's memory; one that was never written is zero."""
    terms = space.terms
    owner, low = 0, byte if isinstance(byte, int) else 0
    if isinstance(byte, Fragment) and byte.value == "nan":
        size = int(byte.storage[1:])
        order: Literal["little", "big"] = "little" if space.program.layout.little_endian else "big"
        low = float_bits(float("nan"), 8 * size).to_bytes(size, order)[byte.index]
    elif isinstance(byte, Fragment):
        assert isinstance(byte.value, tuple)
        whole = pointer_term(space, byte.value).value
        owner = whole >> space.pointers.width
        last = space.pointers.width // 8 - 1
        place = byte.index if space.program.layout.little_endian else last - byte.index
        low = whole >> (8 * place) & 0xFF
    return terms.bv(owner << 8 | low, 40) if holds_pointers else terms.bv(low, 8)


def memory_bytes(machine: Machine) -> dict[tuple[int, int], object]:
    """Every byte of every object."""
    found: dict[tuple[int, int], object] = {}
    for number, block in machine.objects.items():
        if isinstance(block, Block):
            for offset, byte in enumerate(machine.memory._slice(block, 0, block.size)):
                found[number, offset] = byte
    return found


def registers(machine: Machine) -> dict[str, tuple[Type, object]]:
    """The registers of the program and of the first thread's function."""
    program = machine.program
    found: dict[str, tuple[Type, object]] = {
        variable.name: (variable.type, value)
        for variable, value in zip(program.globals, machine.globals, strict=True)
        if not variable.addressable
    }
    frame = machine.threads[1].frames[-1]
    declared = frame.code.function.variables.values()
    for variable, value in zip(declared, frame.registers, strict=False):
        if not variable.addressable:
            found[f"{frame.code.function.name}::{variable.name}"] = (variable.type, value)
    return found


def concrete(space: Space, machine: Machine) -> dict[Term, Term]:
    """A constant for the symbol of every variable of the state that the space has made so far."""
    terms = space.terms
    values: dict[Term, Term] = {}
    known = registers(machine)
    _ = space.sizes, space.origins, space.next_object
    content = memory_bytes(machine)
    for name, variable in list(space.variables.items()):
        symbol = space.symbol(variable)
        sort = variable.sort
        if name == "real_slot":
            values[symbol] = typed_elements(space, machine, "x.f4").get(
                pointer_term(space, (4, 0)), terms.float_constant(0, 32)
            )
        elif name in known:
            values[symbol] = value_term(space, *known[name])
        elif name == space.next_object.name:
            values[symbol] = terms.bv(machine.next_object, 32)
        elif isinstance(sort, ArraySort):
            array = terms.constant_array(sort.index.width, terms.constant(0, sort.element))  # type: ignore[union-attr]
            for index, element in _elements(space, machine, name, content).items():
                array = terms.store(array, index, element)
            values[symbol] = array
    return values


def _elements(space: Space, machine: Machine, name: str, content: Mapping[tuple[int, int], object]) -> dict[Term, Term]:
    terms = space.terms
    blocks = {number: block for number, block in machine.objects.items() if isinstance(block, Block)}
    if name == space.sizes.name:
        return {terms.bv(n, 32): terms.bv(block.size, space.pointers.width) for n, block in blocks.items()}
    if name == space.origins.name:
        return {terms.bv(n, 32): terms.bv(ORIGINS[block.origin], 8) for n, block in blocks.items()}
    region = next((region for region in space.partition.regions() if region.name == name), None)
    if region is not None and not region.is_typed:
        return {pointer_term(space, at): byte_term(space, byte, region.holds_pointers) for at, byte in content.items()}
    return typed_elements(space, machine, name)


def typed_elements(space: Space, machine: Machine, name: str) -> dict[Term, Term]:
    """The cells of a typed region: the machine's cells of the same storage, wherever they are."""
    terms = space.terms
    storage = name.rpartition(".")[2]
    found = {}
    for number, block in machine.objects.items():
        if isinstance(block, Block):
            for offset, (stored, value) in block.cells.items():
                if stored == storage:
                    if storage[0] == "p":
                        assert isinstance(value, tuple)
                        term = pointer_term(space, value)
                    elif storage[0] == "f":
                        assert isinstance(value, float)
                        width = 8 * int(storage[1:])
                        term = terms.float_constant(float_bits(value, width), width)
                    else:
                        assert isinstance(value, int)
                        term = terms.bv(value, 8 * int(storage[1:]))
                    found[pointer_term(space, (number, offset))] = term
    return found


def holds(terms: Terms, condition: Term, values: dict[Term, Term]) -> bool:
    """Whether a condition is true of values; it must be decided by them."""
    found = terms.substitute(condition, values)
    assert found.is_const, found
    return bool(found.value)


def evaluated(state: State, name: str, values: dict[Term, Term]) -> Term:
    """What a variable of a state that was reached is for values at the beginning."""
    found = state.read(state.space.variables[name])
    return state.space.terms.substitute(found, values)
