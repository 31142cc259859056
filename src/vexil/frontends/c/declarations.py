"""Variables: with static storage, local in registers and in memory, arrays of variable length."""

from __future__ import annotations

from vexil.frontends.c.conversions import converted
from vexil.frontends.c.function import FunctionLowering, NotConstant
from vexil.frontends.c.initialisers import initialise, static_initial
from vexil.frontends.c.inputs import any_of
from vexil.frontends.c.kinds import Kind
from vexil.frontends.c.program import Translation
from vexil.frontends.c.tree import EXTERN, Declaration
from vexil.frontends.c.types import UnsupportedType
from vexil.ir.builder import FunctionBuilder
from vexil.ir.expressions import Const, Expr, Operator, Variable
from vexil.ir.operation_parts import Domain, NewMemory, Origin
from vexil.ir.operations import Allocate, Choose, Release
from vexil.ir.types import I64, PointerType, is_aggregate
from vexil.ir.typing import apply
from vexil.languages.options import Environment


def declare_global(translation: Translation, number: int, stem: str, labels: tuple[str, ...] = ()) -> Variable:
    """Give a variable with static storage its name and type; its initial value comes later."""
    cached = translation.globals.get(number)
    if cached is not None:
        return cached
    declaration = translation.tree.declarations[number]
    types = translation.types
    in_memory = number in translation.in_memory or types.is_aggregate(declaration.type)
    try:
        kind = types.stored(declaration.type) if in_memory else types.ir(declaration.type)
    except UnsupportedType as problem:
        raise translation.refusal_at(declaration, str(problem)) from None
    name = translation.unique(stem)
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


def measured(fn: FunctionLowering, kind: int, parts: list[int], node: int) -> list[Expr]:
    """The sizes in bytes of an array of variable length, of its elements, and so on to the first fixed type.

    libclang lists the lengths of the dimensions from the innermost to the outermost.
    """
    lengths: list[int | None] = []
    described = fn.types.describe(kind)
    while described[0] == "array" and fn.types.has_variable_size(kind):
        lengths.append(described[2] if described[2] >= 0 else None)
        kind = described[1]
        described = fn.types.describe(kind)
    if len([length for length in lengths if length is None]) > len(parts):
        raise fn.translation.refusal(node, "an array whose length is hidden in a type name")
    expressions = list(reversed(parts))[: len(lengths)]
    size: Expr = Const(fn.types.size(kind), I64)
    sizes = [size]
    for position in range(len(lengths) - 1, -1, -1):
        fixed = lengths[position]
        count: Expr = Const(fixed, I64) if fixed is not None else converted(fn.value(expressions[position]), I64)
        size = fn.keep(apply(Operator.MULTIPLY, count, size), "size")
        sizes.insert(0, size)
    return sizes


def _is_static(declaration: Declaration) -> bool:
    return declaration.is_static_storage or declaration.per_thread


def is_in_memory(fn: FunctionLowering, number: int) -> bool:
    """Whether a local lives in memory: its address is taken, or it has parts."""
    declaration = fn.tree.declarations[number]
    return number in fn.translation.in_memory or fn.types.is_aggregate(declaration.type)


def predeclare(fn: FunctionLowering, node: int) -> None:
    """Declare the variables of a declaration that live in memory, at the start of their block."""
    for part in fn.tree.children(node):
        if fn.tree.kinds[part] != Kind.VAR_DECL:
            continue
        number = fn.tree.extra[part]
        declaration = fn.tree.declarations[number]
        if _is_static(declaration) or fn.types.has_variable_size(declaration.type):
            continue
        if is_in_memory(fn, number):
            fn.live_in(new_local(fn, number, part))


def leave_open(fn: FunctionLowering, node: int) -> None:
    """Give the variables of a declaration that are not in memory any value, at the start of their block."""
    for part in fn.tree.children(node):
        if fn.tree.kinds[part] != Kind.VAR_DECL:
            continue
        number = fn.tree.extra[part]
        declaration = fn.tree.declarations[number]
        if _is_static(declaration) or fn.types.has_variable_size(declaration.type) or is_in_memory(fn, number):
            continue
        variable = new_local(fn, number, part)
        operation = Choose(variable, any_of(variable.type), Origin.ENVIRONMENT)
        fn.scope.open.append(operation)
        fn.undecided.append((fn.emit(operation), variable))


def new_local(fn: FunctionLowering, number: int, node: int) -> Variable:
    """Declare a local variable of the program."""
    cached = fn.locals.get(number)
    if cached is not None:
        return cached
    declaration = fn.tree.declarations[number]
    in_memory = is_in_memory(fn, number)
    try:
        kind = fn.types.stored(declaration.type) if in_memory else fn.types.ir(declaration.type)
    except UnsupportedType as problem:
        raise fn.translation.refusal(node, str(problem)) from None
    name = fn.name(declaration.name)
    labels = () if name == declaration.name else (declaration.name,)
    variable = fn.builder.local(
        name, kind, addressable=in_memory, volatile=declaration.volatile, labels=labels,
        hidden=fn.translation.is_model(declaration),
        span=fn.translation.name_span(declaration),
    )  # fmt: skip
    if in_memory:
        fn.exposed.add(name)
    elif isinstance(kind, PointerType) and fn.translation.options.track_memory:
        fn.scope.pointers.append(variable)
    fn.locals[number] = variable
    return variable


def declare_local(fn: FunctionLowering, node: int) -> None:
    """Lower the declaration of a variable inside a function."""
    number = fn.tree.extra[node]
    declaration = fn.tree.declarations[number]
    if node in fn.tree.attributes:
        raise fn.translation.refusal(node, f"the attribute {fn.tree.attributes[node]}")
    if _is_static(declaration):
        if declaration.storage != EXTERN:
            static_local(fn.translation, fn.builder.name, number, node)
        return
    if fn.types.has_variable_size(declaration.type):
        _variable_array(fn, number, declaration, node)
        return
    target = fn.types.target(declaration.type) if fn.types.shape(declaration.type) == "pointer" else None
    if target is not None and fn.types.has_variable_size(target):
        lengths = [part for part in fn.tree.children(node) if part != fn.tree.initialisers.get(node)]
        fn.blocks[number] = (new_local(fn, number, node), [Const(0, I64), *measured(fn, target, lengths, node)])
    declared = number in fn.locals
    variable = new_local(fn, number, node)
    if is_in_memory(fn, number) and not declared:
        fn.live_in(variable)
    initialiser = fn.tree.initialisers.get(node)
    if initialiser is not None:
        initialise(fn, number, initialiser, node)
    elif not is_in_memory(fn, number):
        edge = fn.emit(Choose(variable, any_of(variable.type), Origin.ENVIRONMENT))
        fn.undecided.append((edge, variable))


def _variable_array(fn: FunctionLowering, number: int, declaration: Declaration, node: int) -> None:
    """An array of variable length: memory on the stack, measured where it is declared."""
    if fn.types.shape(declaration.type) != "array":
        raise fn.translation.refusal(node, "a pointer to an array whose length is known at run time only")
    sizes = measured(fn, declaration.type, fn.tree.children(node), node)
    element = fn.types.target(declaration.type)
    name = fn.name(declaration.name)
    labels = () if name == declaration.name else (declaration.name,)
    pointer = fn.builder.local(
        name, PointerType(fn.types.pointed(element)), labels=labels, span=fn.translation.name_span(declaration)
    )
    fn.blocks[number] = (pointer, sizes)
    fn.check("memsafety", apply(Operator.GREATER_EQUAL, sizes[0], Const(0, I64)), f"size of {declaration.name}")
    if fn.has_labels:
        fn.emit(Release(Variable(pointer.name, pointer.type, False), True))  # a jump back left the array's scope
    fn.emit(Allocate(pointer, NewMemory(sizes[0], True, False), site(fn, declaration.name)))
    fn.scope.blocks.append(pointer)


def site(fn: FunctionLowering, what: str) -> str:
    """The name of an allocation site."""
    span = fn.span
    line = fn.translation.files[span.file].position(span.start)[1] if span else 0
    return f"{fn.builder.name}:{line} {what}"
