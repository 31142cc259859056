"""The world outside the program: what functions and variables do that are declared and defined nowhere.

By default a function without a body may write and call whatever it can reach (`vexil.frontends.c.environment_code`),
return any value of its type, and not return at all. With ``--env types`` it is taken to write what the types of its
pointer arguments say, two pointers deep, and to change nothing else. Library functions do what the table of effects
says. All of this is an assumption, shown with every verdict.
"""

from __future__ import annotations

from vexil.analysis import PointsTo
from vexil.core.caveats import Assumption, Effect
from vexil.frontends.c.contracts import Effects, Write, known_effects, requirements
from vexil.frontends.c.conversions import converted
from vexil.frontends.c.function import FunctionLowering
from vexil.frontends.c.inputs import any_of
from vexil.frontends.c.kinds import Kind
from vexil.frontends.c.program import Translation
from vexil.frontends.c.reaching import build_reaching, set_errno, stop
from vexil.frontends.c.writers import HOPS, byte_writer, followed, writer
from vexil.ir.builder import FunctionBuilder
from vexil.ir.expressions import AddressOf, Apply, Const, Deref, Expr, Operator, Variable
from vexil.ir.operation_parts import GuardedDomain, NewMemory, Origin, RangeDomain, StaticCallee, TypeDomain
from vexil.ir.operations import Allocate, Call, Choose, Fill, Return
from vexil.ir.types import BOOL, I32, I64, BoolType, FloatType, IntegerType, PointerType, ThreadType, is_aggregate
from vexil.ir.typing import apply, zero
from vexil.languages.options import Environment


def after_call(
    fn: FunctionLowering, declaration: int, arguments: list[int], values: list[Expr], described: tuple[object, ...]
) -> None:
    """Let a function without a body write through pointers whose types only the caller knows."""
    effects = known_effects(fn.tree.declarations[declaration].name)
    if effects is None and fn.translation.options.environment == Environment.REACH:
        return
    _, _, parameters, variadic, prototype = described
    assert isinstance(parameters, tuple)
    for formal, argument, pointer in zip(parameters, arguments, values, strict=False):
        shape = fn.types.describe(formal)
        if shape[0] != "pointer" or shape[2] or followed(fn.translation, formal) is not None:
            continue
        if effects is not None:
            continue
        target = followed(fn.translation, _written_type(fn, argument))
        if target is not None:
            fn.emit(Call(StaticCallee(writer(fn.translation, target, HOPS)), (pointer,), None))
    if (variadic or not prototype) and (effects is None or effects.writes_rest):
        for argument, pointer in zip(arguments[len(parameters) :], values[len(parameters) :], strict=True):
            written = _written_type(fn, argument)
            target = followed(fn.translation, written)
            shape = fn.types.describe(written)
            if target is not None:
                fn.emit(Call(StaticCallee(writer(fn.translation, target, HOPS)), (pointer,), None))
            elif effects is not None and shape[0] == "pointer" and not shape[2]:
                every = Const(I64.high, I64)
                fn.emit(Call(StaticCallee(byte_writer(fn.translation)), (pointer, every), None))


def _written_type(fn: FunctionLowering, node: int) -> int:
    """The type of an argument before it was converted to ``void *``."""
    while fn.tree.kinds[node] in (Kind.PAREN, Kind.IMPLICIT_CAST, Kind.CAST):
        inner = fn.tree.children(node)[-1]
        if fn.types.shape(fn.tree.types[inner]) == "array":
            return fn.tree.types[node]
        if fn.types.shape(fn.tree.types[inner]) != "pointer":
            break
        node = inner
    return fn.tree.types[node]


# --- functions without a body ----------------------------------------------------------------------------


def make_external(translation: Translation, declaration: int, name: str) -> None:
    """Build what stands for a function that is defined nowhere."""
    described = translation.signature(declaration)
    code = translation.code_type(declaration)
    builder = FunctionBuilder(name, code.result, external=True)
    fn = FunctionLowering(translation, builder)
    for position, kind in enumerate(code.parameters):
        builder.parameter(fn.name(f"p{position + 1}"), kind, hidden=True)
    fn.result = code.result
    effects = known_effects(translation.tree.declarations[declaration].name)
    if translation.options.environment == Environment.STRICT:
        for effect in Effect:
            fn.approximate(effect, f"the function {name} has no body, and --env strict trusts no model of it")
    if name in requirements() and declaration in translation.addressed_functions():
        fn.approximate(Effect.DROPS, f"what {name} is given is not checked where it is called through a pointer")
    is_seen = declaration in translation.result_needed or translation.options.track_memory
    if effects is not None and effects.is_inexact and (is_seen or not effects.is_silent):
        fn.approximate(Effect.ADDS, f"what {name} computes is not modelled: it returns any value")
    for position, kind in enumerate(described[2]):
        write = None if effects is None else effects.write_of(position)
        if write is not None:
            _write_for_library(fn, write, kind)
        elif effects is None:
            _write_argument(fn, position, kind)
    if effects is not None:
        _write_globals(fn, effects)
        set_errno(fn)
        if effects.stops or effects.may_stop:
            stop(fn, always=effects.stops)
    value = _known_result(fn, effects) or _result(fn, declaration, int(described[1]))
    fn.emit_to(Return(value), builder.exit, builder.exit)
    fn.finish()


def _write_for_library(fn: FunctionLowering, write: Write, kind: int) -> None:
    """Write what a library function writes through an argument: values of the type pointed to, or so many bytes."""
    target = followed(fn.translation, kind)
    if target is not None and fn.types.shape(target) == "pointer":
        _write_new_pointer(fn, fn.builder.parameter_at(write.argument), target)
        return
    is_text = target is not None and fn.types.size(target) == 1
    if target is not None and not (is_text and write.sizes):
        _write_argument(fn, write.argument, kind)
        return
    shape = fn.types.describe(kind)
    if shape[0] != "pointer" or shape[2]:
        return
    count: Expr = Const(I64.high, I64)
    if write.sizes:
        count = Const(1, I64)
        for position in write.sizes:
            count = apply(Operator.MULTIPLY, count, converted(fn.builder.parameter_at(position), I64))
        count = fn.keep(count, "size")
    parameter = fn.builder.parameter_at(write.argument)
    fn.emit(Call(StaticCallee(byte_writer(fn.translation)), (parameter, count), None))


def _write_new_pointer(fn: FunctionLowering, place: Variable, kind: int) -> None:
    """Write null or the address of new memory where an argument points to."""
    pointer = fn.types.ir(kind)
    there, after = fn.fresh(), fn.fresh()
    width = Const(fn.translation.builder.layout.pointer_width // 8, I64)
    fn.branch(apply(Operator.ACCESSIBLE, place, width), there, after)
    fn.here = there
    pointer_variable = Variable(fn.builder.local(fn.name("made"), pointer, hidden=True).name, pointer, False)
    fn.assign(pointer_variable, Const(0, pointer))
    _any_pointer(fn, pointer_variable, kind)
    fn.assign(Deref((place,), pointer), pointer_variable)
    fn.go_to(after)


def _write_argument(fn: FunctionLowering, position: int, kind: int) -> None:
    parameter = fn.builder.parameter_at(position)
    target = followed(fn.translation, kind)
    if target is not None:
        fn.emit(Call(StaticCallee(writer(fn.translation, target, HOPS)), (parameter,), None))
    elif fn.types.shape(kind) == "record":
        address = AddressOf(parameter, PointerType(parameter.type))
        fn.emit(Call(StaticCallee(writer(fn.translation, kind, HOPS)), (address,), None))


def _write_globals(fn: FunctionLowering, effects: Effects) -> None:
    """Write the variables of the library that a function sets, as far as the program has them."""
    for number, variable in fn.translation.globals.items():
        declaration = fn.tree.declarations[number]
        if declaration.name in effects.sets and declaration.is_external and not is_aggregate(variable.type):
            fn.emit(Choose(variable, any_of(variable.type), Origin.ENVIRONMENT))


def _known_result(fn: FunctionLowering, effects: Effects | None) -> Expr | None:
    """A number of the range that a library function has, the argument that it returns, or a pointer into its object."""
    if effects is None or fn.result is None:
        return None
    if effects.result_range is not None and isinstance(fn.result, IntegerType):
        low, high = effects.result_range
        number = fn.builder.local(fn.name("result"), fn.result, hidden=True)
        most = Const(fn.result.high if high is None else high, fn.result)
        fn.emit(Choose(number, RangeDomain(Const(low, fn.result), most), Origin.ENVIRONMENT))
        return Variable(number.name, fn.result, False)
    position = effects.returned if effects.returned is not None else effects.returned_within
    if position is None:
        return None
    parameter: Expr = fn.builder.parameter_at(position)
    if effects.returned_within is not None:
        result = fn.builder.local(fn.name("result"), fn.result, hidden=True)
        offset = fn.builder.local(fn.name("offset"), I64, hidden=True)
        fn.emit(Choose(offset, TypeDomain(I64), Origin.ENVIRONMENT))
        inside = Apply(Operator.POINTER_ADD, (parameter, Variable(offset.name, I64, False)), parameter.type)
        null, inside_object = fn.fresh(), fn.fresh()
        fn.branch(Apply(Operator.ACCESSIBLE, (inside, Const(1, I64)), BOOL), inside_object, null)
        fn.here = inside_object
        fn.assign(result, converted(inside, result.type))
        end, fn.here = fn.here, null
        fn.assign(result, Const(0, result.type))
        fn.join(end, fn.here)
        return Variable(result.name, result.type, False)
    return converted(parameter, fn.result)


def _result(fn: FunctionLowering, declaration: int, kind: int) -> Expr | None:
    """Any value; a number that nobody looks at needs no choice."""
    if fn.types.shape(kind) == "void":
        return None
    result = fn.types.ir(kind)
    if declaration not in fn.translation.result_needed and isinstance(result, IntegerType | FloatType | BoolType):
        return zero(result)
    return _any_result(fn, kind)


def _any_result(fn: FunctionLowering, kind: int) -> Expr:
    result = fn.types.ir(kind)
    variable = fn.builder.local(fn.name("result"), result, hidden=True)
    if isinstance(result, PointerType):
        _any_pointer(fn, variable, kind)
    elif is_aggregate(result):
        _any_aggregate(fn, variable, kind)
    elif isinstance(result, ThreadType):
        pass
    else:
        fn.emit(Choose(variable, TypeDomain(result), Origin.ENVIRONMENT))
    return Variable(variable.name, result, False)


def _any_pointer(fn: FunctionLowering, variable: Variable, kind: int) -> None:
    """Null, or a pointer to a new object with any contents."""
    null, fresh = fn.fresh(), fn.fresh()
    fn.fork(null, fresh)
    fn.here = fresh
    target = fn.types.target(kind)
    complete = fn.types.shape(target) not in ("void", "function", "other") and fn.types.is_complete(target)
    size = max(1, fn.types.size(target)) if complete else 1
    fn.emit(Allocate(variable, NewMemory(Const(size, I64), False, True), f"{fn.builder.name} (environment)"))
    if complete:
        held = Variable(variable.name, variable.type, False)
        fn.emit(Call(StaticCallee(writer(fn.translation, target, 1)), (held,), None))
    fn.join(null, fn.here)


def _any_aggregate(fn: FunctionLowering, variable: Variable, kind: int) -> None:
    address = AddressOf(variable, PointerType(variable.type))
    fn.emit(Fill(address, Const(0, I32), Const(fn.types.size(kind), I64)))
    fn.emit(Call(StaticCallee(writer(fn.translation, kind, 1)), (address,), None))


# --- all that can be reached -----------------------------------------------------------------------------


def build_externals(translation: Translation) -> PointsTo | None:
    """Build what stands for functions that are defined nowhere; gives facts about the result if they are at hand."""
    reaching = translation.options.environment == Environment.REACH
    unknown = {}
    for declaration, name in sorted(translation.undefined.items()):
        if name not in translation.builder.functions:
            if reaching and known_effects(translation.tree.declarations[declaration].name) is None:
                unknown[declaration] = name
            else:
                make_external(translation, declaration, name)
    return build_reaching(translation, unknown) if unknown or translation.givers else None


# --- assumptions -----------------------------------------------------------------------------------------

_WHAT = {
    Environment.REACH: (
        "may write and call whatever they can reach (variables with external linkage, what arguments point to, what "
        "they were given before, and what pointers in these lead to, but not through arguments that point to const), "
        "return any value of their type (pointers: null, new, or what they reach), or end the program; they call no "
        "function of the program and point to no constant of it that they know by its name alone, leave the library's "
        "own objects alone, free nothing, start no threads, and change nothing between calls"
    ),
    Environment.TYPES: (
        "return any value of their type (pointers: null or a new object) and write anything but pointers to what their "
        "pointer arguments point to, up to two pointers deep; they change nothing else, free nothing, start no "
        "threads, do not call back, and return (--env types)"
    ),
}


def open_pointers(translation: Translation) -> str:
    """What pointers hold that the program is given at its start."""
    if translation.options.environment == Environment.REACH:
        return "null, an address where nothing is, one new object, or what functions without a body know"
    return "null or an address where nothing is"


def assumptions(translation: Translation, opened: list[str]) -> list[Assumption]:
    """What is taken for granted about the world outside."""
    names = sorted(name for name in translation.undefined.values() if known_effects(name) is None)
    phrases = []
    if names:
        shown = ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")
        what = _WHAT.get(translation.options.environment, _WHAT[Environment.TYPES])
        phrases.append(f"functions without a body ({shown}) {what}")
    phrases.extend(_library_phrases(translation))
    if opened:
        phrases.append(
            f"variables defined nowhere ({', '.join(opened)}) start with any value "
            f"(pointers: {open_pointers(translation)})"
        )
    if not phrases:
        phrases.append("the program is closed: nothing but its own inputs is open")
    return [Assumption("environment", "; ".join(phrases))]


def _library_phrases(translation: Translation) -> list[str]:
    table = {name: known_effects(name) for name in sorted(translation.undefined.values())}
    quiet = [name for name, does in table.items() if does is not None and does.is_silent]
    others = [name for name, does in table.items() if does is not None and not does.is_silent]
    phrases = []
    if quiet:
        phrases.append(f"{', '.join(quiet)} change nothing that the program sees and return any value")
    if others:
        phrases.append(f"{', '.join(others)} do what the table of library functions says, and return any value")
    return phrases


NO_VALUE = GuardedDomain(((Const(False, BOOL), Const(False, BOOL)),))
"""A choice among nothing: reaching it is undefined."""
