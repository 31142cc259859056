"""Accesses that are synchronisation and no data: to ``volatile`` variables, and those of classes made for threads.

What the model of a class such as ``ConcurrentHashMap`` does inside is not what the JDK does inside; two uses of it are
no data race, because its documentation says so. What models read and write of what belongs to their callers may still
be one with the callers' own accesses: of two accesses one is enough that is not atomic.
"""

from __future__ import annotations

import re
from dataclasses import replace

from vexil.core.caveats import Assumption
from vexil.frontends.java.lowering.monitors import starts_threads
from vexil.ir.expressions import Element, Field, Variable, preorder
from vexil.ir.operations import expressions_of
from vexil.ir.program import Edge, Program

FOR_THREADS = ("java.lang.", "java.util.concurrent.", "java.util.Random.", "java.io.", "vexil.")
"""What names of functions of classes begin with that several threads may use at once."""
FOR_CALLERS = ("java.lang.StringBuilder.", "java.lang.System.")
"""Of these, the ones that work on what is their callers'."""
WEAK = r"\.(lazySet|\w*(Plain|Opaque|Acquire|Release)|weakCompareAndSet)$"
"""Methods of atomic classes that order less than a volatile access (`weakCompareAndSet` does since Java 9)."""


def with_synchronisation(program: Program) -> Program:
    """The program with its atomic accesses marked, if it starts threads."""
    if not starts_threads(program):
        return program
    functions = {}
    for name, function in program.functions.items():
        is_for_threads = name.startswith(FOR_THREADS) and not name.startswith(FOR_CALLERS)
        edges = tuple(
            replace(edge, atomic=True) if _synchronises(program, edge, is_for_threads and edge.span is None) else edge
            for edge in function.edges
        )
        functions[name] = replace(function, edges=edges) if any(edge.atomic for edge in edges) else function
    weak = sorted(filter(None, (_weak_access(name) for name in program.functions)))
    text = f"atomic accesses that ask for less are sequentially consistent, too: {', '.join(weak)}"
    assumed = (Assumption("memory-order", text),) if weak else ()
    return replace(program, functions=functions, assumptions=(*program.assumptions, *assumed))


def _weak_access(function: str) -> str:
    """The method of an atomic class that orders less than a volatile access, if a function is one."""
    name = function.partition("(")[0]
    is_weak = name.startswith("java.util.concurrent.atomic.") and re.search(WEAK, name) is not None
    return ".".join(name.split(".")[-2:]) if is_weak else ""


def _synchronises(program: Program, edge: Edge, is_for_threads: bool) -> bool:
    """Whether an edge accesses a volatile variable, or anything that threads may share if all such accesses count.

    An edge that accesses a volatile variable accesses nothing else that threads may share.
    """
    for expression in expressions_of(edge.operation):
        for node in preorder(expression):
            match node:
                case Variable(name, _, True):
                    is_volatile = program.global_variables[name].volatile
                case Field(_, owner, name, _):
                    is_volatile = any(field.name == name and field.volatile for field in program.classes[owner].fields)
                case Element():
                    is_volatile = False
                case _:
                    continue
            if is_for_threads or is_volatile:
                return True
    return False
