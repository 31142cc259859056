"""Clang's types as plain tuples, numbered; the same type has the same number in every translation unit.

The forms are ``("void",)``, ``("bool",)``, ``("int", bits, signed)``, ``("float", bits)``,
``("pointer", target, constant)``, ``("array", element, length)`` with a length of -1 (not known) or -2 (variable),
``("function", result, parameters, variadic, prototype)``, ``("record", number)``, ``("atomic", value)`` and
``("other", spelling)``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vexil.frontends.c.clang_library import CONTINUE, ClangType, Cursor, text_of, visit_fields
from vexil.frontends.c.kinds import Kind

TypeTuple = tuple[Any, ...]

VOID, BOOL, LONG_DOUBLE, FLOAT128 = 2, 3, 23, 30
UNSIGNED = frozenset({4, 5, 6, 7, 8, 9, 10, 11, 12})
SIGNED = frozenset({13, 14, 15, 16, 17, 18, 19, 20})
FLOATS = {21: 32, 22: 64, 31: 16, 32: 16}
POINTER, RECORD, ENUM, NO_PROTOTYPE, PROTOTYPE = 101, 105, 106, 110, 111
CONSTANT_ARRAY, INCOMPLETE_ARRAY, VARIABLE_ARRAY, ATOMIC = 112, 114, 115, 177
ARRAYS = frozenset({CONSTANT_ARRAY, INCOMPLETE_ARRAY, VARIABLE_ARRAY})

Member = tuple[str, int, int, int, bool]
"""Name, type, offset in bits, width of a bit-field or -1, whether it is ``volatile``."""
Record = tuple[str, int, int, bool, tuple[Member, ...], str]
"""Tag, size in bytes (negative when incomplete), alignment, whether it is a union, members, where it is declared."""


def is_qualified(library: Any, kind: ClangType, test: Callable[[ClangType], int]) -> bool:
    """Whether a type is ``const`` or ``volatile``, as the test says, or an array of such elements."""
    while not test(kind):
        canonical = library.clang_getCanonicalType(kind)
        if test(canonical):
            return True
        if canonical.kind not in ARRAYS:
            return False
        kind = library.clang_getArrayElementType(kind if kind.kind in ARRAYS else canonical)
    return True


class TypeTable:
    """Numbers the types that are met."""

    def __init__(self, library: Any) -> None:
        self._library = library
        self.types: list[TypeTuple] = []
        self.records: list[Record | None] = []
        self._numbers: dict[TypeTuple, int] = {}
        self._by_identity: dict[int, int] = {}
        self._record_numbers: dict[int, int] = {}

    def number(self, kind: ClangType) -> int:
        """The number of a type, made when it is met first; qualifiers of the type itself are dropped."""
        identity = kind.first or 0
        cached = self._by_identity.get(identity)
        if cached is None:
            cached = self._by_identity[identity] = self._intern(self._describe(kind))
        return cached

    def decayed(self, kind: ClangType) -> int:
        """The number of a type of values: libclang shows decayed parameters as the arrays they were written as."""
        number = self.number(kind)
        if self.types[number][0] == "function":
            return self._intern(("pointer", number, False))
        if self.types[number][0] != "array":
            return number
        element = self._library.clang_getArrayElementType(self._library.clang_getCanonicalType(kind))
        constant = bool(self._library.clang_isConstQualifiedType(element))
        return self._intern(("pointer", self.types[number][1], constant))

    def agree(self, left: int, right: int) -> bool:
        """Whether two units may declare one thing with these types: sizes and kinds of values are the same."""
        if left == right:
            return True
        first, second = self.types[left], self.types[right]
        if "other" in (first[0], second[0]):
            return True
        match first, second:
            case ("int", width, _), ("int", other, _):
                return bool(width == other)
            case ("pointer", *_), ("pointer", *_):
                return True
            case ("array", element, length), ("array", other, size):
                return self.agree(element, other) and (length == size or min(length, size) < 0)
            case ("record", number), ("record", other):
                one, two = self.records[number], self.records[other]
                return one is None or two is None or one[1] == two[1] or min(one[1], two[1]) < 0
            case ("atomic", value), _:
                return self.agree(value, right)
            case _, ("atomic", value):
                return self.agree(left, value)
            case ("function", result, parameters, variadic, prototype), ("function", given, others, dots, known):
                if not self.agree(result, given) or not (prototype and known):
                    return self.agree(result, given)
                same = len(parameters) == len(others) and variadic == dots
                return same and all(self.agree(*pair) for pair in zip(parameters, others, strict=True))
            case _:
                return False

    def _intern(self, described: TypeTuple) -> int:
        number = self._numbers.get(described)
        if number is None:
            number = self._numbers[described] = len(self.types)
            self.types.append(described)
        return number

    def _describe(self, kind: ClangType) -> TypeTuple:
        lib = self._library
        kind = lib.clang_getCanonicalType(kind)
        which = kind.kind
        if which == VOID:
            return ("void",)
        if which == BOOL:
            return ("bool",)
        if which in SIGNED or which in UNSIGNED:
            return ("int", 8 * lib.clang_Type_getSizeOf(kind), which in SIGNED)
        if which in FLOATS:
            return ("float", FLOATS[which])
        if which == LONG_DOUBLE:
            return ("float", 80)
        if which == FLOAT128:
            return ("float", 128)
        if which == POINTER:
            target = lib.clang_getPointeeType(kind)
            return ("pointer", self.number(target), bool(lib.clang_isConstQualifiedType(target)))
        if which in (CONSTANT_ARRAY, INCOMPLETE_ARRAY, VARIABLE_ARRAY):
            length = {CONSTANT_ARRAY: lib.clang_getArraySize(kind), INCOMPLETE_ARRAY: -1, VARIABLE_ARRAY: -2}[which]
            return ("array", self.number(lib.clang_getArrayElementType(kind)), length)
        if which == ENUM:
            underlying = lib.clang_getEnumDeclIntegerType(lib.clang_getTypeDeclaration(kind))
            return self._describe(underlying)
        if which == RECORD:
            return ("record", self._record(kind))
        if which in (PROTOTYPE, NO_PROTOTYPE):
            count = max(0, lib.clang_getNumArgTypes(kind))
            parameters = tuple(self.number(lib.clang_getArgType(kind, i)) for i in range(count))
            result = self.number(lib.clang_getResultType(kind))
            prototype = which == PROTOTYPE
            variadic = prototype and bool(lib.clang_isFunctionTypeVariadic(kind))
            return ("function", result, parameters, variadic, prototype)
        if which == ATOMIC:
            return ("atomic", self.number(lib.clang_Type_getValueType(kind)))
        return ("other", text_of(lib, lib.clang_getTypeSpelling(kind)))

    def _record(self, kind: ClangType) -> int:
        lib = self._library
        declaration = lib.clang_getCanonicalCursor(lib.clang_getTypeDeclaration(kind))
        cached = self._record_numbers.get(declaration.first)
        if cached is not None:
            return cached
        number = self._record_numbers[declaration.first] = len(self.records)
        self.records.append(None)
        size, alignment = lib.clang_Type_getSizeOf(kind), lib.clang_Type_getAlignOf(kind)
        members: list[Member] = []

        def visit(field: Cursor, _: Any) -> int:
            width = lib.clang_getFieldDeclBitWidth(field) if lib.clang_Cursor_isBitField(field) else -1
            name = text_of(lib, lib.clang_getCursorSpelling(field))
            name = "" if "(" in name else name
            offset = lib.clang_Cursor_getOffsetOfField(field)
            described = lib.clang_getCursorType(field)
            volatile = is_qualified(lib, described, lib.clang_isVolatileQualifiedType)
            members.append((name, self.number(described), offset, width, volatile))
            return CONTINUE

        if size >= 0:
            visit_fields(lib, kind, visit)
        spelled = text_of(lib, lib.clang_getCursorSpelling(declaration))
        tag = "" if "(" in spelled else spelled
        full = text_of(lib, lib.clang_getTypeSpelling(kind))
        union = declaration.kind == Kind.UNION_DECL
        self.records[number] = (tag, size, alignment, union, tuple(members), full)
        return number
