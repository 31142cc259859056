"""Typed Java code as text, for tests: every conversion, call and symbol is spelled out."""

from __future__ import annotations

from tests.unit.frontends.java.java_symbols import LIBRARY

from vexil.core.source import SourceFile
from vexil.frontends.java.conformance.constructors import check_constructors
from vexil.frontends.java.conformance.declarations import check_class
from vexil.frontends.java.diagnostics import Diagnostics
from vexil.frontends.java.symbols.library import LibraryFolder
from vexil.frontends.java.symbols.symbol_table import SymbolTable
from vexil.frontends.java.symbols.symbols import ClassSymbol, MethodSymbol
from vexil.frontends.java.typing import Typing
from vexil.frontends.java.typing import tree as typed
from vexil.languages.java import read_model, read_unit


class TypedProgram:
    """A file, typed; mistakes are ``line: first line of the message``."""

    def __init__(self, source: str) -> None:
        files = [SourceFile("Main.java", source.encode())]
        units = [read_unit(files[0], 0)]
        self.diagnostics = Diagnostics()
        self.symbols = SymbolTable(units, LibraryFolder(LIBRARY, files, read_model), self.diagnostics, check_class)
        self.typing = Typing(self.symbols, self.diagnostics)
        for symbol in tuple(self.symbols.classes):
            self.typing.check_class(symbol)
        check_constructors(self.symbols, self.typing)
        self.mistakes = [
            (files[one.span.file].position(one.span.start)[1], one.message.splitlines()[0])
            for one in self.diagnostics.in_order()
        ]

    def symbol(self, name: str) -> ClassSymbol:
        """A class by its binary name."""
        found = self.symbols.class_named(name)
        assert found is not None
        return found

    def method(self, name: str, owner: str = "Main") -> MethodSymbol:
        """The first method of a name."""
        return self.symbol(owner).methods[name][0]

    def statements(self, name: str, owner: str = "Main") -> tuple[typed.Statement, ...]:
        """The statements of a method."""
        body = self.typing.body(self.method(name, owner))
        assert body is not None
        return body.block.statements

    def values(self, name: str, owner: str = "Main") -> dict[str, str]:
        """What a method's local variables are initialised with, as text."""
        return {
            one.local.name: show(one.initialiser)
            for one in self.statements(name, owner)
            if isinstance(one, typed.LocalDeclaration) and one.initialiser is not None
        }


def show(node: typed.Expression) -> str:
    """An expression as text; calls name the erased parameters of the method that was chosen."""
    match node:
        case typed.Constant():
            return f"{node.value!r}:{node.type}"
        case typed.LocalRead():
            return node.local.name
        case typed.FieldRead():
            target = "" if node.target is None else f"{show(node.target)}."
            return f"{target}{node.field.owner.name}#{node.field.name}"
        case typed.ArrayRead():
            return f"{show(node.array)}[{show(node.index)}]"
        case typed.ArrayLength():
            return f"length {show(node.array)}"
        case typed.Assign():
            return f"{show(node.target)} = {show(node.value)}"
        case typed.CompoundAssign():
            return f"{'post' if node.postfix else 'pre'} {show(node.target)} <- {show(node.update)}"
        case typed.Hole():
            return "_"
        case typed.Unary():
            return f"{node.operator}{show(node.operand)}"
        case typed.Binary() | typed.ShortCircuit():
            return f"({show(node.left)} {node.operator} {show(node.right)})"
        case typed.Conditional():
            return f"({show(node.condition)} ? {show(node.then)} : {show(node.otherwise)}):{node.type}"
        case typed.Convert():
            return f"<{node.type}>{show(node.operand)}"
        case typed.CheckCast():
            return f"({node.type}{'' if node.checked else '!'}){show(node.operand)}"
        case typed.InstanceOf():
            return f"{show(node.operand)} instanceof {node.tested}"
        case typed.Concatenation():
            return " ++ ".join(map(show, node.operands))
        case typed.Call() | typed.New():
            return _call(node)
        case typed.NewArray():
            return f"new {node.type}({', '.join(map(show, node.dimensions))})"
        case typed.ArrayLiteral():
            return f"{node.type}{{{', '.join(map(show, node.elements))}}}"
        case typed.Lambda():
            parameters = ", ".join(f"{one.type} {one.name}" for one in node.parameters)
            body = "; ".join(map(_statement, node.body.statements))
            return f"{node.interface} ({parameters}) -> {{{body}}}"
        case typed.This():
            return f"this@{node.symbol.name}"
        case typed.ClassLiteral():
            return f"{node.named}.class"
        case typed.SwitchValue():
            return f"switch:{node.type}"
        case typed.Evaluated():
            return f"({show(node.first)}, {show(node.then)})"


def _statement(node: typed.Statement) -> str:
    match node:
        case typed.Return():
            return f"return {show(node.value)}" if node.value is not None else "return"
        case typed.ExpressionStatement():
            return show(node.expression)
        case _:
            return type(node).__name__


def _call(node: typed.Call | typed.New) -> str:
    method = node.method if isinstance(node, typed.Call) else node.constructor
    parameters = ",".join(map(str, method.parameters))
    given = ", ".join(map(show, node.arguments))
    outer = f"{show(node.outer)}." if node.outer is not None else ""
    if isinstance(node, typed.New):
        return f"{outer}new {node.type}({parameters})[{given}]"
    receiver = f"{show(node.receiver)}." if node.receiver is not None else ""
    mark = {"static": "", "virtual": "", "special": "!"}[node.kind.value]
    return f"{outer}{receiver}{mark}{method.owner.name}.{method.name}({parameters})[{given}]"
