"""Every planted fault is noticed; proofs that one made possible do not survive the checker, which shares nothing."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import vexil
import vexil.certify.invariant  # z3 is loaded once, and not in every process that checks a proof
from faults import FAULTS, IN_LOGIC, VACUOUS_FAULT
from faults.fault import Fault
from faults.proofs import RejectedProof

HIDDEN = pytest.mark.xfail(
    raises=AssertionError, strict=True, reason="only the engine's own solver says whether a proof is vacuous"
)
PLANTED = [pytest.param(fault, marks=[HIDDEN] if fault is VACUOUS_FAULT else [], id=fault.name) for fault in FAULTS]


def test_at_least_ten_different_faults_are_planted_in_logic() -> None:
    """Ten faults are asked for; none is there twice, and no program stands for all of them."""
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)
    assert len(IN_LOGIC) >= 10
    assert len({fault.plant for fault in IN_LOGIC}) == len(IN_LOGIC)
    checks = [fault.check for fault in IN_LOGIC if isinstance(fault.check, RejectedProof)]
    assert len({check.wrong for check in checks}) == len(IN_LOGIC)
    assert sum(check.contradicted for check in checks) >= 10


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_without_faults_nothing_is_noticed(fault: Fault) -> None:
    """What must notice a fault finds nothing wrong while it is not planted."""
    fault.check.accept()


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_noticed(fault: Fault) -> None:
    """Each fault is noticed by its check."""
    fault.check.accept()
    with pytest.MonkeyPatch.context() as patch:
        fault.plant(patch)
        fault.check.notice()


# --- independence --------------------------------------------------------------------------------------------

STRANGERS = ("vexil.logic", "vexil.analysis", "vexil.engines", "bitwuzla", "cvc5")


def test_the_checker_loads_nothing_of_what_it_checks() -> None:
    """An interpreter that has imported every module of the checker knows no logic, analysis, engine or other solver.

    Samples of a flat form are checked with the flat form, which is made with analyses: that module is left out. So is
    the checker of slices, which shares facts about pointers with the slicer.
    """
    program = """
import sys
from pathlib import Path
import vexil.certify.invariant
root = Path(vexil.certify.__path__[0])
for path in sorted(root.rglob("*.py")):
    parts = path.relative_to(root).with_suffix("").parts
    if parts[0] not in ("sampling", "slices"):
        __import__(".".join(("vexil.certify", *parts)).removesuffix(".__init__"))
print(*sorted(sys.modules))
"""
    source = str(Path(vexil.__file__).parent.parent)
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {source!r}){program}"]
    loaded = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    assert "vexil.certify.invariant.check" in loaded
    assert "z3.z3core" in loaded
    assert [name for name in loaded if name.startswith(STRANGERS)] == []


def test_no_function_of_the_checker_imports_what_it_checks() -> None:
    """Nor does any import that is only executed inside a function name one of them."""
    folder = Path(vexil.__file__).parent / "certify"
    paths = [path for path in sorted(folder.rglob("*.py")) if path.parent.name != "slices"]
    imported = {name for path in paths for name in _imported(path)}
    assert "z3.z3core" in imported
    assert "vexil.certify.invariant" in imported
    assert sorted(name for name in imported if name.startswith(STRANGERS)) == []


def test_the_checker_of_slices_knows_neither_dependences_nor_the_slicer() -> None:
    """It shares facts about pointers, numbers and what may run, and nothing that says what depends on what."""
    program = "import sys, vexil.certify.slices; print(*sorted(sys.modules))"
    source = str(Path(vexil.__file__).parent.parent)
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {source!r}); {program}"]
    loaded = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    assert "vexil.certify.slices.correspondence" in loaded
    assert "vexil.analysis.points_to" in loaded
    assert [name for name in loaded if name.startswith(("vexil.analysis.dependence", "vexil.slicing"))] == []


def _imported(path: Path) -> list[str]:
    """The modules that a file imports anywhere, with the names it takes from them."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names):
                found += [name.name for name in names]
            case ast.ImportFrom(module, names, 0):
                assert module is not None
                found += [module, *(f"{module}.{name.name}" for name in names)]
            case ast.ImportFrom():
                pytest.fail(f"{path} has a relative import, which this test does not resolve")
            case _:
                pass
    return found
