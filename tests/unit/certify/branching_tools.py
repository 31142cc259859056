"""Claims written as text, and what the checker of branching proofs says about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vexil.certify import Certificate
from vexil.certify.branching import check_tree
from vexil.certify.leaps import prove_between_claims
from vexil.core.context import Context, Limits
from vexil.core.source import SourceFile
from vexil.ir.program import Program
from vexil.ir.text.parser_expressions import parse_expression
from vexil.ir.text.parser_leaves import scope_of
from vexil.model.evidence import Claim, ClaimedPart, Tree
from vexil.model.outcome import Question
from vexil.spec.formulas import Mu, Not
from vexil.spec.mu import positive_normal_form
from vexil.spec.property import parse_property
from vexil.transform.inlining import inlining

Layers = Sequence[Sequence[str]]
"""Claims, each a location and a fact: ``head: x > 0i32``."""


def formula_of(text: str) -> Mu:
    """The normal form of a property."""
    return positive_normal_form(parse_property(text).mu_formula())


def claim_of(program: Program, text: str) -> Claim:
    """A claim about the program without calls."""
    name, _, fact = text.partition(": ")
    entry = program.functions[program.entry]
    scope = scope_of(program, entry)
    return Claim(entry.location_numbers[name], parse_expression(SourceFile("fact", fact.encode()), scope))


def tree_of(program: Program, formula: Mu, parts: Mapping[str, Layers]) -> Tree:
    """Evidence: for parts of the formula, written as properties, the layers of their claims."""
    flat = inlining(program).program
    return Tree(
        formula,
        tuple(
            ClaimedPart(formula_of(part), tuple(tuple(claim_of(flat, text) for text in layer) for layer in layers))
            for part, layers in parts.items()
        ),
    )


def check(
    program: Program, asked: str, parts: Mapping[str, Layers], *, negated: bool = False, seconds: float = 20
) -> Certificate:
    """What the checker says about a proof of a property, or of its negation."""
    wanted = parse_property(asked)
    formula = positive_normal_form(Not(wanted.mu_formula()) if negated else wanted.mu_formula())
    evidence = tree_of(program, formula, parts)
    return check_tree(Question(program, wanted), evidence, Context(Limits(cpu_seconds=seconds)), prove_between_claims)
