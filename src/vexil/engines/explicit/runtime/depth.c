/* Depth-first search, with an exact set of states, with hashes in place of states (Wolper and Leroy 1993), or with bits
   (Holzmann 1998). The stack holds whole states: a state of the path, then those of its successors that are still to be
   visited, the last of which is next. */
#include "search.h"

typedef struct {
  Search *search;
  Region table, places;
  u64 mask, count, room;
} Seen;

enum { FIRST_HASHES = 1 << 13, HASH_FUNCTIONS = 3 };

static int seen_open(Search *search, Seen *seen) {
  u64 size = search->options.strategy == BITS ? (1ull << search->options.bits) / 8 : FIRST_HASHES * 8;
  seen->search = search;
  if (size > search->options.memory_limit || !region_table(&seen->table, size)) return search_stop(search, MEMORY);
  seen->mask = search->options.strategy == BITS ? size * 8 - 1 : size / 8 - 1;
  seen->room = (seen->mask + 1) / 4 * 3;
  return 1;
}

static int seen_grow(Seen *seen) {
  Search *search = seen->search;
  Region old = seen->table, table;
  if (old.size * 2 + search->beside > search->options.memory_limit) return search_stop(search, MEMORY);
  if (!region_table(&table, old.size * 2)) return search_stop(search, MEMORY);
  u64 *from = (u64 *)old.base, *to = (u64 *)table.base, mask = table.size / 8 - 1;
  for (u64 i = 0; i <= seen->mask; i++) {
    if (!from[i]) continue;
    u64 at = from[i] & mask;
    while (to[at]) at = (at + 1) & mask;
    to[at] = from[i];
  }
  region_free(&old);
  seen->table = table;
  seen->mask = mask;
  seen->room = (mask + 1) / 4 * 3;
  return 1;
}

/* Whether a hash is new; 0 also when the search has to stop. */
static int seen_hash(Seen *seen, u64 hash) {
  if (seen->count >= seen->search->options.state_limit) return search_stop(seen->search, STATES);
  if (seen->count >= seen->room && !seen_grow(seen)) return 0;
  u64 *slots = (u64 *)seen->table.base, key = hash ? hash : 1, at = key & seen->mask;
  for (; slots[at]; at = (at + 1) & seen->mask)
    if (slots[at] == key) return 0;
  slots[at] = key;
  return 1;
}

static int seen_bits(Seen *seen, u64 hash) {
  if (seen->count >= seen->search->options.state_limit) return search_stop(seen->search, STATES);
  u64 step = mixed(hash, 0xA0761D6478BD642Full) | 1;
  int is_new = 0;
  for (int i = 0; i < HASH_FUNCTIONS; i++, hash += step) {
    u8 *byte = &seen->table.base[(hash & seen->mask) >> 3], bit = (u8)(1u << (hash & 7));
    is_new |= !(*byte & bit);
    *byte |= bit;
  }
  return is_new;
}

/* Whether a state is visited for the first time; it is noted. */
INLINE int visited(Seen *seen, const u8 *state, u64 hash, u64 width, Strategy strategy) {
  Search *search = seen->search;
  if (strategy == DEPTH) {
    Store *store = &search->store;
    if (UNLIKELY(store->count >= store->room) && !store_room(search, store)) return 0;
    if (!store_add(store, state, hash, width)) return 0;
  } else if (!(strategy == COMPACT ? seen_hash(seen, hash) : seen_bits(seen, hash))) {
    return 0;
  }
  seen->count++;
  return 1;
}

static void keep_traces(Search *search, const u64 *places, u64 depth) {
  u64 width = search->model.width;
  for (u64 goal = 0; goal < search->goals; goal++) {
    Trace *trace = &search->traces[goal];
    if (!search->found[goal] || trace->states || !(trace->states = malloc(depth * width))) continue;
    trace->length = depth;
    for (u64 i = 0; i < depth; i++) memcpy(trace->states + i * width, search->buffer.base + places[i] * width, width);
  }
}

INLINE void fetch(Seen *seen, u64 hash, Strategy strategy) {
  if (strategy == DEPTH)
    PREFETCH(store_slot(&seen->search->store, hash));
  else if (strategy == COMPACT)
    PREFETCH((u64 *)seen->table.base + (hash & seen->mask));
  else
    PREFETCH(seen->table.base + ((hash & seen->mask) >> 3));
}

static void noted(Seen *seen, u64 top, u64 depth) {
  Search *search = seen->search;
  Statistics *statistics = &search->statistics;
  u64 used = top * (search->model.width + 8) + depth * 8;
  if (used > search->beside) search->beside = used;
  statistics->states = seen->count;
  statistics->frontier = top;
  statistics->cuts = search->sink.cuts;
  statistics->memory = (search->options.strategy == DEPTH ? store_memory(&search->store) : seen->table.size) + search->beside;
  if (statistics->memory > search->options.memory_limit) search_stop(search, MEMORY);
}

/* Visit the state on top of the stack, and put its successors above it. */
INLINE u64 expanded(Seen *seen, u64 place, u64 depth, u64 width, Strategy strategy) {
  Search *search = seen->search;
  Sink *sink = &search->sink;
  u64 *hashes = (u64 *)search->hashes.base, reached = search->reached, top = place + 1, cuts = sink->cuts;
  const u8 *state = search->buffer.base + place * width;
  search_look(search, sink, state, depth);
  sink->out = search->buffer.base + top * width;
  search->model.successors(state, sink);
  u8 *from = search->buffer.base + top * width;
  if (from == sink->out && cuts == sink->cuts) search_dead_end(search, sink, state, depth);
  for (; from < sink->out; from += width, top++) {
    hashes[top] = hash_of(from, width);
    fetch(seen, hashes[top], strategy);
  }
  search->statistics.transitions += top - place - 1;
  if (UNLIKELY(sink->fault)) search_stop(search, sink->fault & FAULT_PARTIAL ? FAULT : MEMORY);
  if (UNLIKELY(search->reached != reached)) keep_traces(search, (u64 *)seen->places.base, depth);
  return top;
}

INLINE void depth_first(Search *search, Seen *seen, u64 width, Strategy strategy) {
  u64 *hashes = (u64 *)search->hashes.base, *places = (u64 *)seen->places.base, top = 0, depth = 0, turns = 0;
  u64 most = seen->places.size / 8 - 1;
  search->model.initial(&search->sink);
  for (u8 *state = search->buffer.base; state < search->sink.out; state += width) hashes[top++] = hash_of(state, width);
  if (search->sink.fault) search_stop(search, search->sink.fault & FAULT_PARTIAL ? FAULT : MEMORY);
  while (top && !search->stopped) {
    if (depth && places[depth - 1] == top - 1) { /* all successors were visited */
      top--;
      depth--;
      continue;
    }
    if (!visited(seen, search->buffer.base + (top - 1) * width, hashes[top - 1], width, strategy)) {
      top--;
      continue;
    }
    places[depth++] = top - 1;
    if (depth > search->statistics.depth) search->statistics.depth = depth;
    if (depth >= most) search_stop(search, MEMORY);
    top = expanded(seen, top - 1, depth, width, strategy);
    if (UNLIKELY(++turns % 4096 == 0)) {
      noted(seen, top, depth);
      search_tick(search);
    }
  }
  noted(seen, top, depth);
  if (search->statistics.depth) search->statistics.depth--;
}

#define DEPTH_OF(constant) depth_first(search, &seen, constant, DEPTH)

void search_depth(Search *search) {
  u64 width = search->model.width;
  Strategy strategy = (Strategy)search->options.strategy;
  Seen seen = {.search = search};
  u64 most = search->options.memory_limit;
  int is_ready = strategy != DEPTH || store_open(search, &search->store, width, 0);
  is_ready = is_ready && search_buffers(search, width, most / 2) && region_reserve(&seen.places, most / 4, 4096);
  if (is_ready && strategy == DEPTH) {
    FOR_WIDTH(width, DEPTH_OF)
  } else if (is_ready && seen_open(search, &seen)) {
    if (strategy == COMPACT)
      depth_first(search, &seen, width, COMPACT);
    else
      depth_first(search, &seen, width, BITS);
  } else {
    search_stop(search, MEMORY);
  }
  region_free(&seen.table);
  region_free(&seen.places);
}
