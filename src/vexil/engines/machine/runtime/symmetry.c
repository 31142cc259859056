/* Symmetry: threads are put in an order that does not depend on their numbers, before a state is recorded.
 *
 * What threads are called means nothing to the program, so that a state with other numbers for them behaves alike (Ip and
 * Dill 1996). Threads are compared by where they are and by their variables. Those that are told apart keep their
 * numbers: the first one, those that somebody else knows, and those that have something to themselves to which others
 * lead; nothing could be gained with them. Who is told apart and how the others compare depends on the state only. That all
 * who are alike come to the same order is not needed: what objects of their own say does not count.
 */
#include "state.h"

#include <stdlib.h>
#include <string.h>

enum { ENOUGH_TRIES = 64 };
/* So many states in which no thread could change its number, and nobody tries any more. */
enum { SEVERAL = UINT32_MAX };

static int compare(int64_t x, int64_t y) { return x < y ? -1 : x > y; }

/* Whether an object is called the same whatever numbers threads have that are not told apart. */
static bool has_fixed_name(const machine *m, word number) {
    if (number <= (word)m->p->statics) return true;
    uint32_t home = m->objects[number].home;
    return home < 2 || m->told_apart[home];
}

static bool can_be_renamed(const machine *m, word number) { return is_alive(m, number) && number > 1 && !m->told_apart[number]; }

static int compare_links(const machine *m, word x, word y, uint8_t link) {
    if (link == LINK_THREAD) {
        bool is_x = can_be_renamed(m, x), is_y = can_be_renamed(m, y);
        return is_x || is_y ? compare(is_x, is_y) : compare(x, y);
    }
    bool is_x = has_fixed_name(m, x), is_y = has_fixed_name(m, y);
    if (!is_x || !is_y) return compare(is_x, is_y);
    return compare(x > (word)m->p->statics ? m->objects[x].name : x, y > (word)m->p->statics ? m->objects[y].name : y);
}

/* Compares numbers, or what the others refer to, which has been named. */
static int compare_words(const machine *m, const word *x, const word *y, const uint8_t *links, uint32_t count, bool is_link) {
    int order = 0;
    for (uint32_t i = 0; i < count && !order; i++)
        if (!links[i] == !is_link) order = is_link ? compare_links(m, x[i], y[i], links[i]) : compare(x[i], y[i]);
    return order;
}

static int compare_variables(const machine *m, const thread *x, const thread *y, bool is_link) {
    int order = 0;
    for (uint32_t depth = 0; depth < x->depth && !order; depth++) {
        const frame *f = &x->frames[depth], *g = &y->frames[depth];
        const function *code = &m->p->functions[f->function];
        order = compare_words(m, x->words + f->base, y->words + g->base, code->links, code->registers, is_link);
    }
    if (!order && x->has_own && y->has_own) order = compare_words(m, x->own, y->own, m->p->own_links, m->p->owns, is_link);
    return order;
}

static int compare_threads(const machine *m, const thread *x, const thread *y, bool has_names) {
    const int64_t of_x[] = {x->depth, x->activity, x->daemon, x->timed, x->interrupted, x->reason, x->atomic, x->wait_edge};
    const int64_t of_y[] = {y->depth, y->activity, y->daemon, y->timed, y->interrupted, y->reason, y->atomic, y->wait_edge};
    int order = 0;
    for (unsigned i = 0; i < sizeof of_x / sizeof *of_x && !order; i++) order = compare(of_x[i], of_y[i]);
    for (uint32_t depth = 0; depth < x->depth && !order; depth++) {
        const frame *f = &x->frames[depth], *g = &y->frames[depth];
        order = compare(f->function, g->function);
        if (!order) order = compare(g->location, f->location); /* who goes first where nobody notices is ahead of others */
        if (!order) order = compare(f->call_edge, g->call_edge);
    }
    if (!order) order = compare_variables(m, x, y, false);
    return order || !has_names ? order : compare_variables(m, x, y, true);
}

/* Whether each thread of a list comes before the next one: strictly, where nothing has names. */
static bool are_ordered(const machine *m, const uint32_t *numbers, uint32_t count, bool has_names) {
    for (uint32_t i = 1; i < count; i++)
        if (compare_threads(m, &m->threads[numbers[i - 1]], &m->threads[numbers[i]], has_names) >= has_names) return false;
    return true;
}

/* --- other numbers -------------------------------------------------------------------------------------------- */

static bool rename_word(const machine *m, word *value) {
    if (*value <= 0 || *value >= m->threads_count || m->renaming[*value] == (uint32_t)*value) return false;
    *value = m->renaming[*value];
    return true;
}

static bool rename_guard(const machine *m, guard *g) {
    bool is_changed = false;
    for (uint32_t i = 0; g && g->is_set && i < g->count; i++)
        if (g->locks[i].kind == KEY_THREAD) is_changed |= rename_word(m, &g->locks[i].a);
    return is_changed;
}

static bool rename_contents(machine *m, object *o) {
    bool is_changed = false;
    if (o->kind == INSTANCE) {
        const class_info *class = &m->p->classes[o->type];
        for (uint32_t i = 0; i < class->links_count; i++)
            if ((class->links[i] & 3) == LINK_THREAD) is_changed |= rename_word(m, (word *)o->data + (class->links[i] >> 2));
    } else if (o->kind == ARRAY && m->p->arrays[o->type].link == LINK_THREAD) {
        for (int64_t i = 0; i < o->size; i++) is_changed |= rename_word(m, (word *)(o->data + i * m->p->arrays[o->type].size));
    } else if (o->kind == BLOCK && o->links) {
        for (int64_t at = next_identity(o, 0), end; at < o->size; at = next_identity(o, end)) {
            identity value = m->identities[o->links[at]];
            end = identity_end(o, at);
            if (value.kind != IS_THREAD || !rename_word(m, &value.a)) continue;
            uint32_t link = identity_of(m, value);
            for (int64_t i = at; i < end; i++) o->links[i] = link;
            is_changed = true;
        }
    }
    return is_changed;
}

static void rename_object(machine *m, uint32_t number) {
    object *o = &m->objects[number];
    bool has_guard = rename_guard(m, o->guard), has_links = rename_contents(m, o);
    if (has_guard || has_links) touch(m, number);
}

static void rename_in_thread(machine *m, thread *t) {
    for (uint32_t depth = 0; t->is_live && depth < t->depth; depth++) {
        const frame *f = &t->frames[depth];
        const function *code = &m->p->functions[f->function];
        for (uint32_t i = 0; i < code->registers; i++)
            if (code->links[i] == LINK_THREAD && rename_word(m, &t->words[f->base + i]) && t->low > depth) t->low = depth;
    }
    for (uint32_t i = 0; t->has_own && i < m->p->owns; i++)
        if (m->p->own_links[i] == LINK_THREAD && rename_word(m, &t->own[i])) thread_touch(t);
}

/* Gives threads the numbers that the renaming says; everything that can be reached has been numbered. */
static bool rename_threads(machine *m, const uint32_t *numbers, uint32_t count) {
    thread *moved = malloc(count * sizeof *moved);
    if (!moved) return false;
    for (uint32_t i = 0; i < count; i++) moved[i] = m->threads[numbers[i]];
    for (uint32_t i = 0; i < count; i++) {
        thread *t = &m->threads[m->renaming[numbers[i]]];
        *t = moved[i];
        t->number = m->renaming[numbers[i]], t->is_dirty = 1, t->low = 0;
    }
    free(moved);
    for (uint32_t i = 1; i < m->threads_count; i++)
        if (m->threads[i].exists) rename_in_thread(m, &m->threads[i]);
    for (uint32_t i = 0; i < m->p->globals; i++) {
        bool has_link = m->p->global_links[i] == LINK_THREAD && rename_word(m, &m->globals[i]);
        if (rename_guard(m, &m->global_guards[i]) || has_link) m->globals_dirty[i / CHUNK] = 1;
    }
    for (uint32_t i = 1; i <= m->p->statics; i++) rename_object(m, i);
    for (uint64_t i = 0; i < m->queue_count; i++) rename_object(m, m->queue[i]);
    for (uint32_t i = 0; i < m->locks_count; i++) m->locks[i].owner = m->renaming[m->locks[i].owner];
    m->locks_dirty = 1;
    forget_sharing(m);
    return true;
}

/* --- order ---------------------------------------------------------------------------------------------------- */

/* Threads that have not ended, but the first and those that are told apart, if that is known. */
static uint32_t list_threads(const machine *m, uint32_t *numbers, bool is_known) {
    uint32_t count = 0;
    for (uint32_t i = 2; i < m->threads_count; i++)
        if (is_alive(m, i) && !(is_known && m->told_apart[i])) numbers[count++] = i;
    return count;
}

/* Calls something for every object with a fixed name that a frame of a thread has; says whether it was true for one. */
static bool any_object(machine *m, const thread *t, bool (*test)(object *o, uint32_t number)) {
    bool found = false;
    for (uint32_t depth = 0; t->is_live && depth < t->depth; depth++) {
        const frame *f = &t->frames[depth];
        const function *code = &m->p->functions[f->function];
        for (uint32_t i = 0; i < code->registers; i++) {
            word value = t->words[f->base + i];
            bool is_object = code->links[i] == LINK_REFERENCE || code->links[i] == LINK_POINTER;
            if (is_object && value > (word)m->p->statics && has_fixed_name(m, value)) found |= test(&m->objects[value], t->number);
        }
    }
    return found;
}

static bool note_user(object *o, uint32_t number) {
    o->user = !o->user || o->user == number ? number : SEVERAL;
    return false;
}

static bool is_only_user(object *o, uint32_t number) { return o->user == number; }

/* Finds out who is told apart. */
static uint32_t tell_apart(machine *m, uint32_t *numbers) {
    machine_number(m);
    uint32_t count = list_threads(m, numbers, true);
    for (uint32_t i = 0; i < count; i++) any_object(m, &m->threads[numbers[i]], note_user);
    for (uint32_t i = 0; i < count; i++)
        if (any_object(m, &m->threads[numbers[i]], is_only_user)) m->told_apart[numbers[i]] = 2;
    return list_threads(m, numbers, true);
}

/* Puts threads in order; `renaming` says what number each has then. */
void order_threads(machine *m) {
    m->is_renamed = false;
    if ((!m->orders && m->order_tries >= ENOUGH_TRIES) || m->threads_count < 4 || m->end != GOES_ON) return;
    if (!grow(&m->renaming, &m->renaming_capacity, 3 * (uint64_t)m->threads_count, sizeof *m->renaming)) {
        m->out_of_memory = true;
        return;
    }
    uint32_t *numbers = m->renaming + m->threads_count, *order = numbers + m->threads_count;
    if (are_ordered(m, numbers, list_threads(m, numbers, false), false)) return;
    m->order_tries++;
    uint32_t count = tell_apart(m, numbers);
    if (m->out_of_memory || are_ordered(m, numbers, count, true)) return;
    for (uint32_t i = 0; i < m->threads_count; i++) m->renaming[i] = i;
    for (uint32_t i = 0; i < count; i++) { /* by insertion, so that those that are alike stay as they are */
        const thread *t = &m->threads[numbers[i]];
        uint32_t at = i;
        for (; at && compare_threads(m, &m->threads[order[at - 1]], t, true) > 0; at--) order[at] = order[at - 1];
        order[at] = numbers[i];
    }
    for (uint32_t i = 0; i < count; i++) m->renaming[order[i]] = numbers[i];
    m->orders++;
    m->is_renamed = rename_threads(m, numbers, count);
    if (!m->is_renamed) m->out_of_memory = true;
}
