"""Vexil installs with and without a C compiler, and says what it can do then."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from guarded_models import counter_race
from vexil.cli.doctor import run_doctor
from vexil.core.errors import LimitReached
from vexil.engines.explicit import library
from vexil.engines.explicit.search import Compiled

ROOT = Path(__file__).parents[4]
RUNTIME = ROOT / "src/vexil/engines/explicit/runtime"
COMPILER = """#!/bin/sh
echo "$*" >> {log}
while [ $# -gt 0 ]; do
  if [ "$1" = -o ]; then echo compiled > "$2"; fi
  shift
done
"""


def wheel(folder: Path, compiler: str) -> list[str]:
    """The files of a wheel that is built with a compiler."""
    pytest.importorskip("setuptools.command.bdist_wheel", reason="no setuptools here that builds wheels")
    built = ["egg_info", "--egg-base", str(folder), "build", "--build-base", str(folder / "build")]
    packed = ["bdist_wheel", "--dist-dir", str(folder), "--bdist-dir", str(folder / "packed")]
    subprocess.run(
        [sys.executable, "setup.py", "-q", *built, *packed],
        cwd=ROOT,
        env={**os.environ, "CC": compiler, "LDSHARED": f"{compiler} -shared"},
        check=True,
        capture_output=True,
    )
    (found,) = folder.glob("*.whl")
    with zipfile.ZipFile(found) as archive:
        return archive.namelist()


def test_a_wheel_holds_the_runtime(tmp_path: Path) -> None:
    """Every C file is compiled with optimisation, and what comes of them is where the package looks for it."""
    compiler, log = tmp_path / "compiler", tmp_path / "log"
    compiler.write_text(COMPILER.format(log=log))
    compiler.chmod(0o755)
    files = wheel(tmp_path, str(compiler))
    names = [file for file in files if re.fullmatch(r"vexil/engines/explicit/_runtime\..*so", file)]
    assert len(names) == 1
    assert sum(bool(re.fullmatch(r"vexil/engines/machine/_machine\..*so", file)) for file in files) == 1
    assert Path(names[0]).name in {f"{library.NAME}{suffix}" for suffix in library.suffixes()}
    compiled = [line for line in log.read_text().splitlines() if " -c " in line]
    sources = [*RUNTIME.glob("*.c"), *(RUNTIME.parents[1] / "machine" / "runtime").glob("*.c")]
    assert {source.name for source in sources} == {
        found[0] for line in compiled if (found := re.search(r"\w+\.c\b", line))
    }
    assert all("-O3" in line and "-pthread" in line for line in compiled)


def test_without_a_compiler_the_package_is_built_all_the_same(tmp_path: Path) -> None:
    """A compiler that is not there is no reason to fail; the wheel has everything but the runtime."""
    files = wheel(tmp_path, str(tmp_path / "no-such-compiler"))
    assert "vexil/engines/explicit/search.py" in files
    assert not any(file.endswith(".so") for file in files)


def test_without_the_runtime_it_is_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Native search refuses with the reason, and ``vexil doctor`` names it and the engine to use."""
    monkeypatch.setattr(library, "NAME", "_not_there")
    with pytest.raises(LimitReached, match="native search is not available: the search runtime was not built"):
        Compiled(counter_race(2, locked=True))
    run_doctor()
    said = capsys.readouterr().out
    assert "absent: native search, use the engine reference (the search runtime was not built" in said
