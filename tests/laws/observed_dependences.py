"""Dependences that are observed in runs of the reference interpreter: who wrote last what is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import pytest
from analysis_runs import decision

from vexil.analysis.definitions import operation_reads
from vexil.analysis.dependence import DependenceGraph, Kind
from vexil.core.errors import LimitReached
from vexil.ir.expressions import Field, Place, Variable, postorder
from vexil.ir.interpreter import Machine
from vexil.ir.interpreter.memory import Block, Memory, Pointer, Scalar
from vexil.ir.interpreter.state import Frame, Thread
from vexil.ir.operations import (
    Allocate,
    BeginLifetime,
    Call,
    Catch,
    EndLifetime,
    Release,
    Return,
    Start,
    Throw,
    expressions_of,
    written_places,
)
from vexil.ir.program import Program

Key = tuple[object, ...]


@dataclass
class Log:
    """What one step has read and written in memory, in arrays and in fields."""

    reads: list[Key] = field(default_factory=list)
    writes: list[Key] = field(default_factory=list)
    instances: list[int] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    """Kept, so that no two have one identity."""

    def clear(self) -> None:
        """Begin with another step."""
        self.reads, self.writes, self.instances = [], [], []

    def bytes(self, block: Block, offset: int, size: int) -> list[Key]:
        """The bytes of a range."""
        self.blocks.append(block)
        return [("byte", id(block), offset + number) for number in range(size)]


class LoggingMachine(Machine):
    """A machine that tells which fields and elements it looks at."""

    log: Log

    def instance(self, reference: int, classes: frozenset[str]) -> list[object]:
        """The fields of an object."""
        self.log.instances.append(reference)
        return super().instance(reference, classes)

    def load(self, pointer: Pointer, storage: str, size: int) -> Scalar:
        """Read a scalar, which need not go through `Memory`."""
        block = self.objects.get(pointer[0])
        if isinstance(block, Block):
            self.log.reads += self.log.bytes(block, pointer[1], size)
        return super().load(pointer, storage, size)

    def store(self, value: Scalar, pointer: Pointer, storage: str, size: int) -> None:
        """Write a scalar, which need not go through `Memory`."""
        block = self.objects.get(pointer[0])
        if isinstance(block, Block):
            self.log.writes += self.log.bytes(block, pointer[1], size)
        super().store(value, pointer, storage, size)

    def element(self, reference: int, index: int, family: str) -> object:
        """An element."""
        self.log.reads.append(("element", reference, index))
        return super().element(reference, index, family)

    def set_element(self, value: object, reference: int, index: int, family: str) -> None:
        """Write an element."""
        self.log.writes.append(("element", reference, index))
        super().set_element(value, reference, index, family)


def logging(patch: pytest.MonkeyPatch, log: Log) -> None:
    """Let memory tell what is read and written."""
    read, write, copy, fill = Memory.read, Memory.write, Memory.copy, Memory.fill
    read_bits, write_bits = Memory.read_bits, Memory.write_bits

    def logged_read(self: Memory, block: Block, offset: int, storage: str, size: int) -> object:
        log.reads += log.bytes(block, offset, size)
        return read(self, block, offset, storage, size)

    def logged_write(self: Memory, block: Block, offset: int, storage: str, size: int, value: object) -> None:
        log.writes += log.bytes(block, offset, size)
        write(self, block, offset, storage, size, value)  # type: ignore[arg-type]

    def logged_read_bits(self: Memory, block: Block, offset: int, size: int, shift: int, width: int) -> int:
        log.reads += log.bytes(block, offset, size)
        return read_bits(self, block, offset, size, shift, width)

    def logged_write_bits(
        self: Memory, block: Block, offset: int, size: int, shift: int, width: int, bits: int
    ) -> None:
        log.reads += log.bytes(block, offset, size)
        log.writes += log.bytes(block, offset, size)
        write_bits(self, block, offset, size, shift, width, bits)

    def logged_copy(self: Memory, target: Block, to: int, source: Block, start: int, size: int) -> None:
        log.reads += log.bytes(source, start, size)
        log.writes += log.bytes(target, to, size)
        copy(self, target, to, source, start, size)

    def logged_fill(self: Memory, block: Block, offset: int, value: int, size: int) -> None:
        log.writes += log.bytes(block, offset, size)
        fill(self, block, offset, value, size)

    patch.setattr(Memory, "read", logged_read)
    patch.setattr(Memory, "write", logged_write)
    patch.setattr(Memory, "read_bits", logged_read_bits)
    patch.setattr(Memory, "write_bits", logged_write_bits)
    patch.setattr(Memory, "copy", logged_copy)
    patch.setattr(Memory, "fill", logged_fill)


@dataclass(frozen=True)
class Observed:
    """A node that has read what another one wrote, in the same thread or not."""

    reader: int
    writer: int
    kind: Kind
    what: str


class Observer:
    """Follows a random run and tells the dependences in it."""

    def __init__(self, graph: DependenceGraph, random: Random, patch: pytest.MonkeyPatch) -> None:
        self.graph = graph
        self.random = random
        self.log = Log()
        logging(patch, self.log)
        self.last: dict[Key, tuple[int, int]] = {}
        self.calls: dict[int, tuple[Frame, int, Call, Catch | None]] = {}
        """By a frame that has called another one: itself, the node of the call, and where the outcome goes."""
        self.frames: list[Frame] = []
        self.threads: list[Thread] = []

    def run(self, program: Program, limit: int) -> Iterator[Observed]:
        """The dependences of one run."""
        machine = LoggingMachine(program, checks=frozenset())
        machine.log = self.log
        machine.reset([decision(self.random, choices) or 0 for _, choices in machine.initial_choices()])
        for _ in range(limit):
            able = machine.enabled()
            if not able:
                return
            number = self.random.choice(able)
            thread = machine.threads[number]
            frame, depth, was_waiting = thread.frames[-1], len(thread.frames), bool(thread.activity)
            offered = machine.choices(number)
            choice = decision(self.random, offered)
            self.log.clear()
            if thread not in self.threads:
                self.threads.append(thread)  # numbers of threads that have ended are given again
            identity = self.threads.index(thread)
            try:
                machine.step(number, choice)
            except LimitReached:
                return
            if machine.ending is not None:
                return
            yield from self._step(machine, thread, identity, frame, depth, was_waiting)

    def _step(
        self, machine: Machine, thread: Thread, number: int, frame: Frame, depth: int, was_waiting: bool
    ) -> Iterator[Observed]:
        function, edge = frame.code.function, machine.last_edge()
        operation = edge.operation
        node = self.graph.nodes.node(function.name, edge.source)
        is_leaving = isinstance(operation, Return | Throw)
        if not was_waiting:
            for name, is_global in operation_reads(operation):
                key = self._register(machine, number, frame, name, is_global)
                if key is not None:
                    yield from self._seen(node, number, key, name)
            yield from self._memory(node, number, operation)
        frames = thread.frames
        if isinstance(operation, Call) and len(frames) > depth:
            catches = (function.edges[n].operation for n in function.outgoing[edge.source])
            catch = next((item for item in catches if isinstance(item, Catch)), None)
            self.calls[id(frame)] = (frame, node, operation, catch)
            self.frames += frames
            for key in self.log.writes:
                self.last.pop(key, None)
            return
        if isinstance(operation, Allocate | BeginLifetime | EndLifetime | Release | Start):
            for key in self.log.writes:
                self.last.pop(key, None)
        writer, places, owner = node, written_places(operation), frame
        if is_leaving:
            if not frames or len(frames) >= depth or id(frames[-1]) not in self.calls:
                return
            owner, writer, call, catch = self.calls[id(frames[-1])]
            into = call if isinstance(operation, Return) else catch
            places = () if into is None else written_places(into)
        for place in places:
            self._write(machine, number, owner, writer, place)
        if not isinstance(operation, Allocate | Start):
            for key in self.log.writes:
                self.last[key] = writer, number

    def _memory(self, node: int, number: int, operation: object) -> Iterator[Observed]:
        expressions = expressions_of(operation)  # type: ignore[arg-type]
        places = [item for expression in expressions for item in postorder(expression) if isinstance(item, Field)]
        written = [place for place in written_places(operation) if isinstance(place, Field)]  # type: ignore[arg-type]
        if isinstance(operation, Return | Throw):
            return  # where a result is written to belongs to another node
        for key in dict.fromkeys(self.log.reads):
            yield from self._seen(node, number, key, "memory")
        if len(places) == 1 and not written and len(self.log.instances) == 1:
            only = places[0]
            yield from self._seen(node, number, ("field", self.log.instances[0], only.class_name, only.field), "field")

    def _write(self, machine: Machine, number: int, frame: Frame, writer: int, place: Place) -> None:
        if isinstance(place, Field):
            if self.log.instances:
                self.last["field", self.log.instances[-1], place.class_name, place.field] = writer, number
        elif isinstance(place, Variable):
            key = self._register(machine, number, frame, place.name, place.is_global)
            if key is not None:
                self.last[key] = writer, number

    def _register(self, machine: Machine, number: int, frame: Frame, name: str, is_global: bool) -> Key | None:
        program = machine.program
        if is_global:
            declaration = program.global_variables[name]
            owner = number if declaration.per_thread else 0
            return None if declaration.addressable else ("global", owner, name)
        if frame.code.function.variables[name].addressable:
            return None
        self.frames.append(frame)
        return ("local", id(frame), name)

    def _seen(self, node: int, number: int, key: Key, what: str) -> Iterator[Observed]:
        if key in self.last:
            writer, thread = self.last[key]
            yield Observed(node, writer, Kind.DATA if thread == number else Kind.INTERFERENCE, what)


def missing(program: Program, seed: int, limit: int) -> tuple[list[str], int]:
    """The dependences of a random run that the graph does not have, and how many there were."""
    graph = DependenceGraph(program)
    found: dict[Observed, None] = {}
    with pytest.MonkeyPatch.context() as patch:
        found.update(dict.fromkeys(Observer(graph, Random(seed), patch).run(program, limit)))
    wrong = []
    known: dict[tuple[int, Kind], set[int]] = {}
    for item in found:
        key = (item.reader, item.kind)
        if key not in known:
            known[key] = {dependence.on for dependence in graph.of(item.reader, [item.kind])}
        if item.writer not in known[key]:
            names = [graph.nodes.name(end) for end in (item.reader, item.writer)]
            wrong.append(f"{item.kind} ({item.what}): {names[0]} -> {names[1]}")
    return wrong, len(found)
