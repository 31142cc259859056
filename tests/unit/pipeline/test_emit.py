"""Programs printed for other tools: the text says what it is about, and how to run it works."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tools import require_tool
from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.pipeline.emit import Emitted, emit
from vexil.pipeline.options import CheckOptions, LoadOptions, TargetLanguage, parse_bounds, parse_settings

ROOT = Path(__file__).parents[3]
TRANSFER = str(ROOT / "examples" / "transfer.vir")
POWER = str(ROOT / "examples" / "power.fcl")
COUNTER = str(ROOT / "examples" / "counter.vir")


def emitted(
    language: TargetLanguage,
    program: str,
    *properties: str,
    bounds: tuple[str, ...] = (),
    settings: tuple[str, ...] = (),
) -> Emitted:
    load = LoadOptions((program,), parse_settings(settings))
    file = {TargetLanguage.PROMELA: "model.pml", TargetLanguage.SMV: "model.smv", TargetLanguage.C: "search.c"}[
        language
    ]
    return emit(CheckOptions(load, properties, bounds=parse_bounds(bounds)), language, file, Context())


def run_as_told(text: str, file: str, folder: Path) -> str:
    """What the commands at the beginning of a text print, when it is a file of that name."""
    (folder / file).write_text(text, encoding="utf-8")
    commands = re.findall(r"^\s*((?:spin|gcc|\./).*?)(?: \*/)?$", text.split("*/", maxsplit=1)[0], re.MULTILINE)
    assert commands
    line = " && ".join(commands)
    return subprocess.run(line, shell=True, cwd=folder, capture_output=True, text=True, timeout=120, check=False).stdout


def test_promela_says_how_to_have_spin_check_it(tmp_path: Path) -> None:
    """The first lines name the program, the property and the bounds; their commands make Spin find the violation."""
    require_tool("spin")
    require_tool("gcc")
    text = emitted(TargetLanguage.PROMELA, COUNTER, "assert", bounds=("x=0..127",)).text
    first = text.split("*/")[0]
    assert first.startswith(f"/* {COUNTER}: assert\n")
    assert "bounds: 0 <= x <= 127" in first
    assert "errors: 1" in run_as_told(text, "model.pml", tmp_path)
    assert (tmp_path / "model.pml.trail").exists()


def test_c_searches_itself(tmp_path: Path) -> None:
    """The printed C program, run as its first lines say, counts the deadlock and shows a run to it."""
    require_tool("gcc")
    printed = run_as_told(emitted(TargetLanguage.C, TRANSFER, "deadlock").text, "search.c", tmp_path)
    assert "run to a deadlock:\n" in printed
    assert "deadlocks 1\n" in printed


def test_smv_takes_branching_formulas() -> None:
    """A formula of CTL is printed for NuSMV, which the first lines name, and the atom has its meaning."""
    text = emitted(TargetLanguage.SMV, POWER, "ctl: AG EF [end]", settings=("m=2", "n=3")).text
    assert text.startswith(f"-- {POWER}: ctl: AG EF [end]\n-- bounds: none\n-- NuSMV model.smv\n")
    assert "CTLSPEC (AG (EF p));" in text


def test_BCK_03_what_a_language_cannot_say_is_refused(tmp_path: Path) -> None:
    """BCK-03: formulas of C, branching time in Promela and values of 64 bits there are refused with the reason."""
    power = ("m=2", "n=3")
    with pytest.raises(UsageError, match="decides no formulas"):
        emitted(TargetLanguage.C, POWER, "ltl: <>[end]", settings=power)
    with pytest.raises(UsageError, match="not CTL"):
        emitted(TargetLanguage.PROMELA, POWER, "ctl: AG EF [end]", settings=power)
    with pytest.raises(UsageError, match="cannot be printed"):
        emitted(TargetLanguage.SMV, POWER, "mu: nu Z. []Z", settings=power)
    wide = tmp_path / "wide.vir"
    wide.write_text("vir 1\nprogram wide\nglobal x: i64\n\nfunction main()\n  a -> exit: return\n", encoding="utf-8")
    with pytest.raises(UsageError, match="has no assert checks"):
        emitted(TargetLanguage.PROMELA, str(wide), "assert")
    with pytest.raises(UsageError, match="64 bits"):
        emitted(TargetLanguage.PROMELA, str(wide), "ltl: [] x == 0")


def test_one_property_is_printed() -> None:
    """Several properties, also those that nobody named, are refused with their names."""
    with pytest.raises(UsageError, match="2 are asked: assert, deadlock"):
        emitted(TargetLanguage.PROMELA, COUNTER, "assert", "deadlock")


def test_a_program_without_bounds_is_refused_with_the_option(tmp_path: Path) -> None:
    """A mathematical integer has no place in a state vector: the variable and the option that bounds it are named."""
    load = LoadOptions((POWER,), integers="math")
    with pytest.raises(UsageError, match="its values have no bound") as refused:
        emit(CheckOptions(load, ("termination",)), TargetLanguage.SMV, "model.smv", Context())
    assert refused.value.hint == "bound it with --bound m=LOW..HIGH"
    assert "the variable m" in refused.value.message


def test_next_steps_are_those_of_the_source(tmp_path: Path) -> None:
    """A next-step operator is printed for languages whose edges the user sees, and refused for C."""
    assert "LTLSPEC (X p)" in emitted(TargetLanguage.SMV, POWER, "ltl: X [end]", settings=("m=2", "n=3")).text
    program = tmp_path / "next.c"
    program.write_text("int x; int main(void) { x = 1; return 0; }\n", encoding="utf-8")
    with pytest.raises(UsageError, match="X speaks about single steps"):
        emitted(TargetLanguage.SMV, str(program), "ltl: X x == 1")


def test_comments_cannot_be_ended(tmp_path: Path) -> None:
    """A name with the end of a comment in it stays inside the comment."""
    odd = tmp_path / "*"
    odd.mkdir()
    path = odd / "counter.vir"
    path.write_text(Path(COUNTER).read_text(encoding="utf-8"), encoding="utf-8")
    text = emitted(TargetLanguage.C, str(path), "assert").text
    assert f"{tmp_path}/ * /counter.vir: assert" in text.split("*/")[0]
