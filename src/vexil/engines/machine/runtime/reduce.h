/* What others notice of a step. */
#ifndef VEXIL_REDUCE_H
#define VEXIL_REDUCE_H
#include "machine.h"

bool is_invisible(machine *m, thread *t, bool may_choose);
void look_access(machine *m, thread *t, uint32_t key, int32_t global, int64_t number, bool is_write);
void look_memory(machine *m, thread *t, int64_t number, int64_t offset, int64_t size, bool is_write);
void look_live(machine *m, thread *t, int64_t number, bool is_write);
void look_leaves(machine *m, thread *t, bool ends);
bool has_unjoined(const machine *m);
bool is_start_noticed(machine *m, const thread *t);
bool is_wait_noticed(machine *m, const thread *t, lock_key lock, lock_key condition, bool timed);
bool is_notify_noticed(machine *m, const thread *t, lock_key key);
void forget_thread(machine *m, uint32_t number);
void note_accesses(machine *m, thread *t);
void look_at(machine *m, thread *t, int64_t choice);
enum { CELLS = 256, LIVENESS = 255 }; /* kinds of variables at each site of memory: words, the rest, and whether it is alive */
static inline uint32_t memory_key(machine *m, int64_t number, uint32_t cell) {
    uint32_t site = number <= (int64_t)m->p->statics ? (uint32_t)number : m->p->statics + 1 + m->objects[number].site;
    return m->p->globals + m->p->fields + site * CELLS + cell;
}
void machine_step_asked(machine *m, uint32_t number, bool has_choice, int64_t choice);
uint64_t machine_run_on(machine *m, uint32_t number, uint64_t limit);

#endif
