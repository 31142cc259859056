"""Its presence puts this folder on the import path: tests of all folders share ``sketches`` and ``tools``."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import tempfile

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.database import DirectoryBasedExampleDatabase

PROFILE = os.environ.get("VEXIL_PROFILE", "vexil")
MORE = 5
"""So many times the examples of a test are drawn with the profile `soak`."""

# No test depends on a clock, and the smallest of some random programs are large.
SIZES = [HealthCheck.too_slow, HealthCheck.large_base_example, HealthCheck.data_too_large]
settings.register_profile("vexil", deadline=None, suppress_health_check=SIZES)
settings.register_profile("soak", deadline=None, suppress_health_check=SIZES)
settings.load_profile(PROFILE)


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--update-golden`` writes what is printed now as what is expected from now on."""
    parser.addoption("--update-golden", action="store_true", help="rewrite the golden files")


def pytest_configure(config: pytest.Config) -> None:
    """Let interrupts through and mistakes of engines show, and keep tables of abstractions in a folder of this run.

    A shell ignores interrupts for what it runs in the background, and children inherit that: tests would wait for ever.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ["VEXIL_DEBUG"] = "1"
    if not hasattr(config, "workerinput"):
        folder = tempfile.mkdtemp(prefix="vexil-tables-")
        os.environ["VEXIL_CACHE"] = folder
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """With the profile `soak` every law draws new examples, more of them, and keeps those that fail as files."""
    if PROFILE != "soak":
        return
    kept = DirectoryBasedExampleDatabase(os.environ.get("VEXIL_EXAMPLES", "build/soak/examples"))
    laws = {id(item.obj): item.obj for item in items if hasattr(getattr(item, "obj", None), "hypothesis")}
    for law in laws.values():
        own = getattr(law, "_hypothesis_internal_use_settings", None) or settings.default
        law._hypothesis_internal_use_settings = settings(
            own, derandomize=False, max_examples=MORE * own.max_examples, database=kept, print_blob=True
        )


def pytest_collection_finish() -> None:
    """Keep the garbage collector from walking all modules and tests again and again: a fifth of the time was its."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be rewritten."""
    return bool(request.config.getoption("--update-golden"))


@pytest.fixture(scope="session")
def native_search() -> None:
    """What a test of native search needs: a runtime that was built, and the compiler of commands."""
    from tools import lack
    from vexil.engines.explicit.library import missing

    if missing():
        lack(missing())


@pytest.fixture(scope="session")
def native_machine() -> None:
    """What a test of the native machine needs: a runtime that was built."""
    from tools import lack
    from vexil.engines.machine.library import missing

    if missing():
        lack(missing())
