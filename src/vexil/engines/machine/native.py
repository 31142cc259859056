"""A program on the native machine: one step at a time, from state to state."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Sequence
from math import isnan
from typing import Any

from vexil.analysis.chosen_values import ValueSampling
from vexil.core.depth import deep_calls
from vexil.core.errors import LimitReached
from vexil.engines.machine.atoms import AtomQuery
from vexil.engines.machine.code import CallShape, FunctionWriter
from vexil.engines.machine.expressions import COMPUTED_NAN
from vexil.engines.machine.library import (
    ArrayStructure,
    BlockStructure,
    BoundStructure,
    ClassStructure,
    EdgeStructure,
    FunctionStructure,
    InstructionStructure,
    Library,
    LimitStructure,
    Load,
    LocationStructure,
    ProgramStructure,
    Resolve,
    library_path,
)
from vexil.engines.machine.observation import Observation
from vexil.engines.machine.slots import Unsupported, slots_of
from vexil.engines.machine.tables import Tables
from vexil.engines.machine.visibility import written_globals
from vexil.ir.arithmetic import LoadedNaN, float_bits
from vexil.ir.interpreter import Choices, Cut, Machine, Stopped, Undefined, Violated
from vexil.ir.interpreter.bounds import Bounds
from vexil.ir.interpreter.compiler import CompiledProgram
from vexil.ir.interpreter.memory import Block, Fragment
from vexil.ir.operation_parts import NewMemory
from vexil.ir.operations import Allocate
from vexil.ir.program import Program
from vexil.ir.types import MathType
from vexil.ir.typing import compatible

UNDEFINED = (
    "", "division-by-zero", "shift-amount", "null-dereference", "invalid-dereference", "invalid-reference",
    "wrong-class", "out-of-bounds", "array-index", "uninitialised-read", "nan-bits", "type-punned-identity",
    "pointer-comparison", "pointer-difference", "address-of-dead-object", "float-to-integer", "constant-write",
    "empty-choice", "exception-without-catch", "abstract-method", "invalid-function-pointer", "argument-count",
    "argument-type", "result-type", "negative-array-size", "negative-size", "excessive-size", "invalid-release",
    "lock-not-held", "atomic-section", "address",
)  # fmt: skip
LIMITED = 5
"""How runs end that the machine cannot follow."""
_LIMITS = (
    "", "limit of 16777216 elements: a longer array is created", "limit of mathematical integers of 64 bits",
    "limit of memory for objects", "code that the machine has no form for", "limit of choices",
    "limit of one instance that may be chosen although nothing reaches it",
    "limit of 2097152 calls inside each other: a recursion that is too deep for any stack, or has no end",
    "limit of 16384 blocks of memory that nothing reaches",
)  # fmt: skip


class NativeProgram:
    """A program in the form that the runtime executes; functions are translated when they are first entered."""

    def __init__(
        self,
        program: Program,
        bounds: Bounds | None = None,
        checks: frozenset[str] | None = None,
        values: ValueSampling | None = None,
        query: AtomQuery | None = None,
        *,
        asks_races: bool = False,
    ) -> None:
        path = library_path()
        if path is None:
            raise LimitReached("the native machine was not built")
        self.library = Library(path)
        self.program = program
        self.tables = tables = Tables(program, bounds or Bounds(), values, asks_races=asks_races)
        self._shapes: list[CallShape] = []
        self._written = written_globals(program)
        self.problem = ""
        """Why a function has no code."""
        self._functions = (FunctionStructure * (len(tables.functions) + 1))()
        self.observation: Observation | None = None
        """What a property of runs says about states; its code is that of a function behind the last one."""
        if query is not None:
            self.observation = Observation(tables, query, self.library.operations, self._written)
            code = self.observation.atoms.code
            self._functions[len(tables.functions)].code = self._keep(_array(InstructionStructure, code))
        self._edges: dict[int, Any] = {}
        self._load, self._resolve = Load(self._loaded), Resolve(self._resolved)
        bound = bounds or Bounds()
        classes = self._classes()
        arrays = _array(ArrayStructure, ((item.family, item.size, item.signed, item.link, 0) for item in tables.arrays))
        count = len(tables.class_names)
        subclass = (ctypes.c_uint8 * max(count * count, 1))()
        for number, name in enumerate(tables.class_names):
            for ancestor in tables.classes.ancestors[name]:
                subclass[number * count + tables.class_numbers[ancestor]] = 1
        self.check_texts = list(tables.checks)
        wanted = (checks is None or kind in checks for kind, _ in self.check_texts)
        root = tables.classes.root
        site_limits = [bound.sites.get(site, -1) for site in tables.sites]
        self.structure = ProgramStructure(
            functions=ctypes.addressof(self._functions),
            functions_count=len(tables.functions),
            entry=tables.function_number(program.entry),
            classes=self._keep(classes),
            classes_count=count,
            arrays_count=len(tables.arrays),
            arrays=self._keep(arrays),
            subclass=self._keep(subclass),
            choosable=self._choosable(),
            storable=self._storable(),
            root_class=0xFFFFFFFF if root is None else tables.class_numbers[root],
            globals=len(tables.global_links),
            owns=len(tables.own_links),
            global_links=self._bytes(tables.global_links),
            own_links=self._bytes(tables.own_links),
            own_blocks=self._words(tables.own_blocks),
            own_sources=self._words(tables.own_sources),
            bounds=self._keep(_array(BoundStructure, (_ends(low, high) for _, low, high in tables.bound_texts))),
            pointer_size=program.layout.pointer_width // 8,
            big_endian=not program.layout.little_endian,
            can_interrupt=tables.can_interrupt,
            asks_locked=tables.asks_locked,
            checks=self._bytes(wanted),
            array_limit=_limit(bound.array_length),
            thread_limit=_limit(bound.threads),
            instance_limit=_limit(bound.instances),
            recursion_limit=_limit(bound.recursion),
            site_limits=self._keep((ctypes.c_int64 * len(site_limits))(*site_limits)),
            has_heap=self._has_heap(),
            statics=len(tables.statics),
            fields=tables.fields,
            sites=len(tables.sites),
            load=self._load,
            resolve=self._resolve,
        )

    @property
    def taken_edges(self) -> frozenset[str]:
        """The edges that some step has taken."""
        functions = self.tables.functions
        return frozenset(
            functions[number].edge_id(edge)
            for number, edges in self._edges.items()
            for edge in range(len(functions[number].edges))
            if edges[edge].is_taken
        )

    def edge_id(self, function: int, edge: int) -> str:
        """What an edge is called; -1 - location stands for the first one there, where a step ended the run."""
        code = self.tables.functions[function]
        if edge < 0:
            edge = next((number for number, item in enumerate(code.edges) if item.source == -1 - edge), 0)
        return code.edge_id(edge)

    def _choosable(self) -> int | None:
        """By class whether the program may choose its instances, if it chooses any."""
        tables = self.tables
        if not tables.chosen_classes:
            return None
        return self._bytes(bool(tables.classes.ancestors[name] & tables.chosen_classes) for name in tables.class_names)

    def _has_heap(self) -> bool:
        return any(
            isinstance(edge.operation, Allocate)
            and isinstance(edge.operation.what, NewMemory)
            and not edge.operation.what.on_stack
            for function in self.tables.functions
            for edge in function.edges
        )

    def _keep(self, structure: Any) -> int:
        return self.tables.keep(structure)

    def _bytes(self, values: Iterable[int]) -> int:
        items = [int(value) for value in values]
        return self._keep((ctypes.c_uint8 * max(len(items), 1))(*items))

    def _words(self, values: Sequence[int]) -> int:
        return self._keep((ctypes.c_uint32 * max(len(values), 1))(*values))

    def _classes(self) -> Any:
        tables = self.tables
        classes = (ClassStructure * max(len(tables.class_names), 1))()
        for number, (words, links) in enumerate(zip(tables.class_words, tables.class_links, strict=True)):
            classes[number].words = words
            classes[number].links_count = len(links)
            classes[number].links = self._words([slot << 2 | link for slot, link in links])
        return classes

    def _storable(self) -> int:
        tables = self.tables
        types = tables.object_types
        table = (ctypes.c_uint8 * max(len(tables.arrays) * types, 1))()
        for number, array in enumerate(tables.arrays):
            if array.link:
                for index in range(types):
                    table[number * types + index] = tables.is_instance(index, array.element)
        return self._keep(table)

    # --- called by the runtime ---------------------------------------------------------------------------

    def _loaded(self, number: int) -> int:
        try:
            with deep_calls("an expression is nested too deeply for the machine"):
                self._translate(number)
        except (Unsupported, LimitReached) as problem:
            self.problem = (
                f"the machine has no form for {problem}" if isinstance(problem, Unsupported) else str(problem)
            )
            return 0
        except Exception as error:
            self.problem = f"internal: {error!r}"
            return 0
        return 1

    def _translate(self, number: int) -> None:
        function = self.tables.functions[number]
        operations = self.library.operations
        code = FunctionWriter(
            self.tables, function, operations, self._shapes, self._written, self.observation
        ).written()
        structure = self._functions[number]
        keep = self._keep
        structure.code = keep(_array(InstructionStructure, code.code))
        structure.locations = keep(_array(LocationStructure, (item.fields for item in code.locations)))
        edges = _array(EdgeStructure, zip(code.stores, code.targets, code.store_looks, strict=True))
        if self.observation is not None:
            for edge in range(len(function.edges)):
                edges[edge].is_observed = self.observation.delivers(function, edge)
        self._edges[number] = edges
        structure.edges = keep(edges)
        structure.catches = keep((ctypes.c_int32 * len(code.catches))(*code.catches))
        structure.links = self._bytes(code.links)
        structure.blocks = keep(_array(BlockStructure, code.blocks))
        structure.limits = keep(_array(LimitStructure, code.limits))
        structure.registers, structure.temporaries = code.registers, code.temporaries
        structure.parameters = code.parameters
        structure.blocks_count, structure.limits_count = len(code.blocks), len(code.limits)
        structure.locations_count = len(code.locations)
        structure.entry, structure.exit = function.entry, function.exit
        structure.exceptional = -1 if function.exceptional_exit is None else function.exceptional_exit
        structure.stop = -1 if function.stop is None else function.stop
        structure.value = code.value
        structure.is_ready = 1

    def _resolved(self, shape_number: int, index: int) -> int:
        shape, tables = self._shapes[shape_number], self.tables
        number = index
        if shape.signature is not None:
            target = self.program.lookup_method(tables.class_names[index], shape.signature)
            if target is None:
                return -UNDEFINED.index("abstract-method")
            number = tables.function_number(target)
        function = tables.functions[number]
        if len(function.parameters) != len(shape.arguments):
            return -UNDEFINED.index("argument-count")
        if not all(map(compatible, (parameter.type for parameter in function.parameters), shape.arguments)):
            return -UNDEFINED.index("argument-type")
        if shape.result is not None and (function.result is None or not compatible(shape.result, function.result)):
            return -UNDEFINED.index("result-type")
        return number


def _array(kind: Any, items: Iterable[Any]) -> Any:
    """An array of structures, with room for one at least."""
    values = list(items)
    return (kind * max(len(values), 1))(*values)


def _ends(low: int, high: int) -> tuple[int, int, int, int]:
    """A bound in words; what is farther away than any number is as good at the end of all numbers."""
    ends = [max(-(1 << 127), min(end, (1 << 127) - 1)) for end in (low, high)]
    return (*(_signed(end & (1 << 64) - 1) for end in ends), *(end >> 64 for end in ends))  # type: ignore[return-value]


def _limit(value: int | None) -> int:
    return -1 if value is None else value


class NativeMachine:
    """Executes a program, as `vexil.ir.interpreter.Machine` does."""

    def __init__(self, program: NativeProgram, memory: int = 1 << 32) -> None:
        self.native = program
        self._library = program.library
        self._handle: int | None = self._library.open(ctypes.byref(program.structure), memory)
        if not self._handle:
            raise LimitReached("limit: no memory to begin a search")
        tables = program.tables
        if tables.asks_races:
            hidden = (ctypes.c_uint8 * (len(tables.statics) + 1))(0, *(item.hidden for item in tables.statics))
            if not self._library.ask_races(self._handle, tables.keep(hidden)):
                raise LimitReached("limit: no memory to begin a search")

    @property
    def handle(self) -> int | None:
        """The machine as the runtime knows it."""
        return self._handle

    def close(self) -> None:
        """Give the memory back."""
        if self._handle:
            self._library.close(self._handle)
            self._handle = None

    def __del__(self) -> None:
        """Give the memory back when nobody needs the machine any more."""
        self.close()

    def reset(self, compiled: CompiledProgram, decisions: Sequence[int] = ()) -> None:
        """Go to the initial state that the decisions select; the interpreter says what globals start with."""
        interpreter = Machine(compiled)
        interpreter.reset(decisions)
        if interpreter.ending is not None:
            raise LimitReached("an initial value has no value")
        library, tables = self._library, self.native.tables
        library.clear(self._handle)
        for index, variable in enumerate(self.native.program.globals):
            place = tables.global_place(variable.name)
            value = interpreter.globals[index]
            if isinstance(variable.type, MathType) and not -(1 << 63) <= int(value) < 1 << 63:  # type: ignore[call-overload]
                raise LimitReached(_LIMITS[2])
            count = 1 if variable.addressable else slots_of(variable.type)
            if place.is_own:
                for offset, word in enumerate(_words_of(value, count)):
                    library.set_global(self._handle, tables.own_sources[place.index + offset], word)
            elif not place.in_memory:
                for offset, word in enumerate(_words_of(value, count)):
                    library.set_global(self._handle, place.index + offset, word)
        for number, variable in enumerate(tables.statics, 1):
            block = interpreter.objects[number]
            assert isinstance(block, Block)
            if not library.set_static(self._handle, number, block.size, 0):
                raise LimitReached("limit: no memory for a variable")
            self._fill(interpreter, number, block)
            if variable.constant:
                library.set_constant(self._handle, number)
        if not library.start(self._handle):
            if self.native.problem:
                raise Unsupported(self.native.problem)
            raise LimitReached(self.limit)

    def _fill(self, interpreter: Machine, number: int, block: Block) -> None:
        library = self._library
        kinds = {"p": 0, "r": 1, "t": 2}
        begin, run = 0, list[object]()
        if block.bytes is None:
            for offset, (storage, value) in block.cells.items():
                size = int(storage[1:])
                if storage[0] in kinds and value not in (0, (0, 0)) and not (isinstance(value, tuple) and not value[0]):
                    first, second = value if isinstance(value, tuple) else (value, 0)
                    library.write_identity(self._handle, number, offset, kinds[storage[0]], size, first, second)
                else:
                    if begin + len(run) != offset:
                        self._bytes(number, begin, run)
                        begin, run = offset, []
                    run += interpreter.memory._encode(value, storage, size)
        else:
            run = list(block.bytes)
        self._bytes(number, begin, run)

    def _bytes(self, number: int, offset: int, content: Sequence[object]) -> None:
        known = 0
        for index, byte in enumerate((*content, None)):
            if isinstance(byte, int):
                continue
            if index > known:
                written = bytes(part for part in content[known:index] if isinstance(part, int))
                self._library.write(self._handle, number, offset + known, written, len(written))
            known = index + 1
            if isinstance(byte, Fragment) and byte.index == 0 and byte.value == "nan":
                self._library.write_identity(self._handle, number, offset + index, 3, int(byte.storage[1:]), 0, 0)

    # --- steps -------------------------------------------------------------------------------------------

    def enabled(self) -> list[int]:
        """The numbers of the threads that can move."""
        numbers = (ctypes.c_uint32 * (self._library.threads(self._handle) + 1))()
        count = self._library.enabled(self._handle, numbers)
        return list(numbers[:count])

    def choices(self, thread: int) -> Choices | None:
        """What the next step of a thread leaves open."""
        offered = self._library.choices(self._handle, thread)
        if not offered:
            self._require_no_limit()
            return None
        offer = offered.contents
        if offer.kind == 1:
            if offer.count == (1 << 64) - 1:
                return Choices(None)
            low = offer.low
            if low + offer.count - 1 != offer.high:  # unsigned
                low &= (1 << 64) - 1
            return Choices(range(low, low + offer.count))
        return Choices(tuple(offer.values[: offer.count]))

    def step(self, thread: int, choice: int | None = None) -> None:
        """Let a thread take its next edge."""
        value = choice or 0
        self._library.step(self._handle, thread, choice is not None, value - (1 << 64) if value >= 1 << 63 else value)

    @property
    def ending(self) -> object:
        """How the run has ended, if it has."""
        kind, detail = ctypes.c_uint32(), ctypes.c_int64()
        match self._library.end(self._handle, ctypes.byref(kind), ctypes.byref(detail)):
            case 0:
                return None
            case 1:
                return Violated(*self.native.check_texts[detail.value])
            case 2:
                return Undefined(UNDEFINED[kind.value])
            case 3:
                return self.cut(kind.value, detail.value)
            case 4:
                return Stopped(detail.value)
            case _:
                raise LimitReached(self.limit)

    def _require_no_limit(self) -> None:
        kind, detail = ctypes.c_uint32(), ctypes.c_int64()
        if self._library.end(self._handle, ctypes.byref(kind), ctypes.byref(detail)) == LIMITED:
            raise LimitReached(self.limit)

    @property
    def limit(self) -> str:
        """Which limit of the machine was reached."""
        kind, detail = ctypes.c_uint32(), ctypes.c_int64()
        self._library.end(self._handle, ctypes.byref(kind), ctypes.byref(detail))
        problem = self.native.problem
        return f"the machine has no form for {problem}" if problem else _LIMITS[kind.value]

    def cut(self, kind: int, detail: int) -> Cut:
        """How a run was cut."""
        tables, bounds = self.native.tables, self.native.tables.bounds
        match kind:
            case 0:
                return Cut("restriction", False)
            case 1 | 2:
                name, low, high = tables.bound_texts[detail]
                return Cut(f"{name} <= {high}" if kind == 2 else f"{name} >= {low}", True)
            case 3:
                return Cut(f"array length <= {bounds.array_length}", True)
            case 4:
                return Cut(f"threads <= {bounds.threads}", True)
            case 5:
                site = list(tables.sites)[detail]
                return Cut(f"instances at {site} <= {bounds.sites.get(site, bounds.instances)}", True)
            case _:
                return Cut(f"recursion depth of {tables.functions[detail].name} <= {bounds.recursion}", True)

    def edge_id(self) -> str:
        """The identity of the edge taken by the last step."""
        function, edge = ctypes.c_uint32(), ctypes.c_int32()
        self._library.edge(self._handle, ctypes.byref(function), ctypes.byref(edge))
        return self.native.edge_id(function.value, edge.value)

    def record(self) -> int:
        """The number of the state that the machine is in."""
        state: int = self._library.record(self._handle)
        if not state:
            raise LimitReached("limit: no memory for states")
        self._require_no_limit()
        return state

    def restore(self, state: int) -> None:
        """Go to a state that was recorded."""
        self._library.restore(self._handle, state)

    def exported(self, state: int) -> list[int]:
        """A recorded state as words (`vexil.engines.machine.exported_states` reads them); the machine goes there."""
        words = ctypes.POINTER(ctypes.c_int64)()
        count = self._library.export(self._handle, state, ctypes.byref(words))
        if not count:
            raise LimitReached("limit: no memory to look at a state")
        return words[:count]


def _words_of(value: object, count: int) -> tuple[int, ...]:
    """So many words of a value as the interpreter has it."""
    match value:
        case float():
            if isinstance(value, LoadedNaN) and value.width == 64:
                return (_signed(value.bits),)
            return (_signed(COMPUTED_NAN if isnan(value) else float_bits(value, 64)),)
        case int():
            return tuple(_signed(int(value) >> 64 * place & (1 << 64) - 1) for place in range(count))
        case (int() as first, int() as second):
            return (first, _signed(second & (1 << 64) - 1))
        case _:
            return (0,) * count


def _signed(word: int) -> int:
    return word - (1 << 64) if word >= 1 << 63 else word
