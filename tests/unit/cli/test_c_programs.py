"""Options of compilers, compilation databases, tasks, arguments and inputs, on C programs through the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from vexil.cli.argv import spelled_out
from vexil.cli.main import app

CALLER = """#include "limits_of_ours.h"
#include <assert.h>
int other(void);
int main(int argc, char **argv) {
  assert(LIMIT == WANTED);
  assert(other() == 7);
  return argc;
}
"""
INPUTS = r"""#include <stdio.h>
int __VERIFIER_nondet_int(void);
int main(int argc, char **argv) {
  int first = __VERIFIER_nondet_int(), second = __VERIFIER_nondet_int();
  printf("%d %s\n", first - second, argv[argc - 1]);
  return argc;
}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "include").mkdir()
    (tmp_path / "include" / "limits_of_ours.h").write_text("#define LIMIT 5\n", encoding="utf-8")
    (tmp_path / "wanted.h").write_text("#define WANTED 5\n", encoding="utf-8")
    (tmp_path / "caller.c").write_text(CALLER, encoding="utf-8")
    (tmp_path / "other.c").write_text("int other(void) { return X + 2; }\n", encoding="utf-8")
    commands = [
        {
            "directory": str(tmp_path),
            "file": "caller.c",
            "command": "gcc -Iinclude -include wanted.h -O2 -Wall -c caller.c -o caller.o",
        },
        {"directory": str(tmp_path), "file": "other.c", "arguments": ["gcc", "-DX=5", "-c", "other.c"]},
    ]
    (tmp_path / "compile_commands.json").write_text(json.dumps(commands), encoding="utf-8")
    return tmp_path


def answer(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, spelled_out(words))
    return int(result.exit_code), result.stdout


def test_options_of_compilers_reach_every_unit(folder: Path) -> None:
    """`-I`, `-D`, `-std` and `-include` mean what they mean to a compiler."""
    units = [str(folder / name) for name in ("caller.c", "other.c")]
    options = ["-I", str(folder / "include"), "-include", str(folder / "wanted.h"), "-DX=5", "-std=c99"]
    assert answer("check", *units, *options, "-p", "assert")[0] == 0
    assert answer("check", *units, *options, "-DX=6", "-p", "assert")[0] == 1
    assert answer("check", *units, *options, "-UX", "-p", "assert")[0] == 2


def test_a_compilation_database_gives_each_unit_its_options(folder: Path) -> None:
    """All units of a database are the program, or the named ones with the options of the database."""
    assert answer("check", str(folder / "compile_commands.json"), "-p", "assert")[0] == 0
    named = [str(folder / "caller.c"), str(folder / "other.c")]
    assert answer("check", *named, "--compile-commands", str(folder), "-p", "assert")[0] == 0
    assert answer("check", *named, "-p", "assert")[0] == 2


def test_inputs_and_arguments_of_a_run(tmp_path: Path) -> None:
    """`vexil run` takes inputs in order and arguments as a shell gives them; the same seed gives the same run."""
    path = tmp_path / "inputs.c"
    path.write_text(INPUTS, encoding="utf-8")
    code, printed = answer("run", str(path), "--input", "7", "--input", "4", "--", "last")
    assert (code, printed) == (0, "3 last\n")
    assert answer("run", str(path), "--seed", "5") == answer("run", str(path), "--seed", "5")


def test_a_task_names_its_files_properties_and_data_model(tmp_path: Path) -> None:
    """A task of the competition is checked as it says, and its expected verdicts are shown."""
    (tmp_path / "task.c").write_text(
        "extern void reach_error(void);\nint main(void) { if (sizeof(long) == 4) reach_error(); return 0; }\n",
        encoding="utf-8",
    )
    (tmp_path / "unreach.prp").write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )\n", encoding="utf-8")
    task = (
        "format_version: '2.0'\ninput_files: 'task.c'\nproperties:\n"
        "  - property_file: unreach.prp\n    expected_verdict: {}\n"
        "options:\n  language: C\n  data_model: {}\n"
    )
    for model, verdict, code in (("ILP32", "false", 1), ("LP64", "true", 0)):
        path = tmp_path / f"{model}.yml"
        path.write_text(task.format(verdict, model), encoding="utf-8")
        found, printed = answer("check", str(path))
        assert found == code, printed
        assert f"expected: {'refuted' if verdict == 'false' else 'proved'}" in printed
