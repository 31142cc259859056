/* What all searches share: goals, limits, the set of states, traces. */
#include "search.h"

enum { FIRST_SLOTS = 1 << 13, LEAST = 1 << 20, PAGE = 4096 };

/* End the search; the first reason counts. Code that was told to stop says that it has no place left. */
int search_stop(Search *search, Reason reason) {
  if (reason == MEMORY && *search->options.stop) reason = INTERRUPTED;
  if (!search->stopped) search->reason = reason;
  search->stopped = 1;
  return 0;
}

/* Look whether somebody wants an end; whether the search goes on. */
int search_tick(Search *search) {
  if (*search->options.stop) return search_stop(search, INTERRUPTED);
  return !search->stopped;
}

void search_reach(Search *search, u64 goal, u64 number) {
  if (search->found[goal]) return;
  search->found[goal] = number;
  if (goal < search->model.endings && search->options.endings[goal] == NOTED) return;
  if (++search->reached >= search->options.enough) search_stop(search, FOUND);
}

/* --- the set of states --- */

u64 store_memory(const Store *store) {
  return store->count * (store->width + (store->parents.base ? 4 : 0)) + store->slots.size;
}

static u64 room_of(const Search *search, const Store *store) {
  u64 room = (store->mask + 1) / 4 * 3;
  if (room > store->capacity) room = store->capacity;
  return room > search->options.state_limit ? search->options.state_limit : room;
}

int store_open(Search *search, Store *store, u64 width, int with_parents) {
  u64 most = search->options.memory_limit;
  memset(store, 0, sizeof *store);
  store->width = width;
  if (!region_reserve(&store->arena, most, LEAST)) return search_stop(search, MEMORY);
  store->capacity = store->arena.size / width;
  if (store->capacity > MOST_STATES) store->capacity = MOST_STATES;
  if (with_parents) {
    if (!region_reserve(&store->parents, store->capacity * 4 + 8, PAGE)) return search_stop(search, MEMORY);
    if (store->capacity > store->parents.size / 4 - 1) store->capacity = store->parents.size / 4 - 1;
  }
  if (!region_table(&store->slots, FIRST_SLOTS * 8)) return search_stop(search, MEMORY);
  store->mask = FIRST_SLOTS - 1;
  store->room = room_of(search, store);
  return 1;
}

void store_close(Store *store) {
  region_free(&store->slots);
  region_free(&store->arena);
  region_free(&store->parents);
}

static void refill(Store *store) {
  enum { AHEAD = 16 };
  u64 *slots = (u64 *)store->slots.base, hashes[AHEAD];
  for (u64 first = 1; first <= store->count; first += AHEAD) {
    u64 many = store->count - first + 1 < AHEAD ? store->count - first + 1 : AHEAD;
    for (u64 i = 0; i < many; i++) {
      hashes[i] = hash_of(store_state(store, first + i, store->width), store->width);
      PREFETCH(&slots[hashes[i] & store->mask]);
    }
    for (u64 i = 0; i < many; i++) {
      u64 at = hashes[i] & store->mask;
      while (slots[at]) at = (at + 1) & store->mask;
      slots[at] = (hashes[i] & ~NUMBER) | (first + i);
    }
  }
}

/* Make room for one more state: a table of twice the size, or a reason to stop. */
int store_room(Search *search, Store *store) {
  if (store->count < store->room) return 1;
  if (store->count >= search->options.state_limit) return search_stop(search, STATES);
  if (store->count >= store->capacity) return search_stop(search, MEMORY);
  u64 size = store->slots.size * 2, slots = store->mask + 1;
  u64 others = store->count * (store->width + 4) + search->beside;
  if (size + others > search->options.memory_limit) {
    if (store->room >= slots / 16 * 15 || store->slots.size + others > search->options.memory_limit)
      return search_stop(search, MEMORY);
    store->room = slots / 16 * 15; /* a fuller table is slower, and still right */
    if (store->room > store->capacity) store->room = store->capacity;
    if (store->room > search->options.state_limit) store->room = search->options.state_limit;
    return 1;
  }
  region_free(&store->slots);
  if (!region_table(&store->slots, size)) {
    store->mask = 0;
    return search_stop(search, MEMORY);
  }
  store->mask = size / 8 - 1;
  refill(store);
  store->room = room_of(search, store);
  return 1;
}

/* The places for the successors of a batch, their hashes and where they come from. */
int search_buffers(Search *search, u64 width, u64 most) {
  if (most < LEAST) most = LEAST;
  if (!region_reserve(&search->buffer, most, LEAST)) return search_stop(search, MEMORY);
  u64 places = search->buffer.size / width;
  if (!region_reserve(&search->hashes, places * 8, PAGE)) return search_stop(search, MEMORY);
  if (places > search->hashes.size / 8) places = search->hashes.size / 8;
  if (!region_reserve(&search->origins, places * 4, PAGE)) return search_stop(search, MEMORY);
  if (places > search->origins.size / 4) places = search->origins.size / 4;
  search->sink = (Sink){
      .out = search->buffer.base,
      .end = search->buffer.base + places * width,
      .cut = search->cut,
      .start = search->buffer.base,
      .stop = search->options.stop,
  };
  return 1;
}

/* --- the face --- */

Search *vexil_open(const Model *model, const Options *options) {
  Search *search = calloc(1, sizeof *search);
  if (!search) return NULL;
  search->model = *model;
  search->options = *options;
  if (search->options.state_limit > MOST_STATES) search->options.state_limit = MOST_STATES;
  search->goals = model->endings + 1 + 64;
  search->cut = calloc(model->endings + 1, sizeof *search->cut);
  search->found = calloc(search->goals, sizeof *search->found);
  search->traces = calloc(search->goals, sizeof *search->traces);
  if (search->cut && search->found && search->traces) return search;
  free(search->cut);
  free(search->found);
  free(search->traces);
  free(search);
  return NULL;
}

u64 vexil_run(Search *search) {
  switch (search->options.strategy) {
    case BREADTH:
    case TREE: search_breadth(search); break;
    case PARALLEL: search_parallel(search); break;
    default: search_depth(search);
  }
  return search->stopped ? search->reason : EXHAUSTED;
}

const Statistics *vexil_statistics(const Search *search) { return &search->statistics; }
const u64 *vexil_cuts(const Search *search) { return search->cut; }
u64 vexil_found(const Search *search, u64 goal) { return search->found[goal]; }

/* The states that lead to a goal that was found; none where there is no memory for them. */
static Trace followed(Search *search, u64 number) {
  u64 width = search->model.width;
  const u32 *parents = (const u32 *)search->store.parents.base;
  Trace trace = {NULL, 0};
  for (u64 at = number; at; at = parents[at]) trace.length++;
  if (!(trace.states = malloc(trace.length * width))) return (Trace){NULL, 0};
  u64 place = trace.length;
  for (u64 at = number; at; at = parents[at]) {
    u8 *target = trace.states + --place * width;
    if (search->tree)
      tree_unfold(search->tree, load64(store_state(&search->store, at, 8)), target);
    else
      memcpy(target, store_state(&search->store, at, width), width);
  }
  return trace;
}

const u8 *vexil_trace(Search *search, u64 goal, u64 *length) {
  Trace *trace = &search->traces[goal];
  if (!trace->states && search->found[goal]) {
    if (search->parallel)
      *trace = parallel_trace(search, search->found[goal]);
    else if (search->store.parents.base)
      *trace = followed(search, search->found[goal]);
  }
  *length = trace->length;
  return trace->states;
}

void vexil_close(Search *search) {
  for (u64 goal = 0; goal < search->goals; goal++) free(search->traces[goal].states);
  free(search->lasso[0].states);
  free(search->lasso[1].states);
  if (search->parallel) parallel_close(search);
  if (search->tree) tree_close(search->tree);
  store_close(&search->store);
  region_free(&search->buffer);
  region_free(&search->hashes);
  region_free(&search->origins);
  region_free(&search->ranks);
  free(search->cut);
  free(search->found);
  free(search->traces);
  free(search);
}
