"""Code without a text of its own that an abstract program would have to change: the library, bridges, implied code."""

from __future__ import annotations

from vexil.abstraction.data.sources.file import JavaFile
from vexil.abstraction.data.sources.kinds import is_number
from vexil.abstraction.data.sources.meaning import Meaning
from vexil.abstraction.data.sources.occurrences import Role, walk
from vexil.core.errors import UsageError
from vexil.ir.names import CAPTURED
from vexil.ir.operations import Call
from vexil.ir.program import Function
from vexil.model.tokens.typing import CONCRETE


def refuse_unwritten(meaning: Meaning, files: list[JavaFile]) -> None:
    """Refuse a program in which the library computes with tokens, or numbers are coerced where nothing is written.

    Raises `Unsupported` with a place if there is one, else `UsageError`.
    """
    for (function, _, _), name in sorted(meaning.typing.operators.items()):
        if name != CONCRETE and not meaning.slots.is_users(function):
            raise UsageError(
                f"the abstract program cannot be written as Java: {function} of the library computes with {name}",
                hint="keep numbers that the library computes with",
            )
    for function in meaning.program.functions:
        _refuse_silent_coercions(meaning, meaning.program.functions[function], files)


def _refuse_silent_coercions(meaning: Meaning, function: Function, files: list[JavaFile]) -> None:
    """Refuse arguments that no text has, such as those with which the library calls a lambda, if they change."""
    spans = meaning.program.source_map.occurrences.get(function.name, {})
    for number, edge in enumerate(function.edges):
        call = edge.operation
        if not isinstance(call, Call):
            continue
        for position, argument, role, which in walk(call):
            if role is Role.PASSED and is_number(argument.type) and (number, position) not in spans:
                given = meaning.typing.labels.get((function.name, number, position), CONCRETE)
                for called in meaning.slots.called(call):
                    kind = meaning.slots.parameter(called, which)
                    if kind is not None and kind.name != given and not _is_captured(called, which):
                        reason = f"{function.name} gives {called.name} {_shown(given)} for {_shown(kind.name)}"
                        if edge.span is not None:
                            files[edge.span.file].refuse(edge.span, reason)
                        raise UsageError(f"the abstract program cannot be written as Java: {reason}")


def _is_captured(function: Function, number: int) -> bool:
    return function.parameters[number].name.startswith(CAPTURED)


def _shown(name: str) -> str:
    return "a number" if name == CONCRETE else f"a token of {name}"
