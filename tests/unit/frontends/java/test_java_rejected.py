"""What a compiler does not accept is refused where javac refuses it, and with its message.

``expected.txt`` beside the programs has the first error that javac 17 reports for each, with the lines that it adds.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.unit.frontends.java.java_compiling import compile_each

from java_programs import PROGRAMS, load_java
from vexil.core.errors import SourceError

REJECTED = PROGRAMS / "rejected"
OTHER_COLUMNS = {
    "duplicate_default.java": "javac points at the colon of the second label, Vexil at its beginning",
    "initialiser_must_complete.java": "javac points at the word static, Vexil at the block",
    "multi_catch_related.java": "javac points at the alternative that is a subclass, Vexil at the first one",
    "static_interface_method_by_instance.java": "javac points at the parenthesis, Vexil at the dot",
    "super_of_other_interface.java": "javac points at the dot, Vexil at the name of the interface",
}
OTHER_MESSAGES = {
    "unknown_method_of_class.java": "a method that a library model lacks may be one of the real class",
}


def expected() -> dict[str, tuple[int, int, str]]:
    """For each program the line, the column and the message of its first error."""
    found: dict[str, tuple[int, int, str]] = {}
    for line in (REJECTED / "expected.txt").read_text(encoding="utf-8").splitlines():
        if matched := re.fullmatch(r"(\w+\.java):(\d+):(\d+): (.*)", line):
            found.setdefault(matched[1], (int(matched[2]), int(matched[3]), matched[4]))
    return found


EXPECTED = expected()


def cases() -> list[object]:
    return [
        pytest.param(
            name,
            id=name.removesuffix(".java"),
            marks=[pytest.mark.xfail(strict=True, reason=OTHER_MESSAGES[name])] if name in OTHER_MESSAGES else [],
        )
        for name in sorted(EXPECTED)
    ]


@pytest.mark.parametrize("name", cases())
def test_programs_are_rejected_as_javac_rejects_them(name: str) -> None:
    """The first error has javac's line and message, and its column but for a few."""
    with pytest.raises(SourceError) as caught:
        load_java(REJECTED / name)
    first = str(caught.value.render()).splitlines()[0]
    matched = re.fullmatch(r".*?:(\d+):(\d+): error: (.*)", first)
    assert matched, first
    line, column, message = EXPECTED[name]
    assert (int(matched[1]), matched[3]) == (line, message)
    assert (int(matched[2]) == column) != (name in OTHER_COLUMNS), first


def test_every_program_is_expected_to_be_rejected() -> None:
    """Programs and expectations belong together, so that no program is forgotten."""
    assert sorted(EXPECTED) == sorted(path.name for path in REJECTED.glob("*.java"))
    assert len(EXPECTED) > 200


def test_javac_rejects_as_it_did(tmp_path: Path) -> None:
    """The javac of this machine reports the first errors that are expected, for a fifth of the programs."""
    names = sorted(EXPECTED)[::5]
    said = compile_each([str(REJECTED / name) for name in names], tmp_path)
    for name in names:
        line, _, message = EXPECTED[name]
        assert f"{name}:{line}: error: {message}" in said
