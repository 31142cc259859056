/* Numbering everything that can be reached, part by part, and heap memory that nothing reaches. */
#include "state.h"

#include <stdlib.h>
#include <string.h>

/* Whether there is memory, and nobody wants an end: of what is very large, a part is numbered then, and not recorded. */
static bool goes_on(machine *m) {
    m->out_of_memory |= *m->stop != 0;
    return !m->out_of_memory;
}

static void follow(machine *m, bool is_recorded) {
    while (m->queue_done < m->queue_count && goes_on(m)) {
        uint32_t number = m->queue[m->queue_done++];
        uint32_t name = m->objects[number].name;
        bool is_same = name_targets(m, number, name);
        if (!is_recorded) continue;
        object *o = &m->objects[number];
        if (is_same && !o->is_dirty && o->component && number == name) {
            add_known_leaf(m, o->component);
            continue;
        }
        put_object(m, number, name);
        add_leaf(m);
    }
}

void number_globals(machine *m, bool is_recorded) {
    const program *p = m->p;
    for (uint32_t chunk = 0; chunk < m->chunks; chunk++) {
        bool is_same = !m->globals_dirty[chunk];
        uint32_t end = (chunk + 1) * CHUNK < p->globals ? (chunk + 1) * CHUNK : p->globals;
        for (uint32_t i = chunk * CHUNK; i < end; i++)
            if (p->global_links[i] && m->globals[i] > 0)
                is_same &= name_word(m, m->globals[i], p->global_links[i], 0, 2 * i);
        for (uint32_t i = chunk * CHUNK; m->is_guarded && i < end; i++)
            is_same &= name_guard(m, &m->global_guards[i], 0, 0x80000000u + 4 * i);
        if (!is_recorded) continue;
        if (is_same && m->segments_count) {
            add_known_leaf(m, m->segments[0].tree.levels[0][chunk]);
            continue;
        }
        m->buffer_used = 0;
        put_byte(m, TAG_GLOBALS);
        put(m, chunk);
        for (uint32_t i = chunk * CHUNK; i < end; i++) put_word(m, m->globals[i], p->global_links[i]);
        put_byte(m, m->is_guarded);
        for (uint32_t i = chunk * CHUNK; m->is_guarded && i < end; i++) put_guard(m, &m->global_guards[i]);
        add_leaf(m);
    }
    for (uint32_t number = 1; number <= p->statics; number++) {
        bool is_same = name_targets(m, number, number);
        if (!is_recorded) continue;
        object *o = &m->objects[number];
        if (is_same && !o->is_dirty && o->component) {
            add_known_leaf(m, o->component);
            continue;
        }
        put_object(m, number, number);
        add_leaf(m);
    }
    follow(m, is_recorded);
}

static bool name_frame(machine *m, thread *t, uint32_t depth) {
    frame *f = &t->frames[depth];
    const function *code = &m->p->functions[f->function];
    bool is_same = true;
    uint32_t root = 0;
    if (!t->is_live) return true;
    for (uint32_t i = 0; i < code->registers; i++) {
        word value = t->words[f->base + i];
        if (!code->links[i] || value <= 0) continue;
        if (code->links[i] != LINK_THREAD && value > (word)m->p->statics && m->objects[value].mark != m->mark && !root)
            root = interned_name(m, thread_root(m, t->number), depth);
        is_same &= name_word(m, value, code->links[i], root, i);
    }
    for (uint32_t i = 0; i < f->allocated_count; i++) {
        if (!root) root = interned_name(m, thread_root(m, t->number), depth);
        is_same &= name_of(m, f->allocated[i], root, 0x80000000u + i) == f->allocated[i];
    }
    return is_same;
}

void number_thread(machine *m, thread *t, bool is_recorded) {
    const program *p = m->p;
    uint32_t header = (uint32_t)m->leaves_count;
    m->numbered = t->number;
    if (is_recorded) add_known_leaf(m, 0);
    for (uint32_t depth = 0; depth < t->depth && goes_on(m); depth++) {
        bool is_same = name_frame(m, t, depth);
        if (!is_recorded) continue;
        frame *f = &t->frames[depth];
        if (is_same && f->component && depth < t->low) {
            add_known_leaf(m, f->component);
            continue;
        }
        const function *code = &p->functions[f->function];
        m->buffer_used = 0;
        put_byte(m, TAG_FRAME);
        put(m, f->function), put(m, f->location), put(m, f->call_edge), put(m, t->is_live);
        for (uint32_t i = 0; t->is_live && i < code->registers; i++) put_word(m, t->words[f->base + i], code->links[i]);
        put(m, f->allocated_count);
        for (uint32_t i = 0; i < f->allocated_count; i++) put(m, m->objects[f->allocated[i]].name);
        add_leaf(m);
    }
    uint32_t root = 0;
    for (uint32_t i = 0; t->has_own && i < p->owns; i++) {
        if (!p->own_links[i] || t->own[i] <= 0) continue;
        if (!root) root = thread_root(m, t->number);
        name_word(m, t->own[i], p->own_links[i], root, 0x80000000u + i);
    }
    for (unsigned i = 0; i < 2; i++) {
        lock_key key = i ? t->lock : t->condition;
        if (key.kind != KEY_REFERENCE && key.kind != KEY_POINTER) continue;
        if (!root) root = thread_root(m, t->number);
        name_of(m, key.a, root, 0xfffffff0u + i);
    }
    if (t->has_exception) name_of(m, t->exception, thread_root(m, t->number), 0xffffffffu);
    if (is_recorded && !m->out_of_memory) {
        m->buffer_used = 0;
        put_byte(m, TAG_THREAD);
        put(m, t->number), put(m, t->depth), put_byte(m, t->activity), put_byte(m, t->daemon), put_byte(m, t->is_live);
        put_byte(m, t->timed), put_byte(m, t->interrupted), put_byte(m, t->reason);
        put(m, t->wait_edge), put(m, t->returned), put(m, t->atomic), put(m, t->count);
        put_key(m, t->condition), put_key(m, t->lock);
        put_byte(m, t->has_exception);
        if (t->has_exception) put_word(m, t->exception, LINK_REFERENCE);
        put_byte(m, t->has_own), put_byte(m, t->is_unjoined);
        for (uint32_t i = 0; t->has_own && i < p->owns; i++) put_word(m, t->own[i], p->own_links[i]);
        uint32_t number = component_of(&m->components, m->buffer, m->buffer_used);
        if (!number) m->out_of_memory = true;
        else m->leaves[header] = number;
    }
    follow(m, is_recorded);
    m->numbered = 0;
}

bool knows_key(machine *m, lock_key key) { return key.kind == KEY_LOCK || known_name(m, key.a) >= 0 || key.a < 0; }

bool remembers(machine *m, const thread *t) {
    return t->number == 1 || m->known_threads[t->number] || t->has_exception;
}

void begin_numbering(machine *m) {
    if (!++m->mark) {
        for (uint64_t i = 0; i < m->objects_count; i++) m->objects[i].mark = 0;
        m->mark = 1;
    }
    m->queue_count = m->queue_done = 0;
    m->numbered = 0;
    uint64_t capacity = m->known_capacity;
    if (!grow(&m->told_apart, &capacity, m->threads_count + 1, 1) ||
        !grow(&m->known_threads, &m->known_capacity, m->threads_count + 1, 1)) {
        m->out_of_memory = true;
        return;
    }
    memset(m->known_threads, 0, m->threads_count + 1), memset(m->told_apart, 0, m->threads_count + 1);
}

void know_owners(machine *m) {
    for (uint32_t i = 0; i < m->locks_count; i++) {
        m->numbered = m->locks[i].owner; /* which tells it apart from others, but not by its number */
        if (knows_key(m, m->locks[i].key)) know_thread(m, m->locks[i].owner);
    }
    m->numbered = 0;
}

/* Heap memory that is alive and that nothing reaches: what was lost before, and what is lost now. */
static void add_lost(machine *m, uint32_t number) {
    object *o = &m->objects[number];
    if (o->kind != BLOCK || o->origin != HEAP || o->mark == m->mark) return;
    o->mark = m->mark, o->name = 0; /* once */
    if (!grow(&m->lost_next, &m->lost_next_capacity, 2 * m->lost_next_count + 2, sizeof *m->lost_next)) {
        m->out_of_memory = true;
        return;
    }
    m->lost_next[2 * m->lost_next_count] = o->site;
    m->lost_next[2 * m->lost_next_count + 1] = o->size;
    m->lost_next_count++;
}

static int by_site(const void *x, const void *y) {
    const int64_t *a = x, *b = y;
    if (a[0] != b[0]) return a[0] < b[0] ? -1 : 1;
    return a[1] < b[1] ? -1 : a[1] > b[1];
}

enum { MOST_LOST = 1 << 14 };
/* Blocks of memory that nothing reaches, each of which is part of every state from then on. */

void find_lost(machine *m) {
    m->lost_next_count = 0;
    if (!m->p->has_heap) return;
    if (!grow(&m->lost_next, &m->lost_next_capacity, 2 * m->lost_count + 2, sizeof *m->lost_next)) {
        m->out_of_memory = true;
        return;
    }
    if (m->lost_count) memcpy(m->lost_next, m->lost, 2 * m->lost_count * sizeof *m->lost_next);
    m->lost_next_count = m->lost_count;
    for (uint64_t i = 0; i < m->fresh_count; i++) add_lost(m, m->fresh[i]);
    for (uint64_t s = 0; s < m->segments_count; s++) {
        tree *t = &m->segments[s].tree;
        for (uint32_t i = 0; i < t->count; i++) {
            const uint8_t *at = component_at(m, t->levels[0][i]);
            if (*at++ == TAG_OBJECT) add_lost(m, (uint32_t)get(&at));
        }
    }
    if (m->lost_next_count > MOST_LOST) limited(m, L_LOST);
    qsort(m->lost_next, m->lost_next_count, 2 * sizeof *m->lost_next, by_site);
}

/* Numbers the instance that may be chosen although nothing reaches it. */
void number_stray(machine *m, bool is_recorded) {
    uint32_t stray = find_stray(m);
    if (!stray) return;
    name_of(m, stray, interned_name(m, 0, 1), 0);
    follow(m, is_recorded);
}

/* Numbers everything that the program can reach; the answer of `remembers` is right afterwards. */
void machine_number(machine *m) {
    m->without_guards = true;
    begin_numbering(m);
    number_globals(m, false);
    for (uint32_t i = 1; i < m->threads_count; i++)
        if (m->threads[i].exists && m->threads[i].activity != ENDED) number_thread(m, &m->threads[i], false);
    for (bool is_growing = true; is_growing && !m->out_of_memory;) {
        is_growing = false;
        know_owners(m);
        for (uint32_t i = 1; i < m->threads_count; i++) {
            thread *t = &m->threads[i];
            if (!t->exists || t->activity != ENDED || !remembers(m, t) || m->known_threads[i] == 2) continue;
            m->known_threads[i] = 2;
            number_thread(m, t, false);
            is_growing = true;
        }
    }
    number_stray(m, false);
    m->without_guards = false;
}

bool machine_leaked(machine *m) {
    if (m->lost_count) return true;
    machine_number(m);
    find_lost(m);
    return m->lost_next_count > 0;
}

/* The least number of a thread that nobody remembers. */
uint32_t machine_free_thread(machine *m) {
    machine_number(m);
    uint32_t number = 2;
    while (number < m->threads_count && m->threads[number].exists &&
           (m->threads[number].activity != ENDED || remembers(m, &m->threads[number])))
        number++;
    return number;
}
