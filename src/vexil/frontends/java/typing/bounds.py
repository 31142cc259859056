"""Bounds on inference variables: reduction and incorporation (JLS 18.2, 18.3).

Inference variables are fresh type variables, known by being keys of the bounds. Bounds of nested calls are taken into
the bounds of the call around them, so that one solution is found for all.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from vexil.core.errors import LimitReached
from vexil.frontends.java.symbols.types import (
    ArrayType,
    ClassType,
    ErrorType,
    IntersectionType,
    JavaType,
    NullType,
    PrimitiveType,
    TypeVariable,
    WildcardType,
)

if TYPE_CHECKING:
    from vexil.frontends.java.symbols.symbol_table import SymbolTable
    from vexil.frontends.java.symbols.symbols import ClassSymbol

MAX_STEPS = 20_000


class Bounds:
    """What is known of one variable."""

    __slots__ = ("declared", "equal", "lower", "thrown", "upper")

    def __init__(self, declared: TypeVariable) -> None:
        self.declared = declared
        self.equal: dict[JavaType, None] = {}
        self.lower: dict[JavaType, None] = {}
        self.upper: dict[JavaType, None] = {}
        self.thrown = False

    def copy(self) -> Bounds:
        """The same bounds, to be changed apart."""
        other = Bounds(self.declared)
        other.equal, other.lower, other.upper = dict(self.equal), dict(self.lower), dict(self.upper)
        other.thrown = self.thrown
        return other


class BoundSet:
    """A set of bounds that grows."""

    __slots__ = ("bounds", "failed", "solution", "steps", "symbols", "types", "unchecked")

    def __init__(self, symbols: SymbolTable) -> None:
        self.symbols = symbols
        self.types = symbols.types
        self.bounds: dict[TypeVariable, Bounds] = {}
        self.solution: dict[TypeVariable, JavaType] = {}
        self.steps = 0
        self.unchecked = False
        """Whether a raw type was taken for a parametrised one (JLS 5.1.9)."""
        self.failed: TypeVariable | None = None
        """The variable whose bounds contradict each other."""

    def take(self, other: BoundSet) -> None:
        """Add the variables and bounds of a nested call."""
        for variable, bounds in other.bounds.items():
            if variable not in self.bounds:
                self.bounds[variable] = bounds.copy()
        self.solution.update(other.solution)
        self.unchecked = self.unchecked or other.unchecked

    def fresh(
        self, parameters: Iterable[TypeVariable], site: ClassType | None = None, owner: ClassSymbol | None = None
    ) -> dict[TypeVariable, JavaType]:
        """New variables for type parameters, with the declared bounds as a member of *site* has them."""
        mapping: dict[TypeVariable, JavaType] = {}
        pairs: list[tuple[TypeVariable, TypeVariable]] = []
        for parameter in parameters:
            variable = TypeVariable(parameter.name, [self.symbols.object])
            mapping[parameter] = variable
            pairs.append((parameter, variable))
            self.bounds[variable] = Bounds(parameter)
        for parameter, variable in pairs:
            own = self.bounds[variable]
            for bound in parameter.bounds:
                if site is not None and owner is not None:
                    bound = self.types.member_type(site, bound, owner)
                own.upper[self.types.substitute(bound, mapping)] = None
        return mapping

    # --- shapes --------------------------------------------------------------------------------------------

    def mentions(self, kind: JavaType) -> bool:
        """Whether a type has unsolved variables in it."""
        if isinstance(kind, ClassType):
            return any(map(self.mentions, kind.arguments)) if kind.arguments else False
        if isinstance(kind, TypeVariable):
            return kind in self.bounds and kind not in self.solution
        if isinstance(kind, ArrayType):
            return self.mentions(kind.element)
        if isinstance(kind, WildcardType):
            return kind.bound is not None and self.mentions(kind.bound)
        if isinstance(kind, IntersectionType):
            return any(map(self.mentions, kind.types))
        return False

    def variables_in(self, kind: JavaType) -> list[TypeVariable]:
        """The unsolved variables in a type, in order."""
        if isinstance(kind, TypeVariable):
            return [kind] if kind in self.bounds and kind not in self.solution else []
        parts: Iterable[JavaType] = ()
        if isinstance(kind, ClassType):
            parts = kind.arguments
        elif isinstance(kind, ArrayType):
            parts = (kind.element,)
        elif isinstance(kind, WildcardType):
            parts = (kind.bound,) if kind.bound is not None else ()
        elif isinstance(kind, IntersectionType):
            parts = kind.types
        return list(dict.fromkeys(variable for part in parts for variable in self.variables_in(part)))

    def variables_in_all(self, kinds: Iterable[JavaType]) -> list[TypeVariable]:
        """The unsolved variables in several types."""
        return list(dict.fromkeys(variable for kind in kinds for variable in self.variables_in(kind)))

    def solved(self, kind: JavaType) -> JavaType:
        """The type with solved variables replaced."""
        return self.types.substitute(kind, self.solution) if self.solution else kind

    def unsolved(self, variable: JavaType) -> bool:
        """Whether a type is a variable without a solution."""
        return isinstance(variable, TypeVariable) and variable in self.bounds and variable not in self.solution

    # --- reduction (JLS 18.2) ------------------------------------------------------------------------------

    def compatible(self, source: JavaType, target: JavaType, loose: bool) -> bool:
        """Require that *source* fits *target* in an invocation context."""
        if isinstance(source, ErrorType) or isinstance(target, ErrorType):
            return True
        if not self.mentions(target) and not self.mentions(source):
            source, target = self.solved(source), self.solved(target)
            if loose:
                return self.types.is_loosely_convertible(source, target)
            return self.types.is_strictly_convertible(source, target)
        if isinstance(source, PrimitiveType):
            return loose and source.name != "void" and self.subtype(self.types.boxed(source), target)
        if isinstance(target, PrimitiveType):
            return loose and self.equal(source, self.types.boxed(target))
        return self.subtype(source, target)

    def subtype(self, s: JavaType, t: JavaType) -> bool:
        """Require that *s* is a subtype of *t*; unchecked conversion is allowed and noted."""
        self._count()
        if self.solution:
            s, t = self.solved(s), self.solved(t)
        if self.unsolved(s):
            return s is t or self._upper(s, t)
        if self.unsolved(t):
            return isinstance(s, (NullType, ErrorType)) or self._lower(t, s)
        if not self.mentions(s) and not self.mentions(t):
            return self._proper_subtype(s, t)
        match t:
            case ClassType():
                return self._class_subtype(s, t)
            case ArrayType():
                if isinstance(s, ArrayType):
                    if isinstance(s.element, PrimitiveType) or isinstance(t.element, PrimitiveType):
                        return s.element == t.element
                    return self.subtype(s.element, t.element)
                return isinstance(s, (NullType, ErrorType)) or (
                    isinstance(s, TypeVariable) and any(self.subtype(bound, t) for bound in s.bounds)
                )
            case IntersectionType():
                return all(self.subtype(s, part) for part in t.types)
            case WildcardType():
                return t.bound is None or self.subtype(s, t.bound)
            case TypeVariable() if t.lower is not None:
                return self.subtype(s, t.lower)
            case _:
                return isinstance(s, (NullType, ErrorType))

    def _proper_subtype(self, s: JavaType, t: JavaType) -> bool:
        if self.types.is_subtype(s, t):
            return True
        if self.types.is_subtype_unchecked(s, t):
            self.unchecked = True
            return True
        return False

    def _class_subtype(self, s: JavaType, t: ClassType) -> bool:
        if isinstance(s, (NullType, ErrorType)):
            return True
        if isinstance(s, PrimitiveType):
            return False
        above = self.types.as_super(s, t.symbol)
        if above is None:
            return False
        if not t.arguments:
            return True
        if not above.arguments:
            self.unchecked = True
            return True
        if any(isinstance(argument, WildcardType) for argument in above.arguments):
            captured = self.types.capture(above)
            above = captured if isinstance(captured, ClassType) else above
        return all(map(self.contained, above.arguments, t.arguments))

    def contained(self, s: JavaType, t: JavaType) -> bool:
        """Require that type argument *t* contains type argument *s*."""
        if isinstance(t, WildcardType):
            if t.bound is None:
                return True
            if isinstance(s, WildcardType):
                if s.bound is None:
                    return t.upper and t.bound == self.symbols.object
                if s.upper != t.upper:
                    return t.upper and t.bound == self.symbols.object
                return self.subtype(s.bound, t.bound) if t.upper else self.subtype(t.bound, s.bound)
            return self.subtype(s, t.bound) if t.upper else self.subtype(t.bound, s)
        if isinstance(s, WildcardType):
            return False
        return self.equal(s, t)

    def equal(self, s: JavaType, t: JavaType) -> bool:
        """Require that two types (or type arguments) are the same."""
        self._count()
        if self.solution:
            s, t = self.solved(s), self.solved(t)
        if s is t:
            return True
        if self.unsolved(s):
            return self._equal(s, t)
        if self.unsolved(t):
            return self._equal(t, s)
        if not self.mentions(s) and not self.mentions(t):
            return self.types.is_same(s, t)
        if isinstance(s, ClassType) and isinstance(t, ClassType):
            if s.symbol is not t.symbol or len(s.arguments) != len(t.arguments):
                return False
            return all(map(self.equal, s.arguments, t.arguments))
        if isinstance(s, ArrayType) and isinstance(t, ArrayType):
            return self.equal(s.element, t.element)
        if isinstance(s, WildcardType) and isinstance(t, WildcardType):
            if s.bound is None or t.bound is None:
                return s.bound is t.bound
            return s.upper == t.upper and self.equal(s.bound, t.bound)
        return False

    def _count(self) -> None:
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise LimitReached(f"inference of type arguments took more than {MAX_STEPS} steps")

    # --- incorporation (JLS 18.3) --------------------------------------------------------------------------

    def _noted(self, variable: JavaType, consistent: bool) -> bool:
        if not consistent and self.failed is None and isinstance(variable, TypeVariable):
            self.failed = variable
        return consistent

    def _equal(self, variable: JavaType, t: JavaType) -> bool:
        assert isinstance(variable, TypeVariable)
        own = self.bounds[variable]
        if isinstance(t, (PrimitiveType, WildcardType)) or t is variable:
            return t is variable
        if t in own.equal:
            return True
        before = list(own.equal)
        own.equal[t] = None
        if self.unsolved(t) and isinstance(t, TypeVariable):
            self.bounds[t].equal[variable] = None
            before += [other for other in self.bounds[t].equal if other is not variable]
            for lower in list(self.bounds[t].lower):
                self.subtype(lower, variable)
            for upper in list(self.bounds[t].upper):
                self.subtype(variable, upper)
        return self._noted(
            variable,
            all(self.equal(other, t) for other in before if other is not t)
            and all(self.subtype(lower, t) for lower in list(own.lower))
            and all(self.subtype(t, upper) for upper in list(own.upper)),
        )

    def _lower(self, variable: JavaType, s: JavaType) -> bool:
        assert isinstance(variable, TypeVariable)
        own = self.bounds[variable]
        if s in own.lower or s in own.equal:
            return True
        if isinstance(s, PrimitiveType):
            return False
        own.lower[s] = None
        return self._noted(
            variable,
            all(self.subtype(s, other) for other in list(own.equal))
            and all(self.subtype(s, upper) for upper in list(own.upper)),
        )

    def _upper(self, variable: JavaType, t: JavaType) -> bool:
        assert isinstance(variable, TypeVariable)
        own = self.bounds[variable]
        if t in own.upper or t in own.equal:
            return True
        if isinstance(t, (PrimitiveType, NullType)):
            return False
        own.upper[t] = None
        if self.unsolved(t):
            self._lower(t, variable)
        return self._noted(
            variable,
            all(self.subtype(other, t) for other in list(own.equal))
            and all(self.subtype(lower, t) for lower in list(own.lower)),
        )
