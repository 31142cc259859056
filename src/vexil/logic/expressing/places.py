"""Variables, pointers and what is read from memory as expressions.

A read is only expressed by a place for which translation gives the very same term: the partition of memory decides
which array an access goes to, and it is asked about the place that was made up here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vexil.ir import expressions as ir
from vexil.ir.expressions import Expr, Operator, Variable
from vexil.ir.program import Program
from vexil.ir.rewriting import rewrite
from vexil.ir.types import (
    I32,
    VOID_POINTER,
    ArrayReferenceType,
    BlockType,
    BoolType,
    FloatType,
    IntegerType,
    LockType,
    PointerType,
    StructType,
    ThreadType,
    TokenType,
    Type,
    is_aggregate,
    is_reference,
)
from vexil.ir.typing import address_of, apply, cast, deref, element, field, fits, literal
from vexil.logic.expressing.numbers import constant, counted, integer_type, retyped, unextended
from vexil.logic.expressing.values import Inexpressible, Owner, Value
from vexil.logic.pointers import FIRST_FUNCTION
from vexil.logic.space import Space, Untranslatable
from vexil.logic.terms import LARGEST_TREE, Term
from vexil.logic.translate import Translator


class Places:
    """Makes expressions of one function for symbols, addresses and reads."""

    def __init__(self, space: Space, function: str, given: Mapping[Term, Variable]) -> None:
        self._space = space
        self._function = function
        self._given = given
        self._translator = Translator(space, function)
        self._own = {
            variable: own for symbol, variable in given.items() if (own := self._variable_of(symbol, variable))
        }
        self._foreign = frozenset(given.values()) - self._own.keys()

    def _variable_of(self, symbol: Term, given: Variable) -> Variable | None:
        """The variable of the function that a given one is an earlier value of, for asking what it may point to."""
        name = str(symbol.payload).removeprefix(f"{self._function}::").partition("@")[0]
        declared = self._space.program.functions[self._function].variables.get(name)
        return Variable(name, declared.type, False) if declared is not None and declared.type == given.type else None

    def variable(self, symbol: Term) -> Value:
        """The register that a symbol stands for, or the number of the object of a variable in memory."""
        given = self._given.get(symbol)
        if given is not None:
            return given
        name = str(symbol.payload)
        space = self._space
        for variable in self._named(name):
            register = space.register(self._function, variable)
            if register is not None and space.symbol(register) is symbol:
                return variable
        for variable in self._named(name.removesuffix(".object")) if name.endswith(".object") else ():
            holder = space.object_variable(self._function, variable)
            if holder is not None and space.symbol(holder) is symbol:
                return Owner(address_of(variable))
        raise Inexpressible

    def _named(self, name: str) -> Iterator[Variable]:
        """The variables in scope that have a name in the state."""
        program = self._space.program
        declared = self._space.global_called(name)
        if declared is not None:
            yield Variable(declared.name, declared.type, True)
        own = name.removeprefix(f"{self._function}::")
        if own != name:
            declared = program.functions[self._function].variables.get(own)
            if declared is not None:
                yield Variable(own, declared.type, False)

    # --- pointers ----------------------------------------------------------------------------------------

    def pointer(self, value: Value, depth: int = LARGEST_TREE) -> Expr:
        """A value as a pointer: literals may have the numbers of objects, other numbers are absolute addresses."""
        width = self._space.pointers.sort.width
        match value:
            case ir.Const(number, IntegerType(own, _)) if own == width:
                return self.address(int(number) & ((1 << width) - 1))
            case ir.Apply(Operator.IF, (condition, first, second), IntegerType()) if depth > 0:
                branches = (self.pointer(branch, depth - 1) for branch in (first, second))
                return apply(Operator.IF, condition, *branches)
            case ir.Apply(Operator.CAST, (operand,), IntegerType(own, _)) if own == width:
                source = operand.type
                if isinstance(source, IntegerType) and not source.signed and source.width <= self._space.pointers.width:
                    return cast(operand, VOID_POINTER)
                raise Inexpressible
            case Owner():
                raise Inexpressible
            case _:
                if not isinstance(value.type, PointerType):
                    raise Inexpressible
                return value

    def address(self, value: int) -> Expr:
        """The pointer with a known value."""
        space = self._space
        number, offset = space.pointers.split(value)
        if number == 0:
            return ir.Const(offset, VOID_POINTER)
        base: Expr
        if number >= FIRST_FUNCTION:
            names = list(space.program.functions)
            if number - FIRST_FUNCTION >= len(names):
                raise Inexpressible
            base = ir.CodeAddress(names[number - FIRST_FUNCTION], VOID_POINTER)
        else:
            named = space.objects.get(number)
            candidates = self._named(named[0]) if named is not None else iter(())
            place = space.pointers.constant(number)
            variable = next(
                (item for item in candidates if space.address(space.initial, self._function, item) is place), None
            )
            if variable is None:
                raise Inexpressible
            base = address_of(variable)
        return apply(Operator.POINTER_ADD, base, ir.Const(offset, self._word)) if offset else base

    def owner(self, value: Value, depth: int = LARGEST_TREE) -> Owner:
        """A value as the number of an object."""
        match value:
            case Owner():
                return value
            case ir.Const(number, IntegerType(width, _)):
                return Owner(self.address((int(number) & ((1 << width) - 1)) << self._space.pointers.width))
            case ir.Apply(Operator.IF, (condition, first, second), IntegerType()) if depth > 0:
                sides = (self.owner(branch, depth - 1).pointer for branch in (first, second))
                return Owner(apply(Operator.IF, condition, *sides))
            case _:
                raise Inexpressible

    @property
    def _word(self) -> IntegerType:
        return IntegerType(self._space.pointers.width, True)

    def offset(self, pointer: Expr) -> Expr:
        """The offset of a pointer in its object."""
        return cast(apply(Operator.OFFSET, pointer), self._word)

    def object_size(self, owner: Owner) -> Expr:
        """The size of an object that lives."""
        return cast(apply(Operator.OBJECT_SIZE, owner.pointer), self._word)

    def start(self, owner: Owner) -> Expr:
        """The pointer to the first byte of an object."""
        return self.placed(owner, constant(0, self._word))

    def placed(self, owner: Owner, offset: Expr) -> Expr:
        """The pointer with these parts."""
        pointer = owner.pointer
        if isinstance(pointer, ir.AddressOf | ir.CodeAddress) or (isinstance(pointer, ir.Const) and pointer.value == 0):
            return self.moved(pointer, offset)
        own = self.offset(pointer)
        if isinstance(offset, ir.Const) and offset.value == 0:
            return self.moved(pointer, apply(Operator.NEGATE, own))
        return self.moved(pointer, apply(Operator.SUBTRACT, retyped(offset, True), own))

    def moved(self, pointer: Expr, count: Expr) -> Expr:
        """The pointer so many bytes further."""
        integer_type(count)
        if isinstance(count, ir.Const):
            return apply(Operator.POINTER_ADD, pointer, retyped(count, True)) if count.value else pointer
        return apply(Operator.POINTER_ADD, pointer, unextended(count))

    # --- literals of other types -------------------------------------------------------------------------

    def matched(self, value: Value, kind: Type) -> Expr:
        """A value as one of a type that is no integer: only literals need anything done."""
        if isinstance(value, Owner):
            raise Inexpressible
        if isinstance(kind, PointerType):
            pointer = self.pointer(value)
            return ir.Const(pointer.value, kind) if isinstance(pointer, ir.Const) else pointer
        if isinstance(value, ir.Const) and isinstance(value.type, IntegerType):
            number = int(value.value) & ((1 << value.type.width) - 1)
            is_known = not isinstance(kind, TokenType) or number < len(self._space.program.token_sets[kind.name].tokens)
            has_numbers = isinstance(kind, TokenType | LockType | ThreadType) or is_reference(kind)
            if is_known and has_numbers and fits(number, kind):
                return literal(number, kind)
            raise Inexpressible
        if value.type == kind or (is_reference(kind) and is_reference(value.type)):
            return value
        raise Inexpressible

    # --- reads -------------------------------------------------------------------------------------------

    def read(self, wanted: Term, address: Term, pointer: Expr, kinds: tuple[Type, ...] = ()) -> Expr:
        """The place at an address whose value is *wanted*; *kinds* are tried after what is declared there."""
        if isinstance(pointer, ir.AddressOf) and not is_aggregate(pointer.variable.type):
            variable = pointer.variable
            if self._loaded(variable, address, variable.type) is wanted:
                return variable
        for kind in dict.fromkeys((*self._declared(pointer), *kinds)):
            place = deref(pointer, kind)
            if self._loaded(place, address, kind) is wanted:
                return place
        raise Inexpressible

    def _loaded(self, place: Variable | ir.Deref, address: Term, kind: Type) -> Term | None:
        if self._given and isinstance(place, ir.Deref):
            place = deref(self._at_hand(place.operands[0]), kind)
        try:
            return self._translator.memory.load(self._space.initial, place, address, kind)[0]
        except Untranslatable:
            return None

    def _at_hand(self, pointer: Expr) -> Expr:
        """A pointer with variables of the function in place of given ones: what those point to, they may point to."""
        if any(node in self._foreign for node in ir.postorder(pointer)):
            raise Inexpressible
        return rewrite(pointer, lambda node: self._own.get(node, node) if isinstance(node, Variable) else node)

    def owner_read(self, wanted: Term, address: Term, pointer: Expr) -> Owner:
        """The object that a pointer in memory points into, where memory is kept as bytes."""
        place = deref(pointer, VOID_POINTER)
        loaded = self._loaded(place, address, VOID_POINTER)
        if loaded is None or self._space.pointers.object_of(loaded) is not wanted:
            raise Inexpressible
        return Owner(place)

    def _declared(self, pointer: Expr) -> list[Type]:
        return declared_scalars(self._space.program, pointer)

    def sizes(self, pointer: Expr, most: int) -> list[int]:
        """The sizes that a scalar at a pointer may have, those of declared ones first."""
        declared = [self._space.size(kind) for kind in self._declared(pointer)]
        return [size for size in dict.fromkeys((*declared, 8, 4, 2, 1)) if size <= most]

    def heap_read(self, wanted: Term, name: str, reference: Expr) -> Expr:
        """A field of an instance, or the length of an array object."""
        heap, initial, program = self._translator.heap, self._space.initial, self._space.program
        index = wanted.args[1]
        if not is_reference(reference.type):
            raise Inexpressible
        if isinstance(reference.type, ArrayReferenceType) and heap.length(initial, index)[0] is wanted:
            return apply(Operator.ARRAY_LENGTH, reference)
        class_name, _, own = name.rpartition("::")
        if class_name in program.classes:
            for declared in program.classes[class_name].fields:
                if declared.name == own and heap.field(initial, index, class_name, own, declared.type)[0] is wanted:
                    return field(reference, class_name, own, declared.type)
        raise Inexpressible

    def element_read(self, wanted: Term, array: Expr, index: Expr) -> Expr:
        """An element of an array object."""
        reference, place = wanted.args[1].args
        if not isinstance(array.type, ArrayReferenceType):
            raise Inexpressible
        read = self._translator.heap.element(self._space.initial, reference, place, array.type.element)
        if read[0] is not wanted:
            raise Inexpressible
        return element(array, counted(index, True, I32) if isinstance(index, ir.Const) else unextended(index))


def declared_scalars(program: Program, pointer: Expr) -> list[Type]:
    """The types of scalars that may lie at a pointer by its type, those at its known offset first."""
    offset: int | None = 0
    while isinstance(pointer, ir.Apply) and pointer.operator is Operator.POINTER_ADD:
        pointer, count = pointer.operands
        offset = offset + int(count.value) if offset is not None and isinstance(count, ir.Const) else None
    target = pointer.type.target if isinstance(pointer.type, PointerType) else None
    if target is None:
        return []
    size = 0
    if isinstance(target, BlockType) and offset is not None:
        size = program.layout.size_of(target.element, program.structs)
    place = offset % size if size and offset is not None else offset
    return [kind for _, kind in sorted(_scalars(program, target), key=lambda item: item[0] != place)]


def _scalars(program: Program, target: Type) -> Iterator[tuple[int, Type]]:
    """The scalars of a type with their offsets; of an array only the first element."""
    pending: list[tuple[int, Type]] = [(0, target)]
    while pending:
        offset, kind = pending.pop()
        match kind:
            case BlockType(inner, _):
                pending.append((offset, inner))
            case StructType(name):
                members = program.structs[name].members
                pending.extend((offset + member.offset, member.type) for member in reversed(members))
            case IntegerType() | BoolType() | FloatType() | PointerType():
                yield offset, kind
            case _:
                pass
