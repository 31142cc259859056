"""What was asked, after tasks, compilation databases and property files are read: program files and properties."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from vexil.core.errors import UsageError
from vexil.core.source import read_source
from vexil.languages.options import ArrayBounds, Integers, Language
from vexil.model.verdict import Expected, Status
from vexil.pipeline.compile_commands import DATABASE_NAME, read_compile_commands
from vexil.pipeline.options import CheckOptions, LoadOptions
from vexil.pipeline.property_file import PROPERTY_FILE_ENDING, PropertyFile, read_property_file
from vexil.pipeline.task import TASK_ENDINGS, Task, TaskProperty, read_task
from vexil.spec.property import LANGUAGES, Kind, Property, parse_property

SPECIFICATION_ENDING = ".spec"
WORD = re.compile(r"[A-Za-z_]\w*")
C_ENDINGS = (".c", ".i")
_SUBPROPERTIES = {"valid-deref": "memsafety", "valid-free": "memsafety", "valid-memtrack": "memtrack"}
"""The parts of memory safety that a task may name, and the properties that they belong to."""


@dataclass(frozen=True)
class Resolved:
    """The files of one program, how they are read, and what is asked about it.

    ``properties`` is empty when the defaults are to be asked. ``entry`` is the function that a property file says
    the program starts with. ``left_out`` are properties of a task that cannot be answered, ``goals`` its files
    that ask for no verdict.
    """

    load: LoadOptions
    properties: tuple[Property, ...] = ()
    expected: tuple[tuple[str, Expected], ...] = ()
    entry: str | None = None
    left_out: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()

    def expectation(self, prop: Property) -> Expected | None:
        """What the task expects of a property."""
        return dict(self.expected).get(prop.id)


def resolve(options: CheckOptions) -> Resolved:
    """Read everything but the program itself; raises `UsageError` or `SourceError` with what is wrong."""
    task, load = _program(options.load)
    properties, files = asked_properties(options.properties)
    of_task = [(entry, read_property_file(entry.file)) for entry in (task.properties if task is not None else ())]
    left_out: list[str] = []
    goals: list[str] = []
    if not options.properties:
        for _, file in of_task:
            name = Path(file.name).name
            properties.extend(file.properties)
            left_out.extend(f"{name}: {reason}" for reason in file.unanswered)
            goals.extend([name] if file.is_coverage else [])
    if left_out and not properties:
        raise UsageError(f"nothing of the task can be checked: {'; '.join(left_out)}", hint="ask something with -p")
    expected = tuple(pair for entry, file in of_task for pair in _expected(entry, file))
    entry_name = _entry(files) or _entry([file for _, file in of_task])
    if entry_name is not None and Path(load.inputs[0]).suffix.lower() not in C_ENDINGS and load.entry is None:
        owner, _, method = entry_name.rpartition(".")
        if owner and method == "main":
            load, entry_name = replace(load, entry=owner), None
    if entry_name is not None and Path(load.inputs[0]).suffix.lower() in C_ENDINGS:
        if load.entry not in (None, entry_name):
            raise UsageError(
                f"--main says {load.entry}, but the properties are about runs from {entry_name}", hint="leave one out"
            )
        load = replace(load, entry=entry_name)
        entry_name = None
    _refuse_overflow(properties, load)
    kinds = {prop.kind for prop in properties}
    load = replace(
        load,
        track_memory=Kind.MEMTRACK in kinds,
        follows_runs=not kinds.isdisjoint(LANGUAGES),
        asks_for_end=Kind.TERMINATION in kinds,
        named=_words(properties),
    )
    is_c = Path(load.inputs[0]).suffix.lower() in C_ENDINGS
    if is_c and load.c.array_bounds is None and (files or (of_task and not options.properties)):
        load = replace(load, c=replace(load.c, array_bounds=ArrayBounds.OBJECT))
    once = tuple({prop.id: prop for prop in properties}.values()) if task is not None else tuple(properties)
    return Resolved(load, once, expected, entry_name, tuple(left_out), tuple(goals))


def _words(properties: Iterable[Property]) -> tuple[str, ...]:
    """The words of formulas, which may be names of variables."""
    texts = {prop.file.text for prop in properties if prop.formula is not None}
    return tuple(sorted({word for text in texts for word in WORD.findall(text)}))


def _refuse_overflow(properties: Iterable[Property], load: LoadOptions) -> None:
    """Raise `UsageError` when a question is about machine integers and there are none."""
    if load.integers == Integers.MATH and Path(load.inputs[0]).suffix.lower() in C_ENDINGS:
        for prop in properties:
            if prop.kind is Kind.OVERFLOW:
                raise UsageError(
                    f"{prop.text} asks about machine integers, and mathematical ones do not overflow",
                    hint="leave --integers math out, or ask something else",
                )


def _expected(entry: TaskProperty, file: PropertyFile) -> Iterator[tuple[str, Expected]]:
    """What a task expects of single properties; of several in one file one fails, which a subproperty may name."""
    if entry.expected:
        yield from ((prop.id, Expected(Status.PROVED)) for prop in file.properties)
    elif entry.expected is not None and len(file.properties) == 1 and not file.unanswered:
        yield file.properties[0].id, Expected(Status.REFUTED, entry.subproperty)
    elif entry.expected is not None:
        named = (prop.id for prop in file.properties if prop.id == _SUBPROPERTIES.get(entry.subproperty))
        yield from ((name, Expected(Status.REFUTED, entry.subproperty)) for name in named)


def _program(load: LoadOptions) -> tuple[Task | None, LoadOptions]:
    """Replace a task or a compilation database among the inputs by the program files it stands for."""
    if not load.inputs:
        raise UsageError("no input file", hint="name a file, for example: vexil check examples/power.fcl")
    load = replace(load, inputs=tuple(map(_database_of, load.inputs)))
    tasks = [name for name in load.inputs if Path(name).suffix.lower() in TASK_ENDINGS]
    databases = [name for name in load.inputs if Path(name).suffix.lower() == ".json"]
    if tasks:
        if len(load.inputs) > 1:
            raise UsageError("a task is the only input of its check", hint="check tasks one by one")
        return _task(tasks[0], load)
    if databases:
        if len(databases) > 1 or load.compile_commands is not None:
            raise UsageError("a program has one compilation database", hint="name one of them")
        units = read_compile_commands(databases[0])
        files = tuple(name for name in load.inputs if name not in databases) or tuple(units)
        return None, replace(load, inputs=files, compile_commands=databases[0])
    return None, load


def _database_of(name: str) -> str:
    """The compilation database that a folder of C files has, in place of the folder; other inputs as they are.

    Raises `UsageError` for a folder of C files that has none, or more than one.
    """
    folder = Path(name)
    try:
        if not folder.is_dir() or next(folder.rglob("*.java"), None) is not None:
            return name
        places = (folder / DATABASE_NAME, folder / "build" / DATABASE_NAME)
        databases = [path for path in places if path.is_file()] or sorted(folder.glob(f"*/{DATABASE_NAME}"))
        units = sorted(folder.rglob("*.c"))
    except (OSError, ValueError):
        return name
    if databases and (len(databases) == 1 or databases[0] in places):
        return str(databases[0])
    if databases:
        raise UsageError(
            f"{name} has {len(databases)} compilation databases",
            hint=f"name one of them, for example: vexil check {databases[0]}",
        )
    if units:
        raise UsageError(
            f"{name} is a folder of C files without a {DATABASE_NAME},"
            " so it is unclear which of them make up a program",
            hint=f"let the build write one (cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, or bear -- make),"
            f" or name the files of one program: vexil check {units[0]} …",
        )
    return name


def _task(name: str, load: LoadOptions) -> tuple[Task, LoadOptions]:
    task = read_task(name)
    foreign = [path for path in task.inputs if Path(path).suffix.lower() in C_ENDINGS]
    if task.language == Language.JAVA and foreign:
        raise UsageError(
            f"the task {name} is about a program in Java, and {Path(foreign[0]).name} is none",
            hint="write options: {language: C}",
        )
    model = task.data_model
    if None not in (model, load.data_model) and model != load.data_model:
        raise UsageError(f"{name} is for {model}, not {load.data_model}", hint="leave --data-model out")
    return task, replace(load, inputs=task.inputs, data_model=model or load.data_model)


def asked_properties(texts: Iterable[str]) -> tuple[list[Property], list[PropertyFile]]:
    """The properties named on the command line, and the property files among them."""
    from vexil.spec.specification import parse_specification

    properties: list[Property] = []
    files: list[PropertyFile] = []
    for text in texts:
        try:
            text.encode()
        except UnicodeEncodeError:
            raise UsageError("a property is no UTF-8 text", hint="write it in UTF-8, or in a .spec file") from None
        if text.endswith(SPECIFICATION_ENDING):
            properties.extend(parse_specification(read_source(text)))
        elif text.endswith(PROPERTY_FILE_ENDING):
            file = read_property_file(text)
            if file.unanswered:
                raise UsageError(f"{text}: {file.unanswered[0]}", hint="vexil check --help lists what can be asked")
            if not file.properties:
                raise UsageError(f"{text} is a goal for test generators, and asks for no verdict")
            files.append(file)
            properties.extend(file.properties)
        else:
            properties.append(parse_property(text))
    return properties, files


def _entry(files: list[PropertyFile]) -> str | None:
    """The function that all property files let the program start with."""
    entries = {file.entry: file.name for file in files if file.entry is not None}
    if len(entries) > 1:
        shown = ", ".join(f"{name} ({entry})" for entry, name in entries.items())
        raise UsageError(f"the property files start the program differently: {shown}", hint="ask them one by one")
    return next(iter(entries), None)
