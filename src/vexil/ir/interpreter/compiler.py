"""Functions compiled once to Python code: one callable per location.

A step callable takes ``(f, g, m, t, p)``: the frame's registers, the global registers, the machine, the thread
and the choice made from outside. It does what the location's edge does and returns the number of the edge it
took, complemented (``~edge``) when the machine has already moved the thread itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from vexil.ir.expressions import Expr, Variable
from vexil.ir.interpreter.bounds import Bounds
from vexil.ir.interpreter.classes import ClassTables, Links, default_value, float_positions, link_kind
from vexil.ir.interpreter.domain_code import Bound, choices_code, chosen_code
from vexil.ir.interpreter.domains import TABLE_NAMES, relation_table
from vexil.ir.interpreter.expression_code import NAMESPACE, ExpressionCode, Scope
from vexil.ir.interpreter.large_expressions import Later
from vexil.ir.interpreter.operation_code import OperationCode
from vexil.ir.operation_parts import Domain
from vexil.ir.operations import ChooseInstance, Interrupt
from vexil.ir.program import Function, Program, VariableDeclaration
from vexil.ir.types import Type, is_integer

Step = Callable[..., int]
Evaluator = Callable[..., Any]

MOST_EVALUATORS = 4096
"""More evaluators than this are not remembered."""


@dataclass(eq=False)
class FunctionCode:
    """What the machine runs: tables indexed by location, edge and register."""

    number: int
    function: Function
    targets: tuple[int, ...]
    steps: list[Step]
    choices: list[Callable[..., Any] | None]
    ready: list[Callable[..., bool] | None]
    stores: Mapping[int, Callable[..., None]]
    catches: Mapping[int, int]
    """For a call location the number of its catch edge."""
    registers: tuple[object, ...]
    """Initial values of all registers (parameters first)."""
    blocks: tuple[tuple[int, int, bool], ...]
    """Register, size and is-parameter of every addressable variable."""
    links: Links
    """Registers that hold references (or the number of a variable's memory), pointers, threads or floats."""
    floats: tuple[int, ...]
    """Registers that hold floats."""
    limits: tuple[tuple[int, Bound], ...]
    """Registers of bounded parameters."""
    source: str = field(repr=False, default="")


class CompiledProgram:
    """A program with the code of the functions that have run so far; shared by any number of machines."""

    def __init__(self, program: Program, bounds: Bounds | None = None) -> None:
        self.program = program
        self.bounds = bounds or Bounds()
        self.functions = list(program.functions.values())
        self.numbers = {function.name: number for number, function in enumerate(self.functions)}
        self._codes: list[FunctionCode | None] = [None] * len(self.functions)
        self.global_slots = {variable.name: index for index, variable in enumerate(program.globals)}
        self.global_links: Links = tuple(
            (index, link)
            for index, variable in enumerate(program.globals)
            if not variable.addressable and (link := link_kind(variable.type)) is not None
        )
        self.global_floats = float_positions(self.global_links)
        self.own_globals = [index for index, variable in enumerate(program.globals) if variable.per_thread]
        """The globals of which every thread has its own copy."""
        self.own_links: Links = tuple(
            (slot, link)
            for slot, variable in enumerate(program.globals[index] for index in self.own_globals)
            if (link := "b" if variable.addressable else link_kind(variable.type)) is not None
        )
        self.own_floats = float_positions(self.own_links)
        self.classes = ClassTables(program)
        self._evaluators: dict[tuple[Expr, str], Evaluator] = {}
        self._relations = {name: relation_table(relation) for name, relation in program.relations.items()}

    @cached_property
    def can_interrupt(self) -> bool:
        """Say whether the program may set an interrupt flag."""
        return any(
            isinstance(edge.operation, Interrupt) and edge.operation.value
            for function in self.functions
            for edge in function.edges
        )

    @cached_property
    def choosable(self) -> frozenset[str]:
        """The classes of which the program may choose an instance."""
        operations = [edge.operation for function in self.functions for edge in function.edges]
        named = {operation.class_name for operation in operations if isinstance(operation, ChooseInstance)}
        return frozenset().union(*(self.classes.subclasses[name] for name in sorted(named)))

    def code(self, number: int) -> FunctionCode:
        """The code of a function, compiled when it is first needed."""
        code = self._codes[number]
        if code is None:
            code = self._codes[number] = self._compile(number)
        return code

    def evaluator(self, expression: Expr, function: Function | None = None) -> Evaluator:
        """A callable ``(f, g, m, t) -> value`` for an expression over globals and the function's variables."""
        key = (expression, "" if function is None else function.name)
        cached = self._evaluators.get(key)
        if cached is not None:
            return cached
        constants: dict[str, object] = {}
        code = ExpressionCode(self._scope(function, constants))
        result = code.value(expression)
        body = "".join(f"    {line}\n" for line in code.lines)
        text = f"def evaluate(f, g, m, t):\n{body}    return {result}\n"
        evaluate: Evaluator = self._run(text, "evaluator", constants)["evaluate"]
        if len(self._evaluators) >= MOST_EVALUATORS:
            self._evaluators.clear()
        self._evaluators[key] = evaluate
        return evaluate

    def chooser(self, domain: Domain, kind: Type, bound: Bound | None) -> tuple[Evaluator, Evaluator]:
        """Callables for a domain over globals: ``(f, g, m, t) -> Choices`` and ``(f, g, m, t, p) -> value``."""
        constants: dict[str, object] = {}
        scope = self._scope(None, constants)
        offered, decided = ExpressionCode(scope), ExpressionCode(scope)
        texts = choices_code(self.program, offered, domain, bound), chosen_code(decided, kind, domain)
        lines = []
        for head, code, text in (("c(f, g, m, t)", offered, texts[0]), ("d(f, g, m, t, p)", decided, texts[1])):
            lines += [f"def {head}:", *(f"    {line}" for line in code.lines), f"    return {text}"]
        namespace = self._run("\n".join(lines) + "\n", "domain", constants)
        return namespace["c"], namespace["d"]

    def bound_of(self, variable: VariableDeclaration, function: Function | None = None) -> Bound | None:
        """The bound an integer variable is held to."""
        name = variable.name if function is None else f"{function.name}::{variable.name}"
        limits = self.bounds.range_of(name, hidden=variable.hidden) if is_integer(variable.type) else None
        return None if limits is None else (name, *limits)

    def _scope(self, function: Function | None, constants: dict[str, object]) -> Scope:
        program = self.program
        registers = {variable: index for index, variable in enumerate(function.variables)} if function else {}
        global_slots = self.global_slots

        def variable(node: Variable) -> tuple[str, bool]:
            if node.is_global:
                declaration, slot = program.global_variables[node.name], global_slots[node.name]
                place = f"t.own[{self.own_globals.index(slot)}]" if declaration.per_thread else f"g[{slot}]"
                return place, declaration.addressable
            assert function is not None
            return f"f[{registers[node.name]}]", function.variables[node.name].addressable

        def constant(value: object) -> str:
            name = f"K{len(constants)}"
            constants[name] = value
            return name

        def pieces(text: str, needs: list[tuple[int, ...]]) -> str:
            waiting = [Later(index) for index in range(len(needs))]
            namespace = self._run(text, "expression", {**constants, "LATER": waiting})
            return constant([(namespace[f"p{index}"], needed) for index, needed in enumerate(needs)])

        return Scope(
            variable,
            lambda owner, name: self.classes.slots[owner][name],
            self.classes.subclasses.__getitem__,
            self.numbers.__getitem__,
            lambda kind: program.layout.size_of(kind, program.structs),
            program.layout.pointer_width // 8,
            constant,
            pieces,
        )

    def _compile(self, number: int) -> FunctionCode:
        function = self.functions[number]
        constants: dict[str, object] = {}
        writer = OperationCode(self.program, function, self._scope(function, constants), self.bounds, self.numbers)
        text = writer.function_text()
        namespace = self._run(text, function.name, constants)
        count = len(function.locations)
        variables = [*function.parameters, *function.locals]
        kinds = ["r" if variable.addressable else link_kind(variable.type) for variable in variables]
        links: Links = tuple((index, kind) for index, kind in enumerate(kinds) if kind is not None)
        return FunctionCode(
            number,
            function,
            tuple(edge.target for edge in function.edges),
            [namespace[f"s{index}"] for index in range(count)],
            [namespace.get(f"c{index}") for index in range(count)],
            [namespace.get(f"r{index}") for index in range(count)],
            {edge: namespace[f"w{edge}"] for edge in writer.stores},
            writer.catches,
            tuple(0 if variable.addressable else default_value(variable.type) for variable in variables),
            tuple(
                (
                    index,
                    self.program.layout.size_of(variable.type, self.program.structs),
                    index < len(function.parameters),
                )
                for index, variable in enumerate(variables)
                if variable.addressable
            ),
            links,
            float_positions(links),
            tuple(
                (index, bound)
                for index, parameter in enumerate(function.parameters)
                if (bound := self.bound_of(parameter, function)) is not None
            ),
            text,
        )

    def _run(self, text: str, name: str, constants: Mapping[str, object]) -> dict[str, Any]:
        namespace: dict[str, Any] = {**NAMESPACE, **TABLE_NAMES, **constants, "RELATIONS": self._relations}
        exec(compile(text, f"<vexil {name!a}>", "exec"), namespace)
        return namespace
