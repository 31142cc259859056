"""Where larger blocks end: at what evidence is about, and at what a branching property sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from vexil.abstraction.blocks import Blocks
from vexil.analysis.weak_order import Order
from vexil.core.errors import UsageError
from vexil.ir.operations import Choose, ChooseInstance
from vexil.ir.program import Program
from vexil.logic.space import Untranslatable
from vexil.logic.terms import Term
from vexil.model.frames import Frames
from vexil.pipeline.predicates.options import BlockSize
from vexil.refinement.from_paths import atoms
from vexil.spec.atoms import At, Call
from vexil.spec.ctl import has_next
from vexil.spec.formulas import atoms_of
from vexil.spec.names import find_locations
from vexil.spec.property import Kind, Property
from vexil.transform.inlining import Inlining

Borders = dict[str, frozenset[int]]
HINT = "leave --blocks out: a step is an edge then"


def loop_heads(program: Program) -> Borders:
    """The heads of loops, where proofs have invariants."""
    return {name: Order(body).heads for name, body in program.functions.items()}


def borders_of(program: Program, size: BlockSize, needed: Callable[[], Borders]) -> Borders | None:
    """Where the blocks end that are abstracted as one step, if not earlier where *needed*; nothing for edges."""
    if size == BlockSize.STATEMENT:
        return None
    return basic_blocks(program, needed()) if size == BlockSize.BASIC else needed()


def basic_blocks(program: Program, heads: Borders) -> Borders:
    """Where basic blocks begin and end besides the heads of loops: at branches, behind them, and where ways meet."""
    borders: Borders = {}
    for name, body in program.functions.items():
        ways = Counter(edge.target for edge in body.edges)
        places = {place for place, count in ways.items() if count > 1}
        for place, outgoing in enumerate(body.outgoing):
            if len(outgoing) > 1:
                places.add(place)
                places.update(body.edges[number].target for number in outgoing)
        borders[name] = heads.get(name, frozenset()) | places
    return borders


def branching_borders(inlining: Inlining, prop: Property) -> Borders:
    """The locations of a program without calls that a branching property tells apart, and the heads of loops.

    What the environment decides is one step, so that alternatives part where they do in the program. Raises
    `UsageError` for a property that sees more than borders.
    """
    if prop.kind is Kind.MU:
        raise UsageError("--blocks is for properties without next, and the mu-calculus counts steps", hint=HINT)
    formula = prop.branching_formula()
    if has_next(formula):
        raise UsageError(f"--blocks is for properties without next, and {prop.text} has one", hint=HINT)
    borders: set[int] = set()
    for atom in atoms_of(formula):
        match atom:
            case At(location, None):
                borders.update(inlining.locations(find_locations(inlining.original, location)))
            case Call(function) if function in inlining.original.functions:
                borders.update(inlining.locations([(function, inlining.original.functions[function].entry)]))
            case _:
                raise UsageError(
                    f"--blocks is for properties that see only locations, and {atom} may change inside a block",
                    hint=HINT,
                )
    body = inlining.entry
    for edge in body.edges:
        if isinstance(edge.operation, Choose | ChooseInstance):
            borders.update((edge.source, edge.target))
    return {body.name: Order(body).heads | borders}


def inside(frames: Frames, blocks: Blocks, function: str, terms: Iterable[Term]) -> tuple[Term, ...]:
    """Conditions at borders moved to the locations inside blocks, with the conditions of the branches there."""
    space = frames.space
    first = tuple(terms)
    terms_inside: dict[Term, None] = {}
    for border in sorted(blocks.borders(function)):
        for path in blocks.paths(function, border):
            current = dict.fromkeys(first)
            for number in reversed(path.edges[1:]):
                try:
                    step = frames.step(function, number)
                except Untranslatable:
                    break
                after = {space.symbol(space.variables[name]): value for name, value in step.after.items()}
                moved = [space.terms.substitute(term, after) for term in current] if after else list(current)
                current = {atom: None for term in (*moved, step.guard) for atom in atoms(space.terms, term)}
                terms_inside.update(current)
    return tuple(term for term in terms_inside if term not in first)
