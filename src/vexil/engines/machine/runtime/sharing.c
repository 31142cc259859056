/* What others than a thread can reach: found as far as somebody asks, and right until a link is written. */
#include "state.h"

#include <stdlib.h>
#include <string.h>

static void reach(machine *m, int64_t number) {
    if (number <= (int64_t)m->p->statics) return;
    object *o = &m->objects[number];
    if (o->reached == m->shared_mark) return;
    o->reached = m->shared_mark;
    if (!grow(&m->shared, &m->shared_capacity, m->shared_count + 1, sizeof *m->shared)) {
        m->out_of_memory = true;
        return;
    }
    m->shared[m->shared_count++] = (uint32_t)number;
}

static void reach_targets(machine *m, uint32_t number) {
    object *o = &m->objects[number];
    if (o->kind == INSTANCE) {
        const class_info *class = &m->p->classes[o->type];
        for (uint32_t i = 0; i < class->links_count; i++)
            if ((class->links[i] & 3) != LINK_THREAD) reach(m, ((word *)o->data)[class->links[i] >> 2]);
    } else if (o->kind == ARRAY) {
        const array_info *type = &m->p->arrays[o->type];
        if (type->link != LINK_REFERENCE && type->link != LINK_POINTER) return;
        for (int64_t i = 0; i < o->size; i++) {
            word value;
            memcpy(&value, o->data + i * type->size, sizeof value);
            reach(m, value);
        }
    } else if (o->kind == BLOCK && o->links) {
        for (int64_t at = next_identity(o, 0); at < o->size; at = next_identity(o, identity_end(o, at))) {
            identity value = m->identities[o->links[at]];
            if (value.kind == IS_POINTER || value.kind == IS_REFERENCE) reach(m, value.a);
        }
    }
}

static void reach_from_globals(machine *m) {
    const program *p = m->p;
    for (uint32_t i = 0; i < p->globals; i++)
        if (p->global_links[i] == LINK_REFERENCE || p->global_links[i] == LINK_POINTER) reach(m, m->globals[i]);
    for (uint32_t number = 1; number <= p->statics; number++) reach_targets(m, number);
}

static void reach_from_thread(machine *m, const thread *t) {
    const program *p = m->p;
    if (!t->exists || t->activity == ENDED || t->number == m->shared_for) return;
    for (uint32_t depth = 0; depth < t->depth; depth++) {
        const frame *f = &t->frames[depth];
        const function *code = &p->functions[f->function];
        for (uint32_t i = 0; i < code->registers; i++)
            if (code->links[i] == LINK_REFERENCE || code->links[i] == LINK_POINTER) reach(m, t->words[f->base + i]);
        for (uint32_t i = 0; i < f->allocated_count; i++) reach(m, f->allocated[i]);
    }
    for (uint32_t i = 0; t->has_own && i < p->owns; i++)
        if (p->own_links[i] == LINK_REFERENCE || p->own_links[i] == LINK_POINTER) reach(m, t->own[i]);
    if (t->condition.kind == KEY_REFERENCE || t->condition.kind == KEY_POINTER) reach(m, t->condition.a);
    if (t->lock.kind == KEY_REFERENCE || t->lock.kind == KEY_POINTER) reach(m, t->lock.a);
}

/* Goes one object or one root further; false: others reach nothing else. */
static bool reach_more(machine *m) {
    if (m->shared_done < m->shared_count) {
        reach_targets(m, m->shared[m->shared_done++]);
        return true;
    }
    if (m->shared_roots >= m->threads_count) return false;
    if (m->shared_roots == 0) reach_from_globals(m);
    else reach_from_thread(m, &m->threads[m->shared_roots]);
    m->shared_roots++;
    return true;
}

/* Whether others can reach an object that a thread can reach: from globals, or from frames of their own. */
bool is_shared(machine *m, const thread *t, int64_t number) {
    if (m->shared_for != t->number) {
        if (!++m->shared_mark) {
            for (uint64_t i = 0; i < m->objects_count; i++) m->objects[i].reached = 0;
            m->shared_mark = 1;
        }
        m->shared_for = t->number;
        m->shared_count = m->shared_done = m->shared_roots = 0;
    }
    const object *o = &m->objects[number];
    while (o->reached != m->shared_mark)
        if (m->out_of_memory || !reach_more(m)) return m->out_of_memory;
    return true;
}

/* The number of threads that have not ended. */
uint32_t machine_live(machine *m) {
    uint32_t count = 0;
    for (uint32_t i = 1; i < m->threads_count; i++) count += m->threads[i].exists && m->threads[i].activity != ENDED;
    return count;
}
