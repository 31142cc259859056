"""Names of generated classes: one for each abstraction and type of numbers, none of which the user's files use."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from vexil.abstraction.data.java_class import MOST_TOKENS, class_name
from vexil.abstraction.data.sources.kinds import Kind
from vexil.core.errors import UsageError
from vexil.ir.expressions import Operator
from vexil.ir.types import I32, FloatType, IntegerType
from vexil.model.tokens.abstract_type import Abstractions, AbstractType, Coercion, Concrete, Table
from vexil.model.tokens.typing import CONCRETE


class Names:
    """The generated classes that sources call, found as they are used."""

    def __init__(self, kinds: Iterable[Kind], taken: Iterable[str], types: Abstractions) -> None:
        self._types = types
        self._taken = set(taken)
        self.run_time = self.unused("Choose")
        self.coerce = self.unused("Coerce")
        self._classes: dict[Kind, str] = {}
        for kind in sorted({kind.computed for kind in kinds if kind.is_abstract}, key=_order):
            plain = class_name(replace(types.abstract_type(kind.name, kind.concrete), name=kind.name))
            alone = all(other.name != kind.name for other in self._classes)
            self._classes[kind] = self.unused(plain if alone else plain + _suffix(kind.concrete))
        self.used: dict[str, AbstractType] = {}
        self.coercions: dict[str, tuple[Kind, Kind]] = {}

    def unused(self, wanted: str) -> str:
        """A name that nothing has."""
        name = wanted
        while name in self._taken:
            name += "Tokens"
        self._taken.add(name)
        return name

    def class_of(self, kind: Kind) -> str:
        """The class of an abstraction; it will be written."""
        kind = kind.computed
        name = self._classes[kind]
        if name not in self.used:
            self.used[name] = self.type_of(kind)
        return name

    def type_of(self, kind: Kind) -> AbstractType:
        """The abstract type of a kind; raises `UsageError` for one whose tokens do not fit into an ``int``."""
        abstract = self._types.abstract_type(kind.name, kind.computed.concrete)
        if len(abstract.tokens) > MOST_TOKENS:
            raise UsageError(
                f"{kind.name} has {len(abstract.tokens)} tokens, and Java sources have room for {MOST_TOKENS}",
                hint="choose a coarser abstraction",
            )
        return abstract

    def table(self, kind: Kind, operator: Operator) -> Table | None:
        """What an operator does, if the abstraction says it."""
        abstract = self.type_of(kind)
        return abstract.operations.get(operator) or abstract.tests.get(operator)

    def token(self, kind: Kind, number: int) -> str:
        """A token as it is written: ``Signs.ZERO``."""
        return f"{self.class_of(kind)}.{self.type_of(kind).tokens[number]}"

    def default(self, kind: Kind) -> str:
        """The token of 0."""
        return self.token(kind, self.type_of(kind).default)

    def exact_type(self, kind: Kind) -> AbstractType:
        """The abstract type for the type that is stored, which may be narrower than the one of computations."""
        return self._types.abstract_type(kind.name, kind.concrete)

    def coercion(self, source: Kind, target: Kind) -> str:
        """The method from one kind to another: ``Coerce.SignsToEvenOdd``, ``Coerce.IntToSigns``."""
        name = f"{self._exact_name(source)}To{self._exact_name(target)}"
        self.coercions[name] = (source, target)
        return f"{self.coerce}.{name}"

    def _exact_name(self, kind: Kind) -> str:
        if not kind.is_abstract:
            return CONCRETE
        return self.class_of(kind) + ("" if kind == kind.computed else _suffix(kind.concrete))

    def coercion_table(self, source: Kind, target: Kind) -> Coercion:
        """What a coercion between abstractions does, a narrowing of the numbers included."""
        return self._types.coercion(self.exact_type(source), self.exact_type(target))


def _order(kind: Kind) -> tuple[str, bool, str]:
    return kind.name, kind.concrete != I32, str(kind.concrete)


def _suffix(concrete: Concrete) -> str:
    match concrete:
        case IntegerType(width=width, signed=signed):
            return {8: "Byte", 16: "Short" if signed else "Char", 32: "Int"}.get(width, "Long")
        case FloatType(width=32):
            return "Float"
        case FloatType():
            return "Double"
        case _:
            return "Of" + re.sub(r"\W", "", str(concrete)).capitalize()
