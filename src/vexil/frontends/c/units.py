"""From options to requests: the flags every unit is parsed with, and the index of library models."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from vexil.core.errors import UsageError
from vexil.frontends.c.contracts import requirements
from vexil.languages.options import COptions, Environment

STANDARDS = (
    "c89", "c90", "c99", "c11", "c17", "c18", "c23", "gnu89", "gnu90", "gnu99", "gnu11", "gnu17", "gnu18", "gnu23",
)  # fmt: skip
OTHER_NAMES = (
    "iso9899:1990", "iso9899:199409", "iso9899:1999", "iso9899:199x", "iso9899:2011", "iso9899:2017", "iso9899:2018",
    "c9x", "c1x", "c2x", "gnu9x", "gnu1x", "gnu2x",
)  # fmt: skip


def refuse_unknown(standard: str) -> None:
    """Raise `UsageError` for what names no standard of C."""
    if standard in STANDARDS or standard in OTHER_NAMES:
        return
    if "++" in standard:
        raise UsageError(f"-std={standard} is a standard of C++", hint="Vexil reads C and Java")
    close = get_close_matches(standard.lower(), (*STANDARDS, *OTHER_NAMES), 1, 0.6)
    standards = f"the standards are {', '.join(STANDARDS)}"
    hint = f"did you mean {close[0]}? {standards[0].upper()}{standards[1:]}" if close else standards
    raise UsageError(f"-std={standard} names no standard of C", hint=hint)


HERE = Path(__file__).parent
INCLUDE, MODELS = HERE / "include", HERE / "models"
TARGETS = {"LP64": "--target=x86_64-linux-gnu", "ILP32": "--target=i386-linux-gnu"}
MACHINE_FOLDERS = {
    "LP64": ("/usr/local/include", "/usr/include/x86_64-linux-gnu", "/usr/include"),
    "ILP32": ("/usr/local/include", "/usr/include/i386-linux-gnu", "/usr/include"),
}
"""Where the machine keeps headers, which are used where no other folder has one."""
PERMISSIVE = (
    "-Wno-implicit-function-declaration", "-Wno-int-conversion", "-Wno-incompatible-function-pointer-types",
    "-Wno-implicit-int", "-Wno-return-type", "-Wno-everything", "-fbracket-depth=1048576", "-ferror-limit=20",
    "-D_Float128=__float128", "-D__malloc__(...)=__malloc__", "-fgnu89-inline", "-fheinous-gnu-extensions",
)  # fmt: skip
DEFERRED = {"exit": ("atexit", "on_exit"), "quick_exit": ("at_quick_exit",)}
"""Functions whose models are needed only when one of others is used."""
DEFAULT_STANDARD = "gnu17"


def unit_flags(options: COptions, path: str) -> list[str]:
    """The flags one unit is parsed with; raises `UsageError` for a standard that there is not."""
    for standard in (options.standard or DEFAULT_STANDARD, *_standards(options.unit_flags.get(path, ()))):
        refuse_unknown(standard)
    flags = [
        "-xc",
        TARGETS[options.layout.name],
        "-nostdinc",
        *PERMISSIVE,
        f"-std={options.standard or DEFAULT_STANDARD}",
    ]
    flags.extend(options.unit_flags.get(path, ()))
    flags.extend(f"-I{folder}" for folder in options.include_folders)
    flags.extend(options.definitions)
    for name in options.forced_includes:
        flags.extend(("-include", name))
    flags.extend(("-isystem", str(INCLUDE)))
    for folder in MACHINE_FOLDERS[options.layout.name]:
        flags.extend(("-idirafter", folder))
    return flags


def _standards(flags: Sequence[str]) -> list[str]:
    return [flag.removeprefix("-std=") for flag in flags if flag.startswith("-std=")]


def model_flags(options: COptions) -> list[str]:
    """The flags the models of library functions are parsed with."""
    return [
        "-xc",
        TARGETS[options.layout.name],
        "-nostdinc",
        *PERMISSIVE,
        "-std=gnu17",
        "-isystem",
        str(INCLUDE),
        f"-I{MODELS}",
    ]


def is_shipped(path: str) -> bool:
    """Whether a file is one of the headers and models that come with Vexil."""
    return Path(path).is_relative_to(HERE)


@cache
def model_index() -> dict[str, str]:
    """The model file of each modelled library function, from the first line of every file.

    Functions that are operations have bodies, too, for when their address is taken; their names begin with ``&`` here.
    """
    index = {}
    for path in sorted(MODELS.glob("*.c")):
        first = path.read_text(encoding="utf-8").partition("\n")[0]
        match = re.fullmatch(r"/\* models: (.*) \*/", first.strip())
        for name in match[1].split() if match else ():
            index[name] = str(path)
        match = re.fullmatch(r"/\* addressed: (.*) \*/", first.strip())
        for name in match[1].split() if match else ():
            index[f"&{name}"] = str(path)
    return index


@cache
def renamed() -> dict[str, str]:
    """GNU's other names of library functions that have a model or are operations."""
    from vexil.frontends.c.calls import BUILTINS, PATTERNS
    from vexil.frontends.c.contracts import effects

    plain = {name for name in (*model_index(), *BUILTINS, *effects()) if name[0] not in "_&"}
    names = {}
    for name in sorted(plain):
        other = f"__builtin_{name}"
        if other not in BUILTINS and not any(test(other) for test, _ in PATTERNS):
            names[other] = name
        if name.startswith(("mem", "str", "stp")):
            names[f"__builtin___{name}_chk"] = names[f"__{name}_chk"] = name
    return names


KNOWN_PREFIXES = ("__builtin_", "__atomic_", "__c11_atomic_", "__sync_", "__vexil_", "__VERIFIER_", "__CPROVER_")
"""How the names of functions begin that are operations."""


def request(paths: Sequence[str], options: COptions, roots: Sequence[str]) -> dict[str, Any]:
    """What the reader process is asked."""
    from vexil.frontends.c.calls import BUILTINS
    from vexil.frontends.c.contracts import effects, known_effects

    return {
        "units": [(path, unit_flags(options, path)) for path in paths],
        "models": model_index(),
        "deferred": DEFERRED,
        "auxiliary": {name: list(entry.auxiliary) for name, entry in requirements().items() if entry.auxiliary},
        "renamed": renamed(),
        "model_flags": model_flags(options),
        "roots": list(roots),
        "named": options.named,
        "open": options.environment == Environment.REACH,
        "known": {
            **dict.fromkeys(BUILTINS),
            **dict.fromkeys(name for name in effects() if known_effects(name)),
            **dict.fromkeys(model_index()),
        },
        "known_prefixes": KNOWN_PREFIXES,
        "machine_folders": [f"{folder}/" for folder in MACHINE_FOLDERS[options.layout.name]],
    }
