"""Java sources to programs: reading, naming, typing, flow checks, lowering."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from vexil.core.caveats import Assumption
from vexil.core.collector import collector_paused
from vexil.core.context import Context
from vexil.core.depth import deep_calls
from vexil.core.errors import SourceError, UsageError
from vexil.core.source import SourceFile, read_source
from vexil.core.wording import counted, did_you_mean
from vexil.frontends.java.conformance.constructors import check_constructors
from vexil.frontends.java.conformance.declarations import check_class
from vexil.frontends.java.conformance.flow import check_flow
from vexil.frontends.java.diagnostics import Diagnostics, JavaError
from vexil.frontends.java.lowering import lower
from vexil.frontends.java.stubs import Stubs
from vexil.frontends.java.symbols.library import Library, LibraryFolder
from vexil.frontends.java.symbols.symbol_table import SymbolTable
from vexil.frontends.java.symbols.symbols import ClassSymbol, MethodSymbol
from vexil.frontends.java.symbols.types import VOID, ArrayType
from vexil.frontends.java.typing import Typing
from vexil.ir.program import Program
from vexil.languages.java import read_model, read_unit
from vexil.languages.java.tree import CompilationUnit
from vexil.languages.options import JavaOptions

STUBBED = (
    "a class of --stub has methods, whose results go to variables, arguments or conditions; write what else the program"
    " needs of it in a file of your own"
)
LIBRARY = Path(__file__).parent / "library"


def load(paths: Sequence[str], options: JavaOptions, context: Context) -> Program:
    """Read Java files, and folders of them, to a program; raises `SourceError` for what a compiler would refuse."""
    named = source_files(paths)
    files = [read_source(path) for path in named.read]
    context.emit("java", files=len(files))
    try:
        with deep_calls("the program is nested too deeply"), collector_paused():
            program = load_files(files, options)
    except JavaError as error:
        error.hint = error.hint or (STUBBED if options.stubs else "")
        raise
    if not named.left_out:
        return program
    text = f"no part of the program: {counted(named.left_out, 'file')} of tests and modules below the folders given"
    return replace(program, assumptions=(*program.assumptions, Assumption("sources", text)))


@dataclass(frozen=True)
class SourceFiles:
    """The names of the files to read, and how many files of the folders that were given are left out."""

    read: tuple[str, ...]
    left_out: int = 0


def source_files(paths: Sequence[str]) -> SourceFiles:
    """The files that are named, and the Java files in folders that are named, in order, each once.

    In a folder with ``src/main``, as Maven and Gradle lay out projects, the other folders of ``src`` hold tests.
    Declarations of modules say nothing about runs.
    """
    names: dict[str, None] = {}
    left_out = 0
    for path in paths:
        if Path(path).is_dir():
            inside = sorted(Path(path).rglob("*.java"))
            kept = [file for file in inside if not _is_beside_the_program(file, Path(path))]
            if not kept:
                raise UsageError(f"there are no Java files in {path}", hint="name a folder with .java files")
            left_out += len(inside) - len(kept)
            names.update(dict.fromkeys(map(str, kept)))
        else:
            names[path] = None
    return SourceFiles(tuple(names), left_out)


def _is_beside_the_program(file: Path, folder: Path) -> bool:
    """Whether a file below a folder declares a module, or belongs to a part of a project that is not its program."""
    if file.name == "module-info.java":
        return True
    parents = file.relative_to(folder).parents
    return any(
        parent.parent.name == "src" and parent.name != "main" and (folder / parent.parent / "main").is_dir()
        for parent in parents
    )


def load_files(files: Sequence[SourceFile], options: JavaOptions) -> Program:
    """Turn source files into a program."""
    diagnostics = Diagnostics()
    every = list(files)
    library: Library = LibraryFolder(LIBRARY, every, read_model)
    units = [read_unit(file, number) for number, file in enumerate(files)]
    if options.stubs:
        _require_missing(options.stubs, library)
        library = Stubs(library, options.stubs, units, every)
    own = [unit for unit in units if not _declares_verifier(unit)]
    symbols = SymbolTable(own, library, diagnostics, check_class)
    diagnostics.raise_reported(every)
    typing = Typing(symbols, diagnostics)
    for symbol in tuple(symbols.classes):
        typing.check_class(symbol)
    check_constructors(symbols, typing)
    diagnostics.raise_reported(every)
    for mistake in check_flow(tuple(symbols.classes), typing, symbols):
        diagnostics.report(mistake.span, mistake.message)
    diagnostics.raise_reported(every)
    main = main_method(symbols, options.main, files)
    try:
        return lower(symbols, typing, tuple(files), every, options, main)
    finally:
        diagnostics.raise_reported(every)


def _require_missing(stubs: Sequence[str], library: Library) -> None:
    """Raise `UsageError` for stubs of packages that have models."""
    for stub in stubs:
        modelled = sorted(name for name in library.packages if f"{name}.".startswith(f"{stub}."))
        if modelled:
            raise UsageError(
                f"--stub {stub}: the library has models of {modelled[0]}", hint="name a package without any"
            )


def _declares_verifier(unit: CompilationUnit) -> bool:
    """Whether a file is the stub of the competitions' interface, which every tool replaces by its own."""
    names = [declaration.name for declaration in unit.types]
    return unit.package == "org.sosy_lab.sv_benchmarks" and names == ["Verifier"]


def main_method(symbols: SymbolTable, name: str | None, files: Sequence[SourceFile]) -> MethodSymbol:
    """The method a program starts with: of the class that is named, or as a method, or of the only one that has it."""
    candidates = [main for symbol in symbols.classes if (main := _main_of(symbol)) is not None]
    if name is not None:
        if name.endswith(".main") and not any(name in (c.binary_name, c.qualified_name) for c in symbols.classes):
            name = name.removesuffix(".main")
        named = [
            method
            for method in candidates
            if name in (method.owner.binary_name, method.owner.qualified_name, method.owner.name)
        ]
        if len(named) == 1:
            return named[0]
        if not any(name in (c.binary_name, c.qualified_name, c.name) for c in symbols.classes):
            offered = [method.owner.qualified_name for method in candidates]
            raise UsageError(f"there is no class {name}", hint=did_you_mean(name, offered, _offer(candidates)))
        raise UsageError(f"class {name} has no method public static void main(String[])", hint=_offer(candidates))
    if len(candidates) == 1:
        return candidates[0]
    if not candidates:
        raise UsageError(
            f"no class in {files[0].name} has a method public static void main(String[])" if len(files) == 1
            else "no class has a method public static void main(String[])",
            hint="add one: it is where the program starts",
        )  # fmt: skip
    raise UsageError(f"{len(candidates)} classes have a main method", hint=_offer(candidates))


def _offer(candidates: Sequence[MethodSymbol]) -> str:
    names = ", ".join(sorted(method.owner.qualified_name for method in candidates))
    return f"choose one with --main: {names}" if names else "add public static void main(String[] args) to a class"


def _main_of(symbol: ClassSymbol) -> MethodSymbol | None:
    for method in symbol.methods.get("main", ()):
        fits = len(method.parameters) == 1 and _is_string_array(method)
        if fits and {"public", "static"} <= method.flags and method.result == VOID:
            return method
    return None


def _is_string_array(method: MethodSymbol) -> bool:
    kind = method.parameters[0]
    return isinstance(kind, ArrayType) and str(kind.element) == "String"


__all__ = ["SourceError", "load", "load_files", "source_files"]
