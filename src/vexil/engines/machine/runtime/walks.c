/* Random walks with restarts.
 *
 * A walk records nothing, so that its steps are cheap. Who moves is drawn uniformly; or by priorities that change at a few
 * points (Burckhardt, Kothari, Musuvathi and Nagarakatte 2010), which find bugs that need few events in some order, no
 * matter how many threads and steps lie between them; or threads take turns of a few steps, which finds those for which
 * all of them have to come equally far. In half of the walks the first thread goes on as long as it can, so that the
 * others have begun before anything happens. Numbers come from a generator with a fixed seed.
 */
#include "search.h"

#include <stdlib.h>
#include <string.h>

enum { UNIFORM, PRIORITIES, IN_TURN, STRATEGIES };
enum { SHORTEST = 1000, CHANGES_MOST = 4, LONGEST_TURN = 3, ASTRAY = 32 };

static uint64_t draw(search *s) {
    s->random += 0x9e3779b97f4a7c15u;
    return mixed(s->random);
}

typedef struct {
    unsigned strategy;
    bool is_first_ahead;
    uint32_t last, turn, turn_length; /* steps of the last thread without another in between, and the most of them */
    uint64_t changes[CHANGES_MOST], length; /* steps at which the thread with the highest priority gets the lowest one */
    uint32_t changes_count;
    uint64_t lowest;
} walk;

static uint64_t *priority_of(search *s, uint32_t thread) {
    uint64_t before = s->priorities_capacity;
    if (!grow(&s->priorities, &s->priorities_capacity, (uint64_t)thread + 1, sizeof *s->priorities)) return NULL;
    for (uint64_t i = before; i < s->priorities_capacity; i++) s->priorities[i] = 0;
    if (!s->priorities[thread]) s->priorities[thread] = UINT32_MAX + draw(s) / 2;
    return &s->priorities[thread];
}

static uint32_t pick(search *s, walk *w, const uint32_t *numbers, uint32_t count) {
    if (count == 1) return numbers[0];
    if (w->is_first_ahead && numbers[0] == 1) return 1;
    if (w->strategy == UNIFORM || draw(s) % ASTRAY == 0) return numbers[draw(s) % count];
    if (w->strategy == IN_TURN) {
        for (uint32_t i = 0; i < count; i++)
            if (numbers[i] > w->last || (numbers[i] == w->last && w->turn < w->turn_length)) return numbers[i];
        return numbers[0];
    }
    uint32_t best = 0;
    uint64_t highest = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t *priority = priority_of(s, numbers[i]);
        if (priority && *priority > highest) highest = *priority, best = numbers[i];
    }
    for (uint32_t i = 0; i < w->changes_count; i++) {
        if (w->changes[i] != w->length || !best) continue;
        *priority_of(s, best) = w->lowest--;
        w->changes[i] = UINT64_MAX;
        return pick(s, w, numbers, count);
    }
    return best ? best : numbers[0];
}

/* Takes a step from where the machine is, without recording anything; says whether the walk goes on. */
static bool step(search *s, uint32_t number, bool has_choice, int64_t choice) {
    machine *m = s->m;
    uint32_t is_unsigned = has_choice && m->offer.is_unsigned;
    uint64_t before = m->edges;
    step_on(s, number, has_choice, choice, s->info->run_on);
    s->info->transitions++;
    bool goes_on = spend(s, before);
    if (m->out_of_memory) over(s, shortage(s));
    if (m->end == UNDEFINED || m->end == CUT || m->end == LIMIT) return false;
    if (!make_enabled(s) || !add_step(s, (step_info){number, 0, m->edges - before, choice, has_choice, is_unsigned, 0, 0})) return false;
    if (is_bad(s)) {
        s->is_over = false; /* though there may be no work left */
        over(s, FOUND);
        return false;
    }
    return goes_on && !s->is_over;
}

static void begin(search *s, uint32_t initial) {
    machine_restore(s->m, initial);
    s->steps_count = 0;
}

static void go(search *s, walk *w, uint64_t most) {
    machine *m = s->m;
    for (w->length = 0; w->length < most; w->length++) {
        uint32_t count = machine_enabled(m, s->enabled);
        if (!count) return;
        uint32_t number = pick(s, w, s->enabled, count);
        bool is_open = machine_choices(m, number);
        if (m->end == LIMIT) return;
        int64_t choice = 0;
        if (is_open) {
            offer given = m->offer;
            if (s->info->is_choose_free && is_choice_of_abstraction(m, &m->threads[number], &given)) return;
            machine_choices(m, number); /* it was asked about the members */
            uint64_t place = draw(s) % m->offer.count;
            choice = m->offer.kind == 2 ? m->offer.values[place] : (int64_t)((uint64_t)m->offer.low + place);
        }
        w->turn = w->last == number ? w->turn + 1 : 1;
        w->last = number;
        if (!step(s, number, is_open, choice)) return;
    }
}

/* Walks until something is found or the work is done. What a walk shows about locks is told when it ends. */
void walk_about(search *s) {
    search_info *info = s->info;
    while (!s->is_over && s->initial) {
        walk w = {.strategy = (unsigned)(s->walks % STRATEGIES), .lowest = UINT32_MAX};
        w.is_first_ahead = s->walks / STRATEGIES % 2;
        w.turn_length = 1 + (uint32_t)(s->walks / STRATEGIES / 2 % LONGEST_TURN);
        uint64_t most = info->work / 16 > SHORTEST ? info->work / 16 : SHORTEST;
        if (w.strategy == PRIORITIES) {
            for (uint64_t i = 0; i < s->priorities_capacity; i++) s->priorities[i] = 0;
            w.changes_count = (uint32_t)(s->walks / STRATEGIES / 2 % (CHANGES_MOST + 1));
            for (uint32_t i = 0; i < w.changes_count; i++) w.changes[i] = draw(s) % (s->longest + 1);
        }
        uint32_t initial = (uint32_t)(1 + draw(s) % s->initial);
        begin(s, initial);
        if (s->m->out_of_memory) over(s, shortage(s));
        else go(s, &w, most);
        s->walks++;
        if (w.length > s->longest) s->longest = w.length;
        if (s->is_over && info->reason == FOUND) info->bad = initial;
        else if (s->m->has_learned) over(s, LEARNED);
        info->work += RECORDING;
        if (!s->is_over) spend(s, s->m->edges);
    }
}

/* Takes those of some steps that can be taken, in their order, until one breaks the property; says whether one does. The
 * steps that were taken are the search's run. */
bool vm_search_follow(search *s, uint32_t initial, const step_info *wanted, uint64_t count) {
    machine *m = s->m;
    search_enter(s);
    s->is_over = m->has_learned = false;
    begin(s, initial);
    bool goes_on = !m->out_of_memory;
    for (uint64_t i = 0; i < count && goes_on; i++) {
        uint32_t able = machine_enabled(m, s->enabled), at = 0;
        while (at < able && s->enabled[at] != wanted[i].thread) at++;
        if (at == able) continue;
        bool is_open = machine_choices(m, wanted[i].thread);
        int64_t choice = wanted[i].choice;
        if (is_open) {
            offer given = m->offer;
            if (s->info->is_choose_free && is_choice_of_abstraction(m, &m->threads[wanted[i].thread], &given)) continue;
            machine_choices(m, wanted[i].thread);
            bool is_offered = m->offer.kind == 1 && (uint64_t)choice - (uint64_t)m->offer.low < m->offer.count;
            for (uint64_t j = 0; m->offer.kind == 2 && j < m->offer.count; j++)
                is_offered = is_offered || m->offer.values[j] == choice;
            if (!is_offered) choice = m->offer.kind == 2 ? m->offer.values[0] : m->offer.low;
        }
        goes_on = step(s, wanted[i].thread, is_open, is_open ? choice : 0);
    }
    if (s->is_over && s->info->reason == FOUND) s->info->bad = initial;
    return s->is_over && s->info->reason == FOUND;
}
