"""``--integers math`` on C programs, from the command line to the answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from vexil.cli.main import app

PROGRAM = """#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(%s);
  return 0;
}
"""
SUCCESSOR = "x + 1 > x"
LARGE = "x < 0 || (long)(x + x) <= 2147483647"
SMALL = "x * 2 != 14"
TASK = """format_version: "2.0"
input_files: program.c
properties:
  - property_file: no-overflow.prp
    expected_verdict: true
options: {language: C, data_model: LP64}
"""


def answer(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(words))
    return int(result.exit_code), result.output


def written(folder: Path, claim: str) -> str:
    path = folder / "program.c"
    path.write_text(PROGRAM % claim, encoding="utf-8")
    return str(path)


def test_an_answer_may_differ_from_the_machine(tmp_path: Path) -> None:
    """The successor is greater but for overflow, and the verdict says under which assumption."""
    path = written(tmp_path, SUCCESSOR)
    assert answer("check", path, "-p", "assert")[0] == 1
    code, text = answer("check", path, "-p", "assert", "--integers", "math")
    assert code == 0
    assert "as far as no signed operation overflows" in text


def test_a_refutation_of_both_is_called_one(tmp_path: Path) -> None:
    """A run without overflow refutes the claim for the machine as well, and becomes a test."""
    test = tmp_path / "test.c"
    path = written(tmp_path, SMALL)
    code, text = answer("check", path, "-p", "assert", "--integers", "math", "--emit-test", str(test))
    assert code == 1
    assert "the run is one of the program with machine integers, too" in text
    assert "→ x = 7" in text
    assert "7" in test.read_text(encoding="utf-8")


def test_a_refutation_that_overflows_comes_with_a_warning(tmp_path: Path) -> None:
    """A run that needs integers of any size is none of the machine, and no test is written for it."""
    test = tmp_path / "test.c"
    path = written(tmp_path, LARGE)
    code, text = answer("check", path, "-p", "assert", "--integers", "math", "--emit-test", str(test))
    assert code == 1
    assert "warning: the run is not a run of the program with machine integers" in text
    assert "no test was written" in text
    assert not test.exists()


@pytest.mark.parametrize("words", [("-p", "overflow"), ("-p", "assert", "-p", "overflow")])
def test_overflow_is_no_question_about_mathematical_integers(tmp_path: Path, words: tuple[str, ...]) -> None:
    """Asking for overflow of integers that have none is a mistake, and nothing is checked."""
    code, text = answer("check", written(tmp_path, SUCCESSOR), *words, "--integers", "math")
    assert code == 2
    assert "asks about machine integers" in text


def test_tasks_about_overflow_are_refused_as_well(tmp_path: Path) -> None:
    """A property file of a task asks the same."""
    written(tmp_path, SUCCESSOR)
    (tmp_path / "no-overflow.prp").write_text("CHECK( init(main()), LTL(G ! overflow) )\n", encoding="utf-8")
    (tmp_path / "task.yml").write_text(TASK, encoding="utf-8")
    code, text = answer("check", str(tmp_path / "task.yml"), "--integers", "math")
    assert code == 2
    assert "asks about machine integers" in text


def test_a_run_prints_what_the_machine_prints(tmp_path: Path) -> None:
    """Without overflow, a program over mathematical integers prints the same and ends with the same status."""
    path = tmp_path / "prints.c"
    path.write_text(
        "#include <stdio.h>\nint main(void) { unsigned u = 0; char c = 200; u -= 3;\n"
        'printf("%u %d %x\\n", u, c, u >> 4); return c & 0x2c; }\n',
        encoding="utf-8",
    )
    machine, math = (answer("run", str(path), "--integers", word) for word in ("machine", "math"))
    assert machine == math
    assert "4294967293 -56 fffffff" in machine[1]


def test_the_program_can_be_shown(tmp_path: Path) -> None:
    """What is checked can be looked at."""
    code, text = answer("show", written(tmp_path, SUCCESSOR), "--integers", "math")
    assert code == 0
    assert "x: int" in text
    assert "assume x + 1 > x" in text
