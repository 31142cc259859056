"""Compiling modules of assembly language in the process: the typed face of llvmlite."""

from __future__ import annotations

from typing import Any

FUNCTIONS = ("initial", "successors", "moves", "alive", "atoms")
LARGE = 1 << 20
"""Characters from which on a module is optimised less, so that compiling takes no longer than it saves."""
SMALL = 1 << 17
"""Characters up to which optimising takes no time worth saving."""


class NativeCode:
    """A module in machine code: the addresses of its functions, which are good as long as this object is held."""

    def __init__(self, text: str, *, quick: bool = False) -> None:
        """Compile; *quick* code is not optimised: it is for searches that are over before optimising would be."""
        import llvmlite.binding as llvm

        plain = quick and len(text) > SMALL

        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        target: Any = llvm.Target.from_default_triple()
        machine: Any = target.create_target_machine(
            cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=0 if plain else 2
        )
        module: Any = llvm.parse_assembly(text)
        module.verify()
        if not plain:
            options: Any = llvm.create_pipeline_tuning_options(speed_level=2 if len(text) < LARGE else 1)
            builder: Any = llvm.create_pass_builder(machine, options)
            builder.getModulePassManager().run(module, builder)
        self._engine: Any = llvm.create_mcjit_compiler(module, machine)
        self._engine.finalize_object()
        self.addresses: dict[str, int] = {name: self._engine.get_function_address(name) for name in FUNCTIONS}
        """By name; 0 for a function that the module does not have."""
