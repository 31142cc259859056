"""What is said of data races agrees with vector clocks over every interleaving, and nothing wrong is confirmed."""

from __future__ import annotations

from random import Random

import pytest

from order_verdicts import every_edge
from race_verdicts import FREE, RACE, compared, program_of, question_of, said
from strategies.race_scripts import Threads, has_race, random_script
from vexil.certify import Checked, certify
from vexil.core.context import Context, Limits
from vexil.engines.reference import ReferenceEngine
from vexil.model.evidence import Unwound

pytestmark = pytest.mark.usefixtures("native_machine")
PLAIN = (("start", "1"), ("write", "0"), ("join", "1"))

LITMUS = {
    "plain": ((*PLAIN,), (("write", "0"),), RACE),
    "read and read": ((("start", "1"), ("read", "0")), (("read", "0"),), FREE),
    "before the start": ((("write", "0"), ("start", "1")), (("write", "0"),), FREE),
    "behind the join": ((("start", "1"), ("join", "1"), ("write", "0")), (("write", "0"),), FREE),
    "message passing": (
        (("start", "1"), ("fetch", "0"), ("when", "2", "read", "0")), (("write", "0"), ("publish", "0")), FREE,
    ),
    "message passing too early": (
        (("start", "1"), ("fetch", "0"), ("when", "2", "read", "0")), (("publish", "0"), ("write", "0")), RACE,
    ),
    "locks": (
        (("start", "1"), ("lock", "0"), ("write", "0"), ("unlock", "0")),
        (("lock", "0"), ("write", "0"), ("unlock", "0")), FREE,
    ),
    "one lock": ((("start", "1"), ("lock", "0"), ("write", "0"), ("unlock", "0")), (("write", "0"),), RACE),
    "sections": (
        (("start", "1"), ("begin",), ("write", "0"), ("end",)), (("begin",), ("write", "0"), ("end",)), FREE,
    ),
    "one section": (
        (("start", "1"), ("begin",), ("read", "1"), ("write", "0"), ("end",)), (("write", "0"),), RACE,
    ),
    "atomic numbers": ((("start", "1"), ("publish", "0"), ("add", "0")), (("fetch", "0"), ("add", "0")), FREE),
}  # fmt: skip


@pytest.mark.parametrize(("first", "second", "expected"), LITMUS.values(), ids=LITMUS)
def test_litmus_tests_have_the_answer_of_the_memory_models(first: Threads, second: Threads, expected: str) -> None:
    """The clocks, the engines and their checkers agree with what is known."""
    threads = (first, second)
    assert has_race(threads) is (expected == RACE)
    assert compared("states", threads) + compared("orders", threads) == 2
    assert said(program_of("vir", threads), ReferenceEngine()) == expected


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_states_agree_with_clocks(first: int) -> None:
    """The machine says what the clocks say of scripts in the intermediate form."""
    for seed in range(first, first + 20):
        assert compared("states", random_script(Random(seed)))


@pytest.mark.parametrize(("kind", "seeds"), [("orders", range(60, 72)), ("c", range(72, 75)), ("java", range(75, 79))])
def test_all_engines_agree_with_clocks(kind: str, seeds: range) -> None:
    """Engines say what the clocks say in each language."""
    for seed in seeds:
        assert compared(kind, random_script(Random(seed)))


def test_there_are_races_and_none() -> None:
    """The scripts that are drawn have both often enough."""
    found = [has_race(random_script(Random(seed))) for seed in range(79)]
    assert 20 < sum(found) < 60


@pytest.mark.parametrize("seed", [seed for seed in range(100, 140) if has_race(random_script(Random(seed)))])
def test_no_claim_about_a_script_with_a_race_is_confirmed(seed: int) -> None:
    """Wherever threads are said to meet, the checker of unwindings finds the race, or threads that meet elsewhere."""
    random = Random(seed)
    program = program_of("vir", random_script(random))
    share = random.choice([0.0, 0.5, 0.9, 1.0])
    meetings = frozenset(edge for edge in sorted(every_edge(program)) if random.random() < share)
    certificate = certify(question_of(program), Unwound(meetings), Context(Limits(60)))
    assert not isinstance(certificate, Checked)
