"""Random well-typed expressions over a given set of variables and declarations."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random

from vexil.ir.arithmetic import round32
from vexil.ir.expressions import (
    AddressOf,
    Apply,
    CodeAddress,
    Const,
    Deref,
    Element,
    Expr,
    Field,
    Operator,
    Place,
    Variable,
)
from vexil.ir.program import ClassDeclaration, StructDeclaration, TokenSet
from vexil.ir.types import (
    BOOL,
    F32,
    F64,
    I8,
    I16,
    I32,
    I64,
    INT,
    LOCK,
    THREAD,
    U8,
    U16,
    U32,
    U64,
    VOID_POINTER,
    ArrayReferenceType,
    BlockType,
    BoolType,
    CodeType,
    FloatType,
    IntegerType,
    LockType,
    MathType,
    PointerType,
    ReferenceType,
    StructType,
    ThreadType,
    TokenType,
    Type,
)
from vexil.ir.typing import (
    ARITHMETIC,
    BITWISE,
    CONNECTIVES,
    EQUALITIES,
    ORDERINGS,
    SHIFTS,
    address_of,
    apply,
    bit_field,
    deref,
    element,
    literal,
    type_test,
)
from vexil.ir.typing import (
    field as field_of,
)

ODD_NAMES = (
    "x", "count", "a.b", "x::y", "$tmp", "_", "lock", "true", "function", "return", "all", "on", "virtual", "type",
    "among", "when", "instance", "token", "pointer", "null",
    "range", "ite", "deref", "two words", "it's", 'say "hello"', "line\nbreak", "tab\there", "back\\slash", "\\'",
    "", "'", "ünï", "0zero", "a-b", "put(int)", "//c", "/*", "{", "@1-2", "n1", "n2", "n3", "i32", "-", "\x00",
    "\u2028", "\r", "\ud800", "😀",
)  # fmt: skip

SCALARS: tuple[Type, ...] = (
    BOOL, INT, I8, I16, I32, I64, U8, U16, U32, U64, IntegerType(7, True), IntegerType(1, False), F32, F64,
)  # fmt: skip

FLOATS = (0.0, -0.0, 1.5, -2.25, 0.1, 1e22, 1e-7, 5e-324, 1.7976931348623157e308, math.inf, -math.inf, math.nan)


def ordered(operators: frozenset[Operator]) -> list[Operator]:
    """The operators of a set in the order of their definition."""
    return [operator for operator in Operator if operator in operators]


@dataclass
class World:
    """What expressions may refer to."""

    random: Random
    token_sets: dict[str, TokenSet] = field(default_factory=dict)
    structs: dict[str, StructDeclaration] = field(default_factory=dict)
    classes: dict[str, ClassDeclaration] = field(default_factory=dict)
    globals: dict[str, Variable] = field(default_factory=dict)
    locals: dict[str, Variable] = field(default_factory=dict)
    addressable: set[tuple[str, bool]] = field(default_factory=set)
    signatures: dict[str, tuple[list[Type], Type | None]] = field(default_factory=dict)

    def variables(self) -> list[Variable]:
        """All variables in scope."""
        return [*self.globals.values(), *self.locals.values()]

    def type(self) -> Type:
        """Any type a register may have."""
        random = self.random
        choice = random.randrange(10)
        if choice < 4:
            return random.choice(SCALARS)
        makers: list[Callable[[], Type]] = [
            lambda: TokenType(random.choice(sorted(self.token_sets))),
            lambda: ReferenceType(random.choice(sorted(self.classes))),
            lambda: ArrayReferenceType(random.choice([*SCALARS, ReferenceType(sorted(self.classes)[0])])),
            lambda: PointerType(self.memory_type()),
            lambda: PointerType(PointerType(I32)),
            lambda: PointerType(CodeType(random.choice([None, I32]), (I32, VOID_POINTER), random.random() < 0.5)),
            lambda: VOID_POINTER,
            lambda: THREAD,
            lambda: LOCK,
        ]
        return random.choice(makers)()

    def memory_type(self) -> Type:
        """Any type that can be in byte memory."""
        random = self.random
        sized = [kind for kind in SCALARS if kind != INT]
        return random.choice(
            [
                *sized,
                StructType(random.choice(sorted(self.structs))),
                BlockType(random.choice(sized), random.choice([1, 4, None])),
                BlockType(BlockType(I32, 2), 3),
                PointerType(I32),
            ]
        )

    # --- expressions -------------------------------------------------------------------------------------

    def constant(self, kind: Type) -> Const:
        """A literal of the type."""
        random = self.random
        match kind:
            case BoolType():
                return Const(random.random() < 0.5, kind)
            case IntegerType():
                return literal(random.choice([0, kind.low, kind.high]), kind)
            case MathType():
                return literal(random.choice([0, 1, -5, 10**30, -(1 << 20000)]), kind)
            case FloatType(width):
                value = random.choice(FLOATS)
                return literal(round32(value) if width == 32 else value, kind)
            case TokenType(name):
                return literal(random.randrange(len(self.token_sets[name].tokens)), kind)
            case PointerType():
                return literal(random.choice([0, 0, 4096, -1]), kind)
            case LockType():
                return literal(random.choice([0, 3, -2]), kind)
            case _:
                return literal(0, kind)

    def expression(self, kind: Type, depth: int = 3) -> Expr:
        """An expression of the type."""
        random = self.random
        known = [variable for variable in self.variables() if variable.type == kind]
        if depth <= 0 or random.random() < 0.2:
            return random.choice(known) if known and random.random() < 0.7 else self.constant(kind)
        makers = [*self._general(kind, depth - 1), *self._specific(kind, depth - 1)]
        return random.choice(makers)()

    def _general(self, kind: Type, depth: int) -> list[Callable[[], Expr]]:
        makers: list[Callable[[], Expr]] = [
            lambda: apply(Operator.IF, self.expression(BOOL, depth), *[self.expression(kind, depth) for _ in "ab"]),
            lambda: element(self.expression(ArrayReferenceType(kind), depth), self.expression(I32, depth)),
        ]
        if not isinstance(kind, MathType):
            makers.append(lambda: deref(self.expression(PointerType(kind), depth), kind))
        for name, declaration in self.classes.items():
            makers += [
                partial(self._field, name, declared.name, kind, depth)
                for declared in declaration.fields
                if declared.type == kind
            ]
        return makers

    def _field(self, class_name: str, name: str, kind: Type, depth: int) -> Expr:
        return field_of(self.expression(ReferenceType(class_name), depth), class_name, name, kind)

    def _specific(self, kind: Type, depth: int) -> list[Callable[[], Expr]]:
        match kind:
            case BoolType():
                return self._conditions(depth)
            case IntegerType() | MathType() | FloatType():
                return self._numbers(kind, depth)
            case PointerType():
                return self._pointers(kind, depth)
            case ReferenceType() | ArrayReferenceType():
                other = self.reference_type()
                return [
                    lambda: self._cast(Operator.CAST, other, kind, depth),
                    lambda: Apply(
                        Operator.IF,
                        (self.expression(BOOL, depth), self.expression(kind, depth), self.expression(other, depth)),
                        kind,
                    ),
                    lambda: Apply(
                        Operator.IF,
                        (self.expression(BOOL, depth), self.expression(other, depth), self.expression(kind, depth)),
                        kind,
                    ),
                ]
            case ThreadType():
                return [lambda: apply(Operator.CURRENT_THREAD)]
            case _:
                return []

    def reference_type(self) -> Type:
        """Any type of references."""
        kinds: list[Type] = [ReferenceType(name) for name in sorted(self.classes)]
        return self.random.choice([*kinds, ArrayReferenceType(I32), ArrayReferenceType(INT)])

    def _cast(self, operator: Operator, source: Type, target: Type, depth: int) -> Expr:
        return Apply(operator, (self.expression(source, depth),), target)

    def _conditions(self, depth: int) -> list[Callable[[], Expr]]:
        random, expression = self.random, self.expression
        numbers: list[Type] = [I32, INT, F64, U8, PointerType(I32)]
        number = random.choice(numbers)
        anything = self.type()
        pointer, reference = PointerType(self.memory_type()), self.reference_type()
        lockables: list[Type] = [pointer, reference, LOCK]
        scalars: list[Type] = [INT, F32, pointer]
        return [
            lambda: apply(random.choice(ordered(ORDERINGS)), expression(number, depth), expression(number, depth)),
            lambda: apply(random.choice(ordered(EQUALITIES)), expression(anything, depth), expression(anything, depth)),
            lambda: apply(random.choice(ordered(CONNECTIVES)), expression(BOOL, depth), expression(BOOL, depth)),
            lambda: apply(Operator.NOT, expression(BOOL, depth)),
            lambda: apply(Operator.IS_NAN, expression(random.choice([F32, F64]), depth)),
            lambda: apply(Operator.SAME_OBJECT, expression(pointer, depth), expression(VOID_POINTER, depth)),
            lambda: apply(Operator.ACCESSIBLE, expression(pointer, depth), expression(I64, depth)),
            lambda: apply(Operator.HEAP_BASE, expression(pointer, depth)),
            lambda: apply(random.choice([Operator.ALIVE, Operator.INTERRUPTED]), expression(THREAD, depth)),
            lambda: apply(Operator.HOLDS_LOCK, expression(random.choice(lockables), depth)),
            lambda: apply(Operator.LOCKED, expression(random.choice(lockables), depth)),
            lambda: apply(
                Operator.STORABLE,
                expression(ArrayReferenceType(F64), depth),
                expression(ArrayReferenceType(F64), depth),
            ),
            lambda: apply(Operator.LEAKED),
            lambda: type_test(expression(reference, depth), self.reference_type()),
            lambda: bit_field(expression(pointer, depth), U32, random.randrange(32), 1, BOOL),
            lambda: self._cast(Operator.CAST, random.choice(scalars), BOOL, depth),
        ]

    def _numbers(self, kind: IntegerType | MathType | FloatType, depth: int) -> list[Callable[[], Expr]]:
        random, expression = self.random, self.expression
        pointer = PointerType(self.memory_type())
        makers: list[Callable[[], Expr]] = [
            lambda: apply(random.choice(ordered(ARITHMETIC)), expression(kind, depth), expression(kind, depth)),
            lambda: apply(random.choice(ordered(ARITHMETIC)), expression(kind, depth), expression(kind, depth)),
            lambda: apply(Operator.NEGATE, expression(kind, depth)),
            lambda: self._cast(Operator.CAST, random.choice(SCALARS), kind, depth),
        ]
        if isinstance(kind, IntegerType):
            makers += [
                lambda: apply(random.choice(ordered(BITWISE)), expression(kind, depth), expression(kind, depth)),
                lambda: apply(random.choice(ordered(SHIFTS)), expression(kind, depth), expression(U8, depth)),
                lambda: apply(Operator.COMPLEMENT, expression(kind, depth)),
                lambda: self._cast(Operator.SATURATE, random.choice([F32, F64]), kind, depth),
                lambda: self._cast(Operator.CAST, pointer, kind, depth),
                lambda: bit_field(expression(pointer, depth), U16, 3, 5, kind),
            ]
        if isinstance(kind, FloatType):
            makers.append(lambda: apply(Operator.SQUARE_ROOT, expression(kind, depth)))
        if kind == I32:
            makers.append(lambda: apply(Operator.ARRAY_LENGTH, expression(ArrayReferenceType(F64), depth)))
        if kind == I64:
            makers += [
                lambda: apply(random.choice([Operator.OFFSET, Operator.OBJECT_SIZE]), expression(pointer, depth)),
                lambda: apply(Operator.POINTER_DIFFERENCE, expression(pointer, depth), expression(pointer, depth)),
            ]
        return makers

    def _pointers(self, kind: PointerType, depth: int) -> list[Callable[[], Expr]]:
        random, expression = self.random, self.expression
        counts: list[Type] = [INT, U64]
        sources: list[Type] = [VOID_POINTER, U64]
        makers: list[Callable[[], Expr]] = [
            lambda: apply(Operator.POINTER_ADD, expression(kind, depth), expression(random.choice(counts), depth)),
            lambda: Apply(Operator.POINTER_ADD, (expression(VOID_POINTER, depth), expression(I64, depth)), kind),
            lambda: self._cast(Operator.CAST, random.choice(sources), kind, depth),
        ]
        places = [v for v in self.variables() if (v.name, v.is_global) in self.addressable]
        if places:
            makers.append(lambda: AddressOf(random.choice(places), kind))
            makers.append(lambda: Apply(Operator.CAST, (address_of(random.choice(places)),), kind))
        if isinstance(kind.target, CodeType) and self.signatures:
            makers.append(lambda: CodeAddress(random.choice(sorted(self.signatures)), kind))
        return makers

    def place(self, kind: Type) -> Place:
        """A place whose values have the type."""
        known = [variable for variable in self.variables() if variable.type == kind]
        if known and self.random.random() < 0.6:
            return self.random.choice(known)
        made = self.random.choice(self._general(kind, 1)[1:])()
        assert isinstance(made, Deref | Field | Element)
        return made
