"""Programs of Csmith (Yang et al., PLDI 2011): small ones that end soon."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

OPTIONS = (
    "--no-argc", "--concise", "--max-funcs", "3", "--max-block-depth", "2", "--max-block-size", "3",
    "--max-expr-complexity", "4", "--max-array-dim", "2", "--max-array-len-per-dim", "4", "--max-struct-fields", "5",
    "--max-union-fields", "3", "--bitfields", "--packed-struct", "--unions",
)  # fmt: skip
"""What keeps programs small; everything Csmith knows about integers and pointers stays on."""

FOLDERS = ("/usr/include/csmith", "/usr/local/include/csmith", "/usr/include", "/usr/local/include")
OBSERVED = "crc32_context"


def include_folder() -> str | None:
    """Where Csmith's header is installed."""
    homes = [Path(folder) for folder in FOLDERS] + sorted(Path("/usr/local/include").glob("csmith-*"))
    return next((str(folder) for folder in homes if (folder / "csmith.h").is_file()), None)


def write_program(seed: int, folder: Path) -> str:
    """The program of a seed, the same each time; Csmith leaves a note about the machine in the folder."""
    command = ["csmith", *OPTIONS, "--seed", str(seed)]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=30, cwd=folder).stdout


def printed_checksum(printed: str) -> int:
    """The checksum that a program prints at its end."""
    found = re.findall(r"checksum = ([0-9A-F]+)", printed)
    assert found, f"a csmith program should print its checksum, not {printed[-200:]!r}"
    return int(found[-1], 16)


def checksum_of(crc_context: int) -> int:
    """The checksum that belongs to the final value of the observed variable."""
    return (crc_context ^ 0xFFFFFFFF) & 0xFFFFFFFF
