"""``vexil doctor``: what is installed, what works, what is missing."""

from __future__ import annotations

import platform
import shutil
import sys
from importlib import metadata

from vexil import __version__
from vexil.cli.console import say
from vexil.cli.exit_codes import ExitCode
from vexil.cli.guard import guarded
from vexil.pipeline.registry import AUTO, ENGINES

TOOLS = {
    "gcc": "cross-checks of machine arithmetic",
    "java": "cross-checks of Java programs",
    "javac": "cross-checks of the Java front end",
    "chromium": "tests of the web page",
}
"""Programs that the tests use when they are there; none of them is needed to use Vexil."""


LIBRARIES = {
    "typer": "the command line",
    "pyyaml": "task definitions",
    "libclang": "the C front end",
    "bitwuzla": "questions about bit-vectors",
    "z3-solver": "mathematical integers, and checking proofs",
    "cvc5": "a third opinion on proofs",
    "dd": "decision diagrams",
    "llvmlite": "native search of states",
}


def _version(library: str) -> str:
    """The version of an installed library, or nothing."""
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return ""


def run_doctor() -> ExitCode:
    """Report the state of the installation, and try a small check."""

    def command() -> ExitCode:
        say([f"vexil {__version__}", f"Python {platform.python_version()} on {platform.system()} {platform.machine()}"])
        good = sys.version_info >= (3, 11)
        say([f"  {'ok' if good else 'MISSING'}: Python 3.11 or newer"])
        missing = False
        for library, purpose in LIBRARIES.items():
            version = _version(library)
            missing = missing or not version
            say([f"  {'ok' if version else 'MISSING'}: {library} {version}".rstrip() + f" ({purpose})"])
        say([_native_search(), _native_machine(), _spin()])
        say(["languages: .c, .i, .java, .fcl, .bp, .vir; tasks (.yml)"])
        say(["engines:", f"  {AUTO}: the engines that suit the question, the default"])
        say([f"  {name}: {entry.purpose}" for name, entry in ENGINES.items()])
        working = _self_test()
        say([f"  {'ok' if working else 'BROKEN'}: a small program is proved and a wrong property of it refuted"])
        say(["optional programs, used by the tests only:"])
        for tool, purpose in TOOLS.items():
            say([f"  {'ok' if shutil.which(tool) else 'absent'}: {tool} ({purpose})"])
        return ExitCode.PROVED if good and working and not missing else ExitCode.UNKNOWN

    return guarded(command)


def _native_search() -> str:
    """Whether the engine ``explicit`` can be used."""
    from vexil.engines.explicit.library import missing

    reason = missing()
    return f"  absent: native search, use the engine reference ({reason})" if reason else "  ok: native search"


def _native_machine() -> str:
    """Whether the engine ``machine`` can be used."""
    from vexil.engines.machine.library import missing

    reason = missing()
    return f"  absent: native machine, use the engine explicit ({reason})" if reason else "  ok: native machine"


def _spin() -> str:
    """Whether the engine ``spin`` can be used."""
    from vexil.core.processes import find_program
    from vexil.engines.printed.spin.engine import COMPILERS

    missing = [names for names in (("spin",), COMPILERS) if find_program(names) is None]
    looked_for = " and ".join(" or ".join(names) for names in missing)
    return f"  absent: Spin, for the engine spin ({looked_for} is not installed)" if missing else "  ok: Spin"


def _self_test() -> bool:
    from vexil.core.context import Context
    from vexil.core.source import SourceFile
    from vexil.frontends.fcl import load
    from vexil.model.outcome import Question
    from vexil.model.verdict import Status
    from vexil.pipeline.verdicts import answer
    from vexil.spec.property import parse_property

    program = load(
        [SourceFile("doctor.fcl", b"() (a) a: x := 3; goto b; b: x := -(x, 1); if <(x, 1) then c else b; c: return;")]
    )
    verdicts = [
        answer(Question(program, parse_property(text)), Context()).status for text in ("termination", "ltl: [] >(x, 0)")
    ]
    return verdicts == [Status.PROVED, Status.REFUTED]
