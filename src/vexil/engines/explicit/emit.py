"""A guarded system as a module of LLVM's assembly language.

There is one function per template, which takes the number of the thread, and five that the search calls:
``initial(sink)`` and ``successors(state, sink)`` write states to the sink, ``moves(state, sink, marks)`` (where it is
wanted) also notes after each thread how far the sink is filled and how many runs were cut, ``alive(state, sink)`` and
``atoms(state, sink)`` evaluate conditions.
The size of the module depends on the program, and not on the number of threads.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from vexil.core.errors import LimitReached
from vexil.engines.explicit.commands import SINK_CUTS, Commands
from vexil.engines.explicit.fused_steps import fused_successors, lengthened
from vexil.engines.explicit.layout import Layout, bytes_of
from vexil.engines.explicit.values import Tables
from vexil.model.guarded import Assign, Block, For, Goto, GuardedSystem, If, Leave, Let, Statement, Template
from vexil.model.guarded.expressions import (
    WORD,
    Const,
    Expr,
    Local,
    Read,
    Self,
    Variable,
    equal,
    read,
    subexpressions,
)
from vexil.model.guarded.walks import expressions, nested
from vexil.transform.native.assembly import Assembly

MOST_ATOMS = 64
"""Atoms of one search: their values are the bits of a number."""
_STEP = "(ptr noalias readonly %state, i32 %thread, ptr noalias %sink) nounwind"
_DECLARED = "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)"
APART = 800
"""Lines from which on the step of a template stays a function of its own: compiling it in a loop takes longer."""
SPLIT = 300
"""A template of more locations gets a function for each group of them, so that compiling takes linear time."""
GROUP = 100
"""The locations of a group."""
SMALLEST = 8
"""Statements of the smallest block that is compiled once for all commands that have it."""


def emitted(system: GuardedSystem, layout: Layout, *, marked: bool = False) -> str:
    """The module of a system, with *marked* also the function that tells threads apart."""
    if len(system.atoms) > MOST_ATOMS:
        raise LimitReached(f"limit: a search evaluates at most {MOST_ATOMS} atoms, not {len(system.atoms)}")
    return _Emitter(system, layout).module(marked=marked)


class _Emitter:
    def __init__(self, system: GuardedSystem, layout: Layout) -> None:
        self._system = system
        self._layout = layout
        constants = [variable for variable in system.variables if variable.constant]
        self._tables: Tables = {variable.name: f"table{place}" for place, variable in enumerate(constants)}
        self._constants = constants
        self._parts = {block: f"shared{place}" for place, block in enumerate(shared_blocks(system))}

    def module(self, *, marked: bool) -> str:
        parts = [_DECLARED, self._bytes("blank", self._layout.blank), *map(self._table, self._constants)]
        parts += [self._part(name, block) for block, name in self._parts.items()]
        for number, template in enumerate(self._system.templates):
            parts += self._template(number, template)
        if self._system.passing:
            head = "internal void @every(ptr %state, ptr %sink) nounwind"
            parts += [self._passed(), lengthened(self._layout.width), self._successors(head, marked=False)]
            parts += [fused_successors()]
        else:
            head = "void @successors(ptr noalias readonly %state, ptr noalias %sink) nounwind"
            parts.append(self._successors(head, marked=False))
        parts += [
            self._initial(),
            self._conditions("alive", [self._system.alive]),
            self._conditions("atoms", self._system.atoms),
        ]
        if marked:
            head = "void @moves(ptr noalias readonly %state, ptr noalias %sink, ptr noalias %marks) nounwind"
            parts.append(self._successors(head, marked=True))
        return "\n\n".join(parts) + "\n"

    # --- data --------------------------------------------------------------------------------------------

    def _bytes(self, name: str, data: bytes) -> str:
        text = "".join(f"\\{byte:02x}" for byte in data)
        return f'@{name} = internal constant [{len(data)} x i8] c"{text}"'

    def _table(self, variable: Variable) -> str:
        size, mask = bytes_of(variable.type), (1 << variable.type.width) - 1
        data = b"".join((value & mask).to_bytes(size, "little") for value in variable.values)
        return self._bytes(self._tables[variable.name], data)

    # --- steps -------------------------------------------------------------------------------------------

    def _commands(self, code: Assembly) -> Commands:
        return Commands(code, self._system, self._layout, self._tables, self._parts)

    def _template(self, number: int, template: Template) -> Iterable[str]:
        """The functions of a template: its step and, when there are many locations, one for each group of them."""
        places = [place for place, location in enumerate(template.locations) if location.commands]
        head = f"internal void @step{number}{_STEP}"
        if len(places) <= SPLIT:
            yield self._locations(head, template, places)
        else:
            parts = [places[first : first + GROUP] for first in range(0, len(places), GROUP)]
            for part, group in enumerate(parts):
                yield self._locations(f"internal void @step{number}part{part}{_STEP}", template, group)
            code = Assembly(head)
            labels = {place: f"part{part}" for part, group in enumerate(parts) for place in group}
            self._switch(code, self._commands(code), template, labels)
            for part in range(len(parts)):
                code.start(f"part{part}")
                code.do(f"call void @step{number}part{part}(ptr %state, i32 %thread, ptr %sink)")
                code.do("ret void")
            code.start("done")
            code.do("ret void")
            yield code.text("noinline")
        if (condition := self._system.atomic.get(template.name)) is not None:
            yield self._thread_condition(f"atomic{number}", template, condition)

    def _locations(self, head: str, template: Template, places: Sequence[int]) -> str:
        """A function with the commands of some locations."""
        code = Assembly(head)
        commands = self._commands(code)
        self._switch(code, commands, template, {place: f"at{place}" for place in places})
        for place in places:
            code.start(f"at{place}")
            for command in template.locations[place].commands:
                commands.command(command, template)
            code.jump("done")
        code.start("unreached")
        commands.finish()
        return code.text("noinline" if code.size > APART else "")

    def _switch(self, code: Assembly, commands: Commands, template: Template, labels: Mapping[int, str]) -> None:
        """Go to the label of the location that the thread is at."""
        pc = template.counter
        commands.values.template = template
        counter = commands.values.load(pc, commands.values.address(pc, _ZERO, None))
        cases = " ".join(f"i{pc.type.width} {place}, label %{label}" for place, label in labels.items())
        code.do(f"switch i{pc.type.width} {counter}, label %done [ {cases} ]")

    def _thread_condition(self, name: str, template: Template, condition: Expr) -> str:
        """A function that evaluates a condition on a thread."""
        code = Assembly(f"internal i1 @{name}(ptr %state, i32 %thread, ptr %sink) nounwind")
        commands = self._commands(code)
        commands.values.template = template
        value = commands.values.value(condition)
        commands.note_fault()
        code.do(f"ret i1 {value}")
        return code.text()

    def _part(self, name: str, block: Block) -> str:
        """A function for a block that several commands execute."""
        code = Assembly(f"internal void @{name}(ptr noalias %state, ptr noalias %sink) nounwind")
        Commands(code, self._system, self._layout, self._tables, {}).whole(block)
        return code.text("noinline")

    def _initial(self) -> str:
        code = Assembly("void @initial(ptr %sink) nounwind")
        code.do("%state = getelementptr i8, ptr @blank, i64 0")
        commands = self._commands(code)
        commands.command(self._system.first, None)
        commands.finish()
        return code.text()

    def _passed(self) -> str:
        """A function that writes the steps of a state that need not be kept if there is one, and says whether it is."""
        code = Assembly("internal i1 @pass(ptr %state, i32 %thread, ptr %sink) nounwind noinline")
        commands, ending = self._commands(code), self._system.ending
        code.branch(commands.values.value(equal(read(ending), Const(0, ending.type))), "running", "done")
        code.start("running")
        self._switch(code, commands, self._system.templates[0], dict.fromkeys(sorted(self._system.passing), "passing"))
        code.start("passing")
        code.do("call void @step0(ptr %state, i32 %thread, ptr %sink)")
        code.do("ret i1 true")
        code.start("done")
        code.do("ret i1 false")
        return code.text()

    def _successors(self, head: str, *, marked: bool) -> str:
        code = Assembly(head)
        ending = self._system.ending
        threads = sum(template.count for template in self._system.templates)
        inside = code.value(f"getelementptr i64, ptr %marks, i64 {2 * threads}") if marked else ""
        if marked:
            code.do(f"store i64 0, ptr {inside}")
        running = self._commands(code).values.value(equal(read(ending), Const(0, ending.type)))
        code.branch(running, "begin", "over")
        code.start("begin")
        cuts = code.value(f"getelementptr i8, ptr %sink, i64 {SINK_CUTS}")
        if self._system.atomic:
            before = code.value(f"load i64, ptr {cuts}")
            self._threads(code, marked=marked, only_atomic=True)
            some = code.value(f"icmp ne ptr %first, {code.value('load ptr, ptr %sink')}")
            lost = code.value(f"icmp ne i64 {before}, {code.value(f'load i64, ptr {cuts}')}")
            held = code.value(f"or i1 {some}, {lost}")
            if marked:
                code.do(f"store i64 {code.value(f'zext i1 {held} to i64')}, ptr {inside}")
            code.branch(held, "over", "all")
            code.start("all")
        self._threads(code, marked=marked, only_atomic=False)
        code.jump("over")
        code.start("over")
        code.do("ret void")
        return code.text()

    def _threads(self, code: Assembly, *, marked: bool, only_atomic: bool) -> None:
        """Write the loops over threads; those that are not called are marked too.

        Behind the marks of all threads is whether only threads in sections are called.
        """
        first = 0
        for number, template in enumerate(self._system.templates):
            with code.loop(template.count) as (thread, skip):
                step = code.name("step")
                if only_atomic and template.name in self._system.atomic:
                    held = code.value(f"call i1 @atomic{number}(ptr %state, i32 {thread}, ptr %sink)")
                    code.branch(held, step, skip)
                else:
                    code.jump(skip if only_atomic else step)
                code.start(step)
                code.do(f"call void @step{number}(ptr %state, i32 {thread}, ptr %sink)")
                code.jump(skip)
                code.start(skip)
                if marked:
                    place = code.value(f"add i32 {thread}, {first}")
                    mark = code.value(f"getelementptr ptr, ptr %marks, i32 {place}")
                    code.do(f"store ptr {code.value('load ptr, ptr %sink')}, ptr {mark}")
                    cuts = code.value(f"getelementptr i8, ptr %sink, i64 {SINK_CUTS}")
                    behind = code.value(f"add i32 {place}, {sum(item.count for item in self._system.templates)}")
                    mark = code.value(f"getelementptr i64, ptr %marks, i32 {behind}")
                    code.do(f"store i64 {code.value(f'load i64, ptr {cuts}')}, ptr {mark}")
            first += template.count

    def _conditions(self, name: str, conditions: Iterable[Expr]) -> str:
        """A function whose result has a bit for each condition."""
        code = Assembly(f"i64 @{name}(ptr noalias readonly %state, ptr noalias %sink) nounwind")
        commands = self._commands(code)
        letters = "0"
        for place, condition in enumerate(conditions):
            bit = code.value(f"zext i1 {commands.values.value(condition)} to i64")
            moved = code.value(f"shl i64 {bit}, {place}")
            letters = code.value(f"or i64 {letters}, {moved}")
        commands.note_fault()
        code.do(f"ret i64 {letters}")
        return code.text()


_ZERO = Const(0, WORD)


# --- shared blocks ---------------------------------------------------------------------------------------


def shared_blocks(system: GuardedSystem) -> list[Block]:
    """The branches that several commands have the same statements in and that look only at the state, in order."""
    visited: set[Block] = set()
    repeated: dict[Block, None] = {}
    for template in system.templates:
        for location in template.locations:
            for command in location.commands:
                _count(command.body, visited, repeated)
    return [block for block in repeated if len(list(nested(block))) >= SMALLEST and _is_closed(block)]


def _count(body: Block, visited: set[Block], repeated: dict[Block, None]) -> None:
    pending: list[Statement] = list(body)
    while pending:
        match pending.pop():
            case If(_, then, otherwise):
                for block in (then, otherwise):
                    if block in visited:
                        repeated[block] = None
                    elif block:
                        visited.add(block)
                        pending.extend(block)
            case For(_, _, block):
                pending.extend(block)
            case _:
                pass


def _is_closed(block: Block) -> bool:
    """Say whether a block uses nothing of the command around it: no names, no moving thread, no control."""
    bound: set[str] = set()
    for statement in nested(block):
        match statement:
            case Assign(variable, _, _, None) if variable.template is not None:
                return False
            case Let(name, _) | For(name, _, _):
                bound.add(name)
            case Goto() | Leave():
                return False
            case _:
                pass
    for expression in expressions(block):
        for part in subexpressions(expression):
            match part:
                case Self():
                    return False
                case Local(name, _) if name not in bound:
                    return False
                case Read(variable, (_,)) if variable.template is not None:
                    return False
                case _:
                    pass
    return True
