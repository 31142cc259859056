"""That everything a formula sees of the program is seen of the slice: places, and what its expressions read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from vexil.certify.slices.storage import Storage
from vexil.ir.program import Function, Program
from vexil.model.goal import from_main
from vexil.model.slice import ProgramSlice
from vexil.spec.atoms import At, Atom, Call, Count, Denied, Holds, Return
from vexil.spec.formulas import atoms_of
from vexil.spec.ltl import is_next_free
from vexil.spec.names import find_functions, find_locations
from vexil.spec.property import Kind, Property
from vexil.spec.resolve import Resolver


def visible_problem(
    part: ProgramSlice,
    prop: Property,
    storage: Storage,
    running: Iterable[Function],
    reached: Callable[[Function], list[int]],
) -> Iterator[str]:
    """Why a formula may see something else; what it reads is read by the slice from here on."""
    if prop.kind not in (Kind.LTL, Kind.PATTERN):
        return
    formula = from_main(prop.linear_formula(), part.original)
    if not is_next_free(formula):
        yield "the formula counts steps"
    names = {function.name for function in running}
    for atom in atoms_of(formula):
        match atom:
            case Return() | At(_, str()):
                yield f"{atom} is about threads or returns"
            case Holds(_, tree) | Denied(Holds(_, tree)):
                resolved = Resolver(part.original, prop.file).condition(tree)
                if resolved.function is not None or resolved.per_thread:
                    yield f"{atom} is about variables of a function or of a thread"
                storage.read(part.original.entry, resolved.expression)
            case _:
                for name, place in _places(part.original, atom):
                    if name in names:
                        yield from _place(part, part.original.functions[name], place, reached)
                found = [(name, place) for name, place in _places(part.original, atom) if name in names]
                mine = [(name, part.images.get(name, ())[place]) for name, place in found if name in part.images]
                if not set(_places(part.program, atom)) >= set(mine) or set(_places(part.program, atom)) - set(mine):
                    yield f"{atom} is about other places"


def visible_functions(program: Program, prop: Property) -> frozenset[str]:
    """The functions with places that a formula sees."""
    if prop.kind not in (Kind.LTL, Kind.PATTERN):
        return frozenset()
    atoms = atoms_of(from_main(prop.linear_formula(), program))
    return frozenset(name for atom in atoms for name, _ in _places(program, atom))


def _places(program: Program, atom: Atom) -> list[tuple[str, int]]:
    match atom:
        case At(location, _) | Count(location, _, _):
            return list(find_locations(program, location))
        case Call(function):
            return [(name, program.functions[name].entry) for name in find_functions(program, function)]
        case _:
            return []


def _place(
    part: ProgramSlice, function: Function, place: int, reached: Callable[[Function], list[int]]
) -> Iterator[str]:
    """Why a thread of the slice may be at a place when none of the program is, or the other way round."""
    inside = reached(function)
    if place not in inside:
        return
    images = part.images.get(function.name)
    if images is None:
        yield f"{function.name} was removed"
        return
    if any(images[other] == images[place] and other != place for other in inside):
        yield f"{function.name}:{function.locations[place].name} is entered or left by removed steps"
