/* The search for a run that a Büchi automaton accepts: strongly connected components of the product, found depth first,
   with the acceptance of each (Couvreur 1999). Fairness is acceptance too: for each thread, that it moves or cannot.
   A section is one step to the others, so that a state in which only its thread may go on says of nobody that he cannot
   move. Where a run never leaves sections again it does: such a run is guessed, and is then held to stay in them. */
#include "search.h"

#define INSIDE 0x80000000u /* beside the state of the automaton: the run stays in sections from here on */

typedef struct {
  u64 states;
  const u64 *first; /* for each state its first edge, and the number of edges behind the last */
  const u64 *required, *forbidden, *target;
  const u8 *accepting;
  u64 is_fair; /* 1: to every thread; 2: only to those that are no daemons, while only daemons move */
  const u8 *lasting; /* for each ending whether the last state is repeated for ever */
  const u8 *lost;    /* for each state whether coming to it is enough, whatever follows */
  const u64 *daemons; /* for each thread the atom that says that it is a daemon, as a mask; 0 if it never is one */
} Automaton;

typedef struct {
  u64 number, mask, arc; /* the first state of a component, its acceptance, that of the step into it */
} Root;

typedef struct {
  Search *search;
  const Automaton *automaton;
  Region masks, places, numbers, roots, live;
  u32 *ranks; /* for each state of a finished component the number of the component, in the order of finishing */
  u64 full, top, depth, deepest, root_count, live_count, components, is_lost;
  u8 **marks;
} Product;

#define ARRAY(region, type) ((type *)(region).base)

static u32 automaton_state(const Product *product, const u8 *state) {
  u32 value;
  memcpy(&value, state + product->search->model.used, 4);
  return value;
}

/* Write the successors of a state at a position of the stack, with the acceptance of each step; the result is that of the
   state, and *many says how many there are. */
static u64 product_steps(Product *product, const u8 *state, u64 position, u64 *many) {
  Search *search = product->search;
  const Automaton *automaton = product->automaton;
  Sink *sink = &search->sink;
  u32 held = automaton_state(product, state);
  u64 width = search->model.width, place = held & ~INSIDE, stays = held & INSIDE, letter = search->model.atoms(state, sink);
  u64 mask = automaton->accepting[place] ? 1 : 0, cuts = sink->cuts, *masks = ARRAY(product->masks, u64) + position;
  u64 targets = 0, found = 0, inside = 0, last = automaton->first[place + 1];
  u8 *start = search->buffer.base + position * width;
  *many = 0;
  for (u64 edge = automaton->first[place]; edge < last; edge++) {
    if ((letter & automaton->required[edge]) != automaton->required[edge] || letter & automaton->forbidden[edge]) continue;
    product->is_lost |= automaton->lost[automaton->target[edge]];
    targets++;
  }
  if (!targets) return mask;
  sink->out = start;
  if (automaton->is_fair)
    search->model.moves(state, sink, product->marks);
  else
    search->model.successors(state, sink);
  found = (u64)(sink->out - start) / width;
  search->statistics.transitions += found;
  if (automaton->is_fair) {
    inside = (u64)(uintptr_t)product->marks[2 * search->model.threads];
    if (stays && !inside) return mask;
  }
  if (found && automaton->is_fair) {
    u64 at = 0, before = cuts, is_told = stays || !inside, able = 0;
    for (u64 thread = 0; thread < search->model.threads; thread++) {
      u64 end = (u64)(product->marks[thread] - start) / width;
      u64 after = (u64)(uintptr_t)product->marks[search->model.threads + thread];
      u64 bit = automaton->is_fair == 1 ? 2ull << thread : letter & automaton->daemons[thread] ? 0 : 2;
      if (end != at || after != before) able |= bit; /* if all its steps are cut, it could move */
      else if (automaton->is_fair == 1 && is_told) mask |= bit;
      before = after;
      for (; at < end; at++) masks[at] = bit;
    }
    if (automaton->is_fair == 2 && is_told && !able) mask |= 2;
  } else {
    memset(masks, 0, found * 8);
  }
  if (sink->fault) return mask;
  if (!found) {
    u64 ending = ending_of(search, state);
    if (cuts != sink->cuts || (ending && !automaton->lasting[ending - 1])) return mask;
    if (start + width > sink->end) {
      sink->fault = FAULT_FULL;
      return mask;
    }
    memcpy(start, state, width);
    masks[0] = product->full & ~1ull;
    mask |= masks[0];
    found = 1;
  }
  u64 copies = inside && !stays ? 2 : 1;
  if (start + found * targets * copies * width > sink->end) {
    sink->fault = FAULT_FULL;
    return mask;
  }
  for (u64 from = found; from-- > 0;) { /* from the last, so that nothing is overwritten before it was read */
    u64 to = (from + 1) * targets * copies, step = masks[from];
    for (u64 edge = last; edge-- > automaton->first[place];) {
      if ((letter & automaton->required[edge]) != automaton->required[edge] || letter & automaton->forbidden[edge]) continue;
      for (u64 copy = copies; copy-- > 0;) {
        u8 *target = start + --to * width;
        memmove(target, start + from * width, width);
        u32 following = (u32)automaton->target[edge] | (copy || stays ? INSIDE : 0);
        memcpy(target + search->model.used, &following, 4);
        masks[to] = step;
      }
    }
  }
  *many = found * targets * copies;
  return mask;
}

/* A step to a state of an unfinished component closes a cycle; whether it is accepted. */
static int is_closed(Product *product, u64 number, u64 mask) {
  Root *roots = ARRAY(product->roots, Root);
  while (roots[product->root_count - 1].number > number) {
    Root *root = &roots[--product->root_count];
    mask |= root->mask | root->arc;
  }
  roots[product->root_count - 1].mask |= mask;
  return roots[product->root_count - 1].mask == product->full;
}

static void entered(Product *product, u64 number, u64 arc) {
  Search *search = product->search;
  u64 position = product->top - 1, many, *hashes = (u64 *)search->hashes.base, width = search->model.width;
  const u8 *state = search->buffer.base + position * width;
  ARRAY(product->places, u64)[product->depth] = position;
  ARRAY(product->numbers, u64)[product->depth++] = number;
  if (product->depth > search->statistics.depth) search->statistics.depth = product->depth;
  if (product->depth + 2 >= product->deepest) search_stop(search, MEMORY);
  u64 mask = product_steps(product, state, product->top, &many);
  ARRAY(product->roots, Root)[product->root_count++] = (Root){number, mask, arc};
  ARRAY(product->live, u32)[product->live_count++] = (u32)number;
  for (; many; many--, product->top++) {
    hashes[product->top] = hash_of(search->buffer.base + product->top * width, width);
    PREFETCH(store_slot(&search->store, hashes[product->top]));
  }
  if (search->sink.fault) search_stop(search, search->sink.fault & FAULT_PARTIAL ? FAULT : MEMORY);
}

static void left(Product *product) {
  u64 number = ARRAY(product->numbers, u64)[--product->depth];
  product->top--;
  if (ARRAY(product->roots, Root)[product->root_count - 1].number != number) return;
  product->root_count--;
  u32 last;
  do {
    last = ARRAY(product->live, u32)[--product->live_count];
    product->ranks[last] = (u32)product->components + 1;
  } while (last != number);
  product->components++;
}

static void noted(Product *product) {
  Search *search = product->search;
  u64 used = product->top * (search->model.width + 16) + product->depth * 40;
  if (used > search->beside) search->beside = used;
  search->statistics.states = search->store.count;
  search->statistics.frontier = product->top;
  search->statistics.cuts = search->sink.cuts;
  search->statistics.memory = store_memory(&search->store) + search->beside + search->store.count * 8;
  if (search->statistics.memory > search->options.memory_limit) search_stop(search, MEMORY);
}

/* Depth first, until a cycle is accepted or the last state visited is enough; whether that happened. */
static int is_accepted(Product *product) {
  Search *search = product->search;
  Store *store = &search->store;
  u64 width = search->model.width, turns = 0, *hashes = (u64 *)search->hashes.base;
  search->model.initial(&search->sink);
  if (search->sink.fault) search_stop(search, search->sink.fault & FAULT_PARTIAL ? FAULT : MEMORY);
  for (u8 *state = search->buffer.base; state < search->sink.out && !search->stopped; state += width, product->top++) {
    hashes[product->top] = hash_of(state, width);
    ARRAY(product->masks, u64)[product->top] = 0;
  }
  while (product->top && !search->stopped) {
    if (product->depth && ARRAY(product->places, u64)[product->depth - 1] == product->top - 1) {
      left(product);
      continue;
    }
    u64 position = product->top - 1, mask = ARRAY(product->masks, u64)[position];
    const u8 *state = search->buffer.base + position * width;
    u64 number = store_find(store, state, hashes[position], width);
    if (number) {
      product->top--;
      if (!product->ranks[number] && product->depth && is_closed(product, number, mask)) return 1;
      continue;
    }
    if (store->count >= store->room && !store_room(search, store)) break;
    number = store_add(store, state, hashes[position], width);
    search_look(search, &search->sink, state, number);
    entered(product, number, mask);
    if (product->is_lost) return 1;
    if (++turns % 4096 == 0) {
      noted(product);
      search_tick(search);
    }
  }
  return 0;
}

/* --- the run itself --- */

typedef struct {
  u32 *path;
  u64 length, capacity;
} Path;

static int path_add(Path *path, u32 number) {
  if (path->length == path->capacity) {
    u64 capacity = path->capacity ? path->capacity * 2 : 64;
    u32 *grown = realloc(path->path, capacity * sizeof *grown);
    if (!grown) return 0;
    path->path = grown;
    path->capacity = capacity;
  }
  path->path[path->length++] = number;
  return 1;
}

static int path_back(Path *path, const u32 *origins, u64 from, u64 to) {
  u64 start = path->length;
  for (; to != from; to = origins[to])
    if (!path_add(path, (u32)to)) return 0;
  for (u64 i = start, j = path->length; i + 1 < j; i++, j--) {
    u32 swapped = path->path[i];
    path->path[i] = path->path[j - 1];
    path->path[j - 1] = swapped;
  }
  return 1;
}

/* Go from a state of the component to where some wanted acceptance is, or (with none wanted) to a state by at least one
   step; the acceptance that was met, or 0 when memory ran out. */
static u64 walk(Product *product, Path *path, u64 *here, u64 first, u64 wanted, u64 goal, u32 *origins, u32 *queue) {
  Search *search = product->search;
  u64 width = search->model.width, head = 0, tail = 0, many, from = *here;
  memset(origins + first, 0, (search->store.count + 1 - first) * sizeof *origins);
  queue[tail++] = (u32)from;
  origins[from] = (u32)from;
  while (head < tail) {
    u64 number = queue[head++];
    u64 mask = product_steps(product, store_state(&search->store, number, width), product->top, &many) & wanted;
    if (search->sink.fault) return 0;
    if (mask) {
      *here = number;
      return path_back(path, origins, from, number) ? mask : 0;
    }
    for (u64 i = product->top; i < product->top + many; i++) {
      const u8 *state = search->buffer.base + i * width;
      u64 target = store_find(&search->store, state, hash_of(state, width), width);
      u64 step = ARRAY(product->masks, u64)[i] & wanted;
      if (target < first || product->ranks[target]) continue;
      if (step || (!wanted && target == goal)) {
        *here = target;
        return path_back(path, origins, from, number) && path_add(path, (u32)target) ? step | !wanted : 0;
      }
      if (origins[target]) continue;
      origins[target] = (u32)number;
      queue[tail++] = (u32)target;
    }
  }
  return 0;
}

/* A shortest way, among the states that were visited, from an initial state to the component; where it gets there, or 0. */
static u64 arrive(Product *product, Path *path, u64 root, u32 *origins, u32 *queue) {
  Search *search = product->search;
  u64 width = search->model.width, head = 0, tail = 0, many;
  u8 *start = search->buffer.base + product->top * width;
  memset(origins, 0, (search->store.count + 1) * sizeof *origins);
  search->sink.out = start;
  search->model.initial(&search->sink);
  for (u8 *state = start; state < search->sink.out; state += width) {
    u64 number = store_find(&search->store, state, hash_of(state, width), width);
    if (!number || origins[number]) continue;
    origins[number] = (u32)number;
    queue[tail++] = (u32)number;
  }
  while (head < tail && !search->sink.fault) {
    u64 number = queue[head++], source = number;
    if (number >= root && !product->ranks[number]) {
      while (origins[source] != source) source = origins[source];
      return path_add(path, (u32)source) && path_back(path, origins, source, number) ? number : 0;
    }
    product_steps(product, store_state(&search->store, number, width), product->top, &many);
    for (u64 i = product->top; i < product->top + many; i++) {
      const u8 *state = search->buffer.base + i * width;
      u64 target = store_find(&search->store, state, hash_of(state, width), width);
      if (!target || origins[target]) continue;
      origins[target] = (u32)number;
      queue[tail++] = (u32)target;
    }
  }
  return 0;
}

static int kept(Search *search, Trace *trace, const Path *path) {
  u64 width = search->model.width;
  if (!(trace->states = malloc(path->length * width + 1))) return 0;
  trace->length = path->length;
  for (u64 i = 0; i < path->length; i++)
    memcpy(trace->states + i * width, store_state(&search->store, path->path[i], width), width);
  return 1;
}

/* The stem leads to a state of the component; the loop leads from there back to it, and is empty when the stem is enough. */
static int lasso_found(Product *product) {
  Search *search = product->search;
  u64 count = search->store.count + 2, is_lost = product->is_lost;
  u64 root = is_lost ? search->store.count : ARRAY(product->roots, Root)[product->root_count - 1].number;
  u64 missing = is_lost ? 0 : product->full, met = 1, entry = 0, here = 0, cuts = search->sink.cuts;
  Statistics before = search->statistics;
  u64 *scratch = calloc(search->model.endings + 1, sizeof *scratch);
  u32 *origins = malloc(count * sizeof *origins), *queue = malloc(count * sizeof *queue);
  Path stem = {NULL, 0, 0}, loop = {NULL, 0, 0};
  if (scratch) search->sink.cut = scratch;
  int is_good = origins && queue && scratch && (here = entry = arrive(product, &stem, root, origins, queue));
  while (is_good && missing && met) {
    met = walk(product, &loop, &here, root, missing, 0, origins, queue);
    missing &= ~met;
  }
  is_good = is_good && !missing && (is_lost || (loop.length && here == entry ? 1 : walk(product, &loop, &here, root, 0, entry, origins, queue)));
  is_good = is_good && kept(search, &search->lasso[0], &stem) && kept(search, &search->lasso[1], &loop);
  search->statistics = before; /* the way was searched again, and is not counted again */
  search->sink.cuts = cuts;
  search->sink.cut = search->cut;
  free(scratch);
  free(origins);
  free(queue);
  free(stem.path);
  free(loop.path);
  return is_good;
}

/* Search the product; FOUND when a run is accepted. */
u64 vexil_accepted(Search *search, const Automaton *automaton) {
  Product product = {.search = search, .automaton = automaton};
  u64 most = search->options.memory_limit, width = search->model.width;
  int is_ready = store_open(search, &search->store, width, 0) && search_buffers(search, width, most / 2);
  u64 places = is_ready ? (u64)(search->sink.end - search->sink.start) / width : 0, states = search->store.capacity;
  product.marks = calloc(2 * search->model.threads + 1, sizeof *product.marks); /* the last: whether in a section */
  product.full = automaton->is_fair ? (2ull << (automaton->is_fair == 1 ? search->model.threads : 1)) - 1 : 1;
  is_ready = is_ready && product.marks && region_reserve(&product.masks, places * 8, 4096);
  is_ready = is_ready && region_reserve(&product.places, most / 8, 4096) && region_reserve(&product.numbers, most / 8, 4096);
  is_ready = is_ready && region_reserve(&product.roots, states * sizeof(Root), 4096);
  is_ready = is_ready && region_reserve(&product.live, states * 4 + 8, 4096);
  is_ready = is_ready && region_reserve(&search->ranks, states * 4 + 8, 4096);
  if (is_ready) {
    u64 room = product.masks.size / 8;
    if (room < places) search->sink.end = search->sink.start + room * width;
    u64 least = product.roots.size / sizeof(Root) - 1;
    if (product.live.size / 4 - 1 < least) least = product.live.size / 4 - 1;
    if (search->ranks.size / 4 - 1 < least) least = search->ranks.size / 4 - 1;
    product.ranks = ARRAY(search->ranks, u32);
    if (search->store.capacity > least) search->store.capacity = least;
    product.deepest = (product.numbers.size < product.places.size ? product.numbers.size : product.places.size) / 8;
    if (is_accepted(&product)) search_stop(search, lasso_found(&product) ? FOUND : MEMORY);
    noted(&product);
  } else {
    search_stop(search, MEMORY);
  }
  region_free(&product.masks);
  region_free(&product.places);
  region_free(&product.numbers);
  region_free(&product.roots);
  region_free(&product.live);
  free(product.marks);
  return search->stopped ? search->reason : EXHAUSTED;
}

/* A part of the run that was found: 0 the stem, 1 the loop. */
const u8 *vexil_lasso(Search *search, u64 part, u64 *length) {
  *length = search->lasso[part].length;
  return search->lasso[part].states;
}
