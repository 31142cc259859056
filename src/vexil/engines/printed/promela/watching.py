"""What a Promela model says about all its threads: whether one in an atomic section can move, deadlock, formulas."""

from __future__ import annotations

from collections.abc import Mapping, Set

from vexil.engines.printed.choices import Choosing
from vexil.engines.printed.execution import cut_condition
from vexil.engines.printed.promela.layout import Layout, comment
from vexil.engines.printed.promela.sections import inside_sections
from vexil.engines.printed.questions import Linear
from vexil.engines.printed.rewriting import Rewriter
from vexil.model.guarded.expressions import Expr, Read, both, either, equal, is_const, negated, number
from vexil.model.guarded.system import EndKind, Template
from vexil.spec.atoms import Atom
from vexil.spec.formulas import (
    And,
    Constant,
    Equivalent,
    Finally,
    Globally,
    Implies,
    Ltl,
    Next,
    Not,
    Or,
    Proposition,
    Release,
    Until,
    WeakUntil,
)
from vexil.spec.nodes import bottom_up


def linear_text(formula: Ltl, atoms: Mapping[Atom, str]) -> str:
    """The formula as the inside of an ``ltl`` block; atoms have names."""
    return bottom_up(formula, lambda part, inner: _part(part, list(inner), atoms))


def _part(part: Ltl, inner: list[str], atoms: Mapping[Atom, str]) -> str:
    match part:
        case Constant(value):
            return "true" if value else "false"
        case Proposition(atom):
            return atoms[atom]
        case Not():
            return f"(! {inner[0]})"
        case And():
            return f"({' && '.join(inner)})"
        case Or():
            return f"({' || '.join(inner)})"
        case Implies():
            return f"({inner[0]} -> {inner[1]})"
        case Equivalent():
            return f"({inner[0]} <-> {inner[1]})"
        case Next():
            return f"(X {inner[0]})"
        case Globally():
            return f"([] {inner[0]})"
        case Finally():
            return f"(<> {inner[0]})"
        case Until():
            return f"({inner[0]} U {inner[1]})"
        case WeakUntil():
            return f"({inner[0]} W {inner[1]})"
        case Release():
            return f"({inner[0]} V {inner[1]})"


class Watching:
    """Prints conditions over all threads of a model."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._system = layout.system
        self._choosing = Choosing(layout.system)
        self._rewriter = Rewriter(layout.system)

    def _moves(self, template: Template, thread: int, places: Set[int] | None = None) -> tuple[Expr, Expr]:
        """The conditions under which a thread could move, from some places, and under which one of its runs is cut."""
        moves: list[Expr] = []
        cuts: list[Expr] = []
        me = number(thread)
        for place, location in enumerate(template.locations):
            if places is not None and place not in places:
                continue
            at = equal(Read(template.counter, (number(0), me)), number(place, template.counter.type))
            for command in location.commands:
                for combination in self._choosing.combinations(command, me):
                    condition = both(at, combination.condition)
                    moves.append(condition)
                    cut = cut_condition(self._system, template, command, combination.names, me)
                    if not is_const(cut, 0):
                        cuts.append(both(condition, cut))
        return either(*moves), either(*cuts)

    def atomic(self) -> list[str]:
        """A macro that says that some thread inside an atomic section can move."""
        texts = []
        for template in self._system.templates:
            condition = self._system.atomic.get(template.name)
            if condition is None:
                continue
            places = inside_sections(self._system, template)
            for thread in range(template.count):
                inside = self._rewriter.rewrite(condition, {}, number(thread))
                texts.append(self._layout.expressions().show(both(inside, self._moves(template, thread, places)[0])))
        return [f"#define atomic_moves ({' || '.join(texts)})"] if texts else []

    def deadlock(self) -> list[str]:
        """A process that moves only when nobody else can, in a state where the run is not over and none is cut."""
        cuts = either(
            *(
                self._moves(template, thread)[1]
                for template in self._system.templates
                for thread in range(template.count)
                if any(item.kind is EndKind.CUT for item in self._system.endings)
            )
        )
        condition = both(self._layout.running(), self._system.alive, negated(cuts))
        begun = "begun && " if self._layout.chooses_beginning else ""
        text = self._layout.expressions().show(condition)
        return ["active proctype deadlock() {", f"  ({begun}timeout && {text}) -> assert(false);", "  (false)", "}"]

    def invariant(self, wanted: Expr) -> list[str]:
        """A process that moves only in a state that is not as wanted."""
        begun = "begun && " if self._layout.chooses_beginning else ""
        text = self._layout.expressions().show(negated(wanted))
        return ["active proctype wrong() {", f"  d_step {{ ({begun}{text}) -> assert(false) }};", "  (false)", "}"]

    def linear(self, question: Linear) -> list[str]:
        """The formula; where the model chooses how to begin, it is about the state after that."""
        names = {}
        lines = []
        for place, (atom, condition) in enumerate(question.atoms.items()):
            names[atom] = f"p_{place}"
            text = self._layout.expressions().show(condition)
            lines.append(f"#define {names[atom]} ({text}) /* {comment(str(atom))} */")
        formula = linear_text(question.formula, names)
        if self._layout.chooses_beginning:
            formula = f"((!begun) U (begun && {formula}))"
        return [*lines, f"ltl asked {{ {formula} }}"]
