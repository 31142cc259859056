"""Pattern properties: a pattern, a scope, and the propositions that play their roles.

The meaning is the automaton of `vexil.spec.pattern_scopes`; `formula` is its LTL form and
`branching_formula` its CTL form; `automaton` and `violations` are Büchi automata over the atoms of the
propositions. The text of a property is a sentence that reads back, such as
``{full} is absent between {open} and {close}``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vexil.core.errors import require
from vexil.spec.buchi import Buchi
from vexil.spec.formulas import Boolean, Ctl, Ltl
from vexil.spec.pattern_monitors import Pattern
from vexil.spec.pattern_scopes import Deterministic, Scope, pattern_automaton

__all__ = ["DEFAULT_BOUND", "Pattern", "PatternProperty", "Scope"]

DEFAULT_BOUND = 2
"""How often the event of bounded existence may occur unless a number is given."""


@dataclass(frozen=True, slots=True)
class PatternProperty:
    """A pattern in a scope; ``arguments`` are in the order of ``pattern.roles + scope.roles``."""

    pattern: Pattern
    scope: Scope
    arguments: tuple[Boolean, ...]
    bound: int = DEFAULT_BOUND

    def __post_init__(self) -> None:
        require(len(self.arguments) == len(self.roles), "every role of a pattern should have a proposition")

    @property
    def roles(self) -> tuple[str, ...]:
        """The names of the roles, those of the pattern before those of the scope."""
        return self.pattern.roles + self.scope.roles

    @property
    def by_role(self) -> Mapping[str, Boolean]:
        """The propositions under the names of their roles."""
        return dict(zip(self.roles, self.arguments, strict=True))

    def definition(self) -> Deterministic:
        """The deterministic automaton over roles that defines the property."""
        return pattern_automaton(self.pattern, self.scope, self.bound)

    def formula(self) -> Ltl:
        """The property in LTL, without next operators."""
        from vexil.spec.pattern_ltl import pattern_formula

        return pattern_formula(self.pattern, self.scope, self.by_role, self.bound)

    def branching_formula(self) -> Ctl:
        """The property in CTL: true in the states from which every path satisfies `formula`."""
        from vexil.spec.pattern_ctl import pattern_ctl

        return pattern_ctl(self.pattern, self.scope, self.by_role, self.bound)

    def automaton(self) -> Buchi:
        """An automaton of the words on which the property holds."""
        from vexil.spec.pattern_automata import satisfying

        return satisfying(self.definition(), self.by_role)

    def violations(self) -> Buchi:
        """An automaton of the words on which the property does not hold."""
        from vexil.spec.pattern_automata import violating

        return violating(self.definition(), self.by_role)

    def __str__(self) -> str:
        from vexil.spec.pattern_sentences import sentence

        return sentence(self)
