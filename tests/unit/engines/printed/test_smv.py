"""Guarded systems printed for NuSMV, read back by a reader that knows nothing of the printer."""

from __future__ import annotations

import pytest

from guarded_models import BYTE, WORD, atomic_pair, philosophers, started
from guarded_models_large import LARGE_SYSTEMS
from smv_reader import explore, read_smv
from vexil.engines.printed import Branching, Linear, Refused, bounds, print_smv
from vexil.ir.expressions import Operator
from vexil.ir.types import IntegerType
from vexil.model.guarded import Assign, Choice, Command, Goto, GuardedSystem, Location, Template
from vexil.model.guarded.evaluate import Evaluator
from vexil.model.guarded.expressions import TRUE, Local, Variable, apply, cast, equal, number, read
from vexil.spec.ctl import parse_ctl
from vexil.spec.formulas import atoms_of
from vexil.spec.ltl import parse_ltl


def choosing(choice: Choice) -> GuardedSystem:
    """One thread that writes what it chooses to ``v``."""
    variable = Variable("v", BYTE)
    write = Assign(variable, number(0), cast(choice.value(), BYTE))
    template = Template(
        "chooser",
        1,
        (),
        (Location("none"), Location("choose", (Command(TRUE, (write, Goto(2)), (choice,)),)), Location("end")),
    )
    return GuardedSystem("choosing", (variable,), (template,), started(template))


def domain(choice: Choice) -> tuple[list[bool | int | str], int]:
    """The values of the input that is printed for a choice, and how many states there are after it."""
    module = read_smv(print_smv(choosing(choice), []))
    (name,) = (name for name in module.inputs if name.startswith("choose"))
    return module.inputs[name], explore(module).transitions


def test_BCK_02_two_values_are_true_and_false() -> None:
    """A choice between two values is an input of truth values."""
    assert domain(Choice("c", number(2))) == ([False, True], 2)


def test_BCK_02_a_mask_is_an_enumeration_of_its_bits() -> None:
    """A choice among the bits of the mask 5 is an input that is 0 or 2."""
    bit = apply(Operator.BIT_AND, apply(Operator.SHIFT_RIGHT, number(5), Local("c", WORD)), number(1))
    assert domain(Choice("c", number(3), equal(bit, number(1)))) == ([0, 2], 2)


def test_BCK_02_a_range_up_to_n_is_a_range() -> None:
    """A choice of 0 … n is an input of that range, and every value is a step."""
    choice = Choice("c", number(5))
    assert "choose_0_5 : 0..4;" in print_smv(choosing(choice), [])
    assert domain(choice) == ([0, 1, 2, 3, 4], 5)


def test_BCK_02_an_atomic_section_lets_no_other_thread_move() -> None:
    """Inside an atomic section that can go on, the other thread has no step."""
    text = print_smv(atomic_pair(), [])
    assert "atomic_moves :=" in text
    assert explore(read_smv(text)).transitions == 32


def test_BCK_03_linear_formulas_use_the_operators_of_nusmv() -> None:
    """A weak until, which NuSMV lacks, is said with a release."""
    formula = parse_ltl("[](a => <>b) && (a W b)")
    text = print_smv(philosophers(2, ordered=True), [Linear(formula, dict.fromkeys(atoms_of(formula), TRUE))])
    assert "LTLSPEC ((G (p -> (F p_2))) & (p_2 V (p | p_2)));" in text


def test_BCK_03_branching_formulas_use_the_operators_of_nusmv() -> None:
    """A release, which the CTL of NuSMV lacks, is said with an until of the other quantifier."""
    formula = parse_ctl("AG EF a && A[a R b] && E[a W b]")
    text = print_smv(philosophers(2, ordered=True), [Branching(formula, dict.fromkeys(atoms_of(formula), TRUE))])
    assert "CTLSPEC ((AG (EF p)) & (!E [(!p) U (!p_2)]) & (!A [(!p_2) U (!p & !p_2)]));" in text


def test_BCK_03_next_needs_leave() -> None:
    """``X``, ``AX`` and ``EX`` are refused unless single steps are meant."""
    linear, branching = parse_ltl("X p"), parse_ctl("AX p")
    atoms = dict.fromkeys(atoms_of(linear), TRUE)
    for question in (Linear(linear, atoms), Branching(branching, atoms)):
        with pytest.raises(Refused, match="single steps"):
            print_smv(philosophers(2, ordered=True), [question])
    assert "CTLSPEC (AX p);" in print_smv(philosophers(2, ordered=True), [Branching(branching, atoms, True)])


def test_wide_words_wrap_around() -> None:
    """64-bit values, which Promela lacks, are words: adding one to the greatest gives nothing."""
    kind = IntegerType(64, False)
    value = Variable("x", kind, 1, (2**64 - 1,))
    template = Template(
        "t",
        1,
        (),
        (
            Location("none"),
            Location(
                "a",
                (
                    Command(
                        TRUE, (Assign(value, number(0), apply(Operator.ADD, read(value), number(1, kind))), Goto(2))
                    ),
                ),
            ),
            Location("b", (Command(equal(read(value), number(0, kind)), (Goto(3),)),)),
            Location("c"),
        ),
    )
    system = GuardedSystem("wide", (value,), (template,), started(template))
    found = explore(read_smv(print_smv(system, [])))
    assert (found.states, found.transitions) == (3, 2)


def test_bounds_that_are_hit_break_an_invariant() -> None:
    """A run that is cut has no state after it: the states before it break the invariant of the bound."""
    system = LARGE_SYSTEMS["tickets"]
    evaluator = Evaluator(system)
    seen = dict.fromkeys(evaluator.initial())
    pending, cutting = list(seen), 0
    while pending:
        before = sum(evaluator.cuts.values())
        for _, after in evaluator.successors(pending.pop()):
            if after not in seen:
                seen[after] = None
                pending.append(after)
        cutting += sum(evaluator.cuts.values()) > before
    assert cutting > 0
    assert explore(read_smv(print_smv(system, [bounds(system)]))).broken == [cutting]
