"""Choose-free search: only runs in which an abstraction never has to choose (Pasareanu, Dwyer, Visser 2001).

An abstraction chooses where it has lost the answer, so a run that needs such a choice may be one of no program. A run
in which every such choice has one member is a run of the program that was abstracted. The scheduler and the
environment choose as always.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from vexil.core.dag import bottom_up
from vexil.ir.expressions import Operator
from vexil.ir.operation_parts import Origin, TypeDomain
from vexil.ir.operations import Choose
from vexil.ir.types import TokenType
from vexil.model.guarded import expressions as flat
from vexil.model.guarded.expressions import FALSE, TRUE, Const, Expr, Local, Read, apply, either, is_const, number
from vexil.model.guarded.system import (
    Assign,
    Block,
    Choice,
    Command,
    Ending,
    EndKind,
    For,
    GuardedSystem,
    If,
    Leave,
    Statement,
)
from vexil.model.guarded.walks import expressions, parts

NOT_TAKEN = Ending(EndKind.CUT, "", "a choice of the abstraction was not taken")
"""How a run ends that would need a choice; it is counted once for each alternative."""
TOO_COARSE = "abstraction too coarse: no counterexample without a choice of the abstraction"
"""Why finding nothing without such choices is no answer."""
MOST_COMPARED = 64
"""A choice among more numbers than this is one among several, whatever they stand for."""

_PARTIAL = frozenset({Operator.DIVIDE, Operator.REMAINDER, Operator.SHIFT_LEFT, Operator.SHIFT_RIGHT})


def choose_free(system: GuardedSystem) -> GuardedSystem:
    """Cut every step that takes one of several members of a choice that is not the environment's.

    The endings of the system keep their numbers; `NOT_TAKEN` comes after them. Members that give a step the same values
    count once. Where that cannot be seen they count as different, so that too much is cut and never too little.
    """

    def settled(command: Command, others: tuple[Command, ...] = ()) -> Command:
        several = _several(system, command, others)
        if is_const(several, 0):
            return command
        end = (Leave(len(system.endings)),)
        return replace(command, body=end if is_const(several, 1) else (If(several, end, command.body),))

    templates = tuple(
        replace(
            template,
            locations=tuple(
                replace(item, commands=tuple(settled(command, item.commands) for command in item.commands))
                for item in template.locations
            ),
        )
        for template in system.templates
    )
    rewritten = replace(system, first=settled(system.first), templates=templates, endings=(*system.endings, NOT_TAKEN))
    if rewritten.ending == system.ending:
        return rewritten
    narrow = flat.cast(Read(rewritten.ending, (number(0),)), system.ending.type)

    def as_before(part: Expr) -> Expr | None:
        return narrow if isinstance(part, Read) and part.variable == system.ending else None

    atoms = tuple(_replaced(atom, as_before) for atom in system.atoms)
    return replace(rewritten, alive=_replaced(system.alive, as_before), atoms=atoms)


# --- whether there are several members -------------------------------------------------------------------


def _several(system: GuardedSystem, command: Command, others: tuple[Command, ...]) -> Expr:
    """Whether, with what a command chooses, it takes one of several members of a choice of an abstraction."""
    tests: list[Expr] = []
    for choice in command.choices:
        if choice.origin is not Origin.ENVIRONMENT:
            tests.append(TRUE if _is_of_wide_type(system, command) else _has_others(command, choice))
            tests += [other.guard for other in others if _is_left_out(system, command, other)]
    return either(*tests)


def _is_of_wide_type(system: GuardedSystem, command: Command) -> bool:
    """Say whether all values of a type are possible; the command may offer fewer, which stand for the others."""
    if system.program is None or command.step is None:
        return False
    operation = system.program.functions[command.step.function].edges[command.step.edges[0]].operation
    if not isinstance(operation, Choose) or not isinstance(operation.domain, TypeDomain):
        return False
    kind = operation.domain.type
    return not isinstance(kind, TokenType) or len(system.program.token_sets[kind.name].tokens) > 1


def _is_left_out(system: GuardedSystem, command: Command, other: Command) -> bool:
    """Say whether the other command stands for members that a bound removed from the choice."""
    same = command.step is not None and other.step == command.step and not other.choices
    return same and any(isinstance(item, Leave) and system.endings[item.ending].by_bound for item in other.body)


def _has_others(command: Command, choice: Choice) -> Expr:
    """Whether a choice has a member that differs from the one that is taken."""
    if not isinstance(choice.count, Const):
        return apply(Operator.GREATER, choice.count, number(1, choice.count.type))
    count = choice.count.value
    values = _values(command.body, choice.name)
    if count > MOST_COMPARED or (not values and is_const(choice.condition, 1)):
        return TRUE if count > 1 else FALSE
    compared = values or [choice.value()]
    return either(*(_other(choice, number(index, choice.count.type), compared) for index in range(count)))


def _other(choice: Choice, index: Expr, values: list[Expr]) -> Expr:
    """Whether a number is one of the choice, and one of the values differs for it."""

    def with_index(part: Expr) -> Expr | None:
        return index if isinstance(part, Local) and part.name == choice.name else None

    different = (apply(Operator.DIFFERENT, value, _replaced(value, with_index)) for value in values)
    return flat.both(_replaced(choice.condition, with_index), either(*different))


# --- what a step computes from a member ------------------------------------------------------------------


def _values(body: Block, name: str) -> list[Expr]:
    """What a body computes directly from a choice, over the state before the step; nothing where that is unclear.

    Everything else that it computes depends on the choice through these values only.
    """
    values: list[Expr] = []
    written: set[tuple[str | None, str]] = set()
    for statement in _in_order(body):
        for part in expressions(statement.body) if isinstance(statement, For) else parts(statement):
            if _mentions(part, name):
                if isinstance(statement, For) or not _is_clear(part, name, written):
                    return []
                values.append(part)
        if isinstance(statement, Assign):
            written.add((statement.variable.template, statement.variable.name))
    return values


def _in_order(block: Block) -> Iterator[Statement]:
    """The statements of a block and of those inside it, in an order in which they may be executed."""
    pending = list(reversed(block))
    while pending:
        statement = pending.pop()
        yield statement
        if isinstance(statement, If):
            pending += reversed((*statement.then, *statement.otherwise))


def _mentions(expression: Expr, name: str) -> bool:
    return any(isinstance(part, Local) and part.name == name for part in flat.subexpressions(expression))


def _is_clear(expression: Expr, name: str, written: set[tuple[str | None, str]]) -> bool:
    """Say whether a value is that of the state before the step, and has one in every state."""
    for part in flat.subexpressions(expression):
        match part:
            case Read(variable, operands):
                is_whole = all(isinstance(item, Const) for item in operands)
                if not is_whole or (variable.template, variable.name) in written:
                    return False
            case flat.Apply(operator) if operator in _PARTIAL:
                return False
            case Local(other, _) if other != name:
                return False
            case _:
                pass
    return True


def _replaced(expression: Expr, put: Callable[[Expr], Expr | None]) -> Expr:
    """The expression with other parts in the place of some, each node that is shared once."""
    return bottom_up(expression, lambda node, operands: put(node) or flat.with_operands(node, operands))
