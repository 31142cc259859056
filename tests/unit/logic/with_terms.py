"""Expressions over structures and arrays as values, with updates: ``a with [i] := e`` and ``s with .f := e``.

They are what C's assignments to parts of variables mean (Clarke et al. 2004): ``a[i].f = x`` gives the variable a the
value ``a with [i] := (a[i] with .f := x)``. Types are those of the intermediate form; nodes are made by `WithTerms`,
which refuses what does not fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from vexil.core.dag import bottom_up
from vexil.ir.expressions import Operator
from vexil.ir.program import StructDeclaration
from vexil.ir.types import BOOL, BlockType, StructType, Type, is_aggregate, is_integer
from vexil.ir.typing import ARITHMETIC, BITWISE, CONNECTIVES, EQUALITIES, ORDERINGS, TypeProblem, fits, no_value


@dataclass(frozen=True, slots=True, eq=False)
class WithTerm:
    """A node: its kind, its operands, its type, and the name, value, field or operator it has.

    Kinds are ``name``, ``literal``, ``operator``, ``if``, ``index``, ``field``, ``with index``, ``with field``.
    """

    kind: str
    operands: tuple[WithTerm, ...]
    type: Type
    name: str = ""
    value: int = 0
    operator: Operator | None = None

    def __str__(self) -> str:
        return text(self)


@dataclass(frozen=True, slots=True)
class Equation:
    """An assignment to a whole variable, or in single assignment form the definition of a version."""

    target: WithTerm
    value: WithTerm

    def __str__(self) -> str:
        return f"{self.target} = {self.value}"


_BINARY = ARITHMETIC | BITWISE | CONNECTIVES | EQUALITIES | ORDERINGS


class WithTerms:
    """Makes well-typed terms over the structures of a program."""

    def __init__(self, structs: Mapping[str, StructDeclaration] | None = None) -> None:
        self._structs = structs or {}

    def name(self, name: str, kind: Type) -> WithTerm:
        """A variable."""
        return WithTerm("name", (), kind, name=name)

    def literal(self, value: int, kind: Type) -> WithTerm:
        """A number."""
        if not fits(value, kind):
            raise no_value(value, kind)
        return WithTerm("literal", (), kind, value=value)

    def apply(self, operator: Operator, left: WithTerm, right: WithTerm) -> WithTerm:
        """A binary operator on scalars of one type."""
        if operator not in _BINARY or is_aggregate(left.type) or left.type != right.type:
            raise TypeProblem(f"operator {operator.value!r} does not take {left.type} and {right.type}")
        kind = BOOL if operator in EQUALITIES | ORDERINGS | CONNECTIVES else left.type
        return WithTerm("operator", (left, right), kind, operator=operator)

    def select(self, condition: WithTerm, first: WithTerm, second: WithTerm) -> WithTerm:
        """``c ? a : b``."""
        if condition.type != BOOL or first.type != second.type:
            raise TypeProblem(f"a selection by {condition.type} between {first.type} and {second.type}")
        return WithTerm("if", (condition, first, second), first.type)

    def index(self, base: WithTerm, index: WithTerm) -> WithTerm:
        """``g[i]``."""
        return WithTerm("index", (base, index), self._element(base, index))

    def field(self, base: WithTerm, name: str) -> WithTerm:
        """``s.f``."""
        return WithTerm("field", (base,), self._member(base, name), name=name)

    def with_index(self, base: WithTerm, index: WithTerm, value: WithTerm) -> WithTerm:
        """``g with [i] := e``."""
        self._same(self._element(base, index), value)
        return WithTerm("with index", (base, index, value), base.type)

    def with_field(self, base: WithTerm, name: str, value: WithTerm) -> WithTerm:
        """``s with .f := e``."""
        self._same(self._member(base, name), value)
        return WithTerm("with field", (base, value), base.type, name=name)

    def fields(self, kind: StructType) -> dict[str, Type]:
        """The members of a structure with their types."""
        return {member.name: member.type for member in self._structs[kind.name].members}

    def _element(self, base: WithTerm, index: WithTerm) -> Type:
        if not isinstance(base.type, BlockType):
            raise TypeProblem(f"only an array has elements, and {base} is of type {base.type}")
        if not is_integer(index.type):
            raise TypeProblem(f"an index is an integer, and {index} is of type {index.type}")
        return base.type.element

    def _member(self, base: WithTerm, name: str) -> Type:
        if not isinstance(base.type, StructType):
            raise TypeProblem(f"only a structure has fields, and {base} is of type {base.type}")
        members = self.fields(base.type)
        if name not in members:
            raise TypeProblem(f"{base.type} has no field {name}")
        return members[name]

    @staticmethod
    def _same(wanted: Type, value: WithTerm) -> None:
        if value.type != wanted:
            raise TypeProblem(f"a part of type {wanted} cannot become {value}, which is of type {value.type}")

    # --- assignments -------------------------------------------------------------------------------------

    def assigned(self, target: WithTerm, value: WithTerm) -> Equation:
        """What an assignment to a variable or a part of one does to the whole variable."""
        while target.kind != "name":
            match target.kind:
                case "index":
                    base, index = target.operands
                    target, value = base, self.with_index(base, index, value)
                case "field":
                    (base,) = target.operands
                    target, value = base, self.with_field(base, target.name, value)
                case _:
                    raise TypeProblem(f"{target} cannot be assigned to")
        if target.type != value.type:
            raise TypeProblem(f"{target} of type {target.type} cannot become {value}, which is of type {value.type}")
        return Equation(target, value)

    def renamed(self, block: Iterable[Equation]) -> tuple[Equation, ...]:
        """A basic block in single assignment form: what is read has the number of assignments before."""
        counts: dict[str, int] = {}
        found = []
        for equation in block:
            value = self._versions(equation.value, counts)
            name = equation.target.name
            counts[name] = counts.get(name, 0) + 1
            found.append(Equation(self.name(_version(name, counts[name]), equation.target.type), value))
        return tuple(found)

    def _versions(self, term: WithTerm, counts: Mapping[str, int]) -> WithTerm:
        def rename(node: WithTerm) -> WithTerm:
            if node.kind != "name":
                return node
            return self.name(_version(node.name, counts.get(node.name, 0)), node.type)

        return _mapped(term, rename)

    # --- reading -----------------------------------------------------------------------------------------

    def simplified(self, term: WithTerm) -> WithTerm:
        """The term with the rules for reading an updated array or structure applied.

        ``(g with [i] := e)[j]`` is ``j == i ? e : g[j]``, and ``(s with .f := e).j`` is e or ``s.j``.
        """
        return _mapped(term, self._read)

    def _read(self, term: WithTerm) -> WithTerm:
        cases: list[tuple[WithTerm, WithTerm]] = []
        while term.kind in ("index", "field") and term.operands[0].kind.startswith("with "):
            base = term.operands[0]
            if term.kind == "field":
                taken = base.operands[1] if base.name == term.name else None
                term = taken if taken is not None else self.field(base.operands[0], term.name)
                if taken is not None:
                    break
            else:
                whole, index, value = base.operands
                cases.append((self.apply(Operator.EQUAL, term.operands[1], index), value))
                term = self.index(whole, term.operands[1])
        for condition, value in reversed(cases):
            term = self.select(condition, value, term)
        return term


def _version(name: str, number: int) -> str:
    """The name of a version; versions of two variables never have one name."""
    return f"{name}_{number}" if name[-1:].isdigit() or name.endswith("_") else f"{name}{number}"


def _mapped(term: WithTerm, change: Callable[[WithTerm], WithTerm]) -> WithTerm:
    """A term with every node changed, operands first."""

    def changed(node: WithTerm, operands: tuple[WithTerm, ...]) -> WithTerm:
        is_same = all(map(lambda one, two: one is two, operands, node.operands))
        return change(node if is_same else replace(node, operands=operands))

    return bottom_up(term, changed)


def text(term: WithTerm) -> str:
    """A term as it is written in the literature, with parentheses around operands that are no single read."""
    written: list[str] = []
    stack: list[WithTerm | str] = [term]
    while stack:
        current = stack.pop()
        if isinstance(current, str):
            written.append(current)
        else:
            stack.extend(reversed(_pieces(current)))
    return "".join(written)


def _pieces(term: WithTerm) -> list[WithTerm | str]:
    """What the text of a node consists of."""
    operands = term.operands
    match term.kind:
        case "name":
            return [term.name]
        case "literal":
            return [str(term.value)]
        case "operator":
            assert term.operator is not None
            return [*_bracketed(operands[0]), f" {term.operator.value} ", *_bracketed(operands[1])]
        case "if":
            sides = [*_bracketed(operands[1]), " : ", *_bracketed(operands[2])]
            return [*_bracketed(operands[0]), " ? ", *sides]
        case "index":
            return [*_bracketed(operands[0]), "[", operands[1], "]"]
        case "field":
            return [*_bracketed(operands[0]), ".", term.name]
        case "with index":
            return [*_bracketed(operands[0]), " with [", operands[1], "] := ", *_bracketed(operands[2])]
        case _:
            return [*_bracketed(operands[0]), f" with .{term.name} := ", *_bracketed(operands[1])]


def _bracketed(term: WithTerm) -> list[WithTerm | str]:
    return ["(", term, ")"] if term.kind in _LOOSE else [term]


_LOOSE = frozenset({"operator", "if", "with index", "with field"})
