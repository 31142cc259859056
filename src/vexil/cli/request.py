"""What every command that reads a program is told about it, as it was given on the command line."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vexil.pipeline.options import LoadOptions


@dataclass(frozen=True, kw_only=True)
class ProgramRequest:
    """The inputs and the options of how they are read; ``arguments`` are nothing when no ``--`` was given."""

    inputs: tuple[str, ...] = ()
    main: str | None = None
    settings: tuple[str, ...] = ()
    data_model: str | None = None
    integers: str = "machine"
    width: int = 32
    include_folders: tuple[str, ...] = ()
    definitions: tuple[str, ...] = ()
    standard: str | None = None
    forced_includes: tuple[str, ...] = ()
    compile_commands: str | None = None
    strict_environment: bool = False
    arguments: tuple[str, ...] | None = None
    error_labels: tuple[str, ...] = ()
    granularity: str = "access"
    string_length: int = 8

    def load_options(self) -> LoadOptions:
        """The complete options of reading; raises `UsageError` before anything is read."""
        from vexil.pipeline.options import JavaReading, LoadOptions, PreprocessorOptions, parse_settings

        return LoadOptions(
            self.inputs,
            parse_settings(self.settings),
            self.integers,
            self.width,
            self.data_model,
            self.main,
            self.arguments,
            PreprocessorOptions(
                self.include_folders,
                self.definitions,
                self.standard,
                self.forced_includes,
                self.compile_commands,
                self.strict_environment,
            ),
            error_labels=self.error_labels,
            java=JavaReading(self.granularity, self.string_length),
        )

    def resolved(self) -> LoadOptions:
        """The options with program files in place of tasks and compilation databases."""
        from vexil.pipeline.options import CheckOptions
        from vexil.pipeline.resolve import resolve

        return resolve(CheckOptions(self.load_options())).load

    def recorded(self) -> dict[str, Any]:
        """The options that decide the answer, as they are stored with it."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}
