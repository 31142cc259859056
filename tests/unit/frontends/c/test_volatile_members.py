"""What is taken for granted about volatile members of structures is said."""

from __future__ import annotations

from pathlib import Path

from vexil.core.context import Context
from vexil.frontends.c import COptions, load

PROGRAM = """
struct device { volatile unsigned status; unsigned count; struct { volatile char bytes[2][3]; } buffer; };
static struct device device;
int main(void) { device.status = 1; device.count = 2; return device.buffer.bytes[1][2]; }
"""


def test_volatile_members_are_named_among_the_assumptions(tmp_path: Path) -> None:
    """They are ordinary memory, as the reader of a verdict is told; other members are not mentioned."""
    path = tmp_path / "program.c"
    path.write_text(PROGRAM)
    program = load([str(path)], COptions(), Context())
    (stated,) = [assumption.statement for assumption in program.assumptions if assumption.kind == "volatile"]
    assert stated == "volatile members of variables change by the program only (device.status, bytes)"
    path.write_text(PROGRAM.replace("volatile ", ""))
    assert "volatile" not in {assumption.kind for assumption in load([str(path)], COptions(), Context()).assumptions}
