"""Properties as they are given on the command line and in files, and what is warned about."""

from __future__ import annotations

import subprocess
import sys

import pytest

from vexil.core.errors import InternalError, SourceError, UsageError
from vexil.core.source import SourceFile
from vexil.spec import Kind, parse_property
from vexil.spec.property import LANGUAGES
from vexil.spec.property_warnings import warnings_of
from vexil.spec.specification import parse_specification


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind not in LANGUAGES])
def test_built_in_properties(kind: Kind) -> None:
    """A built-in property is named by its word, which is also its id."""
    asked = parse_property(f" {kind.value} ")
    assert (asked.id, asked.kind, asked.formula) == (kind.value, kind, None)
    assert asked.description
    assert warnings_of(asked) == ()


@pytest.mark.parametrize(
    ("text", "kind", "identity"),
    [
        ("ltl: []<>p", Kind.LTL, "ltl: []<>p"),
        ("LTL :G F p", Kind.LTL, "ltl: []<>p"),
        ("ctl: AG(at(LOCK) -> AF at(UNLOCK))", Kind.CTL, "ctl: AG(at(LOCK) => AF at(UNLOCK))"),
        ("mu: mu Z.p || <>Z", Kind.MU, "mu: mu Z. p || <>Z"),
        ("pattern: response(P, S) globally", Kind.PATTERN, "pattern: {S} responds to {P} globally"),
    ],
)
def test_formulas(text: str, kind: Kind, identity: str) -> None:
    """A formula comes with its language in front; text and canonical id are kept, and the id reads back."""
    asked = parse_property(text)
    assert (asked.kind, asked.id, asked.text) == (kind, identity, text)
    assert str(asked.formula) == identity.split(": ", 1)[1]
    assert parse_property(identity).formula == asked.formula
    assert str(asked.formula) in asked.description


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("deadlok", "unknown property 'deadlok'", "did you mean 'deadlock'?"),
        ("[]p", "unknown property '[]p'", "assert, unreach, deadlock, exception, race, overflow"),
        ("", "unknown property ''", "ltl: …, ctl: …, mu: …, pattern: …"),
        ("ltl", "'ltl' needs a formula", "write ltl:"),
        ("ctl:  ", "'ctl' needs a formula", "write ctl:"),
        ("assert: p", "'assert' takes no formula, and has ': p' after it", ""),
        ("deadlock free", "'deadlock' takes no formula, and has 'free' after it", ""),
        (
            "exception: a b",
            "'exception' is asked of all exceptions, or of a class of them, and has 'a b' after it",
            "write exception: java.lang.RuntimeException",
        ),
    ],
)
def test_unknown_kinds_are_refused(text: str, message: str, hint: str) -> None:
    """A text that names no kind is refused with the list of kinds."""
    with pytest.raises(UsageError) as refused:
        parse_property(text)
    assert refused.value.message == message
    assert hint in refused.value.hint


def test_errors_point_into_the_text_as_given() -> None:
    """Line and column count from the start of the property, kind included."""
    with pytest.raises(SourceError) as refused:
        parse_property("ltl: [](p\n  && U q)")
    assert (refused.value.file, refused.value.line, refused.value.column) == ("property", 2, 6)
    assert refused.value.render().startswith("property:2:6: error: ")


def test_formulas_of_a_property() -> None:
    """Patterns have an LTL form and CTL has fixed points; asking for the other kind is our mistake."""
    assert str(parse_property("pattern: {p} exists globally").linear_formula()) == "<>p"
    assert str(parse_property("ltl: <>p").linear_formula()) == "<>p"
    assert str(parse_property("ctl: EF p").mu_formula()) == "mu Z. p || <>Z"
    assert str(parse_property("mu: <>p").mu_formula()) == "<>p"
    with pytest.raises(InternalError):
        parse_property("ctl: EF p").linear_formula()
    with pytest.raises(InternalError):
        parse_property("deadlock").mu_formula()


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("ltl: <>[end]", ["liveness-under-abstraction"]),
        ("ltl: [](p => <>q)", ["liveness-under-abstraction"]),
        ("ltl: <>[end] => [](p => <>q)", []),
        ("ltl: []p", []),
        ("ltl: <>r => !p U r", []),
        ("ltl: [](p => X q)", ["next-counts-edges"]),
        ("ltl: <>X p", ["liveness-under-abstraction", "next-counts-edges"]),
        ("pattern: {s} responds to {p} globally", ["liveness-under-abstraction"]),
        ("pattern: {s} responds to {p} between {q} and {r}", []),
        ("ctl: AG EF p", []),
        ("ctl: AG EX p", ["next-counts-edges"]),
        ("mu: mu Z. p || <>Z", ["next-counts-edges"]),
    ],
)
def test_PRP_07_warnings(text: str, codes: list[str]) -> None:
    """Liveness parts and next operators are warned about, and nothing else is."""
    assert [warning.code for warning in warnings_of(parse_property(text))] == codes


def test_PRP_07_suggestion() -> None:
    """The warning suggests the assumption form, which itself is not warned about."""
    (warning,) = warnings_of(parse_property("ltl: [](p => <>q)"))
    assert warning.suggestion == "ltl: <>[end] => [](p => <>q)"
    assert warnings_of(parse_property(warning.suggestion)) == ()
    (plain,) = warnings_of(parse_property("ltl: <>[end]"))
    assert plain.suggestion == "ltl: <>[end] => …"


SPECIFICATION = """\
// A bounded buffer.
let full = count == bound;   /* never; more */
let empty = count == 0;
drains: ltl: []<>!full;
order: pattern: {full} precedes {empty && 'a;b'} globally;
stuck: deadlock;
"""


def test_PRP_08_specification_files() -> None:
    """A file has definitions for everything after them, and properties under names of their own."""
    drains, order, stuck = parse_specification(SourceFile("buffer.spec", SPECIFICATION.encode()))
    assert (drains.id, drains.text, str(drains.formula)) == ("drains", "ltl: []<>!full", "[]<>(count != bound)")
    assert str(order.formula) == "{count == bound} precedes {count == 0 && 'a;b'} globally"
    assert (stuck.id, stuck.kind) == ("stuck", Kind.DEADLOCK)


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("let a = x;\nb: ltl: []a &&;", 2, 15, "expected an expression"),
        ("let a = x +;\n\nb: ltl: []a;", 1, 12, "expected an expression"),
        ("a: assert;\na: deadlock;", 2, 1, "there is already a property 'a'"),
        ("a: assert", 1, 1, "a statement has no end"),
        ("[]p;", 1, 1, "a property needs a name"),
        ("let a = x;", 1, 11, "the specification asks for nothing"),
    ],
)
def test_PRP_08_wrong_specifications(text: str, line: int, column: int, message: str) -> None:
    """Mistakes in a file are reported with its name and their place in it."""
    with pytest.raises(SourceError) as refused:
        parse_specification(SourceFile("buffer.spec", text.encode()))
    error = refused.value
    assert (error.file, error.line, error.column, error.message) == ("buffer.spec", line, column, message)


def test_importing_the_package_is_light() -> None:
    """The parsers and automata are loaded when a formula is given, not before."""
    program = "import sys, vexil.spec\nprint([m for m in sys.modules if m.startswith('vexil.spec.')])"
    environment = {"PYTHONPATH": ":".join(sys.path)}
    result = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "['vexil.spec.property']"
