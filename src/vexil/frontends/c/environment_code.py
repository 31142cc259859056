"""What functions without a body do to all that they can reach.

One function, ``the outside``, stands for whatever happens between a call of such a function and its return: it writes
anything to what the outside knows (`vexil.frontends.c.escape`) as far as the program reads it, and calls
the functions whose addresses it has, in any order, any number of times. Variables with static storage are written by
name. What is on the stack or the heap is written through hidden variables that remember a pointer from the call or
place where the outside came by it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable

from vexil.analysis import AbstractLocation, AbstractObject, AllocatedObject, GlobalObject, LocalObject
from vexil.core.caveats import Effect
from vexil.frontends.c.approximations import approximate
from vexil.frontends.c.environment_places import Places
from vexil.frontends.c.environment_values import Values, moved
from vexil.frontends.c.escape import Boundary, EscapeFacts, Holder
from vexil.frontends.c.footprint import leaves
from vexil.frontends.c.function import FunctionLowering
from vexil.frontends.c.program import Translation
from vexil.ir.builder import FunctionBuilder
from vexil.ir.expressions import AddressOf, Apply, Const, Deref, Expr, Operator, Variable
from vexil.ir.operation_parts import GuardedDomain, Origin, RangeDomain, StaticCallee, TypeDomain
from vexil.ir.operations import Call, Choose, Return, Skip
from vexil.ir.types import I64, VOID_POINTER, CodeType, PointerType, Type, is_aggregate
from vexil.ir.typing import apply

OUTSIDE = "the outside"
MOST_PASSES = 4


class EnvironmentCode:
    """Builds the functions of the outside for what it knows.

    ``foreign`` are the functions outside that pointers from there may lead to, with their types; they do what those
    without a body do.
    """

    def __init__(self, translation: Translation, boundary: Boundary, escapes: EscapeFacts) -> None:
        self._translation = translation
        self._boundary = boundary
        self._escapes = escapes
        self._places = Places(translation, boundary, escapes)
        self._places.make_slots(self._find_useful())
        self.foreign: dict[str, CodeType] = {}
        self.values = Values(self._places, self._name_foreign)
        self.is_partial = escapes.is_partial
        self.is_active = bool(escapes.registers or escapes.functions or escapes.freeing or self._places.written)

    def _name_foreign(self, code: CodeType) -> str:
        name = Boundary.foreign(code)
        self.foreign[name] = code
        return name

    def _find_useful(self) -> list[AbstractObject]:
        """Objects whose addresses matter, in order: they are written, may be pointed to, or lead to such."""
        useful: set[AbstractObject] = {escaped.object for escaped in self._places.written}
        types = self._wanted_types()
        objects = self._escapes.objects
        useful.update(escaped.object for escaped in objects if any(self._places.spots(escaped, kind) for kind in types))
        changed = True
        while changed:
            leading = {
                holder.object
                for holder in self._escapes.holders
                if holder.object is not None and any(at.object in useful for at in holder.targets)
            }
            changed = not leading <= useful
            useful |= leading
        return [escaped.object for escaped in objects if escaped.object in useful]

    def _wanted_types(self) -> set[PointerType]:
        """The types of pointers that may come from outside."""
        translation = self._translation
        pending: list[Type | None] = [cell.type for escaped in self._places.written for cell in escaped.cells]
        variables = {variable.name: variable.type for variable in translation.builder.globals}
        pending += [variables[name] for name in self._escapes.registers]
        pending += [translation.code_type(number).result for number in translation.undefined]
        pending += translation.givers.values()
        for name in self._escapes.functions:
            pending += [parameter.type for parameter in translation.builder.functions[name].parameters]
        types: set[PointerType] = set()
        while pending:
            kind = pending.pop()
            if isinstance(kind, PointerType) and kind not in types:
                types.add(kind)
                if isinstance(kind.target, CodeType):
                    pending.append(kind.target.result)
            elif kind is not None and is_aggregate(kind):
                pending += [cell.type for cell in leaves(kind, translation.builder.structs, self._places.size)]
        return types

    # --- coming by addresses -----------------------------------------------------------------------------

    def _remember_targets(
        self, fn: FunctionLowering, pointer: Expr, targets: Iterable[AbstractLocation], *, is_constant: bool = False
    ) -> None:
        everything = {at.object for at in targets}
        items = sorted((item for item in everything if item in self._places.slots), key=str)
        for item in items:
            escaped = self._places.escaped[item]
            if is_constant and escaped.is_written and len(everything) > 1:
                fn.approximate(Effect.DROPS, f"what is in {item} is followed through one of its pointers only")
                continue
            self._places.remember(fn, item, pointer, is_certain=len(everything) == 1 and not escaped.is_many)

    def arguments(self, fn: FunctionLowering, name: str) -> None:
        """Remember what the arguments of a function without a body point to."""
        for function, position, targets in self._escapes.arguments:
            if function == name:
                constant = position in self._boundary.constant(name)
                self._remember_targets(fn, fn.builder.parameter_at(position), targets, is_constant=constant)

    def _come_by(self, fn: FunctionLowering) -> None:
        """Follow pointers from what is known, as deep as they go."""
        ways = [
            holder for holder in self._escapes.holders if any(at.object in self._places.slots for at in holder.targets)
        ]
        ordered, is_cyclic = _ordered(ways, self._places.slots)
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
        is_certain = (
            len(held) == 1 and len(targets) == 1 and held[0].stride == 0 and not self._places.escaped[item].is_many
        )
        if isinstance(owner, str):
            kind = next(v.type for v in self._translation.builder.globals if v.name == owner)
            pointer = fn.keep(Variable(owner, kind, True), "held")
            self._places.remember(fn, item, pointer, is_certain=is_certain)
            return
        if isinstance(owner, LocalObject) and self._boundary.is_outside(owner.function):
            return  # a structure that was passed by value is followed where it is
        if not isinstance(owner, GlobalObject) and owner not in self._places.slots:
            return
        if len(held) == 1 and held[0].stride == 0:
            address = moved(self._places.base(owner), held[0].offset)
        else:
            distance = self._chosen_offset(fn, owner, held)
            inside = Apply(Operator.POINTER_ADD, (self._places.base(owner), distance), VOID_POINTER)
            address = fn.keep(inside, "place")
        there, after = fn.fresh(), fn.fresh()
        width = self._translation.builder.layout.pointer_width // 8
        fn.branch(apply(Operator.ACCESSIBLE, address, Const(width, I64)), there, after)
        fn.here = there
        self._places.remember(fn, item, fn.keep(Deref((address,), VOID_POINTER), "held"), is_certain=is_certain)
        fn.go_to(after)

    def _chosen_offset(self, fn: FunctionLowering, owner: AbstractObject, held: list[Holder]) -> Expr:
        """One of the offsets at which there may be a pointer."""
        offset = Variable(fn.builder.local(fn.name("offset"), I64, hidden=True).name, I64, False)
        fixed = sorted({holder.offset for holder in held if holder.stride == 0})
        declared = self._places.declared(owner)
        fn.place_caveats()
        start, ends = fn.here, []
        for holder in (holder for holder in held if holder.stride):
            fn.here = fn.fresh()
            fn.builder.edge(start, fn.here, Skip(), None)
            most = 1 << 30 if declared is None else max(0, (self._places.size(declared) - 1) // holder.stride)
            index = fn.builder.local(fn.name("chosen"), I64, hidden=True)
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
        for holder in self._escapes.holders:
            item = holder.object
            if isinstance(item, LocalObject) and item.function == name:
                variable = Variable(item.name, kinds[item.name], False)
                if holder.stride == 0:
                    place = Deref((moved(AddressOf(variable, VOID_POINTER), holder.offset),), VOID_POINTER)
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
        for name in self._escapes.registers:
            self.values.write(fn, Variable(name, variables[name], True), OUTSIDE)
        for escaped in self._places.written:
            sure = isinstance(escaped.object, GlobalObject)
            for cell in escaped.cells:
                self.values.write_cell(fn, self._places.base(escaped.object), cell, OUTSIDE, sure=sure)
        self._call_back(fn, head, calls)
        fn.emit_to(Return(None), fn.builder.exit, fn.builder.exit)
        fn.finish()

    def _note_limits(self, fn: FunctionLowering) -> None:
        many = sorted({_shown(escaped.object) for escaped in self._places.written if escaped.is_many})
        if many:
            approximate(
                fn,
                "one-of-many",
                (Effect.DROPS,),
                f"functions without a body may change several objects at a time that are made at one place "
                f"({', '.join(many[:4])}{' …' if len(many) > 4 else ''}), and one of them is followed",
            )
        if self._escapes.freeing:
            given = ", ".join(self._escapes.freeing)
            fn.approximate(Effect.DROPS, f"functions without a body free nothing, although they were given {given}")
        if self._escapes.numbers:
            fn.approximate(
                Effect.DROPS,
                "functions without a body may know objects whose addresses were made numbers: "
                + ", ".join(self._escapes.numbers[:4]),
            )

    def _count_calls(self, fn: FunctionLowering) -> Variable | None:
        """How many functions are called back, if it is asked whether the program ends: any number."""
        if not self._translation.options.calls_end or not self._escapes.functions:
            return None
        calls = Variable(fn.builder.local(fn.name("calls"), I64, hidden=True).name, I64, False)
        fn.emit(Choose(calls, TypeDomain(I64), Origin.ENVIRONMENT))
        return calls

    def _result(self, kind: Type) -> Variable | None:
        """Where the outside keeps what a function returns, if that may lead to something."""
        if not isinstance(kind, PointerType) and not is_aggregate(kind):
            return None
        builder, name = self._translation.builder, Boundary.result(kind)
        if all(variable.name != name for variable in builder.globals):
            builder.global_variable(name, kind, hidden=True)
        return Variable(name, kind, True)

    def _call_back(self, fn: FunctionLowering, head: int, calls: Variable | None) -> None:
        functions = [self._translation.builder.functions[name] for name in self._escapes.functions]
        if not functions:
            return
        end = fn.fresh()
        if calls is not None:
            more = fn.fresh()
            fn.branch(apply(Operator.LESS, Const(0, I64), calls), more, end)
            fn.here = more
            fn.assign(calls, apply(Operator.SUBTRACT, calls, Const(1, I64)))
        fn.fork(end)
        start = fn.here
        for function in functions:
            fn.here = fn.fresh()
            fn.builder.edge(start, fn.here, Skip(), None)
            arguments: list[Expr] = []
            for parameter in function.parameters:
                if parameter.name.startswith("..."):
                    arguments.append(Const(0, parameter.type))
                else:
                    arguments.append(self.values.any_value(fn, parameter.type, OUTSIDE))
            result = None if function.result is None else self._result(function.result)
            fn.emit_to(Call(StaticCallee(function.name), tuple(arguments), result), head, head)
        fn.here = end


def _shown(item: AbstractObject) -> str:
    return item.site if isinstance(item, AllocatedObject) and item.site else str(item)


Way = tuple[AbstractObject | str, AbstractObject, list[Holder]]


def _ordered(holders: list[Holder], useful: Container[AbstractObject]) -> tuple[list[Way], bool]:
    """From which owner to which object there is a way, and by which holders.

    What leads to an owner comes before it, as far as that is possible; says as well whether it is not.
    """
    ways: dict[tuple[AbstractObject | str, AbstractObject], list[Holder]] = {}
    for holder in holders:
        for item in sorted({at.object for at in holder.targets if at.object in useful}, key=str):
            owner: AbstractObject | str = holder.register if holder.object is None else holder.object
            ways.setdefault((owner, item), []).append(holder)
    reached: set[AbstractObject] = set()
    ordered: list[Way] = []
    pending = [(owner, item, held) for (owner, item), held in ways.items()]
    while pending:
        ready = [way for way in pending if isinstance(way[0], str | GlobalObject) or way[0] in reached] or pending[:1]
        ordered += ready
        reached.update(item for _, item, _ in ready)
        pending = [way for way in pending if way not in ready]
    placed = {item: position for position, (_, item, _) in enumerate(ordered)}
    is_cyclic = any(
        not isinstance(owner, str | GlobalObject) and placed.get(owner, -1) >= position
        for position, (owner, _, _) in enumerate(ordered)
    )
    return ordered, is_cyclic
