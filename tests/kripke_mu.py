"""The mu-calculus on explicit structures, by iteration from below and above, without recursion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from kripke import Kripke, combined, states_of
from vexil.core.errors import InternalError, require
from vexil.spec.formulas import (
    And,
    Box,
    Constant,
    Diamond,
    Equivalent,
    Greatest,
    Implies,
    Least,
    Mu,
    Not,
    Or,
    Proposition,
    Variable,
)
from vexil.spec.nodes import operands_of


@dataclass(frozen=True, slots=True)
class _Enter:
    """Start a fixed point: its variable begins with no states, or with all."""

    binder: Least | Greatest


@dataclass(frozen=True, slots=True)
class _Leave:
    """Compare the value of a fixed point's body with its variable, and go back unless they agree."""

    binder: Least | Greatest
    restart: int


_Instruction: TypeAlias = "_Enter | _Leave | Mu"


def mu_states(structure: Kripke, formula: Mu) -> frozenset[int]:
    """The states that satisfy a closed, monotone formula."""
    code = _code(formula)
    values: list[int] = []
    variables: dict[str, list[int]] = {}
    rounds: list[int] = []
    position = 0
    while position < len(code):
        instruction = code[position]
        position += 1
        match instruction:
            case _Enter(binder):
                start = 0 if isinstance(binder, Least) else structure.everything
                variables.setdefault(binder.variable, []).append(start)
                rounds.append(0)
            case _Leave(binder, restart):
                rounds[-1] += 1
                require(rounds[-1] <= len(structure.labels) + 1, "the body of a fixed point should be monotone")
                if values[-1] == variables[binder.variable][-1]:
                    variables[binder.variable].pop()
                    rounds.pop()
                else:
                    variables[binder.variable][-1] = values.pop()
                    position = restart
            case Variable(name):
                values.append(variables[name][-1])
            case _:
                first = len(values) - len(operands_of(instruction))
                values[first:] = [_value(structure, instruction, values[first:])]
    return states_of(values[0])


def _code(formula: Mu) -> list[_Instruction]:
    """The formula as a program for a stack machine; fixed points are its loops."""
    code: list[_Instruction] = []
    starts: list[int] = []
    pending: list[tuple[Mu, bool]] = [(formula, False)]
    while pending:
        part, expanded = pending.pop()
        if not expanded:
            if isinstance(part, Least | Greatest):
                code.append(_Enter(part))
                starts.append(len(code))
            pending.append((part, True))
            pending.extend((operand, False) for operand in reversed(operands_of(part)))
        elif isinstance(part, Least | Greatest):
            code.append(_Leave(part, starts.pop()))
        else:
            code.append(part)
    return code


def _value(structure: Kripke, formula: Mu, operands: list[int]) -> int:
    match formula:
        case Constant() | Proposition():
            return structure.where(formula)
        case Diamond():
            return structure.some_successor(operands[0])
        case Box():
            return structure.every_successor(operands[0])
        case Not() | And() | Or() | Implies() | Equivalent():
            return combined(structure, formula, operands)
        case Variable() | Least() | Greatest():
            raise InternalError("variables and fixed points should be handled by the machine")
