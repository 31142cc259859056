"""Sequential Java programs print what the real Java machine prints.

Each program in ``tests/programs/java`` has a file ``NAME.out`` beside it, which OpenJDK 17 wrote. A few of them are
run by the machine's own ``java`` again where there is one, so that a wrong file is noticed.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from java_groups import expected, groups, printed_together

from java_programs import PROGRAMS
from tools import require_tool

SIZE = 45
FOLDERS = ("language", "library", "library_util")
DIGITS = "numbers with many digits have no text"
DIFFERENT = {
    "FloatingPoint": DIGITS,
    "Literals": "the least numbers above zero have another text",
    "Promotion": DIGITS,
    "SeededRandom": DIGITS,
}
"""Programs that Vexil does not run as the JDK does, with the reason."""
ALONE = {"ThreadBasics": "", "Surroundings": "Stopped(status=0)"}
"""Programs that depend on what ran before, or stop the machine, with how they end."""
SLOW = frozenset(
    {
        "ArraysOperations",
        "BitSets",
        "BuilderErrors",
        "CharacterKinds",
        "ClassNames",
        "CollectionsOperations",
        "Comparators",
        "ConcurrentCollections",
        "DoubleText",
        "DoubleValues",
        "Executions",
        "HashtableOrder",
        "ImmutableCollections",
        "IntegerBits",
        "IntegerText",
        "LinkedHashMapOrder",
        "LongText",
        "MathFloats",
        "MathIntegers",
        "PriorityQueueOrder",
        "Streams",
        "StringFormat",
        "StringTools",
        "ThrowableTree",
    }
)
"""Programs that take about a second each, or use parts of the library that others do not."""


def programs_of(folder: str) -> list[Path]:
    return sorted((PROGRAMS / folder).glob("*.java"))


def grouped() -> list[object]:
    return [
        pytest.param(group, id=f"{folder}-{group[0].stem}-{group[-1].stem}")
        for folder in FOLDERS
        for group in groups([p for p in programs_of(folder) if p.stem not in (*DIFFERENT, *ALONE, *SLOW)], SIZE)
    ]


@pytest.mark.parametrize("programs", grouped())
def test_programs_print_what_the_jdk_prints(programs: list[Path], tmp_path: Path) -> None:
    """Every program of a group prints the text that the JDK printed, and the last one ends as a program should."""
    together, ending = printed_together(programs, tmp_path)
    for program in programs:
        assert together.get(program.stem) == expected(program), program.name
    assert ending == ""


@pytest.mark.parametrize(
    "program",
    [
        pytest.param(program, id=program.stem, marks=pytest.mark.xfail(strict=True, reason=DIFFERENT[program.stem]))
        for folder in FOLDERS
        for program in programs_of(folder)
        if program.stem in DIFFERENT
    ],
)
def test_programs_that_are_known_to_differ(program: Path, tmp_path: Path) -> None:
    """A program that differs from the JDK for a known reason still does; once it does not, it belongs to the others."""
    together, ending = printed_together([program], tmp_path)
    assert together[program.stem] == expected(program)
    assert ending == ""


@pytest.mark.parametrize("name", sorted(ALONE))
def test_programs_that_run_alone_print_what_the_jdk_prints(name: str, tmp_path: Path) -> None:
    """A program that depends on what ran before it, or stops the machine, prints the text that the JDK printed."""
    together, ending = printed_together([PROGRAMS / "library" / f"{name}.java"], tmp_path)
    assert (together[name], ending) == (expected(PROGRAMS / "library" / f"{name}.java"), ALONE[name])


@pytest.mark.skipif(os.environ.get("VEXIL_SLOW") != "1", reason="takes many seconds: set VEXIL_SLOW=1")
def test_slow_programs_print_what_the_jdk_prints(tmp_path: Path) -> None:
    """Programs with much arithmetic or many cases print the text that the JDK printed."""
    programs = [program for folder in FOLDERS for program in programs_of(folder) if program.stem in SLOW]
    together, ending = printed_together(programs, tmp_path)
    assert len(programs) == len(SLOW)
    assert {program.stem: expected(program) for program in programs} == together
    assert ending == ""


@pytest.mark.parametrize("name", ["language/InitialiserOrder", "library/StringSplit", "library_util/HashMapOrder"])
def test_what_is_expected_is_what_java_prints(name: str, tmp_path: Path) -> None:
    """The stored text of one program of each folder is what the machine's own Java prints today."""
    java = require_tool("java")
    program = PROGRAMS / f"{name}.java"
    done = subprocess.run(
        [java, "-ea", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", str(program)],
        cwd=tmp_path, capture_output=True, encoding="utf-8", check=False, timeout=120,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, expected(program)), done.stderr


def test_every_program_has_its_text() -> None:
    """There are programs in every folder, and each has what the JDK printed beside it."""
    for folder in FOLDERS:
        found = programs_of(folder)
        assert len(found) > 20
        assert not [program.name for program in found if not program.with_suffix(".out").exists()]
