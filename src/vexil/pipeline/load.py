"""Program files to programs: the front end is chosen by the files' ending."""

from __future__ import annotations

from pathlib import Path

from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.core.source import read_source
from vexil.ir.program import Program
from vexil.languages.options import Language
from vexil.pipeline.front_ends import FRONT_ENDS, Loaded
from vexil.pipeline.options import LoadOptions

READABLE = {ending: Language(item.language) for item in FRONT_ENDS for ending in item.endings}
LATER = {".h": "a header alone", ".class": "compiled Java", ".jar": "compiled Java", ".cpp": "C++", ".cc": "C++"}
_READS = "this version reads .c, .i, .java, .fcl, .bp and .vir files, and folders of .java files"


def load_program(options: LoadOptions, context: Context) -> Program:
    """Read the inputs to a program in the intermediate form."""
    return load(options, context).program


def load(options: LoadOptions, context: Context) -> Loaded:
    """Read the inputs; raises `UsageError` or `SourceError` with what is wrong.

    Tasks (``.yml``) and compilation databases are not inputs here: `vexil.pipeline.resolve` has taken them apart.
    """
    language = language_of(options.inputs)
    options.refuse_foreign(language)
    context.emit("load", files=len(options.inputs))
    return next(item for item in FRONT_ENDS if item.language == language).load(options, context)


def language_of(inputs: tuple[str, ...]) -> Language:
    """The language of files that exist; raises `UsageError` when there is none, or more than one."""
    if not inputs:
        raise UsageError("no input file", hint="name a file, for example: vexil check examples/power.fcl")
    for name in inputs:
        try:
            is_folder, exists = Path(name).is_dir(), Path(name).exists()
        except (OSError, ValueError):
            is_folder, exists = False, False
        if is_folder and next(Path(name).rglob("*.java"), None) is None:
            raise UsageError(f"{name} is a folder without Java files", hint=_READS)
        if not exists:
            read_source(name)  # says why it cannot be read
    for name in inputs:
        ending = _ending(name)
        if ending in LATER:
            raise UsageError(f"{name}: {LATER[ending]} cannot be read yet", hint=_READS)
        if ending not in READABLE:
            raise UsageError(f"{name}: files ending in {ending or 'nothing'!r} have no known language", hint=_READS)
    languages = {READABLE[_ending(name)] for name in inputs}
    if len(languages) > 1:
        endings = sorted({_ending(name) for name in inputs})
        raise UsageError(f"inputs of several languages: {', '.join(endings)}", hint="check them one by one")
    return languages.pop()


def _ending(name: str) -> str:
    """The ending that says what language an input is in; a folder is one of Java files."""
    return ".java" if Path(name).is_dir() else Path(name).suffix.lower()
