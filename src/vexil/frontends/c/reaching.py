"""Functions without a body that do what they can to all that they can reach."""

from __future__ import annotations

from collections.abc import Iterator

from vexil.analysis import PointsTo
from vexil.core.caveats import Effect
from vexil.frontends.c.contracts import known_effects
from vexil.frontends.c.environment_code import OUTSIDE, EnvironmentCode
from vexil.frontends.c.escape import Boundary, EscapeFacts, escape_facts
from vexil.frontends.c.footprint import is_of_library
from vexil.frontends.c.function import FunctionLowering
from vexil.frontends.c.inputs import NOWHERE
from vexil.frontends.c.kinds import Kind
from vexil.frontends.c.program import ERRORS, Translation
from vexil.ir.builder import FunctionBuilder
from vexil.ir.expressions import Const, Deref, Variable
from vexil.ir.operation_parts import Origin, StaticCallee, TypeDomain
from vexil.ir.operations import Call, Choose, Return, Stop
from vexil.ir.types import I32, BoolType, CodeType, FloatType, IntegerType, PointerType, Type
from vexil.ir.typing import zero
from vexil.languages.options import Environment


def expose_variables(translation: Translation, entry: int) -> None:
    """Keep variables with external linkage in memory if a pointer from outside may point to them."""
    tree = translation.tree
    unknown = [
        number
        for number, declaration in enumerate(tree.declarations)
        if declaration.kind == Kind.FUNCTION_DECL
        and not declaration.defined
        and known_effects(declaration.name) is None
        and not translation.is_operation(declaration.name)
    ]
    entries = [] if tree.declarations[entry].name == "main" else [entry]
    opened = [number for number, _ in tree.variables if not tree.declarations[number].defined]
    if translation.options.environment != Environment.REACH or not (unknown or opened or entries):
        return
    pointed = set(_pointed_from_outside(translation, unknown, entries))
    for number, _ in tree.variables:
        declaration = tree.declarations[number]
        described = translation.types.describe(declaration.type)
        is_pointed_to = declaration.is_external and not pointed.isdisjoint((described, ("void",)))
        if (
            is_pointed_to
            and described[0] in ("bool", "int", "float", "pointer")
            and not translation.is_model(declaration)
        ):
            translation.in_memory.add(number)


def _pointed_from_outside(
    translation: Translation, unknown: list[int], entries: list[int]
) -> Iterator[tuple[object, ...]]:
    """The types that pointers from outside may point to."""
    tree, types = translation.tree, translation.types
    places = [types.describe(tree.declarations[number].type)[1] for number in unknown]
    places += [n for n, _ in enumerate(tree.type_table) if types.shape(n) == "array"]
    for number, _ in tree.variables:
        if not translation.is_model(tree.declarations[number]):
            places.append(tree.declarations[number].type)
    for record in tree.records:
        if record is not None and not is_of_library(record[0], [member[0] for member in record[4]]):
            places += [member[1] for member in record[4]]
    for number in (*translation.addressed_functions(), *entries):
        places += types.describe(tree.declarations[number].type)[2]
    places += [types.describe(n)[1] for n, _ in enumerate(tree.type_table) if types.shape(n) == "pointer"]
    for place in places:
        while types.shape(place) == "array":
            place = types.describe(place)[1]
        described = types.describe(place)
        if described[0] == "pointer":
            yield types.describe(described[1])


def build_reaching(translation: Translation, unknown: dict[int, str]) -> PointsTo | None:
    """Build functions that do what they can to all that they can reach, which depends on what they do."""
    boundary = _boundary(translation, unknown)
    before = translation.mark()
    escapes = EscapeFacts()
    while True:
        outside = EnvironmentCode(translation, boundary, escapes)
        for declaration, name in unknown.items():
            code = translation.code_type(declaration)
            is_number = isinstance(code.result, IntegerType | FloatType | BoolType)
            is_needed = declaration in translation.result_needed or not is_number
            _make_reaching(translation, name, code, outside, is_needed=is_needed)
        for name, kind in translation.givers.items():
            _make_giver(translation, name, kind, outside)
        outside.build()
        _build_foreign(translation, outside)
        program = translation.builder.build()
        if escapes.is_partial:
            return None
        facts = PointsTo(program)
        extended = escape_facts(program, facts, boundary).with_shapes(escapes).limited()
        if extended == escapes:
            return facts
        translation.reset(before)
        escapes = extended


FREEING = frozenset({"free", "cfree", "realloc", "reallocarray"})


def _boundary(translation: Translation, unknown: dict[int, str]) -> Boundary:
    functions = {}
    for declaration, name in unknown.items():
        kinds = [translation.types.describe(kind) for kind in translation.signature(declaration)[2]]
        functions[name] = frozenset(
            position for position, shape in enumerate(kinds) if shape[0] == "pointer" and shape[2]
        )
    declarations = translation.tree.declarations
    own = (
        number
        for number, _ in translation.tree.functions
        if not translation.is_model(declarations[number]) or declarations[number].name in ERRORS
    )
    external = {
        variable.name: declarations[number].constant
        for number, variable in translation.globals.items()
        if declarations[number].is_external and not translation.is_model(declarations[number])
    }
    return Boundary(
        functions,
        frozenset(map(translation.function_name, own)) - {translation.builder.entry},
        frozenset(name for name, is_constant in external.items() if not is_constant),
        frozenset(name for name, is_constant in external.items() if is_constant),
        frozenset(variable.name for variable in translation.builder.globals if variable.hidden),
        frozenset(
            translation.function_name(number)
            for number, _ in translation.tree.functions
            if declarations[number].name in FREEING
        ),
    )


def _make_giver(translation: Translation, name: str, kind: Type, outside: EnvironmentCode) -> None:
    """Build the function that gives something at the start; a pointer may also be one that leads nowhere."""
    fn = FunctionLowering(translation, FunctionBuilder(name, kind, external=True))
    start = fn.here
    if isinstance(kind, PointerType):
        fn.emit_to(Return(Const(NOWHERE, kind)), fn.builder.exit, start)
    fn.emit_to(Return(outside.values.any_value(fn, kind, name)), fn.builder.exit, fn.builder.exit)
    fn.finish()


def _build_foreign(translation: Translation, outside: EnvironmentCode) -> None:
    """Build the functions outside that pointers from there lead to, which may give more such pointers."""
    built: set[str] = set()
    while waiting := [(name, code) for name, code in outside.foreign.items() if name not in built]:
        for name, code in waiting:
            _make_reaching(translation, name, code, outside, is_needed=True)
            built.add(name)


def _make_reaching(
    translation: Translation, name: str, code: CodeType, outside: EnvironmentCode, *, is_needed: bool
) -> None:
    builder = FunctionBuilder(name, code.result, external=True)
    fn = FunctionLowering(translation, builder)
    for position, kind in enumerate(code.parameters):
        builder.parameter(fn.name(f"p{position + 1}"), kind, hidden=True)
    parameters = {builder.parameter_at(position).name: kind for position, kind in enumerate(code.parameters)}
    if outside.is_partial:
        fn.approximate(Effect.DROPS, f"{name} has no body and reaches more than can be followed (see --env types)")
    outside.arguments(fn, name)
    outside.passed_by_value(fn, name, parameters)
    if outside.is_active:
        fn.emit(Call(StaticCallee(OUTSIDE), (), None))
    set_errno(fn)
    if translation.options.can_end or translation.model("exit") is not None:
        stop(fn, always=False)
    value = None
    if code.result is not None:
        value = outside.values.any_value(fn, code.result, name) if is_needed else zero(code.result)
    fn.emit_to(Return(value), builder.exit, builder.exit)
    fn.finish()


# --- what every function may do --------------------------------------------------------------------------


def set_errno(fn: FunctionLowering) -> None:
    """Let a function set ``errno``, if the program looks at it."""
    place = fn.translation.model("__errno_location")
    if place is not None:
        pointer = PointerType(I32)
        where = Variable(fn.builder.local(fn.name("where"), pointer, hidden=True).name, pointer, False)
        fn.emit(Call(StaticCallee(place), (), where))
        fn.emit(Choose(Deref((where,), I32), TypeDomain(I32), Origin.ENVIRONMENT))


def stop(fn: FunctionLowering, *, always: bool) -> None:
    """End the program here, or go on if that is possible, too; what is to be done at its end is done."""
    further = fn.fresh()
    if not always:
        ending = fn.fresh()
        fn.fork(further, ending)
        fn.here = ending
    at_end = fn.translation.model("exit")
    if at_end is not None:
        fn.emit(Call(StaticCallee(at_end), (Const(1, I32),), None))
    fn.builder.stop = fn.builder.location("stopped")
    fn.emit_to(Stop(Const(1, I32)), fn.builder.stop, further)
