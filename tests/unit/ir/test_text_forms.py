"""The written forms of types, expressions, operations and declarations, one by one."""

from __future__ import annotations

import pytest

from vexil.core.source import SourceFile
from vexil.ir.expressions import Apply, Const, Operator, Variable
from vexil.ir.program import Function, Program
from vexil.ir.text import (
    load,
    parse_expression,
    parse_program,
    print_expression,
    print_operation,
    print_program,
    scope_of,
)
from vexil.ir.text.printer_program import ProgramPrinter
from vexil.ir.types import F32, F64, I8, I32, INT, CodeType, PointerType


def print_function(program: Program, function: Function) -> str:
    """The text of one function of a program."""
    return "\n".join([*ProgramPrinter(program.token_sets).function(function), ""])


DECLARATIONS = """vir 1
tokens EvenOdd {EVEN, ODD}
struct Pair size 8 align 4
  member left: i32 at 0
  member right: u32 at 4 bit 3 width 5
relation successor(tokens[EvenOdd]) -> tokens[EvenOdd]
  row {EVEN} -> {ODD}
  row {ODD} -> {EVEN}
class Object
class Buffer extends Object
  field count: i32
  field data: array[i32] volatile
  method 'put(int)' = 'Buffer.put(int)'
global g: i32
global t: tokens[EvenOdd]
global pair: struct[Pair]

function 'Buffer.put(int)'(this: ref[Buffer], value: i32) -> i32
  a -> exit: return value

function main() -> i32
  local x: i32
  local y: i32
  local b: bool
  local n: int
  local u: u8
  local d: f64
  local r: ref[Buffer]
  local a: array[i32]
  local p: ptr[i32]
  local fp: ptr[code(i32, i32)]
  local cell: i32 addressable
  local th: thread
  local m: lock
"""


def program_with(*edges: str) -> str:
    """A program whose main function has these edges between an entry and an exit."""
    return DECLARATIONS + "".join(f"  {edge}\n" for edge in edges)


@pytest.fixture(scope="module")
def program():
    return load(SourceFile("forms.vir", program_with("s -> exit: return 0i32").encode()))


EXPRESSIONS = [
    ("x+1i32*2i32", "x + 1i32 * 2i32"),
    ("(x+1i32)*2i32", "(x + 1i32) * 2i32"),
    ("x-(y-1i32)", "x - (y - 1i32)"),
    ("x-y-1i32", "x - y - 1i32"),
    ("x - -1i32", "x - -1i32"),
    ("-x", "neg(x)"),
    ("-(x)", "neg(x)"),
    ("-5i32", "-5i32"),
    ("neg(5i32)", "neg(5i32)"),
    ("+(x, 1i32)", "x + 1i32"),
    ("0x10i32", "16i32"),
    ("x << 2i32 + y", "x << (2i32 + y)"),
    ("(x & y) == (1i32 | g)", "(x & y) == (1i32 | g)"),
    ("x & y & 1i32", "x & y & 1i32"),
    ("x + y < x * y && b", "x + y < x * y && b"),
    ("b && b || b", "(b && b) || b"),
    ("b || b || b", "b || b || b"),
    ("(x == y) == b", "(x == y) == b"),
    ("x == y == b", "(x == y) == b"),
    ("!b", "!b"),
    ("!(x < y)", "!(x < y)"),
    ("!!b", "!!b"),
    ("~x", "~x"),
    ("~-1i32", "~-1i32"),
    ("true && 'b'", "true && b"),
    ("12345678901234567890", "12345678901234567890"),
    ("1.5f64", "1.5f64"),
    ("5f64", "5.0f64"),
    ("1e300f64", "1e+300f64"),
    ("0.1f32", "0.1f32"),
    ("-0.0f64", "-0.0f64"),
    ("inf(f64)", "inf(f64)"),
    ("-inf(f32)", "-inf(f32)"),
    ("nan(f64)", "nan(f64)"),
    ("a[x + 1i32]", "a[x + 1i32]"),
    ("field(r, count)", "field(r, Buffer, count)"),
    ("field(r, Buffer, data)[0i32]", "field(r, Buffer, data)[0i32]"),
    ("deref(p, i32)", "deref(p, i32)"),
    ("bits(p, u32, 3, 5, i32)", "bits(p, u32, 3, 5, i32)"),
    ("address(cell)", "address(cell)"),
    ("address(pair, ptr[i32])", "address(pair, ptr[i32])"),
    ("code_of('Buffer.put(int)')", "code_of('Buffer.put(int)', ptr[code(i32, ref[Buffer], i32)])"),
    ("is(r, ref[Object])", "is(r, ref[Object])"),
    ("ite(b, x, y)", "ite(b, x, y)"),
    ("ite(b, r, null(ref[Object]), ref[Object])", "ite(b, r, null(ref[Object]), ref[Object])"),
    ("cast(x, u8)", "cast(x, u8)"),
    ("saturate(d, i32)", "saturate(d, i32)"),
    ("pointer_add(p, 4)", "pointer_add(p, 4)"),
    ("pointer_add(p, 4, ptr[void])", "pointer_add(p, 4, ptr[void])"),
    ("null(ptr[ptr[i32]])", "null(ptr[ptr[i32]])"),
    ("literal(4096, ptr[void])", "literal(4096, ptr[void])"),
    ("literal(-3, lock)", "literal(-3, lock)"),
    ("token(EvenOdd, ODD)", "token(EvenOdd, ODD)"),
    ("token(EvenOdd, 1)", "token(EvenOdd, ODD)"),
    ("current_thread() == th", "current_thread() == th"),
    ("holds_lock(r)", "holds_lock(r)"),
    ("locked(r)", "locked(r)"),
    ("x /* inline */ + // and to the end\n 1i32", "x + 1i32"),
]


@pytest.mark.parametrize(("written", "printed"), EXPRESSIONS)
def test_an_expression_is_printed_in_its_normal_form(program, written: str, printed: str) -> None:
    """What people may write is printed with C's precedence and no parenthesis that nobody would miss."""
    scope = scope_of(program, program.functions["main"])
    expression = parse_expression(SourceFile("e", written.encode()), scope)
    assert print_expression(expression, program.token_sets) == printed
    again = parse_expression(SourceFile("e", printed.encode()), scope)
    assert print_expression(again, program.token_sets) == printed


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (0.1, F64, "0.1f64"),
        (0.10000000149011612, F32, "0.1f32"),
        (16777216.0, F32, "16777216.0f32"),
        (1e22, F64, "1e+22f64"),
        (-128, I8, "-128i8"),
        (1 << 20000, INT, hex(1 << 20000)),
    ],
    ids=["f64", "f32", "whole", "exponent", "negative", "huge"],
)
def test_a_literal_is_short_and_exact(program, value: float, kind, text: str) -> None:
    """Literals are the shortest decimal digits that read back; very long integers are hexadecimal."""
    assert print_expression(Const(value, kind)) == text
    read = parse_expression(SourceFile("e", text.encode()), scope_of(program))
    assert isinstance(read, Const)
    assert (read.value, read.type) == (value, kind)


OPERATIONS = [
    "skip",
    "x := y + 1i32",
    "a[x] := y",
    "deref(p, i32) := 0i32",
    "bits(p, u32, 0, 3, u8) := u",
    "field(r, Buffer, count) := field(r, Buffer, count) + 1i32",
    "restrict x < 3i32",
    'check assert x > 0i32 "x is positive"',
    "check 'null-pointer' r != null(ref[Buffer])",
    "x := choose range(0i32, 5i32)",
    "x := choose type(i32) by approximation",
    "x := choose among(1i32, when(b, 2i32)) by abstraction",
    "t := choose successor(t) by abstraction",
    "t := choose successor(successor(type(tokens[EvenOdd])))",
    "r := choose instance(Buffer)",
    "r := choose instance(Buffer, null) by abstraction",
    "r := new Buffer",
    'r := new Buffer site "main:1"',
    "a := new array(i32, x)",
    "p := new memory(8)",
    'p := new memory(8, stack, zeroed) site "alloca"',
    "release p",
    "begin lifetime cell",
    "end lifetime cell",
    "copy(p, address(cell), 4)",
    "fill(p, 0u8, 4)",
    'lock r pair "1" reentrant',
    "lock m",
    'unlock r pair "1"',
    "wait r on r",
    "wait timed",
    "wait on r timed",
    "x := wait r on r timed",
    "notify r",
    "notify all r",
    "start 'Buffer.put(int)'(r, 1i32)",
    "th := start virtual Buffer 'put(int)'(r, 1i32) daemon b many",
    "join th",
    "x := join th timed",
    "interrupt th",
    "interrupt th clear",
    "begin atomic",
    "end atomic",
]

CALLS = [
    "call main()",
    "x := call 'Buffer.put(int)'(r, y)",
    "x := call virtual Buffer 'put(int)'(r, x + 1i32)",
    "x := call pointer(fp)(y)",
    "x := call pointer(fp)(y) targets {main, 'Buffer.put(int)'}",
    "call pointer(fp)(y) targets {}",
]


@pytest.mark.parametrize("operation", OPERATIONS + CALLS)
def test_an_operation_is_printed_as_it_is_written(operation: str) -> None:
    """The written form of every operation is what is printed for it."""
    text = program_with(f"s -> e: {operation}", "e -> exit: return x")
    program = load(SourceFile("operation.vir", text.encode()))
    assert print_operation(program.edge("main#0").operation, program.token_sets) == operation


@pytest.mark.parametrize(
    "edges",
    [
        ["s -> e: assume x < 3i32", "s -> e: assume !(x < 3i32)", "e -> exit: return x"],
        ["s -> e: case x in {1, -2}", "s -> e: case x not in {1, -2}", "e -> exit: return x"],
        ["s -> e: case t in {ODD}", "s -> e: case t not in {ODD}", "e -> exit: return x"],
        ["s -> e: call main()", "s -> h: catch r", "h -> thrown: throw r", "e -> exit: return x"],
        ["s -> e: call main()", "s -> e: catch", "e -> exit: return x"],
        ["s -> halted: stop 1i32"],
        ["s -> halted: stop"],
    ],
)
def test_the_edges_of_a_location_are_printed_as_they_are_written(edges: list[str]) -> None:
    """Conditions, cases, exceptions and ends of the program keep their form and their order."""
    program = load(SourceFile("edges.vir", program_with(*edges).encode()))
    lines = print_function(program, program.functions["main"]).splitlines()
    assert [line.split(" @")[0].strip() for line in lines if " -> " in line][1:] == edges


def test_variables_named_like_words_are_told_apart_from_them() -> None:
    """A variable that has the name of an optional word is quoted where the word could stand."""
    names = ("on", "timed", "all", "skip", "choose", "true")
    text = "vir 1\nclass C\n" + "".join(f"global '{name}': ref[C]\n" for name in names)
    edges = ["wait 'on' on 'timed' timed", "wait on 'on'", "notify 'all'", "notify all 'all'", "'skip' := 'choose'",
             "'skip' := 'true'"]  # fmt: skip
    text += "function main()\n" + "".join(f"  n{n} -> n{n + 1}: {edge}\n" for n, edge in enumerate(edges))
    program = load(SourceFile("words.vir", f"{text}  n{len(edges)} -> exit: return\n".encode()))
    assert [print_operation(edge.operation) for edge in program.functions["main"].edges][:-1] == edges


def test_types_are_printed_as_they_are_written(program) -> None:
    """The text of a type reads back as the type."""
    kind = PointerType(CodeType(None, (I32, PointerType(None)), True))
    text = f"cast(null(ptr[void]), {kind})"
    assert str(kind) == "ptr[code(void, i32, ptr[void], variadic)]"
    assert parse_expression(SourceFile("t", text.encode()), scope_of(program)).type == kind


@pytest.mark.parametrize("name", ["lock", "true", "two words", "it's", "a\nb", "\\", "", "ü", "\ud800", "//", "7"])
def test_any_name_can_be_written(name: str) -> None:
    """Names that are no free words are quoted, so that they read back."""
    variable = Variable(name, I32, True)
    text = print_expression(Apply(Operator.ADD, (variable, variable), I32))
    program = parse_program(SourceFile("n", f"vir 1\nglobal {text.split(' + ')[0]}: i32\n".encode())).program
    again = parse_expression(SourceFile("e", text.encode()), scope_of(program))
    assert [operand.name for operand in again.operands] == [name, name]


def test_declarations_are_printed_as_they_are_written() -> None:
    """Everything that is not left to defaults is printed line by line as it was written."""
    text = """vir 1
program 'two words'
language java
layout odd pointer 32 align 4 big
entry main
file "A.java" sha256 "00"
  marker 0 7 "B.java"
assumption arithmetic "integers wrap"
caveat slicing drops "a loop was cut" edge "main#0" @3-9

tokens Color {RED, 'light green'}

union U size 4 align 4
  member i: i32 at 0
  member flag: u32 at 0 bit 1 width 2

relation mix(tokens[Color], bool) -> bool
  row {RED, false} -> {}
  row {RED, true} -> {true}
  row {'light green', false} -> {false, true}
  row {'light green', true} -> {true}

interface Shape

class Base implements Shape abstract
  field next: ref[Base] volatile

class Circle extends Base initialiser main
  method 'area()' = area

global a: i32 = 5i32
global b: bool hidden in type(bool)
global c: block[i32][12] addressable = memory {
  0: 0i32, 4: 1i32, 8: 2i32, 12: 3i32, 16: 4i32, 20: 5i32, 24: 6i32, 28: 7i32,
  32: 8i32}
global d: ptr[block[i32][12]] = address(c)

function area(this: ref[Base]) -> i32 external entry s exit t exceptional u stop v
  s -> t: return 1i32 @1:5-9

function main() entry n1 exit n0
  local x: i32 addressable hidden
  locations n0..n3
  location n2 choice labels "LOCK", "a \\"b\\""
  n1 -> n2: skip
  n2 -> n3: skip
  n3 -> n0: return

declared main @1:0-9
declared main::x @4-5

spans main
  0: 3@1-2 5@1:7-9
"""
    program = parse_program(SourceFile("all.vir", text.encode())).program
    assert print_program(program) == text


def test_a_parameter_with_labels_may_be_followed_by_another_parameter() -> None:
    """The comma after a parameter's last label ends the parameter, and printing gives the same text again."""
    header = 'vir 1\nfunction f(a$2: i32 labels "a", "b", c: i32 labels "d", e: i32)\n  n0 -> exit: return\n'
    program = load(SourceFile("labels.vir", (header + "function main()\n  n0 -> exit: return\n").encode()))
    assert [parameter.labels for parameter in program.functions["f"].parameters] == [("a", "b"), ("d",), ()]
    printed = print_function(program, program.functions["f"])
    assert 'a$2: i32 labels "a", "b", c: i32 labels "d", e: i32' in printed
