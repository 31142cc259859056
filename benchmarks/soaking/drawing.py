"""Long runs that draw programs of some kinds: the command line, the time, and the lines about what came out."""

from __future__ import annotations

import argparse
import json
import secrets
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from soaking import record
from strategies.source import Seeded, shrunk


@dataclass(frozen=True)
class Compared:
    """What comparing one program gave: what is wrong, if anything, and numbers that are added up."""

    wrong: str = ""
    counts: Mapping[str, int] = field(default_factory=dict)
    details: Mapping[str, Counter[str]] = field(default_factory=dict)
    """Numbers by name, which stay together under one key."""


@dataclass(frozen=True)
class Kind:
    """Programs of one kind: how they are drawn and compared, for a seed, and how one is written down."""

    make: Callable[[Random, int], Any]
    compare: Callable[[Any, int], Compared]
    text: Callable[[Any], str] = str
    ending: str = "txt"
    share: float = 1.0
    """The part of the time it gets, beside those of other kinds."""
    shrinks: bool = True


@dataclass(frozen=True)
class Part:
    """A part of the long runs. Of what is counted, ``shown`` is only printed and the rest recorded, too."""

    name: str
    kinds: Mapping[str, Kind]
    names: Sequence[str] = ()
    """What is counted besides programs and failures, in this order; 0 where it never happened."""
    shown: Sequence[str] = ()


def run(part: Part, doc: str | None) -> int:
    """Draw programs of each kind, compare, and print what came out; the exit status."""
    options = _arguments(part, doc)
    seed = secrets.randbelow(1 << 32) if options.seed is None else options.seed
    print(json.dumps({"seed": seed}), flush=True)
    names = options.kind or list(part.kinds)
    whole = sum(part.kinds[name].share for name in names)
    failures = [_soak(part, name, seed, options.seconds * part.kinds[name].share / whole, options) for name in names]
    return int(any(failures))


def _arguments(part: Part, doc: str | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600.0, help="stop after so many seconds")
    parser.add_argument("--seed", type=int, help="draw the programs of another run again")
    parser.add_argument("--programs", type=int, help="stop after so many programs of a kind")
    parser.add_argument("--kind", action="append", choices=list(part.kinds), help="these only; may be repeated")
    parser.add_argument("--keep", type=Path, default=Path("build/soak"), help="where programs are stored")
    parser.add_argument("--record", type=Path, help="append a line about each kind to this file")
    return parser.parse_args()


def _soak(part: Part, name: str, seed: int, seconds: float, options: argparse.Namespace) -> int:
    """Draw and compare programs of a kind, and print what came out; the number of differences."""
    begin, kind, number, failures = time.monotonic(), part.kinds[name], 0, 0
    counts = Counter(dict.fromkeys((*part.names, *part.shown), 0))
    details: dict[str, Counter[str]] = {}
    while time.monotonic() - begin < seconds and (options.programs is None or number < options.programs):
        own = seed + number
        number += 1
        compared = kind.compare(kind.make(Seeded(own), own), own)
        counts.update(compared.counts)
        for key, found in compared.details.items():
            details.setdefault(key, Counter()).update(found)
        if compared.wrong:
            failures += 1
            print(json.dumps({"kind": name, "seed": own, "wrong": compared.wrong[:400]}), flush=True)
            _keep(kind, own, compared.wrong, options.keep / f"{part.name}-{name.replace(' ', '-')}-{own}")
    first = {"programs": number, **{key: counts.pop(key) for key in ("enumerated", "questions") if key in counts}}
    recorded = {key: counts.pop(key) for key in part.names if key in counts}
    rest = {key: dict(sorted(found.items())) for key, found in details.items()}
    numbers = {**first, "failures": failures, **rest, **recorded}
    took = round(time.monotonic() - begin)
    print(json.dumps({"kind": name, "seed": seed, **numbers, **dict(sorted(counts.items())), "seconds": took}))
    record.append(options.record, part.name, seed, kind=name, **numbers, seconds=took)
    return failures


def _keep(kind: Kind, seed: int, wrong: str, place: Path) -> None:
    """Store the program of a seed and what is wrong with it, as it was drawn and made smaller."""
    place.mkdir(parents=True, exist_ok=True)

    def make(random: Random) -> Any:
        return kind.make(random, seed)

    (place / "difference.txt").write_text(wrong + "\n", encoding="utf-8")
    (place / f"drawn.{kind.ending}").write_text(kind.text(make(Seeded(seed))), encoding="utf-8")
    if kind.shrinks:
        smallest = shrunk(make, seed, lambda program: bool(kind.compare(program, seed).wrong))
        (place / f"smallest.{kind.ending}").write_text(kind.text(smallest), encoding="utf-8")
