"""What crosses the calls of a function."""

from __future__ import annotations

from vexil.abstraction.predicates import Predicate, Predicates
from vexil.logic.space import result_name
from vexil.model.frames import ENTRY, Frames


class Signature:
    """What crosses the calls of a function: predicates at its entry and behind it (Ball et al. 2001).

    Formals are the predicates that name none of its locals. Results are those that name its result, or memory or
    globals together with what it was given; parameters count as what was given if the function does not assign them.
    """

    def __init__(self, frames: Frames, predicates: Predicates, function: str) -> None:
        space = frames.space
        body = space.program.functions[function]
        parameters = {f"{function}::{item.name}" for item in body.parameters}
        given = {f"{name}{ENTRY}" for name in parameters}
        stable = given | (parameters - frames.assigned(function))
        result = result_name(function)
        self.formals: list[Predicate] = []
        self.results: list[Predicate] = []
        self.locals: list[Predicate] = []
        for item in predicates.own(function):
            names = {str(symbol.payload) for symbol in space.terms.symbols_of(item.term)}
            own = {name for name in names if name.startswith(f"{function}::")}
            is_formal = own <= parameters | given
            (self.formals if is_formal else self.locals).append(item)
            if own <= stable | {result} and (result in own or names - own):
                self.results.append(item)


class Signatures:
    """The signatures of the functions of one program over one set of predicates."""

    def __init__(self, frames: Frames, predicates: Predicates) -> None:
        self._frames = frames
        self._predicates = predicates
        self._known: dict[str, Signature] = {}

    def of(self, function: str) -> Signature:
        """What crosses the calls of a function."""
        if function not in self._known:
            self._known[function] = Signature(self._frames, self._predicates, function)
        return self._known[function]
