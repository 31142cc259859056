"""The state of lowering a program: what is reached, and what all functions share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from vexil.core.errors import InternalError, Unsupported
from vexil.core.source import SourceFile, Span
from vexil.frontends.java.lowering.allocation import Arrays, Sites
from vexil.frontends.java.lowering.classes import Classes
from vexil.frontends.java.lowering.closures import Captures, LambdaClass, Lambdas
from vexil.frontends.java.lowering.dispatchers import Dispatchers
from vexil.frontends.java.lowering.function import FunctionLowering, converted, null_of
from vexil.frontends.java.lowering.initialisation import Initialisation
from vexil.frontends.java.lowering.intrinsics import THREAD_BODY, THREAD_CLASS, ObjectIntrinsics
from vexil.frontends.java.lowering.names import (
    class_name,
    erased_name,
    function_name,
    initialiser_name,
    lowered_type,
    signature_of,
)
from vexil.frontends.java.lowering.output import describe
from vexil.frontends.java.lowering.pruning import fields_read, used_globals
from vexil.frontends.java.lowering.reflection import Reflection
from vexil.frontends.java.lowering.strings import Literals
from vexil.frontends.java.symbols.symbol_table import SymbolTable
from vexil.frontends.java.symbols.symbols import ClassSymbol, FieldSymbol, MethodSymbol
from vexil.frontends.java.symbols.types import JavaType
from vexil.frontends.java.typing import Typing
from vexil.frontends.java.typing import tree as typed
from vexil.ir.builder import FunctionBuilder, ProgramBuilder
from vexil.ir.expressions import Expr, Field, Operator, Variable
from vexil.ir.names import OUTER, made_up
from vexil.ir.operation_parts import StaticCallee, VirtualCallee
from vexil.ir.operations import Assign
from vexil.ir.operations import Call as CallOperation
from vexil.ir.program import ClassDeclaration
from vexil.ir.types import I32, ReferenceType, Type
from vexil.ir.typing import apply
from vexil.ir.typing import field as field_place
from vexil.languages.options import JavaOptions


@dataclass(frozen=True)
class Texts:
    """Which texts are made because something reads them.

    ``messages`` are those of exceptions and the names of threads, ``contents`` the characters of strings that are put
    together; without them a string is an object and nothing else.
    """

    messages: bool
    contents: bool


class ProgramLowering:
    """Lowers what the entry reaches; functions are asked for by name and made once."""

    def __init__(
        self,
        symbols: SymbolTable,
        typing: Typing,
        files: Sequence[SourceFile],
        every: Sequence[SourceFile],
        options: JavaOptions,
        name: str,
        texts: Texts,
    ) -> None:
        self.symbols = symbols
        self.typing = typing
        self._files = every
        self.options = options
        self.texts = texts
        self.builder = ProgramBuilder(name, "java", entry="start", files=tuple(files))
        self.functions: dict[str, FunctionLowering] = {}
        self.global_names: set[str] = set()
        self.never_null: set[str] = set()
        """Globals that refer to an object whenever code of the user's runs."""
        self.fields_read: set[tuple[str, str]] = set()
        self.has_threads = False
        self.ends_notify = False
        """Whether the end of a thread notifies those who wait on its object."""
        self.boxes_are_monitors = False
        """Whether shared boxes may be locked: then each is one object, else they are marked and compared by value."""
        self.checks_sharing = False
        """Whether two threads may use one object of a class that is made for one."""
        self.checks_iterators = False
        """Whether they may also use one iterator."""
        self.library_fields: dict[str, str] = {}
        """The functions that initialise static fields of the library, by the global of the field."""
        self.allocated_at_start = {"java.lang.Object", "java.lang.String", "java.lang.Class"}
        """Classes of objects that exist whatever the program does: literals, class objects, and arrays."""
        self.classes = Classes(self)
        self.literals = Literals(self)
        self.arrays = Arrays(self)
        self.sites = Sites(self)
        self.captures = Captures(self)
        self.lambdas = Lambdas(self)
        self.initialisation = Initialisation(self)
        self.intrinsics = ObjectIntrinsics(self)
        self.dispatchers = Dispatchers(self)
        self.reflection = Reflection(self)
        self._pending: list[Callable[[], None]] = []
        self._requested: set[str] = set()
        self._bridges: set[str] = set()
        self._statics: dict[str, Variable] = {}
        self.class_objects: dict[str, Variable] = {}
        """The `Class` objects that are used, by name."""
        self._pairs = 0
        self._declared: dict[str, Span] = {}
        self._locks: dict[str, int] = {}
        self._subclass: dict[tuple[ClassSymbol, ClassSymbol], bool] = {}

    def file(self, number: int) -> SourceFile:
        """A file by the number that spans have."""
        return self._files[number]

    # --- functions -----------------------------------------------------------------------------------------

    def run(self) -> None:
        """Lower everything that was asked for."""
        while self._pending:
            self._pending.pop()()

    def size(self) -> int:
        """How much is known: it grows until nothing more is reached."""
        classes = self.classes
        return sum(
            map(len, (self._requested, self.class_objects, classes.instantiated, classes.arrays, classes.lambdas))
        )

    def later(self, name: str, make: Callable[[], None]) -> str:
        """Make a function later, once."""
        if name not in self._requested:
            self._requested.add(name)
            self._pending.append(make)
        return name

    def request(self, method: MethodSymbol) -> str:
        """The name of the function of a method, which will be made."""
        from vexil.frontends.java.lowering.methods import lower_method

        name = function_name(method)
        if method.span is not None and not method.owner.library:
            self._declared[name] = method.span
        return self.later(name, lambda: lower_method(self, method))

    def is_requested(self, method: MethodSymbol) -> bool:
        """Whether the function of a method was asked for."""
        return function_name(method) in self._requested

    def request_bridge(self, symbol: ClassSymbol, overridden: MethodSymbol, target: MethodSymbol) -> str:
        """A function that takes what the overridden method takes, checks it, and runs the method (JLS 15.12.4.5)."""
        from vexil.frontends.java.lowering.methods import lower_bridge

        name = f"{target.owner.binary_name}.{signature_of(overridden)}"
        if name in self._requested and name not in self._bridges:
            name = f"{name} in {symbol.binary_name}"
        self._bridges.add(name)
        return self.later(name, lambda: lower_bridge(self, name, overridden, target))

    def request_native(self, method: MethodSymbol) -> str:
        """A function around a native method."""
        from vexil.frontends.java.lowering.methods import lower_native

        return self.later(function_name(method), lambda: lower_native(self, method))

    def request_initialiser(self, symbol: ClassSymbol) -> None:
        """The function that initialises a class once."""
        from vexil.frontends.java.lowering.methods import lower_initialiser

        self.later(initialiser_name(symbol), lambda: lower_initialiser(self, symbol))

    def add_lambda(self, lambda_class: LambdaClass) -> None:
        """Make the class and the function of a lambda."""
        from vexil.frontends.java.lowering.methods import lower_lambda

        self.classes.add_lambda(lambda_class)
        self.later(lambda_class.function, lambda: lower_lambda(self, lambda_class))

    def begin(self, name: str, result: Type | None, owner: ClassSymbol | None) -> FunctionLowering:
        """Begin a function."""
        f = FunctionLowering(self, FunctionBuilder(name, result), owner)
        f.result = result
        self.functions[name] = f
        return f

    def static_callee(self, method: MethodSymbol) -> StaticCallee:
        """The callee of a call that runs exactly one method."""
        return StaticCallee(self.request(method))

    def virtual_callee(self, method: MethodSymbol, receiver: Expr) -> StaticCallee | VirtualCallee:
        """The callee of a call that depends on the receiver, as far as the declarations leave it open."""
        if "private" in method.flags:
            return self.static_callee(method)
        return self.classes.callee(method)

    def call_library(
        self, f: FunctionLowering, owner: str, name: str, arguments: Sequence[Expr], first: str | None = None
    ) -> Expr:
        """Call a method of the library by name; *first* is its first parameter's type where there are several."""
        from vexil.frontends.java.lowering.calls import invoke

        symbol = self.class_named(owner)
        for method in symbol.methods.get(name, ()):
            count = len(method.parameters) + (not method.static)
            if count == len(arguments) and (first is None or erased_name(method.parameters[0]) == first):
                if method.static:
                    self.initialisation.trigger(f, symbol)
                    return invoke(
                        f, method, None, arguments, typed.CallKind.STATIC, method.result, f.span or Span(0, 0, 0)
                    )
                kind = typed.CallKind.SPECIAL
                return invoke(f, method, arguments[0], arguments[1:], kind, method.result, f.span or Span(0, 0, 0))
        raise InternalError(f"the library should have {owner}.{name}({first or ''})")

    def same_object(self, f: FunctionLowering, left: Expr, right: Expr) -> Expr:
        """Whether two references of one type are equal, where they may refer to boxes."""
        if self.boxes_are_monitors:
            return apply(Operator.EQUAL, left, right)
        return self.dispatchers.same(f, left, right)

    def describe(self, f: FunctionLowering, item: Expr, kind: JavaType) -> None:
        """Make a text that nobody in the program reads, for its effects."""
        describe(f, item, kind)

    def call_to_string(self, f: FunctionLowering, item: Expr) -> None:
        """Call ``toString`` of an object that is not null."""
        (method,) = [m for m in self.symbols.object.symbol.methods["toString"] if not m.parameters]
        place = f.temporary(ReferenceType("java.lang.String"))
        f.call(CallOperation(self.classes.callee(method), (item,), place))

    def thread_body(self) -> StaticCallee:
        """The function that started threads run."""
        from vexil.frontends.java.lowering.methods import lower_thread_body

        name = self.later(THREAD_BODY, lambda: lower_thread_body(self))
        return StaticCallee(name)

    # --- classes -------------------------------------------------------------------------------------------

    def class_named(self, name: str) -> ClassSymbol:
        """A class that must exist."""
        symbol = self.symbols.class_named(name)
        if symbol is None:
            raise InternalError(f"the class {name} should exist")
        return symbol

    def instantiate(self, name: str) -> None:
        """Note that a class of the library is instantiated."""
        self.classes.instantiate(self.class_named(name))

    def instantiate_class(self, symbol: ClassSymbol) -> None:
        """Note that a class is instantiated."""
        self.classes.instantiate(symbol)

    def is_subclass(self, symbol: ClassSymbol, other: ClassSymbol) -> bool:
        """Whether a class is another one, or below it; every class is below `Object`."""
        key = (symbol, other)
        answer = self._subclass.get(key)
        if answer is None:
            answer = symbol is other or other is self.symbols.object.symbol
            if not answer:
                above = [interface.symbol for interface in symbol.interfaces]
                if symbol.superclass is not None:
                    above.append(symbol.superclass.symbol)
                answer = any(self.is_subclass(upper, other) for upper in above)
            self._subclass[key] = answer
        return answer

    def subclasses(self, symbol: ClassSymbol) -> list[ClassSymbol]:
        """A class of the user's and those of the user's below it."""
        return [symbol, *(other for other in self.symbols.classes if self.is_subclass(other, symbol))]

    def has_no_subclass(self, symbol: ClassSymbol) -> bool:
        """Whether no class can be below a class."""
        if "final" in symbol.flags:
            return True
        return not symbol.library and not any(
            other is not symbol and self.is_subclass(other, symbol) for other in self.symbols.classes
        )

    def mention(self, kind: Type) -> None:
        """Note that a type occurs."""
        self.classes.mention(kind)

    def class_object(self, kind: JavaType) -> Variable:
        """The global that refers to the `Class` object of a type."""
        return self.class_object_named(class_name(kind))

    def class_object_named(self, name: str) -> Variable:
        """The global that refers to the `Class` object of a type by the name that ``getName`` gives."""
        variable = self.class_objects.get(name)
        if variable is None:
            variable = self.class_objects[name] = Variable(f"class.{name}", ReferenceType("java.lang.Class"), True)
            self.global_names.add(variable.name)
            self.never_null.add(variable.name)
            self.instantiate("java.lang.Class")
        return variable

    def reads(self, owner: str, name: str) -> bool:
        """Whether a field is read anywhere; known when everything but the start is lowered."""
        return (owner, name) in self.fields_read

    def note_reads(self) -> None:
        """Find the fields that are read."""
        self.fields_read = fields_read(self.functions.values()) | self.watched_fields()

    def watched_fields(self) -> set[tuple[str, str]]:
        """Fields that people look at, though the program may not: messages of exceptions, and printed text."""
        fields = {("java.lang.Throwable", "message"), ("java.lang.Thread", "name")}
        if "vexil.Output.print" in self.functions:
            fields.add(("java.lang.String", "value"))
        return fields

    # --- fields --------------------------------------------------------------------------------------------

    def static_field(self, field: FieldSymbol) -> Variable:
        """The global of a static field."""
        from vexil.frontends.java.lowering.methods import lower_library_field

        name = f"{field.owner.binary_name}.{field.name}"
        variable = self._statics.get(name)
        if variable is None:
            variable = self._statics[name] = self.builder.global_variable(
                name,
                lowered_type(field.type),
                volatile="volatile" in field.flags,
                hidden=field.owner.library,
                span=None if field.owner.library else field.span,
            )
            self.global_names.add(name)
            if field.owner.library and field.constant() is None:
                lower_library_field(self, field)
        return variable

    def hidden_global(self, name: str, kind: Type, *, per_thread: bool = False) -> Variable:
        """A global that the user did not write."""
        variable = self._statics.get(name)
        if variable is None:
            variable = self._statics[name] = self.builder.global_variable(
                name, kind, hidden=True, per_thread=per_thread
            )
            self.global_names.add(name)
        return variable

    def self_variable(self) -> Variable:
        """The thread object of each thread."""
        return self.hidden_global(made_up("thread", "self"), ReferenceType(THREAD_CLASS), per_thread=True)

    def counter(self, name: str) -> Variable:
        """A global number that starts with 0."""
        return self.hidden_global(made_up("count", name), I32)

    def member(self, target: Expr, field: FieldSymbol) -> Field:
        """A field of an object as a place."""
        if field.owner.library:
            self.classes.use_field(field)
        return field_place(target, field.owner.binary_name, field.name, lowered_type(field.type))

    def set_field(self, f: FunctionLowering, target: Expr, owner: str, name: str, value: Expr) -> None:
        """Write a field of a class of the library by name."""
        field = self.class_named(owner).fields.get(name)
        if field is None:
            raise InternalError(f"the library should have a field {owner}.{name}")
        f.emit(Assign(self.member(target, field), converted(value, lowered_type(field.type))))

    def hidden_field(self, class_name: str, name: str, kind: Type) -> None:
        """Declare a field that the user did not write."""
        self.classes.hidden_field(class_name, name, kind)

    def use_field(self, class_name: str, name: str) -> None:
        """Declare a field of the library that is used."""
        self.classes.use_field(self.class_named(class_name).fields[name])

    def use_outer(self, symbol: ClassSymbol) -> None:
        """Declare the field of an inner class that refers to the instance around it."""
        assert symbol.outer is not None
        self.hidden_field(symbol.binary_name, OUTER, ReferenceType(symbol.outer.binary_name))

    # --- exceptions ----------------------------------------------------------------------------------------

    def initialise_failure(
        self, f: FunctionLowering, name: str, exception: Variable, arguments: Sequence[Expr]
    ) -> None:
        """Give a new exception of the language what it tells about the failure."""
        fields = {
            "java.lang.ArrayIndexOutOfBoundsException": ("index", "length"),
            "java.lang.NegativeArraySizeException": ("size",),
            "java.lang.ExceptionInInitializerError": ("cause",),
            "java.lang.ArithmeticException": ("message",),
            "java.lang.ArrayStoreException": ("message",),
        }[name]
        symbol = self.class_named(name)
        for field, argument in zip(fields, arguments, strict=True):
            owner: ClassSymbol | None = symbol
            while owner is not None and field not in owner.fields:
                owner = owner.superclass.symbol if owner.superclass is not None else None
            if owner is not None:
                target = converted(exception, ReferenceType(name))
                self.set_field(f, target, owner.binary_name, field, argument)

    def is_throwable(self, symbol: ClassSymbol) -> bool:
        """Whether objects of a class can be thrown."""
        return self.is_subclass(symbol, self.symbols.throwable.symbol)

    def class_declarations(self) -> dict[str, ClassDeclaration]:
        """The classes of the program, everything that its functions mention included."""
        for f in self.functions.values():
            for kind in sorted(f.mentions().types, key=str):
                self.mention(kind)
        declarations = self.classes.declarations()
        for name in declarations:
            symbol = self.symbols.class_named(name)
            if symbol is not None and not symbol.library and symbol.declaration is not None:
                self.builder.declarations[name] = symbol.declaration.name_span
                for field in symbol.fields.values():
                    if not field.static and field.span is not None:
                        self.builder.declarations[f"{name}::{field.name}"] = field.span
        return declarations

    def drop_globals(self) -> None:
        """Forget hidden globals that no function mentions any more."""
        used = used_globals(self.functions)
        self.builder.globals = [
            variable for variable in self.builder.globals if not variable.hidden or variable.name in used
        ]

    def declared_at(self, name: str) -> Span | None:
        """Where a function of the user's is declared."""
        return self._declared.get(name)

    # --- words ---------------------------------------------------------------------------------------------

    def new_pair(self, f: FunctionLowering) -> str:
        """A name that connects acquiring and releasing a monitor."""
        self._pairs += 1
        return f"{f.builder.name}:{self._pairs}"

    def lock_number(self, symbol: ClassSymbol) -> int:
        """The number of the lock that guards the initialisation of a class."""
        return self._locks.setdefault(symbol.binary_name, len(self._locks) + 1)

    def text_of(self, span: Span) -> str:
        """The source text of a place, on one line."""
        return self.file(span.file).excerpt(span.start, span.end)

    def unsupported(self, message: str, span: Span) -> Unsupported:
        """An error about a construct that is understood and not modelled."""
        file = self.file(span.file)
        name, line, column = file.position(span.start)
        return Unsupported(
            message, file=name, line=line, column=column, found=file.excerpt(span.start, span.end),
            hint="leave it out, or replace it by code of your own",
        )  # fmt: skip

    def print_text(self, f: FunctionLowering, arguments: Sequence[Expr]) -> None:
        """Call the function that watchers of a run know."""
        from vexil.frontends.java.lowering.methods import lower_print

        name = self.later("vexil.Output.print", lambda: lower_print(self))
        f.call(CallOperation(StaticCallee(name), tuple(arguments), None))


__all__ = ["ProgramLowering", "null_of"]
