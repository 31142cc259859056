/* What a property of runs asks about, so that steps which change it are neither left out nor taken with others. */
#ifndef VEXIL_OBSERVED_H
#define VEXIL_OBSERVED_H
#include "machine.h"

typedef struct observed {
    const uint8_t *watched; /* by kind of variable: whether an atom of the property reads it */
    const uint8_t *returns; /* by function: whether an atom asks for returns from it */
    bool is_written;        /* what a look at a step says about watched variables */
    bool unlocks, unlocks_of_daemons; /* whether releasing a lock has to be seen, because fairness asks who can move */
    void (*before_step)(void *data, bool is_first); /* called before each of the steps taken at once; NULL: not */
    void *data;
} observed;

#endif
