"""Guarded systems printed for Spin."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from guarded_models import BYTE, WORD, atomic_pair, counter_race, philosophers, started, tokens
from guarded_models_large import LARGE_SYSTEMS
from vexil.core.errors import LimitReached
from vexil.engines.printed import (
    Branching,
    Count,
    Deadlock,
    Linear,
    Refused,
    print_c,
    print_promela,
    print_smv,
    violations,
)
from vexil.ir.expressions import Operator
from vexil.ir.types import IntegerType
from vexil.model.guarded import Assign, Choice, Command, Goto, GuardedSystem, If, Location, Statement, Template
from vexil.model.guarded.expressions import TRUE, Expr, Local, Variable, apply, cast, equal, number, read
from vexil.spec.ctl import parse_ctl
from vexil.spec.formulas import atoms_of
from vexil.spec.ltl import parse_ltl


def choosing(choice: Choice, kind: IntegerType = WORD) -> GuardedSystem:
    """One thread that writes what it chooses to ``v``."""
    variable = Variable("v", BYTE)
    template = Template(
        "chooser",
        1,
        (),
        (
            Location("none"),
            Location(
                "choose",
                (Command(TRUE, (Assign(variable, number(0), cast(choice.value(), BYTE)), Goto(2)), (choice,)),),
            ),
            Location("end"),
        ),
    )
    return GuardedSystem("choosing", (variable,), (template,), started(template))


def options(text: str) -> list[str]:
    """What the alternatives of the model assign to ``v``."""
    return re.findall(r"v = \(?(\d+)", text)


def test_BCK_02_two_values_are_two_alternatives() -> None:
    """A choice between two values is an ``if`` with one alternative for each."""
    text = print_promela(choosing(Choice("c", number(2))), Count()).text
    assert re.search(r"S1:[^\n]*\n  if\n  :: d_step \{.*?\n  :: d_step \{.*?\n  fi;", text, re.DOTALL)
    assert options(text) == ["0", "1"]


def test_BCK_02_a_mask_is_one_guard_per_set_bit() -> None:
    """A choice among the bits of the mask 5 has an alternative for the bits 0 and 2 only."""
    bit = apply(Operator.BIT_AND, apply(Operator.SHIFT_RIGHT, number(5), Local("c", WORD)), number(1))
    assert options(print_promela(choosing(Choice("c", number(3), equal(bit, number(1)))), Count()).text) == ["0", "2"]


@pytest.mark.parametrize("last", [0, 3, 9])
def test_BCK_02_a_range_up_to_n_has_n_plus_one_guards(last: int) -> None:
    """A choice of 0 … n has n + 1 alternatives, each with its value."""
    assert options(print_promela(choosing(Choice("c", number(last + 1))), Count()).text) == [
        str(n) for n in range(last + 1)
    ]


def test_choices_leave_nothing_in_the_state() -> None:
    """What is chosen is no variable of the model: only the variables of the system are declared."""
    text = print_promela(choosing(Choice("c", number(3))), Count()).text
    declared = re.findall(r"^(?:hidden )?(?:byte|bit|short|int|bool) (\w+)", text, re.MULTILINE)
    assert declared == ["v"]


def test_too_many_values_are_refused_with_their_number() -> None:
    """A choice of a whole word is refused: the message names it, how many values it has, and what to do."""
    with pytest.raises(Refused, match="the choice c of choosing has up to 1000000 values") as refused:
        print_promela(choosing(Choice("c", number(1_000_000))), Count())
    assert refused.value.hint


def test_threads_with_control_of_their_own_are_labels() -> None:
    """Where nobody looks at the control of others, locations are labels and variables of threads are local."""
    text = print_promela(counter_race(2, locked=True), Count()).text
    assert "active [2] proctype adder() {\n  byte adder_seen;" in text
    assert "goto S2" in text
    assert "_pc" not in text


def test_control_that_others_write_is_a_variable() -> None:
    """Where a thread starts another one, program counters are an array that everybody can see."""
    text = print_promela(LARGE_SYSTEMS["pool of workers"], Count()).text
    assert "byte worker_pc[2];" in text
    assert "goto" not in text


def test_atomic_sections_block_others_only_while_they_can_move() -> None:
    """A thread outside waits for one that is inside an atomic section and enabled, and for no other."""
    text = print_promela(atomic_pair(), Count()).text
    macro = re.search(r"#define atomic_moves (.*)", text)
    assert macro is not None
    assert "(worker_inside[0] == 1)" in macro[1]
    assert "(seen[1] == 1)" in macro[1], "the guard of the step that may block belongs to the condition"
    assert text.count("|| !atomic_moves)") == 4


def test_wrong_endings_are_assertions_only_when_asked_for() -> None:
    """``assert(false)`` follows the ending where it is asked for, and nowhere else."""
    system = counter_race(2, locked=False)
    asked = print_promela(system, violations(system)).text
    assert "assert(false)" in asked
    assert "ending" not in asked, "Spin stops there: nobody has to look whether the run has ended"
    text = print_promela(system, Count()).text
    assert "assert" not in text
    assert "ending = 1" in text


def test_deadlock_is_watched_by_a_process_that_moves_last() -> None:
    """A run that is over is no deadlock: the watching process asks whether anybody should still move."""
    text = print_promela(counter_race(2, locked=True), Deadlock()).text
    assert "(timeout && ((ending == 0) && (ended < 2))) -> assert(false);" in text


def test_cut_steps_are_no_alternatives() -> None:
    """The condition under which a run is cut is part of the guard, so that the state after it never exists."""
    text = print_promela(tokens(3), Count()).text
    assert "!(((total + 4) > 9))" in text


def test_BCK_03_formulas_become_ltl_blocks_with_named_atoms() -> None:
    """Atoms are macros, those about control ask for a label, and the operators are those of Spin."""
    formula = parse_ltl("[](hungry => <>eats) && (p W q) && !(p R q)")
    system = philosophers(2, ordered=True)
    atoms = dict.fromkeys(atoms_of(formula), system.atoms[0])
    text = print_promela(system, Linear(formula, atoms)).text
    names = {str(atom): f"p_{place}" for place, atom in enumerate(atoms)}
    hungry, eats, p, q = (names[name] for name in ("hungry", "eats", "p", "q"))
    assert f"ltl asked {{ (([] ({hungry} -> (<> {eats}))) && ({p} W {q}) && (! ({p} V {q}))) }}" in text
    assert "#define p_0 (((philosopher[0]@S3) || (philosopher[1]@S3)))" in text


def linear(text: str, **how: bool) -> Linear:
    formula = parse_ltl(text)
    return Linear(formula, dict.fromkeys(atoms_of(formula), TRUE), **how)


def test_BCK_03_next_needs_leave() -> None:
    """``X`` is refused, and accepted when the caller says that single steps are meant."""
    system = philosophers(2, ordered=True)
    with pytest.raises(Refused, match="single steps"):
        print_promela(system, linear("[] X p"))
    assert "(X p_0)" in print_promela(system, linear("[] X p", may_count_steps=True)).text


def test_BCK_03_branching_formulas_are_refused() -> None:
    """Spin has no CTL: the message says so, and names the back end that has."""
    with pytest.raises(Refused, match="not CTL") as refused:
        print_promela(philosophers(2, ordered=True), Branching(parse_ctl("AG EF p"), {}))
    assert "SMV" in refused.value.hint


def test_BCK_03_atoms_without_meaning_are_refused() -> None:
    """An atom that the system does not know is named."""
    with pytest.raises(Refused, match="the atom p has no meaning"):
        print_promela(philosophers(2, ordered=True), Linear(parse_ltl("[] p"), {}))


def test_wide_values_are_refused_with_their_name() -> None:
    """Promela has integers of 32 bits: a wider variable is named in the words of the source."""
    wide = Variable("x", IntegerType(64, False), text="the counter of main")
    system = replace(philosophers(2, ordered=True), variables=(*philosophers(2, ordered=True).variables, wide))
    with pytest.raises(Refused, match="the counter of main has 64 bits"):
        print_promela(system, Count())


def test_unsigned_division_that_promela_lacks_is_refused() -> None:
    """32-bit unsigned values are divided by small constants only."""
    kind = IntegerType(32, False)
    value = Variable("x", kind)

    def divided(divisor: Expr) -> GuardedSystem:
        template = Template(
            "t",
            1,
            (),
            (
                Location("none"),
                Location(
                    "a", (Command(TRUE, (Assign(value, number(0), apply(Operator.DIVIDE, read(value), divisor)),)),)
                ),
            ),
        )
        return GuardedSystem("division", (value,), (template,), started(template))

    assert "/ 7" in print_promela(divided(number(7, kind)), Count()).text
    with pytest.raises(Refused, match="32-bit unsigned"):
        print_promela(divided(read(value)), Count())


def test_names_of_promela_are_not_used_for_variables() -> None:
    """A variable called like a word of Promela, or with letters it does not know, gets another name."""
    variables = tuple(Variable(name, BYTE) for name in ("timeout", "a.b", "a_b", "2nd"))
    system = replace(philosophers(2, ordered=True), variables=(*philosophers(2, ordered=True).variables, *variables))
    text = print_promela(system, Count()).text
    declared = re.findall(r"^byte (\w+)", text, re.MULTILINE)
    assert declared == ["fork", "timeout_2", "a_b", "a_b_2", "x2nd"]


def test_bodies_that_are_nested_too_deeply_end_in_a_limit() -> None:
    """A body with thousands of conditions inside each other is no traceback: the limit is named."""
    system = philosophers(2, ordered=True)
    body: tuple[Statement, ...] = ()
    for _ in range(5000):
        body = (If(TRUE, body),)
    template = replace(system.templates[0], locations=(Location("none"), Location("deep", (Command(TRUE, body),))))
    for show in (lambda deep: print_promela(deep, Count()), print_c, lambda deep: print_smv(deep, [])):
        with pytest.raises(LimitReached, match="150 nested blocks"):
            show(replace(system, templates=(template,), first=started(template), atoms=()))
