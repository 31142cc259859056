"""Writing contracts of C programs as text, and asking the checker about them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from invariant_tools import vir

from vexil.certify import Certificate
from vexil.certify.invariant import check_invariant
from vexil.certify.invariant.loop_rules import Loop, execution_order
from vexil.core.context import Context, Limits
from vexil.frontends.c import COptions, load
from vexil.ir.expressions import AddressOf, Apply, Bits, Deref, Expr, Variable, postorder
from vexil.ir.operations import Check
from vexil.ir.program import Program, VariableDeclaration
from vexil.model.evidence import Invariant, LoopRule, ProcedureRule, at_entry, result_of
from vexil.model.outcome import Question
from vexil.spec.property import parse_property

OPENING = """
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
"""


def c(text: str) -> Program:
    """A program from C text, behind a few declarations."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "program.c")
        path.write_text(OPENING + text, encoding="utf-8")
        return load([str(path)], COptions(), Context())


def condition(program: Program, function: str, text: str) -> Expr:
    """A condition in the text form over variables of a function; `old_x` is x at entry, `result` the result."""
    owner = program.functions[function]
    meaning: dict[str, Variable] = {}
    if owner.result is not None:
        meaning["result"] = result_of(owner.result)
    for known in program.globals:
        meaning[f"old_{known.name}"] = at_entry(Variable(known.name, known.type, True))
    for known in owner.parameters:
        meaning[f"old_{known.name}"] = at_entry(Variable(known.name, known.type, False))
    names = [name for name in program.functions if name != "main"]
    lines = [f"function '{name}'()\n  a -> exit: return" for name in names]
    lines += [f"struct '{known.name}' size {known.size} align {known.alignment}" for known in program.structs.values()]
    lines += [f"global {_declared(known)}" for known in program.globals]
    lines += ["function main()", *(f"  local {_declared(known)}" for known in owner.variables.values())]
    lines += [f"  local {name}: {known.type}" for name, known in meaning.items() if f" {name}:" not in "".join(lines)]
    made = vir("\n".join([*lines, f'  a -> b: check assert {text} ""', "  b -> exit: return"]))
    found = made.functions["main"].edges[0].operation
    assert isinstance(found, Check)
    return _renamed(found.condition, meaning)


def _declared(known: VariableDeclaration) -> str:
    return f"'{known.name}': {known.type}" + (" addressable" if known.addressable else "")


def _renamed(expression: Expr, meaning: dict[str, Variable]) -> Expr:
    made: dict[int, Expr] = {}
    for node in postorder(expression):
        match node:
            case Variable(name, _, False):
                made[id(node)] = meaning.get(name, node)
            case Apply() | Deref() | Bits():
                made[id(node)] = replace(node, operands=tuple(made[id(operand)] for operand in node.operands))
            case _:
                assert not isinstance(node, AddressOf) or node.variable.is_global or node.variable.name not in meaning
                made[id(node)] = node
    return made[id(expression)]


def contract(program: Program, function: str, requires: str, ensures: str) -> ProcedureRule:
    """A rule for a function from the text of its conditions."""
    return ProcedureRule(function, condition(program, function, requires), condition(program, function, ensures))


def loop(program: Program, function: str, head: str, *facts: str) -> LoopRule:
    """A rule that passes a loop by induction with facts."""
    number = program.functions[function].location_numbers[head]
    return LoopRule(function, number, 1, 0, tuple(condition(program, function, fact) for fact in facts))


def loop_heads(program: Program, function: str) -> list[str]:
    """The names of the heads of the outermost loops of a function."""
    owner = program.functions[function]
    return [owner.locations[found.head].name for found in execution_order(owner) if isinstance(found, Loop)]


def check_rules(
    program: Program, *rules: LoopRule | ProcedureRule, prop: str = "assert", seconds: float = 20
) -> Certificate:
    """What the checker says about a program with these rules."""
    loops = tuple(rule for rule in rules if isinstance(rule, LoopRule))
    procedures = tuple(rule for rule in rules if isinstance(rule, ProcedureRule))
    question = Question(program, parse_property(prop))
    return check_invariant(question, Invariant(loops, 1, procedures), Context(Limits(cpu_seconds=seconds)))
