"""From fields to options: a command takes one request, and the command line sees its fields."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from dataclasses import MISSING, dataclass, fields
from typing import Annotated, Any, TypeVar, get_args, get_type_hints

import typer
from typer.models import ArgumentInfo

from vexil.core.wording import closest

PREDICATES, SEARCH, DATA = "Predicate abstraction", "Explicit-state search", "Data abstraction"
PROGRAM, LIMITS, OUTPUT = "How the program is read", "Limits", "What is printed"
GROUPS = (PROGRAM, LIMITS, OUTPUT, SEARCH, PREDICATES, DATA)
"""The groups of options in help texts, in their order."""

Request = TypeVar("Request")


@dataclass(frozen=True, slots=True)
class OneOf:
    """The words that an option accepts."""

    words: tuple[str, ...]

    def __call__(self, text: str) -> str:
        """The word itself; anything else is refused."""
        if text not in self.words:
            meant = closest(text, self.words)
            asked = f" Did you mean {meant!r}?" if meant else ""
            raise typer.BadParameter(f"{text!r:.40} is not one of {', '.join(self.words)}.{asked}")
        return text


def choice(*names: str, words: Iterable[str], help: str, group: str | None = None) -> Any:  # noqa: A002 - as Typer
    """Declare an option that accepts one of some words."""
    accepted = tuple(map(str, words))
    return typer.Option(
        *names, parser=OneOf(accepted), metavar=f"[{'|'.join(accepted)}]", rich_help_panel=group, help=help
    )


def takes(request: type[Request]) -> Callable[[Callable[[Request], None]], Callable[..., None]]:
    """Make a function of a request a command whose parameters are the fields of the request.

    A field is ``Annotated[type, typer.Option(…)]``; one without a default must be given. A tuple of texts is an option
    that can be repeated. A tuple that may be missing is one value, which the option's parser takes apart.
    """
    hints = get_type_hints(request, include_extras=True)
    parameters = []
    for field in fields(request):  # type: ignore[arg-type]  # a dataclass: `fields` says so otherwise
        kind, declared = get_args(hints[field.name])
        default = inspect.Parameter.empty if field.default is MISSING else field.default
        if kind == tuple[str, ...]:
            kind, default = list[str], None if default == () else default
        elif kind == tuple[str, ...] | None:
            kind = str | None
        if default is None and type(None) not in get_args(kind):
            kind = kind | None
        parameters.append(
            inspect.Parameter(
                field.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, declared]
            )
        )

    def decorated(function: Callable[[Request], None]) -> Callable[..., None]:
        def command(**given: Any) -> None:
            function(request(**{name: _field(value) for name, value in given.items() if value is not None}))

        command.__name__, command.__doc__ = function.__name__, function.__doc__
        command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        return command

    return decorated


def _field(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def command_words(request: object, leave_out: Iterable[str] = ()) -> list[str]:
    """The words that make a request: its inputs and what is not as by default, but for the options left out."""
    hints = get_type_hints(type(request), include_extras=True)
    words: list[str] = []
    for field in fields(request):  # type: ignore[arg-type]  # a dataclass: `fields` says so otherwise
        declared, value = get_args(hints[field.name])[1], getattr(request, field.name)
        if isinstance(declared, ArgumentInfo):
            words[:0] = [value] if isinstance(value, str) else value
            continue
        names = (declared.default, *(declared.param_decls or ()))
        if value == field.default or declared.hidden or not set(names).isdisjoint(leave_out):
            continue
        if isinstance(value, bool):
            words.append(names[0].split("/")[0 if value else -1])
            continue
        for one in value if isinstance(value, tuple) else (value,):
            is_flag = isinstance(one, str) and one.startswith(names)  # definitions are kept as flags
            words.extend([str(one)] if is_flag else [names[0], f"{one:g}" if isinstance(one, float) else str(one)])
    return words
