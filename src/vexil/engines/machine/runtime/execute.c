/* The instructions. */
#include "opcodes.h"
#include "values.h"

#include <stdlib.h>

enum instructions {
#define OP(name) I_##name,
    INSTRUCTIONS(OP)
#undef OP
};

const char *machine_instructions(void) {
    return
#define OP(name) #name " "
        INSTRUCTIONS(OP)
#undef OP
            ;
}

/* Gives a value to the edge of the frame on top that has waited for it. */
static void deliver(machine *m, thread *t, int32_t edge, const word *value) {
    frame *f = &t->frames[t->depth - 1];
    const function *code = &m->p->functions[f->function];
    f->call_edge = -1;
    if (value) {
        t->words[f->base + code->value] = value[0];
        t->words[f->base + code->value + 1] = value[1];
    }
    execute(m, t, f->function, code->edges[edge].store);
    t->frames[t->depth - 1].location = code->edges[edge].target;
}

static void leave(machine *m, thread *t, const word *value) {
    uint32_t left = t->frames[t->depth - 1].function;
    if (!frame_leave(m, t, m->p->functions[left].exit)) return;
    if (m->track_returns) t->returned = (int32_t)left, thread_touch(t);
    deliver(m, t, t->frames[t->depth - 1].call_edge, value);
}

static void leave_exceptionally(machine *m, thread *t, word exception) {
    const function *code = &m->p->functions[t->frames[t->depth - 1].function];
    if (!frame_leave(m, t, code->exceptional)) {
        t->has_exception = 1;
        t->exception = exception;
        return;
    }
    frame *f = &t->frames[t->depth - 1];
    int32_t edge = m->p->functions[f->function].catches[f->location];
    if (edge < 0) {
        undefined(m, U_NO_CATCH);
        return;
    }
    word value[2] = {exception, 0};
    deliver(m, t, edge, value);
}

/* --- choices -------------------------------------------------------------------------------------------------- */

static bool offer_value(machine *m, int64_t value) {
    if (!grow(&m->offer.values, &m->offer.values_capacity, m->offer.count + 1, sizeof *m->offer.values))
        return limited(m, L_MEMORY);
    m->offer.kind = 2;
    m->offer.values[m->offer.count++] = value;
    return true;
}

static int by_value(const void *x, const void *y) {
    int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;
    return a < b ? -1 : a > b;
}

static void sort_offer(machine *m) {
    offer *o = &m->offer;
    if (o->kind == 1) return;
    qsort(o->values, o->count, sizeof *o->values, by_value);
    uint64_t kept = 0;
    for (uint64_t i = 0; i < o->count; i++)
        if (!kept || o->values[kept - 1] != o->values[i]) o->values[kept++] = o->values[i];
    o->count = kept;
    o->kind = 2;
}

/* --- the loop ------------------------------------------------------------------------------------------------- */

#define R(x) r[x]
#define FAIL goto ended
#define TRY(condition)                                                                                                \
    if (!(condition)) FAIL
#define NEXT                                                                                                          \
    do {                                                                                                              \
        i++;                                                                                                          \
        goto *labels[i->op];                                                                                          \
    } while (0)

/* Executes code from a place on in the topmost frame of a thread, until an edge is taken or the code ends. */
void execute(machine *m, thread *t, uint32_t number, int32_t pc) {
    static const void *labels[] = {
#define OP(name) &&L_##name,
        INSTRUCTIONS(OP)
#undef OP
    };
    if (pc < 0) return;
    const function *code = &m->p->functions[number];
    word *r = t->words + t->frames[t->depth - 1].base;
    const instruction *i = code->code + pc;
    goto *labels[i->op];

#include "instructions_numbers.h"
#include "instructions_memory.h"
#include "instructions_threads.h"
#include "instructions_choices.h"

ended:
    return;
}

/* What the next step of a thread leaves open, in `offer`; false when nothing, or when there is nothing to choose from. */
bool machine_choices(machine *m, uint32_t number) {
    thread *t = &m->threads[number];
    m->offer.kind = 0;
    m->offer.count = 0;
    m->offer.clipped_low = m->offer.clipped_high = m->offer.sampled = m->offer.is_unsigned = 0;
    if (t->activity != RUNNING) return false;
    frame *f = &t->frames[t->depth - 1];
    const location *at = &m->p->functions[f->function].locations[f->location];
    if (at->kind == AT_CHOICE) {
        m->offer.kind = 1;
        m->offer.low = 0, m->offer.high = at->edge - 1;
        m->offer.count = at->edge;
        return true;
    }
    if (at->choices < 0) return false;
    execute(m, t, f->function, at->choices);
    if (m->end == UNDEFINED) {
        m->end = GOES_ON;
        return false;
    }
    return m->offer.kind && m->offer.count;
}

/* Lets a thread that can move take its next edge. */
void machine_step(machine *m, uint32_t number, bool has_choice, int64_t choice) {
    thread *t = &m->threads[number];
    m->edges++;
    if (m->shared_for != number) forget_sharing(m);
    if (m->track_returns && t->returned >= 0) t->returned = -1, thread_touch(t);
    if (t->activity) {
        thread_resume(m, t);
        return;
    }
    m->has_choice = has_choice;
    m->choice = choice;
    frame *f = &t->frames[t->depth - 1];
    if (t->low > t->depth - 1) t->low = t->depth - 1;
    const location *at = &m->p->functions[f->function].locations[f->location];
    m->edge_function = f->function;
    m->edge = -1 - f->location;
    execute(m, t, f->function, at->kind == AT_CHOICE ? at->pc + (int32_t)choice : at->pc);
    if (m->edge >= 0) m->p->functions[m->edge_function].edges[m->edge].is_taken = 1;
}
