"""Which threads may be exchanged: nothing that a system does depends on their numbers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from vexil.core.dag import bottom_up
from vexil.ir.expressions import Apply as IrApply
from vexil.ir.expressions import Operator, preorder
from vexil.ir.expressions import Variable as IrVariable
from vexil.ir.operations import Start, expressions_of
from vexil.ir.types import ThreadType, is_reference
from vexil.model.guarded.expressions import Apply, Const, Expr, Local, Read, Self, Variable, subexpressions
from vexil.model.guarded.system import Assign, Command, GuardedSystem, Template
from vexil.model.guarded.walks import conditions, expressions, nested, reads
from vexil.transform.flattening.encoding import Encoding
from vexil.transform.flattening.memory_plan import RECORDS
from vexil.transform.reductions.liveness import commands_of

_SYMMETRIC = frozenset({Operator.EQUAL, Operator.DIFFERENT})
_JOINED = frozenset(
    {Operator.AND, Operator.OR, Operator.ADD, Operator.MULTIPLY, Operator.BIT_AND, Operator.BIT_OR, Operator.BIT_XOR}
)
"""Operators whose operands may change places, however many there are."""
_OF_THREADS = frozenset({Operator.EQUAL, Operator.DIFFERENT, Operator.ALIVE, Operator.INTERRUPTED, Operator.IF})


@dataclass(frozen=True)
class SymmetricThreads:
    """The threads of a template from ``low`` on, which may change places.

    The value that stands for a thread is its number and ``base``, in the variables of ``holders``; ``last`` are
    variables that are compared last, because their values are as arbitrary as the order of threads.
    """

    template: Template
    low: int = 0
    base: int = 0
    holders: tuple[Variable, ...] = ()
    last: frozenset[Variable] = frozenset()

    @property
    def count(self) -> int:
        """How many threads there are."""
        return self.template.count - self.low


# --- flattened programs ----------------------------------------------------------------------------------


def alike_in_program(system: GuardedSystem, encoding: Encoding) -> tuple[SymmetricThreads, ...]:
    """The threads of a flattened program that may change places; the first of all is no other's like.

    Threads in C are told apart by their records, so that nothing would be gained. Where memory belongs to single
    threads, or it is asked what was returned from, threads stay in their order.
    """
    storage = encoding.storage
    if encoding.synchronisation.returns or RECORDS in encoding.memory.globals or _reveals_threads(encoding):
        return ()
    holders = dict.fromkeys(held.variable for held in storage.holders(ThreadType))
    if "owner" in storage.shared:
        holders[storage.shared["owner"]] = None
    last = frozenset(
        held.variable for group in (storage.locals, storage.own) for held in group.values() if is_reference(held.type)
    )
    groups = []
    for plan in encoding.plan.templates:
        low = int(plan.base == 0)
        has_memory = any(item.root == plan.root for item in encoding.memory.objects)
        if plan.count - low > 1 and not has_memory and not _are_known(encoding, plan.root):
            groups.append(SymmetricThreads(system.template[plan.root], low, plan.base + 1, tuple(holders), last))
    return tuple(groups)


def _are_known(encoding: Encoding, root: str) -> bool:
    """Say whether all threads that begin in a function, but perhaps one, are held by variables of their own.

    None is like another then, as long as they are held.
    """
    others = 0
    taken: set[tuple[str, str]] = set()
    for edge, targets in encoding.analyses.call_graph.starts.items():
        if root not in targets:
            continue
        operation, times = encoding.program.edge(edge).operation, encoding.plan.executions.of_edge(edge)
        handle = operation.handle if isinstance(operation, Start) else None
        if isinstance(handle, IrVariable) and times == 1:
            place = ("" if handle.is_global else edge.rpartition("#")[0], handle.name)
            others += place in taken
            taken.add(place)
        else:
            others += 2 if times is None else times
    return others < 2


def _reveals_threads(encoding: Encoding) -> bool:
    """Say whether the program does more with threads than telling whether two are the same."""
    return any(
        isinstance(part, IrApply)
        and part.operator not in _OF_THREADS
        and any(isinstance(operand.type, ThreadType) for operand in part.operands)
        for function in encoding.program.functions.values()
        for edge in function.edges
        for expression in expressions_of(edge.operation)
        for part in preorder(expression)
    )


# --- other systems ---------------------------------------------------------------------------------------


def alike_in_system(system: GuardedSystem, atoms: Collection[int] | None = None) -> tuple[SymmetricThreads, ...]:
    """The threads of a system without a program that may change places: they never ask for their numbers."""
    observed = [system.alive, *(atom for place, atom in enumerate(system.atoms) if atoms is None or place in atoms)]
    return tuple(
        SymmetricThreads(template)
        for template in system.templates
        if template.count > 1 and _is_anonymous(system, template) and _is_even(observed, template)
    )


def _is_anonymous(system: GuardedSystem, template: Template) -> bool:
    """Say whether threads of a template know no numbers of their own, and nobody names one in a step."""
    own: list[Expr] = [item[template.name] for item in (system.atomic, system.quiet) if template.name in item]
    for location in template.locations:
        for command in location.commands:
            own += [*conditions(command), *expressions(command.body)]
    if any(isinstance(part, Self) for expression in own for part in subexpressions(expression)):
        return False
    mentioning = [*own, *system.atomic.values(), *system.quiet.values()]
    steps = [command for command in commands_of(system) if command is not system.first]
    for command in steps:
        mentioning += [*conditions(command), *expressions(command.body)]
    named = any(item.variable.template == template.name and len(item.operands) == 2 for item in reads(mentioning))
    return not named and not any(_names(command, template.name) for command in steps)


def _names(command: Command, template: str) -> bool:
    """Say whether a command writes something of a thread that it names."""
    return any(
        isinstance(statement, Assign) and statement.thread is not None and statement.variable.template == template
        for statement in nested(command.body)
    )


def _is_even(observed: Iterable[Expr], template: Template) -> bool:
    """Say whether conditions stay the same when two threads change places."""
    forms: dict[object, int] = {}
    for expression in observed:
        plain = _form(expression, forms, lambda thread: thread)
        if any(
            isinstance(part, Read)
            and part.variable.template == template.name
            and not (len(part.operands) == 2 and isinstance(part.operands[1], Const))
            for part in subexpressions(expression)
        ):
            return False
        for first in range(template.count - 1):
            if _form(expression, forms, _exchanged(template, first)) != plain:
                return False
    return True


def _exchanged(template: Template, first: int) -> Callable[[tuple[Variable, int]], tuple[Variable, int]]:
    def exchange(item: tuple[Variable, int]) -> tuple[Variable, int]:
        variable, thread = item
        if variable.template != template.name or thread not in (first, first + 1):
            return item
        return variable, 2 * first + 1 - thread

    return exchange


def _form(
    expression: Expr, forms: dict[object, int], exchange: Callable[[tuple[Variable, int]], tuple[Variable, int]]
) -> int:
    """A number that two expressions share when they differ in the order of operands only."""

    def numbered(node: Expr, operands: tuple[tuple[int, tuple[int, ...]], ...]) -> tuple[int, tuple[int, ...]]:
        """The number of a node, and those of the operands that it joins in any order."""
        numbers = tuple([number_of for number_of, _ in operands])
        joined: tuple[int, ...] = ()
        shape: object
        match node:
            case Read(variable, (_, Const(thread, _))):
                shape = ("read", *exchange((variable, thread)), numbers[0])
            case Read(variable, _):
                shape = ("read", variable, numbers)
            case Apply(operator, parts, kind) if operator in _JOINED:
                inner: list[int] = []
                for part, (number_of, below) in zip(parts, operands, strict=True):
                    same = isinstance(part, Apply) and part.operator is operator and part.type == kind
                    inner += below if same else [number_of]
                joined = tuple(sorted(inner))
                shape = (operator, joined, kind)
            case Apply(operator, _, kind):
                shape = (operator, tuple(sorted(numbers)) if operator in _SYMMETRIC else numbers, kind)
            case Const(value, kind):
                shape = (value, kind)
            case Local(name, kind):
                shape = (name, kind)
            case Self():
                shape = "self"
        return forms.setdefault(shape, len(forms)), joined

    return bottom_up(expression, numbered)[0]
