/* Reduction while running: a thread goes on until it comes to a step that others can notice or disturb.
 *
 * A step is invisible if it touches nothing but registers of its frame and objects that no other thread can reach now
 * (Dwyer, Hatcliff, Robby and Ranganath 2004): then it commutes with every step of every other thread, now and until
 * it is taken. Inside an atomic section nobody else moves. A lock is released invisibly, because those that want it
 * cannot move before, unless the program asks whether locks are held.
 */
#include "machine.h"

#include <stdlib.h>

/* --- accesses to what is shared ------------------------------------------------------------------------------- */

static bool holds(machine *m, const thread *t, lock_key key) {
    if (key.kind == KEY_ATOMIC) return t->atomic > 0;
    if (key.kind == KEY_NONE) return false;
    const held_lock *held = lock_of(m, key);
    return held && held->owner == t->number;
}

static guard *guard_of(machine *m, const access *a) {
    if (a->global >= 0) return &m->global_guards[a->global];
    return m->objects[a->object].guard;
}

/* Whether a lock that the thread holds was held at every access so far; at the first one, whether it holds any. */
static bool is_guarded_by(machine *m, const thread *t, const access *a) {
    const guard *g = guard_of(m, a);
    if (g && g->is_set) {
        for (uint32_t i = 0; i < g->count; i++)
            if (holds(m, t, g->locks[i])) return true;
        return false;
    }
    if (t->atomic) return true;
    for (uint32_t i = 0; i < m->locks_count; i++)
        if (m->locks[i].owner == t->number) return true;
    return false;
}

/* Looks at an access of the next step: others notice it unless nobody else can reach what is accessed, it never
 * changes while others can, or all accesses have a lock in common (Stoller and Cohen 2003). The latter two are taken for
 * granted until a step shows otherwise, and then everything is searched again. */
void look_access(machine *m, thread *t, uint32_t key, int32_t global, int64_t number, bool is_write) {
    if (global < 0) {
        if (!m->is_sharing_known) machine_share(m);
        if (number > (int64_t)m->p->statics && !m->objects[number].is_shared) return;
    }
    if (!m->is_guarded) {
        m->is_visible = true;
        return;
    }
    uint8_t traits = m->traits[key];
    if (traits & UNGUARDED) {
        m->is_visible = true;
        return;
    }
    if (!(traits & CHANGES) && !is_write) return;
    access a = {key, global, number, is_write};
    if (!(traits & CHANGES) || !is_guarded_by(m, t, &a)) m->is_visible = true;
    if (!grow(&m->accesses, &m->accesses_capacity, m->accesses_count + 1, sizeof *m->accesses)) {
        m->out_of_memory = true;
        return;
    }
    m->accesses[m->accesses_count++] = a;
}

static void narrow(machine *m, const thread *t, guard *g) {
    if (!g->is_set) {
        g->is_set = 1;
        if (t->atomic) g->locks[g->count++] = (lock_key){0, 0, KEY_ATOMIC};
        for (uint32_t i = 0; i < m->locks_count && g->count < MOST_GUARDS; i++)
            if (m->locks[i].owner == t->number) g->locks[g->count++] = m->locks[i].key;
        return;
    }
    uint8_t kept = 0;
    for (uint32_t i = 0; i < g->count; i++)
        if (holds(m, t, g->locks[i])) g->locks[kept++] = g->locks[i];
    g->count = kept;
}

/* The step that was looked at is taken: notes what its accesses say. */
void note_accesses(machine *m, thread *t) {
    for (uint64_t i = 0; i < m->accesses_count; i++) {
        access a = m->accesses[i];
        if (!(m->traits[a.key] & CHANGES)) {
            m->traits[a.key] |= CHANGES;
            m->has_learned = true;
            continue;
        }
        if (!is_guarded_by(m, t, &a)) {
            m->traits[a.key] |= UNGUARDED;
            m->has_learned = true;
            continue;
        }
        guard *g = guard_of(m, &a);
        guard before = {0};
        if (g) before = *g;
        if (!g) {
            g = m->objects[a.object].guard = calloc(1, sizeof *g);
            if (!g) {
                m->out_of_memory = true;
                return;
            }
        }
        narrow(m, t, g);
        if (before.is_set && before.count == g->count) continue;
        if (a.global >= 0) m->globals_dirty[a.global >> 4] = 1;
        else touch(m, a.object);
    }
}

/* Looks at the next step of a thread, whatever it is. */
void look_at(machine *m, thread *t) {
    m->accesses_count = 0;
    m->is_visible = false;
    if (t->activity != RUNNING || machine_live(m) == 1) return;
    frame *f = &t->frames[t->depth - 1];
    const location *at = &m->p->functions[f->function].locations[f->location];
    if (at->touched < 0) return;
    execute(m, t, f->function, at->touched);
    if (m->end != GOES_ON) m->end = GOES_ON; /* the step itself says what is undefined */
}

/* Whether another thread is inside an atomic section and can move: one that waited there comes back as soon as it can. */
static bool is_held_up(machine *m, const thread *t) {
    for (uint32_t i = 1; i < m->threads_count; i++) {
        thread *other = &m->threads[i];
        if (other == t || !other->exists || !other->atomic || other->activity == ENDED || other->activity == WAITING) continue;
        if (thread_can_move(m, other)) return true;
    }
    return false;
}

/* Whether the next step of a thread that can move is one that nobody notices. */
bool is_invisible(machine *m, thread *t) {
    if (t->activity != RUNNING) return false;
    frame *f = &t->frames[t->depth - 1];
    const location *at = &m->p->functions[f->function].locations[f->location];
    if (at->kind == AT_TERMINAL || at->kind == AT_CHOICE || at->choices >= 0) return false;
    m->accesses_count = 0;
    if (machine_live(m) == 1) return thread_can_move(m, t);
    if (is_held_up(m, t)) return false;
    if (t->atomic) {
        if (!thread_can_move(m, t)) return false;
        look_at(m, t);
        return true;
    }
    switch (at->visibility) {
    case INVISIBLE: return true;
    case LEAVES: {
        if (t->depth == 1) return false;
        const frame *caller = f - 1;
        const function *code = &m->p->functions[caller->function];
        int32_t caught = code->catches[caller->location];
        if (code->edges[caller->call_edge].is_noticed || (caught >= 0 && code->edges[caught].is_noticed)) return false;
        if (at->touched < 0) return true;
    }
        /* fall through */
    case LOOKED_AT:
        m->is_visible = false;
        m->accesses_count = 0;
        execute(m, t, f->function, at->touched);
        if (m->end != GOES_ON) { /* the step itself says what is undefined */
            m->end = GOES_ON;
            return false;
        }
        return !m->is_visible && (at->ready < 0 || thread_can_move(m, t));
    default: return false;
    }
}

/* Lets a thread go on as long as nobody notices; the number of steps is the answer. */
uint64_t machine_run_on(machine *m, uint32_t number, uint64_t limit) {
    uint64_t steps = 0;
    while (steps < limit && m->end == GOES_ON && is_invisible(m, &m->threads[number])) {
        note_accesses(m, &m->threads[number]);
        machine_step(m, number, false, 0);
        steps++;
    }
    return steps;
}
