"""What single operations become when the heap is memory; calls are elsewhere."""

from __future__ import annotations

from dataclasses import replace

from vexil.ir import operations as ops
from vexil.ir.expressions import Const, Deref, Expr, Place, Variable, postorder
from vexil.ir.operation_parts import NewArray, NewMemory, NewObject, StaticCallee
from vexil.ir.types import I32, I64, PointerType, Type, is_aggregate
from vexil.ir.typing import zero
from vexil.transform.heap_as_memory.body import Body
from vexil.transform.heap_as_memory.encoding import HeapEncoding
from vexil.transform.heap_as_memory.expressions import converted, moved, times
from vexil.transform.heap_as_memory.problems import NotSequential
from vexil.transform.heap_as_memory.threads import lock_needs, thread_operation


class Operations:
    """Makes the edges of operations in one function."""

    def __init__(self, encoding: HeapEncoding, body: Body) -> None:
        self.encoding = encoding
        self.body = body
        self._function = body.function
        self._rewriter = encoding.rewriter

    def step(self, number: int, here: int) -> None:
        """The edges of an operation that is no call and no condition, from a location on."""
        edge = self._function.edges[number]
        here = self.body.require(number, here, self.needs(edge.operation))
        match edge.operation:
            case ops.Throw(value):
                thrown = ops.Assign(
                    self.encoding.exception, converted(self._rewriter.value(value), self.encoding.exception.type)
                )
                self.body.chain(number, here, self._function.exit, [thrown, ops.Return(self._nothing())])
            case ops.Allocate(place, NewObject(name), site):
                fresh = self._made(self._rewriter.place(place))
                operations = self._memory(
                    fresh, self.encoding.layout.size(name), self.encoding.tags.classes[name], site
                )
                parts = () if self.encoding.has_threads else self.encoding.layout.parts(name)
                for offset, kind in parts:
                    operations.append(ops.Assign(Deref((moved(fresh, Const(offset, I64), kind),), kind), zero(kind)))
                self._allocate(number, here, place, fresh, operations)
            case ops.Allocate(place, NewArray(element, length), site):
                self._array(number, here, place, element, self._rewriter.value(length), site)
            case ops.Lock() | ops.Unlock() | ops.Wait() | ops.Notify() | ops.Join() | ops.Interrupt() as operation:
                thread_operation(self.encoding, self.body, number, here, operation)
            case ops.Start() as operation:
                self.body.edge(number, here, edge.target, self._start(operation))
            case operation:
                self.body.edge(number, here, edge.target, self._rewriter.operation(operation))

    def _start(self, operation: ops.Start) -> ops.Operation:
        """A thread starts in the function that looks whether an exception is left."""
        start = self._rewriter.operation(operation)
        assert isinstance(start, ops.Start)
        assert isinstance(start.callee, StaticCallee)
        name = start.callee.function
        return replace(start, callee=StaticCallee(self.encoding.beginnings.get(name, name)))

    def needs(self, operation: ops.Operation) -> list[Expr]:
        """What has to hold before an operation."""
        conditions = self.encoding.flows.needs(operation)
        if isinstance(operation, ops.Return) and operation.value is not None and self._function.result is not None:
            conditions += self.encoding.flows.fits(operation.value, self._function.result)
        if isinstance(operation, ops.Start) and isinstance(operation.callee, StaticCallee):
            parameters = self.encoding.program.functions[operation.callee.function].parameters
            for argument, parameter in zip(operation.arguments, parameters, strict=True):
                conditions += self.encoding.flows.fits(argument, parameter.type)
        return conditions + lock_needs(self.encoding, self._function.name, operation)

    def _nothing(self) -> Expr | None:
        """What a function returns that is left with an exception: nobody looks at it."""
        kind = self._function.result
        return None if kind is None else _scalar_zero(self.encoding.layout.kind(kind))

    def _made(self, target: Place) -> Variable:
        """The register that a new object is in while it is made."""
        return target if isinstance(target, Variable) else self.body.local("new", target.type)

    def _memory(self, fresh: Variable, size: int, tag: int, site: str) -> list[ops.Operation]:
        """Memory with a tag; where there are threads it is zero at once, so that nobody sees it otherwise."""
        return [
            ops.Allocate(fresh, NewMemory(Const(size, I64), False, self.encoding.has_threads), site),
            ops.Assign(self._rewriter.tag(fresh), Const(tag, I32)),
        ]

    def _array(self, number: int, here: int, place: Place, element: Type, length: Expr, site: str) -> None:
        """Memory full of zeros for the elements, and an object that knows where they are and how many."""
        kind = self.encoding.layout.kind(element)
        size = times(converted(length, I64), self.encoding.layout.size_of(element))
        target = self._rewriter.place(place)
        fresh = self.body.local("new", target.type) if _reads(length, target) else self._made(target)
        items = self.body.local("elements", PointerType(kind))
        operations: list[ops.Operation] = [ops.Allocate(items, NewMemory(size, False, True), site)]
        operations += self._memory(fresh, self.encoding.layout.array_size, self.encoding.tags.arrays[element], site)
        if self.encoding.layout.counts:
            operations.append(ops.Assign(self._rewriter.held(fresh), Const(0, I32)))
        operations.append(ops.Assign(self._rewriter.length(fresh), converted(length, I32)))
        operations.append(ops.Assign(self._rewriter.elements(fresh, kind), items))
        self._allocate(number, here, place, fresh, operations)

    def _allocate(self, number: int, here: int, place: Place, fresh: Variable, operations: list[ops.Operation]) -> None:
        """The edges that make an object, and write it where it goes."""
        target = self._rewriter.place(place)
        if not isinstance(target, Variable) or target.name != fresh.name:
            operations.append(ops.Assign(target, fresh))
        self.body.chain(number, here, self._function.edges[number].target, operations)


def _reads(expression: Expr, place: Place) -> bool:
    """Say whether an expression may have another value when a place was written."""
    name = place.name if isinstance(place, Variable) else ""
    return any(isinstance(node, Variable) and node.name == name for node in postorder(expression))


def _scalar_zero(kind: Type) -> Const:
    if is_aggregate(kind):
        raise NotSequential(f"an exception leaves a function that returns {kind}")
    return zero(kind)
