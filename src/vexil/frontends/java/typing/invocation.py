"""Finishing calls: type arguments are solved (JLS 18.5.2), arguments converted."""

from __future__ import annotations

from collections.abc import Sequence

from vexil.core.source import Span
from vexil.frontends.java.conformance.calls import bounds_text
from vexil.frontends.java.symbols import types as java
from vexil.frontends.java.symbols.relations import FunctionType
from vexil.frontends.java.symbols.symbols import LambdaOwner
from vexil.frontends.java.symbols.types import JavaType
from vexil.frontends.java.typing import tree as typed
from vexil.frontends.java.typing.arguments import (
    Argument,
    PendingCall,
    PendingLambda,
    PendingNode,
    PendingReference,
    TypedBody,
    is_explicit,
)
from vexil.frontends.java.typing.code import Code
from vexil.frontends.java.typing.compatibility import (
    exact_method,
    explicit_function,
    explicit_types,
    lambda_locals,
    type_body,
)
from vexil.frontends.java.typing.conversions import convert, mismatch
from vexil.frontends.java.typing.inference import Bounds, Inference
from vexil.frontends.java.typing.lambdas import lambda_of
from vexil.frontends.java.typing.reference_sites import reference_site
from vexil.frontends.java.typing.references import reference_of, reference_value
from vexil.languages.java import tree as syntax

Waiting = tuple[PendingLambda | PendingReference, JavaType]


def finish(code: Code, call: PendingCall, expected: JavaType | None) -> typed.Expression:
    """Solve the type arguments of a call, with the type that its context expects, and build it."""
    inference = call.inference
    if expected is not None and expected is not java.VOID and not isinstance(expected, java.ErrorType):
        before = inference.copy()
        if not _aim(code, inference, call.result, expected):
            if call.node is not None and inference.failed is not None and _contradicts(inference, inference.failed):
                _report_bounds(code, inference, call)
                return typed.Constant(None, java.ERROR, call.node.span)
            inference.restore(before)
    _settle(code, inference, _waiting(call))
    inference.solve()
    return complete(code, call)


def _contradicts(inference: Inference, variable: java.TypeVariable) -> bool:
    own = inference.bounds[variable]
    return bool(own.lower) and not any(map(inference.mentions, (*own.equal, *own.lower, *own.upper)))


def _aim(code: Code, inference: Inference, result: JavaType, expected: JavaType) -> bool:
    if not inference.mentions(result):
        return True
    if isinstance(expected, java.PrimitiveType):
        if not inference.unsolved(result):
            return True
        assert isinstance(result, java.TypeVariable)
        own = inference.bounds[result]
        if any(code.types.unboxed(kind) is not None for kind in (*own.equal, *own.lower, *own.upper)):
            return True
        return inference.equal(result, code.types.boxed(expected))
    if inference.unsolved(result):
        assert isinstance(result, java.TypeVariable)
        own = inference.bounds[result]
        if any(code.types.unboxed(kind) is not None for kind in own.lower) and code.types.unboxed(expected) is None:
            return inference.compatible(result, expected, loose=True)
    return inference.compatible(result, expected, loose=True)


def _waiting(call: PendingCall) -> list[Waiting]:
    waiting: list[Waiting] = []
    for argument, formal in zip(call.arguments, call.candidate.formals, strict=True):
        if isinstance(argument, (PendingLambda, PendingReference)):
            waiting.append((argument, formal))
        elif isinstance(argument, PendingCall):
            waiting.extend(_waiting(argument))
    return waiting


def _settle(code: Code, inference: Inference, waiting: list[Waiting]) -> None:
    """Let lambdas and method references say what they know, those first that need nothing more."""
    while waiting:
        chosen, function = _ready(code, inference, waiting)
        argument, formal = waiting.pop(chosen)
        if function is None:
            continue
        if isinstance(argument, PendingLambda):
            _learn_from_lambda(code, inference, argument, function, inference.solved(formal))
        else:
            _learn_from_reference(code, inference, argument, function)


def _ready(code: Code, inference: Inference, waiting: list[Waiting]) -> tuple[int, FunctionType | None]:
    functions: list[FunctionType | None] = []
    for index, (argument, formal) in enumerate(waiting):
        if inference.unsolved(formal):
            functions.append(None)
            continue
        function = code.types.function_type(inference.solved(formal))
        functions.append(function)
        if function is not None and not _inputs(code, inference, argument, function):
            return index, function
    outputs = {
        variable: index
        for index, function in enumerate(functions)
        if function is not None
        for variable in inference.variables_in(function.result)
    }
    for index, function in enumerate(functions):
        if function is None:
            continue
        needed = inference.variables_in_all(function.parameters)
        if all(outputs.get(variable, index) == index for variable in needed):
            return index, function
    return 0, functions[0]


def _inputs(
    code: Code, inference: Inference, argument: PendingLambda | PendingReference, function: FunctionType
) -> list[java.TypeVariable]:
    if isinstance(argument, PendingLambda) and is_explicit(argument.node):
        return []
    if isinstance(argument, PendingReference):
        with code.trial():
            site = reference_site(code, argument.node)
        if site is not None and exact_method(site) is not None:
            return []
    return inference.variables_in_all(function.parameters)


def _learn_from_lambda(
    code: Code, inference: Inference, argument: PendingLambda, function: FunctionType, formal_type: JavaType
) -> None:
    node = argument.node
    if len(node.parameters) != len(function.parameters):
        return
    if is_explicit(node):
        with code.trial():
            kinds = explicit_types(code, node)
        function = explicit_function(code, formal_type, kinds, inference) or function
        for kind, formal in zip(kinds, function.parameters, strict=True):
            inference.equal(kind, formal)
    else:
        inference.solve(inference.variables_in_all(function.parameters))
        kinds = [code.types.upward(inference.solved(kind)) for kind in function.parameters]
    result = inference.solved(function.result)
    if result is java.VOID or not inference.mentions(result):
        return

    def learn(value: Argument, _: syntax.Expression) -> None:
        _constrain(code, inference, value, result)

    with code.trial() as mistakes:
        owner = LambdaOwner(code.owner, code.cls)
        locals_ = lambda_locals(code, node, kinds, owner)
        touched = code.touched
        value = type_body(code, node, locals_, owner, learn)
        if value is None or mistakes.by_place or code.touched != touched:
            return
        if not isinstance(value, (PendingLambda, PendingReference, PendingNode, PendingCall)):
            argument.body = TypedBody(locals_, value, owner)


def _constrain(code: Code, inference: Inference, value: Argument, result: JavaType) -> None:
    if isinstance(value, PendingCall):
        inference.take(value.inference)
        inference.compatible(value.result, result, loose=True)
        nested = _waiting(value)
        _settle(code, inference, nested)
    elif isinstance(value, (PendingLambda, PendingReference)):
        _settle(code, inference, [(value, result)])
    elif not isinstance(value, PendingNode) and value.type is not java.VOID:
        inference.compatible(code.types.capture(value.type), result, loose=True)


def _learn_from_reference(code: Code, inference: Inference, argument: PendingReference, function: FunctionType) -> None:
    with code.trial():
        site = reference_site(code, argument.node)
        if site is None:
            return
        exact = exact_method(site)
        parameters = list(function.parameters)
        if exact is not None:
            own = list(exact.parameters)
            if not exact.static and not exact.constructor and len(parameters) == len(own) + 1:
                inference.subtype(parameters.pop(0), site.type)
            member = site.methods[0]
            generic = bool(exact.owner.all_parameters) and not member.site.arguments and not exact.static
            if len(parameters) == len(own) and not generic:
                for given, declared in zip(parameters, own, strict=True):
                    wanted = declared if exact.static else code.types.member_type(member.site, declared, exact.owner)
                    inference.compatible(given, wanted, loose=True)
        inference.solve(inference.variables_in_all(function.parameters))
        result = inference.solved(function.result)
        if result is java.VOID or not inference.mentions(result):
            return
        owner = LambdaOwner(code.owner, code.cls)
        kinds = [inference.solved(kind) for kind in function.parameters]
        value = reference_value(code, argument.node, kinds, owner)
        if value is not None:
            _constrain(code, inference, value.value, result)


# --- building ----------------------------------------------------------------------------------------------


def complete(code: Code, call: PendingCall) -> typed.Expression:
    """Build a call whose type arguments are solved."""
    inference = call.inference
    formals = [inference.solved(kind) for kind in call.candidate.formals]
    parameters = [inference.solved(kind) for kind in call.candidate.parameters]
    result = inference.solved(call.result)
    if inference.failed is not None and call.node is not None:
        _report_bounds(code, inference, call)
        return typed.Constant(None, java.ERROR, call.node.span)
    if inference.unchecked and not call.candidate.member.method.constructor:
        result = code.types.erasure(result)
    arguments = passed(code, call.candidate.variable, formals, parameters, call.arguments, call.nodes, inference)
    return call.build(result, arguments)


def _report_bounds(code: Code, inference: Inference, call: PendingCall) -> None:
    variable = inference.failed
    assert variable is not None
    assert call.node is not None
    own = inference.bounds[variable]
    code.error(code.place(call.node), f"incompatible types: {bounds_text(own, '    ')}{_declared(own, call)}")
    inference.failed = None


def _declared(own: Bounds, call: PendingCall) -> str:
    """Where the type variable of a message is declared."""
    method = call.candidate.member.method
    name, above = own.declared.name, ",".join(map(str, own.declared.bounds))
    if own.declared not in method.type_parameters:
        return ""
    names = ",".join(variable.name for variable in method.type_parameters)
    where = f"method <{names}>{method.name}({','.join(map(str, method.parameters))})"
    return f"\n  where {name} is a type-variable:\n    {name} extends {above} declared in {where}"


def passed(
    code: Code,
    variable: bool,
    formals: Sequence[JavaType],
    parameters: Sequence[JavaType],
    arguments: Sequence[Argument],
    nodes: Sequence[syntax.Expression],
    inference: Inference | None = None,
) -> list[typed.Expression]:
    """Arguments converted to the parameters' types, those of a variable arity method in an array."""
    converted = [
        one_passed(code, argument, formal, nodes[index] if nodes else None, inference)
        for index, (argument, formal) in enumerate(zip(arguments, formals, strict=True))
    ]
    if not variable:
        return converted
    fixed = len(parameters) - 1
    rest = tuple(converted[fixed:])
    last = parameters[-1]
    if rest:
        span = Span(rest[0].span.file, rest[0].span.start, rest[-1].span.end)
    elif converted:
        span = converted[-1].span
    else:
        span = Span(0, 0, 0)
    assert isinstance(last, (java.ArrayType, java.ErrorType))
    return [*converted[:fixed], typed.ArrayLiteral(last, rest, span)]


def one_passed(
    code: Code,
    argument: Argument,
    formal: JavaType,
    node: syntax.Expression | None,
    inference: Inference | None,
) -> typed.Expression:
    """One argument converted to a parameter's type; what does not fit is reported at *node*."""
    match argument:
        case PendingLambda():
            return lambda_of(code, argument.node, formal, argument.body)
        case PendingReference():
            return reference_of(code, argument.node, formal)
        case PendingNode():
            expression = code.expression(argument.node, formal)
        case PendingCall():
            if inference is None or argument.inference.bounds.keys() - inference.bounds.keys():
                expression = finish(code, argument, formal)
            else:
                argument.inference = inference
                expression = complete(code, argument)
        case _:
            expression = argument
    if expression.type is formal:
        return expression
    value = convert(code, expression, formal, narrowing=False)
    if value is not None:
        return value
    if isinstance(expression.type, java.ErrorType) or isinstance(formal, java.ErrorType):
        return expression
    if inference is not None and code.types.is_subtype_unchecked(code.types.erasure(expression.type), formal):
        return expression  # the bounds were checked with the captured type
    span = code.place(node) if node is not None else expression.span
    return code.mistake(span, f"incompatible types: {mismatch(expression.type, formal)}")
