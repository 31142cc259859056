"""Laws of inference on random programs, against a solver that is as simple as the paper's text; and how fast it is."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from inferred_types import LATTICE, by_name, infer, statements

from vexil.abstraction.data.inference import Inference, Lattice, TypeConflict
from vexil.ir.program import Program
from vexil.model.tokens.typing import Slot
from work import calls_in

NAMES = "abcdef"
TYPES = ["Int", "EvenOdd", "Signs", "Near", "Point"]
DECLARED = Lattice(["EvenOdd", "Signs", "Near"], [("Near", "Signs")])
EXPRESSIONS = st.recursive(
    st.sampled_from([*NAMES, "1", "2"]), lambda inner: st.builds("+({}, {})".format, inner, inner), max_leaves=4
)
PROGRAMS = st.lists(st.tuples(st.sampled_from(NAMES), EXPRESSIONS), min_size=1, max_size=7)
SELECTIONS = st.dictionaries(st.sampled_from(NAMES), st.sampled_from(TYPES), max_size=4)


def program_of(assignments: list[tuple[str, str]]) -> Program:
    used = [f"{name} := {name}" for name in NAMES]
    return statements(*(f"{target} := {value}" for target, value in assignments), *used, parameters=" ".join(NAMES))


def least(texts: list[str], selected: dict[str, str], lattice: Lattice) -> dict[str, str] | None:
    """The least solution of printed constraints by going over all of them again and again; None if there is none."""
    pairs = [(*found.groups(),) for text in texts if (found := re.fullmatch(r"C\((.*?)\)(<?=)C\((.*)\)", text))]
    values = {name: "bot" for pair in pairs for name in (pair[0], pair[2])} | selected
    before: dict[str, str] = {}
    while before != values:
        before = dict(values)
        for left, relation, right in pairs:
            values[right] = lattice.join(values[right], values[left])
            if relation == "=":
                values[left] = values[right]
    return values if all(values[name] == kind for name, kind in selected.items()) else None


@given(PROGRAMS, SELECTIONS, st.sampled_from(TYPES))
@settings(max_examples=150, deadline=None, derandomize=True)
def test_ATI_04_ATI_05_solutions_are_least_and_hold(
    assignments: list[tuple[str, str]], selected: dict[str, str], default: str
) -> None:
    """Selections have a solution when the simple solver has one, the least; final types satisfy all constraints.

    In particular nothing with a default above the numbers flows into something concrete.
    """
    inference = Inference(program_of(assignments), DECLARED, default)
    expected = least([*inference.constraints()], selected, DECLARED)
    wanted = {Slot(name): kind for name, kind in selected.items()}
    if expected is None:
        with pytest.raises(TypeConflict) as caught:
            inference.select_all(wanted)
        core = [*caught.value.core]
        chosen = {name: kind for name, kind in selected.items() if f"C({name})={kind}" in core}
        assert least(core, chosen, DECLARED) is None
        return
    inference.select_all(wanted)
    found = by_name(inference, final=False)
    assert found == {**dict.fromkeys(found, "bot"), **expected}
    final = by_name(inference)
    assert {name: final[name] for name, kind in expected.items() if kind != "bot"} == {
        name: kind for name, kind in expected.items() if kind != "bot"
    }
    for text in inference.constraints():
        if pair := re.fullmatch(r"C\((.*?)\)(<?=)C\((.*)\)", text):
            left, right = final[pair[1]], final[pair[3]]
            assert left == right if pair[2] == "=" else DECLARED.below(left, right), text


@given(PROGRAMS, st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from([*TYPES, ""])), max_size=8))
@settings(max_examples=150, deadline=None, derandomize=True)
def test_ATI_08_one_by_one_is_as_from_scratch(assignments: list[tuple[str, str]], steps: list[tuple[str, str]]) -> None:
    """After any selections, changes and withdrawals the types are those of a new inference, and exactly what
    changed was reported."""
    program = program_of(assignments)
    inference = Inference(program, DECLARED, "Point")
    kept: dict[Slot, str] = {}
    for name, kind in steps:
        slot, before = Slot(name), dict(inference.typing().slots)
        if kind:
            try:
                changes = inference.select(slot, kind)
                kept[slot] = kind
            except TypeConflict:
                changes = {}
        else:
            changes = inference.withdraw(slot) if kept.pop(slot, None) else {}
        after = inference.typing()
        assert {entry: change for entry, change in changes.items() if isinstance(entry, Slot)} == {
            found: (before[found], kind) for found, kind in after.slots.items() if before[found] != kind
        }
        assert after == infer(program, kept, DECLARED, "Point")


@given(PROGRAMS, SELECTIONS, st.randoms(use_true_random=False))
@settings(max_examples=80, deadline=None, derandomize=True)
def test_ATI_08_order_of_selections(
    assignments: list[tuple[str, str]], selected: dict[str, str], chance: random.Random
) -> None:
    """The order of selections changes neither the types nor whether and why there is a conflict."""
    program = program_of(assignments)
    shuffled = chance.sample([*selected.items()], len(selected))
    results = []
    for pairs in ([*selected.items()], shuffled):
        try:
            results.append(infer(program, {Slot(name): kind for name, kind in pairs}, DECLARED))
        except TypeConflict as conflict:
            results.append(conflict.render())
    assert results[0] == results[1]


def solved(count: int) -> tuple[int, int]:
    """The work for a program of so many statements over a few variables each, and its constraints."""
    chance = random.Random(8)
    names = [f"x{number}" for number in range(count * 2 // 5)]
    lines = [f"{chance.choice(names)} := +({chance.choice(names)}, *({chance.choice(names)}, 2))" for _ in range(count)]
    program = statements(*lines, parameters=" ".join(names))
    constraints = 0

    def solve() -> None:
        nonlocal constraints
        inference = Inference(program, LATTICE, "Point")
        inference.select(Slot("x1"), "Signs")
        inference.select(Slot("x2"), inference.typing().slots[Slot("x2")])
        constraints = len(inference.system.constraints)

    return calls_in(solve), constraints


def test_ATI_08_many_constraints() -> None:
    """A hundred thousand constraints take about ten times the work of ten thousand: it grows with the program."""
    small, few = solved(1_000)
    large, many = solved(10_000)
    assert many >= 100_000
    assert large / small < 1.5 * many / few
