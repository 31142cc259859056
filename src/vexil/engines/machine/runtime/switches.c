/* Few preemptions first: most bugs need only a few (Musuvathi and Qadeer 2007, iterative context bounding).
 *
 * What is visited is a state together with the thread that moved last. Leaving a thread that could move on is a
 * preemption; visits that as many preemptions lead to are expanded in the order in which they were found, so that the
 * first one that breaks the property has the fewest preemptions, and the fewest steps among those.
 */
#include "search.h"

#include <stdlib.h>
#include <string.h>

enum { EXPANDED = 1u << 31 };

typedef struct {
    uint32_t visit; /* that is expanded */
    bool is_preempted;
} way;

/* Notes that a visit was found, with so many preemptions; nothing when it was found with as few before. */
static uint32_t found(search *s, uint32_t state, uint32_t thread, uint32_t parent, uint32_t level) {
    bool is_new;
    uint32_t visit = pair_of(&s->visits, state, renamed(s->m, thread), &is_new);
    if (!visit || !grow(&s->parents, &s->parents_capacity, (uint64_t)visit + 1, sizeof *s->parents) ||
        !grow(&s->movers, &s->movers_capacity, (uint64_t)visit + 1, sizeof *s->movers) ||
        !grow(&s->preemptions, &s->preemptions_capacity, (uint64_t)visit + 1, sizeof *s->preemptions)) {
        over(s, shortage(s));
        return 0;
    }
    if (!is_new && (s->preemptions[visit] & ~EXPANDED) <= level) return visit;
    s->parents[visit] = parent;
    s->movers[visit] = thread;
    s->preemptions[visit] = level;
    push(s, &s->levels[level > s->level], visit);
    return visit;
}

uint32_t begin_visit(search *s, uint32_t state) { return found(s, state, 0, 0, 0); }

static bool explore(search *s, uint32_t number, bool has_choice, int64_t choice, void *data) {
    machine *m = s->m;
    const way *w = data;
    take(s, number, has_choice, choice);
    s->info->transitions++;
    s->info->work += RECORDING;
    if (m->out_of_memory) over(s, shortage(s));
    else if (m->has_learned) over(s, LEARNED);
    if (s->is_over || m->end == UNDEFINED || m->end == CUT || m->end == LIMIT) return !s->is_over;
    bool is_new;
    uint32_t state = arrive(s, 0, &is_new);
    if (!state) return false;
    uint32_t visit = found(s, state, number, w->visit, s->level + w->is_preempted);
    if (s->info->bad) s->info->bad = visit;
    return !s->is_over;
}

static void expand(search *s, uint32_t visit) {
    machine *m = s->m;
    uint32_t state = (uint32_t)(s->visits.pairs[visit] >> 32), last = (uint32_t)s->visits.pairs[visit];
    machine_restore(m, state);
    if (m->out_of_memory) {
        over(s, shortage(s));
        return;
    }
    uint32_t count = machine_enabled(m, s->enabled), few[64];
    uint32_t *kept = count <= 64 ? few : malloc(count * sizeof *kept);
    if (!kept) {
        over(s, shortage(s));
        return;
    }
    memcpy(kept, s->enabled, count * sizeof *kept);
    bool can_go_on = false, is_fresh = true;
    for (uint32_t i = 0; i < count; i++) can_go_on = can_go_on || kept[i] == last;
    uint32_t only = 0; /* nobody notices its step: it need not wait */
    for (uint32_t i = 0; s->info->is_reduced && i < count && !only; i++)
        if (is_invisible(m, &m->threads[kept[i]], false)) only = kept[i];
    for (uint32_t i = 0; i < count && !s->is_over; i++) {
        if (only && kept[i] != only) continue;
        way w = {visit, can_go_on && !only && kept[i] != last};
        steps_of(s, kept[i], &is_fresh, explore, &w);
    }
    if (kept != few) free(kept);
}

void search_by_preemptions(search *s) {
    while (!s->is_over) {
        list *now = &s->levels[0];
        if (now->done == now->count) {
            now->count = now->done = 0;
            if (!s->levels[1].count) return;
            list empty = *now;
            s->levels[0] = s->levels[1], s->levels[1] = empty;
            s->level++;
            continue;
        }
        uint32_t visit = now->items[now->done++];
        if (s->preemptions[visit] != s->level) continue; /* it was expanded, or others lead to it more easily */
        s->preemptions[visit] |= EXPANDED;
        uint64_t before = s->m->edges;
        expand(s, visit);
        s->info->frontier = s->levels[0].count - s->levels[0].done + s->levels[1].count;
        s->info->depth = s->level;
        spend(s, before);
    }
}
