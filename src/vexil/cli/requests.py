"""What commands are told: options as they were written, from which the option dataclasses of stages are made."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from vexil.cli.options import (
    AbstractionNames,
    AbstractOptions,
    AskedProperties,
    BaslFiles,
    BaslOptions,
    CheckOutput,
    CompareOutput,
    Format,
    GraphOptions,
    LeapOutput,
    ReplayOptions,
    RunOptions,
    ShowOptions,
    SliceOptions,
)
from vexil.core.context import Limits
from vexil.core.options import Declared, build, declared
from vexil.pipeline.compare_options import CompareOptions
from vexil.pipeline.data.options import DataOptions
from vexil.pipeline.leap_options import LeapOptions
from vexil.pipeline.options import CheckOptions, LoadOptions
from vexil.pipeline.predicates.options import PredicateOptions

if TYPE_CHECKING:
    from vexil.model.verdict import Remedy

Stage = TypeVar("Stage")


class Request:
    """What a command was told: its options by key, as they were written.

    The class names the dataclasses whose fields are the options, each with the fields that count (none: all).
    """

    stages: ClassVar[Mapping[type, tuple[str, ...]]] = {}

    def __init__(self, **written: Any) -> None:
        options = self.declared()
        missing = [key for key, item in options.items() if item.is_required and key not in written]
        if missing or not written.keys() <= options.keys():
            raise TypeError(f"options should be given once each: {', '.join((*missing, *(written.keys() - options)))}")
        self.written = {key: value for key, value in written.items() if value is not None}

    @classmethod
    def declared(cls) -> dict[str, Declared]:
        """The options by key; of two with one key, the later stage's counts."""
        return {
            item.key: item
            for stage, names in cls.stages.items()
            for item in declared(stage)
            if not names or item.field.name in names
        }

    def make(self, stage: type[Stage]) -> Stage:
        """The complete options of a stage; raises `UsageError` before anything is read."""
        return build(stage, self.written)

    def load(self) -> LoadOptions:
        """How the program is read, with program files in place of tasks and compilation databases."""
        from vexil.pipeline.resolve import resolve

        return resolve(CheckOptions(self.make(LoadOptions))).load

    def recorded(self) -> dict[str, Any]:
        """The options that decide the answer, as they are stored with it."""
        values = {
            key: self.written.get(key, item.option.written)
            for key, item in self.declared().items()
            if item.option.recorded
        }
        return {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}

    def words(self, leave_out: Iterable[str] = ()) -> list[str]:
        """The words that make the request: its inputs and what is not as by default, but for the options left out."""
        words: list[str] = []
        for key, item in self.declared().items():
            option, value = item.option, self.written.get(key, item.option.written)
            if not option.flags:
                words[:0] = value if option.repeated else [value]
            elif value != option.written and not option.hidden and set(option.flags).isdisjoint(leave_out):
                words += _spelled(option.flags, value)
        return words


def _spelled(flags: tuple[str, ...], value: Any) -> list[str]:
    if isinstance(value, bool):
        return [flags[0].split("/")[0 if value else -1]]
    words: list[str] = []
    for one in value if isinstance(value, tuple) else (value,):
        is_flag = isinstance(one, str) and one.startswith(flags)  # definitions are kept as flags
        words += [str(one)] if is_flag else [flags[0], f"{one:g}" if isinstance(one, float) else str(one)]
    return words


class CheckRequest(Request):
    """The options of ``vexil check`` as they were given."""

    stages: ClassVar = {CheckOptions: (), CheckOutput: ()}

    def options(self) -> CheckOptions:
        """The complete options; raises `UsageError` before anything is read."""
        return self.make(CheckOptions)

    @cached_property
    def output(self) -> CheckOutput:
        """What is printed and written."""
        return self.make(CheckOutput)

    @property
    def json(self) -> bool:
        """Say whether the result is for programs."""
        return self.output.form == Format.JSON

    def command(self, prop: str, remedy: Remedy) -> str:
        """The command that does what a remedy says about a property."""
        if remedy.instead:
            return remedy.instead
        asking = {"": (prop,), "-": ()}.get(remedy.ask, (remedy.ask,))
        hidden = ("--format", "--emit", "--output", "--emit-test", *remedy.leave_out)
        words = type(self)(**{**self.written, "properties": asking}).words(hidden)
        arguments = ["--", *self.written["arguments"]] if "arguments" in self.written else []
        return shlex.join(["vexil", "check", *words, *remedy.add, *arguments])


class RunRequest(Request):
    """The options of ``vexil run`` as they were given."""

    stages: ClassVar = {RunOptions: (), LoadOptions: (), Limits: ("cpu_seconds", "wall_seconds")}


class ShowRequest(Request):
    """The options of ``vexil show`` as they were given."""

    stages: ClassVar = {
        LoadOptions: (),
        PredicateOptions: ("given", "longest", "blocks", "steps", "rows"),
        ShowOptions: (),
    }


class GraphRequest(Request):
    """The options of ``vexil graph`` as they were given."""

    stages: ClassVar = {LoadOptions: (), GraphOptions: ()}


class SliceRequest(Request):
    """The options of ``vexil slice`` as they were given."""

    stages: ClassVar = {LoadOptions: (), SliceOptions: ()}


class LeapRequest(Request):
    """The options of ``vexil leap`` as they were given."""

    stages: ClassVar = {
        LoadOptions: (),
        AskedProperties: (),
        LeapOptions: (),
        Limits: ("cpu_seconds", "memory_mb"),
        LeapOutput: (),
    }

    @property
    def format(self) -> Format:
        """How the result is printed."""
        return self.make(LeapOutput).form


class CompareRequest(Request):
    """The options of ``vexil compare`` as they were given."""

    stages: ClassVar = {
        LoadOptions: (),
        CheckOptions: ("properties", "bounds", "slices"),
        PredicateOptions: ("given", "longest"),
        DataOptions: ("bindings", "default", "coercions", "files"),
        CompareOptions: (),
        CompareOutput: (),
    }


class ReplayRequest(Request):
    """The options of ``vexil replay`` as they were given."""

    stages: ClassVar = {ReplayOptions: ()}


class AdviseRequest(Request):
    """The options of ``vexil advise`` as they were given."""

    stages: ClassVar = {LoadOptions: (), DataOptions: ("bindings", "files"), AskedProperties: ()}


class AbstractRequest(Request):
    """The options of ``vexil abstract`` as they were given."""

    stages: ClassVar = {
        LoadOptions: (),
        DataOptions: ("bindings", "default", "coercions", "files"),
        AskedProperties: (),
        AbstractOptions: (),
    }


class BaslCheckRequest(Request):
    """The options of ``vexil basl check`` as they were given."""

    stages: ClassVar = {BaslFiles: (), BaslOptions: ("integers", "division")}


class BaslListRequest(Request):
    """The options of ``vexil basl list`` as they were given."""

    stages: ClassVar = {BaslOptions: ("number_type",)}


class BaslShowRequest(Request):
    """The options of ``vexil basl show`` as they were given."""

    stages: ClassVar = {AbstractionNames: (), BaslOptions: ("number_type", "integers", "division")}


class BaslCompileRequest(Request):
    """The options of ``vexil basl compile`` as they were given."""

    stages: ClassVar = {AbstractionNames: (), BaslOptions: ()}
