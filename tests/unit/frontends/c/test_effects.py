"""The table of what library functions do."""

from __future__ import annotations

import re

import pytest

from vexil.frontends.c.contracts import EFFECTS, Effects, Write, effects, silent
from vexil.frontends.c.units import MODELS, model_index

HEADERS = MODELS.parent / "include"
PROTOTYPE = re.compile(r"^[^#\n]*?\b(\w+)\s*\(((?:[^()]|\([^()]*\))*)\)[^;{(\n]*;", re.MULTILINE)


def test_entries_are_read() -> None:
    """Arguments count from 0; sizes, ends and results are kept apart."""
    table = effects()
    assert table["ttyname_r"] == Effects(writes=(Write(1, (2,)),))
    assert table["getloadavg"] == Effects(writes=(Write(0, to_end=True),))
    assert table["dgettext"].returned == 1
    assert table["inet_ntop"].returned_within == 2
    assert table["tzset"].sets == ("tzname", "timezone", "daylight")
    assert table["wscanf"].writes_rest
    assert table["wcwidth"].is_inexact
    assert table["open"].result_range == (-1, None)
    assert table["close"].result_range == (-1, 0)
    assert table["err"].stops
    assert {"printf", "close", "wcwidth"} <= silent()
    assert not silent() & {"stat", "err", "tzset", "ftw"}


def test_the_table_agrees_with_the_headers() -> None:
    """What the table has written is a pointer to something that is not const, and what it names exists."""
    declared = {}
    for header in HEADERS.rglob("*.h"):
        for name, parameters in PROTOTYPE.findall(header.read_text(encoding="utf-8")):
            declared[name] = [part.strip() for part in re.split(r",(?![^(]*\))", parameters)]
    compared = 0
    for name, known in effects().items():
        if name not in declared:
            continue
        parameters = declared[name]
        compared += 1
        named = [write.argument for write in known.writes] + [*known.calls]
        named += [size for write in known.writes for size in write.sizes]
        named += [found for found in (known.returned, known.returned_within) if found is not None]
        assert all(position < len(parameters) for position in named), name
        for write in known.writes:
            assert re.search(r"[*\[]", parameters[write.argument]), name
            assert not re.match(r"const\b(?!.*\*.*\*)", parameters[write.argument]), name
        assert known.writes_rest <= (parameters[-1] == "..."), name
    assert compared > 150


def test_no_function_has_both_a_model_and_an_entry() -> None:
    """The entry of a function that has a model would say nothing."""
    assert not set(effects()) & set(model_index())


@pytest.mark.parametrize("name", ["printf", "stat", "iconv_open", "tzset"])
def test_names_are_sorted_into_one_entry(name: str) -> None:
    """No function has two entries, which would be an error when the table is read."""
    assert len(re.findall(rf"\b{name}\b", EFFECTS.read_text(encoding="utf-8").split("# --- output")[1])) == 1
