"""Modules of LLVM's assembly language, compiled to machine code in this process."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any

from vexil.core.errors import LimitReached
from vexil.transform.native.object_files import functions_nowhere

LARGE = 1 << 20
"""Characters from which on a module is optimised less, so that compiling takes no longer than it saves."""


class Effort(Enum):
    """How much time compiling may take: code that does not run for long need not be good."""

    QUICK = 0
    FAIR = 1
    FULL = 2


class NativeCode:
    """A module in machine code: the addresses of its functions, which are good as long as this object is held."""

    def __init__(self, text: str, functions: Iterable[str], effort: Effort) -> None:
        """Compile a module; the names of *functions* need not all be in it.

        Raises `LimitReached` for code that calls what is not there: LLVM would let it call address 0.
        """
        import llvmlite.binding as llvm

        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        target: Any = llvm.Target.from_default_triple()
        machine: Any = target.create_target_machine(
            cpu=llvm.get_host_cpu_name(),
            features=llvm.get_host_cpu_features().flatten(),
            opt=0 if effort is Effort.QUICK else 2,
        )
        module: Any = llvm.parse_assembly(text)
        module.verify()
        if effort is not Effort.QUICK:
            level = effort.value if len(text) < LARGE else Effort.FAIR.value
            options: Any = llvm.create_pipeline_tuning_options(speed_level=level)
            builder: Any = llvm.create_pass_builder(machine, options)
            builder.getModulePassManager().run(module, builder)
        self._engine: Any = llvm.create_mcjit_compiler(module, machine)
        compiled: list[bytes] = []
        self._engine.set_object_cache(notify_func=lambda _, content: compiled.append(bytes(content)))
        self._engine.finalize_object()
        for content in compiled:
            if nowhere := functions_nowhere(content):
                raise LimitReached(f"native code would call {', '.join(nowhere)}, which this process does not have")
        self.addresses: dict[str, int] = {name: self._engine.get_function_address(name) for name in functions}
        """By name; 0 for a function that the module does not have."""


def missing() -> str:
    """What is missing for machine code, in a sentence; empty when it is there."""
    try:
        import llvmlite.binding  # noqa: F401
    except ImportError:
        return "llvmlite is not installed"
    except OSError:
        return "llvmlite cannot be loaded: there is too little memory for it, or its installation is damaged"
    return ""
