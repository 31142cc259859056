"""The pages that say how to add something are sufficient and true: what they add works from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from howto import changed, follow

COMMANDS = {"add-an-engine.md": 2, "add-a-front-end.md": 2, "add-a-pass.md": 2, "add-an-abstraction.md": 2}


@pytest.mark.parametrize("page", COMMANDS)
def test_what_a_page_adds_works(page: str, tmp_path: Path) -> None:
    """Its files and changes fit a copy of the package, and its commands print what the page shows."""
    assert len(follow(page, tmp_path)) == COMMANDS[page]


def test_a_change_has_one_place() -> None:
    """Lines of context say where a change belongs; anything else is a page that is out of date."""
    assert changed("a\nb\nc\n", " a\n-b\n+d\n") == "a\nd\nc\n"
    for content in ("b\n", "a\nb\na\nb\n"):
        with pytest.raises(AssertionError):
            changed(content, " a\n-b\n+d\n")
