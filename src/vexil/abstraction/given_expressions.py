"""Expressions of predicates in the words of C: names of a scope, members, elements and addresses."""

from __future__ import annotations

from collections.abc import Mapping

from vexil.analysis import Analyses
from vexil.analysis.locations import GlobalObject, LocalObject
from vexil.core.lexer import Grammar
from vexil.core.source import SourceFile
from vexil.core.surface import Kind, Surface
from vexil.ir.expressions import Bits, Const, Deref, Expr, Operator, Variable, postorder
from vexil.ir.program import Function, Program
from vexil.ir.types import BOOL, I32, I64, BlockType, BoolType, IntegerType, PointerType, StructType, Type, is_aggregate
from vexil.ir.typing import TypeProblem, address_of, apply, bit_field, cast
from vexil.logic.space import Space
from vexil.spec.grammar import CONNECTIVES, EXPRESSION_OPERATORS
from vexil.spec.resolve import Resolver, _Literal

_MEMBER_BEHIND = 1001
"""Binds more tightly than any prefix operator: ``*p->next`` reads what the member points to."""
_ASSIGNMENTS = ("++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=")
_OF_TRUTH = frozenset({"&&", "||", "!"})
RESULT = "return"
"""The word for what a function returns, and the name of the variable that stands for it."""
_BINARY: Mapping[str, tuple[int, bool]] = {
    **{word: strength for word, strength in CONNECTIVES.items() if word in ("&&", "||")},
    **EXPRESSION_OPERATORS,
    "->": (_MEMBER_BEHIND, False),
}
GRAMMAR = Grammar(
    binary=_BINARY,
    prefix=frozenset({"!", "-", "~", "*", "&"}),
    punctuation=frozenset({".", *_ASSIGNMENTS}),
    name=r"[A-Za-z_$][\w$]*(?:::[\w$]+)*|'[^'\\\n]*(?:\\.[^'\\\n]*)*'",
)


class ScopedResolver(Resolver):
    """Finds variables of a function by their plain names, where it has them, and else globals."""

    def __init__(self, program: Program, file: SourceFile, scope: Function | None) -> None:
        super().__init__(program, file)
        self._scope = scope

    def _name(self, tree: Surface) -> Expr | _Literal:
        if tree.head == "NULL":
            return self._combine(Surface(Kind.NUMBER, "0", (), tree.start, tree.end), [])
        scope = self._scope
        if scope is not None and tree.head == RESULT and scope.result is not None:
            self._function = scope
            return Variable(RESULT, scope.result, False)
        if scope is not None:
            known = [item.name for item in scope.variables.values() if tree.head in (item.name, *item.labels)]
            if tree.head in known:
                known = [tree.head]
            if len(known) == 1:
                return self._local(tree, scope, known[0])
            if known:
                choice = ", ".join(known)
                raise self._error(tree, f"{tree.head!r} names several variables of {scope.name}", f"one of {choice}")
        return super()._name(tree)

    def _combine(self, tree: Surface, operands: list[Expr | _Literal]) -> Expr | _Literal:
        match tree.kind:
            case Kind.CALL:
                raise self._error(tree, f"a predicate calls no function, this one calls {tree.head}", "a comparison")
            case Kind.APPLY if tree.head in "*&" and len(operands) == 1:
                value = self._settle(operands[0], tree)
                return self._behind(value) if tree.head == "*" else _pointer_to(value)
            case Kind.MEMBER if isinstance(operands[0], Variable | Deref):
                return self._part(operands[0], tree.head)
            case Kind.APPLY if tree.head not in _OF_TRUTH and self._program.language == "c":
                return super()._combine(tree, _promoted(tree.head, operands))
            case Kind.INDEX:
                return self._element(self._settle(operands[0], tree), self._settle(operands[1], tree, I64))
            case _:
                return super()._combine(tree, operands)

    def _behind(self, pointer: Expr) -> Expr:
        """What a pointer or an array points to."""
        if isinstance(pointer.type, BlockType):
            return self._element(pointer, Const(0, I64))
        if not isinstance(pointer.type, PointerType) or pointer.type.target is None:
            raise TypeProblem(f"{pointer.type} does not point to anything")
        return Deref((pointer,), pointer.type.target)

    def _element(self, array: Expr, index: Expr) -> Expr:
        kind = array.type
        pointer = _pointer_to(array) if isinstance(kind, BlockType) else array
        target = kind.element if isinstance(kind, BlockType) else kind.target if isinstance(kind, PointerType) else None
        if target is None:
            raise TypeProblem(f"{kind} has no elements")
        size = self._program.layout.size_of(target, self._program.structs)
        offset = apply(Operator.MULTIPLY, cast(index, I64), Const(size, I64))
        return _place(apply(Operator.POINTER_ADD, pointer, offset), target)

    def _part(self, whole: Expr, name: str) -> Expr:
        """A member of a structure in memory."""
        if not isinstance(whole.type, StructType):
            raise TypeProblem(f"{whole.type} has no member {name!r}")
        members = self._program.structs[whole.type.name].members
        member = next((item for item in members if item.name == name), None)
        if member is None:
            known = ", ".join(item.name for item in members)
            raise TypeProblem(f"{whole.type} has no member {name!r}, it has {known}")
        place = apply(Operator.POINTER_ADD, _pointer_to(whole), Const(member.offset, I64))
        if member.bit_width is None or member.bit_offset is None:
            return _place(place, member.type)
        if not isinstance(member.type, IntegerType | BoolType):
            raise TypeProblem(f"a bit-field of type {member.type}")
        width = 8 * self._program.layout.size_of(member.type, self._program.structs)
        unit = IntegerType(width, False)
        return bit_field(cast(place, PointerType(unit)), unit, member.bit_offset, member.bit_width, member.type)


def _promoted(operator: str, operands: list[Expr | _Literal]) -> list[Expr | _Literal]:
    """Operands with C's integer promotions (C11 6.3.1.1); truth values are compared as they are."""
    if operator in ("==", "!=") and all(isinstance(item, Expr) and item.type == BOOL for item in operands):
        return operands
    return [
        cast(item, I32) if isinstance(item, Expr) and _is_narrow(item.type) else item  # a literal follows
        for item in operands
    ]


def _is_narrow(kind: Type) -> bool:
    return isinstance(kind, BoolType) or (isinstance(kind, IntegerType) and kind.width < I32.width)


def _pointer_to(place: Expr) -> Expr:
    """The address of a place."""
    match place:
        case Variable():
            return address_of(place)
        case Deref((pointer,), kind):
            return cast(pointer, PointerType(kind))
        case _:
            raise TypeProblem("only variables and memory have an address")


def _place(pointer: Expr, kind: Type) -> Expr:
    return Deref((cast(pointer, PointerType(kind)),), kind)


def reads_registers(space: Space, analyses: Analyses, function: str, expression: Expr) -> bool:
    """Say whether an expression may read through a pointer what formulas keep in a register.

    Variables that no pointer of the program is used for are registers, also when a pointer to them exists.
    """
    for node in postorder(expression):
        if not isinstance(node, Deref | Bits):
            continue
        for location in analyses.points_to.places_of(function, node):
            match location.object:
                case GlobalObject(name):
                    variable = Variable(name, space.program.global_variables[name].type, True)
                    owner = ""
                case LocalObject(owner, name):
                    variable = Variable(name, space.program.functions[owner].variables[name].type, False)
                case _:
                    continue
            if not is_aggregate(variable.type) and space.register(owner, variable) is not None:
                return True
    return False


def without_arrows(root: Surface) -> Surface:
    """The same tree with ``(*p).member`` for every ``p->member``."""
    values: list[Surface] = []
    pending: list[tuple[Surface, bool]] = [(root, False)]
    while pending:
        tree, is_ready = pending.pop()
        is_arrow = tree.kind is Kind.APPLY and tree.head == "->"
        if not is_ready:
            pending.append((tree, True))
            parts = tree.operands[:1] if is_arrow else tree.operands
            pending.extend((part, False) for part in reversed(parts))
            continue
        if is_arrow:
            target = values.pop()
            behind = Surface(Kind.APPLY, "*", (target,), target.start, target.end)
            member = tree.operands[1]
            values.append(Surface(Kind.MEMBER, member.head, (behind,), tree.start, tree.end))
            continue
        count = len(tree.operands)
        operands = tuple(values[len(values) - count :])
        del values[len(values) - count :]
        values.append(Surface(tree.kind, tree.head, operands, tree.start, tree.end, head_start=tree.head_start))
    return values[0]
