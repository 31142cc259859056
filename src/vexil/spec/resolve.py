"""Give the expressions in a property their meaning in a program.

Names are globals (``x``), variables of a function (``f::x``), enumerators, functions, tokens of an abstract type, or
``true``, ``false`` and null. In C and Java literals have the types that the language gives them, ``0.1`` that of a
double; elsewhere they take the type of what they are combined with. Integers of different widths meet in the wider one,
and in the unsigned one when the widths are equal (C11 6.3.1.8).
"""

from __future__ import annotations

from dataclasses import dataclass

from vexil.core.errors import SourceError
from vexil.core.lexer import unquote
from vexil.core.source import SourceFile
from vexil.core.surface import Kind, Surface
from vexil.ir.arithmetic import integer_to_float, round32
from vexil.ir.division import rounded, rounding_of
from vexil.ir.expressions import Bits, CodeAddress, Const, Expr, Operator, Variable
from vexil.ir.program import Function, Program
from vexil.ir.types import (
    BOOL,
    I32,
    I64,
    INT,
    U32,
    U64,
    VOID_POINTER,
    ArrayReferenceType,
    BoolType,
    FloatType,
    IntegerType,
    MathType,
    PointerType,
    ReferenceType,
    StructType,
    TokenType,
    Type,
    is_numeric,
    is_reference,
)
from vexil.ir.typing import CONNECTIVES, EQUALITIES, SHIFTS, TypeProblem, apply, cast, element, field, fits, literal
from vexil.spec.grammar import RESERVED
from vexil.spec.names import LocalName, Names, SeveralMeanings
from vexil.spec.places import Places, decayed, pointer_to
from vexil.spec.printing import expression_text

_BINARY = {
    "+": Operator.ADD, "-": Operator.SUBTRACT, "*": Operator.MULTIPLY, "/": Operator.DIVIDE, "%": Operator.REMAINDER,
    "&": Operator.BIT_AND, "|": Operator.BIT_OR, "^": Operator.BIT_XOR, "=": Operator.EQUAL, "==": Operator.EQUAL,
    "!=": Operator.DIFFERENT, "<": Operator.LESS, "<=": Operator.LESS_EQUAL, ">": Operator.GREATER,
    ">=": Operator.GREATER_EQUAL, "<<": Operator.SHIFT_LEFT, ">>": Operator.SHIFT_RIGHT, "&&": Operator.AND,
    "||": Operator.OR,
}  # fmt: skip
_UNARY = {"-": Operator.NEGATE, "!": Operator.NOT, "~": Operator.COMPLEMENT}


@dataclass(frozen=True, slots=True)
class Resolved:
    """A typed expression, and the function whose variables it reads, if any.

    ``per_thread`` says that it reads a global of which every thread has its own.
    """

    expression: Expr
    function: str | None
    per_thread: bool = False


class Literal:
    """A number or token name whose type follows from where it stands."""

    def __init__(self, tree: Surface) -> None:
        self.tree = tree


"""Languages whose operators compute with at least 32 bits."""


class Resolver:
    """Resolves the expressions of one property text against one program."""

    def __init__(self, program: Program, file: SourceFile) -> None:
        self._program = program
        self._file = file
        self._function: Function | None = None
        self._places = Places(program)
        self._names = Names(program)

    def condition(self, tree: Surface) -> Resolved:
        """Resolve an expression that must be a condition."""
        self._function = None
        value = self._settle(self._tree(tree), tree)
        if not isinstance(value.type, BoolType):
            hint = f"write {expression_text(tree)} != 0" if is_numeric(value.type) else ""
            raise self._error(tree, f"an atom must be a condition, this has type {value.type}", "a comparison", hint)
        owner: Function | None = self._function
        expression = rounded(value, rounding_of(self._program))
        return Resolved(expression, None if owner is None else owner.name, self._names.is_per_thread(value))

    def _tree(self, root: Surface) -> Expr | Literal:
        """Resolve bottom-up with an explicit stack."""
        values: list[Expr | Literal] = []
        stack: list[tuple[Surface, bool]] = [(root, False)]
        while stack:
            tree, ready = stack.pop()
            if ready or not tree.operands:
                operands = [values.pop() for _ in tree.operands][::-1]
                try:
                    values.append(self._combine(tree, operands))
                except TypeProblem as problem:
                    is_arrow = tree.kind is Kind.APPLY and self._file.text.startswith("->", tree.end)
                    hint = "as an implication, -> has spaces around it" if is_arrow else ""
                    raise self._error(tree, str(problem), "operands that fit the operator", hint) from None
            else:
                stack.append((tree, True))
                stack.extend((operand, False) for operand in reversed(tree.operands))
        return values[0]

    def _combine(self, tree: Surface, operands: list[Expr | Literal]) -> Expr | Literal:
        match tree.kind:
            case Kind.NUMBER:
                return Literal(tree)
            case Kind.CHARACTER:
                return self._character(tree)
            case Kind.NAME:
                return self._name(tree)
            case Kind.APPLY if len(operands) == 2 and tree.head in _BINARY:
                return self._binary(tree, operands[0], operands[1])
            case Kind.APPLY if len(operands) == 1:
                return self._unary(tree, operands[0])
            case Kind.INDEX:
                array = self._settle(operands[0], tree)
                if isinstance(array.type, ArrayReferenceType):
                    return element(array, self._promoted(self._settle(operands[1], tree, I32)))
                return self._places.element(array, self._settle(operands[1], tree, I64))
            case Kind.MEMBER:
                return self._member(tree, self._settle(operands[0], tree))
            case _:
                raise self._error(tree, f"{tree.head!r} has no meaning in an expression", "a variable or a comparison")

    def _unary(self, tree: Surface, operand: Expr | Literal) -> Expr | Literal:
        if tree.head == "-" and isinstance(operand, Literal) and operand.tree.kind is Kind.NUMBER:
            digits = operand.tree.head
            negated = digits[1:] if digits.startswith("-") else f"-{digits}"
            return Literal(Surface(Kind.NUMBER, negated, (), tree.start, tree.end))
        value = self._settle(operand, tree)
        match tree.head:
            case "*":
                return self._places.behind(value)
            case "&":
                return self._address(value)
            case head if head in _UNARY:
                return apply(_UNARY[head], self._promoted(value, logical=head == "!"))
            case _:
                raise self._error(tree, f"operator {tree.head!r} has no meaning here", "an expression of the program")

    def _address(self, value: Expr) -> Expr:
        if isinstance(value, CodeAddress):
            return value
        if isinstance(value, Variable):
            function = self._function
            declarations = self._program.global_variables if value.is_global or function is None else function.variables
            if not declarations[value.name].addressable:
                raise TypeProblem(f"the program never takes the address of {value.name!r}")
        return pointer_to(value)

    def _binary(self, tree: Surface, left: Expr | Literal, right: Expr | Literal) -> Expr:
        operator = _BINARY[tree.head]
        logical = operator in CONNECTIVES or (
            operator in EQUALITIES and all(isinstance(item, Expr) and item.type == BOOL for item in (left, right))
        )
        left, right = (
            item if isinstance(item, Literal) else self._promoted(decayed(item), logical=logical)
            for item in (left, right)
        )
        moved = self._moved(tree, operator, left, right)
        if moved is not None:
            return moved
        if operator in SHIFTS:
            return self._shift(tree, operator, left, right)
        hint = left.type if not isinstance(left, Literal) else right.type if not isinstance(right, Literal) else None
        first, second = self._settle(left, tree, hint), self._settle(right, tree, hint)
        if first.type != second.type and is_numeric(first.type) and is_numeric(second.type):
            kind = _common(first.type, second.type)
            first, second = cast(first, kind), cast(second, kind)
        if operator in EQUALITIES:
            return self._equality(operator, first, second)
        return apply(operator, first, second)

    def _moved(self, tree: Surface, operator: Operator, left: Expr | Literal, right: Expr | Literal) -> Expr | None:
        """Arithmetic of pointers (C11 6.5.6), or nothing if this is none."""
        if operator not in (Operator.ADD, Operator.SUBTRACT):
            return None
        if operator is Operator.ADD and isinstance(right, Expr) and isinstance(right.type, PointerType):
            left, right = right, left
        if not isinstance(left, Expr) or not isinstance(left.type, PointerType):
            return None
        count = self._settle(right, tree, I64)
        if not isinstance(count.type, PointerType):
            return self._places.moved(left, count, back=operator is Operator.SUBTRACT)
        return self._places.distance(left, count) if operator is Operator.SUBTRACT else None

    def _shift(self, tree: Surface, operator: Operator, left: Expr | Literal, right: Expr | Literal) -> Expr:
        """A shift has the type of what is shifted (C11 6.5.7); Java takes the last bits of the amount (JLS 15.19)."""
        first, amount = self._settle(left, tree), self._settle(right, tree, I32)
        if self._program.source.has_classes and isinstance(first.type, IntegerType):
            amount = apply(Operator.BIT_AND, cast(amount, first.type), Const(first.type.width - 1, first.type))
        return apply(operator, first, amount)

    def _equality(self, operator: Operator, first: Expr, second: Expr) -> Expr:
        """An equality; an enumerator of Java that its class has not made yet is no object's equal."""
        plain = equality = apply(Operator.EQUAL, first, second)
        for side, other in ((first, second), (second, first)):
            if self._names.is_enumerator(side) and not isinstance(other, Const):
                equality = apply(Operator.AND, equality, apply(Operator.DIFFERENT, side, Const(0, side.type)))
        if operator is Operator.EQUAL:
            return equality
        return apply(Operator.DIFFERENT, first, second) if equality is plain else apply(Operator.NOT, equality)

    def _promoted(self, value: Expr, *, logical: bool = False) -> Expr:
        """An operand as C and Java take it: numbers of less than 32 bits become ones of 32 (C11 6.3.1.1, JLS 5.6).

        In C truth values are such numbers, except where they are compared with each other.
        """
        source = self._program.source
        is_narrow = isinstance(value.type, IntegerType) and value.type.width < I32.width
        is_narrow |= isinstance(value, Bits) and value.width < I32.width
        is_narrow |= source.has_raw_memory and not logical and isinstance(value.type, BoolType)
        return cast(value, I32) if is_narrow and source.has_promotions else value

    def _character(self, tree: Surface) -> Expr | Literal:
        """A character of C or Java; elsewhere, and where a language of properties needs quotes, a name."""
        name = unquote(tree.head)
        as_name = Surface(Kind.NAME, name, (), tree.start, tree.end)
        is_known = len(name) == 1 and self._names.has(name)
        if not self._program.source.has_promotions or (is_known and name in RESERVED):
            return self._name(as_name)
        code = character_code(tree.head, signed=self._program.source.has_raw_memory)
        if is_known:
            hint = f"write {name} for the variable, or {code} for the character"
            raise self._error(tree, f"{tree.head} may be a character or the variable {name}", "one of them", hint)
        return Literal(Surface(Kind.NUMBER, str(code), (), tree.start, tree.end))

    def _member(self, tree: Surface, value: Expr) -> Expr:
        if isinstance(value.type, StructType):
            return self._places.part(value, tree.head)
        if isinstance(value.type, ArrayReferenceType) and tree.head == "length":
            return apply(Operator.ARRAY_LENGTH, value)
        if isinstance(value.type, ReferenceType):
            for owner in self._program.superclasses(value.type.class_name):
                for declaration in self._program.classes[owner].fields:
                    if declaration.name == tree.head:
                        return field(value, owner, declaration.name, declaration.type)
        raise self._error(tree, f"{value.type} has no field {tree.head!r}", "a field of the object's class")

    def _name(self, tree: Surface) -> Expr | Literal:
        name, program = tree.head, self._program
        if name in ("true", "false"):
            return literal(name == "true", BOOL)
        try:
            variable = self._names.variable(name)
        except SeveralMeanings as problem:
            raise self._error(tree, str(problem), "one of them", problem.hint) from None
        if isinstance(variable, LocalName):
            return self._local(tree, program.functions[variable.function], variable.name)
        if variable is not None:
            return variable
        if name == ("null" if program.source.has_classes else "NULL"):
            return Literal(Surface(Kind.NUMBER, "0", (), tree.start, tree.end))
        if name in program.constants:
            return program.constants[name]
        if any(name in tokens.tokens for tokens in program.token_sets.values()):
            return Literal(tree)
        if name in program.functions and program.source.has_raw_memory:
            return CodeAddress(name, VOID_POINTER)
        head, dot, member = name.rpartition(".")
        if dot and self._names.has_beginning(head):
            value = self._name(Surface(Kind.NAME, head, (), tree.start, tree.end))
            if not isinstance(value, Literal) and (is_reference(value.type) or isinstance(value.type, StructType)):
                return self._member(Surface(Kind.MEMBER, member, (), tree.start, tree.end), value)
        hint = self._names.proposal(name)
        raise self._error(tree, f"unknown variable {name!r}", "a variable of the program", hint)

    def _local(self, tree: Surface, function: Function, name: str) -> Expr:
        if self._function is not None and self._function is not function:
            raise self._error(tree, "one atom can read the variables of one function only", "globals or one function")
        self._function = function
        return Variable(name, function.variables[name].type, False)

    def _settle(self, value: Expr | Literal, tree: Surface, hint: Type | None = None) -> Expr:
        """Give a literal its type: the one it stands next to, or else the natural one."""
        if not isinstance(value, Literal):
            return value
        text = value.tree.head
        if value.tree.kind is Kind.NAME:
            return self._token(value.tree, hint)
        hexadecimal = text.lower().lstrip("-").startswith("0x")
        suffix = text[-1].lower() if text[-1] in ("lL" if hexadecimal else "fFdDlL") else ""
        text = text.removesuffix(text[-1]) if suffix else text
        has_point = not hexadecimal and any(mark in text for mark in ".eE")
        if has_point and suffix == "l":
            raise self._error(value.tree, f"{text}L has more than 64 bits", "a number of type double or float")
        is_promoting = self._program.source.has_promotions
        try:
            number = 0 if has_point else int(text, 0) if hexadecimal else int(text)
            if has_point or suffix in ("f", "d") or isinstance(hint, FloatType):
                width = hint.width if isinstance(hint, FloatType) else 64
                if suffix in ("f", "d") or (has_point and is_promoting):
                    width = 32 if suffix == "f" else 64
                exact = float(text) if has_point else integer_to_float(number, width)
                return Const(round32(exact) if width == 32 else exact, FloatType(width))
        except ValueError:
            raise self._error(tree, "a number has too many digits", "a number of at most 4300 digits") from None
        if isinstance(hint, PointerType) or (hint is not None and is_reference(hint)):
            if number == 0:
                return Const(0, hint)
            raise self._error(tree, f"{number} is compared with a value of type {hint}", "0 for null")
        kind = hint if isinstance(hint, IntegerType | MathType) else INT
        if is_promoting and not isinstance(hint, MathType):
            natural = (I32, U32, I64, U64) if hexadecimal and self._program.source.has_raw_memory else (I32, I64, U64)
            wide = (candidate for candidate in natural if not suffix or candidate.width == I64.width)
            kind = next((candidate for candidate in wide if fits(number, candidate)), kind)
        if not fits(number, kind):
            raise self._error(tree, f"{number} is no value of type {kind}", f"a value of {kind}")
        return literal(number, kind)

    def _token(self, tree: Surface, hint: Type | None) -> Expr:
        sets = self._program.token_sets
        if isinstance(hint, TokenType) and tree.head in sets[hint.name].tokens:
            return literal(sets[hint.name].tokens.index(tree.head), hint)
        owners = [name for name, tokens in sets.items() if tree.head in tokens.tokens]
        if hint is None and len(owners) == 1:
            return literal(sets[owners[0]].tokens.index(tree.head), TokenType(owners[0]))
        raise self._error(tree, f"token {tree.head!r} is compared with a value of type {hint}", "a token of that type")

    def _error(self, tree: Surface, message: str, expected: str, hint: str = "") -> SourceError:
        start, end = self._file.byte_offset(tree.start), self._file.byte_offset(tree.end)
        return self._file.error(message, start, end, expected=expected, hint=hint)


def _common(first: Type, second: Type) -> Type:
    """The type in which two different numeric types meet."""
    for kind in (first, second):
        if isinstance(kind, FloatType):
            other = second if kind is first else first
            return kind if not isinstance(other, FloatType) or kind.width >= other.width else other
    if isinstance(first, IntegerType) and isinstance(second, IntegerType):
        return max(first, second, key=lambda kind: (kind.width, not kind.signed))
    return INT


_ESCAPES = {"a": 7, "b": 8, "e": 27, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11}


def character_code(text: str, *, signed: bool) -> int:
    """The number of a character in quotes (C11 6.4.4.4, JLS 3.10.4); C's characters have a sign."""
    inner = text[1:-1]
    if not inner.startswith("\\"):
        code = ord(inner)
    elif inner[1] in "xu":
        code = int(inner[2:], 16)
    elif inner[1].isdigit():
        code = int(inner[1:], 8)
    else:
        code = _ESCAPES.get(inner[1], ord(inner[1]))
    return code - 256 if signed and 128 <= code < 256 else code
