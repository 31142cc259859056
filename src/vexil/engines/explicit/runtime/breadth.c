/* Breadth-first search: the arena of the set of states is the queue, and parents give shortest traces.
   Successors of many states are computed before any of them is looked up, so that memory is fetched meanwhile. */
#include "search.h"

/* Note how a state will be looked up: by its hash, or by the key of its tree, and begin to fetch that. */
INLINE int prepared(Search *search, const u8 *state, u64 *hash, u64 width, int with_tree) {
  if (with_tree) {
    if (!tree_fold(search->tree, state, hash)) return search_stop(search, MEMORY);
    PREFETCH(store_slot(&search->store, hash_of((const u8 *)hash, 8)));
  } else {
    *hash = hash_of(state, width);
    PREFETCH(store_slot(&search->store, *hash));
  }
  return 1;
}

/* Put the states of a batch into the store; whether the search goes on. */
INLINE int stored(Search *search, u64 many, u64 width, int with_tree) {
  Store *store = &search->store;
  u64 *hashes = (u64 *)search->hashes.base, size = with_tree ? 8 : width;
  u32 *origins = (u32 *)search->origins.base, *parents = (u32 *)store->parents.base;
  for (u64 i = 0; i < many; i++) {
    u64 entry = *store_slot(store, with_tree ? hash_of((const u8 *)&hashes[i], 8) : hashes[i]);
    if (entry) PREFETCH(store_state(store, entry & NUMBER, size));
  }
  for (u64 i = 0; i < many; i++) {
    const u8 *state = search->buffer.base + i * width;
    if (UNLIKELY(store->count >= store->room) && !store_room(search, store)) return 0;
    const u8 *key = with_tree ? (const u8 *)&hashes[i] : state;
    u64 number = store_add(store, key, with_tree ? hash_of(key, 8) : hashes[i], size);
    if (!number) continue;
    parents[number] = origins[i];
    search_look(search, &search->sink, state, number);
    if (UNLIKELY(search->stopped)) return 0;
  }
  return 1;
}

INLINE void noted(Search *search, u64 head, u64 depth) {
  Statistics *statistics = &search->statistics;
  u64 used = search->sink.out > search->sink.start ? (u64)(search->sink.out - search->sink.start) : 0;
  statistics->states = search->store.count;
  statistics->frontier = search->store.count - head;
  statistics->depth = depth;
  statistics->cuts = search->sink.cuts;
  if (used > search->beside) search->beside = used;
  statistics->memory = store_memory(&search->store) + search->beside + (search->tree ? tree_memory(search->tree) : 0);
}

INLINE void breadth(Search *search, u64 width, int with_tree) {
  Store *store = &search->store;
  Sink *sink = &search->sink;
  u64 *hashes = (u64 *)search->hashes.base, size = with_tree ? 8 : width, head = 0, depth = 0, turns = 0;
  u32 *origins = (u32 *)search->origins.base;
  u8 *unfolded = with_tree ? malloc(width) : NULL;
  if (with_tree && !unfolded) {
    search_stop(search, MEMORY);
    return;
  }
  search->model.initial(sink);
  u64 many = 0;
  for (u8 *state = sink->start; state < sink->out; state += width, many++) {
    if (!prepared(search, state, &hashes[many], width, with_tree)) break;
    origins[many] = 0;
  }
  int goes_on = search->stopped ? 0 : sink->fault ? search_stop(search, sink->fault & FAULT_PARTIAL ? FAULT : MEMORY)
                            : stored(search, many, width, with_tree);
  for (u64 last = store->count; goes_on && head < store->count;) {
    sink->out = sink->start;
    for (many = 0; head < last && many < BATCH; head++) {
      const u8 *state = store_state(store, head + 1, size);
      if (with_tree) {
        tree_unfold(search->tree, load64(state), unfolded);
        state = unfolded;
      }
      u8 *from = sink->out;
      u64 cuts = sink->cuts;
      search->model.successors(state, sink);
      if (UNLIKELY(from == sink->out && cuts == sink->cuts)) search_dead_end(search, sink, state, head + 1);
      for (; from < sink->out; from += width, many++) {
        if (!prepared(search, from, &hashes[many], width, with_tree)) break;
        origins[many] = (u32)(head + 1);
      }
    }
    search->statistics.transitions += many;
    if (UNLIKELY(sink->fault)) {
      search_stop(search, sink->fault & FAULT_PARTIAL ? FAULT : MEMORY);
      break;
    }
    goes_on = !search->stopped && stored(search, many, width, with_tree);
    if (head == last) {
      last = store->count;
      depth += head < last;
    }
    if (UNLIKELY(++turns % 64 == 0 || many > 4096)) {
      noted(search, head, depth);
      if (search->statistics.memory > search->options.memory_limit) search_stop(search, MEMORY);
      goes_on = search_tick(search) && goes_on;
    }
  }
  noted(search, head, depth);
  free(unfolded);
}

void search_breadth(Search *search) {
  int with_tree = search->options.strategy == TREE;
  u64 width = search->model.width;
  if (!store_open(search, &search->store, with_tree ? 8 : width, 1)) return;
  if (!search_buffers(search, width, search->options.memory_limit / 8)) return;
  if (with_tree) {
    if ((search->tree = tree_open(search)))
      breadth(search, width, 1);
    else
      search_stop(search, MEMORY);
    return;
  }
#define BREADTH_OF(constant) breadth(search, constant, 0)
  FOR_WIDTH(width, BREADTH_OF)
}
