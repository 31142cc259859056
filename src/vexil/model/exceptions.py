"""Which uncaught exceptions a property is about: all of them, or those of one class and the classes below it."""

from __future__ import annotations

from vexil.ir.interpreter import Machine, Stopped
from vexil.ir.interpreter.state import Instance
from vexil.ir.program import Program
from vexil.model.words import simple_class
from vexil.spec.property import Property


def asked_class(asked: Property, program: Program) -> str | None:
    """The class that a property restricts exceptions to; one that the program does not have stays as it was written."""
    name = asked.subject
    if name is None or name in program.classes:
        return name
    classes = [other for other in program.classes if name in (simple_class(other), other.replace("$", "."))]
    return classes[0] if len(classes) == 1 else name


def uncaught_exception(machine: Machine, class_name: str | None = None) -> str:
    """Say which thread ended with an exception, of a class if one is given."""
    if isinstance(machine.ending, Stopped):
        return ""
    for number in sorted(machine.threads):
        thread = machine.threads[number]
        if thread.exception is not None:
            item = machine.objects.get(thread.exception)
            name = item.class_name if isinstance(item, Instance) else "exception"
            if class_name is None or class_name in machine.program.superclasses(name):
                return f"uncaught {name} in thread {number}"
    return ""
