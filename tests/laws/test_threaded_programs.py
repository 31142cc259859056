"""The native machine answers about small threaded programs in C and Java as the reference interpreter does."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from functools import partial
from pathlib import Path
from subprocess import run

import pytest

from machine_verdicts import searched
from strategies.source import Seeded, check_seeded
from threaded_programs import LANGUAGES, Case, compared, ended, random_case
from tools import require_tool
from vexil.core.errors import SourceError, UsageError
from vexil.engines.machine.runs import RunQuery, reduction_for
from vexil.engines.machine.search import Reason, Reduction
from vexil.ir.interpreter import CompiledProgram
from vexil.model.goal import RunGoal, goal_of
from vexil.model.observe import UndefinedAtom
from vexil.spec.property import parse_property

pytestmark = pytest.mark.usefixtures("native_machine")
STATES = 1000
"""States that the interpreter enumerates."""
MANY = 3000
"""States of searches without the interpreter."""
COUNT = 10
"""Programs of one test."""
RUNS = {"violated": 3, "satisfied": 2, "fairness matters": 1}
LEAST = {
    "c": {"assert": 3, "deadlock": 1, "memsafety": 2, "undefined": 3, "lessons": 40, **RUNS},
    "java": {"assert": 3, "deadlock": 1, "exception": 3, "lessons": 40, **RUNS},
}
"""How often something has to be seen in some tens of programs, of each of three properties."""


@pytest.mark.parametrize("first", range(0, 2 * COUNT, COUNT))
@pytest.mark.parametrize("language", LANGUAGES)
def test_small_threaded_programs_are_answered_as_by_the_interpreter(language: str, first: int) -> None:
    """Verdicts about states and runs, fair or not, and without reductions the states, are those of the interpreter."""
    outcomes = Counter[bool]()

    def check(case: Case) -> None:
        outcome = compared(case, STATES)
        assert outcome.wrong == ""
        outcomes[outcome.is_enumerated] += 1

    for seed in range(first, first + COUNT):
        check_seeded(partial(random_case, LANGUAGES[language]), seed, check)
    assert outcomes[True] >= COUNT // 4


def _shown(case: Case) -> Counter[str]:
    """What a program shows: how much reductions leave out of it, and what can go wrong in it."""
    compiled, shown = CompiledProgram(case.load()), Counter[str]()
    if case.is_about_runs:
        asked = parse_property(case.asked)
        with suppress(UsageError, SourceError, UndefinedAtom):
            goal = goal_of(asked, compiled)
            assert isinstance(goal, RunGoal)
            queries = [RunQuery(goal, asked, compiled.program, fair=fair) for fair in (False, True)]
            is_violated = [ended(compiled, query, reduction_for(asked)) is Reason.FOUND for query in queries]
            shown.update({"violated": is_violated[0], "satisfied": not any(is_violated)})
            shown["fairness matters"] += is_violated[0] != is_violated[1]
        return shown
    for asked in case.language.properties:
        found = [searched(compiled, asked, reduction, states=MANY) for reduction in Reduction]
        if None in found:
            continue
        plain, invisible, guarded = (item for item in found if item is not None)
        shown[asked] += plain.is_broken
        shown["undefined"] += plain.is_undefined
        shown["lessons"] += guarded.lessons > 0
        if not plain.is_broken:
            shown.update({"plain": plain.states, "invisible": invisible.states, "guarded": guarded.states})
    return shown


@pytest.mark.parametrize(("language", "least"), LEAST.items(), ids=LEAST)
def test_these_programs_exercise_the_reductions(language: str, least: dict[str, int]) -> None:
    """Each reduction leaves much out on them, much is learned on the way, and everything goes wrong now and then."""
    shown = Counter[str]()
    for seed in range(88, 132):
        shown.update(_shown(random_case(LANGUAGES[language], Seeded(seed))))
    assert shown["plain"] > 8 * shown["invisible"] > 9 * shown["guarded"]
    assert all(shown[name] >= number for name, number in least.items()), shown


VERIFIER = """package org.sosy_lab.sv_benchmarks;
public class Verifier { public static native boolean nondetBoolean(); }
"""


def test_the_programs_in_java_are_programs(tmp_path: Path) -> None:
    """The compiler of Java accepts them."""
    require_tool("javac")
    files = {"org/sosy_lab/sv_benchmarks/Verifier.java": VERIFIER}
    for seed in range(24):
        files[f"p{seed}/Program.java"] = f"package p{seed};\n{random_case(LANGUAGES['java'], Seeded(seed)).text}"
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(text)
    compiled = run(["javac", "-proc:none", *files], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert compiled.returncode == 0, compiled.stderr


def test_the_programs_in_c_are_programs() -> None:
    """The compiler of C accepts them, and warns of nothing but what is not used."""
    require_tool("gcc")
    for seed in range(20):
        text = random_case(LANGUAGES["c"], Seeded(seed)).text
        command = ["gcc", "-fsyntax-only", "-Wall", "-Wno-unused", "-x", "c", "-"]
        compiled = run(command, input=text, capture_output=True, text=True, check=False)
        assert (compiled.returncode, compiled.stderr) == (0, ""), text
