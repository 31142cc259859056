"""A short way to write programs of the intermediate form in tests: structured code over the builders."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from vexil.ir.builder import FunctionBuilder, ProgramBuilder
from vexil.ir.expressions import AddressOf, Apply, Const, Deref, Expr, Field, Operator, Place, Variable
from vexil.ir.interpreter import Bounds, CompiledProgram, Machine, Move, Snapshot
from vexil.ir.layout import LP64, DataLayout
from vexil.ir.operation_parts import Callee, Domain, NewMemory, NewObject, StaticCallee
from vexil.ir.operations import Allocate, Assign, Call, Catch, EndThread, Operation, Return, Skip, Start, Stop, Throw
from vexil.ir.program import ClassDeclaration, FieldDeclaration, Memory, Program
from vexil.ir.types import BOOL, I32, I64, LOCK, PointerType, ReferenceType, Type
from vexil.ir.typing import address_of, apply, cast, deref, field


def i32(value: int) -> Const:
    """A literal of 32 bits."""
    return Const(value, I32)


def number(value: int, kind: Type) -> Const:
    """A literal."""
    return Const(value, kind)


def boolean(value: bool) -> Const:
    """A truth value."""
    return Const(value, BOOL)


def null(kind: Type) -> Const:
    """The null reference or pointer of a type."""
    return Const(0, kind)


def lock(value: int) -> Const:
    """A lock that is no object's monitor."""
    return Const(value, LOCK)


def add(left: Expr, right: Expr) -> Apply:
    """A sum."""
    return apply(Operator.ADD, left, right)


def equal(left: Expr, right: Expr) -> Apply:
    """A comparison."""
    return apply(Operator.EQUAL, left, right)


def less(left: Expr, right: Expr) -> Apply:
    """A comparison."""
    return apply(Operator.LESS, left, right)


def negated(condition: Expr) -> Apply:
    """The negation of a condition."""
    return apply(Operator.NOT, condition)


def at(base: Expr, offset: int | Expr, kind: Type) -> Deref:
    """The place of a type some bytes behind an address."""
    distance = Const(offset, I64) if isinstance(offset, int) else offset
    pointer = cast(apply(Operator.POINTER_ADD, base, distance), PointerType(kind))
    return deref(pointer, kind)


def address(variable: Variable) -> AddressOf:
    """The address of a variable."""
    return address_of(variable)


class Body:
    """The statements of one function, written from top to bottom."""

    def __init__(self, name: str, result: Type | None = None) -> None:
        self.builder = FunctionBuilder(name, result)
        self.name = name
        self.here: int | None = self.builder.location("entry")
        self.builder.entry = self.here
        self.builder.exit = self.builder.location("exit")
        self._names: dict[str, int] = {}

    def parameter(self, name: str, kind: Type, *, addressable: bool = False) -> Variable:
        """Declare a parameter."""
        return self.builder.parameter(name, kind, addressable=addressable)

    def local(self, name: str, kind: Type, *, addressable: bool = False) -> Variable:
        """Declare a local variable."""
        return self.builder.local(name, kind, addressable=addressable)

    def place(self, name: str) -> int:
        """The location of a name, made when it is first mentioned."""
        if name not in self._names:
            self._names[name] = self.builder.location(name)
        return self._names[name]

    def do(self, operation: Operation, to: str | None = None) -> None:
        """Add an edge and go on behind it."""
        target = self.builder.location() if to is None else self.place(to)
        assert self.here is not None, "code behind a jump cannot be reached"
        self.builder.edge(self.here, target, operation)
        self.here = target

    def mark(self, name: str) -> None:
        """Name the point reached; jumps lead here."""
        target = self.place(name)
        if self.here is not None:
            self.builder.edge(self.here, target, Skip())
        self.here = target

    def goto(self, name: str) -> None:
        """Jump."""
        self.do(Skip(), name)
        self.here = None

    def set(self, place: Place, value: Expr, to: str | None = None) -> None:
        """Assign."""
        self.do(Assign(place, value), to)

    def give_back(self, value: Expr | None = None) -> None:
        """Return from the function."""
        assert self.here is not None
        self.builder.edge(self.here, self.builder.exit, Return(value))
        self.here = None

    def throw(self, value: Expr) -> None:
        """Leave with an exception."""
        if self.builder.exceptional_exit is None:
            self.builder.exceptional_exit = self.builder.location("exceptional")
        assert self.here is not None
        self.builder.edge(self.here, self.builder.exceptional_exit, Throw(value))
        self.here = None

    def stop(self, status: Expr | None = None) -> None:
        """End the program."""
        if self.builder.stop is None:
            self.builder.stop = self.builder.location("stop")
        assert self.here is not None
        self.builder.edge(self.here, self.builder.stop, Stop(status))
        self.here = None

    def end_thread(self) -> None:
        """End the running thread."""
        if self.builder.stop is None:
            self.builder.stop = self.builder.location("stop")
        assert self.here is not None
        self.builder.edge(self.here, self.builder.stop, EndThread())
        self.here = None

    @contextmanager
    def when(self, condition: Expr) -> Iterator[None]:
        """Code that runs only when a condition holds."""
        inside, behind = self.builder.location(), self.builder.location()
        assert self.here is not None
        self.builder.branch(self.here, condition, inside, behind)
        self.here = inside
        yield
        if self.here is not None:
            self.builder.edge(self.here, behind, Skip())
        self.here = behind

    @contextmanager
    def loop(self, condition: Expr) -> Iterator[None]:
        """Code that runs while a condition holds."""
        head, inside, behind = self.builder.location(), self.builder.location(), self.builder.location()
        assert self.here is not None
        self.builder.edge(self.here, head, Skip())
        self.builder.branch(head, condition, inside, behind)
        self.here = inside
        yield
        if self.here is not None:
            self.builder.edge(self.here, head, Skip())
        self.here = behind

    def choose(self, *alternatives: Callable[[], None]) -> None:
        """Alternatives of the environment."""
        assert self.here is not None
        start, behind = self.here, self.builder.location()
        for alternative in alternatives:
            inside = self.builder.location()
            self.builder.edge(start, inside, Skip())
            self.here = inside
            alternative()
            if self.here is not None:
                self.builder.edge(self.here, behind, Skip())
        self.here = behind

    def call(
        self,
        callee: str | Callee,
        *arguments: Expr,
        result: Place | None = None,
        catch: Callable[[], None] | None = None,
        caught: Place | None = None,
    ) -> None:
        """Call a function; *catch* writes what happens after an exception, which goes to *caught*."""
        called = StaticCallee(callee) if isinstance(callee, str) else callee
        start = self.here
        assert start is not None
        self.do(Call(called, arguments, result))
        if catch is not None:
            behind = self.here
            assert behind is not None
            self.here = handler = self.builder.location()
            self.builder.edge(start, handler, Catch(caught))
            catch()
            if self.here is not None:
                self.builder.edge(self.here, behind, Skip())
            self.here = behind

    def new(self, place: Place, class_name: str, site: str = "") -> None:
        """Create an object."""
        self.do(Allocate(place, NewObject(class_name), site or f"{self.name}:{class_name}"))

    def malloc(self, place: Place, size: int | Expr, *, zeroed: bool = False, on_stack: bool = False) -> None:
        """Create memory."""
        wanted = Const(size, I64) if isinstance(size, int) else size
        self.do(Allocate(place, NewMemory(wanted, on_stack, zeroed), f"{self.name}:malloc"))

    def start(
        self,
        callee: str | Callee,
        *arguments: Expr,
        handle: Place | None = None,
        daemon: Expr | None = None,
    ) -> None:
        """Start a thread."""
        called = StaticCallee(callee) if isinstance(callee, str) else callee
        self.do(Start(called, arguments, handle, daemon, True))


class Sketch:
    """A program under construction."""

    def __init__(self, layout: DataLayout = LP64) -> None:
        self.builder = ProgramBuilder("sketch", "vir", layout=layout)

    def variable(
        self, name: str, kind: Type, initial: Expr | Memory | Domain | None = None, *, addressable: bool = False
    ) -> Variable:
        """Declare a global variable."""
        return self.builder.global_variable(name, kind, initial, addressable=addressable)

    def declare(
        self,
        name: str,
        superclass: str | None = None,
        *,
        methods: Sequence[tuple[str, str]] = (),
        abstract: bool = False,
        **fields: Type,
    ) -> ReferenceType:
        """Declare a class."""
        declared = tuple(FieldDeclaration(field_name, kind) for field_name, kind in fields.items())
        self.builder.classes[name] = ClassDeclaration(name, superclass, (), declared, tuple(methods), abstract=abstract)
        return ReferenceType(name)

    def of(self, reference: Expr, name: str) -> Field:
        """A field of the object a reference refers to, by its name in the static class or its superclasses."""
        assert isinstance(reference.type, ReferenceType)
        owner: str | None = reference.type.class_name
        while owner is not None:
            for declared in self.builder.classes[owner].fields:
                if declared.name == name:
                    return field(reference, owner, name, declared.type)
            owner = self.builder.classes[owner].superclass
        raise KeyError(name)

    @contextmanager
    def function(self, name: str, result: Type | None = None) -> Iterator[Body]:
        """Write a function; it returns at the end of its text."""
        body = Body(name, result)
        yield body
        if body.here is not None:
            body.give_back()
        self.builder.add(body.builder)

    def build(self) -> Program:
        """The finished program."""
        return self.builder.build()


def started(program: Program | CompiledProgram, bounds: Bounds | None = None) -> Machine:
    """A machine in the initial state of a program without open initial values."""
    machine = Machine(program, bounds=bounds)
    machine.reset()
    return machine


def finish(machine: Machine, limit: int = 100_000) -> Machine:
    """Run the first thread that can move until none can."""
    for _ in range(limit):
        able = machine.enabled()
        if not able:
            return machine
        machine.step(able[0], None)
    raise AssertionError("the program should end")


def outcome(program: Program) -> Machine:
    """The machine after the only run of a sequential program."""
    return finish(started(program))


def global_value(machine: Machine, name: str) -> object:
    """The value of a global register."""
    return machine.globals[machine.compiled.global_slots[name]]


def moves(machine: Machine) -> Iterator[Move]:
    """Every move possible in the current state."""
    for thread in machine.enabled():
        offered = machine.choices(thread)
        if offered is None:
            yield Move(thread)
        else:
            assert offered.values is not None
            yield from (Move(thread, value) for value in offered.values)


def explore(machine: Machine, limit: int = 100_000) -> dict[Snapshot, tuple[Snapshot | None, Move | None]]:
    """Every state that can be reached, breadth first, with the state and move it was first reached by."""
    first = machine.snapshot()
    found: dict[Snapshot, tuple[Snapshot | None, Move | None]] = {first: (None, None)}
    pending = deque([first])
    while pending:
        state = pending.popleft()
        machine.restore(state)
        for move in list(moves(machine)):
            machine.restore(state)
            machine.step(move.thread, move.choice)
            following = machine.snapshot()
            if following not in found:
                assert len(found) < limit, "the state space should be small"
                found[following] = (state, move)
                pending.append(following)
    machine.restore(first)
    return found
