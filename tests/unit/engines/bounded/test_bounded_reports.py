"""What a verdict of the bounded engine says besides the answer, and that it says the same every time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import vexil

SOURCE = Path(vexil.__file__).parents[1]
SUBJECTS = {"arithmetic", "bounds", "atomicity", "environment", "fairness", "abstraction", "prover"}
PROGRAMS = {
    "proved": "int main(void) { unsigned n = 0; while (n < 100000) n++; assert(n == 100000); return 0; }",
    "refuted": """int main(void) { int a[3] = { 1, 2, 3 }, x = nondet(), y = nondet();
      if (x < 0 || x > 2) return 0; a[x] = y; assert(a[0] + a[1] + a[2] != 77); return 0; }""",
    "unknown": "int main(void) { int a[2], b[2], x = nondet(); assert(&a[x & 1] < &b[0]); return 0; }",
}


def checked(folder: Path, text: str, *options: str, seed: str = "0") -> str:
    """What ``vexil check`` prints about the assertions of a program."""
    (folder / "program.c").write_text(
        "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n#define nondet __VERIFIER_nondet_int\n" + text,
        encoding="utf-8",
    )
    found = subprocess.run(
        [sys.executable, "-m", "vexil", "check", "program.c", "-p", "assert", "--engine", "bounded", *options],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return found.stdout


def without_measures(output: str) -> Any:
    """A result without what was measured."""
    result = json.loads(output)
    assert result["statistics"].pop("measured")
    return result


@pytest.mark.parametrize("verdict", PROGRAMS)
def test_every_verdict_states_what_it_assumes(verdict: str, tmp_path: Path) -> None:
    """XCT-02: proved, refuted or unknown, in JSON and in text, the seven subjects are named with a statement each."""
    result = json.loads(checked(tmp_path, PROGRAMS[verdict], "--format", "json"))
    found = result["properties"][0]
    assert (found["verdict"], found["engine"]) == (verdict, "bounded")
    stated = {assumption["kind"]: assumption["statement"] for assumption in result["assumptions"]}
    assert stated.keys() >= SUBJECTS
    assert all(stated[subject] for subject in SUBJECTS)
    assert "bitwuzla" in stated["prover"]
    text = checked(tmp_path, PROGRAMS[verdict], "--assumptions", "all")
    lines = {line.split()[0] for line in text.partition("assumptions:")[2].splitlines() if line.strip()}
    assert lines >= SUBJECTS


@pytest.mark.parametrize("verdict", PROGRAMS)
def test_results_do_not_depend_on_hashing(verdict: str, tmp_path: Path) -> None:
    """Two runs with different hash seeds give the same verdict, evidence and trace, byte for byte."""
    first, second = (
        without_measures(checked(tmp_path, PROGRAMS[verdict], "--format", "json", seed=seed)) for seed in ("1", "2")
    )
    assert json.dumps(first) == json.dumps(second)
