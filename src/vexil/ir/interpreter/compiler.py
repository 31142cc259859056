"""Functions compiled once to Python code: one callable per location.

A step callable takes ``(f, g, m, t, p)``: the frame's registers, the global registers, the machine, the thread
and the choice made from outside. It does what the location's edge does and returns the number of the edge it
took, complemented (``~edge``) when the machine has already moved the thread itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from vexil.ir.expressions import Expr, Variable
from vexil.ir.interpreter.bounds import Bounds
from vexil.ir.interpreter.domains import TABLE_NAMES, relation_table
from vexil.ir.interpreter.expression_code import NAMESPACE, ExpressionCode, Scope
from vexil.ir.interpreter.operation_code import OperationCode
from vexil.ir.program import Function, Program, VariableDeclaration
from vexil.ir.types import (
    ArrayReferenceType,
    BoolType,
    FloatType,
    PointerType,
    ReferenceType,
    ThreadType,
    Type,
)

Step = Callable[..., int]


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
    links: tuple[tuple[int, str], ...]
    """Registers that hold references (``r``), pointers (``p``), threads (``t``) or memory of their own (``b``)."""
    source: str = field(repr=False, default="")


def default_value(kind: Type) -> object:
    """Zero, false or null: what registers, fields and elements start with."""
    match kind:
        case BoolType():
            return False
        case FloatType():
            return 0.0
        case PointerType():
            return (0, 0)
        case _:
            return 0


def link_kind(kind: Type) -> str | None:
    """How values of a type refer to objects: ``r`` by number, ``p`` by pointer, ``t`` to a thread, or not at all."""
    match kind:
        case ReferenceType() | ArrayReferenceType():
            return "r"
        case PointerType():
            return "p"
        case ThreadType():
            return "t"
        case _:
            return None


class CompiledProgram:
    """A program with the code of the functions that have run so far; shared by any number of machines."""

    def __init__(self, program: Program, bounds: Bounds | None = None) -> None:
        self.program = program
        self.bounds = bounds or Bounds()
        self.functions = list(program.functions.values())
        self.numbers = {function.name: number for number, function in enumerate(self.functions)}
        self._codes: list[FunctionCode | None] = [None] * len(self.functions)
        self.global_slots = {variable.name: index for index, variable in enumerate(program.globals)}
        self.global_links = tuple(
            (index, link)
            for index, variable in enumerate(program.globals)
            if not variable.addressable and (link := link_kind(variable.type)) is not None
        )
        self._constants: dict[str, object] = {}
        self.field_slots: dict[str, dict[str, int]] = {}
        self.instance_fields: dict[str, tuple[Type, ...]] = {}
        self.instance_links: dict[str, tuple[tuple[int, str], ...]] = {}
        for name in program.classes:
            self._lay_out_class(name)
        self.relations = {name: relation_table(relation) for name, relation in program.relations.items()}

    def _lay_out_class(self, name: str) -> None:
        chain = []
        current: str | None = name
        while current is not None and current in self.program.classes:
            chain.append(current)
            current = self.program.classes[current].superclass
        kinds: list[Type] = []
        for owner in reversed(chain):
            slots = self.field_slots.setdefault(owner, {})
            for declaration in self.program.classes[owner].fields:
                slots[declaration.name] = len(kinds)
                kinds.append(declaration.type)
        self.instance_fields[name] = tuple(kinds)
        self.instance_links[name] = tuple(
            (index, link) for index, kind in enumerate(kinds) if (link := link_kind(kind)) is not None
        )

    def code(self, number: int) -> FunctionCode:
        """The code of a function, compiled when it is first needed."""
        code = self._codes[number]
        if code is None:
            code = self._codes[number] = self._compile(number)
        return code

    def evaluator(self, expression: Expr, function: Function | None = None) -> Callable[..., Any]:
        """A callable ``(f, g, m, t) -> value`` for an expression over globals and the function's variables."""
        scope = self._scope(function)
        code = ExpressionCode(scope)
        result = code.value(expression)
        body = "".join(f"    {line}\n" for line in code.lines)
        namespace = self._run(f"def evaluate(f, g, m, t):\n{body}    return {result}\n", "evaluator")
        return namespace["evaluate"]  # type: ignore[no-any-return]

    def _constant(self, value: object) -> str:
        name = f"K{len(self._constants)}"
        self._constants[name] = value
        return name

    def _scope(self, function: Function | None) -> Scope:
        program = self.program
        registers = {variable: index for index, variable in enumerate(function.variables)} if function else {}
        global_slots = self.global_slots

        def variable(node: Variable) -> tuple[str, bool]:
            if node.is_global:
                return f"g[{global_slots[node.name]}]", program.global_variables[node.name].addressable
            assert function is not None
            return f"f[{registers[node.name]}]", function.variables[node.name].addressable

        return Scope(
            variable,
            lambda owner, name: self.field_slots[owner][name],
            self.numbers.__getitem__,
            lambda kind: program.layout.size_of(kind, program.structs),
            program.layout.pointer_width // 8,
            self._constant,
        )

    def _compile(self, number: int) -> FunctionCode:
        function = self.functions[number]
        writer = OperationCode(self.program, function, self._scope(function), self.bounds, self.numbers)
        text = writer.function_text()
        namespace = self._run(text, function.name)
        count = len(function.locations)
        layout = self.program.layout

        def links() -> list[tuple[int, str]]:
            found = []
            for index, variable in enumerate(variables):
                kind = "b" if variable.addressable else link_kind(variable.type)
                if kind:
                    found.append((index, kind))
            return found

        variables: list[VariableDeclaration] = [*function.parameters, *function.locals]
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
                (index, layout.size_of(variable.type, self.program.structs), index < len(function.parameters))
                for index, variable in enumerate(variables)
                if variable.addressable
            ),
            tuple(links()),
            text,
        )

    def _run(self, text: str, name: str) -> dict[str, Any]:
        namespace: dict[str, Any] = {**NAMESPACE, **TABLE_NAMES, **self._constants, "RELATIONS": self.relations}
        exec(compile(text, f"<vexil {name}>", "exec"), namespace)
        return namespace
