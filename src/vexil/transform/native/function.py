"""The entry function of a program as one function of machine code.

``run(state, control)`` goes on from where ``control`` says until something stops it, and returns the number of the stop
in `Written.stops`. Variables live in registers of the machine meanwhile. There are two versions. The careful one can
begin everywhere and looks before each step whether there were enough of them; the fast one begins, and looks, only at
loop heads.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vexil.ir.program import LocationKind
from vexil.ir.types import FloatType, PointerType
from vexil.transform.native import expressions, floats, ranges
from vexil.transform.native.assembly import Assembly
from vexil.transform.native.choices import Choosing, Commit, Cursor, Source
from vexil.transform.native.control import (
    ARRIVING,
    DEPARTING,
    FIRST_COUNT,
    LIMIT,
    LOCATION,
    MODE,
    PAUSE,
    STEPS,
    Plan,
)
from vexil.transform.native.exits import ConditionExits, EdgeExits, Paused
from vexil.transform.native.expressions import Values
from vexil.transform.native.layout import Layout, Register, integer_kind
from vexil.transform.native.steps import Steps
from vexil.transform.native.stops import AtBreakpoint, Beyond, How, StepLimit
from vexil.transform.native.strategy import Listed
from vexil.transform.native.values import NoNativeForm, register_text
from vexil.transform.native.wide_division import WIDE_DIVISION

_RARELY = ', !prof !{!"branch_weights", i32 100000, i32 1}'


@dataclass(frozen=True)
class Written:
    """A module, the stops by number, and the edges without a native form with the reasons."""

    text: str
    stops: tuple[How | Paused, ...]
    refused: Mapping[int, str]


def careful_version(layout: Layout, checks: frozenset[str] | None, plan: Plan, heads: Mapping[int, int]) -> Written:
    """The version that begins everywhere and counts exactly; it can pause at the heads."""
    return _Writer(layout, checks, plan, heads, is_careful=True).written()


def fast_version(layout: Layout, checks: frozenset[str] | None, plan: Plan, heads: Mapping[int, int]) -> Written:
    """The version that begins at heads of loops, and stops there when the next way may be too long."""
    return _Writer(layout, checks, plan, heads, is_careful=False).written()


class _Writer:
    def __init__(
        self,
        layout: Layout,
        checks: frozenset[str] | None,
        plan: Plan,
        heads: Mapping[int, int],
        *,
        is_careful: bool,
    ) -> None:
        self._layout, self._plan, self._heads, self._careful = layout, plan, heads, is_careful
        self._function = layout.function
        self._code = Assembly("i64 @run(ptr noalias %state, ptr noalias %control) nounwind")
        self._stops: list[How | Paused] = []
        self._exits: list[tuple[str, int, int, bool]] = []
        """Label, number of the stop, location, and whether a step was taken."""
        self._values = Values(self._code, layout, EdgeExits(self, 0, -1))
        self._choosing = Choosing(self._code, layout, self._values)
        self._stop_cell = self._code.cell("i64", "0")
        self._place_cell = self._code.cell("i64", "0")
        self._steps_cell = self._incoming(STEPS)
        self._limit = self._control_value(LIMIT)
        self._pause = self._control_value(PAUSE) if is_careful else ""
        self._counts = {place: self._incoming(FIRST_COUNT + at) for at, place in enumerate(plan.counted)}
        self._sources = self._cursors()
        self._load_registers()
        self._steps = Steps(self._code, layout, self._values, self._choosing, checks)
        self._refused: dict[int, str] = {}

    # --- what comes in -----------------------------------------------------------------------------------

    def _control(self, word: int) -> str:
        return self._code.early(f"getelementptr i64, ptr %control, i64 {word}")

    def _control_value(self, word: int) -> str:
        return self._code.early(f"load i64, ptr {self._control(word)}")

    def _incoming(self, word: int) -> str:
        """A cell of the frame with a number of ``control``."""
        cell = self._code.cell("i64", "0")
        self._code.early_do(f"store i64 {self._control_value(word)}, ptr {cell}")
        return cell

    def _cursors(self) -> dict[int, Source]:
        sources: dict[int, Source] = {
            place: source for place, source in self._plan.decisions.items() if not isinstance(source, Listed)
        }
        for position, place in enumerate(self._plan.lists):
            source = self._plan.decisions[place]
            assert isinstance(source, Listed)
            word = self._plan.cursor(position)
            address = self._code.early(f"load ptr, ptr {self._control(word)}")
            cell = self._incoming(word + 2)
            sources[place] = Cursor(address, self._control_value(word + 1), cell, source.afterwards)
        return sources

    def _load_registers(self) -> None:
        code = self._code
        for name, register in self._layout.registers.items():
            start = code.early(f"getelementptr i8, ptr %state, i64 {register.offset}")
            if isinstance(register.type, PointerType):
                second = code.early(f"getelementptr i8, ptr {start}, i64 8")
                cells = [code.cell("i64", "0"), code.cell("i64", "0")]
                for cell, place in zip(cells, (start, second), strict=True):
                    code.early_do(f"store i64 {code.early(f'load i64, ptr {place}')}, ptr {cell}")
                self._values.registers[name] = tuple(cells)
                continue
            text = register_text(register.type)
            cell = code.cell(text, "0.0" if isinstance(register.type, FloatType) else "0")
            stored = stored_text(register)
            value = code.early(f"load {stored}, ptr {start}, align 8")
            if stored != text:
                value = code.early(f"trunc {stored} {value} to {text}")
            code.early_do(f"store {text} {value}, ptr {cell}")
            self._values.registers[name] = (cell,)

    # --- the whole ---------------------------------------------------------------------------------------

    def written(self) -> Written:
        """Write everything."""
        code = self._code
        self._dispatch()
        for location in range(len(self._function.locations)):
            self._location(location)
        for label, number, location, is_step in self._exits:
            code.start(label)
            code.do(f"store i64 {number}, ptr {self._stop_cell}")
            code.do(f"store i64 {location}, ptr {self._place_cell}")
            if is_step:
                self._count_step()
            code.jump("exit")
        self._leave()
        declared = [expressions.DECLARED, floats.DECLARED, ranges.DECLARED, WIDE_DIVISION]
        return Written("\n\n".join([*declared, code.text()]) + "\n", tuple(self._stops), self._refused)

    def _dispatch(self) -> None:
        code, location = self._code, self._control_value(LOCATION)
        if self._careful:
            mode = self._control_value(MODE)
            doubled = code.early(f"shl i64 {location}, 1")
            key = code.early(f"or i64 {doubled}, {mode}")
            places = range(len(self._function.locations))
            labels = [(2 * place + mode_bit, f"{word}{place}") for place in places for mode_bit, word in _WORDS]
        else:
            key, labels = location, [(place, f"go{place}") for place in self._heads]
        cases = " ".join(f"i64 {number}, label %{label}" for number, label in labels)
        code.do(f"switch i64 {key}, label %nowhere [ {cases} ]")
        code.start("nowhere")
        code.do("unreachable")

    def _leave(self) -> None:
        """Write everything back that may have changed."""
        code = self._code
        code.start("exit")
        for name in sorted(self._steps.written, key=repr):
            register = self._layout.registers[name]
            start = code.value(f"getelementptr i8, ptr %state, i64 {register.offset}")
            cells = self._values.registers[name]
            if len(cells) == 2:
                second = code.value(f"getelementptr i8, ptr {start}, i64 8")
                for cell, place in zip(cells, (start, second), strict=True):
                    code.do(f"store i64 {code.value(f'load i64, ptr {cell}')}, ptr {place}")
                continue
            text, stored = register_text(register.type), stored_text(register)
            value = code.value(f"load {text}, ptr {cells[0]}")
            if stored != text:
                integer = integer_kind(register.type)
                how = "sext" if integer is not None and integer.signed else "zext"
                value = code.value(f"{how} {text} {value} to {stored}")
            code.do(f"store {stored} {value}, ptr {start}, align 8")
        told = {LOCATION: self._place_cell, STEPS: self._steps_cell}
        told |= {FIRST_COUNT + at: self._counts[place] for at, place in enumerate(self._plan.counted)}
        for position, chosen_at in enumerate(self._plan.lists):
            source = self._sources[chosen_at]
            assert isinstance(source, Cursor)
            told[self._plan.cursor(position) + 2] = source.used
        for word, cell in told.items():
            value = code.value(f"load i64, ptr {cell}")
            code.do(f"store i64 {value}, ptr {code.value(f'getelementptr i64, ptr %control, i64 {word}')}")
        code.do(f"ret i64 {code.value(f'load i64, ptr {self._stop_cell}')}")

    # --- stops -------------------------------------------------------------------------------------------

    def stop(self, how: How | Paused, location: int, *, is_step: bool) -> str:
        """A label for a stop at a location, behind a step or before one."""
        label = self._code.name("stop")
        self._exits.append((label, len(self._stops), location, is_step))
        self._stops.append(how)
        return label

    def _count_step(self) -> None:
        count = self._code.value(f"load i64, ptr {self._steps_cell}")
        self._code.do(f"store i64 {self._code.value(f'add nuw nsw i64 {count}, 1')}, ptr {self._steps_cell}")

    # --- locations ---------------------------------------------------------------------------------------

    def _location(self, number: int) -> None:
        code, function = self._code, self._function
        code.start(f"arrive{number}")
        if number in self._counts:
            count = code.value(f"load i64, ptr {self._counts[number]}")
            code.do(f"store i64 {code.value(f'add i64 {count}, 1')}, ptr {self._counts[number]}")
        code.jump(f"at{number}")
        code.start(f"at{number}")
        self._breakpoints(number)
        if self._careful and number in self._heads:
            label = code.name("on")
            waits = code.value(f"icmp eq i64 {self._pause}, 0")
            code.branch(waits, label, self.stop(Paused(), number, is_step=False))
            code.start(label)
        code.jump(f"go{number}")
        code.start(f"go{number}")
        edges = function.outgoing[number]
        if not edges:
            code.do("unreachable")
            return
        if self._careful or number in self._heads:
            self._look(number)
        match function.locations[number].kind:
            case LocationKind.CHOICE:
                self._choice(number, edges)
            case LocationKind.BRANCH:
                self._attempt(number, edges[0], edges)
            case _:
                self._attempt(number, edges[0], edges[:1])

    def _look(self, number: int) -> None:
        """Stop where there were enough steps."""
        code = self._code
        taken, way = code.value(f"load i64, ptr {self._steps_cell}"), 1 if self._careful else self._heads[number]
        after = code.value(f"add nuw nsw i64 {taken}, {way}")
        label = code.name("on")
        enough = code.value(f"icmp sle i64 {after}, {self._limit}")
        code.branch(enough, label, self.stop(StepLimit(), number, is_step=False), hint=_RARELY)
        code.start(label)

    def _breakpoints(self, number: int) -> None:
        code = self._code
        for position, (place, condition) in enumerate(self._plan.until):
            if place == number:
                self._values.begin(ConditionExits(self, number, position))
                holds = self._values.scalar(condition)
                label = code.name("on")
                code.branch(holds, self.stop(AtBreakpoint(position), number, is_step=False), label)
                code.start(label)

    def _choice(self, number: int, edges: tuple[int, ...]) -> None:
        """Write a location of kind *choice*: the decision, then the alternatives."""
        code = self._code
        exits = EdgeExits(self, number, edges[0])
        self._values.begin(exits)
        self._choosing.forget()
        chosen = self._choosing.alternative(len(edges), self._sources.get(number), exits)
        labels = [code.name("edge") for _ in edges]
        cases = " ".join(f"i64 {position}, label %{label}" for position, label in enumerate(labels))
        code.do(f"switch i64 {chosen}, label %nowhere [ {cases} ]")
        commit = self._choosing.pending()
        for label, edge in zip(labels, edges, strict=True):
            code.start(label)
            self._attempt(number, edge, (edge,), commit)

    def _attempt(self, location: int, edge: int, edges: tuple[int, ...], commit: Commit | None = None) -> None:
        """Write a step along one of the edges; where it has no native form, a stop."""
        code = self._code
        mark, stops = code.mark(), (len(self._exits), len(self._stops))
        exits = EdgeExits(self, location, edge)
        self._values.begin(exits)
        self._choosing.forget(commit)
        try:
            self._steps.step(self, exits, location, edges, self._sources.get(location))
        except NoNativeForm as refusal:
            code.back_to(mark)
            del self._exits[stops[0] :], self._stops[stops[1] :]
            self._refused[edge] = str(refusal)
            code.jump(self.stop(Beyond(edge, str(refusal)), location, is_step=False))

    def follow(self, edge: int) -> None:
        """Go on at the target of an edge, which was taken."""
        self._count_step()
        self._code.jump(f"arrive{self._function.edges[edge].target}")


_WORDS = ((ARRIVING, "at"), (DEPARTING, "go"))


def stored_text(register: Register) -> str:
    """LLVM's type of a register in the state: 64 bits, more for more, floats as they are."""
    integer = integer_kind(register.type)
    if integer is None:
        return register_text(register.type)
    return "i64" if integer.width <= 64 else "i128"
