"""Predicates about what the front end keeps in variables of its own.

A front end splits `if (p->val > v)` into a read and a branch on a hidden variable. A predicate about ``p->val`` says
nothing at the branch unless its companion about that variable is a predicate too.
"""

from __future__ import annotations

from collections.abc import Iterable

from vexil.ir.operations import Call
from vexil.ir.program import Function
from vexil.logic.space import Untranslatable
from vexil.logic.terms import Term
from vexil.model.frames import Frames


def companions(frames: Frames, functions: Iterable[str], terms: Iterable[Term]) -> tuple[Term, ...]:
    """For conditions that contain a value which some hidden variable is given, the same about that variable."""
    known = tuple(terms)
    predicates: dict[Term, None] = {}
    for name in functions:
        for value, symbol in _hidden(frames, frames.program.functions[name]):
            for term in known:
                made = frames.space.terms.substitute(term, {value: symbol})
                if made is not term:
                    predicates[made] = None
    return tuple(made for made in predicates if made not in known)


def _hidden(frames: Frames, function: Function) -> list[tuple[Term, Term]]:
    """What hidden variables of a function are given that is more than a variable, with their symbols."""
    space = frames.space
    own = {f"{function.name}::{item.name}" for item in function.variables.values() if item.hidden}
    pairs: dict[tuple[Term, Term], None] = {}
    for number, edge in enumerate(function.edges):
        if isinstance(edge.operation, Call):
            continue
        try:
            after = frames.step(function.name, number).after
        except Untranslatable:
            continue
        for name in sorted(own & after.keys()):
            value = after[name]
            if not value.is_const and value.op != "symbol":
                pairs[value, space.symbol(space.variables[name])] = None
    return list(pairs)
