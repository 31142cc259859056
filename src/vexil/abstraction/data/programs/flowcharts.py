"""Abstract flowchart programs as text: operators carry the suffix of their type, coercions are written out.

The text is that of Hatcliff et al. 2002, Fig. 9: ``result := *_eo(result, m);``. It is made from the program that was
abstracted, whose locations are the nodes of its blocks.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from vexil.abstraction.data.programs.kinds import Kinds
from vexil.abstraction.data.programs.operators import has_result
from vexil.abstraction.data.programs.terms import DOMAINS, of_number
from vexil.core.errors import UsageError, require
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable, preorder
from vexil.ir.operations import Assign, Assume, Return, Skip
from vexil.ir.program import Edge, Function, Program
from vexil.ir.types import BoolType, Type, is_numeric
from vexil.model.tokens.abstract_type import OPERATIONS, TESTS, Abstractions, AbstractType
from vexil.model.tokens.typing import CONCRETE, POINT, AbstractTyping

_SUFFIXES = {"EvenOdd": "eo", "Signs": "sg", POINT: "pt"}
_BOOLEAN = frozenset({Operator.AND, Operator.OR})


@dataclass(frozen=True, slots=True)
class Flowchart:
    """The text of an abstract program, and the types in it by the names they have there.

    ``abstractions`` are the names under which the library has the types.
    """

    text: str
    types: dict[str, AbstractType]
    suffixes: dict[str, str]
    abstractions: dict[str, str]

    def with_types(self, sources: Mapping[str, str]) -> str:
        """The text with declarations of its types, so that it reads back; *sources* are files that define some."""
        lines = []
        for name, abstraction in self.abstractions.items():
            source = f' from "{sources[abstraction]}"' if abstraction in sources else ""
            lines.append(f"type {name} = {abstraction} suffix {self.suffixes[name]}{source};")
        return "\n".join([*lines, self.text])


def flowchart(program: Program, typing: AbstractTyping, abstractions: Abstractions) -> Flowchart:
    """The abstract program of a flowchart program as text; raises `UsageError` for programs of other languages."""
    if program.language != "fcl":
        raise UsageError(f"a program of the language {program.language} has no form in FCL")
    return _Printer(program, typing, abstractions).run()


def suffix_of(kind: AbstractType) -> str:
    """What the operators of a type have after their symbol."""
    return _SUFFIXES.get(kind.name) or _word(kind).lower()


def _word(kind: AbstractType) -> str:
    return re.sub(r"\W+", "_", kind.name).strip("_")


class _Printer:
    def __init__(self, program: Program, typing: AbstractTyping, abstractions: Abstractions) -> None:
        self._program = program
        self._kinds = Kinds(program, typing, abstractions)
        self._typing = typing
        self._function: Function = program.functions[program.entry]
        self._names = self._used()

    def _used(self) -> tuple[str, ...]:
        """The names of all types that the program uses, before anything is printed."""
        numbers = [item for item in self._program.globals if is_numeric(item.type)]
        for item in numbers:
            self._kinds.declared(item.name, item.type)
        for name in {*self._typing.labels.values(), *self._typing.operators.values()}:
            self._kinds.named(name, numbers[0].type)
        return tuple(kind.name for kind in self._kinds.all_used())

    def run(self) -> Flowchart:
        """Print block by block."""
        function = self._function
        blocks: dict[str, list[int]] = {}
        for number, location in enumerate(function.locations):
            if number != function.exit:
                blocks.setdefault(location.name.rpartition(".")[0], []).append(number)
        first = min(edge.span.start for edge in function.edges if edge.span is not None)
        declared = self._program.source_map.declarations
        parameters = [item.name for item in self._program.globals if declared[item.name].start < first]
        initial = function.locations[function.entry].name.rpartition(".")[0]
        indent = max(map(len, blocks)) + 2
        lines = [f"({' '.join(parameters)})", f"({initial})"]
        for label, members in blocks.items():
            lines.append("")
            for number in members:
                start = f"{label}:" if number == members[0] else ""
                lines.append(f"{start.ljust(indent)}{self._statement(number, is_last=number == members[-1])}")
        types = {_word(kind): kind for kind in self._kinds.all_used()}
        suffixes = {name: suffix_of(kind) for name, kind in types.items()}
        names = {name: self._kinds.word(kind) for name, kind in types.items()}
        return Flowchart("\n".join(lines) + "\n", types, suffixes, names)

    def _statement(self, location: int, *, is_last: bool) -> str:
        edges = [(number, self._function.edges[number]) for number in self._function.outgoing[location]]
        number, edge = edges[0]
        match edge.operation:
            case Return():
                return "return;"
            case Skip():
                return f"goto {self._block(edge)};" if is_last else "skip;"
            case Assign(Variable(name, declared, is_global), value):
                wanted = self._kinds.declared(name, declared)
                require(is_global, "variables of a flowchart program should be global")
                text = self._coerced(value, self._text(number, value, 1), wanted)
                return f"{name} := {text};"
            case Assume(condition):
                text, _ = self._text(number, condition, 0)
                return f"if {text} then {self._block(edge)} else {self._block(edges[-1][1])};"
            case _:
                raise UsageError(f"{self._function.edge_id(number)} has no form in FCL")

    def _block(self, edge: Edge) -> str:
        return self._function.locations[edge.target].name.rpartition(".")[0]

    def _text(self, edge: int, root: Expr, start: int) -> tuple[str, Type]:
        """The text and the type of an expression whose first node has a position."""
        nodes = list(preorder(root))
        values: list[tuple[str, Type]] = []
        for offset in range(len(nodes) - 1, -1, -1):
            node = nodes[offset]
            operands = [values.pop() for _ in node.operands]
            values.append(self._node(node, operands, (self._function.name, edge, start + offset)))
        return values[0]

    def _node(self, node: Expr, operands: list[tuple[str, Type]], address: tuple[str, int, int]) -> tuple[str, Type]:
        match node:
            case Const(value, kind):
                word = str(value).lower() if isinstance(kind, BoolType) else str(value)
                label = self._typing.labels.get(address, CONCRETE)
                wanted = self._kinds.type(label, kind) if is_numeric(kind) else kind
                return self._coerced(node, (word, kind), wanted), wanted
            case Variable(name, kind, _):
                return name, self._kinds.declared(name, kind)
            case Apply(operator, parts, kind) if operator in _BOOLEAN:
                return f"{operator.value}({operands[0][0]}, {operands[1][0]})", kind
            case Apply(operator, parts, kind) if operator in OPERATIONS or operator in TESTS:
                abstract = self._computing(parts[0].type, operands, address)
                symbol = "=" if operator is Operator.EQUAL else operator.value
                if abstract is not None and not has_result(node) and self._kinds.failure(abstract, operator):
                    raise UsageError(
                        f"{symbol} of tokens of {abstract.name} may have no result, which FCL cannot say",
                        hint="leave what is divided by concrete, or use --emit vir",
                    )
                if abstract is None:
                    return f"{symbol}({operands[0][0]}, {operands[1][0]})", kind
                pairs = zip(parts, operands, strict=True)
                texts = ", ".join(self._coerced(part, operand, abstract.type) for part, operand in pairs)
                return f"{symbol}_{suffix_of(abstract)}({texts})", kind if operator in TESTS else abstract.type
            case _:
                raise UsageError(f"an expression of {self._function.name} has no form in FCL")

    def _token(self, kind: AbstractType, number: int) -> str:
        """A token, with its type in front if another type has one of the same name."""
        words = Counter(token for name in self._names for token in self._kinds.token_sets[name].tokens)
        token = kind.tokens[number]
        return token if words[token] == 1 else f"{_word(kind)}_{token}"

    def _computing(
        self, concrete: Type, operands: list[tuple[str, Type]], address: tuple[str, int, int]
    ) -> AbstractType | None:
        name = self._typing.operators.get(address, self._typing.labels.get(address))
        if name is not None and is_numeric(concrete):
            return self._kinds.named(name, concrete)
        return next((abstract for _, kind in operands if (abstract := self._kinds.abstract(kind)) is not None), None)

    def _coerced(self, node: Expr, typed: tuple[str, Type], wanted: Type) -> str:
        text, kind = typed
        target = self._kinds.abstract(wanted)
        if kind == wanted or target is None:
            return text
        if isinstance(node, Const) and is_numeric(kind):
            token = of_number(target, Const(node.value, kind))
            if isinstance(token, Const):
                return self._token(target, int(token.value))
        require(not isinstance(node, DOMAINS), "an expression should be coerced")
        source = self._kinds.abstract(kind)
        return f"[{CONCRETE if source is None else _word(source)} << {_word(target)}] {text}"
