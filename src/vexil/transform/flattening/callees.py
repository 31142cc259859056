"""Which functions calls and starts may run, each with its condition."""

from __future__ import annotations

from vexil.ir.expressions import Expr as IrExpr
from vexil.ir.operation_parts import Callee, PointerCallee, StaticCallee, VirtualCallee
from vexil.ir.program import Function
from vexil.ir.types import Type
from vexil.ir.typing import compatible
from vexil.model.guarded.expressions import TRUE, Expr, both, either, equal, negated, number
from vexil.transform.flattening import references
from vexil.transform.flattening.memory_plan import POINTER
from vexil.transform.flattening.pointers import packed
from vexil.transform.flattening.translate import Translator


def targets_of(
    translator: Translator, callee: Callee, receiver: Expr | None, arguments: tuple[Type, ...], result: Type | None
) -> list[tuple[Expr, str]]:
    """The functions a callee may run, each with its condition; what else it may be ends the run."""
    match callee:
        case StaticCallee(name):
            return [(TRUE, name)]
        case VirtualCallee(_, signature):
            assert receiver is not None
            return _methods(translator, receiver, signature, arguments, result)
        case PointerCallee():
            assert receiver is not None
            return _pointed_to(translator, receiver, arguments, result)


def _pointed_to(
    translator: Translator, pointer: Expr, arguments: tuple[Type, ...], result: Type | None
) -> list[tuple[Expr, str]]:
    encoding = translator.encoding
    translator.undefined(equal(pointer, number(0, POINTER)), "null-dereference")
    cases: list[tuple[Expr, str]] = []
    for name in encoding.plan.targets(translator.scope.edge_id):
        problem = _misfit(encoding.program.functions[name], arguments, result)
        code = number(packed(encoding.memory.code, encoding.memory.functions[name]), POINTER)
        if problem:
            translator.undefined(equal(pointer, code), problem)
        else:
            cases.append((equal(pointer, code), name))
    translator.undefined(negated(either(*(condition for condition, _ in cases))), "invalid-function-pointer")
    if len(cases) == 1:
        return [(TRUE, cases[0][1])]
    return cases


def receiver_of(translator: Translator, callee: Callee, arguments: tuple[IrExpr, ...]) -> Expr | None:
    """What decides which function a callee runs."""
    match callee:
        case StaticCallee():
            return None
        case VirtualCallee():
            return translator.value(arguments[0])
        case PointerCallee(pointer, _):
            return translator.value(pointer)


def _methods(
    translator: Translator, receiver: Expr, signature: str, arguments: tuple[Type, ...], result: Type | None
) -> list[tuple[Expr, str]]:
    encoding = translator.encoding
    translator.undefined(equal(receiver, number(0, receiver.type)), "null-dereference")
    spans: dict[str, list[tuple[int, int]]] = {}
    wrong: dict[str, list[tuple[int, int]]] = {}
    for pool in encoding.objects.pools:
        name = encoding.objects.class_of(pool)
        target = None if name is None else encoding.program.lookup_method(name, signature)
        problem = (
            "abstract-method" if target is None else _misfit(encoding.program.functions[target], arguments, result)
        )
        if problem or target is None:
            wrong.setdefault(problem, []).append((pool.first, pool.end))
        else:
            spans.setdefault(target, []).append((pool.first, pool.end))
    for problem, ranges in sorted(wrong.items()):
        translator.undefined(references.within(receiver, ranges), problem)
    targets = set(encoding.plan.targets(translator.scope.edge_id))
    cases = [
        (references.within(receiver, ranges), target) for target, ranges in sorted(spans.items()) if target in targets
    ]
    others = [span for target, ranges in spans.items() if target not in targets for span in ranges]
    if others:  # points-to facts say that the receiver is none of them
        cases = [(both(negated(references.within(receiver, others)), condition), target) for condition, target in cases]
    if len(cases) == 1:
        return [(TRUE, cases[0][1])]
    return cases


def _misfit(function: Function, arguments: tuple[Type, ...], result: Type | None) -> str:
    """Why a function does not take and give what a call passes and expects, if it does not."""
    if len(function.parameters) != len(arguments):
        return "argument-count"
    if not all(map(compatible, (parameter.type for parameter in function.parameters), arguments)):
        return "argument-type"
    if result is not None and (function.result is None or not compatible(result, function.result)):
        return "result-type"
    return ""
