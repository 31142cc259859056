"""Büchi automata: small, deterministic in their output, usable step by step, and limited in size."""

from __future__ import annotations

import subprocess
import sys

import pytest
from spec_tables import TEN_FORMULAS

from vexil.core.errors import LimitReached
from vexil.spec.buchi import Buchi, Cube, Edge
from vexil.spec.buchi_product import find_word
from vexil.spec.buchi_tableau import cubes
from vexil.spec.buchi_translate import to_buchi
from vexil.spec.formulas import Not, Proposition, atoms_of
from vexil.spec.lasso import Lasso, holds
from vexil.spec.ltl import parse_ltl
from vexil.spec.pattern_automata import prime_implicants


@pytest.mark.parametrize(("text", "plain"), TEN_FORMULAS.items())
def test_automata_are_small(text: str, plain: tuple[int, int]) -> None:
    """No automaton has more states or edges than a plain construction makes."""
    states, edges = to_buchi(parse_ltl(text)).size
    assert states <= plain[0]
    assert edges <= plain[1]


def test_an_engine_can_follow_the_automaton() -> None:
    """An engine evaluates the atoms of a state once and asks for the successors."""
    automaton = to_buchi(parse_ltl("!([](p => <>q))"))
    p, q = automaton.atoms
    assert automaton.letter([q]) == 2
    assert automaton.successors(automaton.initial, automaton.letter([])) == (0,)
    after = automaton.successors(automaton.initial, automaton.letter([p]))
    assert sorted(after) == [0, 1]
    assert automaton.accepting == {1}
    assert automaton.successors(1, automaton.letter([q])) == ()
    assert str(automaton) == "0:\n  true -> 0\n  p && !q -> 1\n1 (accepting):\n  !q -> 1"


def test_unmentioned_atoms_are_ignored() -> None:
    """A letter may have atoms that the automaton knows nothing of."""
    automaton = to_buchi(parse_ltl("[]p"))
    other = parse_ltl("q")
    assert isinstance(other, Proposition)
    assert automaton.letter([other.atom, *automaton.atoms]) == 1


def test_empty_and_universal_languages() -> None:
    """A contradiction has an automaton without edges, a tautology one state that reads everything."""
    assert to_buchi(parse_ltl("<>p && []!p")).size == (1, 0)
    universal = to_buchi(parse_ltl("<>p || []!p"))
    assert find_word([to_buchi(Not(parse_ltl("<>p || []!p")))]) is None
    assert find_word([universal]) is not None
    assert to_buchi(parse_ltl("true")).edges == ((Edge(Cube(), 0),),)


def test_witness_passes_through_every_automaton() -> None:
    """A word in a product of three automata is accepted by each of them."""
    texts = ["[]<>p", "[]<>q", "[]!(p && q) && []<>r"]
    word = find_word([to_buchi(parse_ltl(text)) for text in texts])
    assert word is not None
    assert all(holds(parse_ltl(text), word) for text in texts)
    assert len(word.loop) <= 4


def test_acceptance_needs_a_cycle() -> None:
    """An accepting state that is visited once does not make a word accepted."""
    p = parse_ltl("p")
    assert isinstance(p, Proposition)
    passing = Buchi((p.atom,), ((Edge(Cube(1, 0), 1),), (Edge(Cube(), 2),), (Edge(Cube(), 2),)), frozenset({1}))
    assert not passing.accepts(Lasso((), (frozenset({p.atom}),)))
    assert find_word([passing]) is None


def test_cubes_of_a_condition() -> None:
    """A Boolean formula is covered by cubes none of which contains another."""
    formula = parse_ltl("(a => b) && !(b && c)")
    atoms = atoms_of(formula)
    found = cubes(formula, atoms)  # type: ignore[arg-type]
    assert [(cube.required, cube.forbidden) for cube in found] == [(0, 0b011), (0, 0b101), (0b010, 0b100)]


def test_prime_implicants() -> None:
    """The maximal cubes of exclusive or are its minterms; those of a full table are one empty cube."""
    assert prime_implicants([0b01, 0b10], 2) == [(0b01, 0b10), (0b10, 0b01)]
    assert prime_implicants(range(4), 2) == [(0, 0)]
    assert prime_implicants([], 2) == []


def test_cubes_imply_and_meet() -> None:
    """Cubes are compared by the letters they admit, and contradictory ones do not meet."""
    strict, loose = Cube(0b01, 0b10), Cube(0b01, 0)
    assert strict.implies(loose)
    assert not loose.implies(strict)
    assert strict.meet(loose) == strict
    assert strict.meet(Cube(0b10, 0)) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (" && ".join(f"<>(p{i} && X p{i})" for i in range(9)), "more than 5000 states"),
        (" && ".join(f"(a{i} || b{i})" for i in range(14)), "more than 5000 moves"),
        ("X " * 3000 + "p", "more than 2000 different subformulas"),
    ],
)
def test_limits_have_a_reason(text: str, reason: str) -> None:
    """A formula whose automaton is too large ends with the limit that was reached."""
    with pytest.raises(LimitReached, match=reason):
        to_buchi(parse_ltl(text))


def test_the_product_is_limited() -> None:
    """A product with more states than allowed ends with a reason."""
    automata = [to_buchi(parse_ltl(f"[]<>p{i}")) for i in range(4)]
    with pytest.raises(LimitReached, match="more than 3 states"):
        find_word(automata, state_limit=3)


def test_output_does_not_depend_on_hashing() -> None:
    """Two processes with different hash seeds make the same automaton and the same witness."""
    program = (
        "from vexil.spec.ltl import parse_ltl\n"
        "from vexil.spec.buchi_translate import to_buchi\n"
        "from vexil.spec.buchi_product import find_word\n"
        "a = to_buchi(parse_ltl('!([](p => q U (r || X s)) && []<>(t => <>u))'))\n"
        "print(a, find_word([a, to_buchi(parse_ltl('[]<>(p && t) && <>[]!u'))]))\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }  # fmt: skip
    assert len(outputs) == 1
    assert "accepting" in outputs.pop()
