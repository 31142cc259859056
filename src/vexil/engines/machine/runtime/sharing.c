/* What several threads can see. */
#include "state.h"

#include <stdlib.h>
#include <string.h>

static void share(machine *m, int64_t number, uint32_t owner, bool is_shared) {
    if (number <= (int64_t)m->p->statics) return;
    object *o = &m->objects[number];
    if (o->reached == m->shared_mark) {
        if (o->is_shared || (o->owner == owner && !is_shared)) return;
        is_shared = true;
    }
    o->reached = m->shared_mark;
    o->owner = owner;
    o->is_shared = is_shared;
    if (!grow(&m->queue, &m->queue_capacity, m->queue_count + 1, sizeof *m->queue)) {
        m->out_of_memory = true;
        return;
    }
    m->queue[m->queue_count++] = (uint32_t)number;
}

static void share_targets(machine *m, uint32_t number, uint32_t owner, bool is_shared) {
    object *o = &m->objects[number];
    if (o->kind == INSTANCE) {
        const class_info *class = &m->p->classes[o->type];
        for (uint32_t i = 0; i < class->links_count; i++)
            if ((class->links[i] & 3) != LINK_THREAD) share(m, ((word *)o->data)[class->links[i] >> 2], owner, is_shared);
    } else if (o->kind == ARRAY) {
        const array_info *type = &m->p->arrays[o->type];
        if (type->link != LINK_REFERENCE && type->link != LINK_POINTER) return;
        for (int64_t i = 0; i < o->size; i++) {
            word value;
            memcpy(&value, o->data + i * type->size, sizeof value);
            share(m, value, owner, is_shared);
        }
    } else if (o->kind == BLOCK && o->links) {
        for (int64_t at = next_identity(o, 0); at < o->size; at = next_identity(o, identity_end(o, at))) {
            identity value = m->identities[o->links[at]];
            if (value.kind == IS_POINTER || value.kind == IS_REFERENCE) share(m, value.a, owner, is_shared);
        }
    }
}

static void share_all(machine *m, uint32_t owner) {
    while (m->queue_done < m->queue_count && !m->out_of_memory) {
        uint32_t number = m->queue[m->queue_done++];
        share_targets(m, number, owner, m->objects[number].is_shared);
    }
}

/* Finds out which objects more than one thread can reach: those behind globals, and those behind several threads. */
void machine_share(machine *m) {
    const program *p = m->p;
    if (!++m->shared_mark) {
        for (uint64_t i = 0; i < m->objects_count; i++) m->objects[i].reached = 0;
        m->shared_mark = 1;
    }
    m->queue_count = m->queue_done = 0;
    for (uint32_t i = 0; i < p->globals; i++)
        if (p->global_links[i] == LINK_REFERENCE || p->global_links[i] == LINK_POINTER) share(m, m->globals[i], 0, true);
    for (uint32_t number = 1; number <= p->statics; number++) share_targets(m, number, 0, true);
    share_all(m, 0);
    for (uint32_t n = 1; n < m->threads_count; n++) {
        thread *t = &m->threads[n];
        if (!t->exists || t->activity == ENDED) continue;
        for (uint32_t depth = 0; depth < t->depth; depth++) {
            frame *f = &t->frames[depth];
            const function *code = &p->functions[f->function];
            for (uint32_t i = 0; i < code->registers; i++)
                if (code->links[i] == LINK_REFERENCE || code->links[i] == LINK_POINTER)
                    share(m, t->words[f->base + i], n, false);
            for (uint32_t i = 0; i < f->allocated_count; i++) share(m, f->allocated[i], n, false);
        }
        for (uint32_t i = 0; t->has_own && i < p->owns; i++)
            if (p->own_links[i] == LINK_REFERENCE || p->own_links[i] == LINK_POINTER) share(m, t->own[i], n, false);
        if (t->condition.kind == KEY_REFERENCE || t->condition.kind == KEY_POINTER) share(m, t->condition.a, n, false);
        if (t->lock.kind == KEY_REFERENCE || t->lock.kind == KEY_POINTER) share(m, t->lock.a, n, false);
        share_all(m, n);
    }
    m->is_sharing_known = true;
}

/* The number of threads that have not ended. */
uint32_t machine_live(machine *m) {
    uint32_t count = 0;
    for (uint32_t i = 1; i < m->threads_count; i++) count += m->threads[i].exists && m->threads[i].activity != ENDED;
    return count;
}
