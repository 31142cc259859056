/* The product of a program and an automaton of violations, searched depth first for a component that is accepted: strongly
 * connected components with the acceptance of each (Couvreur 1999). Fairness is acceptance, too.
 *
 * Each state is expanded once, whatever the places of the automaton it is paired with, and its successors are kept. So
 * the product is that of one graph, which leaves out steps only where the single step of one thread leads to a state that
 * was not recorded before. Along such steps states are recorded later and later; so every cycle has a state all of whose
 * steps were followed, in whatever order states are expanded (condition C3 of Clarke, Grumberg and Peled 1999).
 */
#include "runs.h"

#include <stdlib.h>
#include <string.h>

/* --- states and where they lead ------------------------------------------------------------------------------- */

/* The machine has come to a new state: notes which atoms hold. */
static bool note_state(runs *r, uint32_t state) {
    machine *m = r->s->m;
    if (!grow(&r->letters, &r->letters_capacity, (uint64_t)state + 1, sizeof *r->letters) ||
        !grow(&r->states, &r->states_capacity, (uint64_t)state + 1, sizeof *r->states)) {
        over(r->s, MEMORY);
        return false;
    }
    r->states[state] = (state_info){0};
    if (r->info->fairness == DAEMONS)
        for (uint32_t i = 1; i < m->threads_count; i++) r->info->has_daemons |= m->threads[i].exists && m->threads[i].daemon;
    if (letter_of(m, r->info->atoms, &r->letters[state], &r->info->problem)) return true;
    over(r->s, m->out_of_memory ? shortage(r->s) : UNDEFINED_ATOM);
    return false;
}

static bool add_successor(runs *r, successor item) {
    if (!grow(&r->successors, &r->successors_capacity, r->successors_count + 1, sizeof *r->successors)) {
        over(r->s, MEMORY);
        return false;
    }
    r->successors[r->successors_count++] = item;
    return true;
}

static bool follow(search *s, uint32_t number, bool has_choice, int64_t choice, void *data) {
    runs *r = data;
    bool is_daemon = s->m->threads[number].daemon, is_new;
    if (!take_counted(s, number, has_choice, choice)) return !s->is_over;
    uint32_t told = r->info->fairness ? block_told(r) : 0;
    uint32_t target = arrive(s, r->e.parent, &is_new);
    if (!target) return false;
    r->e.later += is_new;
    if (is_new && !note_state(r, target)) return false;
    uint8_t flags = r->info->fairness ? r->block_flags : 0;
    if (!is_daemon) flags |= MOVES_FREED;
    return add_successor(r, (successor){target, number, told, flags, has_choice, choice}) && !s->is_over;
}

/* Finds out where a state leads, if that is not known; false when the search is over. */
bool state_expand(runs *r, uint32_t state) {
    if (r->states[state].is_expanded) return true;
    search *s = r->s;
    state_info known = {.first = r->successors_count, .is_expanded = 1};
    if (r->info->fairness) {
        machine_restore(s->m, state);
        known.told = able_threads(r, &known.flags);
    }
    r->e = (expansion){.parent = state};
    uint64_t edges = s->m->edges, taken = s->info->transitions;
    if (!expand_with(s, state, follow, &r->e)) add_successor(r, (successor){state, 0, 0, INSIDE | MOVES_FREED, 0, 0});
    s->info->edges += s->m->edges - edges;
    s->info->work += s->m->edges - edges + RECORDING * (1 + s->info->transitions - taken);
    if (s->is_over) return false;
    known.count = (uint32_t)(r->successors_count - known.first);
    r->states[state] = known;
    return true;
}

/* --- nodes ---------------------------------------------------------------------------------------------------- */

/* The number of a node that was visited, or 0. */
uint32_t node_of(const runs *r, uint32_t state, uint32_t place) {
    uint64_t pair = (uint64_t)state << 32 | place;
    for (uint64_t at = mixed(pair) & r->nodes.mask; r->nodes.slots[at]; at = (at + 1) & r->nodes.mask)
        if (r->nodes.pairs[r->nodes.slots[at]] == pair) return r->nodes.slots[at];
    return 0;
}

acceptance of_node(runs *r, uint32_t node) {
    uint32_t state = (uint32_t)(r->nodes.pairs[node] >> 32), place = (uint32_t)r->nodes.pairs[node];
    acceptance a = nothing(r);
    const state_info *known = &r->states[state];
    if (r->info->accepting[place & ~STAYS]) a.flags = ACCEPTING;
    if (known->is_expanded && (place & STAYS || !(known->flags & INSIDE))) {
        a.told = known->told;
        a.flags |= known->flags & FREED;
    }
    return a;
}

acceptance of_step(runs *r, uint64_t by, bool stays) {
    const successor *step = &r->successors[by];
    acceptance a = nothing(r);
    if (step->flags & MOVES_FREED) a.flags = FREED;
    if (r->info->fairness == FAIR && step->thread) a.moved = set_of_thread(r, step->thread);
    if (stays || !(step->flags & INSIDE)) {
        a.told = step->told;
        a.flags |= step->flags & FREED;
    }
    return a;
}

static bool is_read(const runs_info *info, uint32_t edge, uint64_t letter) {
    return (letter & info->required[edge]) == info->required[edge] && !(letter & info->forbidden[edge]);
}

/* The next step of a node in the product; a run that is in a section may be one that stays in sections from here on. */
bool cursor_next(runs *r, cursor *c, product_step *step) {
    const runs_info *info = r->info;
    uint32_t state = (uint32_t)(r->nodes.pairs[c->node] >> 32), held = (uint32_t)r->nodes.pairs[c->node];
    uint32_t place = held & ~STAYS, stays = held & STAYS, last = info->first[place + 1];
    const state_info *known = &r->states[state];
    bool is_inside = info->fairness && known->flags & INSIDE;
    if (!known->is_expanded || (stays && !is_inside)) return false;
    for (;;) {
        if (c->at >= known->count) return false;
        uint64_t by = known->first + c->at;
        if (c->edge >= last) {
            c->at++, c->edge = info->first[place], c->copy = 0;
            continue;
        }
        if (!is_read(info, c->edge, r->letters[state])) {
            c->edge++;
            continue;
        }
        uint32_t following = info->target[c->edge], copy = c->copy;
        c->copy = !copy, c->edge += copy;
        if (copy ? !is_inside || !(r->successors[by].flags & INSIDE) : stays) continue;
        *step = (product_step){r->successors[by].target, copy ? following | STAYS : following, by};
        return true;
    }
}

/* --- the search ----------------------------------------------------------------------------------------------- */

static bool has_targets(const runs *r, uint32_t place, uint64_t letter, bool *is_lost) {
    bool is_there = false;
    *is_lost = false;
    for (uint32_t edge = r->info->first[place]; edge < r->info->first[place + 1]; edge++) {
        if (!is_read(r->info, edge, letter)) continue;
        is_there = true;
        *is_lost |= r->info->lost[r->info->target[edge]];
    }
    return is_there;
}

/* Goes to a node that is new; `arc` is the acceptance of the step that leads to it. */
static void enter(runs *r, uint32_t node, acceptance arc) {
    uint32_t state = (uint32_t)(r->nodes.pairs[node] >> 32), place = (uint32_t)r->nodes.pairs[node] & ~STAYS;
    if (!grow(&r->ranks, &r->ranks_capacity, (uint64_t)node + 1, sizeof *r->ranks) ||
        !grow(&r->stack, &r->stack_capacity, r->depth + 1, sizeof *r->stack) ||
        !grow(&r->roots, &r->roots_capacity, r->roots_count + 1, sizeof *r->roots) ||
        !grow(&r->live, &r->live_capacity, r->live_count + 1, sizeof *r->live)) {
        over(r->s, MEMORY);
        return;
    }
    r->ranks[node] = 0;
    bool is_there = has_targets(r, place, r->letters[state], &r->is_lost);
    if (is_there && !r->is_lost && !state_expand(r, state)) return;
    r->stack[r->depth++] = (cursor){node, r->info->first[place], 0, 0};
    r->live[r->live_count++] = node;
    r->roots[r->roots_count++] = (root){node, of_node(r, node), arc};
    if (r->depth > r->s->info->depth) r->s->info->depth = r->depth;
}

/* All nodes that can be reached from one were visited: if it is the first of its component, that is finished. */
static void leave(runs *r) {
    uint32_t node = r->stack[--r->depth].node, last;
    if (r->roots[r->roots_count - 1].number != node) return;
    r->roots_count--;
    r->info->components++;
    do r->ranks[last = r->live[--r->live_count]] = (uint32_t)r->info->components;
    while (last != node);
}

/* A step leads to a node of an unfinished component and closes a cycle; whether it is accepted. */
static bool is_closed(runs *r, uint32_t node, acceptance arc) {
    while (r->roots[r->roots_count - 1].number > node) {
        const root *last = &r->roots[--r->roots_count];
        arc = with(r, arc, with(r, last->inner, last->arc));
    }
    root *first = &r->roots[r->roots_count - 1];
    first->inner = with(r, first->inner, arc);
    return is_satisfied(r, first->inner);
}

static void count_up(runs *r) {
    search_info *info = r->s->info;
    r->info->nodes = r->nodes.count;
    info->frontier = r->depth;
    info->memory = machine_bytes(r->s->m) + r->successors_count * sizeof *r->successors + r->nodes.count * 24 +
                   info->states * (sizeof *r->letters + sizeof *r->states) + r->depth * sizeof *r->stack;
    if (info->memory > info->memory_limit) over(r->s, MEMORY);
    if (*info->stop) over(r->s, INTERRUPTED);
}

static bool is_learned(search *s) {
    if (s->again && s->info->transitions >= s->again) over(s, LEARNED); /* enough was learned to begin again */
    return s->is_over;
}

static void forget_nodes(runs *r) {
    memset(r->nodes.slots, 0, (r->nodes.mask + 1) * sizeof *r->nodes.slots);
    r->nodes.count = 0;
}

/* Goes on until a run is found; whether one was. */
static bool is_found(runs *r) {
    uint64_t turns = 0;
    product_step step;
    while (r->depth && !r->s->is_over) {
        if (r->is_lost) return true;
        if (is_learned(r->s)) break;
        cursor *top = &r->stack[r->depth - 1];
        if (++turns % 256 == 0) count_up(r);
        if (!cursor_next(r, top, &step)) {
            leave(r);
            continue;
        }
        bool is_new, stays = step.place & STAYS && (uint32_t)r->nodes.pairs[top->node] & STAYS;
        uint32_t node = pair_of(&r->nodes, step.state, step.place, &is_new);
        if (!node) {
            over(r->s, MEMORY);
            break;
        }
        if (!is_new && r->ranks[node]) continue;
        acceptance arc = of_step(r, step.by, stays);
        if (is_new) enter(r, node, arc);
        else if (is_closed(r, node, arc)) return true;
    }
    return r->is_lost && !r->s->is_over;
}

enum { LOOK = 1 << 17 };
/* Nodes that are visited breadth first at most. */

/* Looks breadth first for a node that is enough, whatever follows: it may be near, and all else be far away. The number of
 * such a node is the answer, or 0. Nodes get other numbers afterwards; where states lead is known. */
static uint32_t nearest(runs *r) {
    search *s = r->s;
    bool is_new, is_asked = false;
    product_step step;
    for (uint32_t place = 0; place < r->info->places; place++) is_asked |= r->info->lost[place];
    for (uint64_t i = 0; is_asked && i < r->initial_count; i++)
        if (!pair_of(&r->nodes, r->initial[i], 0, &is_new)) over(s, shortage(s));
    for (uint32_t node = 1; node <= r->nodes.count && r->nodes.count < LOOK && !is_learned(s); node++) {
        uint32_t state = (uint32_t)(r->nodes.pairs[node] >> 32), place = (uint32_t)r->nodes.pairs[node] & ~STAYS;
        bool is_there = has_targets(r, place, r->letters[state], &r->is_lost);
        if (r->is_lost) return node;
        if (!is_there || !state_expand(r, state)) continue;
        cursor c = {node, r->info->first[place], 0, 0};
        while (cursor_next(r, &c, &step))
            if (!pair_of(&r->nodes, step.state, step.place, &is_new)) over(s, shortage(s));
        if (node % 256 == 0) count_up(r);
    }
    forget_nodes(r);
    return 0;
}

/* Looks for a run from the initial states that were added. */
uint32_t vm_runs_run(runs *r) {
    search *s = r->s;
    s->m->states = &s->states;
    uint32_t enough = nearest(r);
    s->m->stop = enough ? &s->m->never : s->info->stop;
    if (enough && !s->again) over(s, find_lasso(r, enough) ? FOUND : MEMORY);
    for (uint64_t i = 0; i < r->initial_count && !s->is_over && !enough; i++) {
        bool is_new;
        uint32_t node = pair_of(&r->nodes, r->initial[i], 0, &is_new);
        if (!node) over(s, shortage(s));
        if (!node || !is_new) continue;
        enter(r, node, nothing(r));
        if (!is_found(r)) continue;
        s->m->stop = &s->m->never; /* what was found is executed again as a whole */
        if (s->again) break; /* steps are not those any more that were taken */
        uint32_t component = r->is_lost ? r->stack[r->depth - 1].node : r->roots[r->roots_count - 1].number;
        over(s, find_lasso(r, component) ? FOUND : MEMORY);
    }
    s->m->stop = &s->m->never;
    count_up(r);
    over(s, s->again ? LEARNED : EXHAUSTED);
    return s->info->reason;
}

/* --- beginning and end ---------------------------------------------------------------------------------------- */

runs *vm_runs_open(search *s, runs_info *info) {
    runs *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    r->s = s;
    r->info = info;
    uint64_t most = s->info->memory_limit / 8 < UINT32_MAX ? s->info->memory_limit / 8 : UINT32_MAX;
    if (!pairs_open(&r->nodes, most) || !fairness_open(r)) return NULL;
    r->seen = (observed){.watched = info->watched, .returns = info->returns, .unlocks = info->sees_unlocks,
                         .unlocks_of_daemons = info->sees_unlocks_of_daemons, .data = r};
    if (info->fairness) r->seen.before_step = block_begin;
    s->m->observed = &r->seen;
    s->m->track_returns = info->tracks_returns;
    return r;
}

void vm_runs_close(runs *r) {
    r->s->m->observed = NULL;
    pairs_close(&r->nodes), fairness_close(r);
    free(r->letters), free(r->states), free(r->successors), free(r->ranks), free(r->stack), free(r->roots);
    free(r->live), free(r->initial), free(r->steps), free(r);
}

/* Adds the state that the machine is in as an initial one. */
void vm_runs_initial(runs *r) {
    bool is_new;
    r->s->m->states = &r->s->states;
    if (!make_enabled(r->s)) return over(r->s, MEMORY);
    uint32_t state = arrive(r->s, 0, &is_new);
    if (!state || !is_new || !note_state(r, state)) return;
    if (!grow(&r->initial, &r->initial_capacity, r->initial_count + 1, sizeof *r->initial)) return over(r->s, MEMORY);
    r->initial[r->initial_count++] = state;
}

/* Forgets everything, because states are recorded anew. */
void vm_runs_again(runs *r) {
    forget_nodes(r);
    r->successors_count = r->depth = r->roots_count = r->live_count = r->initial_count = 0;
    r->info->components = r->info->nodes = 0;
    r->is_lost = false;
}

uint32_t vm_runs_rank(const runs *r, uint32_t state, uint32_t place) {
    uint32_t node = node_of(r, state, place);
    return node ? r->ranks[node] : 0;
}

void vm_runs_node(const runs *r, uint32_t node, uint32_t *state, uint32_t *place) {
    *state = (uint32_t)(r->nodes.pairs[node] >> 32), *place = (uint32_t)r->nodes.pairs[node] & ~STAYS;
}

uint64_t vm_runs_letter(const runs *r, uint32_t state) { return r->letters[state]; }

/* The steps of the run that was found: those of the stem come first. */
uint64_t vm_runs_steps(const runs *r, const run_step **steps, uint64_t *stem) {
    *steps = r->steps, *stem = r->stem;
    return r->steps_count;
}

/* How many edges a step takes at once. */
uint64_t vm_runs_edges(runs *r, uint32_t state, uint32_t thread, bool has_choice, int64_t choice) {
    machine *m = r->s->m;
    machine_restore(m, state);
    uint64_t before = m->edges;
    take(r->s, thread, has_choice, choice);
    return m->edges - before;
}
