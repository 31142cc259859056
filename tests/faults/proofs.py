"""Wrong programs that a fault makes an engine prove: the checker, which shares nothing with it, rejects the proof."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from faults.fault import Fault, Plant
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

PRELUDE = """\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern signed char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  unsigned u = __VERIFIER_nondet_uint(), v = __VERIFIER_nondet_uint();
"""


def limited() -> Context:
    return Context(Limits(cpu_seconds=20))


@cache
def question(body: str, prop: str) -> Question:
    """The question about a program with a body; each program is read once."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "program.c"
        path.write_text(f"{PRELUDE}  {body}\n  return 0;\n}}\n", encoding="utf-8")
        return Question(load([str(path)], COptions(), Context()), parse_property(prop))


@cache
def sound(body: str, prop: str) -> Verdict:
    """The verdict on a program; it must be asked for before a fault is planted."""
    return answer(question(body, prop), limited(), "bounded")


@dataclass
class Watch:
    """Takes note of every proof that goes to the checker, and of what the checker says."""

    seen: list[tuple[Evidence, Certificate]] = field(default_factory=list)

    def __call__(self, question: Question, evidence: Evidence, context: Context) -> Certificate:
        certificate = certify(question, evidence, context)
        self.seen.append((evidence, certificate))
        return certificate


@dataclass(frozen=True)
class RejectedProof:
    """The bodies of a program that is wrong, and of the same with the mistake mended.

    ``contradicted`` says that the checker shows a run that breaks the property; else it only refuses the evidence.
    ``refuted`` says that the sound engine finds that run; else it gives up, as for an operation that is not defined.
    """

    wrong: str
    right: str
    prop: str = "assert"
    contradicted: bool = True
    refuted: bool = True

    def accept(self) -> None:
        """The right program is proved and certified; the wrong one is refuted, or given up for what is undefined."""
        verdict = sound(self.right, self.prop)
        assert (verdict.status, verdict.evidence_checked) == (Status.PROVED, True), verdict.reason
        verdict = sound(self.wrong, self.prop)
        assert verdict.status is (Status.REFUTED if self.refuted else Status.UNKNOWN), verdict.reason
        if not self.refuted:
            reasons = ("undefined operations are reached", "uninitialised-read", "addresses of objects")
            assert any(reason in verdict.reason for reason in reasons), verdict.reason

    def notice(self) -> None:
        """The engine proves the wrong program; the checker rejects that proof, and nobody says proved.

        The checker runs with the fault in place, and confirms the sound proof of the right program all the same: what
        it says about the wrong one does not come from the fault.
        """
        wrong, right, evidence = question(self.wrong, self.prop), question(self.right, self.prop), self._evidence()
        watch = Watch()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(verdicts, "certify", watch)
            if self.contradicted:
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
        assert certificate.unchecked is not self.contradicted, certificate.reason

    def _evidence(self) -> Invariant:
        evidence = sound(self.right, self.prop).evidence
        assert isinstance(evidence, Invariant)
        return evidence


@dataclass(frozen=True)
class VacuousProof:
    """The body of a program whose every run is cut by an assumption, and of one in which a run is left."""

    wrong: str
    right: str

    def accept(self) -> None:
        """Where every run is cut by an assumption, nothing is proved; where one is left, its assertion counts."""
        verdict = sound(self.wrong, "assert")
        assert (verdict.status, verdict.reason) == (Status.UNKNOWN, "vacuous: every run is cut by a restriction")
        assert sound(self.right, "assert").status is Status.PROVED

    def notice(self) -> None:
        """A fault that makes an impossible assumption look possible must not turn unknown into proved."""
        assert answer(question(self.wrong, "assert"), limited(), "bounded").status is Status.UNKNOWN


def misproved(
    name: str,
    plant: Plant,
    wrong: str,
    right: str,
    prop: str = "assert",
    contradicted: bool = True,
    refuted: bool = True,
) -> Fault:
    """A fault that makes the engine prove a wrong program."""
    return Fault(name, plant, RejectedProof(wrong, right, prop, contradicted, refuted))
