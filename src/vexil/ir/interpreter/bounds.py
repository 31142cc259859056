"""Bounds on resources: exceeding one cuts the run that does so, and nothing else (Hatcliff, Dwyer, Pasareanu 2003)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from vexil.core.errors import UsageError
from vexil.core.wording import did_you_mean
from vexil.ir.language import LIBRARY_PACKAGES
from vexil.ir.program import Program
from vexil.ir.types import is_integer


@dataclass(frozen=True)
class Bounds:
    """Limits of a bounded search; ``None`` is no limit.

    ``integers`` bounds every integer the user's program writes, ``variables`` single ones by name (``x``, ``f::x``,
    ``Class::field``), ``sites`` the live instances of single allocation sites.
    """

    integers: tuple[int, int] | None = None
    variables: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    array_length: int | None = None
    threads: int | None = None
    instances: int | None = None
    sites: Mapping[str, int] = field(default_factory=dict)
    recursion: int | None = None
    inputs: int | None = None
    """Values that are tried at a choice among more than can be; who tries them all or none has no use for it."""

    def __bool__(self) -> bool:
        return self != Bounds()

    def describe(self) -> list[str]:
        """One phrase per bound."""
        phrases = [f"{self.integers[0]} <= every integer <= {self.integers[1]}"] if self.integers else []
        phrases += [f"{low} <= {name} <= {high}" for name, (low, high) in sorted(self.variables.items())]
        counts = {
            "array length": self.array_length,
            "threads": self.threads,
            "instances per site": self.instances,
            "recursion depth": self.recursion,
            "inputs tried": self.inputs,
        }
        phrases += [f"{what} <= {count}" for what, count in counts.items() if count is not None]
        return phrases + [f"instances at {site} <= {count}" for site, count in sorted(self.sites.items())]

    def range_of(self, name: str, *, hidden: bool = False) -> tuple[int, int] | None:
        """The range an integer variable is held to."""
        own = self.variables.get(name)
        return own if own is not None or hidden or name.startswith(LIBRARY_PACKAGES) else self.integers

    def named(self, program: Program) -> Bounds:
        """The bounds with fields, which users may write as ``Class.field``, by the names that they have here."""
        names = integer_names(program)
        ranges = {
            name if name in names or (field_name := "::".join(name.rsplit(".", 1))) not in names else field_name: span
            for name, span in self.variables.items()
        }
        return replace(self, variables=ranges)

    def check(self, program: Program) -> None:
        """Raise `UsageError` for an impossible bound or one on a name the program does not have."""
        for name, (low, high) in [("every integer", self.integers or (0, 0)), *sorted(self.variables.items())]:
            if low > high:
                raise UsageError(f"the bound {low}..{high} on {name} is empty", hint="write it as low..high")
        for what, count in [
            ("array length", self.array_length),
            ("threads", self.threads),
            ("instances", self.instances),
            ("recursion", self.recursion),
            ("inputs", self.inputs),
            *sorted(self.sites.items()),
        ]:
            if count is not None and count < 0:
                raise UsageError(f"the bound {count} on {what} is negative", hint="give a count of 0 or more")
        _check_names(self.variables, integer_names(program), "integer variable")
        _check_names(self.sites, allocation_sites(program), "allocation site")


def _check_names(names: Iterable[str], declared: set[str], what: str) -> None:
    for name in sorted(names):
        if name not in declared:
            shown = ", ".join(sorted(declared, key=lambda other: ("(" in other, other))[:12]) or "none"
            raise UsageError(
                f"bound on {name!r}, which is no {what} of the program",
                hint=did_you_mean(name, declared, f"there are: {shown}"),
            )


def integer_names(program: Program) -> set[str]:
    """The names of all integer variables and fields, as bounds write them."""
    names = {variable.name for variable in program.globals if is_integer(variable.type)}
    for function in program.functions.values():
        names |= {f"{function.name}::{v.name}" for v in function.variables.values() if is_integer(v.type)}
    for declaration in program.classes.values():
        names |= {f"{declaration.name}::{f.name}" for f in declaration.fields if is_integer(f.type)}
    return names


def allocation_sites(program: Program) -> set[str]:
    """The names of all allocation sites."""
    from vexil.ir.operations import Allocate

    return {
        edge.operation.site
        for function in program.functions.values()
        for edge in function.edges
        if isinstance(edge.operation, Allocate)
    }
