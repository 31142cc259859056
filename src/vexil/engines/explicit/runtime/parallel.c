/* Breadth-first search on several processors, level by level, over one set of states without locks.

   Every worker has an arena of its own for the states it finds first. A slot is taken by one compare-and-swap, after the
   state was written. Before it takes slots, a worker takes credit for them, so that the table never becomes too full;
   without credit left, all workers come to rest and one of them makes the table larger. Traces are shortest. */
#define _GNU_SOURCE
#include "search.h"

#include <pthread.h>
#include <stdatomic.h>

enum { CHUNK = 64, CREDIT = 256, MOST_WORKERS = 64 };

typedef struct {
  Region arena, parents;
  _Alignas(64) _Atomic u64 next; /* the first state of the level that nobody has taken */
  u64 last;                      /* the end of the level */
  u64 count, capacity;
  _Atomic u64 shown; /* the count, for others to look at */
} Arena;

typedef struct {
  Parallel *parallel;
  u64 number, credit, transitions, deadlocks;
  Sink sink;
  Region buffer, hashes, origins;
  u64 *cut;
  pthread_t thread;
} Worker;

struct Parallel {
  Search *search;
  Region slots;
  u64 mask, workers, shift, depth, states, frontier;
  Arena arenas[MOST_WORKERS];
  Worker all[MOST_WORKERS];
  _Alignas(64) _Atomic u64 credit;
  _Atomic int halted;
  pthread_mutex_t mutex;
  pthread_cond_t rested;
  u64 resting, rounds;
  int wants_growth, is_done;
};

INLINE u8 *state_at(Parallel *parallel, u64 number, u64 width) {
  u64 plain = number - 1, arena = plain >> parallel->shift;
  return parallel->arenas[arena].arena.base + (plain & ((1ull << parallel->shift) - 1)) * width;
}

static void halt(Parallel *parallel, Reason reason) {
  pthread_mutex_lock(&parallel->mutex);
  search_stop(parallel->search, reason);
  pthread_mutex_unlock(&parallel->mutex);
  atomic_store(&parallel->halted, 1);
}

/* --- what one does while all others rest --- */

static void refill(Parallel *parallel, u64 width) {
  u64 *slots = (u64 *)parallel->slots.base;
  for (u64 arena = 0; arena < parallel->workers; arena++) {
    for (u64 place = 0; place < parallel->arenas[arena].count; place++) {
      u64 hash = hash_of(parallel->arenas[arena].arena.base + place * width, width), at = hash & parallel->mask;
      while (slots[at]) at = (at + 1) & parallel->mask;
      slots[at] = (hash & ~NUMBER) | ((arena << parallel->shift | place) + 1);
    }
  }
}

static u64 count_states(Parallel *parallel) {
  u64 states = 0;
  for (u64 i = 0; i < parallel->workers; i++) states += parallel->arenas[i].count;
  return states;
}

static void give_credit(Parallel *parallel, u64 states) {
  u64 room = (parallel->mask + 1) / 4 * 3, most = parallel->search->options.state_limit;
  if (room > most) room = most;
  for (u64 i = 0; i < parallel->workers; i++) parallel->all[i].credit = 0;
  atomic_store(&parallel->credit, room > states ? room - states : 0);
}

static void grow(Parallel *parallel) {
  Search *search = parallel->search;
  u64 states = count_states(parallel), size = parallel->slots.size * 2, width = search->model.width;
  give_credit(parallel, states);
  if (atomic_load(&parallel->credit)) return; /* some was left with workers who did not use it */
  if (states >= search->options.state_limit) {
    search_stop(search, STATES);
  } else if (size + states * (width + 4) > search->options.memory_limit) {
    search_stop(search, MEMORY);
  } else {
    region_free(&parallel->slots);
    if (region_table(&parallel->slots, size)) {
      parallel->mask = size / 8 - 1;
      refill(parallel, width);
      give_credit(parallel, states);
    } else {
      parallel->mask = 0;
      search_stop(search, MEMORY);
    }
  }
}

static void next_level(Parallel *parallel) {
  u64 frontier = 0;
  for (u64 i = 0; i < parallel->workers; i++) {
    Arena *arena = &parallel->arenas[i];
    atomic_store(&arena->next, arena->last);
    frontier += arena->count - arena->last;
    arena->last = arena->count;
  }
  parallel->frontier = frontier;
  parallel->depth += frontier > 0;
  if (!frontier) parallel->is_done = 1;
}

/* Wait until all workers rest; the last to come does what has to be done. */
static void rest(Parallel *parallel, int wants_growth) {
  pthread_mutex_lock(&parallel->mutex);
  parallel->wants_growth |= wants_growth;
  if (++parallel->resting == parallel->workers) {
    if (parallel->search->stopped)
      parallel->is_done = 1;
    else if (parallel->wants_growth)
      grow(parallel);
    else
      next_level(parallel);
    if (parallel->search->stopped) atomic_store(&parallel->halted, 1);
    parallel->wants_growth = 0;
    parallel->resting = 0;
    parallel->rounds++;
    pthread_cond_broadcast(&parallel->rested);
  } else {
    u64 round = parallel->rounds;
    while (parallel->rounds == round) pthread_cond_wait(&parallel->rested, &parallel->mutex);
  }
  pthread_mutex_unlock(&parallel->mutex);
}

/* --- what all do --- */

/* Get credit for a state; 0 when the search is over. */
static int has_credit(Parallel *parallel, Worker *worker) {
  while (!worker->credit) {
    u64 left = atomic_load(&parallel->credit), wanted;
    do {
      wanted = left < CREDIT ? left : CREDIT;
    } while (wanted && !atomic_compare_exchange_weak(&parallel->credit, &left, left - wanted));
    worker->credit = wanted;
    if (atomic_load(&parallel->halted)) return 0;
    if (!wanted) rest(parallel, 1);
  }
  return 1;
}

/* Add a state: its number when it is new, else 0. */
INLINE u64 added(Parallel *parallel, Worker *worker, const u8 *state, u64 hash, u64 width) {
  Arena *mine = &parallel->arenas[worker->number];
  u64 at = hash & parallel->mask, number = (worker->number << parallel->shift | mine->count) + 1, is_written = 0;
  for (;;) {
    _Atomic u64 *slot = (_Atomic u64 *)parallel->slots.base + at;
    u64 entry = atomic_load_explicit(slot, memory_order_acquire);
    if (!entry) {
      if (!is_written) memcpy(mine->arena.base + mine->count * width, state, width);
      is_written = 1;
      u64 wanted = (hash & ~NUMBER) | number;
      if (atomic_compare_exchange_strong_explicit(slot, &entry, wanted, memory_order_release, memory_order_acquire)) {
        mine->count++;
        worker->credit--;
        return number;
      }
    }
    if (!((entry ^ hash) & ~NUMBER) && is_same(state_at(parallel, entry & NUMBER, width), state, width)) return 0;
    at = (at + 1) & parallel->mask;
  }
}

static void look(Parallel *parallel, Worker *worker, const u8 *state, u64 number) {
  Search *search = parallel->search;
  u64 ending = ending_of(search, state), atoms = search->options.atoms;
  int is_goal = (ending && search->options.endings[ending - 1]) || (atoms && atoms & ~search->model.atoms(state, &worker->sink));
  if (!is_goal) return;
  pthread_mutex_lock(&parallel->mutex);
  search_look(search, &worker->sink, state, number);
  if (search->stopped) atomic_store(&parallel->halted, 1);
  pthread_mutex_unlock(&parallel->mutex);
}

static void dead_end(Parallel *parallel, Worker *worker, const u8 *state, u64 number) {
  Search *search = parallel->search;
  if (worker->sink.fault || ending_of(search, state) || !search->model.alive(state, &worker->sink)) return;
  worker->deadlocks++;
  if (!search->options.deadlock) return;
  pthread_mutex_lock(&parallel->mutex);
  search_reach(search, search->model.endings, number);
  if (search->stopped) atomic_store(&parallel->halted, 1);
  pthread_mutex_unlock(&parallel->mutex);
}

/* Put the states of a batch into the set. */
INLINE void stored(Parallel *parallel, Worker *worker, u64 many, u64 width) {
  const u64 *hashes = (const u64 *)worker->hashes.base;
  const u32 *origins = (const u32 *)worker->origins.base;
  Arena *mine = &parallel->arenas[worker->number];
  u32 *parents = (u32 *)mine->parents.base;
  for (u64 i = 0; i < many; i++) {
    u64 entry = atomic_load_explicit((_Atomic u64 *)parallel->slots.base + (hashes[i] & parallel->mask), memory_order_acquire);
    if (entry) PREFETCH(state_at(parallel, entry & NUMBER, width));
  }
  for (u64 i = 0; i < many; i++) {
    const u8 *state = worker->sink.start + i * width;
    if (UNLIKELY(!worker->credit) && !has_credit(parallel, worker)) return;
    if (UNLIKELY(mine->count >= mine->capacity)) {
      halt(parallel, MEMORY);
      return;
    }
    u64 number = added(parallel, worker, state, hashes[i], width);
    if (!number) continue;
    parents[mine->count] = origins[i];
    look(parallel, worker, state, number);
  }
  atomic_store_explicit(&mine->shown, mine->count, memory_order_relaxed);
}

/* Expand some states of the level; 0 when none is left. */
INLINE int chunk_done(Parallel *parallel, Worker *worker, u64 width) {
  Sink *sink = &worker->sink;
  u64 *hashes = (u64 *)worker->hashes.base, from = 0, to = 0, whose = 0;
  u32 *origins = (u32 *)worker->origins.base;
  for (u64 i = 0; i < parallel->workers && from >= to; i++) {
    whose = (worker->number + i) % parallel->workers;
    Arena *arena = &parallel->arenas[whose];
    if (atomic_load_explicit(&arena->next, memory_order_relaxed) >= arena->last) continue;
    from = atomic_fetch_add(&arena->next, CHUNK);
    to = from + CHUNK < arena->last ? from + CHUNK : arena->last;
  }
  if (from >= to) return 0;
  while (from < to && !atomic_load_explicit(&parallel->halted, memory_order_relaxed)) {
    u64 many = 0;
    sink->out = sink->start;
    for (; from < to && many < BATCH; from++) {
      u64 number = (whose << parallel->shift | from) + 1, cuts = sink->cuts;
      const u8 *state = parallel->arenas[whose].arena.base + from * width;
      u8 *first = sink->out;
      parallel->search->model.successors(state, sink);
      if (UNLIKELY(first == sink->out && cuts == sink->cuts)) dead_end(parallel, worker, state, number);
      for (; first < sink->out; first += width, many++) {
        hashes[many] = hash_of(first, width);
        origins[many] = (u32)number;
        PREFETCH((u64 *)parallel->slots.base + (hashes[many] & parallel->mask));
      }
    }
    worker->transitions += many;
    if (UNLIKELY(sink->fault)) halt(parallel, sink->fault & FAULT_PARTIAL ? FAULT : MEMORY);
    stored(parallel, worker, many, width);
  }
  return 1;
}

static void tick(Parallel *parallel) {
  Search *search = parallel->search;
  Statistics shown = search->statistics;
  u64 states = 0;
  for (u64 i = 0; i < parallel->workers; i++) states += atomic_load_explicit(&parallel->arenas[i].shown, memory_order_relaxed);
  shown.states = states;
  shown.depth = parallel->depth;
  shown.frontier = parallel->frontier;
  shown.memory = states * (search->model.width + 4) + parallel->slots.size;
  search->statistics = shown;
  pthread_mutex_lock(&parallel->mutex);
  if (shown.memory > search->options.memory_limit) search_stop(search, MEMORY);
  if (!search_tick(search)) atomic_store(&parallel->halted, 1);
  pthread_mutex_unlock(&parallel->mutex);
}

INLINE void work(Parallel *parallel, Worker *worker, u64 width) {
  u64 turns = 0;
  while (!parallel->is_done) {
    while (!atomic_load_explicit(&parallel->halted, memory_order_relaxed) && chunk_done(parallel, worker, width))
      if (worker->number == 0 && ++turns % 64 == 0) tick(parallel);
    if (!parallel->is_done) rest(parallel, 0);
  }
}

#define WORK_OF(constant) work(worker->parallel, worker, constant)

static void *worked(void *argument) {
  Worker *worker = argument;
  u64 width = worker->parallel->search->model.width;
  pthread_mutex_lock(&worker->parallel->mutex);
  pthread_mutex_unlock(&worker->parallel->mutex);
  FOR_WIDTH(width, WORK_OF)
  return NULL;
}

/* --- beginning and end --- */

static int prepare(Parallel *parallel, u64 number) {
  Search *search = parallel->search;
  Arena *arena = &parallel->arenas[number];
  Worker *worker = &parallel->all[number];
  u64 width = search->model.width, most = search->options.memory_limit, places;
  worker->parallel = parallel;
  worker->number = number;
  if (!region_reserve(&arena->arena, most, 1 << 20)) return 0;
  arena->capacity = arena->arena.size / width;
  if (arena->capacity > (1ull << parallel->shift) - 16) arena->capacity = (1ull << parallel->shift) - 16;
  if (!region_reserve(&arena->parents, arena->capacity * 4 + 8, 4096)) return 0;
  if (arena->capacity > arena->parents.size / 4 - 1) arena->capacity = arena->parents.size / 4 - 1;
  if (!region_reserve(&worker->buffer, most / 8 / parallel->workers + (1 << 20), 1 << 20)) return 0;
  places = worker->buffer.size / width;
  if (!region_reserve(&worker->hashes, places * 8, 4096)) return 0;
  if (places > worker->hashes.size / 8) places = worker->hashes.size / 8;
  if (!region_reserve(&worker->origins, places * 4, 4096)) return 0;
  if (places > worker->origins.size / 4) places = worker->origins.size / 4;
  worker->cut = calloc(search->model.endings + 1, sizeof(u64));
  worker->sink = (Sink){
      .out = worker->buffer.base,
      .end = worker->buffer.base + places * width,
      .cut = worker->cut,
      .start = worker->buffer.base,
      .stop = search->options.stop,
  };
  return worker->cut != NULL;
}

static void first_level(Parallel *parallel) {
  Worker *worker = &parallel->all[0];
  u64 width = parallel->search->model.width, many = 0;
  u64 *hashes = (u64 *)worker->hashes.base;
  u32 *origins = (u32 *)worker->origins.base;
  parallel->search->model.initial(&worker->sink);
  if (worker->sink.fault) search_stop(parallel->search, worker->sink.fault & FAULT_PARTIAL ? FAULT : MEMORY);
  for (const u8 *state = worker->sink.start; state < worker->sink.out; state += width, many++) {
    hashes[many] = hash_of(state, width);
    origins[many] = 0;
  }
  if (!parallel->search->stopped) stored(parallel, worker, many, width);
  next_level(parallel);
  parallel->depth = 0;
}

void search_parallel(Search *search) {
  Parallel *parallel = aligned_alloc(64, (sizeof *parallel + 63) / 64 * 64);
  if (!parallel) {
    search_stop(search, MEMORY);
    return;
  }
  memset(parallel, 0, sizeof *parallel);
  search->parallel = parallel;
  parallel->search = search;
  parallel->workers = search->options.workers;
  if (parallel->workers < 1) parallel->workers = 1;
  if (parallel->workers > MOST_WORKERS) parallel->workers = MOST_WORKERS;
  parallel->shift = 32;
  while (1ull << (32 - parallel->shift) < parallel->workers) parallel->shift--;
  pthread_mutex_init(&parallel->mutex, NULL);
  pthread_cond_init(&parallel->rested, NULL);
  int is_ready = region_table(&parallel->slots, (1 << 13) * 8);
  for (u64 i = 0; is_ready && i < parallel->workers; i++) is_ready = prepare(parallel, i);
  if (!is_ready) {
    search_stop(search, MEMORY);
    return;
  }
  parallel->mask = (1 << 13) - 1;
  u64 wanted = parallel->workers, started = 1;
  parallel->workers = 1; /* growth waits for nobody else yet */
  give_credit(parallel, 0);
  first_level(parallel);
  if (search->stopped) atomic_store(&parallel->halted, 1);
  pthread_mutex_lock(&parallel->mutex); /* nobody begins before it is known how many there are */
  while (started < wanted && !pthread_create(&parallel->all[started].thread, NULL, worked, &parallel->all[started]))
    started++;
  parallel->workers = started;
  pthread_mutex_unlock(&parallel->mutex);
  worked(&parallel->all[0]);
  for (u64 i = 1; i < started; i++) pthread_join(parallel->all[i].thread, NULL);
  Statistics *statistics = &search->statistics;
  for (u64 i = 0; i < started; i++) {
    Worker *worker = &parallel->all[i];
    statistics->transitions += worker->transitions;
    statistics->deadlocks += worker->deadlocks;
    statistics->cuts += worker->sink.cuts;
    for (u64 ending = 0; ending < search->model.endings; ending++) search->cut[ending] += worker->cut[ending];
  }
  statistics->states = count_states(parallel);
  statistics->depth = parallel->depth;
  statistics->frontier = search->stopped ? parallel->frontier : 0;
  statistics->memory = statistics->states * (search->model.width + 4) + parallel->slots.size;
}

Trace parallel_trace(Search *search, u64 number) {
  Parallel *parallel = search->parallel;
  u64 width = search->model.width;
  Trace trace = {NULL, 0};
#define PARENT(number)                                                                                            \
  ((u32 *)parallel->arenas[((number) - 1) >> parallel->shift].parents.base)[(((number) - 1) & ((1ull << parallel->shift) - 1)) + 1]
  for (u64 at = number; at; at = PARENT(at)) trace.length++;
  if (!(trace.states = malloc(trace.length * width))) return (Trace){NULL, 0};
  u64 place = trace.length;
  for (u64 at = number; at; at = PARENT(at)) memcpy(trace.states + --place * width, state_at(parallel, at, width), width);
  return trace;
}

/* A state by its place, from 1, in a row of all arenas. */
const u8 *parallel_state(Search *search, u64 place) {
  Parallel *parallel = search->parallel;
  u64 arena = 0;
  for (; place > parallel->arenas[arena].count; arena++) place -= parallel->arenas[arena].count;
  return parallel->arenas[arena].arena.base + (place - 1) * search->model.width;
}

u64 parallel_find(Search *search, const u8 *state) {
  Parallel *parallel = search->parallel;
  const u64 *slots = (const u64 *)parallel->slots.base;
  u64 width = search->model.width, hash = hash_of(state, width);
  for (u64 at = hash & parallel->mask, entry; (entry = slots[at]); at = (at + 1) & parallel->mask)
    if (!((entry ^ hash) & ~NUMBER) && is_same(state_at(parallel, entry & NUMBER, width), state, width)) return entry & NUMBER;
  return 0;
}

void parallel_close(Search *search) {
  Parallel *parallel = search->parallel;
  for (u64 i = 0; i < MOST_WORKERS; i++) {
    region_free(&parallel->arenas[i].arena);
    region_free(&parallel->arenas[i].parents);
    region_free(&parallel->all[i].buffer);
    region_free(&parallel->all[i].hashes);
    region_free(&parallel->all[i].origins);
    free(parallel->all[i].cut);
  }
  region_free(&parallel->slots);
  pthread_mutex_destroy(&parallel->mutex);
  pthread_cond_destroy(&parallel->rested);
  free(parallel);
}
