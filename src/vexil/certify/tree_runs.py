"""Runs as evidence for branching properties: a formula that holds because of what one run does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod

from vexil.certify.plain_states import is_in_state
from vexil.certify.runs import Replay
from vexil.core.errors import UsageError
from vexil.core.wording import counted
from vexil.ir.interpreter import CompiledProgram, Machine
from vexil.model.certificate import Certificate, Checked, Rejected
from vexil.model.evidence import Lasso, Run
from vexil.model.goal import TreeGoal, can_block, tree_goal
from vexil.model.observe import UndefinedAtom
from vexil.model.outcome import Question
from vexil.spec.formulas import And, Box, Constant, Diamond, Greatest, Least, Mu, Not, Or, Proposition, Variable
from vexil.spec.nodes import operands_of, postorder

DEEPEST = 500


def check_tree_run(question: Question, run: Run | Lasso) -> Certificate:
    """Replay a run, and confirm that the property, or its negation, holds where it begins because of it alone.

    Nothing is known about other runs, so that what is to hold in every successor is shown only where a run has ended.
    """
    compiled = CompiledProgram(question.program)
    goal = tree_goal(question.property, compiled)
    machine = Machine(compiled, checks=frozenset(), track_returns=goal.track_returns)
    if can_block(question.program):
        return Rejected("a restriction may cut the run later, so that it shows nothing", True)
    try:
        replay = Replay(machine, run.initial)
        path = _replayed(replay, goal, run)
    except (UsageError, UndefinedAtom) as problem:
        return Rejected(str(problem))
    if isinstance(path, Rejected):
        return path
    steps = counted(len(path.letters) - 1, "step")
    edges, addresses = frozenset(replay.edges), tuple(replay.addresses)
    if path.holds(goal, goal.negation):
        finding = f"a run of {steps} of the program shows that it does not hold"
        return Checked(run, finding, edges, _shown_at(run), addresses, refutes=True)
    is_only = prod(choices.count or 0 for _, choices in machine.initial_choices()) == 1
    if is_only and path.holds(goal, goal.formula):
        finding = f"a run of {steps} of the program shows that it holds"
        return Checked(run, finding, edges, _shown_at(run), addresses, refutes=False)
    return Rejected("the run shows neither the property nor its negation")


def _shown_at(run: Run | Lasso) -> int | None:
    """After how many moves it is shown, if not by the whole run."""
    return len(run.moves) if isinstance(run, Run) else None


@dataclass
class _Path:
    """A replayed run: the letters of its states, and where the last one leads, if that is known."""

    letters: list[int]
    last: int | None = None
    is_ended: bool = False
    """Whether nothing follows the last state but itself."""

    def following(self, position: int) -> int | None:
        """The next position of a run."""
        return position + 1 if position + 1 < len(self.letters) else self.last

    def holds(self, goal: TreeGoal, formula: Mu) -> bool:
        """Whether a formula in positive normal form holds at the beginning because of this run."""
        values: dict[Mu, bytearray] = {}
        depths: dict[Mu, int] = {}
        for part in postorder(formula):
            depths[part] = 1 + max((depths[operand] for operand in operands_of(part)), default=0)
            if depths[part] > DEEPEST:
                return False
        for part in postorder(formula):
            if isinstance(part, Least | Greatest):
                values[part] = self._fixed_point(goal, part, values)
        return self._test(goal, formula, "", bytearray(), values)(0)

    def _fixed_point(self, goal: TreeGoal, part: Least | Greatest, solved: dict[Mu, bytearray]) -> bytearray:
        """The positions of a fixed point, from below or above, with sweeps against the direction of the run."""
        count, is_least = len(self.letters), isinstance(part, Least)
        current = bytearray(count) if is_least else bytearray(b"\1") * count
        body = self._test(goal, part.body, part.variable, current, solved)
        changed = True
        while changed:
            changed = False
            for position in reversed(range(count)):
                if current[position] != is_least and body(position) is is_least:
                    current[position] = is_least
                    changed = True
        return current

    def _test(
        self, goal: TreeGoal, formula: Mu, variable: str, current: bytearray, solved: dict[Mu, bytearray]
    ) -> Callable[[int], bool]:
        match formula:
            case Constant(value):
                return lambda _: value
            case Proposition(atom):
                bit = goal.bit(atom)
                return lambda position: bool(self.letters[position] & bit)
            case Not(Proposition(atom)):
                bit = goal.bit(atom)
                return lambda position: not self.letters[position] & bit
            case And(operands):
                tests = [self._test(goal, operand, variable, current, solved) for operand in operands]
                return lambda position: all(test(position) for test in tests)
            case Or(operands):
                tests = [self._test(goal, operand, variable, current, solved) for operand in operands]
                return lambda position: any(test(position) for test in tests)
            case Diamond(operand):
                inner = self._test(goal, operand, variable, current, solved)
                return lambda position: (target := self.following(position)) is not None and inner(target)
            case Box(operand):
                inner = self._test(goal, operand, variable, current, solved)
                return lambda position: self.is_ended and self.last == position and inner(position)
            case Variable(name) if name == variable:
                return lambda position: bool(current[position])
            case Least() | Greatest() if formula in solved:
                return lambda position: bool(solved[formula][position])
            case _:
                return lambda _: False


def _replayed(replay: Replay, goal: TreeGoal, run: Run | Lasso) -> _Path | Rejected:
    machine = replay.machine
    letters = [goal.letter(machine)]
    stem, loop = (run.moves, ()) if isinstance(run, Run) else (run.stem, run.loop)
    for move in stem:
        replay.take(move)
        letters.append(goal.letter(machine))
    last = len(letters) - 1
    if not loop:
        if not machine.enabled():
            return _Path(letters, last, is_ended=True)
        if isinstance(run, Lasso):
            return Rejected("the run does not end where its last state is repeated")
        return _Path(letters)
    before = machine.snapshot()
    for move in loop:
        replay.take(move)
        letters.append(goal.letter(machine))
    if not is_in_state(machine, before):
        return Rejected("the loop does not come back to where it began")
    return _Path(letters[:-1], last)
