"""Fields that are used before their first value is there: Java has 0 in them then, which is no token.

Code runs before the initialiser of a field from constructors of superclasses, and from initialisers that stand before
it. A first value that is written into the declaration would undo what such code has done to the field.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vexil.abstraction.data.sources.meaning import Meaning
from vexil.core.source import Span
from vexil.ir.expressions import Expr, Field, Variable, preorder
from vexil.ir.operations import Call, expressions_of
from vexil.ir.program import Function, superclasses


class EarlyUses:
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
        seen = {function.name for function in start}
        pending = list(start)
        while pending:
            function = pending.pop()
            yield function
            for edge in function.edges:
                if isinstance(edge.operation, Call):
                    for called in self._meaning.slots.called(edge.operation):
                        if called.name not in seen:
                            seen.add(called.name)
                            pending.append(called)

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
