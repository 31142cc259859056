"""The three kinds of trouble, kept apart.

The user's input is wrong (`UsageError`, `SourceError`, `Unsupported`), Vexil itself is wrong
(`InternalError`), or a limit was reached (`LimitReached`), which ends in ``unknown`` and is no error.
"""

from __future__ import annotations


class VexilError(Exception):
    """Something in the user's input that stops Vexil; one sentence, a stable code, and what to do next."""

    code = "error"

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __reduce__(self) -> tuple[object, ...]:
        """How an error gets from one process to another: its keywords are no arguments of an exception."""
        return _restored, (type(self), self.message, self.__dict__)

    def render(self) -> str:
        """The message as it is shown, without a trailing newline."""
        return f"error: {self.message}" + (f"\n  hint: {self.hint}" if self.hint else "")


def _restored(kind: type[VexilError], message: str, parts: dict[str, object]) -> VexilError:
    error = kind.__new__(kind, message)
    error.__dict__.update(parts)
    return error


class UsageError(VexilError):
    """A wrong option, an unreadable file, a name that does not exist in the program."""

    code = "usage"


class SourceError(VexilError):
    """A place in an input file that is wrong, with the offending text and what was expected there."""

    code = "source"

    def __init__(
        self,
        message: str,
        *,
        file: str,
        line: int,
        column: int,
        found: str = "",
        expected: str = "",
        hint: str = "",
    ) -> None:
        super().__init__(message, hint=hint)
        self.file = file
        self.line = line
        self.column = column
        self.found = found
        self.expected = expected

    def render(self) -> str:
        """The message as compilers write it: ``file:line:column: error: …``."""
        lines = [f"{self.file}:{self.line}:{self.column}: error: {self.message}"]
        if self.found:
            lines.append(f"  found: {self.found}")
        if self.expected:
            lines.append(f"  expected: {self.expected}")
        if self.hint:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(lines)


class Unsupported(SourceError):  # noqa: N818 - the word says what the construct is
    """A construct Vexil understands well enough to say that it does not model it."""

    code = "unsupported"


class LimitReached(Exception):  # noqa: N818 - not an error: it ends in `unknown`
    """A limit of time, memory or size was reached; the answer is ``unknown`` with this reason."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason if reason.startswith(("limit", "interrupted")) else f"limit: {reason}"


class InternalError(Exception):
    """A mistake of Vexil itself."""


def require(condition: bool, expectation: str) -> None:
    """Raise `InternalError` unless *condition*; word the expectation with *should*."""
    if not condition:
        raise InternalError(expectation)
