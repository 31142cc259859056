"""What functions may write and look at, with everything they call, as far as names say.

A write through a pointer whose base is not named may go anywhere. A function that is checked by itself is only shown
the globals that are mentioned here, so such a write is one to these globals, to memory of its own, or refused.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from vexil.core import dag
from vexil.ir.expressions import AddressOf, Apply, Bits, CodeAddress, Deref, Expr, Operator, Place, Variable, postorder
from vexil.ir.operation_parts import NewMemory, PointerCallee, StaticCallee
from vexil.ir.operations import Allocate, Call, Copy, Fill, Operation, expressions_of, written_places
from vexil.ir.program import Program, program_expressions
from vexil.model.evidence import at_entry


@dataclass(slots=True)
class Effects:
    """Names of globals that are mentioned and written; ``anywhere``: memory is written through some pointer."""

    mentioned: set[str] = field(default_factory=set)
    written: set[str] = field(default_factory=set)
    anywhere: bool = False
    allocates: bool = False

    def add(self, other: Effects) -> None:
        """Add other effects to these."""
        self.mentioned |= other.mentioned
        self.written |= other.written
        self.anywhere |= other.anywhere
        self.allocates |= other.allocates


class EffectsOfCalls:
    """The effects of functions; *conditions* are what evidence says about each, which mentions globals too."""

    def __init__(self, program: Program, conditions: Mapping[str, Iterable[Expr]]) -> None:
        self._program = program
        self._conditions = conditions
        self._names = {
            at_entry(Variable(name, declared.type, True)).name: name
            for name, declared in program.global_variables.items()
        }
        self._own: dict[str, tuple[Effects, frozenset[str]]] = {}
        self._effects: dict[str, Effects] = {}

    @cached_property
    def code(self) -> tuple[str, ...]:
        """The functions that pointers may point to."""
        return tuple(sorted(set(_code_addresses(self._program))))

    def of(self, function: str) -> Effects:
        """The effects of a call of a function."""
        total = self._effects.get(function)
        if total is None:
            total = self._effects[function] = Effects()
            pending, reached = [function], {function}
            while pending:
                effects, callees = self._of_body(pending.pop())
                total.add(effects)
                pending.extend(callees - reached)
                reached |= callees
        return total

    def _of_body(self, name: str) -> tuple[Effects, frozenset[str]]:
        """The effects of a function by itself, and what it may call."""
        if name not in self._own:
            function = self._program.functions[name]
            effects, callees = Effects(), set[str]()
            for edge in function.edges:
                self._operation(edge.operation, effects)
                match edge.operation:
                    case Call(StaticCallee(callee), _, _):
                        callees.add(callee)
                    case Call(PointerCallee(), _, _):
                        callees.update(self.code)
                    case _:
                        pass
            for condition in self._conditions.get(name, ()):
                self._mention(condition, effects)
            self._own[name] = effects, frozenset(callees)
        return self._own[name]

    def _operation(self, operation: Operation, effects: Effects) -> None:
        for expression in expressions_of(operation):
            self._mention(expression, effects)
        for place in written_places(operation):
            self._write(place, effects)
        match operation:
            case Copy(target, _, _) | Fill(target, _, _):
                self._write_at(target, effects)
            case Allocate(_, NewMemory(_, on_stack, _), _):
                effects.allocates |= not on_stack
            case _:
                pass  # memory that is released is the function's own, or refused

    def _mention(self, expression: Expr, effects: Effects) -> None:
        for node in postorder(expression):
            match node:
                case Variable(name, _, True) | AddressOf(Variable(name, _, True), _):
                    effects.mentioned.add(name)
                case Variable(name, _, False) if name in self._names:
                    effects.mentioned.add(self._names[name])
                case _:
                    pass

    def _write(self, place: Place, effects: Effects) -> None:
        match place:
            case Variable(name, _, is_global):
                if is_global:
                    effects.written.add(name)
            case Deref((pointer,), _) | Bits((pointer,), _, _, _, _):
                self._write_at(pointer, effects)
            case _:
                effects.anywhere = True

    def _write_at(self, pointer: Expr, effects: Effects) -> None:
        while isinstance(pointer, Apply) and pointer.operator in (Operator.POINTER_ADD, Operator.CAST):
            pointer = pointer.operands[0]
        if not isinstance(pointer, AddressOf):
            effects.anywhere = True
        elif pointer.variable.is_global:
            effects.written.add(pointer.variable.name)


def _code_addresses(program: Program) -> Iterator[str]:
    """The functions whose address is taken anywhere."""
    visited: set[Hashable] = set()
    for expression in program_expressions(program):
        for node in dag.postorder(expression, done=visited):
            if isinstance(node, CodeAddress):
                yield node.function
