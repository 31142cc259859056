"""Where no thread is in an atomic section: the values of the variable that says so, location by location.

The values that a variable has at a location are those with which control comes there. A command that writes it once,
and always, gives it one value for each it had; any other way of writing it may give it any value.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from vexil.model.guarded.expressions import WORD, Const, Expr, Read, Self, Variable, is_const
from vexil.model.guarded.system import Assign, Command, GuardedSystem, Template
from vexil.model.guarded.walks import nested
from vexil.transform.reductions.footprints import Footprint
from vexil.transform.reductions.terms import Terms, parts

Place = tuple[str, int]
"""A template and one of its locations."""
Values = frozenset[int] | None
"""What a variable may hold; `None` for anything."""
MOST_VALUES = 8
"""Different values at a location that are told apart."""


def outside_sections(
    system: GuardedSystem, terms: Terms, commands: Mapping[Place, Sequence[Footprint]], beginnings: Sequence[Place]
) -> frozenset[Place]:
    """The locations at which no thread is in an atomic section, as the footprints of all commands show."""
    outside: set[Place] = set()
    for template in system.templates:
        condition = system.atomic.get(template.name)
        if condition is None:
            outside |= {(template.name, place) for place in range(len(template.locations))}
            continue
        variable = _told_by(condition, template)
        if variable is None:
            continue
        element = terms.same(Read(variable, (Const(0, WORD),)))
        flow = _Flow(template, variable, element, terms, _given_by_others(system, terms, variable))
        flow.follow(commands, [place for name, place in beginnings if name == template.name])
        for place, values in flow.known.items():
            if values is not None and all(
                is_const(terms.folded(condition, {element: terms.const(value, element)}), 0) for value in values
            ):
                outside.add((template.name, place))
    return frozenset(outside)


def _told_by(condition: Expr, template: Template) -> Variable | None:
    """The only variable that a condition depends on, if it is one number of the thread itself."""
    items = list(parts(condition))
    reads = [item for item in items if isinstance(item, Read)]
    is_own = all(len(item.operands) == 1 and item.variable.template == template.name for item in reads)
    variables = {item.variable for item in reads}
    is_plain = is_own and not any(isinstance(item, Self) for item in items)
    return variables.pop() if is_plain and len(variables) == 1 and reads[0].variable.length == 1 else None


def _is_own(statement: Assign, variable: Variable) -> bool:
    return statement.variable == variable and (statement.thread is None or isinstance(statement.thread, Self))


def _given_by_others(system: GuardedSystem, terms: Terms, variable: Variable) -> Values:
    """The values that the first command and other threads write."""
    constants: set[int] = set()
    for command in (system.first, *_commands(system)):
        for statement in nested(command.body):
            if isinstance(statement, Assign) and statement.variable == variable and not _is_own(statement, variable):
                value = terms.same(statement.value)
                if not isinstance(value, Const):
                    return None
                constants.add(value.value)
    return frozenset(constants)


def _commands(system: GuardedSystem) -> Iterator[Command]:
    for template in system.templates:
        for location in template.locations:
            yield from location.commands


@dataclass
class _Flow:
    """The values of a variable at the locations of its template; a location that is missing is never reached."""

    template: Template
    variable: Variable
    element: Expr
    terms: Terms
    given: Values
    known: dict[int, Values] = field(default_factory=dict)
    _pending: list[int] = field(default_factory=list)

    def follow(self, commands: Mapping[Place, Sequence[Footprint]], beginnings: Sequence[int]) -> None:
        """Find all values, from the beginnings of threads on."""
        moved: dict[int, set[int]] = defaultdict(set)
        for prints in commands.values():
            for name, mask, targets in (move for item in prints for move in item.moves):
                for place in _bits(mask) if name == self.template.name else ():
                    moved[place].update(_bits(targets))
        for place in (0, *beginnings):
            self._arrive(place, frozenset(self.variable.initial[:1] or (0,)))
        while self._pending:
            place = self._pending.pop()
            values = self.known[place]
            for there in moved.get(place, ()):
                self._arrive(there, values)
            footprints = commands.get((self.template.name, place), ())
            for command, item in zip(self.template.locations[place].commands, footprints, strict=False):
                after = None if item.is_wild else self._after(command, values)
                for target in item.targets:
                    self._arrive(place if target is None else target, after)
                for anywhere in range(len(self.template.locations)) if item.is_wild else ():
                    self._arrive(anywhere, None)

    def _arrive(self, place: int, values: Values) -> None:
        before = self.known.get(place, frozenset())
        together = None if before is None or values is None or self.given is None else before | values | self.given
        if together is not None and len(together) > MOST_VALUES:
            together = None
        if place not in self.known or together != before:
            self.known[place] = together
            self._pending.append(place)

    def _after(self, command: Command, values: Values) -> Values:
        """The values after a command."""
        written = [item for item in nested(command.body) if isinstance(item, Assign) and _is_own(item, self.variable)]
        if not written:
            return values
        if len(written) > 1 or written[0] not in command.body:
            return None
        value = self.terms.same(written[0].value)
        if isinstance(value, Const):
            return frozenset({value.value})
        if values is None:
            return None
        after = [self.terms.folded(value, {self.element: self.terms.const(one, self.element)}) for one in values]
        constants = frozenset(item.value for item in after if isinstance(item, Const))
        return constants if all(isinstance(item, Const) for item in after) else None


def _bits(mask: int) -> Iterator[int]:
    place = 0
    while mask:
        if mask & 1:
            yield place
        mask >>= 1
        place += 1
