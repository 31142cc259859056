"""Programs written in tests."""

from __future__ import annotations

from vexil.core.source import SourceFile
from vexil.ir.expressions import Variable
from vexil.ir.program import Program
from vexil.ir.text import load, parse_expression

__all__ = ["local", "parse_expression", "program", "shared"]


def program(text: str) -> Program:
    """The program with this text."""
    return load(SourceFile("test.vir", ("vir 1\n" + text).encode()))


def local(source: Program, function: str, name: str) -> Variable:
    """A parameter or local variable, as an expression."""
    return Variable(name, source.functions[function].variables[name].type, False)


def shared(source: Program, name: str) -> Variable:
    """A global variable, as an expression."""
    return Variable(name, source.global_variables[name].type, True)
