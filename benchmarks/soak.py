"""Compare verdicts on random C and Java programs with what gcc, the JVM and all interleavings say, for hours if asked.

    python benchmarks/soak.py [--seconds T] [--seed S] [--kind KIND]… [--keep FOLDER] [--time-limit T] [--record FILE]

Draws programs with asserts, arithmetic, memory, library calls and threads, finds out without Vexil which properties
fail, and asks Vexil, now and then several engines. A contradiction is a proof of what an execution breaks, a refutation
of what no execution breaks, a test of `--emit-test` that does not fail, or a crash. Each one is made smaller and kept
in FOLDER. The seed is new each time and printed; with `--seed` the same programs are drawn again. Prints a line of JSON
at the end. The exit status is 1 if there was a contradiction.
"""

from __future__ import annotations

import argparse
import json
import secrets
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from soaking import c_programs, java_programs, record, thread_programs
from soaking.subject import Said, Subject, contradiction

from strategies.source import shrunk

DRAWERS: dict[str, Callable[[int], Subject]] = {
    "c": c_programs.drawn,
    "java": java_programs.drawn,
    "c-threads": thread_programs.drawn_c,
    "java-threads": thread_programs.drawn_java,
}
CRASH = 70
LATE = 20
"""So many times its limit Vexil may take on a busy machine, whose clock is not the limit's."""


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600.0, help="stop after so many seconds")
    parser.add_argument("--seed", type=int, help="draw the programs of another run again")
    parser.add_argument("--kind", action="append", choices=sorted(DRAWERS), help="only programs of this kind")
    parser.add_argument("--keep", type=Path, default=Path("build/soak"), help="where contradictions are stored")
    parser.add_argument("--time-limit", type=int, default=5, help="CPU seconds that Vexil gets for each property")
    parser.add_argument("--programs", type=int, help="stop after so many programs")
    parser.add_argument("--record", type=Path, help="append a line about the run to this file")
    return parser.parse_args()


def said_of(subject: Subject, engine: str, folder: Path, seconds: int) -> Said:
    """Ask Vexil for all properties of a program with an engine."""
    (folder / subject.name).write_text(subject.text)
    vexil = Path(sys.executable).parent / "vexil"
    command = [str(vexil), "check", subject.name, "--engine", engine, "--format", "json", "--time-limit", str(seconds)]
    for prop in subject.properties:
        command += ["-p", prop]
    if subject.confirms is not None:
        (folder / "test.c").unlink(missing_ok=True)
        command += ["--emit-test", "test.c"]
    most = LATE * (seconds * len(subject.properties) + 10)
    try:
        ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=most, check=False)
    except subprocess.TimeoutExpired:
        return Said({}, f"no answer after {most} seconds")
    if ended.returncode == CRASH or ended.returncode < 0:
        return Said({}, f"exit {ended.returncode}: {ended.stderr.strip()[-300:]}")
    try:
        result = json.loads(ended.stdout)
    except ValueError:
        return Said({}, f"exit {ended.returncode} without JSON: {ended.stderr.strip()[-300:]}")
    if result["error"] is not None:
        return Said({"all": ("refused", json.dumps(result["error"])[:200])})
    return Said({item["property"]: (item["verdict"], item["engine"] or engine) for item in result["properties"]})


def judged(subject: Subject, seconds: int, counts: Counter[str] | None = None) -> str:
    """What is wrong with the verdicts on a program, if anything is; nothing when it cannot be told."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            truth = subject.truth(subject.text, folder)
        except (subprocess.SubprocessError, OSError):
            truth = None
        if truth is None:
            if counts is not None:
                counts[f"{subject.kind}: skipped"] += 1
            return ""
        for engine in subject.engines:
            said = said_of(subject, engine, folder, seconds)
            for verdict, _ in said.verdicts.values():
                if counts is not None:
                    counts[f"{subject.kind}: {verdict}"] += 1
            wrong = contradiction(truth, said)
            is_tested = subject.confirms is not None and (folder / "test.c").exists()
            if not wrong and is_tested and not _confirmed(subject, folder):
                refuted = [prop for prop, (verdict, _) in said.verdicts.items() if verdict == "refuted"]
                wrong = f"not reproduced: the test for {refuted[0]} of engine {engine} does not fail"
            if wrong:
                return wrong
    return ""


def _confirmed(subject: Subject, folder: Path) -> bool:
    assert subject.confirms is not None
    try:
        return subject.confirms(subject.text, folder)
    except subprocess.SubprocessError:
        return False


def smaller(subject: Subject, wrong: str, seconds: int) -> Subject:
    """The smallest program found with the same kind of contradiction."""
    kind = wrong.partition(":")[0]

    def fails(text: str) -> bool:
        return judged(replace(subject, text=text), seconds).partition(":")[0] == kind

    return replace(subject, text=shrunk(subject.make, subject.seed, fails))


def main() -> int:
    """Draw, compare, and print what came out."""
    options = arguments()
    seed = secrets.randbelow(1 << 32) if options.seed is None else options.seed
    kinds = options.kind or sorted(DRAWERS)
    print(json.dumps({"seed": seed}), flush=True)
    counts: Counter[str] = Counter()
    begin, number, found = time.monotonic(), 0, 0
    while time.monotonic() - begin < options.seconds and (options.programs is None or number < options.programs):
        subject = DRAWERS[kinds[number % len(kinds)]](seed + number)
        number += 1
        wrong = judged(subject, options.time_limit, counts)
        counts[f"{subject.kind}: programs"] += 1
        if not wrong:
            continue
        found += 1
        options.keep.mkdir(parents=True, exist_ok=True)
        place = options.keep / f"{subject.kind}-{subject.seed}"
        place.with_suffix(".txt").write_text(f"{wrong}\nengines: {', '.join(subject.engines)}\n")
        ending = Path(subject.name).suffix
        place.with_suffix(ending).write_text(subject.text)
        reduced = smaller(subject, wrong, options.time_limit)
        place.with_name(place.name + "-small").with_suffix(ending).write_text(reduced.text)
        print(json.dumps({"kind": subject.kind, "seed": subject.seed, "wrong": wrong[:400]}), flush=True)
    seconds = round(time.monotonic() - begin)
    result = {"seed": seed, "programs": number, "contradictions": found, "seconds": seconds}
    print(json.dumps({**result, **dict(sorted(counts.items()))}))
    questions = sum(count for name, count in counts.items() if not name.endswith((": programs", ": skipped")))
    record.append(
        options.record, "verdicts", seed, programs=number, questions=questions, failures=found, seconds=seconds
    )
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main())
