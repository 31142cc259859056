"""What relations over predicates should be: every store is tried, along every path that an edge stands for."""

from __future__ import annotations

from dataclasses import dataclass

from strategies.ir.branching import program_of
from strategies.ir.relation_blocks import RelationBlock, Store
from vexil.abstraction.blocks import Blocks
from vexil.abstraction.predicates import Predicates
from vexil.abstraction.program import Abstractor, PredicateModel
from vexil.abstraction.user_predicates import user_predicates
from vexil.analysis import Analyses
from vexil.analysis.partition import AnalysedPartition
from vexil.logic import Terms
from vexil.logic.evaluate import Evaluation
from vexil.logic.solvers import open_solver
from vexil.logic.space import Space
from vexil.model.boolean_program import Guard, Update
from vexil.model.boolean_program.expressions import evaluated, names, next_names
from vexil.pipeline.predicates.borders import borders_of, loop_heads
from vexil.pipeline.predicates.options import BlockSize

Valuation = dict[str, bool]


@dataclass
class Compared:
    """What was compared: relations and guards, the rows of relations, and what the solver was asked for them."""

    edges: int = 0
    rows: int = 0
    questions: int = 0
    relations: int = 0


def compared_relations(block: RelationBlock, size: BlockSize) -> Compared:
    """Compare every relation and guard of a block with what all stores say; raises `AssertionError`."""
    program = program_of(str(block))
    analyses = Analyses(program)
    with open_solver() as solver:
        space = Space(Terms(), program, AnalysedPartition(analyses))
        abstractor = Abstractor(space, analyses, solver, frozenset(), relations=100_000)
        borders = borders_of(program, size, lambda: loop_heads(program))
        blocks = None if borders is None else Blocks(abstractor.frames, solver, borders)
        predicates = Predicates(space).extended(user_predicates(space, analyses, block.predicates, solver).terms)
        model = abstractor.abstract(predicates, blocks=blocks)
        assert abstractor.relations is not None
        statistics = abstractor.relations.statistics
    assert statistics.questions == statistics.rows + statistics.relations  # one more than rows for each
    comparison = _Comparison(block, model, space)
    found = Compared(0, statistics.rows, statistics.questions, statistics.relations)
    for edge in model.program.procedures["main"].edges:
        if edge.origins and edge.origins[-1] < len(block.edges):
            comparison.edge(edge.operation, edge.origins)
            found.edges += 1
    return found


class _Comparison:
    def __init__(self, block: RelationBlock, model: PredicateModel, space: Space) -> None:
        self._block = block
        self._items = [(item.name, item.term) for item in model.predicates]
        self._symbols = {name: space.symbol(space.variables[name]) for name in block.names if name in space.variables}
        self._known: dict[tuple[int, ...], Valuation] = {}

    def _valuation(self, store: Store) -> Valuation:
        key = tuple(store.values())
        if key not in self._known:
            width = self._block.width
            values = {symbol: store[name] % (1 << width) for name, symbol in self._symbols.items()}
            evaluation = Evaluation(values)
            self._known[key] = {name: evaluation.holds(term) for name, term in self._items}
        return self._known[key]

    def edge(self, operation: object, origins: tuple[int, ...]) -> None:
        """Compare one edge; an update is that of its whole path, a guard that of its conditions."""
        match operation:
            case Update():
                self._update(operation, origins)
            case Guard():
                self._guard(operation, origins)

    def _update(self, update: Update, origins: tuple[int, ...]) -> None:
        reads = sorted(names(update.constraint))
        assert next_names(update.constraint) <= set(update.targets)
        expected: set[tuple[tuple[bool, ...], tuple[bool, ...]]] = set()
        for store in self._block.stores():
            before = self._valuation(store)
            for behind in self._block.along(store, origins):
                after = self._valuation(behind)
                assert all(before[name] == after[name] for name in before if name not in update.targets)
                expected.add((tuple(before[name] for name in reads), tuple(after[name] for name in update.targets)))
        found = set()
        for before_row in _rows(len(reads)):
            for after_row in _rows(len(update.targets)):
                current = dict(zip(reads, before_row, strict=True))
                following = dict(zip(update.targets, after_row, strict=True))
                fits = all(
                    (found_no if value else found_yes) is False
                    for value, expression in zip(after_row, update.values, strict=True)
                    for found_yes, found_no in [evaluated(expression, current)]
                )
                if fits and evaluated(update.constraint, current, following)[0]:
                    found.add((before_row, after_row))
        if not reads and not expected:
            return  # the path is never taken
        assert found == expected, (origins, reads, update.targets, found ^ expected)

    def _guard(self, guard: Guard, origins: tuple[int, ...]) -> None:
        reads = sorted(names(guard.condition))
        positive, negative = set(), set()
        for store in self._block.stores():
            before = self._valuation(store)
            row = tuple(before[name] for name in reads)
            (positive if self._block.along(store, origins) else negative).add(row)
        for row in positive | negative:
            yes, no = evaluated(guard.condition, dict(zip(reads, row, strict=True)))
            assert (yes, no) == (row not in negative, row not in positive), (origins, row)


def _rows(count: int) -> list[tuple[bool, ...]]:
    return [tuple(bool(number >> place & 1) for place in range(count)) for number in range(1 << count)]
