"""What operands in an open order do to memory and global variables, with everything they call.

A caveat says so where one of them may change what another one uses. Memory that a function has just allocated itself,
its own variables, and what models of the library keep for themselves are seen by nobody else; two functions without a
body may both do anything, in any order. What a function does through its parameters counts for the arguments of a call.
Members of structures are told apart where the operands themselves use them, as in ``b->data[b->length++]``; a function
that is called uses whole objects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from vexil.analysis import CallGraph, PointsTo
from vexil.analysis.definitions import expressions_read
from vexil.analysis.locations import GlobalObject, LocalObject
from vexil.analysis.points_to_memory import UNBOUNDED, overlaps
from vexil.core.caveats import Caveat, Effect
from vexil.frontends.c.evaluation_order import ORDER, Unsequenced
from vexil.ir import operations as ops
from vexil.ir.expressions import Apply, Bits, Const, Deref, Expr, Operator, Variable, preorder
from vexil.ir.operation_parts import PointerCallee, StaticCallee
from vexil.ir.program import Function, Program
from vexil.ir.types import Type

PARAMETER = "parameter"


@dataclass(frozen=True, slots=True)
class Thing:
    """A global variable by name, bytes of an object in memory, or what a parameter points to."""

    kind: str
    item: object
    offset: int = 0
    stride: int = 1
    size: int = UNBOUNDED

    def meets(self, other: Thing) -> bool:
        """Whether two of them may be the same, at least in part."""
        return (self.kind, self.item) == (other.kind, other.item) and overlaps(
            (self.offset, self.stride), self.size, (other.offset, other.stride), other.size
        )

    def whole(self) -> Thing:
        """All of the object."""
        return Thing(self.kind, self.item)


@dataclass(frozen=True, slots=True)
class _Uses:
    """What is read and written, by the user's code and by functions without a body."""

    read: frozenset[Thing] = frozenset()
    written: frozenset[Thing] = frozenset()
    read_outside: frozenset[Thing] = frozenset()
    written_outside: frozenset[Thing] = frozenset()

    def __or__(self, other: _Uses) -> _Uses:
        return _Uses(
            self.read | other.read,
            self.written | other.written,
            self.read_outside | other.read_outside,
            self.written_outside | other.written_outside,
        )

    def outside(self) -> _Uses:
        """The same as the doing of a function without a body."""
        return _Uses(frozenset(), frozenset(), self.read | self.read_outside, self.written | self.written_outside)

    def spoils(self, other: _Uses) -> frozenset[Thing]:
        """What this changes and the other one uses."""
        everything = other.read | other.written | other.read_outside | other.written_outside
        return _common(self.written, everything) | _common(self.written_outside, other.read | other.written)


def _common(things: frozenset[Thing], others: frozenset[Thing]) -> frozenset[Thing]:
    return frozenset(thing for thing in things if any(thing.meets(other) for other in others))


def with_order_caveats(program: Program, expressions: list[Unsequenced], points_to: Callable[[], PointsTo]) -> Program:
    """Say where the order of evaluation may matter."""
    writing = _writing_functions(program)
    writing_expressions = [item for item in expressions if _may_write(program, writing, item)]
    if not writing_expressions:
        return program
    effects = _OperandEffects(program, points_to())
    caveats = [caveat for item in writing_expressions for caveat in _caveats(effects, item)]
    return replace(program, caveats=(*program.caveats, *caveats)) if caveats else program


def _caveats(effects: _OperandEffects, item: Unsequenced) -> Iterator[Caveat]:
    uses = [effects.of_operand(item.function, edges, values) for edges, values in item.operands]
    for position, one in enumerate(uses):
        for other in (*uses[:position], *uses[position + 1 :]):
            spoilt = one.spoils(other)
            if spoilt:
                why = f"one of them may change {min(str(thing.item) for thing in spoilt)}, which another one uses"
                yield Caveat("c", Effect.DROPS, ORDER.format(text=item.text, why=why), item.edge, item.span)
                return


# --- a quick look ----------------------------------------------------------------------------------------


def _writing_functions(program: Program) -> frozenset[str]:
    """Functions that may write something that others see, as far as that shows without following pointers."""
    writing = {
        name
        for name, function in program.functions.items()
        if any(_writes_out(program, function, edge.operation) for edge in function.edges)
    }
    callers: dict[str, set[str]] = {}
    for name, function in program.functions.items():
        for edge in function.edges:
            for callee in _callees(edge.operation):
                callers.setdefault(callee, set()).add(name)
    pending = list(writing)
    while pending:
        for caller in callers.get(pending.pop(), ()):
            if caller not in writing:
                writing.add(caller)
                pending.append(caller)
    return frozenset(writing)


def _callees(operation: ops.Operation) -> tuple[str, ...]:
    match operation:
        case ops.Call(StaticCallee(name), _, _):
            return (name,)
        case ops.Call(PointerCallee(_, targets), _, _) if targets is not None:
            return targets
        case _:
            return ()


def _writes_out(program: Program, function: Function, operation: ops.Operation) -> bool:
    match operation:
        case ops.Copy() | ops.Fill() | ops.Release():
            return True
        case ops.Call(PointerCallee(_, None), _, _):
            return True
        case ops.BeginLifetime() | ops.EndLifetime():
            return False
        case _:
            return any(
                not isinstance(place, Variable)
                or (place.is_global and not program.global_variables[place.name].hidden)
                or (not place.is_global and function.variables[place.name].addressable)
                for place in ops.written_places(operation)
            )


def _may_write(program: Program, writing: frozenset[str], item: Unsequenced) -> bool:
    function = program.functions[item.function]
    operations = [function.edges[number].operation for edges, _ in item.operands for number in edges]
    return any(
        _writes_out(program, function, operation) or not writing.isdisjoint(_callees(operation))
        for operation in operations
    )


# --- following pointers and calls ------------------------------------------------------------------------


class _OperandEffects:
    """What edges, functions and operands use."""

    def __init__(self, program: Program, points_to: PointsTo) -> None:
        self._program = program
        self._points_to = points_to
        self._calls = CallGraph(program, self._points_to)
        self._fresh: dict[str, frozenset[str]] = {}
        self._kept: dict[str, frozenset[str]] = {}
        self._summaries: dict[str, _Uses] = {}
        for group in self._calls.components:
            self._summarise(group)

    def _summarise(self, group: tuple[str, ...]) -> None:
        for name in group:
            self._summaries[name] = self._own(self._program.functions[name])
        changed = True
        while changed:
            changed = False
            for name in group:
                function = self._program.functions[name]
                uses = self._summaries[name]
                for number, edge in enumerate(function.edges):
                    uses = uses | self._called(function, number, edge.operation, resolve=False)
                if function.external:
                    uses = uses.outside()
                changed = changed or uses != self._summaries[name]
                self._summaries[name] = uses

    def of_operand(self, name: str, edges: Iterable[int], values: tuple[Expr, ...]) -> _Uses:
        """What an operand of an expression in a function uses; variables of what it calls are gone when it is done."""
        function = self._program.functions[name]
        read: set[Thing] = set()
        written: set[Thing] = set()
        uses, called = _Uses(), set[str]()
        for number in edges:
            operation = function.edges[number].operation
            self._operation(function, operation, read, written, resolve=True)
            uses = uses | self._called(function, number, operation, resolve=True)
            called.update(self._calls.calls.get(function.edge_id(number), ()))
        for value in values:
            self._expression(function, value, read, resolve=True)
        gone = self._reached(called) - self._around(name)
        uses = uses | _Uses(frozenset(read), frozenset(written))
        return replace(uses, read=_without(uses.read, gone), written=_without(uses.written, gone))

    def _called(self, function: Function, number: int, operation: ops.Operation, *, resolve: bool) -> _Uses:
        """What a call does, with its arguments in place of parameters."""
        uses = _Uses()
        if not isinstance(operation, ops.Call):
            return uses
        for callee in self._calls.calls.get(function.edge_id(number), ()):
            summary = self._summaries.get(callee, _Uses())
            names = [parameter.name for parameter in self._program.functions[callee].parameters]
            arguments = dict(zip(names, operation.arguments, strict=False))
            parts = (summary.read, summary.written, summary.read_outside, summary.written_outside)
            uses = uses | _Uses(*(self._placed(function, part, arguments, resolve=resolve) for part in parts))
        return uses

    def _placed(
        self, function: Function, things: frozenset[Thing], arguments: dict[str, Expr], *, resolve: bool
    ) -> frozenset[Thing]:
        placed: set[Thing] = set()
        for thing in things:
            if thing.kind != PARAMETER:
                placed.add(thing)
            elif thing.item in arguments:
                self._through(function, arguments[str(thing.item)], UNBOUNDED, placed, resolve=resolve)
        return frozenset(thing.whole() for thing in placed)

    def _reached(self, called: set[str]) -> set[str]:
        reached, pending = set(called), list(called)
        while pending:
            for callee in self._calls.callees[pending.pop()]:
                if callee not in reached:
                    reached.add(callee)
                    pending.append(callee)
        return reached

    def _around(self, name: str) -> set[str]:
        """A function and all that may be waiting for it."""
        callers, pending = {name}, [name]
        while pending:
            for edge in self._calls.call_sites[pending.pop()]:
                caller = edge.rpartition("#")[0]
                if caller not in callers:
                    callers.add(caller)
                    pending.append(caller)
        return callers

    def _own(self, function: Function) -> _Uses:
        read: set[Thing] = set()
        written: set[Thing] = set()
        for edge in function.edges:
            self._operation(function, edge.operation, read, written, resolve=False)
        return _Uses(*(frozenset(thing.whole() for thing in things) for things in (read, written)))

    def _operation(
        self, function: Function, operation: ops.Operation, read: set[Thing], written: set[Thing], *, resolve: bool
    ) -> None:
        if isinstance(operation, ops.BeginLifetime | ops.EndLifetime):
            return
        for place in ops.written_places(operation):
            self._place(function, place, written, resolve=resolve)
        for expression in expressions_read(operation):
            self._expression(function, expression, read, resolve=resolve)
        match operation:
            case ops.Copy(target, source, _):
                self._through(function, target, UNBOUNDED, written, resolve=resolve)
                self._through(function, source, UNBOUNDED, read, resolve=resolve)
            case ops.Fill(target, _, _):
                self._through(function, target, UNBOUNDED, written, resolve=resolve)
            case ops.Release(target, _):
                ended: set[Thing] = set()
                self._through(function, target, UNBOUNDED, ended, resolve=resolve)
                written.update(thing.whole() for thing in ended)
            case _:
                pass

    def _expression(self, function: Function, expression: Expr, read: set[Thing], *, resolve: bool) -> None:
        for part in preorder(expression):
            if isinstance(part, Variable | Deref | Bits):
                self._place(function, part, read, resolve=resolve)

    def _place(self, function: Function, place: Expr, things: set[Thing], *, resolve: bool) -> None:
        if not isinstance(place, Variable):
            if isinstance(place, Deref | Bits):
                size = self._size(place.unit if isinstance(place, Bits) else place.type)
                self._through(function, place.operands[0], size, things, resolve=resolve)
            return
        if place.is_global:
            declared = self._program.global_variables[place.name]
            if not declared.hidden:
                things.add(
                    Thing("object", GlobalObject(place.name), 0, 0, self._size(place.type))
                    if declared.addressable
                    else Thing("global", place.name)
                )
        elif place.name in function.variables and function.variables[place.name].addressable:
            things.add(Thing("object", LocalObject(function.name, place.name), 0, 0, self._size(place.type)))

    def _size(self, kind: Type) -> int:
        return self._program.layout.size_of(kind, self._program.structs)

    def _through(self, function: Function, pointer: Expr, size: int, things: set[Thing], *, resolve: bool) -> None:
        """Add the bytes that a pointer points to: a parameter stands for itself unless it is to be resolved."""
        origin = _origin(pointer)
        if origin in self._fresh_in(function):
            return
        if not resolve and origin in self._parameters_in(function):
            things.add(Thing(PARAMETER, origin))
            return
        for location in self._points_to.targets_of(function.name, pointer):
            item = location.object
            if not (isinstance(item, GlobalObject) and self._program.global_variables[item.name].hidden):
                things.add(Thing("object", item, location.offset, location.stride, size))

    def _parameters_in(self, function: Function) -> frozenset[str]:
        """Parameters that point into what they pointed to when the function was called."""
        names = self._kept.get(function.name)
        if names is None:
            kept = {parameter.name for parameter in function.parameters if not parameter.addressable}
            for edge in function.edges:
                for place in ops.written_places(edge.operation):
                    if isinstance(place, Variable) and not place.is_global and _source(edge.operation) != place.name:
                        kept.discard(place.name)
            names = self._kept[function.name] = frozenset(kept)
        return names

    def _fresh_in(self, function: Function) -> frozenset[str]:
        """Registers that hold nothing but null and memory that the function allocated itself."""
        names = self._fresh.get(function.name)
        if names is None:
            sources: dict[str, list[str | None]] = {}
            for edge in function.edges:
                for place in ops.written_places(edge.operation):
                    if isinstance(place, Variable) and not place.is_global:
                        sources.setdefault(place.name, []).append(_source(edge.operation))
            parameters = {parameter.name for parameter in function.parameters}
            fresh = {name for name in sources if name not in parameters and not function.variables[name].addressable}
            while True:
                kept = {name for name in fresh if all(item == "" or item in fresh for item in sources[name])}
                if kept == fresh:
                    break
                fresh = kept
            names = self._fresh[function.name] = frozenset(fresh)
        return names


def _source(operation: ops.Operation) -> str | None:
    """What a register gets: nothing that others know (an empty word), what another register has, or anything."""
    match operation:
        case ops.Allocate():
            return ""
        case ops.Assign(_, Const()):
            return ""
        case ops.Assign(_, value):
            return _origin(value)
        case _:
            return None


def _origin(pointer: Expr) -> str | None:
    """The register that a pointer is computed from."""
    while isinstance(pointer, Apply) and pointer.operator in (Operator.POINTER_ADD, Operator.CAST):
        pointer = pointer.operands[0]
    return pointer.name if isinstance(pointer, Variable) and not pointer.is_global else None


def _without(things: frozenset[Thing], functions: set[str]) -> frozenset[Thing]:
    return frozenset(
        thing for thing in things if not (isinstance(thing.item, LocalObject) and thing.item.function in functions)
    )
