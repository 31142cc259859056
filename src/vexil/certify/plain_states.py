"""States with one form of memory: the interpreter has two, cells and bytes, which no program can tell apart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vexil.ir.arithmetic import float_of_word
from vexil.ir.interpreter import Machine, Snapshot
from vexil.ir.interpreter.memory import Byte, storage_size


class PlainStates:
    """Brings snapshots into a form that is equal for equal states; blocks that were seen before are looked up."""

    def __init__(self, machine: Machine) -> None:
        self._memory = machine.memory
        self._blocks: dict[Snapshot, Snapshot] = {}

    def of(self, snapshot: Snapshot) -> Snapshot:
        """A state with memory as runs of bytes."""
        static = tuple(map(self._item, snapshot[1]))
        objects = tuple(map(self._item, snapshot[5]))
        return (snapshot[0], static, *snapshot[2:5], objects, *snapshot[6:])

    def _item(self, value: Any) -> Any:
        if value is None or value[0] != "m":
            return value
        plain = self._blocks.get(value)
        if plain is None:
            _, size, _, origin, site, address, _, _ = value
            plain = self._blocks[value] = ("m", size, origin, site, address, _merged(self._parts(value)))
        return plain

    def _parts(self, value: Any) -> Iterator[tuple[Byte, int]]:
        """The bytes of a block from its beginning, each with how often it is there."""
        _, size, fill, _, _, _, cells, content = value
        if content is not None:
            for byte in content:
                yield byte, 1
            return
        end = 0
        for at, (storage, word) in cells:
            yield fill, at - end
            width = storage_size(storage)
            scalar = float_of_word(word) if storage[0] == "f" else word
            for byte in self._memory._encode(scalar, storage, width):
                yield byte, 1
            end = at + width
        yield fill, size - end


def is_in_state(machine: Machine, state: Snapshot) -> bool:
    """Say whether a machine is in a state, whatever forms of memory they have."""
    plain, now = PlainStates(machine), machine.snapshot()
    return state == now or plain.of(state) == plain.of(now)


def _merged(parts: Iterator[tuple[Byte, int]]) -> tuple[object, ...]:
    """Runs of what is zero or was never written, with their lengths, and the bytes between them."""
    runs: list[object] = []
    before: Byte = -1
    length = 0
    for byte, count in parts:
        if not count:
            continue
        if length and byte is not before:
            runs.append((before, length))
            length = 0
        if byte is None or byte == 0:
            before, length = byte, length + count
        else:
            runs.append(byte)
    if length:
        runs.append((before, length))
    return tuple(runs)
