"""Variants of the native machine with one fault each: the text of its runtime is changed, and compiled anew."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from vexil.engines import machine

RUNTIME = Path(machine.__file__).parent / "runtime"
FLAGS = ("-std=gnu11", "-O0", "-fPIC", "-pthread", "-w")


@dataclass(frozen=True)
class Fault:
    """A place in a file of the runtime, and what is there instead."""

    file: str
    right: str
    wrong: str


REDUCTIONS = {
    "an object that several threads reach is local": Fault(
        "sharing.c", "else reach_from_thread(m, &m->threads[m->shared_roots]);", ""
    ),
    "an object behind a global is local": Fault("sharing.c", "reach(m, m->globals[i])", "(void)0"),
    "an object that is published stays local": Fault(
        "instructions_numbers.h", "if (m->p->global_links[i->k]) forget_sharing(m);", ""
    ),
    "a pointer that is stored leads nobody to anything": Fault(
        "memory.c", "if (has_links || o->links) write_link(m, number);", ""
    ),
    "a field that is set leads nobody to anything": Fault(
        "instructions_memory.h",
        "if (i->d) write_link(m, R(i->a));\n    *place = R(i->b);",
        "*place = R(i->b);",
    ),
    "who holds a lock keeps it when threads get other numbers": Fault(
        "symmetry.c", "m->locks[i].owner = m->renaming[m->locks[i].owner];", ";"
    ),
    "handles stay as they are when threads get other numbers": Fault(
        "symmetry.c", "rename_word(m, &t->words[f->base + i])", "false"
    ),
    "any lock protects": Fault("reduce.c", "if (holds(m, t, g->locks[i])) return true;", "return true;"),
    "two threads in atomic sections do not disturb each other": Fault(
        "reduce.c", "if (is_other_inside) return false;", ""
    ),
    "what was learned is no reason to search again": Fault("reduce.c", "m->has_learned = true;", ""),
    "what was accessed while it was shared is forgotten": Fault("reduce.c", "g->seen |= bit_of(a.key);", ";"),
    "locks of the accesses are no part of the state": Fault(
        "components.c", "if (!g || (!g->is_set && !g->seen)) {", "if (true) {"
    ),
    "a thread goes first for ever": Fault("search.c", "if (is_enough || s->is_over) {", "if (true) {"),
    "a thread goes first back to where it was": Fault("search.c", "is_new : state > e->parent;", "is_new : true;"),
    "what is chosen is seen by nobody": Fault(
        "reduce.c",
        "if (at->choices >= 0 && !(at->flags & LOCATION_CHOOSES)) return false;",
        "if (at->choices >= 0) return true;",
    ),
    "what is always noticed goes first": Fault(
        "reduce.c", "default: return false;", "default: return thread_can_move(m, t);"
    ),
    "a step that ends the run goes first": Fault("steps.c", "if (steps && (m->end == UNDEFINED", "if (false && (steps"),
    "only the first word of memory is looked at": Fault(
        "reduce.c", "for (int64_t cell = from; cell <= to; cell++)", "for (int64_t cell = from; cell <= from; cell++)"
    ),
    "results are stored unseen": Fault(
        "reduce.c", "execute(m, t, caller->function, code->edges[caller->call_edge].look);", ""
    ),
    "memory ends unseen": Fault("reduce.c", "if (object_at(m, number)) look_live(m, t, number, true);", ""),
    "memory that has ended is used by nobody": Fault("reduce.c", "learn_fact(m, MEETS_DEAD);", "{}"),
    "alternatives of choices are not looked at": Fault(
        "reduce.c", "if (at->touched >= 0) execute(", "if (at->touched >= 0 && at->kind != AT_CHOICE) execute("
    ),
}
STATES = {
    "components of one size are equal": Fault("intern.c", "&& !memcmp(table->bytes + start, bytes, size)", ""),
    "who holds a lock is no part of the state": Fault("recording.c", "put(m, known[i].owner)", "put(m, 1)"),
    "objects are named by their numbers": Fault("state.h", "? m->objects[value].name : value)", "? value : value)"),
    "who waits is no part of the state": Fault("numbering.c", "put_byte(m, t->activity)", "put_byte(m, RUNNING)"),
}


class Variants:
    """Compiles variants; what a fault does not change is compiled once."""

    def __init__(self, compiler: str, folder: Path) -> None:
        self._compiler, self._folder = compiler, folder
        self._objects = self._compiled(RUNTIME, folder / "right", [path.name for path in sorted(RUNTIME.glob("*.c"))])

    def library(self, name: str, fault: Fault) -> Path:
        """The runtime with a fault."""
        folder = self._folder / name.replace(" ", "_")
        shutil.copytree(RUNTIME, folder)
        path = folder / fault.file
        text = path.read_text()
        assert text.count(fault.right) == 1, f"{fault.file} should have one place for the fault: {name}"
        path.write_text(text.replace(fault.right, fault.wrong))
        files = [item.name for item in sorted(folder.glob("*.c")) if self._depends(item, fault.file)]
        changed = self._compiled(folder, folder / "objects", files)
        library = folder / "machine.so"
        self._run("-shared", "-o", str(library), *map(str, ({**self._objects, **changed}).values()), "-lm")
        return library

    @staticmethod
    def _depends(path: Path, file: str) -> bool:
        """Say whether a file has to be compiled again after a change in another one."""
        return path.name == file or (file.endswith(".h") and f'"{file}"' in path.read_text())

    def _compiled(self, source: Path, target: Path, files: list[str]) -> dict[str, Path]:
        target.mkdir(parents=True)
        objects = {file: target / f"{file}.o" for file in files}
        for file, path in objects.items():
            self._run("-c", str(source / file), "-o", str(path))
        return objects

    def _run(self, *arguments: str) -> None:
        subprocess.run([self._compiler, *FLAGS, *arguments], check=True, capture_output=True, text=True)
