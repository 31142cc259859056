"""Property files of the competitions are read as what they ask, or refused where they cannot be understood."""

from __future__ import annotations

import pytest

from vexil.core.errors import SourceError, UsageError
from vexil.core.source import SourceFile
from vexil.pipeline.property_file import PropertyFile, parse_property_file


def read(text: str) -> PropertyFile:
    return parse_property_file(SourceFile("asked.prp", text.encode()))


def check(formula: str, entry: str = "main") -> str:
    return f"CHECK( init({entry}()), LTL({formula}) )\n"


MEMORY = check("G valid-free") + check("G valid-deref")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (check("G ! call(reach_error())"), ["unreach"]),
        (check("G ! call(__VERIFIER_error())"), ["unreach"]),
        (check("G !call( foo() )"), ["ltl: G !call(foo)"]),
        (MEMORY, ["memsafety"]),
        (check("G valid-memtrack"), ["memtrack"]),
        (MEMORY + check("G valid-memtrack"), ["memsafety", "memtrack"]),
        (check("G ! overflow"), ["overflow"]),
        (check("G ! data-race"), ["race"]),
        (check("F end"), ["termination"]),
        (check("G assert", "Main.main"), ["assert"]),
        (check("G !deadlock", "Main.main"), ["deadlock"]),
        ("CHECK(init(main()),LTL(G!overflow))", ["overflow"]),
        ("\n\n  CHECK( init( main( ) ) , LTL( F  end ) )  \r\n\n", ["termination"]),
        (check("F end") + check("G ! overflow") + check("F end"), ["termination", "overflow"]),
        (MEMORY + check("F end"), ["memsafety", "termination"]),
        (check("G ! uncaught(java.lang.RuntimeException)"), ["exception: java.lang.RuntimeException"]),
    ],
)
def test_formulas_are_the_properties_they_mean(text: str, expected: list[str]) -> None:
    """Each formula of the competitions becomes the property that asks the same; several make several."""
    found = read(text)
    assert [prop.text for prop in found.properties] == expected
    assert found.unanswered == ()
    assert found.entry == ("Main.main" if "Main" in text else "main")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (check("G valid-memcleanup"), "valid-memcleanup cannot be checked yet"),
        (check("G def-behavior"), "def-behavior cannot be checked yet"),
        (check("G valid-deref"), "valid-deref cannot be checked apart"),
    ],
)
def test_what_has_no_counterpart_is_not_asked_as_something_else(text: str, reason: str) -> None:
    """A part of memory safety is not the whole of it: its refutation would say nothing about the part."""
    found = read(text)
    assert found.properties == ()
    assert found.unanswered[0].startswith(reason)


def test_coverage_goals_ask_for_no_verdict() -> None:
    """A goal for test generators is recognised and asks nothing."""
    found = read("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n")
    assert (found.is_coverage, found.properties, found.unanswered) == (True, (), ())


@pytest.mark.parametrize(
    ("text", "line", "found"),
    [
        ("nonsense", 1, "nonsense"),
        (check("F end") + "\n  CHECK( main(), LTL(F end) )\n", 3, "CHECK( main(), LTL(F end) )"),
        (check("G foo"), 1, "CHECK( init(main()), LTL(G foo) )"),
        (check("F end") + check("G ! call(a(b))"), 2, "CHECK( init(main()), LTL(G ! call(a(b))) )"),
        ("", 1, "end of file"),
        ("  \n\n", 1, "end of file"),
    ],
)
def test_what_cannot_be_understood_is_refused_with_its_place(text: str, line: int, found: str) -> None:
    """The message has the file, the line and the text."""
    with pytest.raises(SourceError) as raised:
        read(text)
    assert (raised.value.file, raised.value.line, raised.value.found) == ("asked.prp", line, found)


def test_a_program_starts_in_one_place() -> None:
    """Statements about runs from different functions are not about one program."""
    with pytest.raises(UsageError, match="start with main and with other"):
        read(check("F end") + check("G ! overflow", "other"))
