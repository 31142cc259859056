"""Programs: control-flow automata of locations and edges, with classes, structures, memory layout and sources.

A program is immutable. Its functions are found by name, the locations and edges of a function by number;
``function#number`` is the identity of an edge and does not change when other functions do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from vexil.core.caveats import Assumption, Caveat
from vexil.core.source import SourceFile, Span
from vexil.ir.expressions import Const, Expr
from vexil.ir.language import SourceLanguage, source_language
from vexil.ir.layout import LP64, DataLayout
from vexil.ir.nodes import node
from vexil.ir.operation_parts import Domain, GuardedDomain, RangeDomain, RelationDomain, TypeDomain, domain_expressions
from vexil.ir.operations import Operation, expressions_of
from vexil.ir.packed import PackedCells
from vexil.ir.sourcemap import SourceMap
from vexil.ir.types import Type


class LocationKind(Enum):
    """Why a location has the successors it has."""

    STEP = "step"
    """One edge."""
    BRANCH = "branch"
    """Exclusive and exhaustive conditions, one edge each."""
    CHOICE = "choice"
    """Alternatives of the environment."""
    CALL = "call"
    """A call's normal and, when the callee may throw, exceptional successor."""
    TERMINAL = "terminal"
    """No edge: an exit of the function."""


@node
class Location:
    """A control point; ``labels`` are the names the user knows it by."""

    name: str
    kind: LocationKind
    labels: tuple[str, ...]


@node
class Edge:
    """A transition between two locations of one function; ``span`` is the statement it comes from.

    What an ``atomic`` edge reads and writes is synchronisation: two such accesses are no data race.
    """

    source: int
    target: int
    operation: Operation
    span: Span | None
    atomic: bool = False


@node
class Memory:
    """Initial contents of a memory object: scalar values at byte offsets, the rest zero."""

    cells: Sequence[tuple[int, Expr]]


@node
class VariableDeclaration:
    """A global, parameter or local variable.

    An ``addressable`` variable is an object in memory; the others are registers. ``initial`` is for globals:
    a value, memory contents, a domain (one initial state for each value), or ``None`` for zero.
    ``hidden`` marks what the user did not write. A ``volatile`` variable is meant to be shared. Every thread has
    its own copy of a global that is ``per_thread``. ``labels`` are the names the user knows the variable by,
    where they differ from its own. A global in memory that is ``constant`` must not be written.
    """

    name: str
    type: Type
    addressable: bool
    initial: Expr | Memory | Domain | None
    hidden: bool
    volatile: bool = False
    per_thread: bool = False
    labels: tuple[str, ...] = ()
    constant: bool = False


@dataclass(frozen=True, eq=False)
class Function:
    """A control-flow automaton with unique exits.

    An ``external`` function has no body in the user's program; its automaton is the written effect that
    stands for it.
    """

    name: str
    parameters: tuple[VariableDeclaration, ...]
    locals: tuple[VariableDeclaration, ...]
    result: Type | None
    locations: tuple[Location, ...]
    edges: tuple[Edge, ...]
    entry: int
    exit: int
    exceptional_exit: int | None = None
    stop: int | None = None
    external: bool = False

    @cached_property
    def outgoing(self) -> tuple[tuple[int, ...], ...]:
        """For each location the numbers of its edges, in order."""
        lists: list[list[int]] = [[] for _ in self.locations]
        for number, edge in enumerate(self.edges):
            lists[edge.source].append(number)
        return tuple(map(tuple, lists))

    @cached_property
    def variables(self) -> Mapping[str, VariableDeclaration]:
        """Parameters and locals by name."""
        return {variable.name: variable for variable in (*self.parameters, *self.locals)}

    @cached_property
    def location_numbers(self) -> Mapping[str, int]:
        """Locations by name."""
        return {location.name: number for number, location in enumerate(self.locations)}

    def edge_id(self, number: int) -> str:
        """The stable identity of an edge."""
        return f"{self.name}#{number}"


@dataclass(frozen=True, slots=True)
class FieldDeclaration:
    """A field of a class."""

    name: str
    type: Type
    volatile: bool = False


@dataclass(frozen=True, slots=True)
class ClassDeclaration:
    """A class or interface; ``methods`` maps signatures to the functions that implement them here."""

    name: str
    superclass: str | None = None
    interfaces: tuple[str, ...] = ()
    fields: tuple[FieldDeclaration, ...] = ()
    methods: tuple[tuple[str, str], ...] = ()
    abstract: bool = False
    interface: bool = False
    initialiser: str | None = None


def superclasses(classes: Mapping[str, ClassDeclaration], name: str) -> tuple[str, ...]:
    """A class and everything it inherits from, nearest first, each once; what is not declared is left out."""
    ancestors: dict[str, None] = {}
    pending = [name]
    while pending:
        current = pending.pop(0)
        if current not in ancestors and current in classes:
            ancestors[current] = None
            declaration = classes[current]
            pending.extend(([declaration.superclass] if declaration.superclass else []) + [*declaration.interfaces])
    return tuple(ancestors)


@dataclass(frozen=True, slots=True)
class MemberDeclaration:
    """A member of a structure at a byte offset; bit-fields also have a bit offset and a width."""

    name: str
    type: Type
    offset: int
    bit_offset: int | None = None
    bit_width: int | None = None


@dataclass(frozen=True, slots=True)
class StructDeclaration:
    """A structure or union with the layout its front end gave it."""

    name: str
    size: int
    alignment: int
    members: tuple[MemberDeclaration, ...]
    union: bool = False


@dataclass(frozen=True, slots=True)
class TokenSet:
    """The tokens of an abstract type, in order; a value is a position in ``tokens``."""

    name: str
    tokens: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Relation:
    """A finite table from arguments (token numbers, Booleans) to the set of possible results."""

    name: str
    parameters: tuple[Type, ...]
    result: Type
    rows: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]


@dataclass(frozen=True, eq=False)
class Program:
    """Everything that is known about the program under analysis."""

    name: str
    language: str
    functions: Mapping[str, Function]
    entry: str
    globals: tuple[VariableDeclaration, ...] = ()
    layout: DataLayout = LP64
    structs: Mapping[str, StructDeclaration] = field(default_factory=dict)
    token_sets: Mapping[str, TokenSet] = field(default_factory=dict)
    relations: Mapping[str, Relation] = field(default_factory=dict)
    classes: Mapping[str, ClassDeclaration] = field(default_factory=dict)
    files: tuple[SourceFile, ...] = ()
    source_map: SourceMap = field(default_factory=SourceMap)
    assumptions: tuple[Assumption, ...] = ()
    caveats: tuple[Caveat, ...] = ()
    constants: Mapping[str, Const] = field(default_factory=dict)
    """Names that the user has for numbers, such as enumerators; expressions of the program hold the numbers."""

    @property
    def source(self) -> SourceLanguage:
        """What there is to know about its language."""
        return source_language(self.language)

    @cached_property
    def global_variables(self) -> Mapping[str, VariableDeclaration]:
        """Globals by name."""
        return {variable.name: variable for variable in self.globals}

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the text form: the identity that certificates, traces and caches carry."""
        import hashlib

        from vexil.ir.text import print_program

        return hashlib.sha256(print_program(self).encode()).hexdigest()

    def superclasses(self, name: str) -> tuple[str, ...]:
        """The class itself and everything it inherits from, nearest first, each once."""
        return superclasses(self.classes, name)

    def lookup_method(self, class_name: str, signature: str) -> str | None:
        """The function a call of *signature* on an instance of the class runs.

        A method of the class or a superclass wins over an interface's default method.
        """
        ancestors = self.superclasses(class_name)
        for ancestor in sorted(ancestors, key=lambda name: self.classes[name].interface):
            for candidate, function in self.classes[ancestor].methods:
                if candidate == signature:
                    return function
        return None

    def edge(self, identity: str) -> Edge:
        """The edge with this identity."""
        function, _, number = identity.rpartition("#")
        return self.functions[function].edges[int(number)]


def initial_expressions(variable: VariableDeclaration) -> Iterator[Expr]:
    """The expressions of an initial value; packed contents are literals, which are left out."""
    match variable.initial:
        case None | Memory(PackedCells()):
            return
        case Memory(cells):
            yield from (expression for _, expression in cells)
        case TypeDomain() | RangeDomain() | GuardedDomain() | RelationDomain() as domain:
            yield from domain_expressions(domain)
        case expression:
            yield expression


def program_expressions(program: Program) -> Iterator[Expr]:
    """The expressions of a program: those of initial values, and those of operations."""
    for variable in program.globals:
        yield from initial_expressions(variable)
    for function in program.functions.values():
        for edge in function.edges:
            yield from expressions_of(edge.operation)
