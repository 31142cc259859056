"""Library functions and verification conventions that are operations of the intermediate form."""

from __future__ import annotations

from vexil.frontends.c.argument_checks import check_range
from vexil.frontends.c.calls import PATTERNS, builtin
from vexil.frontends.c.conversions import convert, converted
from vexil.frontends.c.declarations import site
from vexil.frontends.c.entry import stop
from vexil.frontends.c.environment import NO_VALUE
from vexil.frontends.c.function import FunctionLowering, truth
from vexil.frontends.c.inputs import any_of
from vexil.frontends.c.literals import literal_text
from vexil.ir import operations as ops
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable
from vexil.ir.fold import fold
from vexil.ir.operation_parts import NewMemory, Origin, TypeDomain
from vexil.ir.types import BOOL, I32, I64, VOID_POINTER, IntegerType, PointerType, Type
from vexil.ir.typing import apply
from vexil.languages.options import Malloc

ABORTED = 134
"""The status of a program that aborts, as shells show it."""
JUMPS = frozenset(
    {"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "longjmp", "_longjmp", "siglongjmp"}
    | {"getcontext", "setcontext", "swapcontext", "makecontext"}
)


def argument(fn: FunctionLowering, node: int, kind: Type) -> Expr:
    """Evaluate an argument of a built-in function as a type."""
    return convert(fn, fn.value(node), kind, node)


def settled(fn: FunctionLowering, arguments: list[int], kinds: list[Type]) -> list[Expr]:
    """Evaluate arguments in order."""
    values = []
    for position, (node, kind) in enumerate(zip(arguments, kinds, strict=False)):
        value = argument(fn, node, kind)
        if any(fn.translation.has_effects(later) for later in arguments[position + 1 :]):
            value = fn.settle(value, node)
        values.append(value)
    for extra in arguments[len(kinds) :]:
        fn.discard(extra)
    return values


# --- memory ----------------------------------------------------------------------------------------------


def allocate(
    fn: FunctionLowering, node: int, size: Expr, what: str, *, zeroed: bool = False, on_stack: bool = False
) -> Expr:
    """Memory of a size, or null; more than half of the address space is never given (C11 7.22.3)."""
    result = fn.temporary(VOID_POINTER, fn.translation.text(node))
    target = Variable(result.name, VOID_POINTER, False)
    if fn.translation.options.malloc == Malloc.MAY_FAIL and not on_stack:
        size = fn.settle(size, node)
        fails = fn.temporary(BOOL, f"{what} fails")
        fn.emit(ops.Choose(fails, TypeDomain(BOOL), Origin.ENVIRONMENT))
        failed, tried = fn.fresh(), fn.fresh()
        fn.branch(Variable(fails.name, BOOL, False), failed, tried)
        fn.here = failed
        fn.assign(target, Const(0, VOID_POINTER))
        failed = fn.here
        fn.here = tried
        pointer = _allocated(fn, node, size, what, target, zeroed=zeroed, on_stack=False)
        if pointer is not target:
            fn.assign(target, pointer)
        fn.join(failed, fn.here)
        return target
    return _allocated(fn, node, size, what, target, zeroed=zeroed, on_stack=on_stack)


def _allocated(
    fn: FunctionLowering, node: int, size: Expr, what: str, target: Variable, *, zeroed: bool, on_stack: bool
) -> Expr:
    limit = (1 << (fn.translation.builder.layout.pointer_width - 1)) - 1
    constant = fold(size)
    if isinstance(constant, Const):
        if int(constant.value) > limit:
            return Const(0, VOID_POINTER)
        fn.emit(ops.Allocate(target, NewMemory(size, on_stack, zeroed), site(fn, what)))
        return target
    size = fn.settle(size, node)
    fits, refused = fn.fresh(), fn.fresh()
    fn.branch(apply(Operator.LESS_EQUAL, size, Const(limit, size.type)), fits, refused)
    fn.here = fits
    fn.emit(ops.Allocate(target, NewMemory(size, on_stack, zeroed), site(fn, what)))
    end = fn.here
    fn.here = refused
    fn.assign(target, Const(0, VOID_POINTER))
    fn.join(end, fn.here)
    return target


@builtin("malloc", "__vexil_allocate")
def _malloc(fn: FunctionLowering, node: int, arguments: list[int]) -> Expr:
    return allocate(fn, node, argument(fn, arguments[0], fn.types.size_type), "malloc")


@builtin("__vexil_allocate_zeroed")
def _zeroed(fn: FunctionLowering, node: int, arguments: list[int]) -> Expr:
    return allocate(fn, node, argument(fn, arguments[0], fn.types.size_type), "malloc", zeroed=True)


@builtin("alloca", "__builtin_alloca")
def _alloca(fn: FunctionLowering, node: int, arguments: list[int]) -> Expr:
    return allocate(fn, node, argument(fn, arguments[0], fn.types.size_type), "alloca", on_stack=True)


@builtin("calloc")
def _calloc(fn: FunctionLowering, node: int, arguments: list[int]) -> Expr:
    """The product of the arguments is taken exactly: what does not fit is refused."""
    kind = fn.types.size_type
    wide = IntegerType(2 * kind.width, False)
    count, size = settled(fn, arguments, [kind, kind])
    product = apply(Operator.MULTIPLY, *(fn.relocated(converted(part, wide), part) for part in (count, size)))
    return allocate(fn, node, product, "calloc", zeroed=True)


@builtin("free", "cfree", "__vexil_free")
def _free(fn: FunctionLowering, node: int, arguments: list[int]) -> None:
    pointer = argument(fn, arguments[0], VOID_POINTER)
    null = apply(Operator.EQUAL, pointer, Const(0, VOID_POINTER))
    valid = apply(Operator.OR, apply(Operator.HEAP_BASE, pointer), null)
    fn.check("memsafety", valid, f"valid release: {fn.translation.text(node)}")
    fn.emit(ops.Release(pointer, False))


@builtin("memcpy", "__builtin_memcpy")
def _copy_apart(fn: FunctionLowering, node: int, arguments: list[int]) -> Expr:
    """Objects that overlap are undefined for ``memcpy`` (C11 7.24.2.1)."""
    target, origin, size = settled(fn, arguments, [VOID_POINTER, VOID_POINTER, fn.types.size_type])
    count = converted(size, I64)
    ends = [apply(Operator.OFFSET, pointer) for pointer in (target, origin)]
    before = apply(Operator.LESS_EQUAL, apply(Operator.ADD, ends[0], count), ends[1])
    behind = apply(Operator.LESS_EQUAL, apply(Operator.ADD, ends[1], count), ends[0])
    same = apply(Operator.EQUAL, ends[0], ends[1])
    apart = apply(Operator.OR, apply(Operator.OR, before, behind), same)
    elsewhere = apply(Operator.NOT, apply(Operator.SAME_OBJECT, target, origin))
    message = f"no overlap: {fn.translation.text(node)}"
    _copy_bytes(fn, node, target, origin, size)
    fn.check("memsafety", apply(Operator.OR, elsewhere, apart), message)
    return target


@builtin("memmove", "__builtin_memmove", "__vexil_copy")
def _copy(fn: FunctionLowering, node: int, arguments: list[int]) -> Expr:
    target, origin, size = settled(fn, arguments, [VOID_POINTER, VOID_POINTER, fn.types.size_type])
    _copy_bytes(fn, node, target, origin, size)
    return target


def _copy_bytes(fn: FunctionLowering, node: int, target: Expr, origin: Expr, size: Expr) -> None:
    if not (isinstance(size, Const) and size.value == 0):
        check_range(fn, target, size, node)
        check_range(fn, origin, size, node)
        _note_bytes(fn)
        fn.emit(ops.Copy(target, origin, size))


@builtin("memset", "__builtin_memset", "__vexil_fill")
def _fill(fn: FunctionLowering, node: int, arguments: list[int]) -> Expr:
    target, byte, size = settled(fn, arguments, [VOID_POINTER, I32, fn.types.size_type])
    if not (isinstance(size, Const) and size.value == 0):
        check_range(fn, target, size, node)
        _note_bytes(fn)
        fn.emit(ops.Fill(target, byte, size))
    return target


def _note_bytes(fn: FunctionLowering) -> None:
    if fn.translation.threaded:
        fn.translation.coarse.add("memcpy, memmove and memset work")


# --- ends ------------------------------------------------------------------------------------------------


@builtin("abort", "__builtin_abort", "__builtin_trap")
def _abort(fn: FunctionLowering, node: int, arguments: list[int]) -> None:
    stop(fn, Const(ABORTED, I32))


@builtin("exit", "_exit", "_Exit", "quick_exit", "__vexil_stop", "__vexil_exit")
def _exit(fn: FunctionLowering, node: int, arguments: list[int]) -> None:
    stop(fn, fn.settle(argument(fn, arguments[0], I32), arguments[0]))


@builtin("__builtin_unreachable")
def _unreachable(fn: FunctionLowering, node: int, arguments: list[int]) -> None:
    fn.emit(ops.Choose(fn.temporary(BOOL, "unreachable"), NO_VALUE, Origin.ENVIRONMENT))


def _refuse_jump(fn: FunctionLowering, name: str, node: int, arguments: list[int]) -> None:
    raise fn.translation.refusal(node, f"{name}, which jumps between functions,")


PATTERNS.append((JUMPS.__contains__, _refuse_jump))

# --- assertions and verification conventions -------------------------------------------------------------


@builtin("__assert_fail", "__assert", "__assert_rtn", "__assert_perror_fail", "_assert", "__assert_func")
def _assertion_failed(fn: FunctionLowering, node: int, arguments: list[int]) -> None:
    text = next((literal for literal in (literal_text(fn, part) for part in arguments) if literal), "assertion")
    fn.emit(ops.Check("assert", Const(False, BOOL), text))
    stop(fn, Const(ABORTED, I32))


@builtin("assert", "__CPROVER_assert", "__VERIFIER_assert")
def _assertion(fn: FunctionLowering, node: int, arguments: list[int]) -> None:
    """``assert`` as a function: a failure ends the program.

    Where labels start threads, the condition is evaluated in one step, as the tools do whose labels these are.
    """
    holds, fails = fn.fresh(), fn.fresh()
    is_one_step = fn.translation.starts_by_label
    if is_one_step:
        fn.translation.coarse.add("conditions of assertions are evaluated")
        fn.emit(ops.BeginAtomic())
    fn.condition(arguments[0], holds, fails)
    fn.here = fails
    fn.emit(ops.Check("assert", Const(False, BOOL), fn.translation.text(arguments[0])))
    stop(fn, Const(ABORTED, I32))
    fn.here = holds
    if is_one_step:
        fn.emit(ops.EndAtomic())


@builtin("__VERIFIER_error", "reach_error", "__vexil_reach_error")
def _error(fn: FunctionLowering, node: int, arguments: list[int]) -> None:
    fn.emit(ops.Check("unreach", Const(False, BOOL), fn.translation.text(node)))
    stop(fn, Const(ABORTED, I32))


@builtin("__VERIFIER_assume", "__CPROVER_assume", "__vexil_restrict")
def _assume(fn: FunctionLowering, node: int, arguments: list[int]) -> None:
    value = fn.value(arguments[0])
    width = fn.translation.builder.layout.pointer_width
    if isinstance(value, Apply) and value.operator is Operator.CAST and isinstance(value.type, IntegerType):
        (operand,) = value.operands
        if isinstance(operand.type, PointerType) and value.type.width >= width:
            value = operand  # whether a pointer is null does not depend on where objects lie
    fn.emit(ops.Restrict(truth(value)))


@builtin("__VERIFIER_atomic_begin", "__CPROVER_atomic_begin", "__vexil_begin_atomic")
def _begin_atomic(fn: FunctionLowering, node: int, arguments: list[int]) -> None:
    fn.emit(ops.BeginAtomic())


@builtin("__VERIFIER_atomic_end", "__CPROVER_atomic_end", "__vexil_end_atomic")
def _end_atomic(fn: FunctionLowering, node: int, arguments: list[int]) -> None:
    fn.emit(ops.EndAtomic())


def _is_input(name: str) -> bool:
    return name.startswith("__VERIFIER_nondet_")


def _input(fn: FunctionLowering, name: str, node: int, arguments: list[int]) -> Expr:
    kind = fn.kind(node)
    result = fn.named_temporary(kind, f"{name}()")  # by which tests find the function that a value comes from
    fn.emit(ops.Choose(Variable(result.name, kind, False), any_of(kind), Origin.ENVIRONMENT))
    return fn.located(Variable(result.name, kind, False), node)


PATTERNS.append((_is_input, _input))


@builtin("__vexil_check")
def _check(fn: FunctionLowering, node: int, arguments: list[int]) -> None:
    kind, message = literal_text(fn, arguments[0]), literal_text(fn, arguments[2])
    fn.emit(ops.Check(kind, truth(fn.value(arguments[1])), message))


def offset(value: Expr) -> Expr:
    """A number of bytes as the type of offsets."""
    return converted(value, I64)
