"""Programs that some tests need from the machine they run on."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import NoReturn

import pytest
from benchmarks.runner.tasks import named_folder


def require_tool(name: str) -> str:
    """The path of a program; skips the test without it, or fails it when ``VEXIL_REQUIRE_TOOLS=1``."""
    found = shutil.which(name)
    if found is not None:
        return found
    return lack(f"the program {name!r} is not installed")


def lack(message: str) -> NoReturn:
    """Skip the test because the machine lacks something, or fail it when ``VEXIL_REQUIRE_TOOLS=1``."""
    if os.environ.get("VEXIL_REQUIRE_TOOLS") == "1":
        pytest.fail(message)
    pytest.skip(message)


def tasks_folder() -> Path:
    """The folder of verification tasks that ``VEXIL_TASKS`` names; skips the test when it is absent."""
    folder = named_folder()
    if not (folder / "c").is_dir():
        pytest.skip(f"no verification tasks in {folder}: set VEXIL_TASKS to a folder that has them in c/ and java/")
    return folder
