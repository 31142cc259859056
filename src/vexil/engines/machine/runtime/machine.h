/* A machine that runs programs of the intermediate form: threads with frames, a heap, locks and wait sets.
 *
 * What an operation means is what the reference interpreter does (vexil.ir.interpreter). The machine is always in a
 * recorded state, apart from what the steps since have touched; `machine_record` gives the state that it is in a number,
 * and `machine_restore` brings a recorded state back by decoding only the parts in which the two differ.
 */
#ifndef VEXIL_MACHINE_H
#define VEXIL_MACHINE_H

#include "choices.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int64_t word;
typedef __int128 wide;
typedef unsigned __int128 uwide;

/* --- programs ------------------------------------------------------------------------------------------------- */

typedef struct {
    uint16_t op, d, a, b;
    int64_t k;
} instruction;

enum link { LINK_NONE, LINK_REFERENCE, LINK_POINTER, LINK_THREAD };
/* A pointer takes two slots: the object, which has the link, and the offset. */

enum location_kind { AT_STEP, AT_BRANCH, AT_CHOICE, AT_CALL, AT_TERMINAL };

enum visibility {
    INVISIBLE, /* touches nothing but the registers of its frame, and objects that nobody else can see */
    VISIBLE,   /* a point at which other threads may come in, if there are any */
    LOOKED_AT, /* code says whether the step touches what others can see */
    LEAVES     /* visible if it ends the thread */
};

typedef struct {
    int32_t pc;       /* where the code of the step begins */
    int32_t ready;    /* code that says whether the step can be taken; -1: always */
    int32_t choices;  /* code that lists what is open; -1: nothing */
    int32_t touched;  /* code that says which object or lock the step touches, as far as that decides its visibility */
    int32_t blocker;  /* code that says which thread a step that cannot be taken waits for; -1: none */
    int32_t members;  /* code that lists the values among which an abstraction chooses; -1: as many as it offers */
    uint8_t kind, visibility;
    uint8_t flags;
    uint8_t unused;
    uint32_t edge;    /* the first edge */
} location;

enum { LOCATION_CHOOSES = 1 /* a value */,
       LOCATION_OBSERVED = 2 /* the step may change what an atom of the property says */,
       LOCATION_ABSTRACT = 4 /* an abstraction chooses here */, LOCATION_SEVERAL = 8 /* always among several values */,
       LOCATION_WATCHED = 16 /* it writes what an atom may read */, LOCATION_LEAVES = 32, LOCATION_UNLOCKS = 64,
       LOCATION_RETURNS = 128 };

typedef struct {
    uint32_t slot, size;
    int32_t store; /* code that writes an argument to the memory; -1: a local variable */
    uint32_t site;
} variable_block;

typedef struct {
    uint32_t slot;
    uint32_t bound;
    uint32_t form; /* how the number is kept */
} parameter_limit;

typedef struct {
    int32_t store;  /* code that stores a result, by edge */
    int32_t target;
    int32_t look; /* code that looks at where it is stored; -1: in registers */
    uint32_t is_taken; /* whether a step has taken it */
    uint32_t is_observed; /* whether coming back to it from a call may change what an atom of the property says */
} edge_info;

typedef struct function {
    const instruction *code;
    const location *locations;
    edge_info *edges;
    const int32_t *catches; /* the catch edge by location, or -1 */
    const uint8_t *links;   /* by register slot */
    const variable_block *blocks;
    const parameter_limit *limits;
    uint32_t registers, temporaries, parameters; /* slots */
    uint32_t blocks_count, limits_count, locations_count;
    int32_t entry, exit, exceptional, stop;
    uint32_t value; /* the temporary that a result is delivered in */
    uint32_t is_ready;
} function;

typedef struct {
    uint32_t words, links_count;
    const uint32_t *links; /* slot * 4 + link */
    uint32_t root;         /* whether arrays are instances of it */
    uint32_t unused;
} class_info;

enum element { ELEMENT_1 = 1, ELEMENT_2 = 2, ELEMENT_4 = 4, ELEMENT_8 = 8, ELEMENT_16 = 16 };

typedef struct {
    uint32_t family; /* elements of one family can be read with one type */
    uint8_t size, is_signed, link, unused;
} array_info;

enum callee { CALL_STATIC, CALL_VIRTUAL, CALL_POINTER };
enum { UNRESOLVED = INT32_MIN };

typedef struct {
    uint32_t kind;
    uint32_t function;      /* static */
    int32_t *targets;       /* by class or function: the function that is called, minus why none is, or UNRESOLVED */
    const uint16_t *slots;  /* where the arguments are */
    uint32_t count;         /* slots of arguments */
    uint32_t shape;         /* what the call passes and expects, to those who resolve it */
    int32_t edge;
    uint16_t pointer;       /* the temporary that holds the pointer */
    uint16_t daemon;        /* start: the temporary that says whether it is a daemon; 0xffff: it is none */
} call_info;

typedef struct {
    uint32_t count;
    int32_t otherwise;
    const int64_t *values;
    const int32_t *targets;
} switch_info;

typedef struct {
    function *functions;
    uint32_t functions_count, entry;
    const class_info *classes;
    uint32_t classes_count, arrays_count;
    const array_info *arrays;
    const uint8_t *subclass;  /* [class * classes + ancestor] */
    const uint8_t *choosable; /* by class: whether instances may be chosen; NULL: none */
    const uint8_t *storable;  /* [array type * (classes + arrays) + object type] */
    uint32_t root_class;      /* the class of arrays, or 0xffffffff */
    uint32_t globals, owns;   /* words of global registers, and of those that each thread has */
    const uint8_t *global_links, *own_links;
    const uint32_t *own_blocks; /* size of the memory of an own slot, or 0 */
    const uint32_t *own_sources; /* the global word that holds what an own slot starts with */
    const bound_info *bounds;
    uint32_t pointer_size;
    uint32_t big_endian;
    uint32_t can_interrupt, asks_locked;
    const uint8_t *checks;    /* whether a check is asked for, by its number */
    int64_t array_limit, thread_limit, instance_limit, recursion_limit; /* -1: none */
    const int64_t *site_limits; /* by site, or -1 */
    uint32_t has_heap;        /* whether it allocates memory that may leak */
    uint32_t statics;         /* memory objects of globals */
    uint32_t fields, sites;   /* kinds of variables: fields of classes, and memory by site */
    int (*load)(uint32_t function); /* makes the code of a function; false: it cannot */
    int32_t (*resolve)(uint32_t shape, uint32_t index); /* what a call of a class or function leads to */
} program;

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
    uint8_t kind, origin, is_dirty, is_shared;
    uint32_t type; /* class, or type of array */
    uint32_t site;
    uint32_t component; /* the recorded contents; 0: none */
    uint32_t mark, name; /* the name in the numbering with this mark */
    uint32_t reached, owner; /* in the search for shared objects with this mark: the thread that leads to it */
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
    uint32_t root, pair; /* of the tree, and of its size and root */
    uint32_t thread;     /* 0: what is global, or the rest */
} segment;

enum end { GOES_ON, VIOLATED, UNDEFINED, CUT, STOPPED, LIMIT };

enum undefined_kind {
    U_DIVISION = 1, U_SHIFT, U_NULL, U_INVALID_DEREFERENCE, U_INVALID_REFERENCE, U_WRONG_CLASS, U_BOUNDS, U_INDEX,
    U_UNINITIALISED, U_NAN_BITS, U_PUNNED, U_POINTER_COMPARISON, U_POINTER_DIFFERENCE, U_DEAD_ADDRESS, U_FLOAT,
    U_CONSTANT_WRITE, U_EMPTY_CHOICE, U_NO_CATCH, U_ABSTRACT, U_FUNCTION_POINTER, U_ARGUMENT_COUNT, U_ARGUMENT_TYPE,
    U_RESULT_TYPE, U_NEGATIVE_ARRAY, U_NEGATIVE_SIZE, U_EXCESSIVE_SIZE, U_RELEASE, U_NOT_HELD, U_ATOMIC, U_ADDRESS
};

enum limit_kind { L_ARRAY = 1, L_MATHEMATICAL, L_MEMORY, L_CODE, L_CHOICES, L_STRAYS };

enum cut_kind { C_RESTRICTION, C_LOW, C_HIGH, C_ARRAY, C_THREADS, C_INSTANCES, C_RECURSION };

enum fact { ASKS_ALIVE = 1, INTERRUPTS = 2, JOINS_FOR_A_TIME = 4, WAITS_INSIDE = 8, WAITS_APART = 16, MEETS_DEAD = 32 };
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
    bool track_returns;
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
    pair_table *states; /* of the search that is going on */
    uint64_t recorded;  /* states in all tables */
    segment *segments; /* of the recorded state: what is global, each thread, and the rest */
    uint64_t segments_count, segments_capacity;
    uint32_t *chain; /* pairs of a state's segments */
    uint64_t chain_capacity;
    uint32_t state; /* the recorded state that the machine is in, apart from what was touched since */
    uint32_t mark, shared_mark;
    bool is_sharing_known; /* whether `is_shared` of objects is right */
    bool is_visible; /* what a look at a step says */
    bool without_guards; /* whether names are given to what the program knows, and not to what was learned about it */
    bool is_guarded; /* whether accesses under locks are taken for invisible */
    struct observed *observed; /* what a property of runs asks about; NULL: nothing */
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
    uint8_t *known_threads;
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
bool grow(void *place, uint64_t *capacity, uint64_t needed, size_t size);
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
uint32_t tree_root(machine *m, const tree *before, uint32_t count);
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
void machine_share(machine *m);
uint32_t machine_live(machine *m);

#include "reduce.h"

#endif
