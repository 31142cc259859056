"""What local classes and lambdas keep of the code around them: captured variables and the enclosing instance."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from vexil.frontends.java.lowering.names import lowered_type, signature_of
from vexil.frontends.java.symbols.symbols import ClassSymbol, LocalSymbol
from vexil.frontends.java.typing import tree as typed
from vexil.frontends.java.typing.tree.walking import children
from vexil.ir.names import CAPTURED, OUTER, made_up
from vexil.ir.types import ReferenceType, Type

if TYPE_CHECKING:
    from vexil.frontends.java.lowering.function import FunctionLowering
    from vexil.frontends.java.lowering.program import ProgramLowering


@dataclass
class FreeVariables:
    """What code uses of what is around it."""

    locals: dict[LocalSymbol, None] = field(default_factory=dict)
    this: bool = False
    created: dict[ClassSymbol, None] = field(default_factory=dict)
    """Classes that it makes instances of, or whose constructors it calls."""


def free_variables(roots: list[Any]) -> FreeVariables:
    """The free variables of code, whether it uses ``this``, and the classes it creates."""
    free = FreeVariables()
    declared: set[LocalSymbol] = set()
    used: dict[LocalSymbol, None] = {}
    pending: list[Any] = list(reversed(roots))
    while pending:
        node = pending.pop()
        match node:
            case typed.LocalRead(local=local):
                used[local] = None
            case typed.This():
                free.this = True
            case typed.New(constructor=constructor):
                free.created[constructor.owner] = None
                free.this = free.this or constructor.owner.has_outer_instance
            case typed.Call(method=method) if method.constructor:
                free.created[method.owner] = None
            case typed.Lambda(parameters=parameters, bound=bound):
                declared.update(parameters)
                declared.update(local for local, _ in bound)
            case _:
                pass
        for name in ("local", "binding"):
            introduced = getattr(node, name, None)
            if isinstance(introduced, LocalSymbol) and not isinstance(node, typed.LocalRead):
                declared.add(introduced)
        pending.extend(reversed(list(children(node))))
    free.locals = {local: None for local in used if local not in declared}
    return free


class Captures:
    """The captured variables of local classes, those of their superclasses and of what they create included."""

    def __init__(self, program: ProgramLowering) -> None:
        self._program = program
        self._of_class: dict[ClassSymbol, tuple[LocalSymbol, ...]] = {}
        self._free: dict[ClassSymbol, FreeVariables] = {}

    def of_class(self, symbol: ClassSymbol) -> tuple[LocalSymbol, ...]:
        """The variables in the order in which constructors take them."""
        captured = self._of_class.get(symbol)
        if captured is None:
            captured = self._of_class[symbol] = self._closure(symbol) if _is_local(symbol) else ()
        return captured

    def has(self, symbol: ClassSymbol, local: LocalSymbol) -> bool:
        """Whether a class keeps a variable."""
        return local in self.of_class(symbol)

    def field_of(self, symbol: ClassSymbol, local: LocalSymbol) -> str:
        """The field that keeps a variable."""
        position = self.of_class(symbol).index(local)
        same = [other for other in self.of_class(symbol)[:position] if other.name == local.name]
        name = f"{CAPTURED}{local.name}" if not same else made_up(f"{CAPTURED}{local.name}", len(same))
        self._program.hidden_field(symbol.binary_name, name, lowered_type(local.type))
        return name

    def _closure(self, symbol: ClassSymbol) -> tuple[LocalSymbol, ...]:
        """Follow superclasses and created classes; variables that the class's own code declares are its own."""
        captured: dict[LocalSymbol, None] = {}
        visited: set[ClassSymbol] = set()
        pending = [symbol]
        while pending:
            current = pending.pop(0)
            if current in visited:
                continue
            visited.add(current)
            if current.code is None and (current.outer is None or not _is_local(current.outer)):
                continue
            free = self.free_variables(current)
            for local in (*current.captures, *free.locals):
                if not _declared_inside(local, symbol):
                    captured[local] = None
            if current.superclass is not None:
                pending.append(current.superclass.symbol)
            pending.extend(free.created)
        return tuple(captured)

    def free_variables(self, symbol: ClassSymbol) -> FreeVariables:
        """What the bodies of a class use, all of its members together."""
        free = self._free.get(symbol)
        if free is None:
            typing = self._program.typing
            roots: list[Any] = []
            own: set[LocalSymbol] = set()
            for methods in symbol.methods.values():
                for method in methods:
                    body = typing.body(method)
                    if body is not None:
                        own.update(body.parameters)
                        roots.append(body.block)
            for parts in (typing.instance_initialisers(symbol).parts, typing.static_initialisers(symbol).parts):
                roots.extend(parts)
            free = free_variables(roots)
            free.locals = {local: None for local in free.locals if local not in own}
            self._free[symbol] = free
        return free


def _is_local(symbol: ClassSymbol) -> bool:
    current: ClassSymbol | None = symbol
    while current is not None:
        if current.code is not None:
            return True
        current = current.outer
    return False


def _declared_inside(local: LocalSymbol, symbol: ClassSymbol) -> bool:
    """Whether a variable belongs to code of the class or of a class inside of it."""
    owner: Any = local.owner
    while not isinstance(owner, ClassSymbol):
        owner = owner.owner
    current: ClassSymbol | None = owner
    while current is not None:
        if current is symbol:
            return True
        current = current.outer
    return False


@dataclass(eq=False)
class LambdaClass:
    """The class of a lambda: its name, what it keeps, and how its method is called."""

    name: str
    node: typed.Lambda
    owner: ClassSymbol | None
    this_type: ReferenceType | None
    fields: dict[LocalSymbol, tuple[str, Type]] = field(default_factory=dict)
    captured: list[tuple[LocalSymbol, tuple[str, Type]]] = field(default_factory=list)

    @property
    def function(self) -> str:
        """The name of the function of its body."""
        return f"{self.name}.{signature_of(self.node.method)}"


class Lambdas:
    """The classes of a program's lambdas."""

    def __init__(self, program: ProgramLowering) -> None:
        self._program = program
        self._classes: dict[typed.Lambda, LambdaClass] = {}
        self._counts: dict[str, int] = {}

    def class_of(self, f: FunctionLowering, node: typed.Lambda) -> LambdaClass:
        """The class of a lambda; its body is lowered later."""
        lambda_class = self._classes.get(node)
        if lambda_class is None:
            lambda_class = self._classes[node] = self._make(f, node)
            self._program.add_lambda(lambda_class)
        return lambda_class

    def _make(self, f: FunctionLowering, node: typed.Lambda) -> LambdaClass:
        around = f.owner.binary_name if f.owner is not None else "start"
        number = self._counts[around] = self._counts.get(around, 0) + 1
        name = made_up(f"{around}$$Lambda", number)
        free = free_variables([node.body])
        bound = {local for local, _ in node.bound}
        captured = [local for local in free.locals if local not in bound and local not in node.parameters]
        for created in free.created:
            for local in self._program.captures.of_class(created):
                if local not in captured and not _declared_in(local, node):
                    captured.append(local)
        this_type = None
        if free.this and f.this is not None:
            assert isinstance(f.this.type, ReferenceType)
            this_type = f.this.type
            self._program.hidden_field(name, OUTER, this_type)
        lambda_class = LambdaClass(name, node, f.owner, this_type)
        for position, local in enumerate((*bound_in_order(node), *captured)):
            kept = (made_up(f"{CAPTURED}{local.name}", position), lowered_type(local.type))
            self._program.hidden_field(name, *kept)
            lambda_class.fields[local] = kept
            if local not in bound:
                lambda_class.captured.append((local, kept))
        return lambda_class


def bound_in_order(node: typed.Lambda) -> list[LocalSymbol]:
    """The variables of values that are evaluated when the object is made."""
    return [local for local, _ in node.bound]


def _declared_in(local: LocalSymbol, node: typed.Lambda) -> bool:
    owner: Any = local.owner
    while owner is not None and not isinstance(owner, ClassSymbol):
        if owner is node.owner:
            return True
        owner = getattr(owner, "code", None)
    return False
