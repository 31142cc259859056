/* Weak fairness: who could move all the time in the states of a component, and who moved.
 *
 * A thread is neglected if it can move in every state, and never does. An atomic section is one step to the others: a
 * state in which only threads inside sections move says of nobody that he cannot, unless the run stays in sections for
 * ever, which is guessed. Steps that are taken at once have states between them, which tell as much as recorded ones: that
 * a lock was held for a moment may be all that excuses a thread which waits for it. Without fairness daemons still do not
 * hold up a thread that is none. Sets of threads are kept once, as bits; 0 stands for a set of which nothing is known.
 */
#include "runs.h"

#include <stdlib.h>
#include <string.h>

static bool widen(uint64_t **bits, uint64_t *words, uint64_t count) {
    uint64_t before = *words;
    if (!grow(bits, words, count, sizeof **bits)) return false;
    memset(*bits + before, 0, (*words - before) * sizeof **bits);
    return true;
}

static uint32_t set_of(runs *r, const uint64_t *bits, uint64_t words) {
    while (words && !bits[words - 1]) words--;
    uint32_t number = component_of(&r->sets, (const uint8_t *)bits, words * sizeof *bits);
    if (!number) over(r->s, MEMORY);
    return number;
}

static uint64_t words_of(const runs *r, uint32_t set) {
    return (r->sets.starts[set + 1] - r->sets.starts[set]) / sizeof(uint64_t);
}

static uint64_t bits_of(const runs *r, uint32_t set, uint64_t word) {
    uint64_t bits = 0;
    if (word < words_of(r, set)) memcpy(&bits, r->sets.bytes + r->sets.starts[set] + word * sizeof bits, sizeof bits);
    return bits;
}

static uint32_t both(runs *r, uint32_t x, uint32_t y) {
    if (!x || !y) return x ? x : y;
    if (x == y) return x;
    uint64_t words = words_of(r, x) < words_of(r, y) ? words_of(r, x) : words_of(r, y);
    if (!widen(&r->scratch, &r->scratch_words, words + 1)) return over(r->s, MEMORY), x;
    for (uint64_t i = 0; i < words; i++) r->scratch[i] = bits_of(r, x, i) & bits_of(r, y, i);
    return set_of(r, r->scratch, words);
}

static uint32_t either(runs *r, uint32_t x, uint32_t y) {
    if (x == y) return x;
    uint64_t words = words_of(r, x) > words_of(r, y) ? words_of(r, x) : words_of(r, y);
    if (!widen(&r->scratch, &r->scratch_words, words + 1)) return over(r->s, MEMORY), x;
    for (uint64_t i = 0; i < words; i++) r->scratch[i] = bits_of(r, x, i) | bits_of(r, y, i);
    return set_of(r, r->scratch, words);
}

bool fairness_open(runs *r) {
    if (!components_open(&r->sets, (uint64_t)1 << 26)) return false;
    r->nobody = component_of(&r->sets, (const uint8_t *)"", 0);
    return r->nobody && widen(&r->scratch, &r->scratch_words, 4) && widen(&r->between, &r->between_words, 4);
}

void fairness_close(runs *r) {
    components_close(&r->sets);
    free(r->scratch), free(r->between), free(r->able);
}

/* Lists who can move now in `able`; the number of them, with flags of the state. */
static uint32_t look_around(runs *r, uint8_t *flags) {
    machine *m = r->s->m;
    *flags = 0;
    if (!grow(&r->able, &r->able_capacity, m->threads_count + 1, sizeof *r->able)) return over(r->s, MEMORY), 0;
    uint32_t count = machine_enabled(m, r->able);
    bool is_held_up = false;
    for (uint32_t i = 0; i < count; i++) {
        const thread *t = &m->threads[r->able[i]];
        if (t->atomic && t->activity != WAITING) *flags |= INSIDE;
        is_held_up |= !t->daemon;
    }
    if (!is_held_up) *flags |= FREED;
    return count;
}

/* The threads that can move in the state that the machine is in. */
uint32_t able_threads(runs *r, uint8_t *flags) {
    uint32_t count = look_around(r, flags);
    if (r->info->fairness != FAIR) return 0;
    uint64_t words = r->s->m->threads_count / 64 + 1;
    if (!widen(&r->scratch, &r->scratch_words, words)) return over(r->s, MEMORY), 0;
    memset(r->scratch, 0, words * sizeof *r->scratch);
    for (uint32_t i = 0; i < count; i++) r->scratch[r->able[i] / 64] |= (uint64_t)1 << r->able[i] % 64;
    return set_of(r, r->scratch, words);
}

/* The set of one thread. */
uint32_t set_of_thread(runs *r, uint32_t number) {
    uint64_t words = number / 64 + 1;
    if (!widen(&r->scratch, &r->scratch_words, words)) return over(r->s, MEMORY), r->nobody;
    memset(r->scratch, 0, words * sizeof *r->scratch);
    r->scratch[number / 64] = (uint64_t)1 << number % 64;
    return set_of(r, r->scratch, words);
}

/* Before a step: it is the first of those taken at once, or the state is one between them. */
void block_begin(void *data, bool is_first) {
    runs *r = data;
    if (is_first) {
        r->block_flags = INSIDE;
        r->is_between = false;
        r->between_length = 0;
        return;
    }
    uint8_t flags;
    uint32_t count = look_around(r, &flags);
    bool was_inside = r->block_flags & INSIDE;
    if (!(flags & INSIDE)) {
        if (was_inside) r->is_between = false, r->block_flags &= (uint8_t)~(INSIDE | FREED); /* what was inside tells nothing */
    } else if (!was_inside) {
        return;
    }
    r->block_flags |= flags & FREED;
    if (r->info->fairness != FAIR) return;
    uint64_t words = r->s->m->threads_count / 64 + 1;
    if (!widen(&r->scratch, &r->scratch_words, words) || !widen(&r->between, &r->between_words, words)) {
        over(r->s, MEMORY);
        return;
    }
    memset(r->scratch, 0, words * sizeof *r->scratch);
    for (uint32_t i = 0; i < count; i++) r->scratch[r->able[i] / 64] |= (uint64_t)1 << r->able[i] % 64;
    if (!r->is_between) {
        memcpy(r->between, r->scratch, words * sizeof *r->between);
        r->between_length = words;
        r->is_between = true;
        return;
    }
    for (uint64_t i = 0; i < r->between_length; i++) r->between[i] &= i < words ? r->scratch[i] : 0;
}

/* The threads that could move in all states between the steps that were taken at once. */
uint32_t block_told(runs *r) { return r->is_between ? set_of(r, r->between, r->between_length) : 0; }

/* --- acceptance ----------------------------------------------------------------------------------------------- */

acceptance with(runs *r, acceptance x, acceptance y) {
    if (r->info->fairness != FAIR) return (acceptance){0, 0, x.flags | y.flags};
    return (acceptance){both(r, x.told, y.told), either(r, x.moved, y.moved), x.flags | y.flags};
}

static bool is_part(const runs *r, uint32_t x, uint32_t y) {
    for (uint64_t i = 0, words = words_of(r, x); i < words; i++)
        if (bits_of(r, x, i) & ~bits_of(r, y, i)) return false;
    return true;
}

/* Whether a component with this acceptance has a run that counts. */
bool is_satisfied(const runs *r, acceptance a) {
    if (!(a.flags & ACCEPTING)) return false;
    switch (r->info->fairness) {
    case FAIR: return a.told && is_part(r, a.told, a.moved);
    case DAEMONS: return a.flags & FREED;
    default: return true;
    }
}

/* Whether something is missing that more would bring. */
bool improves(runs *r, acceptance before, acceptance more) {
    uint32_t asked = r->info->fairness == DAEMONS ? ACCEPTING | FREED : ACCEPTING;
    if (more.flags & ~before.flags & asked) return true;
    if (r->info->fairness != FAIR) return false;
    if (!before.told) return more.told;
    for (uint64_t i = 0, words = words_of(r, before.told); i < words; i++) {
        uint64_t neglected = bits_of(r, before.told, i) & ~bits_of(r, before.moved, i);
        if (neglected & bits_of(r, more.moved, i)) return true;
        if (more.told && neglected & ~bits_of(r, more.told, i)) return true;
    }
    return false;
}
