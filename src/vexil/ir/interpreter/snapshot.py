"""Canonical, immutable states of a machine."""

from __future__ import annotations

from typing import Any

from vexil.ir.interpreter.memory import Block
from vexil.ir.interpreter.numbering import Numbering
from vexil.ir.interpreter.state import Activity, ArrayObject, Frame, HeapObject, Instance, MachineState, Thread

Snapshot = tuple[Any, ...]
"""Globals, static memory, live threads, ended threads, locks, objects, next address, ending."""


def take_snapshot(state: MachineState) -> Snapshot:
    """The state as a hashable value; equal for states that differ only in object numbers and garbage."""
    numbering = Numbering(state)
    global_values, static, threads, locks = numbering.roots()
    objects: tuple[object, ...] = ()
    if numbering.order or len(state.objects) >= state.first_dynamic:
        objects = tuple(numbering.reach())
    ended = tuple(
        numbering.thread(thread)
        for thread in sorted(state.threads.values(), key=lambda thread: thread.number)
        if thread.activity == Activity.ENDED and is_remembered(thread, numbering)
    )
    return (global_values, static, threads, ended, locks, objects, state.next_address, state.ending)


def is_remembered(thread: Thread, numbering: Numbering) -> bool:
    """Say whether an ended thread still matters: it is the first, somebody knows it, or it ended badly."""
    return thread.number == 1 or thread.number in numbering.threads or thread.exception is not None


def restore_state(state: MachineState, snapshot: Snapshot) -> None:
    """Make the state what the snapshot says."""
    global_values, static, threads, ended, locks, objects, next_address, ending = snapshot
    state.globals = list(global_values)
    first = state.first_dynamic
    state.objects = {number: _item(value) for number, value in enumerate(static, 1)}
    for number, value in enumerate(objects, first):
        if value is not None:
            state.objects[number] = _item(value)
    state.next_object = first + len(objects)
    state.next_address = next_address
    state.threads = {value[0]: _thread(state, value) for value in (*threads, *ended)}
    state.locks = {key: (owner, count) for key, owner, count in locks}
    state.ending = ending
    state.edge = state.edge_function = -1


def _thread(state: MachineState, value: Snapshot) -> Thread:
    frames = [_frame(state, frame) for frame in value[1]]
    thread = Thread(value[0], frames[0], False)
    thread.frames = frames
    if len(value) > 2:
        thread.activity = Activity(value[2])
        (
            thread.condition, thread.lock, thread.count, thread.timed, thread.reason, thread.wait_edge,
            thread.interrupted, thread.daemon, thread.atomic, thread.exception, thread.returned,
        ) = value[3:]  # fmt: skip
    return thread


def _frame(state: MachineState, value: Snapshot) -> Frame:
    number, location, call_edge, registers, stack = value
    frame = Frame(state.compiled.code(number), list(registers))
    frame.location, frame.call_edge, frame.stack = location, call_edge, list(stack)
    return frame


def _item(value: Snapshot) -> HeapObject:
    match value:
        case ("i", class_name, site, fields):
            return Instance(class_name, list(fields), site)
        case ("a", element, site, items):
            return ArrayObject(element, list(items), site)
        case (_, size, fill, origin, site, address, cells, content):
            block = Block(size, zeroed=fill == 0, origin=origin, site=site)
            block.address = address
            block.cells = {offset: (storage, held) for offset, storage, held in cells}
            block.bytes = None if content is None else list(content)
            return block
        case _:
            raise ValueError("a snapshot should hold objects only")
