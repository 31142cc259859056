"""What the lowering of all functions of a program shares: names, globals, literals, sources, caveats."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from vexil.core.caveats import Caveat, Effect
from vexil.core.errors import Unsupported
from vexil.core.source import LineMarker, SourceFile, Span
from vexil.frontends.c.evaluation_order import Unsequenced
from vexil.frontends.c.kinds import Kind, Unary
from vexil.frontends.c.tree import Declaration, Tree
from vexil.frontends.c.types import Types, UnsupportedType
from vexil.ir.builder import ProgramBuilder
from vexil.ir.expressions import AddressOf, Const, Expr, Variable
from vexil.ir.names import made_up
from vexil.ir.operation_parts import Domain, TypeDomain
from vexil.ir.packed import PackedCells
from vexil.ir.program import Function, Memory
from vexil.ir.types import BOOL, BlockType, CodeType, IntegerType, PointerType, Type
from vexil.languages.options import COptions

_MARKER = re.compile(rb'^[ \t]*#[ \t]*(?:line[ \t]+)?(\d+)[ \t]+"((?:[^"\\\n]|\\.)*)"[^\n]*\n?', re.MULTILINE)
MANY_CELLS = 4096
STARTERS = frozenset({"__vexil_start"})


def read_file(name: str, shown: str | None = None) -> SourceFile:
    """A source file with its line markers."""
    content = Path(name).read_bytes()
    markers = tuple(
        LineMarker(
            marker.end(), int(marker[1]), marker[2].decode("utf-8", "replace").replace('\\"', '"').replace("\\\\", "\\")
        )
        for marker in _MARKER.finditer(content)
    )
    return SourceFile(shown or name, content, markers)


def cells_of(raw: bytes, element: IntegerType) -> Sequence[tuple[int, Expr]]:
    """Elements side by side as initial contents; many of them in packed form."""
    packed = PackedCells(element, raw)
    return packed if len(packed) > MANY_CELLS else tuple(cell for cell in packed if cell[1] != Const(0, element))


ASYNCHRONOUS = "__CPROVER_ASYNC_"
"""The tools of the CPROVER family run a statement with such a label as a thread of its own."""
HANDLING = frozenset({"signal", "bsd_signal", "sysv_signal", "sigaction", "sigset"})
"""Functions that install handlers of signals."""
SYNCHRONISATION = ("pthread_", "semaphore", "threads")
"""What names of models begin with that do nothing with data but for what their callers hand them."""
ERRORS = frozenset({"reach_error", "__VERIFIER_error"})
"""Functions whose being called is an error."""


@dataclass(frozen=True)
class Mark:
    """A state of the program that is being built, to come back to."""

    functions: dict[str, Function]
    globals: int
    caveats: int
    reasons: set[tuple[str, Effect, str | None]]
    names: set[str]
    occurrences: dict[str, dict[tuple[int, int], Span]]
    declarations: dict[str, Span]


@dataclass
class Translation:
    """The program that is being built."""

    tree: Tree
    options: COptions
    builder: ProgramBuilder
    files: tuple[SourceFile, ...]
    types: Types
    globals: dict[int, Variable] = field(default_factory=dict)
    function_names: dict[int, str] = field(default_factory=dict)
    in_memory: set[int] = field(default_factory=set)
    """Declarations whose address is taken."""
    effects: list[int] = field(default_factory=list)
    """For every node the number of side effects before it in pre-order."""
    undefined: dict[int, str] = field(default_factory=dict)
    """Functions without a body, by declaration."""
    taken_names: set[str] = field(default_factory=set)
    threaded: bool = False
    starts_by_label: bool = False
    """Whether labels of the CPROVER tools start threads."""
    interleaved: bool = False
    """Whether threads or handlers of signals share variables, which are volatile for that reason."""
    direct_entry: int | None = None
    """The entry, unless the program calls it itself."""
    referenced: set[int] = field(default_factory=set)
    """Functions that are called or whose address is taken."""
    called_functions: set[int] = field(default_factory=set)
    """Functions that what was lowered up to now calls or takes the address of."""
    model_caveats: dict[str, list[tuple[Effect, str]]] = field(default_factory=dict)
    """What models approximate, by the function's name."""
    writers: dict[tuple[int, int], str] = field(default_factory=dict)
    """Functions that write anything to objects of a type, by type and depth."""
    opened_memory: list[tuple[Variable, int]] = field(default_factory=list)
    givers: dict[str, Type] = field(default_factory=dict)
    """Functions by which the program is given what the world outside has at the start, and their results."""
    """Variables with parts that are defined nowhere, with their types."""
    constructors: list[str] = field(default_factory=list)
    """Functions that run before the entry."""
    result_needed: set[int] = field(default_factory=set)
    """Functions without a body whose result somebody looks at."""
    given: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """What functions without prototype and body are given, by declaration."""
    own_files: int = 0
    """How many of the files are the user's; they come first."""
    model_files: frozenset[int] = frozenset()
    unsequenced: list[Unsequenced] = field(default_factory=list)
    """Expressions whose operands may be evaluated in any order and do more than use local variables."""
    weak_orders: dict[str, dict[str, None]] = field(default_factory=dict)
    """The places of atomic accesses that ask for less than sequential consistency, by their memory order."""
    unchecked_bounds: bool = False
    """Whether arrays inside of objects have bounds that nobody asks about."""
    inputs: dict[str, bool] = field(default_factory=dict)
    """Global variables that change by themselves, and whether they are in memory."""
    devices: list[tuple[int, int, Variable]] = field(default_factory=list)
    """Ranges of addresses that are a device's, with the variables that stand for them."""
    accepted: dict[str, dict[str, None]] = field(default_factory=dict)
    """Reasons of approximations that were accepted, by name."""
    coarse: set[str] = field(default_factory=set)
    """What is done in one step although several accesses to shared memory are needed."""
    _strings: dict[tuple[Type, bytes], Variable] = field(default_factory=dict)
    _caveats: set[tuple[str, Effect, str | None]] = field(default_factory=set)
    _taken_functions: set[str] = field(default_factory=set)
    _made_up: int = 0

    # --- sources -------------------------------------------------------------------------------------------

    def span(self, node: int) -> Span | None:
        """The place of a node, unless it was written by nobody."""
        tree = self.tree
        file, start, end = tree.file_numbers[node], tree.starts[node], tree.ends[node]
        return Span(file, start, end) if 0 <= file < self.own_files and end > start else None

    def text(self, node: int) -> str:
        """The source text of a node on one line."""
        span = self.span(node)
        return self.files[span.file].excerpt(span.start, span.end) if span else ""

    def raw_text(self, node: int) -> str:
        """The source text of a node as it is."""
        span = self.span(node)
        return self.files[span.file].content[span.start : span.end].decode("utf-8", "replace") if span else ""

    def name_span(self, declaration: Declaration) -> Span | None:
        """Where the name of a declaration is written."""
        if not 0 <= declaration.file < self.own_files:
            return None
        end = declaration.offset + len(declaration.name.encode())
        written = self.files[declaration.file].content[declaration.offset : end]
        return Span(declaration.file, declaration.offset, end) if written == declaration.name.encode() else None

    def refusal(self, node: int, construct: str, hint: str = "") -> Unsupported:
        """What is raised for a construct that is not modelled."""
        span = self.span(node)
        while span is None and node > 0:
            node -= 1
            span = self.span(node)
        if span is None:
            return Unsupported(f"{construct} cannot be modelled", file=self.builder.name, line=1, column=1, hint=hint)
        name, line, column = self.files[span.file].position(span.start)
        excerpt = self.files[span.file].excerpt(span.start, span.end)
        return Unsupported(
            f"{construct} cannot be modelled", file=name, line=line, column=column, found=excerpt, hint=hint
        )

    def kind(self, number: int, node: int) -> Type:
        """The type with this number, refused at the node when it has no meaning."""
        try:
            return self.types.ir(number)
        except UnsupportedType as problem:
            raise self.refusal(node, str(problem)) from None

    def caveat(self, effect: Effect, reason: str, edge: str | None, span: Span | None) -> None:
        """Record an approximation, once for each edge."""
        key = (reason, effect, edge)
        if key not in self._caveats:
            self._caveats.add(key)
            self.builder.caveats.append(Caveat("c", effect, reason, edge, span))

    def mark(self) -> Mark:
        """What is built so far."""
        builder = self.builder
        return Mark(
            dict(builder.functions), len(builder.globals), len(builder.caveats), set(self._caveats),
            set(self.taken_names), dict(builder.occurrences), dict(builder.declarations),
        )  # fmt: skip

    def reset(self, mark: Mark) -> None:
        """Forget what was built since."""
        builder = self.builder
        builder.functions = dict(mark.functions)
        builder.occurrences, builder.declarations = dict(mark.occurrences), dict(mark.declarations)
        del builder.globals[mark.globals :], builder.caveats[mark.caveats :]
        self._caveats, self.taken_names = set(mark.reasons), set(mark.names)

    def refusal_at(self, declaration: Declaration, construct: str) -> Unsupported:
        """What is raised for a declaration that is not modelled."""
        if declaration.file < 0:
            return Unsupported(f"{construct} cannot be modelled", file=self.builder.name, line=1, column=1)
        name, line, column = self.files[declaration.file].position(declaration.offset)
        return Unsupported(
            f"{construct} cannot be modelled", file=name, line=line, column=column, found=declaration.name
        )

    def span_of(self, file: int, start: int, end: int) -> Span | None:
        """A place, unless it is none."""
        return Span(file, start, end) if 0 <= file < self.own_files and end > start >= 0 else None

    def is_model(self, declaration: Declaration) -> bool:
        """Whether a declaration belongs to a model of the library."""
        return declaration.file in self.model_files

    def is_synchronisation(self, declaration: Declaration) -> bool:
        """Whether a declaration belongs to a model of what threads synchronise with."""
        name = Path(self.tree.files[declaration.file]).name
        return self.is_model(declaration) and name.startswith(SYNCHRONISATION)

    def model(self, name: str) -> str | None:
        """The function that models a library function, if it is part of the program."""
        for number, _ in self.tree.functions:
            declaration = self.tree.declarations[number]
            if declaration.name == name and self.is_model(declaration):
                return self.function_name(number)
        return None

    # --- functions and variables ---------------------------------------------------------------------------

    def is_operation(self, name: str) -> bool:
        """Whether a function without a body is turned into operations where it is called."""
        from vexil.frontends.c.calls import BUILTINS, PATTERNS

        return name in BUILTINS or any(test(name) for test, _ in PATTERNS)

    def reference(self, declaration: int) -> str:
        """The name of a function that is used; one that is defined nowhere gets a model of the environment."""
        name = self.function_name(declaration)
        self.called_functions.add(declaration)
        if not self.tree.declarations[declaration].defined:
            self.undefined[declaration] = name
        return name

    def signature(self, declaration: int, given: Sequence[int] | None = None) -> tuple[Any, ...]:
        """The type of a function; one that is defined nowhere and declared without parameters takes what it is given
        where it is called first."""
        declared = self.tree.declarations[declaration]
        described = self.types.describe(declared.type)
        if described[4] or declared.defined:
            return described
        if given is not None:
            self.given.setdefault(declaration, tuple(given))
        return ("function", described[1], self.given.get(declaration, ()), False, False)

    def code_type(self, declaration: int) -> CodeType:
        """The type of a function."""
        try:
            return self.types.code_of(self.signature(declaration))
        except UnsupportedType as problem:
            raise self.refusal_at(self.tree.declarations[declaration], str(problem)) from None

    def presence(self, function: str) -> Variable:
        """The hidden variable that says whether somebody else defines a weak function."""
        name = f"{function} is there"
        if all(variable.name != name for variable in self.builder.globals):
            self.builder.global_variable(name, BOOL, TypeDomain(BOOL), hidden=True)
        return Variable(name, BOOL, True)

    def set_initial(self, name: str, initial: Expr | Memory | Domain | None) -> None:
        """Give a global variable its initial value."""
        for position in range(len(self.builder.globals) - 1, -1, -1):
            variable = self.builder.globals[position]
            if variable.name == name:
                self.builder.globals[position] = replace(variable, initial=initial)
                return

    # --- names ---------------------------------------------------------------------------------------------

    def unique(self, stem: str) -> str:
        """A name that no global has yet."""
        name, count = stem, 1
        while name in self.taken_names:
            count += 1
            name = f"{stem}${count}"
        self.taken_names.add(name)
        return name

    def function_name(self, declaration: int) -> str:
        """The name of a function in the program; units may have static functions of one name."""
        name = self.function_names.get(declaration)
        if name is None:
            name = self.function_names[declaration] = self.unique_function(self.tree.declarations[declaration].name)
        return name

    def unique_function(self, stem: str) -> str:
        """A name that no function has yet."""
        name, count = stem, 1
        while name in self._taken_functions:
            count += 1
            name = f"{stem}${count}"
        self._taken_functions.add(name)
        return name

    def made_up(self, stem: str) -> str:
        """A name for a global that the source does not name, which no local of any function can have."""
        self._made_up += 1
        return made_up(stem, self._made_up)

    # --- what trees tell beforehand ------------------------------------------------------------------------

    def scan(self) -> None:
        """Find the variables whose address is taken, count side effects, and see whether there are threads."""
        tree = self.tree
        kinds, extra = tree.kinds, tree.extra
        effects, total = [0], 0
        for node, kind in enumerate(kinds):
            if kind == Kind.UNARY:
                operator = extra.get(node)
                if operator == Unary.ADDRESS:
                    self._take_address(node + 1)
                total += operator is not None and operator <= Unary.PRE_DECREMENT
            elif kind in (Kind.CALL, Kind.COMPOUND_ASSIGNMENT, Kind.STATEMENT_EXPR, Kind.VA_ARG, Kind.ATOMIC):
                total += 1
                if kind in (Kind.CALL, Kind.VA_ARG):
                    self._scan_call(node)
            elif kind == Kind.BINARY:
                total += extra.get(node) == 22
            elif kind == Kind.DECL_REF:
                self.referenced.add(extra[node])
            effects.append(total)
        self.effects = effects
        self.starts_by_label = any(
            kind == Kind.LABEL and extra[node].startswith(ASYNCHRONOUS) for node, kind in enumerate(tree.kinds)
        )
        self.threaded = self.starts_by_label or any(declaration.name in STARTERS for declaration in tree.declarations)
        self.interleaved = self.threaded or any(declaration.name in HANDLING for declaration in tree.declarations)

    def _take_address(self, node: int) -> None:
        while self.tree.kinds[node] in (Kind.PAREN, Kind.IMPLICIT_CAST):
            node += 1
        if self.tree.kinds[node] == Kind.DECL_REF:
            self.in_memory.add(self.tree.extra[node])

    def _scan_call(self, node: int) -> None:
        tree = self.tree
        children = tree.children(node)
        if tree.kinds[node] == Kind.VA_ARG:
            self._take_address(children[0])
        else:
            callee = self.called(children[0])
            if callee is not None and tree.declarations[callee].name.startswith("__builtin_va_"):
                for argument in children[1:]:
                    self._take_address(argument)

    def called(self, node: int) -> int | None:
        """The declaration of a function that is called by name."""
        while self.tree.kinds[node] in (Kind.PAREN, Kind.IMPLICIT_CAST):
            node += 1
        if self.tree.kinds[node] == Kind.UNARY and self.tree.extra[node] in (Unary.ADDRESS, Unary.DEREFERENCE):
            return self.called(node + 1)
        if self.tree.kinds[node] == Kind.DECL_REF:
            declaration = int(self.tree.extra[node])
            if self.tree.declarations[declaration].kind == Kind.FUNCTION_DECL:
                return declaration
        return None

    def addressed_functions(self) -> set[int]:
        """Functions that are named elsewhere than where they are called."""
        tree = self.tree
        called = set()
        for node, kind in enumerate(tree.kinds):
            if kind == Kind.CALL:
                name = tree.children(node)[0]
                while tree.kinds[name] in (Kind.PAREN, Kind.IMPLICIT_CAST, Kind.UNARY):
                    name += 1
                called.add(name)
        return {
            int(tree.extra[node])
            for node, kind in enumerate(tree.kinds)
            if kind == Kind.DECL_REF
            and node not in called
            and tree.declarations[tree.extra[node]].kind == Kind.FUNCTION_DECL
        }

    def has_effects(self, node: int) -> bool:
        """Whether evaluating the node writes something or calls a function."""
        return self.effects[node + self.tree.sizes[node]] > self.effects[node]

    # --- literals ------------------------------------------------------------------------------------------

    def string(self, raw: bytes, element: IntegerType) -> Variable:
        """The global that holds a string literal, its terminator included."""
        key = (element, raw)
        variable = self._strings.get(key)
        if variable is None:
            cells = cells_of(raw, element)
            name = self.made_up("string")
            kind = BlockType(element, len(raw) * 8 // element.width)
            initial = Memory(cells) if cells else None
            variable = self.builder.global_variable(name, kind, initial, hidden=True, constant=True)
            self._strings[key] = variable
        return variable

    def string_address(self, raw: bytes, element: IntegerType) -> AddressOf:
        """The address of a string literal."""
        return AddressOf(self.string(raw, element), PointerType(element))
