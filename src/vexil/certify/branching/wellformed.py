"""Whether evidence for a branching property has the form that can be checked, and what stands in its way."""

from __future__ import annotations

from dataclasses import replace

from vexil.core.caveats import Effect
from vexil.ir.operation_parts import Origin
from vexil.ir.operations import Choose, ChooseInstance, Operation, Restrict
from vexil.ir.sharing import Sharing
from vexil.ir.typing import TypeProblem
from vexil.ir.validator_expressions import ExpressionRules
from vexil.model.evidence import Claim, ClaimedPart, Tree
from vexil.spec.formulas import Box, Diamond, Greatest, Least, Mu, Variable
from vexil.spec.mu import reached_by
from vexil.spec.nodes import operands_of, postorder
from vexil.transform.inlining import Inlining


def closed_parts(formula: Mu) -> frozenset[Mu]:
    """The parts of a formula in which every variable is bound."""
    free: dict[Mu, frozenset[str]] = {}
    for part in postorder(formula):
        names = frozenset[str]().union(*(free[operand] for operand in operands_of(part)))
        match part:
            case Variable(name):
                names = frozenset({name})
            case Least(name, _) | Greatest(name, _):
                names -= {name}
            case _:
                pass
        free[part] = names
    return frozenset(part for part, names in free.items() if not names)


def own_form(tree: Tree, formula: Mu) -> Tree:
    """The same evidence about an equal formula, with one node for all expressions that look the same.

    Equal atoms have the same text; what it means is read from the formula that was asked, and not from the evidence.
    """
    shared = Sharing().shared
    own = {part: part for part in postorder(formula)}

    def layer_of(layer: tuple[Claim, ...]) -> tuple[Claim, ...]:
        return tuple(replace(claim, fact=shared(claim.fact)) for claim in layer)

    parts = [ClaimedPart(own[part.part], tuple(map(layer_of, part.layers)), part.chains) for part in tree.parts]
    return Tree(formula, tuple(parts), tree.run)


def problem_of(inlining: Inlining, tree: Tree, closed: frozenset[Mu]) -> str | None:
    """What is wrong with the form of the evidence, if anything is."""
    rules = ExpressionRules(inlining.program)
    rules.enter(inlining.entry)
    claimed: set[Mu] = set()
    for part in tree.parts:
        if part.part not in closed:
            return f"claims about {part.part}, which is no closed part of the formula"
        if part.part in claimed:
            return f"{part.part} has two lists of claims"
        claimed.add(part.part)
        if part.chains and reached_by(part.part) is None:
            return f"chains for {part.part}, which does not say that something is reached"
        numbers = [number for number, _ in part.chains]
        if len(set(numbers)) != len(numbers) or not set(numbers) <= set(range(len(part.layers))):
            return f"chains for layers of {part.part} that there are not, or two for one"
        for claim in (claim for layer in part.layers for claim in layer):
            if not 0 <= claim.location < len(inlining.entry.locations):
                return f"a claim about location {claim.location}, which there is not"
            try:
                rules.condition(claim.fact)
            except TypeProblem as problem:
                return f"a claim about {inlining.entry.locations[claim.location].name}: {problem}"
    return None


def obstacle(inlining: Inlining, formula: Mu, edges: frozenset[str], *, refutes: bool) -> str:
    """Why what the program does is not what its control flow shows, if evidence for a formula depends on it.

    *edges* are those of the program with its calls that the evidence is about. What somebody restricts beside the
    program does not count.
    """
    parts, program = postorder(formula), inlining.original
    some = any(isinstance(part, Diamond) for part in parts)
    every = any(isinstance(part, Box) for part in parts)
    if len(inlining.copies) > 1 and _counts_steps(parts):
        return "the property counts steps, and calls are replaced by several"
    if (some or refutes) and any(isinstance(program.edge(origin).operation, Restrict) for origin in inlining.origins):
        return "a restriction may leave no run at all, so that a step need not be one of a run"
    if some and any(_invented(program.edge(origin).operation) for origin in edges):
        return "a choice of an approximation need not be one of the program"
    for caveat in program.caveats:
        if (caveat.edge is None or caveat.edge in edges) and (some if caveat.effect is Effect.ADDS else every):
            return f"{caveat.stage}: {caveat.reason}"
    return ""


def _invented(operation: Operation) -> bool:
    return isinstance(operation, Choose | ChooseInstance) and operation.origin is Origin.APPROXIMATION


def _counts_steps(parts: list[Mu]) -> bool:
    """Say whether it matters if one step is replaced by several that look the same in between.

    It does not when every modality stands directly before the variable of its fixed point: for a monotone body that
    holds of a state with one successor if and only if it holds of the successor, when both satisfy the same atoms.
    """
    return any(isinstance(part, Box | Diamond) and not isinstance(part.operand, Variable) for part in parts)
