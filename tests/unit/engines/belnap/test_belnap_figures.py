"""The published examples give the published values."""

from __future__ import annotations

import pytest
from belnap_figures import (
    FALSITY,
    NEITHER,
    TRUTH,
    asked,
    by_location,
    figure_1,
    figure_2a,
    figure_2c,
    figure_5c,
    figure_5d,
)

from vexil.engines.belnap import Belnap, all_causes, explain, witness
from vexil.engines.belnap.evidence import UnknownStep
from vexil.engines.diagrams import Manager
from vexil.model.boolean_program import Guard


@pytest.mark.parametrize(
    ("tracked", "value"), [((), NEITHER), (("x2",), NEITHER), (("x2", "y2"), TRUTH), (("y2",), TRUTH)]
)
def test_YAS_10_a_loop_that_never_ends_hides_what_follows(tracked: tuple[str, ...], value: Belnap) -> None:
    """Over the integers P1 is unreachable; the condition of the loop alone is enough to know it."""
    assert asked(figure_1(tracked), "AG !at(P1)").value is value
    assert asked(figure_1(tracked), "AG !at(P1)", conditional=False).value is value


def test_YAS_11_all_paths_lead_there_whichever_is_taken() -> None:
    """Conditional handling finds P1 without predicates; without it the condition is needed."""
    assert asked(figure_2a(()), "AG !at(P1)").value is FALSITY
    assert asked(figure_2a(()), "EF at(P1)").value is TRUTH
    assert asked(figure_2a(()), "EF at(P1)", conditional=False).value is NEITHER
    assert asked(figure_2a(("x0",)), "EF at(P1)", conditional=False).value is TRUTH


def test_YAS_12_the_environment_decides_for_certain() -> None:
    """The values at all locations are those of the figure, plain and improved."""
    plain = asked(figure_2c(()), "EF at(P1)", conditional=False)
    assert by_location(plain) == {"1": "⊥", "2": "⊥", "3": "t", "4": "t", "P1": "t", "END": "f"}
    improved = asked(figure_2c(()), "EF at(P1)")
    assert by_location(improved) == {"1": "t", "2": "t", "3": "t", "4": "t", "P1": "t", "END": "f"}
    assert asked(figure_2c(()), "AG !at(P1)").value is FALSITY


def test_YAS_12_the_unknown_step_is_the_unknown_condition() -> None:
    """The plain value is explained by a path 1, 2, 3 or 4, P1 whose step from 2 is unknown, because of its guard."""
    result = asked(figure_2c(()), "EF at(P1)", conditional=False)
    explanation = explain(result)
    (cause,) = explanation.causes
    assert isinstance(cause, UnknownStep)
    assert cause.condition
    names = [location.name for location in result.relation.flat.locations]
    assert names[cause.source] == "2"
    assert isinstance(result.relation.flat.edges[cause.edge].operation, Guard)
    path = [names[explanation.tree.nodes[number].location] for number in explanation.path]
    assert [name for number, name in enumerate(path) if number == 0 or path[number - 1] != name] == ["1", "2"]
    assert "P1" in {names[node.location] for node in explanation.tree.nodes}
    assert {cause.edge for cause in all_causes(result) if isinstance(cause, UnknownStep)} == {2, 3}


def test_YAS_09_the_answer_is_about_all_valuations_at_the_entry() -> None:
    """With x > 0 the plain value is true for both valuations."""
    result = asked(figure_2c(("x0",)), "EF at(P1)", conditional=False)
    assert [str(result.at(0, {"x0": value})) for value in (True, False)] == ["t", "t"]
    assert result.value is TRUTH


def test_YAS_13_an_unknown_target_is_named() -> None:
    """The step of the loop's body does not know whether y <= 2 stays false; its precondition would tell."""
    result = asked(figure_1(("x2",)), "EF at(P1)")
    causes = all_causes(result)
    assert all(isinstance(cause, UnknownStep) and cause.condition for cause in causes)
    counting = asked(figure_5c(2, 2), "EF at(END)")
    (cause,) = explain(counting).causes
    assert isinstance(cause, UnknownStep)
    assert cause.targets == ("x1",)
    assert dict(cause.before) == {"x0": True, "x1": True}


@pytest.mark.parametrize("initial", [0, 1, 2, 3, 10])
def test_YAS_14_a_counting_loop_needs_a_predicate_for_each_round(initial: int) -> None:
    """With k + 1 predicates the end is reached, with fewer nobody knows; reuse finds the same in no more rounds."""
    manager = Manager()
    start = None
    for predicates in range(initial + 2):
        flat = figure_5c(initial, predicates)
        result = asked(flat, "EF at(END)", manager=manager, start=start)
        scratch = asked(flat, "EF at(END)", manager=manager)
        assert list(result.table) == list(scratch.table)
        assert result.rounds <= scratch.rounds
        assert result.value is (TRUTH if predicates == initial + 1 else NEITHER)
        start = result.start()


def test_YAS_14_an_iteration_starts_from_what_the_one_before_proved() -> None:
    """With x > 0 … x > j the states of P1 with x <= j are known to reach the end, the next check starts from them."""
    manager = Manager()
    before = asked(figure_5c(10, 3), "EF at(END)", manager=manager)
    ((_, table),) = before.start().items()
    place = [location.name for location in before.relation.flat.locations].index("P1")
    assert table[place].must == before.relation.consistent[place] & ~manager.declare("x2")
    assert table[place].may == table[place].must


def test_YAS_16_a_condition_nobody_understands_does_not_matter() -> None:
    """The end is reached whichever way the cubic condition goes, without predicates."""
    assert asked(figure_5d(), "EF at(END)").value is TRUTH
    assert asked(figure_5d(), "AF at(END)").value is TRUTH


@pytest.mark.parametrize(
    ("formula", "value"),
    [("AG (at(P1) -> EF at(END))", TRUTH), ("AF at(END)", TRUTH), ("EG !at(END)", FALSITY)],
)
def test_YAS_19_all_of_ctl(formula: str, value: Belnap) -> None:
    """With eleven predicates the loop is known to end; without any nothing is known."""
    assert asked(figure_5c(10, 11), formula).value is value
    assert asked(figure_5c(10, 0), formula).value is NEITHER


@pytest.mark.parametrize(("formula", "value"), [("AF at(END)", FALSITY), ("EG !at(END)", TRUTH)])
def test_YAS_19_a_loop_that_never_ends(formula: str, value: Belnap) -> None:
    """The condition of the loop is enough to know that the end is not reached."""
    assert asked(figure_1(("y2",)), formula).value is value


def test_YAS_19_ranks_lead_to_the_target() -> None:
    """States of P1 get ranks in the order of x; the end has the smallest, the beginning the greatest."""
    result = asked(figure_5c(2, 3), "EF at(END)")
    ranks = result.ranks()
    manager = result.relation.manager
    assert [len(ranks[place]) for place in range(4)] == [1, 3, 2, 1]
    assert ranks[1][0][1] == result.relation.consistent[1] & ~manager.declare("x0")
    order = sorted((rank, place) for place, items in ranks.items() for rank, _ in items)
    assert [place for _, place in order] == [3, 1, 2, 1, 2, 1, 0]
    tree = witness(result)
    ranks = [node.rank for node in tree.nodes if node.rank is not None]
    assert ranks == sorted(ranks, reverse=True)
    assert tree.complete
