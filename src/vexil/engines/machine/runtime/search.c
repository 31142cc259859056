/* Breadth-first and depth-first search of states. */
#include "search.h"

#include <stdlib.h>
#include <string.h>

search *vm_search_open(machine *m, search_info *info) {
    search *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->m = m;
    s->info = info;
    m->is_guarded = info->is_reduced > 1;
    return s;
}

void vm_search_close(search *s) {
    free(s->parents), free(s->alone), free(s->steps), free(s->stack), free(s->enabled), free(s->losses);
    free(s);
}

/* --- what is looked for --------------------------------------------------------------------------------------- */

static bool is_stuck(machine *m, uint32_t *numbers) {
    if (m->end != GOES_ON) return false;
    if (!machine_enabled(m, numbers)) return !machine_finished(m);
    for (uint32_t start = 1; start < m->threads_count; start++) {
        thread *t = &m->threads[start];
        if (!t->exists || t->activity == ENDED) continue;
        int64_t at = start;
        for (uint32_t length = 0; length <= m->threads_count && at > 0; length++) {
            int64_t next = blocked_on(m, &m->threads[at]);
            if (!next) break;
            if (next >= m->threads_count || !m->threads[next].exists || m->threads[next].activity == ENDED) return true;
            if (next == start) return true;
            at = next;
        }
    }
    return false;
}

static bool is_bad(search *s) {
    machine *m = s->m;
    search_info *info = s->info;
    if (info->wants_violation && m->end == VIOLATED) return true;
    if (info->wants_exception && m->end != STOPPED) {
        for (uint32_t i = 1; i < m->threads_count; i++) {
            thread *t = &m->threads[i];
            if (!t->exists || !t->has_exception) continue;
            object *o = object_at(m, t->exception);
            if (!info->exceptions || (o && o->kind == INSTANCE && info->exceptions[o->type])) return true;
        }
    }
    return info->wants_deadlock && is_stuck(m, s->enabled);
}

/* --- states --------------------------------------------------------------------------------------------------- */

/* The machine has come to a state: it is recorded, and looked at if it is new. */
static uint32_t arrive(search *s, uint32_t parent) {
    machine *m = s->m;
    search_info *info = s->info;
    bool is_new;
    uint32_t state = machine_record(m, &is_new);
    if (!state || m->out_of_memory) {
        over(s, MEMORY);
        return 0;
    }
    if (!is_new) return 0;
    if (!grow(&s->parents, &s->parents_capacity, (uint64_t)state + 1, sizeof *s->parents) || !make_enabled(s) ||
        !grow(&s->alone, &s->alone_capacity, (uint64_t)state + 1, sizeof *s->alone)) {
        over(s, MEMORY);
        return 0;
    }
    s->parents[state] = parent;
    s->alone[state] = 0;
    info->states = m->states.count;
    if (is_bad(s)) {
        info->bad = state;
        over(s, FOUND);
    }
    if (info->states >= info->state_limit) over(s, STATES);
    info->memory = machine_bytes(m);
    if (info->memory > info->memory_limit) over(s, MEMORY);
    return state;
}

typedef struct {
    uint32_t parent;
    uint64_t fresh;
} expansion;

static bool explore(search *s, uint32_t number, bool has_choice, int64_t choice, void *data) {
    machine *m = s->m;
    expansion *e = data;
    take(s, number, has_choice, choice);
    s->info->transitions++;
    s->info->edges = m->edges;
    if (m->out_of_memory) {
        over(s, MEMORY);
        return false;
    }
    if (m->has_learned) {
        over(s, LEARNED);
        return false;
    }
    if (*s->info->stop) {
        over(s, INTERRUPTED);
        return false;
    }
    if (m->end == UNDEFINED || m->end == CUT || m->end == LIMIT) {
        lose(s);
        return !s->is_over;
    }
    uint32_t state = arrive(s, e->parent);
    if (state) {
        e->fresh++;
        if (s->info->is_deep) {
            if (!grow(&s->stack, &s->stack_capacity, s->stack_count + 1, sizeof *s->stack)) over(s, MEMORY);
            else s->stack[s->stack_count++] = state;
        }
    }
    return !s->is_over;
}

static void expand(search *s, uint32_t state) {
    machine *m = s->m;
    machine_restore(m, state);
    if (m->out_of_memory) {
        over(s, MEMORY);
        return;
    }
    uint32_t count = machine_enabled(m, s->enabled);
    if (!count) {
        s->info->finished++;
        return;
    }
    uint32_t *numbers = s->enabled + s->enabled_capacity / 2;
    memcpy(numbers, s->enabled, count * sizeof *numbers);
    uint32_t few[64];
    uint32_t *kept = count <= 64 ? few : malloc(count * sizeof *kept);
    if (!kept) {
        over(s, MEMORY);
        return;
    }
    memcpy(kept, numbers, count * sizeof *kept);
    expansion e = {state, 0};
    bool is_fresh = true;
    uint32_t first = UINT32_MAX;
    if (s->info->is_reduced && count > 1) {
        m->is_sharing_known = false;
        for (uint32_t i = 0; i < count && first == UINT32_MAX; i++)
            if (kept[i] <= UINT16_MAX && is_invisible(m, &m->threads[kept[i]])) first = i;
        if (first != UINT32_MAX) {
            steps_of(s, kept[first], &is_fresh, explore, &e);
            if (e.fresh && kept[first] <= UINT16_MAX) s->alone[state] = (uint16_t)kept[first];
            if (e.fresh || s->is_over) { /* else a cycle may close here, and nobody else would ever move */
                if (kept != few) free(kept);
                return;
            }
        }
    }
    for (uint32_t i = 0; i < count && !s->is_over; i++)
        if (i != first) steps_of(s, kept[i], &is_fresh, explore, &e);
    if (kept != few) free(kept);
}

/* Adds the state that the machine is in as an initial one. */
void vm_search_initial(search *s) {
    machine *m = s->m;
    if (!make_enabled(s)) {
        over(s, MEMORY);
        return;
    }
    uint32_t state = arrive(s, 0);
    if (state && s->info->is_deep) {
        if (!grow(&s->stack, &s->stack_capacity, s->stack_count + 1, sizeof *s->stack)) over(s, MEMORY);
        else s->stack[s->stack_count++] = state;
    }
    (void)m;
}

/* Searches until something is found, nothing is left, or a limit is reached. */
uint32_t vm_search_run(search *s) {
    machine *m = s->m;
    search_info *info = s->info;
    if (info->is_deep) {
        while (s->stack_count && !s->is_over) {
            if (*info->stop) over(s, INTERRUPTED);
            else expand(s, s->stack[--s->stack_count]);
        }
    } else {
        for (uint32_t state = 1; state <= m->states.count && !s->is_over; state++) {
            if (*info->stop) over(s, INTERRUPTED);
            else expand(s, state);
            info->frontier = m->states.count - state;
        }
    }
    over(s, EXHAUSTED);
    info->states = m->states.count;
    info->memory = machine_bytes(m);
    return info->reason;
}

/* Begins again, with what was learned about the program; initial states have to be added again. */
void vm_search_again(search *s) {
    machine *m = s->m;
    m->has_learned = false;
    machine_undo(m);
    pair_table *states = &m->states;
    memset(states->slots, 0, (states->mask + 1) * sizeof *states->slots);
    states->count = 0;
    s->stack_count = s->losses_count = 0;
    s->is_over = false;
    s->info->states = s->info->transitions = s->info->finished = 0;
    s->info->bad = 0;
}

uint64_t vm_search_losses(search *s, const loss **losses) {
    *losses = s->losses;
    return s->losses_count;
}

uint32_t vm_search_parent(search *s, uint32_t state) { return s->parents[state]; }

/* --- looking back --------------------------------------------------------------------------------------------- */

static bool list_step(search *s, uint32_t number, bool has_choice, int64_t choice, void *data) {
    machine *m = s->m;
    uint64_t before = m->edges;
    (void)data;
    take(s, number, has_choice, choice);
    uint32_t target = 0;
    bool is_new = false;
    if (m->end != UNDEFINED && m->end != CUT && m->end != LIMIT) target = machine_record(m, &is_new);
    if (!grow(&s->steps, &s->steps_capacity, s->steps_count + 1, sizeof *s->steps)) return false;
    s->steps[s->steps_count++] = (step_info){number, is_new ? UINT32_MAX : target, m->edges - before, choice, has_choice, has_choice && m->offer.is_unsigned};
    return true;
}

/* The steps from a visited state that were explored; the thread that was let move alone, if one was. */
uint64_t vm_search_steps(search *s, uint32_t state, const step_info **steps, uint32_t *alone) {
    machine *m = s->m;
    machine_restore(m, state);
    uint32_t count = machine_enabled(m, s->enabled);
    uint32_t *numbers = malloc((count + 1) * sizeof *numbers);
    s->steps_count = 0;
    *steps = NULL;
    *alone = s->alone[state];
    if (!numbers) return 0;
    memcpy(numbers, s->enabled, count * sizeof *numbers);
    bool is_fresh = true, was_over = s->is_over;
    s->is_over = false;
    for (uint32_t i = 0; i < count; i++)
        if (!*alone || numbers[i] == *alone) steps_of(s, numbers[i], &is_fresh, list_step, NULL);
    s->is_over = was_over;
    free(numbers);
    *steps = s->steps;
    return s->steps_count;
}
