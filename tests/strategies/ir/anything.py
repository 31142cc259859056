"""Random valid programs: every type, expression, operation, kind of location and odd name occurs in them.

The programs are valid, but running them may do anything.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random

from hypothesis import strategies as st

from strategies.ir.expressions import ODD_NAMES, World
from strategies.ir.operations import TEXTS, Operations
from strategies.source import drawn
from vexil.core.caveats import Assumption, Caveat, Effect
from vexil.core.source import LineMarker, SourceFile, Span
from vexil.ir.builder import FunctionBuilder, ProgramBuilder
from vexil.ir.expressions import Expr
from vexil.ir.layout import ILP32, LP64, DataLayout
from vexil.ir.operation_parts import Domain, GuardedDomain, RangeDomain, RelationDomain, TypeDomain
from vexil.ir.operations import Assume, Case, Catch, EndThread, Operation, Return, Stop, Throw
from vexil.ir.program import (
    ClassDeclaration,
    FieldDeclaration,
    LocationKind,
    MemberDeclaration,
    Memory,
    Program,
    Relation,
    StructDeclaration,
    TokenSet,
)
from vexil.ir.sourcemap import occurrences_of
from vexil.ir.types import (
    BOOL,
    I8,
    I32,
    INT,
    U32,
    BlockType,
    PointerType,
    ReferenceType,
    StructType,
    TokenType,
    Type,
    is_aggregate,
)
from vexil.ir.typing import literal, negation


def programs(most: int = 12) -> st.SearchStrategy[Program]:
    """Valid programs whose functions have up to *most* inner locations each."""
    return drawn(lambda random: random_program(random, random.randint(1, most)))


def random_program(random: Random, size: int) -> Program:
    """A program; *size* is the number of inner locations of a function."""
    return _Maker(random, size).program()


def is_domain(initial: object) -> bool:
    """Say whether an initial value is left open."""
    return isinstance(initial, TypeDomain | RangeDomain | GuardedDomain | RelationDomain)


class _Maker:
    def __init__(self, random: Random, size: int) -> None:
        self._random = random
        self._size = size
        self._world = World(random)
        self._taken: set[str] = set()
        self._builder = ProgramBuilder(self._text(), self._name("program"), self._layout())
        self._methods: dict[str, dict[str, str]] = {}

    def _flag(self) -> bool:
        return self._random.random() < 0.5

    def _text(self) -> str:
        return self._random.choice(TEXTS)

    def _layout(self) -> DataLayout:
        return self._random.choice([LP64, ILP32, DataLayout("odd one", 16, 2, False), DataLayout("LP64", 64, 8)])

    def _name(self, stem: str) -> str:
        """A name that is not taken yet, possibly an odd one."""
        name = self._random.choice(ODD_NAMES) if self._flag() else stem
        while name in self._taken:
            name += str(self._random.randrange(10))
        self._taken.add(name)
        return name

    def program(self) -> Program:
        """Make everything, in the order in which things refer to each other."""
        builder = self._builder
        self._sources()
        self._declare_tokens()
        self._declare_structs()
        self._declare_relations()
        self._declare_classes()
        for _ in range(self._random.randint(1, 4)):
            self._declare_global()
        builder.entry = self._name("main")
        signatures = self._world.signatures
        signatures[builder.entry] = ([], self._random.choice([None, I32]))
        for _ in range(self._random.randint(0, 2)):
            kinds = [self._world.type() for _ in range(self._random.randint(0, 3))]
            signatures[self._name("f")] = (kinds, self._random.choice([None, self._world.type()]))
        for name in signatures:
            self._function(name)
        for _ in range(self._random.randint(0, 2)):
            edge = f"{builder.entry}#0" if self._flag() else None
            effect = self._random.choice(list(Effect))
            builder.caveats.append(Caveat(self._text(), effect, self._text(), edge, self._optional_span()))
        return builder.build()

    # --- sources -----------------------------------------------------------------------------------------

    def _sources(self) -> None:
        markers = (LineMarker(0, 7, "x.h"), LineMarker(3, 1, self._text()))
        files = [SourceFile(self._text(), b"one\ntwo\n"), SourceFile("b.c", b"\xff" * 100, markers)]
        self._builder.files = tuple(files[: self._random.randint(0, 2)])
        for _ in range(self._random.randint(0, 2)):
            self._builder.assumptions.append(Assumption(self._text(), self._text()))

    def _span(self) -> Span:
        start = self._random.randrange(50)
        return Span(self._random.randrange(2), start, start + self._random.randrange(9))

    def _optional_span(self) -> Span | None:
        return self._span() if self._flag() else None

    # --- declarations ------------------------------------------------------------------------------------

    def _declare_tokens(self) -> None:
        for _ in range(self._random.randint(1, 2)):
            name = self._name("Tokens")
            tokens = tuple(self._random.sample(ODD_NAMES, self._random.randint(1, 3)))
            self._builder.token_sets[name] = TokenSet(name, tokens)
        self._world.token_sets = self._builder.token_sets

    def _declare_structs(self) -> None:
        name = self._name("Struct")
        members = (
            MemberDeclaration(self._random.choice(ODD_NAMES), I32, 0),
            MemberDeclaration("flags", U32, 4, 3, 5),
            MemberDeclaration("tail", BlockType(I8, None), 8),
        )
        self._builder.structs[name] = StructDeclaration(name, 8, 4, members, False)
        union = self._name("Union")
        inner = (MemberDeclaration("s", StructType(name), 0), MemberDeclaration("p", PointerType(StructType(union)), 0))
        self._builder.structs[union] = StructDeclaration(union, 8, 8, inner, True)
        self._world.structs = self._builder.structs

    def _declare_relations(self) -> None:
        sizes: dict[Type, int] = {BOOL: 2}
        sizes |= {TokenType(name): len(token_set.tokens) for name, token_set in self._world.token_sets.items()}
        for _ in range(self._random.randint(0, 3)):
            name = self._name("relation")
            *parameters, result = [self._random.choice(list(sizes)) for _ in range(self._random.randint(1, 3))]
            results = range(sizes[result])
            rows = tuple(
                (arguments, tuple(self._random.sample(results, self._random.randint(0, len(results)))))
                for arguments in product(*(range(sizes[kind]) for kind in parameters))
            )
            self._builder.relations[name] = Relation(name, tuple(parameters), result, rows)

    def _declare_classes(self) -> None:
        classes = self._builder.classes
        base, other, shape = self._name("Base"), self._name("Other"), self._name("Shape")
        for name in (base, other, shape):
            classes[name] = ClassDeclaration(name)
        self._world.classes = classes
        method, initialiser = self._name("Base.run()"), self._name("Base.<clinit>")
        self._world.signatures[method] = ([ReferenceType(base), I32], I32)
        self._world.signatures[initialiser] = ([], None)
        signature = self._random.choice(ODD_NAMES)
        self._methods = {base: {signature: method}, other: {signature: method}, shape: {signature: method}}
        names = self._random.sample(ODD_NAMES, 6)
        kinds = [self._world.type() for _ in names]
        fields = [FieldDeclaration(name, kind, self._flag()) for name, kind in zip(names, kinds, strict=True)]
        classes[base] = ClassDeclaration(
            base, None, (shape,), tuple(fields[:3]), ((signature, method),), False, False, initialiser
        )
        classes[other] = ClassDeclaration(other, base, (), tuple(fields[2:]), (), self._flag())
        classes[shape] = ClassDeclaration(shape, None, (), (), (), True, True)

    def _declare_global(self) -> None:
        world, random = self._world, self._random
        kind = world.memory_type() if random.random() < 0.3 else world.type()
        initial: Expr | Memory | Domain | None = None
        operations = Operations(world, self._builder.relations, self._methods)
        if is_aggregate(kind) and self._flag():
            size = self._builder.layout.size_of(kind, self._builder.structs)
            offsets = range(min(size, random.choice([0, 1, 20])))
            initial = Memory(tuple((offset, literal(offset, I8)) for offset in offsets))
        elif not is_aggregate(kind) and self._flag():
            initial = world.constant(kind) if self._flag() else operations.domain(kind, constant=True)
        name = self._name("g")
        addressable = self._flag() and kind in (I32, U32, BOOL, PointerType(I32))
        world.globals[name] = self._builder.global_variable(
            name,
            kind,
            initial,
            addressable=addressable,
            hidden=self._flag(),
            volatile=self._flag(),
            per_thread=self._flag() and (initial is None or not is_domain(initial)),
            labels=(self._name("label"),) if self._flag() else (),
            span=self._optional_span(),
        )
        if addressable or is_aggregate(kind):
            world.addressable.add((name, True))

    # --- functions ---------------------------------------------------------------------------------------

    def _function(self, name: str) -> None:
        world, random = self._world, self._random
        kinds, result = world.signatures[name]
        function = FunctionBuilder(name, result, external=random.random() < 0.2)
        world.locals = {}
        world.addressable = {known for known in world.addressable if known[1]}
        for kind in kinds:
            parameter = self._name("p")
            world.locals[parameter] = function.parameter(parameter, kind)
        for _ in range(random.randint(0, 4)):
            local = self._name("v")
            kind = world.memory_type() if random.random() < 0.3 else world.type()
            addressable = self._flag() and kind in (I32, U32, BOOL)
            span = self._optional_span()
            labels = ("it's", "x") if self._flag() else ()
            world.locals[local] = function.local(
                local,
                kind,
                addressable=addressable,
                hidden=self._flag(),
                volatile=self._flag(),
                labels=labels,
                span=span,
            )
            if addressable or is_aggregate(kind):
                world.addressable.add((local, False))
        self._body(function, result)
        self._builder.add(function, self._optional_span())

    def _body(self, function: FunctionBuilder, result: Type | None) -> None:
        random = self._random
        exits = ["exit", *(name for name in ("thrown", "stopped") if self._flag())]
        odd = self._flag()
        inner = [f"{random.choice(ODD_NAMES)}.{n}" if odd else f"n{n}" for n in range(self._size)]
        choices = {name for name in inner if random.random() < 0.1}
        numbers = {}
        for name in [*exits, *inner] if self._flag() else [*inner, *exits]:
            labels = tuple(random.sample(TEXTS, random.randint(1, 2))) if random.random() < 0.1 else ()
            kind = LocationKind.CHOICE if name in choices else None
            numbers[name] = function.location(name, labels=labels, kind=kind)
        function.entry, function.exit = numbers[inner[0]], numbers["exit"]
        function.exceptional_exit, function.stop = numbers.get("thrown"), numbers.get("stopped")
        locations = [numbers[name] for name in inner]
        random.shuffle(inner)
        for name in inner:
            self._edges(function, result, numbers[name], locations, name in choices)

    def _edges(
        self, function: FunctionBuilder, result: Type | None, source: int, targets: list[int], is_choice: bool
    ) -> None:
        """Give a location its edges."""
        random, world = self._random, self._world
        operations = Operations(world, self._builder.relations, self._methods)

        def add(target: int, operation: Operation) -> None:
            spans = {}
            if self._flag():
                spans = {id(occurrence): self._span() for _, occurrence in occurrences_of(operation) if self._flag()}
            function.edge(source, target, operation, self._optional_span(), spans)

        def anywhere() -> int:
            return random.choice(targets)

        kind = random.randrange(8)
        if is_choice or kind == 0:
            for _ in range(random.randint(1, 3) if is_choice else random.randint(2, 3)):
                add(anywhere(), operations.definite())
        elif kind == 1:
            condition = world.expression(BOOL)
            add(anywhere(), Assume(condition))
            add(anywhere(), Assume(negation(condition)))
        elif kind == 2:
            self._switch(add, anywhere)
        elif kind == 3:
            add(anywhere(), operations.call())
            if self._flag():
                add(anywhere(), Catch(world.place(world.reference_type()) if self._flag() else None))
        elif kind == 4:
            self._leave(function, result, add)
        else:
            add(anywhere(), operations.simple())

    def _switch(self, add: Callable[[int, Operation], None], anywhere: Callable[[], int]) -> None:
        random, world = self._random, self._world
        tokens = TokenType(random.choice(sorted(world.token_sets)))
        kinds: list[Type] = [I32, INT, tokens]
        kind = random.choice(kinds)
        selector = world.expression(kind)
        values = [0] if kind == tokens else [0, 7, -1, 1 << 70]
        arms = [values[:1], values[1:]] if self._flag() else [values]
        for arm in arms:
            add(anywhere(), Case(selector, tuple(arm), False))
        add(anywhere(), Case(selector, tuple(values), True))

    def _leave(self, function: FunctionBuilder, result: Type | None, add: Callable[[int, Operation], None]) -> None:
        world = self._world
        if function.exceptional_exit is not None and self._flag():
            add(function.exceptional_exit, Throw(world.expression(world.reference_type())))
        elif function.stop is not None and self._flag():
            status = world.expression(I32) if self._flag() else None
            add(function.stop, EndThread() if status is None and self._flag() else Stop(status))
        else:
            add(function.exit, Return(None if result is None else world.expression(result)))
