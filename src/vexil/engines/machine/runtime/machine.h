/* A machine that runs programs of the intermediate form: threads with frames, a heap, locks and wait sets.
 *
 * What an operation means is what the reference interpreter does (vexil.ir.interpreter). The machine is always in a
 * recorded state, apart from what the steps since have touched; `machine_record` gives the state that it is in a number,
 * and `machine_restore` brings a recorded state back by decoding only the parts in which the two differ.
 */
#ifndef VEXIL_MACHINE_H
#define VEXIL_MACHINE_H

#include "program.h"
#include <stdbool.h>
#include <stddef.h>

/* --- objects -------------------------------------------------------------------------------------------------- */

enum object_kind { DEAD, INSTANCE, ARRAY, BLOCK };
enum origin { STATIC, CONSTANT, STACK, OWN, HEAP };

enum { NOTHING = 0, NUMBER = 1, PARTIAL = 2, FRAGMENT = 16 };
/* What a byte of memory is: never written, a number, a number of which some bits were written (the mask is in its
 * link), or byte i of the identity that its link names (FRAGMENT + i). */

enum { MOST_GUARDS = 4 };

typedef struct {
    int64_t a, b;
    uint8_t kind;
} lock_key;

/* The locks that were held at every access to something that is shared; a lock of kind KEY_NONE is gone. Kinds of
 * variables of an object that were accessed while it was shared stay looked at when it is not any more: the accesses
 * that come later here may come first elsewhere. */
typedef struct {
    uint8_t is_set, count;
    uint32_t seen; /* kinds of variables, by their rest */
    lock_key locks[MOST_GUARDS];
} guard;

typedef struct {
    uint8_t kind, origin, is_dirty;
    uint32_t type; /* class, or type of array */
    uint32_t site;
    uint32_t component; /* the recorded contents; 0: none */
    uint32_t mark, name; /* the name in the numbering with this mark */
    uint32_t home, user; /* there: the thread that leads to it first, or 0; the one that has it in a frame */
    uint32_t reached; /* others can reach it, in the search for shared objects with this mark */
    int64_t size; /* words, elements or bytes */
    size_t capacity;
    uint8_t *data;     /* a block's bytes are followed by what they are */
    uint32_t *links;   /* by byte, where a block has had identities */
    size_t links_capacity;
    guard *guard; /* NULL: no access was looked at */
} object;

typedef struct {
    uint8_t kind, size;
    int64_t a, b;
} identity;

enum identity_kind { IS_POINTER, IS_REFERENCE, IS_THREAD, IS_NAN };

/* --- threads -------------------------------------------------------------------------------------------------- */

enum key_kind { KEY_NONE, KEY_REFERENCE, KEY_POINTER, KEY_LOCK, KEY_ATOMIC, KEY_THREAD };
/* An atomic section and a thread itself are like locks: nobody else has them. */

typedef struct {
    lock_key key;
    uint32_t owner;
    int64_t count;
} held_lock;

typedef struct {
    uint32_t function;
    int32_t location, call_edge;
    uint32_t base;
    uint32_t component;
    uint32_t allocated_count, allocated_capacity;
    uint32_t *allocated; /* memory for the life of the frame */
} frame;

enum activity { RUNNING, WAITING, WOKEN, ENDED };

typedef struct {
    uint8_t exists, activity, daemon, timed, interrupted, reason, has_exception, is_dirty;
    uint8_t is_live, has_own; /* registers of the first frame, own globals */
    uint8_t is_unjoined; /* it has ended, and nobody has waited for that */
    uint32_t number;
    int32_t wait_edge, returned;
    int64_t atomic, count;
    lock_key condition, lock;
    int64_t exception;
    frame *frames;
    uint32_t depth, frames_capacity;
    uint32_t low; /* the lowest frame that differs from what is recorded */
    word *words;
    uint32_t words_capacity;
    word *own;
} thread;

/* --- recorded states ------------------------------------------------------------------------------------------ */

typedef struct {
    uint32_t *slots;
    uint64_t mask;
    uint64_t count, capacity;
    uint64_t *pairs;
} pair_table;

typedef struct {
    uint64_t pair;
    uint32_t number;
} recent_pair;

enum { RECENT = 8192 };

typedef struct {
    uint32_t *slots;
    uint64_t mask;
    uint32_t count;
    uint64_t *starts;
    uint8_t *bytes;
    uint64_t used, reserved;
} component_table;

typedef struct {
    uint32_t *levels[32]; /* the leaves, and pairs of what is below */
    uint64_t capacities[32];
    uint32_t count;
} tree;

typedef struct {
    tree tree;
    uint32_t pair;   /* of the size of the tree and its root */
    uint32_t thread;     /* 0: what is global, or the rest */
} segment;

enum end { GOES_ON, VIOLATED, UNDEFINED, CUT, STOPPED, LIMIT };

enum undefined_kind {
    U_DIVISION = 1, U_SHIFT, U_NULL, U_INVALID_DEREFERENCE, U_INVALID_REFERENCE, U_WRONG_CLASS, U_BOUNDS, U_INDEX,
    U_UNINITIALISED, U_NAN_BITS, U_PUNNED, U_POINTER_COMPARISON, U_POINTER_DIFFERENCE, U_DEAD_ADDRESS, U_FLOAT,
    U_CONSTANT_WRITE, U_EMPTY_CHOICE, U_NO_CATCH, U_ABSTRACT, U_FUNCTION_POINTER, U_ARGUMENT_COUNT, U_ARGUMENT_TYPE,
    U_RESULT_TYPE, U_NEGATIVE_ARRAY, U_NEGATIVE_SIZE, U_EXCESSIVE_SIZE, U_RELEASE, U_NOT_HELD, U_ATOMIC, U_ADDRESS
};

enum limit_kind { L_ARRAY = 1, L_MATHEMATICAL, L_MEMORY, L_CODE, L_CHOICES, L_STRAYS, L_CALLS, L_LOST };

enum cut_kind { C_RESTRICTION, C_LOW, C_HIGH, C_ARRAY, C_THREADS, C_INSTANCES, C_RECURSION };

enum fact { ASKS_ALIVE = 1, INTERRUPTS = 2, JOINS_FOR_A_TIME = 4, WAITS_INSIDE = 8, WAITS_APART = 16, MEETS_DEAD = 32, STARTS_DAEMONS = 64 };
/* The last ones: somebody waits for a lock or a thread inside an atomic section; or for something else than the lock that is
 * released, or notifies without holding it; or uses memory that has ended. */

enum trait { CHANGES = 1, UNGUARDED = 2 };
/* A variable is written while it is shared; not all accesses to it while it is shared have a lock in common. */

typedef struct {
    uint32_t key;      /* the kind of variable */
    int32_t global;    /* a global word, or -1 */
    int64_t object;
    bool is_write;
} access;

typedef struct races races;

typedef struct machine {
    const program *p;
    word *globals;
    uint8_t *globals_dirty; /* by chunk of words */
    uint32_t chunks;
    uint32_t *chunk_components;
    thread *threads; /* by number; 0 is not used */
    uint32_t threads_count, threads_capacity;
    object *objects;
    uint64_t objects_count, objects_reserved;
    uint32_t *dirty, *fresh, *unused;
    uint64_t dirty_count, dirty_capacity, fresh_count, fresh_capacity, unused_count, unused_capacity;
    held_lock *locks;
    uint32_t locks_count, locks_capacity;
    uint8_t locks_dirty;
    int64_t *lost; /* site and size of heap memory that nothing reaches: pairs in order */
    uint64_t lost_count, lost_capacity;

    enum end end;
    uint32_t end_kind;
    int64_t end_detail;
    uint32_t edge_function;
    int32_t edge; /* of the last step; -1 - its location where none was taken */
    uint64_t edges; /* taken since the machine was made */
    const volatile int32_t *stop; int32_t never; bool track_returns; /* `stop`: not 0 when a search should end */
    int64_t choice;
    bool has_choice;
    bool ready;
    int64_t touched; /* the thread that a step waits for, or 0 */
    offer offer;

    identity *identities;
    uint32_t identities_count, identities_capacity;
    uint32_t *identity_slots;
    uint32_t identity_mask;

    /* names */
    uint32_t *name_slots;
    uint64_t name_mask, names_count;
    uint64_t *name_keys; /* by number: from where it is reached, and by which slot */

    component_table components;
    pair_table nodes, own_states;
    recent_pair recent[RECENT]; /* nodes that were asked for, by their hash */
    pair_table *states; /* of the search that is going on */
    uint64_t recorded;  /* states in all tables */
    segment *segments; /* of the recorded state: what is global, each thread, and the rest */
    uint64_t segments_count, segments_capacity, parts; /* `parts` are the components of the recorded state */
    tree whole; /* of the recorded state: pairs of its segments, without the rest */
    uint32_t *segment_pairs; /* of the state that is being recorded */
    uint64_t segment_pairs_capacity;
    uint32_t state; /* the recorded state that the machine is in, apart from what was touched since */
    uint32_t mark;
    uint32_t shared_mark, shared_for, shared_roots; /* what others than this thread reach; 0: it is to be found out anew */
    uint32_t *shared; /* objects in the order in which others reach them */
    uint64_t shared_count, shared_capacity, shared_done;
    bool is_visible; /* what a look at a step says */
    bool without_guards; /* whether names are given to what the program knows, and not to what was learned about it */
    bool is_guarded; /* whether accesses under locks are taken for invisible */
    struct observed *observed; /* what a property of runs asks about; NULL: nothing */
    races *races; /* NULL: nobody asks for data races */
    uint32_t facts;  /* what some step has done: enum fact */
    bool has_strays; /* whether threads have ended that nobody can wait for any more */
    bool hides_threads; /* whether starts, ends and waits of threads may be invisible */
    bool has_learned; /* whether something was taken for protected or unchanging, and is not */
    uint8_t *traits; /* by kind of variable: what was learned about it */
    guard *global_guards;
    access *accesses; /* of the step that was looked at */
    uint64_t accesses_count, accesses_capacity;
    uint32_t *queue; /* objects in the order in which they are reached */
    uint64_t queue_count, queue_capacity, queue_done;
    uint8_t *buffer;
    uint64_t buffer_used, buffer_capacity;
    uint32_t *leaves, *scratch;
    uint64_t leaves_count, leaves_capacity, scratch_capacity;
    uint8_t *known_threads, *told_apart; /* by number: whether somebody knows the thread, and somebody else does */
    uint32_t numbered; /* the thread whose part of the state is numbered, or 0 */
    uint32_t *renaming; /* by number: the one that a thread has after threads were put in order */
    uint64_t renaming_capacity, order_tries, orders;
    bool is_renamed; /* whether some have other numbers */
    uint32_t *started; /* threads that were started since a state was brought back */
    uint64_t started_count, started_capacity;
    uint64_t known_capacity;
    int64_t *lost_next;
    uint64_t lost_next_count, lost_next_capacity;
    int64_t *exported; /* words of the state that was asked for */
    uint64_t exported_count, exported_capacity;
    uint64_t memory_limit;
    uint64_t held; /* bytes of objects, frames and registers that are not recorded */
    bool out_of_memory;
} machine;

/* memory.c */
void *reserve(uint64_t bytes);
void unreserve(void *place, uint64_t bytes);
bool enlarge(void *place, uint64_t *capacity, uint64_t needed, size_t size);
bool block_write(machine *m, int64_t number, int64_t offset, const uint8_t *bytes, uint32_t size);
bool block_write_identity(machine *m, int64_t number, int64_t offset, identity value);
bool block_read(machine *m, int64_t number, int64_t offset, uint32_t size, uint8_t kind, uint8_t *bytes, identity *value);
bool block_read_bits(machine *m, int64_t number, int64_t offset, uint32_t size, uint32_t shift, uint32_t width, uint64_t *bits);
bool block_write_bits(machine *m, int64_t number, int64_t offset, uint32_t size, uint32_t shift, uint32_t width, uint64_t bits);
bool block_copy(machine *m, int64_t to, int64_t to_offset, int64_t from, int64_t from_offset, int64_t size);
bool block_fill(machine *m, int64_t number, int64_t offset, uint8_t value, int64_t size);
object *block_at(machine *m, int64_t number, int64_t offset, int64_t size);
uint32_t identity_of(machine *m, identity value);
int64_t new_instance(machine *m, uint32_t class, uint32_t site);
int64_t new_array(machine *m, uint32_t type, int64_t length, uint32_t site);
int64_t new_block(machine *m, int64_t size, uint8_t origin, bool zeroed, uint32_t site);
void kill_object(machine *m, int64_t number);
void touch(machine *m, int64_t number);
bool within_memory(machine *m, uint64_t more);
bool grow_within(machine *m, void *place, uint32_t *capacity, uint64_t needed, size_t size);
bool make_room(machine *m, object *o, int64_t bytes);
bool give_links(machine *m, object *o);
void take_links(machine *m, object *o);

/* Makes an array hold so many items at least. */
static inline bool grow(void *place, uint64_t *capacity, uint64_t needed, size_t size) {
    return needed <= *capacity || enlarge(place, capacity, needed, size);
}

static inline object *object_at(machine *m, int64_t number) {
    if (number <= 0 || (uint64_t)number >= m->objects_count) return NULL;
    object *o = &m->objects[number];
    return o->kind == DEAD ? NULL : o;
}

static inline bool undefined(machine *m, uint32_t kind) {
    m->end = UNDEFINED;
    m->end_kind = kind;
    return false;
}

/* Notes what was taken for granted that no step does. */
static inline void learn_fact(machine *m, uint32_t fact) {
    if (m->facts & fact) return;
    m->facts |= fact;
    m->has_learned = true;
}

static inline bool is_alive(const machine *m, word number) {
    return number > 0 && number < m->threads_count && m->threads[number].exists && m->threads[number].activity != ENDED;
}

static inline bool limited(machine *m, uint32_t kind) {
    m->end = LIMIT;
    m->end_kind = kind;
    return false;
}

static inline bool cut(machine *m, uint32_t kind, uint32_t detail) {
    m->end = CUT;
    m->end_kind = kind;
    m->end_detail = detail;
    return false;
}

/* threads.c */
bool thread_can_move(machine *m, thread *t);
bool locks_can_lock(machine *m, thread *t, lock_key key, bool reentrant);
bool locks_lock(machine *m, thread *t, lock_key key);
bool locks_unlock(machine *m, thread *t, lock_key key);
held_lock *lock_of(machine *m, lock_key key);
bool threads_wait(machine *m, thread *t, lock_key lock, lock_key condition, bool timed, int32_t edge, bool *waits);
void threads_notify(machine *m, lock_key key, bool every, int64_t choice);
uint32_t threads_waiters(machine *m, lock_key key);
bool require_lock(machine *m, lock_key key);
bool frame_enter(machine *m, thread *t, uint32_t number, const word *arguments, uint32_t count, const uint16_t *slots);
bool frame_leave(machine *m, thread *t, int32_t exit_location);
void thread_end(machine *m, thread *t);
int64_t thread_start(machine *m, uint32_t number, const word *arguments, uint32_t count, const uint16_t *slots, bool daemon);
void thread_resume(machine *m, thread *t);
void thread_touch(thread *t);
uint32_t machine_enabled(machine *m, uint32_t *numbers);
bool machine_finished(machine *m);
int64_t blocked_on(machine *m, thread *t);
bool make_threads(machine *m, uint32_t number);
static inline bool same_key(lock_key x, lock_key y) { return x.kind == y.kind && x.a == y.a && x.b == y.b; }

/* races.c */
bool vm_races(machine *m, const uint8_t *hidden);
void races_close(machine *m);
bool is_noting(const machine *m);
void note_race_access(machine *m, const thread *t, int64_t number, int64_t begin, int64_t end, int64_t flags);
void note_race_memory(machine *m, const thread *t, int64_t number, int64_t offset, int64_t size, int64_t flags);
void note_race_result(machine *m, thread *t);
bool is_race(machine *m, thread *t, int64_t choice);

/* execute.c */
void execute(machine *m, thread *t, uint32_t f, int32_t pc);
void machine_step(machine *m, uint32_t number, bool has_choice, int64_t choice);
bool machine_choices(machine *m, uint32_t number);

/* intern.c */
bool components_open(component_table *table, uint64_t bytes);
void components_close(component_table *table);
uint32_t component_of(component_table *table, const uint8_t *bytes, uint64_t size);
bool pairs_open(pair_table *table, uint64_t count);
void pairs_close(pair_table *table);
uint32_t pair_of(pair_table *table, uint32_t left, uint32_t right, bool *is_new);
uint32_t tree_node(machine *m, uint32_t left, uint32_t right);
uint32_t tree_root(machine *m, const uint32_t *leaves, const tree *before, uint32_t count);
bool tree_room(tree *t, uint32_t count);
static inline uint64_t mixed(uint64_t x) {
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    return x ^ (x >> 32);
}

/* state.c */
void machine_number(machine *m);
bool states_open(machine *m, pair_table *states);
bool machine_open(machine *m, const program *p, uint64_t memory);
void machine_close(machine *m);
bool machine_leaked(machine *m);
uint64_t machine_instances(machine *m, uint32_t class);
uint32_t machine_free_thread(machine *m);
uint32_t machine_record(machine *m, bool *is_new);
void machine_undo(machine *m);
void machine_restore(machine *m, uint32_t state);
uint64_t machine_bytes(machine *m);
bool is_shared(machine *m, const thread *t, int64_t number);
static inline void forget_sharing(machine *m) { m->shared_for = 0; }

/* A link is written to an object, or removed: others may reach more or less than before, unless they cannot reach it. */
static inline void write_link(machine *m, int64_t number) {
    bool is_own = number > (int64_t)m->p->statics && m->objects[number].reached != m->shared_mark;
    if (!is_own || m->shared_done < m->shared_count || m->shared_roots < m->threads_count) m->shared_for = 0;
}
uint32_t machine_live(machine *m);

/* symmetry.c */
void order_threads(machine *m);
static inline uint32_t renamed(const machine *m, uint32_t number) { return m->is_renamed ? m->renaming[number] : number; }

#include "reduce.h"

#endif
