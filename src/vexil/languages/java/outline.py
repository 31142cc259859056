"""The outline of Java files: what can be taken away so that the rest compiles.

Whatever a compiler asks for stays with what asks for it: methods without a body and implementations of methods of the
library with their class, results with their method, first values of final fields with the field.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace

from vexil.core.source import SourceFile, Span
from vexil.languages.java import tree
from vexil.languages.outline import Leap, Outline, OutlineBuilder, Piece, Role, Shape

UNCHECKED = frozenset({
    "ArithmeticException", "ArrayIndexOutOfBoundsException", "ArrayStoreException", "AssertionError",
    "ClassCastException", "Error", "Exception", "IllegalArgumentException", "IllegalMonitorStateException",
    "IllegalStateException", "IndexOutOfBoundsException", "NegativeArraySizeException", "NoSuchElementException",
    "NullPointerException", "NumberFormatException", "OutOfMemoryError", "RuntimeException", "StackOverflowError",
    "StringIndexOutOfBoundsException", "Throwable", "UnsupportedOperationException", "VirtualMachineError",
})  # fmt: skip
"""Exceptions that may be caught where nothing throws them (JLS 11.2.3); of others it is not known."""
Owner = tree.MethodDeclaration | tree.Initialiser | tree.Lambda


def java_outline(units: Iterable[tree.CompilationUnit]) -> Outline:
    """The outline of all files of a program."""
    builder, listed = OutlineBuilder(), list(units)
    known = {
        node.name: node for unit in listed for node in tree.preorder(unit.types)
        if isinstance(node, tree.ClassDeclaration)
    }  # fmt: skip
    for unit in listed:
        _Unit(builder, known).unit(unit)
    return builder.build()


@dataclass
class _Place:
    """Where statements stand: their function, what jumps without a label leave, labels, and ``try`` around them."""

    function: int
    has_result: bool = False
    breaks: int = -1
    continues: int = -1
    labels: dict[str, tuple[int, int]] = field(default_factory=dict)
    tried: int = -1
    is_initialising: bool = False


class _Unit:
    def __init__(self, builder: OutlineBuilder, known: dict[str, tree.ClassDeclaration]) -> None:
        self._builder = builder
        self._known = known
        self._assigned: list[tuple[int, str]] = []

    def _add(self, span: Span, shape: Shape, role: Role, parent: int, **facts: object) -> int:
        return self._builder.add(replace(Piece(span, shape, role, parent), **facts))  # type: ignore[arg-type]

    def unit(self, unit: tree.CompilationUnit) -> None:
        """Add the pieces of a file."""
        for item in unit.imports:
            if not item.static and not item.on_demand:
                name = item.name.rpartition(".")[2]
                self._add(item.span, Shape.IMPORT, Role.LISTED, -1, names=(name,))
        for declaration in unit.types:
            self._type(declaration, -1, Role.LISTED, -1)

    # --- classes -----------------------------------------------------------------------------------------

    def _type(
        self, node: tree.ClassDeclaration, parent: int, role: Role, bound_to: int, given: Sequence[tree.TypeName] = ()
    ) -> None:
        names = (node.name,) if node.name else ()
        number = self._add(node.span, Shape.TYPE, role, parent, names=names, bound_to=bound_to)
        is_open = self._meets_library(node, given)
        outer, self._assigned = self._assigned, []
        blank: dict[str, int] = {}
        for constant in node.constants:
            piece = self._add(constant.span, Shape.SIMPLE, Role.FIXED, number, bound_to=number)
            self._inner(constant.arguments, piece, _Place(number))
            if constant.body is not None:
                self._type(constant.body, piece, Role.FIXED, piece)
        for member in node.members:
            match member:
                case tree.ClassDeclaration():
                    self._type(member, number, Role.LISTED, -1)
                case tree.FieldDeclaration():
                    self._variables(member, number, Role.LISTED, _Place(number), blank)
                case tree.Initialiser():
                    piece = self._add(member.span, Shape.FUNCTION, Role.LISTED, number)
                    self._body(member.body.block(), piece, _Place(piece, is_initialising=True))
                case tree.MethodDeclaration():
                    self._method(member, number, is_open)
        for piece, name in self._assigned:
            if name in blank:
                self._builder.replace(piece, replace(self._builder.piece(piece), bound_to=blank[name]))
        self._assigned = outer

    def _meets_library(self, node: tree.ClassDeclaration, given: Sequence[tree.TypeName]) -> bool:
        """Say whether a class has supertypes that are not the user's, whose methods it may have to implement."""
        pending, visited = [*given, *_supertypes(node)], set()
        while pending:
            name = _simple_name(pending.pop())
            if name not in self._known:
                return True
            if name not in visited:
                visited.add(name)
                pending.extend(_supertypes(self._known[name]))
        return False

    def _method(self, node: tree.MethodDeclaration, parent: int, is_open: bool) -> None:
        words = node.modifiers.words
        implements = is_open and "public" in words and "static" not in words and not node.constructor
        stays = node.body is None or node.compact or implements
        number = self._add(
            node.span, Shape.FUNCTION, Role.LISTED, parent, names=(node.name,), bound_to=parent if stays else -1
        )
        if node.body is not None:
            is_void = node.result is None or (
                isinstance(node.result, tree.PrimitiveTypeName) and node.result.name == "void"
            )
            place = _Place(number, has_result=not is_void, is_initialising=node.constructor)
            self._body(node.body.block(), number, place)

    # --- statements --------------------------------------------------------------------------------------

    def _body(self, block: tree.Block, parent: int, place: _Place) -> None:
        for statement in block.statements:
            self._statement(statement, parent, Role.LISTED, place)

    def _statement(self, node: tree.Statement, parent: int, role: Role, place: _Place) -> None:
        match node:
            case tree.Block():
                self._body(node, self._add(node.span, Shape.BLOCK, role, parent), place)
            case tree.LocalVariables():
                self._variables(node, parent, role, place, {})
            case tree.LocalClass():
                self._type(node.declaration, parent, role, -1)
            case tree.Labelled():
                self._labelled(node, parent, role, place)
            case tree.Return() | tree.Throw():
                has_value = isinstance(node, tree.Return) and node.value is not None
                stays = has_value or (isinstance(node, tree.Throw) and place.has_result)
                bound_to = place.function if stays else self._bound(node.value, place)
                piece = self._add(
                    node.span, Shape.JUMP, role, parent, leap=Leap.BEHIND, left=place.function, bound_to=bound_to
                )
                self._inner(node.value, piece, place)
            case tree.Break(label, span):
                left = place.labels[label][0] if label in place.labels else place.breaks
                self._add(span, Shape.JUMP, role, parent, leap=Leap.BEHIND, left=left)
            case tree.Continue(label, span):
                left = place.labels[label][1] if label in place.labels else place.continues
                self._add(span, Shape.JUMP, role, parent, leap=Leap.AGAIN, left=left)
            case tree.ExpressionStatement():
                self._expression(node, parent, role, place)
            case tree.Assert() | tree.Yield() | tree.Empty():
                parts = () if isinstance(node, tree.Empty) else (node,)
                bound_to = self._bound(parts, place)
                self._inner(parts, self._add(node.span, Shape.SIMPLE, role, parent, bound_to=bound_to), place)
            case _:
                self._compound(node, parent, role, place)

    def _expression(self, node: tree.ExpressionStatement, parent: int, role: Role, place: _Place) -> None:
        expression = node.expression
        bound_to = place.function if isinstance(expression, tree.ConstructorCall) else self._bound(expression, place)
        piece = self._add(node.span, Shape.SIMPLE, role, parent, bound_to=bound_to)
        if place.is_initialising and isinstance(expression, tree.Assignment):
            match expression.target:
                case tree.Name(name=name) | tree.FieldAccess(name=name):
                    self._assigned.append((piece, name))
                case _:
                    pass
        self._inner(expression, piece, place)

    def _labelled(self, node: tree.Labelled, parent: int, role: Role, place: _Place) -> None:
        piece = self._add(node.span, Shape.LABEL, role, parent, names=(node.label,))
        loop = self._builder.count
        labels = {**place.labels, node.label: (piece, loop)}
        self._statement(node.body, piece, Role.BODY, replace(place, labels=labels))

    def _compound(self, node: tree.Statement, parent: int, role: Role, place: _Place) -> None:
        piece = self._add(node.span, Shape.BRANCH, role, parent)
        header: list[object] = []
        match node:
            case tree.If(condition, then, otherwise):
                header.append(condition)
                self._statement(then, piece, Role.BODY, place)
                if otherwise is not None:
                    self._statement(otherwise, piece, Role.ALTERNATIVE, place)
            case tree.While(condition, body):
                header.append(condition)
                self._loop(piece, body, place)
            case tree.DoWhile(body, condition):
                header.append(condition)
                self._loop(piece, body, place)
            case tree.For(initialisers, condition, updates, body):
                header += [*initialisers, condition, *updates]
                self._loop(piece, body, place)
            case tree.ForEach(values=values, body=body):
                header.append(values)
                self._loop(piece, body, place)
            case tree.Switch(selector, cases):
                header.append(selector)
                inside = replace(place, breaks=piece)
                for case in cases:
                    for statement in case.body:
                        self._statement(statement, piece, Role.BODY if case.arrow else Role.LISTED, inside)
            case tree.Synchronized(lock, body):
                header.append(lock)
                self._statement(body, piece, Role.BODY, place)
            case tree.Try():
                self._try(node, piece, place)
                header.extend(item.declaration or item.expression for item in node.resources)
            case _:
                pass
        bound_to = self._bound((*header, node if isinstance(node, tree.Try) else None), place)
        self._builder.replace(piece, replace(self._builder.piece(piece), bound_to=bound_to))
        self._inner(header, piece, place)

    def _loop(self, piece: int, body: tree.Statement, place: _Place) -> None:
        self._builder.replace(piece, replace(self._builder.piece(piece), shape=Shape.LOOP))
        self._statement(body, piece, Role.BODY, replace(place, breaks=piece, continues=piece))

    def _try(self, node: tree.Try, piece: int, place: _Place) -> None:
        caught = {_simple_name(kind) for clause in node.catches for kind in clause.types}
        inside = place if caught <= UNCHECKED else replace(place, tried=piece)
        self._statement(node.body, piece, Role.BODY, inside)
        for block in (*(clause.body for clause in node.catches), *([node.finalizer] if node.finalizer else ())):
            self._statement(block, piece, Role.BODY, place)

    def _bound(self, node: object, place: _Place) -> int:
        """The ``try`` around a place that something in an expression may throw for; -1 if there is none."""
        if place.tried < 0:
            return -1
        calls = (tree.MethodCall, tree.New, tree.ConstructorCall, tree.Throw)
        node = tuple(node) if isinstance(node, list | tuple) else node
        return place.tried if any(isinstance(item, calls) for item in tree.preorder(node)) else -1

    def _variables(
        self,
        node: tree.FieldDeclaration | tree.LocalVariables,
        parent: int,
        role: Role,
        place: _Place,
        blank: dict[str, int],
    ) -> None:
        several = len(node.declarators) > 1
        names = () if several else (node.declarators[0].name,)
        piece = self._add(
            node.span, Shape.DECLARATION, role, parent, names=names, bound_to=self._bound((node.declarators,), place)
        )
        for declarator in node.declarators:
            own = piece
            if several:
                facts = {"names": (declarator.name,), "bound_to": self._bound(declarator.initialiser, place)}
                own = self._add(declarator.span, Shape.DECLARATOR, Role.LISTED, piece, **facts)
            if declarator.initialiser is None and "final" in node.modifiers.words:
                blank[declarator.name] = own
            self._inner(declarator.initialiser, own, place)

    # --- code inside of expressions ----------------------------------------------------------------------

    def _inner(self, node: object, parent: int, place: _Place) -> None:
        """Add the bodies of lambdas and anonymous classes; those inside of a ``switch`` with a value stay whole."""
        inner: list[tree.Lambda | tree.New] = []
        pending: list[object] = [node]
        while pending:
            item = pending.pop()
            if isinstance(item, list | tuple):
                pending.extend(item)
            elif isinstance(item, tree.Lambda) and isinstance(item.body, tree.Block):
                inner.append(item)
            elif isinstance(item, tree.SwitchExpression):
                continue
            elif isinstance(item, tree.New) and item.body is not None:
                inner.append(item)
                pending += [item.outer, item.arguments]
            elif is_dataclass(item) and not isinstance(item, type | SourceFile | Span):
                pending.extend(getattr(item, each.name) for each in fields(item))
        for found in sorted(inner, key=lambda item: item.span.start):
            if isinstance(found, tree.New) and found.body is not None:
                self._type(found.body, parent, Role.FIXED, parent, (found.type,))
            elif isinstance(found, tree.Lambda) and isinstance(found.body, tree.Block):
                piece = self._add(found.body.span, Shape.FUNCTION, Role.FIXED, parent, bound_to=parent)
                self._body(found.body, piece, _Place(piece, has_result=_gives_value(found.body)))


def _gives_value(body: tree.Block) -> bool:
    return any(isinstance(node, tree.Return) and node.value is not None for node in tree.preorder(body))


def _supertypes(node: tree.ClassDeclaration) -> list[tree.TypeName]:
    return [*([node.superclass] if node.superclass is not None else []), *node.supertypes]


def _simple_name(node: tree.TypeName) -> str:
    match node:
        case tree.ClassTypeName():
            return node.parts[-1].name
        case _:
            return ""
