"""Programs with procedures, checks and restrictions; atoms; what is refused."""

from __future__ import annotations

from itertools import pairwise

import pytest
from belnap_figures import BRANCH, CHOICE, END, FALSITY, NEITHER, STEP, TRUTH, asked, figure_5d, program

from belnap_atoms import meaning_of_atoms
from belnap_summaries import reach
from vexil.core.caveats import Assumption
from vexil.core.errors import LimitReached, UsageError
from vexil.engines.belnap import Options, Relation, check, explain, formula_of, witness
from vexil.engines.belnap.evidence import UnknownAtom, UnknownStep
from vexil.ir.program import LocationKind
from vexil.model.boolean_program import (
    SKIP,
    Call,
    Check,
    Edge,
    Guard,
    Location,
    PredicateProgram,
    Procedure,
    Return,
    Start,
    Update,
    Variable,
)
from vexil.model.boolean_program.expressions import FALSE, TRUE, UNKNOWN, Expr, Next, Var, negation
from vexil.spec.ctl import parse_ctl
from vexil.spec.formulas import TRUE as TRUTH_FORMULA
from vexil.spec.formulas import Ctl, Exists, Finally, ForAll
from vexil.spec.formulas import Next as NextTime
from vexil.spec.mu import ctl_to_mu, parse_mu
from vexil.spec.property import parse_property
from vexil.transform.predicate_inlining import Place, flatten

CALL = LocationKind.CALL


def test_a_failing_check_ends_the_run_unless_it_is_to_be_passed() -> None:
    """After an unknown check the end is possibly reached; if nobody asked for the check, certainly."""
    flat = program({"0": STEP, "END": END}, [("0", "END", Check(UNKNOWN, "overflow"))])
    assert asked(flat, "EF at(END)").value is NEITHER
    formula = ctl_to_mu(parse_ctl("EF at(END)"))
    passing = Relation(flat, Options(passing=frozenset(["overflow"])))
    assert check(passing, formula, meaning_of_atoms(flat)).value is TRUTH
    failing = program({"0": STEP, "END": END}, [("0", "END", Check(FALSE))])
    assert asked(failing, "AG !at(END)").value is TRUTH


def test_a_restriction_needs_its_condition() -> None:
    """A step that may be cut is not certain, whatever follows; the group of a restriction is not total."""
    flat = program({"0": STEP, "END": END}, [("0", "END", Guard(UNKNOWN))])
    assert asked(flat, "EF at(END)").value is NEITHER
    assert asked(flat, "AF at(END)").value is TRUTH


def test_YAS_15_alternatives_are_not_total_together_with_a_condition() -> None:
    """From a choice each alternative exists: EF holds through one of them, AF does not because of the other."""
    flat = program(
        {"0": CHOICE, "1": STEP, "2": STEP, "END": END},
        [("0", "1", SKIP), ("0", "2", SKIP), ("1", "END", SKIP), ("2", "2", SKIP)],
    )
    assert asked(flat, "EF at(END)").value is TRUTH
    assert asked(flat, "AF at(END)").value is FALSITY
    assert asked(flat, "EF at(2)").value is TRUTH


def test_an_input_that_can_be_anything_is_a_definite_choice() -> None:
    """Both arms are certainly possible after an input, and only possibly after an unknown value."""
    edges = [("1", "LEFT", Guard(Var("p"))), ("1", "RIGHT", Guard(negation(Var("p"))))]
    kinds = {"0": STEP, "1": BRANCH, "LEFT": END, "RIGHT": END}
    chosen = program(kinds, [("0", "1", Update(chosen=("p",))), *edges], ["p"])
    assert asked(chosen, "EF at(LEFT) && EF at(RIGHT)").value is TRUTH
    unknown = program(kinds, [("0", "1", Update(("p",), (UNKNOWN,))), *edges], ["p"])
    assert asked(unknown, "EF at(LEFT)").value is NEITHER
    half = program(kinds, [("0", "1", Update(chosen=("p",), definite=Next("p"))), *edges], ["p"])
    assert asked(half, "EF at(LEFT)").value is TRUTH
    result = asked(half, "EF at(RIGHT)")
    assert result.value is NEITHER
    (cause,) = explain(result).causes
    assert isinstance(cause, UnknownStep)
    assert cause.chosen == ("p",)


def test_a_proof_does_not_go_round_in_circles() -> None:
    """Staying is certainly possible and certainly fine, but the proof takes the alternative that gets nearer."""
    flat = program(
        {"0": CHOICE, "1": CHOICE, "END": END},
        [("0", "0", SKIP), ("0", "1", SKIP), ("1", "0", SKIP), ("1", "1", SKIP), ("1", "END", SKIP)],
    )
    tree = witness(asked(flat, "EF at(END)"))
    ranks = [node.rank for node in tree.nodes if node.rank is not None]
    assert len(ranks) == 3
    assert ranks[0] > ranks[1] > ranks[2]


def test_an_unknown_atom_is_a_cause() -> None:
    """A condition about which the predicates say nothing is neither true nor false, and is named."""
    flat = figure_5d()
    formula = ctl_to_mu(parse_ctl("AG (z > 0)"))
    result = check(Relation(flat), formula, meaning_of_atoms(flat, {"z > 0": UNKNOWN}))
    assert result.value is NEITHER
    (cause,) = explain(result).causes
    assert isinstance(cause, UnknownAtom)
    assert str(cause.atom) == "z > 0"


@pytest.mark.parametrize(
    "formula", ["EF at(NOWHERE)", "AG (w > 1)", "AG (count(END) >= 2)", "EF at(t, END)", "EF call(nobody)"]
)
def test_YAS_04_unknown_places_and_conditions_are_refused(formula: str) -> None:
    """A location, function or condition that the program does not have is the user's mistake."""
    with pytest.raises(UsageError):
        asked(figure_5d(), formula)


def test_fairness_is_refused() -> None:
    """There is no fairness in predicate programs."""
    fair = parse_property("ctl: AF at(END)")
    object.__setattr__(fair, "assumptions", (Assumption("fairness", "every thread runs again and again"),))
    with pytest.raises(UsageError, match="fairness"):
        formula_of(fair)
    assert formula_of(parse_property("ctl: AF at(END)")) == ctl_to_mu(parse_ctl("AF at(END)"))


def called(argument: Expr) -> PredicateProgram:
    """``main: r = not(argument); if (r) LEFT: ; else RIGHT: ;`` with ``not(a) { t = !a; return t; }``."""
    inner = Procedure(
        "not", (Variable("a"),), (Variable("t"),), 1,
        (Location("0", STEP, ("IN",)), Location("1", STEP), Location("exit", END)),
        (Edge(0, 1, Update(("t",), (negation(Var("a")),))), Edge(1, 2, Return((Var("t"),)))), 0, 2,
    )  # fmt: skip
    main = Procedure(
        "main", (), (Variable("r"),), 0,
        (
            Location("0", CALL), Location("1", BRANCH), Location("LEFT", STEP), Location("RIGHT", STEP),
            Location("exit", END),
        ),
        (
            Edge(0, 1, Call("not", (argument,), ("r",))),
            Edge(1, 2, Guard(Var("r"))), Edge(1, 3, Guard(negation(Var("r")))), Edge(2, 4, SKIP), Edge(3, 4, SKIP),
        ), 0, 4,
    )  # fmt: skip
    return PredicateProgram({"main": main, "not": inner})


def test_a_call_is_a_copy_of_what_is_called() -> None:
    """Arguments and results go in and out, places remember the call, and atoms see locations of the copy."""
    flat = flatten(called(FALSE))
    assert asked(flat, "AF at(LEFT)").value is TRUTH
    assert asked(flat, "EF at(RIGHT)").value is FALSITY
    assert asked(flat, "AF at(IN)").value is TRUTH
    assert asked(flat, "AX call(not)").value is TRUTH
    assert asked(flat, "EF at(not.1)").value is TRUTH
    assert asked(flatten(called(UNKNOWN)), "EF at(RIGHT)").value is NEITHER
    assert Place("not", 0, (("main", 0),)) in flat.places
    assert flat.names == ("r", "a@not", "t@not", "return0@not")
    with pytest.raises(LimitReached, match="more than 6 locations"):
        flatten(called(FALSE), limit=6)


def test_summaries_answer_both_questions() -> None:
    """The possible value is that of EF, the other one that of AG of the negation."""

    def target(name: str) -> object:
        return lambda procedure, location: TRUE if (procedure, location) == ("main", 2 + "AB".index(name)) else FALSE

    known, unknown = called(FALSE), called(UNKNOWN)
    assert reach(known, target("A")).possibly is TRUTH  # type: ignore[arg-type]
    assert reach(known, target("B")).never is TRUTH  # type: ignore[arg-type]
    assert reach(known, target("A")).never is FALSITY  # type: ignore[arg-type]
    assert reach(unknown, target("B")).possibly is NEITHER  # type: ignore[arg-type]


def test_threads_are_beyond_copies() -> None:
    """A program that starts threads has no form without procedures."""
    body = called(TRUE).procedures["main"]
    threads = Procedure("main", (), (), 0, body.locations, (Edge(0, 1, Start("not", (TRUE,))),), 0, 4)
    with pytest.raises(LimitReached, match="threads"):
        flatten(PredicateProgram({"main": threads, "not": called(TRUE).procedures["not"]}))


def test_deep_formulas_and_long_programs_need_no_stack() -> None:
    """Five thousand operators inside each other and five thousand locations behind each other are no trouble."""
    kinds = dict.fromkeys(map(str, range(5_000)), STEP) | {"END": END}
    names = list(kinds)
    flat = program(kinds, [(one, two, SKIP) for one, two in pairwise(names)])
    result = asked(flat, "EF at(END)")
    assert result.value is TRUTH
    assert result.rounds <= 2
    assert not witness(result).complete
    loop = program({"0": CHOICE}, [("0", "0", SKIP)])
    deep: Ctl = TRUTH_FORMULA
    for number in range(5_000):
        deep = Exists(NextTime(deep)) if number % 2 else ForAll(Finally(deep))
    formula = ctl_to_mu(deep)
    assert check(Relation(loop), formula, meaning_of_atoms(loop)).value is TRUTH


def test_fixed_points_that_depend_on_each_other_have_no_proofs() -> None:
    """A formula outside CTL is checked, and a proof of it is refused with a reason."""
    loop = program({"0": CHOICE, "1": STEP}, [("0", "0", SKIP), ("0", "1", SKIP), ("1", "0", SKIP)])
    formula = parse_mu("nu X. mu Y. <>((at(0) && X) || Y)")
    result = check(Relation(loop), formula, meaning_of_atoms(loop))
    assert result.value is TRUTH
    with pytest.raises(LimitReached, match="depend on each other"):
        witness(result)
