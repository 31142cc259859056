"""The part of libclang's C interface that Vexil uses, bound by ctypes.

The wheel's own Python bindings visit some 37,000 nodes a second; these read what is needed and no more, about
twenty times as fast.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
from collections.abc import Callable
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_double, c_int, c_longlong, c_uint, c_ulonglong, c_void_p
from typing import Any

from vexil.core.errors import UsageError


class Cursor(Structure):
    """A node of the syntax tree: ``first`` identifies declarations, ``second`` statements and expressions."""

    _fields_ = (("kind", c_int), ("xdata", c_int), ("first", c_void_p), ("second", c_void_p), ("third", c_void_p))


class ClangType(Structure):
    """A type; ``first`` is its identity, qualifiers included."""

    _fields_ = (("kind", c_int), ("first", c_void_p), ("second", c_void_p))


class Location(Structure):
    """A source location; the highest bit of ``code`` marks one inside a macro expansion."""

    _fields_ = (("first", c_void_p), ("second", c_void_p), ("code", c_uint))


class Range(Structure):
    """A source range, its end exclusive."""

    _fields_ = (("first", c_void_p), ("second", c_void_p), ("begin", c_uint), ("end", c_uint))


class ClangString(Structure):
    """A string that belongs to libclang until it is disposed of."""

    _fields_ = (("data", c_void_p), ("flags", c_uint))


Visitor = CFUNCTYPE(c_int, Cursor, Cursor, c_void_p)
FieldVisitor = CFUNCTYPE(c_int, Cursor, c_void_p)
InclusionVisitor = CFUNCTYPE(None, c_void_p, c_void_p, c_uint, c_void_p)

BREAK, CONTINUE, RECURSE = 0, 1, 2

_SIGNATURES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "clang_createIndex": (c_void_p, (c_int, c_int)),
    "clang_parseTranslationUnit2": (
        c_int, (c_void_p, c_char_p, POINTER(c_char_p), c_int, c_void_p, c_uint, c_uint, POINTER(c_void_p)),
    ),
    "clang_getTranslationUnitCursor": (Cursor, (c_void_p,)),
    "clang_getNumDiagnostics": (c_uint, (c_void_p,)),
    "clang_getDiagnostic": (c_void_p, (c_void_p, c_uint)),
    "clang_getDiagnosticSeverity": (c_int, (c_void_p,)),
    "clang_getDiagnosticSpelling": (ClangString, (c_void_p,)),
    "clang_getDiagnosticLocation": (Location, (c_void_p,)),
    "clang_disposeDiagnostic": (None, (c_void_p,)),
    "clang_getCString": (c_char_p, (ClangString,)),
    "clang_disposeString": (None, (ClangString,)),
    "clang_getFileLocation": (
        None, (Location, POINTER(c_void_p), POINTER(c_uint), POINTER(c_uint), POINTER(c_uint)),
    ),
    "clang_getFileName": (ClangString, (c_void_p,)),
    "clang_getInclusions": (None, (c_void_p, InclusionVisitor, c_void_p)),
    "clang_visitChildren": (c_uint, (Cursor, Visitor, c_void_p)),
    "clang_getCursorExtent": (Range, (Cursor,)),
    "clang_getCursorLocation": (Location, (Cursor,)),
    "clang_getCursorSpelling": (ClangString, (Cursor,)),
    "clang_getCursorType": (ClangType, (Cursor,)),
    "clang_getCursorReferenced": (Cursor, (Cursor,)),
    "clang_getCanonicalCursor": (Cursor, (Cursor,)),
    "clang_getCursorLinkage": (c_int, (Cursor,)),
    "clang_getCursorTLSKind": (c_int, (Cursor,)),
    "clang_Cursor_getStorageClass": (c_int, (Cursor,)),
    "clang_Cursor_isFunctionInlined": (c_uint, (Cursor,)),
    "clang_isCursorDefinition": (c_uint, (Cursor,)),
    "clang_Cursor_getNumArguments": (c_int, (Cursor,)),
    "clang_Cursor_getArgument": (Cursor, (Cursor, c_uint)),
    "clang_Cursor_getVarDeclInitializer": (Cursor, (Cursor,)),
    "clang_Cursor_getOffsetOfField": (c_longlong, (Cursor,)),
    "clang_Cursor_isBitField": (c_uint, (Cursor,)),
    "clang_getFieldDeclBitWidth": (c_int, (Cursor,)),
    "clang_getEnumDeclIntegerType": (ClangType, (Cursor,)),
    "clang_Location_isInSystemHeader": (c_int, (Location,)),
    "clang_getEnumConstantDeclValue": (c_longlong, (Cursor,)),
    "clang_getEnumConstantDeclUnsignedValue": (c_ulonglong, (Cursor,)),
    "clang_getCursorBinaryOperatorKind": (c_int, (Cursor,)),
    "clang_getCursorUnaryOperatorKind": (c_int, (Cursor,)),
    "clang_Cursor_Evaluate": (c_void_p, (Cursor,)),
    "clang_EvalResult_getKind": (c_int, (c_void_p,)),
    "clang_EvalResult_isUnsignedInt": (c_uint, (c_void_p,)),
    "clang_EvalResult_getAsLongLong": (c_longlong, (c_void_p,)),
    "clang_EvalResult_getAsUnsigned": (c_ulonglong, (c_void_p,)),
    "clang_EvalResult_getAsDouble": (c_double, (c_void_p,)),
    "clang_EvalResult_dispose": (None, (c_void_p,)),
    "clang_getCanonicalType": (ClangType, (ClangType,)),
    "clang_isConstQualifiedType": (c_uint, (ClangType,)),
    "clang_isVolatileQualifiedType": (c_uint, (ClangType,)),
    "clang_getPointeeType": (ClangType, (ClangType,)),
    "clang_getTypeDeclaration": (Cursor, (ClangType,)),
    "clang_getResultType": (ClangType, (ClangType,)),
    "clang_getNumArgTypes": (c_int, (ClangType,)),
    "clang_getArgType": (ClangType, (ClangType, c_uint)),
    "clang_isFunctionTypeVariadic": (c_uint, (ClangType,)),
    "clang_getArrayElementType": (ClangType, (ClangType,)),
    "clang_getArraySize": (c_longlong, (ClangType,)),
    "clang_Type_getSizeOf": (c_longlong, (ClangType,)),
    "clang_Type_getAlignOf": (c_longlong, (ClangType,)),
    "clang_Type_getValueType": (ClangType, (ClangType,)),
    "clang_Type_visitFields": (c_uint, (ClangType, FieldVisitor, c_void_p)),
    "clang_getTypeSpelling": (ClangString, (ClangType,)),
}  # fmt: skip


def library_path() -> str:
    """Where the wheel keeps the library; raises `UsageError` when it is not installed."""
    package = importlib.util.find_spec("clang")
    for folder in (package.submodule_search_locations or ()) if package else ():
        for name in ("libclang.so", "libclang.dylib", "libclang.dll"):
            path = f"{folder}/native/{name}"
            if os.access(path, os.F_OK):
                return path
    raise UsageError(
        "libclang is not installed", hint="install Vexil's dependencies again: pip install libclang==18.1.1"
    )


def open_library() -> Any:
    """Load libclang and declare the functions that are used.

    ``LIBCLANG_NOTHREADS`` keeps parsing on the calling thread, whose stack is chosen to be large.
    """
    os.environ["LIBCLANG_NOTHREADS"] = "1"
    library = ctypes.CDLL(library_path())
    for name, (result, arguments) in _SIGNATURES.items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
    return library


def visit_children(library: Any, root: Cursor, visit: Callable[[Cursor, Cursor, Any], int]) -> None:
    """Visit the nodes below a cursor; an exception in the visitor ends the visit and is raised here."""
    failures: list[BaseException] = []

    def guarded(cursor: Cursor, parent: Cursor, data: Any) -> int:
        try:
            return visit(cursor, parent, data)
        except BaseException as failure:
            failures.append(failure)
            return BREAK

    library.clang_visitChildren(root, Visitor(guarded), None)
    if failures:
        raise failures[0]


def visit_fields(library: Any, kind: ClangType, visit: Callable[[Cursor, Any], int]) -> None:
    """Visit the members of a record, as `visit_children` does."""
    failures: list[BaseException] = []

    def guarded(cursor: Cursor, data: Any) -> int:
        try:
            return visit(cursor, data)
        except BaseException as failure:
            failures.append(failure)
            return BREAK

    library.clang_Type_visitFields(kind, FieldVisitor(guarded), None)
    if failures:
        raise failures[0]


def text_of(library: Any, string: ClangString) -> str:
    """Take a string out of libclang."""
    raw = library.clang_getCString(string)
    library.clang_disposeString(string)
    return raw.decode("utf-8", "surrogateescape") if raw else ""
