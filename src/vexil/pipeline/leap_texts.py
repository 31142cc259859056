"""Abstract states, ports and schedules as users write them, as conditions at locations of a program without calls."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from vexil.abstraction.user_predicates import GRAMMAR, ScopedResolver, without_arrows
from vexil.analysis.places import Places, offered_labels
from vexil.analysis.weak_order import Order
from vexil.core.errors import UsageError
from vexil.core.lexer import Lexer
from vexil.core.source import SourceFile
from vexil.core.surface import ExpressionParser
from vexil.core.wording import did_you_mean
from vexil.engines.leap.restrictions import alternatives, is_choice, taken
from vexil.ir.expressions import Apply, Expr, Operator
from vexil.ir.program import Function
from vexil.ir.rewriting import Renaming
from vexil.ir.types import BOOL
from vexil.model.leaps import Rule, Schedule
from vexil.transform.inlining import Inlining

_NAMED = re.compile(r"\s*(?P<name>[A-Za-z_]\w*)(?:\.(?P<port>\w+))?\s*=(?!=)\s*(?P<rest>.*)", re.DOTALL)
_PLACED = re.compile(r"(?P<place>\S+):\s+(?P<condition>.*)", re.DOTALL)
_LINE = re.compile(r"(?P<file>.+):(?P<line>\d+)")
_PORTS = ("entry", "exit")

Conditions = dict[int, Expr]


@dataclass(frozen=True)
class Texts:
    """Reads what users write about the program that a form without calls was made of."""

    form: Inlining

    # --- places ------------------------------------------------------------------------------------------

    def locations(self, text: str) -> tuple[int, ...]:
        """The locations of the form at a place: of a line the head of its loop, if it has one, or else its beginning.

        Raises `UsageError` for a place that the program does not have.
        """
        program = self.form.original
        places = Places(program)
        line = _LINE.fullmatch(text)
        found = places.at_line(line["file"], int(line["line"])) if line is not None else None
        if found is not None:
            found = [_beginning(program.functions[name], found) for name in dict.fromkeys(name for name, _ in found)]
        else:
            found = places.labelled(text)
        if found is None:
            names = offered_labels(program.functions[program.entry])
            there = "write a label, FUNCTION:LABEL or FILE:LINE; the program has: " + ", ".join(names[:16])
            raise UsageError(f"unknown place {text!r}", hint=did_you_mean(text, names, there))
        locations = self.form.locations(found)
        if not locations:
            raise UsageError(f"{text!r} is never reached", hint="choose a place that the program can come to")
        return locations

    # --- conditions --------------------------------------------------------------------------------------

    def condition(self, text: str, location: int) -> Expr:
        """A condition on the state at a location of the form; raises `SourceError` for what is none."""
        form = self.form
        copy = form.copies[form.copy_of[location]]
        scope = form.original.functions[copy.function]
        file = SourceFile("condition", text.encode())
        lexer = Lexer(file, GRAMMAR)
        tree = ExpressionParser(lexer, GRAMMAR).parse()
        if lexer.kind != "end":
            raise lexer.error("expected an operator or the end", expected="an operator or the end")
        expression = ScopedResolver(form.original, file, scope).condition(without_arrows(tree)).expression
        return Renaming(copy.names).value(expression)

    def placed(self, text: str) -> Conditions:
        """``PLACE: CONDITION`` as conditions at locations."""
        match = _PLACED.fullmatch(text.strip())
        if match is None:
            hint = "write 'PLACE: CONDITION' with a blank behind the colon, as in 'main.c:7: x < n'"
            raise UsageError(f"there is no place in {text!r}", hint=hint)
        return {place: self.condition(match["condition"], place) for place in self.locations(match["place"])}

    def predicate(self, text: str) -> Conditions:
        """A condition in the scope of the entry function, or ``f: CONDITION`` in that of the first copy of f."""
        form = self.form
        owner, _, rest = text.partition(":")
        if owner.strip() in form.original.functions and not rest.startswith(":"):
            places = [place for place, (name, _) in enumerate(form.places) if name == owner.strip()]
            if not places:
                raise UsageError(f"{owner.strip()} is never called", hint="choose a function that the program calls")
            return {places[0]: self.condition(rest, places[0])}
        return {form.entry.entry: self.condition(text, form.entry.entry)}

    def states(self, texts: Iterable[str]) -> dict[str, Conditions]:
        """Abstract states by name; those under one name are one, with states at several places."""
        states: dict[str, Conditions] = {}
        for text in texts:
            match = _NAMED.fullmatch(text)
            if match is None or match["port"]:
                raise UsageError(f"no abstract state: {text!r}", hint="write 'NAME = PLACE: CONDITION'")
            known = states.setdefault(match["name"], {})
            for place, condition in self.placed(match["rest"]).items():
                known[place] = _either(known.get(place), condition)
        return states

    def ports(self, texts: Iterable[str], states: dict[str, Conditions]) -> dict[tuple[str, str], Conditions]:
        """Ports by the names of their states, and ``entry`` or ``exit``."""
        ports: dict[tuple[str, str], Conditions] = {}
        for text in texts:
            match = _NAMED.fullmatch(text)
            if match is None or match["port"] not in _PORTS:
                raise UsageError(f"no port: {text!r}", hint="write 'NAME.entry = CONDITION' or 'NAME.exit = CONDITION'")
            name = match["name"]
            if name not in states:
                hint = did_you_mean(name, states, f"there are {', '.join(states) or 'none'}: give it with --state")
                raise UsageError(f"there is no abstract state {name!r}", hint=hint)
            placed = _PLACED.fullmatch(match["rest"].strip())
            if placed is not None:
                found = self.placed(match["rest"])
            elif len(states[name]) == 1:
                (place,) = states[name]
                found = {place: self.condition(match["rest"], place)}
            else:
                hint = f"write '{name}.{match['port']} = PLACE: CONDITION'"
                raise UsageError(f"{name} has states at several places, and {text!r} says none", hint=hint)
            known = ports.setdefault((name, match["port"]), {})
            for place, condition in found.items():
                known[place] = _either(known.get(place), condition)
        return ports

    # --- restrictions ------------------------------------------------------------------------------------

    def schedule(self, text: str) -> tuple[Schedule, ...]:
        """``PLACE: C1; C2``: alternative number i where condition number i holds, at every choice of the place."""
        place, conditions = self._split(text, "'PLACE: C1; C2'")
        found: list[Schedule] = []
        for location in self._choices(place):
            count = alternatives(self.form.entry, location)
            parts = [self.condition(part, location) for part in conditions.split(";")]
            if len(parts) != count:
                raise UsageError(
                    f"{len(parts)} conditions for {count} alternatives at {place}", hint="write one for each, with ';'"
                )
            found.append(Schedule(location, tuple(parts)))
        return tuple(found)

    def only(self, text: str) -> tuple[Rule, ...]:
        """``PLACE: NUMBER``: this alternative alone."""
        place, number = self._split(text, "'PLACE: NUMBER'")
        rules: list[Rule] = []
        for location in self._choices(place):
            count = alternatives(self.form.entry, location)
            if not number.strip().isdigit() or not 1 <= int(number) <= count:
                raise UsageError(f"no alternative {number.strip()!r} at {place}", hint=f"it is one of 1 to {count}")
            rules.append(taken(self.form.entry, location, int(number) - 1))
        return tuple(rules)

    def _choices(self, text: str) -> tuple[int, ...]:
        """The choices at a place: of a line, those that belong to it."""
        entry, form = self.form.entry, self.form
        line = _LINE.fullmatch(text)
        found = Places(form.original).at_line(line["file"], int(line["line"])) if line is not None else None
        locations = form.locations(found) if found is not None else self.locations(text)
        choices = tuple(place for place in locations if is_choice(entry, place))
        if not choices:
            raise UsageError(f"nothing is chosen at {text!r}", hint="choose a place with alternatives")
        return choices

    @staticmethod
    def _split(text: str, form: str) -> tuple[str, str]:
        match = _PLACED.fullmatch(text.strip())
        if match is None:
            raise UsageError(f"there is no place in {text!r}", hint=f"write {form}")
        return match["place"], match["condition"]


def _beginning(function: Function, found: Iterable[tuple[str, int]]) -> tuple[str, int]:
    """The head of a loop among locations of a function, or the first of them."""
    order = Order(function)
    places = sorted({place for name, place in found if name == function.name}, key=lambda place: order.position[place])
    heads = [place for place in places if place in order.heads]
    return function.name, (heads or places)[0]


def _either(one: Expr | None, other: Expr) -> Expr:
    return other if one is None else Apply(Operator.OR, (one, other), BOOL)
