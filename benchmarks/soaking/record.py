"""One line for each long run: what was drawn with which seed, and what came of it."""

from __future__ import annotations

import json
import subprocess
from datetime import UTC, datetime
from pathlib import Path

from vexil import __version__

RECORD = Path(__file__).parents[1] / "soak_record.jsonl"


def append(path: Path | None, part: str, seed: int, **numbers: int | str) -> None:
    """Add the line of a run: its part, seed and numbers, the time and the version of Vexil."""
    if path is None:
        return
    line = {
        "part": part,
        "seed": seed,
        **numbers,
        "time": f"{datetime.now(UTC):%Y-%m-%dT%H:%MZ}",
        "version": _version(),
    }
    with path.open("a", encoding="utf-8") as file:
        print(json.dumps(line), file=file)


def _version() -> str:
    """The version, and the commit where there is one."""
    command = ["git", "-C", str(RECORD.parent), "describe", "--always", "--dirty"]
    described = subprocess.run(command, capture_output=True, text=True, check=False)
    return f"{__version__} {described.stdout.strip()}".strip()
