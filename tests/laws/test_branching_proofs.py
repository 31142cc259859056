"""Laws of proofs of branching properties: right ones are confirmed, and nothing that is false ever is."""

from __future__ import annotations

from random import Random

from explicit_states import Explicit
from hypothesis import given, settings
from hypothesis import strategies as st

from strategies.ir.branching import branching_ctl, program_of, program_text
from strategies.source import sources
from vexil.certify import Certificate, Checked, Rejected
from vexil.certify.branching import check_tree
from vexil.certify.leaps import prove_between_claims
from vexil.core.context import Context, Limits
from vexil.model.evidence import Tree
from vexil.model.outcome import Question
from vexil.spec.formulas import Mu, Not
from vexil.spec.mu import positive_normal_form
from vexil.spec.property import parse_property
from vexil.transform.inlining import inlining


class Case:
    """A random program and property with everything that is true about it."""

    def __init__(self, random: Random, *, calls: bool, memory: bool = False) -> None:
        self.random = random
        text = program_text(self.random, calls=calls, memory=memory)
        self.program = program_of(text)
        asked = parse_property("ctl: " + branching_ctl(self.random, 3, steps=not calls))
        self.question = Question(self.program, asked)
        made = inlining(self.program)
        normal = positive_normal_form(asked.mu_formula())
        original = Explicit(self.program, None, asked.file, normal)
        self.holds = all(number in original.meaning[normal] for number in original.initial)
        self.formula: Mu = normal if self.holds else positive_normal_form(Not(asked.mu_formula()))
        self.states = Explicit(self.program, made, asked.file, self.formula)

    def check(self, evidence: Tree) -> Certificate:
        return check_tree(self.question, evidence, Context(Limits(cpu_seconds=20)), prove_between_claims)


def confirmed(case: Case) -> None:
    found = case.check(case.states.tree(case.formula, case.states.layers))
    assert isinstance(found, Checked), found
    assert found.refutes is not case.holds


@settings(max_examples=25, deadline=None, derandomize=True)
@given(sources(), st.booleans())
def test_right_proofs(random: Random, memory: bool) -> None:
    """A proof that lists the states in which each part holds is confirmed, for a property or for its negation."""
    confirmed(Case(random, calls=False, memory=memory))


@settings(max_examples=10, deadline=None, derandomize=True)
@given(sources(), st.booleans())
def test_right_proofs_with_calls(random: Random, memory: bool) -> None:
    """A proof about the program without calls is confirmed for the program with calls."""
    confirmed(Case(random, calls=True, memory=memory))


@settings(max_examples=25, deadline=None, derandomize=True)
@given(sources(), st.booleans())
def test_one_false_claim(random: Random, memory: bool) -> None:
    """A proof with one claim about a state in which its part does not hold is refused, in whatever layer it is."""
    case = Case(random, calls=False, memory=memory)
    layers = {part: [set(layer) for layer in found] for part, found in case.states.layers.items()}
    everything = set(range(len(case.states.states)))
    wrong = [(part, sorted(everything - case.states.meaning[part])) for part in layers]
    wrong = [(part, states) for part, states in wrong if states]
    if not wrong:
        return
    part, states = case.random.choice(wrong)
    if not layers[part]:
        layers[part].append(set())
    case.random.choice(layers[part]).add(case.random.choice(states))
    assert isinstance(case.check(case.states.tree(case.formula, layers)), Rejected)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(sources(), st.booleans())
def test_the_opposite_is_never_shown(random: Random, memory: bool) -> None:
    """No choice of claims shows the negation of what holds, not even all true ones and some that are not."""
    case = Case(random, calls=False, memory=memory)
    asked = case.question.property.mu_formula()
    opposite = positive_normal_form(Not(asked) if case.holds else asked)
    states = Explicit(case.program, case.states.made, case.question.property.file, opposite)
    layers = {part: [set(layer) for layer in found] for part, found in states.layers.items()}
    for found in layers.values():
        for number in states.initial:
            if case.random.random() < 0.7:
                found.append({number}) if case.random.random() < 0.5 else found[-1:] and found[-1].add(number)
    assert isinstance(case.check(states.tree(opposite, layers)), Rejected)
