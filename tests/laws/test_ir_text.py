"""Laws of the text form: printing and parsing are inverse, and the places of a loaded text are right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings

from strategies.ir.anything import programs, random_program
from strategies.source import sources
from vexil.core.errors import SourceError
from vexil.core.source import AbsentFile, SourceFile
from vexil.ir.compare import same_expression, same_structure
from vexil.ir.expressions import Expr, Operator
from vexil.ir.operation_parts import Allocation, Callee, Domain, Origin
from vexil.ir.operations import Operation
from vexil.ir.program import Edge, LocationKind, Program
from vexil.ir.sourcemap import SourceMap, occurrences_of
from vexil.ir.text import load, parse_expression, parse_program, print_expression, print_program, scope_of
from vexil.ir.types import Type
from vexil.ir.validator import validate

LAW = settings(max_examples=60, deadline=None, derandomize=True)


def parsed(text: str) -> Program:
    return parse_program(SourceFile("law.vir", text.encode())).program


def without_contents(program: Program) -> Program:
    files = tuple(AbsentFile(file.name, b"", file.markers, file.digest) for file in program.files)
    return replace(program, files=files)


def without_sources(program: Program) -> Program:
    """The program as somebody would write it by hand: nothing in it has a place."""
    functions = {
        name: replace(function, edges=tuple(Edge(e.source, e.target, e.operation, None) for e in function.edges))
        for name, function in program.functions.items()
    }
    caveats = tuple(replace(caveat, span=None) for caveat in program.caveats)
    return replace(program, functions=functions, files=(), source_map=SourceMap(), caveats=caveats)


def parts(root: object) -> Iterator[object]:
    """Everything a program consists of."""
    pending = [root]
    while pending:
        current = pending.pop()
        yield current
        if isinstance(current, tuple | list):
            pending.extend(current)
        elif isinstance(current, dict):
            pending.extend(current.values())
        elif is_dataclass(current) and not isinstance(current, type | Enum):
            pending.extend(getattr(current, part.name) for part in fields(current))


def test_the_strategy_covers_the_whole_intermediate_form() -> None:
    """Every class of node and every member of the enumerations occurs in some generated program."""
    found: set[object] = set()
    for seed in range(60):
        for part in parts(random_program(Random(seed), 10)):
            found.add(part if isinstance(part, Enum) else type(part))
    families = (Type, Expr, Domain, Callee, Allocation, Operation)
    wanted: set[object] = {member for family in families for member in get_args(family)}
    wanted |= {*Operator, *Origin, *LocationKind}
    assert {str(kind) for kind in wanted - found} == set()


@given(programs())
@LAW
def test_parsing_what_was_printed_gives_the_same_program(program: Program) -> None:
    """Nothing but the contents of source files is lost in the text form, and the text is stable."""
    text = print_program(program)
    again = parsed(text)
    assert same_structure(again, without_contents(program))
    assert print_program(again) == text
    assert again.digest == program.digest


@given(programs(6))
@LAW
def test_loading_gives_every_edge_and_expression_its_place(program: Program) -> None:
    """A text without sources is its own source: the text of a span reads as the expression it belongs to."""
    plain = without_sources(program)
    file = SourceFile("law.vir", print_program(plain).encode())
    loaded = load(file)
    assert same_structure(without_sources(loaded), plain)
    for function in loaded.functions.values():
        scope = scope_of(loaded, function)
        for number, edge in enumerate(function.edges):
            assert edge.span is not None
            assert file.content[edge.span.start : edge.span.end].count(b" -> ") >= 1
            for position, occurrence in occurrences_of(edge.operation):
                span = loaded.source_map.occurrence(function.name, number, position)
                assert span is not None
                text = file.content[span.start : span.end]
                assert same_expression(parse_expression(SourceFile("part", text), scope), occurrence)


@given(programs(4))
@LAW
def test_expressions_are_printed_with_the_parentheses_they_need(program: Program) -> None:
    """Every expression of a program reads back alone, with tokens by name and by number."""
    for function in program.functions.values():
        scope = scope_of(program, function)
        for edge in function.edges:
            for _, occurrence in occurrences_of(edge.operation):
                for token_sets in (program.token_sets, None):
                    text = print_expression(occurrence, token_sets)
                    again = parse_expression(SourceFile("expression", text.encode()), scope)
                    assert same_expression(again, occurrence)


@given(programs(3))
@LAW
def test_expressions_are_the_same_exactly_when_their_texts_are(program: Program) -> None:
    """Comparison by structure and comparison of the texts agree on all pairs of a function's expressions."""
    for function in program.functions.values():
        found = [o for edge in function.edges for _, o in occurrences_of(edge.operation)][:40]
        texts = [print_expression(occurrence) for occurrence in found]
        for first, first_text in zip(found, texts, strict=True):
            for second, second_text in zip(found, texts, strict=True):
                assert same_expression(first, second) == (first_text == second_text)
                assert same_structure(first, second) == (first_text == second_text)


DAMAGE = "()[]{},:;@'\"\\-+*/<>=!~ \n\t#$%&0123abcé\x00"


def damaged(text: str, random: Random) -> str:
    """The text with a few mistakes in it."""
    words = text.split()
    for _ in range(random.randint(1, 3)):
        start = random.randrange(len(text))
        match random.randrange(4):
            case 0:
                text = text[:start] + text[start + random.randrange(1, 12) :]
            case 1:
                text = f"{text[:start]} {random.choice(words)} {text[start:]}"
            case 2:
                text = text[:start] + random.choice(DAMAGE) + text[start + 1 :]
            case _:
                lines = text.split("\n")
                first, second = random.randrange(len(lines)), random.randrange(len(lines))
                lines[first], lines[second] = lines[second], lines[first]
                text = "\n".join(lines)
    return text


@given(programs(4), sources())
@LAW
def test_mistakes_in_a_text_have_a_place(program: Program, random: Random) -> None:
    """Whatever is wrong with a text, loading it either works or says in which line the mistake is."""
    text = damaged(print_program(program), random)
    mistake = None
    try:
        loaded = load(SourceFile("damaged.vir", text.encode()))
    except SourceError as error:
        mistake = error
    if mistake is None:
        assert validate(loaded) == []
    else:
        assert 1 <= mistake.line <= text.count("\n") + 1
        assert mistake.render().startswith(f"damaged.vir:{mistake.line}:{mistake.column}: error: ")


@pytest.mark.parametrize("statement", ["", "x := 0i32"])
def test_a_function_needs_edges(statement: str) -> None:
    """A function without an edge, or an edge without locations, is refused."""
    with pytest.raises(SourceError):
        load(SourceFile("empty.vir", f"vir 1\nglobal x: i32\nfunction main()\n  {statement}\n".encode()))
