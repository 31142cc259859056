/* Reduction while running: a thread goes on until it comes to a step that others can notice or disturb.
 *
 * A step is invisible if it touches nothing but registers of its frame and objects that no other thread can reach now
 * (Dwyer, Hatcliff, Robby and Ranganath 2004): then it commutes with every step of every other thread, now and until
 * it is taken. Inside an atomic section nobody else moves. A lock is released invisibly, because those that want it
 * cannot move before, unless the program asks whether locks are held. Where a thread chooses a value that nobody else can
 * see, all its choices are taken, and those of others later: they are what it can do until it moves.
 */
#include "observed.h"

#include <stdlib.h>

enum { WAITING_FACTS = INTERRUPTS | WAITS_INSIDE | WAITS_APART };
enum { MOST_STARTED = 64 }; /* a program that starts threads for ever does so step by step */

/* --- who else is there ---------------------------------------------------------------------------------------- */

/* How many threads have not ended, and whether another one than this is in an atomic section, if only blocked there. */
static uint32_t others(machine *m, const thread *t, bool *is_inside) {
    uint32_t live = 0;
    *is_inside = false;
    for (uint32_t i = 1; i < m->threads_count; i++) {
        const thread *other = &m->threads[i];
        if (!other->exists || other->activity == ENDED) continue;
        live++;
        if (other != t && other->atomic) *is_inside = true;
    }
    return live;
}

/* Whether nobody else can move while this thread can. */
static bool is_alone_inside(machine *m, const thread *t) {
    bool is_inside;
    if (!t->atomic) return false;
    others(m, t, &is_inside);
    return !is_inside;
}

/* Whether threads have ended and nobody has waited for that: what they did may as well come after what others do now. */
bool has_unjoined(const machine *m) {
    if (m->has_strays) return true;
    for (uint32_t i = 1; i < m->threads_count; i++)
        if (m->threads[i].exists && m->threads[i].activity == ENDED && m->threads[i].is_unjoined) return true;
    return false;
}

/* Whether others may notice that a thread starts another one. What the new one can do, it can do later as well; but its
 * number is the least that is free, so that what comes before decides about numbers. They mean nothing: states that
 * differ in them alone behave alike. Without the thread that starts it, a run must not be over. */
bool is_start_noticed(machine *m, const thread *t) {
    return !m->hides_threads || t->daemon || m->threads_count > MOST_STARTED;
}

/* Whether others may notice that a thread ends: nobody asks whether it is alive, those who join it cannot move before
 * unless they are interrupted or wait for a time, and no daemon's run is over with it. */
static bool is_end_noticed(machine *m, const location *at) {
    if (!m->hides_threads || m->facts & ~(WAITS_APART | MEETS_DEAD) || !(at->flags & LOCATION_RETURNS)) return true;
    for (uint32_t i = 1; i < m->threads_count; i++)
        if (m->threads[i].exists && m->threads[i].activity != ENDED && m->threads[i].daemon) return true;
    return false;
}

/* Whether others may notice that a thread begins to wait: whoever notifies needs the lock that is released. */
bool is_wait_noticed(machine *m, const thread *t, lock_key lock, lock_key condition, bool timed) {
    if (!m->hides_threads || m->facts & WAITING_FACTS || timed || !same_key(lock, condition)) return true;
    const held_lock *held = lock_of(m, lock);
    return !held || held->owner != t->number;
}

/* Whether others may notice a notification: who waits cannot go on before the lock is released, unless it is for a time. */
bool is_notify_noticed(machine *m, const thread *t, lock_key key) {
    const held_lock *held = lock_of(m, key);
    if (!m->hides_threads || m->facts & WAITING_FACTS || !held || held->owner != t->number) return true;
    for (uint32_t i = 1; i < m->threads_count; i++) {
        const thread *other = &m->threads[i];
        if (other->exists && other->activity == WAITING && other->timed && same_key(other->condition, key)) return true;
    }
    return false;
}

/* --- accesses to what is shared ------------------------------------------------------------------------------- */

static bool holds(machine *m, const thread *t, lock_key key) {
    if (key.kind == KEY_ATOMIC) return is_alone_inside(m, t);
    if (key.kind == KEY_NONE) return false;
    if (key.kind == KEY_THREAD) return key.a == t->number;
    const held_lock *held = lock_of(m, key);
    return held && held->owner == t->number;
}

static guard *guard_of(machine *m, const access *a) {
    if (a->global >= 0) return &m->global_guards[a->global];
    return m->objects[a->object].guard;
}

/* Whether memory ends. */
static bool is_end_of_memory(machine *m, const access *a) {
    uint32_t first = m->p->globals + m->p->fields;
    return a->is_write && a->key >= first && (a->key - first) % CELLS == LIVENESS;
}

/* Whether a lock that the thread holds was held at every access so far, or only this thread has had access. */
static bool is_guarded_by(machine *m, const thread *t, const access *a) {
    const guard *g = guard_of(m, a);
    if (!g || !g->is_set) return true;
    for (uint32_t i = 0; i < g->count; i++)
        if (holds(m, t, g->locks[i])) return true;
    return false;
}

static uint32_t bit_of(uint32_t key) { return (uint32_t)1 << (key & 31); }

/* Looks at an access of the next step: others notice it unless nobody else can reach what is accessed, it never
 * changes while others can, or all accesses have a lock in common (Stoller and Cohen 2003). The latter two are taken for
 * granted until a step shows otherwise, and then everything is searched again. */
void look_access(machine *m, thread *t, uint32_t key, int32_t global, int64_t number, bool is_write) {
    if (is_write && m->observed && m->observed->watched[key]) m->observed->is_written = true;
    bool has_others = true, is_seen = true;
    if (global < 0 && number > (int64_t)m->p->statics) {
        const object *o = &m->objects[number];
        has_others = is_shared(m, t, number);
        is_seen = o->guard && o->guard->seen & bit_of(key);
        if (!has_others && !is_seen) return;
    }
    if (!m->is_guarded) {
        m->is_visible = true;
        return;
    }
    uint8_t traits = m->traits[key];
    if (traits & UNGUARDED) {
        m->is_visible |= has_others;
        return;
    }
    if (!(traits & CHANGES) && !is_write && is_seen) return;
    access a = {key, global, number, is_write};
    if (has_others && (traits & CHANGES ? !is_guarded_by(m, t, &a) : is_write)) m->is_visible = true;
    if (has_others && m->facts & MEETS_DEAD && is_end_of_memory(m, &a)) m->is_visible = true;
    if (!grow(&m->accesses, &m->accesses_capacity, m->accesses_count + 1, sizeof *m->accesses)) {
        m->out_of_memory = true;
        return;
    }
    m->accesses[m->accesses_count++] = a;
}

/* Memory is accessed, which has to be alive for that. */
void look_memory(machine *m, thread *t, int64_t number, int64_t offset, int64_t size, bool is_write) {
    int64_t whole = m->objects[number].size, last = CELLS - 2;
    look_live(m, t, number, false);
    if (m->objects[number].kind == DEAD) return;
    if (offset < 0 || size <= 0 || offset >= whole) return; /* the step itself says that this is undefined */
    int64_t end = size < whole - offset ? offset + size : whole;
    int64_t from = offset / 4 < last ? offset / 4 : last, to = (end - 1) / 4 < last ? (end - 1) / 4 : last;
    for (int64_t cell = from; cell <= to; cell++)
        look_access(m, t, memory_key(m, number, (uint32_t)cell), -1, number, is_write);
}

/* Whether memory is alive is asked, or changed. What is dead knows no locks, so that nobody could tell who else has had
 * access: once somebody uses what has ended, whether that may come before the end is found out wherever memory ends. */
void look_live(machine *m, thread *t, int64_t number, bool is_write) {
    if (number <= (int64_t)m->p->statics) return;
    if (m->objects[number].kind == DEAD) learn_fact(m, MEETS_DEAD);
    else look_access(m, t, memory_key(m, number, LIVENESS), -1, number, is_write);
}

static void look_ends(machine *m, thread *t, int64_t number) {
    if (object_at(m, number)) look_live(m, t, number, true);
}

/* The next step leaves a function, or ends the thread: memory ends with it, and a result is stored. */
void look_leaves(machine *m, thread *t, bool ends) {
    ends = ends || t->depth == 1;
    for (uint32_t depth = t->depth; depth-- > (ends ? 0 : t->depth - 1);) {
        const frame *f = &t->frames[depth];
        const function *code = &m->p->functions[f->function];
        for (uint32_t i = 0; i < code->blocks_count; i++) look_ends(m, t, t->words[f->base + code->blocks[i].slot]);
        for (uint32_t i = 0; i < f->allocated_count; i++) look_ends(m, t, f->allocated[i]);
    }
    for (uint32_t i = 0; ends && t->has_own && i < m->p->owns; i++)
        if (m->p->own_blocks[i]) look_ends(m, t, t->own[i]);
    if (ends) return;
    const frame *caller = &t->frames[t->depth - 2];
    const function *code = &m->p->functions[caller->function];
    int32_t caught = code->catches[caller->location];
    t->depth--; /* the code is the caller's */
    execute(m, t, caller->function, code->edges[caller->call_edge].look);
    if (caught >= 0) execute(m, t, caller->function, code->edges[caught].look);
    t->depth++;
}

static void narrow(machine *m, const thread *t, guard *g) {
    if (!g->is_set) {
        g->is_set = 1;
        g->count = 0;
        g->locks[g->count++] = (lock_key){t->number, 0, KEY_THREAD};
        if (is_alone_inside(m, t)) g->locks[g->count++] = (lock_key){0, 0, KEY_ATOMIC};
        for (uint32_t i = 0; i < m->locks_count && g->count < MOST_GUARDS; i++)
            if (m->locks[i].owner == t->number) g->locks[g->count++] = m->locks[i].key;
        return;
    }
    uint8_t kept = 0;
    for (uint32_t i = 0; i < g->count; i++)
        if (holds(m, t, g->locks[i])) g->locks[kept++] = g->locks[i];
    g->count = kept;
}

static bool forget(guard *g, uint32_t number) {
    bool is_changed = false;
    for (uint32_t i = 0; g && g->is_set && i < g->count; i++) {
        if (g->locks[i].kind != KEY_THREAD || g->locks[i].a != number) continue;
        g->locks[i] = (lock_key){0, 0, KEY_NONE};
        is_changed = true;
    }
    return is_changed;
}

/* A thread gets a number that another one may have had: it has not had access to anything. Everything that can be reached
 * has been numbered. */
void forget_thread(machine *m, uint32_t number) {
    for (uint32_t i = 0; i < m->p->globals; i++)
        if (forget(&m->global_guards[i], number)) m->globals_dirty[i >> 4] = 1;
    for (uint32_t i = 1; i <= m->p->statics; i++)
        if (forget(m->objects[i].guard, number)) touch(m, i);
    for (uint64_t i = 0; i < m->queue_count; i++)
        if (forget(m->objects[m->queue[i]].guard, number)) touch(m, m->queue[i]);
}

enum { SEVERAL_CELLS = 4 };
/* So many cells of the memory of one site, and the others are taken to be like them: elements of an array, mostly. */

static void learn(machine *m, uint32_t key, uint8_t trait) {
    m->traits[key] |= trait;
    m->has_learned = true;
    uint32_t memory = m->p->globals + m->p->fields;
    if (key < memory) return;
    uint8_t *cells = m->traits + key - (key - memory) % CELLS;
    uint32_t alike = 0;
    for (uint32_t i = 0; i < LIVENESS; i++) alike += (cells[i] & trait) != 0;
    for (uint32_t i = 0; alike >= SEVERAL_CELLS && i < LIVENESS; i++) cells[i] |= trait;
}

/* The step that was looked at is taken: notes what its accesses say. */
void note_accesses(machine *m, thread *t) {
    for (uint64_t i = 0; i < m->accesses_count; i++) {
        access a = m->accesses[i];
        bool changes = m->traits[a.key] & CHANGES;
        if (!changes && a.is_write) {
            learn(m, a.key, CHANGES);
            continue;
        }
        if (changes && !is_guarded_by(m, t, &a)) {
            learn(m, a.key, UNGUARDED);
            continue;
        }
        guard *g = guard_of(m, &a);
        if (!g) {
            g = m->objects[a.object].guard = calloc(1, sizeof *g);
            if (!g) {
                m->out_of_memory = true;
                return;
            }
        }
        guard before = *g;
        if (changes) narrow(m, t, g);
        if (a.global < 0 && a.object > (int64_t)m->p->statics) g->seen |= bit_of(a.key);
        if (before.is_set == g->is_set && before.count == g->count && before.seen == g->seen) continue;
        if (a.global >= 0) m->globals_dirty[a.global >> 4] = 1;
        else touch(m, a.object);
    }
}

/* --- steps ---------------------------------------------------------------------------------------------------- */

/* Looks at what the next step of a thread accesses; false: it is undefined before that is known. */
static bool look(machine *m, thread *t, int64_t choice) {
    const frame *f = &t->frames[t->depth - 1];
    const function *code = &m->p->functions[f->function];
    const location *at = &code->locations[f->location];
    m->accesses_count = 0;
    m->is_visible = false;
    if (t->activity == WOKEN) {
        execute(m, t, f->function, code->edges[t->wait_edge].look);
    } else if (t->activity == RUNNING) {
        m->is_visible = at->visibility == VISIBLE;
        if (at->touched >= 0) execute(m, t, f->function, at->touched + (at->kind == AT_CHOICE ? (int32_t)choice : 0));
    }
    bool is_known = m->end == GOES_ON;
    m->end = GOES_ON; /* the step itself says what is undefined */
    return is_known;
}

/* Looks at the next step of a thread, whatever it is. */
void look_at(machine *m, thread *t, int64_t choice) {
    m->accesses_count = 0;
    if (machine_live(m) > 1 || has_unjoined(m)) look(m, t, choice);
}

/* Whether the next step of a thread may change what an atom of the property says: where somebody is, which function was
 * called or left, or a variable. All of that is known from the program, apart from which memory is written. */
static bool is_observed(machine *m, thread *t, const location *at) {
    if (at->flags & LOCATION_OBSERVED) return true;
    if (t->returned >= 0 && m->observed->returns[t->returned]) return true;
    if (at->flags & LOCATION_UNLOCKS && (m->observed->unlocks || (m->observed->unlocks_of_daemons && t->daemon))) return true;
    if (at->flags & LOCATION_LEAVES) {
        if (t->depth == 1) return true;
        const frame *caller = &t->frames[t->depth - 2];
        const function *code = &m->p->functions[caller->function];
        int32_t caught = code->catches[caller->location];
        if (code->edges[caller->call_edge].is_observed || (caught >= 0 && code->edges[caught].is_observed)) return true;
    }
    if (!(at->flags & LOCATION_WATCHED)) return false;
    m->observed->is_written = false;
    bool is_known = look(m, t, 0);
    m->accesses_count = 0;
    return !is_known || m->observed->is_written;
}

/* Whether the next step of a thread that can move is one that nobody notices, whatever it chooses if it may choose. */
bool is_invisible(machine *m, thread *t, bool may_choose) {
    if (t->activity != RUNNING) return false;
    frame *f = &t->frames[t->depth - 1];
    const location *at = &m->p->functions[f->function].locations[f->location];
    if (at->kind == AT_TERMINAL || at->kind == AT_CHOICE || (at->choices >= 0 && !may_choose)) return false;
    if (at->choices >= 0 && !(at->flags & LOCATION_CHOOSES)) return false;
    m->accesses_count = 0;
    if (m->observed && is_observed(m, t, at)) return false;
    m->is_visible = false;
    bool is_other_inside;
    if (others(m, t, &is_other_inside) == 1 && !has_unjoined(m)) {
        return thread_can_move(m, t);
    }
    if (is_other_inside) return false; /* it goes on when a lock is released, and nobody else does */
    if (t->atomic) {
        if (!thread_can_move(m, t)) return false;
        look(m, t, 0);
        return true;
    }
    switch (at->visibility) {
    case INVISIBLE: return true;
    case LEAVES:
        if (t->depth == 1 && is_end_noticed(m, at)) return false;
        /* fall through */
    case LOOKED_AT: return look(m, t, 0) && !m->is_visible && (at->ready < 0 || thread_can_move(m, t));
    default: return false;
    }
}

/* Lets a thread take a step; a run ends with one that is part of a data race, if that is asked for. */
void machine_step_asked(machine *m, uint32_t number, bool has_choice, int64_t choice) {
    bool is_found = m->races && is_race(m, &m->threads[number], has_choice ? choice : -1);
    machine_step(m, number, has_choice, choice);
    if (is_found) m->end = VIOLATED, m->end_kind = 0, m->end_detail = 0;
}

/* Lets a thread go on as long as nobody notices; the number of steps is the answer. */
uint64_t machine_run_on(machine *m, uint32_t number, uint64_t limit) {
    uint64_t steps = 0;
    while (steps < limit && m->end == GOES_ON && !m->has_learned && !*m->stop &&
           is_invisible(m, &m->threads[number], false)) {
        note_accesses(m, &m->threads[number]);
        if (m->observed && m->observed->before_step) m->observed->before_step(m->observed->data, false);
        machine_step_asked(m, number, false, 0);
        steps++;
    }
    return steps;
}
