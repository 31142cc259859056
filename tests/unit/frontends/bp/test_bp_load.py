"""Boolean programs in the intermediate form: chains of edges, hidden variables, labels that must not be reached."""

from __future__ import annotations

import pytest

from vexil.core.errors import UsageError
from vexil.core.source import SourceFile
from vexil.frontends.bp import load
from vexil.ir.operations import Assign, BeginAtomic, Check, Choose, EndAtomic, Operation, Restrict, Start
from vexil.ir.program import Function, Program
from vexil.ir.text import parse_program as parse_vir
from vexil.ir.text import print_program
from vexil.ir.validator import validate


def loaded(text: str, *labels: str) -> Program:
    program, source = load([SourceFile("given.bp", text.encode())], labels)
    for name, procedure in source.procedures.items():
        names = [location.name for location in program.functions[name].locations]
        assert names[: len(procedure.locations)] == [location.name for location in procedure.locations]
    return program


def operations(function: Function) -> list[Operation]:
    return [edge.operation for edge in function.edges]


def kinds(function: Function) -> list[str]:
    return [type(operation).__name__ for operation in operations(function)]


EVERYTHING = """
decl a, b;
bool<2> f(x, a) begin decl l; enforce !(x & l); x, a := a, x; return *, a; end
bool g() begin return *; end
void main(given) begin
  a, b := f(*, given);
  _ := g();
  a, b := b, a constrain 'a | b;
  any(a, b where 'a = !'b);
  select { (a) goto L; (*) goto M; (b) goto L; }
  L: choice { a := *; goto M; assume(b); goto L; skip; goto M; }
  M: assert(* | a);
  if (schoose[a, b & !a]) then skip; fi
  goto L, M;
end
"""


def test_bp_every_construct_gives_a_valid_program() -> None:
    """The program is valid, and its text form reads back."""
    program = loaded(EVERYTHING, "M")
    assert validate(program) == []
    again = parse_vir(SourceFile("again.vir", print_program(program).encode())).program
    assert print_program(again) == print_program(program)


def test_bp_parallel_assignment_keeps_old_values() -> None:
    """Only a value that is still read is kept in a hidden variable."""
    swap = loaded("decl a, b; void main() begin a, b := b, a; end").functions["main"]
    assert kinds(swap)[:3] == ["Assign", "Assign", "Assign"]
    assert [local.hidden for local in swap.locals] == [True]
    plain = loaded("decl a, b, c; void main() begin a, b := c, c; end").functions["main"]
    assert kinds(plain)[:2] == ["Assign", "Assign"]
    assert plain.locals == ()


def test_bp_what_is_unknown_is_chosen_by_the_environment() -> None:
    """An undecided choice offers the values that it may have, a constraint restricts what was chosen."""
    main = loaded("decl a, b; void main() begin a := schoose[b, F] constrain 'a; end").functions["main"]
    found = operations(main)
    assert [type(operation) for operation in found[:3]] == [Choose, Restrict, Assign]


def test_bp_what_is_enforced_restricts_steps_that_could_violate_it() -> None:
    """A restriction follows the entry, and edges that set one of its variables."""
    main = loaded("decl a, b; void main() begin enforce a; b := T; a := *; end").functions["main"]
    assert kinds(main).count("Restrict") == 2


def test_bp_threads_take_atomic_steps() -> None:
    """A statement of several edges is one step for other threads, and many threads may start in a loop."""
    program = loaded(
        "decl g, h; void t() begin g, h := h, g; end"
        " void main() begin start_thread t(); x: start_thread t(); goto x; end"
    )
    swap = operations(program.functions["t"])
    assert isinstance(swap[0], BeginAtomic)
    assert any(isinstance(operation, EndAtomic) for operation in swap)
    starts = [operation for operation in operations(program.functions["main"]) if isinstance(operation, Start)]
    assert [start.many for start in starts] == [False, True]


def test_bp_labels_that_must_not_be_reached_are_checks() -> None:
    """The check stands at the location that has the label; a label that nobody has is refused."""
    text = "void main() begin skip; E: F: skip; end"
    program = loaded(text, "F")
    (check,) = (operation for operation in operations(program.functions["main"]) if isinstance(operation, Check))
    assert (check.property, check.message) == ("unreach", "the label F is reached")
    with pytest.raises(UsageError, match="no statement has the label 'X'"):
        loaded(text, "X")
    with pytest.raises(UsageError, match="the exit of main"):
        loaded(text, "exit")


def test_bp_names_and_files_that_are_refused() -> None:
    """Hidden variables have names that no program may use, and a program is one file."""
    with pytest.raises(UsageError, match="begins with a backslash"):
        loaded("decl {\\\\taken}; void main() begin end")
    with pytest.raises(UsageError, match="one file, not 2"):
        load([SourceFile("a.bp", b""), SourceFile("b.bp", b"")])
