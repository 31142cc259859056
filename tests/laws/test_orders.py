"""Laws of threads with inputs: all orders at once agree with all states, and the checker confirms nothing wrong."""

from __future__ import annotations

from random import Random

import pytest

from order_verdicts import PROVED, REFUTED, UNKNOWN, confirms, disagreement, every_edge, known, said
from race_verdicts import read
from strategies.ir.orders import random_orders
from strategies.java.threads import random_threads
from strategies.thread_scripts import c_text, failing, java_text, random_input_script
from thread_verdicts import searched


@pytest.mark.parametrize("seed", range(12))
def test_answers_agree_with_all_states(seed: int) -> None:
    """What is proved, refuted or vacuous is so when all states are looked at; nothing is left unchecked."""
    program = random_orders(Random(seed))
    expected, found = known(program, 6_000), said(program)
    if expected and not found.startswith(UNKNOWN):
        assert found == expected


@pytest.mark.parametrize("seed", range(12, 20))
def test_deadlocks_agree_with_all_states(seed: int) -> None:
    """Who is stuck in some run is so when all states are looked at."""
    program = random_orders(Random(seed))
    expected, found = known(program, 6_000, "deadlock"), said(program, about="deadlock")
    if expected and not found.startswith(UNKNOWN):
        assert found == expected


@pytest.mark.parametrize(("language", "seed"), [*(("java", seed) for seed in range(8)), ("c", 8), ("c", 9)])
def test_scripts_with_inputs_agree_with_their_interleavings(language: str, seed: int) -> None:
    """Assertions, deadlocks and exceptions of scripts in C and Java are what going through all interleavings says."""
    units = random_input_script(Random(seed), throws=language == "java")
    asked = {"assert": "assert"} if seed % 2 else {"deadlock": "deadlock"}
    if language == "java" and seed % 4 == 0:
        asked = {"exception: IllegalStateException": "exception"}
    program = read(language, java_text(units) if language == "java" else c_text(units))
    wrong, counts = disagreement(program, {about: name in failing(units) for about, name in asked.items()})
    assert not wrong
    assert not counts[UNKNOWN]


@pytest.mark.parametrize("about", ["assert", "exception", "deadlock"])
@pytest.mark.usefixtures("native_machine")
def test_threads_of_java_agree_with_all_states(about: str) -> None:
    """Threads that share objects, wait, notify, throw and catch: what is said is what the native machine says."""
    decided = 0
    for seed in range(4):
        program = read("java", random_threads(Random(f"{about} {seed}")))
        expected = searched(program, about=about)
        if expected:
            wrong, counts = disagreement(program, {about: expected == REFUTED})
            assert not wrong
            decided += counts[PROVED] + counts[REFUTED]
    assert decided


def meetings(random: Random, edges: frozenset[str]) -> frozenset[str]:
    """Some of the edges."""
    share = random.choice([0.0, 0.5, 0.9, 1.0])
    return frozenset(edge for edge in sorted(edges) if random.random() < share)


@pytest.mark.parametrize("seed", range(100, 124))
def test_nothing_wrong_is_confirmed(seed: int) -> None:
    """Wherever threads are said to meet, the checker confirms it only of programs in which no assertion fails."""
    random = Random(seed)
    program = random_orders(random)
    if confirms(program, meetings(random, every_edge(program))):
        assert known(program, 6_000) in ("", PROVED, "vacuous")


def test_there_is_something_to_refute() -> None:
    """The programs that are drawn fail often enough."""
    assert sum(known(random_orders(Random(seed)), 2_000) == REFUTED for seed in range(100, 124)) >= 4
