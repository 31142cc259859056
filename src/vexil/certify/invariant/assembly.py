"""The parts of the symbolic execution, made for one program and one piece of evidence."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.certify.invariant.arbitrary import Arbitrary
from vexil.certify.invariant.blocks import Blocks
from vexil.certify.invariant.contracts import Contracts, conditions_of
from vexil.certify.invariant.effects import EffectsOfCalls
from vexil.certify.invariant.execution import Execution
from vexil.certify.invariant.expressions import Evaluator
from vexil.certify.invariant.havoc import Havoc
from vexil.certify.invariant.ledger import Ledger
from vexil.certify.invariant.list_rules import ListRules
from vexil.certify.invariant.loop_rules import LoopRules
from vexil.certify.invariant.memory import Memory
from vexil.certify.invariant.operations import Operations
from vexil.certify.invariant.progress import Progress
from vexil.certify.invariant.shapes import Shapes
from vexil.certify.invariant.solver import Solver
from vexil.certify.invariant.state import Merger
from vexil.certify.invariant.terms import Terms
from vexil.core.caveats import Effect
from vexil.core.context import Context
from vexil.ir.program import Program
from vexil.model.evidence import Invariant


@dataclass(frozen=True, slots=True)
class Parts:
    """What a check uses."""

    evaluator: Evaluator
    operations: Operations
    ledger: Ledger
    arbitrary: Arbitrary
    execution: Execution


class Assembly:
    """Makes the parts; a subclass may have other ones."""

    def __init__(self, program: Program, evidence: Invariant, terms: Terms, context: Context) -> None:
        self._program = program
        self._evidence = evidence
        self._terms = terms
        self._context = context

    def operations(self, evaluator: Evaluator, ledger: Ledger) -> Operations:
        """What operations do, where no check is asked for."""
        return Operations(evaluator, ledger, frozenset())

    def progress(self, evaluator: Evaluator, ledger: Ledger) -> Progress | None:
        """What requires that loops and recursion end, if anything does."""
        del evaluator, ledger
        return None

    def contracts(self) -> type[Contracts]:
        """How calls are passed that are not executed in place."""
        return Contracts

    def parts(self) -> Parts:
        """The parts, none of which has seen a state."""
        program, evidence, terms = self._program, self._evidence, self._terms
        layout = program.layout
        ledger = Ledger(terms, Solver(terms, self._context))
        blocks = Blocks(terms, layout.pointer_width, layout.little_endian)
        memory = Memory(terms, blocks, Shapes(program), layout.pointer_width)
        evaluator = Evaluator(program, terms, memory)
        operations = self.operations(evaluator, ledger)
        merger = Merger(program, terms, blocks)
        havoc = Havoc(terms, blocks, merger, layout.pointer_width)
        rules = {(rule.function, rule.head): rule for rule in evidence.loops}
        progress = self.progress(evaluator, ledger)
        lists = ListRules(evaluator, ledger, havoc, operations)
        loop_rules = LoopRules(rules, evaluator, ledger, havoc, lists, progress)
        effects = EffectsOfCalls(program, conditions_of(evidence))
        arbitrary = Arbitrary(evaluator, ledger, blocks, havoc, effects)
        contracts = self.contracts()(evidence, evaluator, operations, ledger, effects, arbitrary, progress)
        doubtful = frozenset(caveat.edge for caveat in program.caveats if caveat.effect is Effect.DROPS and caveat.edge)
        execution = Execution(
            program, evaluator, operations, merger, ledger, loop_rules, contracts, self._context, evidence.recursion,
            doubtful,
        )  # fmt: skip
        return Parts(evaluator, operations, ledger, arbitrary, execution)
