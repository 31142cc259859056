"""Lowers a typed FCL program to the intermediate form.

One function ``main`` has one location per statement, named by its node in the control-flow graph (Hatcliff et al. 2002,
3.2): statement number ``i`` of block ``l`` is the node ``l.i``, and a terminated run stays in the node ``halt``, which
is the exit. Variables are global registers. Each statement is one edge, an ``if`` two complementary ones. Where an
abstract test may have both results, an ``if`` first chooses the result and then branches on it; both edges
carry the span of the statement, so they are one source step.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vexil.core.caveats import Assumption
from vexil.core.errors import UsageError
from vexil.core.source import Span
from vexil.frontends.fcl.algebra import Algebra, MachineIntegers, MathematicalIntegers
from vexil.frontends.fcl.lower_expressions import ExpressionLowering, Lowered
from vexil.frontends.fcl.options import FclOptions, check_settings, constant_symbol
from vexil.frontends.fcl.signature import INT
from vexil.frontends.fcl.syntax import HALT, Assign, Goto, If, Program, Return, Skip, Statement, Variable
from vexil.frontends.fcl.typing import Typing
from vexil.ir import operations as ops
from vexil.ir.builder import FunctionBuilder, ProgramBuilder
from vexil.ir.expressions import Const, Expr
from vexil.ir.expressions import Variable as IrVariable
from vexil.ir.operation_parts import Domain, Origin, RangeDomain, TypeDomain
from vexil.ir.program import Program as IrProgram
from vexil.ir.sourcemap import Spans
from vexil.ir.types import BOOL
from vexil.ir.typing import literal


@dataclass(frozen=True, slots=True)
class ControlFlow:
    """Nodes in the order of the text, with the functions code, first and succ of the paper."""

    statements: Mapping[str, Statement]
    initial: str

    def code(self, node: str) -> Statement:
        """The statement a node labels; raises `UsageError` for ``halt`` and unknown nodes."""
        if node not in self.statements:
            raise UsageError(f"there is no statement at node [{node}]", hint=f"nodes: {', '.join(self.statements)}")
        return self.statements[node]

    def first(self, label: str) -> str:
        """The first node of a block."""
        node = f"{label}.1"
        if node not in self.statements:
            raise UsageError(f"there is no block {label!r}", hint=f"nodes: {', '.join(self.statements)}")
        return node

    def successors(self, node: str) -> tuple[str, ...]:
        """The distinct successors of a node: after a condition that holds first; none after ``halt``."""
        if node == HALT:
            return ()
        match self.code(node):
            case Assign() | Skip():
                label, _, number = node.rpartition(".")
                return (f"{label}.{int(number) + 1}",)
            case Goto(label):
                return (self.first(label),)
            case Return():
                return (HALT,)
            case If(_, then_label, else_label):
                return tuple(dict.fromkeys((self.first(then_label), self.first(else_label))))


def control_flow(program: Program) -> ControlFlow:
    """Number the statements of a program."""
    statements = {
        f"{block.label}.{number}": statement
        for block in program.blocks
        for number, statement in enumerate(block.statements(), 1)
    }
    return ControlFlow(statements, f"{program.initial}.1")


CONDITION = "if.value"
"""The hidden variable that holds the chosen result of an abstract test."""


def lower(program: Program, typing: Typing, algebra: Algebra, options: FclOptions) -> IrProgram:
    """Lower a program; raises `UsageError` for settings that do not fit it."""
    check_settings(program, typing, options)
    return _Lowering(program, typing, algebra, options).run()


class _Lowering:
    def __init__(self, program: Program, typing: Typing, algebra: Algebra, options: FclOptions) -> None:
        self._program = program
        self._typing = typing
        self._algebra = algebra
        self._options = options
        self._expressions = ExpressionLowering(typing, algebra, program.file)
        self._builder = ProgramBuilder(program.file.name, "fcl", files=(program.file,))
        self._main = FunctionBuilder("main")
        self._condition: IrVariable | None = None

    def run(self) -> IrProgram:
        """Declare the variables, add one edge per statement, and build."""
        self._assume_arithmetic()
        self._declare_variables()
        flow = control_flow(self._program)
        main = self._main
        locations = {
            node: main.location(node, labels=(node.removesuffix(".1"),) if node.endswith(".1") else ())
            for node in flow.statements
        }
        locations[HALT] = main.location(HALT)
        main.entry, main.exit = locations[flow.initial], locations[HALT]
        for node, statement in flow.statements.items():
            successors = [locations[successor] for successor in flow.successors(node)]
            self._statement(node, locations[node], statement, successors)
        self._builder.token_sets.update(self._expressions.token_sets)
        self._builder.relations.update(self._expressions.relations)
        self._builder.add(main)
        return self._builder.build()

    # --- declarations ------------------------------------------------------------------------------------

    def _declare_variables(self) -> None:
        parameters = {parameter.name: parameter.span for parameter in self._program.parameters}
        introduced = first_occurrences(self._program)
        for name, type_name in self._typing.variables.items():
            kind = self._expressions.type(type_name)
            if name in parameters:
                initial, span = self._parameter(name, type_name), parameters[name]
            else:
                span = introduced[name]
                initial = self._default(name, type_name, span)
            self._builder.global_variable(name, kind, initial, span=span)

    def _parameter(self, name: str, type_name: str) -> Expr | Domain:
        if name in self._options.given:
            symbol = constant_symbol(name, type_name, self._options.given[name], self._algebra)
            self._assume(f"parameter {name} is {symbol}")
            return self._expressions.constant(symbol)
        kind = self._expressions.type(type_name)
        if name in self._options.ranges:
            low, high = self._options.ranges[name]
            self._assume(f"parameter {name} is between {low} and {high}")
            return RangeDomain(literal(low, kind), literal(high, kind))
        self._assume(f"parameter {name} may have any value of type {type_name}")
        return TypeDomain(kind)

    def _default(self, name: str, type_name: str, span: Span) -> Const:
        value = self._algebra.default(type_name)
        if value is None:
            raise self._program.file.error(
                f"variable {name!r} of type {type_name} starts at 0, for which {type_name} declares no token",
                span.start, span.end, expected="a parameter, or a type with a default token",
            )  # fmt: skip
        return self._expressions.value(value, type_name)

    def _assume_arithmetic(self) -> None:
        match self._algebra.arithmetic:
            case MachineIntegers(width):
                statement = f"machine integers of {width} bits with wrap-around"
            case MathematicalIntegers():
                statement = "mathematical integers"
        if INT in self._typing.variables.values() or not self._algebra.tokens:
            self._builder.assumptions.append(Assumption("arithmetic", statement))

    def _assume(self, statement: str) -> None:
        self._builder.assumptions.append(Assumption("environment", statement))

    # --- statements --------------------------------------------------------------------------------------

    def _statement(self, node: str, here: int, statement: Statement, successors: list[int]) -> None:
        main, span = self._main, statement.span
        match statement:
            case Skip() | Goto():
                main.edge(here, successors[0], ops.Skip(), span)
            case Return():
                main.edge(here, successors[0], ops.Return(None), span)
            case Assign(variable, expression):
                place = self._expressions.variable(variable)
                spans: Spans = {place: statement.variable_span}
                value = self._expressions.lower(expression, spans)
                main.edge(here, successors[0], _write(place, value), span, spans)
            case If(condition):
                spans = {}
                tested = self._expressions.lower(condition, spans)
                if isinstance(tested, Domain):
                    chosen = self._condition_variable()
                    middle = main.location(f"{node}.chosen")
                    main.edge(here, middle, _write(chosen, tested), span, spans)
                    here, tested = middle, chosen
                main.branch(here, tested, successors[0], successors[-1], span, spans)

    def _condition_variable(self) -> IrVariable:
        if self._condition is None:
            self._condition = self._main.local(CONDITION, BOOL, hidden=True)
        return self._condition


def _write(place: IrVariable, value: Lowered) -> ops.Assign | ops.Choose:
    if isinstance(value, Domain):
        return ops.Choose(place, value, Origin.ABSTRACTION)
    return ops.Assign(place, value)


def first_occurrences(program: Program) -> dict[str, Span]:
    """Where each variable occurs first in the blocks."""
    spans: dict[str, Span] = {}
    for block in program.blocks:
        for statement in block.statements():
            match statement:
                case Assign(variable, expression, _, variable_span):
                    spans.setdefault(variable, variable_span)
                    nodes = expression.nodes
                case If(condition):
                    nodes = condition.nodes
                case Skip() | Goto() | Return():
                    nodes = ()
            for node in nodes:
                if isinstance(node, Variable):
                    spans.setdefault(node.name, node.span)
    return spans
