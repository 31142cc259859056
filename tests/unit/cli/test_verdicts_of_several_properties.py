"""Several properties in one run: each verdict has its own assumptions, its share of the limits, and comes at once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from command_line import vexil
from vexil.cli.exit_codes import ExitCode
from vexil.cli.guard import guarded
from vexil.core.context import Context, Event
from vexil.core.errors import LimitReached
from vexil.ir.program import Program
from vexil.pipeline.options import CheckOptions, LoadOptions
from vexil.pipeline.run import Settled, check

PROGRAM = """
extern void abort(void);
void reach_error(void) { abort(); }
int __VERIFIER_nondet_int(void);
int table[4];
int main(void) {
    int index = __VERIFIER_nondet_int();
    if (index < 0 || index > 3) return 0;
    table[index] = index + 1;
    if (12 / table[index] < 4) reach_error();
    return 0;
}
"""
THREADS = """
#include <pthread.h>
#include <assert.h>
int shared;
void *work(void *unused) { shared = 1; return unused; }
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    pthread_join(other, 0);
    assert(shared == 1);
    return 0;
}
"""
ENDLESS = "int main(void) { unsigned long n = 0; while (1) { n = n * 7 + 3; if (n == 12345) return 1; } }\n"


@pytest.fixture
def program(tmp_path: Path) -> str:
    path = tmp_path / "program.c"
    path.write_text(PROGRAM, encoding="utf-8")
    return str(path)


def stored(*words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(vexil("check", *words, "--format", "json").stdout)
    return found


def statements(entry: dict[str, Any]) -> dict[str, str]:
    return {item["kind"]: item["statement"] for item in entry["assumptions"]}


def test_a_c_program_is_asked_everything_it_could_break(program: str) -> None:
    """Without -p: calls of reach_error, memory safety, overflow and division; what is left is named."""
    done = vexil("check", program)
    found = [line.split(":")[0] for line in done.stdout.splitlines() if line and not line.startswith(" ")]
    assert found[:4] == ["unreach", "memsafety", "overflow", "division"]
    assert done.returncode == 1
    assert "unreach: refuted" in done.stdout
    assert "division: proved" in done.stdout
    assert "not checked: termination\n" in done.stdout


def test_XCT_02_each_verdict_has_its_own_assumptions(program: str) -> None:
    """XCT-02: arithmetic and prover are those of the verdict, and what all share is stated once more for all."""
    result = stored(program, "-p", "unreach", "-p", "overflow")
    unreach, overflow = result["properties"]
    assert "wrap around" in statements(unreach)["arithmetic"]
    assert "is a violation" in statements(overflow)["arithmetic"]
    assert "bitwuzla" in statements(unreach)["prover"]
    assert "z3" not in statements(unreach)["prover"], "a run is replayed, not proved"
    assert "z3" in statements(overflow)["prover"], "a second solver checks the proof"
    shared = {item["kind"] for item in result["assumptions"]}
    assert "data-model" in shared
    assert shared.isdisjoint({"arithmetic", "prover"})


def test_XCT_02_no_prover_is_said_only_where_none_was_used(tmp_path: Path) -> None:
    """XCT-02: states that are enumerated need no prover."""
    path = tmp_path / "threads.c"
    path.write_text(THREADS, encoding="utf-8")
    (found,) = stored(str(path), "-p", "assert")["properties"]
    assert found["engine"] == "machine"
    assert statements(found)["prover"].startswith("none was used")
    assert statements(found)["memory-model"] == "sequential consistency"


def test_XCT_02_what_matters_is_printed_and_the_rest_on_demand(program: str) -> None:
    """XCT-02: an assumption that some verdicts make names them; all of them are there with --assumptions all."""
    words = ("check", program, "-p", "unreach", "-p", "overflow")
    short = vexil(*words).stdout.partition("assumptions (--assumptions all shows ")[2]
    assert [line.split()[0] for line in short.splitlines()[1:]] == ["arithmetic"]
    assert "signed ones wrap around" in short
    assert short.rstrip().endswith("[unreach]")
    whole = vexil(*words, "--assumptions", "all").stdout.partition("assumptions:\n")[2]
    kinds = {line.split()[0] for line in whole.splitlines()}
    assert kinds >= {
        "arithmetic", "bounds", "atomicity", "memory-model", "environment", "fairness", "abstraction", "prover",
        "data-model",
    }  # fmt: skip


def test_the_parts_of_the_time_are_the_whole(program: str) -> None:
    """Reading, each property and the rest add up to the CPU seconds of all processes."""
    measured = stored(program, "-p", "overflow", "-p", "division")["statistics"]["measured"]
    assert list(measured["parts"]) == ["reading", "overflow", "division", "rest"]
    assert sum(measured["parts"].values()) == pytest.approx(measured["cpu_seconds"])


def test_verdicts_come_one_by_one(program: str) -> None:
    """Whoever listens is told a verdict before the next property is asked."""
    seen: list[str] = []

    def sink(event: Event) -> None:
        if event.kind == "property":
            seen.append(f"asked {dict(event.data)['text']}")

    def listener(_: Program, found: Settled) -> None:
        seen.append(f"told {found.verdict.property.text}")

    check(CheckOptions(LoadOptions((program,)), ("unreach", "division")), Context(sink=sink), listener)
    assert seen == ["asked unreach", "told unreach", "asked division", "told division"]


def test_a_limit_by_the_clock_ends_with_what_is_known(tmp_path: Path) -> None:
    """--wall-limit ends in exit code 3; the reason names the limit that was given."""
    path = tmp_path / "endless.c"
    path.write_text(ENDLESS, encoding="utf-8")
    done = vexil("check", str(path), "-p", "termination", "-p", "overflow", "--wall-limit", "0.5")
    assert done.returncode == 3
    assert "limit of 0.5 seconds reached" in done.stdout


def test_a_program_whose_end_is_asked_by_default_is_read_for_it(tmp_path: Path) -> None:
    """Without -p the question is the one that -p termination asks, also where a function may call back."""
    path = tmp_path / "calls_back.c"
    path.write_text(
        "void register_handler(void (*handler)(void));\nvoid wait_for_events(void);\nvoid nothing(void) { }\n"
        "int main(void) { register_handler(nothing); wait_for_events(); return 0; }\n",
        encoding="utf-8",
    )
    asked = stored(str(path), "-p", "termination", "--state-limit", "50")
    by_default = stored(str(path), "--state-limit", "50")
    assert [found["property"] for found in by_default["properties"]] == ["termination"]
    assert by_default["program"]["digest"] == asked["program"]["digest"]


def test_a_limit_that_somebody_wrapped_is_a_limit(capsys: pytest.CaptureFixture[str]) -> None:
    """Python makes errors of its own out of what is raised while a class is made; the reason is still the limit."""

    def command() -> ExitCode:
        try:
            raise LimitReached("limit of 1 seconds reached")
        except LimitReached as limit:
            raise RuntimeError("Error calling __set_name__") from limit

    assert guarded(command) is ExitCode.UNKNOWN
    assert capsys.readouterr().err == "unknown (limit of 1 seconds reached)\n"


@pytest.mark.parametrize(
    ("text", "words", "is_printed"),
    [
        ("int main(int argc, char **argv) { return argc < 2 ? 0 : 8 / argv[1][0]; }", (), True),
        ("int divide(int x) { return x == 0 ? 0 : 8 / x; }", ("--main", "divide"), True),
        ("int main(void) { int x = 2; return 8 / x; }", (), False),
    ],
)
def test_XCT_02_what_the_entry_is_given_is_printed_where_it_takes_something(
    text: str, words: tuple[str, ...], is_printed: bool, tmp_path: Path
) -> None:
    """XCT-02: a proof about a program that is started without arguments says so, if it could look at some."""
    path = tmp_path / "entry.c"
    path.write_text(text, encoding="utf-8")
    shown = vexil("check", str(path), "-p", "division", *words).stdout
    assert ("\n  arguments " in shown) is is_printed, shown
