"""What ``vexil leap`` is told."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.core.options import option


@dataclass(frozen=True)
class LeapOptions:
    """Abstract states, ports and restrictions, as the user writes them; without any they are looked for."""

    states: tuple[str, ...] = option(
        "--state",
        default=(),
        metavar="'NAME = PLACE: CONDITION'",
        everyday=True,
        help="An abstract state; given again under the same name, it has states at several places.",
    )
    path: str | None = option(
        "--path", metavar="NAMES", everyday=True, help="Go through these abstract states only: a0,a1,a2."
    )
    ports: tuple[str, ...] = option(
        "--port",
        default=(),
        metavar="'NAME.entry = CONDITION'",
        everyday=True,
        help="The entry or exit port of an abstract state (NAME.exit = …); a place may stand before the condition.",
    )
    target: str | None = option(
        "--to",
        metavar="'PLACE: CONDITION'",
        everyday=True,
        help="What is to be reached, in place of a check that fails.",
    )
    predicates: tuple[str, ...] = option(
        "--predicate",
        default=(),
        metavar="TEXT",
        everyday=True,
        help="A condition by which ports may be made smaller, and loop states stronger; repeatable.",
    )
    schedules: tuple[str, ...] = option(
        "--schedule",
        default=(),
        metavar="'PLACE: C1; C2'",
        everyday=True,
        help="At a choice, take alternative number i only where condition number i holds; repeatable.",
    )
    only: tuple[str, ...] = option(
        "--only",
        default=(),
        metavar="'PLACE: NUMBER'",
        help="At a choice, take this alternative only (counted from 1); repeatable.",
    )
    explain: bool = option(
        "--explain/--no-explain",
        default=False,
        everyday=True,
        help="Show every abstract state with its ports and the conditions of both theorems.",
    )
