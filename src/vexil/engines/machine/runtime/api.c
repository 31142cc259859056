/* What Python calls. */
#include "machine.h"

#include <stdlib.h>
#include <string.h>

machine *vm_open(const program *p, uint64_t memory) {
    machine *m = malloc(sizeof *m);
    if (m && machine_open(m, p, memory)) return m;
    if (m) machine_close(m);
    free(m);
    return NULL;
}

void vm_close(machine *m) {
    machine_close(m);
    free(m);
}

/* --- initial states ------------------------------------------------------------------------------------------- */

/* Forgets everything but what is recorded. */
void vm_clear(machine *m) {
    machine_undo(m);
    m->segments_count = 0;
    m->state = 0;
    for (uint32_t i = 1; i < m->threads_count; i++) m->threads[i].exists = 0, m->threads[i].is_dirty = 0, m->threads[i].low = 0;
    memset(m->globals, 0, m->p->globals * sizeof *m->globals);
    memset(m->globals_dirty, 1, m->chunks);
    memset(m->chunk_components, 0, m->chunks * sizeof *m->chunk_components);
    memset(m->global_guards, 0, m->p->globals * sizeof *m->global_guards);
    for (uint32_t i = 1; i <= m->p->statics; i++) free(m->objects[i].guard), m->objects[i].guard = NULL;
    m->locks_count = 0;
    m->lost_count = 0;
    m->end = GOES_ON;
    m->end_detail = 0;
    m->has_strays = false;
}

void vm_global(machine *m, uint32_t index, int64_t value) {
    m->globals[index] = value;
    m->globals_dirty[index / 16] = 1;
}

/* Gives a global in memory its memory, zeroed. */
bool vm_static(machine *m, uint32_t number, int64_t size, uint32_t site) {
    object *o = &m->objects[number];
    o->kind = BLOCK;
    o->origin = STATIC;
    o->type = 0;
    o->site = site;
    o->size = size;
    o->component = 0;
    o->is_dirty = 1;
    take_links(m, o);
    if (!make_room(m, o, 2 * size)) return false;
    memset(o->data, 0, (size_t)size);
    memset(o->data + size, NUMBER, (size_t)size);
    return true;
}

void vm_constant(machine *m, uint32_t number) { m->objects[number].origin = CONSTANT; }

bool vm_write(machine *m, uint32_t number, int64_t offset, const uint8_t *bytes, uint32_t size) {
    return block_write(m, number, offset, bytes, size);
}

bool vm_write_identity(machine *m, uint32_t number, int64_t offset, uint8_t kind, uint8_t size, int64_t a, int64_t b) {
    return block_write_identity(m, number, offset, (identity){kind, size, a, b});
}

bool vm_start(machine *m) {
    m->threads_count = m->threads_count > 1 ? m->threads_count : 2;
    thread *t = &m->threads[1];
    t->exists = 1, t->is_dirty = 1, t->is_live = 1, t->has_own = 1, t->number = 1;
    t->activity = RUNNING, t->daemon = 0;
    t->timed = t->interrupted = t->reason = t->has_exception = t->is_unjoined = 0;
    t->wait_edge = t->returned = -1;
    t->atomic = t->count = t->exception = 0;
    t->condition = t->lock = (lock_key){0, 0, KEY_NONE};
    t->depth = 0, t->low = 0;
    if (!t->own && m->p->owns) t->own = calloc(m->p->owns, sizeof *t->own);
    word none = 0;
    uint16_t slot = 0;
    frame_enter(m, t, m->p->entry, &none, 0, &slot);
    for (uint32_t i = 0; i < m->p->owns && m->end == GOES_ON; i++) {
        word value = m->globals[m->p->own_sources[i]];
        object *pattern = m->p->own_blocks[i] ? object_at(m, value) : NULL;
        if (pattern) {
            int64_t size = pattern->size, from = value;
            value = new_block(m, size, OWN, true, pattern->site);
            if (value) block_copy(m, value, 0, from, 0, size);
        }
        t->own[i] = value;
    }
    return m->end == GOES_ON;
}

/* --- one step at a time --------------------------------------------------------------------------------------- */

uint32_t vm_record(machine *m) {
    bool is_new;
    return machine_record(m, &is_new);
}

void vm_restore(machine *m, uint32_t state) { machine_restore(m, state); }

uint32_t vm_enabled(machine *m, uint32_t *numbers) { return machine_enabled(m, numbers); }

const offer *vm_choices(machine *m, uint32_t number) { return machine_choices(m, number) ? &m->offer : NULL; }

void vm_step(machine *m, uint32_t number, bool has_choice, int64_t choice) { machine_step(m, number, has_choice, choice); }

uint32_t vm_end(machine *m, uint32_t *kind, int64_t *detail) {
    *kind = m->end_kind, *detail = m->end_detail;
    return m->end;
}

void vm_edge(machine *m, uint32_t *function, int32_t *edge) { *function = m->edge_function, *edge = m->edge; }

bool vm_finished(machine *m) { return machine_finished(m); }

uint64_t vm_bytes(machine *m) { return machine_bytes(m); }

uint32_t vm_threads(machine *m) { return m->threads_count; }
