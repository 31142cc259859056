"""What a search for a leap found, as data for text and JSON: abstract states, ports, conditions and witnesses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from vexil.engines.leap.chain import Chain, Visit
from vexil.engines.leap.presentation import shortened
from vexil.engines.leap.problem import Setting
from vexil.engines.leap.queries import Finding, Witness
from vexil.engines.leap.theorems import Theorem
from vexil.engines.leap.zones import FAILURE, START, Zone
from vexil.ir.arithmetic import wrap
from vexil.ir.types import IntegerType
from vexil.model.infix import infix
from vexil.model.leaps import Decided, Rule, Schedule, Turns
from vexil.pipeline.leap import LeapQuestion

LONGEST = 20_000
"""Conditions are data, which somebody may evaluate: only the longest are cut."""
CONDITIONS = {
    1: ("finitely many states", "at most one successor in the state", "a predecessor in the state, outside the exit"),
    2: ("finitely many states", "at most one predecessor in the state", "a successor in the state, outside the entry"),
}


class LeapReport:
    """Describes attempts of one question."""

    def __init__(self, asked: LeapQuestion) -> None:
        self._asked = asked

    def attempt(self, setting: Setting, rules: Sequence[Rule], chain: Chain) -> dict[str, Any]:
        """A chain along a path."""
        return {
            "path": [visit.state.name for visit in chain.visits],
            "restrictions": [self.rule(rule) for rule in rules],
            "states": [self._visit(setting, visit) for visit in chain.visits if FAILURE not in visit.state.parts][1:],
            "links": [
                {"may": link.may, "must+": link.plus.status.value, "must-": link.minus.status.value}
                for link in chain.links
            ],
            "reached": chain.is_reached,
            "flip": chain.flip,
            "problem": chain.problem,
        }

    def _visit(self, setting: Setting, visit: Visit) -> dict[str, Any]:
        found: dict[str, Any] = {
            "state": visit.state.name,
            "conditions": self._zone(setting, visit.state),
            "entry": self._zone(setting, shortened(setting.queries, visit.entry)),
            "exit": self._zone(setting, shortened(setting.queries, visit.leaving)),
            "maximal": visit.exact and not visit.shrunk,
            "shrunk": list(visit.shrunk),
        }
        if visit.is_loop:
            found["theorems"] = [self._theorem(setting, theorem) for theorem in visit.theorems]
        return found

    def _theorem(self, setting: Setting, theorem: Theorem) -> dict[str, Any]:
        words = CONDITIONS[theorem.number]
        return {
            "theorem": theorem.number,
            "applies": theorem.holds,
            "conditions": [
                {"number": number, "what": word, **self._finding(setting, finding)}
                for number, (word, finding) in enumerate(zip(words, theorem.conditions, strict=True), 1)
            ],
        }

    def _finding(self, setting: Setting, finding: Finding) -> dict[str, Any]:
        found: dict[str, Any] = {"status": finding.status.value}
        if finding.reason:
            found["reason"] = finding.reason
        if finding.witness is not None:
            found["witness"] = self.witness(setting, finding.witness)
        return found

    def witness(self, setting: Setting, witness: Witness) -> list[dict[str, Any]]:
        """A state, or two."""
        shown = []
        current: Witness | None = witness
        while current is not None:
            values = {self._name(name): self._value(setting, name, value) for name, value in current.values.items()}
            shown.append({"place": self.place(current.location), "values": values})
            current = current.other
        return shown

    def _value(self, setting: Setting, name: str, value: object) -> object:
        kind = setting.system.space.variables[name].type
        if isinstance(kind, IntegerType) and isinstance(value, int):
            return wrap(value, kind.width, kind.signed)
        return value

    @staticmethod
    def _name(name: str) -> str:
        return name.rpartition("::")[2]

    def _zone(self, setting: Setting, zone: Zone) -> dict[str, str]:
        return {
            self.place(place): infix(setting.system.space, zone.parts[place], LONGEST)
            for place in zone
            if place not in (START, FAILURE)
        }

    def place(self, location: int) -> str:
        """A location of the form as the user knows it."""
        if location in (START, FAILURE):
            return "the beginning" if location == START else "a failing check"
        form = self._asked.form
        entry = self._asked.asked.program.functions[self._asked.asked.program.entry]
        if location >= len(form.places):
            return "a restricted choice"
        for label in entry.locations[location].labels:
            return label
        for edge in entry.outgoing[location]:
            span = entry.edges[edge].span
            if span is not None and span.file < len(form.program.files):
                name, line, _ = form.program.files[span.file].position(span.start)
                return f"{name}:{line}"
        return entry.locations[location].name

    def rule(self, rule: Rule) -> str:
        """A restriction in words."""
        from vexil.ir.text import print_expression

        match rule:
            case Schedule(location, conditions):
                taken = "; ".join(print_expression(condition) for condition in conditions)
                return f"{self.place(location)}: {taken}"
            case Decided(edge, value):
                source = self._asked.form.entry.edges[edge].source
                return f"{self.place(source)}: the value {print_expression(value)}"
            case Turns(location, _):
                return f"{self.place(location)}: alternatives in turns"


def statement(asked: LeapQuestion, places: Mapping[str, str]) -> str:
    """The source line at the first of some places."""
    for place in places:
        name, _, line = place.rpartition(":")
        for file in asked.program.files:
            if file.name == name and line.isdigit():
                lines = file.text.splitlines()
                return lines[int(line) - 1].strip() if 0 < int(line) <= len(lines) else ""
    return ""
