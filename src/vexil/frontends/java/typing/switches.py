"""Switch statements and expressions (JLS 14.11, 15.28)."""

from __future__ import annotations

from vexil.core.source import Span
from vexil.frontends.java.symbols import types as java
from vexil.frontends.java.symbols.types import JavaType
from vexil.frontends.java.typing import tree as typed
from vexil.frontends.java.typing.arguments import PENDING, Argument, stripped
from vexil.frontends.java.typing.choices import reference_type, standalone_type
from vexil.frontends.java.typing.code import Code, Jump, Results
from vexil.frontends.java.typing.completion import completes
from vexil.frontends.java.typing.conversions import convert, fitted, mismatch, numeric, unboxed
from vexil.frontends.java.typing.statements import statements
from vexil.languages.java import tree as syntax

BAD_VALUE = "incompatible types: bad type in switch expression\n    "


def switch_statement(code: Code, node: syntax.Switch) -> typed.Statement:
    """A switch statement."""
    target = typed.Target()
    code.jumps.append(Jump(None, target))
    switch = _switch(code, node, target, None)
    code.jumps.pop()
    return switch


def switch_expression(code: Code, node: syntax.SwitchExpression, expected: JavaType | None) -> typed.Expression:
    """A switch expression; without a target its type is that of its values (JLS 15.28.1)."""
    kind = expected
    if kind is None:
        kind = _standalone(code, node.switch)
        if kind is None:
            return typed.Constant(None, java.ERROR, node.span)
    target = typed.Target()
    results = Results(kind, target=target)
    saved = code.yields
    code.yields = results
    code.jumps.append(Jump(None, target, plain=False, barrier=True))
    switch = _switch(code, node.switch, target, results)
    code.jumps.pop()
    code.yields = saved
    return typed.SwitchValue(switch, kind, node.span)


def _standalone(code: Code, node: syntax.Switch) -> JavaType | None:
    """The type of a switch expression without a target."""
    values: list[typed.Expression] = []

    def collect(value: Argument, part: syntax.Expression) -> None:
        if isinstance(value, PENDING):
            value = code.expression(part)
        values.append(value)

    target = typed.Target()
    saved = code.yields
    with code.trial():
        code.yields = Results(None, sink=collect, target=target)
        code.jumps.append(Jump(None, target, plain=False, barrier=True))
        _switch(code, node, target, code.yields)
        code.jumps.pop()
        code.yields = saved
    good = [value for value in values if not isinstance(value.type, java.ErrorType) and value.type is not java.VOID]
    if not good:
        return java.ERROR if values else code.symbols.object
    first = good[0]
    kind: JavaType = first.type
    for other in good[1:]:
        if (
            isinstance(kind, java.PrimitiveType)
            or isinstance(other.type, java.PrimitiveType)
            or code.types.unboxed(kind)
        ):
            shown = typed.Hole(kind, first.span) if first.type is not kind else first
            primitive = standalone_type(code, shown, other)
            kind = primitive if primitive is not None else reference_type(code, kind, other.type)
        else:
            kind = reference_type(code, kind, other.type)
    return kind


def _switch(code: Code, node: syntax.Switch, target: typed.Target, results: Results | None) -> typed.Switch:
    selector = code.expression(node.selector)
    kind = selector.type
    labels = _Labels(code, kind, node)
    if labels.kind is typed.SwitchKind.INTEGER and not isinstance(kind, java.ErrorType):
        selector = numeric(unboxed(code, selector), java.INT)
    mark, scope = len(code.undo), code.scope
    cases: list[typed.SwitchCase] = []
    arrow = bool(node.cases) and node.cases[0].arrow
    for case in node.cases:
        values: list[int | str | None] = []
        spans: list[Span] = []
        for label in case.labels:
            spans.append(label.span if label is not None else case.span)
            values.append(labels.value(label, case.span))
        if case.arrow:
            inner = len(code.undo)
            body = _arrow_body(code, case, target, results)
            code.leave(inner)
            code.scope = scope
        else:
            body = tuple(statements(code, case.body))
        cases.append(typed.SwitchCase(tuple(values), tuple(spans), body, case.span))
    code.leave(mark)
    code.scope = scope
    exhaustive = labels.covers_enum()
    if results is not None and cases and not arrow and all(map(completes, cases[-1].body)):
        text = "(switch expressions must either provide a value or throw for all possible input values)"
        code.error(node.end, f"switch expression completes without providing a value\n  {text}")
    if results is not None and not labels.has_default and not exhaustive and not isinstance(kind, java.ErrorType):
        code.error(node.span, "the switch expression does not cover all possible input values")
    return typed.Switch(
        target, labels.kind, selector, tuple(cases), arrow, results is not None,
        exhaustive and results is not None and not labels.has_default, node.span, node.end,
    )  # fmt: skip


def _arrow_body(
    code: Code, case: syntax.SwitchCase, target: typed.Target, results: Results | None
) -> tuple[typed.Statement, ...]:
    node = case.body[0]
    end = Span(node.span.file, node.span.end, node.span.end)
    if results is None:
        statement = code.statement(node)
        return (statement, typed.Break(target, end)) if completes(statement) else (statement,)
    if isinstance(node, syntax.ExpressionStatement):
        return (_yielded(code, node.expression, results, node.span),)
    statement = code.statement(node)
    if completes(statement):
        at = statement.end if isinstance(statement, typed.Block) else statement.span
        code.error(
            at,
            "switch rule completes without providing a value\n"
            "  (switch rules in switch expressions should either provide a value or throw)",
        )
    return (statement,)


def yield_statement(code: Code, node: syntax.Yield) -> typed.Statement:
    """``yield``."""
    if code.yields is None:
        code.error(node.span, "yield outside of switch expression")
        return typed.Empty(node.span)
    return _yielded(code, node.value, code.yields, node.span)


def _yielded(code: Code, node: syntax.Expression, results: Results, span: Span) -> typed.Statement:
    assert results.target is not None
    if results.sink is not None:
        results.sink(code.argument(node), node)
        return typed.Yield(results.target, typed.Constant(None, java.ERROR, span), span)
    expected = results.expected
    assert expected is not None
    value = code.expression(node, expected)
    converted = convert(code, value, expected)
    if converted is None:
        if not isinstance(value.type, java.ErrorType) and not isinstance(expected, java.ErrorType):
            code.error(code.place(stripped(node)), f"{BAD_VALUE}{mismatch(value.type, expected)}")
        converted = value
    return typed.Yield(results.target, converted, span)


class _Labels:
    """The labels of a switch: what they may be, and which were seen."""

    def __init__(self, code: Code, selector: JavaType, node: syntax.Switch) -> None:
        self.code = code
        self.selector = selector
        self.used: set[int | str] = set()
        self.has_default = False
        self.kind = typed.SwitchKind.INTEGER
        self.accepted = True
        primitive = code.types.unboxed(selector)
        if isinstance(selector, java.ErrorType):
            self.accepted = False
        elif isinstance(selector, java.ClassType) and selector.symbol is code.symbols.string.symbol:
            self.kind = typed.SwitchKind.STRING
        elif isinstance(selector, java.ClassType) and selector.symbol.kind is syntax.ClassKind.ENUM:
            self.kind = typed.SwitchKind.ENUM
        elif primitive is None or primitive in (java.BOOLEAN, java.LONG, java.FLOAT, java.DOUBLE, java.VOID):
            self.accepted = False
            at = code.content.find(b"(", node.span.start)
            place = Span(node.span.file, at, at + 1) if at >= 0 else code.place(node.selector)
            code.error(place, _refused(selector))

    def value(self, label: syntax.Expression | None, span: Span) -> int | str | None:
        """The value of a label, ``None`` for ``default``."""
        code = self.code
        if label is None:
            if self.has_default:
                code.error(span, "duplicate default label")
            self.has_default = True
            return None
        constant = self._constant(label)
        if constant is None:
            return 0 if self.kind is typed.SwitchKind.INTEGER else ""
        if constant in self.used:
            named = self.kind is typed.SwitchKind.ENUM
            code.error(code.place(label) if named else self._keyword(label, span), "duplicate case label")
        self.used.add(constant)
        return constant

    def _keyword(self, label: syntax.Expression, span: Span) -> Span:
        start = self.code.content.rfind(b"case", span.start, label.span.start)
        return Span(span.file, start, start + 4) if start >= 0 else span

    def _constant(self, label: syntax.Expression) -> int | str | None:
        code = self.code
        if self.kind is typed.SwitchKind.ENUM:
            return self._enum_constant(label)
        value = code.expression(label)
        if not self.accepted or isinstance(value.type, java.ErrorType):
            return None
        kind = self.selector
        converted = fitted(code, value, code.types.unboxed(kind) or kind, label)
        if isinstance(converted.type, java.ErrorType):
            return None
        if not isinstance(converted, typed.Constant) or converted.value is None:
            what = (
                "constant string expression required"
                if self.kind is typed.SwitchKind.STRING
                else "constant expression required"
            )
            code.error(code.place(label), what)
            return None
        return converted.value if isinstance(converted.value, str) else int(converted.value)

    def _enum_constant(self, label: syntax.Expression) -> str | None:
        code = self.code
        assert isinstance(self.selector, java.ClassType)
        symbol = self.selector.symbol
        inner = stripped(label)
        if not isinstance(inner, syntax.Name):
            code.error(
                code.place(label), "an enum switch case label must be the unqualified name of an enumeration constant"
            )
            return None
        field = symbol.fields.get(inner.name)
        if field is None or field.enum_constant is None:
            code.error(
                code.place(label), "an enum switch case label must be the unqualified name of an enumeration constant"
            )
            return None
        return inner.name

    def covers_enum(self) -> bool:
        """Whether all constants of an enum have labels."""
        if self.kind is not typed.SwitchKind.ENUM or not isinstance(self.selector, java.ClassType):
            return False
        constants = [name for name, field in self.selector.symbol.fields.items() if field.enum_constant is not None]
        return all(name in self.used for name in constants)


def _refused(selector: JavaType) -> str:
    return (
        "patterns in switch statements are a preview feature and are disabled by default.\n"
        "  (use --enable-preview to enable patterns in switch statements)"
        if not isinstance(selector, java.PrimitiveType)
        or selector in (java.LONG, java.FLOAT, java.DOUBLE, java.BOOLEAN)
        else f"incompatible types: {selector} cannot be converted to int"
    )
