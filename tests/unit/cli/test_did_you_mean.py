"""What is misspelt is answered with what may have been meant, and folders with what to do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import vexil
from vexil.core.wording import closest, did_you_mean

POWER, LOST = "examples/power.fcl", "examples/lost_update.c"


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("chek", POWER), "Did you mean 'check'?"),
        ((POWER,), f"Did you mean 'vexil check {POWER}'?"),
        (("check", "examples/power.fc"), f"did you mean '{POWER}'?"),
        (("check", POWER, "--formt", "json"), "--format"),
        (("check", POWER, "--order", "deepth"), "Did you mean 'depth'?"),
        (("check", POWER, "--engine", "predicate"), "did you mean 'predicates'?"),
        (("check", POWER, "--reduce", "ordr"), "did you mean 'order'?"),
        (("check", POWER, "-p", "terminaton"), "did you mean 'termination'?"),
        (("check", LOST, "--main", "mian"), "did you mean 'main'?"),
        (("check", LOST, "--set", "countr=1"), "did you mean 'counter'?"),
        (("check", LOST, "-p", "ltl: [] !call(cout)"), "did you mean 'count'?"),
        (("check", POWER, "--bound", "resul=0..3"), "did you mean 'result'?"),
        (("check", POWER, "--bind", "m=EvenOd"), "did you mean 'EvenOdd'?"),
        (("check", POWER, "--bind", "resul=Signs"), "did you mean result?"),
        (("check", POWER, "-p", "ltl: [] resul > 3"), "did you mean result?"),
        (("check", POWER, "-p", "ltl: [] [lop]"), "did you mean 'loop'?"),
        (("check", "examples/java/Rooms.java", "--main", "Romes"), "did you mean 'Rooms'?"),
        (("basl", "show", "Sign"), "did you mean 'Signs'?"),
    ],
    ids=lambda item: " ".join(item) if isinstance(item, tuple) else "",
)
def test_what_is_misspelt_is_known(words: tuple[str, ...], meant: str) -> None:
    """Commands, files, options, their values, properties, functions, variables, engines and abstractions."""
    done = vexil(*words)
    assert done.returncode == 2
    assert meant in done.stderr


def test_words_that_are_not_alike_are_not_offered() -> None:
    """A hint that does not help is none."""
    assert closest("banana", ["assert", "unreach"]) == ""
    assert closest("ASSERT", ["assert", "unreach"]) == "assert"
    assert did_you_mean("banana", ["assert"], "there are: assert") == "there are: assert"


def project(folder: Path, database: str | None) -> str:
    """A folder of two C files, with a compilation database if one is named."""
    (folder / "src").mkdir()
    (folder / "src" / "main.c").write_text(
        "int twice(int); int main(void) { return twice(LIMIT); }\n", encoding="utf-8"
    )
    (folder / "src" / "twice.c").write_text("int twice(int n) { return n / LIMIT; }\n", encoding="utf-8")
    if database is not None:
        path = folder / database
        path.parent.mkdir(exist_ok=True)
        units = [
            {"directory": str(folder), "file": f"src/{name}.c", "command": f"cc -DLIMIT=3 -c src/{name}.c"}
            for name in ("main", "twice")
        ]
        path.write_text(json.dumps(units), encoding="utf-8")
    return str(folder)


@pytest.mark.parametrize(
    "database", ["compile_commands.json", "build/compile_commands.json", "cmake-build-debug/compile_commands.json"]
)
def test_a_folder_is_the_program_of_its_compilation_database(database: str, tmp_path: Path) -> None:
    """The database in a folder, or in the folder of its build, says which files make the program."""
    done = vexil("check", project(tmp_path, database), "-p", "division")
    assert done.returncode == 0, done.stderr
    assert "division: proved" in done.stdout


def test_a_folder_of_c_files_without_a_database_says_what_to_do(tmp_path: Path) -> None:
    """How to get a database, and how to do without."""
    done = vexil("check", project(tmp_path, None))
    assert done.returncode == 2
    assert "CMAKE_EXPORT_COMPILE_COMMANDS" in done.stderr
    assert f"vexil check {tmp_path}/src/main.c" in done.stderr


def test_several_databases_are_not_chosen_from(tmp_path: Path) -> None:
    """Two builds side by side are two programs."""
    folder = project(tmp_path, "debug/compile_commands.json")
    (tmp_path / "release").mkdir()
    (tmp_path / "release" / "compile_commands.json").write_text("[]", encoding="utf-8")
    assert "2 compilation databases" in vexil("check", folder).stderr
