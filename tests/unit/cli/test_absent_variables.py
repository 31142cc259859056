"""Properties about local variables: a refutation where the variable is not there says how to ask only where it is."""

from __future__ import annotations

from pathlib import Path

from command_line import vexil

PROGRAM = "int main(void) {\n  int x = 1;\n  x = 4;\n  return 0;\n}\n"


def test_a_refutation_says_how_to_ask_where_variables_are(tmp_path: Path) -> None:
    """The formula that the warning gives is proved."""
    (tmp_path / "local.c").write_text(PROGRAM, encoding="utf-8")
    refuted = vexil("check", "local.c", "-p", "ltl: [](main::x <= 4)", folder=tmp_path)
    assert refuted.returncode == 1
    assert "warning: main::x <= 4 is false where its variables are not there" in refuted.stdout
    assert "write !(main::x > 4)" in refuted.stdout
    asked = vexil("check", "local.c", "-p", "ltl: []!(main::x > 4)", folder=tmp_path)
    assert asked.returncode == 0
    assert "warning" not in asked.stdout
