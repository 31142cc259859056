"""Which functions calls run, and what they give."""

from __future__ import annotations

from vexil.abstraction.data.programs.kinds import Kinds
from vexil.ir.operation_parts import Callee, PointerCallee, StaticCallee, VirtualCallee
from vexil.ir.program import Function, Program
from vexil.ir.types import Type


def called(program: Program, callee: Callee) -> Function | None:
    """One of the functions that may be called, if any is known; all of them take and give the same types."""
    match callee:
        case StaticCallee(name):
            return program.functions[name]
        case VirtualCallee(class_name, signature):
            below = (name for name in program.classes if class_name in program.superclasses(name))
            for name in (class_name, *below):
                found = program.lookup_method(name, signature)
                if found is not None:
                    return program.functions[found]
            return None
        case PointerCallee(_, targets):
            return program.functions[targets[0]] if targets else None


def given_type(kinds: Kinds, callee: Callee) -> Type | None:
    """The type of what a call gives in the abstract program."""
    target = called(kinds.program, callee)
    if target is None or target.result is None:
        return None
    return kinds.declared(f"{target.name}()", target.result)
