"""What the C front end is told; a stand-in takes its place, and its programs are .vir files."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from vexil.core.caveats import Assumption
from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.core.source import SourceFile
from vexil.ir.interpreter import Bounds
from vexil.ir.program import Program
from vexil.ir.text import load as load_vir
from vexil.languages.options import COptions, Environment
from vexil.pipeline.assumptions import assumptions_of
from vexil.pipeline.compile_commands import read_compile_commands
from vexil.pipeline.load import load_program
from vexil.pipeline.options import CheckOptions, LoadOptions, parse_settings
from vexil.pipeline.resolve import resolve
from vexil.pipeline.run import check

PROGRAM = """vir 1
language c
global n: i32 = 1i32
global table: block[i32][4]
global cell: i32 addressable
global 'a.c::count': u8 labels "count"
global 'b.c::twice': u8 labels "twice"
global 'a.c::twice': u8 labels "twice"
function main()
  a -> b: check assert n == 1i32 "n stays one"
  b -> exit: return
"""


class FrontEnd:
    """Remembers what it was asked to read."""

    def __init__(self) -> None:
        self.paths: tuple[str, ...] = ()
        self.options: Any = None

    def load(self, paths: Sequence[str], options: object, context: Context) -> Program:
        self.paths, self.options = tuple(paths), options
        return load_vir(SourceFile("p.vir", PROGRAM.encode()))


@pytest.fixture
def front_end(monkeypatch: pytest.MonkeyPatch) -> FrontEnd:
    stand_in = FrontEnd()
    module = ModuleType("vexil.frontends.c")
    module.load = stand_in.load  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "vexil.frontends.c", module)
    return stand_in


def source(folder: Path, name: str = "a.c") -> str:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("int main(void) { return 0; }\n", encoding="utf-8")
    return str(path)


def database(folder: Path, *units: object) -> str:
    path = folder / "compile_commands.json"
    path.write_text(json.dumps(units), encoding="utf-8")
    return str(path)


def load(options: LoadOptions) -> Program:
    return load_program(resolve(CheckOptions(options)).load, Context())


def test_options_reach_the_front_end(front_end: FrontEnd, tmp_path: Path) -> None:
    """Several files are one program; every option arrives as the front end expects it."""
    files = (source(tmp_path), source(tmp_path, "b.i"))
    c = COptions(("inc",), ("-DX=1", "-UX"), "c11", ("f.h",), Environment.STRICT)
    load(LoadOptions(files, data_model="ILP32", entry="start", arguments=("x", ""), c=c))
    found = front_end.options
    assert front_end.paths == files
    assert (found.layout.name, found.entry, found.arguments) == ("ILP32", "start", ("x", ""))
    assert (found.include_folders, found.definitions) == (("inc",), ("-DX=1", "-UX"))
    assert (found.standard, found.forced_includes, found.environment) == ("c11", ("f.h",), "strict")
    assert found.unit_flags == {}


def test_defaults_leave_the_arguments_open(front_end: FrontEnd, tmp_path: Path) -> None:
    """Without options: LP64, main, and arguments that are not known."""
    load(LoadOptions((source(tmp_path),)))
    assert (front_end.options.layout.name, front_end.options.entry) == ("LP64", "main")
    assert front_end.options.arguments is None


@pytest.mark.parametrize(
    ("options", "message"),
    [({"width": 8}, "widths of C's integers"), ({"width": 64, "integers": "math"}, "widths of C's integers")],
)
def test_options_of_other_languages_are_refused(
    front_end: FrontEnd, tmp_path: Path, options: dict[str, Any], message: str
) -> None:
    """C has no other integers; nothing is read before that is said."""
    with pytest.raises(UsageError, match=message):
        load(LoadOptions((source(tmp_path),), **options))
    assert front_end.options is None


def test_a_database_gives_each_unit_its_flags(front_end: FrontEnd, tmp_path: Path) -> None:
    """Only what decides the reading is kept, folders are found from where the compiler ran, quoting is undone."""
    first, second = source(tmp_path, "src/a.c"), source(tmp_path, "src/b.c")
    (tmp_path / "src" / "f.h").write_text("\n", encoding="utf-8")
    command = (
        "cc -Iinc -I ../top -isystem sys -iquoteq -DA -D 'B=\"x y\"' -UC -std=gnu99"
        " -O2 -Wall -include f.h -include g.h -o a.o -c a.c"
    )
    path = database(
        tmp_path,
        {"directory": str(tmp_path / "src"), "file": "a.c", "command": command},
        {"directory": str(tmp_path), "file": "src/b.c", "arguments": ["cc", "-m32", "--std=c11", "-MF", "-DNO", "-c"]},
    )
    load(LoadOptions((path,)))
    base = tmp_path / "src"
    assert front_end.paths == (first, second)
    assert front_end.options.layout.name == "ILP32"
    assert front_end.options.unit_flags == {
        first: (
            *("-I", str(base / "inc"), "-I", str(tmp_path / "top"), "-isystem", str(base / "sys")),
            *("-iquote", str(base / "q"), "-DA", '-DB="x y"', "-UC", "-std=gnu99"),
            *("-include", str(base / "f.h"), "-include", "g.h"),
        ),
        second: ("-m32", "-std=c11"),
    }


def test_named_files_take_their_flags_from_the_database(
    front_end: FrontEnd, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database may be an input, an option, or its folder; a file is known by whatever path names it."""
    source(tmp_path)
    source(tmp_path, "b.c")
    path = database(
        tmp_path,
        {"directory": str(tmp_path), "file": "a.c", "command": "cc -DA a.c"},
        {"directory": str(tmp_path), "file": "b.c", "command": "cc -DB b.c"},
    )
    monkeypatch.chdir(tmp_path)
    for options in (
        LoadOptions((path, "b.c")),
        LoadOptions(("b.c",), compile_commands=path),
        LoadOptions(("b.c",), compile_commands=str(tmp_path)),
    ):
        load(options)
        assert front_end.paths == ("b.c",)
        assert front_end.options.unit_flags == {"b.c": ("-DB",)}


@pytest.mark.parametrize(
    ("units", "message"),
    [
        ([], "has no units"),
        ([1], "unit 1 names no file"),
        ([{"file": "a.c"}], "neither command nor arguments"),
        ([{"file": "a.c", "arguments": [1]}], "neither command nor arguments"),
        ([{"file": "a.c", "directory": 1, "command": "cc"}], "directory that is no text"),
        ([{"file": "a.c", "command": "cc 'x"}], "no shell command: No closing quotation"),
        ([{"file": "a.c", "command": "cc -I"}], "ends after -I"),
        ([{"file": "a\0.c", "command": "cc"}], "a name that no file can have"),
        ([{"file": "a.c", "arguments": ["cc", "-I\ud800"]}], "a name that no file can have"),
        ([{"file": "a.c", "command": "cc @flags"}], "options from the file flags"),
        ([{"file": "a.c", "command": "cc -DA"}, {"file": "a.c", "command": "cc"}], "in two ways"),
    ],
)
def test_wrong_databases_are_refused(tmp_path: Path, units: list[object], message: str) -> None:
    """What is wrong is said with the number of the unit."""
    with pytest.raises(UsageError, match=message):
        read_compile_commands(database(tmp_path, *units))


def test_other_files_are_no_databases(tmp_path: Path) -> None:
    """Text that is no JSON, no list, or missing is refused in one sentence."""
    path = tmp_path / "x.json"
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(2_000)
    try:
        for text, message in (("{", "no JSON"), ("{}", "no list"), ("[" * 100_000, "nested too deeply")):
            path.write_text(text, encoding="utf-8")
            with pytest.raises(UsageError, match=message):
                read_compile_commands(str(path))
    finally:
        sys.setrecursionlimit(limit)
    with pytest.raises(UsageError, match="cannot read"):
        read_compile_commands(str(tmp_path))


def test_data_models_must_agree(front_end: FrontEnd, tmp_path: Path) -> None:
    """Units for 32 and for 64 bits, or against --data-model, are no program."""
    source(tmp_path)
    source(tmp_path, "b.c")
    path = database(
        tmp_path,
        {"directory": str(tmp_path), "file": "a.c", "command": "cc -m32"},
        {"directory": str(tmp_path), "file": "b.c", "command": "cc -m64"},
    )
    with pytest.raises(UsageError, match="different data models"):
        load(LoadOptions((path,)))
    with pytest.raises(UsageError, match="different data models"):
        load(LoadOptions((path, str(tmp_path / "a.c")), data_model="LP64"))
    with pytest.raises(UsageError, match="one compilation database"):
        load(LoadOptions((path,), compile_commands=path))


def test_plain_globals_can_be_set(front_end: FrontEnd, tmp_path: Path) -> None:
    """A global that is a number gets its initial value by its name, or by the name the user knows it by."""
    program = load(LoadOptions((source(tmp_path),), parse_settings(["n=5", "count=7"])))
    initial = {variable.name: str(getattr(variable.initial, "value", None)) for variable in program.globals}
    assert (initial["n"], initial["a.c::count"]) == ("5", "7")


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("table=1", "only variables that are plain numbers"),
        ("cell=1", "only variables that are plain numbers"),
        ("twice=1", "several variables have this name"),
        ("zz=1", "no such variable"),
        ("n=99999999999", "--set n"),
    ],
)
def test_other_globals_cannot_be_set(front_end: FrontEnd, tmp_path: Path, setting: str, message: str) -> None:
    """Arrays, and variables whose address is taken, are not numbers that an option could replace."""
    with pytest.raises(UsageError, match=message):
        load(LoadOptions((source(tmp_path),), parse_settings([setting])))


def test_statements_about_c(front_end: FrontEnd, tmp_path: Path) -> None:
    """Verdicts on C say that signed integers wrap; what the front end says itself comes instead."""
    program = load(LoadOptions((source(tmp_path),)))
    stated = {entry.kind: entry.statement for entry in assumptions_of(program, Bounds())}
    assert "signed ones wrap around, too" in stated["arithmetic"]
    assert "shared memory" in stated["atomicity"]
    own = load_vir(
        SourceFile("p.vir", PROGRAM.replace("language c", 'language c\nassumption arithmetic "own"').encode())
    )
    assert Assumption("arithmetic", "own") in assumptions_of(own, Bounds())
    assert [entry.kind for entry in assumptions_of(own, Bounds())].count("arithmetic") == 1


def test_next_steps_are_refused_for_c(front_end: FrontEnd, tmp_path: Path) -> None:
    """X counts edges, which nobody sees in C, unless that is asked for."""
    options = LoadOptions((source(tmp_path),))
    with pytest.raises(UsageError, match="next-step operator"):
        check(CheckOptions(options, ("ltl: X n == 1",)), Context())
    assert check(CheckOptions(options, ("ltl: X n == 1",), next_steps="edge"), Context()).verdicts
