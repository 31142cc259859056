"""Classes, their members, and files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import TYPE_CHECKING

from vexil.core.source import SourceFile, Span
from vexil.ir.nodes import node

if TYPE_CHECKING:
    from vexil.languages.java.tree.expressions import Expression
    from vexil.languages.java.tree.statements import Block, Declarator
    from vexil.languages.java.tree.types import TypeName, TypeParameter


@node
class Annotation:
    """``@Name(…)``; the arguments are not kept."""

    name: str
    span: Span


@node
class Modifiers:
    """Keywords (``public``, ``static`` …) and annotations."""

    words: frozenset[str]
    annotations: tuple[Annotation, ...]
    span: Span | None


class ClassKind(Enum):
    """What a type declaration declares."""

    CLASS = "class"
    INTERFACE = "interface"
    ENUM = "enum"
    RECORD = "record"
    ANNOTATION = "@interface"


@node
class FieldDeclaration:
    """``private int x = 1, y[];``."""

    modifiers: Modifiers
    type: TypeName
    declarators: tuple[Declarator, ...]
    span: Span


@node
class Parameter:
    """A parameter of a method, or a component of a record."""

    modifiers: Modifiers
    type: TypeName
    """With all brackets; for a variable number of arguments the type of one of them."""
    name: str
    variable: bool
    """Whether it takes a variable number of arguments (``…``)."""
    name_span: Span
    span: Span


class LazyBlock:
    """A body that is read when it is asked for, once."""

    __slots__ = ("_block", "_read", "span")

    def __init__(self, span: Span, read: Callable[[], Block]) -> None:
        self.span = span
        self._read: Callable[[], Block] | None = read
        self._block: Block | None = None

    def block(self) -> Block:
        """The body."""
        if self._block is None and self._read is not None:
            self._block, self._read = self._read(), None
        assert self._block is not None
        return self._block


@node
class MethodDeclaration:
    """A method; a constructor has no result type and the name of its class.

    A compact constructor of a record has ``compact`` set and no parameters of its own. ``doc`` is the Javadoc
    comment in front of it, if there is one.
    """

    modifiers: Modifiers
    type_parameters: tuple[TypeParameter, ...]
    result: TypeName | None
    name: str
    parameters: tuple[Parameter, ...]
    throws: tuple[TypeName, ...]
    body: LazyBlock | None
    constructor: bool
    compact: bool
    name_span: Span
    span: Span
    doc: str


@node
class Initialiser:
    """``static { … }`` or ``{ … }``."""

    static: bool
    body: LazyBlock
    span: Span


@node
class EnumConstant:
    """A constant of an enum, with arguments and possibly a class body."""

    name: str
    arguments: tuple[Expression, ...]
    body: ClassDeclaration | None
    span: Span


@node
class ClassDeclaration:
    """A class, interface, enum, record or annotation type; an anonymous one has an empty name.

    ``supertypes`` are the interfaces a class implements or an interface extends. ``doc`` is its Javadoc comment.
    """

    kind: ClassKind
    modifiers: Modifiers
    name: str
    type_parameters: tuple[TypeParameter, ...]
    superclass: TypeName | None
    supertypes: tuple[TypeName, ...]
    components: tuple[Parameter, ...]
    constants: tuple[EnumConstant, ...]
    members: tuple[Member, ...]
    name_span: Span
    span: Span
    doc: str


Member = FieldDeclaration | MethodDeclaration | Initialiser | ClassDeclaration


@node
class Import:
    """``import static a.b.C.d;``: the name without ``.*``."""

    name: str
    static: bool
    on_demand: bool
    span: Span


@node
class CompilationUnit:
    """One file; the package is empty and without a span where none is declared."""

    file: SourceFile
    package: str
    package_span: Span | None
    imports: tuple[Import, ...]
    types: tuple[ClassDeclaration, ...]


def preorder(root: object) -> Iterator[object]:
    """The nodes of syntax trees, from the outside in; *root* is a node or a tuple of nodes."""
    pending = [root]
    while pending:
        node = pending.pop()
        if isinstance(node, tuple):
            pending.extend(node)
        elif isinstance(node, LazyBlock):
            pending.append(node.block())
        elif is_dataclass(node) and not isinstance(node, type | SourceFile | Span):
            yield node
            pending.extend(getattr(node, field.name) for field in fields(node))
