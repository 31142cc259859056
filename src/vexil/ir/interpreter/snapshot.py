"""Canonical, immutable states of a machine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vexil.core.errors import InternalError
from vexil.ir.arithmetic import float_of_word
from vexil.ir.interpreter.memory import Block
from vexil.ir.interpreter.numbering import Numbering
from vexil.ir.interpreter.state import (
    FIRST_COLLECTION,
    Activity,
    ArrayObject,
    Frame,
    HeapObject,
    Instance,
    MachineState,
    Thread,
)
from vexil.ir.types import FloatType

Snapshot = tuple[Any, ...]
"""Globals, static memory, live threads, ended threads, locks, objects, leaks, next address, ending."""


def take_snapshot(state: MachineState, renaming: Mapping[int, int] | None = None) -> Snapshot:
    """The state as a hashable value; equal for states that differ only in object numbers and garbage.

    With a *renaming* it is the state in which threads have other numbers.
    """
    numbering = Numbering(state, renaming)
    global_values, static, threads = numbering.roots()
    objects, ended = numbering.reach()
    locks = numbering.locks() if state.locks else ()
    leaks = numbering.leaks() if state.heap_blocks else ()
    return (global_values, static, threads, ended, locks, objects, leaks, state.next_address, state.ending)


def restore_state(state: MachineState, snapshot: Snapshot) -> None:
    """Make the state what the snapshot says."""
    global_values, static, threads, ended, locks, objects, leaks, next_address, ending = snapshot
    state.globals = list(global_values)
    for index in state.compiled.global_floats:
        state.globals[index] = float_of_word(state.globals[index])  # type: ignore[arg-type]
    state.first_dynamic = first = 1 + len(static)
    restored = {number: _item(state, value) for number, value in enumerate(static, 1)}
    for number, value in enumerate(objects, first):
        if value is not None:
            restored[number] = _item(state, value)
    for number, (site, size) in enumerate(leaks, first + len(objects)):
        restored[number] = Block(size, zeroed=False, origin="heap", site=site)
    state.objects = restored
    state.heap_blocks = {
        number: None for number, item in restored.items() if isinstance(item, Block) and item.origin == "heap"
    }
    state.collect_at = max(FIRST_COLLECTION, 2 * len(restored))
    state.next_object = first + len(objects) + len(leaks)
    state.next_address = next_address
    state.exposed = sorted(
        (item.address, number)
        for number, item in restored.items()
        if isinstance(item, Block) and item.address is not None
    )
    state.threads = {value[0]: _thread(state, value) for value in (*threads, *ended)}
    state.locks = {key: (owner, count) for key, owner, count in locks}
    state.ending = ending
    state.edge = state.edge_function = -1


def _thread(state: MachineState, value: Snapshot) -> Thread:
    frames = [_frame(state, frame) for frame in value[1]]
    thread = Thread(value[0], frames[0], False, _thawed(value[2], state.compiled.own_floats) if value[2] else [])
    thread.frames = frames
    if len(value) > 3:
        thread.activity = Activity(value[3])
        (
            thread.condition, thread.lock, thread.count, thread.timed, thread.reason, thread.wait_edge,
            thread.interrupted, thread.daemon, thread.atomic, thread.exception, thread.returned,
        ) = value[4:]  # fmt: skip
    return thread


def _frame(state: MachineState, value: Snapshot) -> Frame:
    number, location, call_edge, registers, stack = value
    code = state.compiled.code(number)
    frame = Frame(code, _thawed(registers, code.floats) if registers else [])
    frame.location, frame.call_edge, frame.stack = location, call_edge, list(stack)
    return frame


def _thawed(values: tuple[Any, ...], floats: tuple[int, ...]) -> list[object]:
    """Values as the machine works on them: the words for special floats become floats again."""
    thawed = list(values)
    for index in floats:
        thawed[index] = float_of_word(thawed[index])
    return thawed


def _item(state: MachineState, value: Snapshot) -> HeapObject:
    match value:
        case ("i", class_name, site, fields):
            return Instance(class_name, _thawed(fields, state.compiled.classes.floats[class_name]), site)
        case ("a", element, site, items):
            return ArrayObject(
                element, list(map(float_of_word, items) if isinstance(element, FloatType) else items), site
            )
        case ("m", size, fill, origin, site, address, cells, content):
            block = Block(size, zeroed=fill == 0, origin=origin, site=site)
            block.address = address
            block.cells = {at: (cell[0], float_of_word(cell[1])) if cell[0][0] == "f" else cell for at, cell in cells}
            block.bytes = None if content is None else list(content)
            return block
        case _:
            raise InternalError("a snapshot should hold objects only")
