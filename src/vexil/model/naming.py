"""Names of classes, functions and variables as their language's users say them."""

from __future__ import annotations

from vexil.ir.program import Program, VariableDeclaration
from vexil.ir.types import ArrayReferenceType, BoolType, FloatType, IntegerType, ReferenceType, Type

RECEIVER = "this"
"""A variable that refers to another object in every method, so that it names none."""
_JAVA = {"i8": "byte", "i16": "short", "u16": "char", "i32": "int", "i64": "long", "f32": "float", "f64": "double"}


def simple_class(name: str) -> str:
    """A class without its package and the classes around it; one without a name keeps them (``Main$1``)."""
    last = name.rpartition(".")[2]
    inner = last.rpartition("$")[2]
    return inner if inner and not inner[0].isdigit() else last


def is_unnamed(class_name: str) -> bool:
    """Say whether a class has no name of its own: an anonymous class or that of a lambda expression."""
    last = class_name.rpartition("$")[2]
    return "$" in class_name and (last.isdigit() or "lambda" in class_name.lower())


def simple_function(name: str) -> str:
    """A method with its class, without package and parameter types; other functions as they are."""
    head, bracket, _ = name.partition("(")
    if not bracket and not head.endswith("<clinit>"):
        return name
    owner, _, method = head.rpartition(".")
    return f"{simple_class(owner)}.{method}" if owner else method


def shown_variable(variable: VariableDeclaration) -> str:
    """The name the user knows a variable by."""
    return variable.labels[0] if variable.labels else variable.name


def shown_global(variable: VariableDeclaration, program: Program) -> str:
    """The name the user knows a global by; a static field of Java has its class in front, without the package."""
    name = shown_variable(variable)
    owner, dot, field = name.rpartition(".")
    return f"{simple_class(owner)}.{field}" if dot and program.source.has_classes else name


def shown_type(kind: Type) -> str:
    """A type as a user of objects writes it."""
    match kind:
        case ReferenceType(name):
            return simple_class(name)
        case ArrayReferenceType(element):
            return f"{shown_type(element)}[]"
        case BoolType():
            return "boolean"
        case IntegerType() | FloatType():
            return _JAVA.get(str(kind), str(kind))
        case _:
            return str(kind)
