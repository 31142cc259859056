"""How many tests are run: what the short choice names exists, and the long run finds the laws."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

from soak_laws import files_with_laws

ROOT = Path(__file__).parents[2]


def test_what_the_smoke_test_names_exists() -> None:
    """Every line of the list is a file or folder of tests, or one test of a program that exists."""
    for line in (ROOT / "tests" / "smoke.txt").read_text(encoding="utf-8").splitlines():
        path, _, name = line.partition("::")
        assert (ROOT / path).exists(), line
        if name:
            program = name.partition("[")[2].rpartition("-")[0]
            assert list((ROOT / "tests" / "programs").glob(f"{program}.*")), line


def test_laws_are_found() -> None:
    """The long run knows the laws of all folders, also by a part of their path."""
    found = {str(path) for path in files_with_laws()}
    assert "tests/laws/test_ir_text.py" in found
    assert any(path.startswith("tests/unit/") for path in found)
    assert {str(path) for path in files_with_laws("laws/test_spec")} < found
