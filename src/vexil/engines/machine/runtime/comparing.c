/* Comparing searches: whether one visited all states of another, and whether runs can go on for ever. */
#include "search.h"
#include "state.h"

#include <stdlib.h>
#include <string.h>

/* Forgets which locks protect what, and for whom nobody has waited, in the state that the machine is in. */
static void forget_guards(machine *m) {
    for (uint64_t s = 0; s < m->segments_count; s++) {
        const tree *t = &m->segments[s].tree;
        for (uint32_t i = 0; i < t->count; i++) {
            const uint8_t *at = component_at(m, t->levels[0][i]);
            if (*at++ != TAG_OBJECT) continue;
            uint32_t number = (uint32_t)get(&at);
            guard *g = m->objects[number].guard;
            if (!g || m->objects[number].kind == DEAD) continue;
            memset(g, 0, sizeof *g);
            touch(m, number);
        }
    }
    memset(m->global_guards, 0, m->p->globals * sizeof *m->global_guards);
    memset(m->globals_dirty, 1, m->chunks);
    m->has_strays = false;
    for (uint32_t i = 1; i < m->threads_count; i++) m->threads[i].is_unjoined = 0, thread_touch(&m->threads[i]);
}

/* The first state of another search of the same machine that this one, which has no guards, has not visited; 0: it has
 * visited all of them, UINT32_MAX: there is no memory or time to find out. */
uint32_t vm_search_lacks(search *s, search *other) {
    machine *m = s->m;
    uint32_t lacking = 0, count = other->info->is_symmetric ? (uint32_t)s->states.count : 0;
    search_enter(s);
    for (uint32_t state = 1; state <= count && !lacking; state++) { /* with the other one's names of threads, too */
        bool is_new;
        machine_restore(m, state);
        order_threads(m);
        if (!machine_record(m, &is_new) || m->out_of_memory || *s->info->stop) lacking = UINT32_MAX;
    }
    for (uint32_t state = 1; state <= other->states.count && !lacking; state++) {
        bool is_new = false;
        search_enter(other);
        machine_restore(m, state);
        if (m->is_guarded) forget_guards(m);
        search_enter(s);
        uint32_t found = machine_record(m, &is_new);
        if (!found || m->out_of_memory || *s->info->stop) lacking = UINT32_MAX;
        else if (is_new) lacking = state;
    }
    machine_undo(m);
    return lacking;
}

typedef struct {
    uint32_t *entries; /* by state: how many steps lead there from states that are not done */
    list ready;
    int change;
} circles;

static bool count_step(search *s, uint32_t number, bool has_choice, int64_t choice, void *data) {
    machine *m = s->m;
    circles *c = data;
    take(s, number, has_choice, choice);
    if (m->end == UNDEFINED || m->end == CUT || m->end == LIMIT) return true;
    bool is_new = false;
    uint32_t target = record(s, &is_new);
    if (!target || is_new) return false;
    c->entries[target] += (uint32_t)c->change;
    if (c->change < 0 && !c->entries[target]) return push(s, &c->ready, target);
    return true;
}

static bool count_steps(search *s, uint32_t state, circles *c) {
    machine *m = s->m;
    machine_restore(m, state);
    uint32_t count = machine_enabled(m, s->enabled), only = s->alone[state];
    uint32_t *numbers = malloc((count + 1) * sizeof *numbers);
    if (!numbers) return false;
    memcpy(numbers, s->enabled, count * sizeof *numbers);
    bool is_fresh = true, goes_on = !*s->info->stop;
    for (uint32_t i = 0; i < count && goes_on; i++)
        if (!only || numbers[i] == only) goes_on = steps_of(s, numbers[i], &is_fresh, count_step, c);
    free(numbers);
    return goes_on;
}

/* Whether the visited states have a circle (1) or none (0), so that every run ends; 2: it was not found out. States to
 * which no others lead are left out until there are none (Kahn 1962). */
uint32_t vm_search_circles(search *s) {
    circles c = {calloc(s->states.count + 1, sizeof(uint32_t)), {0}, 1};
    bool was_over = s->is_over, goes_on = c.entries != NULL;
    search_enter(s);
    s->is_over = false;
    for (uint32_t state = 1; state <= s->states.count && goes_on; state++) goes_on = count_steps(s, state, &c);
    for (uint32_t state = 1; state <= s->states.count && goes_on; state++)
        if (!c.entries[state]) goes_on = push(s, &c.ready, state);
    c.change = -1;
    while (c.ready.done < c.ready.count && goes_on) goes_on = count_steps(s, c.ready.items[c.ready.done++], &c);
    uint32_t answer = !goes_on ? 2 : c.ready.count < s->states.count;
    s->is_over = was_over;
    free(c.entries), free(c.ready.items);
    return answer;
}
