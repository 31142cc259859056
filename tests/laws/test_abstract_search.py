"""The abstract search never misses an error of the program, and never invents one that it calls certain."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from strategies.c.numbers import random_bindings, random_number_program
from strategies.source import check_seeded
from vexil.abstraction.data.inference import TypeConflict
from vexil.core.context import Context
from vexil.model.verdict import Status, Verdict
from vexil.pipeline.data.options import DataOptions
from vexil.pipeline.options import CheckOptions, LoadOptions
from vexil.pipeline.run import check


def verdict(program: Path, data: DataOptions) -> Verdict:
    """Whether the error is reached."""
    return check(CheckOptions(LoadOptions((str(program),)), ("unreach",), data=data), Context()).verdicts[0]


@pytest.mark.parametrize("seed", [2, 5, 8, 21])
def test_PRP_06_verdicts_on_abstractions_are_those_of_the_program(seed: int, tmp_path: Path) -> None:
    """What is proved or refuted by an abstraction of a random program is so for the program itself."""

    def check_verdicts(text: str) -> None:
        program = tmp_path / "random.c"
        program.write_text(text, encoding="utf-8")
        itself = verdict(program, DataOptions())
        assert itself.status is not Status.UNKNOWN
        for draw in range(3):
            bindings, default = random_bindings(Random(seed * 10 + draw))
            with suppress(TypeConflict):
                answer = verdict(program, DataOptions(bindings, default))
                assert answer.status in (Status.UNKNOWN, itself.status), (bindings, default)

    check_seeded(random_number_program, seed, check_verdicts)
