"""Which steps of others depend on what a thread may do at a location, and where control of others is when they do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice

from vexil.model.guarded.expressions import WORD, Const, Expr, Read, Variable, negated, subexpressions
from vexil.model.guarded.system import EndKind, Template
from vexil.transform.reductions.footprints import Access, Cell, Footprint
from vexil.transform.reductions.lock_sets import Footprints
from vexil.transform.reductions.masks import Fact
from vexil.transform.reductions.visibility import Visibility

_NOWHERE = Const(-1, WORD)
MOST_PARTS = 80
"""A condition with more parts is not asked in every state."""


@dataclass(slots=True)
class Dependence:
    """When what a thread may do at a location is independent of others: conditions on the state, and by template the
    locations (bits) at which no other thread may be now or before the thread has moved."""

    conditions: dict[Expr, None] = field(default_factory=dict)
    others: dict[str, int] = field(default_factory=dict)


class Conflicts:
    """Finds dependences; everything that anybody touches is sorted by variables first."""

    def __init__(self, footprints: Footprints, visibility: Visibility) -> None:
        self._footprints = footprints
        self._needs = visibility
        self._system = footprints.system
        self._shared: dict[Variable, dict[tuple[str, Access], int]] = {}
        self._foreign: dict[Variable, dict[tuple[str, Access], int]] = {}
        self.is_wild = False
        for (name, place), prints in footprints.commands.items():
            for item in prints:
                self.is_wild |= item.is_wild
                for access in item.accesses:
                    group = self._shared if access.threads is None else self._foreign
                    places = group.setdefault(access.variable, {})
                    places[name, access] = places.get((name, access), 0) | 1 << place
        self._observed = [
            footprints.walker.of_condition(footprints.system.atoms[atom]) for atom in sorted(visibility.atoms)
        ]
        atomic = [footprints.walker.of_condition(condition) for condition in footprints.system.atomic.values()]
        self._fixed = frozenset(
            variable
            for item in atomic
            for variable in (*(access.variable for access in item.accesses), *(variable for variable, _ in item.own))
        )
        """What atomic sections depend on: nobody who writes it goes first."""

    def of_location(self, template: Template, place: int) -> Dependence | None:
        """When the commands of a location are independent of others; nothing if never."""
        dependence = Dependence()
        items = [item for item in self._footprints.commands.get((template.name, place), []) if item.guard is not None]
        for item in items:
            if not self._is_possible(template, place, item, dependence, is_only=len(items) == 1):
                return None
        return dependence

    def _is_possible(
        self, template: Template, place: int, item: Footprint, dependence: Dependence, *, is_only: bool
    ) -> bool:
        if item.is_wild or self.is_wild or (item.abstract and self._needs.choose_free):
            return False
        targets = [place if target is None else target for target in item.targets]
        for ending, facts in item.leaves:
            is_goal = ending in self._needs.endings and self._system.endings[ending].kind is not EndKind.CUT
            if not is_goal and not self._excluded([facts], dependence, item, is_only=is_only):
                return False
        for access, ways in item.accesses.items():
            if access.threads is not None:
                if not self._excluded(ways, dependence, item, is_only=is_only):
                    return False
            elif access.is_write and (access.variable in self._fixed or self._is_seen(access)):
                return False
            else:
                self._shared_conflicts(template, place, access, dependence)
        for variable, is_write in item.own:
            if is_write and variable in self._fixed:
                return False
            if not self._own(template, place, targets, variable, is_write, dependence):
                return False
        return self._moved(template, place, targets, dependence)

    def _excluded(
        self, ways: Iterable[tuple[Fact, ...]], dependence: Dependence, item: Footprint, *, is_only: bool
    ) -> bool:
        """Ask of the state that none of the ways is taken; that an only command is not enabled is no use."""
        for facts in ways:
            if is_only and all(condition is item.guard for condition, _ in facts):
                return False
            condition = self._footprints.walker.happens(facts)
            if condition is None or sum(1 for _ in islice(subexpressions(condition), MOST_PARTS + 1)) > MOST_PARTS:
                return False
            dependence.conditions[self._footprints.terms.same(negated(condition))] = None
        return True

    def _blame(self, name: str, places: int, template: Template, dependence: Dependence) -> None:
        if name != template.name or template.count > 1:
            dependence.others[name] = dependence.others.get(name, 0) | places

    # --- shared data -------------------------------------------------------------------------------------

    def _is_seen(self, access: Access) -> bool:
        """Say whether an atom may see a write."""
        return any(
            other.variable == access.variable and _overlap(access.index, other.index)
            for item in self._observed
            for other in item.accesses
            if other.threads is None
        )

    def _shared_conflicts(self, template: Template, place: int, access: Access, dependence: Dependence) -> None:
        held = self._footprints.held[template.name, place] | access.mine  # others neither give nor take what is mine
        for (name, other), places in self._shared.get(access.variable, {}).items():
            is_apart = not (access.is_write or other.is_write) or not self._may_meet(template.name, access, name, other)
            if other.holder is not None and self._footprints.locks.is_lock((access.variable, other.index or _NOWHERE)):
                where = dict(other.holder).get(template.name, 0)
                is_apart |= not where >> place & 1  # it is another thread that is meant
            if not is_apart and not self._is_locked(held, access, other):
                self._blame(name, places, template, dependence)

    def _may_meet(self, name: str, access: Access, other_name: str, other: Access) -> bool:
        if access.index is None or other.index is None:
            return True
        values = self._footprints.locks.values(access.index, name)
        others = self._footprints.locks.values(other.index, other_name)
        if values is None or others is None:
            return True
        return any(
            value == another
            for thread, value in enumerate(values)
            for other_thread, another in enumerate(others)
            if name != other_name or thread != other_thread
        )

    def _is_locked(self, held: frozenset[Cell], access: Access, other: Access) -> bool:
        """Say whether a lock that the thread holds keeps others from an access to the same element."""
        for variable, index in held:
            for other_variable, other_index in other.locks:
                if variable != other_variable:
                    continue
                if isinstance(index, Const) and isinstance(other_index, Const):
                    if index.value == other_index.value:
                        return True
                    continue
                if access.index is None or other.index is None:
                    continue
                mine, theirs = self._guarded(index, access.index), self._guarded(other_index, other.index)
                if mine is not None and mine == theirs:
                    return True
        return False

    def _guarded(self, lock: Expr, data: Expr) -> tuple[Variable | None, int, int] | None:
        """How an element gives the lock that guards it: a table, how far its index is from the element's, and what is
        added then; nothing if they do not depend on the same value."""
        split = self._footprints.terms.split
        (base, added), (place, more) = split(lock), split(data)
        if base is place:
            return None, added - more, 0
        if isinstance(base, Read) and base.variable.constant:
            inner, further = split(base.operands[0])
            if inner is place:
                return base.variable, further - more, added
        return None

    # --- data of threads ---------------------------------------------------------------------------------

    def _own(
        self,
        template: Template,
        place: int,
        targets: list[int],
        variable: Variable,
        is_write: bool,
        dependence: Dependence,
    ) -> bool:
        """Blame those who touch what the thread touches of its own; say whether no atom sees it."""
        if variable == template.counter:
            return True
        near = 1 << place
        for target in targets:
            near |= 1 << target
        for item in self._observed if is_write else ():
            if any(other.variable == variable and (other.threads or 0) & near for other in item.accesses):
                return False
        for (name, other), places in self._foreign.get(variable, {}).items():
            mask = other.threads or 0
            if (is_write or other.is_write) and mask >> place & 1:
                self._blame(name, places, template, dependence)
        return True

    def _moved(self, template: Template, place: int, targets: list[int], dependence: Dependence) -> bool:
        """Blame those who look at where the thread is; say whether no atom sees that it moves."""
        counter = template.counter
        for item in self._observed:
            for other in item.accesses:
                if other.variable == counter and any(_is_told(other, place, target) for target in targets):
                    return False
        for (name, other), places in self._foreign.get(counter, {}).items():
            is_moved = other.is_write and (other.threads or 0) >> place & 1
            is_told = not other.is_write and any(_is_told(other, place, target) for target in targets)
            if is_moved or (is_told and (other.threads or 0) >> place & 1):
                self._blame(name, places, template, dependence)
        return True


def _is_told(access: Access, place: int, target: int) -> bool:
    """Say whether a read of a counter may tell two locations apart."""
    near = 1 << place | 1 << target
    if place == target or not (access.threads or 0) & near:
        return False
    return access.test is None or (access.test >> place & 1) != (access.test >> target & 1)


def _overlap(left: Expr | None, right: Expr | None) -> bool:
    return not (isinstance(left, Const) and isinstance(right, Const) and left.value != right.value)
