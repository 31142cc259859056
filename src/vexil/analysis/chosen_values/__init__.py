"""Which of very many values have to be tried where a program chooses among them.

Values stand for each other where no step that follows tells them apart, whatever the other threads do: because they
pass the same tests before they are forgotten (`input_partition`), or because they are only compared with constants
wherever they are kept (`representatives`). Neither argument depends on how many threads, frames and objects there are.
"""

from vexil.analysis.chosen_values.sampling import (
    FARTHEST,
    MANY,
    SAMPLED,
    Samples,
    ValueSampling,
    observed_registers,
)

__all__ = ["FARTHEST", "MANY", "SAMPLED", "Samples", "ValueSampling", "observed_registers"]
