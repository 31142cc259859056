"""The words of the command line keep the meaning of their order."""

from __future__ import annotations

import pytest

from vexil.cli.parameters import in_order
from vexil.cli.words import spelled_out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("check a.c", "check a.c"),
        ("check -DX=1 -U X -D Y a.c", "check --definition=-DX=1 --definition=-UX --definition=-DY a.c"),
        ("check a.c -D", "check a.c -D"),
        ("run a.c -- -DX y", "run a.c --no-further-arguments --argument=-DX --argument=y"),
        ("run a.c --", "run a.c --no-further-arguments"),
        ("run a.c -- x -- y", "run a.c --no-further-arguments --argument=x --argument=-- --argument=y"),
        ("check a.c -D -- x", "check a.c -D --no-further-arguments --argument=x"),
    ],
)
def test_order_is_spelled_out(words: str, expected: str) -> None:
    """Definitions become values of one option; what follows the first -- belongs to the program."""
    assert spelled_out(words.split()) == expected.split()


def test_definitions_become_flags() -> None:
    """Those whose order is known come first."""
    assert in_order(["-UA"], ["B=1"], ["C"]) == ("-UA", "-DB=1", "-UC")
    assert in_order(None, None, None) == ()
