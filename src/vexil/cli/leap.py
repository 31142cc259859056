"""``vexil leap``: whether a check behind loops fails, shown without unrolling them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from vexil.cli.console import say
from vexil.cli.exit_codes import ExitCode
from vexil.cli.guard import guarded
from vexil.cli.options import AskedProperties, Format
from vexil.cli.requests import LeapRequest
from vexil.core.context import Context, Limits
from vexil.core.errors import InternalError, LimitReached, UsageError
from vexil.pipeline.leap_options import LeapOptions
from vexil.pipeline.options import LoadOptions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vexil.engines.leap.search import Refusal
    from vexil.model.certificate import Certificate
    from vexil.model.verdict import Verdict
    from vexil.pipeline.leap import LeapQuestion
    from vexil.pipeline.leap_report import LeapReport

LONGEST = 400
REACHABLE, UNREACHABLE, UNKNOWN = "REACHABLE", "NOT REACHABLE", "UNKNOWN"


def run_leap(request: LeapRequest) -> ExitCode:
    """Search for a chain, and print what was found."""

    def command() -> ExitCode:
        from vexil.pipeline.leap import leap_question
        from vexil.pipeline.leap_report import LeapReport

        options = request.make(LeapOptions)
        context = Context(limits=request.make(Limits))
        properties = request.make(AskedProperties).properties
        asked = leap_question(request.make(LoadOptions), properties, options, context)
        found = _found(asked, LeapReport(asked), context)
        if request.format is Format.JSON:
            say([json.dumps(found, indent=2, ensure_ascii=False)])
        else:
            say(_lines(asked, found, explain=options.explain))
        if found["verdict"] == REACHABLE:
            return ExitCode.REFUTED if options.target is None else ExitCode.PROVED
        return ExitCode.UNKNOWN if found["verdict"] == UNKNOWN else ExitCode.PROVED

    return guarded(command)


def _found(asked: LeapQuestion, report: LeapReport, context: Context) -> dict[str, Any]:
    """Everything that was tried, with the verdict."""
    from vexil.engines.leap.search import NoPath, Refusal

    tried: list[dict[str, Any]] = []
    verdict, reason, paths = UNKNOWN, "", True
    try:
        for attempt in asked.attempts(context):
            if isinstance(attempt, NoPath):
                system = attempt.setting.system
                doubts = [*filter(None, [asked.misses]), *system.refused.values(), *sorted(system.doubts)]
                if not attempt.rules and not doubts:
                    verdict, paths = UNREACHABLE, False
                    break
                if doubts:
                    reason = f"no may path leads there, but {doubts[0]}"
                continue
            tried.append(report.attempt(attempt.setting, attempt.rules, attempt.chain))
            if attempt.chain.is_reached:
                is_shown, reason = _shown(asked.verdict(attempt, context))
                if is_shown:
                    verdict = REACHABLE
                    break
    except Refusal as refusal:
        raise _refused(report, refusal) from None
    except LimitReached as limit:
        reason = limit.reason
    what = asked.question.property.text if asked.asked.target is None else "the target"
    found = {"property": what, "verdict": verdict, "arithmetic": _arithmetic(asked), "attempts": tried}
    if reason:
        found["reason"] = reason
    elif verdict == UNKNOWN:
        found["reason"] = "no chain was found" if paths else "no may path leads to the target"
    return found


def _shown(found: Verdict | Certificate) -> tuple[bool, str]:
    """Whether a chain was confirmed, and what was found, or why it was not."""
    from vexil.model.certificate import Checked, Rejected
    from vexil.model.verdict import Status

    match found:
        case Checked():
            return True, found.finding
        case Rejected(reason, unchecked):
            if not unchecked:
                raise InternalError(f"a chain should be right: {reason}")
            return False, f"the chain was not checked: {reason}"
        case _:
            return found.status is Status.REFUTED, found.reason


def _refused(report: LeapReport, refusal: Refusal) -> UsageError:
    hint = ""
    if refusal.witness is not None:
        states = report.witness(refusal.setting, refusal.witness)
        hint = "for example " + "; ".join(map(_state, states))
    return UsageError(refusal.reason, hint=hint)


def _arithmetic(asked: LeapQuestion) -> str:
    """What becomes of numbers that are too large."""
    kinds = [item.statement for item in asked.program.assumptions if item.kind == "arithmetic"]
    return kinds[0] if kinds else "machine integers wrap around"


def _lines(asked: LeapQuestion, found: dict[str, Any], *, explain: bool) -> Iterator[str]:
    attempts = found["attempts"]
    shown = attempts if explain else attempts[-1:] if found["verdict"] == REACHABLE else []
    for number, attempt in enumerate(shown, 1):
        yield f"path {number}: {', '.join(attempt['path'])}"
        for rule in attempt["restrictions"]:
            yield f"  restricted at {rule}"
        if explain:
            for state in attempt["states"]:
                yield from _state_lines(asked, state)
        if attempt["problem"]:
            yield f"  {attempt['problem']}: no proof along this path"
    yield f"arithmetic: {found['arithmetic']}"
    yield f"{found['property']}: {found['verdict']}{_how(found)}"
    if found["verdict"] == REACHABLE:
        yield f"  {found['reason']}"


def _how(found: dict[str, Any]) -> str:
    if found["verdict"] != REACHABLE:
        return f" ({found['reason']})" if found.get("reason") else ""
    last = found["attempts"][-1]
    leaps = sum("theorems" in state for state in last["states"])
    kind = "must+ steps" if last["flip"] == 0 else "must- steps, then must+ steps"
    return f" by {len(last['links'])} {kind} and {leaps} leap{'' if leaps == 1 else 's'}"


def _state_lines(asked: LeapQuestion, state: dict[str, Any]) -> Iterator[str]:
    from vexil.pipeline.leap_report import statement

    yield f"  state {state['state']}"
    for place, condition in state["conditions"].items():
        yield f"    at {place}: {_cut(condition)}"
    text = statement(asked, state["conditions"])
    if text:
        yield f"    statement: {text}"
    for port in ("entry", "exit"):
        for place, condition in state[port].items():
            note = "" if port not in state["shrunk"] else " (made smaller)"
            yield f"    {port} port at {place}: {_cut(condition)}{note}"
    for theorem in state.get("theorems", ()):
        yield f"    Theorem {theorem['theorem']} {'applies' if theorem['applies'] else 'does not apply'}"
        for condition in theorem["conditions"]:
            reason = f", {condition['reason']}" if "reason" in condition else ""
            yield f"      ({condition['number']}) {condition['what']}: {condition['status']}{reason}"
            for one in condition.get("witness", ()):
                yield f"          witness: {_state(one)}"


def _cut(condition: str) -> str:
    """The beginning of a condition that is too long to be read; JSON has the whole."""
    return condition if len(condition) <= LONGEST else f"{condition[:LONGEST]}…"


def _state(state: dict[str, Any]) -> str:
    values = ", ".join(f"{name} = {value}" for name, value in state["values"].items())
    return f"{values} at {state['place']}"
