"""Programs that some tests need from the machine they run on."""

from __future__ import annotations

import os
import shutil

import pytest


def require_tool(name: str) -> str:
    """The path of a program; skips the test without it, or fails it when ``VEXIL_REQUIRE_TOOLS=1``."""
    found = shutil.which(name)
    if found is not None:
        return found
    message = f"the program {name!r} is not installed"
    if os.environ.get("VEXIL_REQUIRE_TOOLS") == "1":
        pytest.fail(message)
    pytest.skip(message)
