"""Expressions of predicates in the words of C: names of a scope, members, elements and addresses."""

from __future__ import annotations

from collections.abc import Mapping

from vexil.analysis import Analyses
from vexil.analysis.locations import GlobalObject, LocalObject
from vexil.core.lexer import Grammar
from vexil.core.source import SourceFile
from vexil.core.surface import Kind, Surface
from vexil.ir.expressions import Bits, Deref, Expr, Variable, postorder
from vexil.ir.program import Function, Program
from vexil.ir.types import is_aggregate
from vexil.logic.space import Space
from vexil.spec.grammar import CONNECTIVES, EXPRESSION_OPERATORS, SUFFIX
from vexil.spec.resolve import Literal, Resolver

_MEMBER_BEHIND = 1001
"""Binds more tightly than any prefix operator: ``*p->next`` reads what the member points to."""
_ASSIGNMENTS = ("++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=")
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
    number_suffix=SUFFIX,
    name=r"[A-Za-z_$][\w$]*(?:::[\w$]+)*|'[^'\\\n]*(?:\\.[^'\\\n]*)*'",
)


class ScopedResolver(Resolver):
    """Finds variables of a function by their plain names, where it has them, and else globals."""

    def __init__(self, program: Program, file: SourceFile, scope: Function | None) -> None:
        super().__init__(program, file)
        self._scope = scope

    def _name(self, tree: Surface) -> Expr | Literal:
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

    def _combine(self, tree: Surface, operands: list[Expr | Literal]) -> Expr | Literal:
        if tree.kind is Kind.CALL:
            raise self._error(tree, f"a predicate calls no function, this one calls {tree.head}", "a comparison")
        return super()._combine(tree, operands)


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
