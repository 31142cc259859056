"""Abstract programs as Java files: the user's files edited, and the classes that they call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePath

from vexil.abstraction.data.java_class import java_class
from vexil.abstraction.data.sources.file import Edit, JavaFile
from vexil.abstraction.data.sources.kinds import Kind, is_number
from vexil.abstraction.data.sources.meaning import Meaning
from vexil.abstraction.data.sources.names import Names
from vexil.abstraction.data.sources.restrictions import refuse_unwritten
from vexil.abstraction.data.sources.run_time import coerce_class, run_time_class
from vexil.abstraction.data.sources.statements import Statements
from vexil.core.depth import deep_calls
from vexil.core.errors import UsageError
from vexil.ir.expressions import Apply
from vexil.ir.program import Program
from vexil.ir.sourcemap import occurrences_of
from vexil.languages.java import tree
from vexil.model.tokens.abstract_type import Abstractions
from vexil.model.tokens.typing import CONCRETE, AbstractTyping

PATHFINDER_FOLDER = "jpf"
SHARED_PACKAGE = "abstraction"
"""The package of generated classes when the user's files are in several packages."""


@dataclass(frozen=True)
class AbstractSources:
    """An abstract program as text: the user's files by name, generated ones by path, and the edits that were made."""

    files: dict[str, str]
    generated: dict[str, str]
    edits: dict[str, tuple[Edit, ...]]

    @property
    def all(self) -> dict[str, str]:
        """Every file by its path."""
        return {**self.files, **self.generated}


def emit_java(
    program: Program, typing: AbstractTyping, types: Abstractions, *, named_coercions: bool = False
) -> AbstractSources:
    """Write an abstract program as Java; raises `Unsupported` with file, line and reason for what has no text.

    With *named_coercions*, numbers are abstracted by ``Coerce.IntToSigns(n)`` in place of ``Signs.abs(n)``.
    """
    if program.language != "java":
        raise UsageError(f"the program is written in {program.language}, not in Java")
    files = [JavaFile(file, number) for number, file in enumerate(program.files)]
    meaning = Meaning(program, typing)
    words = [word for file in files for word, _ in file.identifiers()]
    names = Names(_kinds(meaning), words, types)
    overloaded = _overloaded(files)
    abstracted = frozenset(
        slot.name.rpartition("::")[2].rpartition(".")[2]
        for slot, name in typing.slots.items()
        if name != CONCRETE and not slot.elements
    )
    done: list[Statements] = []
    for file in files:
        statements = Statements(file, meaning, names)
        done.append(statements)
        statements.expressions.named_coercions = named_coercions
        statements.expressions.overloaded = overloaded
        statements.expressions.abstracted_names = abstracted
        with deep_calls(f"the code in {file.file.name} is nested too deeply"):
            statements.rewrite()
    refuse_unwritten(meaning, files)
    for statements in done:
        statements.check_skipped(set().union(*(each.changed for each in done)))
    return _sources(files, names)


def _sources(files: list[JavaFile], names: Names) -> AbstractSources:
    """Put the results together: generated classes are in the package of the files that call them."""
    packages = {file.number: file.unit.package for file in files}
    edited = [file for file in files if file.edits]
    wanted = {packages[file.number] for file in edited}
    package = SHARED_PACKAGE if len(wanted) > 1 else next(iter(wanted), "")
    if len(wanted) > 1:
        for file in edited:
            _add_import(file, package)
    results = {file.file.name: file.edits.result() for file in files}
    made: dict[str, str] = {}
    if edited:
        folder = _folder(edited[0], packages[edited[0].number], package)
        coercions = coerce_class(names, package) if names.coercions else ""
        texts = {name: java_class(kind, name, names.run_time, package) for name, kind in sorted(names.used.items())}
        texts |= {names.coerce: coercions} if coercions else {}
        texts[names.run_time] = run_time_class(names.run_time, package)
        made = {str(folder / f"{name}.java"): text for name, text in texts.items()}
        other = run_time_class(names.run_time, package, pathfinder=True)
        made[str(folder / PATHFINDER_FOLDER / f"{names.run_time}.java")] = other
    edits = {file.file.name: tuple(file.edits.all()) for file in edited}
    return AbstractSources(results, made, edits)


def _add_import(file: JavaFile, package: str) -> None:
    """Import the generated classes behind the package line."""
    line = f"import {package}.*;"
    if file.unit.package_span is not None:
        file.behind(file.unit.package_span, f"\n\n{line}")
    else:
        content = file.file.content
        start = len(content) - len(content.lstrip())
        file.edits.around(start, start, f"{line}\n\n", "")


def _folder(file: JavaFile, own: str, package: str) -> PurePath:
    """The folder of a package, found from a file in another one."""
    root = PurePath(file.file.name).parent
    for _ in own.split(".") if own else ():
        root = root.parent
    return root.joinpath(*package.split(".")) if package else root


def _kinds(meaning: Meaning) -> Iterator[Kind]:
    """Every abstraction that the program has, with the types that it is for."""
    yield from (kind for slot in meaning.typing.slots if (kind := meaning.slots.kind(slot)) is not None)
    named: dict[tuple[str, int], dict[int, str]] = {}
    for (function_name, edge, position), name in meaning.typing.operators.items():
        named.setdefault((function_name, edge), {})[position] = name
    for (function_name, edge), positions in named.items():
        operation = meaning.program.functions[function_name].edges[edge].operation
        for position, node in occurrences_of(operation):
            if position in positions and isinstance(node, Apply) and is_number(node.operands[0].type):
                yield Kind(positions[position], node.operands[0].type)


def _overloaded(files: Iterable[JavaFile]) -> frozenset[str]:
    """The names that several methods have, constructors by the name of their class."""
    declared = (node for file in files for node in tree.preorder(file.unit.types))
    methods = (node for node in declared if isinstance(node, tree.MethodDeclaration) and not node.compact)
    return frozenset(name for name, count in Counter(method.name for method in methods).items() if count > 1)
