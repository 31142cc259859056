"""A guarded system in the input language of NuSMV (Cimatti et al. 2002): one module, one input that says who moves.

Inputs say which thread moves, by which command of its location, and what it chooses; inputs that are not used have
their first value, so that an assignment of inputs is a step of the system. Where nobody can move, ``nobody`` moves, and
the state stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from vexil.engines.printed.choices import ChoiceEnumerator
from vexil.engines.printed.execution import Effect, Execution, moves_of
from vexil.engines.printed.names import SMV_WORDS, VariableNames
from vexil.engines.printed.questions import (
    Branching,
    Count,
    Deadlock,
    Endings,
    Invariant,
    Linear,
    Question,
    require_known,
)
from vexil.engines.printed.rewriting import Refused, Rewriter, require_whole
from vexil.engines.printed.smv.expressions import SmvExpressions, constant, word_type
from vexil.engines.printed.smv.inputs import Inputs
from vexil.engines.printed.syntax import FormulaSyntax, formula_text
from vexil.ir.expressions import Operator
from vexil.model.guarded.evaluate import Evaluator, State
from vexil.model.guarded.expressions import (
    BIT,
    TRUE,
    Apply,
    Expr,
    Read,
    Variable,
    both,
    either,
    equal,
    is_const,
    negated,
    number,
)
from vexil.model.guarded.system import Choice, Command, EndKind, GuardedSystem, Template
from vexil.spec import formulas
from vexil.spec.atoms import Atom

_CONNECTIVES = {formulas.Not: "(!{0})", formulas.Implies: "({0} -> {1})", formulas.Equivalent: "({0} <-> {1})"}
_LINEAR = {
    formulas.Next: "(X {0})",
    formulas.Globally: "(G {0})",
    formulas.Finally: "(F {0})",
    formulas.Until: "({0} U {1})",
    formulas.WeakUntil: "({1} V ({0} | {1}))",
    formulas.Release: "({0} V {1})",
}
_BRANCHING = {
    formulas.Next: "({own}X {0})",
    formulas.Globally: "({own}G {0})",
    formulas.Finally: "({own}F {0})",
    formulas.Until: "{own} [{0} U {1}]",
    formulas.WeakUntil: "(!{dual} [(!{1}) U (!{0} & !{1})])",
    formulas.Release: "(!{dual} [(!{0}) U (!{1})])",
}
LINEAR = FormulaSyntax("TRUE", "FALSE", " & ", " | ", _CONNECTIVES | _LINEAR)
BRANCHING = FormulaSyntax("TRUE", "FALSE", " & ", " | ", _CONNECTIVES | _BRANCHING)
"""NuSMV has neither a weak until nor, in CTL, a release; both are said with until."""


def print_smv(system: GuardedSystem, questions: Iterable[Question]) -> str:
    """Print a system and what is asked of it; raises `Refused` for what NuSMV cannot say."""
    return _Printer(system, list(questions)).text()


@dataclass(frozen=True, slots=True)
class _Mover:
    """A command of a thread: when it may be taken, and what it does."""

    template: Template
    thread: int
    place: int
    number: int
    command: Command
    taken: str
    effect: Effect
    names: dict[str, str]


@dataclass
class _Printer:
    system: GuardedSystem
    questions: list[Question]
    movers: list[_Mover] = field(default_factory=list)

    def __post_init__(self) -> None:
        require_whole(self.system)
        for question in self.questions:
            if isinstance(question, Linear | Branching):
                require_known(question)
        self.evaluator = Evaluator(self.system)
        self.names = VariableNames(self.system, SMV_WORDS)
        self.elements: dict[tuple[Variable, int, int], str] = {}
        for variable, index, thread in self._all_elements():
            parts = [self.names.of(variable)]
            if variable.template is not None:
                parts.append(str(thread))
            if variable.length > 1:
                parts.append(str(index))
            single = len(parts) == 1
            self.elements[variable, index, thread] = parts[0] if single else self.names.names.fresh("_".join(parts))
        threads = {template.name: template.count for template in self.system.templates}
        self.show = SmvExpressions(lambda *element: self.elements[element], threads, self.names.names.fresh)
        self.choosing = ChoiceEnumerator(self.system)
        self.rewriter = Rewriter(self.system)
        self.inputs = Inputs(self.system, self.names.names.fresh, self.show.define)

    def _all_elements(self) -> Iterable[tuple[Variable, int, int]]:
        for variable in (self.system.ending, *self.system.variables):
            if not variable.constant:
                yield from ((variable, index, 0) for index in range(variable.length))
        for template in self.system.templates:
            for thread in range(template.count):
                for variable in (template.counter, *template.variables):
                    yield from ((variable, index, thread) for index in range(variable.length))

    def text(self) -> str:
        initial = list(dict.fromkeys(self.evaluator.initial()))
        if not initial:
            raise Refused(f"{self.system.name} has no initial state")
        self._movers()
        transition = self._transition()
        next_lines = self._next()
        specs = self._specifications()
        lines = [f"-- {' '.join(self.system.name.split())}", "MODULE main", "IVAR"]
        lines += [f"  {line}" for line in self.inputs.declarations(self._thread_names())]
        lines.append("VAR")
        lines += [f"  {name} : {word_type(variable.type)};" for (variable, _, _), name in self.elements.items()]
        lines.append("DEFINE")
        lines += [f"  {name} := {text};" for name, text in self.show.defines]
        lines += self._begin(initial)
        lines += [*next_lines, "TRANS", f"  {transition};", *specs]
        return "\n".join(lines) + "\n"

    def _thread_names(self) -> list[str]:
        return [
            self._thread_name(template, thread)
            for template in self.system.templates
            for thread in range(template.count)
        ]

    def _thread_name(self, template: Template, thread: int) -> str:
        return f"run_{self.names.templates[template.name]}_{thread}"

    def _begin(self, initial: list[State]) -> list[str]:
        kinds = [(name, variable.type) for (variable, _, _), name in self.elements.items()]
        if len(initial) == 1:
            return [
                "ASSIGN",
                *(
                    f"  init({name}) := {constant(value, kind)};"
                    for (name, kind), value in zip(kinds, initial[0], strict=True)
                ),
            ]
        states = (
            " & ".join(f"{name} = {constant(value, kind)}" for (name, kind), value in zip(kinds, state, strict=True))
            for state in initial
        )
        return ["INIT", "  " + "\n  | ".join(f"({state})" for state in states) + ";", "ASSIGN"]

    # --- steps -------------------------------------------------------------------------------------------

    def _movers(self) -> None:
        """Find what every thread can do, and when: as names of the printed module."""
        self.moves: list[Expr] = []
        self.cuts: list[Expr] = []
        self.atomic_moves: list[Expr] = []
        own_moves: dict[tuple[str, int], list[tuple[Expr, Expr]]] = {}
        for template in self.system.templates:
            for thread in range(template.count):
                possible = list(moves_of(self.choosing, self.system, template, thread))
                own_moves[template.name, thread] = possible
                for place, location in enumerate(template.locations):
                    for order, command in enumerate(location.commands):
                        self._mover(template, thread, place, order, command)
                condition = self._atomic(template, thread)
                self.atomic_moves += [both(condition, moves) for moves, _ in possible]
        for template in self.system.templates:
            for thread in range(template.count):
                allowed = either(self._atomic(template, thread), negated(either(*self.atomic_moves)))
                for moves, cut in own_moves[template.name, thread]:
                    self.moves.append(both(moves, allowed, negated(cut)))
                    self.cuts.append(both(moves, cut))

    def _atomic(self, template: Template, thread: int) -> Expr:
        condition = self.system.atomic.get(template.name)
        return (
            negated(TRUE)
            if condition is None
            else self.rewriter.rewrite(self._owned(condition, thread), {}, number(thread))
        )

    def _owned(self, expression: Expr, thread: int) -> Expr:
        """Name the moving thread in what is read of it."""
        return Execution(self.system, None, number(thread)).now(expression, {})

    def _mover(self, template: Template, thread: int, place: int, order: int, command: Command) -> None:
        names = self.inputs.names(command)
        me = number(thread)
        self.inputs.commands = max(self.inputs.commands, order + 1)
        counter = self.elements[template.counter, 0, thread]
        taken = self.show.define(
            f"do_{self.names.templates[template.name]}_{thread}_{place}_{order}",
            f"running = {self._thread_name(template, thread)} & command = {order}"
            f" & {counter} = {constant(place, template.counter.type)}",
        )
        effect = Execution(self.system, template, me).run(command.body, {})
        self.movers.append(_Mover(template, thread, place, order, command, taken, effect, names))

    def _transition(self) -> str:
        running = equal(Read(self.system.ending, (number(0),)), number(0, self.system.ending.type))
        move_names = [self.show.show(move) for move in self.moves]
        self.show.defines.append(("can_move", f"({self.show.show(running)} & ({_joined(' | ', move_names, 'FALSE')}))"))
        if self.system.atomic:
            texts = [self.show.show(item) for item in self.atomic_moves if not is_const(item, 0)]
            self.show.defines.append(("atomic_moves", _joined(" | ", texts, "FALSE")))
        cases = [f"(running = nobody & command = 0 & !can_move & {self.inputs.unused(())})"]
        for mover in self.movers:
            conditions = [mover.taken, self.show.show(running)]
            guard = self._owned(mover.command.guard, mover.thread)
            conditions.append(self.show.show(guard, mover.names))
            conditions += [self._allowed(mover, choice) for choice in mover.command.choices]
            conditions.append(self.show.show(negated(mover.effect.cut(self.system)), mover.names))
            if self.system.atomic:
                own = self.show.show(self._atomic(mover.template, mover.thread))
                conditions.append(f"({own} | !atomic_moves)")
            conditions.append(self.inputs.unused(self.inputs.used(mover.command)))
            cases.append(f"({_joined(' & ', [text for text in conditions if text != 'TRUE'], 'TRUE')})")
        return "\n  | ".join(cases)

    def _allowed(self, mover: _Mover, choice: Choice) -> str:
        """The condition under which a choice may have its value."""
        less = Apply(Operator.LESS, (choice.value(), choice.count), BIT)
        return self.show.show(self._owned(both(less, choice.condition), mover.thread), mover.names)

    def _next(self) -> list[str]:
        lines = []
        for (variable, index, thread), name in self.elements.items():
            place, owner = number(index), number(thread) if variable.template is not None else None
            cases = []
            for mover in self.movers:
                value = mover.effect.after(variable, place, owner)
                text = self.show.show(value, mover.names)
                if text == name:
                    continue
                cases.append(f"{mover.taken} : {text};")
            if cases:
                lines.append(f"  next({name}) := case")
                lines += [f"    {case}" for case in cases]
                lines += [f"    TRUE : {name};", "  esac;"]
            else:
                lines.append(f"  next({name}) := {name};")
        return lines

    # --- what is asked -----------------------------------------------------------------------------------

    def _specifications(self) -> list[str]:
        lines: list[str] = []
        for question in self.questions:
            match question:
                case Count():
                    pass
                case Endings(asserted):
                    lines += [f"INVARSPEC {self._excluded(number)};" for number in sorted(asserted)]
                case Deadlock(wanted):
                    alive = self.show.show(self.system.alive)
                    text = f"{self._going_on()} & {alive} & !can_move & !({self._cut_somewhere()})"
                    self.show.defines.append(("deadlock", text))
                    lines.append("INVARSPEC !deadlock;")
                    if not is_const(wanted, 1):
                        lines.append(f"INVARSPEC {self.show.show(wanted)};")
                case Invariant(wanted):
                    lines.append(f"INVARSPEC {self.show.show(wanted)};")
                case Linear(formula, atoms):
                    lines.append(f"LTLSPEC {formula_text(formula, self._named(atoms), LINEAR)};")
                case Branching(formula, atoms):
                    lines.append(f"CTLSPEC {formula_text(formula, self._named(atoms), BRANCHING)};")
        return lines

    def _named(self, atoms: Mapping[Atom, Expr]) -> dict[Atom, str]:
        return {atom: self.show.define("p", self.show.show(condition)) for atom, condition in atoms.items()}

    def _going_on(self) -> str:
        return f"{self.elements[self.system.ending, 0, 0]} = {constant(0, self.system.ending.type)}"

    def _cut_somewhere(self) -> str:
        """The condition that a step from here is cut."""
        return _joined(" | ", [self.show.show(item) for item in self.cuts if not is_const(item, 0)], "FALSE")

    def _excluded(self, ending: int) -> str:
        """That a run does not end in a way; no state comes after one that is cut, so that is seen before."""
        if self.system.endings[ending].kind is not EndKind.CUT:
            return f"{self.elements[self.system.ending, 0, 0]} != {constant(ending + 1, self.system.ending.type)}"
        if sum(item.kind is EndKind.CUT for item in self.system.endings) > 1:
            raise Refused("SMV tells whether a run is cut, but not by which of several bounds")
        return f"!({self._going_on()} & ({self._cut_somewhere()}))"


def _joined(symbol: str, texts: list[str], empty: str) -> str:
    return symbol.join(texts) if texts else empty
