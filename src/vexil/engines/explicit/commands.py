"""Commands of guarded systems as instructions: guards, loops over choices, and bodies that fill in the next state.

The function that is written gets ``%state``, the current state, and ``%sink``, which says where successors go
(`Sink` in the runtime): its first fields are the place of the next successor, the end of the places there are, and how
many runs were cut.
"""

from __future__ import annotations

from collections.abc import Mapping

from vexil.engines.explicit.layout import Layout
from vexil.engines.explicit.values import Tables, Values
from vexil.model.guarded import Assign, Block, Choice, Command, EndKind, For, Goto, GuardedSystem, If, Leave, Let
from vexil.model.guarded.expressions import Const, Expr, is_const, number
from vexil.model.guarded.system import Template
from vexil.transform.native.assembly import Assembly, Walk, walked
from vexil.transform.native.integers import bits

SINK_END, SINK_CUTS, SINK_CUT_COUNTS, SINK_FAULT, SINK_STOP = 8, 16, 24, 32, 48
"""Where the fields of a sink are; the place of the next successor comes first."""
FULL = 2
"""What is noted when a successor has no place, or when nobody waits for more of them."""
LONG = 1 << 16
"""Values of a choice after which it is looked whether the search should end."""
_RARELY = ', !prof !{!"branch_weights", i32 1, i32 100000}'


class Commands:
    """Writes the commands of one function, from its entry to its return."""

    def __init__(
        self, code: Assembly, system: GuardedSystem, layout: Layout, tables: Tables, shared: Mapping[Block, str]
    ) -> None:
        """Begin a function; *shared* names the functions of blocks that are compiled once."""
        self._shared = shared
        self._code = code
        self._system = system
        self._layout = layout
        counts: Mapping[str, int] = {template.name: template.count for template in system.templates}
        self.values = Values(code, layout, tables, counts)
        self._out = code.cell("ptr", "null")
        code.do("%first = load ptr, ptr %sink")
        code.do(f"store ptr %first, ptr {self._out}")

    def finish(self) -> None:
        """Write the end of the function, which every command goes to at last."""
        code = self._code
        code.jump("done")
        code.start("done")
        last = code.value(f"load ptr, ptr {self._out}")
        code.do(f"store ptr {last}, ptr %sink")
        self.note_fault()
        code.do("ret void")
        code.start("full")
        field = code.value(f"getelementptr i8, ptr %sink, i64 {SINK_FAULT}")
        code.do(f"store i64 {FULL}, ptr {field}")
        code.jump("done")

    def note_fault(self) -> None:
        """Tell the runtime about a fault."""
        code = self._code
        fault = code.value(f"load i1, ptr {self.values.fault}")
        field = code.value(f"getelementptr i8, ptr %sink, i64 {SINK_FAULT}")
        before = code.value(f"load i64, ptr {field}")
        wide = code.value(f"zext i1 {fault} to i64")
        faults = code.value(f"or i64 {before}, {wide}")
        code.do(f"store i64 {faults}, ptr {field}")

    def command(self, command: Command, template: Template | None) -> None:
        """Write a command: all successors that it leads to from the current state."""
        code, values = self._code, self.values
        values.template, values.state, values.names, values.below = template, "%state", {}, {}
        ended = code.name("next")
        self._unless(command.guard, ended)
        enclosing = ended
        closing: list[tuple[str, str, str, str]] = []
        for choice in command.choices:
            closing.append(self._choice(choice, enclosing))
            enclosing = closing[-1][1]
        self._successor(command.body, enclosing)
        for place, (again, latch, back, following) in reversed(list(enumerate(closing))):
            choice = command.choices[place]
            code.start(latch)
            code.do(f"{following} = add {bits(choice.count.type)} {values.names[choice.name]}, 1")
            self._look(choice, following, back, is_last=place == len(closing) - 1)
            code.start(back)
            code.jump(again)
        code.start(ended)

    def whole(self, block: Block) -> None:
        """Write a whole function that changes ``%state`` in its place."""
        walked(self._block(block, "full", "full"))
        self.note_fault()
        self._code.do("ret void")

    def _look(self, choice: Choice, following: str, back: str, *, is_last: bool) -> None:
        """Go back for the next value of a choice; in a loop that may take long only if the search should not end."""
        code, count = self._code, choice.count
        most = count.value if isinstance(count, Const) else count.type.high
        if is_last and most <= LONG:
            code.jump(back)
            return
        look = code.name("look")
        if is_last:
            kind = bits(count.type)
            low = code.value(f"and {kind} {following}, {LONG - 1}")
            code.branch(code.value(f"icmp eq {kind} {low}, 0"), look, back, hint=_RARELY)
        else:
            code.jump(look)
        code.start(look)
        field = code.value(f"getelementptr i8, ptr %sink, i64 {SINK_STOP}")
        flag = code.value(f"load volatile i32, ptr {code.value(f'load ptr, ptr {field}')}")
        code.branch(code.value(f"icmp eq i32 {flag}, 0"), back, "full")

    def _unless(self, condition: Expr, label: str) -> None:
        """Go to a label unless a condition holds."""
        if is_const(condition, 1):
            return
        holds = self._code.name("holds")
        self._code.branch(self.values.value(condition), holds, label)
        self._code.start(holds)

    def _choice(self, choice: Choice, ended: str) -> tuple[str, str, str, str]:
        """Begin the loop over the values of a choice; the result are its labels, and the name of the next value."""
        code, values, kind = self._code, self.values, bits(choice.count.type)
        count = values.value(choice.count)
        again, latch, back, inside = code.name("again"), code.name("latch"), code.name("back"), code.name("value")
        following = "%" + code.name("following")
        before = code.block
        code.jump(again)
        code.start(again)
        chosen = code.choose(kind, ("0", before), (following, back))
        less = "slt" if choice.count.type.signed else "ult"
        code.branch(code.value(f"icmp {less} {kind} {chosen}, {count}"), inside, ended)
        code.start(inside)
        values.names[choice.name] = chosen
        if isinstance(choice.count, Const):
            values.below[choice.name] = choice.count.value
        self._unless(choice.condition, latch)
        return again, latch, back, following

    # --- bodies ------------------------------------------------------------------------------------------

    def _successor(self, body: Block, following: str) -> None:
        """Write one successor and go on at a label."""
        code, width = self._code, self._layout.width
        room = code.name("room")
        target = code.value(f"load ptr, ptr {self._out}")
        end_field = code.value(f"getelementptr i8, ptr %sink, i64 {SINK_END}")
        full = code.value(f"icmp eq ptr {target}, {code.value(f'load ptr, ptr {end_field}')}")
        code.branch(full, "full", room, hint=_RARELY)
        code.start(room)
        code.do(f"call void @llvm.memcpy.p0.p0.i64(ptr {target}, ptr %state, i64 {width}, i1 0)")
        self.values.begin(target)
        kept = code.name("kept")
        if walked(self._block(body, kept, following)):
            code.jump(kept)
        code.start(kept)
        after = code.value(f"getelementptr i8, ptr {target}, i64 {width}")
        code.do(f"store ptr {after}, ptr {self._out}")
        code.jump(following)
        self.values.state = "%state"

    def _block(self, block: Block, kept: str, cut: str) -> Walk[bool]:
        """Write a block; say whether control can come to its end."""
        values = self.values
        names, below = values.names, values.below
        values.names, values.below = dict(names), dict(below)
        goes_on = True
        for statement in block:
            match statement:
                case Assign(variable, index, value, thread):
                    computed = values.value(value)
                    values.store(variable, values.address(variable, index, thread), computed)
                case Let(name, value):
                    values.names[name] = values.value(value)
                case If(condition, then, otherwise):
                    goes_on = yield self._if(condition, then, otherwise, kept, cut)
                case For(counter, count, body):
                    yield self._for(counter, count, body)
                case Goto(location):
                    assert values.template is not None
                    pc = values.template.counter
                    values.store(pc, values.address(pc, number(0), None), str(location))
                case Leave(ending):
                    self._leave(ending, kept, cut)
                    goes_on = False
        values.names, values.below = names, below
        return goes_on

    def _if(self, condition: Expr, then: Block, otherwise: Block, kept: str, cut: str) -> Walk[bool]:
        code = self._code
        left, right, joined = code.name("then"), code.name("else"), code.name("join")
        code.branch(self.values.value(condition), left, right)
        goes_on = False
        for label, block in ((left, then), (right, otherwise)):
            code.start(label)
            if block in self._shared:
                code.do(f"call void @{self._shared[block]}(ptr {self.values.state}, ptr %sink)")
                code.jump(joined)
                goes_on = True
            elif (yield self._block(block, kept, cut)):
                code.jump(joined)
                goes_on = True
        if goes_on:
            code.start(joined)
        return goes_on

    def _for(self, counter: str, count: int, body: Block) -> Walk[bool]:
        code, values = self._code, self.values
        again, inside, after = code.name("again"), code.name("turn"), code.name("after")
        cell = code.cell("i32", "0")
        code.do(f"store i32 0, ptr {cell}")
        code.jump(again)
        code.start(again)
        turn = code.value(f"load i32, ptr {cell}")
        code.branch(code.value(f"icmp ult i32 {turn}, {count}"), inside, after)
        code.start(inside)
        values.names[counter] = turn
        values.below[counter] = count
        yield self._block(body, "full", "full")
        code.do(f"store i32 {code.value(f'add i32 {turn}, 1')}, ptr {cell}")
        code.jump(again)
        code.start(after)
        del values.names[counter], values.below[counter]
        return True

    def _leave(self, ending: int, kept: str, cut: str) -> None:
        code, variable = self._code, self._system.ending
        if self._system.endings[ending].kind is not EndKind.CUT:
            self.values.store(variable, self.values.address(variable, number(0), None), str(ending + 1))
            code.jump(kept)
            return
        counts = code.value(f"getelementptr i8, ptr %sink, i64 {SINK_CUT_COUNTS}")
        by_ending = code.value(f"getelementptr i64, ptr {code.value(f'load ptr, ptr {counts}')}, i64 {ending}")
        total = code.value(f"getelementptr i8, ptr %sink, i64 {SINK_CUTS}")
        for address in (by_ending, total):
            before = code.value(f"load i64, ptr {address}")
            code.do(f"store i64 {code.value(f'add i64 {before}, 1')}, ptr {address}")
        code.jump(cut)
