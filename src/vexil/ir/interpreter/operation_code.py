"""Operations as Python source text: the step, choice and readiness functions of every location."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from vexil.core.errors import InternalError
from vexil.ir import operations as ops
from vexil.ir.expressions import Bits, Deref, Element, Expr, Field, Place, Variable
from vexil.ir.interpreter.bounds import Bounds
from vexil.ir.interpreter.domain_code import Bound, choices_code, chosen_code
from vexil.ir.interpreter.expression_code import ExpressionCode, Scope
from vexil.ir.interpreter.storage import element_family, encoded
from vexil.ir.operation_parts import Callee, NewArray, NewMemory, NewObject, PointerCallee, StaticCallee, VirtualCallee
from vexil.ir.program import Function, LocationKind, Program
from vexil.ir.types import Type, is_aggregate, is_integer

Lines = list[str]


@dataclass(frozen=True, slots=True, eq=False)
class CallShape:
    """What a call that finds its function at run time passes and expects.

    ``known`` remembers the functions that fit, by the receiver's class or the function's number.
    """

    arguments: tuple[Type, ...]
    result: Type | None
    known: dict[object, int] = field(default_factory=dict)


class OperationCode:
    """Writes the code of one function."""

    def __init__(
        self, program: Program, function: Function, scope: Scope, bounds: Bounds, numbers: Mapping[str, int]
    ) -> None:
        self._program = program
        self._function = function
        self._scope = scope
        self._bounds = bounds
        self._numbers = numbers
        self._text: Lines = []
        self.stores: list[int] = []
        self.catches: dict[int, int] = {}

    def function_text(self) -> str:
        """The text of all functions of all locations."""
        for location in range(len(self._function.locations)):
            self._location(location)
        return "\n".join(self._text) + "\n"

    def _define(self, head: str, body: Lines) -> None:
        self._text.append(f"def {head}:")
        self._text.extend(f"    {line}" for line in body)

    def _location(self, number: int) -> None:
        function = self._function
        edges = function.outgoing[number]
        name = f"s{number}(f, g, m, t, p)"
        match function.locations[number].kind:
            case LocationKind.TERMINAL:
                self._define(name, ["return m.ended()"])
            case LocationKind.BRANCH:
                self._define(name, self._branch(edges))
            case LocationKind.CHOICE:
                body: Lines = []
                for index, edge in enumerate(edges):
                    alternative = self._step(edge, number)
                    body += [f"if p == {index}:", *(f"    {line}" for line in alternative)]
                self._define(name, [*body, "return m.bad_choice(p)"])
                self._define(f"c{number}(f, g, m, t)", [f"return Choices(range({len(edges)}))"])
            case LocationKind.CALL:
                for edge in edges:
                    operation = function.edges[edge].operation
                    if isinstance(operation, ops.Catch):
                        self.catches[number] = edge
                        self._store_function(edge, operation.place)
                    else:
                        self._define(name, self._step(edge, number))
            case LocationKind.STEP:
                self._define(name, self._step(edges[0], number))

    def _branch(self, edges: tuple[int, ...]) -> Lines:
        operations = [self._function.edges[edge].operation for edge in edges]
        code = ExpressionCode(self._scope)
        match operations[0]:
            case ops.Assume(condition):
                test = code.value(condition)
                return [*code.lines, f"return {edges[0]} if {test} else {edges[1]}"]
            case ops.Case(selector, _, _):
                table = {}
                default = edges[0]
                for edge, operation in zip(edges, operations, strict=True):
                    if isinstance(operation, ops.Case):
                        if operation.otherwise:
                            default = edge
                        else:
                            table.update(dict.fromkeys(operation.values, edge))
                value = code.value(selector)
                return [*code.lines, f"return {self._scope.constant(table)}.get({value}, {default})"]
            case _:
                raise InternalError("a branch should have conditions on its edges")

    # --- places ------------------------------------------------------------------------------------------

    def _store(self, code: ExpressionCode, place: Place, value: str) -> Lines:
        """Lines that write a value; the place's own operands may add temporaries to *code*."""
        lines: Lines = []
        bound = self._bound(place)
        if bound is not None:
            name, low, high = bound
            lines += [f"w = {value}", f"if not {low} <= w <= {high}: m.exceeded({name!r}, w, {low}, {high})"]
            value = "w"
        match place:
            case Variable():
                target, in_memory = self._scope.variable(place)
                lines.append(
                    self._store_memory(f"({target}, 0)", place.type, value) if in_memory else f"{target} = {value}"
                )
            case Deref((pointer,), kind):
                lines.append(self._store_memory(code.value(pointer), kind, value))
            case Bits((pointer,), unit, offset, width, kind):
                bits = f"{encoded(value, kind)} & {(1 << width) - 1}"
                size = self._scope.size_of(unit)
                lines.append(f"m.store_bits({bits}, {code.value(pointer)}, {size}, {offset}, {width})")
            case Field((reference,), class_name, name, _):
                slot = self._scope.field_slot(class_name, name)
                lines.append(f"{code.fields(code.value(reference), class_name)}[{slot}] = {value}")
            case Element((array, index), kind):
                family = element_family(kind)
                lines.append(f"m.set_element({value}, {code.value(array)}, {code.value(index)}, {family!r})")
            case _:
                raise InternalError("a place should have its operands")
        return lines

    def _store_memory(self, pointer: str, kind: Type, value: str) -> str:
        if is_aggregate(kind):
            return f"m.store_aggregate({value}, {pointer})"
        storage, size = self._scope.access(kind)
        return f"m.store({encoded(value, kind)}, {pointer}, {storage!r}, {size})"

    def _bound(self, place: Place) -> Bound | None:
        if not self._bounds or not is_integer(place.type):
            return None
        hidden = False
        match place:
            case Variable(name, _, True):
                hidden = self._program.global_variables[name].hidden
            case Variable(name, _, False):
                hidden = self._function.variables[name].hidden
                name = f"{self._function.name}::{name}"
            case Field(_, class_name, field_name, _):
                name = f"{class_name}::{field_name}"
            case _:
                name = "element" if isinstance(place, Element) else "memory"
        limits = self._bounds.range_of(name, hidden=hidden)
        return None if limits is None else (name, *limits)

    def _store_function(self, edge: int, place: Place | None) -> None:
        """A function that writes what a call, catch, wait or join delivers later."""
        self.stores.append(edge)
        lines: Lines = ["pass"]
        if place is not None:
            code = ExpressionCode(self._scope)
            stored = self._store(code, place, "p")
            lines = [*code.lines, *stored]
        self._define(f"w{edge}(f, g, m, t, p)", lines)

    # --- steps -------------------------------------------------------------------------------------------

    def _step(self, edge: int, location: int) -> Lines:
        operation = self._function.edges[edge].operation
        code = ExpressionCode(self._scope)
        body = self._operation(edge, location, operation, code)
        return [*code.lines, *body]

    def _operation(self, edge: int, location: int, operation: ops.Operation, code: ExpressionCode) -> Lines:
        done = f"return {edge}"
        moved = f"return {~edge}"
        match operation:
            case ops.Skip():
                return [done]
            case ops.Assign(place, value):
                computed = code.value(value)
                return [*self._store(code, place, computed), done]
            case ops.Restrict(condition):
                return [f"if not {code.value(condition)}: m.restricted()", done]
            case ops.Check(kind, condition, message):
                return [f"if not {code.value(condition)}: m.failed({kind!r}, {message!r})", done]
            case ops.Choose(place, domain, _):
                offered = ExpressionCode(self._scope)
                result = choices_code(self._program, offered, domain, self._bound(place))
                self._define(f"c{location}(f, g, m, t)", [*offered.lines, f"return {result}"])
                chosen = chosen_code(code, place.type, domain)
                return [self._undecided(location), *self._store(code, place, chosen), done]
            case ops.ChooseInstance(place, class_name, nullable, _):
                candidates = f"m.instances({class_name!r}, {nullable})"
                self._define(f"c{location}(f, g, m, t)", [f"return Choices(range(len({candidates})))"])
                return [self._undecided(location), *self._store(code, place, f"{candidates}[p]"), done]
            case ops.Call(callee, arguments, result):
                self._store_function(edge, result)
                target = self._callee(code, callee, arguments, result)
                return [f"m.call(t, {target}, {self._tuple(code, arguments)}, {edge})", moved]
            case ops.Return(value):
                return [f"m.leave(t, {'None' if value is None else code.value(value)})", moved]
            case ops.Throw(value):
                return [f"m.leave_exceptionally(t, {code.value(value)})", moved]
            case ops.Stop(status):
                return [f"m.stop({'0' if status is None else code.value(status)})", done]
            case ops.EndThread():
                return ["m.end_thread(t)", moved]
            case ops.Catch() | ops.Assume() | ops.Case():
                raise InternalError("conditions and catches should not be steps")
            case _:
                return [*self._memory_operation(operation, code, edge), done]

    @staticmethod
    def _undecided(location: int) -> str:
        """A line for a step without a decision: it says why there is none to take."""
        return f"if p is None: m.undecided(c{location}(f, g, m, t))"

    def _memory_operation(self, operation: ops.Operation, code: ExpressionCode, edge: int) -> Lines:
        value = code.value
        match operation:
            case ops.Allocate(place, NewObject(class_name), site):
                return self._store(code, place, f"m.new_object({class_name!r}, {site!r})")
            case ops.Allocate(place, NewArray(element, length), site):
                kind = self._scope.constant(element)
                return self._store(code, place, f"m.new_array({kind}, {value(length)}, {site!r})")
            case ops.Allocate(place, NewMemory(size, on_stack, zeroed), site):
                return self._store(code, place, f"m.new_memory(t, {value(size)}, {on_stack}, {zeroed}, {site!r})")
            case ops.Release(pointer, on_stack):
                return [f"m.release(t, {value(pointer)}, {on_stack})"]
            case ops.BeginLifetime(variable):
                target = self._scope.variable(variable)[0]
                return [f"{target} = m.begin_lifetime({target}, {self._scope.size_of(variable.type)})"]
            case ops.EndLifetime(variable):
                return [f"m.end_lifetime({self._scope.variable(variable)[0]})"]
            case ops.Copy(target, source, size):
                return [f"m.copy({value(target)}, {value(source)}, {value(size)})"]
            case ops.Fill(target, byte, size):
                return [f"m.fill({value(target)}, {value(byte)}, {value(size)})"]
            case _:
                return self._thread_operation(operation, code, edge)

    def _thread_operation(self, operation: ops.Operation, code: ExpressionCode, edge: int) -> Lines:
        location = self._function.edges[edge].source
        match operation:
            case ops.Lock(lock, _, reentrant):
                ready = ExpressionCode(self._scope)
                key = self._key(ready, lock)
                self._define(f"r{location}(f, g, m, t)", [*ready.lines, f"return m.can_lock(t, {key}, {reentrant})"])
                return [f"m.lock(t, {self._key(code, lock)})"]
            case ops.Unlock(lock, _):
                return [f"m.unlock(t, {self._key(code, lock)})"]
            case ops.Wait(None, None, _, result):
                self._store_function(edge, result)
                return [f"w{edge}(f, g, m, t, m.sleep(t))"]
            case ops.Wait(lock, condition, timed, result):
                self._store_function(edge, result)
                keys = [self._key(code, key) if key is not None else "None" for key in (lock, condition)]
                waiting = f"if m.wait(t, {keys[0]}, {keys[1]}, {timed}, {edge}): return {~edge}"
                return [waiting, f"w{edge}(f, g, m, t, m.sleep(t))"]
            case ops.Notify(condition, every):
                if not every:
                    ready = ExpressionCode(self._scope)
                    key = self._key(ready, condition)
                    self._define(f"c{location}(f, g, m, t)", [*ready.lines, f"return m.notify_choices({key})"])
                return [f"m.notify({self._key(code, condition)}, {every}, p)"]
            case ops.Start(callee, arguments, handle, daemon, _):
                target = self._callee(code, callee, arguments, None)
                background = "False" if daemon is None else code.value(daemon)
                started = f"m.start({target}, {self._tuple(code, arguments)}, {background})"
                return [started] if handle is None else self._store(code, handle, started)
            case ops.Join(thread, timed, result):
                ready = ExpressionCode(self._scope)
                code_ready = ready.value(thread)
                self._define(f"r{location}(f, g, m, t)", [*ready.lines, f"return m.can_join(t, {code_ready}, {timed})"])
                self._store_function(edge, result)
                return [f"w{edge}(f, g, m, t, m.join(t, {code.value(thread)}))"]
            case ops.Interrupt(thread, setting):
                return [f"m.interrupt({code.value(thread)}, {setting})"]
            case ops.BeginAtomic():
                return ["m.begin_atomic(t)"]
            case ops.EndAtomic():
                return ["m.end_atomic(t)"]
            case _:
                raise InternalError(f"operation {type(operation).__name__} should have code")

    def _key(self, code: ExpressionCode, lock: Expr) -> str:
        return code.lock_key(code.value(lock), lock.type)

    @staticmethod
    def _tuple(code: ExpressionCode, arguments: tuple[Expr, ...]) -> str:
        return "(" + "".join(f"{code.value(argument)}, " for argument in arguments) + ")"

    def _callee(self, code: ExpressionCode, callee: Callee, arguments: tuple[Expr, ...], result: Place | None) -> str:
        if isinstance(callee, StaticCallee):
            return str(self._numbers[callee.function])
        result_type = None if result is None else result.type
        shape = self._scope.constant(CallShape(tuple(argument.type for argument in arguments), result_type))
        match callee:
            case VirtualCallee(_, signature):
                return f"m.virtual({code.value(arguments[0])}, {signature!r}, {shape})"
            case PointerCallee(pointer, _):
                return f"m.function_at({code.value(pointer)}, {shape})"
