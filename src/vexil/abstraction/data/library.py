"""The library of abstractions: families for every type, and what users define in BASL files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from vexil.abstraction.data.families import canonical, definition, explain, family_of, standard_names
from vexil.abstraction.data.queries import Statistics
from vexil.abstraction.data.table_builder import Cache, TableBuilder, user_cache
from vexil.abstraction.data.user_abstractions import BaslCompiler, CheckedType
from vexil.core.context import Context
from vexil.core.errors import SourceError, UsageError
from vexil.core.source import SourceFile
from vexil.ir.rounding import Rounding
from vexil.ir.types import I32, IntegerType, MathType, Type
from vexil.languages.options import Integers
from vexil.model.tokens.abstract_type import AbstractType, Coercion, Concrete
from vexil.model.tokens.basl.checks import JAVA_TYPES, Note, check_names, covers, representative
from vexil.model.tokens.basl.parser import parse
from vexil.model.tokens.basl.tree import Abstraction, ArrayAbstraction, ClassAbstraction, Name, Unit
from vexil.model.tokens.typing import CONCRETE


def check_parts(file: SourceFile, units: Iterable[Unit], known: Mapping[str, Unit]) -> None:
    """Check the names in abstractions of classes and arrays; raises `SourceError` for one that does not fit."""
    for unit in units:
        match unit:
            case Abstraction():
                pass
            case ClassAbstraction(_, _, bindings):
                for binding in bindings:
                    _check_exists(file, binding.abstraction, known)
            case ArrayAbstraction(_, element, index, component):
                if index is not None:
                    _check_fits(file, index, I32, known, "index")
                if component is not None:
                    _check_component(file, element, component, known)


def _check_exists(file: SourceFile, name: Name, known: Mapping[str, Unit]) -> None:
    """An abstraction of this name exists, for some type."""
    if name.text not in known and canonical(name.text) != CONCRETE and _of_family(file, name, I32) is None:
        raise file.error(f"there is no abstraction {name.text}", *name.place)


def _of_family(file: SourceFile, name: Name, kind: Concrete) -> object:
    try:
        return definition(name.text, kind)
    except UsageError as wrong:
        raise _at(file, name, wrong.message) from None


def _check_component(file: SourceFile, element: Name, component: Name, known: Mapping[str, Unit]) -> None:
    kind = JAVA_TYPES.get(element.text)
    if kind is not None:
        _check_fits(file, component, kind, known, "component")
        return
    if element.text == "boolean":
        raise _at(file, component, "truth values are never abstracted")
    unit = known.get(component.text)
    if not isinstance(unit, ClassAbstraction) or unit.class_name.text != element.text:
        raise _at(file, component, f"{component.text} is no abstraction of class {element.text}")


def _check_fits(file: SourceFile, name: Name, kind: Concrete, known: Mapping[str, Unit], part: str) -> None:
    """An abstraction of this name exists for the type."""
    unit = known.get(name.text)
    if isinstance(unit, Abstraction) and covers(unit.concrete.text, kind):
        return
    if unit is not None:
        raise _at(file, name, f"{name.text} is no abstraction of {kind}, which the {part} has")
    if canonical(name.text) != CONCRETE and _of_family(file, name, kind) is None:
        raise _at(file, name, f"there is no abstraction {name.text}")


def _at(file: SourceFile, name: Name, message: str) -> SourceError:
    return file.error(message, *name.place)


@dataclass(frozen=True, slots=True)
class LoadedUnit:
    """A unit of a BASL file."""

    file: SourceFile
    unit: Unit


class Library:
    """Abstract types by name and concrete type, in one model of arithmetic.

    With ``math`` integers every integer type is that of mathematical integers. All work of solvers happens in
    `abstract_type` and `coercion`, once for each type: ``statistics.asked`` counts it. What was made is kept in the
    cache, by default the user's. An abstraction that a user loads hides one of the same name that was there before.
    """

    def __init__(
        self,
        context: Context,
        integers: Integers = Integers.MACHINE,
        *,
        rounding: Rounding = Rounding.TRUNCATE,
        cache: Cache | None = None,
    ) -> None:
        self.statistics = Statistics()
        self._integers = integers
        self.rounding = rounding
        self._maker = TableBuilder(context, user_cache() if cache is None else cache, self.statistics)
        self._loaded: dict[str, LoadedUnit] = {}
        self._types: dict[tuple[str, Concrete], CheckedType] = {}
        self._coercions: dict[tuple[str, Concrete, str, Concrete], Coercion] = {}

    @property
    def loaded(self) -> Mapping[str, LoadedUnit]:
        """What users defined, by name: abstractions of numbers, of classes and of arrays."""
        return self._loaded

    def load(self, file: SourceFile) -> tuple[Note, ...]:
        """Add the abstractions of a BASL file; they are made when they are first asked for."""
        units = parse(file)
        notes = check_names(file, units)
        for unit in units:
            if unit.name in self._loaded:
                other = self._loaded[unit.name].file.name
                raise file.error(f"there is an abstraction {unit.name} in {other} already", *unit.place)
        known = {**{name: each.unit for name, each in self._loaded.items()}, **{unit.name: unit for unit in units}}
        check_parts(file, units, known)
        self._loaded |= {unit.name: LoadedUnit(file, unit) for unit in units}
        return notes

    def check(self, file: SourceFile) -> tuple[Note, ...]:
        """Load a file and make everything in it, for one type each; raises `SourceError` for what is not sound."""
        notes = list(self.load(file))
        for each in self._loaded.values():
            if each.file is file and isinstance(each.unit, Abstraction):
                notes.extend(self.written(each.unit.name, self.usual_type(each.unit)).notes)
        return tuple(notes)

    def usual_type(self, unit: Abstraction) -> Concrete:
        """The type that a unit is shown for: the one it names, in this library's model of arithmetic."""
        return representative(unit.concrete.text, mathematical=self._integers == Integers.MATH)

    def concrete(self, kind: Concrete) -> Concrete:
        """The type in this library's model of arithmetic."""
        return MathType() if self._integers == Integers.MATH and isinstance(kind, IntegerType) else kind

    def abstract_type(self, name: str, concrete: Concrete) -> AbstractType:
        """The abstraction of this name for a type; raises `UsageError` when there is none."""
        return self.written(name, concrete).type

    def written(self, name: str, concrete: Concrete) -> CheckedType:
        """`abstract_type`, with the notes about what a user wrote."""
        kind = self.concrete(concrete)
        key = (name if name in self._loaded else canonical(name), kind)
        if key not in self._types:
            self._types[key] = self._made(*key)
        return self._types[key]

    def _made(self, name: str, kind: Concrete) -> CheckedType:
        mine = self._loaded.get(name)
        if mine is not None:
            if not isinstance(mine.unit, Abstraction):
                raise UsageError(f"{name} is no abstraction of numbers", hint="bind it to a class or to an array")
            if not covers(mine.unit.concrete.text, kind):
                raise UsageError(f"{name} is an abstraction of {mine.unit.concrete.text}, not of {kind}")
            return BaslCompiler(mine.file, self._maker, self.rounding).written(mine.unit, kind)
        if name == CONCRETE:
            raise UsageError(f"{CONCRETE} is no abstraction: it keeps the numbers as they are")
        exact = definition(name, kind)
        if exact is None:
            raise explain(name, kind)
        return CheckedType(self._maker.abstract_type(replace(exact, rounding=self.rounding)), ())

    @property
    def made(self) -> tuple[tuple[AbstractType, ...], tuple[Coercion, ...]]:
        """The abstract types and coercions that were asked for so far."""
        return tuple(each.type for each in self._types.values()), tuple(self._coercions.values())

    def coercion(self, source: AbstractType, target: AbstractType) -> Coercion:
        """Which tokens of the target may stand for the numbers of the source's tokens."""
        key = (source.name, source.concrete, target.name, target.concrete)
        cached = self._coercions.get(key)
        if cached is None or cached.source is not source or cached.target is not target:
            cached = self._coercions[key] = self._maker.coercion(source, target)
        return cached

    def names(self, concrete: Type) -> tuple[str, ...]:
        """The abstractions of a type; families have more instances than are listed. Booleans have the identity only."""
        if not isinstance(concrete, Concrete):
            return (CONCRETE,)
        kind = self.concrete(concrete)
        mine = [name for name, each in self._loaded.items() if _is_for(each.unit, kind)]
        return (*(name for name in standard_names(kind) if name not in mine), *mine)

    def by_family(self, concrete: Type) -> Mapping[str, tuple[str, ...]]:
        """`names`, grouped: ``concrete``, ``point``, ``range``, ``set``, ``modulo``, and ``user`` for those loaded."""
        groups: dict[str, list[str]] = {}
        for name in self.names(concrete):
            family = "user" if name in self._loaded else family_of(name)
            groups.setdefault(family, []).append(name)
        return {family: tuple(names) for family, names in groups.items()}


def _is_for(unit: Unit, kind: Concrete) -> bool:
    return isinstance(unit, Abstraction) and covers(unit.concrete.text, kind)
