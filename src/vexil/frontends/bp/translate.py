"""Predicate programs as programs of the intermediate form, so that runs are replayed and proofs are checked there.

Every value that is unknown is chosen by the environment. Globals start with any value, locals at the entry of their
procedure; what is enforced restricts runs wherever it could be violated.
"""

from __future__ import annotations

from vexil.core.errors import UsageError
from vexil.core.graphs import components
from vexil.frontends.bp.broadcasts import hidden_globals, translation
from vexil.ir import operations as ops
from vexil.ir.builder import FunctionBuilder, ProgramBuilder
from vexil.ir.operation_parts import Origin, StaticCallee, TypeDomain
from vexil.ir.program import Program
from vexil.ir.types import BOOL
from vexil.model.boolean_program import Call, PredicateProgram, Procedure
from vexil.model.boolean_program.embedding import HIDDEN, START, argument, shared_result


def translate(program: PredicateProgram) -> Program:
    """Make the program; raises `UsageError` for names that are not free."""
    _refuse_hidden_names(program)
    file = program.file
    builder = ProgramBuilder(file.name if file else "program", "bp", files=(file,) if file else ())
    for variable in program.globals:
        builder.global_variable(variable.name, BOOL, TypeDomain(BOOL))
    for name, procedure in program.procedures.items():
        if procedure.results > 1:
            for number in range(procedure.results):
                place = shared_result(name, number)
                builder.global_variable(place.name, BOOL, hidden=True, per_thread=program.has_threads)
    for hidden, value in hidden_globals(program):
        builder.global_variable(hidden.name, hidden.type, value, hidden=True)
    builder.entry = program.main
    for procedure in program.procedures.values():
        builder.add(translation(program, procedure, _repeated(program, procedure)).run())
    main = program.procedures[program.main]
    if main.formals:
        builder.entry = START
        builder.add(_start(main))
    return builder.build()


def _refuse_hidden_names(program: PredicateProgram) -> None:
    names = [variable.name for variable in program.globals]
    for procedure in program.procedures.values():
        names += [procedure.name, *procedure.own]
    for name in names:
        if name.startswith(HIDDEN):
            raise UsageError(f"the name {name!r} begins with a backslash", hint="choose another name")


def _start(main: Procedure) -> FunctionBuilder:
    """Call ``main`` with any values."""
    builder = FunctionBuilder(START)
    passed = [builder.local(argument(number).name, BOOL, hidden=True) for number in range(len(main.formals))]
    here = builder.entry = builder.location()
    for variable in passed:
        following = builder.location()
        builder.edge(here, following, ops.Choose(variable, TypeDomain(BOOL), Origin.ENVIRONMENT))
        here = following
    returned = builder.location()
    builder.edge(here, returned, ops.Call(StaticCallee(main.name), tuple(passed), None))
    builder.exit = builder.location("exit")
    builder.edge(returned, builder.exit, ops.Return(None))
    return builder


def _repeated(program: PredicateProgram, procedure: Procedure) -> frozenset[int]:
    """The locations that a run may come to more than once."""
    called = any(
        isinstance(edge.operation, Call) and edge.operation.procedure == procedure.name
        for item in program.procedures.values()
        for edge in item.edges
    )
    count = len(procedure.locations)
    if called or procedure.name != program.main:
        return frozenset(range(count))
    following = [[procedure.edges[edge].target for edge in edges] for edges in procedure.outgoing]
    repeated: set[int] = set()
    for members in components(count, lambda place: following[place]):
        if len(members) > 1 or members[0] in following[members[0]]:
            repeated.update(members)
    return frozenset(repeated)
