"""What cannot be written as an abstract program: early uses of fields, and code without a text of its own.

A field that is used before its first value is there has 0 in Java, which is no token. Code runs before the initialiser
of a field from constructors of superclasses, and from initialisers that stand before it. A first value that is written
into the declaration would undo what such code has done to the field. The library, bridges and implied code have no
text that could be changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vexil.abstraction.data.sources.file import JavaFile
from vexil.abstraction.data.sources.kinds import is_number
from vexil.abstraction.data.sources.meaning import Meaning, Role, walk
from vexil.core.errors import UsageError
from vexil.core.graphs import reachable
from vexil.core.source import Span
from vexil.ir.expressions import Expr, Field, Variable, preorder
from vexil.ir.names import CAPTURED
from vexil.ir.operations import Call, expressions_of
from vexil.ir.program import Function, superclasses
from vexil.model.tokens.typing import CONCRETE


class InitialisationOrder:
    """Finds out whether a field can be used before its initialiser has run."""

    def __init__(self, meaning: Meaning) -> None:
        self._meaning = meaning
        self._program = meaning.program
        self._mentions: dict[str, frozenset[str]] = {}

    def uses(self, slot: str, before: Iterable[Span]) -> bool:
        """Say whether a field is used by what runs earlier; *before* are the initialisers in front of it."""
        owner, _, member = slot.rpartition("::")
        start = [*self._from_superclasses(owner)] if member and owner else []
        spans = tuple(before)
        if not owner:
            owner = slot.rpartition(".")[0]
        for name, function in self._program.functions.items():
            if name == f"{owner}.<static>" or name.startswith(f"{owner}.<init>("):
                start.extend(self._calls_inside(function, spans))
        return any(slot in self._mentioned(function) for function in self._reached(start))

    def _from_superclasses(self, owner: str) -> Iterator[Function]:
        for upper in superclasses(self._program.classes, owner)[1:]:
            for name, function in self._program.functions.items():
                if name.startswith(f"{upper}.<init>(") and self._meaning.slots.is_users(function.name):
                    yield function

    def _calls_inside(self, function: Function, spans: tuple[Span, ...]) -> Iterator[Function]:
        for edge in function.edges:
            place = edge.span
            if isinstance(edge.operation, Call) and place is not None and any(span.covers(place) for span in spans):
                yield from self._meaning.slots.called(edge.operation)

    def _reached(self, start: list[Function]) -> Iterator[Function]:
        functions = self._program.functions
        names = reachable((function.name for function in start), lambda name: self._called(functions[name]))
        return (functions[name] for name in names)

    def _called(self, function: Function) -> Iterator[str]:
        for edge in function.edges:
            if isinstance(edge.operation, Call):
                yield from (called.name for called in self._meaning.slots.called(edge.operation))

    def _mentioned(self, function: Function) -> frozenset[str]:
        mentioned = self._mentions.get(function.name)
        if mentioned is None:
            mentioned = self._mentions[function.name] = frozenset(
                _slot(node)
                for edge in function.edges
                for expression in expressions_of(edge.operation)
                for node in preorder(expression)
            )
        return mentioned


def _slot(node: Expr) -> str:
    match node:
        case Field(class_name=class_name, field=field):
            return f"{class_name}::{field}"
        case Variable(name=name, is_global=True):
            return name
        case _:
            return ""


def refuse_unwritten(meaning: Meaning, files: list[JavaFile]) -> None:
    """Refuse a program in which the library computes with tokens, or numbers are coerced where nothing is written.

    Raises `Unsupported` with a place if there is one, else `UsageError`.
    """
    for (function, _, _), name in sorted(meaning.typing.operators.items()):
        if name != CONCRETE and not meaning.slots.is_users(function):
            raise UsageError(
                f"the abstract program cannot be written as Java: {function} of the library computes with {name}",
                hint="keep numbers that the library computes with",
            )
    for function in meaning.program.functions:
        _refuse_silent_coercions(meaning, meaning.program.functions[function], files)


def _refuse_silent_coercions(meaning: Meaning, function: Function, files: list[JavaFile]) -> None:
    """Refuse arguments that no text has, such as those with which the library calls a lambda, if they change."""
    spans = meaning.program.source_map.occurrences.get(function.name, {})
    for number, edge in enumerate(function.edges):
        call = edge.operation
        if not isinstance(call, Call):
            continue
        for position, argument, role, which in walk(call):
            if role is Role.PASSED and is_number(argument.type) and (number, position) not in spans:
                given = meaning.typing.labels.get((function.name, number, position), CONCRETE)
                for called in meaning.slots.called(call):
                    kind = meaning.slots.parameter(called, which)
                    if kind is not None and kind.name != given and not _is_captured(called, which):
                        reason = f"{function.name} gives {called.name} {_shown(given)} for {_shown(kind.name)}"
                        if edge.span is not None:
                            files[edge.span.file].refuse(edge.span, reason)
                        raise UsageError(f"the abstract program cannot be written as Java: {reason}")


def _is_captured(function: Function, number: int) -> bool:
    return function.parameters[number].name.startswith(CAPTURED)


def _shown(name: str) -> str:
    return "a number" if name == CONCRETE else f"a token of {name}"
