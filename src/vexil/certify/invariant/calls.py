"""Which functions a call may run."""

from __future__ import annotations

from vexil.certify.invariant.expressions import Evaluator
from vexil.certify.invariant.ledger import Where
from vexil.certify.invariant.problems import Unsupported
from vexil.certify.invariant.terms import Truth
from vexil.certify.invariant.values import cases_of
from vexil.ir.expressions import Expr
from vexil.ir.operation_parts import PointerCallee, StaticCallee
from vexil.ir.operations import Call
from vexil.ir.program import Function
from vexil.ir.typing import compatible


def callees(evaluator: Evaluator, where: Where, operation: Call) -> list[tuple[Truth, Function]]:
    """The functions that a call runs, each with its condition."""
    match operation.callee:
        case StaticCallee(name):
            return [(True, evaluator.program.functions[name])]
        case PointerCallee(pointer, _):
            return _pointed(evaluator, where, pointer, operation)
        case _:
            raise Unsupported("virtual calls")


def _pointed(evaluator: Evaluator, where: Where, pointer: Expr, operation: Call) -> list[tuple[Truth, Function]]:
    found = []
    functions = list(evaluator.program.functions.values())
    for condition, number, offset in cases_of(evaluator.value(pointer, where)):
        here = where.under(condition)
        here.require(number < 0, "null-dereference" if number == 0 else "invalid-function-pointer")
        if number >= 0:
            continue
        here.require(evaluator.terms.equal(offset, 0, evaluator.width), "invalid-function-pointer")
        target = functions[-1 - number]
        problem = _problem(target, operation)
        if problem is None:
            found.append((condition, target))
        else:
            here.require(False, problem)
    return found


def _problem(target: Function, operation: Call) -> str | None:
    """Why a function cannot be called like this, if it cannot."""
    if len(target.parameters) != len(operation.arguments):
        return "argument-count"
    pairs = zip(target.parameters, operation.arguments, strict=True)
    if not all(compatible(parameter.type, given.type) for parameter, given in pairs):
        return "argument-type"
    if operation.result is None or (target.result is not None and compatible(operation.result.type, target.result)):
        return None
    return "result-type"
