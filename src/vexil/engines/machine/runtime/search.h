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

/* In which order states are visited: breadth-first, depth-first, those first that few preemptions lead to, or as random
 * walks come to them, which record nothing but where they begin. */
enum order { BREADTH, DEPTH, SWITCHES, WALKS };

typedef struct {
    /* options */
    uint64_t state_limit, work_limit, memory_limit;
    uint32_t order, is_reduced, wants_violation, wants_deadlock, wants_exception;
    uint32_t is_choose_free; /* whether no step is taken that chooses for an abstraction */
    uint32_t hides_threads; /* whether starts, ends and waits of threads may be invisible */
    uint32_t is_symmetric;  /* whether states that differ in the numbers of threads are recorded once */
    const uint8_t *exceptions; /* by class; NULL: all of them */
    uint64_t run_on;           /* steps that a thread goes on at most in a small state (take) */
    uint64_t choice_limit;
    volatile int32_t *stop;
    uint64_t seed;
    /* results */
    uint64_t states, transitions, edges, work, depth, finished, frontier;
    uint32_t bad; /* the state that breaks the property; by few preemptions: the visit */
    uint32_t reason;
    uint64_t memory;
    uint64_t objects, threads, calls; /* the most that a visited state has: of calls, one inside another */
} search_info;

enum { RECORDING = 32 }; /* the work to record a state and to go back, in edges */

enum reason { EXHAUSTED, FOUND, STATES, MEMORY, INTERRUPTED, CHOICES, LIMITED, LEARNED, PAUSED };

typedef struct {
    uint32_t thread, target; /* 0: the run ended undefined or cut */
    uint64_t edges;
    int64_t choice;
    uint32_t has_choice, is_unsigned; /* whether the choice is an unsigned number */
    uint32_t names, names_count;      /* where its names are: the threads that it started, and which are renamed then */
} step_info;

typedef struct {
    uint32_t *items;
    uint64_t count, capacity, done;
} list;

typedef struct {
    machine *m;
    search_info *info;
    pair_table states;
    uint32_t *parents;
    uint64_t parents_capacity;
    uint16_t *alone; /* by state: the only thread that was let move, or 0 */
    uint64_t alone_capacity;
    step_info *steps; /* of the state that was asked about, or of the run */
    uint64_t steps_count, steps_capacity;
    list names; /* of each step: how many threads it started, these, and what threads are called before and afterwards */
    uint32_t next;    /* breadth-first: the next state to be expanded */
    uint32_t initial; /* states 1 to this one are initial */
    list stack;       /* depth-first: states to be expanded */
    pair_table visits;   /* few preemptions: states with the thread that moved last */
    list levels[2];      /* visits to be expanded: with as many preemptions as now, and with one more */
    uint32_t *preemptions, level; /* by visit, with 1 << 31 when it was expanded */
    uint32_t *movers; /* by visit: what the thread that moved last was called before */
    uint64_t movers_capacity;
    uint64_t preemptions_capacity;
    uint64_t random, walks, longest; /* walks: the state of the generator, their number, and the length of the longest */
    uint64_t *priorities; /* by thread */
    uint64_t priorities_capacity;
    uint32_t *enabled;
    uint64_t enabled_capacity;
    loss *losses;
    uint64_t losses_count, losses_capacity;
    bool is_over;
    uint64_t again; /* transitions after which the round ends because something was learned; 0: never */
} search;

typedef struct {
    uint32_t parent;
    uint64_t later; /* states that are expanded later than the one they follow */
    uint64_t lost;  /* steps that ended the run */
    bool may_choose; /* whether a thread that chooses goes first where nobody notices: it keeps what states are like */
} expansion;

typedef bool (*visit)(search *s, uint32_t number, bool has_choice, int64_t choice, void *data);

/* Searches of one machine take turns: each has its states, and reductions of its own. */
static inline void search_enter(search *s) {
    s->m->states = &s->states;
    s->m->is_guarded = s->info->is_reduced > 1;
    s->m->hides_threads = s->info->hides_threads;
}

/* What ends a search that cannot go on: no memory, or somebody who wants an end. */
static inline uint32_t shortage(const search *s) { return *s->info->stop ? INTERRUPTED : MEMORY; }

/* steps.c */
void over(search *s, uint32_t reason);
void lose(search *s);
uint32_t record(search *s, bool *is_new);
bool make_enabled(search *s);
uint64_t step_on(search *s, uint32_t number, bool has_choice, int64_t choice, uint64_t limit);
void take(search *s, uint32_t number, bool has_choice, int64_t choice);
bool is_choice_of_abstraction(machine *m, const thread *t, const offer *given);
bool steps_of(search *s, uint32_t number, bool *is_fresh, visit each, void *data);
bool spend(search *s, uint64_t before);
bool push(search *s, list *l, uint32_t item);
bool add_step(search *s, step_info step);

/* search.c */
bool is_bad(search *s);
uint32_t arrive(search *s, uint32_t parent, bool *is_new);
uint32_t enabled_threads(search *s, uint32_t **numbers);

/* exporting.c */
uint64_t vm_export(machine *m, uint32_t state, const int64_t **words);

/* switches.c */
void search_by_preemptions(search *s);
uint32_t begin_visit(search *s, uint32_t state);

/* walks.c */
void walk_about(search *s);

/* search.c */
uint32_t arrive(search *s, uint32_t parent, bool *is_new);
bool take_counted(search *s, uint32_t number, bool has_choice, int64_t choice);
bool expand_with(search *s, uint32_t state, visit each, expansion *e);

#endif
