"""Outlines of files, and the texts that are left of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from vexil.core.context import Context
from vexil.core.source import SourceFile, Span
from vexil.frontends.c.outline import c_outline
from vexil.languages.java import read_unit
from vexil.languages.java.outline import java_outline
from vexil.languages.options import COptions
from vexil.languages.outline import Outline, Piece, Role, Shape
from vexil.languages.scanning import is_balanced, next_mark, tokens, words
from vexil.slicing.emission.editing import Edit, applied, edits_of


def shapes(outline: Outline, content: bytes) -> list[tuple[str, str]]:
    """The shapes of the pieces with the beginnings of their texts."""
    return [(str(each.shape), content[each.span.start : each.span.end].decode()[:12]) for each in outline.pieces]


def of_c(folder: Path, text: str) -> tuple[Outline, bytes]:
    """The outline of a C file."""
    path = folder / "file.c"
    path.write_text(text)
    file = SourceFile(str(path), text.encode())
    return c_outline((str(path),), COptions(), (file,), Context()), file.content


def test_tokens_tell_words_from_strings_comments_and_directives() -> None:
    """A directive is one token with its continued lines; names in comments and strings are none."""
    text = b'#define A(x) \\\n  b\nint c; // d\n/* e */ char *f = "g\\"h" \'i\' 0x1fuL;\n'
    assert [text[start:end] for kind, start, end in tokens(text) if kind == "directive"] == [b"#define A(x) \\\n  b"]
    assert [name for _, name in words(text, 0, len(text))] == ["int", "c", "char", "f"]


def test_brackets_are_counted_outside_of_strings() -> None:
    """What is balanced is told without looking into strings, and marks are found outside of brackets."""
    assert is_balanced(b"f(a[1], '(') { }", 0, 16)
    assert not is_balanced(b")(", 0, 2)
    assert next_mark(b"f(1, 2), g", 0, b",") == 7
    assert next_mark(b"f)", 0, b",") == -1


def test_the_outline_of_c(tmp_path: Path) -> None:
    """Declarators, statements and functions that nobody calls have pieces; what a macro writes is one."""
    outline, content = of_c(
        tmp_path,
        "#define TWICE(x) { x; x; }\nint spare(void);\nstatic int a, b = 2;\nint spare(void) { return 1; }\n"
        "int main(void) {\n  int *p = &a, c;\n  TWICE(b++)\n  if (b) { c = 1; } else c = 2;\n"
        "  switch (c) case 1: a++;\n  return c + *p;\n}\n",
    )
    assert shapes(outline, content) == [
        ("declaration", "int spare(vo"),
        ("declaration", "static int a"),
        ("declarator", "a"),
        ("declarator", "b = 2"),
        ("function", "int spare(vo"),
        ("function", "int main(voi"),
        ("declaration", "int *p = &a,"),
        ("simple", "TWICE(b++)"),
        ("branch", "if (b) { c ="),
        ("block", "{ c = 1; }"),
        ("simple", "c = 1;"),
        ("simple", "c = 2;"),
        ("branch", "switch (c) c"),
        ("label", "case 1: a++;"),
        ("simple", "a++;"),
        ("jump", "return c + *"),
    ]


def test_the_outline_of_java() -> None:
    """Members, statements, and the bodies of lambdas and anonymous classes have pieces."""
    text = (
        b"import java.util.List;\nclass A implements Runnable {\n  final int x;\n  A() { x = 1; }\n"
        b"  public void run() { Runnable r = () -> { go(); }; r.run(); }\n  static int go() { return 2; }\n}\n"
    )
    file = SourceFile("A.java", text)
    outline = java_outline([read_unit(file, 0)])
    names = {piece.names[0]: number for number, piece in enumerate(outline.pieces) if piece.names}
    assert outline.pieces[names["List"]].shape is Shape.IMPORT
    assert outline.pieces[outline.pieces[names["run"]].bound_to].shape is Shape.TYPE
    bound = {text[each.span.start : each.span.end]: each.bound_to for each in outline.pieces}
    assert bound[b"x = 1;"] == names["x"]
    assert bound[b"return 2;"] == names["go"]
    body = outline.at(Span(0, text.index(b"go(); }"), text.index(b"go(); }") + 4))
    assert outline.pieces[outline.pieces[body].parent].shape is Shape.FUNCTION


@pytest.mark.parametrize(
    ("text", "gone", "left"),
    [
        (b"a;\nb;\nc;\n", b"b;", b"a;\nc;\n"),
        (b"a; b; c;\n", b"b;", b"a; c;\n"),
        (b"a;\nb; // why\nc;\n", b"b;", b"a;\nc;\n"),
        (b"a;\n\nb;\n\nc;\n", b"b;", b"a;\n\nc;\n"),
        (b"a;\n\n/* about b */\nb;\n\nc;\n", b"b;", b"a;\n\nc;\n"),
        (b"{\n  a;\n\n  b;\n}\n", b"b;", b"{\n  a;\n}\n"),
    ],
)
def test_lines_that_have_nothing_else_go_with_a_statement(text: bytes, gone: bytes, left: bytes) -> None:
    """Comments about it go, too, and where two blank lines would meet there is one."""
    start = text.rindex(gone)
    outline = Outline((Piece(Span(0, start, start + len(gone)), Shape.SIMPLE, Role.LISTED),))
    edits = edits_of(outline, frozenset(), (SourceFile("f", text),))
    assert applied(text, edits) == left


def test_edits_are_applied_in_the_order_of_the_text() -> None:
    """Whatever the order in which they come."""
    assert applied(b"abcdef", [Edit(0, 4, 5, b"E"), Edit(0, 0, 2)]) == b"cdEf"
