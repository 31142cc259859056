"""The symbolic engine computes what its definition says, and at least what the published semantics says."""

from __future__ import annotations

from random import Random

from belnap_explicit import Explicit, TriVectors
from hypothesis import given, settings
from test_belnap_preservation import World

from belnap_atoms import meaning_of_atoms
from belnap_values import is_less_informed
from strategies.boolean.abstractions import Abstraction
from strategies.formulas import random_ctl, random_mu
from strategies.source import sources
from vexil.engines.belnap import Relation, check
from vexil.engines.diagrams import Manager
from vexil.spec.formulas import Mu
from vexil.spec.mu import ctl_to_mu
from vexil.transform.predicate_inlining import flatten

LAW = settings(max_examples=60, deadline=None, derandomize=True)


def some_formula(world: World) -> Mu:
    if world.random.random() < 0.5:
        return random_mu(world.random, world.atoms)
    return ctl_to_mu(random_ctl(world.random, world.atoms))


@LAW
@given(sources())
def test_YAS_18_edge_by_edge_is_what_the_whole_relation_gives(random: Random) -> None:
    """At every state the value is the one of the definition with one relation; there are as many parts as edges."""
    world = World(random)
    formula = some_formula(world)
    conditional = world.random.random() < 0.7
    result = world.check(formula, conditional=conditional)
    explicit = Explicit(world.flat, conditional=conditional)
    for state, value in explicit.values(formula, world.meaning).items():
        assert result.at(state[0], explicit.valuation(state)) is value
    assert result.partitions == len(world.flat.edges)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(sources())
def test_YAS_15_hyper_steps_are_at_least_as_precise_as_tri_vectors(random: Random) -> None:
    """What the published exact semantics knows of a valuation, with or without improvement, the engine knows too."""
    world = World(random)
    if len(world.flat.names) > 2:
        return
    formula = some_formula(world)
    improved = world.random.random() < 0.5
    result = world.check(formula, conditional=improved)
    published = TriVectors(world.flat, improved=improved).values(formula, world.meaning)
    for (place, vector), value in published.items():
        if None not in vector:
            valuation = dict(zip(world.flat.names, map(bool, vector), strict=True))
            assert is_less_informed(value, result.at(place, valuation))


@LAW
@given(sources())
def test_YAS_14_starting_from_a_coarser_result_changes_nothing_but_the_work(random: Random) -> None:
    """With one predicate more the result from the earlier one's is the result from scratch, in no more rounds."""
    world = World(random)
    predicates = list(world.abstraction.predicates) or [world.condition]
    stores = world.concrete.stores
    seed = random.getrandbits(32)
    coarse, fine = (Abstraction(Random(seed), stores, chosen) for chosen in (predicates[:-1], predicates))
    formula = ctl_to_mu(random_ctl(world.random, world.atoms))
    manager = Manager()
    results = []
    start = None
    for abstraction in (coarse, fine):
        flat = flatten(abstraction.program(world.concrete))
        meaning = meaning_of_atoms(flat, {"q": abstraction.partial(lambda store: store in world.condition)})
        relation = Relation(flat, manager=manager)
        results.append(check(relation, formula, meaning, start=start))
        if start is not None:
            scratch = check(relation, formula, meaning)
            assert list(scratch.table) == list(results[-1].table)
            assert results[-1].rounds <= scratch.rounds
        start = results[0].start()
