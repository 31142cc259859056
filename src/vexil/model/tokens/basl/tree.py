"""The syntax tree of BASL, the specification language of abstractions (Hatcliff et al. 2002, section 2.1).

Nodes know their place, the bytes from start to end in the file, which is no part of what they are: what was printed and
read again is equal.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from vexil.ir.expressions import Operator
from vexil.ir.rounding import Rounding

Place = tuple[int, int]
"""The first byte and the byte after the last one."""
NOWHERE: Place = (0, 0)


@dataclass(frozen=True, slots=True)
class Literal:
    """A number as it is written: ``0x1F``, ``10L``, ``2.5f``, or ``true``."""

    text: str
    place: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Parameter:
    """The number that is abstracted."""

    place: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Unary:
    """``-x``, ``+x``, ``~x`` or ``!x``."""

    operator: str
    operand: Expression
    place: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Binary:
    """Two operands with an operator of Java between them."""

    operator: str
    left: Expression
    right: Expression
    place: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Conditional:
    """``test ? first : second``."""

    test: Expression
    first: Expression
    second: Expression
    place: Place = field(default=NOWHERE, compare=False, repr=False)


Expression = Literal | Parameter | Unary | Binary | Conditional


@dataclass(frozen=True, slots=True)
class Name:
    """A token, a truth value or another name, where it is used."""

    text: str
    place: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class AbstractionRule:
    """Numbers for which the condition holds have these tokens; without one, those no earlier rule is about."""

    condition: Expression | None
    tokens: tuple[Name, ...]
    place: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class OperatorRule:
    """A row of a table: patterns of the operands (``None`` is any token; no patterns at all fit everything).

    ``results`` are tokens or truth values; ``None`` is all of them.
    """

    patterns: tuple[Name | None, ...] | None
    results: tuple[Name, ...] | None
    place: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class OperatorBlock:
    """The table of an operator as the user wants it; rules are tried from top to bottom, the first that fits counts."""

    operator: Operator
    name: str
    rules: tuple[OperatorRule, ...]
    place: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Abstraction:
    """An abstraction of numbers; ``concrete`` is the type as written: ``int``, ``integral``, ``real`` …"""

    name: str
    concrete: Name
    tokens: tuple[Name, ...]
    parameter: str
    rules: tuple[AbstractionRule, ...]
    operators: tuple[OperatorBlock, ...] = ()
    default: Name | None = None
    one_to_one: tuple[Name, ...] | None = None
    division: Rounding | None = None
    """What is declared; without a declaration, conditions are computed as whoever asks wants it."""
    place: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Binding:
    """A field, or the index or the component of an array, and the name of its abstraction."""

    slot: Name
    abstraction: Name


@dataclass(frozen=True, slots=True)
class ClassAbstraction:
    """Abstractions of fields of a class; those that are not named are found by inference."""

    name: str
    class_name: Name
    bindings: tuple[Binding, ...]
    place: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ArrayAbstraction:
    """Abstractions of the index and of the elements of arrays; ``element`` is a type or a class."""

    name: str
    element: Name
    index: Name | None = None
    component: Name | None = None
    place: Place = field(default=NOWHERE, compare=False, repr=False)


Unit = Abstraction | ClassAbstraction | ArrayAbstraction
