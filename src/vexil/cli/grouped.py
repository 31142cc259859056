"""Help texts with options in groups."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from typer.core import TyperCommand, TyperGroup

from vexil.cli.requests.fields import GROUPS


class GroupedCommand(TyperCommand):
    """A command whose help shows the options of each group under its name, after those of no group."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments, then the options."""
        groups: dict[str, list[tuple[str, str]]] = {name: [] for name in ("Arguments", "Options", *GROUPS)}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None:
                is_argument = parameter.param_type_name == "argument"
                group = "Arguments" if is_argument else getattr(parameter, "rich_help_panel", None) or "Options"
                groups.setdefault(group, []).append(record)
        for name, records in groups.items():
            if records:
                with formatter.section(name):
                    formatter.write_dl(records)


class Commands(TyperGroup):
    """The commands; a file in their place is taken for an input of the one that is used most."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the first word names; one that is none is refused with what may have been meant."""
        if args and self.get_command(ctx, args[0]) is None and (Path(args[0]).exists() or Path(args[0]).suffix):
            ctx.fail(f"No such command {args[0]!r:.80}. Did you mean 'vexil check {args[0]}'?")
        return super().resolve_command(ctx, args)


def examples(*commands: str) -> str:
    """The end of a help text: commands to copy, each on its own line."""
    return "\b\nExamples:\n" + "\n".join(f"  {command}" for command in commands)
