"""Loading of hand-written programs: defaults, places, sources, and inputs of unusual size."""

from __future__ import annotations

import gc
from collections.abc import Callable

import pytest

from vexil.core.errors import SourceError
from vexil.core.source import AbsentFile, SourceFile, Span
from vexil.ir.compare import same_expression
from vexil.ir.expressions import Expr, Operator, Variable
from vexil.ir.layout import LP64
from vexil.ir.program import LocationKind
from vexil.ir.text import Scope, load, parse_expression, parse_program, print_expression, print_program
from vexil.ir.types import BOOL, I32, ArrayReferenceType
from vexil.ir.typing import apply, element

COUNTER = """vir 1

global limit: i32 = 3i32

function main() -> i32
  local n: i32
  start -> test: n := 0i32
  test -> step: assume n < limit   // the loop
  test -> done: assume !(n < limit)
  step -> test: n := n + 1i32
  done -> exit: return n
"""


def file_of(text: str, name: str = "counter.vir") -> SourceFile:
    return SourceFile(name, text.encode())


def text_at(program_file: SourceFile, span: Span | None) -> str:
    assert span is not None
    return program_file.content[span.start : span.end].decode()


def test_what_is_left_out_has_a_default() -> None:
    """Name, language, layout, entry, exits, kinds and order of locations follow from the text."""
    program = load(file_of(COUNTER, "some/where/counter.vir"))
    main = program.functions["main"]
    assert (program.name, program.language, program.layout, program.entry) == ("counter", "vir", LP64, "main")
    assert [location.name for location in main.locations] == ["start", "test", "step", "done", "exit"]
    assert [location.kind for location in main.locations] == [
        LocationKind.STEP, LocationKind.BRANCH, LocationKind.STEP, LocationKind.STEP, LocationKind.TERMINAL,
    ]  # fmt: skip
    assert (main.entry, main.exit, main.exceptional_exit, main.stop) == (0, 4, None, None)


def test_an_endless_function_has_an_exit_all_the_same() -> None:
    """A function without a return edge gets an exit that is called so."""
    main = load(file_of("vir 1\nfunction main()\n  a -> a: skip\n")).functions["main"]
    assert main.locations[main.exit].name == "exit"


def test_throw_and_stop_edges_define_the_other_exits() -> None:
    """The exceptional exit is where throw edges lead, the stop exit where stop edges lead."""
    text = "vir 1\nclass E\nglobal e: ref[E]\nfunction main()\n  a -> x: throw e\n  b -> y: stop\n"
    main = load(file_of(text)).functions["main"]
    names = [location.name for location in main.locations]
    assert main.exceptional_exit is not None
    assert main.stop is not None
    assert (names[main.exceptional_exit], names[main.stop], names[main.exit]) == ("x", "y", "exit")


def test_the_text_is_the_source_of_a_program_written_by_hand() -> None:
    """Edges have the places of their lines, expressions and declarations those of their words."""
    file = file_of(COUNTER)
    program = load(file)
    assert program.files == (file,)
    spans = [text_at(file, edge.span) for edge in program.functions["main"].edges]
    assert spans[1:3] == ["test -> step: assume n < limit", "test -> done: assume !(n < limit)"]
    places = program.source_map
    assert [text_at(file, places.occurrence("main", 3, n)) for n in range(4)] == ["n", "n + 1i32", "n", "1i32"]
    assert places.occurrence("main", 3, 4) is None
    declared = {name: text_at(file, span) for name, span in places.declarations.items()}
    assert declared == {"limit": "global limit: i32", "main": "function main", "main::n": "n"}


def test_places_are_bytes_also_after_wide_characters() -> None:
    """Characters of several bytes before an edge do not move its place."""
    file = file_of(COUNTER.replace("the loop", "die Schleife für ℕ"))
    assert text_at(file, load(file).functions["main"].edges[4].span) == "done -> exit: return n"


def test_parsing_alone_adds_nothing() -> None:
    """The exact parse of a text without places has no places."""
    program = parse_program(file_of(COUNTER)).program
    assert program.files == ()
    assert all(edge.span is None for edge in program.functions["main"].edges)


def test_a_printed_program_keeps_its_own_sources() -> None:
    """Loading what was printed keeps the recorded files."""
    file = file_of(COUNTER)
    text = print_program(load(file))
    program = load(file_of(text, "printed.vir"))
    assert program.files == (AbsentFile("counter.vir", b"", (), file.digest),)
    assert program.files[0].position(60) == ("counter.vir", 0, 0)


def test_globals_may_refer_to_each_other_before_their_declaration() -> None:
    """Initial values are read when all names are known, as C's static pointers need it."""
    text = """vir 1
global head: ptr[ptr[void]] addressable = address(tail, ptr[ptr[void]])
global tail: ptr[ptr[void]] addressable = address(head, ptr[ptr[void]])
function main()
  a -> exit: return
"""
    assert [variable.initial is not None for variable in load(file_of(text)).globals] == [True, True]


def test_the_garbage_collector_is_left_as_it_was() -> None:
    """Parsing switches the collector off only for its own duration, also when it fails."""
    for enabled in (True, False):
        (gc.enable if enabled else gc.disable)()
        try:
            with pytest.raises(SourceError):
                parse_program(file_of("vir 1\nnonsense\n"))
            parse_program(file_of(COUNTER))
            assert gc.isenabled() is enabled
        finally:
            gc.enable()


X = Variable("x", I32, False)
B = Variable("b", BOOL, False)
A = Variable("a", ArrayReferenceType(I32), False)
WRAPPINGS: tuple[Callable[[Expr], Expr], ...] = (
    lambda inner: apply(Operator.ADD, inner, X),
    lambda inner: apply(Operator.SUBTRACT, X, inner),
    lambda inner: apply(Operator.NEGATE, inner),
    lambda inner: apply(Operator.COMPLEMENT, inner),
    lambda inner: apply(Operator.IF, B, inner, X),
    lambda inner: element(A, inner),
)


def test_nesting_may_be_a_hundred_thousand_deep() -> None:
    """Neither printing nor parsing uses Python's stack for the depth of an expression."""
    expression: Expr = X
    for number in range(100_000):
        expression = WRAPPINGS[number % len(WRAPPINGS)](expression)
    text = print_expression(expression)
    again = parse_expression(SourceFile("deep", text.encode()), Scope({"x": X, "b": B, "a": A}))
    assert same_expression(again, expression)


def test_a_line_may_have_ten_megabytes() -> None:
    """A message of ten megabytes in one line is read and printed; a mistake after it has the right column."""
    message = "m" * 10_000_000
    lines = ["vir 1", "function main()", f'  a -> exit: check assert true "{message}"', "  exit -> e: return"]
    program = parse_program(file_of("\n".join(lines))).program
    assert f'check assert true "{message}"' in print_program(program)
    lines[2] += " oops"
    with pytest.raises(SourceError) as caught:
        parse_program(file_of("\n".join(lines)))
    assert (caught.value.line, caught.value.column) == (3, len(lines[2]) - 3)
