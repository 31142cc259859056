"""Builds the search runtimes; without a C compiler the package installs all the same and searches more slowly."""

from pathlib import Path

from setuptools import Extension, setup


def runtime(name: str, folder: str, *libraries: str) -> Extension:
    """A library of C files that Python loads by its functions."""
    sources = Path("src/vexil/engines") / folder
    return Extension(
        f"vexil.engines.{name}",
        sorted(map(str, sources.glob("*.c"))),
        depends=sorted(map(str, sources.glob("*.h"))),
        extra_compile_args=["-std=gnu11", "-O3", "-pthread"],
        extra_link_args=["-pthread"],
        libraries=list(libraries),
        optional=True,
    )


setup(
    ext_modules=[
        runtime("explicit._runtime", "explicit/runtime"),
        runtime("machine._machine", "machine/runtime", "m"),
    ]
)
