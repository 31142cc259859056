"""Variables with static storage: names, types, initial values."""

from __future__ import annotations

from vexil.frontends.c.constant_contents import static_initial
from vexil.frontends.c.domains import any_of
from vexil.frontends.c.function import FunctionLowering, NotConstant
from vexil.frontends.c.program import Translation
from vexil.frontends.c.types import UnsupportedType
from vexil.ir.builder import FunctionBuilder
from vexil.ir.expressions import Variable
from vexil.ir.operation_parts import Domain
from vexil.ir.types import PointerType, is_aggregate
from vexil.languages.options import Environment


def declare_global(translation: Translation, number: int, wanted: str, labels: tuple[str, ...] = ()) -> Variable:
    """Give a variable with static storage its name and type; its initial value comes later."""
    known = translation.globals.get(number)
    if known is not None:
        return known
    declaration = translation.tree.declarations[number]
    types = translation.types
    in_memory = number in translation.in_memory or types.is_aggregate(declaration.type)
    try:
        kind = types.stored(declaration.type) if in_memory else types.ir(declaration.type)
    except UnsupportedType as problem:
        raise translation.refusal_at(declaration, str(problem)) from None
    name = translation.unique(wanted)
    if name != declaration.name and not labels:
        labels = (declaration.name,)
    variable = Variable(name, kind, True)
    translation.globals[number] = variable
    translation.builder.global_variable(
        name, kind, None, addressable=in_memory, volatile=declaration.volatile, per_thread=declaration.per_thread,
        labels=labels, span=translation.name_span(declaration), hidden=translation.is_model(declaration),
        constant=in_memory and declaration.constant and declaration.defined,
    )  # fmt: skip
    return variable


def initialise_global(translation: Translation, number: int, node: int) -> None:
    """Give a variable its initial value."""
    initialiser = translation.tree.initialisers.get(node)
    if initialiser is None:
        return
    declaration = translation.tree.declarations[number]
    variable = translation.globals[number]
    fn = constant_lowering(translation)
    in_memory = number in translation.in_memory or is_aggregate(variable.type)
    try:
        initial = static_initial(fn, declaration.type, initialiser, in_memory=in_memory)
    except NotConstant:
        raise translation.refusal(initialiser, "an initial value that is no constant") from None
    translation.set_initial(variable.name, initial)


def constant_lowering(translation: Translation) -> FunctionLowering:
    """What evaluates constants outside of functions."""
    fn = FunctionLowering(translation, FunctionBuilder("constants"))
    fn.is_constant = fn.outside = True
    return fn


def static_local(translation: Translation, function: str, number: int, node: int) -> None:
    """Declare a static variable of a function."""
    name = translation.tree.declarations[number].name
    declare_global(translation, number, f"{function}::{name}", (name,))
    initialise_global(translation, number, node)


def open_globals(translation: Translation, number: int) -> Domain | None:
    """The initial values of a variable that is declared and defined nowhere."""
    declaration = translation.tree.declarations[number]
    variable = translation.globals[number]
    if not translation.types.is_complete(declaration.type):
        raise translation.refusal_at(declaration, "an array of unknown length that is defined nowhere")
    is_reaching = translation.options.environment == Environment.REACH
    if is_aggregate(variable.type) or (is_reaching and isinstance(variable.type, PointerType)):
        translation.opened_memory.append((variable, declaration.type))
        return None
    return any_of(variable.type)
