/* Restoring: parts that differ from a recorded state are decoded. */
#include "state.h"

#include <stdlib.h>
#include <string.h>

void get_globals(machine *m, uint32_t component) {
    const uint8_t *at = component_at(m, component) + 1;
    uint32_t chunk = (uint32_t)get(&at);
    uint32_t end = (chunk + 1) * CHUNK < m->p->globals ? (chunk + 1) * CHUNK : m->p->globals;
    for (uint32_t i = chunk * CHUNK; i < end; i++) m->globals[i] = get(&at);
    if (*at++)
        for (uint32_t i = chunk * CHUNK; i < end; i++) get_guard(&m->global_guards[i], &at);
    m->globals_dirty[chunk] = 0;
}

static void get_frame(machine *m, thread *t, uint32_t depth, uint32_t component) {
    const uint8_t *at = component_at(m, component) + 1;
    uint32_t before = t->frames_capacity;
    if (!grow_within(m, &t->frames, &t->frames_capacity, depth + 1, sizeof *t->frames)) {
        m->out_of_memory = true;
        return;
    }
    memset(t->frames + before, 0, (t->frames_capacity - before) * sizeof *t->frames);
    frame *f = &t->frames[depth];
    f->function = (uint32_t)get(&at), f->location = (int32_t)get(&at), f->call_edge = (int32_t)get(&at);
    bool is_live = get(&at);
    const function *code = &m->p->functions[f->function];
    f->base = 0;
    if (depth) {
        frame *below = &t->frames[depth - 1];
        f->base = below->base + m->p->functions[below->function].registers + m->p->functions[below->function].temporaries;
    }
    uint64_t words = (uint64_t)f->base + code->registers + code->temporaries + 8;
    if (!grow_within(m, &t->words, &t->words_capacity, words, sizeof *t->words)) {
        m->out_of_memory = true;
        return;
    }
    for (uint32_t i = 0; is_live && i < code->registers; i++) t->words[f->base + i] = get(&at);
    f->allocated_count = (uint32_t)get(&at);
    uint64_t room = f->allocated_capacity;
    if (!grow(&f->allocated, &room, f->allocated_count, sizeof *f->allocated)) {
        m->out_of_memory = true;
        return;
    }
    f->allocated_capacity = (uint32_t)room;
    for (uint32_t i = 0; i < f->allocated_count; i++) f->allocated[i] = (uint32_t)get(&at);
    f->component = component;
}

/* Brings a thread back: its header, and those frames that are not as they should be. */
static void get_thread(machine *m, const segment *s) {
    const uint32_t *leaves = s->tree.levels[0];
    const uint8_t *at = component_at(m, leaves[0]) + 1;
    uint32_t number = (uint32_t)get(&at);
    if (!make_threads(m, number)) {
        m->out_of_memory = true;
        return;
    }
    thread *t = &m->threads[number];
    uint32_t depth = (uint32_t)get(&at);
    uint32_t valid = t->exists ? (t->low < t->depth ? t->low : t->depth) : 0;
    t->exists = 1, t->number = number;
    t->activity = *at++, t->daemon = *at++, t->is_live = *at++, t->timed = *at++, t->interrupted = *at++, t->reason = *at++;
    t->wait_edge = (int32_t)get(&at), t->returned = (int32_t)get(&at), t->atomic = get(&at), t->count = get(&at);
    t->condition = get_key(&at), t->lock = get_key(&at);
    t->has_exception = *at++;
    t->exception = t->has_exception ? get(&at) : 0;
    t->has_own = *at++, t->is_unjoined = *at++;
    if (!t->own && m->p->owns) t->own = calloc(m->p->owns, sizeof *t->own);
    for (uint32_t i = 0; t->has_own && i < m->p->owns; i++) t->own[i] = get(&at);
    bool is_moved = false;
    for (uint32_t i = 0; i < depth; i++) {
        if (i < valid && t->frames[i].component == leaves[1 + i] && !is_moved) continue;
        is_moved = true; /* frames above may begin elsewhere */
        get_frame(m, t, i, leaves[1 + i]);
    }
    t->depth = depth;
    t->low = UINT32_MAX;
    t->is_dirty = 0;
}

void get_rest(machine *m, uint32_t component) {
    const uint8_t *at = component_at(m, component) + 1;
    get(&at); /* the number of segments */
    m->has_strays = *at++;
    m->end = *at++;
    m->end_detail = get(&at);
    uint64_t capacity = m->locks_capacity;
    m->locks_count = (uint32_t)get(&at);
    if (!grow(&m->locks, &capacity, m->locks_count, sizeof *m->locks)) {
        m->out_of_memory = true;
        return;
    }
    m->locks_capacity = (uint32_t)capacity;
    for (uint32_t i = 0; i < m->locks_count; i++) {
        held_lock *held = &m->locks[i];
        held->key.kind = *at++;
        held->key.a = get(&at), held->key.b = get(&at);
        held->owner = (uint32_t)get(&at), held->count = get(&at);
    }
    m->locks_dirty = 0;
    m->lost_count = (uint64_t)get(&at);
    if (!grow(&m->lost, &m->lost_capacity, 2 * m->lost_count + 2, sizeof *m->lost)) {
        m->out_of_memory = true;
        return;
    }
    for (uint64_t i = 0; i < 2 * m->lost_count; i++) m->lost[i] = get(&at);
}

/* Goes back to the recorded state that the last steps were taken from. */
void machine_undo(machine *m) {
    forget_sharing(m);
    m->started_count = 0;
    for (uint64_t i = 0; i < m->dirty_count; i++) get_object(m, m->objects[m->dirty[i]].component);
    m->dirty_count = 0;
    if (!grow(&m->unused, &m->unused_capacity, m->unused_count + m->fresh_count, sizeof *m->unused)) {
        m->out_of_memory = true;
        return;
    }
    for (uint64_t i = m->fresh_count; i--;) {
        object *o = &m->objects[m->fresh[i]];
        o->kind = DEAD;
        o->is_dirty = 0;
        m->unused[m->unused_count++] = m->fresh[i];
    }
    m->fresh_count = 0;
    if (!m->segments_count) return;
    for (uint32_t chunk = 0; chunk < m->chunks; chunk++)
        if (m->globals_dirty[chunk]) get_globals(m, m->segments[0].tree.levels[0][chunk]);
    for (uint32_t i = 1; i < m->threads_count; i++) {
        thread *t = &m->threads[i];
        if (t->exists && (t->is_dirty || t->low < UINT32_MAX)) t->is_dirty = 2;
    }
    for (uint64_t s = 1; s + 1 < m->segments_count; s++) {
        thread *t = &m->threads[m->segments[s].thread];
        if (!t->exists || t->is_dirty || t->low < UINT32_MAX) get_thread(m, &m->segments[s]);
    }
    for (uint32_t i = 1; i < m->threads_count; i++)
        if (m->threads[i].is_dirty == 2) m->threads[i].exists = 0, m->threads[i].is_dirty = 0, m->threads[i].low = 0;
    get_rest(m, m->segments[m->segments_count - 1].tree.levels[0][0]);
}

/* Sets the nodes of a tree below a place to those of another one; says whether anything changed. */
static void unfold(machine *m, tree *t, uint32_t level, uint32_t index, uint32_t node, uint32_t old_count, uint32_t count) {
    uint32_t old_size = old_count, size = count;
    for (uint32_t i = 0; i < level; i++) old_size = old_size > 1 ? (old_size + 1) / 2 : 0, size = (size + 1) / 2;
    if (index < old_size && t->levels[level][index] == node) return;
    t->levels[level][index] = node;
    if (level == 0) return;
    uint64_t pair = m->nodes.pairs[node];
    unfold(m, t, level - 1, 2 * index, (uint32_t)(pair >> 32), old_count, count);
    if ((uint32_t)pair) unfold(m, t, level - 1, 2 * index + 1, (uint32_t)pair, old_count, count);
}

static bool open_tree(machine *m, tree *t, uint32_t root, uint32_t count) {
    uint32_t levels = 0;
    if (!tree_room(t, count)) return false;
    for (uint32_t size = count; size > 1; size = (size + 1) / 2) levels++;
    if (count) unfold(m, t, levels, 0, root, t->count, count);
    t->count = count;
    return true;
}

static bool open_segment(machine *m, segment *s, uint32_t pair) {
    uint64_t value = m->nodes.pairs[pair];
    s->pair = pair;
    return open_tree(m, &s->tree, (uint32_t)value, (uint32_t)(value >> 32));
}

/* The number of segments beside the rest, which knows it. */
static uint32_t segments_beside(machine *m, uint32_t rest) {
    uint64_t value = m->nodes.pairs[rest];
    uint32_t node = (uint32_t)value;
    for (uint32_t size = (uint32_t)(value >> 32); size > 1; size = (size + 1) / 2)
        node = (uint32_t)(m->nodes.pairs[node] >> 32);
    const uint8_t *at = component_at(m, node) + 1;
    return (uint32_t)get(&at);
}

/* Goes to a recorded state. */
void machine_restore(machine *m, uint32_t state) {
    machine_undo(m);
    m->state = state;
    uint64_t value = m->states->pairs[state];
    uint32_t root = (uint32_t)(value >> 32), rest = (uint32_t)value, count = segments_beside(m, rest) + 1;
    uint64_t before = m->segments_capacity;
    if (!open_tree(m, &m->whole, root, count - 1) ||
        !grow(&m->segments, &m->segments_capacity, count, sizeof *m->segments)) {
        m->out_of_memory = true;
        return;
    }
    if (m->segments_capacity > before)
        memset(m->segments + before, 0, (m->segments_capacity - before) * sizeof *m->segments);
    uint64_t old_count = m->segments_count;
    for (uint64_t s = 1; s + 1 < old_count; s++) m->threads[m->segments[s].thread].is_dirty = 3;
    for (uint32_t s = 0; s < count; s++) {
        segment *here = &m->segments[s];
        uint32_t pair = s + 1 < count ? m->whole.levels[0][s] : rest;
        bool is_same = s < old_count && here->pair == pair;
        uint32_t was = here->thread;
        bool had_thread = s && s + 1 < old_count;
        if (!is_same && !open_segment(m, here, pair)) {
            m->out_of_memory = true;
            return;
        }
        const uint32_t *leaves = here->tree.levels[0];
        if (s == 0) {
            here->thread = 0;
            if (is_same) continue;
            for (uint32_t i = 0; i < m->chunks; i++)
                if (m->chunk_components[i] != leaves[i]) get_globals(m, leaves[i]), m->chunk_components[i] = leaves[i];
            for (uint32_t i = m->chunks; i < here->tree.count; i++) {
                const uint8_t *at = component_at(m, leaves[i]) + 1;
                if (m->objects[get(&at)].component != leaves[i]) get_object(m, leaves[i]);
            }
        } else if (s + 1 == count) {
            here->thread = 0;
            get_rest(m, leaves[0]);
            for (uint32_t i = 1; i < here->tree.count; i++) {
                const uint8_t *at = component_at(m, leaves[i]) + 1;
                if (m->objects[get(&at)].component != leaves[i]) get_object(m, leaves[i]);
            }
        } else {
            const uint8_t *at = component_at(m, leaves[0]) + 1;
            here->thread = (uint32_t)get(&at);
            if (!make_threads(m, here->thread)) return;
            bool is_kept = is_same && had_thread && was == here->thread;
            m->threads[here->thread].is_dirty = 0;
            if (is_kept) continue;
            uint32_t depth = (uint32_t)get(&at);
            get_thread(m, here);
            for (uint32_t i = 1 + depth; i < here->tree.count; i++) {
                const uint8_t *place = component_at(m, leaves[i]) + 1;
                if (m->objects[get(&place)].component != leaves[i]) get_object(m, leaves[i]);
            }
        }
    }
    m->segments_count = count;
    m->parts = 0;
    for (uint32_t s = 0; s < count; s++) m->parts += m->segments[s].tree.count;
    for (uint32_t i = 1; i < m->threads_count; i++)
        if (m->threads[i].is_dirty == 3) m->threads[i].exists = 0, m->threads[i].is_dirty = 0, m->threads[i].low = 0;
}
