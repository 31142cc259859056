/* Exporting: a recorded state as words, for those who have another form of it. */
#include "state.h"

#include <string.h>

static void give(machine *m, int64_t value) {
    if (!grow(&m->exported, &m->exported_capacity, m->exported_count + 1, sizeof *m->exported)) {
        m->out_of_memory = true;
        return;
    }
    m->exported[m->exported_count++] = value;
}

static void give_key(machine *m, lock_key key) { give(m, key.kind), give(m, key.a), give(m, key.b); }

/* Runs of bytes: never written, zeros, other numbers, one byte of which only some bits are known, an identity. */
static void give_block(machine *m, const object *o) {
    const uint8_t *what = o->data + o->size;
    for (int64_t at = 0; at < o->size;) {
        int64_t end = at + 1;
        if (what[at] == NOTHING) {
            while (end < o->size && what[end] == NOTHING) end++;
            give(m, 0), give(m, end - at);
        } else if (what[at] == NUMBER) {
            bool is_zero = !o->data[at];
            while (end < o->size && what[end] == NUMBER && !o->data[end] == is_zero) end++;
            give(m, is_zero ? 1 : 2), give(m, end - at);
            for (int64_t i = at; !is_zero && i < end; i++) give(m, o->data[i]);
        } else if (what[at] == PARTIAL) {
            give(m, 3), give(m, o->data[at]), give(m, o->links[at]);
        } else {
            identity value = m->identities[o->links[at]];
            end = identity_end(o, at);
            give(m, 4), give(m, what[at] - FRAGMENT), give(m, end - at);
            give(m, value.kind), give(m, value.size), give(m, value.a), give(m, value.b);
        }
        at = end;
    }
}

static void give_array(machine *m, const object *o) {
    const array_info *type = &m->p->arrays[o->type];
    for (int64_t i = 0; i < o->size; i++) {
        const uint8_t *place = o->data + i * type->size;
        word value[2] = {0, 0};
        memcpy(value, place, type->size);
        unsigned above = type->size < 8 ? 64 - 8 * type->size : 0;
        if (above && type->is_signed) value[0] = (word)((uint64_t)value[0] << above) >> above;
        give(m, value[0]);
        if (type->size == 16) give(m, value[1]);
    }
}

static void give_object(machine *m, uint32_t number) {
    const object *o = &m->objects[number];
    give(m, number), give(m, o->kind);
    if (o->kind == DEAD) return;
    give(m, o->type), give(m, o->site), give(m, o->size), give(m, o->kind == BLOCK ? o->origin : 0);
    if (o->kind == INSTANCE)
        for (int64_t i = 0; i < o->size; i++) give(m, ((const word *)o->data)[i]);
    else if (o->kind == ARRAY)
        give_array(m, o);
    else
        give_block(m, o);
}

static void give_thread(machine *m, const thread *t) {
    give(m, t->number), give(m, t->activity), give(m, t->daemon), give(m, t->timed), give(m, t->interrupted);
    give(m, t->reason), give(m, t->wait_edge), give(m, t->returned), give(m, t->atomic), give(m, t->count);
    give_key(m, t->condition), give_key(m, t->lock);
    give(m, t->has_exception), give(m, t->has_exception ? t->exception : 0);
    give(m, t->has_own);
    for (uint32_t i = 0; t->has_own && i < m->p->owns; i++) give(m, t->own[i]);
    give(m, t->is_live), give(m, t->depth);
    for (uint32_t depth = 0; depth < t->depth; depth++) {
        const frame *f = &t->frames[depth];
        give(m, f->function), give(m, f->location), give(m, f->call_edge), give(m, f->allocated_count);
        for (uint32_t i = 0; i < f->allocated_count; i++) give(m, f->allocated[i]);
        for (uint32_t i = 0; t->is_live && i < m->p->functions[f->function].registers; i++) give(m, t->words[f->base + i]);
    }
}

/* Everything in a recorded state: how the run ended, globals, locks, lost memory, threads, objects. */
uint64_t vm_export(machine *m, uint32_t state, const int64_t **words) {
    machine_restore(m, state);
    machine_number(m);
    m->exported_count = 0;
    give(m, m->end), give(m, m->end_detail);
    for (uint32_t i = 0; i < m->p->globals; i++) give(m, m->globals[i]);
    give(m, m->locks_count);
    for (uint32_t i = 0; i < m->locks_count; i++)
        give_key(m, m->locks[i].key), give(m, m->locks[i].owner), give(m, m->locks[i].count);
    give(m, (int64_t)m->lost_count);
    for (uint64_t i = 0; i < 2 * m->lost_count; i++) give(m, m->lost[i]);
    uint32_t threads = 0;
    for (uint32_t i = 1; i < m->threads_count; i++) threads += m->threads[i].exists;
    give(m, threads);
    for (uint32_t i = 1; i < m->threads_count; i++)
        if (m->threads[i].exists) give_thread(m, &m->threads[i]);
    give(m, (int64_t)(m->p->statics + m->queue_count));
    for (uint32_t number = 1; number <= m->p->statics; number++) give_object(m, number);
    for (uint64_t i = 0; i < m->queue_count; i++) give_object(m, m->queue[i]);
    *words = m->exported;
    return m->out_of_memory ? 0 : m->exported_count;
}
