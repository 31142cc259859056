/* What the parts of recording and restoring states share. */
#ifndef VEXIL_STATE_H
#define VEXIL_STATE_H

#include "machine.h"

#include <string.h>

enum tag { TAG_GLOBALS = 1, TAG_OBJECT, TAG_FRAME, TAG_THREAD, TAG_REST };
enum { CHUNK = 16 };

/* components.c */
void put_bytes(machine *m, const uint8_t *bytes, uint64_t size);
void add_leaf(machine *m);
void add_known_leaf(machine *m, uint32_t number);
void put_object(machine *m, uint32_t number, uint32_t name);
void get_object(machine *m, uint32_t component);
void put_guard(machine *m, const guard *g);
void get_guard(guard *g, const uint8_t **at);
void put_key(machine *m, lock_key key);
lock_key get_key(const uint8_t **at);

/* names.c */
uint32_t interned_name(machine *m, uint32_t parent, uint32_t slot);
uint32_t thread_root(machine *m, uint32_t number);
int64_t known_name(machine *m, int64_t number);
bool name_guard(machine *m, const guard *g, uint32_t parent, uint32_t slot);
bool name_targets(machine *m, uint32_t number, uint32_t name);

/* numbering.c */
void number_globals(machine *m, bool is_recorded);
void number_thread(machine *m, thread *t, bool is_recorded);
bool knows_key(machine *m, lock_key key);
bool remembers(machine *m, const thread *t);
void begin_numbering(machine *m);
void know_owners(machine *m);
void find_lost(machine *m);
void number_stray(machine *m, bool is_recorded);

/* instances.c */
uint32_t find_stray(machine *m);

/* restoring.c */
void get_globals(machine *m, uint32_t component);
void get_rest(machine *m, uint32_t component);

/* Where an identity begins in a block, from a place on; the size if there is none. */
static inline int64_t next_identity(const object *o, int64_t at) {
    const uint8_t *what = o->data + o->size;
    while (at < o->size && what[at] < FRAGMENT) at++;
    return at;
}

static inline int64_t identity_end(const object *o, int64_t at) {
    const uint8_t *what = o->data + o->size;
    int64_t end = at + 1;
    while (end < o->size && what[end] >= FRAGMENT && what[end] == what[end - 1] + 1 && o->links[end] == o->links[at]) end++;
    return end;
}

static inline void put_byte(machine *m, uint8_t byte) {
    if (!grow(&m->buffer, &m->buffer_capacity, m->buffer_used + 1, 1)) {
        m->out_of_memory = true;
        return;
    }
    m->buffer[m->buffer_used++] = byte;
}

static inline void put(machine *m, int64_t value) {
    if (!grow(&m->buffer, &m->buffer_capacity, m->buffer_used + 10, 1)) {
        m->out_of_memory = true;
        return;
    }
    uint64_t rest = (uint64_t)value << 1 ^ (uint64_t)(value >> 63);
    uint8_t *at = m->buffer + m->buffer_used;
    while (rest >= 0x80) *at++ = (uint8_t)(rest | 0x80), rest >>= 7;
    *at++ = (uint8_t)rest;
    m->buffer_used = (uint64_t)(at - m->buffer);
}

static inline int64_t get(const uint8_t **at) {
    uint64_t value = 0;
    unsigned shift = 0;
    uint8_t byte;
    do {
        byte = *(*at)++;
        value |= (uint64_t)(byte & 0x7f) << shift;
        shift += 7;
    } while (byte & 0x80);
    return (int64_t)(value >> 1 ^ (0 - (value & 1)));
}

static inline const uint8_t *component_at(machine *m, uint32_t number) {
    return m->components.bytes + m->components.starts[number];
}

static inline void put_word(machine *m, word value, uint8_t link) {
    put(m, link == LINK_REFERENCE || link == LINK_POINTER ? (value > (word)m->p->statics ? m->objects[value].name : value)
                                                          : value);
}

/* The name of an object that is reached by a slot of something with a name. */
static inline int64_t name_of(machine *m, int64_t number, uint32_t parent, uint32_t slot) {
    if (number <= (int64_t)m->p->statics) return number;
    object *o = &m->objects[number];
    if (o->mark == m->mark) return o->name;
    uint32_t name = interned_name(m, parent, slot);
    o = &m->objects[number];
    o->mark = m->mark;
    o->name = name;
    o->home = m->numbered, o->user = 0;
    if (!grow(&m->queue, &m->queue_capacity, m->queue_count + 1, sizeof *m->queue)) {
        m->out_of_memory = true;
        return name;
    }
    m->queue[m->queue_count++] = (uint32_t)number;
    return name;
}

static inline void know_thread(machine *m, int64_t number) {
    if (number <= 0 || (uint64_t)number >= m->known_capacity) return;
    if (!m->known_threads[number]) m->known_threads[number] = 1;
    if (number != m->numbered) m->told_apart[number] = 1;
}

/* Names what a word refers to; says whether the number is the name. */
static inline bool name_word(machine *m, word value, uint8_t link, uint32_t parent, uint32_t slot) {
    if (link == LINK_THREAD) {
        know_thread(m, value);
        return true;
    }
    return name_of(m, value, parent, slot) == value;
}

#endif
