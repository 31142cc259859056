"""Compare the C front end and the reference interpreter with gcc on random programs, for as long as one likes.

    python benchmarks/fuzz_c.py [--programs N] [--seconds T] [--seed S] [--csmith PERCENT] [--keep FOLDER]
                                [--record FILE]

Stops after N programs or T seconds of wall clock, whichever comes first, and prints one line of JSON: how many programs
agreed, disagreed, were refused, made Vexil crash (with the reasons counted) or were skipped because they do too much.
Programs that did not agree are stored in FOLDER with both results in front, a few of our own generator also made
smaller. The exit status is 1 if a program disagreed or made Vexil crash.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "differential" / "c"))

import csmith_programs as csmith
from c_comparison import Case, compare_csmith, compare_own, compare_texts
from gcc_oracle import GccFailure
from soaking import record
from vexil_side import Crashed, Refused, Strayed

from strategies.c.checksums import ILP32, LP64, Model, generate
from strategies.source import shrunk

BATCH = 20
SMALLER = 3
"""So many programs are made smaller for each reason."""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=1000, help="stop after so many programs")
    parser.add_argument("--seconds", type=float, default=600.0, help="stop after so many seconds")
    parser.add_argument("--seed", type=int, default=1_000_000, help="the first seed; seeds count up from here")
    parser.add_argument("--csmith", type=int, default=25, help="per cent of the batches that come from Csmith")
    parser.add_argument("--model", choices=["LP64", "ILP32"], default="LP64", help="the data model")
    parser.add_argument("--keep", type=Path, help="where to store the programs that did not agree")
    parser.add_argument("--record", type=Path, help="append a line about the run to this file")
    return parser.parse_args()


def reason(case: Case) -> str:
    """Why a program did not run, without what is special about it."""
    match case.outcome:
        case Refused(text) | Strayed(text) | Crashed(text):
            first = re.sub(r"^\S+:\d+:\d+: ", "", text.splitlines()[0])
            return re.sub(r"\d+", "N", re.sub(r" at \S+$", "", first))[:120]
        case _:
            return "another checksum"


def keep(folder: Path, seed: int, case: Case, model: Model, *, smaller: bool) -> None:
    """Store a program with both results and, if wanted, a smaller one that fails in the same way."""
    folder.mkdir(parents=True, exist_ok=True)
    kind = case.origin.split()[0]
    note = f"{case.verdict}: {case.origin}\ngcc:   {case.expected}\nVexil: {case.outcome}".replace("*/", "* /")
    name = f"{case.verdict}-{kind}-{seed}"
    (folder / f"{name}.c").write_text(f"/* {note} */\n{case.text}")
    if smaller and kind == "own":
        small = shrunk(lambda random: generate(random, model), seed, lambda text: fails(text, case, model))
        (folder / f"{name}-small.c").write_text(small)


def fails(text: str, case: Case, model: Model) -> bool:
    """Whether a smaller program fails for the same reason."""
    with tempfile.TemporaryDirectory() as folder:
        (other,) = compare_texts(["smaller"], [text], model, Path(folder))
    return (other.verdict, reason(other)) == (case.verdict, reason(case))


def batch(seeds: range, model: Model, include: str | None, folder: Path) -> list[Case]:
    """Compare a batch; a program that gcc itself cannot run is an error of the generator and ends the fuzzing."""
    if include is None:
        return compare_own(seeds, model, folder)
    return compare_csmith(seeds, model, folder, include)


def main() -> int:
    """Fuzz, and print the figures."""
    chosen = arguments()
    model = {"LP64": LP64, "ILP32": ILP32}[chosen.model]
    include = csmith.include_folder()
    verdicts: Counter[str] = Counter()
    reasons: dict[str, Counter[str]] = {verdict: Counter() for verdict in ("refused", "disagreeing", "crashed")}
    begin, seed, turn, error = time.monotonic(), chosen.seed, 0, ""
    while seed < chosen.seed + chosen.programs and time.monotonic() - begin < chosen.seconds:
        seeds = range(seed, min(seed + BATCH, chosen.seed + chosen.programs))
        by_csmith = include is not None and (turn * chosen.csmith) % 100 + chosen.csmith >= 100
        with tempfile.TemporaryDirectory() as folder:
            try:
                cases = batch(seeds, model, include if by_csmith else None, Path(folder))
            except GccFailure as failure:
                error = f"seeds {seeds.start} to {seeds.stop - 1}: {failure}"
                break
        for number, case in zip(seeds, cases, strict=True):
            verdicts[case.verdict] += 1
            if case.verdict not in reasons:
                continue
            known = reasons[case.verdict]
            known[reason(case)] += 1
            if chosen.keep is not None:
                keep(chosen.keep, number, case, model, smaller=known[reason(case)] <= SMALLER)
        seed, turn = seeds.stop, turn + 1
    seconds, failures = round(time.monotonic() - begin, 1), verdicts["disagreeing"] + verdicts["crashed"]
    result: dict[str, object] = {"programs": verdicts.total(), "model": model.name, "first_seed": chosen.seed}
    result |= {verdict: verdicts[verdict] for verdict in ("agreeing", *reasons, "skipped")}
    result["reasons"] = {verdict: dict(known.most_common()) for verdict, known in reasons.items()}
    result |= {"csmith": include is not None and chosen.csmith > 0, "seconds": seconds}
    if error:
        result["error"] = error
    print(json.dumps(result, sort_keys=True))
    questions = verdicts.total() - verdicts["skipped"]
    numbers = {"programs": verdicts.total(), "questions": questions, "failures": failures, "seconds": round(seconds)}
    record.append(chosen.record, "c", chosen.seed, **numbers)
    return int(bool(error) or failures > 0)


if __name__ == "__main__":
    sys.exit(main())
