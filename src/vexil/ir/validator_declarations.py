"""The rules for what a program declares outside of its functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from vexil.ir.expressions import Expr
from vexil.ir.operation_parts import Domain, GuardedDomain, RangeDomain, RelationDomain, TypeDomain, domain_expressions
from vexil.ir.packed import PackedCells
from vexil.ir.program import ClassDeclaration, Function, Memory, Program, StructDeclaration, VariableDeclaration
from vexil.ir.types import BlockType, StructType, Type, is_aggregate, is_reference
from vexil.ir.typing import TypeProblem, compatible
from vexil.ir.validator_expressions import is_power_of_two, layout_problem
from vexil.ir.validator_operations import DomainRules

Finding = tuple[str, str]
"""Where a rule is broken, and the sentence that says so."""


def declaration_problems(program: Program, rules: DomainRules) -> Iterator[Finding]:
    """Find the broken rules of all declarations, in the order of the text form."""
    yield from _program(program)
    for name, token_set in program.token_sets.items():
        if not token_set.tokens or len(set(token_set.tokens)) < len(token_set.tokens):
            yield f"tokens {name}", "a token set has at least one token, each named once"
        yield from _registered("tokens", name, token_set.name)
    for name, struct in program.structs.items():
        yield from _registered("struct", name, struct.name)
        yield from ((f"struct {name}", message) for message in _struct(program, rules, struct))
    for name, relation in program.relations.items():
        yield from _registered("relation", name, relation.name)
        yield from ((f"relation {name}", message) for message in rules.relation_problems(relation))
    for name, declaration in program.classes.items():
        yield from _registered("class", name, declaration.name)
        yield from ((f"class {name}", message) for message in _class(program, rules, declaration))
    yield from _globals(program, rules)


def _registered(what: str, key: str, name: str) -> Iterator[Finding]:
    if key != name:
        yield f"{what} {name}", f"is registered under the name {key!r}"


def _program(program: Program) -> Iterator[Finding]:
    entry = program.functions.get(program.entry)
    if entry is None:
        yield "program", f"the entry function {program.entry!r} is not defined"
    elif entry.parameters:
        yield "program", f"the entry function {program.entry!r} takes parameters"
    layout = layout_problem(program.layout)
    if layout:
        yield "program", layout
    for caveat in program.caveats:
        if caveat.edge is not None and not _is_edge(program.functions, caveat.edge):
            yield "program", f"a caveat of {caveat.stage!r} names the edge {caveat.edge!r}, which does not exist"


def _is_edge(functions: Mapping[str, Function], identity: str) -> bool:
    function, _, number = identity.rpartition("#")
    return function in functions and number.isdecimal() and int(number) < len(functions[function].edges)


# --- structures ------------------------------------------------------------------------------------------


def _struct(program: Program, rules: DomainRules, struct: StructDeclaration) -> Iterator[str]:
    if struct.size < 0 or not is_power_of_two(struct.alignment):
        yield "a structure has a size of 0 or more and a power of two as alignment"
    for name, count in Counter(member.name for member in struct.members).items():
        if count > 1 and name:
            yield f"member {name!r} is declared more than once"
    if _contains_itself(program.structs, struct.name):
        yield "contains itself"
        return
    for member in struct.members:
        try:
            rules.memory_type(member.type)
        except TypeProblem as problem:
            yield f"member {member.name!r}: {problem}"
            continue
        bits = 8 * program.layout.size_of(member.type, program.structs)
        first = 8 * member.offset
        if (member.bit_offset is None) != (member.bit_width is None):
            yield f"member {member.name!r} must have both a bit offset and a bit width, or none of them"
            continue
        if member.bit_offset is not None and member.bit_width is not None:
            first, bits = first + member.bit_offset, member.bit_width
        if first < 0 or bits < 0 or first + bits > 8 * struct.size:
            yield f"member {member.name!r} does not lie inside the structure"


def _contains_itself(structs: Mapping[str, StructDeclaration], name: str) -> bool:
    """Say whether a structure that is not declared yet, or is part of itself, would have to be measured."""
    visited: set[str] = set()
    pending = [name]
    while pending:
        declaration = structs.get(pending.pop())
        for member in declaration.members if declaration else ():
            kind = _innermost(member.type)
            if isinstance(kind, StructType):
                if kind.name == name:
                    return True
                if kind.name not in visited:
                    visited.add(kind.name)
                    pending.append(kind.name)
    return False


def _innermost(kind: Type) -> Type:
    while isinstance(kind, BlockType):
        kind = kind.element
    return kind


# --- classes ---------------------------------------------------------------------------------------------


def _class(program: Program, rules: DomainRules, declaration: ClassDeclaration) -> Iterator[str]:
    yield from _parents(program, declaration)
    for name, count in Counter(field.name for field in declaration.fields).items():
        if count > 1:
            yield f"field {name!r} is declared more than once"
    if declaration.interface and declaration.fields:
        yield "an interface has no fields"
    for field in declaration.fields:
        try:
            rules.value_type(field.type)
        except TypeProblem as problem:
            yield f"field {field.name!r}: {problem}"
        if is_aggregate(field.type):
            yield f"field {field.name!r} has type {field.type}, which lives in memory only"
    for signature, count in Counter(signature for signature, _ in declaration.methods).items():
        if count > 1:
            yield f"method {signature!r} is declared more than once"
    for signature, name in declaration.methods:
        function = program.functions.get(name)
        if function is None:
            yield f"method {signature!r} is implemented by {name!r}, which is not defined"
        elif not function.parameters or not is_reference(function.parameters[0].type):
            yield f"method {signature!r} is implemented by {name!r}, which takes no receiver"
    if declaration.initialiser is not None:
        function = program.functions.get(declaration.initialiser)
        if function is None:
            yield f"initialiser {declaration.initialiser!r} is not defined"
        elif function.parameters:
            yield f"initialiser {declaration.initialiser!r} takes parameters"


def _parents(program: Program, declaration: ClassDeclaration) -> Iterator[str]:
    parents = [(declaration.superclass, False)] if declaration.superclass is not None else []
    parents += [(name, True) for name in declaration.interfaces]
    for name, as_interface in parents:
        parent = program.classes.get(name)
        if parent is None:
            yield f"inherits from {name!r}, which is not declared"
        elif declaration.name in program.superclasses(name):
            yield f"inherits from itself through {name!r}"
        elif parent.interface is not as_interface:
            yield f"{name!r} is {'an interface' if parent.interface else 'a class'} and cannot be inherited from here"


# --- global variables ------------------------------------------------------------------------------------


def _globals(program: Program, rules: DomainRules) -> Iterator[Finding]:
    for name, count in Counter(variable.name for variable in program.globals).items():
        if count > 1:
            yield f"global {name}", "declared more than once"
    for variable in program.globals:
        is_open = isinstance(variable.initial, TypeDomain | RangeDomain | GuardedDomain | RelationDomain)
        if variable.per_thread and is_open:
            yield f"global {variable.name}", "a variable that every thread has for itself starts with one value"
        try:
            variable_type(rules, variable)
            _initial(program, rules, variable)
        except TypeProblem as problem:
            yield f"global {variable.name}", str(problem)


def variable_type(rules: DomainRules, variable: VariableDeclaration) -> None:
    """Check that a variable may have its type."""
    rules.value_type(variable.type)
    if variable.addressable:
        rules.memory_type(variable.type)
    elif is_aggregate(variable.type):
        raise TypeProblem(f"a variable of type {variable.type} lives in memory and so must be addressable")


def _initial(program: Program, rules: DomainRules, variable: VariableDeclaration) -> None:
    initial, kind = variable.initial, variable.type
    match initial:
        case None:
            return
        case Memory(cells):
            _contents(program, rules, variable, cells)
        case TypeDomain() | RangeDomain() | GuardedDomain() | RelationDomain():
            if is_aggregate(kind):
                raise TypeProblem(f"the initial value of a variable of type {kind} cannot be chosen")
            rules.domain(initial, kind)
            _constants(rules, initial)
        case value:
            rules.constant(value)
            if not compatible(kind, value.type):
                raise TypeProblem(f"the initial value has type {value.type}, the variable {kind}")


def _constants(rules: DomainRules, domain: Domain) -> None:
    for expression in domain_expressions(domain):
        rules.constant(expression)


def _contents(
    program: Program, rules: DomainRules, variable: VariableDeclaration, cells: Sequence[tuple[int, Expr]]
) -> None:
    if not variable.addressable:
        raise TypeProblem("only an addressable variable has initial memory contents")
    layout, structs = program.layout, program.structs
    size = layout.size_of(variable.type, structs)
    if isinstance(cells, PackedCells):
        if cells.size > size:
            raise TypeProblem(f"{cells.size} bytes of initial contents lie outside of the variable's {size} bytes")
        return
    for offset, value in cells:
        rules.constant(value)
        rules.memory_type(value.type)
        if offset < 0 or offset + layout.size_of(value.type, structs) > size:
            raise TypeProblem(f"initial contents at offset {offset} lie outside of the variable's {size} bytes")
