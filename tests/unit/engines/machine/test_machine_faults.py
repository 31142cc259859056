"""Faults that are planted in the native machine are noticed: by what programs show, by random ones, by the checker."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from random import Random

import pytest

from machine_faults import REDUCTIONS, STATES, Variants
from machine_verdicts import disagreement, lost_ends
from reduction_programs import PROGRAMS
from strategies.ir.sharing import random_sharing
from tools import lack
from vexil.certify import certify
from vexil.core.context import Context, Limits
from vexil.core.errors import InternalError
from vexil.engines.machine.engine import MachineEngine
from vexil.ir.interpreter import CompiledProgram
from vexil.ir.program import Program
from vexil.model.certificate import Rejected
from vexil.model.outcome import Fails, Holds, Question
from vexil.spec.property import parse_property

pytestmark = pytest.mark.usefixtures("native_machine")
UNSEEN_BY_THE_CHECKER = {
    "an object that is published stays local",
    "a field that is set leads nobody to anything",
    "two threads in atomic sections do not disturb each other",
    "components of one size are equal",
}
"""What shows in states that are too rare, or only in more programs than are searched here."""


@pytest.fixture(scope="module")
def variants(tmp_path_factory: pytest.TempPathFactory) -> Variants:
    """A compiler for faults."""
    compiler = shutil.which("cc") or lack("there is no C compiler")
    return Variants(compiler, tmp_path_factory.mktemp("faults"))


@pytest.fixture
def planted(name: str, variants: Variants, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the machine have a fault."""
    library = variants.library(name, {**REDUCTIONS, **STATES}[name])
    monkeypatch.setattr("vexil.engines.machine.native.library_path", lambda: library)


def _differences() -> Iterator[str]:
    """How programs are answered wrongly."""
    try:
        for make in PROGRAMS.values():
            yield disagreement(make(), "assert", most=200)
        for seed in range(60):
            yield lost_ends(CompiledProgram(random_sharing(Random(seed))), states=300)
    except InternalError as error:
        yield str(error)


def _rejected(program: Program, asked: str) -> bool:
    """Say whether the checker rejects what the machine says, or its run is no run."""
    question = Question(program, parse_property(asked))
    try:
        outcome = MachineEngine().check(question, Context(Limits(states=2000))).outcome
    except InternalError:
        return True
    if not isinstance(outcome, Holds | Fails):
        return False
    return isinstance(certify(question, outcome.evidence, Context()), Rejected)


@pytest.mark.usefixtures("planted")
@pytest.mark.parametrize("name", [*REDUCTIONS, *STATES])
def test_a_planted_fault_is_noticed(name: str) -> None:
    """Some program is answered otherwise than by a plain search, and the checker rejects what is said about one."""
    assert any(_differences())
    if name not in UNSEEN_BY_THE_CHECKER:
        made = (_rejected(make(), "assert") for make in PROGRAMS.values())
        drawn = (_rejected(random_sharing(Random(seed)), "deadlock") for seed in range(20))
        assert any(made) or any(drawn)
