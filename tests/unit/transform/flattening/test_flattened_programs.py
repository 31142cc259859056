"""The programs of the test suite: the guarded system has as many states and transitions as the interpreter finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from flat_runs import ABOUT, follow_runs, search_program, search_system
from vexil.core.context import Context
from vexil.core.source import read_source
from vexil.ir.program import Program
from vexil.ir.text import load
from vexil.model.guarded.validate import validate
from vexil.transform.flattening import NotFlat, flatten

FOLDER = Path(__file__).parents[3] / "programs"
FILES = sorted(path for pattern in ("*.vir", "*.bp", "*.fcl") for path in FOLDER.rglob(pattern))
C_FILES = [FOLDER / "c" / "threads" / f"{name}.c" for name in ("condition", "detached", "mutex", "semaphore")]

RENUMBERED = {
    "atomic_partial.vir": "a thread that starts after another was forgotten has a number of its own",
    "exception.vir": "objects are numbered in the order of their creation",
    "j_exceptions.vir": "objects are numbered in the order of their creation",
    "j_monitor_throw.vir": "objects are numbered in the order of their creation",
    "partial.vir": "a thread that starts after another was forgotten has a number of its own",
}
"""Programs whose states are as many up to the numbers of objects and threads."""

BLOCKED_INSIDE = {"section_waits_for_lock.vir"}
REFUSED = {
    "address_bytes.vir": "overlapping offsets",
    "counter.vir": "no bound",
    "c_bits_union.vir": "f64",
    "j_numbers.vir": "f64",
    "open_odd.fcl": "open over more than",
    "open_power.fcl": "open over more than",
    "power.fcl": "open over more than",
    "stack_release.vir": "the operator leaked",
    "two_variables.fcl": "open over more than",
    "unbounded.vir": "no bound",
    "unbounded_grows.vir": "no bound",
    "wide_initial.vir": "f64",
}
"""Programs without a flat form, and a part of the reason."""

FEW = {"deeper.vir": False, "factorial.vir": False, "wide.vir": True}
"""Programs that choose among more values than can be tried, where a few stand for all, and whether a check fails."""

OPEN = {"up_to_the_largest.vir"}
"""Programs with more states than can be searched, even where a few values stand for all: runs are followed."""

OBSERVING = {"addresses.vir"}
"""Programs that look at addresses, where the system's runs end."""


def program_of(path: Path) -> Program:
    """The program in a file."""
    match path.suffix:
        case ".vir":
            return load(read_source(str(path)))
        case ".bp":
            from vexil.frontends.bp import load as load_boolean

            return load_boolean([read_source(str(path))])[0]
        case ".fcl":
            from vexil.frontends.fcl import load as load_flow_chart

            return load_flow_chart([read_source(str(path))])
        case _:
            from vexil.frontends.c import load as load_c
            from vexil.languages.options import COptions

            return load_c([str(path)], COptions(), Context())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_states_and_transitions(path: Path, request: pytest.FixtureRequest) -> None:
    """States, transitions, deadlocks, violations, losses: all as many as the reference interpreter finds."""
    if path.name in BLOCKED_INSIDE:
        why = "in the flat form, a thread that waits for a lock inside a section keeps others from moving"
        request.applymarker(pytest.mark.xfail(strict=True, reason=why))
    program = program_of(path)
    if path.name in REFUSED:
        with pytest.raises(NotFlat) as refused:
            flatten(program)
        assert REFUSED[path.name] in str(refused.value)
        return
    flattened = flatten(program, atoms=ABOUT)
    validate(flattened.system)
    if path.name in OBSERVING:
        return
    if path.name in OPEN:
        assert follow_runs(flattened, 1, walks=20, steps=80)
        return
    if path.name in FEW:
        found = search_system(flattened.system, 2500)
        assert found is not None
        assert bool(found.violations) is FEW[path.name]
        assert follow_runs(flattened, 1, walks=20, steps=80)
        return
    wanted, found = search_program(program, 2500), search_system(flattened.system, 2500)
    if wanted is None or found is None:
        assert wanted is None
        return
    if path.name in RENUMBERED:
        assert found.verdict == wanted.verdict
    else:
        assert found == wanted
    follow_runs(flattened, 1, walks=3, steps=80)


@pytest.mark.parametrize("path", C_FILES, ids=lambda path: path.stem)
def test_threads_in_c(path: Path) -> None:
    """Programs with threads, mutexes, conditions and memory in C have the states of the interpreter."""
    program = program_of(path)
    checks = frozenset({"assert"})
    flattened = flatten(program, checks=checks)
    validate(flattened.system)
    wanted, found = search_program(program, 2000, checks=checks), search_system(flattened.system, 2000)
    assert found is not None
    assert found == wanted
