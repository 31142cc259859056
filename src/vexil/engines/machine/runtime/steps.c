/* The steps of a search: one of a thread, with those behind it that nobody notices. */
#include "observed.h"
#include "search.h"

#include <stdlib.h>
#include <string.h>

void over(search *s, uint32_t reason) {
    if (s->is_over) return;
    s->is_over = true;
    s->info->reason = reason;
}

void lose(search *s) {
    machine *m = s->m;
    if (m->end == LIMIT) {
        over(s, LIMITED);
        return;
    }
    for (uint64_t i = 0; i < s->losses_count; i++) {
        loss *l = &s->losses[i];
        if (l->end == m->end && l->kind == m->end_kind && l->detail == m->end_detail && l->function == m->edge_function &&
            l->edge == m->edge) {
            l->count++;
            return;
        }
    }
    if (!grow(&s->losses, &s->losses_capacity, s->losses_count + 1, sizeof *s->losses)) {
        over(s, shortage(s));
        return;
    }
    s->losses[s->losses_count++] = (loss){m->end, m->end_kind, m->edge_function, m->edge, m->end_detail, 1};
}

/* The number of the state that the machine is in; with symmetry, up to what threads are called. */
uint32_t record(search *s, bool *is_new) {
    s->m->is_renamed = false;
    if (s->info->is_symmetric) order_threads(s->m);
    return machine_record(s->m, is_new);
}

bool make_enabled(search *s) {
    return grow(&s->enabled, &s->enabled_capacity, 2 * (uint64_t)s->m->threads_count + 64, sizeof *s->enabled);
}

/* Counts the work since the machine had taken so many edges; says whether there is some left to do. */
bool spend(search *s, uint64_t before) {
    search_info *info = s->info;
    uint64_t edges = s->m->edges - before;
    info->edges += edges;
    info->work += edges + RECORDING * (info->order != WALKS);
    if (*info->stop) over(s, INTERRUPTED);
    else if (info->work >= info->work_limit) over(s, PAUSED);
    return !s->is_over;
}

bool push(search *s, list *l, uint32_t item) {
    if (!grow(&l->items, &l->capacity, l->count + 1, sizeof *l->items)) {
        over(s, shortage(s));
        return false;
    }
    l->items[l->count++] = item;
    return true;
}

bool add_step(search *s, step_info step) {
    if (!grow(&s->steps, &s->steps_capacity, s->steps_count + 1, sizeof *s->steps)) {
        over(s, shortage(s));
        return false;
    }
    s->steps[s->steps_count++] = step;
    return true;
}

/* Takes one step, and at most so many behind it that nobody notices: their number is the answer. */
uint64_t step_on(search *s, uint32_t number, bool has_choice, int64_t choice, uint64_t limit) {
    machine *m = s->m;
    if (s->info->is_reduced && m->is_guarded) {
        look_at(m, &m->threads[number], choice);
        note_accesses(m, &m->threads[number]);
    }
    if (m->observed && m->observed->before_step) m->observed->before_step(m->observed->data, true);
    machine_step_asked(m, number, has_choice, choice);
    if (!s->info->is_reduced || m->end != GOES_ON) return 0;
    return machine_run_on(m, number, limit);
}

enum { PER_PART = 8 };
/* Steps for each part of a state after which it is recorded again: recording takes time for each of its parts, and would
 * take the square of it, if a program that makes ever more objects or calls were recorded after always as many steps. */

/* Takes one step and those behind it that nobody notices. A step that ends the run for good is left to the state before
 * it: others may go on from there instead. */
void take(search *s, uint32_t number, bool has_choice, int64_t choice) {
    machine *m = s->m;
    uint64_t before = m->edges, most = PER_PART * m->parts;
    uint64_t steps = step_on(s, number, has_choice, choice, most > s->info->run_on ? most : s->info->run_on);
    if (steps && (m->end == UNDEFINED || m->end == CUT) && !m->has_learned && machine_live(m) > 1) {
        machine_undo(m);
        m->edges = before;
        step_on(s, number, has_choice, choice, steps - 1);
    }
}

/* Whether a step would choose for an abstraction among values that differ. */
bool is_choice_of_abstraction(machine *m, const thread *t, const offer *given) {
    const frame *f = &t->frames[t->depth - 1];
    const location *at = &m->p->functions[f->function].locations[f->location];
    if (t->activity != RUNNING || !(at->flags & LOCATION_ABSTRACT)) return false;
    if (at->flags & LOCATION_SEVERAL || given->clipped_low || given->clipped_high) return true;
    if (given->count < 2 || at->members < 0) return given->count > 1;
    m->offer.count = 0, m->offer.kind = 0;
    execute(m, &m->threads[t->number], f->function, at->members);
    bool is_several = m->end != GOES_ON || m->offer.count > 1;
    m->end = GOES_ON;
    return is_several;
}

/* Every step of a thread from the state that the machine is in; it is brought back before each one. */
bool steps_of(search *s, uint32_t number, bool *is_fresh, visit each, void *data) {
    machine *m = s->m;
    if (!*is_fresh) machine_undo(m), *is_fresh = true;
    bool is_open = machine_choices(m, number);
    if (m->end == LIMIT) {
        over(s, LIMITED);
        return false;
    }
    offer given = m->offer;
    if (!is_open) {
        *is_fresh = false;
        return each(s, number, false, 0, data);
    }
    if (s->info->is_choose_free && is_choice_of_abstraction(m, &m->threads[number], &given)) return true;
    if (given.clipped_low || given.clipped_high || given.sampled) {
        const uint32_t bounds[] = {given.clipped_low, given.clipped_high, given.sampled};
        for (int side = 0; side < 3; side++) {
            uint32_t bound = bounds[side];
            if (!bound) continue;
            frame *f = &m->threads[number].frames[m->threads[number].depth - 1];
            m->end = CUT, m->end_kind = side ? C_HIGH : C_LOW, m->end_detail = bound - 1;
            m->edge_function = f->function, m->edge = -1 - f->location;
            lose(s);
            m->end = GOES_ON;
        }
    }
    if (given.count > s->info->choice_limit) {
        m->end_detail = number;
        over(s, CHOICES);
        return false;
    }
    int64_t *values = NULL;
    if (given.kind == 2) {
        values = malloc(given.count * sizeof *values);
        if (!values) {
            over(s, shortage(s));
            return false;
        }
        memcpy(values, given.values, given.count * sizeof *values);
    }
    bool goes_on = true;
    for (uint64_t i = 0; i < given.count && goes_on && !s->is_over; i++) {
        if (!*is_fresh) machine_undo(m);
        *is_fresh = false;
        goes_on = each(s, number, true, values ? values[i] : (int64_t)((uint64_t)given.low + i), data);
    }
    free(values);
    return goes_on;
}
