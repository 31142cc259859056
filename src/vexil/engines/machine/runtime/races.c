/* Data races: a thread is about to access what another one is about to access, too.
 *
 * Before each step of a thread, what it accesses is compared with what the next steps of all others would. That is enough,
 * however orders of steps are reduced: a step that is not interleaved accesses what nobody else can reach now, what
 * nobody writes while it is shared, or what every access so far was made to under a lock that is held or by this thread
 * alone; and whoever comes to access it otherwise waits there, because that is a step that others notice. Sections of
 * other threads keep nobody from being about to do something.
 */
#include "machine.h"

#include <stdlib.h>

enum { IS_WRITE = 1, IS_ATOMIC = 2, IS_HIDDEN = 4 };

typedef struct {
    int64_t object, begin, end; /* object -1: globals, by their words; else fields, elements or bytes */
    bool is_write, is_atomic;
} race_access;

struct races {
    const uint8_t *hidden; /* by number: whether it is memory of the library's own */
    race_access *noted;
    uint64_t noted_count, noted_capacity;
    bool is_noting;
};

bool vm_races(machine *m, const uint8_t *hidden) {
    m->races = calloc(1, sizeof *m->races);
    if (m->races) m->races->hidden = hidden;
    return m->races;
}

void races_close(machine *m) {
    if (m->races) free(m->races->noted);
    free(m->races);
}

/* What the instructions that look at a step say of an access: whether it is one of these, and is not looked at otherwise. */
bool is_noting(const machine *m) { return m->races && m->races->is_noting; }

void note_race_access(machine *m, const thread *t, int64_t number, int64_t begin, int64_t end, int64_t flags) {
    races *r = m->races;
    if (flags & IS_HIDDEN || (number > 0 && number <= (int64_t)m->p->statics && r->hidden[number])) return;
    if (!grow(&r->noted, &r->noted_capacity, r->noted_count + 1, sizeof *r->noted)) {
        m->out_of_memory = true;
        return;
    }
    bool is_atomic = flags & IS_ATOMIC || t->atomic > 0;
    r->noted[r->noted_count++] = (race_access){number, begin, end, flags & IS_WRITE, is_atomic};
}

void note_race_memory(machine *m, const thread *t, int64_t number, int64_t offset, int64_t size, int64_t flags) {
    const object *o = object_at(m, number);
    if (!o || o->kind != BLOCK || offset < 0 || size <= 0 || offset > o->size - size) return;
    note_race_access(m, t, number, offset, offset + size, flags);
}

/* What storing the result of the function that is left accesses. */
void note_race_result(machine *m, thread *t) {
    if (t->depth == 1) return;
    const frame *caller = &t->frames[t->depth - 2];
    const function *code = &m->p->functions[caller->function];
    t->depth--;
    execute(m, t, caller->function, code->edges[caller->call_edge].look);
    t->depth++;
}

/* Notes what the next step of a thread accesses; any of its alternatives, if none is given. */
static void note(machine *m, thread *t, int64_t choice) {
    if (t->activity != RUNNING) return;
    const frame *f = &t->frames[t->depth - 1];
    const location *at = &m->p->functions[f->function].locations[f->location];
    if (at->touched < 0 || at->kind == AT_TERMINAL) return;
    uint32_t first = 0, last = 0;
    if (at->kind == AT_CHOICE) first = choice < 0 ? 0 : (uint32_t)choice, last = choice < 0 ? at->edge - 1 : (uint32_t)choice;
    for (uint32_t i = first; i <= last; i++) {
        execute(m, t, f->function, at->touched + (int32_t)i);
        m->end = GOES_ON; /* the step itself says what is undefined */
    }
}

static bool conflict(const race_access *x, const race_access *y) {
    return x->object == y->object && x->begin < y->end && y->begin < x->end && (x->is_write || y->is_write) &&
           !(x->is_atomic && y->is_atomic);
}

/* Whether the next step of a thread accesses what that of another one does. */
bool is_race(machine *m, thread *t, int64_t choice) {
    races *r = m->races;
    bool is_found = false, was_visible = m->is_visible;
    if (m->threads_count <= 2) return false;
    r->is_noting = true;
    r->noted_count = 0;
    note(m, t, choice);
    uint64_t own = r->noted_count;
    for (uint32_t i = 1; own && i < m->threads_count && !is_found; i++) {
        thread *other = &m->threads[i];
        if (other == t || !other->exists || other->activity != RUNNING) continue;
        r->noted_count = own;
        note(m, other, -1);
        for (uint64_t x = 0; x < own && !is_found; x++)
            for (uint64_t y = own; y < r->noted_count && !is_found; y++) is_found = conflict(&r->noted[x], &r->noted[y]);
        if (is_found) {
            r->is_noting = false;
            is_found = thread_can_move(m, other);
            r->is_noting = true;
        }
    }
    r->is_noting = false;
    m->is_visible = was_visible;
    return is_found;
}
