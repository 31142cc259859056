"""The property type, and what ``-p`` accepts.

A property is a word for a built-in one (``assert``, ``deadlock`` …) or a formula with the name of its language in
front: ``ltl: []!at(error)``. The word ``exception`` may have a class behind it: ``exception: java.lang.Error``.
Formulas are parsed by modules that are loaded when one is given.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from vexil.core.caveats import Assumption
from vexil.core.errors import InternalError, UsageError
from vexil.core.source import SourceFile
from vexil.core.wording import did_you_mean

if TYPE_CHECKING:
    from vexil.spec.formulas import Ctl, Ltl, Mu
    from vexil.spec.patterns import PatternProperty

PROPERTY_FILE = "property"
"""The file name under which errors in a property's text are reported."""


class Kind(Enum):
    """The kinds of property; the value is the word that names it."""

    ASSERT = "assert"
    UNREACH = "unreach"
    DEADLOCK = "deadlock"
    EXCEPTION = "exception"
    RACE = "race"
    OVERFLOW = "overflow"
    DIVISION = "division"
    MEMSAFETY = "memsafety"
    MEMTRACK = "memtrack"
    SHARING = "sharing"
    TERMINATION = "termination"
    LTL = "ltl"
    CTL = "ctl"
    MU = "mu"
    PATTERN = "pattern"


LANGUAGES = (Kind.LTL, Kind.CTL, Kind.MU, Kind.PATTERN)
"""The kinds that come with a formula."""

_CLASS = re.compile(r"[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*")
_DESCRIPTIONS = {
    Kind.ASSERT: "no assertion of the program is violated",
    Kind.UNREACH: "no error function (reach_error, __VERIFIER_error) is called",
    Kind.DEADLOCK: "no run gets stuck while a thread has not ended",
    Kind.EXCEPTION: "no thread ends with an uncaught exception",
    Kind.RACE: "no two threads access the same data at the same time, one of them writing",
    Kind.OVERFLOW: "no signed integer operation overflows",
    Kind.DIVISION: "no integer is divided by zero",
    Kind.MEMSAFETY: "no access outside a live object, and no wrong release of memory",
    Kind.MEMTRACK: "no heap memory is lost: what is not released can still be reached",
    Kind.SHARING: "no two threads use an object at the same time that the library made for one",
    Kind.TERMINATION: "every run ends",
}


@dataclass(frozen=True, slots=True)
class LinearTime:
    """An LTL formula that every run must satisfy."""

    formula: Ltl

    def __str__(self) -> str:
        return str(self.formula)


@dataclass(frozen=True, slots=True)
class BranchingTime:
    """A CTL formula that the initial states must satisfy."""

    formula: Ctl

    def __str__(self) -> str:
        return str(self.formula)


@dataclass(frozen=True, slots=True)
class FixedPoint:
    """A formula of the mu-calculus that the initial states must satisfy."""

    formula: Mu

    def __str__(self) -> str:
        return str(self.formula)


Question: TypeAlias = "LinearTime | BranchingTime | FixedPoint | PatternProperty"


@dataclass(frozen=True, slots=True)
class Property:
    """What is asked: a kind, for formulas the formula, and the text it was given as.

    The places in a formula's atoms refer to ``file``. ``subject`` is the class of exceptions that ``exception`` asks
    about when it is not about all.
    """

    id: str
    kind: Kind
    text: str
    description: str
    file: SourceFile
    formula: Question | None = None
    assumptions: tuple[Assumption, ...] = ()
    subject: str | None = None

    def linear_formula(self) -> Ltl:
        """The LTL formula of an ``ltl`` or ``pattern`` property."""
        from vexil.spec.patterns import PatternProperty

        match self.formula:
            case LinearTime(formula):
                return formula
            case PatternProperty() as pattern:
                return pattern.formula()
            case _:
                raise InternalError(f"a property of kind {self.kind.value} should not be asked for LTL")

    def branching_formula(self) -> Ctl:
        """The CTL formula of a ``ctl`` or ``pattern`` property."""
        from vexil.spec.patterns import PatternProperty

        match self.formula:
            case BranchingTime(formula):
                return formula
            case PatternProperty() as pattern:
                return pattern.branching_formula()
            case _:
                raise InternalError(f"a property of kind {self.kind.value} should not be asked for CTL")

    def mu_formula(self) -> Mu:
        """The mu-calculus formula of a ``mu``, ``ctl`` or ``pattern`` property."""
        from vexil.spec.mu import ctl_to_mu
        from vexil.spec.patterns import PatternProperty

        match self.formula:
            case FixedPoint(formula):
                return formula
            case BranchingTime() | PatternProperty():
                return ctl_to_mu(self.branching_formula())
            case _:
                raise InternalError(f"a property of kind {self.kind.value} should not be asked for fixed points")


def parse_property(text: str) -> Property:
    """Parse a property; raises `UsageError` for an unknown kind and `SourceError` for a wrong formula."""
    kind, start = kind_of(text)
    # Blanks keep the places of everything that follows.
    formula = re.sub(r"[^\n]", " ", text[:start]) + text[start:]
    return build_property(kind, text, SourceFile(PROPERTY_FILE, formula.encode()))


def build_property(kind: Kind, text: str, file: SourceFile) -> Property:
    """Make a property from its kind, its text as given, and a file that has nothing but its formula."""
    subject = file.text.strip()
    if kind is Kind.EXCEPTION and subject:
        description = f"no thread ends with an uncaught {subject}, or an exception of a class below it"
        return Property(f"{kind.value}: {subject}", kind, text, description, file, subject=subject)
    if kind in _DESCRIPTIONS:
        return Property(kind.value, kind, text, _DESCRIPTIONS[kind], file)
    formula, description = _parse_formula(kind, file)
    return Property(f"{kind.value}: {formula}", kind, text, description, file, formula)


def kind_of(text: str) -> tuple[Kind, int]:
    """The kind a property's text begins with, and where the formula starts; raises `UsageError`."""
    match = re.match(r"\s*([A-Za-z]\w*)\s*(:?)", text)
    word = match[1].lower() if match else ""
    kinds = {kind.value: kind for kind in Kind}
    if match is None or word not in kinds:
        raise _unknown_kind(text, word, list(kinds))
    kind = kinds[word]
    rest = text[match.end() :].strip()
    if kind in LANGUAGES and not (match[2] and rest):
        raise UsageError(f"{word!r} needs a formula", hint=f"write {word}: followed by the formula")
    if kind is Kind.EXCEPTION and (match[2] or rest):
        if not (match[2] and _CLASS.fullmatch(rest)):
            raise UsageError(
                f"{word!r} is asked of all exceptions, or of a class of them, and has {rest!r} after it",
                hint=f"write {word}: java.lang.RuntimeException",
            )
        return kind, match.end()
    if kind not in LANGUAGES and (match[2] or rest):
        raise UsageError(f"{word!r} takes no formula, and has {text.strip()[len(word) :].strip()!r} after it")
    return kind, match.end()


def _unknown_kind(text: str, word: str, kinds: list[str]) -> UsageError:
    built_in = ", ".join(kind.value for kind in Kind if kind not in LANGUAGES)
    languages = ", ".join(f"{kind.value}: …" for kind in LANGUAGES)
    hint = did_you_mean(word, kinds, f"properties are {built_in}, {languages}")
    return UsageError(f"unknown property {text.strip()!r}", hint=hint)


def _parse_formula(kind: Kind, file: SourceFile) -> tuple[Question, str]:
    match kind:
        case Kind.LTL:
            from vexil.spec.ltl import parse_ltl

            linear = LinearTime(parse_ltl(file))
            return linear, f"every run satisfies {linear}"
        case Kind.CTL:
            from vexil.spec.ctl import parse_ctl

            branching = BranchingTime(parse_ctl(file))
            return branching, f"every initial state satisfies {branching}"
        case Kind.MU:
            from vexil.spec.mu import parse_mu

            fixed_point = FixedPoint(parse_mu(file))
            return fixed_point, f"every initial state satisfies {fixed_point}"
        case Kind.PATTERN:
            from vexil.spec.pattern_sentences import parse_pattern

            pattern = parse_pattern(file)
            return pattern, f"on every run, {pattern}"
        case _:
            raise InternalError(f"a property of kind {kind.value} should have no formula")
