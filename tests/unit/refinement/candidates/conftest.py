"""C programs as states of a space, for tests of candidates."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from vexil.analysis import Analyses
from vexil.analysis.partition import AnalysedPartition
from vexil.core.context import Context
from vexil.frontends.c import load
from vexil.languages.options import COptions
from vexil.logic import Terms
from vexil.logic.space import Space

HEADER = """
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <assert.h>
"""


@pytest.fixture
def space_of(tmp_path: Path) -> Callable[[str], Space]:
    """Makes the space of a C program."""

    def make(source: str) -> Space:
        file = tmp_path / "program.c"
        file.write_text(HEADER + source)
        program = load((str(file),), COptions(), Context())
        return Space(Terms(), program, AnalysedPartition(Analyses(program)))

    return make
