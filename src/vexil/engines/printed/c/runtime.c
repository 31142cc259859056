#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers: every value is an int64_t; 64-bit unsigned ones keep their bits. */
static inline int64_t wrap_u(int width, int64_t value) {
  return width == 64 ? value : (int64_t)((uint64_t)value & ((UINT64_C(1) << width) - 1));
}
static inline int64_t wrap_s(int width, int64_t value) {
  uint64_t sign = UINT64_C(1) << (width - 1);
  uint64_t bits = width == 64 ? (uint64_t)value : (uint64_t)value & ((sign << 1) - 1);
  return (int64_t)((bits ^ sign) - sign);
}
static inline int64_t add(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }
static inline int64_t sub(int64_t a, int64_t b) { return (int64_t)((uint64_t)a - (uint64_t)b); }
static inline int64_t mul(int64_t a, int64_t b) { return (int64_t)((uint64_t)a * (uint64_t)b); }
static inline int64_t div_s(int64_t a, int64_t b) { return b == -1 ? sub(0, a) : a / b; }
static inline int64_t rem_s(int64_t a, int64_t b) { return b == -1 ? 0 : a % b; }
static inline int64_t div_u(int64_t a, int64_t b) { return (int64_t)((uint64_t)a / (uint64_t)b); }
static inline int64_t rem_u(int64_t a, int64_t b) { return (int64_t)((uint64_t)a % (uint64_t)b); }
static inline int64_t shl(int64_t a, int64_t b) { return (int64_t)((uint64_t)a << b); }
static inline int64_t shr_u(int64_t a, int64_t b) { return (int64_t)((uint64_t)a >> b); }
static inline int64_t shr_s(int64_t a, int64_t b) { return a >= 0 ? a >> b : ~(~a >> b); }
static inline int less_u(int64_t a, int64_t b) { return (uint64_t)a < (uint64_t)b; }

typedef struct { int64_t v[SIZE]; } State;

/* The steps of one state: who moves where, and whether it is inside an atomic section. */
typedef struct { State after; const char *text; int64_t thread; int atomic; } Step;
static Step *steps;
static size_t step_count, step_room;
static int mover_is_atomic, some_atomic_moves, some_cut;
static uint64_t cuts[ENDINGS + 1];

static void *grown(void *old, size_t bytes) {
  void *found = realloc(old, bytes);
  if (!found) { fputs("out of memory\n", stderr); exit(3); }
  return found;
}
static void emit(const State *after, const char *text, int64_t thread) {
  if (step_count == step_room) steps = grown(steps, (step_room = 2 * step_room + 16) * sizeof *steps);
  some_atomic_moves |= mover_is_atomic;
  steps[step_count++] = (Step){*after, text, thread, mover_is_atomic};
}
static inline void cut(int ending) { some_atomic_moves |= mover_is_atomic; some_cut = 1; cuts[ending]++; }
/* The system is printed here: tables, initial, first, successors, alive and wanted. */
/* The states that were found, in breadth-first order; parents give a shortest run. */
static State *states;
static size_t *parents;
static const char **texts;
static int64_t *threads;
static size_t count, room, *slots, slot_count;

static uint64_t hash_of(const State *state) {
  uint64_t hash = 1469598103934665603u;
  for (int place = 0; place < SIZE; place++) {
    hash = (hash ^ (uint64_t)state->v[place]) * UINT64_C(0x9E3779B97F4A7C15);
    hash ^= hash >> 29;
  }
  return hash;
}
static void insert(size_t number) {
  size_t slot = hash_of(&states[number]) & (slot_count - 1);
  while (slots[slot]) slot = (slot + 1) & (slot_count - 1);
  slots[slot] = number + 1;
}
static void add_state(const State *state, size_t parent, const char *text, int64_t thread) {
  if (2 * count >= slot_count) {
    slot_count = slot_count ? 2 * slot_count : 1024;
    slots = grown(slots, slot_count * sizeof *slots);
    memset(slots, 0, slot_count * sizeof *slots);
    for (size_t number = 0; number < count; number++) insert(number);
  }
  size_t slot = hash_of(state) & (slot_count - 1);
  for (; slots[slot]; slot = (slot + 1) & (slot_count - 1))
    if (!memcmp(&states[slots[slot] - 1], state, sizeof *state)) return;
  if (count == room) {
    room = 2 * room + 1024;
    states = grown(states, room * sizeof *states);
    parents = grown(parents, room * sizeof *parents);
    texts = grown(texts, room * sizeof *texts);
    threads = grown(threads, room * sizeof *threads);
  }
  states[count] = *state, parents[count] = parent, texts[count] = text, threads[count] = thread;
  slots[slot] = ++count;
}
static void show_run(size_t number) {
  if (parents[number] == SIZE_MAX) return;
  show_run(parents[number]);
  printf("  thread %" PRId64 ": %s\n", threads[number], texts[number]);
}

int main(int argc, char **argv) {
  int with_runs = argc > 1 && !strcmp(argv[1], "--runs");
  uint64_t transitions = 0, deadlocks = 0, wrong = 0, ended[ENDINGS + 1] = {0};
  State start = initial;
  first(&start);
  for (size_t place = 0; place < step_count; place++) add_state(&steps[place].after, SIZE_MAX, "", 0);
  for (size_t next = 0; next < count; next++) {
    State state = states[next];
    if (!wanted(&state))
      if (!wrong++ && with_runs) puts("run to a wrong state:"), show_run(next);
    if (state.v[0]) {
      if (!ended[state.v[0] - 1]++ && with_runs) {
        printf("run to ending %" PRId64 ":\n", state.v[0] - 1);
        show_run(next);
      }
      continue;
    }
    step_count = 0, some_atomic_moves = 0, some_cut = 0;
    successors(&state);
    size_t taken = 0;
    for (size_t place = 0; place < step_count; place++) {
      if (some_atomic_moves && !steps[place].atomic) continue;
      taken++, transitions++;
      add_state(&steps[place].after, next, steps[place].text, steps[place].thread);
    }
    if (!taken && !some_cut && alive(&state))
      if (!deadlocks++ && with_runs) puts("run to a deadlock:"), show_run(next);
  }
  printf("states %zu\ntransitions %" PRIu64 "\ndeadlocks %" PRIu64 "\n", count, transitions, deadlocks);
  if (HAS_WANTED) printf("wrong states %" PRIu64 "\n", wrong);
  for (int ending = 0; ending < ENDINGS; ending++)
    printf("ending %d states %" PRIu64 " cut %" PRIu64 " %s\n", ending, ended[ending], cuts[ending], endings[ending]);
  return 0;
}
