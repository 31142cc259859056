"""That a slice declares what it has of the program as the program does."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator

from vexil.analysis.facts import Analyses
from vexil.core.caveats import Effect
from vexil.ir.operation_parts import NewObject, VirtualCallee
from vexil.ir.operations import Allocate, Call, Start
from vexil.ir.program import Function, Program
from vexil.model.slice import ProgramSlice


def declaration_problem(large: Program, small: Program, facts: Analyses) -> Iterator[str]:
    """Why globals, classes or the layout of memory may be others than those of the program."""
    if (small.entry, small.layout, small.structs, small.relations, small.token_sets) != (
        large.entry, large.layout, large.structs, large.relations, large.token_sets,
    ):  # fmt: skip
        yield "the slice begins or lays out memory otherwise"
    for variable in small.globals:
        if large.global_variables.get(variable.name) is not variable:
            yield f"the global {variable.name} is another one"
    for variable in large.globals:
        if variable.name not in small.global_variables and facts.definedness.may_begin_undefined(variable):
            yield f"the global {variable.name} may have no initial value, and was removed"
    for name in small.classes:
        if name not in large.classes or large.superclasses(name) != small.superclasses(name):
            yield f"the class {name} is another one"
    instances = {
        edge.operation.what.class_name
        for function in small.functions.values()
        for edge in function.edges
        if isinstance(edge.operation, Allocate) and isinstance(edge.operation.what, NewObject)
    }
    for function in small.functions.values():
        for edge in function.edges:
            operation = edge.operation
            if isinstance(operation, Call | Start) and isinstance(operation.callee, VirtualCallee):
                signature = operation.callee.signature
                for name in sorted(instances):
                    if operation.callee.class_name in large.superclasses(name):
                        wanted = large.lookup_method(name, signature)
                        if small.lookup_method(name, signature) != wanted:
                            yield f"{name} has another method {signature}"


def caveat_problem(
    part: ProgramSlice, running: Container[str], reached: Callable[[Function], list[int]]
) -> Iterator[str]:
    """Where behaviour may be missing in the program, and nobody can tell any more."""
    for caveat in part.original.caveats:
        if caveat.effect is Effect.DROPS and caveat.edge is not None:
            name, _, number = caveat.edge.rpartition("#")
            function = part.original.functions[name]
            runs = name in running
            is_met = runs and function.edges[int(number)].source in reached(function)
            if is_met and int(number) not in part.edges.get(name, {}):
                yield f"behaviour may be missing at {caveat.edge}, which was removed"
