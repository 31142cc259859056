/* Atoms of properties as observations of the state that the machine is in (vexil.model.observe). */
#include "runs.h"

#include <stdlib.h>
#include <string.h>

static bool is_position(const thread *t) { return t->exists && (t->number == 1 || t->activity != ENDED); }

static bool is_at(const atom_info *a, const thread *t) {
    const frame *f = &t->frames[t->depth - 1];
    const uint8_t *places = a->places[f->function];
    if (!places || !places[f->location]) return false;
    switch (a->thread_test) {
    case THREAD_NUMBER: return t->number == a->thread;
    case THREAD_FUNCTION: return a->functions[t->frames[0].function];
    default: return true;
    }
}

static uint64_t count_at(machine *m, const atom_info *a) {
    uint64_t count = 0;
    for (uint32_t i = 1; i < m->threads_count; i++)
        if (is_position(&m->threads[i])) count += is_at(a, &m->threads[i]);
    return count;
}

static bool compare(uint64_t count, uint32_t comparison, int64_t number) {
    int64_t value = (int64_t)count;
    switch (comparison) {
    case LESS: return value < number;
    case AT_MOST: return value <= number;
    case EQUAL: return value == number;
    case AT_LEAST: return value >= number;
    default: return value > number;
    }
}

static bool is_returned(machine *m, const atom_info *a) {
    for (uint32_t i = 1; i < m->threads_count; i++) {
        const thread *t = &m->threads[i];
        if (t->exists && t->returned >= 0 && a->functions[t->returned]) return true;
    }
    return false;
}

/* The thread in which a function is active, and its innermost frame there; NULL when there is none, or there are several. */
static thread *active_in(machine *m, uint32_t function, frame **found, bool *is_several) {
    thread *only = NULL;
    *is_several = false;
    for (uint32_t i = 1; i < m->threads_count; i++) {
        thread *t = &m->threads[i];
        if (!t->exists || !t->is_live || t->activity == ENDED) continue;
        for (uint32_t depth = t->depth; depth--;) {
            if (t->frames[depth].function != function) continue;
            if (only) {
                *is_several = true;
                return NULL;
            }
            only = t;
            *found = &t->frames[depth];
            break;
        }
    }
    return only;
}

enum value { IS_FALSE, IS_TRUE, IS_OPEN, HAS_NONE };

static enum value judged(machine *m, const atom_info *a, const word *words, uint32_t *kind) {
    switch (m->end) {
    case GOES_ON: return words[a->value] ? IS_TRUE : IS_FALSE;
    case UNDEFINED: break;
    default: *kind = 0; return HAS_NONE;
    }
    switch (m->end_kind) {
    case U_NULL: case U_INVALID_DEREFERENCE: case U_BOUNDS: case U_INDEX: case U_INVALID_REFERENCE: case U_WRONG_CLASS:
        return IS_FALSE; /* there is no object */
    case U_UNINITIALISED: return IS_OPEN;
    default: *kind = m->end_kind; return HAS_NONE;
    }
}

static enum value condition(machine *m, const atoms_info *atoms, const atom_info *a, uint32_t *kind) {
    thread *t = &m->threads[1];
    frame *f = NULL;
    if (a->is_own && machine_live(m) > 1) {
        *kind = OWN_COPIES;
        return HAS_NONE;
    }
    if (a->function >= 0) {
        bool is_several;
        t = active_in(m, (uint32_t)a->function, &f, &is_several);
        if (is_several) {
            *kind = SEVERAL_CALLS;
            return HAS_NONE;
        }
        if (!t || a->presence[f->location] == ABSENT) return IS_FALSE;
        if (a->presence[f->location] == UNWRITTEN) return IS_OPEN;
    }
    word few[256];
    word *words = atoms->slots + 8 <= 256 ? few : malloc((atoms->slots + 8) * sizeof *words);
    if (!words) {
        m->out_of_memory = true;
        return IS_FALSE;
    }
    if (f) memcpy(words, t->words + f->base, m->p->functions[f->function].registers * sizeof *words);
    frame place = {.function = atoms->code, .call_edge = -1};
    thread beside = *t;
    beside.frames = &place, beside.depth = 1, beside.words = words;
    enum end end = m->end;
    uint32_t end_kind = m->end_kind, edge_function = m->edge_function;
    int64_t end_detail = m->end_detail;
    int32_t edge = m->edge;
    m->end = GOES_ON;
    execute(m, &beside, atoms->code, a->pc);
    enum value result = judged(m, a, words, kind);
    m->end = end, m->end_kind = end_kind, m->end_detail = end_detail;
    m->edge_function = edge_function, m->edge = edge;
    if (words != few) free(words);
    return result;
}

/* The atoms that hold, as bits; false when one has no value. */
bool letter_of(machine *m, const atoms_info *atoms, uint64_t *letter, atom_problem *problem) {
    *letter = 0;
    for (uint32_t i = 0; i < atoms->count; i++) {
        const atom_info *a = &atoms->atoms[i];
        bool holds = false;
        switch (a->kind) {
        case ATOM_AT: holds = count_at(m, a) > 0; break;
        case ATOM_COUNT: holds = compare(count_at(m, a), a->comparison, a->number); break;
        case ATOM_RETURN: holds = is_returned(m, a); break;
        case ATOM_FINISHED: holds = machine_finished(m); break;
        default: {
            uint32_t kind = 0;
            enum value value = condition(m, atoms, a, &kind);
            if (value == HAS_NONE) {
                *problem = (atom_problem){i, kind};
                return false;
            }
            holds = value == (a->is_denied ? IS_FALSE : IS_TRUE);
        }
        }
        *letter |= (uint64_t)holds << i;
    }
    return true;
}
