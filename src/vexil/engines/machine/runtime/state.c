/* States: objects are named by how they are reached, parts become components, components a state.
 *
 * The name of an object is the name of the object (or frame, or global) that leads to it first, breadth-first, and the
 * slot there. So equal states get equal names, whatever was created before, and what happens in one corner of the heap
 * changes no names in another (Musuvathi and Dill 2005). In a state that was restored, an object's number is its name.
 */
#include "machine.h"

#include <stdlib.h>
#include <string.h>

enum tag { TAG_GLOBALS = 1, TAG_OBJECT, TAG_FRAME, TAG_THREAD, TAG_REST };
enum { CHUNK = 16 };

/* --- writing and reading components --------------------------------------------------------------------------- */

static void put_byte(machine *m, uint8_t byte) {
    if (!grow(&m->buffer, &m->buffer_capacity, m->buffer_used + 1, 1)) {
        m->out_of_memory = true;
        return;
    }
    m->buffer[m->buffer_used++] = byte;
}

static void put(machine *m, int64_t value) {
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

static void put_bytes(machine *m, const uint8_t *bytes, uint64_t size) {
    if (!grow(&m->buffer, &m->buffer_capacity, m->buffer_used + size, 1)) {
        m->out_of_memory = true;
        return;
    }
    memcpy(m->buffer + m->buffer_used, bytes, size);
    m->buffer_used += size;
}

static int64_t get(const uint8_t **at) {
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

static const uint8_t *component_at(machine *m, uint32_t number) {
    return m->components.bytes + m->components.starts[number];
}

static void add_leaf(machine *m) {
    uint32_t number = component_of(&m->components, m->buffer, m->buffer_used);
    if (!number || !grow(&m->leaves, &m->leaves_capacity, m->leaves_count + 1, sizeof *m->leaves)) {
        m->out_of_memory = true;
        return;
    }
    m->leaves[m->leaves_count++] = number;
}

static void add_known_leaf(machine *m, uint32_t number) {
    if (!grow(&m->leaves, &m->leaves_capacity, m->leaves_count + 1, sizeof *m->leaves)) {
        m->out_of_memory = true;
        return;
    }
    m->leaves[m->leaves_count++] = number;
}

/* --- names ---------------------------------------------------------------------------------------------------- */

static uint32_t interned_name(machine *m, uint32_t parent, uint32_t slot) {
    uint64_t key = (uint64_t)parent << 32 | slot;
    if (2 * (m->names_count + 1) > m->name_mask + 1) {
        uint64_t wider = m->name_slots ? m->name_mask * 2 + 1 : 4095;
        uint32_t *slots = calloc(wider + 1, sizeof *slots);
        if (!slots) {
            m->out_of_memory = true;
            return 1;
        }
        for (uint64_t at = 0; m->name_slots && at <= m->name_mask; at++) {
            uint32_t name = m->name_slots[at];
            if (!name) continue;
            uint64_t place = mixed(m->name_keys[name]) & wider;
            while (slots[place]) place = (place + 1) & wider;
            slots[place] = name;
        }
        free(m->name_slots);
        m->name_slots = slots;
        m->name_mask = wider;
    }
    uint64_t at = mixed(key) & m->name_mask;
    for (; m->name_slots[at]; at = (at + 1) & m->name_mask)
        if (m->name_keys[m->name_slots[at]] == key) return m->name_slots[at];
    if (m->objects_count >= m->objects_reserved) {
        m->out_of_memory = true;
        return 1;
    }
    uint32_t name = (uint32_t)m->objects_count++;
    m->name_keys[name] = key;
    m->name_slots[at] = name;
    m->names_count++;
    return name;
}

static uint32_t thread_root(machine *m, uint32_t number) { return interned_name(m, 0, 2 * number + 1); }

/* The name of an object that is reached by a slot of something with a name. */
static inline int64_t name_of(machine *m, int64_t number, uint32_t parent, uint32_t slot) {
    if (number <= (int64_t)m->p->statics) return number;
    object *o = &m->objects[number];
    if (o->mark == m->mark) return o->name;
    uint32_t name = interned_name(m, parent, slot);
    o = &m->objects[number];
    o->mark = m->mark;
    o->name = name;
    if (!grow(&m->queue, &m->queue_capacity, m->queue_count + 1, sizeof *m->queue)) {
        m->out_of_memory = true;
        return name;
    }
    m->queue[m->queue_count++] = (uint32_t)number;
    return name;
}

/* An object that has a name already, or nothing. */
static int64_t known_name(machine *m, int64_t number) {
    if (number <= (int64_t)m->p->statics) return number;
    object *o = &m->objects[number];
    return o->mark == m->mark ? (int64_t)o->name : -1;
}

static void know_thread(machine *m, int64_t number) {
    if (number > 0 && (uint64_t)number < m->known_capacity && !m->known_threads[number]) m->known_threads[number] = 1;
}

/* Names what a word refers to; says whether the number is the name. */
static inline bool name_word(machine *m, word value, uint8_t link, uint32_t parent, uint32_t slot) {
    if (link == LINK_THREAD) {
        know_thread(m, value);
        return true;
    }
    return name_of(m, value, parent, slot) == value;
}

static void put_word(machine *m, word value, uint8_t link) {
    put(m, link == LINK_REFERENCE || link == LINK_POINTER ? (value > (word)m->p->statics ? m->objects[value].name : value)
                                                          : value);
}

/* --- objects -------------------------------------------------------------------------------------------------- */

/* Where an identity begins in a block, from a place on; the size if there is none. */
static inline int64_t next_identity(const object *o, int64_t at) {
    const uint8_t *what = o->data + o->size;
    while (at < o->size && what[at] < FRAGMENT) at++;
    return at;
}

static int64_t identity_end(const object *o, int64_t at) {
    const uint8_t *what = o->data + o->size;
    int64_t end = at + 1;
    while (end < o->size && what[end] >= FRAGMENT && what[end] == what[end - 1] + 1 && o->links[end] == o->links[at]) end++;
    return end;
}

/* Names the locks of a guard; memory on the heap is not kept from being lost by that. */
static bool name_guard(machine *m, const guard *g, uint32_t parent, uint32_t slot) {
    bool is_same = true;
    for (uint32_t i = 0; g && g->is_set && i < g->count; i++) {
        lock_key key = g->locks[i];
        if ((key.kind != KEY_REFERENCE && key.kind != KEY_POINTER) || key.a <= (int64_t)m->p->statics) continue;
        object *o = &m->objects[key.a];
        if (o->kind == BLOCK && o->mark != m->mark) is_same = false;
        else is_same &= name_of(m, key.a, parent, slot + i) == key.a;
    }
    return is_same;
}

/* Names what an object refers to; says whether all numbers are names. */
static bool name_targets(machine *m, uint32_t number, uint32_t name) {
    object *o = &m->objects[number];
    bool is_same = !o->guard || name_guard(m, o->guard, name, 0xffffff00u);
    o = &m->objects[number];
    if (o->kind == INSTANCE) {
        const class_info *class = &m->p->classes[o->type];
        for (uint32_t i = 0; i < class->links_count; i++) {
            uint32_t slot = class->links[i] >> 2;
            word value = ((word *)o->data)[slot];
            if (value > 0) is_same &= name_word(m, value, class->links[i] & 3, name, slot), o = &m->objects[number];
        }
    } else if (o->kind == ARRAY) {
        const array_info *type = &m->p->arrays[o->type];
        if (type->link == LINK_NONE) return is_same;
        for (int64_t i = 0; i < o->size; i++) {
            word value;
            memcpy(&value, o->data + i * type->size, sizeof value);
            if (value > 0) is_same &= name_word(m, value, type->link, name, (uint32_t)i), o = &m->objects[number];
        }
    } else if (o->kind == BLOCK && o->links) {
        for (int64_t at = next_identity(o, 0); at < o->size;) {
            identity value = m->identities[o->links[at]];
            if (value.kind == IS_THREAD) know_thread(m, value.a);
            else if (value.kind != IS_NAN && value.a > 0) is_same &= name_of(m, value.a, name, (uint32_t)at) == value.a;
            o = &m->objects[number];
            at = next_identity(o, identity_end(o, at));
        }
    }
    return is_same;
}

static void put_block(machine *m, const object *o) {
    const uint8_t *what = o->data + o->size;
    for (int64_t at = 0; at < o->size;) {
        int64_t end = at + 1;
        if (what[at] == NOTHING) {
            while (end < o->size && what[end] == NOTHING) end++;
            put_byte(m, 0), put(m, end - at);
        } else if (what[at] == NUMBER && o->data[at] == 0) {
            while (end < o->size && what[end] == NUMBER && o->data[end] == 0) end++;
            put_byte(m, 1), put(m, end - at);
        } else if (what[at] == NUMBER) {
            /* up to a longer run of zeros */
            while (end < o->size && what[end] == NUMBER &&
                   (o->data[end] || (end + 1 < o->size && what[end + 1] == NUMBER && o->data[end + 1])))
                end++;
            put_byte(m, 2), put(m, end - at), put_bytes(m, o->data + at, (uint64_t)(end - at));
        } else if (what[at] == PARTIAL) {
            put_byte(m, 3), put_byte(m, o->data[at]), put_byte(m, (uint8_t)o->links[at]);
        } else {
            identity value = m->identities[o->links[at]];
            end = identity_end(o, at);
            put_byte(m, 4), put_byte(m, what[at]), put_byte(m, (uint8_t)(end - at));
            put_byte(m, value.kind), put_byte(m, value.size);
            put_word(m, value.a, value.kind == IS_POINTER || value.kind == IS_REFERENCE ? LINK_REFERENCE : LINK_NONE);
            put(m, value.b);
        }
        at = end;
    }
}

static void put_guard(machine *m, const guard *g) {
    if (!g || !g->is_set) {
        put_byte(m, 0);
        return;
    }
    put_byte(m, (uint8_t)(g->count + 1));
    lock_key locks[MOST_GUARDS];
    uint32_t count = g->count;
    for (uint32_t i = 0; i < count; i++) {
        lock_key key = g->locks[i];
        if (key.kind == KEY_REFERENCE || key.kind == KEY_POINTER) {
            if (key.a > (int64_t)m->p->statics && m->objects[key.a].mark != m->mark) key = (lock_key){0, 0, KEY_NONE};
            else if (key.a > (int64_t)m->p->statics) key.a = m->objects[key.a].name;
        }
        uint32_t at = i;
        for (; at && (locks[at - 1].kind > key.kind || (locks[at - 1].kind == key.kind && (locks[at - 1].a > key.a ||
                      (locks[at - 1].a == key.a && locks[at - 1].b > key.b)))); at--) locks[at] = locks[at - 1];
        locks[at] = key;
    }
    for (uint32_t i = 0; i < count; i++) put_byte(m, locks[i].kind), put(m, locks[i].a), put(m, locks[i].b);
}

static void get_guard(guard *g, const uint8_t **at) {
    uint8_t count = *(*at)++;
    g->is_set = count > 0;
    g->count = count ? (uint8_t)(count - 1) : 0;
    for (uint32_t i = 0; i < g->count; i++) {
        g->locks[i].kind = *(*at)++;
        g->locks[i].a = get(at), g->locks[i].b = get(at);
    }
}

static void put_object(machine *m, uint32_t number, uint32_t name) {
    object *o = &m->objects[number];
    m->buffer_used = 0;
    put_byte(m, TAG_OBJECT);
    put(m, name);
    put_byte(m, o->kind);
    if (o->kind == DEAD) return;
    put(m, o->type), put(m, o->site), put(m, o->size);
    put_guard(m, o->guard);
    if (o->kind == INSTANCE) {
        const class_info *class = &m->p->classes[o->type];
        uint32_t next = 0;
        for (uint32_t slot = 0; slot < class->words; slot++) {
            uint8_t link = next < class->links_count && class->links[next] >> 2 == slot ? class->links[next++] & 3 : LINK_NONE;
            put_word(m, ((word *)o->data)[slot], link);
        }
    } else if (o->kind == ARRAY) {
        const array_info *type = &m->p->arrays[o->type];
        if (type->size == 1) {
            put_bytes(m, o->data, (uint64_t)o->size);
        } else {
            for (int64_t i = 0; i < o->size; i++) {
                const uint8_t *place = o->data + i * type->size;
                word value[2] = {0, 0};
                memcpy(value, place, type->size);
                put_word(m, value[0], type->link);
                if (type->size == 16) put(m, value[1]);
            }
        }
    } else {
        put_byte(m, o->origin);
        put_block(m, o);
    }
}

static void get_block(machine *m, object *o, const uint8_t *at) {
    uint8_t *what = o->data + o->size;
    for (int64_t place = 0; place < o->size;) {
        int64_t count = 1;
        switch (*at++) {
        case 0:
            count = get(&at);
            memset(o->data + place, 0, (size_t)count), memset(what + place, NOTHING, (size_t)count);
            break;
        case 1:
            count = get(&at);
            memset(o->data + place, 0, (size_t)count), memset(what + place, NUMBER, (size_t)count);
            break;
        case 2:
            count = get(&at);
            memcpy(o->data + place, at, (size_t)count), memset(what + place, NUMBER, (size_t)count);
            at += count;
            break;
        case 3:
            if (!o->links && !give_links(o)) {
                m->out_of_memory = true;
                return;
            }
            o->data[place] = *at++, o->links[place] = *at++, what[place] = PARTIAL;
            break;
        default: {
            if (!o->links && !give_links(o)) {
                m->out_of_memory = true;
                return;
            }
            uint8_t first = *at++;
            count = *at++;
            identity value;
            value.kind = *at++, value.size = *at++;
            value.a = get(&at), value.b = get(&at);
            uint32_t link = identity_of(m, value);
            for (int64_t i = 0; i < count; i++) {
                o->data[place + i] = 0;
                what[place + i] = (uint8_t)(first + i);
                o->links[place + i] = link;
            }
        }
        }
        place += count;
    }
}

/* Brings the contents of an object back. */
static void get_object(machine *m, uint32_t component) {
    const uint8_t *at = component_at(m, component) + 1;
    uint32_t number = (uint32_t)get(&at);
    object *o = &m->objects[number];
    o->component = component;
    o->is_dirty = 0;
    o->kind = *at++;
    if (o->kind == DEAD) return;
    o->type = (uint32_t)get(&at), o->site = (uint32_t)get(&at);
    int64_t size = get(&at);
    if (*at || o->guard) {
        if (!o->guard) o->guard = calloc(1, sizeof *o->guard);
        if (!o->guard) {
            m->out_of_memory = true;
            o->kind = DEAD;
            return;
        }
        get_guard(o->guard, &at);
    } else {
        at++;
    }
    if (o->kind == BLOCK && o->links && o->links_capacity < (size_t)size) {
        free(o->links);
        o->links = NULL, o->links_capacity = 0;
    }
    o->size = size;
    uint32_t width = o->kind == INSTANCE ? sizeof(word) : o->kind == BLOCK ? 2 : m->p->arrays[o->type].size;
    if (!make_room(o, size * width)) {
        m->out_of_memory = true;
        o->kind = DEAD;
        return;
    }
    if (o->kind == INSTANCE) {
        for (int64_t i = 0; i < size; i++) ((word *)o->data)[i] = get(&at);
    } else if (o->kind == ARRAY) {
        if (width == 1) {
            memcpy(o->data, at, (size_t)size);
        } else {
            for (int64_t i = 0; i < size; i++) {
                word value[2] = {get(&at), 0};
                if (width == 16) value[1] = get(&at);
                memcpy(o->data + i * width, value, width);
            }
        }
    } else {
        o->origin = *at++;
        get_block(m, o, at);
    }
}

/* --- numbering everything that can be reached ------------------------------------------------------------------- */

static void follow(machine *m, bool is_recorded) {
    while (m->queue_done < m->queue_count && !m->out_of_memory) {
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

static void number_globals(machine *m, bool is_recorded) {
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

static void put_key(machine *m, lock_key key) {
    put_byte(m, key.kind);
    if (!key.kind) return;
    put_word(m, key.a, key.kind == KEY_LOCK ? LINK_NONE : LINK_REFERENCE);
    put(m, key.b);
}

static lock_key get_key(const uint8_t **at) {
    lock_key key = {0, 0, *(*at)++};
    if (key.kind) key.a = get(at), key.b = get(at);
    return key;
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

static void number_thread(machine *m, thread *t, bool is_recorded) {
    const program *p = m->p;
    uint32_t header = (uint32_t)m->leaves_count;
    if (is_recorded) add_known_leaf(m, 0);
    for (uint32_t depth = 0; depth < t->depth; depth++) {
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
        put_byte(m, t->has_own);
        for (uint32_t i = 0; t->has_own && i < p->owns; i++) put_word(m, t->own[i], p->own_links[i]);
        uint32_t number = component_of(&m->components, m->buffer, m->buffer_used);
        if (!number) m->out_of_memory = true;
        else m->leaves[header] = number;
    }
    follow(m, is_recorded);
}

static bool knows_key(machine *m, lock_key key) { return key.kind == KEY_LOCK || known_name(m, key.a) >= 0 || key.a < 0; }

static bool remembers(machine *m, const thread *t) {
    return t->number == 1 || m->known_threads[t->number] || t->has_exception;
}

static void begin_numbering(machine *m) {
    if (!++m->mark) {
        for (uint64_t i = 0; i < m->objects_count; i++) m->objects[i].mark = 0;
        m->mark = 1;
    }
    m->queue_count = m->queue_done = 0;
    if (m->known_capacity < m->threads_count + 1) grow(&m->known_threads, &m->known_capacity, m->threads_count + 1, 1);
    memset(m->known_threads, 0, m->threads_count + 1);
}

static void know_owners(machine *m) {
    for (uint32_t i = 0; i < m->locks_count; i++)
        if (knows_key(m, m->locks[i].key)) know_thread(m, m->locks[i].owner);
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

static void find_lost(machine *m) {
    m->lost_next_count = 0;
    if (!m->p->has_heap) return;
    if (!grow(&m->lost_next, &m->lost_next_capacity, 2 * m->lost_count + 2, sizeof *m->lost_next)) {
        m->out_of_memory = true;
        return;
    }
    memcpy(m->lost_next, m->lost, 2 * m->lost_count * sizeof *m->lost_next);
    m->lost_next_count = m->lost_count;
    for (uint64_t i = 0; i < m->fresh_count; i++) add_lost(m, m->fresh[i]);
    for (uint64_t s = 0; s < m->segments_count; s++) {
        tree *t = &m->segments[s].tree;
        for (uint32_t i = 0; i < t->count; i++) {
            const uint8_t *at = component_at(m, t->levels[0][i]);
            if (*at++ == TAG_OBJECT) add_lost(m, (uint32_t)get(&at));
        }
    }
    qsort(m->lost_next, m->lost_next_count, 2 * sizeof *m->lost_next, by_site);
}

/* Numbers everything that can be reached; the answer of `remembers` is right afterwards. */
void machine_number(machine *m) {
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

/* --- what several threads can see ----------------------------------------------------------------------------- */

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

/* --- recording ------------------------------------------------------------------------------------------------ */

static bool end_segment(machine *m, uint64_t *chain) {
    uint64_t index = *chain;
    if (!grow(&m->chain, &m->chain_capacity, index + 1, sizeof *m->chain)) return false;
    const segment *before = index < m->segments_count ? &m->segments[index] : NULL;
    uint32_t root = tree_root(m, before ? &before->tree : NULL, (uint32_t)m->leaves_count);
    if (m->leaves_count && !root) return false;
    m->chain[index] = pair_of(&m->nodes, (uint32_t)m->leaves_count, root, NULL);
    m->leaves_count = 0;
    *chain = index + 1;
    return m->chain[index] != 0;
}

static int by_key(const void *x, const void *y) {
    const held_lock *a = x, *b = y;
    if (a->key.kind != b->key.kind) return a->key.kind < b->key.kind ? -1 : 1;
    if (a->key.a != b->key.a) return a->key.a < b->key.a ? -1 : 1;
    return a->key.b < b->key.b ? -1 : a->key.b > b->key.b;
}

static void put_rest(machine *m) {
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
    add_leaf(m);
}

/* The number of the state that the machine is in; 0 when there is no memory for it. */
uint32_t machine_record(machine *m, bool *is_new) {
    uint64_t chain = 0;
    begin_numbering(m);
    m->leaves_count = 0;
    number_globals(m, true);
    if (m->out_of_memory || !end_segment(m, &chain)) return 0;
    for (uint32_t i = 1; i < m->threads_count; i++) {
        if (!m->threads[i].exists || m->threads[i].activity == ENDED) continue;
        number_thread(m, &m->threads[i], true);
        if (m->out_of_memory || !end_segment(m, &chain)) return 0;
    }
    for (bool is_growing = true; is_growing;) {
        is_growing = false;
        know_owners(m);
        for (uint32_t i = 1; i < m->threads_count; i++) {
            thread *t = &m->threads[i];
            if (!t->exists || t->activity != ENDED || !remembers(m, t) || m->known_threads[i] == 2) continue;
            m->known_threads[i] = 2;
            number_thread(m, t, true);
            if (m->out_of_memory || !end_segment(m, &chain)) return 0;
            is_growing = true;
        }
    }
    put_rest(m);
    if (m->out_of_memory || !end_segment(m, &chain)) return 0;
    uint32_t all = 0;
    for (uint64_t i = 0; i < chain; i++) {
        all = pair_of(&m->nodes, all, m->chain[i], NULL);
        if (!all) return 0;
    }
    return pair_of(&m->states, (uint32_t)chain, all, is_new);
}

/* --- restoring ------------------------------------------------------------------------------------------------ */

static void get_globals(machine *m, uint32_t component) {
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
    uint64_t capacity = t->frames_capacity, before = capacity;
    if (!grow(&t->frames, &capacity, depth + 1, sizeof *t->frames)) {
        m->out_of_memory = true;
        return;
    }
    if (capacity > before) memset(t->frames + before, 0, (capacity - before) * sizeof *t->frames);
    t->frames_capacity = (uint32_t)capacity;
    frame *f = &t->frames[depth];
    f->function = (uint32_t)get(&at), f->location = (int32_t)get(&at), f->call_edge = (int32_t)get(&at);
    bool is_live = get(&at);
    const function *code = &m->p->functions[f->function];
    f->base = 0;
    if (depth) {
        frame *below = &t->frames[depth - 1];
        f->base = below->base + m->p->functions[below->function].registers + m->p->functions[below->function].temporaries;
    }
    uint64_t words = t->words_capacity;
    if (!grow(&t->words, &words, (uint64_t)f->base + code->registers + code->temporaries + 8, sizeof *t->words)) {
        m->out_of_memory = true;
        return;
    }
    t->words_capacity = (uint32_t)words;
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
    t->has_own = *at++;
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

static void get_rest(machine *m, uint32_t component) {
    const uint8_t *at = component_at(m, component) + 1;
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

static bool open_segment(machine *m, segment *s, uint32_t pair) {
    uint64_t value = m->nodes.pairs[pair];
    uint32_t count = (uint32_t)(value >> 32), root = (uint32_t)value, levels = 0;
    if (!tree_room(&s->tree, count)) return false;
    for (uint32_t size = count; size > 1; size = (size + 1) / 2) levels++;
    uint32_t old = s->tree.count;
    if (count) unfold(m, &s->tree, levels, 0, root, old, count);
    s->tree.count = count;
    s->root = root, s->pair = pair;
    return true;
}

/* Goes to a recorded state. */
void machine_restore(machine *m, uint32_t state) {
    machine_undo(m);
    m->state = state;
    uint64_t value = m->states.pairs[state];
    uint32_t count = (uint32_t)(value >> 32), all = (uint32_t)value;
    if (!grow(&m->chain, &m->chain_capacity, count, sizeof *m->chain)) {
        m->out_of_memory = true;
        return;
    }
    for (uint32_t i = count; i--;) {
        uint64_t link = m->nodes.pairs[all];
        m->chain[i] = (uint32_t)link;
        all = (uint32_t)(link >> 32);
    }
    uint64_t before = m->segments_capacity;
    if (!grow(&m->segments, &m->segments_capacity, count, sizeof *m->segments)) {
        m->out_of_memory = true;
        return;
    }
    if (m->segments_capacity > before)
        memset(m->segments + before, 0, (m->segments_capacity - before) * sizeof *m->segments);
    uint64_t old_count = m->segments_count;
    for (uint64_t s = 1; s + 1 < old_count; s++) m->threads[m->segments[s].thread].is_dirty = 3;
    for (uint32_t s = 0; s < count; s++) {
        segment *here = &m->segments[s];
        bool is_same = s < old_count && here->pair == m->chain[s];
        uint32_t was = here->thread;
        bool had_thread = s && s + 1 < old_count;
        if (!is_same && !open_segment(m, here, m->chain[s])) {
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
    for (uint32_t i = 1; i < m->threads_count; i++)
        if (m->threads[i].is_dirty == 3) m->threads[i].exists = 0, m->threads[i].is_dirty = 0, m->threads[i].low = 0;
}

uint64_t machine_bytes(machine *m) {
    return m->components.used + 12 * (uint64_t)m->components.count + 16 * (m->nodes.count + m->states.count);
}

/* --- opening -------------------------------------------------------------------------------------------------- */

bool machine_open(machine *m, const program *p, uint64_t memory) {
    memset(m, 0, sizeof *m);
    m->p = p;
    m->memory_limit = memory;
    m->objects_reserved = (uint64_t)1 << 26;
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
    bool is_open = components_open(&m->components, memory) && pairs_open(&m->nodes, memory / 8) &&
                   pairs_open(&m->states, memory / 8 < UINT32_MAX ? memory / 8 : UINT32_MAX);
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
    unreserve(m->objects, m->objects_reserved * sizeof *m->objects);
    unreserve(m->name_keys, m->objects_reserved * sizeof *m->name_keys);
    free(m->globals), free(m->globals_dirty), free(m->chunk_components), free(m->threads), free(m->dirty), free(m->fresh);
    free(m->unused), free(m->locks), free(m->lost), free(m->lost_next), free(m->offer.values), free(m->identities);
    free(m->identity_slots), free(m->name_slots), free(m->segments), free(m->chain), free(m->queue), free(m->buffer);
    free(m->global_guards), free(m->traits), free(m->accesses), free(m->leaves), free(m->scratch), free(m->known_threads);
    components_close(&m->components), pairs_close(&m->nodes), pairs_close(&m->states);
}
