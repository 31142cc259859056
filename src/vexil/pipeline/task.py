"""Task definitions of the verification competitions (``.yml``, formats 1.0 to 2.1 of BenchExec)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from vexil.core.errors import SourceError, UsageError
from vexil.core.source import SourceFile, read_source
from vexil.languages.options import DataModel, Language

Word = TypeVar("Word", bound=StrEnum)

TASK_ENDINGS = (".yml", ".yaml")
FORMATS = ("1.0", "2.0", "2.1")
LARGEST_TASK = 1 << 20
"""Bytes; a definition is a page of text, whatever is larger is something else."""
DEEPEST_TASK = 50


@dataclass(frozen=True, slots=True)
class TaskProperty:
    """A property file of a task, and what is expected: nothing when the task does not say."""

    file: str
    expected: bool | None
    subproperty: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """Program files and property files of a task, relative to where Vexil runs."""

    name: str
    inputs: tuple[str, ...]
    properties: tuple[TaskProperty, ...]
    language: Language | None = None
    data_model: DataModel | None = None


def read_task(path: str) -> Task:
    """Read a task definition; raises `UsageError` or `SourceError` with what is wrong about it."""
    file = read_source(path)
    if len(file.content) > LARGEST_TASK:
        raise UsageError(f"{path} has {len(file.content)} bytes, which is no task definition")
    value = _load(file)
    if not isinstance(value, dict):
        raise _wrong(path, "is no mapping", "begin with format_version, input_files and properties")
    version = value.get("format_version")
    if str(version) not in FORMATS:
        what = "has no format_version" if version is None else f"has format_version {version!r}"
        raise _wrong(path, what, f"this version reads {', '.join(FORMATS)}")
    folder = Path(path).parent
    options = value.get("options") or {}
    if not isinstance(options, dict):
        raise _wrong(path, "has options that are no mapping", "write options: {language: C, data_model: LP64}")
    return Task(
        path,
        tuple(str(folder / name) for name in _input_files(path, value)),
        tuple(_property(path, folder, entry) for entry in _list(path, value, "properties")),
        _choice(path, options, "language", (Language.C, Language.JAVA)),
        _choice(path, options, "data_model", tuple(DataModel)),
    )


def _input_files(path: str, value: dict[Any, Any]) -> list[str]:
    files = value.get("input_files")
    names = [files] if isinstance(files, str) else files
    if not isinstance(names, list) or not names or not all(isinstance(name, str) and name for name in names):
        what = "has input_files that are no file names" if "input_files" in value else "has no input_files"
        raise _wrong(path, what, "write input_files: 'program.c', or a list of names")
    return names


def _list(path: str, value: dict[Any, Any], key: str) -> list[Any]:
    entries = value.get(key)
    if entries is None:
        return []
    if not isinstance(entries, list):
        raise _wrong(path, f"has {key} that are no list", f"write {key}: with one '- property_file: …' each")
    return entries


def _property(path: str, folder: Path, entry: object) -> TaskProperty:
    if not isinstance(entry, dict) or not isinstance(entry.get("property_file"), str):
        raise _wrong(path, f"has a property without property_file: {entry!r:.60}", "write - property_file: NAME.prp")
    expected = entry.get("expected_verdict")
    if expected is not None and not isinstance(expected, bool):
        raise _wrong(path, f"expects the verdict {expected!r:.40}", "write expected_verdict: true or false")
    subproperty = entry.get("subproperty")
    if subproperty is not None and not isinstance(subproperty, str):
        raise _wrong(path, f"has the subproperty {subproperty!r:.40}", "write subproperty: valid-deref")
    return TaskProperty(str(folder / entry["property_file"]), expected, subproperty or "")


def _choice(path: str, options: dict[Any, Any], key: str, words: tuple[Word, ...]) -> Word | None:
    value = options.get(key)
    if value is None:
        return None
    if value not in words:
        raise _wrong(path, f"has the {key.replace('_', ' ')} {value!r:.40}", f"it is one of {', '.join(words)}")
    return words[words.index(value)]


def _wrong(path: str, what: str, hint: str) -> UsageError:
    return UsageError(f"the task {path} {what}", hint=hint)


def _load(file: SourceFile) -> object:
    """The value of a YAML text without anchors; only plain data is made, whatever the text says."""
    import yaml

    class Loader(yaml.SafeLoader):
        """Plain data, no references from one place to another, no deep nesting."""

        depth = 0

        def _mark(self) -> Any:
            return self.peek_event().start_mark  # type: ignore[no-untyped-call]

        def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
            """Read a value."""
            if self.check_event(yaml.AliasEvent):
                raise yaml.composer.ComposerError(None, None, "aliases are not read", self._mark())
            self.depth += 1
            if self.depth > DEEPEST_TASK:
                raise yaml.composer.ComposerError(None, None, "this is nested too deeply", self._mark())
            node = super().compose_node(parent, index)
            self.depth -= 1
            return node

    try:
        return yaml.load(file.text, Loader=Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (1, 1) if mark is None else (mark.line + 1, mark.column + 1)
        problem = error.problem or "this is no YAML"
        raise SourceError(problem, file=file.name, line=line, column=column, expected="a task definition") from None
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        reason = str(error).splitlines()[0]
        raise UsageError(f"the task {file.name} cannot be read: {reason}", hint="write plain YAML") from None
