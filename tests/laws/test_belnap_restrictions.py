"""With restrictions, only infinite runs count."""

from __future__ import annotations

from random import Random

from belnap_infinite import LIVE, has_restrictions, on_infinite_runs
from hypothesis import given, settings
from test_belnap_preservation import World

from kripke import Kripke
from kripke_ctl import ctl_states
from kripke_mu import mu_states
from strategies.formulas import random_ctl
from strategies.source import sources
from vexil.engines.belnap.values import Belnap
from vexil.spec.mu import ctl_to_mu


@settings(max_examples=150, deadline=None, derandomize=True)
@given(sources())
def test_definite_values_are_those_on_infinite_runs(random: Random) -> None:
    """In the structure of the states from which an infinite run starts the formula has no other value."""
    world = World(random)
    formula = random_ctl(world.random, world.atoms)
    live = sorted(mu_states(world.structure, LIVE))
    if not live:
        return
    numbers = {state: number for number, state in enumerate(live)}
    inner = Kripke(
        tuple(world.structure.labels[state] for state in live),
        tuple(
            tuple(numbers[after] for after in world.structure.successors[state] if after in numbers) for state in live
        ),
    )
    true = {live[number] for number in ctl_states(inner, formula)}
    result = world.check(on_infinite_runs(ctl_to_mu(formula)))
    stores = world.concrete.stores
    for state in live:
        value = result.at(state // stores, world.abstraction.valuation(state % stores))
        assert value is not Belnap.BOTH
        if value.is_definite:
            assert (state in true) == (value is Belnap.TRUE)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(sources())
def test_without_restrictions_infinite_runs_are_all_runs(random: Random) -> None:
    """The value at every state is the one of the formula itself."""
    world = World(random)
    if has_restrictions(world.flat):
        return
    formula = ctl_to_mu(random_ctl(world.random, world.atoms))
    one, other = world.check(formula), world.check(on_infinite_runs(formula))
    for place in range(len(world.concrete.kinds)):
        for store in range(world.concrete.stores):
            valuation = world.abstraction.valuation(store)
            assert one.at(place, valuation) is other.at(place, valuation)
