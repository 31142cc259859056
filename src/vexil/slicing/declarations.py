"""Which declarations a slice needs: globals, classes with their fields and methods, and methods that must be there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from vexil.core.dag import preorder
from vexil.ir.expressions import AddressOf, CodeAddress, Expr, Field, TypeTest, Variable
from vexil.ir.operation_parts import NewArray, NewObject, TypeDomain, VirtualCallee
from vexil.ir.operations import (
    Allocate,
    BeginLifetime,
    Call,
    Choose,
    ChooseInstance,
    EndLifetime,
    Start,
    expressions_of,
)
from vexil.ir.program import ClassDeclaration, Function, Program, VariableDeclaration, initial_expressions
from vexil.ir.types import ArrayReferenceType, BlockType, CodeType, PointerType, ReferenceType, StructType, Type


class Mentioned:
    """What functions of a slice name: globals, functions, classes and fields; and which classes have instances."""

    def __init__(self, program: Program, functions: Iterable[Function], variables: Iterable[str]) -> None:
        self._program = program
        self.globals: set[str] = set()
        self.functions: set[str] = set()
        self.classes: set[str] = set()
        self.fields: set[tuple[str, str]] = set()
        self.instances: set[str] = set()
        self.virtual: set[tuple[str, str]] = set()
        self._types: set[int] = set()
        self._named_types: list[Type] = []
        for name in sorted(variables):
            self._global(name)
        for function in functions:
            self.add(function)

    def add(self, function: Function) -> None:
        """Note what a function names."""
        for variable in (*function.parameters, *function.locals):
            self._type(variable.type)
        if function.result is not None:
            self._type(function.result)
        for edge in function.edges:
            operation = edge.operation
            for expression in expressions_of(operation):
                self._expression(expression)
            match operation:
                case BeginLifetime(ended) | EndLifetime(ended):
                    self._expression(ended)
                case Allocate(_, NewObject(name), _):
                    self._class(name)
                    self.instances.add(name)
                case Allocate(_, NewArray(element, _), _):
                    self._type(element)
                case ChooseInstance(_, name, _, _):
                    self._class(name)
                case Choose(_, TypeDomain(kind), _):
                    self._type(kind)
                case Call(VirtualCallee(name, signature), _, _) | Start(VirtualCallee(name, signature), _, _, _, _):
                    self._class(name)
                    self.virtual.add((name, signature))
                case _:
                    pass

    def _expression(self, expression: Expr) -> None:
        for node in preorder(expression):
            self._type(node.type)
            match node:
                case Variable(name, _, True) | AddressOf(Variable(name, _, True), _):
                    self._global(name)
                case CodeAddress(name, _):
                    self.functions.add(name)
                case Field(_, class_name, name, _):
                    self._class(class_name)
                    self.fields.add((class_name, name))
                case TypeTest(_, tested, _):
                    self._type(tested)
                case _:
                    pass

    def _global(self, name: str) -> None:
        if name in self.globals or name not in self._program.global_variables:
            return
        self.globals.add(name)
        declared = self._program.global_variables[name]
        self._type(declared.type)
        for expression in initial_expressions(declared):
            self._expression(expression)

    def _class(self, name: str) -> None:
        if name in self.classes:
            return
        for ancestor in self._program.superclasses(name):
            self.classes.add(ancestor)

    def _type(self, kind: Type) -> None:
        if id(kind) in self._types:
            return
        self._types.add(id(kind))
        self._named_types.append(kind)
        match kind:
            case ReferenceType(name):
                self._class(name)
            case ArrayReferenceType(element) | BlockType(element, _):
                self._type(element)
            case PointerType(target) if target is not None:
                self._type(target)
            case CodeType(result, parameters, _):
                for item in (*parameters, *([] if result is None else [result])):
                    self._type(item)
            case StructType(name):
                for member in self._program.structs[name].members:
                    self._type(member.type)
            case _:
                pass

    def field_types(self) -> None:
        """Note what the fields that are named consist of."""
        for class_name, name in sorted(self.fields):
            for item in self._program.classes[class_name].fields:
                if item.name == name:
                    self._type(item.type)


def stubs(program: Program, mentioned: Mentioned) -> list[str]:
    """The functions that are named, or must be there because a class of an instance has to have the method."""
    mentioned.field_types()
    wanted = dict.fromkeys(sorted(mentioned.functions))
    for static, signature in sorted(mentioned.virtual):
        for name in sorted(mentioned.instances):
            if static in program.superclasses(name):
                function = program.lookup_method(name, signature)
                if function is not None:
                    wanted[function] = None
    return list(wanted)


def kept_globals(program: Program, mentioned: Mentioned) -> tuple[VariableDeclaration, ...]:
    """The globals that are named."""
    return tuple(variable for variable in program.globals if variable.name in mentioned.globals)


def kept_classes(program: Program, mentioned: Mentioned, functions: frozenset[str]) -> Mapping[str, ClassDeclaration]:
    """The classes that are named, with the fields that are, and the methods that calls look for."""
    called = {signature for _, signature in mentioned.virtual}
    return {
        name: replace(
            declared,
            fields=tuple(item for item in declared.fields if (name, item.name) in mentioned.fields),
            methods=tuple(item for item in declared.methods if item[1] in functions and item[0] in called),
            initialiser=declared.initialiser if declared.initialiser in functions else None,
        )
        for name, declared in program.classes.items()
        if name in mentioned.classes
    }
