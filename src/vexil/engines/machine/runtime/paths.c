/* Looking back: where a visited state leads, and a run to it. */
#include "search.h"

#include <stdlib.h>
#include <string.h>

/* Notes what the threads are called that a step started, and those that have other numbers since. */
static uint32_t note_names(search *s) {
    const machine *m = s->m;
    uint64_t begin = s->names.count;
    push(s, &s->names, (uint32_t)m->started_count);
    for (uint64_t i = 0; i < m->started_count; i++) push(s, &s->names, m->started[i]);
    for (uint32_t i = 2; m->is_renamed && i < m->threads_count; i++)
        if (m->renaming[i] != i) push(s, &s->names, i), push(s, &s->names, m->renaming[i]);
    return (uint32_t)(s->names.count - begin);
}

static bool list_step(search *s, uint32_t number, bool has_choice, int64_t choice, void *data) {
    machine *m = s->m;
    uint64_t before = m->edges;
    (void)data;
    take(s, number, has_choice, choice);
    uint32_t target = 0;
    bool is_new = false;
    uint32_t is_unsigned = has_choice && m->offer.is_unsigned, begin = (uint32_t)s->names.count;
    m->is_renamed = false;
    if (m->end != UNDEFINED && m->end != CUT && m->end != LIMIT) target = record(s, &is_new);
    return add_step(s, (step_info){number, is_new ? UINT32_MAX : target, m->edges - before, choice, has_choice, is_unsigned,
                                   begin, note_names(s)});
}

/* Lists the steps of a state, or of one thread there. */
static void list_steps(search *s, uint32_t state, uint32_t only) {
    machine *m = s->m;
    search_enter(s);
    machine_restore(m, state);
    uint32_t count = machine_enabled(m, s->enabled);
    uint32_t *numbers = malloc((count + 1) * sizeof *numbers);
    if (!numbers) return;
    memcpy(numbers, s->enabled, count * sizeof *numbers);
    bool is_fresh = true, was_over = s->is_over;
    for (uint32_t i = 0; i < count; i++) {
        s->is_over = false;
        if (!only || numbers[i] == only) steps_of(s, numbers[i], &is_fresh, list_step, NULL);
    }
    s->is_over = was_over;
    free(numbers);
}

/* The steps from a visited state that were explored; the thread that was let move alone, if one was. */
uint64_t vm_search_steps(search *s, uint32_t state, const step_info **steps, uint32_t *alone) {
    s->steps_count = s->names.count = 0;
    *alone = s->alone[state];
    list_steps(s, state, *alone);
    *steps = s->steps;
    return s->steps_count;
}

/* The steps of a run from an initial state to one that was found; the number of the former, or 0 if there is no memory. */
uint32_t vm_search_path(search *s, uint32_t found, const step_info **steps, uint64_t *count) {
    list path = {0};
    *steps = s->steps, *count = s->steps_count;
    if (s->info->order == WALKS) return found;
    for (uint32_t at = found; at; at = s->parents[at])
        if (!push(s, &path, at)) return 0;
    s->steps_count = s->names.count = 0;
    bool is_paired = s->info->order == SWITCHES;
    uint32_t first = 0;
    for (uint64_t i = path.count; i--;) {
        uint32_t state = is_paired ? (uint32_t)(s->visits.pairs[path.items[i]] >> 32) : path.items[i];
        if (!first) first = state;
        if (!i) break;
        uint32_t target = path.items[i - 1], thread = is_paired ? s->movers[target] : s->alone[state];
        if (is_paired) target = (uint32_t)(s->visits.pairs[target] >> 32);
        uint64_t begin = s->steps_count, at = begin;
        list_steps(s, state, thread); /* and nothing that was not explored: it might show what nobody has learned */
        while (at < s->steps_count && s->steps[at].target != target) at++;
        if (at == s->steps_count) first = 0, i = 0; /* it should lead there */
        else s->steps[begin] = s->steps[at], s->steps_count = begin + 1;
        if (!first) break;
    }
    free(path.items);
    *steps = s->steps, *count = s->steps_count;
    return first;
}

/* What the threads are called that steps which were listed have started or renamed. */
const uint32_t *vm_search_names(const search *s) { return s->names.items; }

/* A visited state as words. */
uint64_t vm_search_export(search *s, uint32_t state, const int64_t **words) {
    search_enter(s);
    return vm_export(s->m, state, words);
}
