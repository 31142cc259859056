"""Local variables, and the statements with parts of their own kind: ``for``, ``try`` and ``switch``."""

from __future__ import annotations

from abc import abstractmethod

from vexil.languages.java import tree
from vexil.languages.java.parser.expressions import ExpressionParser
from vexil.languages.java.parser.types import NO_MODIFIERS
from vexil.languages.java.tokens import END, IDENTIFIER, PRIMITIVE_TYPES

SIMPLE = frozenset(
    {
        "{", "if", "for", "while", "do", "try", "switch", "synchronized", "return", "throw", "break", "continue", ";",
        "else", "finally", "catch", "assert",
    }
)  # fmt: skip
"""The tokens that only statements begin with."""
EFFECTS = (tree.Assignment, tree.Increment, tree.MethodCall, tree.New)
"""The expressions that may stand as statements (JLS 14.8)."""
_RESOURCE = (
    "the try-with-resources resource must either be a variable declaration or an expression denoting a reference to a "
    "final or effectively final variable"
)
_VAR_ARRAY = "'var' is not allowed as an element type of an array"


class ControlParser(ExpressionParser):
    """The parser of such statements."""

    @abstractmethod
    def statements(self) -> tuple[tree.Statement, ...]:
        """The statements of a block or of a case."""

    @abstractmethod
    def body(self) -> tree.Statement:
        """A statement below another one."""

    def local_variables(self, modifiers: tree.Modifiers) -> tree.LocalVariables:
        """A declaration of local variables with its semicolon, behind its modifiers."""
        start = self.here() if modifiers.span is None else modifiers.span.start
        type_, inferred = self._local_type()
        declarators = self.variables(self.identifier(), inferred=inferred)
        self.accept(";")
        return tree.LocalVariables(modifiers, type_, declarators, self.since(start))

    def _local_type(self) -> tuple[tree.TypeName, int]:
        """The type of a local variable; the index of ``var``, or -1."""
        inferred = self.at if self.word() == "var" and self.peek() in {IDENTIFIER, "["} else -1
        type_ = self.type(var=True)
        if inferred >= 0 and self.at > inferred + 1:
            self.fail(_VAR_ARRAY, inferred)
        return type_, inferred

    def variables(self, name: tree.Name, *, inferred: int = -1, constant: bool = False) -> tuple[tree.Declarator, ...]:
        """The variables of a declaration from behind the first *name* on.

        Their type is ``var`` at *inferred* if that is no negative number.
        """
        declarators: list[tree.Declarator] = []
        while True:
            index = self.at - 1
            if inferred >= 0 and declarators:
                self.fail("'var' is not allowed in a compound declaration", inferred)
            rank = self._brackets_of(inferred)
            value = None
            if self.kind == "=":
                self.next()
                if inferred >= 0 and self.kind == "{":
                    self.fail(f"cannot infer type for local variable {name.name}", index)
                value = self.initialiser()
            elif constant:
                self.fail("= expected")
            declarators.append(tree.Declarator(name.name, rank, value, name.span, self.since(name.span.start)))
            if self.kind != ",":
                return tuple(declarators)
            self.next()
            name = self.identifier()

    def _brackets_of(self, inferred: int) -> int:
        """The brackets behind the name of a variable whose type is ``var`` at *inferred*, or has been written."""
        rank = self.brackets()
        if rank and inferred >= 0:
            self.fail(_VAR_ARRAY, inferred)
        return rank

    def condition(self) -> tree.Expression:
        """An expression in parentheses."""
        self.accept("(")
        expression = self.expression()
        self.accept(")")
        return expression

    def for_rest(self, start: int) -> tree.Statement:
        """The rest of a ``for`` behind its keyword, which begins at an offset."""
        self.accept("(")
        first: tuple[tree.Statement, ...] = ()
        if self.kind == ";":
            self.next()
        else:
            modifiers, end = NO_MODIFIERS, self.at + 1
            if self.kind in {"final", "@"}:
                modifiers = self.modifiers()
            else:
                end = self.skip_type(self.at)
            if end > 0 and (self.kinds[self.at - 1] == "final" or self.kinds[end] in {IDENTIFIER, "_"}):
                declared = self._for_variables(modifiers, start)
                if isinstance(declared, tree.ForEach):
                    return declared
                first = (declared,)
            elif self.kind in PRIMITIVE_TYPES and (end < 0 or self.kinds[end] not in {".", "::"}):
                type_at = self.at
                self.type()
                self.fail("bad initializer for for-loop" if self.kind == ":" else "not a statement", type_at)
            else:
                first = tuple([tree.ExpressionStatement(effect, effect.span) for effect in self._effects()])
                self.accept(";")
        condition = None if self.kind == ";" else self.expression()
        self.accept(";")
        updates = self._effects() if self.kind != ")" else []
        self.accept(")")
        body = self.body()
        return tree.For(first, condition, tuple(updates), body, self.since(start))

    def _for_variables(self, modifiers: tree.Modifiers, start: int) -> tree.LocalVariables | tree.ForEach:
        """What declares variables in the parentheses of a ``for``, with the rest of the loop if it is over elements."""
        declared_at = self.here() if modifiers.span is None else modifiers.span.start
        type_, inferred = self._local_type()
        for_each = self.kind == IDENTIFIER and self._is_for_each()
        name = self.identifier()
        if not for_each:
            declarators = self.variables(name, inferred=inferred)
            self.accept(";")
            return tree.LocalVariables(modifiers, type_, declarators, self.since(declared_at))
        rank = self._brackets_of(inferred)
        self.next()
        values = self.expression()
        self.accept(")")
        body = self.body()
        return tree.ForEach(modifiers, type_, name.name, rank, name.span, values, body, self.since(start))

    def _is_for_each(self) -> bool:
        distance = 1
        while self.peek(distance) == "[" and self.peek(distance + 1) == "]":
            distance += 2
        return self.peek(distance) == ":"

    def _effects(self) -> list[tree.Expression]:
        effects: list[tree.Expression] = []
        while True:
            start = self.at
            effect = self.expression()
            if not isinstance(effect, EFFECTS):
                if self.kind == ":":
                    self.fail("bad initializer for for-loop", start)
                self.fail("not a statement", self.focus)
            effects.append(effect)
            if self.kind != ",":
                return effects
            self.next()

    def try_rest(self, keyword: int) -> tree.Try:
        """The rest of a ``try`` whose keyword is the token *keyword*."""
        start = self.tokens.starts[keyword]
        resources: list[tree.Resource] = []
        if self.kind == "(":
            self.next()
            resources.append(self._resource())
            while self.kind == ";":
                self.next()
                if self.kind == ")":
                    break
                resources.append(self._resource())
            self.accept(")")
        block = self.block()
        catches: list[tree.CatchClause] = []
        while self.kind == "catch":
            self.next()
            catches.append(self.catch_rest())
        finalizer = None
        if self.kind == "finally":
            self.next()
            finalizer = self.block()
        elif not resources and not catches:
            self.fail("'try' without 'catch', 'finally' or resource declarations", keyword)
        return tree.Try(tuple(resources), block, tuple(catches), finalizer, self.since(start))

    def catch_rest(self) -> tree.CatchClause:
        """The rest of a ``catch`` behind its keyword."""
        start = self.tokens.starts[self.at - 1]
        self.accept("(")
        modifiers = self.modifiers()
        types = self.type_list("|")
        name = self.identifier()
        self.accept(")")
        return tree.CatchClause(modifiers, types, name.name, name.span, self.block(), self.since(start))

    def _resource(self) -> tree.Resource:
        start = self.here()
        modifiers = self.modifiers() if self.kind in {"final", "@"} else NO_MODIFIERS
        end = self.skip_type(self.at)
        if modifiers is NO_MODIFIERS and (end <= 0 or self.kinds[end] != IDENTIFIER):
            expression = self.expression()
            if not isinstance(expression, tree.Name | tree.FieldAccess):
                self.fail(_RESOURCE, self.focus)
            return tree.Resource(None, expression, expression.span)
        type_, inferred = self._local_type()
        name = self.identifier()
        rank = self._brackets_of(inferred)
        self.accept("=")
        value = self.expression()
        whole = self.since(start)
        variable = tree.Declarator(name.name, rank, value, name.span, self.since(name.span.start))
        return tree.Resource(tree.LocalVariables(modifiers, type_, (variable,), whole), None, whole)

    def switch_body(self, start: int, *, value: bool) -> tree.Switch:
        """The rest of a switch behind its keyword; one for its *value* has expressions behind arrows."""
        selector = self.condition()
        self.accept("{")
        arrows: bool | None = None
        cases: list[tree.SwitchCase] = []
        labels: list[tree.Expression | None] = []
        group = self.here()
        while self.kind in {"case", "default"}:
            first = self.at
            if not labels:
                group = self.here()
            labels += self._labels()
            arrow = self.kind == "->"
            if arrows is not None and arrow != arrows and self.kind in {":", "->"}:
                self.fail("different case kinds used in the switch", first)
            arrows = arrow
            if arrow:
                self.next()
                inner: tuple[tree.Statement, ...] = (self._arrow_body(value),)
            else:
                self.accept(":", "->")
                inner = self.statements()
            if inner or self.kind not in {"case", "default"}:
                cases.append(tree.SwitchCase(tuple(labels), arrow, inner, self.since(group)))
                labels = []
        if self.kind not in {"}", END}:
            self.fail("case, default, or '}' expected")
        end = self.span(self.at)
        self.accept("}")
        return tree.Switch(selector, tuple(cases), self.since(start), end)

    def _labels(self) -> list[tree.Expression | None]:
        if self.kind == "default":
            self.next()
            return [None]
        self.next()
        labels: list[tree.Expression | None] = [self.expression(label=True)]
        while self.kind == ",":
            self.next()
            labels.append(self.expression(label=True))
        return labels

    def _arrow_body(self, value: bool) -> tree.Statement:
        start = self.at
        if value and self.kind not in {"{", "throw"}:
            expression = self.expression()
            self.accept(";")
            return tree.ExpressionStatement(expression, self.since(self.tokens.starts[start]))
        simple = self.kind in SIMPLE - {"{", "throw"}
        body = self.body()
        if simple:
            self.fail("unexpected statement in case, expected is an expression, a block or a throw statement", start)
        return body
