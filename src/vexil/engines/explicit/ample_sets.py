"""Ample sets in native code: steps that need not be interleaved, those of a quiet thread alone or several as one.

``@ample(state, sink)`` writes the steps of the first quiet thread that can move and says whether there is one.
``@lengthen(state, sink)`` goes on from each state of the sink in its place as long as such a thread has exactly one
step there; ``@lengthen0(state, thread, sink)`` and so on do the same for one thread of a template.
`vexil.transform.reductions.partial_order` has the plain meaning.
"""

from __future__ import annotations

from collections.abc import Iterable

from vexil.engines.explicit.assembly import Assembly
from vexil.model.guarded import GuardedSystem
from vexil.transform.reductions.partial_order import MOST_FUSED

_NO = "ret i1 false"


class AmpleSets:
    """Writes functions over those that emit writes: ``@step0``, ``@atomic0``, ``@quiet0`` and so on, ``@ended``."""

    def __init__(self, system: GuardedSystem, width: int) -> None:
        self._system = system
        self._width = width

    def functions(self, *, order: bool, fuse: bool) -> Iterable[str]:
        """The functions that successors are made with."""
        yield self._undisturbed()
        if order:
            yield self._ample()
        if fuse and order:
            yield self._lengthened("", "")
        if fuse and not order:
            for number, template in enumerate(self._system.templates):
                if template.name in self._system.quiet:
                    yield self._alone(number)
                    yield self._lengthened(str(number), "i32 %thread, ")

    def successors(self, *, order: bool, fuse: bool) -> str:
        """The function that the search calls, over ``@every``, which writes all steps."""
        code = Assembly("void @successors(ptr %state, ptr %sink) nounwind")
        code.do("%first = load ptr, ptr %sink")
        if order:
            code.branch(code.value("call i1 @ample(ptr %state, ptr %sink)"), "written", "all")
            code.start("all")
        code.do("call void @every(ptr %state, ptr %sink)")
        code.jump("written")
        code.start("written")
        if fuse and order:
            code.do("call void @lengthen(ptr %first, ptr %sink)")
        code.do("ret void")
        return code.text()

    def _undisturbed(self) -> str:
        """Whether a run goes on in a state and no thread is in an atomic section."""
        code = Assembly("internal i1 @undisturbed(ptr %state, ptr %sink) nounwind")
        code.branch(code.value("call i1 @ended(ptr %state, ptr %sink)"), "no", "running")
        code.start("no")
        code.do(_NO)
        code.start("running")
        for number, template in enumerate(self._system.templates):
            if template.name not in self._system.atomic:
                continue
            for thread in range(template.count):
                free = code.name("free")
                held = code.value(f"call i1 @atomic{number}(ptr %state, i32 {thread}, ptr %sink)")
                code.branch(held, "no", free)
                code.start(free)
        code.do("ret i1 true")
        return code.text()

    def _ample(self) -> str:
        code = Assembly("internal i1 @ample(ptr %state, ptr %sink) nounwind noinline")
        code.do("%first = load ptr, ptr %sink")
        everything = self._system.unseen and self._system.atomic
        code.branch(code.value("call i1 @undisturbed(ptr %state, ptr %sink)"), "begin", "all" if everything else "no")
        if everything:
            code.start("all")
            code.do("call void @every(ptr %state, ptr %sink)")
            last = code.value("load ptr, ptr %sink")
            code.do(f"ret i1 {code.value(f'icmp ne ptr %first, {last}')}")
        code.start("begin")
        for number, template in enumerate(self._system.templates):
            if template.name not in self._system.quiet:
                continue
            with code.loop(template.count) as (thread, skip):
                quiet = code.name("quiet")
                code.branch(code.value(f"call i1 @quiet{number}(ptr %state, i32 {thread}, ptr %sink)"), quiet, skip)
                code.start(quiet)
                code.do(f"call void @step{number}(ptr %state, i32 {thread}, ptr %sink)")
                moved = code.value(f"icmp ne ptr %first, {code.value('load ptr, ptr %sink')}")
                code.branch(moved, "yes", skip)
                code.start(skip)
        code.jump("no")
        code.start("no")
        code.do(_NO)
        code.start("yes")
        code.do("ret i1 true")
        return code.text()

    def _alone(self, number: int) -> str:
        """The same as ``@ample`` for one thread."""
        code = Assembly(f"internal i1 @ample{number}(ptr %state, i32 %thread, ptr %sink) nounwind noinline")
        code.do("%first = load ptr, ptr %sink")
        code.branch(code.value("call i1 @undisturbed(ptr %state, ptr %sink)"), "begin", "no")
        code.start("begin")
        code.branch(code.value(f"call i1 @quiet{number}(ptr %state, i32 %thread, ptr %sink)"), "quiet", "no")
        code.start("no")
        code.do(_NO)
        code.start("quiet")
        code.do(f"call void @step{number}(ptr %state, i32 %thread, ptr %sink)")
        last = code.value("load ptr, ptr %sink")
        code.do(f"ret i1 {code.value(f'icmp ne ptr %first, {last}')}")
        return code.text()

    def _lengthened(self, suffix: str, thread: str) -> str:
        """Go on from each state between a place of the sink and its end; what is tried is written behind the end."""
        code = Assembly(f"internal void @lengthen{suffix}(ptr %from, {thread}ptr %sink) nounwind noinline")
        code.do("%end = load ptr, ptr %sink")
        code.jump("states")
        code.start("states")
        code.do("%state = phi ptr [ %from, %entry ], [ %next, %kept ]")
        code.branch(code.value("icmp eq ptr %state, %end"), "done", "again")
        code.start("again")
        code.do("%steps = phi i32 [ 0, %states ], [ %more, %single ]")
        ample = code.value(f"call i1 @ample{suffix}(ptr %state, {thread}ptr %sink)")
        last = code.value("load ptr, ptr %sink")
        code.do("store ptr %end, ptr %sink")
        behind = code.value(f"getelementptr i8, ptr %end, i64 {self._width}")
        one = code.value(f"and i1 {ample}, {code.value(f'icmp eq ptr {last}, {behind}')}")
        few = code.value(f"icmp ult i32 %steps, {MOST_FUSED}")
        code.branch(code.value(f"and i1 {one}, {few}"), "single", "kept")
        code.start("single")
        code.do(f"call void @llvm.memcpy.p0.p0.i64(ptr %state, ptr %end, i64 {self._width}, i1 0)")
        code.do("%more = add i32 %steps, 1")
        code.jump("again")
        code.start("kept")
        code.do(f"%next = getelementptr i8, ptr %state, i64 {self._width}")
        code.jump("states")
        code.start("done")
        code.do("ret void")
        return code.text()
