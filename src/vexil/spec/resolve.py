"""Give the expressions in a property their meaning in a program.

Names are globals (``x``), variables of a function (``f::x``), tokens of an abstract type, or ``true`` and
``false``. Literals take the type of what they are combined with; integers of different widths meet in the wider
one, and in the unsigned one when the widths are equal (C11 6.3.1.8).
"""

from __future__ import annotations

from dataclasses import dataclass

from vexil.core.errors import SourceError, UsageError
from vexil.core.source import SourceFile
from vexil.core.surface import Kind, Surface
from vexil.ir.arithmetic import integer_to_float, round32
from vexil.ir.expressions import Const, Expr, Operator, Variable
from vexil.ir.program import Function, Program
from vexil.ir.types import (
    BOOL,
    I32,
    INT,
    ArrayReferenceType,
    BoolType,
    FloatType,
    IntegerType,
    MathType,
    PointerType,
    ReferenceType,
    TokenType,
    Type,
    is_numeric,
    is_reference,
)
from vexil.ir.typing import TypeProblem, apply, cast, deref, element, field, fits, literal

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
    """A typed expression, and the function whose variables it reads, if any."""

    expression: Expr
    function: str | None


class _Literal:
    """A number or token name whose type follows from where it stands."""

    def __init__(self, tree: Surface) -> None:
        self.tree = tree


PROMOTING = frozenset({"c", "java"})
"""Languages whose operators compute with at least 32 bits."""


class Resolver:
    """Resolves the expressions of one property text against one program."""

    def __init__(self, program: Program, file: SourceFile) -> None:
        self._program = program
        self._file = file
        self._function: Function | None = None

    def condition(self, tree: Surface) -> Resolved:
        """Resolve an expression that must be a condition."""
        self._function = None
        value = self._settle(self._tree(tree), tree)
        if not isinstance(value.type, BoolType):
            raise self._error(tree, f"an atom must be a condition, this has type {value.type}", "a comparison")
        owner: Function | None = self._function
        return Resolved(value, None if owner is None else owner.name)

    def _tree(self, root: Surface) -> Expr | _Literal:
        """Resolve bottom-up with an explicit stack."""
        values: list[Expr | _Literal] = []
        stack: list[tuple[Surface, bool]] = [(root, False)]
        while stack:
            tree, ready = stack.pop()
            if ready or not tree.operands:
                operands = [values.pop() for _ in tree.operands][::-1]
                try:
                    values.append(self._combine(tree, operands))
                except TypeProblem as problem:
                    raise self._error(tree, str(problem), "operands that fit the operator") from None
            else:
                stack.append((tree, True))
                stack.extend((operand, False) for operand in reversed(tree.operands))
        return values[0]

    def _combine(self, tree: Surface, operands: list[Expr | _Literal]) -> Expr | _Literal:
        match tree.kind:
            case Kind.NUMBER:
                return _Literal(tree)
            case Kind.NAME:
                return self._name(tree)
            case Kind.APPLY if len(operands) == 2 and tree.head in _BINARY:
                return self._binary(tree, operands[0], operands[1])
            case Kind.APPLY if len(operands) == 1:
                return self._unary(tree, operands[0])
            case Kind.INDEX:
                array = self._settle(operands[0], tree)
                if not isinstance(array.type, ArrayReferenceType):
                    raise TypeProblem(f"only arrays have elements, not {array.type}")
                return element(array, self._settle(operands[1], tree, I32))
            case Kind.MEMBER:
                return self._member(tree, self._settle(operands[0], tree))
            case _:
                raise self._error(tree, f"{tree.head!r} has no meaning in an expression", "a variable or a comparison")

    def _unary(self, tree: Surface, operand: Expr | _Literal) -> Expr | _Literal:
        if tree.head == "-" and isinstance(operand, _Literal) and operand.tree.kind is Kind.NUMBER:
            digits = operand.tree.head
            negated = digits[1:] if digits.startswith("-") else f"-{digits}"
            return _Literal(Surface(Kind.NUMBER, negated, (), tree.start, tree.end))
        value = self._settle(operand, tree)
        if tree.head == "*" and isinstance(value.type, PointerType) and value.type.target is not None:
            return deref(value, value.type.target)
        if tree.head not in _UNARY:
            raise self._error(tree, f"operator {tree.head!r} has no meaning here", "an expression of the program")
        return apply(_UNARY[tree.head], self._promoted(value))

    def _binary(self, tree: Surface, left: Expr | _Literal, right: Expr | _Literal) -> Expr:
        operator = _BINARY[tree.head]
        left, right = (item if isinstance(item, _Literal) else self._promoted(item) for item in (left, right))
        hint = left.type if not isinstance(left, _Literal) else right.type if not isinstance(right, _Literal) else None
        first, second = self._settle(left, tree, hint), self._settle(right, tree, hint)
        if first.type != second.type and is_numeric(first.type) and is_numeric(second.type):
            kind = _common(first.type, second.type)
            first, second = cast(first, kind), cast(second, kind)
        return apply(operator, first, second)

    def _promoted(self, value: Expr) -> Expr:
        """An operand as C and Java take it: numbers of less than 32 bits become ones of 32 (C11 6.3.1.1, JLS 5.6)."""
        is_narrow = isinstance(value.type, IntegerType) and value.type.width < I32.width
        return cast(value, I32) if is_narrow and self._program.language in PROMOTING else value

    def _member(self, tree: Surface, value: Expr) -> Expr:
        if isinstance(value.type, ReferenceType):
            for owner in self._program.superclasses(value.type.class_name):
                for declaration in self._program.classes[owner].fields:
                    if declaration.name == tree.head:
                        return field(value, owner, declaration.name, declaration.type)
        raise self._error(tree, f"{value.type} has no field {tree.head!r}", "a field of the object's class")

    def _name(self, tree: Surface) -> Expr | _Literal:
        name, program = tree.head, self._program
        if name in ("true", "false"):
            return literal(name == "true", BOOL)
        if name == "null" and program.language == "java":
            return _Literal(Surface(Kind.NUMBER, "0", (), tree.start, tree.end))
        declared = program.global_variables.get(name)
        if declared is not None:
            return Variable(name, declared.type, True)
        known = [variable for variable in program.globals if name in variable.labels]
        if len(known) == 1:
            return Variable(known[0].name, known[0].type, True)
        owner, separator, local = name.rpartition("::")
        if separator and owner in program.functions:
            function = program.functions[owner]
            if local in function.variables:
                return self._local(tree, function, local)
            labelled = [variable.name for variable in function.variables.values() if local in variable.labels]
            if len(labelled) == 1:
                return self._local(tree, function, labelled[0])
            if labelled:
                raise self._error(
                    tree, f"{local!r} names several variables of {owner}", f"one of {', '.join(labelled)}"
                )
        if any(name in tokens.tokens for tokens in program.token_sets.values()):
            return _Literal(tree)
        head, dot, member = name.rpartition(".")
        if dot and head:
            value = self._name(Surface(Kind.NAME, head, (), tree.start, tree.end))
            if not isinstance(value, _Literal) and is_reference(value.type):
                return self._member(Surface(Kind.MEMBER, member, (), tree.start, tree.end), value)
        raise self._unknown(tree)

    def _local(self, tree: Surface, function: Function, name: str) -> Expr:
        if self._function is not None and self._function is not function:
            raise self._error(tree, "one atom can read the variables of one function only", "globals or one function")
        self._function = function
        return Variable(name, function.variables[name].type, False)

    def _unknown(self, tree: Surface) -> SourceError:
        program = self._program
        visible = [variable.name for variable in program.globals if not variable.hidden]
        homes = [f"{f.name}::{tree.head}" for f in program.functions.values() if tree.head in f.variables]
        static = [name for name in visible if name.endswith(f".{tree.head}")]
        if static:
            hint = f"did you mean {' or '.join(static[:4])}?"
        elif homes:
            hint = f"write {' or '.join(homes[:4])} for a variable of a function"
        else:
            hint = "the program has: " + (", ".join(visible[:12]) or "no global variables")
        return self._error(tree, f"unknown variable {tree.head!r}", "a variable of the program", hint)

    def _settle(self, value: Expr | _Literal, tree: Surface, hint: Type | None = None) -> Expr:
        """Give a literal its type: the one it stands next to, or else the natural one."""
        if not isinstance(value, _Literal):
            return value
        text = value.tree.head
        if value.tree.kind is Kind.NAME:
            return self._token(value.tree, hint)
        hexadecimal = text.lower().lstrip("-").startswith("0x")
        is_float = not hexadecimal and any(mark in text for mark in ".eE")
        try:
            number = 0 if is_float else int(text, 0) if hexadecimal else int(text)
            if is_float or isinstance(hint, FloatType):
                width = hint.width if isinstance(hint, FloatType) else 64
                exact = float(text) if is_float else integer_to_float(number, width)
                return Const(round32(exact) if width == 32 else exact, FloatType(width))
        except ValueError:
            raise self._error(tree, "a number has too many digits", "a number of at most 4300 digits") from None
        if isinstance(hint, PointerType) or (hint is not None and is_reference(hint)):
            if number == 0:
                return Const(0, hint)
            raise self._error(tree, f"{number} is compared with a value of type {hint}", "0 for null")
        kind = hint if isinstance(hint, IntegerType | MathType) else INT
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


def find_functions(program: Program, name: str) -> list[str]:
    """The functions that a name means: the one called so, or for Java every method ``Class.method`` whatever it takes.

    The package of the class may be left out. Raises `UsageError` if there is none.
    """
    if name in program.functions:
        return [name]
    found = [known for known in program.functions if _means(known, name)] if program.language == "java" else []
    if not found:
        close = [known for known in program.functions if name.rpartition(".")[2] in known]
        offered = close or sorted(program.functions)
        raise UsageError(f"unknown function {name!r}", hint=f"the program has: {', '.join(offered[:12])}")
    return found


def _means(known: str, name: str) -> bool:
    plain = known.partition("(")[0]
    wanted = name.partition("(")[0]
    same = plain == wanted or plain.endswith("." + wanted) or plain.replace("$", ".").endswith("." + wanted)
    return same and ("(" not in name or known.endswith(name[name.index("(") :]))


def find_locations(program: Program, name: str) -> list[tuple[str, int]]:
    """All locations called *name* (or labelled so), also as ``function:name``; raises `UsageError` if none."""
    owner, separator, plain = name.rpartition("::")
    owners = set(find_functions(program, owner)) if separator else set()
    found = [
        (function.name, number)
        for function in program.functions.values()
        if not separator or function.name in owners
        for number, location in enumerate(function.locations)
        if (plain if separator else name) == location.name or (plain if separator else name) in location.labels
    ]
    if not found:
        entry = program.functions[program.entry]
        known = [label for location in entry.locations for label in (*location.labels, location.name)]
        raise UsageError(f"unknown location {name!r}", hint="the program has: " + ", ".join(dict.fromkeys(known[:16])))
    return found
