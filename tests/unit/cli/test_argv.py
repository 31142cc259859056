"""The words of the command line keep the meaning of their order."""

from __future__ import annotations

import pytest

from vexil.cli.argv import spelled_out
from vexil.core.options import declared
from vexil.languages.options import macro_flag
from vexil.pipeline.options import LoadOptions


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("check a.c", "check a.c"),
        ("check -DX=1 -U X -D Y a.c", "check -DX=1 -D-UX -D Y a.c"),
        ("check a.c -U", "check a.c -U"),
        ("run a.c -- -DX y", '--arguments=["-DX", "y"]'),
        ("run a.c --", "--arguments=[]"),
        ("run a.c -- x -- y", '--arguments=["x", "--", "y"]'),
    ],
)
def test_order_is_spelled_out(words: str, expected: str) -> None:
    """Definitions become values of one option; what follows the first -- belongs to the program."""
    found = spelled_out(words.split())
    assert found == expected.split() or found == ["run", "a.c", expected]


def test_definitions_become_flags() -> None:
    """A macro is defined unless the flag says otherwise; arguments keep their words."""
    assert [macro_flag(text) for text in ("A", "B=1", "-UC")] == ["-DA", "-DB=1", "-UC"]
    words_of = next(item.option.word for item in declared(LoadOptions) if item.key == "arguments")
    assert words_of is not None
    assert words_of(spelled_out(["--", "a b", ""])[0].partition("=")[2]) == ("a b", "")
