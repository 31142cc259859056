"""Programs with objects as programs over memory: the same runs without references.

Objects and arrays become memory with a tag that names their class, references become pointers, virtual calls branches
on tags, and exceptions a global that is looked at behind calls. What is undefined in the program is undefined here.
Every edge keeps its number. A run makes the same choices in both programs, in the same order. Threads stay threads
where that is asked for; otherwise a program that starts some has no such form.
"""

from __future__ import annotations

from vexil.transform.heap_as_memory.problems import NotSequential
from vexil.transform.heap_as_memory.program import Lowered, has_objects, lowered, waits_for_ever
from vexil.transform.heap_as_memory.runs import InMemoryForm, ObjectsAsMemory, on_objects
from vexil.transform.heap_as_memory.schedules import schedule_on_objects

__all__ = [
    "InMemoryForm",
    "Lowered",
    "NotSequential",
    "ObjectsAsMemory",
    "has_objects",
    "lowered",
    "on_objects",
    "schedule_on_objects",
    "waits_for_ever",
]
