"""The concrete syntax of FCL: what is read, and what is refused with which message."""

from __future__ import annotations

from contextlib import suppress

import pytest
from fcl_samples import ABSTRACT_POWER, BASIS, EVEN_ODD, POINT, example, parse, source
from hypothesis import given, settings
from hypothesis import strategies as st

from vexil.core.errors import SourceError
from vexil.frontends.fcl.parser import parse_expression, parse_program
from vexil.frontends.fcl.printer import print_expression, print_statement
from vexil.frontends.fcl.syntax import Assign, Expression, Goto, Operator, Skip, Variable
from vexil.frontends.fcl.tables import extend

ABSTRACT = extend(BASIS, EVEN_ODD, POINT)


def normal(text: str, algebra=BASIS) -> str:
    return print_expression(parse_expression(text, algebra.signature))


def block(statements: str) -> str:
    return f"(m n)\n(l)\nl: {statements}\n"


def refused(text: str, signature=BASIS.signature) -> SourceError:
    with pytest.raises(SourceError) as caught:
        parse(text, signature)
    return caught.value


def test_FCL_01_power_has_the_published_structure() -> None:
    """The program of Fig. 6 has two parameters, four blocks and seven statements."""
    program = parse_program(example("power"), BASIS.signature)
    assert [parameter.name for parameter in program.parameters] == ["m", "n"]
    assert program.initial == "init"
    assert [(b.label, len(b.assignments) + 1) for b in program.blocks] == [
        ("init", 2),
        ("test", 1),
        ("loop", 3),
        ("end", 1),
    ]


@pytest.mark.parametrize("parameters", ["(m n)", "(m, n)", "( m ,n )", "(m\n n)", "(m // first\n n)"])
def test_FCL_01_parameters_are_separated_by_blanks_or_commas(parameters: str) -> None:
    """Both separators, and any mixture, give the same list."""
    program = parse(f"{parameters} (l) l: return;")
    assert [parameter.name for parameter in program.parameters] == ["m", "n"]


def test_FCL_01_programs_without_parameters_are_read() -> None:
    """The parameter list may be empty."""
    assert parse("() (l) l: return;").parameters == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("+(x, 1)", "+(x, 1)"),
        ("x + 1", "+(x, 1)"),
        ("a + b * c", "+(a, *(b, c))"),
        ("a * b + c", "+(*(a, b), c)"),
        ("a - b - c", "-(-(a, b), c)"),
        ("a / b % c", "%(/(a, b), c)"),
        ("a - (b - c)", "-(a, -(b, c))"),
        ("a + 1 < b * 2", "<(+(a, 1), *(b, 2))"),
        ("p = q < r", "=(p, <(q, r))"),
        ("a <= 1 && b >= 2 || c != 3", "||(&&(<=(a, 1), >=(b, 2)), !=(c, 3))"),
        ("x == 1", "==(x, 1)"),
        ("-5 - -3", "-(-5, -3)"),
        ("-(-5, - 3)", "-(-5, -3)"),
        ("(x)-(1)", "-(x, 1)"),
        ("*(a + 1, (b))", "*(+(a, 1), b)"),
        ("x // a remark\n + 1", "+(x, 1)"),
    ],
)
def test_FCL_01_infix_and_prefix_form_agree(text: str, expected: str) -> None:
    """Infix operators bind as in C and associate to the left; prefix form may be mixed in."""
    assert normal(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("*_eo(m, odd)", "*_eo(m, odd)"),
        ("m *_eo odd +_eo even", "+_eo(*_eo(m, odd), even)"),
        ("[Int<<EvenOdd] 5", "[Int << EvenOdd] 5"),
        ("[Int << EvenOdd] x +_eo odd", "+_eo([Int << EvenOdd] x, odd)"),
        ("[Int << EvenOdd](x + 1)", "[Int << EvenOdd] +(x, 1)"),
        ("[EvenOdd << Point] [Int << EvenOdd] -(n, 1)", "[EvenOdd << Point] [Int << EvenOdd] -(n, 1)"),
        ("x-_y", "-(x, _y)"),
    ],
)
def test_FCL_01_abstract_operators_and_coercions_are_read(text: str, expected: str) -> None:
    """Operators with a suffix bind like the basic ones; a coercion binds tighter than any operator."""
    assert normal(text, ABSTRACT) == expected


def test_FCL_01_every_statement_form_is_read() -> None:
    """Assignments, skip, goto, if and return keep their order and text."""
    program = parse("(x) (a) a: x := +(x, 1); skip; goto b; b: if <(x, 3) then a else c; c: return;")
    texts = [print_statement(statement) for b in program.blocks for statement in b.statements()]
    assert texts == ["x := +(x, 1);", "skip;", "goto b;", "if <(x, 3) then a else c;", "return;"]


def test_FCL_01_node_annotations_are_accepted() -> None:
    """A right annotation changes nothing."""
    annotated = "() (a)\na: skip; [a.1]\n goto b; [a.2]\nb: return; [b.1]"
    assert parse(annotated) == parse("() (a) a: skip; goto b; b: return;")


REFUSED = [
    ("", "no program", "end of file", (1, 1)),
    ("// only a remark\n", "no program", "end of file", (2, 1)),
    ("(m n)", "'('", "end of file", (1, 6)),
    ("(m n) ()", "a label", ")", (1, 8)),
    ("(m m) (l) l: return;", "'m' is declared twice", "m", (1, 4)),
    ("(m,) (l) l: return;", "a parameter", ")", (1, 4)),
    ("(m,,n) (l) l: return;", "a parameter", ",", (1, 4)),
    ("(m true) (l) l: return;", "constant of type Bool", "true", (1, 4)),
    ("(m) (l)", "a block label", "end of file", (1, 8)),
    ("(m) (k) l: return;", "no block 'k'", "k", (1, 6)),
    ("(m) (l) l: return; l: return;", "'l' is declared twice, first in line 1", "l", (1, 20)),
    ("(m) (halt) halt: return;", "terminated", "halt", (1, 6)),
    ("(m) (l.1) l.1: return;", "cannot be a name", "l.1", (1, 6)),
    (block("goto k;"), "no block 'k'", "k", (3, 9)),
    (block("if true then l else k;"), "no block 'k'", "k", (3, 24)),
    (block("skip;"), "without a jump", "end of file", (4, 1)),
    (block("skip; k: return;"), "'l' ends without a jump", "k", (3, 10)),
    (block("return; skip;"), "follows the jump of block 'l'", "skip", (3, 12)),
    (block("return; m := 1;"), "follows the jump of block 'l'", "m", (3, 12)),
    (block("return"), "';'", "end of file", (4, 1)),
    (block("test if"), "':' or ':='", "if", (3, 9)),
    (block("if then l else l;"), "condition of 'if' is missing", "then", (3, 7)),
    (block("if <(m, 1) l else l;"), "'then'", "l", (3, 15)),
    (block("m := ; return;"), "an expression", ";", (3, 9)),
    (block("m := +(m); return;"), "2 operands, not 1", "+(m)", (3, 9)),
    (block("m := -(m); return;"), "2 operands, not 1", "-(m)", (3, 9)),
    (block("m := -(1); return;"), "2 operands, not 1", "-(1)", (3, 9)),
    (block("m := -m; return;"), "2 operands, not 1", "-m", (3, 9)),
    (block("m := +(m, 1, 2); return;"), "2 operands, not 3", "+(m, 1, 2)", (3, 9)),
    (block("m := -(n 1); return;"), "expected ')'", "1", (3, 13)),
    (block("m := f(n); return;"), "no function 'f'", "f(n)", (3, 9)),
    (block("m := n[1]; return;"), "no arrays", "n[1]", (3, 9)),
    (block("m := n [l.1] return;"), "no arrays", "n [l.1]", (3, 9)),
    (block("m := 1.5; return;"), "decimal integer", "1.5", (3, 9)),
    (block("m := 0x1F; return;"), "decimal integer", "0x1F", (3, 9)),
    (block("m := 'n'; return;"), "", "'n'", (3, 9)),
    (block('m := "n"; return;'), "no string", '"n"', (3, 9)),
    (block("m := n # 1; return;"), "unexpected character '#'", "#", (3, 11)),
    (block("true := 1; return;"), "constant of type Bool", "true", (3, 4)),
    (block("m := goto; return;"), "an expression", "goto", (3, 9)),
    (block("m := *_eo(m, n); return;"), "unknown operator '*_eo'", "*_eo", (3, 9)),
    (block("m := [Int << EvenOdd] n; return;"), "not in the coercion order", "[Int << EvenOdd]", (3, 9)),
    (block("skip; [l.2] return;"), "node [l.1]", "l.2", (3, 11)),
    (block("skip; [k.1] return;"), "node [l.1]", "k.1", (3, 11)),
]


@pytest.mark.parametrize(
    ("text", "message", "found", "place"), REFUSED, ids=[message or text for text, message, *_ in REFUSED]
)
def test_FCL_01_mistakes_are_refused_with_their_place(
    text: str, message: str, found: str, place: tuple[int, int]
) -> None:
    """Each mistake is named with file, line, column, the offending text and what was expected."""
    error = refused(text)
    assert message in error.message
    assert (error.file, error.found, (error.line, error.column)) == ("test.fcl", found, place)
    assert error.expected


def test_FCL_01_coercions_against_the_order_are_refused() -> None:
    """A coercion downwards names the declared ones."""
    error = refused("(m) (l) l: m := [Point << EvenOdd] m; return;", ABSTRACT.signature)
    assert "Point << EvenOdd" in error.message
    assert "[EvenOdd << Point]" in error.expected


def test_FCL_01_tokens_are_constants_of_an_extended_signature_only() -> None:
    """The word odd is a variable in a concrete program and a constant in an abstract one."""
    text = "() (l) l: m := odd; return;"
    assert isinstance(parse(text).blocks[0].assignments[0].expression.nodes[0], Variable)
    assert not isinstance(parse(text, ABSTRACT.signature).blocks[0].assignments[0].expression.nodes[0], Variable)
    assert parse(ABSTRACT_POWER, ABSTRACT.signature).blocks[0].label == "init"


def test_spans_are_byte_ranges_of_exactly_the_symbols() -> None:
    """Behind non-ASCII text, in infix and in prefix form, every range cuts out its symbol."""
    text = "// Öl, 中文\n(m n) (l)\nl: m := (m) + // ä\n *(n, -12) ; goto l;"
    program = parse(text)
    raw = text.encode()
    statement = program.blocks[0].assignments[0]
    assert isinstance(statement, Assign)
    cut = [raw[node.span.start : node.span.end].decode() for node in statement.expression.nodes]
    assert cut == ["+", "m", "*", "n", "-12"]
    operators = [node for node in statement.expression.nodes if isinstance(node, Operator)]
    assert [raw[node.extent.start : node.extent.end].decode() for node in operators] == [
        "(m) + // ä\n *(n, -12)",
        "*(n, -12)",
    ]
    assert raw[statement.span.start : statement.span.end].decode().startswith("m := (m)")
    assert raw[statement.span.start : statement.span.end].endswith(b";")
    assert raw[statement.variable_span.start : statement.variable_span.end] == b"m"
    jump = program.blocks[0].jump
    assert isinstance(jump, Goto)
    assert raw[jump.label_span.start : jump.label_span.end] == b"l"


@pytest.mark.parametrize(
    "expression",
    [
        "(" * 20_000 + "m" + ")" * 20_000,
        "+(" * 20_000 + "m" + ", 1)" * 20_000,
        "+(1, " * 20_000 + "m" + ")" * 20_000,
        "m" + " + 1" * 20_000,
    ],
    ids=["parentheses", "left", "right", "infix"],
)
def test_deep_nesting_is_read_printed_and_compared(expression: str) -> None:
    """Twenty thousand levels are no problem for any walk over an expression."""
    program = parse(block(f"m := {expression}; return;"))
    assignment = program.blocks[0].assignments[0]
    assert isinstance(assignment, Assign)
    again = parse_expression(print_expression(assignment.expression), BASIS.signature)
    assert again == assignment.expression
    assert hash(again) == hash(assignment.expression)


def test_lines_of_ten_megabytes_are_read() -> None:
    """A remark and a name of ten megabytes, all in one line, load."""
    name = "x" * 10_000_000
    program = parse_program(source(f"({name}) (l) l: {name} := 1; return; // {name}"), BASIS.signature)
    assert len(program.parameters[0].name) == 10_000_000


@settings(max_examples=200, deadline=None, derandomize=True)
@given(
    st.lists(
        st.sampled_from(
            [
                "(",
                ")",
                "m",
                "l",
                ":",
                ":=",
                ";",
                "goto",
                "if",
                "then",
                "else",
                "return",
                "skip",
                "+",
                "-",
                ",",
                "1",
                "[",
                "]",
                "l.1",
                "_",
                "<<",
                "é",
                "\0",
            ]
        ),
        max_size=20,
    )
)
def test_every_text_is_read_or_refused(words: list[str]) -> None:
    """No sequence of words makes the parser fail in another way than with a SourceError."""
    for text in (" ".join(words), "(m) (l) l: " + " ".join(words)):
        with suppress(SourceError):
            assert parse(text).blocks


def test_skips_and_expressions_are_compared_without_their_places() -> None:
    """Equality looks at what was written, not where."""
    assert parse("()(l)l:skip;return;") == parse("() (l)\nl: skip;\n   return;\n")
    assert Skip() != Expression(())
