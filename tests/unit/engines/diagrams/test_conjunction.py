"""Conjunctions in parts against plain ones."""

from __future__ import annotations

from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st

from vexil.engines.diagrams import Conjunction, Manager, conjunction

NAMES = ("a", "b", "c", "d", "e")
LITERALS = st.tuples(st.sampled_from(NAMES), st.booleans())
CLAUSES = st.lists(st.lists(LITERALS, max_size=3), max_size=6)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(CLAUSES, st.lists(LITERALS, max_size=3), st.sets(st.sampled_from(NAMES)), st.sampled_from([0, 3, 500]))
def test_parts_are_the_conjunction(
    clauses: list[list[tuple[str, bool]]], source: list[tuple[str, bool]], names: set[str], largest: int
) -> None:
    """However many parts there are, meeting them and forgetting variables early gives what the whole would give."""
    manager = Manager()
    variables = {name: manager.declare(name) for name in NAMES}

    def clause(literals: list[tuple[str, bool]]) -> object:
        found = manager.false
        for name, sign in literals:
            found = found | (variables[name] if sign else ~variables[name])
        return found

    functions = [clause(literals) for literals in clauses]
    start = ~clause(source)
    whole = start
    for function in functions:
        whole = whole & function
    with patch.object(conjunction, "LARGEST", largest):
        parts = Conjunction(manager, functions)
    for forgotten in (sorted(names), (), sorted(names)):
        assert parts.and_exist(forgotten, start) == manager.exist(forgotten, whole)


def test_copies_of_distant_variables_stay_small() -> None:
    """What many variables become together has a part for each few of them, not a diagram of all combinations."""
    manager = Manager()
    count = 24
    first = [manager.declare(f"x{number}") for number in range(count)]
    last = [manager.declare(f"y{number}") for number in range(count)]
    asked: list[int] = []
    whole = Manager.size

    def size(self: Manager, function: object) -> int:
        asked.append(whole(self, function))
        return asked[-1]

    with patch.object(Manager, "size", size):
        copies = Conjunction(manager, (manager.same(one, other) for one, other in zip(first, last, strict=True)))
    assert max(asked) < 4 * conjunction.LARGEST
    one_hot = manager.cube({f"x{number}": number == 7 for number in range(count)})
    names = [f"x{number}" for number in range(count)]
    assert copies.and_exist(names, one_hot) == manager.cube({f"y{number}": number == 7 for number in range(count)})
