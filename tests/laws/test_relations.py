"""Laws of relations over predicates: they are what all stores say, and verdicts do not depend on them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings

from relation_oracle import compared_relations
from relation_verdicts import compared_answers, compared_verdicts
from strategies.c.blocks import random_blocks
from strategies.ir.narrow import narrow_ctl, narrow_program
from strategies.ir.relation_blocks import RelationBlock, random_relation_block
from strategies.source import drawn, sources
from vexil.pipeline.predicates.options import BlockSize

LAW = settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("size", BlockSize)
@LAW
@given(block=drawn(random_relation_block))
def test_SAT_03_SAT_05_relations_are_what_all_stores_say(size: BlockSize, block: RelationBlock) -> None:
    """At 4 to 8 bits, every relation and condition is what brute force finds, for one question more than rows."""
    compared_relations(block, size)


@settings(LAW, max_examples=10)
@given(sources())
def test_XCT_03_XCT_04_branching_answers_by_relations(random: Random) -> None:
    """What is said of branching properties by relations, in blocks of any size, is what states say."""
    text = narrow_program(random, partial=False)
    compared_answers(text, f"ctl: {narrow_ctl(random, 3, steps=True)}", [BlockSize.STATEMENT])


@settings(LAW, max_examples=3)
@given(text=drawn(random_blocks))
def test_XCT_04_verdicts_do_not_depend_on_relations(text: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Cubes, relations and states give no contradicting verdicts about checks, whatever is one step."""
    folder: Path = tmp_path_factory.mktemp("relations")
    compared_verdicts(text, folder)
