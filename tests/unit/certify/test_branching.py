"""Proofs of branching properties: what follows from what, on programs small enough to see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from branching_tools import Layers, check, formula_of, tree_of
from invariant_tools import contradicted, proved, unchecked, vir

from vexil.certify import Checked, certify
from vexil.core.context import Context, Limits
from vexil.ir.types import U8
from vexil.ir.typing import literal
from vexil.model.evidence import Tree
from vexil.model.outcome import Question
from vexil.spec.property import parse_property

COUNTDOWN = vir("""
global n: u8 in range(0u8, 3u8)
function main()
  h -> d: assume n > 0u8
  h -> e: assume !(n > 0u8)
  d -> h: n := n - 1u8
  e -> exit: return
""")
DOWN: Layers = [
    ["exit: true"],
    ["e: n == 0u8"],
    ["h: n == 0u8"],
    ["d: n == 1u8"],
    ["h: n == 1u8"],
    ["d: n == 2u8"],
    ["h: n == 2u8"],
    ["d: n == 3u8"],
    ["h: n == 3u8"],
]


def moved(layers: Layers, first: int, second: int) -> Layers:
    """The layers with two of them exchanged."""
    found = list(layers)
    found[first], found[second] = found[second], found[first]
    return found


# --- least fixed points --------------------------------------------------------------------------------------


@pytest.mark.parametrize("asked", ["ctl: AF at(exit)", "ctl: EF at(exit)", "ctl: A[n <= 3 U at(exit)]"])
def test_layers_count_down(asked: str) -> None:
    """Layers that get closer to the end with every step show that it is reached, on some run and on all."""
    found = check(COUNTDOWN, asked, {asked: DOWN})
    assert isinstance(found, Checked)
    assert found.finding == "the property holds in every initial state: 9 claims proved by a second solver"
    assert found.edges == {f"main#{number}" for number in range(4)}
    assert found.refutes is False


@pytest.mark.parametrize("quantifier", ["A", "E"])
@pytest.mark.parametrize(
    "layers",
    [
        moved(DOWN, 7, 8),  # broken order
        [*DOWN[:3], *DOWN[4:]],  # a missing layer
        DOWN[:-1],  # an initial state is missing
        [[claim for layer in DOWN for claim in layer]],  # in a circle
        [["exit: true"], ["e: true", "h: n <= 3u8", "d: n <= 3u8"]],  # in a circle, but for the beginning
        [*DOWN, ["h: n == 9u8"]],  # a fact about states that are not reached, not shown either
        [["exit: true", "h: true"]],
        [["h: false"]],
        [],
    ],
)
def test_wrong_layers(quantifier: str, layers: Layers) -> None:
    """A claim that does not rest on earlier layers is refused, and so is a root that leaves initial states out."""
    asked = f"ctl: {quantifier}F at(exit)"
    assert contradicted(check(COUNTDOWN, asked, {asked: layers}))


def test_any_order_of_claims_within_a_layer() -> None:
    """Claims of one layer may be listed in any order, and none of them rests on another."""
    asked = "ctl: AF n == 0"
    layers = [["h: n == 0u8", "e: n == 0u8"], ["d: n == 1u8"], ["h: n == 1u8"], ["d: n == 2u8"], ["h: n == 2u8"]]
    assert proved(check(COUNTDOWN, asked, {asked: [*layers, ["d: n == 3u8"], ["h: n == 3u8"]]}))
    assert contradicted(check(COUNTDOWN, asked, {asked: [*layers, ["d: n == 3u8", "h: n == 3u8"]]}))


ENDLESS = vir("""
global n: u8
global m: u8
function main()
  h -> a: assume n < 9u8
  h -> b: assume !(n < 9u8)
  a -> h: n := n + 1u8
  b -> h: m := 1u8 - m
""")


def test_what_is_never_reached_is_not_shown() -> None:
    """A least fixed point cannot justify itself: a promise that is always put off is no proof."""
    asked = "ctl: AF m == 7"
    circle = [["h: true", "a: true", "b: true"]]
    assert contradicted(check(ENDLESS, asked, {asked: circle}))
    assert contradicted(check(ENDLESS, asked, {asked: [["a: true"], ["h: true"], ["b: true"]]}))
    assert contradicted(check(ENDLESS, asked, {asked: [["h: false"], ["h: m == 7u8"], ["h: true"]]}))


# --- greatest fixed points -----------------------------------------------------------------------------------


def test_an_invariant() -> None:
    """Facts that every step keeps show that something holds for ever."""
    asked = "ctl: AG n <= 9"
    facts = [["h: n <= 9u8", "a: n < 9u8", "b: n == 9u8"]]
    assert proved(check(ENDLESS, asked, {asked: facts}))
    assert proved(check(ENDLESS, asked, {asked: [[claim] for claim in facts[0]]}))


@pytest.mark.parametrize(
    "claims",
    [
        ["h: n <= 9u8", "a: n <= 9u8", "b: n == 9u8"],  # not inductive
        ["h: n <= 9u8", "a: n < 9u8"],  # an edge leads to where nothing is claimed
        ["h: n <= 9u8", "b: n == 9u8"],
        ["h: n <= 10u8", "a: n < 10u8", "b: n <= 10u8"],  # does not imply the property
        ["h: false", "a: n < 9u8", "b: n == 9u8"],  # vacuous at the root
        ["h: n == 1u8 && n == 2u8", "a: n < 9u8", "b: n == 9u8"],
        ["a: n < 9u8", "b: n == 9u8"],  # the entry is left out
        ["h: n > 0u8 && n <= 9u8", "a: n < 9u8", "b: n == 9u8"],  # the initial state is left out
    ],
)
def test_wrong_invariants(claims: list[str]) -> None:
    """Facts that some step breaks, or that do not cover the initial states, are refused."""
    asked = "ctl: AG n <= 9"
    assert contradicted(check(ENDLESS, asked, {asked: [claims]}))


def test_staying_for_ever() -> None:
    """A run along which something always holds needs one way on from every state, also where inputs decide."""
    program = vir("""
global x: i32
global y: i32
function main()
  h -> a: y := choose type(i32)
  a -> h: assume y == x
  a -> e: assume !(y == x)
  e -> exit: return
""")
    start = ["h: x == 0i32", "a: x == 0i32 && y == 0i32"]
    asked = "ctl: EG (x == 0 && !at(e))"
    assert proved(check(program, asked, {asked: [start]}))
    assert contradicted(check(program, asked, {asked: [["h: x == 0i32", "a: x == 0i32 && y == 1i32"]]}))
    assert contradicted(check(program, asked, {asked: [["h: x == 0i32", "a: x == 0i32"]]}))
    assert contradicted(check(program, asked, {asked: [["h: x == 0i32"]]}))
    every = asked.replace("EG", "AG")
    assert contradicted(check(program, every, {every: [start]}))


def test_an_exit_repeats_itself() -> None:
    """At an exit the state stays as it is: what holds there holds for ever, and nothing else comes about."""
    asked = "ctl: EF AG at(exit)"
    parts: Mapping[str, Layers] = {"ctl: AG at(exit)": [["exit: true"]], asked: DOWN}
    assert proved(check(COUNTDOWN, asked, parts))
    asked = "ctl: AG AF n == 3"
    stuck: Mapping[str, Layers] = {"ctl: AF n == 3": [["exit: n == 3u8"], ["exit: true"]], asked: [["exit: true"]]}
    assert contradicted(check(COUNTDOWN, asked, stuck))


# --- inputs --------------------------------------------------------------------------------------------------

INPUT = vir("""
global x: i32
global y: u8 in range(4u8, 8u8)
function main()
  a -> b: x := choose range(10i32, 20i32)
  b -> c: assume x * x == 289i32
  b -> d: assume !(x * x == 289i32)
  c -> exit: return
  d -> d: skip
""")


def test_an_input_that_exists() -> None:
    """Under an existential step the solver finds the input; under a universal one it finds the counterexample."""
    asked = "ctl: EF at(c)"
    assert proved(check(INPUT, asked, {asked: [["c: true"], ["b: x == 17i32"], ["a: true"]]}))
    asked = "ctl: AF at(c)"
    assert contradicted(check(INPUT, asked, {asked: [["c: true"], ["b: x == 17i32"], ["a: true"]]}))


def test_an_input_that_does_not_exist() -> None:
    """A step that would need an input outside of what can be chosen is refused."""
    asked = "ctl: EF at(c)"
    program = vir(
        "\n".join(
            [
                """
global x: i32
function main()
  a -> b: x := choose range(10i32, 16i32)
  b -> c: assume x == 17i32
  b -> d: assume !(x == 17i32)
  c -> exit: return
  d -> d: skip
"""
            ]
        )
    )
    assert contradicted(check(program, asked, {asked: [["c: true"], ["b: x == 17i32"], ["a: true"]]}))
    negation = {"ctl: AG !at(c)": [["a: true", "b: x <= 16i32", "d: true"]]}
    found = check(program, asked, negation, negated=True)
    assert isinstance(found, Checked)
    assert found.refutes is True


def test_each_universal_step_has_inputs_of_its_own() -> None:
    """Of two universal steps one must be good for all inputs; that for each input one of them is does not do."""
    program = vir("""
global x: bool
function main()
  a -> b: x := choose type(bool)
  b -> b: skip
""")
    asked = "ctl: AX x || AX !x"
    assert contradicted(check(program, asked, {}))
    assert contradicted(check(program, asked, {asked: [["a: true"]]}))
    assert proved(check(program, "ctl: AX (x || !x)", {}))
    assert proved(check(program, "ctl: EX x && EX !x", {}))
    assert contradicted(check(program, "ctl: EX (x && !x)", {}))
    assert contradicted(check(program, "ctl: EX x && AX x", {}))
    assert contradicted(check(program, "ctl: EX x", {}, negated=True))
    assert proved(check(program, "ctl: AX x", {}, negated=True))


def test_an_input_behind_an_input() -> None:
    """An existential step before a universal one does not know the later input."""
    program = vir("""
global x: bool
global y: bool
function main()
  a -> b: x := choose type(bool)
  b -> c: y := choose type(bool)
  c -> c: skip
""")
    assert proved(check(program, "ctl: AX EX x == y", {}))
    assert contradicted(check(program, "ctl: EX AX x == y", {}))
    assert proved(check(program, "ctl: EX AX x == y", {}, negated=True))
    assert contradicted(check(program, "ctl: AX EX x == y", {}, negated=True))
    assert proved(check(program, "ctl: EX EX x == y", {}))
    assert contradicted(check(program, "ctl: AX AX x == y", {}))


def test_alternatives() -> None:
    """Of the alternatives of a choice one is enough for an existential step, and all count for a universal one."""
    program = vir("""
global x: u8
function main()
  a -> b: x := 1u8
  a -> c: x := 2u8
  b -> b: skip
  c -> c: skip
""")
    assert proved(check(program, "ctl: EX x == 1", {}))
    assert proved(check(program, "ctl: EX x == 2 && AX (x == 1 || x == 2)", {}))
    assert contradicted(check(program, "ctl: EX x == 3", {}))
    assert contradicted(check(program, "ctl: AX x == 1", {}))


def test_cases() -> None:
    """Of the cases of a selector exactly one is taken, the last one when it is none of the values."""
    program = vir("""
global x: u8 in range(0u8, 5u8)
function main()
  a -> b: case x in {0, 1}
  a -> c: case x in {2}
  a -> d: case x not in {0, 1, 2}
  b -> b: skip
  c -> c: skip
  d -> d: skip
""")
    assert proved(check(program, "ctl: AX ((at(b) && x <= 1) || (at(c) && x == 2) || (at(d) && x >= 3))", {}))
    assert contradicted(check(program, "ctl: AX (at(b) || at(c))", {}))
    assert contradicted(check(program, "ctl: EX at(d)", {}))
    assert proved(check(program, "ctl: EX at(d)", {}, negated=True))
    assert proved(check(program, "ctl: AX !at(d)", {}, negated=True))
    assert contradicted(check(program, "ctl: AX (x > 5 || !at(d) || x == 4)", {}))


# --- nesting, and what is asked --------------------------------------------------------------------------------


def test_parts_of_parts() -> None:
    """From everywhere something can be reached: the inner part is shown once and used by the outer one."""
    asked, inner = "ctl: AG EF m == 1", "ctl: EF m == 1"
    ways = [["b: n == 9u8 && m <= 1u8"], ["h: n == 9u8 && m <= 1u8"]]
    for number in reversed(range(9)):
        ways += [[f"a: n == {number}u8 && m <= 1u8"], [f"h: n == {number}u8 && m <= 1u8"]]
    ways = [["h: m == 1u8"], *ways]
    everywhere = [["h: n <= 9u8 && m <= 1u8", "a: n < 9u8 && m <= 1u8", "b: n == 9u8 && m <= 1u8"]]
    assert proved(check(ENDLESS, asked, {inner: ways, asked: everywhere}))
    assert contradicted(check(ENDLESS, asked, {inner: ways[:-1], asked: everywhere}))
    assert contradicted(check(ENDLESS, asked, {asked: everywhere}))
    assert contradicted(check(ENDLESS, asked, {inner: ways}))
    assert contradicted(check(ENDLESS, asked, {inner: [["h: true", "a: true", "b: true"]], asked: everywhere}))


def test_refuting_needs_one_initial_state() -> None:
    """The negation has to hold in one of the initial states, and there has to be one."""
    asked = "ctl: AG n != 2"
    negation: Mapping[str, Layers] = {"ctl: EF n == 2": [["h: n == 2u8"], ["d: n == 3u8"], ["h: n == 3u8"]]}
    found = check(COUNTDOWN, asked, negation, negated=True)
    assert isinstance(found, Checked)
    assert found.finding == "the negation holds in some initial state: 3 claims proved by a second solver"
    assert contradicted(check(COUNTDOWN, asked, {"ctl: EF n == 2": [["h: n == 2u8 && n == 3u8"]]}, negated=True))
    assert contradicted(check(COUNTDOWN, asked, {"ctl: EF n == 2": []}, negated=True))
    unreached = check(COUNTDOWN, "ctl: AG n != 9", {"ctl: EF n == 9": [["h: n == 9u8"]]}, negated=True)
    assert contradicted(unreached)


def test_the_formula_is_the_one_that_was_asked() -> None:
    """A proof of something else, or claims about what is no closed part of the formula, are refused."""
    asked = "ctl: AG n <= 3"
    claims: Layers = [["h: n <= 3u8", "d: n <= 3u8 && n > 0u8", "e: n == 0u8", "exit: n == 0u8"]]
    assert proved(check(COUNTDOWN, asked, {asked: claims}))
    other = tree_of(COUNTDOWN, formula_of("ctl: EG n <= 3"), {"ctl: EG n <= 3": claims})
    context = Context(Limits(cpu_seconds=20))
    assert contradicted(certify(Question(COUNTDOWN, parse_property(asked)), other, context))
    assert contradicted(check(COUNTDOWN, asked, {asked: claims, "ctl: AG n <= 4": claims}))
    right = tree_of(COUNTDOWN, formula_of(asked), {asked: claims})
    twice = Tree(right.formula, (*right.parts, *right.parts))
    assert contradicted(certify(Question(COUNTDOWN, parse_property(asked)), twice, context))
    assert unchecked(certify(Question(COUNTDOWN, parse_property("assert")), right, context), "formula")


def test_claims_that_are_no_claims() -> None:
    """Locations that do not exist and facts that are no conditions of the program are refused."""
    asked = "ctl: AG n <= 3"
    right = tree_of(COUNTDOWN, formula_of(asked), {asked: [["h: true"]]})
    (part,) = right.parts
    ((claim,),) = part.layers
    context = Context(Limits(cpu_seconds=20))
    for wrong in (replace(claim, location=99), replace(claim, location=-1), replace(claim, fact=literal(1, U8))):
        tree = replace(right, parts=(replace(part, layers=((wrong,),)),))
        assert contradicted(certify(Question(COUNTDOWN, parse_property(asked)), tree, context))


def test_in_a_process_of_its_own() -> None:
    """The public entrance gives back the evidence that came in, confirmed."""
    asked = "ctl: EF at(exit)"
    evidence = tree_of(COUNTDOWN, formula_of(asked), {asked: DOWN})
    found = certify(Question(COUNTDOWN, parse_property(asked)), evidence, Context(Limits(cpu_seconds=20)))
    assert isinstance(found, Checked)
    assert found.evidence is evidence


def test_fixed_points_that_depend_on_each_other() -> None:
    """A fixed point inside another one that uses its variable has no claims of its own, and nobody checks it."""
    asked = "mu: nu X. mu Y. ((m == 1 && <>X) || <>Y)"
    assert unchecked(check(ENDLESS, asked, {asked: [["h: true"]]}), "fixed points that depend on")
