"""Learning what libclang does not say, from a sample.

libclang shows several classes of expressions as "unexposed" and hides which parts of a ``for`` are present. The
first byte of a statement object is its class, and a few fields lie at fixed places; `calibrate` parses a sample in
which every such construct occurs once and learns the class bytes from it. When the sample does not look as expected
the library is not one Vexil knows, and it says so.
"""

from __future__ import annotations

import ctypes
from ctypes import c_char_p, c_ulong, c_void_p
from typing import Any, NamedTuple

from vexil.core.errors import require
from vexil.frontends.c.clang_library import RECURSE, ClangType, Cursor, text_of, visit_children
from vexil.frontends.c.kinds import Kind

UNEXPOSED_TYPE, VARIABLE_ARRAY = 1, 115
FOR_PARTS = (8, 24, 32, 40)
"""Where a for statement keeps its initialisation, condition, increment and body."""
GENERIC_COUNTS, ASM_OUTPUTS, ATOMIC_OPERATION, SIZE_OPERAND = 16, 16, 84, 16
DESIGNATOR_COUNTS, DESIGNATORS, DESIGNATOR_SIZE, DESIGNATOR_KIND = 20, 24, 24, 0

ATOMIC_SAMPLES = {
    "__atomic_load_n": "(p, 5)", "__atomic_load": "(p, q, 5)", "__atomic_store_n": "(p, 1, 5)",
    "__atomic_store": "(p, q, 5)", "__atomic_exchange_n": "(p, 1, 5)", "__atomic_exchange": "(p, q, r, 5)",
    "__atomic_compare_exchange_n": "(p, q, 1, 0, 5, 5)", "__atomic_compare_exchange": "(p, q, r, 0, 5, 5)",
    "__atomic_fetch_add": "(p, 1, 5)", "__atomic_fetch_sub": "(p, 1, 5)", "__atomic_fetch_and": "(p, 1, 5)",
    "__atomic_fetch_or": "(p, 1, 5)", "__atomic_fetch_xor": "(p, 1, 5)", "__atomic_fetch_nand": "(p, 1, 5)",
    "__atomic_add_fetch": "(p, 1, 5)", "__atomic_sub_fetch": "(p, 1, 5)", "__atomic_and_fetch": "(p, 1, 5)",
    "__atomic_or_fetch": "(p, 1, 5)", "__atomic_xor_fetch": "(p, 1, 5)", "__atomic_nand_fetch": "(p, 1, 5)",
    "__c11_atomic_init": "(a, 1)", "__c11_atomic_load": "(a, 5)", "__c11_atomic_store": "(a, 1, 5)",
    "__c11_atomic_exchange": "(a, 1, 5)", "__c11_atomic_compare_exchange_strong": "(a, q, 1, 5, 5)",
    "__c11_atomic_compare_exchange_weak": "(a, q, 1, 5, 5)", "__c11_atomic_fetch_add": "(a, 1, 5)",
    "__c11_atomic_fetch_sub": "(a, 1, 5)", "__c11_atomic_fetch_and": "(a, 1, 5)",
    "__c11_atomic_fetch_or": "(a, 1, 5)", "__c11_atomic_fetch_xor": "(a, 1, 5)",
}  # fmt: skip

_CLASSES = {
    "cast": (Kind.IMPLICIT_CAST, "int cast(char c) { return c; }"),
    "argument": (Kind.VA_ARG, "int argument(__builtin_va_list p) { return __builtin_va_arg(p, int); }"),
    "chosen": (Kind.CHOOSE_EXPR, "int chosen(void) { return __builtin_choose_expr(1, 2, 3); }"),
    "shorter": (Kind.BINARY_CONDITIONAL, "int shorter(int c) { return c ?: 3; }"),
    "offset": (Kind.CONSTANT, "__SIZE_TYPE__ offset(void) { return __builtin_offsetof(struct s, b); }"),
    "same": (Kind.CONSTANT, "int same(void) { return __builtin_types_compatible_p(int, long); }"),
    "where": (Kind.SOURCE_LOCATION, "unsigned where(void) { return __builtin_LINE(); }"),
    "atomic": (Kind.ATOMIC, "int atomic(int *p) { return __atomic_load_n(p, 5); }"),
}


class Calibration(NamedTuple):
    """What was learnt: the kinds of unexposed expressions by class byte, and atomic operations by number."""

    classes: dict[int, int]
    atomics: dict[int, str]


class UnsavedFile(NamedTuple):
    """A file that exists in memory only, in libclang's form."""

    name: bytes
    content: bytes

    def array(self) -> Any:
        """The C array with this one file."""

        class Entry(ctypes.Structure):
            _fields_ = (("name", c_char_p), ("content", c_char_p), ("length", c_ulong))

        return (Entry * 1)(Entry(self.name, self.content, len(self.content)))


def _sample() -> bytes:
    lines = ["struct s { int a, b; };", *(text for _, text in _CLASSES.values())]
    lines.append("const char *name(void) { return __func__; }")
    lines.append("int chosen_type(long x) { return _Generic(x, int: 1, long: 2, default: 3); }")
    lines.append("void parts(int i) { for (i = 0; ; i++) ; for (; i; ) { } }")
    lines.append('void machine(int i, int j) { asm("" : "=r"(i) : "r"(j), "r"(i)); }')
    lines.append("__SIZE_TYPE__ measured(int n) { return sizeof(short[n]); }")
    lines.append("struct s designated = { .b = 1 };")
    lines.append("int ranges[9][9] = { [1 ... 3][4] = 1 };")
    lines.append("void atomics(int *p, int *q, int *r, _Atomic int *a) {")
    lines.extend(f"  (void)0; {name}{arguments};" for name, arguments in ATOMIC_SAMPLES.items())
    return "\n".join([*lines, "}", ""]).encode()


def byte_at(address: int) -> int:
    """The byte at an address of libclang's memory."""
    return ctypes.string_at(address, 1)[0]


def word_at(address: int) -> int:
    """The 32-bit number at an address of libclang's memory."""
    return int.from_bytes(ctypes.string_at(address, 4), "little")


def pointer_at(address: int) -> int:
    """The pointer at an address of libclang's memory."""
    return c_void_p.from_address(address).value or 0


def for_parts(statement: int) -> tuple[bool, ...]:
    """Which of initialisation, condition and increment a for statement has."""
    return tuple(bool(pointer_at(statement + offset)) for offset in FOR_PARTS[:3])


def generic_result(expression: int) -> int:
    """Which of its associations a generic selection takes."""
    return word_at(expression + GENERIC_COUNTS) >> 15 & 0x7FFF


def asm_outputs(statement: int) -> int:
    """How many outputs an assembler statement has."""
    return word_at(statement + ASM_OUTPUTS)


def measured_type(expression: int, unit: int) -> ClangType:
    """The type whose size is asked by an expression that names a type."""
    written = pointer_at(expression + SIZE_OPERAND)
    return ClangType(UNEXPOSED_TYPE, pointer_at(written), unit)


def designator_kinds(expression: int) -> tuple[int, ...]:
    """What the designators of an initialiser are: 0 for a member, 1 for an index, 2 for a range."""
    count = word_at(expression + DESIGNATOR_COUNTS) >> 1 & 0x7FFF
    first = pointer_at(expression + DESIGNATORS)
    return tuple(word_at(first + DESIGNATOR_SIZE * number + DESIGNATOR_KIND) for number in range(count))


def atomic_operation(expression: int) -> int:
    """The number of the operation of an atomic builtin."""
    return word_at(expression + ATOMIC_OPERATION)


def calibrate(library: Any, index: Any) -> Calibration:
    """Parse the sample and learn from it; raises `InternalError` when the library is not as expected."""
    unit = c_void_p()
    flags = (c_char_p * 4)(b"-xc", b"-std=gnu17", b"-w", b"--target=x86_64-linux-gnu")
    file = UnsavedFile(b"sample.c", _sample())
    files = file.array()
    code = library.clang_parseTranslationUnit2(
        index, b"sample.c", flags, 4, ctypes.cast(files, c_void_p), 1, 0, ctypes.byref(unit)
    )
    require(code == 0 and library.clang_getNumDiagnostics(unit) == 0, "libclang should accept the calibration sample")
    samples: dict[str, list[tuple[Cursor, Cursor]]] = {}
    current = [""]

    def visit(cursor: Cursor, parent: Cursor, _: Any) -> int:
        if cursor.kind in (Kind.FUNCTION_DECL, Kind.VAR_DECL):
            current[0] = text_of(library, library.clang_getCursorSpelling(cursor))
        samples.setdefault(current[0], []).append((cursor, parent))
        return RECURSE

    visit_children(library, library.clang_getTranslationUnitCursor(unit), visit)
    returned = {
        name: next(cursor for cursor, parent in nodes if parent.kind == Kind.RETURN)
        for name, nodes in samples.items()
        if any(parent.kind == Kind.RETURN for _, parent in nodes)
    }
    classes = {}
    for name, (kind, _) in _CLASSES.items():
        require(returned[name].kind == Kind.UNEXPOSED_EXPR, f"the sample {name!r} should be an unexposed expression")
        classes[byte_at(returned[name].second)] = int(kind)
    named = next(c for c, p in samples["name"] if p.kind == Kind.UNEXPOSED_EXPR and p.second == returned["name"].second)
    classes[byte_at(named.second)] = int(Kind.PREDEFINED)
    designated = next(c for c, p in samples["designated"] if p.kind == Kind.INIT_LIST)
    classes[byte_at(designated.second)] = int(Kind.DESIGNATED)
    ranges = next(c for c, p in samples["ranges"] if p.kind == Kind.INIT_LIST)
    kinds = [designator_kinds(node.second) for node in (designated, ranges)]
    require(kinds == [(0,), (2, 1)], "the kinds of designators should be found")
    require(len(classes) == len(_CLASSES) + 2, "the classes of unexposed expressions should differ")
    require(generic_result(returned["chosen_type"].second) == 1, "the second association should be selected")
    loops = [cursor for cursor, _ in samples["parts"] if cursor.kind == Kind.FOR]
    require(
        [for_parts(loop.second) for loop in loops] == [(True, False, True), (False, True, False)],
        "for parts should be found",
    )
    measured = library.clang_getCanonicalType(measured_type(returned["measured"].second, returned["measured"].third))
    require(measured.kind == VARIABLE_ARRAY, "the operand of sizeof should be found")
    machine = next(cursor for cursor, _ in samples["machine"] if cursor.kind == Kind.ASM)
    require(asm_outputs(machine.second) == 1, "the assembler statement should have one output")
    operations = [
        atomic_operation(cursor.second)
        for cursor, parent in samples["atomics"]
        if parent.kind == Kind.BLOCK and cursor.kind == Kind.UNEXPOSED_EXPR
    ]
    require(len(operations) == len(set(operations)) == len(ATOMIC_SAMPLES), "atomic operations should have numbers")
    require(max(operations) < 200, "the numbers of atomic operations should be small")
    return Calibration(classes, dict(zip(operations, ATOMIC_SAMPLES, strict=True)))
