"""How a predicate program looks as a program of the intermediate form, as far as engines and front ends must agree.

Locations keep their numbers. What has no counterpart in the text of the program is hidden and has a name that begins
with a backslash, which no name of the program does.
"""

from __future__ import annotations

import re

from vexil.ir.expressions import Variable
from vexil.ir.types import BOOL, I32
from vexil.model.boolean_program.program import PredicateProgram

HIDDEN = "\\"
TAKEN = Variable("\\taken", BOOL, False)
"""The value of a condition that is not known."""
ARM = Variable("\\arm", I32, False)
"""The number of the arm that is taken at a branch whose conditions are not complementary."""
START = "\\start"
"""The function that a run begins with when ``main`` has formals."""


def embedded(program: PredicateProgram, procedure: str, name: str) -> Variable:
    """The variable that a procedure knows by a name; a local of a global's name has the procedure in front."""
    if name not in program.procedures[procedure].own:
        return Variable(name, BOOL, True)
    return Variable(f"{procedure}.{name}" if name in program.global_names else name, BOOL, False)


def next_value(name: str) -> Variable:
    """The value that a variable is about to get."""
    return Variable(f"\\next({name})", BOOL, False)


def argument(number: int) -> Variable:
    """The value of an argument that is not known."""
    return Variable(f"\\argument({number})", BOOL, False)


def result(number: int) -> Variable:
    """The value of the only result of a procedure, when it is not known."""
    return Variable(f"\\result({number})", BOOL, False)


def shared_result(procedure: str, number: int) -> Variable:
    """The global that has one of several results when a procedure has returned."""
    return Variable(f"\\result({procedure}, {number})", BOOL, True)


_MADE = re.compile(r"\\(next|result)\((.*)\)", re.DOTALL)


def chosen_name(variable: Variable) -> str:
    """What a value that was chosen is called in a trace; nothing where it shows elsewhere, as arguments do."""
    if not variable.name.startswith(HIDDEN):
        return variable.name
    made = _MADE.fullmatch(variable.name)
    if made is None:
        return ""
    kind, inner = made.groups()
    if kind == "next":
        return inner
    _, comma, number = inner.rpartition(", ")
    return f"result {int(number) + 1}" if comma else "result"
