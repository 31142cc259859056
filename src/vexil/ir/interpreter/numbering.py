"""Canonical numbers for objects: counted in the order in which they are reached from globals and threads.

Two states that differ only in the order of past allocations, or in garbage, get the same numbers. Strays are instances
that nothing reaches but that the program may choose. They and what lies behind them are told apart by what they are and
by how they refer to each other, refined until nothing more can be told apart (Weisfeiler and Leman 1968). Objects that
are still alike then, such as the links of a ring, are taken in order of creation, one at a time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from vexil.ir.arithmetic import float_word
from vexil.ir.interpreter.classes import Links, link_kind
from vexil.ir.interpreter.memory import Block, Fragment, Pointer, is_zero
from vexil.ir.interpreter.state import (
    ENDED,
    RUNNING,
    ArrayObject,
    Frame,
    HeapObject,
    Instance,
    LockKey,
    MachineState,
    Thread,
)


@dataclass(slots=True)
class Stray:
    """An object without a number: what it is, apart from the objects without a number that it refers to."""

    form: object
    targets: list[int]
    referrers: list[tuple[int, int]] = field(default_factory=list)
    """Who refers to it, with the position of the reference."""


Look = Callable[[int], Stray]
"""Finds out what the object with an old number is."""


def next_strays(candidates: Collection[int], look: Look) -> list[int]:
    """The candidates that come next in canonical order: as many as are known to be alike or all apart."""
    strays = _gather(candidates, look)
    colours = _refine(strays)
    groups: dict[int, list[int]] = defaultdict(list)
    for number in sorted(candidates):
        groups[colours[number]].append(number)
    chosen: list[int] = []
    for colour in sorted(groups):
        group = groups[colour]
        alone = all(not strays[number].targets and not strays[number].referrers for number in group)
        if len(group) > 1 and not alone:
            return chosen or group[:1]
        chosen += group
    return chosen


def _gather(candidates: Collection[int], look: Look) -> dict[int, Stray]:
    strays: dict[int, Stray] = {}
    pending = sorted(candidates)
    while pending:
        number = pending.pop()
        if number not in strays:
            strays[number] = look(number)
            pending.extend(strays[number].targets)
    for number, stray in strays.items():
        for position, target in enumerate(stray.targets):
            strays[target].referrers.append((number, position))
    return strays


def _refine(strays: dict[int, Stray]) -> dict[int, int]:
    """A number for every stray, equal only for those that cannot be told apart."""
    colours = _ranked({number: repr(stray.form) for number, stray in strays.items()})
    count = len(set(colours.values()))
    while count < len(strays):
        signatures = {
            number: (
                colours[number],
                [colours[target] for target in stray.targets],
                sorted((colours[referrer], position) for referrer, position in stray.referrers),
            )
            for number, stray in strays.items()
        }
        colours = _ranked(signatures)
        before, count = count, len(set(colours.values()))
        if count == before:
            break
    return colours


def _ranked(keys: Mapping[int, object]) -> dict[int, int]:
    """The positions of keys in their order."""
    texts = {number: repr(key) for number, key in keys.items()}
    ranks = {text: rank for rank, text in enumerate(sorted(set(texts.values())))}
    return {number: ranks[text] for number, text in texts.items()}


Value = tuple[object, ...]


class Numbering:
    """Numbers dynamic objects as they are met; ``order`` lists their old numbers."""

    def __init__(self, state: MachineState, renaming: Mapping[int, int] | None = None) -> None:
        """Of threads, those in *renaming* get other numbers."""
        self._state = state
        self._first = state.first_dynamic
        self._renaming = renaming or {}
        self._new: dict[int, int] = {}
        self.order: list[int] = []
        self.threads: set[int] = set()
        """The threads that somebody knows or whose locks somebody can ask for."""

    # --- values ------------------------------------------------------------------------------------------

    def reference(self, number: int) -> int:
        """The new number of an object."""
        if number < self._first:
            return number
        new = self._new.get(number)
        if new is None:
            new = self._new[number] = self._first + len(self.order)
            self.order.append(number)
        return new

    def pointer(self, pointer: Pointer) -> Pointer:
        """The pointer with the new number of its object."""
        return (self.reference(pointer[0]), pointer[1]) if pointer[0] >= self._first else pointer

    def value(self, value: object, link: str) -> object:
        """A value as it is kept in a snapshot; *link* says what it refers to."""
        match link:
            case "p":
                return self.pointer(value)  # type: ignore[arg-type]
            case "f":
                return value if isinstance(value, str) else float_word(value)  # type: ignore[arg-type]
            case "t":
                self.threads.add(value)  # type: ignore[arg-type]
                return self._renamed(value)  # type: ignore[arg-type]
            case _:
                return self.reference(value)  # type: ignore[arg-type]

    def values(self, values: list[object], links: Links) -> Value:
        """A list of values as it is kept in a snapshot."""
        if not links or not values:
            return tuple(values)
        renamed = list(values)
        for index, link in links:
            value = values[index]
            if link != "r":
                renamed[index] = self.value(value, link)
            elif value:
                renamed[index] = self.reference(value)  # type: ignore[arg-type]
        return tuple(renamed)

    def lock(self, key: LockKey | None) -> LockKey | None:
        """A lock with new numbers."""
        if isinstance(key, int):
            return self.reference(key)
        if key is not None and isinstance(key[0], int):
            return self.pointer(key)
        return key

    # --- threads and objects -----------------------------------------------------------------------------

    def frame(self, frame: Frame) -> Value:
        """A frame as an immutable value."""
        return (
            frame.code.number,
            frame.location,
            frame.call_edge,
            self.values(frame.registers, frame.code.links),
            tuple(map(self.reference, frame.stack)),
        )

    def thread(self, thread: Thread) -> Value:
        """A thread as an immutable value."""
        frames = tuple(map(self.frame, thread.frames))
        own = self.values(thread.own, self._state.compiled.own_links)
        if thread.activity is RUNNING and not (
            thread.daemon or thread.interrupted or thread.atomic or thread.returned >= 0
        ):
            return (self._renamed(thread.number), frames, own)
        exception = None if thread.exception is None else self.reference(thread.exception)
        return (
            self._renamed(thread.number), frames, own, int(thread.activity), self.lock(thread.condition),
            self.lock(thread.lock), thread.count, thread.timed, thread.reason, thread.wait_edge, thread.interrupted,
            thread.daemon, thread.atomic, exception, thread.returned,
        )  # fmt: skip

    def _renamed(self, number: int) -> int:
        return self._renaming.get(number, number)

    def item(self, item: HeapObject) -> Value:
        """A heap object as an immutable value."""
        match item:
            case Instance():
                links = self._state.compiled.classes.links[item.class_name]
                return ("i", item.class_name, item.site, self.values(item.fields, links))
            case ArrayObject():
                link = link_kind(item.element)
                items = item.items if link is None else [self.value(value, link) for value in item.items]
                return ("a", item.element, item.site, tuple(items))
            case Block():
                return self._block(item)

    def _block(self, block: Block) -> Value:
        cells = []
        zeroed = block.fill == 0
        for item in sorted(block.cells.items()):
            offset, (storage, value) = item
            if zeroed and (not value if storage[0] == "u" else is_zero(value)):
                continue  # the same as zeroed memory that was never written
            cells.append(item if storage[0] in "ul" else (offset, (storage, self.value(value, storage[0]))))
        content = None
        if block.bytes is not None:
            content = tuple(self._fragment(byte) if isinstance(byte, Fragment) else byte for byte in block.bytes)
        return ("m", block.size, block.fill, block.origin, block.site, block.address, tuple(cells), content)

    def _fragment(self, byte: Fragment) -> Fragment:
        if byte.storage[0] in "ul":
            return byte
        return Fragment(byte.storage, self.value(byte.value, byte.storage[0]), byte.index)  # type: ignore[arg-type]

    # --- what can be reached -----------------------------------------------------------------------------

    def roots(self) -> tuple[Value, Value, Value]:
        """Number what globals, static memory and live threads refer to; return them as values."""
        state = self._state
        global_values = self.values(state.globals, state.compiled.global_links)
        static = tuple(self.item(state.objects[number]) for number in range(1, self._first))
        threads = tuple(
            self.thread(state.threads[number])
            for number in (sorted(state.threads, key=self._renamed) if self._renaming else sorted(state.threads))
            if state.threads[number].activity is not ENDED
        )
        return global_values, static, threads

    def reach(self) -> tuple[Value, Value]:
        """Everything that can be reached from the roots: objects, and the ended threads that still matter.

        A dead object that is still named is ``None``. Memory whose address was observed can always be reached, and
        so can the instances of classes that the program chooses instances of.
        """
        state = self._state
        objects: list[Value | None] = []
        self._follow(objects)
        for _, number in state.exposed:
            if number in state.objects and number >= self._first and number not in self._new:
                self.reference(number)
                self._follow(objects)
        ended: dict[int, Value] = {}
        self._remember(ended, objects)
        if state.compiled.choosable and self._add_strays(objects):
            self._remember(ended, objects)
        return tuple(objects), tuple(ended[number] for number in sorted(ended))

    def _remember(self, ended: dict[int, Value], objects: list[Value | None]) -> None:
        """Add the ended threads that matter, and what they refer to, until there are no more."""
        state = self._state
        while True:
            if state.locks:
                self.threads.update(owner for key, (owner, _) in state.locks.items() if self._knows(key))
            pending = [
                number
                for number in sorted(state.threads)
                if number not in ended
                and state.threads[number].activity is ENDED
                and self.remembers(state.threads[number])
            ]
            if not pending:
                return
            for number in pending:
                ended[number] = self.thread(state.threads[number])
            self._follow(objects)

    def _add_strays(self, objects: list[Value | None]) -> bool:
        """Number the instances that the program may choose although nothing reaches them; say whether there are any."""
        state = self._state
        candidates = [
            number
            for number, item in state.objects.items()
            if number not in self._new and isinstance(item, Instance) and item.class_name in state.compiled.choosable
        ]
        added = bool(candidates)
        while candidates:
            for number in next_strays(candidates, self._look):
                self.reference(number)
                self._follow(objects)
            candidates = [number for number in candidates if number not in self._new]
        return added

    def _look(self, number: int) -> Stray:
        """What an object is to somebody who knows the numbers given so far; held locks are part of it."""
        probe = _Probe(self._state)
        probe._new = self._new
        item = self._state.objects.get(number)
        locks = sorted(
            (key if isinstance(key, tuple) else (key, 0), held)
            for key, held in self._state.locks.items()
            if (key if isinstance(key, int) else key[0]) == number
        )
        form = (None if item is None else probe.item(item), [(key[1], held) for key, held in locks])
        return Stray(form, probe.order)

    def _follow(self, items: list[Value | None]) -> None:
        objects = self._state.objects
        while len(items) < len(self.order):
            item = objects.get(self.order[len(items)])
            items.append(None if item is None else self.item(item))

    def remembers(self, thread: Thread) -> bool:
        """Say whether an ended thread still matters: it is the first, somebody knows it, or it ended badly."""
        return thread.number == 1 or thread.number in self.threads or thread.exception is not None

    def _knows(self, key: LockKey) -> bool:
        number = key if isinstance(key, int) else key[0]
        return isinstance(number, str) or number < self._first or number in self._new

    def locks(self) -> Value:
        """The locks that are held and that somebody can still ask for."""
        held = [
            (self.lock(key), self._renamed(owner), count)
            for key, (owner, count) in self._state.locks.items()
            if self._knows(key)
        ]
        return tuple(sorted(held, key=repr))

    def leaks(self) -> Value:
        """Site and size of heap memory that nothing reaches: its contents do not matter, that it exists does."""
        state = self._state
        lost = [state.objects[number] for number in state.heap_blocks if number not in self._new]
        return tuple(sorted((item.site, item.size) for item in lost if isinstance(item, Block)))

    def reach_all(self) -> list[int]:
        """The old numbers of all live objects that can be reached, in canonical order, and of leaked memory."""
        self.roots()
        self.reach()
        live = [number for number in self.order if number in self._state.objects]
        return live + [number for number in self._state.heap_blocks if number not in self._new]


class _Probe(Numbering):
    """Looks at one object; what has no number yet is listed in ``order``, as often as it is referred to."""

    def reference(self, number: int) -> int:
        """The new number of an object that has one."""
        if number < self._first or number in self._new:
            return super().reference(number)
        self.order.append(number)
        return -1
