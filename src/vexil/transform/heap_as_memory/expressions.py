"""Expressions in which objects are memory: fields and elements are at offsets, tests of classes compare tags."""

from __future__ import annotations

from vexil.core.errors import InternalError
from vexil.ir import expressions as ir
from vexil.ir import operations as ops
from vexil.ir.expressions import Expr, Operator, Variable
from vexil.ir.operation_parts import NewMemory
from vexil.ir.rewriting import Rewriter
from vexil.ir.types import BOOL, I32, I64, U32, IntegerType, PointerType, Type, is_reference
from vexil.transform.heap_as_memory.layout import HELD_AT, ObjectLayout
from vexil.transform.heap_as_memory.problems import NotSequential
from vexil.transform.heap_as_memory.tags import Tags

TRUE, FALSE = ir.Const(True, BOOL), ir.Const(False, BOOL)
THE_THREAD = ir.Const(1, I64)
"""The one thread; 0 is none."""


_ASKS_ABOUT_THREADS = (
    Operator.CURRENT_THREAD,
    Operator.ALIVE,
    Operator.INTERRUPTED,
    Operator.HOLDS_LOCK,
    Operator.LOCKED,
)
_OF_THREADS = (ops.Lock, ops.Unlock, ops.Wait, ops.Notify, ops.Join, ops.Interrupt, ops.Start)
_SEVERAL = (*_OF_THREADS, ops.Throw, ops.Call, ops.Catch, ops.ChooseInstance)


class HeapRewriter(Rewriter):
    """Rewrites expressions and single operations of a program.

    ``interrupted`` is the flag of the one thread; without it threads and locks stay what they are.
    """

    def __init__(self, tags: Tags, layout: ObjectLayout, interrupted: Expr | None) -> None:
        super().__init__()
        self.tags = tags
        self.layout = layout
        self.interrupted = interrupted

    def operation(self, operation: ops.Operation) -> ops.Operation:
        """An operation that stays one, with other expressions."""
        is_object = isinstance(operation, ops.Allocate) and not isinstance(operation.what, NewMemory)
        if is_object or (isinstance(operation, _SEVERAL) and not self._stays(operation)):
            raise InternalError(f"operation {type(operation).__name__} should become several, or be refused")
        return super().operation(operation)

    def _stays(self, operation: ops.Operation) -> bool:
        return self.interrupted is None and isinstance(operation, _OF_THREADS)

    def variable(self, variable: Variable) -> Variable:
        """A variable of the type that is declared for it now."""
        kind = self.layout.kind(variable.type)
        return variable if kind is variable.type else Variable(variable.name, kind, variable.is_global)

    # --- parts of objects --------------------------------------------------------------------------------

    def tag(self, reference: Expr) -> ir.Deref:
        """The tag of what a pointer points to."""
        return ir.Deref((reference,), I32)

    def held(self, reference: Expr) -> ir.Deref:
        """How often the lock of an object is held."""
        return ir.Deref((moved(reference, ir.Const(HELD_AT, I64), I32),), I32)

    def length(self, reference: Expr) -> ir.Deref:
        """The length of an array object."""
        return ir.Deref((moved(reference, ir.Const(self.layout.length_at, I64), I32),), I32)

    def elements(self, reference: Expr, kind: Type) -> ir.Deref:
        """The pointer to the elements of an array object."""
        pointer = PointerType(kind)
        return ir.Deref((moved(reference, ir.Const(self.layout.elements_at, I64), pointer),), pointer)

    def tagged(self, reference: Expr, wanted: int, possible: int) -> Expr:
        """Whether the tag of an object, one of the possible ones, is wanted."""
        tests: Expr | None = None
        for low, high in self.tags.ranges(wanted, possible):
            tag = self.tag(reference)
            if low == high:
                test: Expr = _compared(Operator.EQUAL, tag, low)
            else:
                least = _compared(Operator.GREATER_EQUAL, tag, low)
                test = ir.Apply(Operator.AND, (least, _compared(Operator.LESS_EQUAL, tag, high)), BOOL)
            tests = test if tests is None else ir.Apply(Operator.OR, (tests, test), BOOL)
        return FALSE if tests is None else tests

    # --- nodes -------------------------------------------------------------------------------------------

    def node(self, node: Expr, operands: tuple[Expr, ...]) -> Expr:
        """What stands for a node, given what stands for its operands."""
        kind = self.layout.kind(node.type)
        match node:
            case ir.Const(value, old):
                return node if kind is old else ir.Const(value, kind)
            case Variable():
                return self.variable(node)
            case ir.Deref():
                if is_reference(node.type):
                    raise NotSequential("a reference in memory that has an address")
                return ir.Deref(operands, kind)
            case ir.Bits(_, unit, offset, width, _):
                return ir.Bits(operands, unit, offset, width, kind)
            case ir.Field(_, class_name, field, _):
                return ir.Deref((moved(operands[0], ir.Const(self.layout.offset(class_name, field), I64), kind),), kind)
            case ir.Element():
                elements = self.elements(operands[0], kind)
                return ir.Deref((moved(elements, self._element_offset(node, operands[1]), kind),), kind)
            case ir.AddressOf(variable, _):
                return ir.AddressOf(self.variable(variable), kind)
            case ir.CodeAddress(function, _):
                return ir.CodeAddress(function, kind)
            case ir.TypeTest((tested,), wanted, _):
                return self.is_one_of(operands[0], self.tags.of(wanted), self.tags.possible(tested))
            case ir.Apply(operator, _, _):
                return self._apply(node, operator, operands, kind)
            case ir.TypeTest():
                raise TypeError("a test of a class has one operand")

    def _element_offset(self, node: ir.Element, index: Expr) -> Expr:
        """Where an element lies; a negative index lies behind every element, because no array is so long."""
        size, kind = self.layout.size_of(node.type), index.type
        if isinstance(index, ir.Const) and index.value >= 0:
            return ir.Const(int(index.value) * size, I64)
        if not isinstance(kind, IntegerType) or kind.width > 32:
            raise NotSequential(f"an index of type {kind}")
        if kind.signed:
            index = converted(converted(index, I32), U32)
        return times(converted(index, I64), size)

    def is_one_of(self, reference: Expr, wanted: int, possible: int) -> Expr:
        """Whether a reference is not null and the tag of its object is wanted."""
        wanted &= possible
        if wanted == possible:
            return not_null(reference)
        if wanted == 0:
            return FALSE if is_plain(reference) else ir.Apply(Operator.AND, (not_null(reference), FALSE), BOOL)
        return ir.Apply(Operator.IF, (is_null(reference), FALSE, self.tagged(reference, wanted, possible)), BOOL)

    def _apply(self, node: ir.Apply, operator: Operator, operands: tuple[Expr, ...], kind: Type) -> Expr:
        if self.interrupted is None and operator in _ASKS_ABOUT_THREADS:
            return ir.Apply(operator, operands, kind)
        match operator:
            case Operator.ARRAY_LENGTH:
                return self.length(operands[0])
            case Operator.STORABLE:
                return self._storable(node, operands)
            case Operator.CURRENT_THREAD:
                return THE_THREAD
            case Operator.ALIVE:
                return ir.Apply(Operator.EQUAL, (operands[0], THE_THREAD), BOOL)
            case Operator.INTERRUPTED:
                here = ir.Apply(Operator.EQUAL, (operands[0], THE_THREAD), BOOL)
                assert self.interrupted is not None
                return ir.Apply(Operator.AND, (here, self.interrupted), BOOL)
            case Operator.HOLDS_LOCK | Operator.LOCKED:
                if not is_reference(node.operands[0].type):
                    raise NotSequential("locks that are no objects")
                held = ir.Apply(Operator.GREATER, (self.held(operands[0]), ir.Const(0, I32)), BOOL)
                return ir.Apply(Operator.IF, (is_null(operands[0]), FALSE, held), BOOL)
            case Operator.CAST if is_reference(node.type):
                return converted(operands[0], kind)
            case _:
                return ir.Apply(operator, operands, kind)

    def _storable(self, node: ir.Apply, operands: tuple[Expr, ...]) -> Expr:
        array, stored = operands
        possible = self.tags.possible(node.operands[0])
        return self.storable(array, possible, stored, self.tags.possible(node.operands[1]))

    def storable(self, array: Expr, arrays: int, stored: Expr, possible: int) -> Expr:
        """Whether an array with one of some tags may hold a reference."""
        by_array: Expr = FALSE
        for some, inside in self.tags.held(arrays):
            fits = self.is_one_of(stored, inside, possible)
            here = self.tagged(array, some, arrays)
            by_array = fits if by_array is FALSE else ir.Apply(Operator.IF, (here, fits, by_array), BOOL)
        allowed = ir.Apply(Operator.OR, (is_null(stored), by_array), BOOL)
        # the tag is read in any case, so that null has no answer
        return ir.Apply(Operator.IF, (_compared(Operator.DIFFERENT, self.tag(array), 0), allowed, FALSE), BOOL)


def moved(pointer: Expr, offset: Expr, kind: Type) -> Expr:
    """A pointer to what lies so many bytes behind."""
    return ir.Apply(Operator.POINTER_ADD, (pointer, offset), PointerType(kind))


def times(number: Expr, factor: int) -> Expr:
    """A 64-bit number times another one that is known."""
    return number if factor == 1 else ir.Apply(Operator.MULTIPLY, (number, ir.Const(factor, I64)), I64)


def converted(expression: Expr, kind: Type) -> Expr:
    """The expression in another type."""
    return expression if expression.type == kind else ir.Apply(Operator.CAST, (expression,), kind)


def is_null(pointer: Expr) -> Expr:
    """Whether a pointer is null."""
    return ir.Apply(Operator.EQUAL, (pointer, ir.Const(0, pointer.type)), BOOL)


def not_null(pointer: Expr) -> Expr:
    """Whether a pointer is not null."""
    return ir.Apply(Operator.NOT, (is_null(pointer),), BOOL)


def is_plain(expression: Expr) -> bool:
    """Say whether an expression has a value in every state."""
    return isinstance(expression, Variable | ir.Const)


def _compared(operator: Operator, tag: Expr, number: int) -> Expr:
    return ir.Apply(operator, (tag, ir.Const(number, I32)), BOOL)
