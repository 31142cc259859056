"""The order of the laws: what is loaded once is used up before the next is loaded."""

from __future__ import annotations

from pathlib import Path

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the laws about one C program next to each other, so that one worker loads it, once."""
    here = Path(__file__).parent
    programs: dict[int, str] = {}
    for place, item in enumerate(items):
        about = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
        if item.path.parent == here and "description" in about:
            programs[place] = str(about["description"])
    ordered = [items[place] for place in sorted(programs, key=programs.__getitem__)]
    for place, item in zip(programs, ordered, strict=True):
        items[place] = item
