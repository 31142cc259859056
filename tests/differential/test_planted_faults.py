"""Proofs that a fault made possible do not survive the checker, which shares nothing with what found them."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

import vexil
import vexil.certify.invariant  # z3 is loaded once, and not in every process that checks a proof
from planted_faults import Fault
from planted_search_faults import ENGINE_FAULTS, LOGIC_FAULTS, VACUOUS_FAULT
from planted_term_faults import TERM_FAULTS
from vexil.certify import Certificate, Checked, Rejected, certify
from vexil.core.context import Context, Limits
from vexil.core.errors import InternalError
from vexil.frontends.c import COptions, load
from vexil.model.evidence import Evidence, Invariant
from vexil.model.outcome import Question
from vexil.model.verdict import Status, Verdict
from vexil.pipeline import verdicts
from vexil.pipeline.verdicts import answer
from vexil.spec.property import parse_property

IN_LOGIC = (*TERM_FAULTS, *LOGIC_FAULTS)
ALL = (*IN_LOGIC, *ENGINE_FAULTS)
every_fault = pytest.mark.parametrize("fault", ALL, ids=lambda fault: fault.name)
Ask = Callable[[Fault, bool], Question]
Sound = Callable[[Fault], Verdict]


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Ask:
    """The question about the wrong or the right program of a fault; each program is read once."""
    folder = tmp_path_factory.mktemp("planted")
    known: dict[tuple[str, str], Question] = {}

    def question(fault: Fault, is_right: bool) -> Question:
        text = fault.right_program if is_right else fault.wrong_program
        found = known.get((text, fault.prop))
        if found is None:
            path = folder / f"program{len(known)}.c"
            path.write_text(text, encoding="utf-8")
            program = load([str(path)], COptions(), Context())
            found = known[text, fault.prop] = Question(program, parse_property(fault.prop))
        return found

    return question


@pytest.fixture(scope="module")
def sound(ask: Ask) -> Sound:
    """The verdict on the right program of a fault; it must be asked for before the fault is planted."""
    return cache(lambda fault: answer(ask(fault, True), limited(), "bounded"))


def limited() -> Context:
    return Context(Limits(cpu_seconds=20))


@dataclass
class Watch:
    """Takes note of every proof that goes to the checker, and of what the checker says."""

    seen: list[tuple[Evidence, Certificate]] = field(default_factory=list)

    def __call__(self, question: Question, evidence: Evidence, context: Context) -> Certificate:
        certificate = certify(question, evidence, context)
        self.seen.append((evidence, certificate))
        return certificate


def test_at_least_ten_different_faults_are_planted_in_logic() -> None:
    """Ten faults are asked for; none is there twice, and no program stands for all of them."""
    assert len({fault.name for fault in IN_LOGIC}) == len(IN_LOGIC) >= 10
    assert len({fault.plant for fault in IN_LOGIC}) == len(IN_LOGIC)
    assert len({fault.wrong for fault in IN_LOGIC}) == len(IN_LOGIC)
    assert sum(fault.contradicted for fault in IN_LOGIC) >= 10


@every_fault
def test_a_planted_fault_is_caught(fault: Fault, ask: Ask, sound: Sound) -> None:
    """With the fault the engine proves a program that is wrong; the checker rejects that proof, and nobody says proved.

    The checker runs with the fault in place, and confirms the sound proof of the right program all the same: what it
    says about the wrong one does not come from the fault.
    """
    wrong, right, evidence = ask(fault, False), ask(fault, True), sound(fault).evidence
    assert isinstance(evidence, Invariant)
    watch = Watch()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(verdicts, "certify", watch)
        fault.plant(patch)
        if fault.contradicted:
            with pytest.raises(InternalError, match="the evidence of engine bounded should be right"):
                answer(wrong, limited(), "bounded")
        else:
            verdict = answer(wrong, limited(), "bounded")
            assert verdict.status is Status.UNKNOWN
            assert "the evidence was not checked" in verdict.reason
        unaffected = certify(right, evidence, limited())
    assert isinstance(unaffected, Checked), unaffected
    [(mistaken, certificate)] = watch.seen
    assert isinstance(mistaken, Invariant), "the fault has no effect: the engine claims no proof"
    assert isinstance(certificate, Rejected)
    assert certificate.unchecked is not fault.contradicted, certificate.reason


@every_fault
def test_without_faults_the_answers_are_right(fault: Fault, ask: Ask, sound: Sound) -> None:
    """The right program is proved and certified; the wrong one is refuted, or given up for what is undefined in it."""
    verdict = sound(fault)
    assert (verdict.status, verdict.evidence_checked) == (Status.PROVED, True), verdict.reason
    verdict = answer(ask(fault, False), limited(), "bounded")
    assert verdict.status is (Status.REFUTED if fault.refuted else Status.UNKNOWN), verdict.reason
    if not fault.refuted:
        assert "undefined operations are reached" in verdict.reason or "uninitialised-read" in verdict.reason


def test_without_the_fault_a_vacuous_proof_is_unknown(ask: Ask) -> None:
    """Where every run is cut by an assumption, nothing is proved; where one is left, its assertion counts."""
    verdict = answer(ask(VACUOUS_FAULT, False), limited(), "bounded")
    assert (verdict.status, verdict.reason) == (Status.UNKNOWN, "vacuous: every run is cut by a restriction")
    assert answer(ask(VACUOUS_FAULT, True), limited(), "bounded").status is Status.PROVED


@pytest.mark.xfail(
    raises=AssertionError, strict=True, reason="only the engine's own solver says whether a proof is vacuous"
)
def test_a_fault_that_hides_a_vacuous_proof_is_caught(ask: Ask) -> None:
    """A fault that makes an impossible assumption look possible must not turn unknown into proved."""
    question = ask(VACUOUS_FAULT, False)
    with pytest.MonkeyPatch.context() as patch:
        VACUOUS_FAULT.plant(patch)
        verdict = answer(question, limited(), "bounded")
    assert verdict.status is Status.UNKNOWN


# --- independence --------------------------------------------------------------------------------------------

STRANGERS = ("vexil.logic", "vexil.analysis", "vexil.engines", "bitwuzla", "cvc5")


def test_the_checker_loads_nothing_of_what_it_checks() -> None:
    """An interpreter that has imported every module of the checker knows no logic, analysis, engine or other solver.

    Samples of a flat form are checked with the flat form, which is made with analyses: that module is left out.
    """
    program = """
import pkgutil, sys
import vexil.certify.invariant
for module in pkgutil.walk_packages(vexil.certify.__path__, "vexil.certify."):
    if module.name != "vexil.certify.sampling":
        __import__(module.name)
print(*sorted(sys.modules))
"""
    source = str(Path(vexil.__file__).parent.parent)
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {source!r}){program}"]
    loaded = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    assert "vexil.certify.invariant.check" in loaded
    assert "z3.z3core" in loaded
    assert [name for name in loaded if name.startswith(STRANGERS)] == []


def test_no_function_of_the_checker_imports_what_it_checks() -> None:
    """Nor does any import that is only executed inside a function name one of them."""
    folder = Path(vexil.__file__).parent / "certify"
    imported = {name for path in sorted(folder.rglob("*.py")) for name in _imported(path)}
    assert "z3.z3core" in imported
    assert "vexil.certify.invariant" in imported
    assert sorted(name for name in imported if name.startswith(STRANGERS)) == []


def _imported(path: Path) -> list[str]:
    """The modules that a file imports anywhere, with the names it takes from them."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names):
                found += [name.name for name in names]
            case ast.ImportFrom(module, names, 0):
                assert module is not None
                found += [module, *(f"{module}.{name.name}" for name in names)]
            case ast.ImportFrom():
                pytest.fail(f"{path} has a relative import, which this test does not resolve")
            case _:
                pass
    return found
