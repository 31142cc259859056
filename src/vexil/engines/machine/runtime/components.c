/* Components: parts of a state as bytes, with names in place of numbers. */
#include "state.h"

#include <stdlib.h>
#include <string.h>

void put_bytes(machine *m, const uint8_t *bytes, uint64_t size) {
    if (!grow(&m->buffer, &m->buffer_capacity, m->buffer_used + size, 1)) {
        m->out_of_memory = true;
        return;
    }
    memcpy(m->buffer + m->buffer_used, bytes, size);
    m->buffer_used += size;
}

void add_leaf(machine *m) {
    uint32_t number = component_of(&m->components, m->buffer, m->buffer_used);
    if (!number || !grow(&m->leaves, &m->leaves_capacity, m->leaves_count + 1, sizeof *m->leaves)) {
        m->out_of_memory = true;
        return;
    }
    m->leaves[m->leaves_count++] = number;
}

void add_known_leaf(machine *m, uint32_t number) {
    if (!grow(&m->leaves, &m->leaves_capacity, m->leaves_count + 1, sizeof *m->leaves)) {
        m->out_of_memory = true;
        return;
    }
    m->leaves[m->leaves_count++] = number;
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

void put_guard(machine *m, const guard *g) {
    if (!g || (!g->is_set && !g->seen)) {
        put_byte(m, 0);
        return;
    }
    put_byte(m, (uint8_t)(g->is_set ? g->count + 2 : 1));
    put(m, g->seen);
    lock_key locks[MOST_GUARDS];
    uint32_t count = g->is_set ? g->count : 0;
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

void get_guard(guard *g, const uint8_t **at) {
    uint8_t count = *(*at)++;
    g->is_set = count > 1;
    g->count = count > 1 ? (uint8_t)(count - 2) : 0;
    g->seen = count ? (uint32_t)get(at) : 0;
    for (uint32_t i = 0; i < g->count; i++) {
        g->locks[i].kind = *(*at)++;
        g->locks[i].a = get(at), g->locks[i].b = get(at);
    }
}

void put_object(machine *m, uint32_t number, uint32_t name) {
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
            if (!o->links && !give_links(m, o)) {
                m->out_of_memory = true;
                return;
            }
            o->data[place] = *at++, o->links[place] = *at++, what[place] = PARTIAL;
            break;
        default: {
            if (!o->links && !give_links(m, o)) {
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
void get_object(machine *m, uint32_t component) {
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
    if (o->kind == BLOCK && o->links && o->links_capacity < (size_t)size) take_links(m, o);
    o->size = size;
    uint32_t width = o->kind == INSTANCE ? sizeof(word) : o->kind == BLOCK ? 2 : m->p->arrays[o->type].size;
    if (!make_room(m, o, size * width)) {
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

void put_key(machine *m, lock_key key) {
    put_byte(m, key.kind);
    if (!key.kind) return;
    put_word(m, key.a, key.kind == KEY_LOCK ? LINK_NONE : LINK_REFERENCE);
    put(m, key.b);
}

lock_key get_key(const uint8_t **at) {
    lock_key key = {0, 0, *(*at)++};
    if (key.kind) key.a = get(at), key.b = get(at);
    return key;
}
