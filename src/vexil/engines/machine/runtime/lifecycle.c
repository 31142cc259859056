/* Opening and closing a machine. */
#include "state.h"

#include <stdlib.h>
#include <string.h>

uint64_t machine_bytes(machine *m) {
    uint64_t objects = m->objects_count * (sizeof *m->objects + sizeof *m->name_keys) + 8 * m->names_count;
    return m->components.used + 12 * (uint64_t)m->components.count + 16 * m->nodes.count + 24 * m->recorded + objects + m->held;
}

/* Opens a table of states, of which each search has its own. */
bool states_open(machine *m, pair_table *states) {
    m->states = states;
    return pairs_open(states, m->memory_limit / 24 + 64);
}

bool machine_open(machine *m, const program *p, uint64_t memory) {
    memset(m, 0, sizeof *m);
    m->p = p;
    m->stop = &m->never;
    m->memory_limit = memory;
    m->objects_reserved = memory / sizeof *m->objects < (uint64_t)1 << 26 ? memory / sizeof *m->objects : (uint64_t)1 << 26;
    m->objects_reserved += p->statics + 64;
    m->objects = reserve(m->objects_reserved * sizeof *m->objects);
    m->name_keys = reserve(m->objects_reserved * sizeof *m->name_keys);
    m->objects_count = 1 + p->statics;
    m->globals = calloc(p->globals + 1, sizeof *m->globals);
    m->chunks = (p->globals + CHUNK - 1) / CHUNK;
    m->globals_dirty = calloc(m->chunks + 1, 1);
    m->chunk_components = calloc(m->chunks + 1, sizeof *m->chunk_components);
    memset(m->globals_dirty, 1, m->chunks);
    m->global_guards = calloc(p->globals + 1, sizeof *m->global_guards);
    m->traits = calloc((size_t)p->globals + p->fields + ((size_t)p->statics + 1 + p->sites + 1) * CELLS, 1);
    bool is_open = components_open(&m->components, memory) && pairs_open(&m->nodes, memory / 16 + 64) &&
                   states_open(m, &m->own_states);
    return is_open && m->objects && m->name_keys && m->globals && m->globals_dirty && m->chunk_components && m->global_guards && m->traits &&
           make_threads(m, 1);
}

void machine_close(machine *m) {
    for (uint64_t i = 0; m->objects && i < m->objects_count; i++) free(m->objects[i].data), free(m->objects[i].links), free(m->objects[i].guard);
    for (uint32_t i = 0; i < m->threads_capacity; i++) {
        for (uint32_t f = 0; f < m->threads[i].frames_capacity; f++) free(m->threads[i].frames[f].allocated);
        free(m->threads[i].frames), free(m->threads[i].words), free(m->threads[i].own);
    }
    for (uint64_t s = 0; s < m->segments_capacity; s++)
        for (unsigned level = 0; level < 32; level++) free(m->segments[s].tree.levels[level]);
    for (unsigned level = 0; level < 32; level++) free(m->whole.levels[level]);
    unreserve(m->objects, m->objects_reserved * sizeof *m->objects);
    unreserve(m->name_keys, m->objects_reserved * sizeof *m->name_keys);
    free(m->exported), free(m->globals), free(m->globals_dirty), free(m->chunk_components), free(m->threads), free(m->dirty), free(m->fresh);
    free(m->unused), free(m->locks), free(m->lost), free(m->lost_next), free(m->offer.values), free(m->identities);
    free(m->identity_slots), free(m->name_slots), free(m->segments), free(m->segment_pairs), free(m->queue), free(m->shared), free(m->buffer);
    free(m->global_guards), free(m->traits), free(m->accesses), free(m->leaves), free(m->scratch), free(m->known_threads);
    races_close(m);
    free(m->told_apart), free(m->renaming), free(m->started);
    components_close(&m->components), pairs_close(&m->nodes), pairs_close(&m->own_states);
}
