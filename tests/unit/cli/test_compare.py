"""``vexil compare``: the programs of the comparison, the formats, and what happens to methods that have no answer."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from command_line import vexil
from vexil.core.context import Context
from vexil.model.comparison import ComparedAnswer, Comparison, Said
from vexil.pipeline.compare import compare
from vexil.pipeline.compare_methods import METHODS
from vexil.pipeline.compare_options import CompareOptions
from vexil.pipeline.options import CheckOptions, LoadOptions

ROOT = Path(__file__).parents[3]
P, R, U, N = "proved", "refuted", "unknown", "not applicable"
NAMES = ["tokens", "c2bp-integers", "c2bp", "satabs", "yasm", "symmpa", "bounded", "orders", "explicit"]


def answers(*words: str) -> dict[str, dict[str, Any]]:
    """What the methods say, by their names."""
    done = vexil("compare", *words, "--format", "json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["schema"] == "vexil.comparison/1"
    assert found["contradictions"] == []
    return {item["method"]: item for item in found["answers"]}


@pytest.mark.parametrize(
    ("program", "verdicts"),
    [
        ("overflow", (R, P, R, R, R, N, R, N, R)),
        ("bits", (P, U, P, P, P, N, P, N, U)),
        ("threads", (P, N, N, N, N, P, N, P, P)),
        ("allocation", (P, P, P, U, P, N, P, N, P)),
        ("sum", (P, P, P, P, P, N, P, N, P)),
        ("lost_value", (P, P, P, P, P, N, P, N, P)),
        ("conflict", (P, P, P, P, P, N, P, N, P)),
        ("signs", (P, P, P, P, P, N, P, N, P)),
        ("block", (P, P, P, P, P, N, P, N, P)),
    ],
)
def test_OOP_14_every_row_has_a_program(program: str, verdicts: tuple[str | None, ...]) -> None:
    """What a program of the comparison shows is what the methods say about it."""
    wanted = {name: verdict for name, verdict in zip(NAMES, verdicts, strict=True) if verdict is not None}
    chosen = [word for name in wanted for word in ("--method", name)]
    found = answers(f"examples/compare/{program}.c", "-p", "assert", *chosen)
    assert {name: item["verdict"] for name, item in found.items()} == wanted
    for item in found.values():
        assert item["reason"]


@pytest.mark.parametrize(
    ("program", "seconds", "verdicts"),
    [
        ("threads_without_end", "2", {"symmpa": P, "orders": U}),
        ("threads_inputs", "20", {"symmpa": P, "orders": P, "explicit": U}),
        ("threads_copies", "20", {"symmpa": P}),
        ("threads_apart", "2", {"symmpa": U}),
    ],
)
def test_OOP_14_threads_have_rows(program: str, seconds: str, verdicts: dict[str, str]) -> None:
    """OOP-14, C2B-12: predicates of threads prove for any number, all orders decide about inputs, search sees a few."""
    chosen = [word for name in verdicts for word in ("--method", name)]
    found = answers(f"examples/compare/{program}.c", "-p", "assert", "--time-limit", seconds, *chosen)
    assert {name: item["verdict"] for name, item in found.items()} == verdicts
    if verdicts["symmpa"] == P:
        assert found["symmpa"]["predicates"] > 0
        assert found["symmpa"]["iterations"] > 0
        assert found["symmpa"]["solver_calls"] > 0
        assert found["symmpa"]["states"] > 0


def test_OOP_14_C2B_12_sequential_methods_refuse_threads() -> None:
    """The published methods have no threads: C2BP and SATABS are not asked, and say why."""
    names = ("c2bp", "c2bp-integers", "satabs", "yasm", "bounded")
    chosen = [word for name in names for word in ("--method", name)]
    found = answers("examples/compare/threads.c", "-p", "assert", *chosen)
    for name in names:
        assert found[name]["verdict"] == N
        assert found[name]["reason"] == "it does not follow threads, and the program starts some"


def test_OOP_14_recursion_ends_with_summaries() -> None:
    """Predicate abstraction proves recursion of any depth; a search is cut."""
    found = answers(
        "examples/compare/recursion.c", "-p", "assert", "--method", "c2bp", "--method", "yasm", "--method", "explicit"
    )
    assert [item["verdict"] for item in found.values()] == [P, P, U]
    assert "recursion" in found["explicit"]["reason"]


@pytest.mark.parametrize(
    ("program", "what"),
    [("recursion", "programs without recursion, and visit may call itself"), ("allocation", "allocate no memory")],
)
def test_OOP_14_SATABS_refuses_recursion_and_allocation(program: str, what: str) -> None:
    """Relations are for programs without recursion and allocation, and the reason names the place."""
    found = answers(f"examples/compare/{program}.c", "-p", "assert", "--method", "satabs")["satabs"]
    assert found["verdict"] == U
    assert what in found["reason"]
    assert f"examples/compare/{program}.c:" in found["reason"]


def test_OOP_14_a_block_needs_fewer_predicates_as_a_relation() -> None:
    """What differs only between two statements of a block needs no predicate of its own, and has fewer states."""
    found = answers("examples/compare/block.c", "-p", "assert", "--method", "c2bp", "--method", "satabs")
    assert found["satabs"]["predicates"] < found["c2bp"]["predicates"]
    assert found["satabs"]["states"] < found["c2bp"]["states"]


def test_OOP_14_lost_values_take_iterations() -> None:
    """What is copied is forgotten until it is a predicate: more than one model, and every spurious run is counted."""
    found = answers("examples/compare/lost_value.c", "-p", "assert", "--method", "c2bp")
    assert found["c2bp"]["iterations"] > 2
    assert found["c2bp"]["predicates"] > 2
    assert found["c2bp"]["solver_calls"] > 0
    assert found["c2bp"]["states"] > 0


def test_OOP_14_tokens_may_be_chosen() -> None:
    """The sum of a positive and a negative token has any sign, and the program shows which run is spurious."""
    bindings = [word for name in ("credit", "debit", "sum") for word in ("--bind", f"main::{name}=Signs")]
    found = answers("examples/compare/sum.c", "-p", "assert", "--method", "tokens", *bindings)["tokens"]
    assert (found["verdict"], found["tokens"]) == (U, 3)
    assert found["reason"].startswith("spurious at step 3")


def test_OOP_14_branching_properties_are_for_four_values() -> None:
    """An abstraction that has only more runs does not answer CTL, and says so in a phrase."""
    found = answers(
        "examples/lock_protocol.c", "-p", "ctl: AG(at(HELD) => EF at(DONE))", "--method", "c2bp", "--method", "yasm"
    )
    assert found["yasm"]["verdict"] == P
    assert found["c2bp"]["verdict"] == N
    assert found["c2bp"]["reason"] == "it has only may steps, and the property is branching"


@pytest.mark.parametrize(
    ("program", "verdict", "iterations", "predicates"),
    [("driver", P, 4, 4), ("driver_err", R, 20, 20), ("server", P, 45, 45), ("server_err", R, 48, 48)],
)
def test_YAS_17_a_row_of_the_published_table(program: str, verdict: str, iterations: int, predicates: int) -> None:
    """Programs of the published shapes have lines, iterations, predicates, CPU seconds and the right verdict."""
    property_ = "ctl: AG !at(ERROR)"
    done = vexil(
        "compare", f"examples/compare/{program}.c", "-p", property_, "--method", "yasm", "--format", "json",
        "--time-limit", "200",
    )  # fmt: skip
    found = json.loads(done.stdout)
    assert found["lines"] > 100
    (row,) = found["answers"]
    assert row["verdict"] == verdict
    assert 0 < row["predicates"] <= predicates
    assert 1 < row["iterations"] <= iterations
    assert row["solver_calls"] > 0
    assert row["cpu_seconds"] > 0


@pytest.mark.parametrize(("program", "verdict"), [("driver", P), ("server", P), ("server_err", R)])
def test_YAS_17_SATABS_beside_the_table(program: str, verdict: str) -> None:
    """About the same programs relations say the same: the label is where the assertion is that fails."""
    found = answers(f"examples/compare/{program}.c", "-p", "assert", "--method", "satabs", "--time-limit", "200")
    row = found["satabs"]
    assert row["verdict"] == verdict
    assert row["predicates"] > 0
    assert row["iterations"] > 1
    assert row["solver_calls"] > 0


def test_OOP_14_methods_in_words() -> None:
    """The usual rows: threads, arithmetic, what decides, states, where spurious runs come from, recursion."""
    done = vexil("compare", "--methods", "--format", "json")
    facts = {item["name"]: item for item in json.loads(done.stdout)["methods"]}
    assert [facts[name]["threads"] for name in NAMES] == [
        "yes",
        "no",
        "no",
        "no",
        "no",
        "yes, any number of them",
        "no",
        "yes",
        "yes",
    ]
    assert [facts[name]["recursion"] for name in ("c2bp", "satabs")] == ["yes", "no"]
    assert [facts[name]["allocation"] for name in ("c2bp", "satabs")] == ["yes", "no"]
    assert facts["satabs"]["decides"].startswith("SAT")
    assert facts["c2bp-integers"]["arithmetic"] == "unbounded integers"
    assert facts["c2bp"]["arithmetic"] == "machine words"
    assert all(item["spurious"] and item["decides"] and item["state"] for item in facts.values())


def test_a_limit_ends_one_method_only() -> None:
    """A method that has no time is unknown with the limit, and the next one is asked."""
    found = answers(
        "examples/compare/recursion.c", "-p", "assert", "--method", "bounded", "--method", "c2bp", "--time-limit", "3"
    )
    assert found["bounded"]["verdict"] == U
    assert "limit of 3 CPU seconds" in found["bounded"]["reason"]
    assert found["c2bp"]["verdict"] == P


def test_an_interruption_ends_the_comparison() -> None:
    """Who wants an end while one method works is not kept waiting for the others."""

    begun: list[Context] = []

    @contextmanager
    def interrupted(context: Context) -> Iterator[None]:
        begun.append(context)  # the first one reads the program, the second one answers
        context.interrupted = len(begun) > 2
        yield

    options = CheckOptions(LoadOptions((str(ROOT / "examples/compare/recursion.c"),)), ("assert",))
    asked = CompareOptions(methods=("c2bp", "bounded", "explicit"))
    found = list(compare(options, asked, interrupted, lambda event: None))
    assert [item.said for item in found] == [Said.PROVED, Said.UNKNOWN, Said.UNKNOWN]
    assert [item.reason.partition(":")[0] for item in found[1:]] == ["interrupted", "not asked"]


def test_lines_for_programs() -> None:
    """CSV has a line for each method, with names above."""
    done = vexil("compare", "examples/compare/conflict.c", "-p", "assert", "--method", "bounded", "--format", "csv")
    (row,) = csv.DictReader(io.StringIO(done.stdout))
    assert (row["method"], row["verdict"], row["predicates"], row["spurious"]) == ("bounded", P, "", "none")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("examples/compare/sum.c", "--method", "c2pb"), "unknown method 'c2pb'"),
        ((), "nothing to compare"),
        (("examples/compare/sum.c", "--methods"), "--methods is about methods"),
        (("examples/compare/missing.c",), "missing.c"),
        (("examples/compare/sum.c", "-p", "asert"), "asert"),
    ],
)
def test_mistakes_are_told_once(words: tuple[str, ...], message: str) -> None:
    """What no method could answer is refused before any is asked."""
    done = vexil("compare", *words)
    assert done.returncode == 2
    assert done.stderr.count(message) == 1
    assert done.stdout == ""


def test_a_contradiction_is_a_mistake_of_ours() -> None:
    """Proved and refuted over the same numbers contradict each other; over others they do not."""
    facts = tuple(method.facts for method in METHODS)

    def said(**verdicts: Said) -> Comparison:
        named = {name.replace("_", "-"): verdict for name, verdict in verdicts.items()}
        return Comparison(facts, tuple(ComparedAnswer(name, "assert", item, "") for name, item in named.items()))

    assert said(c2bp=Said.PROVED, bounded=Said.REFUTED).contradictions == ("assert",)
    assert said(c2bp_integers=Said.PROVED, bounded=Said.REFUTED).contradictions == ()
    assert said(c2bp=Said.UNKNOWN, bounded=Said.REFUTED).contradictions == ()


def test_every_program_is_described() -> None:
    """The page of comparisons names every program there is."""
    page = (ROOT / "docs" / "compare.md").read_text(encoding="utf-8")
    for path in sorted((ROOT / "examples" / "compare").glob("*.c")):
        assert f"`{path.name}`" in page
