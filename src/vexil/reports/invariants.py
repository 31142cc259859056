"""What a proof rests on, as people read it: for each loop and each function with a contract, in the source's terms."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from vexil.core.dag import tree_size
from vexil.core.wording import counted
from vexil.ir.expressions import Const, Expr
from vexil.ir.program import Program
from vexil.model.evidence import (
    EndlessRecursion,
    Evidence,
    InMemory,
    InProduct,
    Invariant,
    LoopRule,
    RecurrentSet,
    Sliced,
    Unwound,
)
from vexil.model.linked_lists import ListSegment, reading
from vexil.model.outcome import Question
from vexil.model.trace import describe_span
from vexil.model.trace.places import text_of_edge
from vexil.reports.expressions import SourceWords, conjuncts, distinct_nodes
from vexil.spec.property import Property
from vexil.transform.buchi_product import buchi_product
from vexil.transform.heap_as_memory import lowered

FEW_LINES = 10
"""What takes more lines is printed when it is asked for."""
SMALL_FACT = 200
"""Nodes of a condition that is printed without being asked for."""
LARGEST_FACT = 5_000
"""Nodes of a condition that is printed at all."""


def invariant_lines(
    program: Program, evidence: Evidence | None, asked: Property | None = None, *, everything: bool = False
) -> list[str]:
    """The rules of a proof; unless everything is asked for, only if they are few and small."""
    is_product = isinstance(in_memory(program, evidence)[1], InProduct)
    program, evidence = spoken_of(program, evidence, asked)
    if not isinstance(evidence, Invariant) or not (evidence.loops or evidence.procedures):
        return []
    largest = LARGEST_FACT if everything else SMALL_FACT
    found = _product_lines(program, evidence, largest) if is_product else _lines(program, evidence, largest)
    lines = [f"  {line}" for line in found]
    if not lines:
        return []
    if everything or len(lines) <= FEW_LINES:
        return ["  invariants:", *(f"  {line}" for line in lines)]
    rules = [counted(len(evidence.loops), "loop")] if evidence.loops else []
    rules += [counted(len(evidence.procedures), "function")] if evidence.procedures else []
    return [f"  invariants for {' and '.join(rules)}; --show-invariants prints them"]


def endless_lines(program: Program, evidence: Evidence | None, asked: Property | None = None) -> list[str]:
    """Where runs stay for ever, under which condition, and with which inputs."""
    program, evidence = in_memory(program, evidence)
    own: Collection[str] = ()
    if isinstance(evidence, RecurrentSet | EndlessRecursion):
        own = {edge for edge, _ in evidence.choices}
    if isinstance(evidence, InProduct) and isinstance(evidence.evidence, RecurrentSet) and asked is not None:
        product = buchi_product(Question(program, asked))
        program, evidence = product.program, evidence.evidence
        own = {edge for edge, _ in evidence.choices if product.origin(edge) is not None}
    if not isinstance(evidence, RecurrentSet | EndlessRecursion):
        return []
    words = SourceWords(program, evidence.function)
    kept = _texts((evidence.condition,), words, SMALL_FACT)
    condition = f" where {' && '.join(kept)}" if kept else ""
    made = [f"{text_of_edge(program, edge)} gives {decision}" for edge, decision in evidence.choices if edge in own]
    if isinstance(evidence, EndlessRecursion):
        lines = [f"  {evidence.function} never returns: it is called again, deeper, for ever{condition}"]
        return lines + ([f"  if {', '.join(made)}"] if made else [])
    place = _place_of(program, LoopRule(evidence.function, evidence.head))
    lines = [f"  the run never leaves the loop at {place}: it comes back there for ever{condition}"]
    return lines + ([f"  if, in the loop, {', '.join(made)}"] if made else [])


def in_memory(program: Program, evidence: Evidence | None) -> tuple[Program, Evidence | None]:
    """The program that the rules of a proof speak about, and these rules."""
    if isinstance(evidence, Sliced):
        program, evidence = evidence.part.program, evidence.proof
    if not isinstance(evidence, InMemory):
        return program, evidence
    return lowered(program, threads=isinstance(evidence.evidence, Unwound)).program, evidence.evidence


def spoken_of(program: Program, evidence: Evidence | None, asked: Property | None) -> tuple[Program, Evidence | None]:
    """The same, where the program may be a product with the automaton of violations."""
    program, evidence = in_memory(program, evidence)
    if not isinstance(evidence, InProduct) or asked is None:
        return program, evidence
    return buchi_product(Question(program, asked)).program, evidence.evidence


def loop_place(program: Program, rule: LoopRule) -> tuple[str, int]:
    """The file and line of a loop, as far as they are known."""
    function = program.functions[rule.function]
    for number in function.outgoing[rule.head]:
        file, line, _ = describe_span(program, function.edges[number].span)
        if line:
            return file, line
    return "", 0


def _place_of(program: Program, rule: LoopRule) -> str:
    """The place of a loop as it is printed."""
    file, line = loop_place(program, rule)
    return f"{file}:{line}" if line else f"{rule.function}:{program.functions[rule.function].locations[rule.head].name}"


def _lines(program: Program, evidence: Invariant, largest: int) -> Iterator[str]:
    for rule in evidence.loops:
        place = _place_of(program, rule)
        if rule.induction == 0:
            yield f"loop at {place}: ends after at most {counted(rule.iterations, 'iteration')}"
            continue
        depth = f", induction of depth {rule.induction}" if rule.induction > 1 else ""
        words = SourceWords(program, rule.function)
        if rule.ranking:
            yield f"loop at {place} in {rule.function} ends: {_decreasing(rule.ranking, words)} from round to round"
            if not any(_texts(rule.every_fact, words, largest)):
                continue
        yield from _conditions(f"loop at {place} in {rule.function}{depth}", rule.every_fact, words, largest)
        yield from (f"  {_list(one, words, largest)}" for one in rule.lists)
    for contract in evidence.procedures:
        words = SourceWords(program, contract.function)
        if contract.measure:
            yield f"recursion of {contract.function} ends: {_decreasing(contract.measure, words)} from call to call"
            if _is_true(contract.requires) and _is_true(contract.ensures):
                continue
        yield from _conditions(f"{contract.function} requires", (contract.requires,), words, largest)
        yield from _conditions(f"{contract.function} ensures", (contract.ensures,), words, largest)


def _list(segment: ListSegment, words: SourceWords, largest: int) -> str:
    """Where a list begins and ends, and what its nodes are like."""
    end = "null" if segment.end is None else words.text(reading(segment.end))
    facts = _texts(segment.facts, words, largest)
    nodes = f", of which each has {' && '.join(facts)}" if facts else ""
    return f"list from {words.text(reading(segment.start))} to {end}: {segment.length.value}{nodes}"


def _product_lines(program: Program, evidence: Invariant, largest: int) -> list[str]:
    """The rules of a proof about a product: what keeps a run that violates the property from going on for ever."""
    lines: dict[str, None] = {}
    for rule in evidence.loops:
        place, words = _place_of(program, rule), SourceWords(program, rule.function)
        if rule.ranking and all(isinstance(part, Const) for part in rule.ranking):
            lines[f"loop at {place}: no violation goes round it"] = None
        elif rule.ranking:
            shrinks = _decreasing(rule.ranking, words)
            lines[f"loop at {place}: no violation goes round it for ever: {shrinks} from round to round"] = None
        if any(_texts(rule.facts, words, largest)):
            lines.update(dict.fromkeys(_conditions(f"loop at {place}", rule.facts, words, largest)))
    return list(lines)


def _decreasing(parts: tuple[Expr, ...], words: SourceWords) -> str:
    """That integers get smaller, without those that only tell functions apart."""
    shown = [words.text(part) for part in parts if not isinstance(part, Const)] or [words.text(part) for part in parts]
    if len(shown) == 1:
        return f"{shown[0]} decreases"
    return f"({', '.join(shown)}) decreases, compared from left to right,"


def _is_true(condition: Expr) -> bool:
    return isinstance(condition, Const) and condition.value is True


def _conditions(head: str, facts: tuple[Expr, ...], words: SourceWords, largest: int) -> Iterator[str]:
    """One line when there is one condition, else one for each."""
    kept = _texts(facts, words, largest)
    if len(kept) <= 1:
        yield f"{head}: {kept[0] if kept else 'true'}"
    else:
        yield f"{head}:"
        yield from (f"  {text}" for text in kept)


def _texts(facts: tuple[Expr, ...], words: SourceWords, largest: int) -> list[str]:
    """The texts of conditions, each once, but for those that always hold."""
    shown = [_shown(part, words, largest) for fact in facts for part in conjuncts(fact)]
    return list(dict.fromkeys(text for text in shown if text != "true"))


def _shown(fact: Expr, words: SourceWords, largest: int) -> str:
    if isinstance(fact, Const):
        return "true" if fact.value else "false"
    if tree_size(fact) > largest:
        return f"(a condition of {counted(distinct_nodes(fact), 'node')})"
    return words.text(fact)
