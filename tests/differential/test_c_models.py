"""The computational models of the C library against the library of the machine, compiled by the same gcc."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

import vexil
from tools import require_tool

HERE = Path(__file__).parent
MODELS = Path(vexil.__file__).parent / "frontends" / "c" / "models"
COMPUTING = (
    *("aligned_alloc", "bsearch", "ctype", "ctype_tables", "math", "math_angles", "math_classify", "math_exponent"),
    *("math_exponential", "math_hyperbolic", "math_powers", "math_remainder", "math_root", "math_round"),
    "math_special",
    *(
        "memory_blocks",
        "qsort",
        "realloc",
        "stdio_format",
        "stdio_scan_string",
        "stdlib",
        "string",
        "string_case",
        "string_copy",
        "string_search",
        "strtol",
    ),
)
DRIVERS = ("c_models_driver", "c_models_format", "c_models_math", "c_models_scan")
SANITISERS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")


def run(*command: str, folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    return done.stdout


def names_of(model: Path) -> list[str]:
    return model.read_text(encoding="utf-8").splitlines()[0].removeprefix("/* models: ").removesuffix(" */").split()


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the models as object files, every function f renamed to model_f."""
    gcc = require_tool("gcc")
    folder = tmp_path_factory.mktemp("models")
    sources = [MODELS / f"{name}.c" for name in COMPUTING]
    renamed = [f"-D{name}=model_{name}" for source in sources for name in names_of(source)]
    run(gcc, "-std=gnu11", "-O1", "-fno-builtin", *SANITISERS, *renamed, "-c", *map(str, sources), folder=folder)
    return folder


@pytest.mark.parametrize("driver", DRIVERS)
def test_models_compute_what_the_library_computes(objects: Path, driver: str) -> None:
    """On random inputs each model gives the library's result, and touches no byte and overflows no integer besides.

    Where a model chooses its result, the library's is among those that can be chosen.
    """
    gcc = require_tool("gcc")
    parts = sorted(map(str, objects.glob("*.o")))
    sources = (str(HERE / f"{driver}.c"), str(HERE / "c_models_intrinsics.c"))
    run(gcc, "-std=gnu11", "-fno-builtin", *SANITISERS, *sources, *parts, "-lm", "-o", driver, folder=objects)
    assert run(str(objects / driver), folder=objects) == "equal\n"


def test_the_driver_calls_every_computational_model() -> None:
    """No function of the computational models is left out of the comparison."""
    text = "".join((HERE / f"{name}.c").read_text(encoding="utf-8") for name in DRIVERS)
    text += "".join(re.findall(r"EACH_\w+\(X\) (.*)", text))
    mentioned = set(re.findall(r"\w+", text))
    mentioned |= {name + suffix for name in re.findall(r"X\((\w+)\)", text) for suffix in "fl"}
    aliases = {"__mempcpy", "__strtok_r", "__strdup", "__strndup", "memalign", "valloc"}
    missing = {name for model in COMPUTING for name in names_of(MODELS / f"{model}.c")} - mentioned - aliases
    assert {name for name in missing if f"model_{name}" not in mentioned} == set()
