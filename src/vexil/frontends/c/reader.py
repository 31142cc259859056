"""Reading translation units through libclang: declarations, and everything the entry function reaches.

Only what the entry can reach by name is read: the bodies of functions, the initialisers of variables, and models of
library functions that the program does not define.

The tree is a set of parallel arrays in pre-order (kind, type, file, start, end, size of the subtree) and a table of
what else is known of single nodes; `vexil.frontends.c.tree` reads it.
"""

from __future__ import annotations

import ctypes
import re
from ctypes import c_char_p, c_void_p
from typing import Any

from vexil.frontends.c.calibration import calibrate
from vexil.frontends.c.clang_library import CONTINUE, Cursor, InclusionVisitor, open_library, text_of, visit_children
from vexil.frontends.c.kinds import Kind
from vexil.frontends.c.reader_files import Files
from vexil.frontends.c.reader_nodes import UNEXPOSED_ATTRIBUTE, Nodes, has_value, is_mere_declaration, names_something
from vexil.frontends.c.reader_types import TypeTable, is_qualified

INTERNAL, EXTERNAL = 2, 4
BY_ITSELF = re.compile(r"_*(?:con|de)structor")
"""Attributes that make a function run at the start or the end of the program."""
WEAK = re.compile(r"_*weak(?:_import)?_*$")


class Reader:
    """Reads units and everything the entry function reaches."""

    def __init__(self, request: dict[str, Any]) -> None:
        self.request = request
        self.library = open_library()
        self.index = self.library.clang_createIndex(0, 0)
        self.calibration = calibrate(self.library, self.index)
        self.files = Files(self.library)
        self.types = TypeTable(self.library)
        self.nodes = Nodes(self.library, self.calibration, self.files, self.types, self)
        self.declarations: list[tuple[Any, ...]] = []
        self.diagnostics: list[tuple[Any, ...]] = []
        self.functions: list[tuple[int, int]] = []
        self.variables: list[tuple[int, int]] = []
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
        self.parameters: dict[int, list[int]] = {}
        self.cursors: dict[int, Cursor] = {}
        self.disagreements: list[tuple[str, int, int]] = []
        self._modelled: set[int] = set()
        self.addressed: set[int] = set()
        self._constructors: list[Cursor] = []
        self._auxiliary: dict[str, None] = {}
        self.first_auxiliary = 0
        self.enumerators: dict[str, int | None] = {}
        """The user's enumerators outside functions; nothing where a name has several values."""
        self.machine_headers: set[str] = set()
        self.weak: set[int] = set()
        self.outside_functions: list[tuple[Any, ...]] = []
        """Where functions and variables are declared outside of functions, if that is asked for."""

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
            self._list_machine_headers(unit)
        return not failed

    def _list_machine_headers(self, unit: Any) -> None:
        """Note which headers come from the machine."""
        lib, folders = self.library, tuple(self.request["machine_folders"])

        def visit(file: Any, _stack: Any, _depth: int, _: Any) -> None:
            name = text_of(lib, lib.clang_getFileName(file))
            if name.startswith(folders):
                self.machine_headers.add(name)

        if folders and not self._in_model:
            lib.clang_getInclusions(unit, InclusionVisitor(visit), None)

    def _note_diagnostic(self, diagnostic: Any, severity: int) -> None:
        lib = self.library
        where = lib.clang_getDiagnosticLocation(diagnostic)
        name, line, column, offset = self.files.position(where)
        message = text_of(lib, lib.clang_getDiagnosticSpelling(diagnostic))
        self.diagnostics.append((severity, message, name or self._path, line or 1, column or 1, offset))

    def _list_definitions(self, unit: int, handle: Any) -> None:
        lib = self.library
        function, variable, enumeration = int(Kind.FUNCTION_DECL), int(Kind.VAR_DECL), int(Kind.ENUM_DECL)

        def visit(cursor: Cursor, _parent: Cursor, _: Any) -> int:
            if cursor.kind in (function, variable) and self.request.get("outline") and not self._in_model:
                self._note_place(cursor)
            if cursor.kind == function:
                if lib.clang_isCursorDefinition(cursor):
                    self._note_definition(unit, cursor)
                    if self._has_attribute(cursor, BY_ITSELF):
                        self._constructors.append(cursor)
            elif cursor.kind == variable:
                if lib.clang_getCursorLinkage(cursor) == EXTERNAL:
                    name = text_of(lib, lib.clang_getCursorSpelling(cursor))
                    self._variable_declarations.setdefault(name, []).append((unit, cursor))
                else:
                    canonical = lib.clang_getCanonicalCursor(cursor).first
                    self._static_variables.setdefault(canonical, []).append((unit, cursor))
            elif cursor.kind == enumeration and not self._in_model:
                self._note_enumerators(cursor)
            return CONTINUE

        visit_children(lib, lib.clang_getTranslationUnitCursor(handle), visit)

    def _note_place(self, cursor: Cursor) -> None:
        lib = self.library
        where = lib.clang_getCursorLocation(cursor)
        if lib.clang_Location_isInSystemHeader(where):
            return
        name = text_of(lib, lib.clang_getCursorSpelling(cursor))
        _, offset = self.files.place(where.first, where.second, where.code)
        is_function = cursor.kind == Kind.FUNCTION_DECL
        has_body = is_function and bool(lib.clang_isCursorDefinition(cursor))
        extent = self.files.range(lib.clang_getCursorExtent(cursor))
        self.outside_functions.append((name, offset, is_function, has_body, *extent))

    def _note_enumerators(self, cursor: Cursor) -> None:
        lib = self.library
        if lib.clang_Location_isInSystemHeader(lib.clang_getCursorLocation(cursor)):
            return

        def visit(child: Cursor, _parent: Cursor, _: Any) -> int:
            if child.kind == Kind.ENUM_CONSTANT:
                name, value = text_of(lib, lib.clang_getCursorSpelling(child)), self._enumerator_value(child)
                self.enumerators[name] = value if self.enumerators.get(name, value) == value else None
            return CONTINUE

        visit_children(lib, cursor, visit)

    def _enumerator_value(self, cursor: Cursor) -> int:
        lib = self.library
        described = self.types.types[self.types.number(lib.clang_getCursorType(cursor))]
        signed = lib.clang_getEnumConstantDeclValue(cursor)
        return int(signed if described[2] else lib.clang_getEnumConstantDeclUnsignedValue(cursor))

    def _has_attribute(self, cursor: Cursor, pattern: re.Pattern[str]) -> bool:
        matches: list[bool] = []

        def visit(child: Cursor, _parent: Cursor, _: Any) -> int:
            if child.kind == UNEXPOSED_ATTRIBUTE:
                matches.append(bool(pattern.match(self.files.text(self.library.clang_getCursorExtent(child)))))
            return CONTINUE

        visit_children(self.library, cursor, visit)
        return any(matches)

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
        cached = self._numbers.get(cursor.first)
        if cached is not None:
            return cached
        lib = self.library
        canonical = lib.clang_getCanonicalCursor(cursor)
        kind = cursor.kind
        linkage = lib.clang_getCursorLinkage(cursor) if kind in (Kind.FUNCTION_DECL, Kind.VAR_DECL) else 0
        name = text_of(lib, lib.clang_getCursorSpelling(cursor))
        name = self.request["renamed"].get(name, name)
        if kind == Kind.FUNCTION_DECL and not linkage:
            linkage = EXTERNAL
        number = self._by_name.get(name) if linkage == EXTERNAL else self._numbers.get(canonical.first)
        if number is None:
            number = self._declare(cursor, kind, name, linkage)
            if linkage == EXTERNAL:
                self._by_name[name] = number
            self._numbers[canonical.first] = number
        self._numbers[cursor.first] = number
        if linkage == EXTERNAL and number not in self._modelled:
            self._compare(number, cursor)
        if linkage == EXTERNAL and name not in self.request["known"] and self._has_attribute(cursor, WEAK):
            self.weak.add(number)
        return number

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
            value = self._enumerator_value(cursor)
        number = len(self.declarations)
        storage = lib.clang_Cursor_getStorageClass(cursor) if kind in (Kind.VAR_DECL, Kind.FUNCTION_DECL) else 0
        per_thread = kind == Kind.VAR_DECL and lib.clang_getCursorTLSKind(cursor) != 0
        volatile = is_qualified(lib, kind_of, lib.clang_isVolatileQualifiedType)
        constant = is_qualified(lib, kind_of, lib.clang_isConstQualifiedType)
        place = self.files.place(where.first, where.second, where.code)
        self.declarations.append(
            (
                kind,
                name,
                self._type_of(kind, kind_of),
                linkage,
                storage,
                per_thread,
                volatile,
                *place,
                value,
                constant,
                False,
            )
        )
        is_global = kind == Kind.FUNCTION_DECL or (kind == Kind.VAR_DECL and linkage in (INTERNAL, EXTERNAL))
        if is_global:
            self._pending.append(number)
            self._numbers[cursor.first] = number
            self.cursors[number] = cursor
        return number

    def _compare(self, number: int, cursor: Cursor) -> None:
        """Note a declaration that disagrees with the others of its name."""
        kind, name, declared, *_ = self.declarations[number]
        given = self._type_of(cursor.kind, self.library.clang_getCursorType(cursor))
        others = self._defined if cursor.kind == Kind.VAR_DECL else self._variable_declarations
        if kind != cursor.kind or name in others or not self.types.agree(declared, given):
            where = self.library.clang_getCursorLocation(cursor)
            place = self.files.place(where.first, where.second, where.code)
            if place[0] >= 0:
                self.disagreements.append((name, *place))

    def _type_of(self, kind: int, described: Any) -> int:
        return self.types.decayed(described) if kind == Kind.PARAMETER else self.types.number(described)

    def _best(self, listed: list[tuple[int, Cursor]]) -> tuple[int, Cursor]:
        """The declaration with an initialiser, else a definition, else one with a complete type."""
        lib = self.library

        def rank(entry: tuple[int, Cursor]) -> tuple[bool, bool, bool]:
            cursor = entry[1]
            complete = lib.clang_Type_getSizeOf(lib.clang_getCursorType(cursor)) >= 0
            return has_value(lib, cursor), lib.clang_Cursor_getStorageClass(cursor) != 2, complete

        return max(listed, key=rank)

    def is_parameter(self, declaration: int) -> bool:
        """Whether a declaration is a parameter."""
        return bool(self.declarations[declaration][0] == Kind.PARAMETER)

    def reference(self, cursor: Cursor, before: list[int]) -> int:
        """The declaration that a name refers to; a function that is not called there has its address taken."""
        number = self.declaration(self.library.clang_getCursorReferenced(cursor))
        if self.declarations[number][0] == Kind.FUNCTION_DECL and before != [Kind.CALL, Kind.IMPLICIT_CAST]:
            self.addressed.add(number)
        return number

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
        self._read_named()
        while self.request["open"] and self._meets_outside() and self._read_tables():
            self._follow()
        self._follow_auxiliary()

    def _meets_outside(self) -> bool:
        """Whether somebody else starts the program, or something is used that is defined nowhere and not known."""
        known, prefixes = self.request["known"], tuple(self.request["known_prefixes"])
        return "main" not in self.request["roots"] or any(
            kind in (Kind.FUNCTION_DECL, Kind.VAR_DECL)
            and linkage == EXTERNAL
            and not defined
            and name not in known
            and not name.startswith(prefixes)
            for kind, name, _, linkage, *_, defined in self.declarations
        )

    def _read_tables(self) -> bool:
        """Read variables with external linkage whose initial values name something: others can follow these names.

        Says whether there were any that were not read before.
        """
        before = len(self.declarations)
        for name, listed in sorted(self._variable_declarations.items()):
            if name not in self._by_name:
                _, best = self._best([entry for entry in listed if entry[0] < len(self.request["units"])] or listed)
                if not is_mere_declaration(self.library, best) and names_something(self.library, best):
                    self.declaration(best)
        return len(self.declarations) > before

    def _read_named(self) -> None:
        """Read variables that somebody names, as far as the units have them."""
        lib, named = self.library, frozenset(self.request["named"])
        for listed in [*self._variable_declarations.values(), *self._static_variables.values()] if named else ():
            unit, cursor = listed[0]
            if unit < len(self.request["units"]) and text_of(lib, lib.clang_getCursorSpelling(cursor)) in named:
                self.declaration(cursor)
        self._follow()

    def _follow(self) -> None:
        """Read what is reached; the model of ``exit`` counts only when something is to be done at exit.

        Functions that the front end turns into operations have a body when their address is taken.
        """
        self._follow_pending()
        self._pending.extend(number for number in sorted(self.addressed) if not self.declarations[number][-1])
        self._follow_pending()
        for name, reasons in self.request["deferred"].items():
            if any(reason in self._by_name for reason in reasons) and name in self._defined:
                number = self.declaration(self._defined[name][1])
                if number not in self._pending and not self.declarations[number][-1]:
                    self._pending.append(number)
        self._follow_pending()

    def _follow_auxiliary(self) -> None:
        """Read what checks of arguments of functions without a body may call; it comes last, and may not be needed."""
        self.first_auxiliary = len(self.functions)
        for name in self._auxiliary:
            self._parse_model(name)
            self.declaration(self._defined[name][1])
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
            site = self._defined.get(name)
            if site is None and name not in self.request["deferred"]:
                site = self._model(name, number)
            if site is None and number in self.addressed and self._parse_model(f"&{name}"):
                site = self._defined.get(name)
        else:
            site = self._static_definitions.get(self.library.clang_getCanonicalCursor(cursor).first)
        if site is None:
            self._auxiliary.update(dict.fromkeys(self.request["auxiliary"].get(name, ())))
            return
        _, definition = site
        if definition.first != cursor.first:
            self._numbers[definition.first] = number
            self._redeclare(number, definition)
        self._mark_defined(number)
        top = self.nodes.subtree(definition)
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
        is_open = linkage == EXTERNAL and all(is_mere_declaration(self.library, entry) for _, entry in listed or ())
        if is_open and self._parse_model(name):
            listed = self._variable_declarations.get(name)
        if not listed and linkage == EXTERNAL:
            listed = [(0, cursor)]  # declared in blocks only
        if not listed:
            return
        _, best = self._best(listed)
        self._note_second_values(name, listed)
        self._numbers[best.first] = number
        if not is_mere_declaration(self.library, best):
            self._mark_defined(number)
            self._redeclare(number, best)
        self.variables.append((number, self.nodes.subtree(best)))

    def _note_second_values(self, name: str, listed: list[tuple[int, Cursor]]) -> None:
        """Note a variable that has initial values in several places."""
        with_value = []
        for _, cursor in listed:
            if has_value(self.library, cursor):
                with_value.append(cursor)
        for cursor in with_value[1:]:
            where = self.library.clang_getCursorLocation(cursor)
            self.duplicates.append((name, *self.files.place(where.first, where.second, where.code)))

    def _model(self, name: str, number: int) -> tuple[int, Cursor] | None:
        """The model of a library function, whose types need not be those of the program's declaration."""
        self._modelled.add(number)
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
            **self.nodes.response(),
            "parameters": self.parameters,
            "declarations": self.declarations,
            "functions": self.functions,
            "first_auxiliary": self.first_auxiliary,
            "variables": self.variables,
            "type_table": self.types.types,
            "records": self.types.records,
            "duplicates": self.duplicates,
            "disagreements": self.disagreements,
            "defined": sorted(self._defined),
            "model_files": sorted(self._model_files),
            "enumerators": self.enumerators,
            "machine_headers": sorted(self.machine_headers),
            "weak": sorted(self.weak),
            "outside_functions": self.outside_functions,
        }
