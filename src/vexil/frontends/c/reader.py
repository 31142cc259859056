"""The process that talks to libclang: translation units in, one compact tree out.

libclang can be brought down by what a file contains, and deep nesting needs a deep stack; so it runs in a process of
its own, on a thread with a gigabyte of stack. Only what the entry function can reach by name is read: the bodies of
functions, the initialisers of variables, and models of library functions that the program does not define.

The tree is a set of parallel arrays in pre-order (kind, type, file, start, end, size of the subtree) and a table of
what else is known of single nodes; `vexil.frontends.c.tree` reads it.
"""

from __future__ import annotations

import ctypes
import marshal
import re
import sys
import threading
from array import array
from bisect import bisect_right
from ctypes import c_char_p, c_size_t, c_uint, c_void_p
from typing import Any

from vexil.frontends.c.calibration import (
    SIZE_OPERAND,
    asm_outputs,
    atomic_operation,
    byte_at,
    calibrate,
    designator_kinds,
    for_parts,
    generic_result,
    measured_type,
    pointer_at,
)
from vexil.frontends.c.clang_library import (
    CONTINUE,
    RECURSE,
    Cursor,
    Location,
    Range,
    open_library,
    text_of,
    visit_children,
)
from vexil.frontends.c.kinds import Kind
from vexil.frontends.c.reader_types import TypeTable

STACK = 1 << 30
RECURSION = 200_000
PLAIN_DATA = re.compile(rb"[\s{}0-9xXa-fA-FuUlL,+\-]*")
LARGE_LIST = 20_000
INTERNAL, EXTERNAL = 2, 4
SKIPPED = frozenset({Kind.TYPE_REF, Kind.STRUCT_DECL, Kind.UNION_DECL, Kind.ENUM_DECL, Kind.TYPEDEF_DECL})
VALUES = frozenset({
    Kind.PARAMETER, Kind.IMPLICIT_CAST, Kind.CAST, Kind.BINARY, Kind.COMPOUND_ASSIGNMENT, Kind.CONDITIONAL, Kind.CALL,
    Kind.BINARY_CONDITIONAL, Kind.VA_ARG, Kind.STATEMENT_EXPR,
})  # fmt: skip
"""Expressions that are never lvalues, so that an array type means a pointer."""
MACRO = 1 << 31
UNEXPOSED_ATTRIBUTE = 400
BY_ITSELF = re.compile(r"_*(?:con|de)structor")
ATTRIBUTES = re.compile(r"_*(?:cleanup|constructor|destructor|ifunc|alias|weakref)")


class Files:
    """The files of all units, and offsets from libclang's location codes."""

    def __init__(self, library: Any) -> None:
        self._library = library
        self.names: list[str] = []
        self._numbers: dict[str, int] = {}
        self._starts: list[int] = []
        self._ranges: list[tuple[int, int, int]] = []
        self.unit = 0

    def new_unit(self, unit: int) -> None:
        """Forget the codes of the unit before."""
        self.unit = unit
        self._starts, self._ranges = [], []

    def place(self, first: Any, second: Any, code: int) -> tuple[int, int]:
        """File number and offset of a location; (-1, 0) when it has none."""
        if not code & MACRO:
            slot = bisect_right(self._starts, code) - 1
            if slot >= 0:
                start, end, file = self._ranges[slot]
                if start <= code <= end:
                    return file, code - start
        return self._ask(first, second, code)

    def _ask(self, first: Any, second: Any, code: int) -> tuple[int, int]:
        handle, line, column, offset = c_void_p(), c_uint(), c_uint(), c_uint()
        self._library.clang_getFileLocation(
            Location(first, second, code), ctypes.byref(handle), ctypes.byref(line), ctypes.byref(column),
            ctypes.byref(offset),
        )  # fmt: skip
        if handle.value is None:
            return -1, 0
        name = text_of(self._library, self._library.clang_getFileName(handle))
        file = self._numbers.get(name)
        if file is None:
            file = self._numbers[name] = len(self.names)
            self.names.append(name)
        if not code & MACRO:
            size = c_size_t()
            self._library.clang_getFileContents(self.unit, handle, ctypes.byref(size))
            start = code - offset.value
            slot = bisect_right(self._starts, start)
            self._starts.insert(slot, start)
            self._ranges.insert(slot, (start, start + size.value, file))
        return file, offset.value


class Reader:
    """Reads units and everything the entry function reaches."""

    def __init__(self, request: dict[str, Any]) -> None:
        self.request = request
        self.library = open_library()
        self.index = self.library.clang_createIndex(0, 0)
        self.calibration = calibrate(self.library, self.index)
        self.files = Files(self.library)
        self.types = TypeTable(self.library)
        self.kinds, self.sizes, self.type_numbers = array("H"), array("i"), array("i")
        self.file_numbers, self.starts, self.ends = array("i"), array("I"), array("I")
        self.extra: dict[int, Any] = {}
        self.initialisers: dict[int, int] = {}
        self.declarations: list[tuple[Any, ...]] = []
        self.diagnostics: list[tuple[Any, ...]] = []
        self.functions: list[tuple[int, int]] = []
        self.variables: list[tuple[int, int]] = []
        self.depth = 0
        self._numbers: dict[int, int] = {}
        self._by_name: dict[str, int] = {}
        self._defined: dict[str, tuple[int, Cursor]] = {}
        self._variable_declarations: dict[str, list[tuple[int, Cursor]]] = {}
        self._static_definitions: dict[int, tuple[int, Cursor]] = {}
        self._static_variables: dict[int, list[tuple[int, Cursor]]] = {}
        self._pending: list[int] = []
        self._units: list[Any] = []
        self._model_files: set[str] = set()
        self._in_model = False
        self._path = ""
        self.duplicates: list[tuple[str, int, int]] = []
        self.attributes: dict[int, str] = {}
        self.parameters: dict[int, list[int]] = {}
        self.contents: dict[str, bytes] = {}
        self.cursors: dict[int, Cursor] = {}
        self.addressed: set[int] = set()
        self._constructors: list[Cursor] = []

    # --- units ---------------------------------------------------------------------------------------------

    def parse(self, path: str, flags: list[str]) -> bool:
        """Parse a unit and list what it defines; say whether it is free of errors."""
        lib = self.library
        self._path = path
        raw = [flag.encode("utf-8", "surrogateescape") for flag in flags]
        unit = c_void_p()
        encoded = path.encode("utf-8", "surrogateescape")
        code = lib.clang_parseTranslationUnit2(
            self.index, encoded, (c_char_p * len(raw))(*raw), len(raw), None, 0, 0, ctypes.byref(unit)
        )
        if code != 0 or unit.value is None:
            self.diagnostics.append((4, "the parser gave up on this file", path, 0, 0, 0))
            return False
        self._units.append(unit)
        self.files.new_unit(unit.value or 0)
        failed = False
        for number in range(lib.clang_getNumDiagnostics(unit)):
            diagnostic = lib.clang_getDiagnostic(unit, number)
            severity = lib.clang_getDiagnosticSeverity(diagnostic)
            if severity >= 3:
                failed = True
                self._note_diagnostic(diagnostic, severity)
            lib.clang_disposeDiagnostic(diagnostic)
        if not failed:
            self._list_definitions(len(self._units) - 1, unit)
        return not failed

    def _note_diagnostic(self, diagnostic: Any, severity: int) -> None:
        lib = self.library
        where = lib.clang_getDiagnosticLocation(diagnostic)
        handle, line, column, offset = c_void_p(), c_uint(), c_uint(), c_uint()
        lib.clang_getFileLocation(
            where, ctypes.byref(handle), ctypes.byref(line), ctypes.byref(column), ctypes.byref(offset)
        )
        name = text_of(lib, lib.clang_getFileName(handle)) if handle.value else self._path
        message = text_of(lib, lib.clang_getDiagnosticSpelling(diagnostic))
        self.diagnostics.append((severity, message, name, line.value or 1, column.value or 1, offset.value))

    def _list_definitions(self, unit: int, handle: Any) -> None:
        lib = self.library
        function, variable = int(Kind.FUNCTION_DECL), int(Kind.VAR_DECL)

        def visit(cursor: Cursor, _parent: Cursor, _: Any) -> int:
            if cursor.kind == function:
                if lib.clang_isCursorDefinition(cursor):
                    self._note_definition(unit, cursor)
                    if self._runs_by_itself(cursor):
                        self._constructors.append(cursor)
            elif cursor.kind == variable:
                if lib.clang_getCursorLinkage(cursor) == EXTERNAL:
                    name = text_of(lib, lib.clang_getCursorSpelling(cursor))
                    self._variable_declarations.setdefault(name, []).append((unit, cursor))
                else:
                    canonical = lib.clang_getCanonicalCursor(cursor).first
                    self._static_variables.setdefault(canonical, []).append((unit, cursor))
            return CONTINUE

        visit_children(lib, lib.clang_getTranslationUnitCursor(handle), visit)

    def _runs_by_itself(self, cursor: Cursor) -> bool:
        """Whether a function has an attribute that makes it run at the start or the end of the program."""
        found: list[bool] = []

        def visit(child: Cursor, _parent: Cursor, _: Any) -> int:
            if child.kind == UNEXPOSED_ATTRIBUTE:
                extent = self.library.clang_getCursorExtent(child)
                file, start = self.files.place(extent.first, extent.second, extent.begin)
                if file >= 0:
                    found.append(bool(BY_ITSELF.match(self._content(file)[start : start + 20].decode("latin-1"))))
            return CONTINUE

        visit_children(self.library, cursor, visit)
        return any(found)

    def _note_definition(self, unit: int, cursor: Cursor) -> None:
        lib = self.library
        if lib.clang_getCursorLinkage(cursor) == EXTERNAL:
            name = text_of(lib, lib.clang_getCursorSpelling(cursor))
            if name in self._defined:
                if not self._in_model and not lib.clang_Cursor_isFunctionInlined(cursor):
                    extent = lib.clang_getCursorLocation(cursor)
                    self.duplicates.append((name, *self.files.place(extent.first, extent.second, extent.code)))
            else:
                self._defined[name] = (unit, cursor)
        else:
            self._static_definitions[lib.clang_getCanonicalCursor(cursor).first] = (unit, cursor)

    # --- declarations --------------------------------------------------------------------------------------

    def declaration(self, cursor: Cursor) -> int:
        """The number of a declaration; what it declares is read later if it is a function or a static variable."""
        known = self._numbers.get(cursor.first)
        if known is not None:
            return known
        lib = self.library
        canonical = lib.clang_getCanonicalCursor(cursor)
        kind = cursor.kind
        linkage = lib.clang_getCursorLinkage(cursor) if kind in (Kind.FUNCTION_DECL, Kind.VAR_DECL) else 0
        name = text_of(lib, lib.clang_getCursorSpelling(cursor))
        name = self.request["renamed"].get(name, name)
        if kind == Kind.FUNCTION_DECL and not linkage:
            linkage = EXTERNAL
        found = self._by_name.get(name) if linkage == EXTERNAL else self._numbers.get(canonical.first)
        if found is None:
            found = self._declare(cursor, kind, name, linkage)
            if linkage == EXTERNAL:
                self._by_name[name] = found
            self._numbers[canonical.first] = found
        self._numbers[cursor.first] = found
        return found

    def _declare(self, cursor: Cursor, kind: int, name: str, linkage: int) -> int:
        lib = self.library
        if kind == Kind.FUNCTION_DECL and linkage == EXTERNAL and name in self._defined:
            cursor = self._defined[name][1]
        elif kind == Kind.VAR_DECL and linkage == EXTERNAL and name in self._variable_declarations:
            cursor = self._best(self._variable_declarations[name])[1]
        elif kind == Kind.VAR_DECL and linkage == INTERNAL:
            listed = self._static_variables.get(lib.clang_getCanonicalCursor(cursor).first)
            if listed:
                cursor = self._best(listed)[1]
        kind_of = lib.clang_getCursorType(cursor)
        where = lib.clang_getCursorLocation(cursor)
        value = None
        if kind == Kind.ENUM_CONSTANT:
            value = lib.clang_getEnumConstantDeclValue(cursor)
            described = self.types.types[self.types.number(kind_of)]
            if not described[2]:
                value = lib.clang_getEnumConstantDeclUnsignedValue(cursor)
        number = len(self.declarations)
        storage = lib.clang_Cursor_getStorageClass(cursor) if kind in (Kind.VAR_DECL, Kind.FUNCTION_DECL) else 0
        per_thread = kind == Kind.VAR_DECL and lib.clang_getCursorTLSKind(cursor) != 0
        volatile = bool(lib.clang_isVolatileQualifiedType(kind_of))
        place = self.files.place(where.first, where.second, where.code)
        self.declarations.append(
            (kind, name, self._type_of(kind, kind_of), linkage, storage, per_thread, volatile, *place, value, False)
        )
        is_global = kind == Kind.FUNCTION_DECL or (kind == Kind.VAR_DECL and linkage in (INTERNAL, EXTERNAL))
        if is_global:
            self._pending.append(number)
            self._numbers[cursor.first] = number
            self.cursors[number] = cursor
        return number

    def _type_of(self, kind: int, described: Any) -> int:
        return self.types.decayed(described) if kind == Kind.PARAMETER else self.types.number(described)

    def _best(self, listed: list[tuple[int, Cursor]]) -> tuple[int, Cursor]:
        """The declaration with an initialiser, else a definition, else one with a complete type."""
        lib = self.library

        def rank(entry: tuple[int, Cursor]) -> tuple[bool, bool, bool]:
            cursor = entry[1]
            initialiser = lib.clang_Cursor_getVarDeclInitializer(cursor)
            has_value = bool(initialiser.second) and initialiser.kind >= 100
            complete = lib.clang_Type_getSizeOf(lib.clang_getCursorType(cursor)) >= 0
            return has_value, lib.clang_Cursor_getStorageClass(cursor) != 2, complete

        return max(listed, key=rank)

    # --- trees ---------------------------------------------------------------------------------------------

    def subtree(self, root: Cursor) -> int:
        """Write a node and everything below it; give its number."""
        lib = self.library
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
            if kind == 9:
                self._await_initialiser(cursor, number, waiting)
            elif above in waiting.values() and waiting.get(cursor.second) == above:
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
        extent = self.library.clang_getCursorExtent(cursor)
        file, start = self.files.place(extent.first, extent.second, extent.begin)
        _, end = self.files.place(extent.first, extent.second, extent.end)
        text = self._content(file)[start:end].decode("utf-8", "replace") if file >= 0 else ""
        if ATTRIBUTES.match(text):
            number = next(number for _, number in reversed(stack) if self.kinds[number] in (8, 9))
            self.attributes[number] = text

    def _content(self, file: int) -> bytes:
        from pathlib import Path

        name = self.files.names[file]
        if name not in self.contents:
            self.contents[name] = Path(name).read_bytes()
        return self.contents[name]

    def _await_initialiser(self, cursor: Cursor, number: int, waiting: dict[Any, int]) -> None:
        if cursor.kind == Kind.VAR_DECL:
            initialiser = self.library.clang_Cursor_getVarDeclInitializer(cursor)
            if initialiser.second and initialiser.kind >= 100:
                waiting[initialiser.second] = number

    def _enter(self, cursor: Cursor, kind: int) -> int:
        lib = self.library
        number = len(self.kinds)
        extent: Range = lib.clang_getCursorExtent(cursor)
        file, start = self.files.place(extent.first, extent.second, extent.begin)
        last, end = self.files.place(extent.first, extent.second, extent.end)
        if last != file or end < start:
            end = start
        extra: Any = None
        if kind == 100:
            kind, extra = self._unexposed(cursor)
        elif kind == 101:
            extra = self._reference(cursor)
        elif kind in (114, 115):
            extra = lib.clang_getCursorBinaryOperatorKind(cursor)
        elif kind == 112:
            extra = lib.clang_getCursorUnaryOperatorKind(cursor)
        elif kind in (106, 107, 110, 136):
            extra = self._evaluate(cursor)
            if extra is None and kind == 136 and self._measures_type(cursor):
                extra = ("type", self.types.number(measured_type(cursor.second, cursor.third)))
        elif kind in (102, 47, 109, 201, 48):
            extra = text_of(lib, lib.clang_getCursorSpelling(cursor))
            if kind in (102, 47) and "(" in extra:
                extra = ""  # a member without a name
        elif kind in (9, 10, 8):
            extra = self.declaration(cursor)
        elif kind == 209:
            extra = for_parts(cursor.second)
        elif kind == 215:
            extra = asm_outputs(cursor.second)
        elif kind == 122:
            extra = generic_result(cursor.second)
        elif kind == 119 and end - start > LARGE_LIST and self._is_plain_data(cursor, file, start, end):
            kind, extra = int(Kind.LITERALS), True
        described = -1
        if kind < 200 or kind >= 900:
            is_value = kind in VALUES or (kind == 112 and extra != 6) or (kind == 101 and self._is_parameter(extra))
            number_of = self.types.decayed if is_value else self.types.number
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
        described = self.types.types[self.types.number(self.library.clang_getCursorType(cursor))]
        while described[0] == "array":
            described = self.types.types[described[1]]
        if described[0] != "int" or file < 0:
            return False
        return PLAIN_DATA.fullmatch(self._content(file), start, end) is not None

    def _measures_type(self, cursor: Cursor) -> bool:
        """Whether ``sizeof`` is applied to a type: an expression would be a child with the same address."""
        operand = pointer_at(cursor.second + SIZE_OPERAND)
        found = []

        def visit(child: Cursor, _parent: Cursor, _: Any) -> int:
            found.append(child.second)
            return CONTINUE

        visit_children(self.library, cursor, visit)
        return operand not in found

    def _is_parameter(self, declaration: int) -> bool:
        return bool(self.declarations[declaration][0] == Kind.PARAMETER)

    def _reference(self, cursor: Cursor) -> int:
        number = self.declaration(self.library.clang_getCursorReferenced(cursor))
        if self.declarations[number][0] == Kind.FUNCTION_DECL:
            before = list(self.kinds[-2:])
            if before != [Kind.CALL, Kind.IMPLICIT_CAST]:
                self.addressed.add(number)
        return number

    def _unexposed(self, cursor: Cursor) -> tuple[int, Any]:
        kind = self.calibration.classes.get(byte_at(cursor.second), int(Kind.UNKNOWN_EXPR))
        if kind in (Kind.CONSTANT, Kind.SOURCE_LOCATION):
            return kind, self._evaluate(cursor)
        if kind == Kind.DESIGNATED:
            return kind, designator_kinds(cursor.second)
        if kind == Kind.ATOMIC:
            return kind, self.calibration.atomics.get(atomic_operation(cursor.second), "")
        return kind, None

    def _evaluate(self, cursor: Cursor) -> int | float | None:
        lib = self.library
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

    # --- everything that is reached ------------------------------------------------------------------------

    def read(self) -> None:
        """Parse all units, then read what the entry reaches."""
        ready = True
        for path, flags in self.request["units"]:
            ready = self.parse(path, flags) and ready
        if not ready:
            return
        roots = [name for name in self.request["roots"] if name in self._defined]
        for name in roots:
            self.declaration(self._defined[name][1])
        for cursor in self._constructors:
            self.declaration(cursor)
        self._follow()

    def _follow(self) -> None:
        """Read what is reached; the model of ``exit`` counts only when something is to be done at exit.

        Functions that the front end turns into operations have a body when their address is taken.
        """
        self._follow_pending()
        self._pending.extend(number for number in sorted(self.addressed) if not self.declarations[number][-1])
        self._follow_pending()
        for name, reason in self.request["deferred"].items():
            if reason in self._by_name and name in self._defined:
                number = self.declaration(self._defined[name][1])
                if number not in self._pending and not self.declarations[number][-1]:
                    self._pending.append(number)
        self._follow_pending()

    def _follow_pending(self) -> None:
        while self._pending:
            number = self._pending.pop(0)
            kind, name, _, linkage, *_ = self.declarations[number]
            cursor = self.cursors[number]
            if kind == Kind.FUNCTION_DECL:
                self._follow_function(number, name, linkage, cursor)
            else:
                self._follow_variable(number, name, linkage, cursor)

    def _mark_defined(self, number: int) -> None:
        self.declarations[number] = (*self.declarations[number][:-1], True)

    def _redeclare(self, number: int, definition: Cursor) -> None:
        """Take type and place from the definition, which was found after the declaration."""
        described = self.types.number(self.library.clang_getCursorType(definition))
        where = self.library.clang_getCursorLocation(definition)
        place = self.files.place(where.first, where.second, where.code)
        before = self.declarations[number]
        self.declarations[number] = (*before[:2], described, *before[3:7], *place, *before[9:])

    def _follow_function(self, number: int, name: str, linkage: int, cursor: Cursor) -> None:
        if linkage == EXTERNAL:
            found = self._defined.get(name)
            if found is None and name not in self.request["deferred"]:
                found = self._model(name)
            if found is None and number in self.addressed and self._parse_model(f"&{name}"):
                found = self._defined.get(name)
        else:
            found = self._static_definitions.get(self.library.clang_getCanonicalCursor(cursor).first)
        if found is None:
            return
        unit, definition = found
        self._enter_unit(unit)
        if linkage == EXTERNAL and definition.first != cursor.first:
            self._numbers[definition.first] = number
            self._redeclare(number, definition)
        self._mark_defined(number)
        top = self.subtree(definition)
        self.functions.append((number, top))
        count = self.library.clang_Cursor_getNumArguments(definition)
        self.parameters[top] = [
            self.declaration(self.library.clang_Cursor_getArgument(definition, i)) for i in range(count)
        ]

    def _follow_variable(self, number: int, name: str, linkage: int, cursor: Cursor) -> None:
        if linkage == EXTERNAL:
            listed = self._variable_declarations.get(name)
        else:
            listed = self._static_variables.get(self.library.clang_getCanonicalCursor(cursor).first)
        is_open = linkage == EXTERNAL and all(self._is_mere_declaration(entry) for _, entry in listed or ())
        if is_open and self._parse_model(name):
            listed = self._variable_declarations.get(name)
        if not listed:
            return
        unit, best = self._best(listed)
        self._enter_unit(unit)
        self._numbers[best.first] = number
        if not self._is_mere_declaration(best):
            self._mark_defined(number)
            self._redeclare(number, best)
        self.variables.append((number, self.subtree(best)))

    def _is_mere_declaration(self, cursor: Cursor) -> bool:
        """Whether a variable is declared ``extern`` without an initial value."""
        initialiser = self.library.clang_Cursor_getVarDeclInitializer(cursor)
        has_value = initialiser.second and initialiser.kind >= 100
        return self.library.clang_Cursor_getStorageClass(cursor) == 2 and not has_value

    def _enter_unit(self, unit: int) -> None:
        handle = self._units[unit].value or 0
        if handle != self.files.unit:
            self.files.new_unit(handle)

    def _model(self, name: str) -> tuple[int, Cursor] | None:
        return self._defined.get(name) if self._parse_model(name) else None

    def _parse_model(self, name: str) -> bool:
        path = self.request["models"].get(name)
        if path is None or path in self._model_files:
            return False
        self._model_files.add(path)
        self._in_model = True
        try:
            return self.parse(path, self.request["model_flags"])
        finally:
            self._in_model = False

    def response(self) -> dict[str, Any]:
        """Everything that was read, as plain data."""
        return {
            "diagnostics": self.diagnostics,
            "files": self.files.names,
            "kinds": self.kinds.tobytes(),
            "sizes": self.sizes.tobytes(),
            "types": self.type_numbers.tobytes(),
            "file_numbers": self.file_numbers.tobytes(),
            "starts": self.starts.tobytes(),
            "ends": self.ends.tobytes(),
            "extra": self.extra,
            "initialisers": self.initialisers,
            "attributes": self.attributes,
            "parameters": self.parameters,
            "declarations": self.declarations,
            "functions": self.functions,
            "variables": self.variables,
            "type_table": self.types.types,
            "records": self.types.records,
            "depth": self.depth,
            "duplicates": self.duplicates,
            "defined": sorted(self._defined),
            "model_files": sorted(self._model_files),
        }


def _limit_cpu(seconds: float | None) -> None:
    if seconds is not None:
        import resource

        whole = max(1, int(seconds) + 1)
        resource.setrlimit(resource.RLIMIT_CPU, (whole, whole + 1))


def main() -> None:
    """Answer one request on standard input."""
    request = marshal.loads(sys.stdin.buffer.read())
    _limit_cpu(request["cpu_seconds"])
    answer: dict[str, Any] = {}

    def work() -> None:
        sys.setrecursionlimit(RECURSION)
        try:
            reader = Reader(request)
            reader.read()
            answer.update(reader.response())
        except MemoryError:
            answer["limit"] = "memory"
        except Exception as error:
            import traceback

            answer["error"] = f"{error}\n{traceback.format_exc()}"

    for size in (STACK, STACK >> 3, STACK >> 6):
        try:
            threading.stack_size(size)
            thread = threading.Thread(target=work)
            thread.start()
        except (RuntimeError, ValueError):
            continue
        thread.join()
        break
    sys.stdout.buffer.write(marshal.dumps(answer))
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
