"""Searches stay exact when nearly all states have the same hashes as others."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import vexil.engines.explicit
from guarded_models import SYSTEMS, philosophers
from tools import require_tool
from vexil.core.context import Context
from vexil.engines.explicit import search as search_module
from vexil.engines.explicit.accepting_runs import search_runs
from vexil.engines.explicit.library import Strategy
from vexil.engines.explicit.search import Compiled, Goals, SearchOptions
from vexil.spec.atoms import Call
from vexil.spec.buchi import Buchi, Cube, Edge

pytestmark = pytest.mark.usefixtures("native_search")
EXACT = [strategy for strategy in Strategy if strategy.is_exact]


@pytest.fixture(scope="module")
def poor(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A runtime with sixty-one hashes."""
    folder = Path(vexil.engines.explicit.__file__).parent / "runtime"
    path = tmp_path_factory.mktemp("runtime") / "poor.so"
    sources = sorted(map(str, folder.glob("*.c")))
    compiler = require_tool("gcc")
    options = ["-std=c11", "-O1", "-shared", "-fPIC", "-pthread", "-Wall", "-Wextra", "-Werror", "-DVEXIL_POOR_HASH"]
    subprocess.run([compiler, *options, "-Wno-unused-function", "-o", str(path), *sources], check=True)
    return path


@pytest.mark.parametrize("strategy", EXACT)
def test_collisions_merge_no_states(poor: Path, strategy: Strategy, monkeypatch: pytest.MonkeyPatch) -> None:
    """The numbers are those of a search with good hashes; the set grows on the way."""
    systems = [*SYSTEMS.values(), philosophers(5, ordered=True, rounds=2)]
    good = [Compiled(system).search(Goals(), SearchOptions(strategy), Context()).statistics for system in systems]
    monkeypatch.setattr(search_module, "library_path", lambda: poor)
    for system, expected in zip(systems, good, strict=True):
        found = Compiled(system).search(Goals(), SearchOptions(strategy), Context()).statistics
        assert (found.states, found.transitions, found.deadlocks) == (
            expected.states,
            expected.transitions,
            expected.deadlocks,
        )


def test_collisions_join_no_runs(poor: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches for runs keep states and automaton apart."""
    never_again = Buchi((Call("p"),), ((Edge(Cube(), 0), Edge(Cube(0, 1), 1)), (Edge(Cube(0, 1), 1),)), frozenset({1}))
    system = philosophers(4, ordered=True, rounds=2)
    good = search_runs(system, never_again, (0,), Context())
    monkeypatch.setattr(search_module, "library_path", lambda: poor)
    found = search_runs(system, never_again, (0,), Context())
    assert found.run is None
    assert found.searched.statistics.states == good.searched.statistics.states
