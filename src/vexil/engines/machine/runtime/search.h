/* A search, and the steps that it takes from a state. */
#ifndef VEXIL_SEARCH_H
#define VEXIL_SEARCH_H
#include "machine.h"

typedef struct {
    uint32_t end, kind, function;
    int32_t edge;
    int64_t detail;
    uint64_t count;
} loss;

typedef struct {
    /* options */
    uint64_t state_limit, edge_limit, memory_limit;
    uint32_t is_deep, is_reduced, wants_violation, wants_deadlock, wants_exception;
    uint32_t is_choose_free; /* whether no step is taken that chooses for an abstraction */
    const uint8_t *exceptions; /* by class; NULL: all of them */
    uint64_t run_on;           /* steps that a thread goes on at most */
    uint64_t choice_limit;
    volatile int32_t *stop;
    /* results */
    uint64_t states, transitions, edges, depth, finished, frontier;
    uint32_t bad; /* the state that breaks the property */
    uint32_t reason;
    uint64_t memory;
} search_info;

enum reason { EXHAUSTED, FOUND, STATES, MEMORY, INTERRUPTED, CHOICES, LIMITED, LEARNED };

typedef struct {
    uint32_t thread, target; /* 0: the run ended undefined or cut */
    uint64_t edges;
    int64_t choice;
    uint32_t has_choice, is_unsigned; /* whether the choice is an unsigned number */
} step_info;

typedef struct {
    machine *m;
    search_info *info;
    uint32_t *parents;
    uint64_t parents_capacity;
    uint16_t *alone; /* by state: the only thread that was let move, or 0 */
    uint64_t alone_capacity;
    step_info *steps; /* of the state that was asked about */
    uint64_t steps_count, steps_capacity;
    uint32_t *stack; /* depth-first: states to be expanded */
    uint64_t stack_count, stack_capacity;
    uint32_t *enabled;
    uint64_t enabled_capacity;
    loss *losses;
    uint64_t losses_count, losses_capacity;
    bool is_over;
} search;

typedef bool (*visit)(search *s, uint32_t number, bool has_choice, int64_t choice, void *data);

void over(search *s, uint32_t reason);
void lose(search *s);
bool make_enabled(search *s);
void take(search *s, uint32_t number, bool has_choice, int64_t choice);
bool steps_of(search *s, uint32_t number, bool *is_fresh, visit each, void *data);

#endif
