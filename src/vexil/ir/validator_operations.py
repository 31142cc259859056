"""The rules for single operations, expressions, domains and relations."""

from __future__ import annotations

from itertools import product

from vexil.ir.compare import same_expression
from vexil.ir.expressions import (
    AddressOf,
    Apply,
    Bits,
    CodeAddress,
    Const,
    Deref,
    Element,
    Expr,
    Field,
    Operator,
    Place,
    TypeTest,
    Variable,
    preorder,
)
from vexil.ir.operations import (
    Allocate,
    Assign,
    Assume,
    BeginAtomic,
    BeginLifetime,
    Call,
    Callee,
    Case,
    Catch,
    Check,
    Choose,
    ChooseInstance,
    Copy,
    Domain,
    EndAtomic,
    EndLifetime,
    Fill,
    GuardedDomain,
    Interrupt,
    Join,
    Lock,
    NewArray,
    NewMemory,
    NewObject,
    Notify,
    Operation,
    PointerCallee,
    RangeDomain,
    RelationDomain,
    Release,
    Restrict,
    Return,
    Skip,
    Start,
    StaticCallee,
    Stop,
    Throw,
    TypeDomain,
    Unlock,
    VirtualCallee,
    Wait,
)
from vexil.ir.program import Function, Program, Relation, VariableDeclaration
from vexil.ir.types import (
    ArrayReferenceType,
    BlockType,
    BoolType,
    CodeType,
    FloatType,
    IntegerType,
    MathType,
    PointerType,
    ReferenceType,
    StructType,
    ThreadType,
    TokenType,
    Type,
    is_integer,
    is_reference,
)
from vexil.ir.typing import TypeProblem, bit_field, compatible, fits, is_lockable, result_type


def are_opposite(first: Expr, second: Expr, *, same: bool = False) -> bool:
    """Say whether one condition is the negation of the other by form (or, with *same*, the same expression)."""
    if same:
        return same_expression(first, second)
    return _negates(first, second) or _negates(second, first)


def _negates(negated: Expr, plain: Expr) -> bool:
    if isinstance(negated, Apply) and negated.operator is Operator.NOT:
        return same_expression(negated.operands[0], plain)
    if isinstance(negated, Const) and isinstance(plain, Const):
        return bool(negated.value) != bool(plain.value)
    return False


class OperationRules:
    """Checks operations of one function after the other; every method raises `TypeProblem`."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._globals = program.global_variables
        self._locals: dict[str, VariableDeclaration] = {}
        self._function: Function | None = None
        self._valid: set[int] = set()
        self._kept: list[Expr] = []
        self._fields: dict[str, dict[str, Type]] = {
            name: {field.name: field.type for field in declaration.fields}
            for name, declaration in program.classes.items()
        }

    def enter(self, function: Function) -> None:
        """Turn to another function."""
        self._function = function
        self._locals = dict(function.variables)
        self._valid = set()
        self._kept = []

    # --- types -------------------------------------------------------------------------------------------

    def type_exists(self, kind: Type) -> None:
        """Check that every name in a type is declared."""
        pending: list[Type | None] = [kind]
        while pending:
            match pending.pop():
                case TokenType(name):
                    self._known(name, self._program.token_sets, "token set")
                case ReferenceType(name):
                    self._known(name, self._program.classes, "class")
                case StructType(name):
                    self._known(name, self._program.structs, "structure")
                case ArrayReferenceType(element) | BlockType(element, _) | PointerType(element):
                    pending.append(element)
                case CodeType(result, parameters, _):
                    pending.extend((result, *parameters))
                case IntegerType(width, _) if width < 1:
                    raise TypeProblem(f"an integer has at least one bit, not {width}")
                case FloatType(width) if width not in (32, 64):
                    raise TypeProblem(f"floats have 32 or 64 bits, not {width}")
                case _:
                    pass

    @staticmethod
    def _known(name: str, known: object, what: str) -> None:
        if name not in known:  # type: ignore[operator]
            raise TypeProblem(f"{what} {name!r} is not declared")

    # --- expressions -------------------------------------------------------------------------------------

    def expression(self, expression: Expr) -> None:
        """Check an expression and everything below it."""
        for current in preorder(expression):
            if id(current) not in self._valid:
                self._one(current)
                self._valid.add(id(current))
        self._kept.append(expression)  # keeps the identities in _valid from being reused

    def _one(self, current: Expr) -> None:
        match current:
            case Apply(operator, operands, kind):
                found = result_type(operator, operands, kind)
                if not compatible(kind, found):
                    raise TypeProblem(f"operator {operator.value!r} gives {found} here, not {kind}")
            case Variable(name, kind, is_global):
                self._variable(name, kind, is_global)
            case Const(value, kind):
                self._constant(value, kind)
            case Deref((pointer,), kind):
                self._wanted(pointer, isinstance(pointer.type, PointerType), "a pointer")
                self.type_exists(kind)
            case Bits((pointer,), IntegerType() as unit, offset, width, (IntegerType() | BoolType()) as kind):
                bit_field(pointer, unit, offset, width, kind)
            case Field((reference,), class_name, name, kind):
                self._wanted(reference, is_reference(reference.type), "a reference")
                self._known(class_name, self._program.classes, "class")
                if self._fields[class_name].get(name) != kind:
                    raise TypeProblem(f"class {class_name!r} declares no field {name!r} of type {kind}")
            case Element((array, index), kind):
                self._wanted(index, is_integer(index.type), "an integer")
                if not (isinstance(array.type, ArrayReferenceType) and array.type.element == kind):
                    raise TypeProblem(f"an element of type {kind} of something of type {array.type}")
            case AddressOf(variable, _):
                self._variable(variable.name, variable.type, variable.is_global)
                if not self._declaration(variable).addressable:
                    raise TypeProblem(f"variable {variable.name!r} is not addressable")
            case CodeAddress(function, _):
                self._known(function, self._program.functions, "function")
            case TypeTest((reference,), tested, _):
                self._wanted(reference, is_reference(reference.type), "a reference")
                self.type_exists(tested)
            case _:
                raise TypeProblem("wrong number of operands")

    def _declaration(self, variable: Variable) -> VariableDeclaration:
        return (self._globals if variable.is_global else self._locals)[variable.name]

    def _variable(self, name: str, kind: Type, is_global: bool) -> None:
        declaration = (self._globals if is_global else self._locals).get(name)
        if declaration is None:
            raise TypeProblem(f"{'global' if is_global else 'local'} variable {name!r} is not declared")
        if declaration.type != kind:
            raise TypeProblem(f"variable {name!r} has type {declaration.type}, used as {kind}")

    def _constant(self, value: float, kind: Type) -> None:
        if not fits(value, kind):
            raise TypeProblem(f"{value} is no value of type {kind}")
        self.type_exists(kind)
        if isinstance(kind, TokenType) and value >= len(self._program.token_sets[kind.name].tokens):
            raise TypeProblem(f"token set {kind.name!r} has no token number {value}")

    @staticmethod
    def _wanted(expression: Expr, fits_type: bool, wanted: str) -> None:
        if not fits_type:
            raise TypeProblem(f"{wanted} is needed here, not a value of type {expression.type}")

    def _condition(self, expression: Expr) -> None:
        self.expression(expression)
        self._wanted(expression, isinstance(expression.type, BoolType), "a condition of type bool")

    def _place(self, place: Place | None, kind: Type) -> None:
        if place is None:
            return
        self.expression(place)
        if not compatible(place.type, kind):
            raise TypeProblem(f"a value of type {kind} is written to a place of type {place.type}")

    def constant(self, expression: Expr) -> None:
        """Check that an initial value is built from literals and addresses only."""
        self.expression(expression)
        if any(isinstance(part, Deref | Bits | Field | Element | Variable) for part in preorder(expression)):
            raise TypeProblem("an initial value may not read variables or memory")

    # --- domains and relations ---------------------------------------------------------------------------

    def domain(self, domain: Domain, kind: Type) -> None:
        """Check a domain whose values have type *kind*."""
        match domain:
            case TypeDomain(declared):
                if declared != kind:
                    raise TypeProblem(f"values of type {declared} are chosen for a place of type {kind}")
                if not isinstance(kind, BoolType | IntegerType | MathType | FloatType | TokenType):
                    raise TypeProblem(f"the values of type {kind} cannot be enumerated; name the possible ones")
            case RangeDomain(low, high):
                for bound in (low, high):
                    self.expression(bound)
                    if bound.type != kind or not is_integer(kind):
                        raise TypeProblem(f"a range of {bound.type} is chosen from for a place of type {kind}")
            case GuardedDomain(cases):
                if not cases:
                    raise TypeProblem("a choice needs at least one value")
                for guard, value in cases:
                    if guard is not None:
                        self._condition(guard)
                    self.expression(value)
                    if not compatible(kind, value.type):
                        raise TypeProblem(f"a value of type {value.type} is chosen for a place of type {kind}")
            case RelationDomain():
                self._relation_domain(domain, kind)

    def _relation_domain(self, domain: RelationDomain, kind: Type) -> None:
        pending: list[tuple[Expr | Domain, Type]] = [(domain, kind)]
        while pending:
            current, wanted = pending.pop()
            if not isinstance(current, RelationDomain):
                if isinstance(current, TypeDomain | RangeDomain | GuardedDomain):
                    self.domain(current, wanted)
                else:
                    self.expression(current)
                    self._wanted(current, current.type == wanted, str(wanted))
                continue
            self._known(current.relation, self._program.relations, "relation")
            relation = self._program.relations[current.relation]
            if relation.result != wanted:
                raise TypeProblem(f"relation {relation.name!r} gives {relation.result}, not {wanted}")
            if len(relation.parameters) != len(current.arguments):
                raise TypeProblem(f"relation {relation.name!r} takes {len(relation.parameters)} arguments")
            pending.extend(zip(current.arguments, relation.parameters, strict=True))

    def relation_problems(self, relation: Relation) -> list[str]:
        """Say what is wrong with a relation's table."""
        sizes = []
        for kind in (*relation.parameters, relation.result):
            match kind:
                case BoolType():
                    sizes.append(2)
                case TokenType(name) if name in self._program.token_sets:
                    sizes.append(len(self._program.token_sets[name].tokens))
                case _:
                    return [f"parameters and result are Booleans or declared tokens, not {kind}"]
        rows = dict(relation.rows)
        if len(rows) < len(relation.rows):
            return ["two rows for the same arguments"]
        problems = [
            f"no row for the arguments {arguments}"
            for arguments in product(*map(range, sizes[:-1]))
            if arguments not in rows
        ]
        for arguments, results in relation.rows:
            values = zip((*arguments, *results), (*sizes[:-1], *[sizes[-1]] * len(results)), strict=False)
            if any(not 0 <= value < size for value, size in values):
                problems.append(f"the row for {arguments} has arguments or results that do not exist")
        return problems

    # --- operations --------------------------------------------------------------------------------------

    def operation(self, operation: Operation) -> None:
        """Check an operation of the current function."""
        match operation:
            case Skip() | BeginAtomic() | EndAtomic():
                pass
            case Assign(place, value):
                self.expression(value)
                self._place(place, value.type)
            case Assume(condition) | Restrict(condition) | Check(_, condition, _):
                self._condition(condition)
            case Case(selector, _, _):
                self.expression(selector)
                self._wanted(selector, is_integer(selector.type) or isinstance(selector.type, TokenType), "an integer")
            case Choose(place, domain, _):
                self._place(place, place.type)
                self.domain(domain, place.type)
            case ChooseInstance(place, class_name, _, _):
                self._known(class_name, self._program.classes, "class")
                self._place(place, ReferenceType(class_name))
            case Call(callee, arguments, result):
                self._call(callee, arguments, result)
            case Catch(place):
                if place is not None:
                    self._place(place, place.type)
                    self._wanted(place, is_reference(place.type), "a place for a reference to the exception")
            case Return(value):
                self._return(value)
            case Throw(value):
                self.expression(value)
                self._wanted(value, is_reference(value.type), "a reference to an exception")
            case Allocate():
                self._allocate(operation)
            case Release(pointer):
                self.expression(pointer)
                self._wanted(pointer, isinstance(pointer.type, PointerType), "a pointer")
            case BeginLifetime(variable) | EndLifetime(variable):
                self.expression(variable)
                if variable.is_global or not self._declaration(variable).addressable:
                    raise TypeProblem(f"only an addressable local variable has a lifetime, not {variable.name!r}")
            case Copy(target, source, size):
                for pointer in (target, source):
                    self.expression(pointer)
                    self._wanted(pointer, isinstance(pointer.type, PointerType), "a pointer")
                self._integer(size)
            case Fill(target, value, size):
                self.expression(target)
                self._wanted(target, isinstance(target.type, PointerType), "a pointer")
                self._integer(value)
                self._integer(size)
            case Lock(lock, _, _) | Unlock(lock, _) | Notify(lock, _):
                self._lockable(lock)
            case Wait(lock, condition, timed, result):
                for key in (lock, condition):
                    if key is not None:
                        self._lockable(key)
                if condition is None and not timed:
                    raise TypeProblem("a wait without a wait set must be timed: nobody could end it")
                self._reason_place(result)
            case Start(callee, arguments, handle, daemon, _):
                self._call(callee, arguments, None)
                self._place(handle, ThreadType())
                if daemon is not None:
                    self._condition(daemon)
            case Join(thread, _, result):
                self._thread(thread)
                self._reason_place(result)
            case Interrupt(thread, _):
                self._thread(thread)
            case Stop(status):
                if status is not None:
                    self._integer(status)

    def _integer(self, expression: Expr) -> None:
        self.expression(expression)
        self._wanted(expression, is_integer(expression.type), "an integer")

    def _lockable(self, expression: Expr) -> None:
        self.expression(expression)
        self._wanted(expression, is_lockable(expression.type), "a reference, pointer or lock")

    def _thread(self, expression: Expr) -> None:
        self.expression(expression)
        self._wanted(expression, isinstance(expression.type, ThreadType), "a thread")

    def _reason_place(self, place: Place | None) -> None:
        if place is not None:
            self.expression(place)
            self._wanted(place, is_integer(place.type), "an integer place")

    def _return(self, value: Expr | None) -> None:
        declared = self._function.result if self._function else None
        if value is not None:
            self.expression(value)
        if (value is None) != (declared is None):
            raise TypeProblem(
                f"returns {'nothing' if value is None else value.type}, declared is {declared or 'nothing'}"
            )
        if value is not None and declared is not None and not compatible(declared, value.type):
            raise TypeProblem(f"returns a value of type {value.type}, declared is {declared}")

    def _allocate(self, operation: Allocate) -> None:
        match operation.what:
            case NewObject(class_name):
                self._known(class_name, self._program.classes, "class")
                declaration = self._program.classes[class_name]
                if declaration.abstract or declaration.interface:
                    raise TypeProblem(f"class {class_name!r} is abstract and has no instances")
                self._place(operation.place, ReferenceType(class_name))
            case NewArray(element, length):
                self.type_exists(element)
                self._integer(length)
                self._place(operation.place, ArrayReferenceType(element))
            case NewMemory(size, _, _):
                self._integer(size)
                self._place(operation.place, PointerType(None))

    def _call(self, callee: Callee, arguments: tuple[Expr, ...], result: Place | None) -> None:
        for argument in arguments:
            self.expression(argument)
        match callee:
            case StaticCallee(name):
                self._known(name, self._program.functions, "function")
                self._signature(self._program.functions[name], arguments, result)
            case VirtualCallee(class_name, signature):
                self._known(class_name, self._program.classes, "class")
                if not arguments or not is_reference(arguments[0].type):
                    raise TypeProblem("a virtual call needs its receiver as the first argument")
                targets = self._program.lookup_method(class_name, signature)
                if targets is not None:
                    self._signature(self._program.functions[targets], arguments, result)
            case PointerCallee(pointer, possible):
                self.expression(pointer)
                self._wanted(pointer, isinstance(pointer.type, PointerType), "a pointer to a function")
                for name in possible or ():
                    self._known(name, self._program.functions, "function")
        if result is not None:
            self._place(result, result.type)

    def _signature(self, function: Function, arguments: tuple[Expr, ...], result: Place | None) -> None:
        if len(arguments) != len(function.parameters):
            raise TypeProblem(f"{function.name!r} takes {len(function.parameters)} arguments, not {len(arguments)}")
        for parameter, argument in zip(function.parameters, arguments, strict=True):
            if not compatible(parameter.type, argument.type):
                raise TypeProblem(
                    f"argument {parameter.name!r} of {function.name!r} has type {parameter.type}, not {argument.type}"
                )
        if result is not None:
            if function.result is None:
                raise TypeProblem(f"{function.name!r} returns nothing")
            self._place(result, function.result)
