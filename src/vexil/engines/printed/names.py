"""Names that another language accepts: letters, digits and underscores, no word of the language, each used once."""

from __future__ import annotations

import re
from collections.abc import Iterable

from vexil.model.guarded.expressions import Variable
from vexil.model.guarded.system import GuardedSystem

# Words that no variable may have for a name: those of other languages, and those that printed models define.
_PROMELA = """
active always assert asked atomic atomic_moves auto beginning begun bit bool break byte c_code c_decl c_expr c_state
c_track case chan char const continue d_proctype d_step deadlock default do double else empty enabled enum equivalent
eval eventually extern false fi float for full get_priority goto hidden if implies in init inline int len local long ltl
main mtype nempty never next nfull notrace np_ now od of pc_value pid print printf printm priority proctype provided
register release return run select set_priority short show signed sizeof skip static stronguntil struct switch this
timeout trace trpt true typedef typeof union unless unsigned until void volatile weakuntil while wrong xr xs II U V W X
"""
_SMV = """
A ABF ABG AF AG ASSIGN AX BU COMPASSION COMPUTE COMPWFF CONSTANTS CONSTRAINT CTLSPEC CTLWFF DEFINE E EBF EBG EF EG EX F
FAIRNESS FALSE FROZENVAR G H IN INIT INVAR INVARSPEC ISA IVAR JUSTICE LTLSPEC LTLWFF MAX MDEFINE MIN MIRROR MODULE NAME
O PRED PREDICATES PSLSPEC PSLWFF S SIMPWFF SPEC T TRANS TRUE U V VAR X Y Z abs array atomic_moves bool boolean can_move
case command count deadlock esac extend in init integer main max min mod next nobody of process real resize running self
signed sizeof swconst toint typeof union unsigned uwconst word word1 xnor xor
"""
_C = """
ENDINGS HAS_WANTED SIZE State Step add add_state after alive auto break case char const continue count cut cuts default
div_s div_u do double else emit endings enum extern first float for goto grown hash_of if initial inline insert int
less_u long main me mover_is_atomic mul n next parents register rem_s rem_u restrict return room s shl short show_run
shr_s shr_u signed sizeof slot_count slots some_atomic_moves some_cut states static step_count step_room steps struct
sub successors switch texts threads typedef union unsigned void volatile wanted while wrap_s wrap_u
"""

PROMELA_WORDS = frozenset(_PROMELA.split())
SMV_WORDS = frozenset(_SMV.split())
C_WORDS = frozenset(_C.split())


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
