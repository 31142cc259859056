"""New predicates from unknown steps, reuse of earlier values, and what one step is."""

from __future__ import annotations

from dataclasses import replace

import pytest
from yasm_programs import FIGURE_2A, FIGURE_2C, FIGURE_5D, figure_1, figure_5c
from yasm_tools import AUTO, PAPER, abstracted, counts, verdict_of, vir, watched

from vexil.core.caveats import Assumption
from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.engines.belnap import Belnap, Relation, Result
from vexil.engines.belnap.relation import SELF
from vexil.model.outcome import Question
from vexil.model.verdict import Status
from vexil.pipeline.engines import plan
from vexil.pipeline.predicates.options import PredicateOptions
from vexil.pipeline.registry import EngineOptions
from vexil.pipeline.verdicts import ask
from vexil.spec.property import parse_property

PROVED, REFUTED, UNKNOWN = Status.PROVED, Status.REFUTED, Status.UNKNOWN

# --- new predicates -------------------------------------------------------------------------------------------

DOWN = """
function main()
  local y: int
  a -> h: y := 4
  h -> b: assume y > 2
  h -> END: assume !(y > 2)
  b -> h: y := y - 1
  END -> END: skip
"""


def test_YAS_13_a_condition_and_then_its_preconditions() -> None:
    """An unknown branch asks for its condition y <= 2, then y := y - 1 asks for y <= 3, and so on."""
    seen = watched(DOWN, "EF at(END)")
    assert seen.predicates == ["y <= 2", "y <= 3", "y <= 4"]
    assert seen.sizes == [0, 1, 2, 3]


@pytest.mark.parametrize("options", [PAPER, AUTO], ids=["paper", "auto"])
@pytest.mark.parametrize("kind", ["int", "i8"])
def test_YAS_13_no_predicate_twice(kind: str, options: PredicateOptions) -> None:
    """x > 0, 0 < x, x >= 1, 1 <= x and their negations say the same, so one of them is a predicate."""
    n = "" if kind == "int" else kind
    conditions = [f"x > 0{n}", f"0{n} < x", f"x >= 1{n}", f"!(x <= 0{n})", f"1{n} <= x", f"x + 1{n} > 1{n}"]
    if kind != "int":
        conditions.pop()  # not the same: the sum wraps around
    lines = [f"global x: {kind} in type({kind})", "function main()"]
    for number, condition in enumerate(conditions):
        lines += [
            f"  a{number} -> a{number + 1}: assume {condition}",
            f"  a{number} -> {'BAD' if number else 'good'}: assume !({condition})",
        ]
    lines += [f"  a{len(conditions)} -> good: skip", "  good -> good: skip", "  BAD -> BAD: skip"]
    seen = watched("\n".join(lines), "AG !at(BAD)", options)
    assert type(seen.answer.outcome).__name__ == "Holds"
    assert len(seen.predicates) == 1


def test_YAS_13_no_predicate_left() -> None:
    """Whether a number can be chosen whose cube is 27 is no question for predicates over the rest of the state."""
    text = """
global y: int = 27
function main()
  local x: int
  a -> b: x := choose type(int)
  b -> END: assume x * x * x == y
  b -> c: assume !(x * x * x == y)
  c -> c: skip
  END -> END: skip
"""
    found = verdict_of(text, "EF at(END)", seconds=20)
    assert found.status is UNKNOWN
    assert "no further predicate helps" in found.reason
    assert "too coarse" in found.reason


@pytest.mark.parametrize(("limit", "status"), [(5, PROVED), (8, PROVED), (9, REFUTED)])
def test_YAS_13_what_the_environment_can_choose_depends_on_the_state(limit: int, status: Status) -> None:
    """Whether the environment can choose something greater than a variable is a condition on that variable."""
    text = f"""
global n: int
function main()
  local x: int
  a -> b: n := {limit}
  b -> c: x := choose range(0, 9)
  c -> YES: assume x > n
  c -> NO: assume !(x > n)
  NO -> NO: skip
  YES -> YES: skip
"""
    assert verdict_of(text, "EF at(YES)").status is status
    assert verdict_of(text, "EF at(NO)").status is PROVED
    assert verdict_of(text, "AF at(NO)").status is (REFUTED if status is PROVED else PROVED)


def test_YAS_13_all_of_ctl_is_explained() -> None:
    """Formulas with both quantifiers are refined, too, and one predicate an iteration is enough."""
    seen = watched(figure_5c(2), "AG (at(P1) -> (EF at(END) && AF !at(P1)))")
    assert type(seen.answer.outcome).__name__ == "Holds"
    assert [after - before for before, after in zip(seen.sizes, seen.sizes[1:], strict=False)] == [1] * (
        len(seen.sizes) - 1
    )


# --- reuse ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("formula", ["EF at(END)", "AF at(END)", "EG !at(END)", "AG (at(P1) -> EF at(END))"])
def test_YAS_14_values_with_and_without_reuse(formula: str) -> None:
    """A check that starts from the one before, over fewer predicates, finds the same values in no more rounds."""
    with abstracted(figure_5c(4)) as program:
        before: Result | None = None
        saved = 0
        for number in range(6):
            predicates = [f"main: x > {value}" for value in range(number)]
            scratch = program.values(predicates, formula)
            reused = program.values(predicates, formula, start=before.start() if before is not None else None)
            assert list(reused.table) == list(scratch.table)
            assert reused.rounds <= scratch.rounds
            saved += scratch.rounds - reused.rounds
            before = reused
        assert before is not None
        assert before.value is (Belnap.FALSE if formula.startswith("EG") else Belnap.TRUE)
        assert saved > 0


def test_YAS_14_the_start_of_an_iteration() -> None:
    """After the iteration with x > 0 … x > j the next one starts from the end, and from P1 with x <= j."""
    with abstracted(figure_5c(10)) as program:
        for number in range(4):
            result = program.values([f"main: x > {value}" for value in range(number)], "EF at(END)")
            ((_, table),) = result.start().items()
            names = [location.name for location in result.relation.flat.locations]
            (end, head) = (names.index("END"), names.index("P1"))
            assert table[end].must == result.relation.consistent[end]
            known = program.manager.false
            if number:
                last = sorted(result.relation.flat.names, key=lambda name: int(name.split()[0]))[-1]
                known = result.relation.consistent[head] & ~program.manager.declare(last)
            assert table[head].must == known


def test_YAS_14_the_loop_reuses() -> None:
    """All iterations together, and the last one again from nothing, take fewer rounds than each from nothing."""
    scratch = 0
    with abstracted(figure_5c(10)) as program:
        for number in range(12):
            scratch += program.values([f"main: x > {value}" for value in range(number)], "EF at(END)").rounds
    assert watched(figure_5c(10), "EF at(END)").rounds < scratch


# --- conditionals ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [FIGURE_2A, FIGURE_2C], ids=["2a", "2c"])
def test_YAS_15_conditional_handling(text: str) -> None:
    """With it P1 is reached without predicates; without it x > 0 is needed; both agree about what they know."""
    with abstracted(text) as program:
        assert program.values([], "EF at(P1)").value is Belnap.TRUE
        assert program.values([], "EF at(P1)", conditional=False).value is Belnap.NEITHER
        plain = program.values(["x > 0"], "EF at(P1)", conditional=False)
        assert plain.value is Belnap.TRUE
        better = program.values(["x > 0"], "EF at(P1)")
        for here, there in zip(plain.table, better.table, strict=True):
            assert here.must <= there.must
            assert there.may <= here.may


def test_YAS_15_where_a_run_has_ended_it_stays() -> None:
    """The end has itself as its successor, so that nothing is on all paths because there are none."""
    text = "function main()\n  a -> exit: return\n"
    assert verdict_of(text, "AG EX at(exit)").status is PROVED
    assert verdict_of(text, "EF AX !at(exit)").status is REFUTED
    assert verdict_of(text, "AF EG at(exit)").status is PROVED


# --- edge by edge ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "predicates"),
    [
        (figure_1(), ["main: x == 2", "main: y <= 2"]),
        (FIGURE_2C, ["x > 0"]),
        (figure_5c(2), ["main: x > 0", "main: x > 1"]),
        (FIGURE_5D, ["x > 0"]),
    ],
    ids=["1", "2c", "5c", "5d"],
)
@pytest.mark.parametrize("quantifier", ["EF", "AF"])
def test_YAS_18_the_relation_is_divided_by_edges(text: str, predicates: list[str], quantifier: str) -> None:
    """There are as many parts as edges, and the values are those over the whole relation, state by state."""
    with abstracted(text) as program:
        place = "P1" if "P1" in text and quantifier == "EF" else "END"
        result = program.values(predicates, f"{quantifier} at({place})")
        assert result.partitions == len(program.program.functions["main"].edges)
        expected = whole(result.relation, place, is_existential=quantifier == "EF")
        states = {(location, key) for location, key in expected[0]}
        assert states
        for location, key in states:
            value = result.at(location, dict(key))
            assert value.certain == expected[0][location, key]
            assert value.possible == expected[1][location, key]


State = tuple[int, tuple[tuple[str, bool], ...]]


def whole(relation: Relation, place: str, *, is_existential: bool) -> tuple[dict[State, bool], dict[State, bool]]:
    """Where a place is certainly and possibly reached, by one relation between single states."""
    names = relation.flat.names
    states: list[State] = [
        (location, tuple(valuation.items()))
        for location in range(len(relation.flat.locations))
        for valuation in relation.manager.valuations(relation.consistent[location], names)
    ]

    def images(state: State) -> list[tuple[bool, frozenset[State]]]:
        """The groups of steps from a state: whether one of their targets is certain, and the possible targets."""
        location, key = state
        point = relation.point(dict(key))
        found = []
        for group in relation.groups[location]:
            targets = set()
            for move in group.moves:
                after = relation.image(move, point)
                targets |= {(move.target, tuple(v.items())) for v in relation.manager.valuations(after, names)}
            (first, *_) = group.moves
            is_certain = group.together or point <= first.condition.yes or first.edge == SELF
            found.append((is_certain and bool(targets), frozenset(targets)))
        return found

    steps = {state: images(state) for state in states}
    number = [location.name for location in relation.flat.locations].index(place)
    results = []
    for certain in (True, False):
        reached = {state: state[0] == number for state in states}
        while True:
            grown = dict(reached)
            for state, groups in steps.items():
                some = any(reached[target] for _, targets in groups for target in targets)
                every = all(reached[target] for _, targets in groups for target in targets)
                surely = any(is_certain and all(map(reached.__getitem__, targets)) for is_certain, targets in groups)
                escapes = any(
                    is_certain and not any(map(reached.__getitem__, targets)) for is_certain, targets in groups
                )
                if is_existential:
                    grown[state] = reached[state] or (surely if certain else some)
                else:
                    grown[state] = reached[state] or (every if certain else not escapes)
            if grown == reached:
                break
            reached = grown
        results.append(reached)
    return results[0], results[1]


# --- steps ----------------------------------------------------------------------------------------------------

STEP = """
global a: i4 in range(1i4, 3i4)
global b: i4
function main()
  l0 -> l1: b := 6i4 / a
  l1 -> l2: skip
  l2 -> exit: return
"""
CHOICE = """
global a: i4 in range(1i4, 3i4)
global b: i4
function main()
  l0 -> l1: b := 6i4 / a
  l0 -> l2: b := 5i4
  l1 -> l1: skip
  l2 -> l2: skip
"""
BRANCH = """
global a: i4 in range(1i4, 3i4)
function main()
  l0 -> l1: assume 6i4 / a == 6i4
  l0 -> l2: assume !(6i4 / a == 6i4)
  l1 -> l1: skip
  l2 -> l2: skip
"""


@pytest.mark.parametrize(
    ("text", "formula", "status"),
    [
        (STEP, "EX at(l1)", PROVED),
        (STEP, "EX at(l0)", REFUTED),
        (STEP, "AX AX at(l2)", PROVED),
        (STEP, "AX (b >= 2)", PROVED),
        (CHOICE, "EX at(l1) && EX at(l2)", PROVED),
        (CHOICE, "EF (at(l0) && !(EF at(l2)))", REFUTED),
        (CHOICE, "AG (at(l0) -> EF at(l1))", PROVED),
        (BRANCH, "AX (at(l1) || at(l2))", PROVED),
        (BRANCH, "AX at(l1)", REFUTED),
    ],
)
def test_an_edge_is_one_step(text: str, formula: str, status: Status) -> None:
    """An operation that is not always defined takes one step like any other, and no choice is made before it."""
    assert verdict_of(text, formula).status is status


def test_operations_that_may_be_undefined() -> None:
    """Where a run may divide by zero there is no verdict; where no run gets there it does not matter."""
    found = verdict_of(STEP.replace("range(1i4", "range(0i4"), "AF at(l2)")
    assert found.status is UNKNOWN
    assert "division-by-zero" in found.reason
    unreachable = STEP.replace("range(1i4", "range(0i4").replace("l0 -> l1", "l0 -> l2: skip\n  other -> l1")
    assert verdict_of(unreachable, "AF at(l2)").status is PROVED


def test_fairness_is_refused() -> None:
    """A question under an assumption of fairness is refused with a sentence, not answered without the assumption."""
    asked = replace(parse_property("ctl: AF at(END)"), assumptions=(Assumption("fairness", "every loop ends"),))
    question = Question(vir(figure_5c(1)), asked)
    with pytest.raises(UsageError, match="fairness"):
        ask(question, plan(question, "predicates", EngineOptions(AUTO)), Context())


def test_counts_are_reported() -> None:
    """The verdict says how many iterations and predicates it took."""
    assert counts(verdict_of(figure_5c(0), "EF at(END)")) == (2, 1)


@pytest.mark.parametrize(("options", "most"), [(PAPER, 1), (AUTO, 2)], ids=["paper", "auto"])
def test_YAS_13_the_published_refinement_adds_one_predicate_at_a_time(options: PredicateOptions, most: int) -> None:
    """In Fig. 1 one explanation names both conditions: all are taken, and as published only the first of them."""
    seen = watched(figure_1(), "AG !at(P1)", options)
    grown = {after - before for before, after in zip(seen.sizes, seen.sizes[1:], strict=False)}
    assert max(grown) == most
