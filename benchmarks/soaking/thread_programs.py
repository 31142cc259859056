"""What all interleavings of random programs with threads do, and some real schedules of those in C."""

from __future__ import annotations

import subprocess
from pathlib import Path
from random import Random

from soaking.subject import Subject, Truth
from strategies.source import Seeded
from strategies.thread_scripts import c_text, failing, java_text, random_script, script_of

PROPERTIES = ("assert", "deadlock")
REAL_RUNS = 30
SECONDS = 60


def drawn_c(seed: int) -> Subject:
    """The program of a seed with POSIX threads."""
    text, engines = _c_program(Seeded(seed)), _engines(seed)
    return Subject("c-threads", seed, text, _c_program, PROPERTIES, "program.c", _c_truth, engines=engines)


def drawn_java(seed: int) -> Subject:
    """The program of a seed with threads of Java."""
    text, engines = _java_program(Seeded(seed)), _engines(seed)
    return Subject("java-threads", seed, text, _java_program, PROPERTIES, "Program.java", _java_truth, engines=engines)


def _c_program(random: Random) -> str:
    return c_text(random_script(random))


def _java_program(random: Random) -> str:
    return java_text(random_script(random))


def _engines(seed: int) -> tuple[str, ...]:
    return Random(seed + 1).choice([("auto",), ("auto",), ("auto", "reference")])


def _truth(text: str) -> Truth:
    fails = failing(script_of(text))
    return Truth(fails, frozenset(PROPERTIES) - fails)


def _c_truth(text: str, folder: Path) -> Truth | None:
    """What the interleavings say; real schedules must not say more."""
    found = _truth(text)
    (folder / "real.c").write_text(text)
    command = ["gcc", "-O1", "-w", "-pthread", "real.c", "-o", "real"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=SECONDS)
    for _ in range(REAL_RUNS):
        try:
            ended = subprocess.run([str(folder / "real")], capture_output=True, timeout=2, check=False)
        except subprocess.TimeoutExpired:
            if "deadlock" not in found.fails:
                raise AssertionError(f"the interleavings of {folder} should include a deadlock") from None
            break
        if ended.returncode and "assert" not in found.fails:
            raise AssertionError(f"the interleavings of {folder} should include a violation")
    return found


def _java_truth(text: str, folder: Path) -> Truth | None:
    return _truth(text)
