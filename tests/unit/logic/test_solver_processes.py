"""Solvers in processes of their own: they answer, obey limits, can be killed, and leave nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from processes import end_soon, is_running
from vexil.core.errors import UsageError
from vexil.logic import BOOL, FLOAT64, INT, Term, Terms, array, bits
from vexil.logic.solvers import Satisfiable, open_solver, suitable, versions
from vexil.logic.solvers.child import wire
from vexil.logic.solvers.port import ProcessSolver

SOLVERS = ("bitwuzla", "z3", "cvc5")
SOURCES = Path(__file__).parents[3] / "src"
SERVING = "import sys; from vexil.logic.solvers.child.server import main; main(*sys.argv[1:])"


def hard(terms: Terms, width: int = 64) -> Term:
    """A product of two primes to be factored: easy to write, and no solver is done with it soon."""
    left, right = terms.symbol("p", bits(width)), terms.symbol("q", bits(width))
    small = terms.bv(1 << (width // 2), width)
    prime = 1_073_741_789 * 536_870_909 if width == 64 else 60_013 * 32_749
    one = terms.bv(1, width)
    return terms.and_(
        terms.eq(terms.mul(left, right), terms.bv(prime, width)),
        *(terms.ult(part, small) for part in (left, right)),
        *(terms.ult(one, part) for part in (left, right)),
    )


def started(solver: ProcessSolver) -> int:
    """The process of a solver that has answered once."""
    solver.check()
    assert solver.pid is not None
    return solver.pid


@pytest.mark.parametrize("name", SOLVERS)
def test_levels_and_assumptions(name: str) -> None:
    """What is added holds until its level is closed; an assumption holds for one question."""
    terms = Terms()
    x, y = terms.symbol("x", bits(8)), terms.symbol("y", bits(8))
    with open_solver(name) as solver:
        solver.add(terms.ult(x, terms.bv(10, 8)))
        solver.push()
        solver.add(terms.eq(terms.add(x, y), terms.bv(3, 8)))
        solver.add(terms.ult(terms.bv(250, 8), y))
        assert solver.check().is_sat
        model = solver.model([x, y, terms.add(x, y)])
        assert model[x] < 10
        assert model[y] > 250
        assert model[terms.add(x, y)] == 3
        assert solver.check(terms.eq(x, terms.bv(1, 8))).is_unsat
        assert solver.check().is_sat
        solver.pop()
        assert solver.check(terms.eq(x, terms.bv(1, 8)), terms.eq(y, terms.bv(1, 8))).is_sat
        assert solver.check(terms.eq(x, terms.bv(11, 8))).is_unsat
        with pytest.raises(ValueError, match="no level"):
            solver.pop()
        with pytest.raises(ValueError, match="no model"):
            solver.model([x])


@pytest.mark.parametrize("name", SOLVERS)
def test_a_killed_process_is_replaced(name: str) -> None:
    """Killing a solver in the middle of a question gives unknown; the next question is answered as if nothing was."""
    terms = Terms()
    x = terms.symbol("x", bits(8))
    with open_solver(name) as solver:
        solver.add(terms.ult(x, terms.bv(5, 8)))
        solver.push()
        solver.add(terms.ult(terms.bv(3, 8), x))
        pid = started(solver)
        threading.Timer(0.2, os.kill, (pid, signal.SIGKILL)).start()
        reply = solver.check(hard(terms))
        assert (reply.answer, reply.reason) == (Satisfiable.UNKNOWN, "killed")
        assert not is_running(pid)
        assert solver.check().is_sat
        assert solver.model([x]) == {x: 4}
        assert solver.pid != pid
        solver.pop()
        assert solver.check(terms.eq(x, terms.bv(0, 8))).is_sat


def test_a_process_killed_between_question_and_model() -> None:
    """The model can be read even when the process that found it is gone by then."""
    terms = Terms()
    x = terms.symbol("x", bits(8))
    with open_solver() as solver:
        assert solver.check(terms.eq(x, terms.bv(7, 8))).is_sat
        assert solver.pid is not None
        os.kill(solver.pid, signal.SIGKILL)
        assert solver.model([x]) == {x: 7}


@pytest.mark.parametrize("name", SOLVERS)
def test_seconds_are_a_hard_limit(name: str) -> None:
    """A question that takes longer than its CPU seconds is answered with unknown, and the process is gone."""
    terms = Terms()
    with open_solver(name, seconds=0.3) as solver:
        pid = started(solver)
        reply = solver.check(hard(terms))
        assert (reply.answer, reply.reason) == (Satisfiable.UNKNOWN, "limit")
        assert not is_running(pid)
        assert solver.cpu_seconds() >= 0.3
        assert solver.check(terms.true).is_sat


@pytest.mark.parametrize(("name", "limit"), [("bitwuzla", 20), ("z3", 100_000), ("cvc5", 1_000)])
def test_resource_limits_are_deterministic(name: str, limit: int) -> None:
    """Two processes that are asked the same give the same answers, some of them unknown because of the limit."""
    answers = []
    for _ in range(2):
        terms = Terms()
        formula = hard(terms, 32)
        p = terms.symbol("p", bits(32))
        with open_solver(name, seconds=20) as solver:
            replies = [
                solver.check(formula, terms.ult(p, terms.bv(bound, 32)), limit=limit * factor)
                for bound in (50, 60_000)
                for factor in (1, 3)
            ]
        answers.append([(reply.answer, reply.reason) for reply in replies])
    assert answers[0] == answers[1]
    assert (Satisfiable.UNKNOWN, "limit") in answers[0]


@pytest.mark.parametrize("name", SOLVERS)
def test_memory_is_limited(name: str) -> None:
    """A solver that needs more memory than allowed gives unknown for that reason, and can be asked again."""
    terms = Terms()
    total = terms.symbol("x0", bits(256))
    for number in range(1, 40):
        total = terms.mul(total, terms.binary("bvudiv", terms.symbol(f"x{number}", bits(256)), total))
    with open_solver(name, seconds=20, memory_mb=60) as solver:
        reply = solver.check(terms.eq(total, terms.bv(12345, 256)))
        assert (reply.answer, reply.reason) == (Satisfiable.UNKNOWN, "memory")
        assert solver.check(terms.true).is_sat


def test_nothing_remains_after_an_exception() -> None:
    """Leaving the block by an exception ends the process; closing again does no harm."""

    def troubled(solver: ProcessSolver) -> None:
        with solver:
            pids.append(started(solver))
            raise RuntimeError("trouble")

    pids: list[int] = []
    solver = open_solver()
    with pytest.raises(RuntimeError, match="trouble"):
        troubled(solver)
    (pid,) = pids
    assert not is_running(pid)
    solver.close()
    with pytest.raises(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)


def test_a_forgotten_solver_ends() -> None:
    """A solver that nobody refers to any more has no process."""
    solver = open_solver()
    pid = started(solver)
    del solver
    assert end_soon([pid])


@pytest.mark.parametrize("name", SOLVERS)
def test_no_process_outlives_a_killed_parent(name: str) -> None:
    """When we are killed in the middle of a question, the solver ends by itself."""
    program = f"""
import sys
sys.path[:0] = {[str(Path(__file__).parents[up]) for up in (0, 2)]!r}
from test_solver_processes import Terms, hard, open_solver, started
terms = Terms()
solver = open_solver({name!r})
print(started(solver), flush=True)
solver.check(hard(terms))
"""
    environment = {**os.environ, "PYTHONPATH": str(SOURCES)}
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, env=environment)
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    time.sleep(0.3)
    assert is_running(pid)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    assert end_soon([pid])


@pytest.mark.parametrize("name", SOLVERS)
def test_bytes_that_arrive_during_a_question_end_nothing(name: str) -> None:
    """Only the end of the parent ends a solver, not what the system says of a write that it has already read."""
    terms = Terms()
    with open_solver(name, seconds=0.6) as solver:
        pid = started(solver)
        nothing_to_answer = wire.pack(([], [], []))
        threading.Timer(0.2, Path(f"/proc/{pid}/fd/0").write_bytes, (nothing_to_answer,)).start()
        reply = solver.check(hard(terms))
        assert (reply.answer, reply.reason) == (Satisfiable.UNKNOWN, "limit")


def test_a_process_that_never_saw_its_parent_ends() -> None:
    """When we are gone before the solver has started to listen, it ends by itself, though its requests stay open."""
    ours, theirs = os.pipe()
    os.close(theirs)
    with subprocess.Popen(
        [sys.executable, "-c", SERVING, "bitwuzla", "1", "0", str(ours)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(SOURCES)},
        pass_fds=(ours,),
    ) as child:
        os.close(ours)
        assert child.wait(timeout=10) == 0


def test_a_closed_solver_leaves_no_descriptor_open() -> None:
    """Starting and ending solvers many times opens as many files as it closes."""
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(5):
        with open_solver() as solver:
            started(solver)
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_an_interrupt_ends_the_question_and_the_process() -> None:
    """An interrupt from the keyboard reaches us and not the solver; the solver can be asked again."""
    terms = Terms()
    with open_solver() as solver:
        pid = started(solver)
        assert os.getsid(pid) != os.getsid(0)
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            solver.check(hard(terms))
        assert not is_running(pid)
        assert solver.check().is_sat


def test_a_missing_solver_is_a_mistake_of_use(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without its package, a solver says what to install; an unknown name lists the known ones."""
    (tmp_path / "cvc5.py").write_text("raise ImportError('no cvc5 here')\n", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with open_solver("cvc5") as solver, pytest.raises(UsageError, match="not installed") as caught:
        solver.check()
    assert caught.value.hint == "pip install cvc5"
    with pytest.raises(UsageError, match="no solver yices"):
        open_solver("yices")


def test_sorts_that_a_solver_does_not_know() -> None:
    """Bitwuzla refuses integers by name, and `suitable` chooses a solver that knows them."""
    terms = Terms()
    n, x = terms.symbol("n", INT), terms.symbol("x", bits(8))
    positive = terms.int_compare("<", terms.integer(0), n)
    assert suitable([terms.eq(x, terms.bv(1, 8))]) == "bitwuzla"
    assert suitable([terms.eq(x, terms.bv(1, 8)), positive]) == "z3"
    with open_solver() as solver:
        with pytest.raises(UsageError, match="bitwuzla knows no sort Int"):
            solver.add(positive)
        assert solver.check(terms.eq(x, terms.bv(1, 8))).is_sat
        with pytest.raises(UsageError, match="bitwuzla knows no sort Int"):
            solver.check(positive)
    with open_solver("z3") as solver:
        assert solver.check(positive).is_sat
        assert solver.model([n])[n] > 0


@pytest.mark.parametrize("name", SOLVERS)
def test_values_of_every_sort(name: str) -> None:
    """Models give truth values as 0 and 1, negative zero by its representation, and the one NaN."""
    terms = Terms()
    b, f, g = terms.symbol("b", BOOL), terms.symbol("f", FLOAT64), terms.symbol("g", FLOAT64)
    memory = terms.symbol("m", array(bits(4), bits(8)))
    second = terms.select(memory, terms.bv(2, 4))
    with open_solver(name) as solver:
        demands = [
            terms.not_(b),
            terms.eq(f, terms.float_constant(1 << 63, 64)),
            terms.float_is_nan(g),
            terms.eq(second, terms.bv(200, 8)),
        ]
        reply, values = solver.check_and_read(demands, [b, f, g, second, memory])
    assert reply.is_sat
    assert values[:4] == [0, 1 << 63, 0x7FF8 << 48, 200]
    entries, default = values[4]
    assert dict(entries).get(2, default) == 200


def test_versions_of_all_solvers() -> None:
    """Each solver is listed with a version or nothing."""
    found = versions()
    assert list(found) == list(SOLVERS)
    assert all(version is None or version[0].isdigit() for version in found.values())
