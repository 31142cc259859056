"""What the user says about data abstraction."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from vexil.core.errors import UsageError
from vexil.core.options import Group, option
from vexil.model.tokens.typing import CONCRETE

_option = partial(option, group=Group.DATA)


@dataclass(frozen=True)
class DataOptions:
    """Which numbers are abstracted with what.

    ``bindings`` are ``Buffer.bound=Signs``; ``default`` is for what depends on none of them; ``coercions`` are
    ``range(0,1)<<Signs``; ``files`` are BASL files with further abstractions. With ``automatic`` proposals are tried.
    """

    bindings: tuple[str, ...] = _option(
        "--bind",
        key="bind",
        default=(),
        metavar="NAME=ABSTRACTION",
        everyday=True,
        help="Abstract a variable or field: Buffer.bound=Signs, main::i=range(0,3), data[]=EvenOdd,"
        " @data=range(4,4) for indices; repeatable.",
    )
    default: str = _option(
        "--default-abstraction",
        key="default_abstraction",
        default=CONCRETE,
        metavar="ABSTRACTION",
        help="For numbers that depend on no --bind: Int (as they are), Point or another one.",
    )
    coercions: tuple[str, ...] = _option(
        "--coerce",
        key="coerce",
        default=(),
        metavar="A<<B",
        help="Let values of abstraction A flow to B: 'range(0,1)<<Signs'; repeatable.",
    )
    files: tuple[str, ...] = _option(
        "--basl", key="basl", default=(), metavar="FILE", help="Abstractions of your own; repeatable."
    )
    automatic: bool = _option(
        "--auto-abstract",
        key="auto_abstract",
        default=False,
        everyday=True,
        help="Try abstractions that the property suggests, from coarse to fine.",
    )

    @property
    def is_used(self) -> bool:
        """Say whether anything is to be abstracted."""
        return bool(self.bindings) or self.automatic or self.default != CONCRETE

    def validate(self) -> None:
        """Raise `UsageError` for options that mean nothing together."""
        if self.automatic and self.bindings:
            raise UsageError(
                "--auto-abstract chooses the abstractions itself", hint="leave --bind out, or use it alone"
            )
        if self.files and not self.is_used:
            raise UsageError("--basl gives abstractions, and nothing is abstracted", hint="add --bind NAME=ABSTRACTION")
        if self.coercions and not self.is_used:
            raise UsageError(
                "--coerce orders abstractions, and nothing is abstracted", hint="add --bind, or leave it out"
            )


def parse_bindings(texts: Iterable[str]) -> list[tuple[str, str]]:
    """Read ``--bind`` values: ``Buffer.bound=Signs``, ``main::i=range(0,3)``, ``data[]=EvenOdd``, ``@data=range(4,4)``.

    A name that begins with ``@`` is an array whose indices are abstracted.
    """
    bindings: list[tuple[str, str]] = []
    for text in texts:
        name, separator, abstraction = text.partition("=")
        if not separator or not name.strip() or not abstraction.strip():
            raise UsageError(f"--bind {text!r} is not of the form NAME=ABSTRACTION", hint="for example --bind x=Signs")
        if name.strip() in dict(bindings):
            raise UsageError(f"--bind gives {name.strip()!r} twice", hint="give each variable one abstraction")
        bindings.append((name.strip(), abstraction.strip()))
    return bindings


def parse_coercions(texts: Iterable[str]) -> list[tuple[str, str]]:
    """Read ``--coerce`` values: ``range(0,1)<<Signs`` lets values of the first flow to the second."""
    coercions: list[tuple[str, str]] = []
    for text in texts:
        source, separator, target = text.partition("<<")
        if not separator or not source.strip() or not target.strip():
            raise UsageError(
                f"--coerce {text!r} is not of the form A<<B", hint="for example --coerce 'range(0,1)<<Signs'"
            )
        coercions.append((source.strip(), target.strip()))
    return coercions
