"""The surface syntax shared by FCL, the intermediate form and the property languages."""

from __future__ import annotations

import pytest

from vexil.core.errors import SourceError
from vexil.core.lexer import Grammar, quote, unquote
from vexil.core.source import SourceFile
from vexil.core.surface import Kind, Surface, parse_all

GRAMMAR = Grammar(
    binary={
        "=>": (1, True), "U": (3, True), "||": (4, False), "&&": (5, False), "=": (7, False), "<": (8, False),
        "+": (10, False), "-": (10, False), "*": (11, False), "%": (11, False),
    },
    prefix=frozenset({"-", "!", "[]", "<>"}),
    binders=frozenset({"mu"}),
    path_quantifiers=frozenset({"A", "E"}),
    node_brackets=True,
    punctuation=frozenset({"."}),
)  # fmt: skip


def parse(text: str) -> Surface:
    return parse_all(SourceFile("text", text.encode()), GRAMMAR)


def shown(tree: Surface) -> str:
    if not tree.operands:
        return f"[{tree.head}]" if tree.kind is Kind.BRACKET else tree.head
    return f"{tree.head}({', '.join(map(shown, tree.operands))})"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a + b * c - d", "-(+(a, *(b, c)), d)"),
        ("+(a, *(b, c))", "+(a, *(b, c))"),
        ("-(n, 1) + 2", "+(-(n, 1), 2)"),
        ("-x * 2", "*(-(x), 2)"),
        ("!a U b U c", "U(!(a), U(b, c))"),
        ("p => q => r", "=>(p, =>(q, r))"),
        ("<>[end] => [](a && b)", "=>(<>([end]), [](&&(a, b)))"),
        ("mu Z. p || <>Z", "mu(Z, ||(p, <>(Z)))"),
        ("(mu Z. p) && q", "&&(mu(Z, p), q)"),
        ("A[p U q] && r", "&&(A(U(p, q)), r)"),
        ("f(a, b + 1)", "f(a, +(b, 1))"),
        ("f()", "f"),
        ("a[i + 1] = b", "=([](a, +(i, 1)), b)"),
        ("(p).x", "x(p)"),
        ("f::x = 'odd name'", "=(f::x, odd name)"),
    ],
)
def test_prefix_and_infix_forms_give_the_same_trees(text: str, expected: str) -> None:
    """Operators are read in infix and in prefix form, with precedence and association as the grammar says."""
    assert shown(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("a +", 4, "expected an expression"),
        ("a b", 3, "expected an operator or the end"),
        ("+(1)", 1, "takes 2 operands, not 1"),
        ("-(1, 2, 3)", 1, "takes 1 or 2 operands, not 3"),
        ("* 3", 1, "has no left operand"),
        ("f(1 2)", 5, "expected ')'"),
        ("[init", 6, "expected ']'"),
        ("(a", 3, "expected ')'"),
        ("é", 1, "unexpected character 'é'"),
        ("mu . p", 4, "expected a variable after 'mu'"),
    ],
)
def test_errors_name_the_place(text: str, column: int, message: str) -> None:
    """A mistake is reported with its column and with what was expected."""
    with pytest.raises(SourceError) as caught:
        parse(text)
    assert (caught.value.line, caught.value.column) == (1, column)
    assert message in caught.value.message


def test_columns_count_characters_and_spans_count_bytes() -> None:
    """A wide character before the mistake moves the column by one and the byte offset by its length."""
    file = SourceFile("text", "/* ü */ a +".encode())
    with pytest.raises(SourceError) as caught:
        parse_all(file, GRAMMAR)
    assert caught.value.column == 12
    assert file.byte_offset(10) == 11


@pytest.mark.parametrize(("opening", "closing"), [("(", ")"), ("+(1, ", ")"), ("!", "")])
def test_deep_nesting_is_no_problem(opening: str, closing: str) -> None:
    """Parsing works with explicit stacks, so depth does not matter."""
    tree = parse(opening * 50_000 + "a" + closing * 50_000)
    while tree.operands:
        tree = tree.operands[-1]
    assert tree.head == "a"


@pytest.mark.parametrize("name", ["x", "a.b", "f::x", "odd name", "", "it's", "back\\slash", "line\nbreak", "3x", "ü"])
def test_names_read_back(name: str) -> None:
    """Every name can be written so that it reads back."""
    written = quote(name)
    assert unquote(written) == name
    assert parse(written).head == name


def test_a_byte_order_mark_is_white_space() -> None:
    """Files that begin with the mark some editors write are read like others."""
    assert shown(parse("\ufeffa + b")) == "+(a, b)"
