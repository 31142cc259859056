"""Commands whose parameters are the options of a request, and their help texts: options in groups, all on demand."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from vexil.cli.requests import Request
from vexil.core.options import Declared, Group
from vexil.core.wording import closest

EVERYTHING = "vexil.help-all"
"""Where the context of a command keeps that all options are to be shown."""
Asked = TypeVar("Asked", bound=Request)


def command(
    app: typer.Typer, request: type[Asked], *examples: str, name: str | None = None
) -> Callable[[Callable[[Asked], None]], Callable[[Asked], None]]:
    """Make a function of a request a command of the application; its help ends with examples."""
    parameters = [_parameter(key, item) for key, item in request.declared().items()]
    if not all(item.option.everyday or item.option.hidden for item in request.declared().values()):
        parameters.append(_HELP_ALL)

    def decorated(function: Callable[[Asked], None]) -> Callable[[Asked], None]:
        def called(*, help_all: bool = False, **given: Any) -> None:
            del help_all  # it has been shown
            values = {key: tuple(value) if isinstance(value, list) else value for key, value in given.items()}
            function(request(**values))

        called.__name__, called.__doc__ = function.__name__, function.__doc__
        called.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        called.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        app.command(name, cls=GroupedCommand, epilog=examples_of(*examples), context_settings={"obj": request, **HELP})(
            called
        )
        return function

    return decorated


HELP = {"help_option_names": ["-h", "--help"]}


@dataclass(frozen=True, slots=True)
class OneOf:
    """The words that an option accepts."""

    words: tuple[str, ...]

    def __call__(self, text: str) -> str:
        """The word itself; anything else is refused."""
        if text not in self.words:
            meant = closest(text, self.words)
            question = f" Did you mean {meant!r}?" if meant else ""
            raise typer.BadParameter(f"{text!r:.40} is not one of {', '.join(self.words)}.{question}")
        return text


def _parameter(key: str, item: Declared) -> inspect.Parameter:
    """The parameter of an option: what is written is read as its kind, one of its words, or by its own reader."""
    option = item.option
    kind: Any = list[str] if option.repeated else str if option.words or option.word is not None else option.kind
    default = inspect.Parameter.empty if item.is_required else None if option.repeated else option.written
    facts: dict[str, Any] = {
        "metavar": f"[{'|'.join(option.words)}]" if option.words else option.metavar,
        "parser": OneOf(option.words) if option.words else option.word,
        "help": option.help,
    }
    if option.flags:
        facts |= {"min": option.minimum, "max": option.maximum, "hidden": option.hidden}
        info = typer.Option(*option.flags, **facts)
    else:
        info = typer.Argument(show_default=False, **facts)
    kind = kind | None if default is None else kind
    return inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, info])


def _show_everything(ctx: typer.Context, value: bool) -> None:
    if value:
        ctx.meta[EVERYTHING] = True
        print(ctx.get_help())
        raise typer.Exit


_HELP_ALL = inspect.Parameter(
    "help_all",
    inspect.Parameter.KEYWORD_ONLY,
    default=False,
    annotation=Annotated[
        bool, typer.Option("--help-all", is_eager=True, callback=_show_everything, help="Show all options and exit.")
    ],
)


class GroupedCommand(TyperCommand):
    """A command whose help shows the options of each group under its name; those that are not everyday on demand."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments, then the options."""
        groups: dict[str, list[tuple[str, str]]] = {name: [] for name in ("Arguments", *Group)}
        declared = ctx.obj.declared()
        left_out = 0
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            option = declared[parameter.name].option if parameter.name in declared else None
            if record is None:
                continue
            if option is None:
                groups[Group.GENERAL].append(record)
            elif option.everyday or EVERYTHING in ctx.meta:
                groups[option.group if option.flags else "Arguments"].append(record)
            else:
                left_out += 1
        for name, records in groups.items():
            if records:
                with formatter.section(name):
                    formatter.write_dl(records)
        if left_out:
            formatter.write_paragraph()
            formatter.write_text(f"{ctx.command_path} --help-all shows {left_out} more options.")


class Commands(TyperGroup):
    """The commands; a file in their place is taken for an input of the one that is used most."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the first word names; one that is none is refused with what may have been meant."""
        if args and self.get_command(ctx, args[0]) is None and (Path(args[0]).exists() or Path(args[0]).suffix):
            ctx.fail(f"No such command {args[0]!r:.80}. Did you mean 'vexil check {args[0]}'?")
        return super().resolve_command(ctx, args)


def examples_of(*commands: str) -> str:
    """The end of a help text: commands to copy, each on its own line."""
    return "\b\nExamples:\n" + "\n".join(f"  {command}" for command in commands)
