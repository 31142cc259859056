/* Search of states in some order, and what is looked for. */
#include "search.h"

#include <stdlib.h>
#include <string.h>

void vm_search_close(search *s) {
    pairs_close(&s->states), pairs_close(&s->visits);
    free(s->parents), free(s->alone), free(s->steps), free(s->stack.items), free(s->enabled), free(s->losses);
    free(s->names.items), free(s->levels[0].items), free(s->levels[1].items), free(s->preemptions), free(s->movers), free(s->priorities);
    free(s);
}

search *vm_search_open(machine *m, search_info *info) {
    search *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->m = m;
    s->info = info;
    m->is_guarded = info->is_reduced > 1;
    m->hides_threads = info->hides_threads;
    s->random = info->seed;
    if (states_open(m, &s->states) && (info->order != SWITCHES || pairs_open(&s->visits, m->memory_limit / 8))) return s;
    vm_search_close(s);
    return NULL;
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

bool is_bad(search *s) {
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

/* Notes how large the state is that was recorded. */
static void measure(search *s) {
    const machine *m = s->m;
    search_info *info = s->info;
    if (m->queue_count > info->objects) info->objects = m->queue_count;
    uint64_t threads = 0;
    for (uint32_t i = 1; i < m->threads_count; i++) {
        const thread *t = &m->threads[i];
        if (!t->exists || t->activity == ENDED) continue;
        threads++;
        if (t->depth > info->calls) info->calls = t->depth;
    }
    if (threads > info->threads) info->threads = threads;
}

/* The machine has come to a state: it is recorded, and looked at if it is new. */
uint32_t arrive(search *s, uint32_t parent, bool *is_new) {
    machine *m = s->m;
    search_info *info = s->info;
    uint32_t state = record(s, is_new);
    if (!state || m->out_of_memory) {
        over(s, shortage(s));
        return 0;
    }
    if (m->end == LIMIT) {
        over(s, LIMITED);
        return 0;
    }
    if (!*is_new) return state;
    if (!grow(&s->parents, &s->parents_capacity, (uint64_t)state + 1, sizeof *s->parents) || !make_enabled(s) ||
        !grow(&s->alone, &s->alone_capacity, (uint64_t)state + 1, sizeof *s->alone)) {
        over(s, shortage(s));
        return 0;
    }
    if (info->order != SWITCHES) s->parents[state] = parent; /* else visits have parents */
    s->alone[state] = 0;
    info->states = m->states->count;
    measure(s);
    if (is_bad(s)) {
        info->bad = state;
        over(s, FOUND);
    }
    if (info->states >= info->state_limit) over(s, STATES);
    info->memory = machine_bytes(m);
    if (info->memory > info->memory_limit) over(s, shortage(s));
    return state;
}

enum { AT_LEAST = 50 };
/* Transitions for which a round goes on at least after it has learned something. */

/* Takes a step with those behind it; whether the run goes on. */
bool take_counted(search *s, uint32_t number, bool has_choice, int64_t choice) {
    machine *m = s->m;
    take(s, number, has_choice, choice);
    s->info->transitions++;
    if (m->out_of_memory) {
        over(s, shortage(s));
        return false;
    }
    if (m->has_learned) { /* the round goes on as far again, to learn more before it is repeated */
        m->has_learned = false;
        if (!s->again) s->again = 2 * s->info->transitions + AT_LEAST;
    }
    if (*s->info->stop) {
        over(s, INTERRUPTED);
        return false;
    }
    if (m->end == UNDEFINED || m->end == CUT || m->end == LIMIT) {
        lose(s);
        return false;
    }
    return true;
}

static bool explore(search *s, uint32_t number, bool has_choice, int64_t choice, void *data) {
    expansion *e = data;
    bool is_new;
    if (!take_counted(s, number, has_choice, choice)) {
        e->lost++;
        return !s->is_over;
    }
    uint32_t state = arrive(s, e->parent, &is_new);
    if (!state) return !s->is_over;
    bool is_behind = s->info->order == DEPTH ? is_new : state > e->parent; /* breadth first, that is the order */
    e->later += is_behind;
    if (is_new && s->info->order == DEPTH) push(s, &s->stack, state);
    return !s->is_over;
}

/* Takes every step from a state that has to be taken; false when there is none, because the run has ended. */
bool expand_with(search *s, uint32_t state, visit each, expansion *e) {
    machine *m = s->m;
    machine_restore(m, state);
    if (m->out_of_memory) {
        over(s, shortage(s));
        return true;
    }
    uint32_t count = machine_enabled(m, s->enabled);
    if (!count) {
        s->info->finished++;
        return false;
    }
    uint32_t few[64];
    uint32_t *kept = count <= 64 ? few : malloc(count * sizeof *kept);
    if (!kept) {
        over(s, shortage(s));
        return true;
    }
    memcpy(kept, s->enabled, count * sizeof *kept);
    bool is_fresh = true;
    uint32_t first = UINT32_MAX;
    if (s->info->is_reduced && count > 1) {
        for (uint32_t i = 0; i < count && first == UINT32_MAX; i++)
            if (kept[i] <= UINT16_MAX && is_invisible(m, &m->threads[kept[i]], e->may_choose)) first = i;
        if (first != UINT32_MAX) {
            steps_of(s, kept[first], &is_fresh, each, e);
            bool is_enough = e->later && !e->lost; /* else a cycle may close here, and nobody else would ever move */
            if (is_enough) s->alone[state] = (uint16_t)kept[first];
            if (is_enough || s->is_over) {
                if (kept != few) free(kept);
                return true;
            }
        }
    }
    for (uint32_t i = 0; i < count && !s->is_over; i++)
        if (i != first) steps_of(s, kept[i], &is_fresh, each, e);
    if (kept != few) free(kept);
    return true;
}

static void expand(search *s, uint32_t state) {
    expansion e = {.parent = state, .may_choose = true};
    expand_with(s, state, explore, &e);
}

/* Adds the state that the machine is in as an initial one. */
void vm_search_initial(search *s) {
    bool is_new;
    search_enter(s);
    if (!make_enabled(s)) {
        over(s, shortage(s));
        return;
    }
    uint32_t state = arrive(s, 0, &is_new);
    if (!state || !is_new) return;
    s->initial = state;
    if (s->info->order == DEPTH) push(s, &s->stack, state);
    if (s->info->order == SWITCHES) {
        uint32_t begun = begin_visit(s, state);
        if (s->info->bad) s->info->bad = begun;
    }
}

/* Searches until something is found, nothing is left, or a limit is reached; goes on where it paused. */
uint32_t vm_search_run(search *s) {
    machine *m = s->m;
    search_info *info = s->info;
    search_enter(s);
    if (s->is_over && info->reason == PAUSED) s->is_over = false;
    m->stop = info->stop;
    uint64_t before = m->edges;
    if (!s->is_over) spend(s, before);
    if (info->order == WALKS) {
        walk_about(s);
    } else if (info->order == SWITCHES) {
        search_by_preemptions(s);
    } else {
        while (!s->is_over && (info->order == DEPTH ? s->stack.count > 0 : s->next < m->states->count)) {
            if (s->again && info->transitions >= s->again) { /* enough was learned to begin again */
                over(s, LEARNED);
                break;
            }
            before = m->edges;
            uint64_t taken = info->transitions;
            expand(s, info->order == DEPTH ? s->stack.items[--s->stack.count] : ++s->next);
            info->frontier = info->order == DEPTH ? s->stack.count : m->states->count - s->next;
            info->work += RECORDING * (info->transitions - taken);
            spend(s, before);
        }
    }
    over(s, EXHAUSTED);
    m->stop = &m->never; /* what was found is executed again as a whole */
    bool is_done = info->reason == EXHAUSTED || info->reason == FOUND || info->reason == PAUSED;
    if (s->again && is_done) info->reason = LEARNED;
    info->states = m->states->count;
    info->memory = machine_bytes(m);
    return info->reason;
}

/* Begins again, with what was learned about the program; initial states have to be added again. */
void vm_search_again(search *s) {
    machine *m = s->m;
    m->has_learned = false;
    machine_undo(m);
    pair_table *tables[2] = {&s->states, &s->visits};
    m->recorded -= s->states.count;
    for (unsigned i = 0; i < 2; i++) {
        if (!tables[i]->slots) continue;
        memset(tables[i]->slots, 0, (tables[i]->mask + 1) * sizeof *tables[i]->slots);
        tables[i]->count = 0;
    }
    s->next = s->initial = s->level = 0;
    s->stack.count = s->levels[0].count = s->levels[1].count = s->levels[0].done = s->levels[1].done = 0;
    s->losses_count = 0;
    s->is_over = false;
    s->again = 0;
    s->info->states = s->info->transitions = s->info->finished = 0;
    s->info->bad = 0;
}

uint64_t vm_search_losses(search *s, const loss **losses) {
    *losses = s->losses;
    return s->losses_count;
}
