"""Every kind of unknown ends with a sentence and a command, and the command does what the sentence says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from command_line import vexil
from vexil.cli.requests import CheckRequest
from vexil.pipeline.remedies import remedy_for

PROGRAMS = Path(__file__).parents[2] / "programs" / "c"
POWER, COUNTDOWN = "examples/power.fcl", "examples/countdown.fcl"


def tried(done_words: tuple[str, ...]) -> tuple[str, list[str]]:
    """What a command prints under an unknown verdict: the hint, and the words of the command to try."""
    done = vexil("check", *done_words)
    assert done.returncode == 3, done.stdout + done.stderr
    hint = re.search(r"^  hint: (.+)$", done.stdout, re.MULTILINE)
    command = re.search(r"^  try: vexil (.+)$", done.stdout, re.MULTILINE)
    assert hint is not None, done.stdout
    assert command is not None, done.stdout
    return hint[1], shlex.split(command[1])


@pytest.mark.parametrize(
    ("words", "changed", "code"),
    [
        (("examples/counter.vir", "--bound", "x=0..20"), "--deepen", 1),
        (
            (
                POWER,
                "--set",
                "m=2",
                "--set",
                "n=3",
                "-p",
                "ltl: <>[end.1]",
                "--state-limit",
                "3",
                "--engine",
                "explicit",
            ),
            "--state-limit 30",
            0,
        ),
        (("examples/counter.vir", "-p", "race", "--engine", "explicit"), "-p race", 0),
        (("examples/lost_update.c", "-p", "ctl: EF counter == 2", "--engine", "explicit"), "-p ctl: EF", 0),
        (("examples/transfer.vir", "-p", "overflow"), "check examples/transfer.vir", 1),
        (("examples/lock_protocol.c", "-p", "assert", "--engine", "bebop"), "-p assert", 0),
        (("examples/counter.vir", "-p", "assert", "--engine", "predicates", "--bound", "x=0..100"), "x=0..100", 1),
        (("examples/lost_update.c", "-p", "assert", "--time-limit", "0.001"), "--time-limit 0.01", 3),
        (("examples/lost_update.c", "-p", "assert", "--wall-limit", "0.001"), "--wall-limit 0.01", 3),
        (
            (
                "examples/parity.c",
                "-p",
                "assert",
                "--engine",
                "predicates",
                "--abstraction",
                "relation",
                "--blocks",
                "basic",
                "--predicate",
                "(d & 1) != 0",
                "--predicate",
                "(e & 1) != 0",
                "--rows",
                "1",
            ),
            "--rows 10",
            0,
        ),
        ((str(PROGRAMS / "environment" / "assembler.c"), "-p", "assert"), "--accept asm", 1),
        ((COUNTDOWN, "--set", "n=8", "--integers", "math", "--engine", "explicit"), "--bound n=-100..100", 0),
        (
            (POWER, "--set", "m=3", "--set", "n=2", "--bind", "m=Signs", "-p", "ltl: [] result != 27"),
            "--auto-abstract",
            0,
        ),
    ],
    ids=lambda item: " ".join(item) if isinstance(item, tuple) else "",
)
def test_the_command_helps(words: tuple[str, ...], changed: str, code: int) -> None:
    """What is proposed can be asked as it stands, and gives the answer that is known for these programs."""
    _, command = tried(words)
    assert changed in " ".join(command)
    assert vexil(*command).returncode == code


@pytest.mark.parametrize(
    ("program", "asked", "hint"),
    [
        ("library/inexact_pointer.c", "memsafety", "a caveat below names"),
        ("floats/nan_changed.c", "assert", "which bits a NaN has"),
        ("outside/weak_variable.c", "assert", "a caveat below names"),
    ],
)
def test_time_is_not_proposed_where_it_cannot_help(program: str, asked: str, hint: str) -> None:
    """Where the program has to change there is a sentence, and no command."""
    done = vexil("check", str(PROGRAMS / program), "-p", asked)
    assert done.returncode == 3, done.stdout + done.stderr
    assert f"  hint: {hint}" in done.stdout
    assert "  try: " not in done.stdout


UNSET = """
int main(void) {
  struct { int *place; } made;
  int *place = made.place;
  return *place;
}
"""


def test_the_same_command_is_not_proposed_again(tmp_path: Path) -> None:
    """An undefined operation that the property itself is about is to be guarded, not to be asked for again."""
    (tmp_path / "unset.c").write_text(UNSET, encoding="utf-8")
    done = vexil("check", str(tmp_path / "unset.c"), "-p", "memsafety", "--engine", "reference")
    assert done.returncode == 3, done.stdout + done.stderr
    assert "  hint: guard the operation that is named" in done.stdout
    assert "  try: " not in done.stdout


def test_an_undefined_operation_is_shown() -> None:
    """A verdict that an undefined operation is in the way of proposes to ask for it."""
    _, command = tried((str(PROGRAMS / "arithmetic" / "division_by_zero.c"), "-p", "assert"))
    assert command[-2:] == ["-p", "division"]
    assert vexil(*command).returncode == 1


@pytest.mark.parametrize(
    ("reason", "given", "words"),
    [
        ("the search was stopped; the loop at a.c:3 was unwound 9 times", {}, "--time-limit 600"),
        ("the refinement was stopped; 12 iterations", {"time_limit": 5.0}, "--time-limit 50"),
        ("limit of 7 CPU seconds reached: the part of it for this property was used up", {}, "--time-limit 70"),
        ("limit of 100 MB memory reached while loading", {"memory_limit": 100}, "--memory-limit 400"),
        ("the solver gave up: memory", {}, "--time-limit 600"),
        ("the evidence was not checked: the second solver (z3) gave up: timeout", {}, "--time-limit 600"),
        ("the abstraction is too coarse: main#3", {}, "--cube-length all"),
        ("threads", {"engine": "bebop"}, "check a.c -p assert"),
        ("not run: spin was looked for and is not installed", {"engine": "spin"}, "check a.c -p assert"),
        ("native search is not available: no compiler", {}, "vexil doctor"),
        ("interrupted after 12 states", {"fair": True}, "check a.c --fair -p assert"),
        ("recursion in f with a branching property", {}, "-p termination"),
        ("bounded: bounds hit: x <= 3 (1×)", {"deepen": True}, "--time-limit 600"),
        ("a counterexample chooses at main#3 (2 members)", {"auto_abstract": True}, "check a.c"),
        ("the abstraction chooses at main#3", {"bind": ("x=Signs",)}, "--auto-abstract"),
    ],
)
def test_reasons_that_take_long_have_a_command(reason: str, given: dict[str, object], words: str) -> None:
    """The rules cover what no small program shows."""
    request = CheckRequest(inputs=("a.c",), properties=("assert",), **given)  # type: ignore[arg-type]
    remedy = remedy_for(reason, request.options())
    if "auto_abstract" in given:
        assert remedy is None or remedy.leave_out
        return
    assert remedy is not None
    assert remedy.sentence
    assert words in request.command("assert", remedy)


def test_a_request_is_spelled_as_it_was_given() -> None:
    """Inputs come first, definitions stay flags, switches have no value, and defaults are left out."""
    request = CheckRequest(
        inputs=("a.c", "b.c"), definitions=("-DX=1", "-UY"), properties=("assert",), fair=True, time_limit=2.5
    )
    assert shlex.join(request.words(("--format",))) == "a.c b.c -DX=1 -UY --time-limit 2.5 --fair -p assert"
