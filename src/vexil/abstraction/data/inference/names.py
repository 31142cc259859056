"""The names by which users select: ``x``, ``f::x``, ``Class.field``, ``f()`` for a result, ``x[]`` for elements."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from vexil.abstraction.data.inference.declarations import Declaration, Declarations, as_concrete, depth_of
from vexil.core.errors import UsageError
from vexil.ir.program import Program
from vexil.ir.types import BoolType, Type
from vexil.model.tokens.abstract_type import Concrete
from vexil.model.tokens.typing import Slot
from vexil.spec.names import find_functions

_MOST_OFFERED = 12


def find_slots(program: Program, name: str) -> tuple[Slot, ...]:
    """The slots that a user means: one, or all variables of a function that have this name in different blocks.

    Raises `UsageError` when there is none that can be abstracted, or when several functions or classes have one.
    """
    declarations = Declarations(program)
    matches, elements = _candidates(declarations, name)
    owners = {known.rpartition("::")[0] for known in matches}
    if len(matches) > 1 and (len(owners) > 1 or not owners <= {*program.functions}):
        offered = ", ".join(sorted(matches)[:_MOST_OFFERED])
        raise UsageError(f"{name!r} names several things of the program", hint=f"write one of {offered}")
    slots = tuple(Slot(known, elements) for known in matches)
    for slot in slots:
        concrete_of(declarations, slot, name)
    return slots


def find_array(program: Program, name: str) -> Slot:
    """The slot of arrays that a user means, whose index can be abstracted: ``Buffer.data``, ``main::rows[]``."""
    declarations = Declarations(program)
    matches, elements = _candidates(declarations, name)
    declared = declarations.all.get(matches[0])
    if declared is None or depth_of(declared.type)[0] <= elements:
        raise UsageError(f"{name} is no array", hint="name a variable or field that holds arrays")
    if declared.reason:
        raise UsageError(f"{name} cannot be abstracted: {declared.reason}", hint="select another array")
    return Slot(declared.name, elements)


def name_of(declarations: Declarations, slot: Slot) -> str:
    """The shortest name by which a user can select a slot: ``Event.count``, ``Task.run::i``."""
    program = declarations.program
    owner, separator, local = slot.name.rpartition("::")
    candidates: list[str] = []
    if owner in program.functions:
        plain, _, _ = owner.partition("(")
        words = (*program.functions[owner].variables[local].labels, local)
        candidates = [f"{name}::{word}" for name in (_simple(plain, 2), plain, owner) for word in words]
    elif separator:
        candidates = [f"{_simple(owner, 1)}.{local}", f"{owner}.{local}"]
    elif slot.name.endswith("()"):
        plain, _, _ = slot.name[:-2].partition("(")
        candidates = [f"{_simple(plain, 2)}()", f"{plain}()"]
    elif "." in slot.name:
        candidates = [_simple(slot.name, 2)]
    for text in candidates:
        if [*dict.fromkeys(_matching(declarations, text))] == [slot.name]:
            return text + "[]" * slot.elements
    return str(slot)


def _simple(name: str, parts: int) -> str:
    """The last parts of a name: without its package."""
    return ".".join(name.replace("$", ".").split(".")[-parts:])


def concrete_of(declarations: Declarations, slot: Slot, name: str = "") -> Concrete:
    """The type of the numbers in a slot; raises `UsageError` when it holds none that can be abstracted."""
    shown = name or str(slot)
    declared = declarations.all.get(slot.name)
    kind: Type | None = declared.type if declared is not None else _type_of(declarations.program, slot.name)
    if kind is None:
        raise UsageError(f"the program has no {shown!r}", hint="name a variable, a field or a result")
    depth, inside = depth_of(kind)
    concrete = as_concrete(inside)
    if isinstance(kind, BoolType):
        raise UsageError(f"{shown} is a Boolean, and these are never abstracted", hint="select a variable of numbers")
    if concrete is None or declared is None:
        raise UsageError(f"{shown} holds no number: its type is {kind}", hint="select a variable of numbers")
    if depth != slot.elements:
        plain = shown.replace("[]", "").rstrip()
        if depth:
            raise UsageError(f"{shown} is an array", hint=f"write {plain}{'[]' * depth} for its elements")
        raise UsageError(f"{plain} is no array", hint=f"write {plain}")
    if declared.reason:
        raise UsageError(f"{shown} cannot be abstracted: {declared.reason}", hint="select another variable")
    return concrete


def _candidates(declarations: Declarations, name: str) -> tuple[list[str], int]:
    """The names of slots that a name may mean, at least one, and how many pairs of brackets follow it."""
    plain = name.strip()
    elements = 0
    while plain.endswith("[]"):
        plain, elements = plain[:-2].rstrip(), elements + 1
    matches = [*dict.fromkeys(_matching(declarations, plain))]
    if not matches:
        raise _unknown(declarations, name, plain)
    return matches, elements


def _matching(declarations: Declarations, name: str) -> Iterable[str]:
    """The slots that a name without brackets may mean."""
    program = declarations.program
    exact = _exact(program, name)
    if exact:
        return exact
    if name.endswith("()"):
        return [f"{function}()" for function in _functions(program, name[:-2])]
    owner, separator, local = name.rpartition("::")
    if separator:
        declared = program.classes.get(owner)
        if declared is not None and any(field.name == local for field in declared.fields):
            return [name]
        return _of_functions(declarations, owner, local)
    return _static_or_field(declarations, name)


def _exact(program: Program, name: str) -> list[str]:
    if name in program.global_variables:
        return [name]
    return [variable.name for variable in program.globals if name in variable.labels]


def _functions(program: Program, name: str) -> list[str]:
    try:
        return find_functions(program, name)
    except UsageError:
        return []


def _of_functions(declarations: Declarations, owner: str, local: str) -> list[str]:
    """Variables of functions, by their names or the names that users know them by."""
    program = declarations.program
    functions = [program.functions[name] for name in _functions(program, owner)]
    mine = [function for function in functions if function.name in declarations.users_functions] or functions
    matches = [
        f"{function.name}::{variable.name}"
        for function in mine
        for variable in function.variables.values()
        if local == variable.name or local in variable.labels
    ]
    return sorted(matches, key=lambda name: not name.endswith(f"::{local}"))


def _static_or_field(declarations: Declarations, name: str) -> list[str]:
    """Fields ``Class.field``, static or not; the package of the class may be left out."""
    program = declarations.program
    owner, dot, field = name.rpartition(".")
    if not dot:
        return []
    static = [variable.name for variable in program.globals if _names_class(variable.name, name)]
    matching = [known for known in program.classes if _names_class(known, owner)]
    mine = [known for known in matching if known in declarations.users_classes] or matching
    owners = [owner] if owner in mine else mine
    fields = [f"{declaring}::{field}" for known in owners for declaring in _declaring(program, known, field)]
    return [*static, *dict.fromkeys(fields)]


def _declaring(program: Program, owner: str, field: str) -> list[str]:
    """The nearest class that declares a field."""
    for ancestor in program.superclasses(owner):
        if any(declaration.name == field for declaration in program.classes[ancestor].fields):
            return [ancestor]
    return []


def _names_class(known: str, wanted: str) -> bool:
    plain = known.replace("$", ".")
    return wanted in (known, plain) or known.endswith(f".{wanted}") or plain.endswith(f".{wanted}")


def _type_of(program: Program, name: str) -> Type | None:
    """The type of something that holds no numbers."""
    if name in program.global_variables:
        return program.global_variables[name].type
    owner, _, local = name.rpartition("::")
    if owner in program.functions and local in program.functions[owner].variables:
        return program.functions[owner].variables[local].type
    if owner in program.classes:
        return next((field.type for field in program.classes[owner].fields if field.name == local), None)
    return program.functions[name[:-2]].result if name[:-2] in program.functions else None


def _unknown(declarations: Declarations, name: str, plain: str) -> UsageError:
    offered = {_written(declarations, declared): declared for declared in declarations.all.values() if declared.visible}
    last = plain.replace("::", ".").rpartition(".")[2]
    same = [text for text in offered if text.replace("::", ".").rpartition(".")[2].rstrip("[]") == last]
    close = same or get_close_matches(name, offered, 3)
    if close:
        hint = f"did you mean {' or '.join(close[:4])}?"
    else:
        hint = "the program has: " + (", ".join([*offered][:_MOST_OFFERED]) or "nothing that holds numbers")
    return UsageError(f"the program has no variable called {name!r}", hint=hint)


def _written(declarations: Declarations, declared: Declaration) -> str:
    """A declaration as it can be written in a selection."""
    owner, separator, local = declared.name.rpartition("::")
    name = declared.name
    if separator and owner in declarations.program.classes:
        name = f"{owner}.{local}"
    elif separator:
        name = f"{owner.partition('(')[0]}::{local}"
    elif name.endswith("()"):
        name = f"{name[:-2].partition('(')[0]}()"
    return name + "[]" * depth_of(declared.type)[0]
