"""Expressions of the intermediate form as expressions over a state vector, and where they have no value."""

from __future__ import annotations

from collections.abc import Hashable

from vexil.core.dag import bottom_up
from vexil.ir import expressions as ir
from vexil.ir.arithmetic import wrap
from vexil.ir.expressions import Expr, Operator, Variable
from vexil.ir.interpreter.addresses import SMALLEST_ADDRESS
from vexil.ir.program import Function
from vexil.ir.types import BoolType, FloatType, IntegerType, MathType, PointerType, Type
from vexil.model.guarded import expressions as flat
from vexil.model.guarded.expressions import BIT, FALSE, TRUE, Self, both, cast, either, equal, negated, number
from vexil.transform.flattening import keys, memory, octets, pointers, references
from vexil.transform.flattening.body import Body, Fail
from vexil.transform.flattening.cells import Cell
from vexil.transform.flattening.encoding import Encoding, Scope
from vexil.transform.flattening.errors import NotFlat
from vexil.transform.flattening.memory_plan import POINTER
from vexil.transform.flattening.plan import TemplatePlan
from vexil.transform.flattening.pointers import packed
from vexil.transform.flattening.values import WIDE
from vexil.transform.flattening.wide import RangeOf, is_wide, narrowed

DEEPEST = 150
"""Expressions nested deeper than this are refused."""
LARGE = 60
"""Values of more nodes than this are computed once and kept, where that is possible."""
LARGEST = 20_000
"""Conditions of more nodes than this are refused."""


class Translator:
    """Translates the expressions of one edge; what has no value ends the run, or is listed where there is no body."""

    def __init__(self, encoding: Encoding, scope: Scope, body: Body | None = None) -> None:
        self.encoding = encoding
        self.scope = scope
        self._body = body
        self.fails: list[Fail] = []
        """What ends the run, in order of evaluation, where there is no body to end it in."""
        self._path: flat.Expr = TRUE
        self._known: dict[tuple[Expr, flat.Expr], flat.Expr] = {}
        self._sizes: dict[Hashable, tuple[flat.Expr, int]] = {}
        self._ranges = RangeOf(encoding, scope)

    @property
    def body(self) -> Body:
        """The body that is being written; ask only where there is one."""
        assert self._body is not None
        return self._body

    @property
    def template(self) -> TemplatePlan:
        """The kind of thread that moves; ask only where a thread does."""
        assert self.scope.template is not None
        return self.scope.template

    @property
    def function(self) -> Function:
        """The function that the edge is in; ask only where there is one."""
        assert self.scope.function is not None
        return self.scope.function

    # --- what goes wrong ---------------------------------------------------------------------------------

    def undefined(self, condition: flat.Expr, kind: str) -> None:
        """The operation that is being evaluated has no value where the condition holds."""
        self.end(condition, self.encoding.endings.undefined(kind, self.scope.where))

    def end(self, condition: flat.Expr, ending: int) -> None:
        """The run ends where the condition holds."""
        condition = both(self._path, condition)
        if flat.is_const(condition, 0):
            return
        if self._body is not None:
            self._body.fail(condition, ending)
        else:
            self.fails.append(Fail(condition, ending))

    @property
    def fails_somewhere(self) -> flat.Expr:
        """Whether any of the listed failures happens."""
        return either(*(item.condition for item in self.fails))

    # --- walking -----------------------------------------------------------------------------------------

    def value(self, expression: Expr) -> flat.Expr:
        """The value of an expression."""
        flat_value = self._value(expression, 0)
        self._check_size(flat_value)
        return flat_value

    def _check_size(self, value: flat.Expr) -> None:
        if self._size(value) > LARGEST:
            raise NotFlat("an expression", f"it has more than {LARGEST} parts", where=self.scope.edge_id)

    def _size(self, value: flat.Expr) -> int:
        return bottom_up(value, lambda _, sizes: 1 + sum(sizes), done=self._sizes)

    def _value(self, expression: Expr, depth: int) -> flat.Expr:
        if depth > DEEPEST:
            raise NotFlat("an expression", f"it is nested deeper than {DEEPEST}", where=self.scope.edge_id)
        key = (expression, self._path)
        value = self._known.get(key)
        if value is None:
            value = self._node(expression, depth + 1)
            if self._body is not None and flat.is_const(self._path, 1) and self._size(value) > LARGE:
                value = self._body.let("v", value)
            self._known[key] = value
        return value

    def _node(self, expression: Expr, depth: int) -> flat.Expr:
        encoding = self.encoding
        match expression:
            case ir.Const(value, kind):
                if isinstance(value, float) or isinstance(kind, FloatType):
                    raise self._unmodelled(kind)
                if isinstance(kind, PointerType):
                    return number(self._absolute(int(value)), POINTER)
                if isinstance(kind, MathType) and not WIDE.low <= value <= WIDE.high:
                    raise NotFlat(f"the literal {value}", "it has more than 64 bits", where=self.scope.edge_id)
                return flat.Const(
                    encoding.values.constant(value, kind), encoding.values.of(kind, where=self.scope.edge_id)
                )
            case Variable() if self.in_memory(expression):
                storage, index = memory.named_cell(self, expression)
                return memory.loaded(self, storage, index, expression.type)
            case Variable() | ir.Field() | ir.Element():
                return self.cell(expression, depth).read()
            case ir.Deref((pointer,), kind):
                storage, index = memory.cell_at(
                    self, self._value(pointer, depth), kind, is_octets=self.is_octets(expression)
                )
                return memory.loaded(self, storage, index, kind)
            case ir.Bits((pointer,), unit, _, _, _):
                storage, index = memory.cell_at(self, self._value(pointer, depth), unit, is_octets=True)
                return octets.loaded_bits(self, expression, int(storage[1:]), index)
            case ir.AddressOf(variable, _):
                return memory.address_of(self, variable)
            case ir.CodeAddress(name, _):
                return number(packed(encoding.memory.code, encoding.memory.functions[name]), POINTER)
            case ir.TypeTest((operand,), tested, _):
                return references.within(self._value(operand, depth), encoding.objects.of_type(tested))
            case ir.Apply(Operator.IF, (condition, then, otherwise), _):
                return self._selection(condition, then, otherwise, depth)
            case ir.Apply() if is_wide(expression):
                return narrowed(self, expression, lambda operand: self._value(operand, depth))
            case ir.Apply():
                return self._apply(expression, [self._value(operand, depth) for operand in expression.operands])
            case _:
                raise self._unmodelled(expression.type)

    def _absolute(self, value: int) -> int:
        width = self.encoding.program.layout.pointer_width
        offset = wrap(value, width, True)
        if -SMALLEST_ADDRESS <= offset < SMALLEST_ADDRESS:
            return packed(0, offset)
        memory_plan = self.encoding.memory
        if offset not in memory_plan.addresses:
            memory_plan.addresses.append(offset)
        return packed(memory_plan.absolute, memory_plan.addresses.index(offset))

    def is_octets(self, place: ir.Deref) -> bool:
        """Say whether a place is in memory that is kept as bytes."""
        function = self.scope.function
        return self.encoding.memory.is_octets(None if function is None else function.name, place)

    def in_memory(self, variable: Variable) -> bool:
        """Say whether a variable is addressable."""
        if variable.is_global:
            return self.encoding.program.global_variables[variable.name].addressable
        return self.function.variables[variable.name].addressable

    def kept(self, stem: str, value: flat.Expr) -> flat.Expr:
        """A value that is computed once, where that is possible."""
        if self._body is None or not flat.is_const(self._path, 1):
            return value
        return self._body.let(stem, value)

    def _unmodelled(self, kind: Type) -> NotFlat:
        return NotFlat(f"a value of type {kind}", "it is not modelled", where=self.scope.edge_id)

    def _selection(self, condition: Expr, then: Expr, otherwise: Expr, depth: int) -> flat.Expr:
        test = self._value(condition, depth)
        path = self._path
        self._path = both(path, test)
        yes = self._value(then, depth)
        self._path = both(path, negated(test))
        no = self._value(otherwise, depth)
        self._path = path
        return flat.apply(Operator.IF, test, yes, no)

    def under(self, condition: flat.Expr, expression: Expr) -> flat.Expr:
        """The value of an expression that is evaluated only where a condition holds."""
        path = self._path
        self._path = both(path, condition)
        value = self._value(expression, 0)
        self._path = path
        return value

    def quietly(self, expression: Expr) -> flat.Expr:
        """The value of an expression whose failures have been looked at before."""
        return Translator(self.encoding, self.scope).value(expression)

    # --- places ------------------------------------------------------------------------------------------

    def cell(self, place: Variable | ir.Field | ir.Element, depth: int = 0) -> Cell:
        """Where a place is."""
        storage, scope = self.encoding.storage, self.scope
        kind = self.encoding.values.of(place.type, where=scope.edge_id)
        match place:
            case Variable(name, _, True):
                if self.encoding.program.global_variables[name].per_thread:
                    return Cell(storage.own[self.template.root, name].variable, kind, number(0), scope.thread)
                return Cell(storage.globals[name].variable, kind, number(0))
            case Variable(name, _, False):
                return storage.local(self.template, self.function.name, name, scope.thread)
            case ir.Field((operand,), class_name, name, _):
                reference = self._value(operand, depth)
                first, end = self.encoding.objects.instances(class_name)
                self.undefined(equal(reference, number(0, reference.type)), "null-dereference")
                self.undefined(negated(references.within(reference, [(first, end)])), "wrong-class")
                held = storage.fields.get((class_name, name))
                if first == end or held is None:  # there are no such objects, or nobody reads what is written
                    return references.nothing(kind)
                return Cell(held.variable, kind, references.place_in(reference, first, end))
            case ir.Element((array, index), element):
                return references.element(self, self._value(array, depth), self._value(index, depth), element, kind)
            case _:
                raise NotFlat("a place", "it has no operands", where=scope.edge_id)

    # --- operators ---------------------------------------------------------------------------------------

    def _apply(self, node: ir.Apply, values: list[flat.Expr]) -> flat.Expr:
        operator = node.operator
        first = node.operands[0].type if node.operands else node.type
        if isinstance(first, FloatType) or isinstance(node.type, FloatType):
            raise self._unmodelled(first)
        if isinstance(first, PointerType) or isinstance(node.type, PointerType):
            applied = pointers.applied(self, node, values)
            if applied is not None:
                return applied
        if operator in _UNCHANGED or operator in flat.COMPARISONS:
            if isinstance(node.type, MathType):
                self._ranges.check(node)
            return flat.apply(operator, *values)
        match operator:
            case Operator.AND:
                return both(*values)
            case Operator.OR:
                return either(*values)
            case Operator.NOT:
                return negated(values[0])
            case Operator.DIVIDE | Operator.REMAINDER:
                self.undefined(equal(values[1], number(0, values[1].type)), "division-by-zero")
                if isinstance(node.type, MathType):
                    self._ranges.check(node)
                return flat.apply(operator, *values)
            case Operator.SHIFT_LEFT | Operator.SHIFT_RIGHT:
                return self._shift(operator, values[0], values[1])
            case Operator.CAST:
                return self._cast(values[0], first, node)
            case Operator.ARRAY_LENGTH:
                self.undefined(equal(values[0], number(0, values[0].type)), "null-dereference")
                span = self.encoding.objects.all_arrays
                self.undefined(negated(references.within(values[0], [span])), "wrong-class")
                kind = self.encoding.values.of(node.type)
                return number(0, kind) if span[0] == span[1] else cast(references.length(self, values[0]), kind)
            case Operator.STORABLE:
                return references.storable(self, values[0], values[1])
            case _:
                return self._about_threads(node, values)

    def _shift(self, operator: Operator, left: flat.Expr, amount: flat.Expr) -> flat.Expr:
        wide = cast(amount, WIDE)
        outside = either(
            flat.apply(Operator.LESS, wide, number(0, WIDE)),
            flat.apply(Operator.GREATER_EQUAL, wide, number(left.type.width, WIDE)),
        )
        if isinstance(amount, flat.Const):
            outside = FALSE if 0 <= amount.value < left.type.width else TRUE
        self.undefined(outside, "shift-amount")
        return flat.apply(operator, left, cast(amount, left.type))

    def _cast(self, value: flat.Expr, source: Type, node: ir.Apply) -> flat.Expr:
        target = self.encoding.values.of(node.type, where=self.scope.edge_id)
        if isinstance(node.type, BoolType):
            return flat.apply(Operator.DIFFERENT, value, number(0, value.type)) if value.type != BIT else value
        if isinstance(node.type, MathType) and source == IntegerType(64, False):
            raise NotFlat("a mathematical integer", "it may have more than 64 bits", where=self.scope.edge_id)
        return cast(value, target)

    # --- threads and locks -------------------------------------------------------------------------------

    def _about_threads(self, node: ir.Apply, values: list[flat.Expr]) -> flat.Expr:
        from vexil.transform.flattening import threads

        match node.operator:
            case Operator.CURRENT_THREAD:
                return self.me()
            case Operator.ALIVE:
                return threads.is_alive(self.encoding, values[0])
            case Operator.INTERRUPTED:
                return threads.is_interrupted(self.encoding, values[0])
            case Operator.HOLDS_LOCK:
                return equal(self.owner(keys.key_of(self, values[0], node.operands[0].type)), self.me())
            case Operator.LOCKED:
                owner = self.owner(keys.key_of(self, values[0], node.operands[0].type))
                return flat.apply(Operator.DIFFERENT, owner, number(0, owner.type))
            case _:
                raise NotFlat(f"the operator {node.operator.value}", "it is not modelled", where=self.scope.edge_id)

    def key(self, lock: Expr) -> flat.Expr:
        """The number of a lock or wait set among all there are."""
        return keys.key_of(self, self.value(lock), lock.type)

    def owner(self, key: flat.Expr) -> flat.Expr:
        """Who holds a lock: 0 for nobody."""
        return self.encoding.storage.at("owner", key).read()

    def require_lock(self, lock: Expr) -> None:
        """The operation has no value where an expression names no lock."""
        for condition, kind in keys.not_a_lock(self, lock):
            self.undefined(condition, kind)

    def me(self) -> flat.Expr:
        """The moving thread as a value."""
        template, kind = self.template, self.encoding.values.thread
        index = self.scope.thread
        if index is None:
            if template.count == 1:
                return number(template.base + 1, kind)
            index = Self()
        return flat.apply(Operator.ADD, cast(index, kind), number(template.base + 1, kind))


_UNCHANGED = frozenset(
    {
        Operator.ADD,
        Operator.SUBTRACT,
        Operator.MULTIPLY,
        Operator.NEGATE,
        Operator.COMPLEMENT,
        Operator.BIT_AND,
        Operator.BIT_OR,
        Operator.BIT_XOR,
    }
)
