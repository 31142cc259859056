/* Parts of states that are kept once: components (bytes) and pairs. Numbers begin with 1. */
#include "machine.h"

#include <stdlib.h>
#include <string.h>

static uint64_t hash_of(const uint8_t *bytes, uint64_t size) {
    uint64_t h = 0x9e3779b97f4a7c15u ^ size;
    while (size >= 8) {
        uint64_t x;
        memcpy(&x, bytes, 8);
        h = (h ^ x) * 0xd6e8feb86659fd93u;
        h ^= h >> 29;
        bytes += 8, size -= 8;
    }
    uint64_t x = 0;
    memcpy(&x, bytes, size);
    return mixed(h ^ x * 0xff51afd7ed558ccdu);
}

/* --- components ----------------------------------------------------------------------------------------------- */

bool components_open(component_table *table, uint64_t bytes) {
    memset(table, 0, sizeof *table);
    table->reserved = bytes;
    table->mask = 4095;
    table->slots = calloc(table->mask + 1, sizeof *table->slots);
    table->bytes = reserve(bytes);
    table->starts = reserve(bytes);
    if (!table->slots || !table->bytes || !table->starts) return false;
    table->starts[1] = 0;
    return true;
}

void components_close(component_table *table) {
    free(table->slots);
    unreserve(table->bytes, table->reserved);
    unreserve(table->starts, table->reserved);
}

static bool larger(uint32_t **slots, uint64_t *mask, uint64_t count) {
    if (2 * (count + 1) <= *mask + 1) return true;
    uint64_t wider = *mask * 2 + 1;
    uint32_t *made = calloc(wider + 1, sizeof *made);
    if (!made) return false;
    free(*slots);
    *slots = made;
    *mask = wider;
    return true;
}

uint32_t component_of(component_table *table, const uint8_t *bytes, uint64_t size) {
    uint64_t mask = table->mask;
    if (!larger(&table->slots, &table->mask, table->count)) return 0;
    if (table->mask != mask) {
        for (uint32_t number = 1; number <= table->count; number++) {
            uint64_t start = table->starts[number], length = table->starts[number + 1] - start;
            uint64_t at = hash_of(table->bytes + start, length) & table->mask;
            while (table->slots[at]) at = (at + 1) & table->mask;
            table->slots[at] = number;
        }
    }
    uint64_t at = hash_of(bytes, size) & table->mask;
    for (; table->slots[at]; at = (at + 1) & table->mask) {
        uint32_t number = table->slots[at];
        uint64_t start = table->starts[number];
        if (table->starts[number + 1] - start == size && !memcmp(table->bytes + start, bytes, size)) return number;
    }
    if (table->used + size > table->reserved || 8 * ((uint64_t)table->count + 3) > table->reserved) return 0;
    memcpy(table->bytes + table->used, bytes, size);
    table->slots[at] = ++table->count;
    table->used += size;
    table->starts[table->count + 1] = table->used;
    return table->count;
}

/* --- pairs ---------------------------------------------------------------------------------------------------- */

bool pairs_open(pair_table *table, uint64_t count) {
    memset(table, 0, sizeof *table);
    table->capacity = count;
    table->mask = 4095;
    table->slots = calloc(table->mask + 1, sizeof *table->slots);
    table->pairs = reserve(count * sizeof *table->pairs);
    return table->slots && table->pairs;
}

void pairs_close(pair_table *table) {
    free(table->slots);
    unreserve(table->pairs, table->capacity * sizeof *table->pairs);
}

uint32_t pair_of(pair_table *table, uint32_t left, uint32_t right, bool *is_new) {
    uint64_t mask = table->mask, pair = (uint64_t)left << 32 | right;
    if (!larger(&table->slots, &table->mask, table->count)) return 0;
    if (table->mask != mask) {
        for (uint64_t number = 1; number <= table->count; number++) {
            uint64_t at = mixed(table->pairs[number]) & table->mask;
            while (table->slots[at]) at = (at + 1) & table->mask;
            table->slots[at] = (uint32_t)number;
        }
    }
    uint64_t at = mixed(pair) & table->mask;
    for (; table->slots[at]; at = (at + 1) & table->mask) {
        if (table->pairs[table->slots[at]] == pair) {
            if (is_new) *is_new = false;
            return table->slots[at];
        }
    }
    if (table->count + 2 >= table->capacity || table->count + 2 >= UINT32_MAX) return 0;
    table->pairs[++table->count] = pair;
    table->slots[at] = (uint32_t)table->count;
    if (is_new) *is_new = true;
    return (uint32_t)table->count;
}

/* The number of a pair of parts of a state. Most of those that are asked for have been so a moment ago. */
uint32_t tree_node(machine *m, uint32_t left, uint32_t right) {
    uint64_t pair = (uint64_t)left << 32 | right;
    recent_pair *recent = &m->recent[mixed(pair) % RECENT];
    if (!recent->number || recent->pair != pair) *recent = (recent_pair){pair, pair_of(&m->nodes, left, right, NULL)};
    return recent->number;
}

/* --- trees over the leaves of a segment ----------------------------------------------------------------------- */

bool tree_room(tree *t, uint32_t count) {
    for (uint32_t level = 0; count; level++, count = count > 1 ? (count + 1) / 2 : 0)
        if (!grow(&t->levels[level], &t->capacities[level], count, sizeof **t->levels)) return false;
    return true;
}

/* The root over some leaves; where a part is as before, so is its node. 0: no memory. */
uint32_t tree_root(machine *m, const uint32_t *leaves, const tree *before, uint32_t count) {
    const uint32_t *below = leaves;
    uint32_t size = count, old = before ? before->count : 0;
    if (!grow(&m->scratch, &m->scratch_capacity, 2 * (uint64_t)count + 64, sizeof *m->scratch)) return 0;
    uint32_t *above = m->scratch;
    for (uint32_t level = 0; size > 1; level++) {
        uint32_t half = (size + 1) / 2, half_old = (old + 1) / 2;
        for (uint32_t i = 0; i < half; i++) {
            uint32_t left = below[2 * i], right = 2 * i + 1 < size ? below[2 * i + 1] : 0;
            if (old > 1 && i < half_old && before->levels[level][2 * i] == left &&
                (2 * i + 1 < old ? before->levels[level][2 * i + 1] : 0) == right) {
                above[i] = before->levels[level + 1][i];
                continue;
            }
            above[i] = tree_node(m, left, right);
            if (!above[i]) return 0;
        }
        below = above, above += half;
        size = half, old = old > 1 ? half_old : 0;
    }
    return size ? below[0] : 0;
}
