"""Types of variables and expressions (Hatcliff et al. 2002, Fig. 5).

Every operator symbol has one type, so the type of an expression is known from its first node unless that is
a variable. A variable has one type in the whole program; variables that are copied into each other share it.
A variable whose type nothing determines is an ``Int``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vexil.core.errors import SourceError, require
from vexil.core.source import SourceFile, Span
from vexil.frontends.fcl import syntax
from vexil.frontends.fcl.signature import BOOL, INT, Signature


@dataclass(frozen=True, slots=True)
class Typing:
    """The type of every variable, parameters first and then in the order of their first occurrence."""

    signature: Signature
    variables: Mapping[str, str]

    def type_of(self, node: syntax.Node) -> str:
        """The type of the expression that starts with the node."""
        return _node_type(self.signature, node) or self.variables[_variable_of(node)]


def infer_types(program: syntax.Program, signature: Signature) -> Typing:
    """Type a program; raises `SourceError` for the first operand that does not fit."""
    return _Inference(program, signature).run()


def _node_type(signature: Signature, node: syntax.Node) -> str | None:
    match node:
        case syntax.Constant(symbol):
            return signature.constant_type(symbol)
        case syntax.Operator(symbol):
            return signature.result_type(symbol)
        case syntax.Coercion(_, target):
            return target
        case syntax.Variable():
            return None


def _variable_of(node: syntax.Node) -> str:
    require(isinstance(node, syntax.Variable), "only variables should have types of their own")
    return node.name if isinstance(node, syntax.Variable) else ""


@dataclass(slots=True)
class _Class:
    """Variables of one type: the type, once known, and the place that determined it."""

    type: str | None = None
    reason: Span | None = None


class _Inference:
    def __init__(self, program: syntax.Program, signature: Signature) -> None:
        self._program = program
        self._file: SourceFile = program.file
        self._signature = signature
        self._parents: dict[str, str] = {}
        self._classes: dict[str, _Class] = {}

    def run(self) -> Typing:
        """Visit every statement once, then settle what is left open."""
        for parameter in self._program.parameters:
            self._root(parameter.name)
        for block in self._program.blocks:
            for statement in block.statements():
                match statement:
                    case syntax.Assign():
                        self._assign(statement)
                    case syntax.If(condition):
                        self._operands(condition)
                        self._require(condition.nodes[0], BOOL, "the condition of 'if'")
                    case syntax.Skip() | syntax.Goto() | syntax.Return():
                        pass
        default = INT if INT in self._signature.types else BOOL
        types = {name: self._classes[self._root(name)].type or default for name in self._parents}
        return Typing(self._signature, types)

    def _assign(self, statement: syntax.Assign) -> None:
        target = syntax.Variable(statement.variable, statement.variable_span)
        self._root(target.name)
        self._operands(statement.expression)
        value = statement.expression.nodes[0]
        target_type, value_type = self._known_type(target), self._known_type(value)
        if target_type is not None:
            self._require(value, target_type, f"the value assigned to {target.name!r}", self._reason(target))
        elif value_type is not None:
            self._require(target, value_type, f"{target.name!r}")
        elif isinstance(value, syntax.Variable):
            self._unite(target.name, value.name)

    def _operands(self, expression: syntax.Expression) -> None:
        """Check the operands of every operator and coercion, left to right."""
        expected: list[tuple[str, str]] = []  # the types of operands still to come, with who wants them
        for node in expression.nodes:
            if isinstance(node, syntax.Variable):
                self._root(node.name)
            if expected:
                self._require(node, *expected.pop())
            match node:
                case syntax.Operator(symbol):
                    operand = self._operand_type(node)
                    expected.append((operand, f"the second operand of {symbol!r}"))
                    expected.append((operand, f"the first operand of {symbol!r}"))
                case syntax.Coercion(source, target):
                    self._check_coercion(node)
                    expected.append((source, f"the operand of [{source} << {target}]"))
                case syntax.Constant() | syntax.Variable():
                    pass

    def _operand_type(self, node: syntax.Operator) -> str:
        operand = self._signature.operand_type(node.symbol)
        if operand is None:
            raise self._error(f"unknown operator {node.symbol!r}", node.span, "an operator of the signature")
        return operand

    def _check_coercion(self, node: syntax.Coercion) -> None:
        if (node.source, node.target) not in self._signature.order:
            message = f"{node.source} << {node.target} is not in the coercion order"
            raise self._error(message, node.span, "a declared coercion")

    def _require(self, node: syntax.Node, required: str, role: str, reason: str = "") -> None:
        """Give the node the type, or raise an error that says who wanted it and why."""
        inferred = self._known_type(node)
        if inferred is None and isinstance(node, syntax.Variable):
            self._classes[self._root(node.name)] = _Class(required, node.span)
        elif inferred is None:
            raise self._error(
                f"{self._text(node)} is no constant", syntax.extent_of(node), "a constant of the signature"
            )
        elif inferred != required:
            since = self._reason(node)
            raise self._error(
                f"{role} should have type {required}{reason}, but {self._text(node)} has type {inferred}{since}",
                syntax.extent_of(node),
                f"an expression of type {required}",
            )

    def _known_type(self, node: syntax.Node) -> str | None:
        if isinstance(node, syntax.Variable):
            return self._classes[self._root(node.name)].type
        return _node_type(self._signature, node)

    def _reason(self, node: syntax.Node) -> str:
        if not isinstance(node, syntax.Variable):
            return ""
        reason = self._classes[self._root(node.name)].reason
        return "" if reason is None else f" (see line {self._file.position(reason.start)[1]})"

    def _root(self, name: str) -> str:
        """The representative of the variable's class, which is made if there is none yet."""
        if name not in self._parents:
            self._parents[name] = name
            self._classes[name] = _Class()
        root = name
        while self._parents[root] != root:
            root = self._parents[root]
        while self._parents[name] != root:
            self._parents[name], name = root, self._parents[name]
        return root

    def _unite(self, left: str, right: str) -> None:
        self._parents[self._root(right)] = self._root(left)

    def _text(self, node: syntax.Node) -> str:
        place = syntax.extent_of(node)
        return repr(self._file.excerpt(place.start, place.end))

    def _error(self, message: str, place: Span, expected: str) -> SourceError:
        return self._file.error(message, place.start, place.end, expected=expected)
