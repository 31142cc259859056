"""Whether arguments that wait for a target type fit a parameter (JLS 15.12.2.2, 15.13.2, 15.27.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vexil.frontends.java.symbols import types as java
from vexil.frontends.java.symbols.relations import FunctionType
from vexil.frontends.java.symbols.symbols import LambdaOwner, LocalSymbol, MethodSymbol
from vexil.frontends.java.symbols.types import JavaType
from vexil.frontends.java.typing.arguments import (
    Argument,
    PendingCall,
    PendingLambda,
    PendingNode,
    PendingReference,
    fits_shape,
    is_explicit,
)
from vexil.frontends.java.typing.code import Code, Results
from vexil.frontends.java.typing.inference import Inference
from vexil.frontends.java.typing.reference_sites import Site, reference_site
from vexil.languages.java import tree as syntax


def pending_fits(
    code: Code,
    inference: Inference | None,
    argument: PendingLambda | PendingReference | PendingNode | PendingCall,
    formal: JavaType,
    loose: bool,
) -> bool:
    """Whether an argument may be passed to a parameter; what it says about type arguments goes to *inference*."""
    if isinstance(argument, PendingCall):
        trial = inference if inference is not None else Inference(code.symbols)
        trial.take(argument.inference)
        return trial.compatible(argument.result, formal, loose)
    if isinstance(argument, PendingNode):
        return loose or not isinstance(formal, java.PrimitiveType)
    if isinstance(formal, java.ErrorType) or (inference is not None and inference.unsolved(formal)):
        return True
    function = code.types.function_type(formal)
    if function is None:
        return False
    if isinstance(argument, PendingReference):
        return reference_fits(code, argument.node, function)
    if not fits_shape(argument.node, function.result, len(function.parameters)):
        return False
    return not is_explicit(argument.node) or body_fits(code, argument.node, formal, inference)


def argument_fits(code: Code, inference: Inference, argument: Argument, formal: JavaType) -> bool:
    """Whether a value that a lambda gives fits its result type."""
    if isinstance(argument, (PendingLambda, PendingReference, PendingNode, PendingCall)):
        return pending_fits(code, inference, argument, formal, loose=True)
    return inference.compatible(code.types.capture(argument.type), formal, loose=True)


def explicit_types(code: Code, node: syntax.Lambda) -> list[JavaType]:
    """The written types of a lambda's parameters."""
    return [code.resolve_type(parameter.type) for parameter in node.parameters if parameter.type is not None]


def explicit_function(
    code: Code, formal: JavaType, kinds: Sequence[JavaType], bounds: Inference | None = None
) -> FunctionType | None:
    """The function type of a lambda with written parameter types: they decide wildcards of the target (JLS 18.5.3).

    What that says about variables in the target goes to *bounds*.
    """
    plain = code.types.function_type(formal)
    if not isinstance(formal, java.ClassType) or plain is None or len(plain.parameters) != len(kinds):
        return plain
    if not any(isinstance(argument, java.WildcardType) for argument in formal.arguments):
        return plain
    inference = Inference(code.symbols)
    variables = [inference.fresh((one,))[one] for one in formal.symbol.all_parameters]
    declared = code.types.function_type(java.ClassType(formal.symbol, tuple(variables)))
    if declared is None or not all(map(inference.equal, declared.parameters, kinds)):
        return plain
    arguments: list[JavaType] = []
    for variable, written in zip(variables, formal.arguments, strict=True):
        assert isinstance(variable, java.TypeVariable)
        known = next((kind for kind in inference.bounds[variable].equal if not inference.mentions(kind)), written)
        arguments.append(known if isinstance(written, java.WildcardType) else written)
        if bounds is not None and known is not written and not bounds.contained(known, written):
            return None
    return code.types.function_type(java.ClassType(formal.symbol, tuple(arguments)))


def body_fits(code: Code, node: syntax.Lambda, formal: JavaType, inference: Inference | None) -> bool:
    """Whether a lambda with written parameter types fits a functional interface."""
    bounds = inference if inference is not None else Inference(code.symbols)
    with code.trial():
        kinds = explicit_types(code, node)
        function = explicit_function(code, formal, kinds, bounds)
        if function is None or not all(map(bounds.equal, kinds, function.parameters)):
            return False
        if function.result is java.VOID:
            return True
        fits = True

        def check(argument: Argument, _: syntax.Expression) -> None:
            nonlocal fits
            fits = argument_fits(code, bounds, argument, function.result) and fits

        type_body(
            code, node, lambda_locals(code, node, kinds, owner := LambdaOwner(code.owner, code.cls)), owner, check
        )
    return fits


def lambda_locals(
    code: Code, node: syntax.Lambda, kinds: Sequence[JavaType], owner: LambdaOwner
) -> tuple[LocalSymbol, ...]:
    """Variables for a lambda's parameters."""
    return tuple(
        LocalSymbol(parameter.name, kind, owner, parameter.span, parameter=True)
        for parameter, kind in zip(node.parameters, kinds, strict=True)
    )


def type_body(
    code: Code,
    node: syntax.Lambda,
    parameters: Sequence[LocalSymbol],
    owner: LambdaOwner,
    sink: Callable[[Argument, syntax.Expression], None],
) -> Argument | None:
    """Type a lambda's body while its result type is not known; *sink* gets the values that it returns."""
    with code.inside(owner, Results(None, in_lambda=True, sink=sink)):
        for parameter in parameters:
            code.declare(parameter)
        if isinstance(node.body, syntax.Block):
            code.statement(node.body)
            return None
        value = code.argument(node.body)
        sink(value, node.body)
        return value


# --- method references -------------------------------------------------------------------------------------


def reference_fits(code: Code, node: syntax.MethodReference, function: FunctionType) -> bool:
    """Whether a method reference is potentially compatible with a function type (JLS 15.12.2.1)."""
    with code.trial():
        site = reference_site(code, node)
    if site is None:
        return True
    if site.array:
        return len(function.parameters) == 1 and function.result is not java.VOID
    count = len(function.parameters)
    fitting = [method for method in site.methods if _arity_fits(method.method, site, count)]
    if not fitting:
        return False
    exact = exact_method(site)
    if exact is not None and not exact.constructor and exact.result is java.VOID:
        return function.result is java.VOID
    return True


def _arity_fits(method: MethodSymbol, site: Site, count: int) -> bool:
    parameters = len(method.parameters)

    def takes(arguments: int) -> bool:
        return arguments == parameters or (method.varargs and arguments >= parameters - 1)

    if method.constructor or site.receiver is not None or site.to_super:
        return takes(count)
    return (method.static and takes(count)) or (not method.static and takes(count - 1))


def exact_method(site: Site) -> MethodSymbol | None:
    """The only method that an exact method reference can mean (JLS 15.13.1)."""
    if len(site.methods) != 1 or site.array:
        return None
    method = site.methods[0].method
    if method.varargs or method.type_parameters:
        return None
    kind = site.type
    if method.constructor and isinstance(kind, java.ClassType) and kind.symbol.all_parameters and not kind.arguments:
        return None
    return method
