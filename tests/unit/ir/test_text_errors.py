"""Mistakes in the text of a program: each is reported at its place, with what was expected there."""

from __future__ import annotations

import pytest

from vexil.core.errors import LimitReached, SourceError
from vexil.core.source import SourceFile
from vexil.ir.text import Scope, load, parse_expression, parse_program

MAIN = "function main()\n  a -> exit: return\n"


def mistake(text: str) -> SourceError:
    with pytest.raises(SourceError) as caught:
        load(SourceFile("wrong.vir", text.encode()))
    return caught.value


@pytest.mark.parametrize(
    ("text", "place", "message", "expected"),
    [
        ("", (1, 1), "starts with 'vir 1'", "vir 1"),
        ("program x\n", (1, 1), "starts with 'vir 1'", "vir 1"),
        ("vir 2\n", (1, 5), "version of the text form is not known", "vir 1"),
        ("vir one\n", (1, 5), "expected a version", "a version"),
        ("vir 1\nlayout LP65\n", (2, 8), "unknown data layout 'LP65'", "LP64, ILP32"),
        ("vir 1\nfunctoin main()\n", (2, 1), "expected a declaration", "'function'"),
        ("vir 1\nglobal x i32\n", (2, 10), "expected ':' after 'x'", "':'"),
        ("vir 1\nglobal x: i33x\n", (2, 11), "unknown type 'i33x'", "i32"),
        ("vir 1\nglobal x: f16\n", (2, 11), "floats have 32 or 64 bits", "f32 or f64"),
        ("vir 1\nglobal x: i70000\n", (2, 11), "integers have 1 to 65536 bits", "i32"),
        ("vir 1\nglobal x: block[i32]\n", (2, 11), "length of the block is missing", "block[TYPE][LENGTH]"),
        ("vir 1\nglobal x: block[i32][y]\n", (2, 22), "expected a length", "a length or 'unknown'"),
        ("vir 1\nglobal x: 5\n", (2, 11), "this is no type", "a type such as i32"),
        ("vir 1\nglobal x: vec[i32]\n", (2, 11), "unknown type 'vec'", "a type such as i32"),
        ("vir 1\nglobal x: vec[i32][2]\n", (2, 11), "this is no type", "a type such as i32"),
        ("vir 1\nglobal x: ref[5]\n", (2, 15), "expected the name of a class", "the name of a class"),
        ("vir 1\nglobal x: ptr[code()]\n", (2, 15), "the result of the code is missing", "code(RESULT"),
        ("vir 1\nstruct S size 4i32 align 4\n", (2, 15), "4i32 is no plain integer", "a size in bytes"),
        ("vir 1\nassumption x 5\n", (2, 14), "expected the assumption in double quotes", "double quotes"),
        ("vir 1\nglobal x: i32 = 300u8\n", (2, 17), "300 is no value of type u8", "u8"),
        ("vir 1\nglobal x: i32 = 1.5\n", (2, 17), "1.5 has no type", "f32 or f64"),
        ("vir 1\nglobal x: f32 = 1e39f32\n", (2, 17), "too large for f32", "inf(f32)"),
        ("vir 1\nglobal x: i32 = 12ab\n", (2, 17), "unexpected character '1'", "a number"),
        ("vir 1\nglobal x: i32 = " + "9" * 5000 + "i32\n", (2, 17), "a decimal number is too long", "hexadecimal"),
        ("vir 1\nglobal x: i32 = 0x" + "f" * 5000 + "i32\n", (2, 17), "number of 20000 bits is no value", "i32"),
        ("vir 1\nglobal x: i32 = y\n", (2, 17), "variable 'y' is not declared", "a declared variable"),
        ("vir 1\nglobal x: i32 5i32\n", (2, 15), "expected an operator or the end of the line", "end of the line"),
        ("vir 1\nglobal 'x: i32\n", (2, 8), "quotation does not end on its line", "a closing '"),
        ("vir 1\ntokens T {A, B\nglobal x: i32\n", (3, 1), "expected ',' or '}'", "','"),
        ("vir 1\nstruct S size 4\n", (3, 1), "expected 'align'", "'align'"),
        ("vir 1\ntokens T {A}\ntokens T {B}\n", (3, 1), "tokens 'T' is declared twice", "another name"),
        ("vir 1\n" + MAIN + MAIN, (4, 1), "function 'main' is declared twice", "another name"),
        ("vir 1\nrelation r(bool) -> bool\n  row {} -> {true}\n", (3, 7), "has 0 arguments", "1 arguments"),
        ("vir 1\nfunction main(\n", (3, 1), "expected the name of a variable", "the name of a variable"),
        ("vir 1\nfunction main()\n  a -> exit return\n", (3, 13), "expected ':'", "':'"),
        ("vir 1\nfunction main()\n  a -> 5: return\n", (3, 8), "expected the name of a location", "location"),
        ("vir 1\nfunction main()\n", (2, 1), "function 'main' has no edges", "an edge 'a -> b: OPERATION'"),
        ("vir 1\nfunction main()\n  a exit: return\n", (3, 5), "expected '->'", "'->'"),
        ("vir 1\nfunction main()\n  a -> exit: retrun\n", (3, 14), "variable 'retrun'", "a declared variable"),
        ("vir 1\nfunction main()\n  a -> exit: \n", (4, 1), "expected an operation", "an operation such as"),
        ("vir 1\nfunction main()\n  a -> b: return @5\n", (3, 18), "expected a byte range", "@START-END"),
        ("vir 1\nfunction main()\n  a -> b: begin x\n", (3, 17), "expected 'atomic' or 'lifetime'", "'atomic'"),
        ("vir 1\nfunction main()\n  locations a, a\n", (3, 16), "location 'a' is listed twice", ""),
        ("vir 1\nfunction main()\n  locations a1..b3\n", (3, 13), "a1..b3 is no run of names", "n3..n7"),
        ("vir 1\nfunction main()\n  locations a0..a99999999\n", (3, 13), "more locations than the text", ""),
        (
            "vir 1\nfunction main()\n  locations a, exit\n  a -> end: return\n",
            (4, 8),
            "location 'end' is not in the list",
            "a listed location",
        ),
        ("vir 1\nfunction main()\n  a -> exit: return\n  locations a\n", (4, 13), "comes before the edges", "an edge"),
        ("vir 1\nspans main\n  0@1-2\n", (3, 3), "the number of the edge is missing", "EDGE:"),
    ],
)
def test_a_mistake_is_reported_where_it_is(text: str, place: tuple[int, int], message: str, expected: str) -> None:
    """Line and column are those of the offending text; the message says what was expected."""
    error = mistake(text)
    assert (error.line, error.column) == place
    assert message in error.message
    assert expected in error.expected


@pytest.mark.parametrize(
    ("operation", "found", "message"),
    [
        ("x := x + 1u8", "x + 1u8", "takes operands of one type, not i32 and u8"),
        ("x := 1i32 + (2i32 + true)", "(2i32 + true)", "takes operands of one type, not i32 and bool"),
        ("x := !x", "!x", "operator '!' takes bool, not i32"),
        ("x := y", "y", "variable 'y' is not declared"),
        ("x := cast(x)", "cast(x)", "'cast' does not take 1 arguments"),
        ("x := wrap(x)", "wrap(x)", "there is no operator 'wrap'"),
        ("x := x[0i32]", "x[0i32]", "only an array reference has elements"),
        ("x := deref(x, i32)", "deref(x, i32)", "only a pointer can be dereferenced"),
        ("x := field(r, C, size)", "field(r, C, size)", "'C' declares no field 'size'"),
        ("x := field(r, D, size)", "field(r, D, size)", "class 'D' is not declared"),
        ("x := field(x, size)", "field(x, size)", "i32 declares no field 'size'"),
        ("x := bits(p, u8, 7, 2, i32)", "bits(p, u8, 7, 2, i32)", "bits 7 to 8 do not lie in an unsigned unit of u8"),
        ("x := token(T, C)", "C", "token set 'T' has no token 'C'"),
        ("x := token(U, C)", "C", "token set 'U' is not declared"),
        ("x := bits(p, f32, 0, 2, i32)", "bits(p, f32, 0, 2, i32)", "cannot lie in a unit of type f32"),
        ("x := ite(true, x, x, bool)", "ite(true, x, x, bool)", "operator 'ite' gives i32 here, not bool"),
        ("x := address(5)", "5", "only a variable has an address"),
        ("x := code_of(f)", "code_of(f)", "the type of function 'f' is not known yet"),
        ("x := null(i32)", "null(i32)", "null is no value of type i32"),
        ("x := literal(5, bool)", "literal(5, bool)", "a literal of type bool is not written this way"),
        ("x := inf(i32)", "inf(i32)", "inf is no value of type i32"),
        ('x := "text"', '"text"', "a string is no value here"),
        ("x + 1i32 := x", "x + 1i32", "only a variable, a field, an element or memory can be written"),
        ("x := choose x", "x", "an expression is no domain"),
        ("x := choose range(x)", "range(x)", "'range' does not take 1 arguments"),
        ("x := choose among(when(true))", "when(true)", "a guard and a value are needed"),
        ("x := choose instance()", "instance()", "expected a class"),
        ("r := new 5", "5", "this cannot be allocated"),
        ("r := new memory(8, heap)", "memory(8, heap)", "this cannot be allocated"),
        ("copy(p, p)", "(p, p)", "three arguments are needed, not 2"),
        ("begin lifetime 5", "5", "only a variable has a lifetime"),
        ("case x in {A}", "A", "'A' is no value of type i32"),
        ("x := (x", "function", "expected ')'"),
    ],
)
def test_a_mistake_in_an_operation_names_the_offending_part(operation: str, found: str, message: str) -> None:
    """Unknown names, wrong types and wrong forms are found at the smallest part they concern."""
    text = (
        "vir 1\ntokens T {A, B}\nclass C\n  field count: i32\nfunction main()\n  local x: i32\n  local r: ref[C]\n"
        f"  local p: ptr[i32]\n  a -> b: {operation}\nfunction f()\n  b -> exit: return\n"
    )
    error = mistake(text)
    assert error.found == found
    assert message in error.message


def test_a_similar_name_is_suggested() -> None:
    """An unknown variable comes with the declared one that looks like it."""
    error = mistake("vir 1\nglobal counter: i32\nfunction main()\n  a -> b: countr := 1i32\n")
    assert error.hint == "did you mean 'counter'?"


@pytest.mark.parametrize(
    ("text", "place", "found", "message"),
    [
        ("vir 1\nglobal x: i32\n", (1, 1), "vir", "the entry function 'main' is not defined"),
        ("vir 1\nentry start\n" + MAIN, (2, 1), "entry start", "the entry function 'start' is not defined"),
        ("vir 1\nglobal x: i32 = 1u8\n" + MAIN, (2, 1), "global x: i32", "the initial value has type u8"),
        ("vir 1\nclass C extends D\n" + MAIN, (2, 1), "class C", "inherits from 'D', which is not declared"),
        ("vir 1\nfunction main()\n  a -> b: skip\n", (3, 8), "b", "a location without edges must be an exit"),
        (
            "vir 1\nfunction main()\n  a -> b: skip // first\n  b -> exit: return 5i32\n",
            (4, 3),
            "b -> exit: return 5i32",
            "returns i32, declared is nothing",
        ),
        (
            "vir 1\nglobal x: i32\nfunction main()\n  a -> b: skip\n  b -> exit: assume x < 1i32\n",
            (5, 3),
            "b -> exit: assume x < 1i32",
            "only a return edge leads to the normal exit",
        ),
        (
            "vir 1\nfunction main() exit e\n  'é' -> b: assume true\n  'é' -> e: return\n  b -> e: return\n",
            (3, 3),
            "'é' -> b: assume true",
            "a branch has condition edges only",
        ),
    ],
)
def test_a_broken_rule_is_reported_at_the_part_that_breaks_it(
    text: str, place: tuple[int, int], found: str, message: str
) -> None:
    """What the validator finds becomes an error at the edge, location or declaration."""
    error = mistake(text)
    assert (error.line, error.column) == place
    assert error.found == found
    assert message in error.message


def test_further_problems_are_counted() -> None:
    """The first problem is reported; the others are counted in the hint."""
    error = mistake("vir 1\nfunction main()\n  a -> exit: return 5i32\n  b -> exit: return 6i32\n")
    assert error.hint == "there are 1 more problems"


def test_text_that_is_not_utf_8_is_refused() -> None:
    """A binary file is refused with the place of the first byte that is no text."""
    with pytest.raises(SourceError, match="byte 0xff is not UTF-8"):
        parse_program(SourceFile("binary.vir", b"vir 1\n\xff"))


def test_types_have_a_depth_limit() -> None:
    """A type that is nested absurdly deep reaches a limit; it is not called wrong."""
    kind = "ptr[" * 5000 + "i32" + "]" * 5000
    with pytest.raises(LimitReached, match="nested more than 100 deep"):
        parse_expression(SourceFile("deep", f"null({kind})".encode()), Scope())
