"""The reference of the intermediate form: its programs load, and it mentions everything there is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

import vexil.ir
from vexil.core.source import AbsentFile, SourceFile
from vexil.ir.compare import same_structure
from vexil.ir.expressions import Expr, Operator
from vexil.ir.operation_parts import Allocation, Callee, Domain, Origin
from vexil.ir.operations import Operation
from vexil.ir.program import LocationKind
from vexil.ir.text import load, parse_program, print_program
from vexil.ir.text.grammar import BODY, DOMAINS, FUNCTIONS, LEVELS, SECTIONS, SOURCES, STATEMENTS
from vexil.ir.types import Type

REFERENCE = (Path(__file__).parents[3] / "docs" / "ir.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"^```vir\n(.*?)^```$", REFERENCE, re.MULTILINE | re.DOTALL)


def test_there_is_a_complete_program() -> None:
    """The reference has a program with classes, threads and exceptions."""
    assert any("class " in text and " start " in text and "throw " in text for text in PROGRAMS)


@pytest.mark.parametrize("text", PROGRAMS)
def test_its_programs_load_and_print(text: str) -> None:
    """Every program of the reference is valid, and what is printed for it reads back as the same program."""
    program = load(SourceFile("reference.vir", text.encode()))
    printed = print_program(program)
    again = parse_program(SourceFile("printed.vir", printed.encode())).program
    assert print_program(again) == printed
    assert again.files == tuple(AbsentFile(file.name, b"", (), file.digest) for file in program.files)
    assert same_structure(again.functions, program.functions)


def quoted_words() -> set[str]:
    """Every word that stands in back quotes or in a block of text."""
    code = re.findall(r"`+([^`]+)`+", REFERENCE)
    return {word for text in code for word in re.findall(r"[A-Za-z_][\w-]*", text)}


def test_it_names_every_node_and_word() -> None:
    """Nothing of the intermediate form and its text is left out."""
    families = (Expr, Domain, Callee, Allocation, Operation)
    wanted = {member.__name__ for family in families for member in get_args(family)}
    wanted |= {operator.value for operator in Operator if operator.value.isidentifier()}
    wanted |= {str(member.value) for enumeration in (Origin, LocationKind) for member in enumeration}
    wanted |= SECTIONS | BODY | STATEMENTS | SOURCES | FUNCTIONS | DOMAINS
    assert wanted - quoted_words() == set()
    assert len(get_args(Type)) == 13, "a new type needs a row in the table of types"


def test_it_ranks_the_operators_as_the_parser_does() -> None:
    """The written precedences are those of the grammar, loosest first."""
    ranked = REFERENCE[REFERENCE.index("loosest first:") : REFERENCE.index("then the prefix")]
    levels = [re.findall(r"`([^`]+)`", group) for group in ranked.replace("then", "").split(",")]
    assert [level for level in levels if level] == [[op.value for op in level] for level in LEVELS]


def test_it_names_every_kind_of_undefined_operation() -> None:
    """Whatever the interpreter may stop with is explained."""
    package = Path(vexil.ir.__file__).parent
    sources = [package / "arithmetic.py", *sorted((package / "interpreter").glob("*.py"))]
    found = set()
    for path in sources:
        for call in re.findall(r"Undefined(?:Value)?\(([^()]*)\)", path.read_text(encoding="utf-8")):
            found |= set(re.findall(r'"([a-z]+(?:-[a-z]+)+)"', call))
    assert "division-by-zero" in found
    assert found - quoted_words() == set()
