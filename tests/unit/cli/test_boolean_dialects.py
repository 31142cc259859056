"""Statements that dialects of Boolean programs have, through the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import vexil

PROGRAM = """decl g;
void main() begin
  decl x;
  x := T;
  {statement}
  assert(x);
end
"""


@pytest.mark.parametrize(("statement", "code"), [("skip;", 0), ("dead x;", 1), ("dead g;", 0), ("dead g, x;", 1)])
def test_what_is_dead_is_unknown(statement: str, code: int, tmp_path: Path) -> None:
    """A variable that is dead has any value, and the others keep theirs."""
    path = tmp_path / "dead.bp"
    path.write_text(PROGRAM.replace("{statement}", statement), encoding="utf-8")
    assert vexil("check", str(path), "-p", "assert").returncode == code


@pytest.mark.parametrize("word", ["atomic_begin", "atomic_end", "sync", "end_thread"])
def test_what_is_not_supported_is_refused_by_its_name(word: str, tmp_path: Path) -> None:
    """Statements about threads are refused at their place, and not as assignments that lack something."""
    path = tmp_path / "threads.bp"
    path.write_text(PROGRAM.replace("{statement}", f"{word};"), encoding="utf-8")
    done = vexil("check", str(path), "-p", "assert")
    assert done.returncode == 2
    assert f"threads.bp:5:3: error: {word!r} is not supported" in done.stderr
