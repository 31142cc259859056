"""Compilation databases (``compile_commands.json``): which files a program has, and how each is preprocessed."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from vexil.core.errors import UsageError
from vexil.core.source import read_source
from vexil.languages.options import DataModel

DATABASE_NAME = "compile_commands.json"
_FOLDERS = ("-isystem", "-iquote", "-I")
_JOINED = ("-D", "-U")
_HINT = f"give a {DATABASE_NAME} as a build system writes it"

Database = dict[str, tuple[str, ...]]
"""For every unit, by its path, the flags that decide how it is read; in the order of the database."""


def read_compile_commands(name: str) -> Database:
    """Read a database, or the one in a folder; raises `UsageError` with what is wrong about it."""
    path = str(Path(name) / DATABASE_NAME) if Path(name).is_dir() else name
    try:
        entries = json.loads(read_source(path).text)
    except json.JSONDecodeError as error:
        raise UsageError(f"{path}:{error.lineno}:{error.colno}: this is no JSON: {error.msg}", hint=_HINT) from None
    except RecursionError:
        raise UsageError(f"{path} is nested too deeply", hint=_HINT) from None
    if not isinstance(entries, list):
        raise UsageError(f"{path} is no list of units", hint=_HINT)
    units: Database = {}
    for number, entry in enumerate(entries):
        file, flags = _unit(entry, f"{path}: unit {number + 1}", Path(path).parent)
        if units.setdefault(file, flags) != flags:
            raise UsageError(f"{path} compiles {file} in two ways", hint="remove one of them from the database")
    if not units:
        raise UsageError(f"{path} has no units", hint=_HINT)
    return units


def flags_for(inputs: tuple[str, ...], database: Database) -> Database:
    """The flags of the inputs that the database has, by the names under which the inputs were given."""
    by_path = {os.path.realpath(file): flags for file, flags in database.items()}
    return {name: by_path[os.path.realpath(name)] for name in inputs if os.path.realpath(name) in by_path}


def pointer_widths(database: Database) -> set[DataModel]:
    """The data models that the flags name."""
    models = {"-m32": DataModel.ILP32, "-m64": DataModel.LP64}
    return {models[flag] for flags in database.values() for flag in flags if flag in models}


def _unit(entry: Any, place: str, folder: Path) -> tuple[str, tuple[str, ...]]:
    if not isinstance(entry, dict) or not isinstance(entry.get("file"), str):
        raise UsageError(f"{place} names no file", hint=_HINT)
    directory = entry.get("directory", "")
    if not isinstance(directory, str):
        raise UsageError(f"{place} has a directory that is no text", hint=_HINT)
    base = folder / directory
    words = entry.get("arguments")
    if words is None and isinstance(entry.get("command"), str):
        try:
            words = shlex.split(entry["command"])
        except ValueError as error:
            raise UsageError(f"{place} has a command that is no shell command: {error}", hint=_HINT) from None
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise UsageError(f"{place} has neither command nor arguments", hint=_HINT)
    for word in (directory, entry["file"], *words):
        if not _is_system_text(word):
            raise UsageError(f"{place} has a name that no file can have: {word!r:.60}", hint=_HINT)
    return os.path.normpath(base / entry["file"]), tuple(_flags(words[1:], base, place))


def _is_system_text(word: str) -> bool:
    """Say whether a text can be part of a path or a command."""
    try:
        return b"\0" not in os.fsencode(word)
    except UnicodeEncodeError:
        return False


def _flags(words: list[str], base: Path, place: str) -> Iterator[str]:
    """The flags that matter, folders and forced includes found from where the compiler ran."""
    position = 0

    def value(word: str, option: str) -> str:
        nonlocal position
        if len(word) > len(option):
            return word[len(option) :]
        position += 1
        if position > len(words):
            raise UsageError(f"{place} ends after {option}", hint=_HINT)
        return words[position - 1]

    while position < len(words):
        word = words[position]
        position += 1
        if word.startswith("@"):
            raise UsageError(f"{place} takes options from the file {word[1:]}", hint="write them into the database")
        folder = next((option for option in _FOLDERS if word.startswith(option)), None)
        joined = next((option for option in _JOINED if word.startswith(option)), None)
        if folder is not None:
            yield folder
            yield os.path.normpath(base / value(word, folder))
        elif joined is not None:
            yield joined + value(word, joined)
        elif word in ("-include", "--include"):
            name = value("", "")
            yield "-include"
            yield os.path.normpath(base / name) if (base / name).exists() else name
        elif word in ("-std", "--std"):
            yield "-std=" + value("", "")
        elif word.startswith(("-std=", "--std=")):
            yield "-std=" + word.partition("=")[2]
        elif word in ("-m32", "-m64"):
            yield word
        elif word in ("-o", "-MF", "-MT", "-MQ", "-x", "-arch", "-Xclang", "-imacros", "-idirafter"):
            value("", "")
