"""The functions of the library for threads, whose table of threads is left out: what a caller can tell of them.

They may fail, results are any values, and nobody waits for a thread unless it is known which one it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from vexil.ir import operations as ops
from vexil.ir.expressions import CodeAddress, Const, Deref, Expr
from vexil.ir.program import Program
from vexil.ir.types import I32, PointerType
from vexil.transform.threads.places import target_of
from vexil.transform.threads.readers import READ_WRITE
from vexil.transform.threads.rewriting import Body

Handler = Callable[[Body, int, ops.Call, tuple[Expr, ...]], list[ops.Operation] | None]
TABLE = "__vexil_records"
"""The table of threads."""
NO_ROOM = 11
"""What creating a thread answers where there is no room for one."""


def _result(body: Body, call: ops.Call, value: Expr | None) -> list[ops.Operation]:
    return [] if call.result is None else body.write(call.result, value)


def _through(body: Body, pointer: Expr) -> list[ops.Operation]:
    """Write any value behind a pointer, if it is not null."""
    if isinstance(pointer, Const):
        return []
    kind = pointer.type.target if isinstance(pointer.type, PointerType) else None
    if target_of(pointer) is None or kind is None:
        raise body.fail("a pointer that is not known")
    return body.write(Deref((pointer,), kind), None)


def _create(body: Body, edge: int, call: ops.Call, arguments: tuple[Expr, ...]) -> list[ops.Operation]:
    handle, _, routine, plain, argument = arguments
    function = next((item.function for item in (routine, plain) if isinstance(item, CodeAddress)), None)
    if function is None:
        raise body.fail("a thread that runs a function which is not known")
    kind = handle.type.target if isinstance(handle.type, PointerType) else None
    if kind is None:
        raise body.fail("a thread whose number goes nowhere")
    body.failing[edge] = _result(body, call, Const(NO_ROOM, I32))
    started = body.start(function, (argument,), body.place_key(Deref((handle,), kind)))
    done = [*started, *body.write_handle(Deref((handle,), kind)), *_result(body, call, Const(0, I32))]
    if call.result is not None:
        body.forget(call.result)
    return done


def _join(body: Body, edge: int, call: ops.Call, arguments: tuple[Expr, ...]) -> list[ops.Operation]:
    thread, result, code = arguments
    body.join(thread)
    return [*_through(body, result), *_through(body, code), *_result(body, call, None)]


def _any_result(body: Body, edge: int, call: ops.Call, arguments: tuple[Expr, ...]) -> list[ops.Operation]:
    return _result(body, call, None)


def _exit(body: Body, edge: int, call: ops.Call, arguments: tuple[Expr, ...]) -> list[ops.Operation]:
    return body.end()


_HANDLERS: Mapping[str, Handler] = {
    "__vexil_thread_create": _create,
    "__vexil_thread_join": _join,
    "__vexil_thread_exit": _exit,
    "pthread_detach": _any_result,
    "pthread_self": _any_result,
    "pthread_tryjoin_np": _any_result,
}
_REGISTERING = frozenset({"_pthread_cleanup_push", "_pthread_cleanup_pop", "__vexil_thread_at_end"})
"""Functions that have others called when a thread ends, which is not followed."""


def library_of(program: Program) -> tuple[frozenset[str], Mapping[str, Handler]]:
    """The functions of a program whose bodies do not count, and what stands for calls of some of them."""
    if TABLE not in program.global_variables:
        return frozenset(), {}
    modelled = {name: handler for name, handler in READ_WRITE.items() if _is_model(program, name)}
    left_out = frozenset({*_HANDLERS, *modelled, *_REGISTERING, "__vexil_finish", "__vexil_body"})
    return left_out, {**_HANDLERS, **modelled}


def _is_model(program: Program, name: str) -> bool:
    """Say whether a function is the one of the library, and none that the program brings with it."""
    function = program.functions.get(name)
    return function is not None and all(item.hidden for item in function.parameters)
