"""Doubling bounds until none of them is hit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vexil.core.context import Context, Event, Limits
from vexil.core.errors import LimitReached
from vexil.core.source import SourceFile
from vexil.engines.explicit.engine import ExplicitEngine
from vexil.engines.reference import ReferenceEngine
from vexil.ir.interpreter import Bounds
from vexil.ir.text import load
from vexil.model.outcome import Question
from vexil.model.verdict import Status, Verdict
from vexil.pipeline.deepening import MOST_ROUNDS, deepened, doubled, doubled_defaults
from vexil.pipeline.engines import Plan
from vexil.pipeline.verdicts import ask
from vexil.spec.property import parse_property
from vexil.transform.flattening import Defaults

COUNTER = Path(__file__).parents[3] / "examples" / "counter.vir"
RECURSIVE = """vir 1
program recursive
global deepest: u8

function down(n: u8)
  a -> b: deepest := n
  b -> more: assume n < 20u8
  b -> out: assume !(n < 20u8)
  more -> out: call down(n + 1u8)
  out -> exit: return

function main()
  a -> b: call down(0u8)
  b -> c: check assert deepest == 20u8 "to the ground"
  c -> exit: return
"""


def question(text: str, bounds: Bounds | None = None, prop: str = "assert") -> Question:
    return Question(load(SourceFile("test.vir", text.encode())), parse_property(prop), bounds or Bounds())


def searched(asked: Question, context: Context) -> tuple[Verdict, list[tuple[Question, Defaults]]]:
    """What native search says at last, and what it was asked."""
    rounds: list[tuple[Question, Defaults]] = []

    def search(now: Question, defaults: Defaults) -> Verdict:
        rounds.append((now, defaults))
        return ask(now, Plan(others=(ExplicitEngine(ReferenceEngine(), None, defaults),)), context)

    return deepened(asked, search, context), rounds


@pytest.mark.usefixtures("native_search")
def test_a_violation_behind_the_bounds_is_found() -> None:
    """The counter is bounded by 20 and wrong at 100: it takes four rounds more, and each is reported."""
    events: list[Event] = []
    asked = question(COUNTER.read_text(encoding="utf-8"), Bounds(variables={"x": (0, 20)}))
    found, rounds = searched(asked, Context(sink=events.append))
    assert found.status is Status.REFUTED
    assert found.reason == "x stays below 50; bounds were doubled 4 times"
    ranges = [now.bounds.variables["x"] for now, _ in rounds]
    assert ranges == [(0, 20), (-10, 31), (-31, 52), (-73, 94), (-157, 178)]
    told = [dict(event.data)["text"] for event in events if event.kind == "deepen"]
    assert told[0] == "round 2 with doubled bounds, as the last one hit x <= 20 (1×)"
    assert len(told) == len(rounds) - 1


@pytest.mark.usefixtures("native_search")
def test_a_proof_needs_bounds_that_are_not_hit() -> None:
    """A function that is active 21 times is known when the flat form's bound on recursion was doubled twice."""
    found, rounds = searched(question(RECURSIVE), Context())
    assert found.status is Status.PROVED
    assert [defaults.recursion for _, defaults in rounds] == [8, 16, 32]
    assert found.reason.endswith("bounds were doubled 2 times")


@pytest.mark.usefixtures("native_search")
def test_a_limit_ends_it_with_what_was_hit() -> None:
    """When the next round does not come to an end, the answer says so, and which bounds the last one hit."""
    asked = question(
        COUNTER.read_text(encoding="utf-8").replace("100i32", "100000i32"), Bounds(variables={"x": (0, 20)})
    )
    found, rounds = searched(asked, Context(Limits(states=500)))
    assert found.status is Status.UNKNOWN
    assert "limit of 500 states reached; bounds were doubled" in found.reason
    assert found.reason.endswith(f"had hit x <= {rounds[-2][0].bounds.variables['x'][1]} (1×)")
    assert list(found.bounds_hit) == [f"x <= {rounds[-2][0].bounds.variables['x'][1]}"]


def unknown(asked: Question, **hits: int) -> Verdict:
    return Verdict(asked.property, Status.UNKNOWN, "bounded", "explicit", bounds_hit=hits)


def test_rounds_end() -> None:
    """A bound that is hit for ever, an exception of a limit, and a used-up limit all come to an end."""
    asked = question(RECURSIVE)
    count = 0

    def always(now: Question, _: Defaults) -> Verdict:
        nonlocal count
        count += 1
        return unknown(now, x=1)

    assert deepened(asked, always, Context()).status is Status.UNKNOWN
    assert count == MOST_ROUNDS
    spent = Context()
    spent.exhausted = True
    count = 0
    assert deepened(asked, always, spent) == unknown(asked, x=1)
    assert count == 1

    def limited(now: Question, defaults: Defaults) -> Verdict:
        if defaults != Defaults():
            raise LimitReached("limit of 3 CPU seconds reached")
        return unknown(now, x=1)

    reason = deepened(asked, limited, Context()).reason
    assert reason == "limit of 3 CPU seconds reached; bounds were doubled once, and the round before had hit x (1×)"


def test_more_inputs_are_tried_where_only_some_were() -> None:
    """The number of values that stand for very many is doubled too, where nobody gave one."""
    tried: list[int | None] = []

    def sampled(now: Question, _: Defaults) -> Verdict:
        tried.append(now.bounds.inputs)
        hits = {"inputs at main#0": 1} if len(tried) < 3 else {}
        return replace(unknown(now), bounds_hit=hits)

    deepened(question(RECURSIVE), sampled, Context())
    assert tried == [None, 16, 32]


ranges = st.tuples(st.integers(-1000, 1000), st.integers(0, 1000)).map(lambda pair: (pair[0], sum(pair)))
counts = st.none() | st.integers(0, 50)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.builds(Bounds, st.none() | ranges, st.dictionaries(st.sampled_from("xy"), ranges), *[counts] * 3))
def test_doubled_bounds_allow_more(bounds: Bounds) -> None:
    """Every range is inside one of twice its size, every count grows, and what was open stays open."""
    wider = doubled(bounds)
    pairs = [
        (bounds.integers, wider.integers),
        *((bounds.variables[name], wider.variables[name]) for name in bounds.variables),
    ]
    for before, after in pairs:
        if before is None or after is None:
            assert before is after is None
            continue
        assert after[0] <= before[0] <= before[1] <= after[1]
        assert after[1] - after[0] + 1 == 2 * (before[1] - before[0] + 1)
    for few, many in zip(
        (bounds.array_length, bounds.threads, bounds.instances),
        (wider.array_length, wider.threads, wider.instances),
        strict=True,
    ):
        assert (few is None) == (many is None)
        assert few is None or many is None or many == max(1, 2 * few)
    assert bool(wider) == bool(bounds)
    defaults = doubled_defaults(Defaults())
    assert (defaults.threads, defaults.memory) == (2 * Defaults().threads, 2 * Defaults().memory)
