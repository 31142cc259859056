"""From files to a program."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from vexil.analysis import PointsTo
from vexil.core.caveats import Assumption, Effect
from vexil.core.collector import collector_paused
from vexil.core.context import Context
from vexil.core.depth import deep_calls
from vexil.core.errors import UsageError
from vexil.core.source import SourceFile
from vexil.core.wording import did_you_mean
from vexil.frontends.c import atomics, casts, control, gnu, intrinsics, operators, variadic
from vexil.frontends.c.approximations import accepted_assumptions, note_assumptions, note_caveats
from vexil.frontends.c.declarations import declare_global, initialise_global, open_globals
from vexil.frontends.c.diagnostics import raise_diagnostics
from vexil.frontends.c.entry import build_start
from vexil.frontends.c.environment import assumptions, build_externals, open_pointers
from vexil.frontends.c.functions import lower_function
from vexil.frontends.c.inputs import declare_inputs, volatile_assumptions
from vexil.frontends.c.kinds import Kind
from vexil.frontends.c.operand_effects import with_order_caveats
from vexil.frontends.c.pointers import with_targets
from vexil.frontends.c.program import Translation, read_file
from vexil.frontends.c.reaching import expose_variables
from vexil.frontends.c.tree import Tree, read_tree
from vexil.frontends.c.types import Types
from vexil.frontends.c.units import MODELS, is_shipped, request
from vexil.ir.builder import ProgramBuilder
from vexil.ir.expressions import Const
from vexil.ir.program import Program
from vexil.ir.types import I32, I64, U32, U64
from vexil.ir.typing import fits
from vexil.languages.options import COptions, Malloc

HANDLERS = (atomics, casts, control, gnu, intrinsics, operators, variadic)
"""Modules that enter their functions into the tables of `vexil.frontends.c.function`."""
MANY_PLACES = 4
WEAK_PRAGMA = re.compile(r"(?:#\s*pragma\s+|_Pragma\s*\(\s*\")weak\s+(\w+)")
RECURSION = 10_000_000
"""How deep the lowering may go: it is bounded by the nesting of the source, and Python keeps its frames on the heap."""


def load(paths: Sequence[str], options: COptions, context: Context) -> Program:
    """Read translation units; raises `SourceError` or `UsageError` with what is wrong."""
    tree = own_files_first(read_tree(request(paths, options, [options.entry]), context))
    files = tuple(read_file(name) for name in tree.files)
    raise_diagnostics(tree, files)
    tree = _with_weak_pragmas(tree, files)
    entry = _entry(tree, files, paths, options)
    with deep_calls("the program is nested too deeply", RECURSION), collector_paused():
        return _translate(tree, files, paths, options, entry)


def own_files_first(tree: Tree) -> Tree:
    """Number the user's files before the headers and models that come with Vexil, which reports do not show."""
    order = sorted(range(len(tree.files)), key=lambda number: is_shipped(tree.files[number]))
    if order == list(range(len(order))):
        return tree
    new = {old: number for number, old in enumerate(order)}
    new[-1] = -1
    return replace(
        tree,
        files=[tree.files[old] for old in order],
        file_numbers=[new[old] for old in tree.file_numbers],
        declarations=[declaration._replace(file=new[declaration.file]) for declaration in tree.declarations],
        duplicates=[(name, new[file], offset) for name, file, offset in tree.duplicates],
        disagreements=[(name, new[file], offset) for name, file, offset in tree.disagreements],
    )


def _with_weak_pragmas(tree: Tree, files: tuple[SourceFile, ...]) -> Tree:
    """Add to what is weak and defined nowhere what a pragma says of it, which attributes do not show."""
    named = {name for file in files if not is_shipped(file.name) for name in WEAK_PRAGMA.findall(file.text)}
    weak = [n for n, item in enumerate(tree.declarations) if item.name in named and item.is_external]
    missing = [number for number in weak if not tree.declarations[number].defined]
    return replace(tree, weak=sorted({*tree.weak, *missing})) if missing else tree


def _entry(tree: Tree, files: tuple[SourceFile, ...], paths: Sequence[str], options: COptions) -> int:
    for name, file, offset in tree.duplicates:
        raise files[file].error(f"{name} is defined twice", offset, offset + len(name))
    for name, file, offset in tree.disagreements:
        message = f"{name} is declared here with another type than elsewhere"
        raise files[file].error(
            message, offset, offset + len(name), hint="declare it in a header that all units include"
        )
    for number, _ in tree.functions:
        declaration = tree.declarations[number]
        if declaration.name == options.entry and declaration.kind == Kind.FUNCTION_DECL:
            return number
    shown = ", ".join(tree.defined[:8]) + (" …" if len(tree.defined) > 8 else "")
    hint = f"name the entry with --main; the functions are: {shown}" if tree.defined else "give a file that defines it"
    hint = did_you_mean(options.entry, tree.defined, hint)
    raise UsageError(f"{', '.join(paths)}: there is no function {options.entry!r}", hint=hint)


def _enumerators(tree: Tree, own_files: int) -> Iterator[tuple[str, Const]]:
    """The enumerators of the user's files, with the types that C gives them (C11 6.7.2.2, and beyond it GNU C).

    Those that functions declare for themselves count where they are used; a name with several values means none.
    """
    values = dict(tree.enumerators)
    for item in tree.declarations:
        if item.kind == Kind.ENUM_CONSTANT and item.file < own_files:
            values[item.name] = item.value if values.get(item.name, item.value) == item.value else None
    for name, value in values.items():
        kind = next((kind for kind in (I32, U32, I64, U64) if value is not None and fits(value, kind)), None)
        if value is not None and kind is not None:
            yield name, Const(value, kind)


def _translate(
    tree: Tree, files: tuple[SourceFile, ...], paths: Sequence[str], options: COptions, entry: int
) -> Program:
    own_files = sum(not is_shipped(name) for name in tree.files)
    builder = ProgramBuilder(Path(paths[0]).stem, "c", options.layout, files=files[:own_files])
    translation = Translation(tree, options, builder, files, Types(tree, builder))
    translation.own_files = own_files
    translation.model_files = frozenset(
        number for number, name in enumerate(tree.files) if Path(name).is_relative_to(MODELS)
    )
    note_caveats(translation)
    translation.scan()
    expose_variables(translation, entry)
    for number, _ in tree.functions:
        translation.function_name(number)
    for number, _ in tree.variables:
        declare_global(translation, number, tree.declarations[number].name)
    declare_inputs(translation)
    opened = []
    for number, node in tree.variables:
        initialise_global(translation, number, node)
        if not tree.declarations[number].defined:
            opened.append(tree.declarations[number].name)
            translation.set_initial(translation.globals[number].name, open_globals(translation, number))
            if number in tree.weak:
                reason = f"{opened[-1]} is weak and defined nowhere, and taken to be there"
                translation.caveat(Effect.DROPS, reason, None, None)
    # The variables of an entry that is called are gone when memory is asked for.
    called = options.track_memory or entry in translation.referenced
    translation.direct_entry = None if called else entry
    own = tree.functions[: tree.first_auxiliary]
    for number, node in sorted(own, key=lambda entry: entry[0] == translation.direct_entry):
        lower_function(translation, number, node)
    _lower_auxiliary(translation)
    direct = translation.direct_entry is not None
    builder.entry = translation.function_name(entry) if direct else build_start(translation, entry)
    facts = build_externals(translation)
    builder.constants.update(_enumerators(tree, own_files))
    builder.assumptions.extend(_assumptions(translation, opened, entry))
    note_assumptions(translation)
    program = builder.build()

    @cache
    def points_to() -> PointsTo:
        return facts or PointsTo(program)

    return with_order_caveats(with_targets(program, points_to), translation.unsequenced, points_to)


def _lower_auxiliary(translation: Translation) -> None:
    """Build what checks of arguments call, and what that calls."""
    waiting = list(translation.tree.functions[translation.tree.first_auxiliary :])
    while True:
        called = [entry for entry in waiting if entry[0] in translation.called_functions]
        if not called:
            return
        waiting = [entry for entry in waiting if entry not in called]
        for number, node in called:
            lower_function(translation, number, node)


def _assumptions(translation: Translation, opened: list[str], entry: int) -> list[Assumption]:
    layout = translation.options.layout
    result = [
        Assumption("evaluation", _evaluation(translation)),
        Assumption("data-model", f"{layout.name}: pointers of {layout.pointer_width} bits, little endian"),
        *assumptions(translation, opened),
        *volatile_assumptions(translation),
        *accepted_assumptions(translation),
    ]
    if translation.tree.machine_headers:
        result.append(Assumption("headers", _machine_headers(translation.tree.machine_headers)))
    if translation.coarse:
        coarse = ", ".join(sorted(translation.coarse))
        result.append(Assumption("atomicity", f"one access to shared memory is one step; {coarse} in one step, too"))
    if translation.weak_orders and translation.threaded:
        result.append(Assumption("memory-order", _memory_order(translation)))
    if translation.unchecked_bounds:
        text = "accesses stay inside of whole objects; the bounds of arrays inside of them are not checked"
        result.append(Assumption("array-bounds", text))
    takes_any = bool(translation.code_type(entry).parameters)
    if translation.options.entry != "main":
        text = f"the parameters of {translation.options.entry} hold any value (pointers: {open_pointers(translation)})"
        result.append(Assumption("arguments", text, takes_any))
    elif translation.options.arguments is None:
        result.append(Assumption("arguments", "the program is started without arguments", takes_any))
    return result


def _memory_order(translation: Translation) -> str:
    named = []
    for order, places in translation.weak_orders.items():
        more = f" and {len(places) - MANY_PLACES} more" if len(places) > MANY_PLACES else ""
        named.append(f"{order} ({', '.join(list(places)[:MANY_PLACES])}{more})")
    return f"atomic accesses that ask for less are sequentially consistent, too: {', '.join(named)}"


def _machine_headers(names: Sequence[str]) -> str:
    shown = ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")
    return f"headers of this machine say what the program means: {shown}"


def _evaluation(translation: Translation) -> str:
    fails = "may fail at any call" if translation.options.malloc == Malloc.MAY_FAIL else "succeeds"
    return f"operands and arguments are evaluated from left to right; `malloc` {fails}"
