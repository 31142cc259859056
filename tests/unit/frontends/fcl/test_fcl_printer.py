"""The normal form of FCL reads back as the same program."""

from __future__ import annotations

from fcl_samples import BASIS, EVEN_ODD, EXPRESSIONS, MIXED_POWER, POINT, example, parse, programs, source
from hypothesis import given, settings
from hypothesis import strategies as st

from vexil.frontends.fcl.parser import parse_expression, parse_program
from vexil.frontends.fcl.printer import print_annotated, print_program
from vexil.frontends.fcl.syntax import PRECEDENCE, Constant, Expression, Operator
from vexil.frontends.fcl.tables import extend
from vexil.frontends.fcl.typing import infer_types


@settings(max_examples=150, deadline=None, derandomize=True)
@given(programs())
def test_FCL_01_printed_programs_read_back(program) -> None:
    """Parsing the printed text gives an equal program, with and without node annotations."""
    assert parse(print_program(program)) == program
    assert parse(print_annotated(program)) == program


@settings(max_examples=100, deadline=None, derandomize=True)
@given(programs())
def test_FCL_01_well_typed_programs_are_accepted(program) -> None:
    """Type inference finds the types the program was built with."""
    fixed = parse(print_program(program) + "fix: p := &&(p, q); return;")
    types = infer_types(fixed, BASIS.signature).variables
    assert all(kind == ("Bool" if name in "pq" else "Int") for name, kind in types.items())


def infix(expression: Expression) -> str:
    """Write an expression with infix operators and no more parentheses than the table of C asks for."""

    def leaf(node):
        return (node.symbol if isinstance(node, Constant) else node.name), 100

    def unary(node, operand):
        raise AssertionError(node)

    def binary(node: Operator, left, right):
        strength = PRECEDENCE[node.symbol]
        left_text = left[0] if left[1] >= strength else f"({left[0]})"
        right_text = right[0] if right[1] > strength else f"({right[0]})"
        return f"{left_text} {node.symbol} {right_text}", strength

    return expression.fold(leaf, unary, binary)[0]


@settings(max_examples=300, deadline=None, derandomize=True)
@given(EXPRESSIONS)
def test_FCL_01_infix_text_with_few_parentheses_reads_back(expression) -> None:
    """Leaving out every parenthesis that precedence makes superfluous does not change the expression."""
    assert parse_expression(infix(expression), BASIS.signature) == expression


@settings(max_examples=100, deadline=None, derandomize=True)
@given(EXPRESSIONS, st.data())
def test_spans_of_every_node_cut_out_its_symbol(expression, data) -> None:
    """In infix text, after wide characters, a node's byte range is exactly its symbol."""
    text = f"// {data.draw(st.text('aä中𝄞', max_size=5))}\n() (l) l: x := {infix(expression)}; return;"
    program = parse_program(source(text), BASIS.signature)
    for node in program.blocks[0].assignments[0].expression.nodes:
        written = text.encode()[node.span.start : node.span.end].decode()
        assert written == (node.symbol if isinstance(node, Constant | Operator) else node.name)


def test_FCL_02_annotated_power_is_the_published_figure() -> None:
    """Printing power with annotations gives the seven lines of Fig. 6 with their node identifiers."""
    lines = print_annotated(parse_program(example("power"), BASIS.signature)).splitlines()
    assert [" ".join(line.split()) for line in lines if line] == [
        "(m n)",
        "(init)",
        "init: result := 1; [init.1]",
        "goto test; [init.2]",
        "test: if <(n, 1) then end else loop; [test.1]",
        "loop: result := *(result, m); [loop.1]",
        "n := -(n, 1); [loop.2]",
        "goto test; [loop.3]",
        "end: return; [end.1]",
    ]


def test_abstract_programs_print_their_operators_and_coercions() -> None:
    """Suffixes and coercions survive printing and reading."""
    signature = extend(BASIS, EVEN_ODD, POINT).signature
    coerced = MIXED_POWER.replace("odd;", "*_eo([Int << EvenOdd] +(n, 1), odd);")
    program = parse(coerced, signature)
    assert parse(print_program(program), signature) == program
    assert "*_eo([Int << EvenOdd] +(n, 1), odd)" in print_program(program)
