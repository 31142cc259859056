"""Names that another language accepts: letters, digits and underscores, no word of the language, each used once."""

from __future__ import annotations

import re
from collections.abc import Iterable

from vexil.model.guarded.expressions import Variable
from vexil.model.guarded.system import GuardedSystem


class Names:
    """Hands out names."""

    def __init__(self, reserved: Iterable[str]) -> None:
        self._used = set(reserved)

    def fresh(self, wish: str) -> str:
        """A name like the wish that nobody has."""
        base = re.sub(r"[^A-Za-z0-9_]+", "_", wish).strip("_") or "x"
        if base[0].isdigit():
            base = f"x{base}"
        name, number = base, 1
        while name in self._used:
            number += 1
            name = f"{base}_{number}"
        self._used.add(name)
        return name


class VariableNames:
    """The names of the templates and variables of a system in another language."""

    def __init__(self, system: GuardedSystem, reserved: Iterable[str]) -> None:
        self.names = Names(reserved)
        self._variables: dict[tuple[str | None, str], str] = {}
        self.templates = {template.name: self.names.fresh(template.name) for template in system.templates}
        for variable in (system.ending, *system.variables):
            wish = f"table_{variable.name}" if variable.constant else variable.name  # Spin declares tables as C does
            self._variables[None, variable.name] = self.names.fresh(wish)
        for template in system.templates:
            for variable in (template.counter, *template.variables):
                name = self.names.fresh(f"{template.name}_{variable.name}")
                self._variables[template.name, variable.name] = name

    def of(self, variable: Variable) -> str:
        """The name of a variable."""
        return self._variables[variable.template, variable.name]
