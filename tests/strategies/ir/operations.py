"""Random operations, one maker for each kind."""

from __future__ import annotations

from collections.abc import Callable

from strategies.ir.expressions import World
from vexil.ir.expressions import Expr, Place
from vexil.ir.operation_parts import (
    Allocation,
    Callee,
    Domain,
    GuardedDomain,
    NewArray,
    NewMemory,
    NewObject,
    Origin,
    PointerCallee,
    RangeDomain,
    RelationDomain,
    StaticCallee,
    TypeDomain,
    VirtualCallee,
)
from vexil.ir.operations import (
    Allocate,
    Assign,
    BeginAtomic,
    BeginLifetime,
    Call,
    Check,
    Choose,
    ChooseInstance,
    Copy,
    EndAtomic,
    EndLifetime,
    Fill,
    Interrupt,
    Join,
    Lock,
    Notify,
    Operation,
    Release,
    Restrict,
    Skip,
    Start,
    Unlock,
    Wait,
)
from vexil.ir.program import Relation
from vexil.ir.types import (
    BOOL,
    I32,
    I64,
    INT,
    LOCK,
    THREAD,
    U8,
    VOID_POINTER,
    ArrayReferenceType,
    BoolType,
    CodeType,
    FloatType,
    IntegerType,
    MathType,
    PointerType,
    ReferenceType,
    TokenType,
    Type,
)

TEXTS = ("", "plain", 'with "quotes"', "line\nbreak", "back\\slash", "\ud800", "tab\t", "ünï")


class Operations:
    """Makes operations of one function."""

    def __init__(self, world: World, relations: dict[str, Relation], methods: dict[str, dict[str, str]]) -> None:
        self.world = world
        self.random = world.random
        self._relations = relations
        self._methods = methods

    def simple(self) -> Operation:
        """An operation that needs no particular location."""
        open_makers: list[Callable[[], Operation]] = [
            self._choose, self._choose, self._choose_instance, self._lock, self._wait, self._notify, self._join,
        ]  # fmt: skip
        return self.random.choice(open_makers)() if self.random.random() < 0.3 else self.definite()

    def definite(self) -> Operation:
        """An operation that neither blocks nor leaves anything open."""
        makers: list[Callable[[], Operation]] = [
            Skip, self._assign, self._assign, self._assign, self._restrict, self._check, self._allocate, self._release,
            self._lifetime, self._copy, self._fill, self._unlock, self._start, self._interrupt, BeginAtomic, EndAtomic,
        ]  # fmt: skip
        return self.random.choice(makers)()

    def _flag(self) -> bool:
        return self.random.random() < 0.5

    def _text(self) -> str:
        return self.random.choice(TEXTS)

    def _optional(self, kind: Type) -> Place | None:
        return self.world.place(kind) if self._flag() else None

    def _assign(self) -> Operation:
        kind = self.world.type()
        return Assign(self.world.place(kind), self.world.expression(kind))

    def _restrict(self) -> Operation:
        return Restrict(self.world.expression(BOOL))

    def _check(self) -> Operation:
        kind = self.random.choice(["assert", "null-pointer", "lock"])
        return Check(kind, self.world.expression(BOOL), self._text())

    # --- choices -----------------------------------------------------------------------------------------

    def _choose(self) -> Operation:
        kind = self.world.type()
        origin = self.random.choice(list(Origin))
        return Choose(self.world.place(kind), self.domain(kind), origin)

    def domain(self, kind: Type, depth: int = 2, *, constant: bool = False) -> Domain:
        """A domain of values of the type; with *constant*, one that reads no variable."""
        makers: list[Callable[[], Domain]] = [lambda: self._guarded(kind, constant)]
        if isinstance(kind, BoolType | IntegerType | MathType | FloatType | TokenType):
            makers.append(lambda: TypeDomain(kind))
        if isinstance(kind, IntegerType | MathType):
            makers.append(lambda: RangeDomain(self._value(kind, constant), self._value(kind, constant)))
        relations = [name for name, relation in self._relations.items() if relation.result == kind]
        if relations and depth:
            makers += [lambda: self._relation(self.random.choice(relations), depth - 1, constant)] * 2
        return self.random.choice(makers)()

    def _value(self, kind: Type, constant: bool) -> Expr:
        return self.world.constant(kind) if constant else self.world.expression(kind)

    def _guarded(self, kind: Type, constant: bool) -> Domain:
        return GuardedDomain(
            tuple(
                (self._value(BOOL, constant) if self._flag() else None, self._value(kind, constant))
                for _ in range(self.random.randint(1, 3))
            )
        )

    def _relation(self, name: str, depth: int, constant: bool) -> Domain:
        return RelationDomain(
            name,
            tuple(
                self._value(kind, constant) if self._flag() else self.domain(kind, depth, constant=constant)
                for kind in self._relations[name].parameters
            ),
        )

    def _choose_instance(self) -> Operation:
        class_name = self.random.choice(sorted(self.world.classes))
        origin = self.random.choice(list(Origin))
        return ChooseInstance(self.world.place(ReferenceType(class_name)), class_name, self._flag(), origin)

    # --- memory ------------------------------------------------------------------------------------------

    def _allocate(self) -> Operation:
        concrete = [n for n, c in sorted(self.world.classes.items()) if not (c.abstract or c.interface)]
        elements: list[Type] = [I32, BOOL, INT, ReferenceType(concrete[0])]
        element = self.random.choice(elements)
        made: list[tuple[Allocation, Type]] = [
            (NewObject(concrete[0]), ReferenceType(concrete[0])),
            (NewArray(element, self.world.expression(I32)), ArrayReferenceType(element)),
            (NewMemory(self.world.expression(I64), self._flag(), self._flag()), PointerType(I32)),
        ]
        what, kind = self.random.choice(made)
        return Allocate(self.world.place(kind), what, self._text())

    def _pointer(self) -> Expr:
        return self.world.expression(PointerType(self.world.memory_type()))

    def _release(self) -> Operation:
        return Release(self._pointer(), self._flag())

    def _lifetime(self) -> Operation:
        known = [v for v in self.world.locals.values() if (v.name, False) in self.world.addressable]
        if not known:
            return Skip()
        variable = self.random.choice(known)
        return BeginLifetime(variable) if self._flag() else EndLifetime(variable)

    def _copy(self) -> Operation:
        return Copy(self._pointer(), self._pointer(), self.world.expression(I64))

    def _fill(self) -> Operation:
        return Fill(self._pointer(), self.world.expression(U8), self.world.expression(INT))

    # --- threads -----------------------------------------------------------------------------------------

    def _lockable(self) -> Expr:
        return self.world.expression(self.random.choice([LOCK, VOID_POINTER, self.world.reference_type()]), 2)

    def _lock(self) -> Operation:
        return Lock(self._lockable(), self._text(), self._flag())

    def _unlock(self) -> Operation:
        return Unlock(self._lockable(), self._text())

    def _wait(self) -> Operation:
        condition = self._lockable() if self._flag() else None
        lock = self._lockable() if self._flag() else None
        return Wait(lock, condition, condition is None or self._flag(), self._optional(I32))

    def _notify(self) -> Operation:
        return Notify(self._lockable(), self._flag())

    def _start(self) -> Operation:
        callee, arguments, _ = self.callee()
        daemon = self.world.expression(BOOL) if self._flag() else None
        return Start(callee, arguments, self._optional(THREAD), daemon, self._flag())

    def _join(self) -> Operation:
        return Join(self.world.expression(THREAD), self._flag(), self._optional(INT))

    def _interrupt(self) -> Operation:
        return Interrupt(self.world.expression(THREAD), self._flag())

    # --- calls -------------------------------------------------------------------------------------------

    def call(self) -> Operation:
        """A call of any kind."""
        callee, arguments, result = self.callee()
        return Call(callee, arguments, None if result is None else self._optional(result))

    def callee(self) -> tuple[Callee, tuple[Expr, ...], Type | None]:
        """A callee, arguments it takes, and the type of its result."""
        random, world = self.random, self.world
        choice = random.randrange(3)
        if choice == 0:
            pointer = world.expression(PointerType(CodeType(I32, (I32,))))
            names = sorted(world.signatures)
            targets = random.choice([None, (), tuple(random.sample(names, min(2, len(names))))])
            return PointerCallee(pointer, targets), (world.expression(I32),), I32
        if choice == 1 and self._methods:
            class_name = random.choice(sorted(self._methods))
            signature, function = random.choice(sorted(self._methods[class_name].items()))
            kinds, result = world.signatures[function]
            receiver = world.expression(ReferenceType(class_name))
            rest = tuple(world.expression(kind) for kind in kinds[1:])
            return VirtualCallee(class_name, signature), (receiver, *rest), result
        name = random.choice(sorted(world.signatures))
        kinds, result = world.signatures[name]
        return StaticCallee(name), tuple(world.expression(kind) for kind in kinds), result
