/* What a search visited, where it keeps whole states: their number, copies of them, and whether one is there. */
#include "search.h"

u64 vexil_count(const Search *search) { return search->parallel ? search->statistics.states : search->store.count; }

/* Copy states from one place to another, counted from 1. */
void vexil_states(Search *search, u64 first, u64 last, u8 *target) {
  u64 width = search->model.width;
  for (u64 place = first; place <= last; place++, target += width) {
    if (search->tree)
      tree_unfold(search->tree, load64(store_state(&search->store, place, 8)), target);
    else
      memcpy(target, search->parallel ? parallel_state(search, place) : store_state(&search->store, place, width), width);
  }
}

/* A number of a state that is not 0, or 0 when it was not visited. */
u64 vexil_find(Search *search, const u8 *state) {
  u64 width = search->model.width, key;
  if (search->parallel) return parallel_find(search, state);
  if (!search->tree) return store_find(&search->store, state, hash_of(state, width), width);
  return tree_fold(search->tree, state, &key) ? store_find(&search->store, (u8 *)&key, hash_of((u8 *)&key, 8), 8) : 0;
}

/* The number of the component of a state: steps lead to the same or a smaller one; 0 where nobody looked. */
u64 vexil_rank(const Search *search, u64 number) {
  return search->ranks.base ? ((const u32 *)search->ranks.base)[number] : 0;
}
