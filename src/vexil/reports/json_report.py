"""Verdicts and traces as one JSON object; ``schema.json`` beside this module is its written form."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import resources
from typing import Any

from vexil.core.caveats import Assumption, Caveat
from vexil.core.dag import tree_size
from vexil.core.source import Span
from vexil.ir.expressions import Expr
from vexil.ir.interpreter import Content, Move
from vexil.ir.program import Program
from vexil.ir.text.printer_expressions import print_expression
from vexil.model.evidence import (
    AbstractRun,
    ClaimedPart,
    EndlessRecursion,
    Evidence,
    Explored,
    InMemory,
    InProduct,
    Invariant,
    Lasso,
    LoopRule,
    OneThread,
    ProcedureRule,
    RecurrentSet,
    Run,
    Sliced,
    StateSpace,
    StateTree,
    ThreadClaims,
    Tree,
    Unwound,
)
from vexil.model.leaps import Leap, MustChain, Port
from vexil.model.linked_lists import reading
from vexil.model.trace import Trace
from vexil.model.verdict import Expected, Verdict, shared_assumptions
from vexil.reports.expressions import distinct_nodes
from vexil.reports.invariants import LARGEST_FACT, in_memory, loop_place, spoken_of
from vexil.reports.json_trace import trace_object

SCHEMA = "vexil.result/2"
Json = dict[str, Any]


def schema() -> Json:
    """The JSON schema of results."""
    text = resources.files("vexil.reports").joinpath("schema.json").read_text(encoding="utf-8")
    loaded: Json = json.loads(text)
    return loaded


def result(
    status: str,
    exit_code: int,
    program: Program | None,
    verdicts: Sequence[Verdict],
    traces: Sequence[Trace | None],
    *,
    options: Mapping[str, Any],
    not_checked: Sequence[str] = (),
    expected: Sequence[Expected | None] = (),
    commands: Sequence[str] = (),
    abstract_runs: Sequence[AbstractRun | None] = (),
    measured: Mapping[str, Any] | None = None,
    error: str | None = None,
) -> Json:
    """The whole result; nothing but ``statistics.measured`` differs between two runs of the same question."""
    expectations = expected or [None] * len(verdicts)
    tried = commands or [""] * len(verdicts)
    runs = abstract_runs or [None] * len(verdicts)
    return {
        "schema": SCHEMA,
        "verdict": status,
        "exit_code": exit_code,
        "error": error,
        "program": None if program is None else _program(program),
        "options": dict(options),
        "properties": [
            _verdict(program, *entry) for entry in zip(verdicts, traces, expectations, tried, runs, strict=True)
        ],
        "not_checked": list(not_checked),
        "assumptions": [_assumption(entry) for entry in shared_assumptions(verdicts)],
        "caveats": [_caveat(caveat) for caveat in (program.caveats if program else ())],
        "statistics": {"measured": dict(measured or {})},
    }


def to_text(value: Json) -> str:
    """The text of a JSON object, in a stable form; a move stands on one line, because there may be very many."""
    text = json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False)
    return _MOVE.sub(r"[\1, \2]", text)


_MOVE = re.compile(r"\[\n *(\d+),\n *(-?\d+|null)\n *\]")
"""A pair as it is printed; no string has line ends in its text."""


def _program(program: Program) -> Json:
    return {
        "name": program.name,
        "language": program.language,
        "digest": program.digest,
        "files": [{"name": file.name, "sha256": file.digest} for file in program.files],
    }


def _verdict(
    program: Program | None,
    verdict: Verdict,
    trace: Trace | None,
    expected: Expected | None,
    command: str,
    abstract_run: AbstractRun | None,
) -> Json:
    return {
        "id": verdict.property.id,
        "property": verdict.property.text,
        "kind": verdict.property.kind.value,
        "verdict": verdict.status.value,
        "reason": verdict.reason,
        "hint": verdict.hint,
        "command": command,
        "expected": None if expected is None else _expected(expected),
        "engine": verdict.engine,
        "assumptions": [_assumption(entry) for entry in verdict.assumptions],
        "warnings": list(verdict.warnings),
        "bounds_hit": dict(verdict.bounds_hit),
        "evidence": _evidence(program, verdict),
        "abstract_run": None if abstract_run is None else _abstract_run(abstract_run),
        "trace": None if trace is None else trace_object(trace),
        "statistics": dict(verdict.statistics),
    }


def _expected(expected: Expected) -> Json:
    return {"verdict": expected.status.value, "subproperty": expected.subproperty}


def _moves(moves: Sequence[Move]) -> list[list[Any]]:
    return [_move(move) for move in moves]


def _move(move: Move) -> list[Any]:
    if not move.contents:
        return [move.thread, move.choice]
    return [move.thread, move.choice, [[one.variable, one.offset, one.storage, one.bits] for one in move.contents]]


def _run(run: Run | None) -> Json | None:
    return None if run is None else {"initial": list(run.initial), "moves": _moves(run.moves)}


def _abstract_run(abstract: AbstractRun) -> Json:
    return {"program": abstract.program, "initial": list(abstract.run.initial), "moves": _moves(abstract.run.moves)}


def _evidence(program: Program | None, verdict: Verdict) -> Json | None:
    evidence: Evidence | None = verdict.evidence
    if evidence is None:
        return None
    head = {"kind": type(evidence).__name__, "checked": verdict.evidence_checked}
    match evidence:
        case Run(initial, moves):
            return {**head, "initial": list(initial), "moves": _moves(moves)}
        case Lasso(initial, stem, loop):
            return {**head, "initial": list(initial), "stem": _moves(stem), "loop": _moves(loop)}
        case RecurrentSet() | EndlessRecursion():
            return {**head, **_endless(program, evidence, evidence.stem)}
        case StateSpace(states, ranks):
            return {**head, "states": len(states), "product_states": None if ranks is None else len(ranks)}
        case Explored(states):
            return {**head, "states": states}
        case OneThread():
            return head
        case Unwound(meetings):
            return {**head, "meetings": sorted(meetings)}
        case ThreadClaims(width, points, facts, views):
            listed = [{"template": template, "fact": _fact(fact)} for template, fact in facts]
            locations = {template: list(places) for template, places in points}
            return {**head, "width": width, "points": locations, "thread_facts": listed, "views": len(views)}
        case Invariant():
            return {**head, **_invariant(program, evidence)}
        case InMemory(behind):
            if isinstance(behind, Unwound):
                return {**head, "kind": type(behind).__name__, "meetings": sorted(behind.meetings)}
            if isinstance(behind, MustChain):
                return {**head, "kind": type(behind).__name__, **_chain(behind)}
            memory_program = None if program is None else in_memory(program, evidence)[0]
            if isinstance(behind, RecurrentSet | EndlessRecursion):
                return {**head, "kind": type(behind).__name__, **_endless(memory_program, behind, evidence.run)}
            return {**head, **_invariant(memory_program, behind)}
        case InProduct(behind, own):
            product = None if program is None else spoken_of(program, evidence, verdict.property)[0]
            inner = _evidence(product, replace(verdict, evidence=behind)) or {}
            return {**inner, **head, "own_run": _run(own)}
        case Tree(formula, parts, run, own_run):
            runs = {"run": _run(run), "own_run": _run(own_run)}
            return {**head, "formula": str(formula), "parts": [_part(part) for part in parts], **runs}
        case StateTree(formula, states, claims):
            fixed = [{"formula": str(part), "states": len(claimed)} for part, claimed in claims]
            return {**head, "formula": str(formula), "states": len(states), "parts": fixed}
        case Sliced(proof, part):
            kept, whole = part.size
            inner = _evidence(part.program, replace(verdict, evidence=proof)) or {}
            return {**inner, "slice": {"edges": kept, "of": whole}}
        case MustChain():
            return {**head, **_chain(evidence)}


def _endless(program: Program | None, evidence: RecurrentSet | EndlessRecursion, stem: Run | None) -> Json:
    """Where runs stay for ever; *stem* is the way there in the program that was asked about."""
    place: Json = {"function": evidence.function}
    if isinstance(evidence, RecurrentSet):
        file, line = ("", 0) if program is None else loop_place(program, LoopRule(evidence.function, evidence.head))
        place |= {"head": evidence.head, "file": file, "line": line}
    return {
        "stem": _run(stem),
        **place,
        "condition": _fact(evidence.condition),
        "choices": [[edge, decision] for edge, decision in evidence.choices],
        "loops": [_rule(program, rule) for rule in evidence.loops],
    }


def _chain(chain: MustChain) -> Json:
    def port(port: Port) -> Json:
        return {str(location): print_expression(condition) for location, condition in port.conditions}

    def leap(leap: Leap | None) -> Json | None:
        return None if leap is None else {"state": port(leap.state), "theorem": leap.theorem}

    stations = [
        {"entry": port(station.entry), "exit": port(station.leaving), "leap": leap(station.leap)}
        for station in chain.stations
    ]
    run = None
    if chain.inputs is not None:
        legs = [
            {
                "location": leg.location,
                "rounds": leg.rounds,
                "steps": leg.steps,
                "before": dict(leg.before),
                "after": dict(leg.after),
            }
            for leg in chain.inputs.legs
        ]
        decided = [{str(place): value for place, value in link} for link in chain.inputs.links]
        run = {
            "initial": list(chain.inputs.initial),
            "decisions": decided,
            "leaps": legs,
            "steps": chain.inputs.steps,
        }
    return {"stations": stations, "flip": chain.flip, "rules": len(chain.rules), "run": run}


def _invariant(program: Program | None, evidence: Invariant) -> Json:
    rules = [_rule(program, rule) for rule in evidence.loops]
    contracts = [_contract(rule) for rule in evidence.procedures]
    return {"loops": rules, "recursion": evidence.recursion, "procedures": contracts}


def _fact(expression: Expr) -> str | Json:
    """An expression as text; only its size when the text would be out of proportion."""
    if tree_size(expression) > LARGEST_FACT:
        return {"nodes": distinct_nodes(expression)}
    return print_expression(expression)


def _contract(rule: ProcedureRule) -> Json:
    return {
        "function": rule.function,
        "requires": _fact(rule.requires),
        "ensures": _fact(rule.ensures),
        "measure": [_fact(part) for part in rule.measure],
    }


def _part(part: ClaimedPart) -> Json:
    chains = [{"layer": number, **_chain(chain)} for number, chain in part.chains]
    return {"formula": str(part.part), "claims": [len(layer) for layer in part.layers], "chains": chains}


def _rule(program: Program | None, rule: LoopRule) -> Json:
    file, line = ("", 0) if program is None else loop_place(program, rule)
    return {
        "function": rule.function,
        "head": rule.head,
        "file": file,
        "line": line,
        "induction": rule.induction,
        "iterations": rule.iterations,
        "facts": [_fact(fact) for fact in rule.every_fact],
        "ranking": [_fact(part) for part in rule.ranking],
        "auxiliaries": [
            {
                "variable": extra.variable.name,
                "type": str(extra.variable.type),
                "initial": _fact(extra.initial),
                "step": _fact(extra.step),
            }
            for extra in rule.auxiliaries
        ],
        "lists": [
            {
                "start": print_expression(reading(one.start)),
                "end": None if one.end is None else print_expression(reading(one.end)),
                "length": one.length.value,
                "size": one.size,
                "link": one.link,
                "facts": [_fact(fact) for fact in one.facts],
            }
            for one in rule.lists
        ],
    }


def _stored_move(thread: Any, choice: Any, contents: Any = ()) -> Move:
    found = tuple(Content(str(name), int(offset), str(code), int(bits)) for name, offset, code, bits in contents)
    return Move(int(thread), None if choice is None else int(choice), found)


def read_evidence(value: Json) -> Run | Lasso | None:
    """The run or lasso in a stored result, if its evidence is one."""

    def moves(key: str, among: Json = value) -> tuple[Move, ...]:
        return tuple(_stored_move(*parts) for parts in among[key])

    match value.get("kind"):
        case "Tree" | "InProduct" if value.get("own_run") is not None:
            own = value["own_run"]
            return Run(tuple(map(int, own["initial"])), moves("moves", own))
        case "RecurrentSet" | "EndlessRecursion":
            stem = value["stem"]
            return Run(tuple(map(int, stem["initial"])), moves("moves", stem))
        case "Run":
            return Run(tuple(map(int, value["initial"])), moves("moves"))
        case "Lasso":
            return Lasso(tuple(map(int, value["initial"])), moves("stem"), moves("loop"))
        case _:
            return None


def read_abstract_run(value: Json | None) -> AbstractRun | None:
    """The run of an abstraction in a stored result."""
    run = read_evidence({"kind": "Run", **value}) if value else None
    return AbstractRun(run, str(value["program"])) if value and isinstance(run, Run) else None


def _assumption(assumption: Assumption) -> Json:
    return {"kind": assumption.kind, "statement": assumption.statement, "matters": assumption.matters}


def _caveat(caveat: Caveat) -> Json:
    return {
        "stage": caveat.stage,
        "effect": caveat.effect.value,
        "reason": caveat.reason,
        "edge": caveat.edge,
        "span": _span(caveat.span),
    }


def _span(span: Span | None) -> list[int] | None:
    return None if span is None else [span.file, span.start, span.end]
