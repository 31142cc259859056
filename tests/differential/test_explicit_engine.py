"""The explicit-state engine against the reference engine, on programs with threads, objects and memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from vexil.certify import Checked, certify
from vexil.core.context import Context, Limits
from vexil.core.source import SourceFile
from vexil.engines.explicit.engine import ExplicitEngine
from vexil.engines.reference import ReferenceEngine
from vexil.ir import text as vir
from vexil.model.outcome import Fails, GaveUp, Holds, Question
from vexil.pipeline.load import load
from vexil.pipeline.options import LoadOptions
from vexil.spec.property import parse_property

ENDLESS = """vir 1
program chain
class Object
class Link extends Object
  field following: ref[Link]
global last: ref[Link]
function main()
  local link: ref[Link]
  h -> a: link := new Link site "chain"
  a -> b: field(link, following) := last
  b -> c: last := link
  c -> d: link := field(last, following)
  d -> h: check assert last != null(ref[Link]) "there is a last one"
"""
pytestmark = pytest.mark.usefixtures("native_search")
PROGRAMS = Path(__file__).parents[1] / "programs"
FOLDERS = ("vir/threads", "vir/objects", "fcl/loops", "fcl/ends")
MORE = (
    "c/threads/condition_lost_signal.yml",
    "c/threads/lost_update.yml",
    "c/threads/two_mutexes_ordered.yml",
    "vir/adequacy/c_mutex_kinds.yml",
    "vir/adequacy/j_monitor_throw.yml",
)
UNSURE = ("is not modelled", "branching-time")
"""What the engine may say where the reference engine knows more."""


def limits() -> Context:
    return Context(Limits(cpu_seconds=30))


def cases() -> list[Any]:
    found = []
    paths = [path for folder in FOLDERS for path in sorted((PROGRAMS / folder).glob("*.yml"))]
    for path in [*paths, *(PROGRAMS / name for name in MORE)]:
        description = yaml.safe_load(path.read_text(encoding="utf-8"))
        name = description["input_files"]
        for number, entry in enumerate(description["properties"]):
            if isinstance(name, str) and not entry.get("options") and not description.get("options"):
                found.append(pytest.param(path.parent / name, entry["property"], id=f"{path.stem}-{number}"))
    return found


@pytest.mark.parametrize(("path", "text"), cases())
def test_the_engines_agree(path: Path, text: str) -> None:
    """What is refuted has a run that is accepted, and nothing is refuted or proved that the other engine denies."""
    question = Question(load(LoadOptions((str(path),)), Context()).program, parse_property(text))
    found = ExplicitEngine(ReferenceEngine()).check(question, limits()).outcome
    expected = ReferenceEngine().check(question, limits()).outcome
    if isinstance(found, Holds | Fails):
        assert type(found) is type(expected)
    else:
        assert isinstance(found, GaveUp)
        assert isinstance(expected, GaveUp) or any(word in found.reason for word in UNSURE), found.reason
    if isinstance(found, Fails):
        certificate = certify(question, found.evidence, limits())
        assert isinstance(certificate, Checked) or certificate.unchecked, certificate


def test_bounds_of_the_flat_form_are_told() -> None:
    """An endless chain of objects is searched within a bound; the answer says so instead of searching for ever."""
    program = vir.load(SourceFile("chain.vir", ENDLESS.encode()))
    answer = ExplicitEngine(ReferenceEngine()).check(Question(program, parse_property("assert")), limits())
    assert isinstance(answer.outcome, GaveUp)
    assert answer.outcome.reason.startswith("bounded: no violation within the bounds of the flat form")
    assert list(answer.bounds_hit) == ["instances at chain <= 4"]
