"""Values that come from outside, and how they are written: numbers, and pointers to what is null, new or known."""

from __future__ import annotations

from collections.abc import Callable

from vexil.analysis import AllocatedObject, GlobalObject, LocalObject
from vexil.core.caveats import Effect
from vexil.frontends.c.environment_places import Places, Spot
from vexil.frontends.c.escape import Boundary
from vexil.frontends.c.footprint import Cell, is_library_structure, leaves
from vexil.frontends.c.function import FunctionLowering
from vexil.ir.builder import FunctionBuilder
from vexil.ir.expressions import AddressOf, Apply, CodeAddress, Const, Deref, Expr, Operator, Place, Variable
from vexil.ir.operation_parts import GuardedDomain, NewMemory, Origin, RangeDomain, StaticCallee, TypeDomain
from vexil.ir.operations import Allocate, Assign, Call, Choose, Fill, Return, Skip
from vexil.ir.types import (
    I32,
    I64,
    VOID_POINTER,
    BlockType,
    BoolType,
    CodeType,
    FloatType,
    IntegerType,
    PointerType,
    StructType,
    Type,
    is_aggregate,
)
from vexil.ir.typing import apply, zero

FEW = 16
"""Strides of at most so many cells are written one by one."""
MOST_TARGETS = 40
"""How many places of the program a pointer from outside may lead to."""
DEEPEST = 2
"""How many pointers deep new memory leads to further new memory."""


class Values:
    """Gives any value that the outside may have.

    Whoever hands out memory (``who``) makes it in functions of its own, one for each type and depth. ``foreign`` gives
    the name of a function outside of a type.
    """

    def __init__(self, places: Places, foreign: Callable[[CodeType], str]) -> None:
        self._places = places
        self._foreign = foreign
        self._translation = places.translation
        self._structs = places.translation.builder.structs
        self._made: set[str] = set()

    def any_value(self, fn: FunctionLowering, kind: Type, who: str, depth: int = 0) -> Expr:
        """Any value of a type that the outside may have."""
        variable = fn.builder.local(fn.name("value"), kind, hidden=True)
        held = Variable(variable.name, kind, False)
        if isinstance(kind, PointerType):
            self._any_pointer(fn, held, who, depth)
        elif is_aggregate(kind):
            address = AddressOf(held, VOID_POINTER)
            fn.emit(Fill(address, Const(0, I32), Const(self._places.size(kind), I64)))
            for cell in leaves(kind, self._structs, self._places.size):
                self.write_cell(fn, address, cell, who, sure=True, depth=depth)
        elif isinstance(kind, IntegerType | BoolType | FloatType):
            fn.emit(Choose(held, TypeDomain(kind), Origin.ENVIRONMENT))
        else:
            fn.assign(held, zero(kind))
        return held

    # --- pointers ----------------------------------------------------------------------------------------

    def _any_pointer(self, fn: FunctionLowering, variable: Variable, who: str, depth: int) -> None:
        """Null, new memory, or a place that the outside knows."""
        kind = variable.type
        assert isinstance(kind, PointerType)
        fn.go_to(fn.fresh())
        start, ends = fn.here, []
        cases: list[tuple[Expr | None, Expr]] = [(None, Const(0, kind))]
        strided: list[tuple[Expr, Spot]] = []
        uses: list[PointerType] = [kind]
        if kind.target is None:
            uses = [shape for shape, offset in self._places.uses(_made(who, None, depth)) if offset == 0]
        codes = [use.target for use in uses if isinstance(use.target, CodeType)]
        cases += [(None, CodeAddress(name, kind)) for code in codes for name in self._functions(code)]
        for guard, base, spot in self._targets(fn, kind, uses):
            if spot.stride:
                strided.append((base, spot))
            else:
                cases.append((guard, moved(base, spot.offset, kind)))
        is_made = self._can_make(kind.target) and not (codes and len(codes) == len(uses))
        if strided or is_made:
            fn.go_to(fn.fresh())
        fn.emit(Choose(variable, GuardedDomain(tuple(cases)), Origin.ENVIRONMENT))
        ends.append(fn.here)
        for base, spot in strided:
            fn.here = start
            fn.go_to(fn.fresh())
            self._point_inside(fn, variable, base, spot)
            ends.append(fn.here)
        if is_made:
            fn.here = start
            fn.go_to(fn.fresh())
            if depth <= DEEPEST:
                fn.emit(Call(StaticCallee(self._maker(who, kind.target, depth)), (), variable))
            else:
                fn.approximate(Effect.DROPS, f"new memory from outside leads no more than {DEEPEST} pointers deep")
                fn.assign(variable, Const(0, kind))
            ends.append(fn.here)
        if len(ends) > 1:
            fn.join(*ends)

    def _point_inside(self, fn: FunctionLowering, variable: Variable, base: Expr, spot: Spot) -> None:
        """Let a pointer lead to one of the places with a stride; to none if there is no such place."""
        most = 1 << 30 if spot.end is None else (spot.end - spot.offset + spot.stride - 1) // spot.stride - 1
        index = fn.builder.local(fn.name("chosen"), I64, hidden=True)
        fn.emit(Choose(index, RangeDomain(Const(0, I64), Const(max(0, most), I64)), Origin.ENVIRONMENT))
        distance = apply(Operator.MULTIPLY, Variable(index.name, I64, False), Const(spot.stride, I64))
        place = apply(Operator.ADD, distance, Const(spot.offset, I64))
        fn.assign(variable, Apply(Operator.POINTER_ADD, (base, place), variable.type))
        if isinstance(base, AddressOf):
            return
        gone, there = fn.fresh(), fn.fresh()
        kind = variable.type.target if isinstance(variable.type, PointerType) else None
        size = 1 if kind is None else self._places.size(kind)
        fn.branch(apply(Operator.ACCESSIBLE, variable, Const(size, I64)), there, gone)
        fn.here = gone
        fn.assign(variable, Const(0, variable.type))
        fn.join(there, fn.here)

    def _functions(self, code: CodeType) -> list[str]:
        """Functions that a pointer from outside may lead to: those of the program that it has, and its own."""
        own = [name for name in self._places.escapes.functions if self._code_type(name) == code]
        return [*own, self._foreign(code)]

    def _code_type(self, name: str) -> CodeType | None:
        for number, function_name in self._translation.function_names.items():
            if function_name == name and number >= 0:
                return self._translation.code_type(number)
        return None

    def _targets(
        self, fn: FunctionLowering, kind: PointerType, uses: list[PointerType]
    ) -> list[tuple[Expr | None, Expr, Spot]]:
        places = self._places
        targets: list[tuple[Expr | None, Expr, Spot]] = []
        for escaped in places.escapes.objects:
            owner = escaped.object
            if isinstance(owner, LocalObject) and places.boundary.is_outside(owner.function):
                continue  # what it was given by value is its own, and gone when it returns
            if not isinstance(owner, GlobalObject) and owner not in places.slots:
                continue
            guard = None
            if not isinstance(owner, GlobalObject):
                guard = apply(Operator.DIFFERENT, places.base(owner), Const(0, VOID_POINTER))
            targets += [(guard, places.base(owner), spot) for spot in places.spots(escaped, kind, uses)]
        if len(targets) > MOST_TARGETS:
            fn.approximate(Effect.DROPS, f"a pointer from outside may lead to more than {MOST_TARGETS} places")
            del targets[MOST_TARGETS:]
        return targets

    # --- new memory --------------------------------------------------------------------------------------

    def _can_make(self, kind: Type | None) -> bool:
        if isinstance(kind, CodeType):
            return False
        if isinstance(kind, StructType):
            return not is_library_structure(self._structs[kind.name])
        return not isinstance(kind, BlockType) or kind.length is not None

    def _maker(self, who: str, kind: Type | None, depth: int) -> str:
        """The function that gives new memory of a type with anything in it, as far as the program reads pointers.

        Memory without a type is large enough for all that the program uses it as.
        """
        name = Boundary.maker(who, kind, depth)
        if name in self._made:
            return name
        self._made.add(name)
        places, item = self._places, _made(who, kind, depth)
        pointer = PointerType(kind)
        fn = FunctionLowering(self._translation, FunctionBuilder(name, pointer, external=True))
        made = Variable(fn.builder.local(fn.name("made"), pointer, hidden=True).name, pointer, False)
        contents = [(kind, 0)]
        if kind is None:
            contents = [(shape.target, offset) for shape, offset in places.uses(item) if self._can_make(shape.target)]
        size = max([1, *(offset + places.size(part) for part, offset in contents if part is not None)])
        fn.emit(Allocate(made, NewMemory(Const(size, I64), False, True), f"{who} (environment)"))
        for part, offset in contents:
            for cell in leaves(part, self._structs, places.size, offset) if part is not None else ():
                if not isinstance(cell.type, PointerType):
                    self.write_cell(fn, made, cell, "", sure=True)
        if item in places.escaped:
            for cell in places.escaped[item].cells:
                if isinstance(cell.type, PointerType):
                    self.write_cell(fn, made, cell, who, sure=False, depth=depth + 1)
        if item in places.slots:
            places.remember(fn, item, made, is_certain=not places.escaped[item].is_many)
        fn.emit_to(Return(made), fn.builder.exit, fn.builder.exit)
        fn.finish()
        return name

    # --- writing -----------------------------------------------------------------------------------------

    def write_cell(self, fn: FunctionLowering, base: Expr, cell: Cell, who: str, *, sure: bool, depth: int = 0) -> None:
        """Write anything to a part of an object; unless it is ``sure``, if it is there."""
        count = cell.count
        if count is not None and count <= FEW:
            for index in range(count):
                place = moved(base, cell.offset + index * cell.stride)
                self._write_place(fn, place, cell.type, who, sure=sure, depth=depth)
            return
        here = Variable(fn.builder.local(fn.name("place"), VOID_POINTER, hidden=True).name, VOID_POINTER, False)
        fn.assign(here, moved(base, cell.offset))
        head, again, body, end = fn.fresh(), fn.fresh(), fn.fresh(), fn.fresh()
        fn.go_to(head)
        size = self._places.size(cell.type)
        if cell.end is not None:
            more = fn.fresh()
            fn.branch(apply(Operator.LESS, apply(Operator.OFFSET, here), Const(cell.end, I64)), more, end)
            fn.here = more
        fn.branch(apply(Operator.ACCESSIBLE, here, Const(size, I64)), again, end)
        fn.builder.edge(again, body, Skip(), None)
        fn.builder.edge(again, end, Skip(), None)
        fn.here = body
        self._write_place(fn, here, cell.type, who, sure=True, depth=depth)
        further = Apply(Operator.POINTER_ADD, (here, Const(cell.stride, I64)), VOID_POINTER)
        fn.emit_to(Assign(here, further), head, end)

    def _write_place(
        self, fn: FunctionLowering, address: Expr, kind: Type, who: str, *, sure: bool, depth: int
    ) -> None:
        place = Deref((address,), kind)
        after = fn.fresh()
        if not sure:
            there = fn.fresh()
            fn.branch(apply(Operator.ACCESSIBLE, address, Const(self._places.size(kind), I64)), there, after)
            fn.here = there
        self.write(fn, place, who, depth)
        fn.go_to(after)

    def write(self, fn: FunctionLowering, place: Place, who: str, depth: int = 0) -> None:
        """Write anything to a place; a pointer may stay."""
        kind = place.type
        if isinstance(kind, PointerType):
            kept, changed = fn.fresh(), fn.fresh()
            fn.fork(kept, changed)
            fn.here = changed
            fn.assign(place, self.any_value(fn, kind, who, depth))
            fn.join(kept, fn.here)
        elif isinstance(kind, IntegerType | BoolType | FloatType):
            fn.emit(Choose(place, TypeDomain(kind), Origin.ENVIRONMENT))


def _made(who: str, kind: Type | None, depth: int) -> AllocatedObject:
    """The memory that a maker makes."""
    return AllocatedObject(f"{Boundary.maker(who, kind, depth)}#0", f"{who} (environment)")


def moved(base: Expr, offset: int, kind: PointerType = VOID_POINTER) -> Expr:
    """A pointer so many bytes behind another."""
    if offset == 0:
        return base
    return Apply(Operator.POINTER_ADD, (base, Const(offset, I64)), kind)
