"""What a Promela model says about all its threads: whether one in an atomic section can move, deadlock, formulas."""

from __future__ import annotations

from collections.abc import Set

from vexil.engines.printed.choices import ChoiceEnumerator
from vexil.engines.printed.execution import moves_of
from vexil.engines.printed.promela.control import inside_sections
from vexil.engines.printed.promela.layout import Layout, comment
from vexil.engines.printed.questions import Linear
from vexil.engines.printed.rewriting import Rewriter
from vexil.engines.printed.syntax import FormulaSyntax, formula_text
from vexil.model.guarded.expressions import Expr, both, either, is_const, negated, number
from vexil.model.guarded.system import EndKind, Template
from vexil.spec import formulas

FORMULAS = FormulaSyntax(
    "true",
    "false",
    " && ",
    " || ",
    {
        formulas.Not: "(! {0})",
        formulas.Implies: "({0} -> {1})",
        formulas.Equivalent: "({0} <-> {1})",
        formulas.Next: "(X {0})",
        formulas.Globally: "([] {0})",
        formulas.Finally: "(<> {0})",
        formulas.Until: "({0} U {1})",
        formulas.WeakUntil: "({0} W {1})",
        formulas.Release: "({0} V {1})",
    },
)


class Monitors:
    """Prints conditions over all threads of a model."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._system = layout.system
        self._choosing = ChoiceEnumerator(layout.system)
        self._rewriter = Rewriter(layout.system)

    def _moves(self, template: Template, thread: int, places: Set[int] | None = None) -> tuple[Expr, Expr]:
        """The conditions under which a thread could move, from some places, and under which one of its runs is cut."""
        moves = list(moves_of(self._choosing, self._system, template, thread, places))
        cuts = (both(condition, cut) for condition, cut in moves if not is_const(cut, 0))
        return either(*(condition for condition, _ in moves)), either(*cuts)

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
        formula = formula_text(question.formula, names, FORMULAS)
        if self._layout.chooses_beginning:
            formula = f"((!begun) U (begun && {formula}))"
        return [*lines, f"ltl asked {{ {formula} }}"]
