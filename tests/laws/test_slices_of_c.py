"""What a slice of a C program prints at its criterion is what the program prints there, both made by gcc."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from random import Random

import pytest

from strategies.c.printing import random_printing_program
from strategies.source import check_seeded
from tools import require_tool
from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.pipeline.options import LoadOptions
from vexil.pipeline.slice import criterion_slice

FLAGS = ("-std=gnu17", "-w", "-fwrapv")


def printed(source: Path, number: int) -> list[str]:
    """What a program prints at one of its numbers."""
    made = source.with_suffix("")
    subprocess.run([require_tool("gcc"), *FLAGS, "-o", str(made), str(source)], check=True, capture_output=True)
    done = subprocess.run([str(made)], capture_output=True, text=True, timeout=20, check=False)
    return [line for line in done.stdout.splitlines() if line.startswith(f"@{number} ")]


@pytest.mark.parametrize("seed", range(12))
def test_slices_print_the_same(seed: int, tmp_path: Path) -> None:
    """The slice of a line that prints compiles, ends, and prints there what the program does."""
    require_tool("gcc")

    def check(text: str) -> None:
        program = tmp_path / "program.c"
        program.write_text(text)
        places = {int(match[1]): text.count("\n", 0, match.start()) + 1 for match in re.finditer(r'"@(\d+) ', text)}
        last = max(places)
        for number in sorted({last, Random(seed).choice(sorted(places))}):
            try:
                emission = criterion_slice(
                    LoadOptions((str(program),)), [f"program.c:{places[number]}"], (), Context()
                ).emission
            except UsageError:
                assert number != last, "the last line of main can always be named"
                continue
            smaller = tmp_path / "smaller.c"
            smaller.write_text(emission.text(0))
            assert printed(smaller, number) == printed(program, number)

    check_seeded(random_printing_program, seed, check)
