"""C programs that mean more than Vexil models are refused, with the place and the reason, and get no verdict."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from vexil.cli.main import app

REFUSED = {
    "cleanup attribute": (
        "void bye(int *p);\nint main(void) {\n  int x __attribute__((cleanup(bye))) = 1;\n  return x;\n}\n",
        "program.c:3:",
        "cleanup",
    ),
    "array of unknown length": (
        "extern int a[];\nint main(void) {\n  a[1] = 2;\n  return 0;\n}\n",
        "program.c:1:",
        "a",
    ),
    "constructor with a priority": (
        "__attribute__((constructor(300))) void early(void) {}\nint main(void) { return 0; }\n",
        "program.c:1:",
        "constructor(300)",
    ),
    "length in a type name": (
        "int main(void) {\n  int n = 3;\n  typedef int row[n];\n  row r;\n  r[0] = n;\n  return r[0];\n}\n",
        "program.c:4:",
        "length",
    ),
    "flexible array with an initialiser": (
        'struct text {\n  int size;\n  char letters[];\n} t = {3, "abc"};\nint main(void) { return t.letters[0]; }\n',
        "program.c:4:",
        "t",
    ),
}


@pytest.mark.parametrize(("text", "place", "word"), REFUSED.values(), ids=REFUSED)
def test_refused(text: str, place: str, word: str, tmp_path: Path) -> None:
    """The command ends with status 2, names the place and what cannot be modelled, and says nothing on the output."""
    program = tmp_path / "program.c"
    program.write_text(text)
    result = CliRunner().invoke(app, ["check", str(program), "-p", "memsafety"])
    assert result.exit_code == 2, result.output
    assert place in result.stderr
    message = result.stderr.split("error: ", 1)[1].splitlines()
    assert "cannot be modelled" in message[0], result.stderr
    assert any(word in line for line in message)
    assert not any(verdict in result.output for verdict in ("proved", "refuted", "unknown ("))
