"""Where in the program pointers of the outside may lead to, and how it remembers what has no name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vexil.analysis import AbstractObject, AllocatedObject, GlobalObject, LocalObject
from vexil.frontends.c.escape import Boundary, EscapedObject, EscapeFacts, Shape
from vexil.frontends.c.function import FunctionLowering
from vexil.frontends.c.program import Translation
from vexil.ir.expressions import AddressOf, Apply, Const, Expr, Operator, Variable
from vexil.ir.operations import Skip
from vexil.ir.types import VOID_POINTER, BlockType, CodeType, IntegerType, PointerType, StructType, Type
from vexil.ir.typing import apply


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a pointer may lead to in an object: an offset, or with a stride all from there on up to an end.

    Without an end it is that of the object.
    """

    offset: int
    stride: int = 0
    end: int | None = None


class Places:
    """The objects the outside knows, with hidden variables that remember those without a name."""

    def __init__(self, translation: Translation, boundary: Boundary, escapes: EscapeFacts) -> None:
        self.translation = translation
        self.boundary = boundary
        self.escapes = escapes
        self.escaped: dict[AbstractObject, EscapedObject] = {escaped.object: escaped for escaped in escapes.objects}
        self.slots: dict[AbstractObject, Variable] = {}
        self.written = [escaped for escaped in escapes.objects if escaped.is_written and escaped.cells]
        self._structs = translation.builder.structs
        self._shapes: dict[AbstractObject, tuple[Shape, ...]] = dict(escapes.shapes)

    def make_slots(self, useful: Iterable[AbstractObject]) -> None:
        """Remember these objects, as far as they have no name."""
        for item in useful:
            if not isinstance(item, GlobalObject):
                name = self.translation.unique(f"known outside: {item}")
                self.slots[item] = self.translation.builder.global_variable(name, VOID_POINTER, hidden=True)

    def size(self, kind: Type) -> int:
        """How many bytes a type takes."""
        return self.translation.builder.layout.size_of(kind, self._structs)

    def base(self, item: AbstractObject) -> Expr:
        """The address of an object that is known."""
        if isinstance(item, GlobalObject):
            kind = next(variable.type for variable in self.translation.builder.globals if variable.name == item.name)
            return AddressOf(Variable(item.name, kind, True), VOID_POINTER)
        return self.slots[item]

    def uses(self, item: AbstractObject) -> list[tuple[PointerType, int]]:
        """By which types the program's own pointers lead into memory without a type, and to which offsets."""
        return [(shape, offset) for shape, offset, _ in self._shapes.get(item, ())]

    def spots(self, escaped: EscapedObject, kind: PointerType, uses: Iterable[PointerType] = ()) -> list[Spot]:
        """Where in an object a pointer of a type may point to.

        A pointer without a type may lead to whatever types the program uses it by, or else to the whole object; one
        to characters to every byte, unless the outside knows the object by its name alone.
        """
        target = kind.target
        if isinstance(target, CodeType):
            return []
        if target is None:
            typed = [spot for use in uses if use.target is not None for spot in self._typed(escaped, use.target)]
            return list(dict.fromkeys(typed)) or [Spot(0)]
        return list(dict.fromkeys(self._typed(escaped, target)))

    def _typed(self, escaped: EscapedObject, target: Type) -> Iterable[Spot]:
        if isinstance(target, IntegerType) and target.width == 8 and not escaped.is_by_name:
            yield Spot(0, 1, escaped.size)
        elif isinstance(escaped.object, AllocatedObject):
            for shape, offset, stride in self._shapes.get(escaped.object, ()):
                if shape.target is not None and not isinstance(shape.target, CodeType):
                    step = stride or self.size(shape.target)
                    is_one = escaped.size is not None and escaped.size < offset + 2 * step
                    for spot in self._parts(shape.target, target, offset):
                        yield spot if is_one else Spot(spot.offset, step, escaped.size)
        else:
            declared = self.declared(escaped.object)
            if declared is not None:
                yield from self._parts(declared, target, 0)

    def declared(self, item: AbstractObject) -> Type | None:
        """The type of a variable."""
        builder = self.translation.builder
        if isinstance(item, GlobalObject):
            return next((variable.type for variable in builder.globals if variable.name == item.name), None)
        if isinstance(item, LocalObject):
            function = builder.functions.get(item.function)
            return None if function is None else function.variables[item.name].type
        return None

    def _parts(self, kind: Type, target: Type, offset: int) -> Iterable[Spot]:
        if _is_alike(kind, target):
            yield Spot(offset)
        if isinstance(kind, BlockType):
            step = self.size(kind.element)
            end = None if kind.length is None else offset + kind.length * step
            for spot in self._parts(kind.element, target, offset):
                yield Spot(spot.offset, spot.stride or step, end)
        elif isinstance(kind, StructType):
            for member in self._structs[kind.name].members:
                if member.bit_width is None:
                    yield from self._parts(member.type, target, offset + member.offset)

    def remember(self, fn: FunctionLowering, item: AbstractObject, pointer: Expr, *, is_certain: bool) -> None:
        """Let the outside know an object by a pointer into it, unless it is null; or perhaps not."""
        slot = self.slots[item]
        there, after = fn.fresh(), fn.fresh()
        fn.branch(apply(Operator.DIFFERENT, pointer, Const(0, pointer.type)), there, after)
        if not is_certain:
            fn.builder.edge(there, after, Skip(), None)
            chosen = fn.fresh()
            fn.builder.edge(there, chosen, Skip(), None)
            there = chosen
        fn.here = there
        back = apply(Operator.NEGATE, apply(Operator.OFFSET, pointer))
        fn.assign(slot, Apply(Operator.POINTER_ADD, (pointer, back), VOID_POINTER))
        fn.go_to(after)


def _is_alike(kind: Type, target: Type) -> bool:
    """Whether an object of a type may be accessed by the other: signs may differ."""
    if isinstance(kind, IntegerType) and isinstance(target, IntegerType):
        return kind.width == target.width
    return kind == target
