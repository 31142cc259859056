"""C programs mean what gcc makes of them: the C front end and the reference interpreter compute the same checksums."""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path
from random import Random

import csmith_programs as csmith
import pytest
from c_comparison import Case, compare_csmith, compare_own, compare_texts
from gcc_oracle import MODEL_FLAGS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from strategies.c.checksums import ILP32, LP64, Model, generate
from strategies.c.checksums.program import PARTS
from strategies.source import sources
from tools import lack, require_tool

BATCH = 40
OWN = {"LP64": 2, "ILP32": 1}
"""Batches of our own programs for each data model."""
CSMITH = 20


def require_model(model: Model, folder: Path) -> None:
    """Skip the test if gcc cannot link programs of a data model here."""
    require_tool("gcc")
    (folder / "empty.c").write_text("#include <stdio.h>\nint main(void) { return 0; }\n")
    command = ["gcc", *MODEL_FLAGS[model.name], "empty.c", "-o", "empty"]
    if subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=60).returncode:
        lack(f"gcc {MODEL_FLAGS[model.name][0]} does not work here: gcc-multilib is not installed")


def assert_agreement(cases: list[Case]) -> None:
    """Fail with the programs on which the two sides differ, or that Vexil does not accept."""
    wrong = [case.explain() for case in cases if case.verdict not in {"agreeing", "skipped"}]
    assert not wrong, f"{len(wrong)} of {len(cases)} programs\n" + "\n".join(wrong[:3])


@pytest.mark.parametrize(
    ("model", "batch"), [(model, batch) for model in (LP64, ILP32) for batch in range(OWN[model.name])],
    ids=lambda value: value.name if isinstance(value, Model) else str(value),
)  # fmt: skip
def test_random_programs_end_as_gcc_says(model: Model, batch: int, tmp_path: Path) -> None:
    """Every random program is accepted, and ends with gcc's exit status and 64-bit checksum."""
    require_model(model, tmp_path)
    cases = compare_own(range(batch * BATCH, (batch + 1) * BATCH), model, tmp_path)
    assert_agreement(cases)
    assert Counter(case.verdict for case in cases) == {"agreeing": BATCH}, "a random program should be short"


@given(sources(), st.sampled_from(sorted(PARTS)))
@settings(
    max_examples=10,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
def test_every_part_of_c_ends_as_gcc_says(tmp_path_factory: pytest.TempPathFactory, random: Random, part: str) -> None:
    """A small program of any one part, as hypothesis draws it, agrees with gcc."""
    require_tool("gcc")
    text = generate(random, LP64, (part,))
    assert_agreement(compare_texts([f"drawn {part}"], [text], LP64, tmp_path_factory.mktemp("drawn")))


def test_csmith_programs_end_as_gcc_says(tmp_path: Path) -> None:
    """Programs of Csmith have the checksum that they print when gcc compiles them; few do too much to be run."""
    require_tool("gcc")
    require_tool("csmith")
    include = csmith.include_folder()
    if include is None:
        lack("csmith.h is not installed: libcsmith-dev is missing")
    cases = compare_csmith(range(CSMITH), LP64, tmp_path, include)
    assert_agreement(cases)
    skipped = [f"{case.origin}: {case.outcome}" for case in cases if case.verdict == "skipped"]
    assert len(skipped) * 5 <= CSMITH, f"{len(skipped)} of {CSMITH} programs were skipped\n" + "\n".join(skipped)
