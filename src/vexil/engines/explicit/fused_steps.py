"""Fused steps in native code, as `vexil.transform.reductions.fusing` has their plain meaning.

``@pass(state, thread, sink)`` says whether a state need not be kept if it has one step, and writes its steps if so.
``@lengthen(state, sink)`` goes on from each state of the sink in its place as long as that is so.
"""

from __future__ import annotations

from vexil.transform.native.assembly import Assembly
from vexil.transform.reductions.fusing import MOST_FUSED


def fused_successors() -> str:
    """The function that the search calls, over ``@every``, which writes single steps."""
    code = Assembly("void @successors(ptr %state, ptr %sink) nounwind")
    code.do("%first = load ptr, ptr %sink")
    code.do("call void @every(ptr %state, ptr %sink)")
    code.do("call void @lengthen(ptr %first, ptr %sink)")
    code.do("ret void")
    return code.text()


def lengthened(width: int) -> str:
    """Go on from each state between a place of the sink and its end; what is tried is written behind the end."""
    code = Assembly("internal void @lengthen(ptr %from, ptr %sink) nounwind noinline")
    code.do("%end = load ptr, ptr %sink")
    code.jump("states")
    code.start("states")
    code.do("%state = phi ptr [ %from, %entry ], [ %next, %kept ]")
    code.branch(code.value("icmp eq ptr %state, %end"), "done", "again")
    code.start("again")
    code.do("%steps = phi i32 [ 0, %states ], [ %more, %single ]")
    passed = code.value("call i1 @pass(ptr %state, i32 0, ptr %sink)")
    last = code.value("load ptr, ptr %sink")
    code.do("store ptr %end, ptr %sink")
    behind = code.value(f"getelementptr i8, ptr %end, i64 {width}")
    one = code.value(f"and i1 {passed}, {code.value(f'icmp eq ptr {last}, {behind}')}")
    few = code.value(f"icmp ult i32 %steps, {MOST_FUSED}")
    code.branch(code.value(f"and i1 {one}, {few}"), "single", "kept")
    code.start("single")
    code.do(f"call void @llvm.memcpy.p0.p0.i64(ptr %state, ptr %end, i64 {width}, i1 0)")
    code.do("%more = add i32 %steps, 1")
    code.jump("again")
    code.start("kept")
    code.do(f"%next = getelementptr i8, ptr %state, i64 {width}")
    code.jump("states")
    code.start("done")
    code.do("ret void")
    return code.text()
