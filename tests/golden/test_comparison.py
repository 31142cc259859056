"""The table of ``vexil compare`` as people read it; what is measured is masked."""

from __future__ import annotations

import re
from pathlib import Path

from command_line import vexil

EXPECTED = Path(__file__).parent / "expected" / "overflow.compare.txt"


def test_OOP_14_the_table(update_golden: bool) -> None:
    """Over unbounded integers the check is proved, over words every method refutes it."""
    done = vexil("compare", "examples/compare/overflow.c", "-p", "assert", environment={"NO_COLOR": "1"})
    assert done.returncode == 0
    shown = re.sub(r"\d+\.\d\d$", "0.00", done.stdout, flags=re.MULTILINE)
    if update_golden:
        EXPECTED.write_text(shown, encoding="utf-8")
    assert shown == EXPECTED.read_text(encoding="utf-8")
