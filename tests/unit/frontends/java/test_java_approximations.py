"""What is not modelled of Java is refused with its place, or approximated in a direction that the verdict respects."""

from __future__ import annotations

from pathlib import Path

import pytest

from java_programs import load_java
from vexil.core.context import Context, Limits
from vexil.core.errors import SourceError
from vexil.model.verdict import Status, Verdict
from vexil.pipeline.options import CheckOptions, LoadOptions
from vexil.pipeline.run import check


def written(folder: Path, body: str, *, imports: str = "", members: str = "") -> Path:
    """A program whose main method has this body, from line 5 on."""
    path = folder / "Main.java"
    path.write_text(
        f"{imports}\nclass Main {{\n    {members}\n    public static void main(String[] args) throws Exception {{\n"
        f"{body}\n    }}\n}}\n",
        encoding="utf-8",
    )
    return path


def asked(path: Path, prop: str = "assert", engine: str = "auto") -> Verdict:
    options = CheckOptions(LoadOptions((str(path),)), (prop,), engine=engine)
    (verdict,) = check(options, Context(Limits(cpu_seconds=30))).verdicts
    return verdict


@pytest.mark.parametrize(
    ("body", "line", "message"),
    [
        ("java.math.BigInteger big = null;", 5, "class java.math.BigInteger is not modelled"),
        ('int n = 1;\nString s = "a".describeConstable().get();', 6, "of java.lang.String is not modelled"),
        ("Thread.currentThread().getContextClassLoader();", 5, "of java.lang.Thread is not modelled"),
        ("new java.util.Random().nextGaussian();", 5, "of java.util.Random is not modelled"),
    ],
)
def test_what_has_no_model_is_refused_where_it_is_used(tmp_path: Path, body: str, line: int, message: str) -> None:
    """A class or method of the JDK without a model is named with the line that uses it."""
    with pytest.raises(SourceError) as caught:
        load_java(written(tmp_path, body))
    assert message in caught.value.render()
    assert f"Main.java:{line}:" in caught.value.render()


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("Object o = new Object(); assert o.hashCode() == o.hashCode();", "identity hash codes"),
        ('double d = 0.1 + 0.2; assert ("" + d).length() > 0;', "floating-point numbers with many digits"),
        ('String s = System.getenv("HOME"); assert s == s;', "environment variables"),
        ('Class<?> c = Class.forName("Main"); assert c == c;', "Class.forName"),
    ],
)
def test_what_leaves_runs_out_proves_nothing(tmp_path: Path, body: str, reason: str) -> None:
    """An assertion that holds on all runs that are left is unknown, for the reason that some were left out."""
    verdict = asked(written(tmp_path, body), engine="reference")
    assert verdict.status is Status.UNKNOWN
    assert reason in verdict.reason + " ".join(caveat.reason for caveat in verdict.caveats)


def test_what_adds_runs_refutes_nothing(tmp_path: Path) -> None:
    """The sine may be any number here, so that an assertion about it is not refuted."""
    verdict = asked(written(tmp_path, "double d = Math.sin(1.0); assert d <= 1.0;"))
    assert verdict.status is Status.UNKNOWN
    assert "Math.sin may give any number" in verdict.reason + " ".join(caveat.reason for caveat in verdict.caveats)


def test_a_class_of_the_user_stands_for_one_without_a_model(tmp_path: Path) -> None:
    """A source file with the package and name of a class that has no model is used in its place."""
    folder = tmp_path / "java" / "math"
    folder.mkdir(parents=True)
    (folder / "BigInteger.java").write_text(
        "package java.math;\npublic class BigInteger {\n    public int n;\n}\n", encoding="utf-8"
    )
    main = written(tmp_path, "java.math.BigInteger big = new java.math.BigInteger(); assert big.n == 0;")
    options = CheckOptions(LoadOptions((str(main), str(folder / "BigInteger.java"))), ("assert",))
    (verdict,) = check(options, Context()).verdicts
    assert verdict.status is Status.PROVED


@pytest.mark.parametrize(
    ("body", "prop", "status"),
    [
        ("int n = Integer.MAX_VALUE; assert n + 1 < n;", "assert", Status.PROVED),
        ("int n = 200; assert (byte) n == -56 && (char) -n == 65336 && n << 33 == 400;", "assert", Status.PROVED),
        ("double d = 1e20; assert (int) d == Integer.MAX_VALUE && (long) (d - d) == 0;", "assert", Status.PROVED),
        ("int[] a = new int[args.length - 1];", "exception", Status.REFUTED),
        ("Object o = 1; String s = (String) o;", "exception", Status.REFUTED),
        ("try { Object o = null; o.hashCode(); } catch (RuntimeException e) { }", "exception", Status.PROVED),
    ],
)
def test_numbers_and_failures_are_those_of_the_language(tmp_path: Path, body: str, prop: str, status: Status) -> None:
    """Integers wrap around, casts of floats saturate, and a failure is an exception that can be caught."""
    assert asked(written(tmp_path, body), prop).status is status


def test_a_concurrent_map_proves_something_about_operations_on_several_bins(tmp_path: Path) -> None:
    """Clearing a concurrent map goes from bin to bin, as in the JDK."""
    body = "ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();\nmap.clear();\nassert map.isEmpty();"
    path = written(tmp_path, body, imports="import java.util.concurrent.ConcurrentHashMap;")
    assert asked(path, engine="reference").status is Status.PROVED
