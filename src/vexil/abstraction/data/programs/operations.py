"""Operations of an abstract program: each stays one edge where it can.

What an operation reads is chosen by steps before it where it needs one value; what it writes is coerced by a step
after it where it gives a number and the place holds tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from vexil.abstraction.data.programs.coercions import Preparation, has_tokens
from vexil.abstraction.data.programs.expressions import Expressions, Target
from vexil.abstraction.data.programs.kinds import Kinds
from vexil.abstraction.data.programs.terms import DOMAINS, Term, tokens_of
from vexil.core.dag import preorder as preorder_of
from vexil.core.errors import UsageError
from vexil.core.source import Span
from vexil.ir import operations as ops
from vexil.ir.expressions import Apply as ApplyNode
from vexil.ir.expressions import Const, Expr, Operator, Place, Variable, preorder
from vexil.ir.operation_parts import (
    Callee,
    Domain,
    GuardedDomain,
    NewArray,
    Origin,
    PointerCallee,
    RelationDomain,
    StaticCallee,
    VirtualCallee,
    domain_operands,
    with_domain_parts,
)
from vexil.ir.operations import Operation
from vexil.ir.program import Function, Program, Relation
from vexil.ir.rewriting import Rewriter
from vexil.ir.types import BOOL, I32, ArrayReferenceType, TokenType, Type


def called(program: Program, callee: Callee) -> Function | None:
    """One of the functions that may be called, if any is known; all of them take and give the same types."""
    match callee:
        case StaticCallee(name):
            return program.functions[name]
        case VirtualCallee(class_name, signature):
            below = (name for name in program.classes if class_name in program.superclasses(name))
            for name in (class_name, *below):
                method = program.lookup_method(name, signature)
                if method is not None:
                    return program.functions[method]
            return None
        case PointerCallee(_, targets):
            return program.functions[targets[0]] if targets else None


def given_type(kinds: Kinds, callee: Callee) -> Type | None:
    """The type of what a call gives in the abstract program."""
    target = called(kinds.program, callee)
    if target is None or target.result is None:
        return None
    return kinds.declared(f"{target.name}()", target.result)


Spans = Mapping[Expr | Domain, Span]
"""The places of nodes in the sources."""


@dataclass(frozen=True, slots=True)
class Steps:
    """What an edge becomes: steps before, the operation itself, and steps after it."""

    before: tuple[Preparation, ...]
    operation: Operation
    after: tuple[Operation, ...]
    spans: Spans


class Operations(Rewriter):
    """Translates the operation of one edge."""

    def __init__(
        self, kinds: Kinds, function: Function, edge: int, fresh: Callable[[Type], Variable], *, guarded: bool
    ) -> None:
        super().__init__()
        self._kinds = kinds
        self._function = function
        self._edge = edge
        self._fresh = fresh
        self._expressions = Expressions(kinds, function.name, edge, fresh, guarded=guarded)
        self._position = 0
        self._after: list[Operation] = []

    def steps(self, operation: Operation) -> Steps:
        """The operation with everything that belongs to it."""
        made = self.operation(operation)
        return Steps(tuple(self._expressions.before), made, tuple(self._after), self._expressions.spans)

    def condition(self, condition: Expr) -> Steps:
        """A condition of a branch: the operation only says what must hold."""
        tested = self._checked(condition)
        return Steps(tuple(self._expressions.before), ops.Assume(tested), (), self._expressions.spans)

    def selector(self, selector: Expr, where: str, values: Sequence[tuple[int, ...]]) -> Steps | None:
        """The arm that a token chooses among those of several values; nothing if the selector is a number."""
        term = self._expressions.term(selector, self._next(selector))
        kind = self._kinds.abstract(term.type)
        if kind is None:
            return None
        name, result = self._kinds.arms(kind, where, values)
        arm = self._expressions.chosen(Term(RelationDomain(name, (term.content,)), result), 0)
        return Steps(tuple(self._expressions.before), ops.Case(arm, (), True), (), self._expressions.spans)

    # --- expressions in order ----------------------------------------------------------------------------

    def _next(self, expression: Expr) -> int:
        position = self._position
        self._position += sum(1 for _ in preorder(expression))
        return position

    def _single(self, expression: Expr, target: Type | None = None) -> Expr:
        position = self._next(expression)
        if target is None:
            target = expression.type
            term = self._expressions.term(expression, position)
            if isinstance(term.type, ArrayReferenceType):
                target = term.type
            return self._expressions.chosen(self._expressions.coerce(term, target, position), position)
        return self._expressions.single(expression, position, target)

    def value(self, expression: Expr) -> Expr:
        """The one value that an expression has in the abstraction, chosen before if there are several."""
        return self._single(expression)

    def place(self, place: Place) -> Place:
        """The place for a value of the type that the place has in the program."""
        return self._result(place, place.type)

    def _written(self, place: Place) -> Target:
        position = self._next(place)
        return self._expressions.place(place, position)

    def _result(self, place: Place, given: Type | None) -> Place:
        """The place of a result of a type; a step after the operation coerces it where they differ."""
        position = self._position
        written = self._written(place)
        given = written.type if given is None else given
        if written.cells is None and (written.type == given or not self._needs_coercion(written.type, given)):
            return written.place
        register = self._fresh(given)
        number = Term(Variable(register.name, given, False), given)
        self._after.append(self._write(written, self._expressions.coerce(number, written.type, position)))
        return Variable(register.name, given, False)

    def _needs_coercion(self, target: Type, source: Type) -> bool:
        return isinstance(target, TokenType) or isinstance(source, TokenType)

    # --- operations --------------------------------------------------------------------------------------

    def operation(self, operation: Operation) -> Operation:
        """The operation of the abstract program; steps before and after it are collected."""
        match operation:
            case ops.Assign(place, value):
                return self._assign(place, value)
            case ops.Check(kind, condition, message):
                return ops.Check(kind, self._checked(condition), message)
            case ops.Choose(place, domain, origin):
                return self._choose(place, domain, origin)
            case ops.Call(callee, arguments, result):
                into = None if result is None else self._result(result, given_type(self._kinds, callee))
                return ops.Call(self.parts(callee), self._arguments(callee, arguments), into)
            case ops.Start(callee, arguments, handle, daemon, many):
                into = None if handle is None else self.place(handle)
                target = self.parts(callee)
                passed = self._arguments(callee, arguments)
                return ops.Start(target, passed, into, None if daemon is None else self.value(daemon), many)
            case ops.Return(value):
                return ops.Return(None if value is None else self._returned(value))
            case ops.Stop(status):
                return ops.Stop(None if status is None else self._status(status))
            case ops.Allocate(place, NewArray(element, length), site):
                return self._array(self.place(place), element, length, site)
            case _:
                return super().operation(operation)

    def _checked(self, condition: Expr) -> Expr:
        """A condition that must hold: it fails if it may be false."""
        identity = self._function.edge_id(self._edge)
        whole = self._kinds.conditions.get(identity)
        if whole is None:
            return self._single(condition, BOOL)
        terms = [self._expressions.term(place, position) for position, place in whole.places]
        relation = Relation(f"holds at {identity}", tuple(term.type for term in terms), BOOL, whole.rows)
        domain = RelationDomain(self._kinds.declare(relation), tuple(term.content for term in terms))
        return self._expressions.chosen(Term(domain, BOOL), 0)

    def _returned(self, value: Expr) -> Expr:
        declared = self._function.result
        if declared is None:
            return self._single(value)
        kind = self._kinds.declared(f"{self._function.name}()", declared)
        return self._single(value, kind)

    def _status(self, status: Expr) -> Expr | None:
        """The status of a program that ends; a token has no number, and no property asks for one."""
        position = self._next(status)
        term = self._expressions.term(status, position)
        return None if isinstance(term.type, TokenType) else self._expressions.chosen(term, position)

    # --- writing -----------------------------------------------------------------------------------------

    def _assign(self, place: Place, value: Expr) -> Operation:
        written = self._written(place)
        position = self._next(value)
        return self._write(written, self._expressions.coerced(value, position, written.type))

    def _write(self, written: Target, term: Term) -> ops.Assign | ops.Choose:
        if written.cells is not None and written.token is not None:
            # A cell that stands for one element is replaced; another one may hold its old values, too.
            stored = (written.token, written.place, term.content)
            return ops.Choose(
                written.place, RelationDomain(self._kinds.stored(written.cells), stored), Origin.ABSTRACTION
            )
        if isinstance(term.content, DOMAINS):
            return ops.Choose(written.place, term.content, Origin.ABSTRACTION)
        return ops.Assign(written.place, term.content)

    def _choose(self, place: Place, domain: Domain, origin: Origin) -> Operation:
        written = self._written(place)
        kind = self._kinds.abstract(written.type)
        if kind is None and written.cells is None:
            return ops.Choose(written.place, self._domain(domain, written.type), origin)
        tokens = None if kind is None else tokens_of(kind, domain)
        if tokens is not None and written.cells is None:
            return ops.Choose(written.place, tokens, origin)
        register = self._fresh(place.type if tokens is None else written.type)
        chosen = Variable(register.name, register.type, False)
        term = self._expressions.coerce(Term(chosen, chosen.type), written.type, 0)
        self._after.append(self._write(written, term))
        return ops.Choose(chosen, self._domain(domain, place.type) if tokens is None else tokens, origin)

    def _domain(self, domain: Domain, target: Type) -> Domain:
        """A domain over translated expressions, which are used as values of the type; each occurrence is one."""
        root: tuple[Expr | Domain, Type] = (domain, target)
        items = list(preorder_of(root, self._typed_parts))
        made = {place: self._single(item, kind) for place, (item, kind) in enumerate(items) if isinstance(item, Expr)}
        values: list[Expr | Domain] = []
        for place in reversed(range(len(items))):
            item = items[place][0]
            parts = tuple(values.pop() for _ in domain_operands(item))
            values.append(with_domain_parts(item, parts) if isinstance(item, Domain) else made[place])
        result = values.pop()
        assert isinstance(result, Domain)
        return result

    def _typed_parts(self, item: tuple[Expr | Domain, Type]) -> list[tuple[Expr | Domain, Type]]:
        """The parts of a domain with the types that they are used as."""
        match item:
            case GuardedDomain(cases), kind:
                pairs = [part for guard, value in cases for part in ((guard, BOOL), (value, kind))]
                return [(part, used) for part, used in pairs if part is not None]
            case RelationDomain(relation, arguments), _:
                return list(zip(arguments, self._kinds.program.relations[relation].parameters, strict=True))
            case domain, kind:
                return [(part, kind) for part in domain_operands(domain)]

    def _array(self, place: Place, element: Type, length: Expr, site: str) -> Operation:
        """A new array; one with abstracted elements also has a cell for each token of an index."""
        kind = place.type.element if isinstance(place.type, ArrayReferenceType) else element
        cells = self._kinds.cells_of(kind)
        count = self._single(length)
        if cells is not None:
            count = ApplyNode(Operator.ADD, (count, Const(len(cells.index.tokens), I32)), I32)
        return ops.Allocate(place, NewArray(kind, count), site)

    # --- calls -------------------------------------------------------------------------------------------

    def _arguments(self, callee: Callee, arguments: tuple[Expr, ...]) -> tuple[Expr, ...]:
        target = called(self._kinds.program, callee)
        parameters = () if target is None else target.parameters
        abstract: list[Expr] = []
        for number, argument in enumerate(arguments):
            if target is None or number >= len(parameters):
                abstract.append(self._unknown(argument))
                continue
            declared = parameters[number]
            kind = self._kinds.declared(f"{target.name}::{declared.name}", declared.type)
            # A reference keeps its own static type: the classes of receiver and parameter may differ.
            is_plain = not isinstance(kind, TokenType | ArrayReferenceType)
            passed = self._single(argument, None if is_plain else kind)
            if is_plain and has_tokens(passed.type):
                raise UsageError(
                    f"{target.name} takes an array with abstracted elements as {kind}",
                    hint="do not bind the elements of this array",
                )
            abstract.append(passed)
        return tuple(abstract)

    def _unknown(self, argument: Expr) -> Expr:
        """An argument of a function that is not known."""
        position = self._next(argument)
        term = self._expressions.term(argument, position)
        if has_tokens(term.type):
            raise UsageError(
                f"an abstracted number is passed to a function that {self._function.name} calls through a pointer",
                hint="bind other variables",
            )
        return self._expressions.chosen(term, position)
