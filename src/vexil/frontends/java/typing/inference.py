"""Inference of type arguments: bounds on inference variables and their resolution (JLS 18.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from vexil.frontends.java.symbols.types import ClassType, JavaType, TypeVariable, WildcardType
from vexil.frontends.java.typing.bounds import Bounds, BoundSet

__all__ = ["Bounds", "Inference"]


class Inference(BoundSet):
    """A set of bounds that grows until it is solved."""

    __slots__ = ()

    def copy(self) -> Inference:
        """The same bounds, to be changed apart."""
        other = Inference(self.symbols)
        other.bounds = {variable: bounds.copy() for variable, bounds in self.bounds.items()}
        other.solution = dict(self.solution)
        other.unchecked = self.unchecked
        return other

    def restore(self, other: Inference) -> None:
        """Go back to an earlier copy."""
        self.bounds, self.solution, self.failed = other.bounds, other.solution, None

    def solve(self, wanted: Iterable[TypeVariable] | None = None) -> bool:
        """Find types for variables (all of them, if none are named) and for those they depend on."""
        todo = [variable for variable in (self.bounds if wanted is None else wanted) if variable not in self.solution]
        if wanted is not None:
            todo = self._dependencies(todo)
        consistent = True
        while todo:
            variable = self._next(todo)
            todo.remove(variable)
            consistent &= self._instantiate(variable)
        return consistent

    def _dependencies(self, wanted: list[TypeVariable]) -> list[TypeVariable]:
        """Those whose bounds mention others with them; bounds without proper types depend on more."""
        variables = dict.fromkeys(wanted)
        queue = list(wanted)
        while queue:
            own = self.bounds[queue.pop()]
            if any(not self.mentions(self.solved(kind)) for kind in own.equal):
                continue
            for kind in (*own.equal, *own.lower):
                for variable in self.variables_in(kind):
                    if variable not in variables:
                        variables[variable] = None
                        queue.append(variable)
        return list(variables)

    def _next(self, todo: list[TypeVariable]) -> TypeVariable:
        best, rank = todo[0], 9
        for variable in todo:
            own = self.bounds[variable]
            if any(not self.mentions(kind) for kind in own.equal):
                return variable
            waits = any(self.mentions(kind) and not self.unsolved(kind) for kind in own.equal)
            lower_waits = any(self.mentions(kind) and kind is not variable for kind in own.lower)
            has_lower = any(not self.mentions(kind) for kind in own.lower)
            upper_waits = any(other is not variable for kind in own.upper for other in self.variables_in(kind))
            current = (
                6 if waits else 1 if has_lower and not lower_waits else 3 if lower_waits else 4 if upper_waits else 2
            )
            if current < rank:
                best, rank = variable, current
        return best

    def _instantiate(self, variable: TypeVariable) -> bool:
        own = self.bounds[variable]
        equal = [kind for kind in own.equal if not self.mentions(self.solved(kind))]
        if equal:
            chosen = self.solved(equal[0])
            self.solution[variable] = chosen
            return self._consistent(variable, chosen)
        lower = [self.solved(kind) for kind in own.lower]
        lower = [kind for kind in lower if not self.mentions(kind)]
        if lower:
            chosen = self.types.lub(lower) if len(lower) > 1 else lower[0]
        else:
            upper = [self.solved(kind) for kind in own.upper]
            proper = [kind for kind in upper if not self.mentions(kind)]
            if own.thrown and all(self.types.is_subtype(self.symbols.throwable, kind) for kind in proper):
                chosen = self.symbols.well_known("java.lang.RuntimeException")
            elif len(proper) == len(upper) and proper:
                chosen = self.types.glb(proper) if len(proper) > 1 else proper[0]
            else:
                chosen = self._recursive(variable, upper)
        self.solution[variable] = chosen
        return self._consistent(variable, chosen)

    def _recursive(self, variable: TypeVariable, upper: list[JavaType]) -> JavaType:
        """A bound like ``Comparable<T>`` of ``T`` itself: what mentions variables becomes a wildcard."""
        unknown: Mapping[TypeVariable, JavaType] = {
            other: WildcardType(None, True) for kind in upper for other in self.variables_in(kind)
        }
        kinds: list[JavaType] = []
        for kind in upper:
            shown = self.types.substitute(kind, unknown)
            kinds.append(self.symbols.object if isinstance(shown, WildcardType) else shown)
        return self.types.glb(kinds) if len(kinds) > 1 else kinds[0] if kinds else self.symbols.object

    def _consistent(self, variable: TypeVariable, chosen: JavaType) -> bool:
        own = self.bounds[variable]
        good = (
            all(self.equal(chosen, kind) for kind in list(own.equal))
            and all(self.subtype(kind, chosen) for kind in list(own.lower))
            and all(self.subtype(chosen, kind) for kind in list(own.upper) if not self._loops(kind, variable))
        )
        return self._noted(variable, good)

    def _loops(self, kind: JavaType, variable: TypeVariable) -> bool:
        return (
            not self.bounds[variable].equal
            and not self.bounds[variable].lower
            and kind is not variable
            and (isinstance(kind, ClassType) and bool(kind.arguments))
        )
