"""What operations are made of: domains of choices, callees, and what is allocated."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from vexil.core import dag
from vexil.ir.expressions import Expr
from vexil.ir.nodes import node
from vexil.ir.types import Type


class Origin(Enum):
    """Where a choice comes from."""

    ENVIRONMENT = "environment"
    ABSTRACTION = "abstraction"
    APPROXIMATION = "approximation"


# --- domains of a choice ---------------------------------------------------------------------------------


@node
class TypeDomain:
    """Every value of a scalar type."""

    type: Type


@node
class RangeDomain:
    """Every integer from ``low`` to ``high``, both included."""

    low: Expr
    high: Expr


@node
class GuardedDomain:
    """The values whose guards hold; a guard is ``None`` when the value is always possible."""

    cases: tuple[tuple[Expr | None, Expr], ...]


@node
class RelationDomain:
    """Every result a declared relation gives for the arguments, which may themselves be sets."""

    relation: str
    arguments: tuple[Expr | Domain, ...]


Domain = TypeDomain | RangeDomain | GuardedDomain | RelationDomain


# --- callees ---------------------------------------------------------------------------------------------


@node
class StaticCallee:
    """One function, by name."""

    function: str


@node
class VirtualCallee:
    """The method that the class of the first argument has for ``signature``; ``class_name`` is its static class."""

    class_name: str
    signature: str


@node
class PointerCallee:
    """The function a pointer points to; ``targets`` lists the possible ones when an analysis knows them."""

    pointer: Expr
    targets: tuple[str, ...] | None


Callee = StaticCallee | VirtualCallee | PointerCallee


# --- what is allocated -----------------------------------------------------------------------------------


@node
class NewObject:
    """An instance of a class, its fields zero, false or null."""

    class_name: str


@node
class NewArray:
    """An array object of ``length`` elements, all zero, false or null."""

    element: Type
    length: Expr


@node
class NewMemory:
    """``size`` bytes of memory; ``on_stack`` memory ends with the frame; ``zeroed`` memory starts as zero."""

    size: Expr
    on_stack: bool
    zeroed: bool


Allocation = NewObject | NewArray | NewMemory


def domain_parts(domain: Domain) -> tuple[Expr | Domain, ...]:
    """The expressions and domains directly in a domain, in the order of the text form."""
    match domain:
        case TypeDomain():
            return ()
        case RangeDomain(low, high):
            return (low, high)
        case GuardedDomain(cases):
            return tuple(part for case in cases for part in case if part is not None)
        case RelationDomain(_, arguments):
            return arguments


def with_domain_parts(domain: Domain, parts: tuple[Expr | Domain, ...]) -> Domain:
    """The same domain with other parts; itself if they are the parts that it has."""
    if parts == domain_parts(domain):
        return domain
    values = (part for part in parts if not isinstance(part, Domain))
    match domain:
        case TypeDomain():
            return domain
        case RangeDomain():
            return RangeDomain(next(values), next(values))
        case GuardedDomain(cases):
            return GuardedDomain(tuple((None if guard is None else next(values), next(values)) for guard, _ in cases))
        case RelationDomain(relation, _):
            return RelationDomain(relation, parts)


def domain_operands(item: Expr | Domain) -> tuple[Expr | Domain, ...]:
    """The parts of a domain; an expression in a domain is a leaf."""
    return domain_parts(item) if isinstance(item, Domain) else ()


def domain_expressions(domain: Domain) -> Iterator[Expr]:
    """The expressions of a domain, in the order of the text form."""
    root: Expr | Domain = domain
    return (item for item in dag.preorder(root, domain_operands) if not isinstance(item, Domain))
