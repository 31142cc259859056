"""How predicate abstraction starts and refines, as the user asks for it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING

from vexil.core.errors import UsageError
from vexil.core.options import Group, option

if TYPE_CHECKING:
    from vexil.ir.program import Program

ALL_LENGTHS = "all"


class Refinement(StrEnum):
    """Where new predicates come from: every source there is, or weakest preconditions (Gurfinkel and Chechik 2006)."""

    AUTO = "auto"
    PAPER = "paper"


class Preference(StrEnum):
    """What is tried first where a step is not known well enough: longer cubes, or new predicates."""

    PRECISION = "precision"
    PREDICATES = "predicates"


class BlockSize(StrEnum):
    """What is one step of the abstraction: an edge, a basic block, or a path through a block without loops."""

    STATEMENT = "statement"
    BASIC = "basic"
    LARGE = "large"


class AbstractSteps(StrEnum):
    """How a step is abstracted: cubes for each predicate by itself, or a relation over all (Clarke et al. 2004)."""

    CUBES = "cubes"
    RELATION = "relation"


class Leaping(StrEnum):
    """Whether loops that four-valued checking cannot pass are handed over to leaps (Ball, Kupferman and Sagiv 2007)."""

    AUTO = "auto"
    OFF = "off"


class PredicateScope(StrEnum):
    """Where a predicate is kept: in its function, or at each location where a check may still depend on it."""

    FUNCTION = "function"
    LOCATION = "location"


def parse_cube_length(text: str) -> int | None:
    """Read ``--cube-length``: a positive number, or ``all``."""
    if text == ALL_LENGTHS:
        return None
    if not re.fullmatch(r"0*[1-9]\d{0,3}", text):
        raise UsageError(f"--cube-length {text!r:.40} is no length of a cube", hint="give 1, 2, 3 … or all")
    return int(text)


_option = partial(option, group=Group.PREDICATES)


@dataclass(frozen=True, slots=True)
class PredicateOptions:
    """What predicate abstraction starts with, and what it prefers.

    ``given`` are the first predicates, as text. ``longest`` is the most literals that a cube has, nothing when any
    number is allowed.
    """

    given: tuple[str, ...] = _option(
        "--predicate",
        key="predicates",
        default=(),
        metavar="TEXT",
        everyday=True,
        help="Abstract with this predicate: 'x > 0', in a function 'f: n < 5'; repeatable.",
    )
    refine: Refinement = _option(
        "--refine",
        default=Refinement.AUTO,
        help="New predicates: from weakest preconditions only (paper), or also others.",
    )
    longest: int | None = _option(
        "--cube-length",
        key="cube_length",
        default=2,
        written="2",
        metavar="N",
        parse=parse_cube_length,
        help="The most predicates that are combined in an abstract step, or all.",
    )
    prefer: Preference = _option(
        "--prefer",
        default=Preference.PRECISION,
        help="Refine by new predicates first, or by precision over those there are.",
    )
    blocks: BlockSize = _option(
        "--blocks",
        default=BlockSize.STATEMENT,
        help="Abstract statements, basic blocks, or paths through large blocks without loops.",
    )
    steps: AbstractSteps = _option(
        "--abstraction",
        key="abstraction",
        default=AbstractSteps.CUBES,
        help="Abstract each predicate of a step by cubes, or all by a relation (bit-precise, AllSAT).",
    )
    rows: int = _option(
        "--rows",
        default=4096,
        metavar="N",
        minimum=1,
        help="The most rows that a relation has.",
    )
    scope: PredicateScope = _option(
        "--scope",
        default=PredicateScope.FUNCTION,
        help="Keep predicates in their whole function, or where a check needs them.",
    )

    leaps: Leaping = _option(
        "--leaps",
        default=Leaping.AUTO,
        help="Hand loops that keep a CTL formula unknown over to leaps, or never.",
    )

    @property
    def most_rows(self) -> int | None:
        """The most rows of a relation; nothing where steps are no relations."""
        return self.rows if self.steps == AbstractSteps.RELATION else None


def validate(program: Program, options: PredicateOptions) -> tuple[str, ...]:
    """Read the predicates that are given; raises `SourceError` for one that is none, returns what to warn about."""
    if not options.given:
        return ()
    from vexil.abstraction.user_predicates import observed_by, user_predicates
    from vexil.analysis import Analyses
    from vexil.analysis.partition import AnalysedPartition
    from vexil.logic import Terms
    from vexil.logic.space import Space, Untranslatable

    analyses = Analyses(program, observed_by(program, options.given))
    try:
        space = Space(Terms(), program, AnalysedPartition(analyses))
    except Untranslatable as problem:
        raise UsageError(f"predicates cannot be about this program: {problem}", hint="leave --predicate out") from None
    return user_predicates(space, analyses, options.given).warnings
