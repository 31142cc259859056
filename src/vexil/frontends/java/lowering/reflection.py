"""What class objects know: functions from class objects to answers, written when all classes are known."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from vexil.core.source import Span
from vexil.frontends.java.lowering.function import FunctionLowering, null_of, truth
from vexil.frontends.java.lowering.intrinsics import native
from vexil.frontends.java.lowering.names import PRIMITIVE, function_name
from vexil.frontends.java.lowering.statements import finish
from vexil.frontends.java.symbols.symbols import ClassSymbol, MethodSymbol
from vexil.ir.expressions import Expr, Operator, Variable
from vexil.ir.operation_parts import StaticCallee
from vexil.ir.operations import Call
from vexil.ir.types import BOOL, ArrayReferenceType, ReferenceType, Type
from vexil.ir.typing import apply, type_test
from vexil.languages.java.tree import ClassKind

if TYPE_CHECKING:
    from vexil.frontends.java.lowering.program import ProgramLowering

CLASS_TYPE = ReferenceType("java.lang.Class")
OBJECT_TYPE = ReferenceType("java.lang.Object")
CODES = {"Z": "boolean", "B": "byte", "S": "short", "C": "char", "I": "int", "J": "long", "F": "float", "D": "double"}


class Reflection:
    """The functions that are called, and their bodies at the end."""

    def __init__(self, program: ProgramLowering) -> None:
        self._program = program
        self._used: dict[str, Type] = {}

    def call(self, f: FunctionLowering, name: str, result: Type, arguments: list[Expr]) -> Expr:
        """Ask a class object."""
        self._used[name] = result
        kept = f.temporary(result)
        f.call(Call(StaticCallee(f"java.lang.Class.{name}"), tuple(arguments), kept))
        return kept

    def write(self) -> None:
        """Write the functions that are used; class objects that they mention may need further ones of their own."""
        writers: dict[str, Callable[[FunctionLowering, str], Expr | None]] = {
            "getComponentType": self._component,
            "getSuperclass": self._superclass,
            "isInterface": lambda f, name: truth((s := self._symbol(name)) is not None and s.is_interface),
            "isPrimitive": lambda f, name: truth(name in PRIMITIVE or name == "void"),
            "getEnumConstants": self._constants,
            "isInstance": self._instance,
        }
        for name in list(self._used):
            for class_name in list(self._program.class_objects):
                self._answer_ahead(name, class_name)
        for name, result in self._used.items():
            f = self._program.begin(f"java.lang.Class.{name}", result, None)
            f.visible = False
            receiver = f.builder.parameter("class", CLASS_TYPE, hidden=True)
            if name == "isInstance":
                f.builder.parameter("object", OBJECT_TYPE, hidden=True)
            for class_name, variable in list(self._program.class_objects.items()):
                answer = writers[name]
                other = self._choose(f, receiver, variable)
                finish(f, answer(f, class_name))
                f.place(other)
            finish(f, truth(False) if result == BOOL else null_of(result))
            f.finish()

    def _answer_ahead(self, name: str, class_name: str) -> None:
        """Make the class objects that answers mention before the functions enumerate all of them."""
        while name == "getComponentType" and class_name.startswith("["):
            class_name = _element(class_name)
            self._program.class_object_named(class_name)
        symbol = self._symbol(class_name)
        while name == "getSuperclass" and symbol is not None and symbol.superclass is not None:
            symbol = symbol.superclass.symbol
            self._program.class_object_named(symbol.binary_name)

    def _choose(self, f: FunctionLowering, receiver: Variable, variable: Variable) -> int:
        here, other = f.fresh(), f.fresh()
        f.branch(apply(Operator.EQUAL, receiver, variable), here, other)
        f.place(here)
        return other

    def _symbol(self, name: str) -> ClassSymbol | None:
        return None if name.startswith("[") or name in PRIMITIVE else self._program.symbols.class_named(name)

    def _component(self, f: FunctionLowering, name: str) -> Expr:
        return self._program.class_object_named(_element(name)) if name.startswith("[") else null_of(CLASS_TYPE)

    def _superclass(self, f: FunctionLowering, name: str) -> Expr:
        if name.startswith("["):
            return self._program.class_object_named("java.lang.Object")
        symbol = self._symbol(name)
        if symbol is None or symbol.is_interface or symbol.superclass is None:
            return null_of(CLASS_TYPE)
        return self._program.class_object_named(symbol.superclass.symbol.binary_name)

    def _constants(self, f: FunctionLowering, name: str) -> Expr:
        kind = ArrayReferenceType(OBJECT_TYPE)
        symbol = self._symbol(name)
        if symbol is None or symbol.kind is not ClassKind.ENUM:
            return null_of(kind)
        method = next(m for m in symbol.methods["values"] if not m.parameters)
        self._program.initialisation.trigger(f, symbol)
        kept = f.temporary(ArrayReferenceType(ReferenceType(name)))
        self._program.request(method)
        f.call(Call(StaticCallee(function_name(method)), (), kept))
        return kept

    def _instance(self, f: FunctionLowering, name: str) -> Expr:
        if name in PRIMITIVE or name == "void":
            return truth(False)
        kind = _type_of(name)
        self._program.mention(kind)
        return type_test(Variable("object", OBJECT_TYPE, False), kind)


def _element(name: str) -> str:
    """The name of the element class of an array class."""
    inner = name[1:]
    if inner.startswith("["):
        return inner
    return inner[1:-1] if inner.startswith("L") else CODES[inner]


def _type_of(name: str) -> Type:
    if name.startswith("["):
        return ArrayReferenceType(_type_of(_element(name)))
    return PRIMITIVE[name] if name in PRIMITIVE else ReferenceType(name)


@native("java.lang.Class.getComponentType", "java.lang.Class.getSuperclass")
def related_class(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """The class of elements, or above."""
    return f.program.reflection.call(f, method.name, CLASS_TYPE, arguments)


@native("java.lang.Class.isInterface", "java.lang.Class.isPrimitive", "java.lang.Class.isInstance")
def class_fact(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """What kind of class it is."""
    return f.program.reflection.call(f, method.name, BOOL, arguments)


@native("java.lang.Class.getEnumConstants")
def enum_constants(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """The constants of an enum."""
    return f.program.reflection.call(f, method.name, ArrayReferenceType(OBJECT_TYPE), arguments)
