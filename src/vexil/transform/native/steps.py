"""Steps along edges as instructions: everything is computed before anything is written, and a stop leaves no trace."""

from __future__ import annotations

from typing import Protocol

from vexil.ir import operations as ops
from vexil.ir.expressions import Bits, Deref, Expr, Place, Variable
from vexil.ir.interpreter import Cut, Stopped, Violated
from vexil.ir.types import Type, is_aggregate
from vexil.transform.native.assembly import Assembly
from vexil.transform.native.choices import ChoiceExits, Choosing, Source
from vexil.transform.native.control import STATUS
from vexil.transform.native.expressions import Values
from vexil.transform.native.integers import extended
from vexil.transform.native.layout import Layout, Name, integer_kind, name_of
from vexil.transform.native.memory import Spot
from vexil.transform.native.ranges import Ranges
from vexil.transform.native.stops import How, Returned, RunEnded
from vexil.transform.native.values import NoNativeForm, Pointer, Value, register_text


class StepExits(ChoiceExits, Protocol):
    """The exits of a step."""

    def ended(self, how: How, location: int) -> str:
        """The label for a step that is the last one, at the location where it leads to."""


class Following(Protocol):
    """Writes how a step goes on."""

    def follow(self, edge: int) -> None:
        """Go to the target of the edge."""


class Steps:
    """Writes the steps of one function; ``written`` are the registers that they may change."""

    def __init__(
        self, code: Assembly, layout: Layout, values: Values, choosing: Choosing, checks: frozenset[str] | None
    ) -> None:
        self._code = code
        self._layout = layout
        self._values = values
        self._choosing = choosing
        self._checks = checks
        self._ranges = Ranges(code, layout, values.memory)
        self.written: set[Name] = set()

    def step(self, flow: Following, exits: StepExits, location: int, edges: tuple[int, ...], source: Source) -> None:
        """Write the step from a location along one of its edges, of which there are several at branches."""
        edge = self._layout.function.edges[edges[0]]
        match edge.operation:
            case ops.Assume(condition):
                then, otherwise = self._code.name("then"), self._code.name("else")
                self._code.branch(self._values.scalar(condition), then, otherwise)
                for label, taken in ((then, edges[0]), (otherwise, edges[1])):
                    self._code.start(label)
                    flow.follow(taken)
            case ops.Case(selector, _, _):
                self._cases(flow, selector, edges)
            case ops.Return(value):
                if value is not None:
                    self._evaluate(value)
                self._choosing.used()
                self._code.jump(exits.ended(Returned(edges[0]), location))
            case ops.EndThread():
                self._choosing.used()
                self._code.jump(exits.ended(Returned(edges[0]), location))
            case ops.Stop(status):
                self._stop(status)
                self._code.jump(exits.ended(RunEnded(Stopped(0), edges[0]), edge.target))
            case ops.Restrict(condition):
                holds = self._values.scalar(condition)
                cut = exits.ended(RunEnded(Cut("restriction", False), edges[0]), location)
                self._values.memory.unless(holds, cut)
                self._go_on(flow, edges[0])
            case ops.Check(kind, condition, message):
                holds = self._values.scalar(condition)
                if self._checks is None or kind in self._checks:
                    violated = RunEnded(Violated(kind, message), edges[0])
                    self._values.memory.unless(holds, exits.ended(violated, edge.target))
                self._go_on(flow, edges[0])
            case _:
                self._effect(edge.operation, exits, source)
                self._go_on(flow, edges[0])

    def _go_on(self, flow: Following, edge: int) -> None:
        self._choosing.used()
        flow.follow(edge)

    def _cases(self, flow: Following, selector: Expr, edges: tuple[int, ...]) -> None:
        code, kind = self._code, integer_kind(selector.type)
        if kind is None:
            raise NoNativeForm(f"a branch on a value of type {selector.type}")
        value = self._values.scalar(selector)
        labels, arms, default = [code.name("case") for _ in edges], [], ""
        for label, number in zip(labels, edges, strict=True):
            operation = self._layout.function.edges[number].operation
            assert isinstance(operation, ops.Case)
            if operation.otherwise:
                default = label
            else:
                wanted = [item for item in operation.values if kind.low <= item <= kind.high]
                arms += [f"i{kind.width} {item}, label %{label}" for item in wanted]
        code.do(f"switch i{kind.width} {value}, label %{default} [ {' '.join(arms)} ]")
        for label, number in zip(labels, edges, strict=True):
            code.start(label)
            flow.follow(number)

    def _evaluate(self, value: Expr) -> None:
        """Compute a value that nobody needs."""
        if is_aggregate(value.type):
            size = self._size(value.type)
            self._values.memory.read_spot(self._place(value), size)
        else:
            self._values.value(value)

    def _stop(self, status: Expr | None) -> None:
        code = self._code
        value = "0"
        if status is not None:
            kind = integer_kind(status.type)
            if kind is None or kind.width > 64 or (kind.width == 64 and not kind.signed):
                raise NoNativeForm("a stop with a large number")
            value = extended(code, self._values.scalar(status), kind, 64)
        self._choosing.used()
        place = code.value(f"getelementptr i64, ptr %control, i64 {STATUS}")
        code.do(f"store i64 {value}, ptr {place}")

    # --- effects -----------------------------------------------------------------------------------------

    def _effect(self, operation: ops.Operation, exits: StepExits, source: Source) -> None:
        values = self._values
        match operation:
            case ops.Skip():
                pass
            case ops.Assign(place, value) if is_aggregate(place.type):
                size = self._size(place.type)
                read = values.memory.read_spot(self._place(value), size)
                self._copy(read, self._place(place), size)
            case ops.Assign(place, value):
                self._store(place, values.value(value))
            case ops.Choose(place, domain, _):
                self._store(place, self._choosing.value(domain, place.type, source, exits))
            case ops.BeginLifetime(variable):
                self._ranges.begin(self._layout.blocks[name_of(variable)])
            case ops.EndLifetime(variable):
                self._ranges.end(self._layout.blocks[name_of(variable)])
            case ops.Copy(target, origin, size):
                to, start = values.pointer(target), values.pointer(origin)
                count = self._count(size)
                self._ranges.not_negative(count)
                self._copy(values.memory.read_spot(start, count), to, count)
            case ops.Fill(target, byte, size):
                self._fill(target, byte, size)
            case _:
                raise NoNativeForm(f"the operation {type(operation).__name__.lower()}")

    def _place(self, expression: Expr) -> Pointer:
        """The address of something in memory."""
        match expression:
            case Variable() if self._layout.is_in_memory(expression):
                return self._values.memory.address_of(expression)
            case Deref((pointer,), _):
                return self._values.pointer(pointer)
            case _:
                raise NoNativeForm("a structure that is computed")

    def _size(self, kind: Type) -> str:
        return str(self._layout.program.layout.size_of(kind, self._layout.program.structs))

    def _count(self, size: Expr) -> str:
        kind = integer_kind(size.type)
        if kind is None or kind.width > 64:
            raise NoNativeForm(f"a size of type {size.type}")
        value = extended(self._code, self._values.scalar(size), kind, 64)
        if kind.width == 64 and not kind.signed:
            small = self._code.value(f"icmp sge i64 {value}, 0")
            self._values.memory.unless(small, self._values.exits.beyond("a size beyond 63 bits"))
        return value

    def _copy(self, read: Spot, target: Pointer, size: str) -> None:
        written = self._values.memory.write_spot(target, size)
        self._ranges.copy(read, written, self._ranges.size_at(target, written), size)

    def _fill(self, target: Expr, byte: Expr, size: Expr) -> None:
        pointer, kind = self._values.pointer(target), integer_kind(byte.type)
        if kind is None:
            raise NoNativeForm(f"a byte of type {byte.type}")
        low = extended(self._code, self._values.scalar(byte), kind, 8)
        count = self._count(size)
        self._ranges.not_negative(count)
        spot = self._values.memory.write_spot(pointer, count)
        self._ranges.fill(spot, self._ranges.size_at(pointer, spot), low, count)

    def _store(self, place: Place, value: Value) -> None:
        match place:
            case Variable() if self._layout.is_in_memory(place):
                self._values.memory.store(self._values.memory.address_of(place), place.type, value)
            case Variable():
                self._write(place, value)
            case Deref((pointer,), kind):
                self._values.memory.store(self._values.pointer(pointer), kind, value)
            case Bits((pointer,), unit, offset, width, kind):
                self._store_bits(self._values.pointer(pointer), int(self._size(unit)), offset, width, kind, value)
            case _:
                raise NoNativeForm("objects of classes and arrays that know their length")

    def _store_bits(self, pointer: Pointer, size: int, offset: int, width: int, kind: Type, value: Value) -> None:
        integer = integer_kind(kind)
        if integer is None or isinstance(value, Pointer):
            raise NoNativeForm(f"a bit-field of type {kind}")
        bits = extended(self._code, value, integer, width)
        self._values.memory.store_bits(pointer, size, offset, width, bits)

    def _write(self, variable: Variable, value: Value) -> None:
        """Write a variable that is not in memory."""
        cells = self._values.cells(variable)
        self.written.add(name_of(variable))
        if isinstance(value, Pointer):
            self._code.do(f"store i64 {value.word}, ptr {cells[0]}")
            self._code.do(f"store i64 {value.offset}, ptr {cells[1]}")
        else:
            self._code.do(f"store {register_text(variable.type)} {value}, ptr {cells[0]}")
