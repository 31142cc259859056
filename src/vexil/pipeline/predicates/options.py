"""How predicate abstraction starts and refines, as the user asks for it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vexil.core.errors import UsageError

if TYPE_CHECKING:
    from vexil.ir.program import Program

REFINEMENTS = ("auto", "paper")
PREFERENCES = ("precision", "predicates")
BLOCKS = ("edge", "large")
SCOPES = ("function", "location")
ALL_LENGTHS = "all"


@dataclass(frozen=True, slots=True)
class PredicateOptions:
    """What predicate abstraction starts with, and what it prefers.

    ``given`` are the first predicates, as text. ``refine`` is ``paper`` for new predicates from weakest preconditions
    alone (Gurfinkel and Chechik 2006), ``auto`` for every source there is. ``longest`` is the most literals that a cube
    has, nothing when any number is allowed. ``prefer`` says what is tried first where a step is not known well enough:
    ``predicates`` for new ones, ``precision`` for longer cubes over those there are. ``blocks`` says what is abstracted
    as one step: an ``edge``, or a path through a ``large`` block without loops and calls. ``scope`` says where a
    predicate is kept: in its whole ``function``, or at each ``location`` where a check may still depend on it.
    """

    given: tuple[str, ...] = ()
    refine: str = "auto"
    longest: int | None = 2
    prefer: str = "precision"
    blocks: str = "edge"
    scope: str = "function"

    def changed(self) -> tuple[str, ...]:
        """The options that are not as they are by default, as they are spelled on the command line."""
        names = {
            "given": "--predicate",
            "refine": "--refine",
            "longest": "--cube-length",
            "prefer": "--prefer",
            "blocks": "--blocks",
            "scope": "--scope",
        }
        usual = PredicateOptions()
        return tuple(option for name, option in names.items() if getattr(self, name) != getattr(usual, name))


def parse_cube_length(text: str) -> int | None:
    """Read ``--cube-length``: a positive number, or ``all``."""
    if text == ALL_LENGTHS:
        return None
    if not re.fullmatch(r"0*[1-9]\d{0,3}", text):
        raise UsageError(f"--cube-length {text!r:.40} is no length of a cube", hint="give 1, 2, 3 … or all")
    return int(text)


def validate(program: Program, options: PredicateOptions) -> tuple[str, ...]:
    """Read the predicates that are given; raises `SourceError` for one that is none, returns what to warn about."""
    if not options.given:
        return ()
    from vexil.abstraction.given import given_predicates
    from vexil.analysis import Analyses
    from vexil.analysis.partition import AnalysedPartition
    from vexil.logic import Terms
    from vexil.logic.space import Space, Untranslatable

    analyses = Analyses(program)
    try:
        space = Space(Terms(), program, AnalysedPartition(analyses))
    except Untranslatable as problem:
        raise UsageError(f"predicates cannot be about this program: {problem}", hint="leave --predicate out") from None
    return given_predicates(space, analyses, options.given).warnings
