"""Functions and global variables of a program, and the function that starts it."""

from __future__ import annotations

from vexil.frontends.c.conversions import converted
from vexil.frontends.c.declarations import measured
from vexil.frontends.c.entry import begin_program, leave_function
from vexil.frontends.c.function import FunctionLowering
from vexil.frontends.c.kinds import Kind
from vexil.frontends.c.program import ERRORS, Translation
from vexil.frontends.c.statements import open_block
from vexil.frontends.c.tree import Declaration
from vexil.ir.builder import FunctionBuilder
from vexil.ir.expressions import Const, Variable
from vexil.ir.operations import BeginAtomic, Check, Skip
from vexil.ir.types import BOOL, I32, PointerType, Type, is_aggregate
from vexil.ir.typing import zero

ATOMIC_PREFIX = "__VERIFIER_atomic_"


# --- functions -------------------------------------------------------------------------------------------


def lower_function(translation: Translation, number: int, node: int) -> None:
    """Build one function."""
    tree = translation.tree
    attribute = tree.attributes.get(node, "")
    if "destructor" in attribute or "ifunc" in attribute or "(" in attribute:
        raise translation.refusal_at(tree.declarations[number], f"the attribute {attribute}")
    if "constructor" in attribute:
        translation.constructors.append(translation.function_name(number))
    declaration = tree.declarations[number]
    name = translation.function_name(number)
    code = translation.code_type(number)
    ends_program = number == translation.direct_entry
    builder = FunctionBuilder(name, None if ends_program else code.result)
    fn = FunctionLowering(translation, builder)
    fn.result, fn.ends_program = code.result, ends_program
    fn.has_labels = Kind.LABEL in tree.kinds[node : node + tree.sizes[node]]
    children = tree.children(node)
    nodes = {tree.extra[child]: child for child in children if tree.kinds[child] == Kind.PARAMETER}
    parameters = [nodes[parameter] for parameter in tree.parameters[node]]
    bodies = [child for child in children if tree.kinds[child] == Kind.BLOCK]
    copied: list[tuple[Variable, int]] = []
    for position, kind in enumerate(code.parameters):
        if position < len(parameters):
            _declare_parameter(fn, parameters[position], kind, copied)
        else:
            fn.variadic = builder.parameter(fn.name("..."), kind, hidden=True)
    fn.span = translation.name_span(declaration)
    fn.is_synchronisation = translation.threaded and translation.is_synchronisation(declaration)
    _enter(fn, declaration, name)
    if ends_program:
        begin_program(fn, number, [fn.locals[fn.tree.extra[parameter]] for parameter in parameters])
    for variable, parameter in copied:
        local = fn.locals[parameter]
        fn.assign(local, converted(variable, local.type))
    for parameter_node in parameters:
        _measure_parameter(fn, parameter_node)
    body = bodies[0]
    open_block(fn, body)
    for part in tree.children(body):
        fn.statement(part)
    _fall_off(fn, declaration, body)
    fn.finish(translation.name_span(declaration))


def _declare_parameter(fn: FunctionLowering, node: int, kind: Type, copied: list[tuple[Variable, int]]) -> None:
    number = fn.tree.extra[node]
    declaration = fn.tree.declarations[number]
    own = kind if fn.types.shape(declaration.type) in ("record", "array", "function") else fn.kind(node)
    name = fn.name(declaration.name or "unnamed")
    labels = () if name == declaration.name or not declaration.name else (declaration.name,)
    span = fn.translation.name_span(declaration) if declaration.name else None
    in_memory = number in fn.translation.in_memory or is_aggregate(kind)
    if fn.ends_program:
        fn.locals[number] = fn.builder.local(name, own, addressable=in_memory, labels=labels, span=span)
    elif own != kind and not isinstance(kind, PointerType):
        passed = fn.builder.parameter(fn.name(f"{name}$passed"), kind, hidden=True)
        fn.locals[number] = fn.builder.local(name, own, addressable=in_memory, labels=labels, span=span)
        copied.append((passed, number))
    else:
        hidden = fn.translation.is_model(declaration)
        fn.locals[number] = fn.builder.parameter(
            name, kind, addressable=in_memory, span=span, hidden=hidden, labels=labels
        )
    if in_memory:
        fn.exposed.add(name)


def _measure_parameter(fn: FunctionLowering, node: int) -> None:
    """Rows of a parameter such as ``int m[n][k]`` are measured when the function is entered."""
    number = fn.tree.extra[node]
    declaration = fn.tree.declarations[number]
    described = fn.types.describe(declaration.type)
    target = described[1] if described[0] in ("array", "pointer") else None
    if target is None or not fn.types.has_variable_size(target):
        return
    lengths = fn.types.dimensions(target)
    sizes = measured(fn, target, fn.tree.children(node)[: len(lengths)], node)
    variable = fn.locals[number]
    fn.blocks[number] = (variable, [Const(0, I32), *sizes])


def _enter(fn: FunctionLowering, declaration: Declaration, name: str) -> None:
    if fn.translation.is_model(declaration):
        for effect, reason in fn.translation.model_caveats.get(declaration.name, ()):
            fn.approximate(effect, reason)
            fn.emit(Skip())
    if declaration.name in ERRORS:
        fn.emit(Check("unreach", Const(False, BOOL), f"{declaration.name}()"))
    if name.startswith(ATOMIC_PREFIX):
        fn.atomic = True
        fn.emit(BeginAtomic())


def _fall_off(fn: FunctionLowering, declaration: Declaration, body: int) -> None:
    """The end of the body: ``main`` returns 0 there (C11 5.1.2.2.3)."""
    end = fn.translation.tree.ends[body]
    fn.span = fn.translation.span_of(fn.translation.tree.file_numbers[body], end - 1, end)
    if declaration.name == fn.translation.options.entry and fn.result is not None and not is_aggregate(fn.result):
        leave_function(fn, zero(fn.result))
    else:
        leave_function(fn, None)
