"""What functions without a body do to all that they can reach.

One function, ``the outside``, stands for whatever happens between a call of such a function and its return: it writes
anything to what the outside knows (`vexil.frontends.c.outside_knowledge`) as far as the program reads it, and calls
the functions whose addresses it has, in any order, any number of times. Variables with static storage are written by
name. What is on the stack or the heap is written through hidden variables that remember a pointer from the call or
place where the outside came by it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable

from vexil.analysis import AbstractLocation, AbstractObject, AllocatedObject, GlobalObject, LocalObject
from vexil.core.caveats import Effect
from vexil.frontends.c.approximations import approximate
from vexil.frontends.c.conversions import zero
from vexil.frontends.c.function import FunctionLowering
from vexil.frontends.c.outside_cells import Cell, is_library_structure, leaves
from vexil.frontends.c.outside_knowledge import Boundary, Holder, Knowledge, Known
from vexil.frontends.c.program import Translation
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
from vexil.ir.typing import apply

OUTSIDE = "the outside"
FEW = 16
"""Strides of at most so many cells are written one by one."""
MOST_TARGETS = 12
"""How many places of the program a pointer from outside may lead to."""
MOST_PASSES = 4


class Outside:
    """Builds the functions of the outside for what it knows."""

    def __init__(self, translation: Translation, boundary: Boundary, knowledge: Knowledge) -> None:
        self._translation = translation
        self._boundary = boundary
        self._knowledge = knowledge
        self._structs = translation.builder.structs
        self._known: dict[AbstractObject, Known] = {known.object: known for known in knowledge.objects}
        self._shapes = dict(knowledge.shapes)
        self._useful = self._find_useful()
        self._slots: dict[AbstractObject, Variable] = {}
        for known in knowledge.objects:
            if known.object in self._useful and not isinstance(known.object, GlobalObject):
                name = translation.unique(f"known outside: {known.object}")
                self._slots[known.object] = translation.builder.global_variable(name, VOID_POINTER, hidden=True)
        self._made: dict[tuple[str, Type], str] = {}
        self.is_partial = knowledge.is_partial
        self.is_active = bool(knowledge.registers or knowledge.functions or any(known.cells for known in self._written))

    @property
    def _written(self) -> list[Known]:
        return [known for known in self._knowledge.objects if known.is_written and known.cells]

    def _find_useful(self) -> set[AbstractObject]:
        """Objects whose addresses matter: they are written, may be pointed to, or lead to such."""
        useful: set[AbstractObject] = {known.object for known in self._written}
        wanted = self._wanted_types()
        useful.update(known.object for known in self._knowledge.objects if any(self._spots(known, t) for t in wanted))
        changed = True
        while changed:
            leading = {
                holder.object
                for holder in self._knowledge.holders
                if holder.object is not None and any(at.object in useful for at in holder.targets)
            }
            changed = not leading <= useful
            useful |= leading
        return useful

    def _wanted_types(self) -> set[PointerType]:
        kinds: list[Type | None] = [cell.type for known in self._written for cell in known.cells]
        variables = {variable.name: variable.type for variable in self._translation.builder.globals}
        kinds += [variables[name] for name in self._knowledge.registers]
        for name in self._boundary.functions:
            kinds.append(self._results().get(name))
        for name in self._knowledge.functions:
            kinds += [parameter.type for parameter in self._translation.builder.functions[name].parameters]
        return {kind for kind in kinds if isinstance(kind, PointerType)}

    def _results(self) -> dict[str, Type | None]:
        translation = self._translation
        return {name: translation.code_type(number).result for number, name in translation.undefined.items()}

    def _size(self, kind: Type) -> int:
        return self._translation.builder.layout.size_of(kind, self._structs)

    # --- where things are --------------------------------------------------------------------------------

    def _base(self, item: AbstractObject) -> Expr:
        if isinstance(item, GlobalObject):
            kind = next(variable.type for variable in self._translation.builder.globals if variable.name == item.name)
            return AddressOf(Variable(item.name, kind, True), VOID_POINTER)
        return self._slots[item]

    def _spots(self, known: Known, kind: PointerType) -> list[tuple[int, int, int | None]]:
        """Where in an object a pointer of a type may point to: offset, stride and end."""
        if isinstance(kind.target, CodeType) or known.object not in self._known:
            return []
        if kind.target is None:
            return [(0, 0, None)]
        if isinstance(known.object, AllocatedObject):
            return [
                (offset, stride, None) for shape, offset, stride in self._shapes.get(known.object, ()) if shape == kind
            ]
        declared = self._declared(known.object)
        return [] if declared is None else list(self._parts(declared, kind.target, 0))

    def _declared(self, item: AbstractObject) -> Type | None:
        builder = self._translation.builder
        if isinstance(item, GlobalObject):
            return next((variable.type for variable in builder.globals if variable.name == item.name), None)
        if isinstance(item, LocalObject):
            found = builder.functions.get(item.function)
            return None if found is None else found.variables[item.name].type
        return None

    def _parts(self, kind: Type, wanted: Type, offset: int) -> Iterable[tuple[int, int, int | None]]:
        if kind == wanted:
            yield (offset, 0, None)
        elif isinstance(kind, BlockType):
            step = self._size(kind.element)
            end = None if kind.length is None else offset + kind.length * step
            for place, stride, _ in self._parts(kind.element, wanted, offset):
                yield (place, stride or step, end)
        elif isinstance(kind, StructType):
            for member in self._structs[kind.name].members:
                if member.bit_width is None:
                    yield from self._parts(member.type, wanted, offset + member.offset)

    # --- values ------------------------------------------------------------------------------------------

    def any_value(self, fn: FunctionLowering, kind: Type, who: str) -> Expr:
        """Any value of a type that the outside may have."""
        variable = fn.builder.local(fn.name("value"), kind, hidden=True)
        held = Variable(variable.name, kind, False)
        if isinstance(kind, PointerType):
            self._any_pointer(fn, held, who)
        elif is_aggregate(kind):
            address = AddressOf(held, VOID_POINTER)
            fn.emit(Fill(address, Const(0, I32), Const(self._size(kind), I64)))
            self._fill(fn, address, kind, sure=True)
        elif isinstance(kind, IntegerType | BoolType | FloatType):
            fn.emit(Choose(held, TypeDomain(kind), Origin.ENVIRONMENT))
        else:
            fn.assign(held, zero(kind))
        return held

    def _any_pointer(self, fn: FunctionLowering, variable: Variable, who: str) -> None:
        """Null, new memory, or a place that the outside knows."""
        kind = variable.type
        assert isinstance(kind, PointerType)
        fn.go_to(fn.fresh())
        start, ends = fn.here, []
        cases: list[tuple[Expr | None, Expr]] = [(None, Const(0, kind))]
        strided: list[tuple[Expr, int, int, int]] = []
        for guard, base, (offset, stride, end) in self._targets(fn, kind):
            moved = _moved(base, offset, kind)
            if stride and end is not None:
                strided.append((base, offset, stride, (end - offset + stride - 1) // stride))
            else:
                cases.append((guard, moved))
        if strided or self._can_make(kind.target):
            fn.go_to(fn.fresh())
        fn.emit(Choose(variable, GuardedDomain(tuple(cases)), Origin.ENVIRONMENT))
        ends.append(fn.here)
        for base, offset, stride, count in strided:
            fn.here = start
            fn.go_to(fn.fresh())
            index = fn.builder.local(fn.name("index"), I64, hidden=True)
            fn.emit(Choose(index, RangeDomain(Const(0, I64), Const(count - 1, I64)), Origin.ENVIRONMENT))
            distance = apply(Operator.MULTIPLY, Variable(index.name, I64, False), Const(stride, I64))
            place = apply(Operator.ADD, distance, Const(offset, I64))
            fn.assign(variable, Apply(Operator.POINTER_ADD, (base, place), kind))
            ends.append(fn.here)
        if self._can_make(kind.target):
            assert kind.target is not None
            fn.here = start
            fn.go_to(fn.fresh())
            fn.emit(Call(StaticCallee(self._maker(who, kind.target)), (), variable))
            ends.append(fn.here)
        if len(ends) > 1:
            fn.join(*ends)

    def _targets(
        self, fn: FunctionLowering, kind: PointerType
    ) -> list[tuple[Expr | None, Expr, tuple[int, int, int | None]]]:
        found: list[tuple[Expr | None, Expr, tuple[int, int, int | None]]] = []
        if isinstance(kind.target, CodeType):
            for name in self._knowledge.functions:
                code = self._code_type(name)
                if code == kind.target:
                    found.append((None, CodeAddress(name, kind), (0, 0, None)))
        for known in self._knowledge.objects:
            owner = known.object
            if isinstance(owner, LocalObject) and owner.function in self._boundary.functions:
                continue  # what it was given by value is its own, and gone when it returns
            for spot in self._spots(known, kind):
                base = self._base(known.object)
                guard = None
                if not isinstance(known.object, GlobalObject):
                    guard = apply(Operator.DIFFERENT, base, Const(0, VOID_POINTER))
                found.append((guard, base, spot))
        if len(found) > MOST_TARGETS:
            fn.approximate(Effect.DROPS, f"a pointer from outside may lead to more than {MOST_TARGETS} places")
            del found[MOST_TARGETS:]
        return found

    def _code_type(self, name: str) -> CodeType | None:
        for number, known in self._translation.function_names.items():
            if known == name and number >= 0:
                return self._translation.code_type(number)
        return None

    def _can_make(self, kind: Type | None) -> bool:
        if kind is None or isinstance(kind, CodeType):
            return False
        if isinstance(kind, StructType):
            return not is_library_structure(self._structs[kind.name])
        return not isinstance(kind, BlockType) or kind.length is not None

    def _maker(self, who: str, kind: Type) -> str:
        """The function that gives new memory of a type with any numbers in it; pointers in it are null."""
        known = self._made.get((who, kind))
        if known is not None:
            return known
        name = self._made[who, kind] = Boundary.maker(who, kind)
        pointer = PointerType(kind)
        fn = FunctionLowering(self._translation, FunctionBuilder(name, pointer, external=True))
        made = Variable(fn.builder.local(fn.name("made"), pointer, hidden=True).name, pointer, False)
        fn.emit(Allocate(made, NewMemory(Const(max(1, self._size(kind)), I64), False, True), f"{who} (environment)"))
        self._fill(fn, made, kind, sure=True)
        item = AllocatedObject(f"{name}#0", f"{who} (environment)")
        if item in self._slots:
            self._remember(fn, item, made, is_certain=not self._known[item].is_many)
        fn.emit_to(Return(made), fn.builder.exit, fn.builder.exit)
        fn.finish()
        return name

    def _fill(self, fn: FunctionLowering, base: Expr, kind: Type, *, sure: bool) -> None:
        for cell in leaves(kind, self._structs, self._size):
            if not isinstance(cell.type, PointerType):
                self._write_cell(fn, base, cell, "", sure=sure)

    # --- writing -----------------------------------------------------------------------------------------

    def _write_cell(self, fn: FunctionLowering, base: Expr, cell: Cell, who: str, *, sure: bool) -> None:
        count = cell.count
        if count is not None and count <= FEW:
            for index in range(count):
                self._write_place(fn, _moved(base, cell.offset + index * cell.stride), cell.type, who, sure=sure)
            return
        here = Variable(fn.builder.local(fn.name("place"), VOID_POINTER, hidden=True).name, VOID_POINTER, False)
        fn.assign(here, _moved(base, cell.offset))
        head, again, body, end = fn.fresh(), fn.fresh(), fn.fresh(), fn.fresh()
        fn.go_to(head)
        size = self._size(cell.type)
        if cell.end is not None:
            more = fn.fresh()
            fn.branch(apply(Operator.LESS, apply(Operator.OFFSET, here), Const(cell.end, I64)), more, end)
            fn.here = more
        fn.branch(apply(Operator.ACCESSIBLE, here, Const(size, I64)), again, end)
        fn.builder.edge(again, body, Skip(), None)
        fn.builder.edge(again, end, Skip(), None)
        fn.here = body
        self._write_place(fn, here, cell.type, who, sure=True)
        moved = Apply(Operator.POINTER_ADD, (here, Const(cell.stride, I64)), VOID_POINTER)
        fn.emit_to(Assign(here, moved), head, end)

    def _write_place(self, fn: FunctionLowering, address: Expr, kind: Type, who: str, *, sure: bool) -> None:
        place = Deref((address,), kind)
        after = fn.fresh()
        if not sure:
            there = fn.fresh()
            fn.branch(apply(Operator.ACCESSIBLE, address, Const(self._size(kind), I64)), there, after)
            fn.here = there
        self._write(fn, place, who)
        fn.go_to(after)

    def _write(self, fn: FunctionLowering, place: Place, who: str) -> None:
        kind = place.type
        if isinstance(kind, PointerType):
            kept, changed = fn.fresh(), fn.fresh()
            fn.builder.edge(fn.here, kept, Skip(), None)
            fn.builder.edge(fn.here, changed, Skip(), None)
            fn.here = changed
            fn.assign(place, self.any_value(fn, kind, who))
            fn.join(kept, fn.here)
        elif isinstance(kind, IntegerType | BoolType | FloatType):
            fn.emit(Choose(place, TypeDomain(kind), Origin.ENVIRONMENT))

    # --- coming by addresses -----------------------------------------------------------------------------

    def _remember(self, fn: FunctionLowering, item: AbstractObject, pointer: Expr, *, is_certain: bool) -> None:
        """Let the outside know an object by a pointer into it, unless it is null; or perhaps not."""
        slot = self._slots[item]
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

    def _remember_targets(
        self, fn: FunctionLowering, pointer: Expr, targets: Iterable[AbstractLocation], *, is_constant: bool = False
    ) -> None:
        everything = {at.object for at in targets}
        items = sorted((item for item in everything if item in self._slots), key=str)
        for item in items:
            known = self._known[item]
            if is_constant and known.is_written and len(everything) > 1:
                fn.approximate(Effect.DROPS, f"what is in {item} is followed through one of its pointers only")
                continue
            self._remember(fn, item, pointer, is_certain=len(everything) == 1 and not known.is_many)

    def arguments(self, fn: FunctionLowering, name: str) -> None:
        """Remember what the arguments of a function without a body point to."""
        for function, position, targets in self._knowledge.arguments:
            if function == name:
                constant = position in self._boundary.functions[name]
                self._remember_targets(fn, fn.builder.parameter_at(position), targets, is_constant=constant)

    def _come_by(self, fn: FunctionLowering) -> None:
        """Follow pointers from what is known, as deep as they go."""
        ways = [holder for holder in self._knowledge.holders if any(at.object in self._slots for at in holder.targets)]
        ordered, is_cyclic = _ordered(ways, self._slots)
        passes = min(MOST_PASSES, len(ordered)) if is_cyclic else 1
        if is_cyclic and len(ordered) > MOST_PASSES:
            fn.approximate(Effect.DROPS, f"pointers round a circle are followed {MOST_PASSES} times")
        for _ in range(passes):
            for owner, item, holders in ordered:
                self._follow(fn, owner, item, holders)

    def _follow(
        self, fn: FunctionLowering, owner: AbstractObject | str, item: AbstractObject, held: list[Holder]
    ) -> None:
        """Come by an object through one of the places of an owner that may hold pointers to it."""
        targets = {at.object for holder in held for at in holder.targets}
        is_certain = len(held) == 1 and len(targets) == 1 and held[0].stride == 0 and not self._known[item].is_many
        if isinstance(owner, str):
            kind = next(v.type for v in self._translation.builder.globals if v.name == owner)
            pointer = fn.keep(Variable(owner, kind, True), "held")
            self._remember(fn, item, pointer, is_certain=is_certain)
            return
        if isinstance(owner, LocalObject) and owner.function in self._boundary.functions:
            return  # a structure that was passed by value is followed where it is
        if not isinstance(owner, GlobalObject) and owner not in self._slots:
            return
        if len(held) == 1 and held[0].stride == 0:
            address = _moved(self._base(owner), held[0].offset)
        else:
            distance = self._chosen_offset(fn, owner, held)
            moved = Apply(Operator.POINTER_ADD, (self._base(owner), distance), VOID_POINTER)
            address = fn.keep(moved, "place")
        there, after = fn.fresh(), fn.fresh()
        width = self._translation.builder.layout.pointer_width // 8
        fn.branch(apply(Operator.ACCESSIBLE, address, Const(width, I64)), there, after)
        fn.here = there
        self._remember(fn, item, fn.keep(Deref((address,), VOID_POINTER), "held"), is_certain=is_certain)
        fn.go_to(after)

    def _chosen_offset(self, fn: FunctionLowering, owner: AbstractObject, held: list[Holder]) -> Expr:
        """One of the offsets at which there may be a pointer."""
        offset = Variable(fn.builder.local(fn.name("offset"), I64, hidden=True).name, I64, False)
        fixed = sorted({holder.offset for holder in held if holder.stride == 0})
        declared = self._declared(owner)
        start, ends = fn.here, []
        for holder in (holder for holder in held if holder.stride):
            fn.here = fn.fresh()
            fn.builder.edge(start, fn.here, Skip(), None)
            most = 1 << 30 if declared is None else max(0, (self._size(declared) - 1) // holder.stride)
            index = fn.builder.local(fn.name("index"), I64, hidden=True)
            fn.emit(Choose(index, RangeDomain(Const(0, I64), Const(most, I64)), Origin.ENVIRONMENT))
            distance = apply(Operator.MULTIPLY, Variable(index.name, I64, False), Const(holder.stride, I64))
            fn.assign(offset, apply(Operator.ADD, distance, Const(holder.offset, I64)))
            ends.append(fn.here)
        if fixed:
            fn.here = fn.fresh()
            fn.builder.edge(start, fn.here, Skip(), None)
            cases = tuple((None, Const(place, I64)) for place in fixed)
            fn.emit(Choose(offset, GuardedDomain(cases), Origin.ENVIRONMENT))
            ends.append(fn.here)
        fn.join(*ends)
        return offset

    def passed_by_value(self, fn: FunctionLowering, name: str, kinds: dict[str, Type]) -> None:
        """Follow pointers in structures (parameters and their types) that a function without a body is given."""
        for holder in self._knowledge.holders:
            item = holder.object
            if isinstance(item, LocalObject) and item.function == name:
                variable = Variable(item.name, kinds[item.name], False)
                if holder.stride == 0:
                    place = Deref((_moved(AddressOf(variable, VOID_POINTER), holder.offset),), VOID_POINTER)
                    self._remember_targets(fn, fn.keep(place, "held"), holder.targets)
                else:
                    fn.approximate(Effect.DROPS, f"an array of pointers in a structure that {name} is passed")

    # --- the outside itself ------------------------------------------------------------------------------

    def build(self) -> None:
        """Build ``the outside``, if it has anything to do."""
        if not self.is_active:
            return
        fn = FunctionLowering(self._translation, FunctionBuilder(OUTSIDE, None, external=True))
        head = fn.fresh()
        calls = self._count_calls(fn)
        fn.go_to(head)
        self._note_limits(fn)
        self._come_by(fn)
        variables = {variable.name: variable.type for variable in self._translation.builder.globals}
        for name in self._knowledge.registers:
            self._write(fn, Variable(name, variables[name], True), OUTSIDE)
        for known in self._written:
            sure = isinstance(known.object, GlobalObject)
            for cell in known.cells:
                self._write_cell(fn, self._base(known.object), cell, OUTSIDE, sure=sure)
        self._call_back(fn, head, calls)
        fn.emit_to(Return(None), fn.builder.exit, fn.builder.exit)
        fn.finish()

    def _note_limits(self, fn: FunctionLowering) -> None:
        many = sorted({_shown(known.object) for known in self._written if known.is_many})
        if many:
            approximate(
                fn,
                "one-of-many",
                (Effect.DROPS,),
                f"functions without a body may change several objects at a time that are made at one place "
                f"({', '.join(many[:4])}{' …' if len(many) > 4 else ''}), and one of them is followed",
            )
        if self._knowledge.numbers:
            fn.approximate(
                Effect.DROPS,
                "functions without a body may know objects whose addresses were made numbers: "
                + ", ".join(self._knowledge.numbers[:4]),
            )

    def _count_calls(self, fn: FunctionLowering) -> Variable | None:
        """How many functions are called back, if it is asked whether the program ends: any number."""
        if not self._translation.options.calls_end or not self._knowledge.functions:
            return None
        calls = Variable(fn.builder.local(fn.name("calls"), I64, hidden=True).name, I64, False)
        fn.emit(Choose(calls, TypeDomain(I64), Origin.ENVIRONMENT))
        return calls

    def _call_back(self, fn: FunctionLowering, head: int, calls: Variable | None) -> None:
        functions = [self._translation.builder.functions[name] for name in self._knowledge.functions]
        if not functions:
            return
        end = fn.fresh()
        if calls is not None:
            more = fn.fresh()
            fn.branch(apply(Operator.LESS, Const(0, I64), calls), more, end)
            fn.here = more
            fn.assign(calls, apply(Operator.SUBTRACT, calls, Const(1, I64)))
        start = fn.here
        fn.builder.edge(start, end, Skip(), None)
        for function in functions:
            fn.here = fn.fresh()
            fn.builder.edge(start, fn.here, Skip(), None)
            arguments: list[Expr] = []
            for parameter in function.parameters:
                if parameter.name.startswith("..."):
                    arguments.append(Const(0, parameter.type))
                else:
                    arguments.append(self.any_value(fn, parameter.type, OUTSIDE))
            result = None
            if function.result is not None and is_aggregate(function.result):
                result = fn.builder.local(fn.name("result"), function.result, hidden=True)
            fn.emit_to(Call(StaticCallee(function.name), tuple(arguments), result), head, head)
        fn.here = end


def _shown(item: AbstractObject) -> str:
    return item.site if isinstance(item, AllocatedObject) and item.site else str(item)


def _moved(base: Expr, offset: int, kind: PointerType = VOID_POINTER) -> Expr:
    if offset == 0:
        return base
    return Apply(Operator.POINTER_ADD, (base, Const(offset, I64)), kind)


Way = tuple[AbstractObject | str, AbstractObject, list[Holder]]


def _ordered(holders: list[Holder], wanted: Container[AbstractObject]) -> tuple[list[Way], bool]:
    """From which owner to which object there is a way, and by which holders.

    What leads to an owner comes before it, as far as that is possible; says as well whether it is not.
    """
    ways: dict[tuple[AbstractObject | str, AbstractObject], list[Holder]] = {}
    for holder in holders:
        for item in sorted({at.object for at in holder.targets if at.object in wanted}, key=str):
            owner: AbstractObject | str = holder.register if holder.object is None else holder.object
            ways.setdefault((owner, item), []).append(holder)
    known: set[AbstractObject] = set()
    ordered: list[Way] = []
    pending = [(owner, item, held) for (owner, item), held in ways.items()]
    while pending:
        ready = [way for way in pending if isinstance(way[0], str | GlobalObject) or way[0] in known] or pending[:1]
        ordered += ready
        known.update(item for _, item, _ in ready)
        pending = [way for way in pending if way not in ready]
    placed = {item: position for position, (_, item, _) in enumerate(ordered)}
    is_cyclic = any(
        not isinstance(owner, str | GlobalObject) and placed.get(owner, -1) >= position
        for position, (owner, _, _) in enumerate(ordered)
    )
    return ordered, is_cyclic
