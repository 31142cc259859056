"""What all functions of a program share when its heap becomes memory."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from vexil.ir.expressions import Apply, Bits, Deref, Expr, Operator, Variable, postorder, preorder
from vexil.ir.operation_parts import PointerCallee, StaticCallee, VirtualCallee
from vexil.ir.operations import Call, Interrupt, Operation, Throw, expressions_of
from vexil.ir.program import Program, VariableDeclaration
from vexil.ir.types import BOOL, VOID_POINTER, ReferenceType
from vexil.transform.heap_as_memory.expressions import FALSE, HeapRewriter
from vexil.transform.heap_as_memory.flows import Flows
from vexil.transform.heap_as_memory.layout import ObjectLayout
from vexil.transform.heap_as_memory.monitors import is_structured
from vexil.transform.heap_as_memory.problems import NotSequential
from vexil.transform.heap_as_memory.reachability import ReachableCode, Throwing, reachable_code, throwing
from vexil.transform.heap_as_memory.tags import Tags


@dataclass(frozen=True)
class HeapEncoding:
    """The program, what runs reach, how objects lie in memory, and the variables that are new."""

    program: Program
    reachable_code: ReachableCode
    tags: Tags
    layout: ObjectLayout
    rewriter: HeapRewriter
    flows: Flows
    exception: Variable
    """The exception on its way to a handler, or null."""
    thrown: int
    """The tags of what is thrown anywhere."""
    throwing: Throwing
    """Functions that may be left with an exception."""
    unstructured: frozenset[str]
    """Functions whose locks are not used in blocks."""
    interrupted: Variable | None
    """Whether the one thread was interrupted, if a program interrupts threads."""
    beginnings: Mapping[str, str]
    """For functions that the program begins in, or threads, those that run them and look at the exception then."""
    has_threads: bool
    """Whether threads, locks and wait sets stay what they are; the exception is each thread's own then."""

    def globals(self) -> tuple[VariableDeclaration, ...]:
        """The declarations of the new variables."""
        variables = [self.exception] + ([] if self.interrupted is None else [self.interrupted])
        return tuple(
            VariableDeclaration(variable.name, variable.type, False, None, True, per_thread=self.has_threads)
            for variable in variables
        )

    def may_change(self, expression: Expr) -> bool:
        """Say whether another thread may give an expression over memory another value: it reads more than tags."""
        return self.has_threads and any(map(self._is_shared, preorder(expression)))

    def _is_shared(self, node: Expr) -> bool:
        match node:
            case Variable(name, _, True):
                declared = self.program.global_variables.get(name)
                return declared is not None and not declared.per_thread
            case Deref((pointer,), _):
                return not self.layout.is_object(pointer.type)
            case Bits():
                return True
            case _:
                return False


def heap_encoding(program: Program, *, threads: bool = False) -> HeapEncoding:
    """Look at everything that runs reach."""
    reachable = reachable_code(program, threads=threads)
    tags = Tags(program, reachable)
    operations = [edge.operation for name in reachable.functions for edge in program.functions[name].edges]
    unstructured = frozenset(name for name in reachable.functions if not is_structured(program.functions[name]))
    counts = not threads and (bool(unstructured) or any(map(_asks_for_locks, operations)))
    layout = ObjectLayout(program, counts=counts, threads=threads)
    interrupts = not threads and any(isinstance(operation, Interrupt) and operation.value for operation in operations)
    interrupted = Variable(_unused(program, "interrupted"), BOOL, True) if interrupts else None
    flag: Expr | None = None if threads else interrupted or FALSE
    rewriter = HeapRewriter(tags, layout, flag)
    throws = [operation for operation in operations if isinstance(operation, Throw)]
    thrown = 0
    for throw in throws:
        thrown |= tags.possible(throw.value)
    functions = {name: program.functions[name] for name in reachable.functions}
    thrower = throwing(functions, lambda call: _targets(program, tags, reachable, call))
    exception = Variable(_unused(program, "exception"), VOID_POINTER, True)
    thrown_out = [name for name in reachable.started if name in thrower.functions]
    return HeapEncoding(
        program,
        reachable,
        tags,
        layout,
        rewriter,
        Flows(rewriter, has_threads=threads),
        exception,
        thrown,
        thrower,
        unstructured,
        interrupted,
        {name: _unused_function(program, f"run {name}") for name in (program.entry, *thrown_out)},
        threads,
    )


def _targets(program: Program, tags: Tags, reachable: ReachableCode, call: Call) -> Collection[str]:
    """The functions that a call may run."""
    match call.callee:
        case StaticCallee(name):
            return (name,)
        case PointerCallee(_, targets):
            return reachable.functions if targets is None else targets
        case VirtualCallee() as callee:
            return methods(program, tags, call, callee)


def methods(program: Program, tags: Tags, call: Call, callee: VirtualCallee) -> dict[str, int]:
    """The methods that a virtual call may run, with the tags of their receivers."""
    possible = tags.possible(call.arguments[0]) & tags.of(ReferenceType(callee.class_name))
    groups: dict[str, int] = {}
    for tag in tags.numbers(possible):
        target = program.lookup_method(tags.names[tag], callee.signature)
        if target is None:
            raise NotSequential(f"class {tags.names[tag]} has no method {callee.signature}")
        groups[target] = groups.get(target, 0) | 1 << tag
    return groups


def _asks_for_locks(operation: Operation) -> bool:
    return any(
        isinstance(node, Apply) and node.operator in (Operator.HOLDS_LOCK, Operator.LOCKED)
        for expression in expressions_of(operation)
        for node in postorder(expression)
    )


def _unused_function(program: Program, name: str) -> str:
    while name in program.functions:
        name += "'"
    return name


def _unused(program: Program, name: str) -> str:
    """A name that no variable has."""
    taken = set(program.global_variables)
    for function in program.functions.values():
        taken.update(function.variables)
    while name in taken:
        name += "'"
    return name
