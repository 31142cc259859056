"""What a function mentions, found in one walk over its edges: types, globals, and fields that it reads."""

from __future__ import annotations

from dataclasses import dataclass, field

from vexil.ir.builder import FunctionBuilder
from vexil.ir.expressions import Field, TypeTest, Variable, preorder
from vexil.ir.operations import Assign, expressions_of
from vexil.ir.types import Type


@dataclass
class Mentions:
    """Types of variables and expressions, names of globals, and fields by class and name."""

    types: set[Type] = field(default_factory=set)
    globals: set[str] = field(default_factory=set)
    fields_read: set[tuple[str, str]] = field(default_factory=set)


def mentions_of(builder: FunctionBuilder) -> Mentions:
    """Walk over a function; the field that an assignment writes is not read by it."""
    mentions = Mentions(builder.variable_types())
    types, names, fields = mentions.types, mentions.globals, mentions.fields_read
    seen: set[int] = set()
    for edge in builder.edges():
        operation = edge.operation
        written = operation.place if isinstance(operation, Assign) else None
        for expression in expressions_of(operation):
            for part in preorder(expression):
                if isinstance(part, Variable):
                    if part.is_global:
                        names.add(part.name)
                    continue
                if isinstance(part, Field) and part is not written:
                    fields.add((part.class_name, part.field))
                if isinstance(part, TypeTest):
                    types.add(part.tested)
                if id(part.type) not in seen:
                    seen.add(id(part.type))
                    types.add(part.type)
    return mentions
