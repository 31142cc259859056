"""Abstractions of classes and arrays: every abstraction that they name must exist and fit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from vexil.abstraction.data.families import canonical, definition
from vexil.core.errors import SourceError, UsageError
from vexil.core.source import SourceFile
from vexil.ir.types import I32
from vexil.model.tokens.abstract_type import Concrete
from vexil.model.tokens.basl.tree import Abstraction, ArrayAbstraction, ClassAbstraction, Name, Unit
from vexil.model.tokens.basl.types import JAVA_TYPES, covers
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
    found = known.get(component.text)
    if not isinstance(found, ClassAbstraction) or found.class_name.text != element.text:
        raise _at(file, component, f"{component.text} is no abstraction of class {element.text}")


def _check_fits(file: SourceFile, name: Name, kind: Concrete, known: Mapping[str, Unit], part: str) -> None:
    """An abstraction of this name exists for the type."""
    found = known.get(name.text)
    if isinstance(found, Abstraction) and covers(found.concrete.text, kind):
        return
    if found is not None:
        raise _at(file, name, f"{name.text} is no abstraction of {kind}, which the {part} has")
    if canonical(name.text) != CONCRETE and _of_family(file, name, kind) is None:
        raise _at(file, name, f"there is no abstraction {name.text}")


def _at(file: SourceFile, name: Name, message: str) -> SourceError:
    return file.error(message, *name.place)
