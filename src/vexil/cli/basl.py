"""``vexil basl``: check, show, list and compile abstractions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from vexil.cli.console import complain, say
from vexil.cli.exit_codes import ExitCode
from vexil.cli.guard import guarded
from vexil.cli.options import AbstractionNames, BaslFiles, BaslOptions
from vexil.cli.requests import BaslCheckRequest, BaslCompileRequest, BaslListRequest, BaslShowRequest
from vexil.core.context import Context
from vexil.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vexil.abstraction.data.library import Library
    from vexil.ir.types import Type
    from vexil.model.tokens.abstract_type import AbstractType


def run_check(request: BaslCheckRequest) -> ExitCode:
    """Read files and make everything in them; say what is worth knowing."""

    def command() -> ExitCode:
        from vexil.core.source import read_source

        library = _library(request.make(BaslOptions))
        for name in request.make(BaslFiles).files:
            file = read_source(name)
            for note in library.check(file):
                complain(note.render())
            for each in library.loaded.values():
                if each.file is file:
                    say([f"{name}: {each.unit.name} is sound"])
        return ExitCode.PROVED

    return guarded(command)


def run_show(request: BaslShowRequest) -> ExitCode:
    """Print tables."""

    def command() -> ExitCode:
        from vexil.abstraction.data.advice.proposals import wrap_warning
        from vexil.abstraction.data.tables import table_text

        options = request.make(BaslOptions)
        library = _library(options)
        for kind in _named(library, request.make(AbstractionNames).names, options.number_type):
            say([table_text(kind).rstrip("\n"), ""])
            if warning := wrap_warning(kind):
                complain(f"warning: {warning}")
        return ExitCode.PROVED

    return guarded(command)


def run_list(request: BaslListRequest) -> ExitCode:
    """List the abstractions of a type."""

    def command() -> ExitCode:
        from vexil.abstraction.data.tables import listing

        options = request.make(BaslOptions)
        families = dict(_library(options).by_family(_type(options.number_type)))
        say([listing({options.number_type: families}).rstrip("\n")])
        return ExitCode.PROVED

    return guarded(command)


def run_compile(request: BaslCompileRequest) -> ExitCode:
    """Write abstractions as Java classes, with the class that chooses."""

    def command() -> ExitCode:
        from vexil.abstraction.data.java_class import RUN_TIME, class_name, java_class
        from vexil.abstraction.data.sources.run_time import run_time_class

        options, names = request.make(BaslOptions), request.make(AbstractionNames).names
        kinds = _named(_library(options), names, options.number_type)
        texts = {class_name(kind): java_class(kind) for kind in kinds}
        texts[RUN_TIME] = run_time_class(RUN_TIME, "")
        for name, text in texts.items():
            if options.output is None:
                say([text.rstrip("\n"), ""])
                continue
            path = Path(options.output) / f"{name}.java"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            say([str(path)])
        return ExitCode.PROVED

    return guarded(command)


def _library(options: BaslOptions) -> Library:
    from vexil.abstraction.data.library import Library

    return Library(Context(), options.integers, rounding=options.division)


def _named(library: Library, names: tuple[str, ...], number_type: str) -> Iterator[AbstractType]:
    """The abstractions of names for a type, and all of a file for the types that these say."""
    from vexil.core.source import read_source
    from vexil.ir.types import BoolType
    from vexil.model.tokens.abstract_type import Concrete
    from vexil.model.tokens.basl.tree import Abstraction

    for name in names:
        if name.endswith(".basl"):
            file = read_source(name)
            for note in library.check(file):
                complain(note.render())
            for each in library.loaded.values():
                if each.file is file and isinstance(each.unit, Abstraction):
                    yield library.abstract_type(each.unit.name, library.usual_type(each.unit))
            continue
        kind = _type(number_type)
        if isinstance(kind, BoolType):
            raise UsageError("Booleans are never abstracted", hint="name a type of numbers with --type")
        assert isinstance(kind, Concrete)
        yield library.abstract_type(name, kind)


def _type(name: str) -> Type:
    from vexil.ir.types import BOOL
    from vexil.model.tokens.basl.checks import representative, type_names

    if name == "boolean":
        return BOOL
    if name == "math":
        return representative("int", mathematical=True)
    if name not in type_names():
        raise UsageError(f"there is no type {name!r}", hint=f"types: {', '.join((*type_names(), 'boolean', 'math'))}")
    return representative(name, mathematical=False)
