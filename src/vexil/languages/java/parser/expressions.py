"""Expressions (JLS 15)."""

from __future__ import annotations

from abc import abstractmethod

from vexil.core.source import Span
from vexil.languages.java import tree
from vexil.languages.java.literals import BadLiteral, character_value, float_value, integer_value, string_value
from vexil.languages.java.parser.creations import CreationParser
from vexil.languages.java.parser.parentheses import Parenthesis
from vexil.languages.java.tokens import IDENTIFIER, INTEGER, LITERALS, PRIMITIVE_TYPES

PRECEDENCE = {
    "||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7, "instanceof": 7,
    "<<": 8, ">>": 8, ">>>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
}  # fmt: skip
_ASSIGNMENTS = frozenset({"=", "+=", "-=", "*=", "/=", "&=", "|=", "^=", "%=", "<<=", ">>=", ">>>="})
_PREFIXES = frozenset({"++", "--", "!", "~", "+", "-"})
_PLACES = (tree.Name, tree.FieldAccess, tree.ArrayAccess, tree.Parenthesised)
_Prefix = tuple[int, tuple[tree.TypeName, ...]]
"""The token of an operator, or of the parenthesis of a cast, and the types of the cast."""


class ExpressionParser(CreationParser):
    """The parser of expressions; chains of operators, prefixes and selectors are read without recursion."""

    statement_start = -1
    """Where the innermost statement begins, if that may be a call of another constructor."""
    misplaced_call = -1
    """The parenthesis of the first call of a constructor that is none; javac looks for syntax errors first."""

    @abstractmethod
    def switch_body(self, start: int, *, value: bool) -> tree.Switch:
        """The rest of a switch behind its keyword, which begins at an offset."""

    def expression(self, *, label: bool = False) -> tree.Expression:
        """An expression; the constant of a case *label* is no lambda."""
        operand = self._conditional(label)
        if self.kind not in _ASSIGNMENTS:
            return operand
        first, wrong = self.at, -1
        targets: list[tuple[tree.Expression, str, Span]] = []
        while self.kind in _ASSIGNMENTS:
            if not isinstance(operand, _PLACES) and wrong < 0:
                wrong = self.focus
            targets.append((operand, self.kind, self.span(self.at)))
            self.next()
            operand = self._conditional(label)
        if wrong >= 0:
            self.fail("unexpected type\n  required: variable\n  found:    value", wrong)
        self.focus = first
        for target, operator, span in reversed(targets):
            operand = tree.Assignment(operator, target, operand, span, self._across(target, operand))
        return operand

    def _across(self, first: tree.Expression, last: tree.Expression) -> Span:
        return Span(self.number, first.span.start, last.span.end)

    def condition_operand(self) -> tree.Expression:
        """An expression without assignment."""
        return self._conditional(False)

    def _conditional(self, label: bool) -> tree.Expression:
        last = self._operation(label)
        if self.kind != "?":
            return last
        focus = self.at
        choices: list[tuple[tree.Expression, tree.Expression]] = []
        while self.kind == "?":
            self.next()
            then = self.expression(label=label)
            self.accept(":")
            choices.append((last, then))
            last = self._operation(label)
        self.focus = focus
        for condition, then in reversed(choices):
            last = tree.Conditional(condition, then, last, self._across(condition, last))
        return last

    def _operation(self, label: bool) -> tree.Expression:
        """Operands with operators between them, grouped by precedence."""
        first = self._operand(label)
        if self.kind not in PRECEDENCE:
            return first
        operands, operators = [first], list[tuple[str, Span]]()
        focus, loosest = self.focus, len(PRECEDENCE)
        while self.kind in PRECEDENCE:
            level = PRECEDENCE[self.kind]
            if level <= loosest:
                focus, loosest = self.at, level
            self._reduce(operands, operators, level)
            if self.kind == "instanceof":
                self.next()
                operands.append(self._instance_of(operands.pop()))
            else:
                operators.append((self.kind, self.span(self.at)))
                self.next()
                operands.append(self._operand(label))
        self._reduce(operands, operators, 0)
        self.focus = focus
        return operands[0]

    def _reduce(self, operands: list[tree.Expression], operators: list[tuple[str, Span]], level: int) -> None:
        while operators and PRECEDENCE[operators[-1][0]] >= level:
            operator, span = operators.pop()
            right = operands.pop()
            left = operands.pop()
            operands.append(tree.Binary(operator, left, right, span, self._across(left, right)))

    def _instance_of(self, operand: tree.Expression) -> tree.InstanceOf:
        self.modifiers()
        type_ = self.type()
        binding = self.identifier() if self.kind == IDENTIFIER else None
        name, span = (None, None) if binding is None else (binding.name, binding.span)
        end = type_.span.end if span is None else span.end
        return tree.InstanceOf(operand, type_, name, span, Span(self.number, operand.span.start, end))

    def _operand(self, label: bool) -> tree.Expression:
        """An operand with its prefixes and selectors."""
        start = self.focus = self.at
        prefixes: list[_Prefix] = []
        while True:
            if self.kind in _PREFIXES:
                prefixes.append((self.at, ()))
                self.next()
            elif self.kind == "(" and (meaning := self.parenthesis()) is not Parenthesis.EXPRESSION:
                if meaning is not Parenthesis.CAST:
                    operand: tree.Expression = self.function(meaning)
                    break
                opening = self.at
                self.next()
                prefixes.append((opening, self.type_list("&")))
                self.accept(")")
            else:
                negated = bool(prefixes) and self.kind == INTEGER and self.kinds[prefixes[-1][0]] == "-"
                operand = self._primary(label, negated)
                if not prefixes:
                    return operand
                break
        for index, types in reversed(prefixes):
            operand = self._prefixed(index, types, operand)
        self.focus = start
        return operand

    def _prefixed(self, index: int, types: tuple[tree.TypeName, ...], operand: tree.Expression) -> tree.Expression:
        operator, at = self.kinds[index], self.span(index)
        span = Span(self.number, at.start, operand.span.end)
        if types:
            return tree.Cast(types, operand, span)
        if operator in {"++", "--"}:
            return tree.Increment(operator, True, operand, at, span)
        return tree.Unary(operator, operand, at, span)

    def _literal(self, *, negated: bool) -> tree.Literal:
        kind, span = self.kind, self.span(self.at)
        text = self.tokens.text(self.at)
        value: int | float | bool | str | None
        decimal = False
        match kind:
            case "integer":
                try:
                    value, long, decimal = integer_value(text, negated=negated)
                except BadLiteral as error:
                    self.fail(error.message)
                literal_kind = tree.LiteralKind.LONG if long else tree.LiteralKind.INT
            case "floating":
                value, single = float_value(text)
                literal_kind = tree.LiteralKind.FLOAT if single else tree.LiteralKind.DOUBLE
            case "character":
                value, literal_kind = character_value(text), tree.LiteralKind.CHAR
            case "string":
                value, literal_kind = string_value(text), tree.LiteralKind.STRING
            case "null":
                value, literal_kind = None, tree.LiteralKind.NULL
            case _:
                value, literal_kind = kind == "true", tree.LiteralKind.BOOLEAN
        self.next()
        return tree.Literal(literal_kind, value, decimal, span)

    def _primary(self, label: bool, negated: bool) -> tree.Expression:
        kind, start = self.kind, self.here()
        primary: tree.Expression
        if kind == IDENTIFIER:
            if self.peek() == "->" and not label:
                name = self.identifier()
                return self.lambda_body([tree.LambdaParameter(name.name, None, name.span)], start)
            return self._named()
        if kind in LITERALS:
            primary = self._literal(negated=negated)
        elif kind == "(":
            first = self.at
            self.next()
            inner = self.expression()
            self.accept(")")
            self.focus = first
            primary = tree.Parenthesised(inner, self.since(start))
        elif kind == "this":
            self.next()
            if self.kind == "(":
                return self._constructor_call(None, to_super=False, start=start)
            primary = tree.This(None, self.since(start))
        elif kind == "super":
            primary = self._super(None)
        elif kind == "new":
            self.next()
            primary = self.creation(None)
        elif kind == "switch":
            self.next()
            switch = self.switch_body(start, value=True)
            primary = tree.SwitchExpression(switch, switch.span)
        elif kind in PRIMITIVE_TYPES or kind == "@":
            self.annotations()
            primary = self._of_type(self.type())
        elif kind == "void" and self.peek() == ".":
            primary = self._of_type(self.type())
        elif kind in {"assert", "enum", "_"}:
            primary = self.identifier()
        else:
            if kind == "<":
                self.type_arguments()
            self.fail("illegal start of expression")
        return self._selectors(primary)

    def _of_type(self, type_: tree.TypeName) -> tree.ClassLiteral | tree.MethodReference:
        """What makes an expression of a type: ``.class`` or ``::``."""
        if self.kind == "::":
            return self._method_reference(type_)
        if self.kind != ".":
            self.fail("'.class' expected")
        self.next()
        self.accept("class")
        return tree.ClassLiteral(type_, self.since(type_.span.start))

    def _method_reference(self, target: tree.Expression | tree.TypeName) -> tree.MethodReference:
        self.focus = self.at
        self.next()
        types: tuple[tree.TypeName, ...] = ()
        if self.kind == "<":
            types, _ = self.type_arguments()
        if self.kind == "new":
            self.next()
            name = "new"
        else:
            name = self.identifier().name
        return tree.MethodReference(target, types, name, self.since(target.span.start))

    def _super(self, qualifier: tree.Expression | None) -> tree.Expression:
        """``super`` with the member or arguments that must follow it, possibly behind a qualifier."""
        start = self.here() if qualifier is None else qualifier.span.start
        self.next()
        if self.kind == "(":
            return self._constructor_call(qualifier, to_super=True, start=start)
        target = tree.Super(None if qualifier is None else self._class_name(qualifier), self.since(start))
        if self.kind == "::":
            return target
        self.accept(".")
        types = self.type_arguments()[0] if self.kind == "<" else ()
        return self._member(target, types)

    def _constructor_call(self, outer: tree.Expression | None, *, to_super: bool, start: int) -> tree.Expression:
        """A call of another constructor, which is a whole statement at the beginning of one (JLS 8.8.7)."""
        allowed = start == self.statement_start
        arguments = self.arguments()
        focus = self.focus
        call = tree.ConstructorCall(outer, to_super, arguments, self.since(start))
        selected = self._selectors(call)
        if self.misplaced_call < 0 and (selected is not call or not allowed):
            self.misplaced_call = focus
        return selected

    def _member(self, target: tree.Expression | None, types: tuple[tree.TypeName, ...]) -> tree.Expression:
        """A field or call behind a dot."""
        name = self.identifier()
        start = name.span.start if target is None else target.span.start
        if self.kind == "(":
            arguments = self.arguments()
            return tree.MethodCall(target, types, name.name, name.span, arguments, self.since(start))
        if target is None:
            return name
        if types:
            self.fail("illegal start of expression")
        return tree.FieldAccess(target, name.name, name.span, self.since(start))

    def _named(self) -> tree.Expression:
        """A name, possibly the beginning of a type that a class literal or method reference needs."""
        if self.word() == "yield" and self.peek() == "(":
            self.fail("invalid use of a restricted identifier 'yield'")
        if self._is_type_of_reference():
            return self._selectors(self._of_type(self.type()))
        return self._selectors(self._member(None, ()))

    def _is_type_of_reference(self) -> bool:
        """Whether a name goes on as a type with arguments or brackets that is followed by ``::`` or ``.class``."""
        kinds, index = self.kinds, self.at + 1
        while kinds[index] == "." and kinds[index + 1] == IDENTIFIER:
            index += 2
        if kinds[index] != "<" and not (kinds[index] == "[" and kinds[index + 1] == "]"):
            return False
        if kinds[index] == "[":
            return True
        end = self.skip_type(self.at)
        return end > 0 and kinds[end] == "::"

    def _selectors(self, primary: tree.Expression) -> tree.Expression:
        """Everything behind an operand: members, indices, method references and postfix operators."""
        while True:
            if self.kind == ".":
                self.focus = self.at
                self.next()
                primary = self._selector(primary)
            elif self.kind == "[":
                focus = self.at
                self.next()
                index = self.expression()
                self.accept("]")
                self.focus = focus
                primary = tree.ArrayAccess(primary, index, self.since(primary.span.start))
            elif self.kind == "::":
                primary = self._method_reference(primary)
            else:
                break
        while self.kind in {"++", "--"}:
            self.focus = self.at
            operator, span = self.kind, self.span(self.at)
            self.next()
            primary = tree.Increment(operator, False, primary, span, self.since(primary.span.start))
        return primary

    def _selector(self, target: tree.Expression) -> tree.Expression:
        self.annotations()
        if self.kind == "<":
            types, _ = self.type_arguments()
            return self._super(target) if self.kind == "super" else self._member(target, types)
        if self.kind == "new":
            self.next()
            return self.creation(target)
        if self.kind == "super":
            return self._super(target)
        if self.kind in {"this", "class"} and _is_name(target):
            self.next()
            name, span = self._class_name(target), self.since(target.span.start)
            return tree.This(name, span) if self.kinds[self.at - 1] == "this" else tree.ClassLiteral(name, span)
        return self._member(target, ())

    def _class_name(self, name: tree.Expression) -> tree.ClassTypeName:
        """A qualified name as that of a class."""
        parts: list[tree.TypePart] = []
        whole = name.span
        while isinstance(name, tree.FieldAccess):
            parts.append(tree.TypePart(name.name, None, name.name_span))
            name = name.target
        if not isinstance(name, tree.Name):
            raise self.file.error("not an enclosing class", whole.start, whole.end)
        parts.append(tree.TypePart(name.name, None, name.span))
        return tree.ClassTypeName(tuple(reversed(parts)), whole)


def _is_name(expression: tree.Expression) -> bool:
    while isinstance(expression, tree.FieldAccess):
        expression = expression.target
    return isinstance(expression, tree.Name)
