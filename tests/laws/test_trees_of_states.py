"""Laws of branching properties by enumeration: the engine agrees with the definition, and its evidence is accepted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from random import Random

from hypothesis import given, settings

from kripke import Kripke
from kripke_ctl import ctl_states
from kripke_mu import mu_states
from strategies.formulas import ctl_formulas, mu_formulas, propositions
from strategies.structures import random_structure, structures
from vexil.certify import Checked, Rejected, certify
from vexil.core.context import Context
from vexil.core.source import SourceFile
from vexil.engines.reference import ReferenceEngine
from vexil.ir.program import Program
from vexil.ir.text import load
from vexil.model.evidence import Lasso, Run, StateTree
from vexil.model.outcome import Fails, GaveUp, Holds, Question
from vexil.spec.formulas import Ctl, Greatest, Least, Mu
from vexil.spec.property import parse_property

NAMES = ("p", "q")
PLACES = propositions("[p]", "[q]")
law = settings(max_examples=60, deadline=None, derandomize=True)


def program_of(structure: Kripke) -> Program:
    """A program with a location for each state."""
    lines = ["vir 1", "function main() entry n0 exit end stop halted"]
    edges = []
    for state, targets in enumerate(structure.successors):
        held = [name for name, place in zip(NAMES, PLACES, strict=True) if place.atom in structure.labels[state]]
        labels = " labels " + ", ".join(f'"{name}"' for name in held) if held else ""
        kind = " choice" if len(targets) > 1 else ""
        lines.append(f"  location n{state}{kind}{labels}")
        edges += [f"  n{state} -> n{target}: skip" for target in targets]
    lines.append("  location apart labels " + ", ".join(f'"{name}"' for name in NAMES))
    return load(SourceFile("law.vir", "\n".join([*lines, *edges, "  apart -> end: return", ""]).encode()))


@law
@given(ctl_formulas(PLACES), structures(PLACES))
def test_YAS_04_ctl_by_enumeration(formula: Ctl, structure: Kripke) -> None:
    """Every verdict on a random structure is that of the definition, with evidence that is accepted."""
    asked = Question(program_of(structure), parse_property(f"ctl: {formula}"))
    answer = ReferenceEngine().check(asked, Context())
    expected = Holds if 0 in ctl_states(structure, formula) else Fails
    assert isinstance(answer.outcome, expected)
    assert isinstance(answer.outcome, Holds | Fails)
    certificate = certify(asked, answer.outcome.evidence, Context())
    assert isinstance(certificate, Checked), certificate
    assert certificate.refutes is isinstance(answer.outcome, Fails)


@law
@given(mu_formulas(), structures(PLACES))
def test_YAS_03_mu_calculus_by_enumeration(formula: Mu, structure: Kripke) -> None:
    """The same for the mu-calculus, unless fixed points depend on each other."""
    text = re.sub(r"\b[abc]\b", lambda letter: "[q]" if letter[0] == "b" else "[p]", str(formula))
    prop = parse_property(f"mu: {text}")
    asked = Question(program_of(structure), prop)
    answer = ReferenceEngine().check(asked, Context())
    if isinstance(answer.outcome, GaveUp):
        assert "depend on each other" in answer.outcome.reason
        return
    expected = Holds if 0 in mu_states(structure, prop.mu_formula()) else Fails
    assert isinstance(answer.outcome, expected)
    certificate = certify(asked, answer.outcome.evidence, Context())
    assert isinstance(certificate, Checked), certificate


def test_kinds_of_evidence_are_all_there() -> None:
    """Runs, lassos and trees of states all occur, and a claim too many is found."""
    seen: Counter[str] = Counter()
    texts = ["AG [p]", "AF [q]", "EF([p] && EG [q])", "AG EF [q]", "E[[p] U [q]]", "EX [p]", "AG([p] -> AF [q])"]
    for seed in range(40):
        structure = random_structure(Random(seed), PLACES)
        for text in texts:
            asked = Question(program_of(structure), parse_property(f"ctl: {text}"))
            outcome = ReferenceEngine().check(asked, Context()).outcome
            assert isinstance(outcome, Holds | Fails)
            evidence = outcome.evidence
            seen[type(evidence).__name__] += 1
            if isinstance(evidence, StateTree):
                seen["spoiled"] += sum(_is_rejected(asked, spoiled) for spoiled in _spoiled(evidence))
            if isinstance(evidence, Run | Lasso):
                other = Question(asked.program, parse_property(f"ctl: !({text})"))
                certificate = certify(other, evidence, Context())
                assert isinstance(certificate, Checked)
                assert certificate.refutes is not isinstance(outcome, Fails)
    assert min(seen["Run"], seen["Lasso"], seen["StateTree"], seen["spoiled"]) > 10, seen


def _is_rejected(asked: Question, evidence: StateTree) -> bool:
    assert isinstance(certify(asked, evidence, Context()), Rejected)
    return True


def _spoiled(tree: StateTree) -> list[StateTree]:
    """Evidence that shows nothing: a claim too many, ranks that do not fall, a state too few."""
    found = []
    for position, (part, ranks) in enumerate(tree.parts):
        missing = [number for number in range(len(tree.states)) if number not in ranks]

        def changed(other: Mapping[int, int], position: int = position, part: Mu = part) -> StateTree:
            return replace(tree, parts=(*tree.parts[:position], (part, other), *tree.parts[position + 1 :]))

        if missing:
            found.append(changed({**ranks, missing[0]: 0}))
        if isinstance(part, Least) and max(ranks.values(), default=0) > 0:
            found.append(changed(dict.fromkeys(ranks, 0)))
        assert isinstance(part, Least | Greatest)
    if len(tree.states) > 1:
        found.append(replace(tree, states=tree.states[:-1]))
    return found
