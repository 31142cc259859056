"""Comparisons of methods as text, JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from vexil.core.wording import counted
from vexil.model.comparison import ComparedAnswer, Comparison, MethodFacts, Said

SCHEMA = "vexil.comparison/1"
_FACTS = {
    "automation": "automation",
    "threads": "threads",
    "arithmetic": "arithmetic",
    "decided by": "decides",
    "a state is": "state",
    "spurious runs": "spurious",
    "recursion": "recursion",
    "allocation": "allocation",
}
"""The rows of the table of methods, with the facts that are in them."""


def comparison_lines(comparison: Comparison) -> Iterator[str]:
    """A table for each property, and below it why methods gave no answer."""
    for prop in comparison.properties:
        answers = [item for item in comparison.answers if item.property == prop]
        yield f"{prop} ({counted(comparison.lines, 'line')})"
        heads = ("method", "verdict", "tracked", "iterations", "solver calls", "states", "CPU s")
        yield from _table([heads, *map(_cells, answers)])
        shown = [item for item in answers if item.said not in (Said.PROVED, Said.REFUTED)]
        for item in shown:
            yield f"  {item.method}: {item.reason}"
    if comparison.answers:
        yield "spurious runs come from"
        for facts in comparison.methods:
            yield f"  {facts.name}: {facts.spurious}"


def _cells(answer: ComparedAnswer) -> tuple[str, ...]:
    tracked = "-" if answer.tracked is None else f"{answer.tracked} {_noun(answer)}"
    is_asked = answer.said is not Said.NOT_APPLICABLE
    return (
        answer.method,
        answer.said.value,
        tracked,
        _number(answer.iterations),
        _number(answer.questions),
        _number(answer.states),
        f"{answer.cpu_seconds:.2f}" if is_asked else "-",
    )


def _noun(answer: ComparedAnswer) -> str:
    if answer.what == "tokens":
        return "abstracted"
    return answer.what.removesuffix("s") if answer.tracked == 1 else answer.what


def _number(value: int | None) -> str:
    return "-" if value is None else f"{value:,}"


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def method_lines(methods: Sequence[MethodFacts]) -> Iterator[str]:
    """What the methods are, one after the other."""
    width = max(map(len, _FACTS))
    for facts in methods:
        yield f"{facts.name}: {facts.title}"
        for title, name in _FACTS.items():
            yield f"  {title.ljust(width)}  {getattr(facts, name)}"


def comparison_json(comparison: Comparison) -> str:
    """Everything as one object; nothing but ``cpu_seconds`` differs between two runs without a limit."""
    value = {
        "schema": SCHEMA,
        "lines": comparison.lines,
        "methods": [asdict(item) for item in comparison.methods],
        "answers": [_record(item) for item in comparison.answers],
        "contradictions": list(comparison.contradictions),
    }
    return json.dumps(value, indent=2, ensure_ascii=False)


def _record(answer: ComparedAnswer) -> dict[str, object]:
    record: dict[str, object] = {
        "property": answer.property,
        "method": answer.method,
        "verdict": answer.said.value,
        "reason": answer.reason,
        "predicates": answer.tracked if answer.what == "predicates" else None,
        "tokens": answer.tracked if answer.what == "tokens" else None,
        "iterations": answer.iterations,
        "solver_calls": answer.questions,
        "states": answer.states,
        "cpu_seconds": round(answer.cpu_seconds, 3),
    }
    return record


def comparison_csv(comparison: Comparison) -> str:
    """A line for each answer, under a line of names."""
    text = io.StringIO()
    records = [
        {**_record(item), "lines": comparison.lines, "spurious": comparison.facts(item).spurious}
        for item in comparison.answers
    ]
    names = list(records[0]) if records else ["property", "method", "verdict"]
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    return text.getvalue()
