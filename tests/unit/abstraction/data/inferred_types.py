"""Inference on small programs, for tests: in FCL, in the intermediate form, in Java and in C."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from vexil.abstraction.data.inference import Inference, Lattice, TypeConflict, find_slots
from vexil.abstraction.data.inference.printing import PaperForm
from vexil.core.source import SourceFile
from vexil.frontends.fcl import FclOptions, load
from vexil.ir.expressions import Apply
from vexil.ir.operations import BeginLifetime, EndLifetime
from vexil.ir.program import Program
from vexil.ir.sourcemap import occurrences_of
from vexil.ir.text import load as load_text
from vexil.ir.types import is_numeric
from vexil.model.tokens.abstract_type import TESTS
from vexil.model.tokens.typing import CONCRETE, AbstractTyping, Slot


def infer(
    program: Program,
    selections: Mapping[Slot, str],
    lattice: Lattice,
    default: str = CONCRETE,
    indices: Mapping[Slot, str] | None = None,
    *,
    infer_indices: bool = False,
) -> AbstractTyping:
    """Find the abstraction of everything from a few selections; raises `TypeConflict` when they do not fit."""
    inference = Inference(program, lattice, default, indices, infer_indices=infer_indices)
    inference.select_all(selections)
    return inference.typing()


def infer_by_priority(
    inference: Inference, selections: Iterable[tuple[Slot, str]]
) -> tuple[tuple[Slot, TypeConflict], ...]:
    """Add selections in the order of their importance; those that conflict with earlier ones are left out and given."""
    left_out = []
    for slot, name in selections:
        try:
            inference.select(slot, name)
        except TypeConflict as conflict:
            left_out.append((slot, conflict))
    return tuple(left_out)


def find_slot(program: Program, name: str) -> Slot:
    """The one slot that a user means: as in properties, the first of several variables with one name."""
    return find_slots(program, name)[0]


EXAMPLES = Path(__file__).resolve().parents[4] / "examples"
LATTICE = Lattice(["EvenOdd", "Signs"])


def fcl(text: str) -> Program:
    """A program in FCL."""
    return load([SourceFile("given.fcl", text.encode())], FclOptions())


def statements(*lines: str, parameters: str = "") -> Program:
    """A program of one block in FCL."""
    return fcl(f"({parameters})\n(start)\nstart:\n" + "\n".join(f"  {line};" for line in lines) + "\n  return;\n")


def vir(text: str) -> Program:
    """A program in the intermediate form."""
    return load_text(SourceFile("given.vir", ("vir 1\n" + text).encode()))


def power() -> Program:
    """The program of Hatcliff et al. 2002, Fig. 6."""
    return load([SourceFile("power.fcl", (EXAMPLES / "power.fcl").read_bytes())], FclOptions())


def by_name(inference: Inference, *, final: bool = True) -> dict[str, str]:
    """The types of all entries, final or in the least solution, by their names in the paper."""
    paper = PaperForm(inference.system)
    kind = inference.type if final else inference.value
    return {paper.entry(number): kind(entry) for number, entry in enumerate(inference.system.entries)}


def slots(inference: Inference) -> dict[str, str]:
    """The types of the slots that are not concrete."""
    return {str(slot): name for slot, name in inference.typing().slots.items() if name != "Int"}


def untyped(inference: Inference) -> list[str]:
    """Occurrences of numbers and of comparisons of numbers in the user's functions that have no type."""
    program, labels = inference.declarations.program, inference.typing().labels
    return [
        f"{name}#{number}: {position}"
        for name in sorted(inference.declarations.users_functions)
        for number, edge in enumerate(program.functions[name].edges)
        if not isinstance(edge.operation, BeginLifetime | EndLifetime)
        for position, node in occurrences_of(edge.operation)
        if (is_numeric(node.type) or (isinstance(node, Apply) and node.operator in TESTS and _of_numbers(node)))
        and (name, number, position) not in labels
    ]


def _of_numbers(node: Apply) -> bool:
    return is_numeric(node.operands[0].type)
