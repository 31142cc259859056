"""Calls and exceptions: an exception is a global that is looked at behind every call that may throw one.

A virtual call becomes a branch on the tag of the receiver, with a call for each method that may be run. Each of them
has its own look at the exception, so that ways with and without one never meet in between.
"""

from __future__ import annotations

from dataclasses import dataclass

from vexil.ir.expressions import Const, Expr, Place
from vexil.ir.operation_parts import Callee, PointerCallee, StaticCallee, VirtualCallee
from vexil.ir.operations import Assign, Assume, Call, Case, Catch
from vexil.ir.types import ReferenceType, Type, is_reference
from vexil.ir.typing import compatible, negation
from vexil.transform.heap_as_memory.body import Body, undefined
from vexil.transform.heap_as_memory.encoding import HeapEncoding, methods
from vexil.transform.heap_as_memory.expressions import converted, is_null, not_null
from vexil.transform.heap_as_memory.problems import NotSequential


@dataclass(frozen=True, slots=True)
class _Way:
    """One function that a call may run, for receivers with some tags."""

    callee: Callee
    parameters: tuple[Type, ...]
    result: Type | None
    may_throw: bool
    tags: int = 0


class Calls:
    """Makes the edges of calls in one function."""

    def __init__(self, encoding: HeapEncoding, body: Body) -> None:
        self._encoding = encoding
        self._body = body
        self._flows = encoding.flows
        self._value = encoding.rewriter.value

    def call(self, number: int, caught: int | None) -> None:
        """The edges of a call, and of the catch that belongs to it."""
        edge = self._body.function.edges[number]
        call = edge.operation
        assert isinstance(call, Call)
        parts = [*call.arguments, *([call.callee.pointer] if isinstance(call.callee, PointerCallee) else [])]
        here = self._body.require(number, edge.source, [need for part in parts for need in self._flows.inside(part)])
        if isinstance(call.callee, VirtualCallee):
            self._virtual(number, here, call, call.callee, caught)
        else:
            self._way(number, here, call, self._direct(call), caught)

    def _direct(self, call: Call) -> _Way:
        match call.callee:
            case StaticCallee(name):
                return self._function(name)
            case PointerCallee(pointer, targets):
                kinds = tuple(argument.type for argument in call.arguments)
                result = None if call.result is None else call.result.type
                if any(map(is_reference, (*kinds, *([] if result is None else [result])))):
                    raise NotSequential("references in a call through a pointer")
                throwing = self._encoding.throwing.functions
                may_throw = bool(throwing if targets is None else throwing.intersection(targets))
                return _Way(PointerCallee(self._value(pointer), targets), kinds, result, may_throw)
            case VirtualCallee():
                raise TypeError("a virtual call has several ways")

    def _function(self, name: str, tags: int = 0) -> _Way:
        function = self._encoding.program.functions[name]
        kinds = tuple(parameter.type for parameter in function.parameters)
        return _Way(StaticCallee(name), kinds, function.result, name in self._encoding.throwing.functions, tags)

    # --- virtual calls -----------------------------------------------------------------------------------

    def _virtual(self, number: int, here: int, call: Call, callee: VirtualCallee, caught: int | None) -> None:
        receiver = call.arguments[0]
        pointer = self._value(receiver)
        needs = [not_null(pointer), *self._flows.fits(receiver, ReferenceType(callee.class_name))]
        here = self._body.require(number, here, needs)
        ways = self._ways(call, callee)
        if not ways:
            self._body.edge(number, here, self._body.stop(), undefined())
            return
        if len(ways) == 1:
            self._way(number, here, call, ways[0], caught)
            return
        selector = self._encoding.rewriter.tag(pointer)
        listed: list[int] = []
        for way in ways[:-1]:
            numbers = self._encoding.tags.numbers(way.tags)
            listed += numbers
            there = self._body.location(self._body.function.edges[number].source)
            self._body.further(number, here, there, Case(selector, tuple(numbers), False))
            self._way(number, there, call, way, caught)
        there = self._body.location(self._body.function.edges[number].source)
        self._body.further(number, here, there, Case(selector, tuple(listed), True))
        self._way(number, there, call, ways[-1], caught)

    def _ways(self, call: Call, callee: VirtualCallee) -> list[_Way]:
        """The methods that a call may run, with the tags of their receivers; the one with the most comes last."""
        groups = methods(self._encoding.program, self._encoding.tags, call, callee)
        ways = [self._function(name, tags) for name, tags in groups.items()]
        for way in ways:
            self._check(call, way)
        return sorted(ways, key=lambda way: way.tags.bit_count())

    def _check(self, call: Call, way: _Way) -> None:
        """A method has to take and give what the call passes and expects."""
        kinds = [argument.type for argument in call.arguments]
        fits = len(kinds) == len(way.parameters) and all(map(compatible, way.parameters, kinds))
        if call.result is not None:
            fits = fits and way.result is not None and compatible(call.result.type, way.result)
        if not fits or way.tags & ~self._encoding.tags.of(way.parameters[0]):
            assert isinstance(way.callee, StaticCallee)
            raise NotSequential(f"{way.callee.function} does not fit a virtual call", self._body.function.name)

    # --- one function ------------------------------------------------------------------------------------

    def _way(self, number: int, here: int, call: Call, way: _Way, caught: int | None) -> None:
        """Call one function and go on behind it."""
        body = self._body
        target = body.function.edges[number].target
        first = 1 if way.tags else 0  # the receiver has the tag
        passed = list(zip(call.arguments, way.parameters, strict=True))[first:]
        here = body.require(number, here, [need for value, kind in passed for need in self._flows.fits(value, kind)])
        arguments = tuple(map(self._value, call.arguments))
        place = None if call.result is None else self._encoding.rewriter.place(call.result)
        if not way.may_throw and not self._result_needs(call.result, way.result, place):
            body.edge(number, here, target, Call(way.callee, arguments, place))
            return
        kept = None
        if call.result is not None and way.result is not None:
            kept = body.local("result", self._encoding.layout.kind(way.result))
        there = body.location(body.function.edges[number].source)
        body.edge(number, here, there, Call(way.callee, arguments, kept))
        if way.may_throw:
            is_assigned = call.result is not None
            behind = body.location(body.function.edges[number].source) if is_assigned else target
            nothing = is_null(self._encoding.exception)
            body.further(number, there, behind, Assume(nothing))
            self._caught(number, caught, there)
            there = behind
        if kept is not None and place is not None:
            there = body.require(number, there, self._result_needs(call.result, way.result, kept))
            body.further(number, there, target, Assign(place, kept))

    def _result_needs(self, place: Place | None, result: Type | None, kept: Expr | None) -> list[Expr]:
        """What has to hold so that a result may be written to its place."""
        if place is None or result is None or kept is None:
            return []
        conditions = self._flows.inside(place)
        if is_reference(place.type):
            conditions += self._flows.tagged(kept, self._encoding.tags.of(result), place.type)
        return conditions

    def _caught(self, number: int, caught: int | None, there: int) -> None:
        """Go to the catch of a call when there is an exception; it is no longer on its way then."""
        body, exception = self._body, self._encoding.exception
        thrown = Assume(negation(is_null(exception)))
        if caught is None:
            body.further(number, there, body.trap(number), thrown)
            return
        edge = body.function.edges[caught]
        assert isinstance(edge.operation, Catch)
        here = body.location(edge.source)
        body.edge(caught, there, here, thrown)
        operations = []
        if edge.operation.place is not None:
            place = edge.operation.place
            needs = [*self._flows.inside(place), *self._flows.tagged(exception, self._encoding.thrown, place.type)]
            here = body.require(caught, here, needs)
            target = self._encoding.rewriter.place(place)
            operations.append(Assign(target, converted(exception, target.type)))
        operations.append(Assign(exception, Const(0, exception.type)))
        body.chain(caught, here, edge.target, operations)
