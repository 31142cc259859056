"""Options as fields of dataclasses: each is declared once, with what the command line and its help texts say about it.

A stage has a frozen dataclass whose fields are made by `option` (or by `section`, for the options of a part). The
command line is generated from these fields, `build` makes the dataclass out of what was written there, and `changed`
tells what is not as by default.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from enum import StrEnum
from typing import Any, TypeVar

from vexil.core.errors import UsageError

_OPTION, _SECTION = "option", "section"
Stage = TypeVar("Stage")


class Group(StrEnum):
    """The headings of options in help texts, in their order."""

    GENERAL = "Options"
    PROGRAM = "How the program is read"
    LIMITS = "Limits"
    OUTPUT = "What is printed"
    SEARCH = "Explicit-state search"
    PREDICATES = "Predicate abstraction"
    DATA = "Data abstraction"


@dataclass(frozen=True, slots=True)
class Option:
    """What is known about an option besides its name and its default.

    Without ``flags`` it is an argument. ``kind`` is the type of what is written, ``written`` the default as it would be
    written, ``key`` the name that results record it by unless it is that of the field. ``word`` reads one word of the
    command line, ``parse`` turns what was written into the value of the field. With ``languages`` it is for programs in
    these alone; ``foreign`` has refusals with their hints for others, an empty name standing for all of them. One that
    is not ``everyday`` is left out of short help.
    """

    flags: tuple[str, ...]
    help: str
    kind: type
    written: Any = None
    key: str = ""
    group: Group = Group.GENERAL
    everyday: bool = False
    metavar: str | None = None
    word: Callable[[str], Any] | None = None
    parse: Callable[[Any], Any] | None = None
    minimum: int | None = None
    maximum: int | None = None
    languages: tuple[str, ...] = ()
    foreign: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    hidden: bool = False
    recorded: bool = True

    @property
    def repeated(self) -> bool:
        """Say whether it may be given several times."""
        return isinstance(self.written, tuple)

    @property
    def words(self) -> tuple[str, ...]:
        """The words that the option accepts, if it has to be one of some."""
        return tuple(map(str, self.kind)) if issubclass(self.kind, StrEnum) else ()

    def flag(self, value: object = ()) -> str:
        """The flag that a value is given by: the first one, unless the value begins with another."""
        first = str(value[0]) if isinstance(value, tuple) and value else ""
        return next((flag for flag in self.flags if first.startswith(flag)), self.flags[0])

    def value(self, written: Any) -> Any:
        """What something written means; raises `UsageError` when it means nothing."""
        if self.words and written not in self.words:
            raise UsageError(f"{self.flags[0]} cannot be {written!r:.40}", hint=f"it is one of {', '.join(self.words)}")
        if self.minimum is not None and written < self.minimum:
            raise UsageError(f"{self.flags[0]} cannot be {written}", hint=f"give a number of at least {self.minimum}")
        if self.parse is not None:
            return self.parse(written)
        return self.kind(written) if self.words else written

    def refusal(self, value: object, language: str) -> UsageError | None:
        """Why a value is no option for programs in a language, if it is none."""
        if not self.languages or language in self.languages:
            return None
        flag, own = self.flag(value), self.foreign.get(language) or self.foreign.get("")
        if own is None:
            names = " and ".join(self.languages)
            own = (f"{flag} is an option for {names}, and the input is {language}", "leave it out")
        message, hint = own
        return UsageError(message.format(language=language, value=value), hint=hint)


def option(
    *flags: str,
    default: Any = None,
    default_factory: Callable[[], Any] | None = None,
    written: Any = MISSING,
    kind: type | None = None,
    **facts: Any,
) -> Any:
    """Declare a field that is an option, with facts of `Option`; its kind is that of its default unless it is given.

    An option whose default is written as an empty tuple can be repeated.
    """
    as_written = default if written is MISSING else written
    inferred = str if as_written is None or as_written == () else type(as_written)
    text = str(as_written) if isinstance(as_written, StrEnum) else as_written
    metadata = {_OPTION: Option(flags, kind=kind or inferred, written=text, **facts)}
    if default_factory is not None:
        return field(default_factory=default_factory, metadata=metadata)
    return field(default=default, metadata=metadata)


def argument(*, default: Any = MISSING, **facts: Any) -> Any:
    """Declare a field that is given by its place on the command line, and must be unless it has a default."""
    return field(default=default, metadata=option(everyday=True, **facts).metadata)


def section(stage: type) -> Any:
    """Declare a field that holds the options of a part."""
    return field(default_factory=stage, metadata={_SECTION: stage})


@dataclass(frozen=True, slots=True)
class Declared:
    """An option with the field that it fills."""

    field: Field[Any]
    option: Option

    @property
    def key(self) -> str:
        """The name that results record it by."""
        return self.option.key or self.field.name

    @property
    def is_required(self) -> bool:
        """Say whether it must be given."""
        return self.field.default is MISSING and self.field.default_factory is MISSING

    def default(self) -> Any:
        """The value where nothing is given."""
        return self.field.default if self.field.default_factory is MISSING else self.field.default_factory()


def declared(stage: type) -> Iterator[Declared]:
    """The options of a stage: those of its parts, then its own."""
    for item in fields(stage):
        if _SECTION in item.metadata:
            yield from declared(item.metadata[_SECTION])
    yield from _own(stage)


def _own(stage: Any) -> Iterator[Declared]:
    for item in fields(stage):
        if _OPTION in item.metadata:
            yield Declared(item, item.metadata[_OPTION])


def build(stage: type[Stage], written: Mapping[str, Any]) -> Stage:
    """The options of a stage as they were written, by key; what is missing or ``None`` is as by default.

    Raises `UsageError` for the first one that means nothing.
    """
    values = {
        item.name: build(item.metadata[_SECTION], written)
        for item in fields(stage)  # type: ignore[arg-type]  # a dataclass: `fields` says so otherwise
        if _SECTION in item.metadata
    }
    for own in _own(stage):
        if written.get(own.key) is not None:
            values[own.field.name] = own.option.value(written[own.key])
    return stage(**values)


def changed(options: Any) -> Iterator[tuple[Option, Any]]:
    """The options that are not as by default, with their values."""
    for item in fields(options):
        if _SECTION in item.metadata:
            yield from changed(getattr(options, item.name))
    for own in _own(options):
        value = getattr(options, own.field.name)
        if value != own.default():
            yield own.option, value
