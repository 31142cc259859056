"""What four-valued model checking says for certain of an abstraction is true of the concrete program."""

from __future__ import annotations

import os
from random import Random

from hypothesis import given, settings

from belnap_atoms import meaning_of_atoms
from kripke_ctl import ctl_states
from kripke_mu import mu_states
from strategies.boolean.abstractions import (
    Abstraction,
    ConcreteProgram,
    holds,
    random_abstraction,
    random_program,
)
from strategies.formulas import random_ctl, random_mu
from strategies.source import sources
from vexil.engines.belnap import Belnap, Options, Relation, check
from vexil.engines.belnap.check import Result
from vexil.spec.atoms import At
from vexil.spec.formulas import Mu, Proposition
from vexil.spec.mu import ctl_to_mu
from vexil.transform.predicate_inlining import FlatProgram, flatten

EXAMPLES = int(os.environ.get("VEXIL_BELNAP_EXAMPLES", "150"))
LAW = settings(max_examples=EXAMPLES, deadline=None, derandomize=True)


class World:
    """A concrete program, a condition in it, and its abstraction."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.concrete: ConcreteProgram = random_program(random)
        stores = range(self.concrete.stores)
        self.condition = frozenset(store for store in stores if random.random() < 0.5)
        self.abstraction: Abstraction = random_abstraction(random, self.concrete.stores)
        self.flat: FlatProgram = flatten(self.abstraction.program(self.concrete))
        self.meaning = meaning_of_atoms(
            self.flat, {"q": self.abstraction.partial(lambda store: store in self.condition)}
        )
        self.structure, self.total = self.concrete.structure({"q": self.condition})
        places = [Proposition(At(f"L{number}")) for number in range(len(self.concrete.kinds))]
        self.atoms = [*places, Proposition(holds("q")), Proposition(holds("q"))]

    def check(self, formula: Mu, *, conditional: bool = True) -> Result:
        relation = Relation(self.flat, Options(conditional=conditional))
        return check(relation, formula, self.meaning)

    def compare(self, result: Result, states: frozenset[int]) -> int:
        """Compare the value at every abstract state with all its concrete states; count what is definite."""
        definite = 0
        for place in range(len(self.concrete.kinds)):
            for store in range(self.concrete.stores):
                value = result.at(place, self.abstraction.valuation(store))
                assert value is not Belnap.BOTH
                if value.is_definite:
                    definite += 1
                    assert (place * self.concrete.stores + store in states) == (value is Belnap.TRUE)
        return definite


@LAW
@given(sources())
def test_YAS_08_a_definite_value_of_a_ctl_formula_is_the_value_in_the_program(random: Random) -> None:
    """No definite value at any state differs from the concrete one, with and without handling of conditionals."""
    world = World(random)
    formula = random_ctl(world.random, world.atoms)
    fixed_point = ctl_to_mu(formula)
    states = ctl_states(world.structure, formula) if world.total else mu_states(world.structure, fixed_point)
    improved = world.check(fixed_point)
    plain = world.check(fixed_point, conditional=False)
    assert world.compare(improved, states) >= world.compare(plain, states)


@LAW
@given(sources())
def test_YAS_08_a_definite_value_of_a_fixed_point_formula_is_the_value_in_the_program(random: Random) -> None:
    """Fixed points may depend on each other in any way."""
    world = World(random)
    formula = random_mu(world.random, world.atoms)
    world.compare(world.check(formula), mu_states(world.structure, formula))


@settings(max_examples=40, deadline=None, derandomize=True)
@given(sources())
def test_YAS_08_an_abstraction_with_all_predicates_is_as_definite_as_the_program(random: Random) -> None:
    """If every store has its own valuation and nothing is forgotten, no value is unknown."""
    world = World(random)
    stores = world.concrete.stores
    bits = [frozenset(store for store in range(stores) if store >> bit & 1) for bit in range(3)]
    exact = Abstraction(random, stores, bits)
    flat = flatten(exact.program(world.concrete))
    formula = random_ctl(world.random, world.atoms)
    meaning = meaning_of_atoms(flat, {"q": exact.partial(lambda store: store in world.condition)})
    result = check(Relation(flat), ctl_to_mu(formula), meaning)
    states = mu_states(world.structure, ctl_to_mu(formula))
    for place in range(len(world.concrete.kinds)):
        for store in range(stores):
            expected = Belnap.TRUE if place * stores + store in states else Belnap.FALSE
            assert result.at(place, exact.valuation(store)) is expected
