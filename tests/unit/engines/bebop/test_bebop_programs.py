"""Boolean programs with expected verdicts: what their first lines say is what the engine finds, and it is confirmed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from vexil.certify import Checked, certify
from vexil.core.context import Context
from vexil.core.source import read_source
from vexil.engines.bebop import BebopEngine, FailingCheck, reach, shortest_trace
from vexil.frontends.bp import load
from vexil.model.outcome import Fails, Holds, Question
from vexil.pipeline.conclude import conclude
from vexil.spec.property import parse_property

PROGRAMS = sorted((Path(__file__).parents[3] / "programs" / "bp").glob("*.bp"))


def described(path: Path) -> dict[str, str]:
    return dict(re.findall(r"^// (property|label|verdict|reason|steps): (.+)$", path.read_text(encoding="utf-8"), re.M))


def question_of(path: Path) -> Question:
    wanted = described(path)
    program, source = load([read_source(path)], [wanted["label"]] if "label" in wanted else [])
    return Question(program, parse_property(wanted["property"]), predicate_program=source)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_bebop_BEB_02_BEB_04_verdicts(path: Path) -> None:
    """The verdict is the one expected, for the reason expected, with checked evidence and a shortest trace."""
    wanted, question = described(path), question_of(path)
    answer = BebopEngine().check(question, Context())
    certificate = None
    if isinstance(answer.outcome, Holds | Fails):
        certificate = certify(question, answer.outcome.evidence, Context())
        assert isinstance(certificate, Checked), certificate
    verdict = conclude(question, answer, certificate)
    assert verdict.status.value == wanted["verdict"], verdict.reason
    assert wanted.get("reason", "") in verdict.reason
    if "steps" in wanted:
        assert question.predicate_program is not None
        reached = reach(question.predicate_program, Context())
        trace = shortest_trace(reached, [FailingCheck(*place) for place in reached.failing], Context())
        assert trace is not None
        assert len(trace.steps) == int(wanted["steps"])


def test_bebop_there_are_programs() -> None:
    """The folder of programs was found."""
    assert len(PROGRAMS) >= 14
