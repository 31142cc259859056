"""Methods side by side: what each one is, and what it said about one question."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Said(StrEnum):
    """What a method said: one of the three verdicts, that it is not for the question, or that it is broken."""

    PROVED = "proved"
    REFUTED = "refuted"
    UNKNOWN = "unknown"
    NOT_APPLICABLE = "not applicable"
    BROKEN = "internal-error"


@dataclass(frozen=True, slots=True)
class MethodFacts:
    """A method in the words that methods are compared by, whatever the program is."""

    name: str
    title: str
    automation: str
    threads: str
    arithmetic: str
    decides: str
    """What decides the questions about numbers, and when it is asked."""
    state: str
    """What a state of the model consists of."""
    spurious: str
    """Where runs come from that the program does not have."""
    recursion: str
    allocation: str


@dataclass(frozen=True, slots=True)
class ComparedAnswer:
    """What one method said about one property; ``None`` is a number that the method does not have.

    ``tracked`` is how many predicates or variables with tokens the last model had, ``what`` which of the two.
    """

    method: str
    property: str
    said: Said
    reason: str
    tracked: int | None = None
    what: str = ""
    iterations: int | None = None
    questions: int | None = None
    states: int | None = None
    cpu_seconds: float = 0.0


@dataclass(frozen=True)
class Comparison:
    """The methods that were asked, and what they said, property by property."""

    methods: tuple[MethodFacts, ...]
    answers: tuple[ComparedAnswer, ...]
    lines: int = 0
    """How many lines of the program are not blank."""

    def facts(self, answer: ComparedAnswer) -> MethodFacts:
        """What is known of the method of an answer."""
        return next(item for item in self.methods if item.name == answer.method)

    @property
    def properties(self) -> tuple[str, ...]:
        """What was asked, in order."""
        return tuple(dict.fromkeys(item.property for item in self.answers))

    @property
    def contradictions(self) -> tuple[str, ...]:
        """The properties that one method has proved and another one refuted, over the same numbers."""
        found: list[str] = []
        for prop in self.properties:
            same = [item for item in self.answers if item.property == prop]
            for numbers in dict.fromkeys(self.facts(item).arithmetic for item in same):
                said = {item.said for item in same if self.facts(item).arithmetic == numbers}
                if {Said.PROVED, Said.REFUTED} <= said:
                    found.append(prop)
        return tuple(dict.fromkeys(found))
