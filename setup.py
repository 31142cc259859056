"""Builds the search runtime; without a C compiler the package installs all the same and searches more slowly."""

from pathlib import Path

from setuptools import Extension, setup

FOLDER = Path("src/vexil/engines/explicit/runtime")

setup(
    ext_modules=[
        Extension(
            "vexil.engines.explicit._runtime",
            sorted(map(str, FOLDER.glob("*.c"))),
            depends=sorted(map(str, FOLDER.glob("*.h"))),
            extra_compile_args=["-std=c11", "-O3", "-pthread"],
            extra_link_args=["-pthread"],
            optional=True,
        )
    ]
)
