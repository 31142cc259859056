/* Recording: the state that the machine is in gets a number. */
#include "state.h"

#include <stdlib.h>
#include <string.h>

/* Ends a segment, of which the one before may have much in common. */
static uint32_t segment_of(machine *m, const segment *before) {
    uint32_t root = tree_root(m, m->leaves, before ? &before->tree : NULL, (uint32_t)m->leaves_count);
    if (m->leaves_count && !root) return 0;
    uint32_t pair = tree_node(m, (uint32_t)m->leaves_count, root);
    m->leaves_count = 0;
    return pair;
}

static bool end_segment(machine *m, uint32_t *count) {
    uint32_t index = *count;
    if (!grow(&m->segment_pairs, &m->segment_pairs_capacity, index + 1, sizeof *m->segment_pairs)) return false;
    m->segment_pairs[index] = segment_of(m, index + 1 < m->segments_count ? &m->segments[index] : NULL);
    *count = index + 1;
    return m->segment_pairs[index] != 0;
}

static int by_key(const void *x, const void *y) {
    const held_lock *a = x, *b = y;
    if (a->key.kind != b->key.kind) return a->key.kind < b->key.kind ? -1 : 1;
    if (a->key.a != b->key.a) return a->key.a < b->key.a ? -1 : 1;
    return a->key.b < b->key.b ? -1 : a->key.b > b->key.b;
}

/* What belongs to no thread, the number of other segments, and the object that nothing reaches. */
static void put_rest(machine *m, uint32_t segments) {
    uint32_t header = (uint32_t)m->leaves_count;
    add_known_leaf(m, 0);
    number_stray(m, true);
    if (m->p->choosable) {
        know_owners(m);
        for (uint32_t i = 1; i < m->threads_count; i++)
            if (m->threads[i].exists && m->threads[i].activity == ENDED && remembers(m, &m->threads[i]) &&
                m->known_threads[i] != 2)
                limited(m, L_STRAYS); /* a thread that only the stray knows */
    }
    held_lock few[16];
    held_lock *known = m->locks_count <= 16 ? few : malloc(m->locks_count * sizeof *known);
    if (!known) {
        m->out_of_memory = true;
        return;
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->locks_count; i++) {
        held_lock held = m->locks[i];
        if (!knows_key(m, held.key)) continue;
        if (held.key.kind != KEY_LOCK) held.key.a = known_name(m, held.key.a);
        known[count++] = held;
    }
    qsort(known, count, sizeof *known, by_key);
    m->buffer_used = 0;
    put_byte(m, TAG_REST);
    put(m, segments);
    bool has_strays = m->has_strays;
    for (uint32_t i = 1; i < m->threads_count; i++) {
        const thread *t = &m->threads[i];
        has_strays = has_strays || (t->exists && t->activity == ENDED && t->is_unjoined && m->known_threads[i] != 2);
    }
    put_byte(m, has_strays);
    put_byte(m, (uint8_t)m->end), put(m, m->end == GOES_ON ? 0 : m->end_detail);
    put(m, count);
    for (uint32_t i = 0; i < count; i++) {
        put_byte(m, known[i].key.kind), put(m, known[i].key.a), put(m, known[i].key.b);
        put(m, known[i].owner), put(m, known[i].count);
    }
    if (known != few) free(known);
    find_lost(m);
    put(m, (int64_t)m->lost_next_count);
    for (uint64_t i = 0; i < 2 * m->lost_next_count; i++) put(m, m->lost_next[i]);
    uint32_t number = m->out_of_memory ? 0 : component_of(&m->components, m->buffer, m->buffer_used);
    if (!number) m->out_of_memory = true;
    else m->leaves[header] = number;
}

/* The number of the state that the machine is in; 0 when there is no memory for it. */
uint32_t machine_record(machine *m, bool *is_new) {
    uint32_t count = 0;
    begin_numbering(m);
    m->leaves_count = 0;
    number_globals(m, true);
    if (m->out_of_memory || !end_segment(m, &count)) return 0;
    for (uint32_t i = 1; i < m->threads_count; i++) {
        if (!m->threads[i].exists || m->threads[i].activity == ENDED) continue;
        number_thread(m, &m->threads[i], true);
        if (m->out_of_memory || !end_segment(m, &count)) return 0;
    }
    for (bool is_growing = true; is_growing;) {
        is_growing = false;
        know_owners(m);
        for (uint32_t i = 1; i < m->threads_count; i++) {
            thread *t = &m->threads[i];
            if (!t->exists || t->activity != ENDED || !remembers(m, t) || m->known_threads[i] == 2) continue;
            m->known_threads[i] = 2;
            number_thread(m, t, true);
            if (m->out_of_memory || !end_segment(m, &count)) return 0;
            is_growing = true;
        }
    }
    put_rest(m, count);
    if (m->out_of_memory) return 0;
    uint32_t rest = segment_of(m, m->segments_count ? &m->segments[m->segments_count - 1] : NULL);
    uint32_t root = rest ? tree_root(m, m->segment_pairs, &m->whole, count) : 0;
    uint32_t state = root ? pair_of(m->states, root, rest, is_new) : 0;
    m->recorded += state && *is_new;
    return state;
}
