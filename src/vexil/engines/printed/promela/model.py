"""A guarded system as a Promela model for Spin (Holzmann 2003): one process per thread, one ``d_step`` per command.

A step of the system is one transition of the model, so that Spin counts the states and steps that the system has when
it is told not to merge statements and not to reduce.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vexil.engines.printed.choices import ChoiceEnumerator
from vexil.engines.printed.execution import Execution, cut_condition, destinations
from vexil.engines.printed.names import PROMELA_WORDS, VariableNames
from vexil.engines.printed.promela.control import own_control
from vexil.engines.printed.promela.expressions import PromelaBodies, PromelaExpressions, constant, scratch_name
from vexil.engines.printed.promela.layout import Layout, Storage, chooses_beginning, comment
from vexil.engines.printed.promela.monitors import Monitors
from vexil.engines.printed.questions import Branching, Deadlock, Endings, Invariant, Linear, Question, require_known
from vexil.engines.printed.rewriting import Refused, require_whole
from vexil.model.guarded.evaluate import Evaluator, State
from vexil.model.guarded.expressions import Expr, Read, both, equal, is_const, negated, number
from vexil.model.guarded.system import Command, GuardedSystem, Template


@dataclass(frozen=True, slots=True)
class PrintedStep:
    """What a line of the model stands for: a command of a template and the values that are chosen."""

    template: str
    command: Command
    values: tuple[int, ...]


@dataclass(frozen=True)
class PromelaModel:
    """The text of a model and what its lines and processes mean."""

    text: str
    steps: Mapping[int, PrintedStep]
    """By the number of the line."""
    first_process: Mapping[str, int]
    """The number of the process of thread 0, by template."""
    beginnings: Mapping[int, State]
    """The lines that choose an initial state, when there are several: each is one transition of the model only."""
    vector: int
    """An upper bound of the bytes of a state."""


def print_promela(system: GuardedSystem, question: Question, storage: Storage = Storage.HIDDEN) -> PromelaModel:
    """Print a system and what is asked of it; raises `Refused` for what Promela cannot say exactly."""
    require_whole(system)
    outside: list[Expr] = []
    match question:
        case Branching():
            raise Refused("Spin checks linear temporal logic, not CTL", hint="print SMV for CTL")
        case Linear(_, atoms):
            require_known(question)
            outside = list(atoms.values())
        case Deadlock(wanted):
            outside = [system.alive, wanted]
        case Invariant(wanted):
            outside = [wanted]
        case _:
            pass
    initial = Evaluator(system).initial()
    if not initial:
        raise Refused(f"{system.name} has no initial state")
    begins = chooses_beginning(system, initial)
    asks_cuts = isinstance(question, Deadlock)
    control = None if begins else own_control(system, initial[0], outside, asks_cuts=asks_cuts)
    asserted = question.asserted if isinstance(question, Endings) else frozenset[int]()
    layout = Layout(system, VariableNames(system, PROMELA_WORDS), control, initial, storage, asserted)
    return _Printer(layout, question).model()


class _Printer:
    def __init__(self, layout: Layout, question: Question) -> None:
        self._layout = layout
        self._system = layout.system
        self._question = question
        self._monitors = Monitors(layout)
        self._choosing = ChoiceEnumerator(layout.system)
        self._lines: list[str] = []
        self._steps: dict[int, PrintedStep] = {}
        self._beginnings: dict[int, State] = {}
        self._scratch = 0

    def model(self) -> PromelaModel:
        several = self._layout.chooses_beginning
        self._lines = [f"/* {comment(self._system.name)} */", *self._layout.declarations()]
        self._lines += ["bool begun;"] if several else []
        scratch_line = len(self._lines)
        self._lines += ["", *self._monitors.atomic()]
        for template in self._system.templates:
            self._process(template)
        if several:
            self._beginning()
        match self._question:
            case Deadlock(wanted):
                self._lines += ["", *self._monitors.deadlock()]
                self._lines += [] if is_const(wanted, 1) else ["", *self._monitors.invariant(wanted)]
            case Invariant(wanted):
                self._lines += ["", *self._monitors.invariant(wanted)]
            case Linear():
                self._lines += ["", *self._monitors.linear(self._question)]
            case _:
                pass
        names = ", ".join(scratch_name(place) for place in range(self._scratch))
        self._lines[scratch_line] = f"{self._layout.storage.value}int {names};" if names else ""
        text = "\n".join(self._lines) + "\n"
        return PromelaModel(text, self._steps, self._layout.first_process, self._beginnings, self._vector())

    def _vector(self) -> int:
        processes = sum(template.count for template in self._system.templates) + 3
        tables = sum(variable.length for variable in self._system.variables if variable.constant)
        return 4 * (self._layout.evaluator.size + tables + self._scratch) + 64 * processes + 128

    # --- processes ---------------------------------------------------------------------------------------

    def _process(self, template: Template) -> None:
        expressions = self._layout.expressions(self._layout.me(template))
        control = self._layout.control

        def goto(location: int) -> str | None:
            return None if control is not None else f"{expressions.whole(template.counter)} = {location}"

        bodies = PromelaBodies(self._system, expressions, self._layout.asserted, goto)
        self._lines.append("")
        self._lines.append(f"active [{template.count}] proctype {self._layout.names.templates[template.name]}() {{")
        self._lines += [f"  {line}" for line in self._layout.locals(template)]
        if control is not None:
            self._own_control(template, control.begin[template.name], expressions, bodies)
        else:
            self._shared_control(template, expressions, bodies)
        self._lines.append("}")
        self._scratch = max(self._scratch, bodies.scratch)

    def _own_control(
        self, template: Template, begin: int, expressions: PromelaExpressions, bodies: PromelaBodies
    ) -> None:
        """A process whose locations are labels; the one where threads begin comes first."""
        order = [begin, *(place for place in range(len(template.locations)) if place != begin)]
        for place in order:
            location = template.locations[place]
            self._lines += [f"S{place}: /* {comment(location.name)} */", "  if"]
            before = len(self._steps)
            for command in location.commands:
                for combination in self._choosing.combinations(command):
                    effect = Execution(self._system, template).run(command.body, combination.names)
                    allowed = both(
                        self._layout.running(),
                        combination.condition,
                        negated(effect.cut(self._system, self._layout.asserted)),
                    )
                    for target, condition in destinations(effect, template.counter, place):
                        step = PrintedStep(template.name, command, combination.values)
                        self._option(step, both(allowed, condition), expressions, bodies, f"; goto S{target}")
            self._close(before, "  fi;", "  (false);")

    def _shared_control(self, template: Template, expressions: PromelaExpressions, bodies: PromelaBodies) -> None:
        """A process that looks at its program counter, which is a variable that others can see and change."""
        self._lines.append("  do")
        before = len(self._steps)
        for place, location in enumerate(template.locations):
            at = equal(Read(template.counter, (number(0),)), number(place, template.counter.type))
            for command in location.commands:
                for combination in self._choosing.combinations(command):
                    asserted = self._layout.asserted
                    cut = cut_condition(self._system, template, command, combination.names, asserted=asserted)
                    guard = both(at, self._layout.running(), combination.condition, negated(cut))
                    step = PrintedStep(template.name, command, combination.values)
                    self._option(step, guard, expressions, bodies, "")
        self._close(before, "  od", "  (false)")

    def _close(self, before: int, end: str, blocked: str) -> None:
        """End a list of options; one without options waits for ever."""
        if len(self._steps) == before:
            self._lines[-1] = blocked
        else:
            self._lines.append(end)

    def _option(
        self, step: PrintedStep, guard: Expr, expressions: PromelaExpressions, bodies: PromelaBodies, after: str
    ) -> None:
        if is_const(guard, 0):
            return
        conditions = ["begun"] if self._layout.chooses_beginning else []
        conditions += [] if is_const(guard, 1) else [expressions.show(guard)]
        if self._system.atomic:
            own = self._system.atomic.get(step.template)
            conditions.append("!atomic_moves" if own is None else f"({expressions.show(own)} || !atomic_moves)")
        self._lines.append("  :: d_step {")
        self._steps[len(self._lines)] = step
        chosen = {
            choice.name: constant(value, choice.count.type)
            for choice, value in zip(step.command.choices, step.values, strict=True)
        }
        body = bodies.show(step.command.body, chosen)
        if self._layout.storage is Storage.INSIDE:
            body += bodies.reset()
        self._lines.append(f"       ({' && '.join(conditions) or 'true'}) ->")
        self._lines += [f"       {line}" for line in body]
        self._lines[-1] = self._lines[-1].removesuffix(";")
        self._lines.append(f"     }}{after}")

    def _beginning(self) -> None:
        """A process that chooses an initial state."""
        self._lines += ["", "active proctype beginning() {", "  if"]
        for state in self._layout.initial:
            self._lines.append("  :: d_step {")
            self._beginnings[len(self._lines)] = state
            self._lines.append("       (!begun) ->")
            self._lines += [f"       {line}" for line in self._layout.written(state)]
            self._lines += ["       assert(false);"] if state[0] - 1 in self._layout.asserted else []
            self._lines += ["       begun = true", "     }"]
        self._lines += ["  fi;", "  (false)", "}"]
