"""Names in properties: what a program has under a name, and what to propose where it has nothing.

Names are the program's own or the labels that the user knows a variable by. Where several variables have a name, it
means none of them: ``x$1`` is the first, and the others have names of their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches

from vexil.core.errors import UsageError
from vexil.core.wording import did_you_mean
from vexil.ir.expressions import AddressOf, Expr, Variable, preorder
from vexil.ir.program import Program, VariableDeclaration
from vexil.ir.types import ReferenceType

FIRST = "$1"
_SHOWN = 4
_LISTED = 12


class SeveralMeanings(Exception):  # noqa: N818 - becomes an error about the property
    """A name means several variables; the hint says how each is called."""

    def __init__(self, name: str, hint: str) -> None:
        super().__init__(f"{name!r} names several variables")
        self.hint = hint


@dataclass(frozen=True, slots=True)
class LocalName:
    """A variable of a function."""

    function: str
    name: str


class Names:
    """The variables of one program by the names that properties use."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def variable(self, name: str) -> Variable | LocalName | None:
        """The variable that a name means, or nothing; raises `SeveralMeanings`."""
        program = self._program
        declaration = self._named(list(program.globals), name, "")
        if declaration is None and program.source.has_classes and "." in name:
            declaration = self._of_class(name)
        if declaration is not None:
            return Variable(declaration.name, declaration.type, True)
        owner, separator, local = name.rpartition("::")
        owners = _functions(program, owner) if separator else []
        inside = [
            LocalName(function, variable.name)
            for function in owners
            if (variable := self._named(self._of_function(function), local, f"{function}::")) is not None
        ]
        if len(inside) > 1:
            raise SeveralMeanings(name, f"write {' or '.join(f'{item.function}::{item.name}' for item in inside)}")
        return inside[0] if inside else None

    def has(self, name: str) -> bool:
        """Say whether a variable has the name, alone or with others."""
        try:
            return self.variable(name) is not None
        except SeveralMeanings:
            return True

    def has_beginning(self, name: str) -> bool:
        """Say whether a name with dots begins with that of a variable."""
        while name:
            if self.has(name):
                return True
            name = name.rpartition(".")[0]
        return False

    def is_per_thread(self, expression: Expr) -> bool:
        """Say whether an expression is about a global of which every thread has its own."""
        declarations = self._program.global_variables
        for part in preorder(expression):
            variable = part.variable if isinstance(part, AddressOf) else part
            if isinstance(variable, Variable) and variable.is_global and declarations[variable.name].per_thread:
                return True
        return False

    def is_enumerator(self, expression: Expr) -> bool:
        """Say whether an expression is an enumerator of Java, which is null until its class is initialised."""
        if not isinstance(expression, Variable) or not expression.is_global:
            return False
        owner = self._program.classes.get(expression.name.rpartition(".")[0])
        if owner is None or owner.superclass != self._program.source.runtime.enumeration:
            return False
        return expression.type == ReferenceType(owner.name)

    def proposal(self, name: str) -> str:
        """What the user may have meant by a name that the program does not have."""
        program = self._program
        visible = [variable.name for variable in program.globals if not variable.hidden]
        last = name.rpartition("::")[2]
        homes = [
            f"{function.name}::{variable.name}"
            for function in program.functions.values()
            for variable in function.variables.values()
            if last in (variable.name, *variable.labels)
        ]
        members = [member for member in visible if member.endswith(f".{name}")]
        if members:
            return f"did you mean {' or '.join(members[:_SHOWN])}?"
        if homes:
            return f"write {' or '.join(homes[:_SHOWN])} for a variable of a function"
        owner, separator, _ = name.rpartition("::")
        names = [*visible, *program.constants]
        if separator:
            names += [f"{owner}::{item.name}" for f in _functions(program, owner) for item in self._of_function(f)]
        close = get_close_matches(name, names, _SHOWN)
        if close:
            return f"did you mean {' or '.join(close)}?"
        return "the program has: " + (", ".join(visible[:_LISTED]) or "no global variables")

    # --- variables ---------------------------------------------------------------------------------------

    def _of_function(self, name: str) -> list[VariableDeclaration]:
        return [item for item in self._program.functions[name].variables.values() if not item.hidden or item.labels]

    def _named(self, variables: list[VariableDeclaration], name: str, prefix: str) -> VariableDeclaration | None:
        exact = [item for item in variables if item.name == name]
        labelled = [item for item in variables if name in item.labels and item.name != name]
        if exact:
            labelled = [item for item in labelled if "::" not in item.name]
        if len(exact) + len(labelled) > 1:
            ways = [(f"{prefix}{item.name}{FIRST}", item) for item in exact]
            ways += [(f"{prefix}{item.name}", item) for item in labelled]
            listed = " or ".join(f"{way}{self._place(prefix + item.name)}" for way, item in ways[:_SHOWN])
            raise SeveralMeanings(f"{prefix}{name}", f"write {listed}")
        if exact or labelled:
            return (exact or labelled)[0]
        if name.endswith(FIRST):
            plain = name.removesuffix(FIRST)
            return next((item for item in variables if item.name == plain), None)
        return None

    def _of_class(self, name: str) -> VariableDeclaration | None:
        """A static field whose class is named without its package, or with dots between nested classes."""
        matches = [item for item in self._program.globals if f".{item.name.replace('$', '.')}".endswith(f".{name}")]
        if len(matches) > 1:
            raise SeveralMeanings(name, f"write {' or '.join(item.name for item in matches[:_SHOWN])}")
        return matches[0] if matches else None

    def _place(self, name: str) -> str:
        span = self._program.source_map.declarations.get(name)
        if span is None or span.file >= len(self._program.files):
            return ""
        file, line, _ = self._program.files[span.file].position(span.start)
        return f" ({file}:{line})"


def _functions(program: Program, name: str) -> list[str]:
    try:
        return find_functions(program, name)
    except UsageError:
        return []


def find_functions(program: Program, name: str) -> list[str]:
    """The functions that a name means: the one called so, or for Java every method ``Class.method`` whatever it takes.

    The package of the class may be left out. Raises `UsageError` if there is none.
    """
    if name in program.functions:
        return [name]
    matches = [item for item in program.functions if _means(item, name)] if program.source.has_classes else []
    if not matches:
        close = [function for function in program.functions if name.rpartition(".")[2] in function]
        offered = close or sorted(program.functions)
        there_are = f"the program has: {', '.join(offered[:12])}"
        raise UsageError(f"unknown function {name!r}", hint=did_you_mean(name, offered, there_are))
    return matches


def _means(function: str, name: str) -> bool:
    plain = function.partition("(")[0]
    stem = name.partition("(")[0]
    same = plain == stem or plain.endswith("." + stem) or plain.replace("$", ".").endswith("." + stem)
    return same and ("(" not in name or function.endswith(name[name.index("(") :]))


def find_locations(program: Program, name: str) -> list[tuple[str, int]]:
    """All locations called *name* (or labelled so), also as ``function:name``; raises `UsageError` if none."""
    owner, separator, plain = name.rpartition("::")
    owners = set(find_functions(program, owner)) if separator else set()
    matches = [
        (function.name, number)
        for function in program.functions.values()
        if not separator or function.name in owners
        for number, location in enumerate(function.locations)
        if (plain if separator else name) == location.name or (plain if separator else name) in location.labels
    ]
    if not matches:
        entry = program.functions[program.entry]
        names = [label for location in entry.locations for label in (*location.labels, location.name)]
        there_are = "the program has: " + ", ".join(dict.fromkeys(names[:16]))
        raise UsageError(f"unknown location {name!r}", hint=did_you_mean(name, names, there_are))
    return matches
