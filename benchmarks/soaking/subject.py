"""What is drawn, what is known about it, and what a contradiction is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import NamedTuple


@dataclass(frozen=True)
class Truth:
    """What executions without Vexil have shown.

    ``fails`` are the properties that some execution breaks before anything else goes wrong, ``holds`` those that no
    execution breaks, whatever else is wrong with it.
    """

    fails: frozenset[str]
    holds: frozenset[str]


@dataclass(frozen=True)
class Subject:
    """A random program, the generator that makes it of its seed, and how to find out what is true."""

    kind: str
    seed: int
    text: str
    make: Callable[[Random], str]
    properties: tuple[str, ...]
    name: str
    truth: Callable[[str, Path], Truth | None]
    """From the text and a folder to work in; nothing when the machine cannot tell."""
    confirms: Callable[[str, Path], bool] | None = None
    """Whether a test that Vexil has written, beside the program in the folder, fails when it is executed."""
    engines: tuple[str, ...] = ("auto",)


class Said(NamedTuple):
    """What Vexil said: for each property its verdict and engine, or how it crashed."""

    verdicts: dict[str, tuple[str, str]]
    crash: str = ""


def contradiction(truth: Truth, said: Said) -> str:
    """Why a verdict cannot be right; nothing when all may be."""
    if said.crash:
        return f"crash: {said.crash}"
    for prop, (verdict, engine) in said.verdicts.items():
        if verdict == "proved" and prop in truth.fails:
            return f"wrong proof: {prop} is proved by {engine}, and an execution breaks it"
        if verdict == "refuted" and prop in truth.holds:
            return f"wrong refutation: {prop} is refuted by {engine}, and no execution breaks it"
    return ""
