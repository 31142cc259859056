/* Objects: allocation, and memory as bytes that know what they are. */
#define _DEFAULT_SOURCE
#include "machine.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

void *reserve(uint64_t bytes) {
    void *place = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return place == MAP_FAILED ? NULL : place;
}

void unreserve(void *place, uint64_t bytes) {
    if (place) munmap(place, bytes);
}

bool enlarge(void *place, uint64_t *capacity, uint64_t needed, size_t size) {
    uint64_t larger = *capacity ? *capacity * 2 : 16;
    if (larger < needed) larger = needed;
    void *items = realloc(*(void **)place, larger * size);
    if (!items) return false;
    *(void **)place = items;
    *capacity = larger;
    return true;
}

/* --- objects -------------------------------------------------------------------------------------------------- */

/* Whether so many bytes more may be taken for what a state consists of, besides what is taken for recorded ones. */
bool within_memory(machine *m, uint64_t more) { return machine_bytes(m) + more <= m->memory_limit; }

/* Makes an array of a thread hold so many items at least, and counts what it takes. */
bool grow_within(machine *m, void *place, uint32_t *capacity, uint64_t needed, size_t size) {
    uint64_t held = *capacity, larger = 2 * held > needed ? 2 * held : needed;
    if (needed <= held) return true;
    if (larger > UINT32_MAX || !within_memory(m, larger * size)) return false;
    if (!grow(place, &held, needed, size)) return false;
    m->held += (held - *capacity) * size;
    *capacity = (uint32_t)held;
    return true;
}

bool make_room(machine *m, object *o, int64_t bytes) {
    if ((uint64_t)bytes <= o->capacity) return true;
    free(o->data);
    m->held -= o->capacity;
    o->data = within_memory(m, (uint64_t)bytes) ? malloc((size_t)bytes) : NULL;
    o->capacity = o->data ? (size_t)bytes : 0;
    m->held += o->capacity;
    return o->data != NULL;
}

void take_links(machine *m, object *o) {
    free(o->links);
    m->held -= o->links_capacity * sizeof *o->links;
    o->links = NULL;
    o->links_capacity = 0;
}

bool give_links(machine *m, object *o) {
    if (o->links && o->links_capacity >= (size_t)o->size) return true;
    take_links(m, o);
    size_t count = (size_t)(o->size ? o->size : 1);
    if (!within_memory(m, count * sizeof *o->links)) return false;
    o->links = malloc(count * sizeof *o->links);
    o->links_capacity = o->links ? count : 0;
    m->held += o->links_capacity * sizeof *o->links;
    return o->links != NULL;
}

static int64_t fresh_object(machine *m) {
    uint32_t number;
    if (m->unused_count) {
        number = m->unused[--m->unused_count];
    } else {
        if (m->objects_count >= m->objects_reserved) return limited(m, L_MEMORY), 0;
        number = (uint32_t)m->objects_count++;
    }
    if (!grow(&m->fresh, &m->fresh_capacity, m->fresh_count + 1, sizeof *m->fresh)) return limited(m, L_MEMORY), 0;
    m->fresh[m->fresh_count++] = number;
    object *o = &m->objects[number];
    o->component = 0;
    o->is_dirty = 1;
    o->reached = 0; /* nobody else can reach it */
    free(o->guard);
    o->guard = NULL;
    take_links(m, o);
    return number;
}

static bool within_site(machine *m, uint32_t site) {
    int64_t limit = m->p->site_limits ? m->p->site_limits[site] : -1;
    if (limit < 0) limit = m->p->instance_limit;
    if (limit < 0) return true;
    int64_t live = 0;
    machine_number(m);
    for (uint64_t i = 0; i < m->queue_count; i++) {
        object *o = &m->objects[m->queue[i]];
        live += o->kind != DEAD && m->queue[i] > m->p->statics && o->site == site;
    }
    if (m->p->has_heap) {
        for (uint64_t i = 0; i < m->lost_count; i++) live += m->lost[2 * i] == site;
    }
    return live < limit || cut(m, C_INSTANCES, site);
}

int64_t new_instance(machine *m, uint32_t class, uint32_t site) {
    if (!within_site(m, site)) return 0;
    int64_t number = fresh_object(m);
    if (!number) return 0;
    object *o = &m->objects[number];
    o->kind = INSTANCE;
    o->type = class;
    o->site = site;
    o->size = m->p->classes[class].words;
    if (!make_room(m, o, o->size * (int64_t)sizeof(word))) return limited(m, L_MEMORY), 0;
    memset(o->data, 0, (size_t)o->size * sizeof(word));
    return number;
}

#define LONGEST_ARRAY (1 << 24)

int64_t new_array(machine *m, uint32_t type, int64_t length, uint32_t site) {
    if (length < 0) return undefined(m, U_NEGATIVE_ARRAY), 0;
    if (m->p->array_limit >= 0 && length > m->p->array_limit) return cut(m, C_ARRAY, 0), 0;
    if (length > LONGEST_ARRAY) return limited(m, L_ARRAY), 0;
    if (!within_site(m, site)) return 0;
    int64_t number = fresh_object(m);
    if (!number) return 0;
    object *o = &m->objects[number];
    o->kind = ARRAY;
    o->type = type;
    o->site = site;
    o->size = length;
    if (!make_room(m, o, length * m->p->arrays[type].size)) return limited(m, L_MEMORY), 0;
    memset(o->data, 0, (size_t)(length * m->p->arrays[type].size));
    return number;
}

int64_t new_block(machine *m, int64_t size, uint8_t origin, bool zeroed, uint32_t site) {
    if (size > (int64_t)1 << 32) return limited(m, L_MEMORY), 0;
    int64_t number = fresh_object(m);
    if (!number) return 0;
    object *o = &m->objects[number];
    o->kind = BLOCK;
    o->origin = origin;
    o->type = 0;
    o->site = site;
    o->size = size;
    if (!make_room(m, o, 2 * size)) return limited(m, L_MEMORY), 0;
    memset(o->data, 0, (size_t)size);
    memset(o->data + size, zeroed ? NUMBER : NOTHING, (size_t)size);
    return number;
}

void touch(machine *m, int64_t number) {
    object *o = &m->objects[number];
    if (o->is_dirty) return;
    o->is_dirty = 1;
    if (!grow(&m->dirty, &m->dirty_capacity, m->dirty_count + 1, sizeof *m->dirty)) {
        m->out_of_memory = true;
        return;
    }
    m->dirty[m->dirty_count++] = (uint32_t)number;
}

void kill_object(machine *m, int64_t number) {
    if (!object_at(m, number)) return;
    touch(m, number);
    write_link(m, number);
    m->objects[number].kind = DEAD;
}

/* --- identities in memory ------------------------------------------------------------------------------------- */

static uint64_t identity_hash(identity value) {
    return mixed((uint64_t)value.a * 0x9e3779b97f4a7c15u ^ mixed((uint64_t)value.b + value.kind * 64u + value.size));
}

static bool same_identity(identity x, identity y) {
    return x.kind == y.kind && x.size == y.size && x.a == y.a && x.b == y.b;
}

/* The number of an identity: what is equal has one number. */
uint32_t identity_of(machine *m, identity value) {
    if (2 * (uint64_t)(m->identities_count + 1) > (uint64_t)m->identity_mask + 1 || !m->identity_slots) {
        uint32_t mask = m->identity_slots ? m->identity_mask * 2 + 1 : 1023;
        uint32_t *slots = calloc((size_t)mask + 1, sizeof *slots);
        uint64_t capacity = m->identities_capacity;
        if (!slots || !grow(&m->identities, &capacity, mask / 2 + 2, sizeof *m->identities)) {
            free(slots);
            m->out_of_memory = true;
            return 0;
        }
        m->identities_capacity = (uint32_t)capacity;
        free(m->identity_slots);
        m->identity_slots = slots;
        m->identity_mask = mask;
        for (uint32_t i = 0; i < m->identities_count; i++) {
            uint64_t at = identity_hash(m->identities[i]) & mask;
            while (slots[at]) at = (at + 1) & mask;
            slots[at] = i + 1;
        }
    }
    uint64_t at = identity_hash(value) & m->identity_mask;
    while (m->identity_slots[at]) {
        uint32_t number = m->identity_slots[at] - 1;
        if (same_identity(m->identities[number], value)) return number;
        at = (at + 1) & m->identity_mask;
    }
    m->identities[m->identities_count] = value;
    m->identity_slots[at] = ++m->identities_count;
    return m->identities_count - 1;
}

/* --- access --------------------------------------------------------------------------------------------------- */

object *block_at(machine *m, int64_t number, int64_t offset, int64_t size) {
    object *o = object_at(m, number);
    if (!o || o->kind != BLOCK) {
        undefined(m, number == 0 && offset == 0 ? U_NULL : U_INVALID_DEREFERENCE);
        return NULL;
    }
    if (offset < 0 || offset > o->size - size || size > o->size) {
        undefined(m, U_BOUNDS);
        return NULL;
    }
    return o;
}

static object *writable(machine *m, int64_t number, int64_t offset, int64_t size, bool has_links) {
    object *o = block_at(m, number, offset, size);
    if (!o) return NULL;
    if (o->origin == CONSTANT && size) {
        undefined(m, U_CONSTANT_WRITE);
        return NULL;
    }
    touch(m, number);
    if (has_links || o->links) write_link(m, number);
    return o;
}

bool block_write(machine *m, int64_t number, int64_t offset, const uint8_t *bytes, uint32_t size) {
    object *o = writable(m, number, offset, size, false);
    if (!o) return false;
    memcpy(o->data + offset, bytes, size);
    memset(o->data + o->size + offset, NUMBER, size);
    return true;
}

bool block_write_identity(machine *m, int64_t number, int64_t offset, identity value) {
    object *o = writable(m, number, offset, value.size, true);
    if (!o) return false;
    if (!give_links(m, o)) return limited(m, L_MEMORY);
    uint32_t link = identity_of(m, value);
    for (uint32_t i = 0; i < value.size; i++) {
        o->data[offset + i] = 0;
        o->data[o->size + offset + i] = (uint8_t)(FRAGMENT + i);
        o->links[offset + i] = link;
    }
    return true;
}

/* Why a byte that is no number cannot be read as one. */
static bool no_number(machine *m, const object *o, int64_t at) {
    uint8_t what = o->data[o->size + at];
    if (what == NOTHING || what == PARTIAL) return undefined(m, U_UNINITIALISED);
    identity part = m->identities[o->links[at]];
    if (part.kind == IS_NAN) return undefined(m, U_NAN_BITS);
    if (part.kind == IS_POINTER) return undefined(m, part.a > 0 && !object_at(m, part.a) ? U_DEAD_ADDRESS : U_ADDRESS);
    return undefined(m, U_PUNNED);
}

/* Reads a scalar: as bytes of a number, or as an identity of the kind (*value then has a size). */
bool block_read(machine *m, int64_t number, int64_t offset, uint32_t size, uint8_t kind, uint8_t *bytes, identity *value) {
    object *o = block_at(m, number, offset, size);
    value->size = 0;
    if (!o) return false;
    const uint8_t *what = o->data + o->size + offset;
    uint32_t numbers = 0;
    while (numbers < size && what[numbers] == NUMBER) numbers++;
    if (numbers == size) {
        memcpy(bytes, o->data + offset, size);
        return true;
    }
    if (kind != 0xff && what[0] == FRAGMENT) {
        identity whole = m->identities[o->links[offset]];
        uint32_t i = 0;
        while (i < size && what[i] == FRAGMENT + i && o->links[offset + i] == o->links[offset]) i++;
        if (i == size && whole.size == size && whole.kind == kind) {
            *value = whole;
            return true;
        }
    }
    return no_number(m, o, offset + numbers);
}

static uint32_t place_of(const machine *m, uint32_t index, uint32_t size) {
    return 8 * (m->p->big_endian ? size - 1 - index : index);
}

static uint8_t part_of(uint64_t mask, uint32_t place) { return place < 64 ? (uint8_t)(mask >> place) : 0; }

bool block_read_bits(machine *m, int64_t number, int64_t offset, uint32_t size, uint32_t shift, uint32_t width,
                     uint64_t *bits) {
    object *o = block_at(m, number, offset, size);
    if (!o) return false;
    uint64_t mask = (width < 64 ? ((uint64_t)1 << width) - 1 : ~(uint64_t)0) << shift, value = 0;
    for (uint32_t i = 0; i < size; i++) {
        uint32_t place = place_of(m, i, size);
        uint8_t wanted = part_of(mask, place), what = o->data[o->size + offset + i];
        if (!wanted) continue;
        if (what == NUMBER) {
            value |= (uint64_t)o->data[offset + i] << place;
        } else if (what == PARTIAL) {
            if (wanted & ~o->links[offset + i]) return undefined(m, U_UNINITIALISED);
            value |= (uint64_t)o->data[offset + i] << place;
        } else {
            return no_number(m, o, offset + i);
        }
    }
    *bits = value >> shift & (mask >> shift);
    return true;
}

bool block_write_bits(machine *m, int64_t number, int64_t offset, uint32_t size, uint32_t shift, uint32_t width,
                      uint64_t bits) {
    object *o = writable(m, number, offset, size, false);
    if (!o) return false;
    uint64_t mask = (width < 64 ? ((uint64_t)1 << width) - 1 : ~(uint64_t)0) << shift;
    for (uint32_t i = 0; i < size; i++) {
        uint32_t place = place_of(m, i, size);
        uint8_t written = part_of(mask, place), what = o->data[o->size + offset + i], old = 0, known = 0;
        if (!written) continue;
        if (written != 0xff) {
            if (what == NUMBER) {
                old = o->data[offset + i], known = 0xff;
            } else if (what == PARTIAL) {
                old = o->data[offset + i], known = (uint8_t)o->links[offset + i];
            } else if (what != NOTHING) {
                return no_number(m, o, offset + i);
            }
        }
        known |= written;
        old = (uint8_t)((old & ~written) | (part_of(bits << shift, place) & written));
        if (known == 0xff) {
            o->data[o->size + offset + i] = NUMBER;
        } else {
            if (!o->links && !give_links(m, o)) return limited(m, L_MEMORY);
            o->data[o->size + offset + i] = PARTIAL;
            o->links[offset + i] = known;
        }
        o->data[offset + i] = (uint8_t)(old & known);
    }
    return true;
}

bool block_copy(machine *m, int64_t to, int64_t to_offset, int64_t from, int64_t from_offset, int64_t size) {
    if (size < 0) return undefined(m, U_NEGATIVE_SIZE);
    object *source = block_at(m, from, from_offset, size);
    if (!source) return false;
    object *target = writable(m, to, to_offset, size, source->links);
    if (!target) return false;
    if (!size) return true;
    if (source->links) {
        if (!target->links && !give_links(m, target)) return limited(m, L_MEMORY);
        memmove(target->links + to_offset, source->links + from_offset, (size_t)size * sizeof *target->links);
    }
    memmove(target->data + to_offset, source->data + from_offset, (size_t)size);
    memmove(target->data + target->size + to_offset, source->data + source->size + from_offset, (size_t)size);
    return true;
}

bool block_fill(machine *m, int64_t number, int64_t offset, uint8_t value, int64_t size) {
    if (size < 0) return undefined(m, U_NEGATIVE_SIZE);
    object *o = writable(m, number, offset, size, false);
    if (!o) return false;
    memset(o->data + offset, value, (size_t)size);
    memset(o->data + o->size + offset, NUMBER, (size_t)size);
    return true;
}
