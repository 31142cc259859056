"""What people read, as files that are reviewed in a diff; ``pytest --update-golden`` rewrites them."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from command_line import vexil

HERE = Path(__file__).parent

CASES = {
    "power.report.txt": "check examples/power.fcl --set m=2 --set n=3",
    "power.refuted.txt": "check examples/power.fcl --set m=2 --set n=2 -p 'ltl: [] <(result, 4)' --edges",
    "power.liveness.txt": "check examples/power.fcl --set m=1 --set n=1 -p 'ltl: []<>[loop]'",
    "power.vir": "show examples/power.fcl --set m=2 --set n=0..3",
    "power.fcl": "show examples/power.fcl --as fcl",
    "power.dot": "show examples/power.fcl --as dot",
    "transfer.report.txt": "check examples/transfer.vir",
    "transfer.vir": "show examples/transfer.vir",
    "list_partition.report.txt": "check examples/list_partition.bp",
    "lock_calls.bp": "show examples/lock_calls.bp --as bp",
    "lock_protocol.bp": "show examples/lock_protocol.c --as bp --predicate locked --predicate 'main: busy'",
    "lock_protocol.predicates.txt": "check examples/lock_protocol.c -p assert --engine predicates",
    "counter.bounded.txt": "check examples/counter.vir --bound x=0..20",
    "response.property.txt": "show -p 'pattern: {[b]} responds to {[a]} between {[q]} and {[r]}'",
    "power.slice.txt": "slice examples/power.fcl --criterion n",
    "power.sliced.fcl": "slice examples/power.fcl --criterion n --emit fcl",
    "midpoint.slice.txt": "slice examples/midpoint.c -p overflow",
    "lock_protocol.sliced.c": "slice examples/lock_protocol.c -p assert --emit c",
    "lost_update.why.txt": "slice examples/lost_update.c --criterion counter --why lost_update.c:24",
    "LostUpdate.sliced.java": "slice examples/java/LostUpdate.java --criterion Counter.count --emit java",
    "until.property.txt": "show -p 'ctl: A[at(p) U EF at(q)]'",
}


@pytest.mark.parametrize("name", sorted(CASES))
def test_output(name: str, update_golden: bool) -> None:
    """The output of a command is the reviewed one."""
    done = vexil(*shlex.split(CASES[name]), environment={"NO_COLOR": "1"})
    path = HERE / "expected" / name
    if update_golden:
        path.parent.mkdir(exist_ok=True)
        path.write_text(done.stdout, encoding="utf-8")
    assert done.stdout
    assert done.stdout == path.read_text(encoding="utf-8")
