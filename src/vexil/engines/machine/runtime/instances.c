/* Choices of instances: the objects of a class, in the order in which the interpreter counts them.
 *
 * An instance that may be chosen is there to stay although nothing reaches it. One such object, a stray, has a name of
 * its own; of several the interpreter tells apart which comes first by what they are, which is not done here.
 */
#include "state.h"

static bool is_choosable(const machine *m, const object *o) {
    return o->kind == INSTANCE && m->p->choosable[o->type];
}

/* The instance that may be chosen and was not reached by the numbering that was just done; 0 for none. */
uint32_t find_stray(machine *m) {
    uint32_t found = 0;
    if (!m->p->choosable) return 0;
    for (uint64_t i = 0; i < m->fresh_count; i++) {
        uint32_t number = m->fresh[i];
        if (!is_choosable(m, &m->objects[number]) || m->objects[number].mark == m->mark || number == found) continue;
        if (found) limited(m, L_STRAYS);
        found = number;
    }
    for (uint64_t s = 0; s < m->segments_count; s++) {
        tree *t = &m->segments[s].tree;
        for (uint32_t i = 0; i < t->count; i++) {
            const uint8_t *at = component_at(m, t->levels[0][i]);
            if (*at++ != TAG_OBJECT) continue;
            uint32_t number = (uint32_t)get(&at);
            if (!is_choosable(m, &m->objects[number]) || m->objects[number].mark == m->mark || number == found) continue;
            if (found) limited(m, L_STRAYS);
            found = number;
        }
    }
    return found;
}

/* --- the order of the interpreter ----------------------------------------------------------------------------- */

static void meet(machine *m, word number) {
    if (number <= (word)m->p->statics || m->objects[number].mark == m->mark) return;
    m->objects[number].mark = m->mark;
    if (!grow(&m->queue, &m->queue_capacity, m->queue_count + 1, sizeof *m->queue)) {
        m->out_of_memory = true;
        return;
    }
    m->queue[m->queue_count++] = (uint32_t)number;
}

static void meet_word(machine *m, word value, uint8_t link) {
    if (link == LINK_THREAD) know_thread(m, value);
    else if (link) meet(m, value);
}

static void meet_targets(machine *m, uint32_t number) {
    const object *o = &m->objects[number];
    if (o->kind == INSTANCE) {
        const class_info *class = &m->p->classes[o->type];
        for (uint32_t i = 0; i < class->links_count; i++)
            meet_word(m, ((word *)o->data)[class->links[i] >> 2], class->links[i] & 3);
    } else if (o->kind == ARRAY) {
        const array_info *type = &m->p->arrays[o->type];
        for (int64_t i = 0; type->link && i < o->size; i++) {
            word value;
            memcpy(&value, o->data + i * type->size, sizeof value);
            meet_word(m, value, type->link);
        }
    } else if (o->kind == BLOCK && o->links) {
        for (int64_t at = next_identity(o, 0); at < o->size; at = next_identity(o, identity_end(o, at))) {
            identity value = m->identities[o->links[at]];
            if (value.kind == IS_THREAD) know_thread(m, value.a);
            else if (value.kind != IS_NAN) meet(m, value.a);
        }
    }
}

static void meet_all(machine *m) {
    while (m->queue_done < m->queue_count && !m->out_of_memory) meet_targets(m, m->queue[m->queue_done++]);
}

static void meet_thread(machine *m, const thread *t) {
    const program *p = m->p;
    for (uint32_t depth = 0; depth < t->depth; depth++) {
        const frame *f = &t->frames[depth];
        const function *code = &p->functions[f->function];
        for (uint32_t i = 0; t->is_live && i < code->registers; i++) meet_word(m, t->words[f->base + i], code->links[i]);
        for (uint32_t i = 0; i < f->allocated_count; i++) meet(m, f->allocated[i]);
    }
    for (uint32_t i = 0; t->has_own && i < p->owns; i++) meet_word(m, t->own[i], p->own_links[i]);
    if (t->has_exception) meet(m, t->exception);
    if (t->condition.kind == KEY_REFERENCE || t->condition.kind == KEY_POINTER) meet(m, t->condition.a);
    if (t->lock.kind == KEY_REFERENCE || t->lock.kind == KEY_POINTER) meet(m, t->lock.a);
}

static void meet_ended(machine *m) {
    for (bool is_growing = true; is_growing && !m->out_of_memory;) {
        is_growing = false;
        know_owners(m);
        for (uint32_t i = 1; i < m->threads_count; i++) {
            const thread *t = &m->threads[i];
            if (!t->exists || t->activity != ENDED || !remembers(m, t) || m->known_threads[i] >= 2) continue;
            m->known_threads[i] = 3; /* those of this round come before the ones that they know */
            is_growing = true;
        }
        for (uint32_t i = 1; i < m->threads_count; i++)
            if (m->known_threads[i] == 3) m->known_threads[i] = 2, meet_thread(m, &m->threads[i]);
        meet_all(m);
    }
}

/* Puts the instances of a class that can be chosen into the queue of the machine, and says how many there are. */
uint64_t machine_instances(machine *m, uint32_t class) {
    const program *p = m->p;
    begin_numbering(m);
    for (uint32_t i = 0; i < p->globals; i++) meet_word(m, m->globals[i], p->global_links[i]);
    for (uint32_t number = 1; number <= p->statics; number++) meet_targets(m, number);
    for (uint32_t i = 1; i < m->threads_count; i++)
        if (m->threads[i].exists && m->threads[i].activity != ENDED) meet_thread(m, &m->threads[i]);
    meet_all(m);
    meet_ended(m);
    uint32_t stray = find_stray(m);
    if (stray) {
        meet(m, stray);
        meet_all(m);
        meet_ended(m);
    }
    uint64_t count = 0;
    for (uint64_t i = 0; i < m->queue_count; i++) {
        const object *o = &m->objects[m->queue[i]];
        if (o->kind == INSTANCE && p->subclass[o->type * p->classes_count + class]) m->queue[count++] = m->queue[i];
    }
    return count;
}
