"""Questions about the meaning of LTL formulas, answered with automata."""

from __future__ import annotations

from vexil.spec.buchi import Buchi
from vexil.spec.buchi_product import find_word
from vexil.spec.buchi_translate import STATE_LIMIT, to_buchi
from vexil.spec.formulas import Ltl, Not


def is_safety(formula: Ltl, state_limit: int = STATE_LIMIT) -> bool:
    """Say whether every word that violates a formula has a prefix that no continuation can save.

    The automaton's states all have an accepted continuation, so that letting all of them accept gives the
    words whose prefixes can be continued (Alpern and Schneider 1987); none of these may violate the formula.
    """
    automaton = to_buchi(formula, state_limit)
    closure = Buchi(automaton.atoms, automaton.edges, frozenset(range(len(automaton.edges))))
    return find_word([closure, to_buchi(Not(formula), state_limit)]) is None
