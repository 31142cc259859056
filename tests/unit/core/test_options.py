"""Options are declared once: the command line, the records of results and refusals agree with the declarations."""

from __future__ import annotations

from collections import Counter

import pytest

from vexil.cli import requests
from vexil.cli.requests import CheckRequest, Request
from vexil.core.errors import UsageError
from vexil.core.options import build, changed, declared
from vexil.languages.options import Granularity, Language
from vexil.pipeline.options import CheckOptions, LoadOptions

REQUESTS = [item for item in vars(requests).values() if isinstance(item, type) and issubclass(item, Request)]


@pytest.mark.parametrize("request_type", REQUESTS, ids=lambda item: item.__name__)
def test_every_option_has_one_sentence_and_flags_of_its_own(request_type: type[Request]) -> None:
    """No two options of a command have a flag in common, and each is explained by text that ends as a sentence does."""
    options = [item.option for item in request_type.declared().values()]
    flags = Counter(flag for option in options for flag in option.flags)
    assert not [flag for flag, count in flags.items() if count > 1]
    assert not [option.flags for option in options if not option.help.rstrip().endswith((".", "…"))]


def test_what_is_recorded_makes_the_same_options() -> None:
    """Defaults, as they are written, mean the defaults of the fields; so does a record of them."""
    usual = CheckOptions(LoadOptions(("a.c",)))
    assert CheckRequest(inputs=("a.c",)).options() == usual
    record = CheckRequest(inputs=("a.c",)).recorded()
    written = {key: tuple(value) if isinstance(value, list) else value for key, value in record.items()}
    assert build(CheckOptions, written) == usual
    assert [option.flags for option, _ in changed(usual)] == [()], "nothing but the inputs"


@pytest.mark.parametrize(
    "written", [{"granularity": Granularity.STATEMENT}, {"division": "floor"}, {"definitions": ("-UX",)}, {"width": 8}]
)
def test_an_option_is_refused_for_other_languages_alone(written: dict[str, object]) -> None:
    """The languages of an option are those that do not refuse it."""
    options = build(LoadOptions, {"inputs": ("a",), **written})
    (key,) = written
    own = next(item.option for item in declared(LoadOptions) if item.key == key)
    for language in Language:
        if language in own.languages:
            options.refuse_foreign(language)
        else:
            with pytest.raises(UsageError):
                options.refuse_foreign(language)


def test_commands_refuse_keys_that_they_do_not_know() -> None:
    """A stored result of another version is told by its options."""
    with pytest.raises(TypeError):
        CheckRequest(inputs=("a.c",), nonsense=1)
    with pytest.raises(TypeError):
        CheckRequest()
