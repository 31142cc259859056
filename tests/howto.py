"""Follows the pages of ``docs/howto``: their code is put into a copy of Vexil, and their commands are run with it."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BLOCK = re.compile(r"^( *)```(\w+)(?: +(\S+))?\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)


def follow(page: str, folder: Path) -> list[str]:
    """Do what a page says in a folder with a copy of the package; returns the commands that were run.

    A block that names a file is its content, or as ``diff`` a change of it; the lines of a block of text are commands
    and what they print.
    """
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("*.egg-info"))
    commands = []
    for indent, kind, name, code in BLOCK.findall((ROOT / "docs" / "howto" / page).read_text(encoding="utf-8")):
        text = re.sub(f"^{indent}", "", code, flags=re.MULTILINE)
        if name and kind == "diff":
            path = folder / name
            path.write_text(changed(path.read_text(encoding="utf-8"), text), encoding="utf-8")
        elif name:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
        elif kind == "text":
            commands += run_all(text, folder)
    return commands


def changed(content: str, change: str) -> str:
    """A text with a change whose lines begin with a space, ``-`` or ``+``; what it is about stands there once."""
    lines = [line or " " for line in change.splitlines()]
    old = "".join(f"{line[1:]}\n" for line in lines if line[0] != "+")
    new = "".join(f"{line[1:]}\n" for line in lines if line[0] != "-")
    assert content.count(old) == 1, f"the change should have one place:\n{old}"
    return content.replace(old, new)


def run_all(text: str, folder: Path) -> list[str]:
    """Run the commands of a block of text, and compare what they print."""
    spec = importlib.util.spec_from_file_location("readme_commands", ROOT / "scripts" / "readme_commands.py")
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    environment = {**os.environ, "PYTHONPATH": str(folder / "src"), "NO_COLOR": "1", "COLUMNS": "100"}
    commands = []
    for command, code, expected in script.examples(f"```console\n{textwrap.dedent(text)}```\n"):
        name, *words = command.split(" ", 1)
        start = {"vexil": "-m vexil", "pytest": "-m pytest -p no:cacheprovider"}[name]
        done = subprocess.run(
            f"{sys.executable} {start} {' '.join(words)}",
            shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        problem = script.problem(done, code, expected)
        assert not problem, f"{command}: {problem}"
        commands.append(command)
    return commands
