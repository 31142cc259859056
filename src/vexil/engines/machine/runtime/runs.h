/* Runs: what is observed of states, where each one leads, and the product with an automaton of violations. */
#ifndef VEXIL_RUNS_H
#define VEXIL_RUNS_H
#include "observed.h"
#include "search.h"

/* --- what an atom says about a state -------------------------------------------------------------------------- */

enum atom_kind { ATOM_AT, ATOM_COUNT, ATOM_RETURN, ATOM_HOLDS, ATOM_FINISHED };
enum thread_test { ANY_THREAD, THREAD_NUMBER, THREAD_FUNCTION };
enum comparison { LESS, AT_MOST, EQUAL, AT_LEAST, MORE };
enum presence { PRESENT, ABSENT, UNWRITTEN };
enum { SEVERAL_CALLS = 1000, OWN_COPIES }; /* why an atom has no value, beside what is undefined */

typedef struct {
    uint32_t kind, thread_test, thread, comparison;
    int64_t number;
    const uint8_t *const *places; /* by function and location, or NULL: whether it is one of those asked about */
    const uint8_t *functions;     /* by function: whether it is one of those asked about */
    int32_t function;             /* whose variables a condition reads, or -1 */
    int32_t pc;                   /* its code */
    uint32_t value;               /* and where that leaves the value */
    uint32_t is_own, is_denied;
    uint32_t unused;
    const uint8_t *presence; /* by location: whether the variables are there */
} atom_info;

typedef struct {
    const atom_info *atoms;
    uint32_t count;
    uint32_t code;  /* the function that holds the code of conditions */
    uint32_t slots; /* words that it needs */
    uint32_t unused;
} atoms_info;

typedef struct {
    uint32_t atom, kind;
} atom_problem;

bool letter_of(machine *m, const atoms_info *atoms, uint64_t *letter, atom_problem *problem);

/* --- the automaton, and what is asked of runs ----------------------------------------------------------------- */

enum fairness { UNFAIR, FAIR, DAEMONS };
/* FAIR: every thread that can move on and on moves. DAEMONS: not only daemons move while another thread could. */

typedef struct {
    uint32_t places, fairness;
    const uint32_t *first; /* by place: its first edge; and the number of edges */
    const uint64_t *required, *forbidden;
    const uint32_t *target;
    const uint8_t *accepting, *lost; /* by place; lost: coming there is enough, whatever follows */
    const atoms_info *atoms;
    const uint8_t *watched, *returns;
    uint32_t sees_unlocks, sees_unlocks_of_daemons, tracks_returns, unused;
    /* results */
    uint64_t nodes, components;
    atom_problem problem;
    uint32_t has_daemons, has_lasso;
    uint32_t found; /* the node that the stem leads to */
    uint32_t unused_too;
} runs_info;

enum { UNDEFINED_ATOM = 100 }; /* a reason to stop */

/* --- where states lead ---------------------------------------------------------------------------------------- */

enum { ACCEPTING = 1, FREED = 2, INSIDE = 4, MOVES_FREED = 8 };
/* FREED: no thread that is no daemon can move; MOVES_FREED: such a thread moves. INSIDE: of states, only threads in atomic
 * sections move; of steps taken at once, all states between them are such. */

typedef struct {
    uint32_t target, thread; /* thread 0: the run has ended, and its last state is repeated */
    uint32_t told;           /* the threads that could move in all states between steps, or 0: there are none */
    uint8_t flags, has_choice;
    int64_t choice;
} successor;

typedef struct {
    uint64_t first;
    uint32_t count, told;
    uint8_t is_expanded, flags;
} state_info;

typedef struct {
    uint32_t told, moved; /* sets of threads: who could move all the time (0: nothing was told), and who moved */
    uint32_t flags;
} acceptance;

typedef struct {
    uint32_t number; /* the first node of a component */
    acceptance inner, arc;
} root;

typedef struct {
    uint32_t node, edge, copy;
    uint64_t at;
} cursor;

typedef struct {
    uint32_t state, place;
    uint64_t by; /* the successor */
} product_step;

typedef struct {
    uint32_t state, thread, target, has_choice;
    int64_t choice;
} run_step;

typedef struct {
    expansion e; /* first: what a visit is given */
    search *s;
    runs_info *info;
    observed seen;
    uint64_t *letters;
    state_info *states;
    uint64_t letters_capacity, states_capacity;
    successor *successors;
    uint64_t successors_count, successors_capacity;
    pair_table nodes;
    uint32_t *ranks;
    uint64_t ranks_capacity;
    cursor *stack;
    uint64_t depth, stack_capacity;
    root *roots;
    uint64_t roots_count, roots_capacity;
    uint32_t *live;
    uint64_t live_count, live_capacity;
    uint32_t *initial;
    uint64_t initial_count, initial_capacity;
    component_table sets;
    uint32_t nobody; /* the empty set */
    uint64_t *scratch, *between; /* bits of threads */
    uint64_t scratch_words, between_words;
    uint64_t between_length;
    uint32_t *able;
    uint64_t able_capacity;
    uint8_t block_flags;
    bool is_between; /* whether there was a state between steps, of the kind that counts */
    bool is_lost;
    run_step *steps;
    uint64_t steps_count, steps_capacity, stem;
} runs;

/* fairness.c */
bool fairness_open(runs *r);
void fairness_close(runs *r);
uint32_t able_threads(runs *r, uint8_t *flags);
uint32_t set_of_thread(runs *r, uint32_t number);
void block_begin(void *data, bool is_first);
uint32_t block_told(runs *r);
acceptance with(runs *r, acceptance x, acceptance y);
bool is_satisfied(const runs *r, acceptance a);
bool improves(runs *r, acceptance before, acceptance more);
static inline acceptance nothing(const runs *r) { return (acceptance){0, r->nobody, 0}; }

/* product.c */
bool cursor_next(runs *r, cursor *c, product_step *step);
uint32_t node_of(const runs *r, uint32_t state, uint32_t place);
acceptance of_node(runs *r, uint32_t node);
acceptance of_step(runs *r, uint64_t by, bool stays);
bool state_expand(runs *r, uint32_t state);
enum { STAYS = 0x80000000u }; /* beside the place: the run stays in atomic sections from here on */

/* lasso.c */
bool find_lasso(runs *r, uint32_t component);

#endif
