"""Predicate programs as text: every location on its line, with its names in front and where it leads behind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vexil.core.dag import bottom_up
from vexil.core.lexer import escape
from vexil.ir.program import LocationKind
from vexil.model.boolean_program import expressions as bpe
from vexil.model.boolean_program import program as bp
from vexil.model.boolean_program.expressions import TRUE, Expr, conjunction, negation, same_expression
from vexil.model.boolean_program.text.grammar import written

_ATOM, _PREFIX, _SAME, _AND, _OR = 5, 4, 3, 2, 1
"""How tightly what is printed binds."""
_Text = tuple[str, int]


def print_program(program: bp.PredicateProgram) -> str:
    """The text of a program; reading it gives the program with the exit of each procedure as its last location."""
    lines = [*_declaration(program.globals, "")]
    for procedure in program.procedures.values():
        lines += [*([""] if lines else []), *_procedure(procedure)]
    return "\n".join(lines) + "\n"


def _declaration(variables: Iterable[bp.Variable], indent: str) -> Iterator[str]:
    for variable in variables:
        yield f"{indent}bool {_declared(variable)};"


def _declared(variable: bp.Variable) -> str:
    return written(variable.name) + (f" {escape(variable.text, chr(34))}" if variable.text else "")


def _procedure(procedure: bp.Procedure) -> Iterator[str]:
    results = {0: "void", 1: "bool"}.get(procedure.results, f"bool<{procedure.results}>")
    formals = ", ".join(f"bool {_declared(variable)}" for variable in procedure.formals)
    yield f"{results} {written(procedure.name)}({formals}) {{"
    yield from _declaration(procedure.locals, "  ")
    if procedure.invariant != TRUE:
        yield f"  enforce {print_expression(procedure.invariant)};"
    exit_location = procedure.locations[procedure.exit]
    if exit_location.name != "exit" or exit_location.labels:
        yield f"  exit {': '.join(map(written, (exit_location.name, *exit_location.labels)))};"
    order = [number for number in range(len(procedure.locations)) if number != procedure.exit]
    if order and order[0] != procedure.entry:
        yield f"  goto {_name(procedure, procedure.entry)};"
    for number in order:
        yield "  " + _location(procedure, number)
    yield "}"


def _name(procedure: bp.Procedure, location: int) -> str:
    return written(procedure.locations[location].name)


def _location(procedure: bp.Procedure, number: int) -> str:
    location: bp.Location = procedure.locations[number]
    labels = "".join(f"{written(label)}: " for label in (location.name, *location.labels))
    edges = [procedure.edges[edge] for edge in procedure.outgoing[number]]
    if location.kind is LocationKind.BRANCH:
        return labels + _branch(procedure, edges)
    if location.kind is LocationKind.CHOICE:
        return labels + _choice(procedure, edges)
    (edge,) = edges
    if edge.operation == bp.SKIP:
        return f"{labels}goto {_name(procedure, edge.target)};"
    return labels + _step(procedure, edge)


def _step(procedure: bp.Procedure, edge: bp.Edge) -> str:
    text = print_operation(edge.operation) + ";"
    return text if isinstance(edge.operation, bp.Return) else f"{text} goto {_name(procedure, edge.target)};"


def _branch(procedure: bp.Procedure, edges: list[bp.Edge]) -> str:
    guards = [edge.operation.condition for edge in edges if isinstance(edge.operation, bp.Guard)]
    if len(edges) == 2 and same_expression(guards[1], negation(guards[0])):
        yes, no = (_name(procedure, edge.target) for edge in edges)
        return f"if ({print_expression(guards[0])}) goto {yes}; else goto {no};"
    arms = (
        f"({print_expression(guard)}) goto {_name(procedure, edge.target)};"
        for guard, edge in zip(guards, edges, strict=True)
    )
    return f"select {{ {' '.join(arms)} }}"


def _choice(procedure: bp.Procedure, edges: list[bp.Edge]) -> str:
    if len(edges) > 1 and all(edge.operation == bp.SKIP for edge in edges):
        return f"goto {', '.join(_name(procedure, edge.target) for edge in edges)};"
    return f"choice {{ {' '.join(_step(procedure, edge) for edge in edges)} }}"


def print_operation(operation: bp.Operation) -> str:
    """The text of what an edge does, without a semicolon."""
    match operation:
        case bp.Update():
            return _update(operation)
        case bp.Guard(condition):
            return f"assume({print_expression(condition)})"
        case bp.Check(condition, "assert", ""):
            return f"assert({print_expression(condition)})"
        case bp.Check(condition, kind, message):
            text = f"check {written(kind)}({print_expression(condition)})"
            return f"{text} {escape(message, chr(34))}" if message else text
        case bp.Call(procedure, arguments, results):
            call = f"{written(procedure)}({_list(arguments)})"
            if all(result is None for result in results):
                return call
            return f"{', '.join('_' if result is None else written(result) for result in results)} = {call}"
        case bp.Return(values):
            return f"return {_list(values)}" if values else "return"
        case bp.Start(procedure, arguments):
            return f"start_thread {written(procedure)}({_list(arguments)})"
        case bp.Atomic(begins):
            return "atomic_begin" if begins else "atomic_end"


def _list(expressions: Iterable[Expr]) -> str:
    return ", ".join(map(print_expression, expressions))


def _update(update: bp.Update) -> str:
    parts = []
    targets, values, constraint = update.targets, update.values, update.constraint
    if update.broadcast is not None:
        targets, values = (*targets, *update.broadcast.targets), (*values, *update.broadcast.values)
        constraint = conjunction([constraint, update.broadcast.constraint])
    if targets:
        parts.append(f"{', '.join(map(written, targets))} = {_list(values)}")
    if update.chosen:
        where = f" where {print_expression(update.possible)}" if update.possible != TRUE else ""
        must = (
            f" must {print_expression(update.definite)}"
            if not same_expression(update.definite, update.possible)
            else ""
        )
        parts.append(f"any({', '.join(map(written, update.chosen))}{where}{must})")
    text = " with ".join(parts) or "skip"
    return text if constraint == TRUE else f"{text} constrain {print_expression(constraint)}"


def print_expression(expression: Expr) -> str:
    """The text of an expression, with as few parentheses as read back the same."""
    return bottom_up(expression, _printed, bpe.operands)[0]


def _printed(part: Expr, parts: tuple[_Text, ...]) -> _Text:
    """The text of one node and how tightly it binds."""
    match part:
        case bpe.Constant(value):
            return ("true" if value else "false"), _ATOM
        case bpe.Var(name):
            return written(name), _ATOM
        case bpe.Next(name):
            return "'" + written(name), _PREFIX
        case bpe.Unknown():
            return "*", _ATOM
        case bpe.Not():
            return "!" + _within(parts[0], _PREFIX), _PREFIX
        case bpe.And(()):
            return "true", _ATOM
        case bpe.Or(()):
            return "false", _ATOM
        case bpe.And((_,)) | bpe.Or((_,)):
            return parts[0]
        case bpe.And():
            return " && ".join(_within(item, _SAME) for item in parts), _AND
        case bpe.Or():
            return " || ".join(_within(item, _AND) for item in parts), _OR
        case bpe.Same():
            return " == ".join(_within(item, _PREFIX) for item in parts), _SAME
        case bpe.Choose():
            return f"choose({parts[0][0]}, {parts[1][0]})", _ATOM


def _within(item: _Text, least: int) -> str:
    text, strength = item
    return text if strength >= least else f"({text})"
