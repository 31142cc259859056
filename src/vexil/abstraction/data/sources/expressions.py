"""Expressions as edits: literals become tokens, operators calls, and values are coerced where they flow on."""

from __future__ import annotations

from vexil.abstraction.data.sources.file import unwrapped
from vexil.abstraction.data.sources.kinds import Kind, is_number, kind_of
from vexil.abstraction.data.sources.operators import INDEX, Operators
from vexil.core.source import Span
from vexil.languages.java import tree
from vexil.model.tokens.typing import CONCRETE

DEEPEST_ARRAY = 8
TYPES = (tree.PrimitiveTypeName, tree.ClassTypeName, tree.ArrayTypeName, tree.WildcardTypeName)


class Expressions(Operators):
    """The rewriting of the expressions of one file."""

    returning: Span | None = None
    """The name of the method whose body is rewritten; nothing in a lambda, which is declared nowhere."""

    def value(self, node: tree.Expression, wanted: Kind | None, *, argument: bool = False, bare: bool = False) -> None:
        """Rewrite an expression so that its value is of a kind; nothing is *wanted* where no number is expected.

        An *argument* of a generated call needs no parentheses; one that is *bare* stands where an assignment may.
        """
        inner = unwrapped(node)
        span = inner.span
        number = self.meaning.constant(span)
        if number is not None and not self._is_written(inner):
            if wanted is not None and wanted.is_abstract:
                self.token(node if argument else inner, inner, number, wanted)
            return
        rewritten = self.produced(inner, enclosed=argument or bare or inner is not node)
        if argument:
            self.drop_parentheses(node)
        if rewritten is None and wanted is not None:
            rewritten = self.meaning.number(span)
        if wanted is not None and rewritten is not None:
            self.coerce(inner, rewritten, wanted)
        elif wanted is not None and wanted.is_abstract:
            self.file.refuse(inner.span, "it is never reached, so that the program does not have it")
        elif rewritten is not None:
            self.refuse_lost(inner, rewritten)

    def reference(self, node: tree.Expression) -> None:
        """Rewrite what is inside of an expression that gives an object."""
        self.produced(unwrapped(node), enclosed=False)

    def _is_written(self, inner: tree.Expression) -> bool:
        """Whether a node has effects, so that it is no constant whatever its value."""
        return isinstance(inner, tree.Assignment | tree.Increment)

    def produced(self, node: tree.Expression, *, enclosed: bool) -> Kind | None:
        """Rewrite an expression; gives the kind of its value, ``None`` if it is no number of the program."""
        match node:
            case tree.Name() | tree.FieldAccess() | tree.ArrayAccess():
                return self.place(node)
            case tree.Binary():
                return self.binary(node)
            case tree.Unary():
                return self.unary(node)
            case tree.Increment():
                return self.update(node, used=True, enclosed=enclosed)
            case tree.Assignment():
                return self.assignment(node, used=True, enclosed=enclosed)
            case tree.Conditional():
                return self._conditional(node)
            case tree.Cast():
                return self._cast(node)
            case tree.MethodCall() | tree.New():
                return self._call(node)
            case tree.NewArray() | tree.ArrayInitialiser():
                return self._array(node)
            case tree.Lambda():
                return self._lambda(node)
            case tree.MethodReference():
                return self._method_reference(node)
            case tree.SwitchExpression():
                self.visit(node.switch)
                return self.meaning.hidden_kind(node.span)
            case tree.InstanceOf():
                self.visit(node.operand)
                return self.meaning.read_place(node.span)
            case _:
                return self.meaning.read_place(node.span)

    def place(self, node: tree.Expression, *, written: bool = False) -> Kind | None:
        """A variable, field or element, with the expressions that say which one."""
        match node:
            case tree.ArrayAccess():
                self.visit(node.array)
                self.value(node.index, INDEX)
            case tree.FieldAccess():
                self.visit(node.target)
            case _:
                pass
        return self.meaning.written_place(node.span) if written else self.meaning.read_place(node.span)

    def _conditional(self, node: tree.Conditional) -> Kind | None:
        self.visit(node.condition)
        kind = self.meaning.hidden_kind(node.span)
        self.value(node.then, kind)
        self.value(node.otherwise, kind)
        return kind

    def _cast(self, node: tree.Cast) -> Kind | None:
        inner = unwrapped(node.operand)
        conversion = self.meaning.converted(node.span)
        source = self.produced(inner, enclosed=inner is not node.operand)
        if source is None:
            source = self.meaning.read_place(node.span)
        if source is None:
            return None
        target = conversion.type if conversion is not None else source.concrete
        if not is_number(target):
            return None
        if not source.is_abstract:
            return kind_of(CONCRETE, target)
        result = kind_of(source.name, target)
        self.coerce(inner, source, result)
        self.file.replace(self.file.in_front(node.span, node.operand.span), "")
        return result

    def _call(self, node: tree.MethodCall | tree.New) -> Kind | None:
        match node:
            case tree.MethodCall(target=target) if target is not None:
                self.visit(target)
            case tree.New(outer=outer) if outer is not None:
                self.visit(outer)
            case _:
                pass
        self.arguments(node.arguments)
        if isinstance(node, tree.New) and node.body is not None:
            self.visit(node.body)
        kinds = self.meaning.results(node.span)
        if len({kind.name for kind in kinds}) > 1:
            self.file.refuse(node.span, "the methods that may be called give different abstractions")
        return kinds[0] if kinds else None

    def arguments(self, arguments: tuple[tree.Expression, ...]) -> None:
        """Rewrite arguments to the kinds of their parameters."""
        for argument in arguments:
            span = unwrapped(argument).span
            parameters = self.meaning.passed_to(span)
            kinds = {kind.name for _, kind in parameters}
            if len(kinds) > 1:
                self.file.refuse(argument.span, f"methods that are called take it as {' and as '.join(sorted(kinds))}")
            for function, kind in parameters:
                if kind.is_abstract and not self.meaning.slots.is_users(function.name):
                    self.file.refuse(argument.span, f"{function.name} is code of the library and takes no tokens")
                if kind.is_abstract and kind != kind.computed and _name_of(function.name) in self.overloaded:
                    self.file.refuse(argument.span, f"{_name_of(function.name)} has several forms, and tokens are ints")
            self.value(argument, parameters[0][1] if parameters else self.meaning.element_kind(span), bare=True)

    def _array(self, node: tree.NewArray | tree.ArrayInitialiser, given: tuple[int, Kind] | None = None) -> Kind | None:
        """A new array: its elements are tokens from the beginning."""
        rank, kind = given or self._elements(node)
        if isinstance(node, tree.ArrayInitialiser):
            for element in node.elements:
                if isinstance(element, tree.ArrayInitialiser):
                    self._array(element, (rank - 1, kind) if kind is not None else None)
                else:
                    self.value(element, kind if rank == 1 else None)
            return None
        for length in node.dimensions:
            self.value(length, INDEX)
        if node.initialiser is not None:
            self._array(node.initialiser, (rank, kind) if kind is not None else None)
        if kind is not None and kind.is_abstract:
            self.int_type(node.element)
            if node.initialiser is None:
                self.file.around(node.span, f"{self.names.run_time}.filled(", f", {self.names.default(kind)})")
        return None

    def _elements(self, node: tree.Expression) -> tuple[int, Kind | None]:
        """The rank of a new array and the kind of its innermost elements."""
        span = node.span
        for rank in range(1, DEEPEST_ARRAY):
            kind = self.meaning.hidden_kind(span, rank)
            if kind is not None:
                return rank, kind
        return 0, None

    def int_type(self, node: tree.TypeName) -> None:
        """Let a declared type hold tokens: they are ints."""
        node = innermost(node)
        if isinstance(node, tree.PrimitiveTypeName) and node.name not in ("int", "boolean", "void"):
            self.file.replace(node.span, "int")

    def _lambda(self, node: tree.Lambda) -> Kind | None:
        if isinstance(node.body, tree.Block):
            outer, self.returning = self.returning, None
            self.visit(node.body)
            self.returning = outer
        else:
            self.value(node.body, self.meaning.target_kind(unwrapped(node.body).span), bare=True)
        for parameter in node.parameters:
            self.visit(parameter)
        return None

    def _method_reference(self, node: tree.MethodReference) -> Kind | None:
        """A method as a value: there is no place for coercions, so none may be needed."""
        if not isinstance(node.target, TYPES):
            self.visit(node.target)
        for source, target in self.meaning.disagreements(node.span):
            if source.name != target.name:
                self.file.refuse(
                    node.span,
                    f"a value of {source.name} would have to become one of {target.name} here",
                    hint="write a lambda",
                )
        return None


def _name_of(function: str) -> str:
    return function.partition("(")[0].rpartition(".")[2]


def innermost(written: tree.TypeName) -> tree.TypeName:
    """The type of the elements of arrays of any rank."""
    while isinstance(written, tree.ArrayTypeName):
        written = written.element
    return written
