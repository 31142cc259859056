"""Abstract programs are programs: every checker gives the same verdict on them."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

from tools import require_tool
from vexil.core.context import Context
from vexil.engines.printed import SpinOptions
from vexil.pipeline.data.options import DataOptions
from vexil.pipeline.emit import emit
from vexil.pipeline.options import CheckOptions, LoadOptions, TargetLanguage
from vexil.pipeline.run import check

ROOT = Path(__file__).parents[2]
POWER, EVENT = ROOT / "examples" / "power.fcl", ROOT / "tests" / "programs" / "java" / "papers" / "Event.java"
ODD = "ltl: [](([end] && m % 2 != 0) => result % 2 != 0)"
SUITE = [
    (POWER, ODD, DataOptions(("m=EvenOdd",), "Point"), "proved"),
    (POWER, ODD, DataOptions(("m=EvenOdd", "result=Point"), "Point"), "unknown"),
    (EVENT, "deadlock", DataOptions(("Event.count=Signs",)), "refuted"),
]


@pytest.mark.parametrize("engine", ["explicit", "spin", "reference"])
@pytest.mark.parametrize(("program", "prop", "data", "expected"), SUITE, ids=["parity", "point", "event"])
def test_BCK_01_abstract_programs_have_one_verdict(
    program: Path, prop: str, data: DataOptions, expected: str, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BCK-01: native search, Spin and the reference engine agree about the abstract power and Event programs."""
    if engine == "spin":
        require_tool("spin")
        require_tool("gcc")
        monkeypatch.setattr("vexil.engines.printed.engine.SpinOptions", partial(SpinOptions, optimise="-O0"))
    options = CheckOptions(LoadOptions((str(program),)), (prop,), engine=engine, data=data)
    (verdict,) = check(options, Context()).verdicts
    assert verdict.status.value == expected, verdict.reason


def test_BCK_02_a_test_of_a_point_is_a_choice_of_the_back_end() -> None:
    """BCK-02: Promela has one guard for each truth value, and SMV a variable that nobody determines."""
    data = DataOptions(("m=EvenOdd",), "Point")
    options = CheckOptions(LoadOptions((str(POWER),)), (ODD,), data=data)
    promela, smv = (
        emit(options, language, "model", Context()).text for language in (TargetLanguage.PROMELA, TargetLanguage.SMV)
    )
    guards = re.findall(r"main_pc == 3\)[^:]*?main_main_chosen_bool_1 = \((\d) & 1\)", promela)
    assert guards == ["0", "1"]
    assert re.search(r"^IVAR.*choose_\d+_\d+ : boolean;.*^VAR", smv, re.DOTALL | re.MULTILINE)
    assert "/* result == ODD */" in promela
