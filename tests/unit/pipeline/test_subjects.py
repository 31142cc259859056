"""Classes of exceptions that properties name."""

from __future__ import annotations

import pytest

from vexil.core.errors import UsageError
from vexil.core.source import SourceFile
from vexil.ir.text import load
from vexil.model.goal import asked_class
from vexil.pipeline.defaults import check_subject
from vexil.spec.property import parse_property

THROWS = """vir 1
language java
class java.lang.Object
class java.lang.Throwable extends java.lang.Object
class app.Main$Late extends java.lang.Throwable
function main()
  local e: ref[app.Main$Late]
  a -> b: e := new app.Main$Late site "late"
  b -> thrown: throw e
"""
PROGRAM = load(SourceFile("throws.vir", THROWS.encode()))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Late", "app.Main$Late"),
        ("app.Main.Late", "app.Main$Late"),
        ("java.lang.Throwable", "java.lang.Throwable"),
        ("java.lang.NullPointerException", "java.lang.NullPointerException"),
    ],
)
def test_classes_are_found_by_the_names_people_use(name: str, expected: str) -> None:
    """A class of the program may be named without what is around it; one of the JDK need not be in the program."""
    asked = parse_property(f"exception: {name}")
    check_subject(asked, PROGRAM)
    assert asked_class(asked, PROGRAM) == expected


@pytest.mark.parametrize(
    ("name", "hint"), [("Lat", "did you mean app.Main$Late?"), ("java.lang.Nul", "with its package")]
)
def test_a_class_that_does_not_exist_is_a_mistake(name: str, hint: str) -> None:
    """What nothing can throw because it is misspelt proves nothing."""
    with pytest.raises(UsageError, match="makes no objects of a class") as refused:
        check_subject(parse_property(f"exception: {name}"), PROGRAM)
    assert hint in refused.value.hint
