"""What an abstraction learns from steps that it allowed and the program does not have.

A step of the abstraction is possible by itself when some concrete states of the valuations before and behind it are
connected. Where they are not, the literals that exclude each other are remembered: for a single condition as a cube
that implies it, for several targets at once as a constraint (Das and Dill 2001). So short cubes will do to begin with.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from vexil.abstraction.predicates import Predicate
from vexil.logic.factory import Terms
from vexil.logic.inputs import Input
from vexil.logic.solvers.port import ProcessSolver
from vexil.logic.terms import Term
from vexil.model.boolean_program.expressions import Expr, Next, Var, conjunction, disjunction, negation

Item = TypeVar("Item")
Literal = tuple[Term, bool]
"""A predicate and its sign."""
PATIENCE = 20_000


@dataclass(frozen=True, slots=True)
class Derivation:
    """How an edge was abstracted: by what it sees, and for each target its value behind the step in terms before it.

    A condition has the target ``""``. ``place`` tells the steps of one program apart; ``undecided`` are the targets of
    which the abstraction does not always know what they become. ``fact`` holds wherever the step is taken; nothing is
    known of it when it is left out.
    """

    place: str
    visible: tuple[Predicate, ...]
    goals: tuple[tuple[str, Term], ...]
    undecided: frozenset[str]
    inputs: tuple[Input, ...] = ()
    fact: Term | None = None


class LearnedConstraints:
    """Cubes and constraints that were learned, kept while predicates come and go."""

    def __init__(self, terms: Terms, solver: ProcessSolver) -> None:
        self._terms = terms
        self._solver = solver
        self._implicants: dict[tuple[Term, Term], dict[frozenset[Literal], None]] = {}
        self._conflicts: dict[str, dict[tuple[frozenset[Literal], frozenset[tuple[str, bool]]], None]] = {}
        self._possible: set[tuple[frozenset[Literal], frozenset[tuple[str, Term]], Term]] = set()
        self.count = 0

    # --- using -------------------------------------------------------------------------------------------

    def below(self, goal: Term, visible: Sequence[Predicate], fact: Term | None = None) -> Expr:
        """The cubes that were found to imply a condition, by themselves or where a fact holds."""
        true = self._terms.true
        known = dict(self._implicants.get((goal, true), ()))
        if fact is not None and fact is not true:
            known.update(self._implicants.get((goal, fact), ()))
        return disjunction(self._cube(cube, visible) for cube in known if self._is_visible(cube, visible))

    def constraint(self, place: str, visible: Sequence[Predicate], targets: frozenset[str]) -> Expr:
        """No step combines what was found to exclude each other."""
        exclusions = []
        for before, after in self._conflicts.get(place, ()):
            if self._is_visible(before, visible) and all(name in targets for name, _ in after):
                behind = conjunction(Next(name) if sign else negation(Next(name)) for name, sign in sorted(after))
                exclusions.append(negation(conjunction((self._cube(before, visible), behind))))
        return conjunction(exclusions)

    @staticmethod
    def _is_visible(cube: frozenset[Literal], visible: Sequence[Predicate]) -> bool:
        known = {item.term for item in visible}
        return all(term in known for term, _ in cube)

    @staticmethod
    def _cube(cube: frozenset[Literal], visible: Sequence[Predicate]) -> Expr:
        names = {item.term: item.name for item in visible}
        ordered = sorted(cube, key=lambda literal: literal[0].number)
        return conjunction(Var(names[term]) if sign else negation(Var(names[term])) for term, sign in ordered)

    # --- learning ----------------------------------------------------------------------------------------

    def learn(self, derivation: Derivation, before: Mapping[str, bool], after: Mapping[str, bool]) -> bool:
        """Look at one step of the abstraction: its valuations before and behind it; say whether it is excluded now.

        For a condition, *after* has what it is taken to be.
        """
        literals = [(item.term, before[item.name]) for item in derivation.visible if item.name in before]
        goals = [(name, term, after[name]) for name, term in derivation.goals if name in after]
        fact = self._terms.true if derivation.fact is None else derivation.fact
        domain = self._terms.conjunction((*(item.domain for item in derivation.inputs), fact))
        for name, term, value in goals:
            if name in derivation.undecided and not self._is_open(term, derivation.inputs):
                wanted = term if value else self._terms.not_(term)
                core = self._core(literals, [(name, wanted)], fact)
                if core is not None:
                    self._implicants.setdefault((self._terms.not_(wanted), fact), {})[frozenset(core[0])] = None
                    self.count += 1
                    return True
        if len(derivation.undecided) < 2 and not derivation.inputs:
            return False
        joint = [(name, term if value else self._terms.not_(term)) for name, term, value in goals]
        core = self._core(literals, joint, domain)
        if core is None:
            return False
        signs = frozenset((name, after[name]) for name in core[1])
        self._conflicts.setdefault(derivation.place, {})[frozenset(core[0]), signs] = None
        self.count += 1
        return True

    @staticmethod
    def _is_open(term: Term, inputs: Sequence[Input]) -> bool:
        return any(term.symbols & item.symbol.symbols for item in inputs)

    def _core(
        self, literals: list[Literal], goals: list[tuple[str, Term]], domain: Term
    ) -> tuple[list[Literal], list[str]] | None:
        """The literals and goals that exclude each other, as few as can be found; nothing when they do not."""
        terms = self._terms
        reached = domain.symbols
        for _, goal in goals:
            reached |= goal.symbols
        kept = _cone(literals, reached)

        def excluded(cube: list[Literal], part: list[tuple[str, Term]]) -> bool:
            formulas = [term if sign else terms.not_(term) for term, sign in cube]
            return self._solver.check(*formulas, *(goal for _, goal in part), domain, limit=PATIENCE).is_unsat

        asked = (frozenset(kept), frozenset(goals), domain)
        if asked in self._possible:
            return None
        if not excluded(kept, goals):
            self._possible.add(asked)
            return None
        kept = _shrunk(kept, lambda part: excluded(part, goals))
        if len(goals) > 1:
            goals = _shrunk(goals, lambda part: excluded(kept, part))
        return kept, [name for name, _ in goals]


def _cone(literals: list[Literal], reached: int) -> list[Literal]:
    """The literals that share symbols with something, directly or through others."""
    before = -1
    while reached != before:
        before = reached
        for term, _ in literals:
            if term.symbols & reached:
                reached |= term.symbols
    return [literal for literal in literals if literal[0].symbols & reached]


def _shrunk(items: list[Item], holds: Callable[[list[Item]], bool]) -> list[Item]:
    """A small part of a list of which something still holds: parts are left out, large ones first."""
    size = max(1, len(items) // 2)
    while size:
        start = 0
        while start < len(items):
            rest = [*items[:start], *items[start + size :]]
            if holds(rest):
                items = rest
            else:
                start += size
        size //= 2
    return items
