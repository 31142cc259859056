"""Overload resolution (JLS 15.12.2): which of the methods of a name a call means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from vexil.frontends.java.symbols import types as java
from vexil.frontends.java.symbols.members import MethodMember
from vexil.frontends.java.symbols.types import JavaType
from vexil.frontends.java.typing.arguments import (
    Argument,
    PendingCall,
    PendingLambda,
    PendingNode,
    PendingReference,
    is_explicit,
)
from vexil.frontends.java.typing.code import Code
from vexil.frontends.java.typing.compatibility import pending_fits
from vexil.frontends.java.typing.inference import Inference


class Phase(Enum):
    """The three phases (JLS 15.12.2.2 to 15.12.2.4)."""

    STRICT = 1
    LOOSE = 2
    VARIABLE = 3


class Diamond(MethodMember):
    """A constructor of a class whose type arguments are left out (JLS 15.9.3)."""

    __slots__ = ()


@dataclass(slots=True)
class Candidate:
    """A method with the types of its parameters in a call; variables of ``inference`` stand for type arguments."""

    member: MethodMember
    formals: Sequence[JavaType]
    """One for each argument."""
    parameters: Sequence[JavaType]
    """One for each parameter."""
    result: JavaType
    inference: Inference | None
    variable: bool
    """Whether the last arguments become an array."""
    mismatch: int = -1
    """The first argument that does not fit, while candidates are tried."""


@dataclass(slots=True)
class Ambiguity:
    """Two methods of which none is more specific."""

    first: Candidate
    second: Candidate


@dataclass(slots=True)
class Inapplicable:
    """No method fits: each candidate with the argument that does not."""

    tried: list[Candidate]
    wrong_arity: list[MethodMember]


Selection = Candidate | Ambiguity | Inapplicable


def member_types(
    code: Code, member: MethodMember, explicit: Sequence[JavaType] = ()
) -> tuple[Sequence[JavaType], JavaType, tuple[java.TypeVariable, ...]]:
    """The parameters, the result and the remaining type parameters of a method as a member of where it was found."""
    method, site = member
    types = code.types
    generic = method.type_parameters
    owner = method.owner
    if type(member) is Diamond:
        return method.parameters, owner.this_type, (*owner.all_parameters, *generic)
    if method.static or (not site.arguments and not owner.all_parameters):
        parameters: Sequence[JavaType] = method.parameters
        result = method.result
    elif not site.arguments:
        return tuple(map(types.erasure, method.parameters)), types.erasure(method.result), ()
    else:
        parameters = tuple(types.member_type(site, kind, owner) for kind in method.parameters)
        result = types.member_type(site, method.result, owner)
    if generic and len(explicit) == len(generic):
        mapping = dict(zip(generic, explicit, strict=True))
        parameters = tuple(types.substitute(kind, mapping) for kind in parameters)
        return parameters, types.substitute(result, mapping), ()
    return parameters, result, generic


def candidate(code: Code, member: MethodMember, count: int, variable: bool, explicit: Sequence[JavaType]) -> Candidate:
    """A method prepared for *count* arguments, with fresh variables for what is to be inferred."""
    parameters, result, generic = member_types(code, member, explicit)
    inference: Inference | None = None
    if generic:
        inference = Inference(code.symbols)
        owner = member.method.owner
        plain = member.method.static or type(member) is Diamond or not member.site.arguments
        mapping = inference.fresh(generic) if plain else inference.fresh(generic, member.site, owner)
        parameters = tuple(code.types.substitute(kind, mapping) for kind in parameters)
        result = code.types.substitute(result, mapping)
        for thrown in member.method.throws:
            variable_of = mapping.get(thrown) if isinstance(thrown, java.TypeVariable) else None
            if isinstance(variable_of, java.TypeVariable):
                inference.bounds[variable_of].thrown = True
    formals = parameters
    if variable:
        last = parameters[-1]
        element = last.element if isinstance(last, java.ArrayType) else last
        formals = (*parameters[:-1], *([element] * (count - len(parameters) + 1)))
    return Candidate(member, formals, parameters, result, inference, variable)


def select(
    code: Code, methods: Sequence[MethodMember], arguments: Sequence[Argument], explicit: Sequence[JavaType]
) -> Selection:
    """The most specific of the applicable methods, phase by phase."""
    count = len(arguments)
    fixed: list[MethodMember] = []
    variable: list[MethodMember] = []
    wrong: list[MethodMember] = []
    for member in methods:
        parameters = len(member.method.parameters)
        if parameters == count:
            fixed.append(member)
        elif not (member.method.varargs and count >= parameters - 1):
            wrong.append(member)
        if member.method.varargs and count >= parameters - 1:
            variable.append(member)
    tried: list[Candidate] = []
    for phase in Phase:
        by_variable = phase is Phase.VARIABLE
        good: list[Candidate] = []
        tried = []
        for member in variable if by_variable else fixed:
            attempt = candidate(code, member, count, by_variable, explicit)
            if applicable(code, attempt, arguments, phase is not Phase.STRICT):
                good.append(attempt)
            else:
                tried.append(attempt)
        if good:
            return good[0] if len(good) == 1 else most_specific(code, good, arguments)
        if phase is Phase.LOOSE and not variable:
            break
    if variable:
        tried += [candidate(code, member, count, False, explicit) for member in fixed if not member.method.varargs]
        for attempt in tried:
            if attempt.mismatch < 0:
                applicable(code, attempt, arguments, True)
    return Inapplicable(tried, wrong)


def applicable(code: Code, attempt: Candidate, arguments: Sequence[Argument], loose: bool) -> bool:
    """Whether all arguments that say something about it fit (JLS 15.12.2.2)."""
    inference = attempt.inference
    types = code.types
    for index, (argument, formal) in enumerate(zip(arguments, attempt.formals, strict=True)):
        if isinstance(argument, (PendingLambda, PendingReference, PendingNode, PendingCall)):
            fits = pending_fits(code, inference, argument, formal, loose)
        elif inference is None:
            kind = argument.type
            fits = kind is formal or (
                types.is_loosely_convertible(kind, formal) if loose else types.is_strictly_convertible(kind, formal)
            )
        else:
            fits = inference.compatible(types.capture(argument.type), formal, loose)
        if not fits:
            attempt.mismatch = index
            return False
    return True


# --- the most specific one (JLS 15.12.2.5) -----------------------------------------------------------------


def most_specific(code: Code, good: list[Candidate], arguments: Sequence[Argument]) -> Selection:
    """The candidate that is more specific than all others; of several with one signature a concrete one."""
    best = good[0]
    for other in good[1:]:
        if more_specific(code, other, best, arguments) and not more_specific(code, best, other, arguments):
            best = other
    rest = [other for other in good if other is not best]
    for other in rest:
        if not more_specific(code, best, other, arguments):
            return Ambiguity(best, other)
    same = [best, *(other for other in rest if more_specific(code, other, best, arguments))]
    if len(same) > 1:
        erased = {tuple(map(str, map(code.types.erasure, one.member.method.parameters))) for one in same}
        concrete = [one for one in same if not one.member.method.abstract]
        if len(erased) > 1 and len(concrete) != 1:
            preferred = _preferred(code, same)
            return preferred if preferred is not None else Ambiguity(same[0], same[1])
        if concrete:
            return concrete[0]
        return _narrowest(code, same)
    return best


def _preferred(code: Code, same: list[Candidate]) -> Candidate | None:
    """Of methods with equal parameters: one that is abstract everywhere is as good as another."""
    if all(one.member.method.abstract for one in same):
        return _narrowest(code, same)
    return None


def _narrowest(code: Code, same: list[Candidate]) -> Candidate:
    best = same[0]
    for other in same[1:]:
        mine, its = best.member.method.result, other.member.method.result
        if code.types.is_subtype(its, mine) and not code.types.is_subtype(mine, its):
            best = other
    return best


def more_specific(code: Code, one: Candidate, other: Candidate, arguments: Sequence[Argument]) -> bool:
    """Whether each argument that fits *one* would fit *other*."""
    mine, _, _ = member_types(code, one.member)
    theirs, _, generic = member_types(code, other.member)
    inference: Inference | None = None
    if generic:
        inference = Inference(code.symbols)
        mapping = inference.fresh(generic)
        theirs = tuple(code.types.substitute(kind, mapping) for kind in theirs)
    count = max(len(arguments), len(mine), len(theirs)) if one.variable else len(arguments)
    for index in range(count):
        s, t = _formal(mine, index, one.variable), _formal(theirs, index, other.variable)
        argument = arguments[index] if index < len(arguments) else None
        if _kind_more_specific(code, s, t, argument, inference):
            continue
        return False
    return True


def _formal(parameters: Sequence[JavaType], index: int, variable: bool) -> JavaType:
    if variable and index >= len(parameters) - 1:
        last = parameters[-1]
        return last.element if isinstance(last, java.ArrayType) else last
    return parameters[index]


def _kind_more_specific(
    code: Code, s: JavaType, t: JavaType, argument: Argument | None, inference: Inference | None
) -> bool:
    if s is t:
        return True
    if isinstance(argument, (PendingLambda, PendingReference)) and _function_more_specific(code, s, t, argument):
        return True
    if inference is not None and inference.mentions(t):
        return not isinstance(s, java.PrimitiveType) and inference.subtype(s, t)
    return code.types.is_subtype(s, t) and isinstance(s, java.PrimitiveType) == isinstance(t, java.PrimitiveType)


def _function_more_specific(code: Code, s: JavaType, t: JavaType, argument: PendingLambda | PendingReference) -> bool:
    if code.types.is_subtype(s, t):
        return True
    first, second = code.types.function_type(s), code.types.function_type(t)
    if first is None or second is None or len(first.parameters) != len(second.parameters):
        return False
    if isinstance(argument, PendingLambda) and not is_explicit(argument.node):
        return False
    if second.result is java.VOID:
        return True
    if first.result is java.VOID:
        return False
    mine, theirs = isinstance(first.result, java.PrimitiveType), isinstance(second.result, java.PrimitiveType)
    if mine != theirs:
        kind = _standalone_kind(code, argument, first.parameters)
        return kind is None or isinstance(kind, java.PrimitiveType) == mine
    if isinstance(second.result, (java.TypeVariable, java.WildcardType)):
        return True
    return code.types.is_subtype(first.result, second.result)


def _standalone_kind(
    code: Code, argument: PendingLambda | PendingReference, parameters: Sequence[JavaType]
) -> JavaType | None:
    """The type that a lambda's body has by itself, if it was typed on trial already."""
    if isinstance(argument, PendingLambda) and argument.body is not None:
        return argument.body.value.type
    return None
