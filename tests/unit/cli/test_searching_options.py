"""Explicit-state search and the back ends on the command line."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from command_line import vexil
from vexil.cli.check import run_check
from vexil.cli.console import Progress
from vexil.cli.exit_codes import ExitCode
from vexil.cli.main import app
from vexil.cli.requests import CheckRequest
from vexil.core.context import Context, Event
from vexil.core.errors import UsageError
from vexil.model.search_options import ExplicitOptions, Order, Reduction, parse_reductions
from vexil.pipeline.options import (
    CheckOptions,
    LoadOptions,
    parse_bounds,
    parse_settings,
)
from vexil.pipeline.run import check
from vexil.transform.flattening.bound_options import how_to_raise

ROOT = Path(__file__).resolve().parents[3]
TRANSFER = str(ROOT / "examples" / "transfer.vir")
COUNTDOWN = str(ROOT / "examples" / "countdown.fcl")


# --- what is asked ---------------------------------------------------------------------------------------


def helped(flag: str) -> tuple[str, dict[str, set[str]]]:
    """A help text, and the long names of options by their group."""
    text = CliRunner().invoke(app, ["check", flag], terminal_width=100).stdout
    groups = dict(re.findall(r"^(\w[\w -]+):\n((?:  .*\n)+)", text, re.MULTILINE))
    return text, {group: set(re.findall(r"^  (--[\w-]+)", body, re.MULTILINE)) for group, body in groups.items()}


def test_the_help_shows_groups_of_options() -> None:
    """The options of explicit-state search stand together under their name, and an example uses one."""
    text, named = helped("--help-all")
    own = {"--order", "--workers", "--reduce", "--fair", "--choose-free", "--deepen", "--recheck"}
    assert named["Explicit-state search"] == own
    assert "--predicate" in named["Predicate abstraction"]
    assert {"--engine", "--bound"} <= named["Options"]
    assert {"--emit", "--format"} <= named["What is printed"]
    assert {"--main", "--set"} <= named["How the program is read"]
    assert "--engine explicit --order depth" in text


def test_the_short_help_shows_everyday_options_and_names_the_long_one() -> None:
    """What is rarely used is left out of the short help, which says how many options the long one has besides."""
    long, every = helped("--help-all")
    short, everyday = helped("--help")
    assert {"--engine", "--bound", "--help-all"} <= everyday["Options"]
    assert "--next" not in everyday["Options"]
    assert everyday["Explicit-state search"] == {"--deepen"}
    more = re.search(r"check --help-all shows (\d+) more options", short)
    assert more is not None
    left_out = [every[group] - everyday.get(group, set()) for group in every]
    assert int(more[1]) >= sum(map(len, left_out)) > 20
    assert "more options" not in long


def test_options_become_a_search() -> None:
    """Every option of the command line arrives in the options of the search, and what nobody says is as usual."""
    assert CheckRequest(inputs=("a.c",)).options().search == ExplicitOptions()
    request = CheckRequest(
        inputs=("a.c",),
        order="parallel",
        workers=5,
        reduce="dead, order",
        fair=True,
        choose_free=True,
        deepen=True,
        recheck=7,
    )
    reductions = frozenset({Reduction.DEAD, Reduction.ORDER})
    assert request.options().search == ExplicitOptions(Order.PARALLEL, 5, reductions, True, True, True, 7)
    stored = request.recorded()
    assert (stored["order"], stored["workers"], stored["reduce"], stored["recheck"]) == (
        "parallel",
        5,
        "dead, order",
        7,
    )
    again = CheckRequest(**{name: tuple(v) if isinstance(v, list) else v for name, v in stored.items()})
    assert again.options() == request.options()


@pytest.mark.parametrize(
    ("options", "message", "hint"),
    [
        ({"order": "sideways"}, "--order cannot be 'sideways'", "breadth, depth, tree, parallel"),
        ({"workers": 4}, "--workers is for a parallel search, and the order is breadth", "--order parallel"),
        ({"workers": 0, "order": "parallel"}, "--workers cannot be 0", "at least 1"),
        ({"recheck": -1}, "--recheck cannot be -1", "at least 0"),
        ({"recheck": "most"}, "--recheck cannot be 'most'", "a number of states, or all"),
        ({"order": "depth", "engine": "bebop"}, "--order is an option of explicit-state search", "--engine explicit"),
        ({"reduce": "dead,speed"}, "--reduce has no reduction 'speed'", "dead,symmetry,order,fuse"),
        ({"reduce": ""}, "--reduce has no reduction ''", "auto, none"),
        ({"reduce": "dead,heap"}, "--reduce has no reduction 'heap': numbers of objects never matter", "leave it out"),
        ({"reduce": "none,dead"}, "--reduce none stands alone", "leave the others out"),
    ],
)
def test_wrong_words_are_refused_with_the_right_ones(options: dict[str, str], message: str, hint: str) -> None:
    """A word that is none, or a number that means nothing, is refused in a sentence that names what there is."""
    with pytest.raises(UsageError) as refused:
        CheckRequest(inputs=("a.c",), **options).options().validate()
    assert message in refused.value.message
    assert hint in refused.value.hint


@pytest.mark.parametrize(
    ("engine", "search", "message"),
    [
        (
            "bounded",
            ExplicitOptions(Order.DEPTH),
            "--order is an option of explicit-state search, and the engine is bounded",
        ),
        ("reference", ExplicitOptions(fair=True), "--fair is an option of explicit-state search"),
        ("spin", ExplicitOptions(feasible=True), "--choose-free means nothing to Spin"),
        ("spin", ExplicitOptions(Order.BITS), "Spin is not asked to search in the order unsafe-bits"),
        ("spin", ExplicitOptions(reductions=frozenset({Reduction.DEAD})), "of the reductions Spin has only its own"),
    ],
)
def test_options_of_other_engines_are_refused(engine: str, search: ExplicitOptions, message: str) -> None:
    """An option that the chosen engine does not have is refused; those that it has are not."""
    with pytest.raises(UsageError, match=re.escape(message)):
        CheckOptions(LoadOptions(("a.c",)), engine=engine, search=search).validate()
    CheckOptions(LoadOptions(("a.c",)), engine="explicit", search=search).validate()
    CheckOptions(
        LoadOptions(("a.c",)),
        engine="spin",
        search=ExplicitOptions(Order.DEPTH, reductions=frozenset({Reduction.ORDER}), fair=True),
    ).validate()


def test_reductions_are_words_with_commas() -> None:
    """Nothing is said by auto, nothing is used by none, and all may be listed."""
    assert parse_reductions("auto") is None
    assert parse_reductions("none") == frozenset()
    assert parse_reductions(",".join(Reduction)) == frozenset(Reduction)


# --- what cannot be bounded ------------------------------------------------------------------------------

RECURSIVE = "int f(int n) { return n <= 0 ? 0 : 1 + f(n - 1); }\nint main(void) { return f(20); }\n"
LIST = """#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 100; i++) { struct node *one = malloc(sizeof *one); one->next = list; list = one; }
  return 0;
}
"""


def verdict_of(load: LoadOptions, prop: str, *bounds: str) -> tuple[str, tuple[str, ...]]:
    """Why the answer is what it is, and which words of the command line would help."""
    found = check(CheckOptions(load, (prop,), "explicit", parse_bounds(bounds)), Context()).verdicts[0]
    return found.reason, found.remedy.add if found.remedy is not None else ()


@pytest.mark.usefixtures("native_search")
def test_a_variable_without_bound_is_named_with_the_option() -> None:
    """A mathematical integer fits no state vector: the message names it and the option, and the option helps."""
    load = LoadOptions((COUNTDOWN,), parse_settings(["n=6"]), "math")
    reason, words = verdict_of(load, "termination")
    assert "the variable n: its values have no bound" in reason
    assert words == ("--bound", "n=-100..100")
    reason, _ = verdict_of(load, "termination", "n=-9..9", "int=-9..9")
    assert "no flat form" not in reason


@pytest.mark.usefixtures("native_search")
@pytest.mark.parametrize(
    ("text", "bound", "option"),
    [
        (RECURSIVE, "recursion depth of f <= 8", "--bound recursion=N"),
        (LIST, "instances at main:5 malloc <= 4", "--bound instances=N"),
    ],
    ids=["recursion", "site"],
)
def test_a_bound_of_the_flat_form_is_named_with_the_option(text: str, bound: str, option: str, tmp_path: Path) -> None:
    """A recursion or an allocation in a loop is bounded without being told: the answer names where and what was hit."""
    path = tmp_path / "program.c"
    path.write_text(text, encoding="utf-8")
    reason, words = verdict_of(LoadOptions((str(path),)), "memsafety")
    assert f"bounds hit: {bound} (1×)" in reason
    assert words == ("--deepen",)
    assert how_to_raise([bound]) == f"raise the bound with {option}, or use --deepen"


def test_every_kind_of_bound_has_its_option() -> None:
    """Bounds on integers are named like their variable, counts by their kind, and some can only be doubled."""
    assert how_to_raise(["x <= 20", "x >= 0"]) == "raise the bound with --bound x=LOW..HIGH, or use --deepen"
    assert "--bound f::n=LOW..HIGH and --bound threads=N" in how_to_raise(["threads of f <= 4", "f::n <= 3"])
    assert how_to_raise(["bytes at main:3 malloc <= 64"]) == "use --deepen"
    assert "--bound int=LOW..HIGH" in how_to_raise(["element <= 9"])


# --- models for other tools ------------------------------------------------------------------------------


def test_a_model_is_printed_or_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a file the text is all there is on stdout, with one it is there; exit code 0 in both cases."""
    request = CheckRequest(inputs=(TRANSFER,), properties=("deadlock",), emit="promela")
    assert run_check(request) is ExitCode.PROVED
    printed = capsys.readouterr().out
    assert printed.startswith(f"/* {TRANSFER}: deadlock\n")
    path = tmp_path / "transfer.pml"
    request = CheckRequest(inputs=(TRANSFER,), properties=("deadlock",), emit="promela", output=str(path))
    assert run_check(request) is ExitCode.PROVED
    shown = capsys.readouterr()
    assert path.read_text(encoding="utf-8") == printed.replace("model.pml", str(path))
    assert shown.out == ""
    assert "asks deadlock; its first lines say how to run it" in shown.err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"output": "x.pml"}, "--output is for --emit"),
        ({"emit": "smv", "form": "json"}, "--format json is about results"),
        ({"emit": "c", "emit_test": "test.c"}, "--emit-test"),
        ({"emit": "smv", "engine": "spin", "output": "x.smv"}, "--emit keeps the model that Spin is given"),
        ({"emit": "promela", "engine": "spin"}, "--emit promela --output FILE"),
        ({"emit": "promela", "output": "/nowhere/model.pml"}, "/nowhere/model.pml cannot be written"),
        ({"emit": "promela", "properties": ("assert", "deadlock")}, "--emit prints one property"),
    ],
)
def test_a_model_that_cannot_be_written_is_refused(
    options: dict[str, str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Options that contradict each other, and files that cannot be made, end in one sentence and exit code 2."""
    request = CheckRequest(**{"inputs": (TRANSFER,), "properties": ("deadlock",), **options})  # type: ignore[arg-type]
    assert run_check(request) is ExitCode.REFUSED
    shown = capsys.readouterr()
    assert message in shown.err
    assert "Traceback" not in shown.err


def test_BCK_05_without_spin_the_model_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """BCK-05: the file is written, the message names what was looked for, and the exit code is no verdict's."""
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    path = tmp_path / "transfer.pml"
    request = CheckRequest(
        inputs=(TRANSFER,), properties=("deadlock",), engine="spin", emit="promela", output=str(path)
    )
    assert run_check(request) is ExitCode.UNKNOWN
    assert "deadlock: unknown (not run: spin was looked for and is not installed" in capsys.readouterr().out
    assert "proctype" in path.read_text(encoding="utf-8")


# --- progress and its end --------------------------------------------------------------------------------


def test_progress_is_shown_now_and_then(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal one line says for how long what is done; what is seldom has a line of its own everywhere."""
    now = 100.0
    monkeypatch.setattr("vexil.cli.console.time.monotonic", lambda: now)
    show = Progress()
    event = Event("search", (("states", 1234567), ("frontier", 20), ("depth", 9), ("states_per_second", 500000)))
    show(event)
    assert capsys.readouterr().err == ""
    show(Event("deepen", (("text", "round 2"),)))
    assert capsys.readouterr().err == "… deepen: round 2\n"
    now += 2.5
    show(event)
    assert capsys.readouterr().err == "", "nobody watches a file"
    monkeypatch.setattr("vexil.cli.console.sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "100")
    show(Event("property", (("text", "assert"),)))
    now += 2.5
    show(event)
    show(event)
    show.clear()
    shown = capsys.readouterr().err
    line = "… 5 s, assert: search: states 1,234,567, frontier 20, depth 9, states per second 500,000"
    assert shown == f"\r\x1b[K… 2 s, property: assert\r\x1b[K{line}\r\x1b[K"


ENDLESS = """vir 1
program endless
global x: u64
global y: u64

function other()
  a -> a: y := y + 1u64

function main()
  local t: thread
  s -> a: t := start other()
  a -> b: x := x + 1u64
  b -> a: check assert x < 4000000000u64 "small"
"""


@pytest.mark.usefixtures("native_search")
def test_an_interrupted_search_says_how_far_it_came(tmp_path: Path) -> None:
    """Progress is on stderr; Ctrl-C then ends native search with unknown, exit code 3 and the number of states."""
    path = tmp_path / "endless.vir"
    path.write_text(ENDLESS, encoding="utf-8")
    terminal, output_of_process = os.openpty()
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "vexil",
            "check",
            str(path),
            "-p",
            "assert",
            "--engine",
            "explicit",
            "--memory-limit",
            "4000",
        ],
        stdout=subprocess.PIPE,
        stderr=output_of_process,
        text=True,
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": "200"},
        cwd=ROOT,
    )
    os.close(output_of_process)
    progress = r"… \d+ s, assert: search: states \d+,\d+,\d+, transitions [\d,]+, frontier [\d,]+, depth [\d,]+, memory"
    errors = ""  # a million states are those of the last search, which nothing comes behind
    while not re.search(progress, errors):
        errors += os.read(terminal, 1 << 12).decode()
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    os.close(terminal)
    assert process.returncode == 3, output + errors
    assert re.match(r"assert: unknown \(interrupted after [\d,]+ states", output)
    assert re.search(r"engine explicit, \d+ states, \d+ transitions", output)
    assert "Traceback" not in output + errors


@pytest.mark.usefixtures("native_machine")
def test_the_machine_searches_again_when_it_is_asked_to() -> None:
    """The sentence of the verdict says how much was looked at, in text and in JSON; enumerated states are evidence."""
    program = str(ROOT / "examples" / "transfer_ordered.vir")
    asked = ("check", program, "-p", "deadlock", "--engine", "machine", "--no-slice")
    again = vexil(*asked, "--recheck", "all").stdout
    sentence = re.search(
        r"holds in every reachable state: [\d,]+ states, of which all and \d+ steps were checked again;"
        r" they are among the [\d,]+ states of a depth-first search without reductions",
        again,
    )
    assert sentence is not None, again
    assert sentence[0] in vexil(*asked, "--recheck", "all", "--format", "json").stdout
    assert "evidence StateSpace, checked\n" in vexil(*asked, "--recheck", "1000").stdout


@pytest.mark.usefixtures("native_search")
def test_a_proof_that_was_checked_in_samples_says_so() -> None:
    """The report tells a proof of which every state was looked at again from one of which only samples were."""
    program = str(ROOT / "examples" / "transfer_ordered.vir")
    whole = vexil("check", program, "-p", "deadlock", "--no-slice").stdout
    assert "evidence Explored, checked\n" in whole
    assert "of which all and" in whole
    sampled = vexil("check", program, "-p", "deadlock", "--engine", "explicit", "--recheck", "0", "--no-slice").stdout
    assert "evidence Explored, checked in samples" in sampled
    assert "were checked again" in sampled
