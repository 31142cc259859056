"""Turns the text of a program into a predicate program: declarations, names, arities."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from difflib import get_close_matches

from vexil.core.errors import SourceError
from vexil.core.source import SourceFile
from vexil.model.boolean_program.expressions import TRUE, And, Expr, names
from vexil.model.boolean_program.program import PredicateProgram, Procedure, Variable
from vexil.model.boolean_program.satisfiability import overlap
from vexil.model.boolean_program.text.flow import Callers, Flow, forked
from vexil.model.boolean_program.text.scope import Scope
from vexil.model.boolean_program.text.syntax import Body, Declaration, Source

MAIN = "main"


def lower(source: Source) -> PredicateProgram:
    """Lower a program; raises `SourceError` with the place of the first mistake."""
    file = source.file
    top = Scope(file, (), "the program")
    declared = _variables(top, source.globals, "global variable")
    outside = Scope(file, (variable.name for variable in declared), "the program")
    enforced = [(outside.condition(tree), (tree.start, tree.end)) for tree in source.enforced]
    bodies: dict[str, Body] = {}
    for body in source.procedures:
        if body.name.text in bodies:
            raise top.error(f"procedure {body.name.text!r} is defined twice", body.name.range, expected="another name")
        bodies[body.name.text] = body
    if MAIN not in bodies:
        raise _no_main(file, bodies)
    procedures = {}
    callers = Callers.of(bodies.values())
    for name, body in bodies.items():
        own = {item.name.text for item in (*body.formals, *body.locals)}
        for condition, place in enforced:
            hidden = sorted(names(condition) & own)
            if hidden:
                raise top.error(
                    f"{name} has its own variable {hidden[0]!r}", place, expected="a variable of the program"
                )
        conditions = [condition for condition, _ in enforced]
        made, forks = _procedure(file, body, declared, bodies, conditions, callers)
        procedures[name] = made
        for label, entry in forks.items():
            copy = forked(name, label)
            if copy in bodies:
                raise top.error(
                    f"the name {copy!r} is that of a thread", bodies[copy].name.range, expected="another name"
                )
            procedures[copy] = replace(made, name=copy, formals=(*made.formals, *made.locals), locals=(), entry=entry)
    return PredicateProgram(procedures, declared, MAIN, file)


def _no_main(file: SourceFile, bodies: Iterable[str]) -> SourceError:
    known = sorted(bodies)
    close = get_close_matches(MAIN, known, 1, 0.5)
    hint = f"did you mean {close[0]!r}?" if close else "a run begins with the procedure 'main'"
    end = len(file.content)
    return file.error("there is no procedure 'main'", end, end, expected="void main() begin … end", hint=hint)


def _variables(scope: Scope, declarations: Iterable[Declaration], what: str) -> tuple[Variable, ...]:
    variables: dict[str, Variable] = {}
    for item in declarations:
        if item.name.text in variables:
            raise scope.error(f"{what} {item.name.text!r} is declared twice", item.name.range, expected="another name")
        if item.name.text == "_":
            raise scope.error("'_' stands for no variable", item.name.range, expected="another name")
        variables[item.name.text] = Variable(item.name.text, item.text)
    return tuple(variables.values())


def _procedure(
    file: SourceFile,
    body: Body,
    declared: tuple[Variable, ...],
    bodies: dict[str, Body],
    enforced: list[Expr],
    callers: Callers,
) -> tuple[Procedure, Mapping[str, int]]:
    """A procedure, and the labels in it at which threads begin."""
    name = body.name.text
    visible = {variable.name for variable in declared}
    own = [*body.formals, *body.locals]
    scope = Scope(file, visible | {item.name.text for item in own}, name)
    variables = _variables(scope, own, f"variable of {name}")
    conditions = [*enforced, *(scope.condition(tree) for tree in body.enforced)]
    invariant = conditions[0] if len(conditions) == 1 else And(tuple(conditions)) if conditions else TRUE
    signatures = {other.name.text: (len(other.formals), other.results) for other in bodies.values()}
    flow = Flow(scope, body, signatures, callers)
    locations, edges, entry = flow.run()
    for choice, place in scope.choices:
        both = overlap(choice, invariant)
        if both is not None:
            values = ", ".join(f"{item} = {'T' if value else 'F'}" for item, value in sorted(both.items()))
            raise scope.error(
                f"both arguments of a choice are true where {values or 'nothing is asked'}", place,
                expected="two conditions of which at most one is true",
            )  # fmt: skip
    split = len(body.formals)
    made = Procedure(
        name, variables[:split], variables[split:], body.results, locations, edges, entry, len(locations) - 1, invariant
    )
    return made, flow.forks
