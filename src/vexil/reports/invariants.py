"""What a proof rests on, as people read it: for each loop and each function with a contract, in the source's terms."""

from __future__ import annotations

from collections.abc import Iterator

from vexil.core.dag import tree_size
from vexil.core.wording import counted
from vexil.ir.expressions import Const, Expr
from vexil.ir.program import Program
from vexil.model.evidence import Evidence, InMemory, Invariant, LoopRule, Sliced
from vexil.model.trace import describe_span
from vexil.reports.expressions import SourceWords, conjuncts, distinct_nodes
from vexil.transform.heap_as_memory import lowered

FEW_LINES = 10
"""What takes more lines is printed when it is asked for."""
SMALL_FACT = 200
"""Nodes of a condition that is printed without being asked for."""
LARGEST_FACT = 5_000
"""Nodes of a condition that is printed at all."""


def invariant_lines(program: Program, evidence: Evidence | None, *, everything: bool = False) -> list[str]:
    """The rules of a proof; unless everything is asked for, only if they are few and small."""
    program, evidence = in_memory(program, evidence)
    if not isinstance(evidence, Invariant) or not (evidence.loops or evidence.procedures):
        return []
    lines = [f"  {line}" for line in _lines(program, evidence, LARGEST_FACT if everything else SMALL_FACT)]
    if everything or len(lines) <= FEW_LINES:
        return ["  invariants:", *(f"  {line}" for line in lines)]
    rules = [counted(len(evidence.loops), "loop")] if evidence.loops else []
    rules += [counted(len(evidence.procedures), "function")] if evidence.procedures else []
    return [f"  invariants for {' and '.join(rules)}; --show-invariants prints them"]


def in_memory(program: Program, evidence: Evidence | None) -> tuple[Program, Evidence | None]:
    """The program that the rules of a proof speak about, and these rules."""
    if isinstance(evidence, Sliced):
        program, evidence = evidence.part.program, evidence.proof
    return (lowered(program).program, evidence.invariant) if isinstance(evidence, InMemory) else (program, evidence)


def loop_place(program: Program, rule: LoopRule) -> tuple[str, int]:
    """The file and line of a loop, as far as they are known."""
    function = program.functions[rule.function]
    for number in function.outgoing[rule.head]:
        file, line, _ = describe_span(program, function.edges[number].span)
        if line:
            return file, line
    return "", 0


def _lines(program: Program, evidence: Invariant, largest: int) -> Iterator[str]:
    for rule in evidence.loops:
        file, line = loop_place(program, rule)
        name = program.functions[rule.function].locations[rule.head].name
        place = f"{file}:{line}" if line else f"{rule.function}:{name}"
        if rule.induction == 0:
            yield f"loop at {place}: ends after at most {counted(rule.iterations, 'iteration')}"
            continue
        depth = f", induction of depth {rule.induction}" if rule.induction > 1 else ""
        words = SourceWords(program, rule.function)
        yield from _conditions(f"loop at {place} in {rule.function}{depth}", rule.facts, words, largest)
    for contract in evidence.procedures:
        words = SourceWords(program, contract.function)
        yield from _conditions(f"{contract.function} requires", (contract.requires,), words, largest)
        yield from _conditions(f"{contract.function} ensures", (contract.ensures,), words, largest)


def _conditions(head: str, facts: tuple[Expr, ...], words: SourceWords, largest: int) -> Iterator[str]:
    """One line when there is one condition, else one for each."""
    shown = [_shown(part, words, largest) for fact in facts for part in conjuncts(fact)]
    kept = list(dict.fromkeys(text for text in shown if text != "true"))
    if len(kept) <= 1:
        yield f"{head}: {kept[0] if kept else 'true'}"
    else:
        yield f"{head}:"
        yield from (f"  {text}" for text in kept)


def _shown(fact: Expr, words: SourceWords, largest: int) -> str:
    if isinstance(fact, Const):
        return "true" if fact.value else "false"
    if tree_size(fact) > largest:
        return f"(a condition of {counted(distinct_nodes(fact), 'node')})"
    return words.text(fact)
