/* Programs as the machine executes them: tables and instructions, made once. */
#ifndef VEXIL_PROGRAM_H
#define VEXIL_PROGRAM_H

#include "choices.h"
#include <stdint.h>

typedef int64_t word;
typedef __int128 wide;
typedef unsigned __int128 uwide;

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

#endif
