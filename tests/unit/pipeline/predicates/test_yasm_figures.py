"""The published examples from program text to checked verdict, with their numbers of iterations and predicates."""

from __future__ import annotations

import pytest
from yasm_programs import FIGURE_2A, FIGURE_2C, FIGURE_5D, figure_1, figure_5c
from yasm_tools import AUTO, PAPER, abstracted, at_locations, counts, verdict_of, vir, watched

from vexil.core.context import Context, Limits
from vexil.engines.belnap import Belnap
from vexil.logic.solvers.port import ProcessSolver
from vexil.logic.terms import Term
from vexil.model.outcome import Question
from vexil.model.verdict import Status
from vexil.pipeline.predicates.engine import PredicateEngine
from vexil.pipeline.predicates.options import PredicateOptions
from vexil.spec.property import parse_property

PROVED, REFUTED, UNKNOWN = Status.PROVED, Status.REFUTED, Status.UNKNOWN
BOTH = pytest.mark.parametrize("options", [PAPER, AUTO], ids=["paper", "auto"])


# --- initial states -------------------------------------------------------------------------------------------


def test_YAS_09_the_value_is_about_all_consistent_valuations() -> None:
    """Figure 2(c) over x > 0 without conditional handling: true for both valuations, and so true."""
    with abstracted(FIGURE_2C) as program:
        result = program.values(["x > 0"], "EF at(P1)", conditional=False)
        (name,) = result.relation.flat.names
        entry = result.relation.flat.entry
        assert [str(result.at(entry, {name: value})) for value in (True, False)] == ["t", "t"]
        assert result.value is Belnap.TRUE
        assert program.values([], "EF at(P1)", conditional=False).value is Belnap.NEITHER


@pytest.mark.parametrize(
    ("initial", "status"), [("= 3", PROVED), ("in range(1, 3)", PROVED), ("in range(0, 3)", REFUTED)]
)
def test_YAS_09_only_states_in_which_runs_begin_count(initial: str, status: Status) -> None:
    """A formula that is false for other values of a variable is proved where it starts with none of them."""
    text = f"global x: int {initial}\nfunction main()\n  a -> b: assume x > 0\n  a -> c: assume !(x > 0)\n"
    text += "  b -> b: skip\n  c -> c: skip\n"
    assert verdict_of(text, "AF at(b)").status is status


# --- figure 1 -------------------------------------------------------------------------------------------------


@BOTH
def test_YAS_10_a_loop_that_never_ends(options: PredicateOptions) -> None:
    """Over the integers P1 is not reached: known in 2 iterations with the loop's condition, or as published in 3."""
    found = verdict_of(figure_1(), "AG !at(P1)", options)
    assert found.status is PROVED
    assert counts(found) in [(2, 1), (2, 2), (3, 2)]
    seen = watched(figure_1(), "AG !at(P1)", options)
    assert set(seen.predicates) in [{"2 < y"}, {"2 < y", "x == 2"}]


@BOTH
def test_YAS_10_wrap_around_ends_the_loop(options: PredicateOptions) -> None:
    """In four bits the smallest number minus one is the greatest, so the loop ends and P1 is reached."""
    assert verdict_of(figure_1("i4"), "AG !at(P1)", options).status is REFUTED


def test_YAS_10_wrap_around_that_is_far_away() -> None:
    """In 32 bits P1 is reached after two thousand million rounds: nobody finds that out, and nobody denies it."""
    found = verdict_of(figure_1("i32"), "AG !at(P1)", seconds=1.5)
    assert found.status is UNKNOWN
    assert "CPU seconds" in found.reason


@BOTH
@pytest.mark.parametrize(("formula", "status"), [("AF at(END)", REFUTED), ("EG !at(END)", PROVED)])
def test_YAS_19_a_loop_that_never_ends(formula: str, status: Status, options: PredicateOptions) -> None:
    """The end of figure 1 is on no path, which y <= 2 is enough to see."""
    found = verdict_of(figure_1(), formula, options)
    assert found.status is status
    assert counts(found) == (2, 1)


# --- figure 2 -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [FIGURE_2A, FIGURE_2C], ids=["2a", "2c"])
def test_YAS_11_YAS_12_a_place_that_is_reached_either_way(text: str) -> None:
    """P1 is reached whatever x is: known without predicates."""
    found = verdict_of(text, "AG !at(P1)", PAPER)
    assert found.status is REFUTED
    assert counts(found) == (1, 0)
    assert verdict_of(text, "EF at(P1)", AUTO).status is PROVED


def test_YAS_05_YAS_12_what_the_environment_chooses_is_certain() -> None:
    """A choice leads to each of its targets for certain, an unknown branch to neither; so for all locations."""
    with abstracted(FIGURE_2C) as program:
        kinds = {location.name: location.kind.value for location in program.program.functions["main"].locations}
        assert (kinds["l1"], kinds["l2"]) == ("choice", "branch")
        plain = at_locations(program.values([], "EF at(P1)", conditional=False), {})
        assert plain == {"l1": "⊥", "l2": "⊥", "l3": "t", "l4": "t", "P1": "t", "END": "f", "exit": "f"}
        better = at_locations(program.values([], "EF at(P1)"), {})
        assert better == {"l1": "t", "l2": "t", "l3": "t", "l4": "t", "P1": "t", "END": "f", "exit": "f"}
    found = verdict_of(FIGURE_2C, "EF at(END)")
    assert found.status is PROVED
    assert counts(found) == (1, 0)


# --- figure 5 -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("initial", [0, 1, 2, 3, 4, 10])
def test_YAS_14_a_loop_that_counts_down(initial: int) -> None:
    """The end is reached from k: known with k + 1 predicates in k + 2 iterations."""
    found = verdict_of(figure_5c(initial), "EF at(END)", PAPER)
    assert found.status is PROVED
    assert counts(found) == (initial + 2, initial + 1)


def test_YAS_14_predicates_come_in_the_order_of_the_loop() -> None:
    """Each iteration adds the weakest precondition of the last predicate."""
    seen = watched(figure_5c(3), "EF at(END)")
    assert seen.predicates == ["x <= 0", "x <= 1", "x <= 2", "x <= 3"]
    assert seen.sizes == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("formula", "status"),
    [("AG (at(P1) -> EF at(END))", PROVED), ("AF at(END)", PROVED), ("EG !at(END)", REFUTED)],
)
def test_YAS_19_all_of_ctl(formula: str, status: Status) -> None:
    """From 10 the loop ends on all paths, known with 11 predicates; without any nothing is known."""
    found = verdict_of(figure_5c(10), formula, PAPER)
    assert found.status is status
    assert counts(found) == (12, 11)
    with abstracted(figure_5c(10)) as program:
        assert program.values([], formula).value is Belnap.NEITHER


# --- non-linear conditions --------------------------------------------------------------------------------------


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Term]:
    """Every term that a solver is given."""
    found: list[Term] = []
    plain_check, plain_read, plain_add = ProcessSolver.check, ProcessSolver.check_and_read, ProcessSolver.add

    def check(self: ProcessSolver, *assumptions: Term, **options: object) -> object:
        found.extend(assumptions)
        return plain_check(self, *assumptions, **options)  # type: ignore[arg-type]

    def check_and_read(self: ProcessSolver, assumptions: object, terms: object, **options: object) -> object:
        found.extend(assumptions)  # type: ignore[arg-type]
        return plain_read(self, assumptions, terms, **options)  # type: ignore[arg-type]

    def add(self: ProcessSolver, term: Term) -> None:
        found.append(term)
        plain_add(self, term)

    monkeypatch.setattr(ProcessSolver, "check", check)
    monkeypatch.setattr(ProcessSolver, "check_and_read", check_and_read)
    monkeypatch.setattr(ProcessSolver, "add", add)
    return found


def products(terms: list[Term]) -> int:
    """How many of the terms have a product in them."""
    count = 0
    for term in terms:
        pending, seen = [term], {term.number}
        while pending:
            current = pending.pop()
            count += "mul" in current.op or current.op == "*"
            following = [argument for argument in current.args if argument.number not in seen]
            seen.update(argument.number for argument in following)
            pending += following
    return count


def test_YAS_16_a_condition_nobody_understands_does_not_matter(asked: list[Term]) -> None:
    """The end is reached whichever way the cubic condition goes, and no solver hears of it."""
    question = Question(vir(FIGURE_5D), parse_property("ctl: EF at(END)"))
    answer = PredicateEngine(PAPER).check(question, Context())
    assert type(answer.outcome).__name__ == "Holds"
    assert (answer.statistics["iterations"], answer.statistics["predicates"]) == (1, 0)
    assert products(asked) == 0
    found = verdict_of(FIGURE_5D, "EF at(END)", PAPER)
    assert found.status is PROVED


def test_YAS_16_the_condition_is_asked_about_where_it_matters(asked: list[Term]) -> None:
    """Whether the inner branch is taken depends on the condition, which then is a predicate."""
    question = Question(vir(FIGURE_5D), parse_property("ctl: AG !at(l3)"))
    answer = PredicateEngine(PAPER).check(question, Context(Limits(cpu_seconds=10)))
    assert type(answer.outcome).__name__ != "Holds"
    assert products(asked) > 0
