"""What has to hold so that every reference refers to an object of its type.

The program may store any reference anywhere. An access to an object of another class is undefined there, and would be
one to some other bytes here. So references are tested where they come from a type that has more classes than the one
they go to: then every place only ever holds what its type says, and accesses need no test. A front end tests before it
converts, so that these tests are those of the program once more.
"""

from __future__ import annotations

from collections.abc import Iterator

from vexil.ir.expressions import Apply, Const, Element, Expr, Field, Operator, Place, postorder
from vexil.ir.operation_parts import GuardedDomain, NewArray
from vexil.ir.operations import Allocate, Assign, Choose, Lock, Notify, Operation, Throw, Unlock, Wait, expressions_of
from vexil.ir.types import BOOL, ReferenceType, Type, is_reference
from vexil.transform.heap_as_memory.expressions import TRUE, HeapRewriter, is_null, not_null


class Flows:
    """Finds what operations need, as conditions over memory; with threads, theirs need nothing besides."""

    def __init__(self, rewriter: HeapRewriter, *, has_threads: bool) -> None:
        self._has_threads = has_threads
        self._rewriter = rewriter
        self._tags = rewriter.tags

    def needs(self, operation: Operation) -> list[Expr]:
        """What has to hold before an operation, apart from what its parts say themselves; calls are another matter."""
        conditions = [need for expression in expressions_of(operation) for need in self.inside(expression)]
        match operation:
            case Assign(place, value):
                conditions += self.stored(place, value)
            case Choose(place, GuardedDomain(cases), _):
                for guard, value in cases:
                    needs = self.stored(place, value)
                    conditions += needs if guard is None else [_if(self._rewriter.value(guard), need) for need in needs]
            case Allocate(_, NewArray(_, length), _):
                size = self._rewriter.value(length)
                if not isinstance(size, Const) or size.value < 0:
                    conditions.append(Apply(Operator.GREATER_EQUAL, (size, Const(0, size.type)), BOOL))
            case Throw(value):
                conditions += self._present(value)
            case Lock(value, _, _) | Unlock(value, _) | Notify(value, _) if not self._has_threads:
                conditions += self._present(value)
            case Wait(lock, condition, _, _) if not self._has_threads:
                conditions += [need for value in (lock, condition) for need in self._present(value)]
            case _:
                pass
        return conditions

    def _present(self, value: Expr | None) -> list[Expr]:
        """What has to hold so that a reference is not null."""
        return [not_null(self._rewriter.value(value))] if value is not None and is_reference(value.type) else []

    def stored(self, place: Place, value: Expr) -> list[Expr]:
        """What has to hold so that a place may hold a value."""
        if not is_reference(place.type):
            return []
        if isinstance(place, Element):
            return self._held(place, value)
        return self.fits(value, place.type)

    def fits(self, value: Expr, kind: Type) -> list[Expr]:
        """What has to hold so that a reference is one of a type."""
        if not is_reference(kind):
            return []
        return self.tagged(self._rewriter.value(value), self._tags.possible(value), kind)

    def tagged(self, pointer: Expr, possible: int, kind: Type) -> list[Expr]:
        """What has to hold so that a pointer to an object with one of some tags refers to one of a type."""
        wanted = self._tags.of(kind)
        if not possible & ~wanted:
            return []
        test = self._rewriter.tagged(pointer, wanted & possible, possible)
        return [Apply(Operator.IF, (is_null(pointer), TRUE, test), BOOL)]

    def _held(self, place: Element, value: Expr) -> list[Expr]:
        array, possible = place.operands[0], self._tags.possible(value)
        arrays = self._tags.possible(array)
        if all(not possible & ~inside for _, inside in self._tags.held(arrays)):
            return []
        return [self._rewriter.storable(self._rewriter.value(array), arrays, self._rewriter.value(value), possible)]

    # --- parts of expressions ----------------------------------------------------------------------------

    def inside(self, expression: Expr) -> list[Expr]:
        """What the parts of an expression need, where they are evaluated."""
        nodes = list(postorder(expression))
        if not any(self._needs(node) for node in nodes):
            return []
        if not any(isinstance(node, Apply) and node.operator is Operator.IF for node in nodes):
            return [need for node in nodes for need in self._needs(node)]
        return list(self._in_context(expression))

    def _needs(self, node: Expr) -> list[Expr]:
        match node:
            case Field((reference,), class_name, _, _):
                return self.fits(reference, ReferenceType(class_name))
            case Element((array, _), _):
                return self.fits(array, array.type)
            case Apply(Operator.CAST, (reference,), kind):
                return self.fits(reference, kind)
            case Apply(Operator.ARRAY_LENGTH | Operator.STORABLE, (array, *_), _):
                return self.fits(array, array.type)
            case _:
                return []

    def _in_context(self, expression: Expr) -> Iterator[Expr]:
        """The needs of parts under the conditions of the selections around them, innermost condition first."""
        visited: set[tuple[Expr, tuple[Expr, ...]]] = set()
        opposites: dict[Expr, Expr] = {}
        pending: list[tuple[Expr, tuple[Expr, ...]]] = [(expression, ())]
        while pending:
            node, conditions = part = pending.pop()
            if part in visited:
                continue
            visited.add(part)
            for need in self._needs(node):
                for condition in conditions:
                    need = _if(condition, need)
                yield need
            if isinstance(node, Apply) and node.operator is Operator.IF:
                chosen = self._rewriter.value(node.operands[0])
                other = opposites.setdefault(chosen, Apply(Operator.NOT, (chosen,), BOOL))
                pending.append((node.operands[0], conditions))
                pending.append((node.operands[1], (chosen, *conditions)))
                pending.append((node.operands[2], (other, *conditions)))
            else:
                pending += [(operand, conditions) for operand in node.operands]


def _if(condition: Expr, need: Expr) -> Expr:
    return Apply(Operator.IF, (condition, need, TRUE), BOOL)
