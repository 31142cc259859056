"""Writing syntax trees: nodes in pre-order, in parallel arrays."""

from __future__ import annotations

import re
from array import array
from typing import Any, Protocol

from vexil.frontends.c.calibration import (
    SIZE_OPERAND,
    Calibration,
    asm_outputs,
    atomic_operation,
    byte_at,
    designator_kinds,
    for_parts,
    generic_result,
    measured_type,
    pointer_at,
)
from vexil.frontends.c.clang_library import CONTINUE, RECURSE, Cursor, text_of, visit_children
from vexil.frontends.c.kinds import Kind, Unary
from vexil.frontends.c.reader_files import Files
from vexil.frontends.c.reader_types import TypeTable

PLAIN_DATA = re.compile(rb"[\s{}0-9xXa-fA-FuUlL,+\-]*")
LARGE_LIST = 20_000
SKIPPED = frozenset({Kind.TYPE_REF, Kind.STRUCT_DECL, Kind.UNION_DECL, Kind.ENUM_DECL, Kind.TYPEDEF_DECL})
VALUES = frozenset({
    Kind.PARAMETER, Kind.IMPLICIT_CAST, Kind.CAST, Kind.BINARY, Kind.COMPOUND_ASSIGNMENT, Kind.CONDITIONAL, Kind.CALL,
    Kind.BINARY_CONDITIONAL, Kind.VA_ARG, Kind.STATEMENT_EXPR,
})  # fmt: skip
"""Expressions that are never lvalues, so that an array type means a pointer."""
CONSTANTS = frozenset({Kind.INTEGER, Kind.FLOATING, Kind.CHARACTER, Kind.SIZE_OF})
SPELLED = frozenset({Kind.MEMBER, Kind.MEMBER_REF, Kind.STRING, Kind.LABEL, Kind.LABEL_REF})
"""Nodes whose value or name is kept."""
UNEXPOSED_ATTRIBUTE = 400
EXTERN = 2
"""The storage class of what is declared ``extern``."""
ATTRIBUTES = re.compile(r"_*(?:cleanup|constructor|destructor|ifunc|alias|weakref)")


class Declarations(Protocol):
    """Whoever numbers declarations."""

    def declaration(self, cursor: Cursor) -> int:
        """The number of a declaration."""

    def reference(self, cursor: Cursor, before: list[int]) -> int:
        """The number of the declaration that a name refers to; *before* are the kinds of the nodes above it."""

    def is_parameter(self, declaration: int) -> bool:
        """Whether a declaration is a parameter."""


class Nodes:
    """The nodes of all trees that are read."""

    def __init__(
        self, library: Any, calibration: Calibration, files: Files, types: TypeTable, declarations: Declarations
    ) -> None:
        self._library = library
        self._calibration = calibration
        self._files = files
        self._types = types
        self._declarations = declarations
        self.kinds, self.sizes, self.type_numbers = array("H"), array("i"), array("i")
        self.file_numbers, self.starts, self.ends = array("i"), array("I"), array("I")
        self.extra: dict[int, Any] = {}
        self.initialisers: dict[int, int] = {}
        self.attributes: dict[int, str] = {}
        self.depth = 0

    def subtree(self, root: Cursor) -> int:
        """Write a node and everything below it; give its number."""
        lib = self._library
        top = self._enter(root, root.kind)
        stack = [(root.second if root.kind >= 100 else root.first, top)]
        waiting: dict[Any, int] = {}
        self._await_initialiser(root, top, waiting)
        sizes = self.sizes
        skipped, parameter, function = SKIPPED, int(Kind.PARAMETER), int(Kind.FUNCTION_DECL)

        def visit(cursor: Cursor, parent: Cursor, _: Any) -> int:
            kind = cursor.kind
            if kind in skipped or kind >= 300:
                if kind == UNEXPOSED_ATTRIBUTE:
                    self._note_attribute(cursor, stack)
                return CONTINUE
            key = parent.second if parent.kind >= 100 else parent.first
            if kind >= 100 and cursor.second == key:
                return RECURSE  # a constant expression shows as its own child
            while stack[-1][0] != key:
                _, done = stack.pop()
                sizes[done] = len(sizes) - done
            above = stack[-1][1]
            if kind == parameter and self.kinds[above] != function:
                return CONTINUE
            number = self._enter(cursor, kind)
            self.depth = max(self.depth, len(stack))
            if kind == Kind.VAR_DECL:
                self._await_initialiser(cursor, number, waiting)
            elif waiting.get(cursor.second) == above:
                self.initialisers[above] = number
            if number in self.extra and self.kinds[number] == Kind.LITERALS:
                return CONTINUE
            stack.append((cursor.second if kind >= 100 else cursor.first, number))
            return RECURSE

        visit_children(lib, root, visit)
        while stack:
            _, done = stack.pop()
            sizes[done] = len(sizes) - done
        return top

    def _note_attribute(self, cursor: Cursor, stack: list[tuple[Any, int]]) -> None:
        """Keep the text of an attribute that changes what a program does."""
        text = self._files.text(self._library.clang_getCursorExtent(cursor))
        if ATTRIBUTES.match(text):
            number = next(
                number for _, number in reversed(stack) if self.kinds[number] in (Kind.FUNCTION_DECL, Kind.VAR_DECL)
            )
            self.attributes[number] = text

    def _await_initialiser(self, cursor: Cursor, number: int, waiting: dict[Any, int]) -> None:
        if cursor.kind == Kind.VAR_DECL:
            initialiser = self._library.clang_Cursor_getVarDeclInitializer(cursor)
            if initialiser.second and initialiser.kind >= 100:
                waiting[initialiser.second] = number

    def _enter(self, cursor: Cursor, kind: int) -> int:
        lib = self._library
        number = len(self.kinds)
        file, start, end = self._files.range(lib.clang_getCursorExtent(cursor))
        extra: Any = None
        if kind == Kind.UNEXPOSED_EXPR:
            kind, extra = self._unexposed(cursor)
        elif kind == Kind.DECL_REF:
            extra = self._declarations.reference(cursor, list(self.kinds[-2:]))
        elif kind in (Kind.BINARY, Kind.COMPOUND_ASSIGNMENT):
            extra = lib.clang_getCursorBinaryOperatorKind(cursor)
        elif kind == Kind.UNARY:
            extra = lib.clang_getCursorUnaryOperatorKind(cursor)
        elif kind in CONSTANTS:
            extra = self._evaluate(cursor)
            if extra is None and kind == Kind.SIZE_OF and self._measures_type(cursor):
                extra = ("type", self._types.number(measured_type(cursor.second, cursor.third)))
        elif kind in SPELLED:
            extra = text_of(lib, lib.clang_getCursorSpelling(cursor))
            if kind in (Kind.MEMBER, Kind.MEMBER_REF) and "(" in extra:
                extra = ""  # a member without a name
        elif kind in (Kind.VAR_DECL, Kind.PARAMETER, Kind.FUNCTION_DECL):
            extra = self._declarations.declaration(cursor)
        elif kind == Kind.FOR:
            extra = for_parts(cursor.second)
        elif kind == Kind.ASM:
            extra = asm_outputs(cursor.second)
        elif kind == Kind.GENERIC:
            extra = generic_result(cursor.second)
        elif kind == Kind.INIT_LIST and end - start > LARGE_LIST and self._is_plain_data(cursor, file, start, end):
            kind, extra = int(Kind.LITERALS), True
        described = -1
        if kind < 200 or kind >= 900:
            is_value = (
                kind in VALUES
                or (kind == Kind.UNARY and extra != Unary.DEREFERENCE)
                or (kind == Kind.DECL_REF and self._declarations.is_parameter(extra))
            )
            number_of = self._types.decayed if is_value else self._types.number
            described = number_of(lib.clang_getCursorType(cursor))
        self.kinds.append(kind)
        self.sizes.append(1)
        self.type_numbers.append(described)
        self.file_numbers.append(file)
        self.starts.append(start)
        self.ends.append(end)
        if extra is not None:
            self.extra[number] = extra
        return number

    def _is_plain_data(self, cursor: Cursor, file: int, start: int, end: int) -> bool:
        described = self._types.types[self._types.number(self._library.clang_getCursorType(cursor))]
        while described[0] == "array":
            described = self._types.types[described[1]]
        if described[0] != "int" or file < 0:
            return False
        return PLAIN_DATA.fullmatch(self._files.content(file), start, end) is not None

    def _measures_type(self, cursor: Cursor) -> bool:
        """Whether ``sizeof`` is applied to a type: an expression would be a child with the same address."""
        operand = pointer_at(cursor.second + SIZE_OPERAND)
        children = []

        def visit(child: Cursor, _parent: Cursor, _: Any) -> int:
            children.append(child.second)
            return CONTINUE

        visit_children(self._library, cursor, visit)
        return operand not in children

    def _unexposed(self, cursor: Cursor) -> tuple[int, Any]:
        kind = self._calibration.classes.get(byte_at(cursor.second), int(Kind.UNKNOWN_EXPR))
        if kind in (Kind.CONSTANT, Kind.SOURCE_LOCATION):
            return kind, self._evaluate(cursor)
        if kind == Kind.DESIGNATED:
            return kind, designator_kinds(cursor.second)
        if kind == Kind.ATOMIC:
            return kind, self._calibration.atomics.get(atomic_operation(cursor.second), "")
        return kind, None

    def _evaluate(self, cursor: Cursor) -> int | float | None:
        lib = self._library
        result = lib.clang_Cursor_Evaluate(cursor)
        if not result:
            return None
        try:
            kind = lib.clang_EvalResult_getKind(result)
            if kind == 1:
                if lib.clang_EvalResult_isUnsignedInt(result):
                    return int(lib.clang_EvalResult_getAsUnsigned(result))
                return int(lib.clang_EvalResult_getAsLongLong(result))
            if kind == 2:
                return float(lib.clang_EvalResult_getAsDouble(result))
            return None
        finally:
            lib.clang_EvalResult_dispose(result)

    def response(self) -> dict[str, Any]:
        """The nodes as plain data."""
        return {
            "kinds": self.kinds.tobytes(),
            "sizes": self.sizes.tobytes(),
            "types": self.type_numbers.tobytes(),
            "file_numbers": self.file_numbers.tobytes(),
            "starts": self.starts.tobytes(),
            "ends": self.ends.tobytes(),
            "extra": self.extra,
            "initialisers": self.initialisers,
            "attributes": self.attributes,
            "depth": self.depth,
        }


def has_value(library: Any, variable: Cursor) -> bool:
    """Whether a variable is declared with an initial value."""
    initialiser = library.clang_Cursor_getVarDeclInitializer(variable)
    return bool(initialiser.second) and initialiser.kind >= 100


def is_mere_declaration(library: Any, variable: Cursor) -> bool:
    """Whether a variable is declared ``extern`` without an initial value."""
    return library.clang_Cursor_getStorageClass(variable) == EXTERN and not has_value(library, variable)


def names_something(library: Any, cursor: Cursor) -> bool:
    """Whether there is a name in an initial value."""
    references: list[bool] = []

    def visit(child: Cursor, _parent: Cursor, _: Any) -> int:
        if child.kind == Kind.DECL_REF:
            references.append(True)
        return RECURSE

    visit_children(library, cursor, visit)
    return bool(references)
