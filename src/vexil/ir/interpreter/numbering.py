"""Canonical numbers for objects: counted in the order in which they are reached from globals and threads.

Two states that differ only in the order of past allocations, or in garbage, get the same numbers.
"""

from __future__ import annotations

from vexil.ir.interpreter.compiler import link_kind
from vexil.ir.interpreter.memory import Block, Fragment, Pointer
from vexil.ir.interpreter.state import Activity, ArrayObject, Frame, HeapObject, Instance, LockKey, MachineState, Thread


class Numbering:
    """Numbers dynamic objects as they are met; ``order`` lists their old numbers."""

    def __init__(self, state: MachineState) -> None:
        self._state = state
        self._first = state.first_dynamic
        self._new: dict[int, int] = {}
        self.order: list[int] = []
        self.threads: set[int] = set()

    def reference(self, number: int) -> int:
        """The new number of an object."""
        if number < self._first:
            return number
        found = self._new.get(number)
        if found is None:
            found = self._new[number] = self._first + len(self.order)
            self.order.append(number)
        return found

    def pointer(self, pointer: Pointer) -> Pointer:
        """The pointer with the new number of its object."""
        return (self.reference(pointer[0]), pointer[1]) if pointer[0] >= self._first else pointer

    def value(self, value: object, link: str) -> object:
        """A value with new numbers; *link* says how it refers to objects."""
        if link == "p":
            return self.pointer(value)  # type: ignore[arg-type]
        if link == "t":
            self.threads.add(value)  # type: ignore[arg-type]
            return value
        return self.reference(value)  # type: ignore[arg-type]

    def values(self, values: list[object], links: tuple[tuple[int, str], ...]) -> tuple[object, ...]:
        """A list of values with new numbers at the positions that refer to objects."""
        if not links or not values:
            return tuple(values)
        renamed = list(values)
        for index, link in links:
            renamed[index] = self.value(values[index], link)
        return tuple(renamed)

    def lock(self, key: LockKey | None) -> LockKey | None:
        """A lock with new numbers."""
        if isinstance(key, int):
            return self.reference(key)
        if key is not None and isinstance(key[0], int):
            return self.pointer(key)
        return key

    def frame(self, frame: Frame) -> tuple[object, ...]:
        """A frame as an immutable value."""
        return (
            frame.code.number,
            frame.location,
            frame.call_edge,
            self.values(frame.registers, frame.code.links),
            tuple(map(self.reference, frame.stack)),
        )

    def thread(self, thread: Thread) -> tuple[object, ...]:
        """A thread as an immutable value."""
        frames = tuple(map(self.frame, thread.frames))
        exception = thread.exception
        if exception is not None:
            exception = self.reference(exception)  # type: ignore[arg-type]
        if thread.activity == Activity.RUNNING and not (
            thread.daemon or thread.interrupted or thread.atomic or thread.returned >= 0
        ):
            return (thread.number, frames)
        return (
            thread.number, frames, int(thread.activity), self.lock(thread.condition), self.lock(thread.lock),
            thread.count, thread.timed, thread.reason, thread.wait_edge, thread.interrupted, thread.daemon,
            thread.atomic, exception, thread.returned,
        )  # fmt: skip

    def item(self, item: HeapObject) -> tuple[object, ...]:
        """A heap object as an immutable value."""
        match item:
            case Instance():
                kinds = self._state.compiled.instance_links[item.class_name]
                return ("i", item.class_name, item.site, self.values(item.fields, kinds))
            case ArrayObject():
                link = link_kind(item.element)
                items = item.items if link is None else [self.value(value, link) for value in item.items]
                return ("a", item.element, item.site, tuple(items))
            case Block():
                return self._block(item)

    def _block(self, block: Block) -> tuple[object, ...]:
        cells = tuple(
            (offset, storage, value if storage[0] in "ufl" else self.value(value, storage[0]))
            for offset, (storage, value) in sorted(block.cells.items())
        )
        content = None
        if block.bytes is not None:
            content = tuple(self._fragment(byte) if isinstance(byte, Fragment) else byte for byte in block.bytes)
        return ("m", block.size, block.fill, block.origin, block.site, block.address, cells, content)

    def _fragment(self, byte: Fragment) -> Fragment:
        if byte.storage[0] == "l":
            return byte
        return Fragment(byte.storage, self.value(byte.value, byte.storage[0]), byte.index)  # type: ignore[arg-type]

    def roots(self) -> tuple[object, ...]:
        """Number what globals, static memory, threads and held locks refer to; return them as values."""
        state = self._state
        global_values = self.values(state.globals, state.compiled.global_links)
        static = tuple(self.item(state.objects[number]) for number in range(1, self._first))
        live = [thread for thread in state.threads.values() if thread.activity != Activity.ENDED]
        threads = tuple(self.thread(thread) for thread in sorted(live, key=lambda thread: thread.number))
        locks = tuple(sorted(((self.lock(key), *held) for key, held in state.locks.items()), key=repr))
        return (global_values, static, threads, locks)

    def reach(self) -> list[tuple[object, ...] | None]:
        """All objects reached so far and from there on, as values; a dead object that is still named is ``None``.

        Heap memory that nothing reaches is kept: it is a leak, and leaks can be asked about.
        """
        state = self._state
        found: list[tuple[object, ...] | None] = []
        self._follow(found)
        for number in sorted(state.objects):
            item = state.objects[number]
            if isinstance(item, Block) and item.origin == "heap" and number not in self._new:
                self.reference(number)
                self._follow(found)
        return found

    def _follow(self, found: list[tuple[object, ...] | None]) -> None:
        objects = self._state.objects
        while len(found) < len(self.order):
            item = objects.get(self.order[len(found)])
            found.append(None if item is None else self.item(item))

    def reach_all(self) -> list[int]:
        """The old numbers of all live objects that can be reached, in canonical order."""
        self.roots()
        self.reach()
        return [number for number in self.order if number in self._state.objects]
