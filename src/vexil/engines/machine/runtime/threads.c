/* Threads, frames, locks, wait sets, joining and interruption. */
#include "values.h"

#include <stdlib.h>
#include <string.h>

enum { NOTIFIED, TIMED_OUT, INTERRUPTED };

/* --- locks ---------------------------------------------------------------------------------------------------- */

bool require_lock(machine *m, lock_key key) {
    if (key.kind == KEY_REFERENCE) {
        if (key.a == 0) return undefined(m, U_NULL);
        return object_at(m, key.a) != NULL || undefined(m, U_INVALID_REFERENCE);
    }
    if (key.kind == KEY_POINTER) {
        if (key.a == 0 && key.b == 0) return undefined(m, U_NULL);
        return key.a <= 0 || object_at(m, key.a) != NULL || undefined(m, U_INVALID_REFERENCE);
    }
    return true;
}

held_lock *lock_of(machine *m, lock_key key) {
    for (uint32_t i = 0; i < m->locks_count; i++)
        if (same_key(m->locks[i].key, key)) return &m->locks[i];
    return NULL;
}

bool locks_can_lock(machine *m, thread *t, lock_key key, bool reentrant) {
    held_lock *held = lock_of(m, key);
    return !held || (reentrant && held->owner == t->number);
}

static bool add_lock(machine *m, lock_key key, uint32_t owner, int64_t count) {
    uint64_t capacity = m->locks_capacity;
    if (!grow(&m->locks, &capacity, m->locks_count + 1, sizeof *m->locks)) return limited(m, L_MEMORY);
    m->locks_capacity = (uint32_t)capacity;
    m->locks[m->locks_count++] = (held_lock){key, owner, count};
    return true;
}

bool locks_lock(machine *m, thread *t, lock_key key) {
    held_lock *held = lock_of(m, key);
    m->locks_dirty = 1;
    if (held) {
        held->count++;
        held->owner = t->number;
        return true;
    }
    return require_lock(m, key) && add_lock(m, key, t->number, 1);
}

static held_lock *own_lock(machine *m, thread *t, lock_key key) {
    held_lock *held = lock_of(m, key);
    if (held && held->owner == t->number) return held;
    if (require_lock(m, key)) undefined(m, U_NOT_HELD);
    return NULL;
}

static void drop_lock(machine *m, held_lock *held) { *held = m->locks[--m->locks_count]; }

bool locks_unlock(machine *m, thread *t, lock_key key) {
    held_lock *held = own_lock(m, t, key);
    if (!held) return false;
    m->locks_dirty = 1;
    if (held->count > 1) held->count--;
    else drop_lock(m, held);
    return true;
}

/* --- wait sets ------------------------------------------------------------------------------------------------ */

void thread_touch(thread *t) { t->is_dirty = 1; }

bool threads_wait(machine *m, thread *t, lock_key lock, lock_key condition, bool timed, int32_t edge, bool *waits) {
    int64_t count = 0;
    *waits = false;
    if (lock.kind) {
        held_lock *held = own_lock(m, t, lock);
        if (!held) return false;
        count = held->count;
    }
    if (condition.kind && !same_key(condition, lock) && !require_lock(m, condition)) return false;
    if (t->interrupted) return true;
    if (lock.kind) {
        m->locks_dirty = 1;
        drop_lock(m, lock_of(m, lock));
    }
    thread_touch(t);
    t->lock = lock, t->count = count, t->wait_edge = edge;
    t->activity = WAITING, t->condition = condition, t->timed = timed;
    *waits = true;
    return true;
}

static void wake(thread *t, uint8_t reason) {
    thread_touch(t);
    t->activity = WOKEN, t->reason = reason, t->timed = 0;
    t->condition = (lock_key){0, 0, KEY_NONE};
}

uint32_t threads_waiters(machine *m, lock_key key) {
    uint32_t count = 0;
    for (uint32_t i = 1; i < m->threads_count; i++) {
        thread *t = &m->threads[i];
        count += t->exists && t->activity == WAITING && same_key(t->condition, key);
    }
    return count;
}

void threads_notify(machine *m, lock_key key, bool every, int64_t choice) {
    for (uint32_t i = 1; i < m->threads_count; i++) {
        thread *t = &m->threads[i];
        if (!t->exists || t->activity != WAITING || !same_key(t->condition, key)) continue;
        if (every || choice-- == 0) wake(t, NOTIFIED);
        if (!every && choice < 0) return;
    }
}

/* Goes on with a thread that waited: it leaves the wait set by itself, or has its lock back. */
void thread_resume(machine *m, thread *t) {
    frame *f = &t->frames[t->depth - 1];
    m->edge_function = f->function, m->edge = t->wait_edge;
    thread_touch(t);
    if (t->activity == WAITING) {
        wake(t, t->interrupted ? INTERRUPTED : TIMED_OUT);
        return;
    }
    if (t->lock.kind) {
        m->locks_dirty = 1;
        if (!add_lock(m, t->lock, t->number, t->count)) return;
    }
    t->lock = (lock_key){0, 0, KEY_NONE}, t->count = 0;
    word reason = t->reason;
    if (t->reason != NOTIFIED && t->interrupted) t->interrupted = 0, reason = INTERRUPTED;
    if (t->low > t->depth - 1) t->low = t->depth - 1;
    const function *code = &m->p->functions[f->function];
    t->words[f->base + code->value] = reason;
    int32_t edge = t->wait_edge;
    execute(m, t, f->function, code->edges[edge].store);
    f = &t->frames[t->depth - 1];
    f->location = code->edges[edge].target;
    t->activity = RUNNING, t->reason = 0, t->wait_edge = -1;
}

/* --- who can move --------------------------------------------------------------------------------------------- */

bool thread_can_move(machine *m, thread *t) {
    if (t->activity == WAITING) return t->timed || t->interrupted;
    if (t->activity == WOKEN) return !t->lock.kind || !lock_of(m, t->lock);
    frame *f = &t->frames[t->depth - 1];
    int32_t pc = m->p->functions[f->function].locations[f->location].ready;
    if (pc < 0) return true;
    m->ready = true;
    execute(m, t, f->function, pc);
    if (m->end == UNDEFINED) { /* the step itself says what is undefined */
        m->end = GOES_ON;
        return true;
    }
    return m->ready;
}

uint32_t machine_enabled(machine *m, uint32_t *numbers) {
    uint32_t able = 0, inside = 0;
    bool alive = false;
    if (m->end != GOES_ON) return 0;
    for (uint32_t i = 1; i < m->threads_count; i++) {
        thread *t = &m->threads[i];
        if (!t->exists || t->activity == ENDED) continue;
        alive = alive || !t->daemon;
        if (!thread_can_move(m, t)) continue;
        bool is_inside = t->atomic && t->activity != WAITING;
        if (is_inside) {
            if (!inside) able = 0;
            inside++;
        }
        if (is_inside || !inside) numbers[able++] = i;
    }
    return alive ? able : 0;
}

bool machine_finished(machine *m) {
    if (m->end == STOPPED) return true;
    for (uint32_t i = 1; i < m->threads_count; i++) {
        thread *t = &m->threads[i];
        if (t->exists && t->activity != ENDED && !t->daemon) return false;
    }
    return true;
}

/* --- frames --------------------------------------------------------------------------------------------------- */

enum { DEEPEST = 1 << 21 };
/* Calls inside each other: more than fit on the stack of any machine, so that an endless recursion is called one. */

static bool push_frame(machine *m, thread *t, uint32_t number) {
    function *code = &m->p->functions[number];
    if (!code->is_ready && !m->p->load(number)) return limited(m, L_CODE);
    if (t->depth >= DEEPEST) return limited(m, L_CALLS);
    uint32_t before = t->frames_capacity;
    if (!grow_within(m, &t->frames, &t->frames_capacity, t->depth + 1, sizeof *t->frames)) return limited(m, L_MEMORY);
    memset(t->frames + before, 0, (t->frames_capacity - before) * sizeof *t->frames);
    uint32_t base = 0;
    if (t->depth) {
        frame *top = &t->frames[t->depth - 1];
        const function *below = &m->p->functions[top->function];
        base = top->base + below->registers + below->temporaries;
    }
    uint64_t words = (uint64_t)base + code->registers + code->temporaries + 8;
    if (!grow_within(m, &t->words, &t->words_capacity, words, sizeof *t->words)) return limited(m, L_MEMORY);
    frame *f = &t->frames[t->depth++];
    f->function = number;
    f->location = code->entry;
    f->call_edge = -1;
    f->base = base;
    f->component = 0;
    f->allocated_count = 0;
    memset(t->words + base, 0, (code->registers + code->temporaries) * sizeof *t->words);
    if (t->low > t->depth - 1) t->low = t->depth - 1;
    return true;
}

/* Enters a function with arguments from the words of the frame below. */
bool frame_enter(machine *m, thread *t, uint32_t number, const word *arguments, uint32_t count, const uint16_t *slots) {
    word values[256];
    word *passed = count <= 256 ? values : malloc(count * sizeof *passed);
    if (!passed) return limited(m, L_MEMORY);
    for (uint32_t i = 0; i < count; i++) passed[i] = arguments[slots[i]];
    bool is_entered = push_frame(m, t, number);
    if (is_entered) {
        const function *code = &m->p->functions[number];
        word *registers = t->words + t->frames[t->depth - 1].base;
        memcpy(registers, passed, count * sizeof *passed);
        for (uint32_t i = 0; i < code->limits_count && m->end == GOES_ON; i++) {
            const parameter_limit *limit = &code->limits[i];
            int side = beyond(&m->p->bounds[limit->bound], registers + limit->slot, limit->form);
            if (side) cut(m, side > 0 ? C_HIGH : C_LOW, limit->bound);
        }
        for (uint32_t i = 0; i < code->blocks_count && m->end == GOES_ON; i++) {
            const variable_block *block = &code->blocks[i];
            int64_t memory = new_block(m, block->size, STACK, false, block->site);
            if (!memory) break;
            t->words[t->frames[t->depth - 1].base + code->registers] = memory;
            if (block->store >= 0) execute(m, t, number, block->store);
            t->words[t->frames[t->depth - 1].base + block->slot] = memory;
        }
    }
    if (passed != values) free(passed);
    return m->end == GOES_ON;
}

/* Ends the topmost frame; the bottom frame stays, at its exit, without its variables: then the answer is false. */
bool frame_leave(machine *m, thread *t, int32_t exit_location) {
    frame *f = &t->frames[t->depth - 1];
    const function *code = &m->p->functions[f->function];
    for (uint32_t i = 0; i < code->blocks_count; i++) kill_object(m, t->words[f->base + code->blocks[i].slot]);
    for (uint32_t i = 0; i < f->allocated_count; i++) kill_object(m, f->allocated[i]);
    if (t->low > t->depth - 1) t->low = t->depth - 1;
    if (t->depth > 1) {
        t->depth--;
        if (t->low > t->depth - 1) t->low = t->depth - 1;
        return true;
    }
    thread_touch(t);
    for (uint32_t i = 0; i < m->p->owns; i++)
        if (m->p->own_blocks[i]) kill_object(m, t->own[i]);
    t->activity = ENDED;
    t->is_unjoined = m->hides_threads;
    if (t->number != 1) t->has_own = 0;
    t->atomic = 0, t->interrupted = 0;
    t->is_live = 0;
    f->location = exit_location;
    f->call_edge = -1;
    f->allocated_count = 0;
    return false;
}

void thread_end(machine *m, thread *t) {
    while (t->depth > 1) frame_leave(m, t, 0);
    int32_t stop = m->p->functions[t->frames[0].function].stop;
    frame_leave(m, t, stop);
}

bool make_threads(machine *m, uint32_t number) {
    uint32_t before = m->threads_capacity;
    if (!grow_within(m, &m->threads, &m->threads_capacity, number + 1, sizeof *m->threads)) return limited(m, L_MEMORY);
    memset(m->threads + before, 0, (m->threads_capacity - before) * sizeof *m->threads);
    if (number >= m->threads_count) m->threads_count = number + 1;
    return true;
}

int64_t thread_start(machine *m, uint32_t number, const word *arguments, uint32_t count, const uint16_t *slots, bool daemon) {
    if (m->p->thread_limit >= 0) {
        int64_t alive = 0;
        for (uint32_t i = 1; i < m->threads_count; i++) alive += m->threads[i].exists && m->threads[i].activity != ENDED;
        if (alive >= m->p->thread_limit) return cut(m, C_THREADS, 0), 0;
    }
    uint32_t identity = machine_free_thread(m);
    if (m->end != GOES_ON) return 0;
    for (uint32_t i = m->locks_count; i--;) /* nobody can reach what the thread before held when it ended */
        if (m->locks[i].owner == identity) drop_lock(m, &m->locks[i]), m->locks_dirty = 1;
    if (m->is_guarded) forget_thread(m, identity);
    word *passed = malloc((count + 1) * sizeof *passed);
    uint16_t *places = malloc((count + 1) * sizeof *places);
    if (!passed || !places) {
        free(passed), free(places);
        return limited(m, L_MEMORY), 0;
    }
    for (uint32_t i = 0; i < count; i++) passed[i] = arguments[slots[i]], places[i] = (uint16_t)i;
    if (!make_threads(m, identity)) {
        free(passed), free(places);
        return 0;
    }
    if (!grow(&m->started, &m->started_capacity, m->started_count + 1, sizeof *m->started)) {
        free(passed), free(places);
        return limited(m, L_MEMORY), 0;
    }
    m->started[m->started_count++] = identity;
    thread *t = &m->threads[identity];
    if (t->exists && t->is_unjoined) m->has_strays = true;
    t->exists = 1, t->is_dirty = 1, t->is_live = 1, t->has_own = 1;
    t->number = identity;
    t->activity = RUNNING, t->daemon = daemon;
    t->timed = t->interrupted = t->reason = t->has_exception = t->is_unjoined = 0;
    t->wait_edge = t->returned = -1;
    t->atomic = t->count = t->exception = 0;
    t->condition = t->lock = (lock_key){0, 0, KEY_NONE};
    t->depth = 0, t->low = 0;
    if (!t->own && m->p->owns) t->own = calloc(m->p->owns, sizeof *t->own);
    frame_enter(m, t, number, passed, count, places);
    free(passed), free(places);
    t = &m->threads[identity];
    for (uint32_t i = 0; i < m->p->owns && m->end == GOES_ON; i++) {
        word value = m->globals[m->p->own_sources[i]];
        object *pattern = m->p->own_blocks[i] ? object_at(m, value) : NULL;
        if (pattern) {
            int64_t size = pattern->size, from = value;
            value = new_block(m, size, OWN, true, pattern->site);
            if (value) {
                uint8_t origin = m->objects[value].origin;
                block_copy(m, value, 0, from, 0, size);
                m->objects[value].origin = origin;
            }
        }
        t->own[i] = value;
    }
    return identity;
}

/* --- deadlock ------------------------------------------------------------------------------------------------- */

/* The thread that this one waits for, or 0. */
int64_t blocked_on(machine *m, thread *t) {
    if (t->activity == WAITING || t->activity == ENDED || thread_can_move(m, t)) return 0;
    if (t->activity == WOKEN) {
        held_lock *held = lock_of(m, t->lock);
        return held ? held->owner : 0;
    }
    frame *f = &t->frames[t->depth - 1];
    const location *at = &m->p->functions[f->function].locations[f->location];
    if (at->blocker < 0) return 0;
    m->touched = 0;
    execute(m, t, f->function, at->blocker);
    m->end = GOES_ON;
    return m->touched;
}
