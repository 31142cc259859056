"""Data races through the command line: both accesses in text and JSON, property files, and memory models."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from command_line import vexil
from vexil.reports.json_report import schema

pytestmark = pytest.mark.usefixtures("native_machine")
RACY = """#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int total;
void add(int n) { total += n; }
void *adds(void *unused) { pthread_mutex_lock(&m); add(2); pthread_mutex_unlock(&m); return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, adds, 0);
  add(3);
  pthread_join(t, 0);
  return 0;
}
"""
FREE = RACY.replace("  add(3);\n", "  adds(0);\n")
ASKED = "CHECK( init(main()), LTL(G ! data-race) )"


def _written(folder: Path, text: str) -> str:
    path = folder / "races.c"
    path.write_text(text)
    return str(path)


def test_both_accesses_are_told(tmp_path: Path) -> None:
    """The data, both places, both stacks and the locks held, in text."""
    done = vexil("check", _written(tmp_path, RACY), "-p", "race")
    assert done.returncode == 1
    assert "data race on total: nothing puts these accesses in order" in done.stdout
    behind = done.stdout.split("data race on total")[1]
    assert "holds no lock" in behind
    assert "holds m" in behind
    assert behind.count("called at") == 2
    assert behind.count("races.c:4") == 2


def test_json_has_both_accesses(tmp_path: Path) -> None:
    """The ending of the trace has the race."""
    done = vexil("check", _written(tmp_path, RACY), "-p", "race", "--format", "json")
    race = json.loads(done.stdout)["properties"][0]["trace"]["ending"]["race"]
    assert race["data"] == "total"
    first, second = race["accesses"]
    assert {first["thread"], second["thread"]} == {1, 2}
    assert [access["holds"] for access in race["accesses"]] == [[], ["m"]]
    assert all(access["place"]["line"] == 4 and access["calls"] for access in race["accesses"])
    assert first["writes"] or second["writes"]


def test_a_property_file_asks_for_data_races(tmp_path: Path) -> None:
    """Competitions ask with a property file; what was not asked is listed where nothing is said."""
    properties = tmp_path / "no-data-race.prp"
    properties.write_text(ASKED + "\n")
    program = _written(tmp_path, RACY)
    assert vexil("check", program, "-p", str(properties)).returncode == 1
    assert "not checked: race" in vexil("check", program, "--state-limit", "5").stdout


@pytest.mark.parametrize("order", ["memory_order_seq_cst", "memory_order_relaxed"])
def test_without_races_the_verdict_is_one_of_the_language(tmp_path: Path, order: str) -> None:
    """Only if every atomic access is sequentially consistent, and for the other properties as well."""
    atomic = f"#include <stdatomic.h>\natomic_int seen;\n{FREE}".replace(
        "  adds(0);\n", f"  adds(0);\n  atomic_store_explicit(&seen, 1, {order});\n"
    )
    done = vexil("check", _written(tmp_path, atomic), "-p", "race", "-p", "overflow", "--assumptions", "all")
    (line,) = [line for line in done.stdout.splitlines() if "memory-model" in line]
    assert "no run has a data race" in line
    assert ("what the language gives" in line) is order.endswith("seq_cst")
    assert ("ask for less" in line) is not order.endswith("seq_cst")
    alone = vexil("check", _written(tmp_path, FREE), "-p", "overflow", "--assumptions", "all")
    assert "no run has a data race" not in alone.stdout


@pytest.mark.parametrize(
    ("text", "engine", "kind"),
    [
        (RACY, "auto", "Run"),
        (FREE, "orders", "Unwound"),
        ("int x; int main(void) { return x++; }", "auto", "OneThread"),
    ],
)
def test_results_fit_the_schema(tmp_path: Path, text: str, engine: str, kind: str) -> None:
    """Every kind of evidence about races has its place in the schema."""
    done = vexil("check", _written(tmp_path, text), "-p", "race", "--engine", engine, "--format", "json")
    result = json.loads(done.stdout)
    assert result["properties"][0]["evidence"]["kind"] == kind
    assert result["properties"][0]["evidence"]["checked"]
    jsonschema.validate(result, schema())
