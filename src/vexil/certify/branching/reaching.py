"""Replay of a run that shows how a branching property comes about: it gets to where what is promised holds."""

from __future__ import annotations

from vexil.certify.branching.atoms import NamedAtoms
from vexil.certify.invariant.problems import Unsupported
from vexil.core.errors import UsageError
from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.expressions import Expr
from vexil.ir.interpreter import CompiledProgram, Cut, Machine, Stopped, Undefined
from vexil.model.evidence import Run, Tree
from vexil.model.outcome import Question
from vexil.spec.formulas import And, Constant, Diamond, Least, Mu, Not, Or, Proposition, Variable
from vexil.transform.inlining import Inlining


def problem_of_run(question: Question, made: Inlining, tree: Tree, run: Run) -> str:
    """Why a run does not show what the formula of a tree promises; nothing if it does.

    Raises `Unsupported` if nobody can say what holds in its last state.
    """
    promised = reached_by(tree.formula)
    if promised is None:
        return "a run is shown for a formula that is not about what is reached"
    machine = Machine(CompiledProgram(made.program), checks=frozenset())
    registers: list[object] = []
    try:
        machine.reset(run.initial)
        for move in run.moves:
            registers = machine.threads[1].frames[-1].registers
            machine.apply(move)
            if isinstance(machine.ending, Cut | Undefined):
                return f"the run ends at {machine.edge_id()}: {machine.ending}"
    except UsageError as problem:
        return str(problem)
    # what has returned has no variables any more, but claims are about their last values
    registers = machine.threads[1].frames[-1].registers or registers
    try:
        is_shown = any(map(_State(question, made, tree, machine, registers).holds, promised))
    except UndefinedValue as problem:
        raise Unsupported(f"the last state of the run: {problem}") from problem
    return "" if is_shown else "the run does not end where what is promised holds"


def reached_by(formula: Mu) -> tuple[Mu, ...] | None:
    """What a formula says is reached, as alternatives; nothing if that is not what it says."""
    if not isinstance(formula, Least) or not isinstance(formula.body, Or):
        return None
    again = Diamond(Variable(formula.variable))
    if again not in formula.body.operands:
        return None
    return tuple(part for part in formula.body.operands if part != again)


class _State:
    """The last state of a run, in which formulas hold by themselves or by claims."""

    def __init__(
        self, question: Question, made: Inlining, tree: Tree, machine: Machine, registers: list[object]
    ) -> None:
        self._atoms = NamedAtoms(question, made)
        self._claims = {part.part: [claim for layer in part.layers for claim in layer] for part in tree.parts}
        self._machine = machine
        self._function = made.entry
        self._registers = registers
        stop, location = made.entry.stop, machine.threads[1].frames[-1].location
        self._location = stop if stop is not None and isinstance(machine.ending, Stopped) else location

    def holds(self, formula: Mu) -> bool:
        """Say whether a formula in positive normal form holds; how deep it is was looked at when it was read."""
        match formula:
            case Constant(value):
                return value
            case Proposition(atom):
                said = self._atoms.named(atom, self._location)
                return said if isinstance(said, bool) else self._evaluated(said)
            case Not(operand):
                return not self.holds(operand)
            case And(operands):
                return all(map(self.holds, operands))
            case Or(operands):
                return any(map(self.holds, operands))
            case _:
                claims = self._claims.get(formula, ())
                return any(claim.location == self._location and self._evaluated(claim.fact) for claim in claims)

    def _evaluated(self, condition: Expr) -> bool:
        machine = self._machine
        evaluate = machine.compiled.evaluator(condition, self._function)
        return bool(evaluate(self._registers, machine.globals, machine, machine.threads[1]))
