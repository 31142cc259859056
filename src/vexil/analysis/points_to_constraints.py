"""Constraints of operations: what assignments, calls, allocations and copies do to what may be pointed to.

A function is looked at when something may call or start it, so code that nothing reaches adds nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from vexil.analysis.congruence import Numbers, numbers_of
from vexil.analysis.locations import AllocatedObject, CodeObject, ResultObject
from vexil.analysis.points_to_graph import NOTHING, bits
from vexil.analysis.points_to_memory import MemoryObject, Range
from vexil.analysis.points_to_values import Values, is_identity
from vexil.ir import operation_parts as parts
from vexil.ir import operations as ops
from vexil.ir.expressions import Expr, Place
from vexil.ir.packed import PackedCells
from vexil.ir.program import ClassDeclaration, Edge, Function, Memory, Program, VariableDeclaration
from vexil.ir.types import Type, is_aggregate
from vexil.ir.typing import compatible


class Constraints:
    """All constraints of a program; ``callees`` and ``starts`` are what calls and starts were found to run."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.values = Values(program)
        self.graph = self.values.graph
        self.callees: dict[str, set[str]] = {}
        self.reached: dict[str, None] = {}
        self._pending: list[str] = []
        self._exceptions: dict[str, int] = {}
        self._results: dict[str, int] = {}
        self._allocated: list[tuple[str, int]] = []
        self._chosen: dict[str, int] = {}
        self._roots = [name for name, declared in program.classes.items() if _is_root(declared)]

    def solve(self) -> None:
        """Add the constraints of everything that may run and propagate until nothing changes."""
        self.values.thread("")
        for variable in self.program.globals:
            self._initial(variable)
        self._reach(self.program.entry)
        while self._pending:
            while self._pending:
                self._function(self.program.functions[self._pending.pop()])
            self.graph.solve()

    def _reach(self, name: str) -> None:
        if name not in self.reached:
            self.reached[name] = None
            self._pending.append(name)

    # --- declarations ------------------------------------------------------------------------------------

    def _initial(self, variable: VariableDeclaration) -> None:
        values, initial = self.values, variable.initial
        values.enter(None)
        item = values.variable_object(None, variable) if variable.addressable else None
        match initial:
            case None:
                pass
            case Memory(cells):
                assert item is not None
                if isinstance(cells, PackedCells):
                    item.write_raw(0, cells.step, cells.step)
                    return
                for offset, expression in cells:
                    if is_identity(expression.type):
                        self.graph.add_copy(values.value(expression), item.cell(offset, 0).store)
                    else:
                        item.write_raw(offset, 0, values.size_of(expression.type))
            case parts.TypeDomain() | parts.RangeDomain() | parts.GuardedDomain() | parts.RelationDomain():
                self._give(variable, item, self._domain(initial))
            case expression:
                self._give(variable, item, values.value(expression))

    def _give(self, variable: VariableDeclaration, item: MemoryObject | None, value: int) -> None:
        if item is not None:
            self.values.store_object(item, variable.type, value, variable.name)
        elif is_identity(variable.type):
            self.graph.add_copy(value, self.values.register("", variable.name))

    def _domain(self, domain: parts.Domain) -> int:
        for expression in parts.domain_expressions(domain):
            self.values.value(expression)
        if isinstance(domain, parts.GuardedDomain):
            return self.values.union(self.values.value(value) for _, value in domain.cases)
        return NOTHING

    # --- functions ---------------------------------------------------------------------------------------

    def _function(self, function: Function) -> None:
        self.values.enter(function)
        for number, edge in enumerate(function.edges):
            self._edge(function, edge, function.edge_id(number))

    def _edge(self, function: Function, edge: Edge, identity: str) -> None:
        values, operation = self.values, edge.operation
        match operation:
            case ops.Assign(place, value):
                values.store(place, values.value(value), identity)
            case ops.Choose(place, domain, _):
                values.store(place, self._domain(domain), identity)
            case ops.ChooseInstance(place, class_name, _, _):
                values.store(place, self._instances(class_name), identity)
            case ops.Call(callee, arguments, result):
                self._call(function, edge, identity, callee, arguments, result)
            case ops.Start(callee, arguments, handle, daemon, _):
                if daemon is not None:
                    values.value(daemon)
                if handle is not None:
                    values.store(handle, values.thread(identity), identity)
                else:
                    values.thread(identity)
                self._call(function, None, identity, callee, arguments, None)
            case ops.Return(value):
                if value is not None:
                    self._return(function, value, identity)
            case ops.Throw(value):
                self.graph.add_copy(values.value(value), self._exception(function.name))
            case ops.Allocate(place, what, site):
                values.store(place, self._allocate(what, identity, site), identity)
            case ops.Copy(target, source, size):
                values.value(size)
                values.copy(values.value(target), values.value(source), _span(numbers_of(size)), identity)
            case ops.Fill(target, value, size):
                values.value(value)
                values.value(size)
                self._fill(values.value(target), numbers_of(value).constant == 0, _span(numbers_of(size)))
            case ops.Wait(_, _, _, result) | ops.Join(_, _, result):
                self._evaluate(ops.expressions_of(operation))
                if result is not None:
                    values.store(result, NOTHING, identity)
            case ops.Catch():
                pass
            case _:
                self._evaluate(ops.expressions_of(operation))

    def _evaluate(self, expressions: Iterable[Expr]) -> None:
        for expression in expressions:
            self.values.value(expression)

    def _allocate(self, what: parts.NewObject | parts.NewArray | parts.NewMemory, identity: str, site: str) -> int:
        values = self.values
        match what:
            case parts.NewObject(class_name):
                item = values.memory.object(AllocatedObject(identity, site, class_name), 1, 1)
                item.class_name = class_name
            case parts.NewArray(element, length):
                values.value(length)
                item = values.memory.object(AllocatedObject(identity, site, None, str(element)), 1, 1)
            case parts.NewMemory(size, _, _):
                values.value(size)
                return values.address(
                    values.memory.object(AllocatedObject(identity, site), numbers_of(size).constant, 0)
                )
        node = values.address(item)
        self._allocated.append((item.class_name or "", node))
        for wanted, chosen in tuple(self._chosen.items()):
            self._offer(item.class_name or "", node, wanted, chosen)
        return node

    def _instances(self, class_name: str) -> int:
        """A node that holds every instance of a class; array objects are instances of classes without superclass."""
        node = self._chosen.get(class_name)
        if node is None:
            node = self._chosen[class_name] = self.graph.node()
            for allocated, address in self._allocated:
                self._offer(allocated, address, class_name, node)
        return node

    def _offer(self, allocated: str, address: int, wanted: str, chosen: int) -> None:
        is_array_of_root = not allocated and wanted in self._roots
        if is_array_of_root or allocated in self.values.subclasses[wanted]:
            self.graph.add_copy(address, chosen)

    def _fill(self, target: int, is_zero: bool, span: Range) -> None:
        memory = self.values.memory

        def fill(locations: int) -> None:
            if not is_zero:
                memory.raw(locations, span.most, written=True)
                return
            for location in bits(locations):
                item, offset, stride = memory.at(location)
                item.overwrite(Range(offset, stride, span.length, span.step))

        self.graph.watch(target, fill)

    # --- calls -------------------------------------------------------------------------------------------

    def _exception(self, name: str) -> int:
        if name not in self._exceptions:
            self._exceptions[name] = self.graph.node()
        return self._exceptions[name]

    def _result(self, function: Function) -> int:
        """The node of a function's result; for an aggregate, where the value is kept on its way."""
        node = self._results.get(function.name)
        if node is None:
            if function.result is not None and is_aggregate(function.result):
                size = self.values.size_of(function.result)
                node = self.values.address(self.values.memory.object(ResultObject(function.name), size))
            else:
                node = self.graph.node()
            self._results[function.name] = node
        return node

    def _return(self, function: Function, value: Expr, identity: str) -> None:
        node, kind = self.values.value(value), value.type
        if is_aggregate(kind):
            self.values.copy(self._result(function), node, Range(0, 0, self.values.size_of(kind)), identity)
        elif is_identity(kind):
            self.graph.add_copy(node, self._result(function))

    def _call(
        self,
        function: Function,
        edge: Edge | None,
        identity: str,
        callee: parts.Callee,
        arguments: tuple[Expr, ...],
        result: Place | None,
    ) -> None:
        values = self.values
        nodes = [values.value(argument) for argument in arguments]
        kinds = [argument.type for argument in arguments]
        callees = self.callees.setdefault(identity, set())
        caught: int | None = None
        if edge is not None:
            caught = self._caught(function, edge)
        received = NOTHING
        if result is not None:
            if is_aggregate(result.type):
                received = values.graph.node()  # the addresses of the callees' results
            elif is_identity(result.type):
                received = values.graph.node()
            values.store(result, received, f"{identity} result")

        def connect(name: str) -> None:
            target = self.program.functions[name]
            if name in callees or not _fits(target, kinds, None if result is None else result.type):
                return
            callees.add(name)
            self._reach(name)
            for parameter, node in zip(target.parameters, nodes, strict=True):
                if parameter.addressable:
                    item = values.variable_object(target, parameter)
                    values.store_object(item, parameter.type, node, f"{name} {parameter.name}")
                elif is_identity(parameter.type):
                    self.graph.add_copy(node, values.register(name, parameter.name))
            if received != NOTHING:
                self.graph.add_copy(self._result(target), received)
            if caught is not None:
                self.graph.add_copy(self._exception(name), caught)

        self._dispatch(callee, nodes, connect)

    def _dispatch(self, callee: parts.Callee, nodes: list[int], connect: Callable[[str], None]) -> None:
        memory = self.values.memory
        match callee:
            case parts.StaticCallee(name):
                connect(name)
            case parts.PointerCallee(pointer, _):

                def call(locations: int) -> None:
                    for location in bits(locations):
                        item = memory.at(location)[0]
                        if isinstance(item.name, CodeObject):
                            connect(item.name.function)

                self.graph.watch(self.values.value(pointer), call)
            case parts.VirtualCallee(_, signature):

                def send(locations: int) -> None:
                    for location in bits(locations):
                        item = memory.at(location)[0]
                        if isinstance(item.name, AllocatedObject):
                            for name in [item.class_name] if item.class_name else self._roots[:1]:
                                target = self.program.lookup_method(name, signature)
                                if target is not None:
                                    connect(target)

                self.graph.watch(nodes[0], send)

    def _caught(self, function: Function, edge: Edge) -> int | None:
        """The node that receives the exceptions of a call, if its catch edge keeps them."""
        for number in function.outgoing[edge.source]:
            operation = function.edges[number].operation
            if isinstance(operation, ops.Catch) and operation.place is not None:
                node = self.graph.node()
                self.values.store(operation.place, node, function.edge_id(number))
                return node
        return None


def _is_root(declared: ClassDeclaration) -> bool:
    return declared.superclass is None and not declared.interface


def _fits(function: Function, kinds: list[Type], result: Type | None) -> bool:
    """Say whether a function takes and gives what a call passes and expects; other calls are undefined."""
    if len(function.parameters) != len(kinds):
        return False
    if not all(compatible(parameter.type, kind) for parameter, kind in zip(function.parameters, kinds, strict=True)):
        return False
    return result is None or (function.result is not None and compatible(result, function.result))


def _span(size: Numbers) -> Range:
    """A range at the start of something with a number of bytes."""
    if size.constant is not None:
        return Range(0, 0, max(size.constant, 0))
    return Range(0, 0, size.remainder, size.stride)
