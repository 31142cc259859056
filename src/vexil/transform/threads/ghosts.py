"""Locks as variables: who owns them is part of the state, and conditions may ask for it like for anything else."""

from __future__ import annotations

from dataclasses import replace

from vexil.ir import operations as ops
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable
from vexil.ir.program import Function, Program, VariableDeclaration
from vexil.ir.rewriting import Rewriter, rewrite
from vexil.ir.types import BOOL, LOCK
from vexil.ir.typing import apply, negation

MEMORY = "memory-bounds"
"""The kind of checks that what is not followed is not needed: accesses are in bounds, locks are used as usual."""

_TAKEN, _HELD = "\\taken ", "\\held "
READING, READS = "\\reading ", "\\reads "
"""How the names of bits about read-write locks begin."""


def taken(lock: int) -> Variable:
    """The shared variable that says that a lock is not free."""
    return Variable(f"{_TAKEN}{lock}", BOOL, True)


def held(lock: int) -> Variable:
    """The register of a thread that says that it has a lock."""
    return Variable(f"{_HELD}{lock}", BOOL, False)


def somebody_reads(lock: int) -> Variable:
    """Whether somebody reads what a read-write lock protects."""
    return Variable(f"{READING}{lock}", BOOL, True)


def reads(lock: int) -> Variable:
    """Whether the thread does."""
    return Variable(f"{READS}{lock}", BOOL, False)


def unused(lock: int) -> ops.Operation:
    """Require that nobody has a read-write lock, which is initialised."""
    is_locked = Apply(Operator.LOCKED, (Const(lock, LOCK),), BOOL)
    busy = apply(Operator.OR, is_locked, somebody_reads(lock))
    return ops.Check(MEMORY, negation(busy), "a lock in use is not initialised")


def locks_of(program: Program) -> tuple[int, ...]:
    """The locks that a program over registers takes, gives back or asks about."""
    found: set[int] = set()
    for function in program.functions.values():
        for edge in function.edges:
            for expression in ops.expressions_of(edge.operation):
                found |= _named(expression)
    return tuple(sorted(found))


def _named(expression: Expr) -> set[int]:
    found: set[int] = set()

    def seen(node: Expr) -> Expr:
        if isinstance(node, Const) and node.type == LOCK:
            found.add(int(node.value))
        return node

    rewrite(expression, seen)
    return found


class _Asking(Rewriter):
    """Puts variables in the places of questions about locks."""

    def node(self, node: Expr, operands: tuple[Expr, ...]) -> Expr:
        """A variable for a question about a lock."""
        if isinstance(node, Apply) and node.operator in (Operator.LOCKED, Operator.HOLDS_LOCK):
            lock = operands[0]
            assert isinstance(lock, Const)
            return (taken if node.operator is Operator.LOCKED else held)(int(lock.value))
        return super().node(node, operands)


def with_locks(program: Program) -> Program:
    """The program in which questions about locks are variables; operations on locks stay."""
    asking = _Asking()
    locks = locks_of(program)
    functions: dict[str, Function] = {}
    for name, function in program.functions.items():
        edges = tuple(replace(edge, operation=asking.operation(edge.operation)) for edge in function.edges)
        own = tuple(VariableDeclaration(held(lock).name, BOOL, False, None, True) for lock in locks)
        functions[name] = replace(function, edges=edges, locals=(*function.locals, *own))
    shared = tuple(VariableDeclaration(taken(lock).name, BOOL, False, None, True) for lock in locks)
    return replace(program, functions=functions, globals=(*program.globals, *shared))


def about_locks(expression: Expr) -> Expr:
    """The expression with questions about locks in the places of their variables."""

    def asked(node: Expr) -> Expr:
        if isinstance(node, Variable):
            for mark, operator in ((_TAKEN, Operator.LOCKED), (_HELD, Operator.HOLDS_LOCK)):
                if node.name.startswith(mark):
                    return Apply(operator, (Const(int(node.name.removeprefix(mark)), LOCK),), BOOL)
        return node

    return rewrite(expression, asked)
