/* Names of objects: how they are reached.
 *
 * The name of an object is the name of the object (or frame, or global) that leads to it first, breadth-first, and the
 * slot there. So equal states get equal names, whatever was created before, and what happens in one corner of the heap
 * changes no names in another (Musuvathi and Dill 2005). In a state that was restored, an object's number is its name.
 */
#include "state.h"

#include <stdlib.h>
#include <string.h>

uint32_t interned_name(machine *m, uint32_t parent, uint32_t slot) {
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

uint32_t thread_root(machine *m, uint32_t number) { return interned_name(m, 0, 2 * number + 1); }

/* An object that has a name already, or nothing. */
int64_t known_name(machine *m, int64_t number) {
    if (number <= (int64_t)m->p->statics) return number;
    object *o = &m->objects[number];
    return o->mark == m->mark ? (int64_t)o->name : -1;
}

/* Names the locks of a guard; nothing that the program knows is kept by that: no memory on the heap, no thread. */
bool name_guard(machine *m, const guard *g, uint32_t parent, uint32_t slot) {
    bool is_same = true;
    if (m->without_guards) return true;
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
bool name_targets(machine *m, uint32_t number, uint32_t name) {
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
