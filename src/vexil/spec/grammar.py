"""The operator tables of the property languages.

All of them share the connectives, the comparisons and the arithmetic of C, in infix form and in the
prefix form of FCL. Temporal operators bind less tightly than comparisons (``[] x < 1`` is ``[](x < 1)``)
and more tightly than the connectives; ``!`` binds as tightly as in C. ``->`` is implication, except that without
spaces between a place and a name it is a member behind a pointer: ``p->next``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from vexil.core.lexer import Grammar

EQUIVALENCE: Final = 10
IMPLICATION: Final = 20
DISJUNCTION: Final = 30
CONJUNCTION: Final = 40
TEMPORAL_BINARY: Final = 50
TEMPORAL_PREFIX: Final = 60
TIGHT: Final = 1000

CONNECTIVES: Final[Mapping[str, tuple[int, bool]]] = {
    "<->": (EQUIVALENCE, False),
    "=>": (IMPLICATION, True),
    "->": (IMPLICATION, True),
    "||": (DISJUNCTION, False),
    "&&": (CONJUNCTION, False),
}
COMPARISONS: Final[Mapping[str, tuple[int, bool]]] = {
    "==": (70, False),
    "=": (70, False),
    "!=": (70, False),
    "<": (72, False),
    "<=": (72, False),
    ">": (72, False),
    ">=": (72, False),
}
ARITHMETIC: Final[Mapping[str, tuple[int, bool]]] = {
    "|": (62, False),
    "^": (64, False),
    "&": (66, False),
    "<<": (76, False),
    ">>": (76, False),
    "+": (80, False),
    "-": (80, False),
    "*": (90, False),
    "/": (90, False),
    "%": (90, False),
}
EXPRESSION_OPERATORS: Final[Mapping[str, tuple[int, bool]]] = {**COMPARISONS, **ARITHMETIC}
TEMPORAL_BINARIES: Final = frozenset("URVW")
TEMPORAL_PREFIXES: Final = frozenset({"[]", "<>", "G", "F", "X"})
QUANTIFIED_PREFIXES: Final = frozenset({"AX", "AG", "AF", "EX", "EG", "EF"})
PATH_QUANTIFIERS: Final = frozenset("AE")
FIXED_POINTS: Final = frozenset({"mu", "nu"})
FIXED_POINT_VARIABLES: Final = frozenset("XYZ")
"""Names that the mu-calculus always takes for variables, so that one without a binder is noticed."""
RESERVED: Final = (
    TEMPORAL_BINARIES
    | TEMPORAL_PREFIXES
    | QUANTIFIED_PREFIXES
    | PATH_QUANTIFIERS
    | FIXED_POINTS
    | FIXED_POINT_VARIABLES
)
"""Words that some property language gives a meaning; a program's name of that form is written in quotes."""

SUFFIX: Final = "[fFdDlL]"
"""What may follow the digits of a number: that it is a float, a double, or long (C11 6.4.4, JLS 3.10)."""
_UNARY = frozenset({"!", "-", "~", "*", "&"})


def _grammar(
    binaries: frozenset[str],
    prefixes: frozenset[str],
    quantifiers: frozenset[str] = frozenset(),
    binders: frozenset[str] = frozenset(),
) -> Grammar:
    return Grammar(
        binary={**CONNECTIVES, **EXPRESSION_OPERATORS, **dict.fromkeys(sorted(binaries), (TEMPORAL_BINARY, True))},
        prefix=_UNARY,
        loose_prefix=dict.fromkeys(sorted(prefixes), TEMPORAL_PREFIX),
        path_quantifiers=quantifiers,
        binders=binders,
        node_brackets=True,
        punctuation=frozenset("."),
        characters=True,
        arrows=True,
        number_suffix=SUFFIX,
    )


def ltl_grammar() -> Grammar:
    """The operators of linear temporal logic."""
    return _grammar(TEMPORAL_BINARIES, TEMPORAL_PREFIXES)


def ctl_grammar() -> Grammar:
    """The operators of computation tree logic, and those of LTL so that they can be refused by name."""
    return _grammar(TEMPORAL_BINARIES, TEMPORAL_PREFIXES | QUANTIFIED_PREFIXES, PATH_QUANTIFIERS)


def mu_grammar() -> Grammar:
    """The operators of the modal mu-calculus."""
    return _grammar(frozenset(), frozenset({"[]", "<>"}), binders=FIXED_POINTS)


def pattern_grammar() -> Grammar:
    """The operators inside the braces of a pattern's sentence, and the marks of the sentence itself.

    The letters of LTL's operators are plain names here, as patterns are usually written with P, Q and R.
    """
    grammar = _grammar(frozenset(), frozenset({"[]", "<>"}))
    return replace(grammar, punctuation=grammar.punctuation | frozenset("{}"))
