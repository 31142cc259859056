"""The rules for types and expressions: names are declared, and operands have the types that are needed."""

from __future__ import annotations

from collections.abc import Container

from vexil.ir import types
from vexil.ir.expressions import (
    AddressOf,
    Apply,
    Bits,
    CodeAddress,
    Const,
    Deref,
    Element,
    Expr,
    Field,
    Place,
    TypeTest,
    Variable,
    preorder,
)
from vexil.ir.layout import DataLayout
from vexil.ir.program import Function, Program, VariableDeclaration
from vexil.ir.types import (
    ArrayReferenceType,
    BoolType,
    IntegerType,
    PointerType,
    ReferenceType,
    ThreadType,
    TokenType,
    Type,
    is_integer,
    is_reference,
)
from vexil.ir.typing import TypeProblem, bit_field, compatible, fits, is_lockable, no_value, result_type


class TypeRules:
    """Checks types of one program; every method raises `TypeProblem`."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._checked: dict[int, types.Type] = {}

    def type_exists(self, kind: types.Type) -> None:
        """Check that a type is well-formed and that every name in it is declared."""
        if id(kind) in self._checked:
            return
        program = self.program
        pending: list[types.Type | None] = [kind]
        while pending:
            match pending.pop():
                case types.TokenType(name):
                    self.require_declared(name, program.token_sets, "token set")
                case types.ReferenceType(name):
                    self.require_declared(name, program.classes, "class")
                case types.StructType(name):
                    self.require_declared(name, program.structs, "structure")
                case types.ArrayReferenceType(element):
                    if types.is_aggregate(element) or isinstance(element, types.CodeType):
                        raise TypeProblem(f"an array object has values as elements, not {element}")
                    pending.append(element)
                case types.BlockType(element, length):
                    if length is not None and length < 0:
                        raise TypeProblem(f"a block has a length of 0 or more, not {length}")
                    pending.append(element)
                case types.PointerType(target):
                    pending.append(target)
                case types.CodeType(result, parameters, _):
                    pending.extend((result, *parameters))
                case types.IntegerType(width, _) if not 1 <= width <= types.MAXIMUM_WIDTH:
                    raise TypeProblem(f"an integer has 1 to {types.MAXIMUM_WIDTH} bits, not {width}")
                case types.FloatType(width) if width not in (32, 64):
                    raise TypeProblem(f"floats have 32 or 64 bits, not {width}")
                case _:
                    pass
        self._checked[id(kind)] = kind  # the reference keeps the identity from being used again

    def value_type(self, kind: types.Type) -> None:
        """Check the type of a variable, field or result."""
        self.type_exists(kind)
        if isinstance(kind, types.CodeType):
            raise TypeProblem("code is no value; a pointer to it is")

    def memory_type(self, kind: types.Type) -> None:
        """Check a type that must have a size in bytes."""
        self.value_type(kind)
        element = kind
        while isinstance(element, types.BlockType):
            element = element.element
        if isinstance(element, types.MathType):
            raise TypeProblem("a mathematical integer has no size and cannot be in memory")
        if isinstance(element, types.CodeType):
            raise TypeProblem("code is no value; a pointer to it is")

    @staticmethod
    def require_declared(name: str, declared: Container[str], what: str) -> None:
        """Check that a name is declared."""
        if name not in declared:
            raise TypeProblem(f"{what} {name!r} is not declared")


def layout_problem(layout: DataLayout) -> str:
    """What is wrong with a data layout, or nothing."""
    if layout.pointer_width < 8 or layout.pointer_width % 8:
        return f"a pointer has a whole number of bytes, not {layout.pointer_width} bits"
    if not is_power_of_two(layout.greatest_alignment):
        return f"an alignment is a power of two, not {layout.greatest_alignment}"
    return ""


def is_power_of_two(number: int) -> bool:
    """Say whether a number is 1, 2, 4, 8 …"""
    return number > 0 and number & (number - 1) == 0


class ExpressionRules(TypeRules):
    """Checks expressions of one function after the other; every method raises `TypeProblem`."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self._globals = program.global_variables
        self._locals: dict[str, VariableDeclaration] = {}
        self._valid: set[Expr] = set()
        self._fields: dict[str, dict[str, Type]] = {
            name: {field.name: field.type for field in declaration.fields}
            for name, declaration in program.classes.items()
        }

    def enter(self, function: Function) -> None:
        """Turn to another function."""
        self._locals = dict(function.variables)
        self._valid = set()

    def expression(self, expression: Expr) -> None:
        """Check an expression and everything below it."""
        valid = self._valid
        stack = [expression]
        while stack:
            current = stack.pop()
            if current not in valid:
                self._one(current)
                valid.add(current)
                if not isinstance(current, Variable | Const):
                    stack.extend(reversed(current.operands))

    def _one(self, current: Expr) -> None:
        match current:
            case Apply(operator, operands, kind):
                result = result_type(operator, operands, kind)
                if not compatible(kind, result):
                    raise TypeProblem(f"operator {operator.value!r} gives {result} here, not {kind}")
                if isinstance(kind, PointerType | ReferenceType | ArrayReferenceType):
                    self.type_exists(kind)
            case Variable(name, kind, is_global):
                self._variable(name, kind, is_global)
            case Const(value, kind):
                self._constant(value, kind)
            case Deref((pointer,), kind):
                self.require_type(pointer, isinstance(pointer.type, PointerType), "a pointer")
                self.memory_type(kind)
            case Bits((pointer,), IntegerType() as unit, offset, width, (IntegerType() | BoolType()) as kind):
                bit_field(pointer, unit, offset, width, kind)
            case Field((reference,), class_name, name, kind):
                self.require_type(reference, is_reference(reference.type), "a reference")
                self.require_declared(class_name, self.program.classes, "class")
                if self._fields[class_name].get(name) != kind:
                    raise TypeProblem(f"class {class_name!r} declares no field {name!r} of type {kind}")
            case Element((array, index), kind):
                self.require_type(index, is_integer(index.type), "an integer")
                if not (isinstance(array.type, ArrayReferenceType) and array.type.element == kind):
                    raise TypeProblem(f"an element of type {kind} of something of type {array.type}")
            case AddressOf(variable, kind):
                self._variable(variable.name, variable.type, variable.is_global)
                if not self.declaration(variable).addressable:
                    raise TypeProblem(f"variable {variable.name!r} is not addressable")
                self._pointer_type(kind)
            case CodeAddress(function, kind):
                self.require_declared(function, self.program.functions, "function")
                self._pointer_type(kind)
            case TypeTest((reference,), tested, kind):
                self.require_type(reference, is_reference(reference.type), "a reference")
                self.type_exists(tested)
                if not is_reference(tested) or not isinstance(kind, BoolType):
                    raise TypeProblem(f"a type test of {tested} that gives {kind}")
            case _:
                raise TypeProblem("wrong number or types of operands")

    def _pointer_type(self, kind: Type) -> None:
        self.type_exists(kind)
        if not isinstance(kind, PointerType):
            raise TypeProblem(f"an address is a pointer, not a value of type {kind}")

    def declaration(self, variable: Variable) -> VariableDeclaration:
        """The declaration of a variable that is known to be declared."""
        return (self._globals if variable.is_global else self._locals)[variable.name]

    def _variable(self, name: str, kind: Type, is_global: bool) -> None:
        declaration = (self._globals if is_global else self._locals).get(name)
        if declaration is None:
            raise TypeProblem(f"{'global' if is_global else 'local'} variable {name!r} is not declared")
        if declaration.type is not kind and declaration.type != kind:
            raise TypeProblem(f"variable {name!r} has type {declaration.type}, used as {kind}")

    def _constant(self, value: float, kind: Type) -> None:
        self.type_exists(kind)
        if not fits(value, kind):
            raise no_value(value, kind)
        if isinstance(kind, TokenType) and value >= len(self.program.token_sets[kind.name].tokens):
            raise TypeProblem(f"token set {kind.name!r} has no token number {value}")

    def constant(self, expression: Expr) -> None:
        """Check that an initial value is built from literals and addresses only."""
        self.expression(expression)
        if any(isinstance(part, Deref | Bits | Field | Element | Variable) for part in preorder(expression)):
            raise TypeProblem("an initial value may not read variables or memory")

    # --- what is needed at a place of an operation -------------------------------------------------------

    @staticmethod
    def require_type(expression: Expr, fits_type: bool, expected: str) -> None:
        """Check that an expression has the type that is needed."""
        if not fits_type:
            raise TypeProblem(f"{expected} is needed here, not a value of type {expression.type}")

    def condition(self, expression: Expr) -> None:
        """Check a condition."""
        self.expression(expression)
        self.require_type(expression, isinstance(expression.type, BoolType), "a condition of type bool")

    def place(self, place: Place | None, kind: Type) -> None:
        """Check a place that a value of type *kind* is written to, if there is one."""
        if place is None:
            return
        self.expression(place)
        if not compatible(place.type, kind):
            raise TypeProblem(f"a value of type {kind} is written to a place of type {place.type}")

    def pointer(self, expression: Expr) -> None:
        """Check a pointer."""
        self.expression(expression)
        self.require_type(expression, isinstance(expression.type, PointerType), "a pointer")

    def integer(self, expression: Expr) -> None:
        """Check an integer."""
        self.expression(expression)
        self.require_type(expression, is_integer(expression.type), "an integer")

    def lockable(self, expression: Expr) -> None:
        """Check what identifies a lock or a wait set."""
        self.expression(expression)
        self.require_type(expression, is_lockable(expression.type), "a reference, pointer or lock")

    def thread(self, expression: Expr) -> None:
        """Check a thread."""
        self.expression(expression)
        self.require_type(expression, isinstance(expression.type, ThreadType), "a thread")

    def reason_place(self, place: Place | None) -> None:
        """Check the place that tells why a wait ended, if there is one."""
        if place is not None:
            self.expression(place)
            self.require_type(place, is_integer(place.type), "an integer place")
