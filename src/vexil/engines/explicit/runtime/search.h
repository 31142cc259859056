/* The search for states of a compiled system: what the parts of the runtime share.
   Functions whose names begin with vexil_ are called from Python; struct layouts are mirrored in library.py. */
#ifndef VEXIL_SEARCH_H
#define VEXIL_SEARCH_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint8_t u8;
typedef uint32_t u32;
typedef uint64_t u64;

#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline))
#define PREFETCH(address) __builtin_prefetch(address)
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#else
#define INLINE static inline
#define PREFETCH(address) ((void)(address))
#define UNLIKELY(condition) (condition)
#endif

/* Where compiled code writes states; the order of the fields is known to commands.py. */
typedef struct {
  u8 *out;   /* where the next state goes */
  u8 *end;   /* the end of the places there are */
  u64 cuts;  /* runs that were cut */
  u64 *cut;  /* the same by the number of the ending */
  u64 fault; /* FAULT_PARTIAL: something partial was not guarded; FAULT_FULL: a state had no place */
  u8 *start; /* the first state */
  const volatile int *stop; /* looked at in long loops: whether to end, which is noted as FAULT_FULL */
} Sink;

enum { FAULT_PARTIAL = 1, FAULT_FULL = 2 };

typedef struct {
  void (*initial)(Sink *);
  void (*successors)(const u8 *, Sink *);
  void (*moves)(const u8 *, Sink *, u8 **);
  u64 (*alive)(const u8 *, Sink *);
  u64 (*atoms)(const u8 *, Sink *);
  u64 width;       /* bytes of a state, a multiple of 8 */
  u64 used;        /* bytes of a state before those that the search may use */
  u64 ending_size; /* bytes of the number of the ending, at the beginning of a state: 0, 1 or 2 */
  u64 endings;
  u64 threads;
} Model;

typedef enum { EXHAUSTED, FOUND, STATES, MEMORY, INTERRUPTED, FAULT } Reason;
typedef enum { BREADTH, DEPTH, COMPACT, BITS, TREE, PARALLEL } Strategy;

typedef struct {
  u64 states, transitions, deadlocks, frontier, depth, memory, cuts, inner;
} Statistics;

enum { NOTED = 2 };

/* Goals are numbered: one for each ending, then the deadlock, then one for each atom that should hold. */
typedef struct {
  u64 strategy;
  u64 workers;
  u64 state_limit;
  u64 memory_limit;
  u64 bits;              /* the logarithm of the number of bits of a bit state table */
  const u8 *endings;     /* for each ending whether it is a goal, or only noted */
  u64 deadlock;          /* whether a deadlock is one */
  u64 atoms;             /* the atoms whose being false is one */
  u64 enough;            /* how many goals end the search */
  const volatile int *stop; /* looked at now and then: whether to end */
} Options;

/* A region of addresses that takes memory only where it is written. */
typedef struct {
  u8 *base;
  u64 size;
} Region;

int region_reserve(Region *region, u64 size, u64 least);
int region_table(Region *region, u64 size);
void region_free(Region *region);

typedef struct {
  u8 *states;
  u64 length;
} Trace;

/* A set of states: slots of 32 bits of the hash and the number of a state from 1, over an arena of states. */
typedef struct {
  Region slots, arena, parents;
  u64 mask, count, room, capacity, width;
} Store;

typedef struct Parallel Parallel;

typedef struct Search {
  Model model;
  Options options;
  Statistics statistics;
  Reason reason;
  u64 *cut;
  u64 *found;    /* for each goal the number of a state from 1; 0 while there is none */
  Trace *traces; /* for each goal the states that lead to it, where the search keeps them at once */
  u64 goals, reached;
  Sink sink;
  Region buffer, hashes, origins;
  Region ranks; /* for each state, from 1, the number of its component, where components were looked for */
  Store store;
  u64 beside; /* bytes of memory that are not in the store */
  int stopped;
  struct Tree *tree;
  Parallel *parallel;
  Trace lasso[2];
} Search;

/* --- common parts: search.c --- */
int search_stop(Search *search, Reason reason);
int search_tick(Search *search);
void search_reach(Search *search, u64 goal, u64 number);
int search_buffers(Search *search, u64 width, u64 most);
int store_open(Search *search, Store *store, u64 width, int with_parents);
int store_room(Search *search, Store *store);
void store_close(Store *store);
u64 store_memory(const Store *store);

void search_breadth(Search *search);
void search_depth(Search *search);
void search_parallel(Search *search);
Trace parallel_trace(Search *search, u64 number);
const u8 *parallel_state(Search *search, u64 place);
u64 parallel_find(Search *search, const u8 *state);
void parallel_close(Search *search);

struct Tree *tree_open(Search *search);
void tree_close(struct Tree *tree);
u64 tree_memory(const struct Tree *tree);
void tree_unfold(struct Tree *tree, u64 key, u8 *state);
int tree_fold(struct Tree *tree, const u8 *state, u64 *key);

/* --- hashing and comparing --- */
INLINE u64 load64(const u8 *place) {
  u64 value;
  memcpy(&value, place, 8);
  return value;
}

INLINE u64 mixed(u64 left, u64 right) {
#if defined(__SIZEOF_INT128__)
  __uint128_t product = (__uint128_t)left * right;
  return (u64)product ^ (u64)(product >> 64);
#else
  u64 low = (left & 0xFFFFFFFFu) * right, high = (left >> 32) * right;
  return low ^ (high << 32 | high >> 32) ^ (high >> 7);
#endif
}

INLINE u64 hash_of(const u8 *state, u64 width) {
  u64 hash = 0x9E3779B97F4A7C15ull;
  for (u64 i = 0; i < width; i += 8) hash = mixed(hash ^ load64(state + i), 0xD6E8FEB86659FD93ull + i);
#ifdef VEXIL_POOR_HASH /* for tests: most states collide with others, in every bit */
  hash = hash % 61 * 0x100000001ull;
#endif
  return hash ^ hash >> 29;
}

INLINE int is_same(const u8 *left, const u8 *right, u64 width) {
  u64 difference = 0;
  for (u64 i = 0; i < width; i += 8) difference |= load64(left + i) ^ load64(right + i);
  return difference == 0;
}

#define NUMBER 0xFFFFFFFFull
#define MOST_STATES 0xFFFFFFF0ull

INLINE u64 *store_slot(const Store *store, u64 hash) { return (u64 *)store->slots.base + (hash & store->mask); }
INLINE u8 *store_state(const Store *store, u64 number, u64 width) { return store->arena.base + (number - 1) * width; }

/* Add a state for which there is room: its number when it is new, else 0. */
INLINE u64 store_add(Store *store, const u8 *state, u64 hash, u64 width) {
  u64 *slots = (u64 *)store->slots.base, at = hash & store->mask, entry;
  while ((entry = slots[at])) {
    if (!((entry ^ hash) & ~NUMBER) && is_same(store_state(store, entry & NUMBER, width), state, width)) return 0;
    at = (at + 1) & store->mask;
  }
  u64 number = ++store->count;
  memcpy(store_state(store, number, width), state, width);
  slots[at] = (hash & ~NUMBER) | number;
  return number;
}

/* The number of a state, or 0 when it is not in the set. */
INLINE u64 store_find(const Store *store, const u8 *state, u64 hash, u64 width) {
  const u64 *slots = (const u64 *)store->slots.base;
  for (u64 at = hash & store->mask, entry; (entry = slots[at]); at = (at + 1) & store->mask)
    if (!((entry ^ hash) & ~NUMBER) && is_same(store_state(store, entry & NUMBER, width), state, width)) return entry & NUMBER;
  return 0;
}

INLINE u64 ending_of(const Search *search, const u8 *state) {
  u64 size = search->model.ending_size;
  return !size ? 0 : size == 1 ? state[0] : (u64)state[0] | (u64)state[1] << 8;
}

/* The goals that a new state reaches. */
INLINE void search_look(Search *search, Sink *sink, const u8 *state, u64 number) {
  u64 ending = ending_of(search, state);
  if (UNLIKELY(ending) && search->options.endings[ending - 1]) search_reach(search, ending - 1, number);
  if (search->options.atoms) {
    u64 missing = search->options.atoms & ~search->model.atoms(state, sink);
    for (u64 atom = 0; UNLIKELY(missing); atom++, missing >>= 1)
      if (missing & 1) search_reach(search, search->model.endings + 1 + atom, number);
  }
}

/* What a state without successors is; one whose successors had no place is nothing. */
INLINE void search_dead_end(Search *search, Sink *sink, const u8 *state, u64 number) {
  if (sink->fault || ending_of(search, state) || !search->model.alive(state, sink)) return;
  search->statistics.deadlocks++;
  if (search->options.deadlock) search_reach(search, search->model.endings, number);
}

/* Bodies with the width as a constant, so that loops over the words of a state are unrolled. */
#define FOR_WIDTH(width, call)                                                                                   \
  switch (width) {                                                                                               \
    case 8: call(8); break;                                                                                      \
    case 16: call(16); break;                                                                                    \
    case 24: call(24); break;                                                                                    \
    case 32: call(32); break;                                                                                    \
    case 40: call(40); break;                                                                                    \
    case 48: call(48); break;                                                                                    \
    case 64: call(64); break;                                                                                    \
    default: call(width);                                                                                        \
  }

enum { BATCH = 64 };

#endif
