/* The run that was found in the product: a shortest stem among what was visited, and a loop with all that is asked of it. */
#include "runs.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    uint32_t node; /* where the step comes from; 0: not reached */
    uint64_t by;
} origin;

typedef struct {
    runs *r;
    origin *origins;
    uint32_t *queue;
    uint32_t component; /* nodes from this one on that are in no finished component are in the accepted one */
} way;

static uint32_t state_at(const runs *r, uint32_t node) { return (uint32_t)(r->nodes.pairs[node] >> 32); }

static bool stays_at(const runs *r, uint32_t node) { return (uint32_t)r->nodes.pairs[node] & STAYS; }

static bool is_member(const way *w, uint32_t node) { return node >= w->component && !w->r->ranks[node]; }

static bool add_taken(runs *r, uint64_t by, uint32_t from) {
    const successor *taken = &r->successors[by];
    if (!grow(&r->steps, &r->steps_capacity, r->steps_count + 1, sizeof *r->steps)) return false;
    r->steps[r->steps_count++] =
        (run_step){state_at(r, from), taken->thread, taken->target, taken->has_choice, taken->choice};
    return true;
}

/* Adds the steps that lead to a node, with what they and the nodes between them bring. */
static bool add_path(way *w, uint32_t from, uint32_t to, acceptance *met) {
    runs *r = w->r;
    uint64_t begin = r->steps_count;
    for (; to != from; to = w->origins[to].node) {
        uint32_t before = w->origins[to].node;
        *met = with(r, *met, with(r, of_node(r, to), of_step(r, w->origins[to].by, stays_at(r, before) && stays_at(r, to))));
        if (!add_taken(r, w->origins[to].by, before)) return false;
    }
    for (uint64_t i = begin, j = r->steps_count; i + 1 < j; i++, j--) {
        run_step swapped = r->steps[i];
        r->steps[i] = r->steps[j - 1];
        r->steps[j - 1] = swapped;
    }
    return true;
}

/* Goes on within the component: to something that is missing, or (when nothing is) by a step at least to the goal. */
static bool go_on(way *w, uint32_t *here, uint32_t goal, acceptance *met) {
    runs *r = w->r;
    uint64_t head = 0, tail = 0;
    uint32_t from = *here;
    bool is_missing = !is_satisfied(r, *met);
    memset(w->origins + w->component, 0, (r->nodes.count + 1 - w->component) * sizeof *w->origins);
    w->queue[tail++] = from;
    w->origins[from].node = from;
    while (head < tail) {
        uint32_t node = w->queue[head++];
        cursor c = {node, r->info->first[(uint32_t)r->nodes.pairs[node] & ~STAYS], 0, 0};
        product_step step;
        while (cursor_next(r, &c, &step)) {
            uint32_t target = node_of(r, step.state, step.place);
            if (!target || !is_member(w, target)) continue;
            acceptance arc = of_step(r, step.by, stays_at(r, node) && stays_at(r, target));
            bool is_wanted = is_missing ? improves(r, *met, with(r, arc, of_node(r, target))) : target == goal;
            if (is_wanted) {
                if (!add_path(w, from, node, met) || !add_taken(r, step.by, node)) return false;
                *met = with(r, *met, with(r, arc, of_node(r, target)));
                *here = target;
                return true;
            }
            if (w->origins[target].node) continue;
            w->origins[target] = (origin){node, step.by};
            w->queue[tail++] = target;
        }
    }
    return false;
}

/* A shortest way, among what was visited, from an initial state to the component; where it gets there, or 0. */
static uint32_t arrive_at(way *w) {
    runs *r = w->r;
    uint64_t head = 0, tail = 0;
    acceptance met = nothing(r);
    for (uint64_t i = 0; i < r->initial_count; i++) {
        uint32_t node = node_of(r, r->initial[i], 0);
        if (!node || w->origins[node].node) continue;
        w->origins[node].node = node;
        w->queue[tail++] = node;
    }
    while (head < tail) {
        uint32_t node = w->queue[head++], source = node;
        if (r->is_lost ? node == w->component : is_member(w, node)) {
            while (w->origins[source].node != source) source = w->origins[source].node;
            return add_path(w, source, node, &met) ? node : 0;
        }
        cursor c = {node, r->info->first[(uint32_t)r->nodes.pairs[node] & ~STAYS], 0, 0};
        product_step step;
        while (cursor_next(r, &c, &step)) {
            uint32_t target = node_of(r, step.state, step.place);
            if (!target || w->origins[target].node) continue;
            w->origins[target] = (origin){node, step.by};
            w->queue[tail++] = target;
        }
    }
    return 0;
}

/* The steps of a run that leads to a component and goes round in it, or only leads to a node that is enough. */
bool find_lasso(runs *r, uint32_t component) {
    uint64_t count = r->nodes.count + 2;
    way w = {r, calloc(count, sizeof *w.origins), malloc(count * sizeof *w.queue), component};
    r->steps_count = 0;
    uint32_t entry = w.origins && w.queue ? arrive_at(&w) : 0, here = entry;
    bool is_good = entry;
    r->stem = r->steps_count;
    r->info->has_lasso = !r->is_lost;
    r->info->found = entry;
    if (is_good && !r->is_lost) {
        acceptance met = of_node(r, entry);
        while (is_good && !is_satisfied(r, met)) is_good = go_on(&w, &here, entry, &met);
        if (here != entry || r->steps_count == r->stem) is_good = is_good && go_on(&w, &here, entry, &met);
    }
    free(w.origins), free(w.queue);
    return is_good;
}
