"""Which scalars the types of a program declare where a pointer points to."""

from __future__ import annotations

from collections.abc import Iterator

from vexil.ir.expressions import Apply, Const, Expr, Operator
from vexil.ir.program import Program
from vexil.ir.types import BlockType, BoolType, FloatType, IntegerType, PointerType, StructType, Type


def declared_scalars(program: Program, pointer: Expr) -> list[Type]:
    """The types of scalars that may lie at a pointer by its type, those at its known offset first."""
    offset: int | None = 0
    while isinstance(pointer, Apply) and pointer.operator is Operator.POINTER_ADD:
        pointer, count = pointer.operands
        offset = offset + int(count.value) if offset is not None and isinstance(count, Const) else None
    target = pointer.type.target if isinstance(pointer.type, PointerType) else None
    if target is None:
        return []
    size = 0
    if isinstance(target, BlockType) and offset is not None:
        size = program.layout.size_of(target.element, program.structs)
    place = offset % size if size and offset is not None else offset
    return [kind for _, kind in sorted(_scalars(program, target), key=lambda item: item[0] != place)]


def _scalars(program: Program, target: Type) -> Iterator[tuple[int, Type]]:
    """The scalars of a type with their offsets; of an array only the first element."""
    pending: list[tuple[int, Type]] = [(0, target)]
    while pending:
        offset, kind = pending.pop()
        match kind:
            case BlockType(inner, _):
                pending.append((offset, inner))
            case StructType(name):
                members = program.structs[name].members
                pending.extend((offset + member.offset, member.type) for member in reversed(members))
            case IntegerType() | BoolType() | FloatType() | PointerType():
                yield offset, kind
            case _:
                pass
