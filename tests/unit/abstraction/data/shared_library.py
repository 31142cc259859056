"""Libraries for tests: every table is made once in a process, and what is on disk goes away with it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from vexil.abstraction.data.library import Integers, Library
from vexil.abstraction.data.table_builder import Cache
from vexil.core.context import Context
from vexil.core.source import SourceFile
from vexil.ir.expressions import Operator
from vexil.ir.rounding import Rounding
from vexil.ir.types import I32
from vexil.model.tokens.abstract_type import TESTS, UNARY, AbstractType, Concrete


@cache
def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="vexil-tables-")


def new_library(integers: Integers = "machine", rounding: Rounding = Rounding.TRUNCATE) -> Library:
    """A library of its own; what other tests of the process made is found, not made again."""
    return Library(Context(), integers, rounding=rounding, cache=Cache(Path(_folder().name)))


@cache
def library(integers: Integers = "machine", rounding: Rounding = Rounding.TRUNCATE) -> Library:
    """The library that tests share."""
    return new_library(integers, rounding)


def mathematical(name: str) -> AbstractType:
    """An abstraction of mathematical integers."""
    return library("math").abstract_type(name, I32)


def machine(name: str, concrete: Concrete = I32) -> AbstractType:
    """An abstraction of machine integers, or of floats."""
    return library().abstract_type(name, concrete)


def grid(kind: AbstractType, operator: Operator) -> list[str]:
    """The table as lines, one for each left operand: first letters of tokens, T and F, and ``!`` for partial cells."""
    table = kind.table(operator)
    letters = "FT" if operator in TESTS else [token[-1] if token[0] == "M" else token[0] for token in kind.tokens]
    numbers = range(len(kind.tokens))

    def cell(*row: int) -> str:
        found = "".join(letters[result] for result in table.rows[row])
        return ("TF" if found == "FT" else found) + ("!" if row in table.partial else "")

    if operator in UNARY:
        return [cell(row) for row in numbers]
    return [" ".join(cell(row, column) for column in numbers) for row in numbers]


def results(kind: AbstractType, operator: Operator, *tokens: str) -> set[str]:
    """The results of an operator for tokens given by name."""
    row = tuple(kind.tokens.index(token) for token in tokens)
    words = ("false", "true") if operator in TESTS else kind.tokens
    return {words[result] for result in kind.table(operator).rows[row]}


def basl(text: str, name: str = "given.basl") -> SourceFile:
    """A BASL file."""
    return SourceFile(name, text.encode())
