"""A program: a prelude, some parts, and a main function that calls them and returns the low byte of the checksum."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from strategies.c.checksums import (
    parts_aggregates,
    parts_arithmetic,
    parts_bits,
    parts_calls,
    parts_control,
    parts_floats,
    parts_memory,
    parts_pointers,
)
from strategies.c.checksums.choices import Choices
from strategies.c.checksums.kinds import Model
from strategies.c.checksums.writer import Writer

PRELUDE = """\
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned long long vexil_checksum = 0xcbf29ce484222325ull;

static void mix(unsigned long long value)
{
  vexil_checksum = (vexil_checksum ^ value) * 0x100000001b3ull;
  vexil_checksum ^= vexil_checksum >> 29;
}

static void mix_double(double value)
{
  unsigned long long bits = 0x7ff8000000000000ull;
  if (value == value)
    memcpy(&bits, &value, sizeof bits);
  mix(bits);
}
"""

Part = Callable[[Writer], None]

PARTS: dict[str, Part] = {
    **parts_arithmetic.PARTS,
    **parts_control.PARTS,
    **parts_calls.PARTS,
    **parts_bits.PARTS,
    **parts_aggregates.PARTS,
    **parts_memory.PARTS,
    **parts_pointers.PARTS,
    **parts_floats.PARTS,
}
"""What a program may consist of, by name."""


def choose_parts(choices: Choices) -> tuple[str, ...]:
    """Some different parts."""
    return tuple(choices.sample(tuple(PARTS), choices.between(1, 5)))


def generate(random: Random, model: Model, parts: tuple[str, ...] = ()) -> str:
    """Write a program of the named parts, or of some that are chosen."""
    choices = Choices(random)
    writer = Writer(model, choices)
    for part in parts or choose_parts(choices):
        PARTS[part](writer)
    return assemble(writer)


def assemble(writer: Writer) -> str:
    """The text of a program whose parts are written."""
    calls = "".join(f"  {name}();\n" for name in writer.parts)
    end = '  printf("checksum = %llx\\n", vexil_checksum);\n  return (int)(vexil_checksum & 0xff);\n'
    sections = (section + "\n" for section in writer.sections)
    return "\n".join([PRELUDE, *sections, f"int main(void)\n{{\n{calls}{end}}}\n"])
