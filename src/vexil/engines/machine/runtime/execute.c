/* The instructions. */
#include "machine.h"
#include "opcodes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* Constants that say how wide an integer is: the bits above it, and whether it has a sign. */
static inline word wrapped(word value, int64_t how) {
    unsigned shift = how & 63;
    return how & 64 ? (word)((uint64_t)value << shift) >> shift : (word)((uint64_t)value << shift >> shift);
}

static inline wide wide_at(const word *r, uint16_t at) { return (wide)((uwide)(uint64_t)r[at + 1] << 64 | (uint64_t)r[at]); }

static inline void set_wide(word *r, uint16_t at, wide value) {
    r[at] = (word)(uint64_t)(uwide)value;
    r[at + 1] = (word)(uint64_t)((uwide)value >> 64);
}

static inline wide wide_wrapped(wide value, int64_t how) {
    unsigned shift = how & 127;
    return how & 128 ? (wide)((uwide)value << shift) >> shift : (wide)((uwide)value << shift >> shift);
}

/* --- floats: one NaN that is computed, and NaNs whose bits are known ------------------------------------------- */

#define COMPUTED_NAN 0x7ff8c0de0badf00d

static inline double float_at(const word *r, uint16_t at) {
    double value;
    memcpy(&value, &r[at], sizeof value);
    return value;
}

static inline word float_word(double value, int64_t width) {
    word bits;
    if (width == 32) value = (double)(float)value;
    if (isnan(value)) return COMPUTED_NAN;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* A float from its representation; the bits of a NaN stay what they are. */
static word loaded_float(uint64_t bits, int64_t width) {
    if (width == 32) {
        uint32_t exponent = bits >> 23 & 0xff, fraction = bits & 0x7fffff;
        if (exponent == 0xff && fraction)
            return (word)((bits >> 31 & 1) << 63 | (uint64_t)0x7ff << 52 | (uint64_t)fraction << 29 | 1 << 28);
        float narrow;
        uint32_t low = (uint32_t)bits;
        memcpy(&narrow, &low, sizeof narrow);
        return float_word((double)narrow, 64);
    }
    return (word)bits;
}

/* The representation of a float, if it is known. A NaN that was loaded with 32 bits has none of 64, and the other way round. */
static bool stored_float(word value, int64_t width, uint64_t *bits) {
    bool is_nan = ((uint64_t)value >> 52 & 0x7ff) == 0x7ff && (uint64_t)value << 12;
    if (is_nan) {
        bool is_narrow = value >> 28 & 1 && !((uint64_t)value & 0xfffffff) && value != (word)COMPUTED_NAN;
        if (value == (word)COMPUTED_NAN || (width == 32) != is_narrow) return false;
        *bits = width == 32 ? ((uint64_t)value >> 63) << 31 | 0x7f800000u | ((uint64_t)value >> 29 & 0x7fffff)
                            : (uint64_t)value;
        return true;
    }
    if (width == 32) {
        double wide_value;
        memcpy(&wide_value, &value, sizeof wide_value);
        float narrow = (float)wide_value;
        uint32_t low;
        memcpy(&low, &narrow, sizeof low);
        *bits = low;
    } else {
        *bits = (uint64_t)value;
    }
    return true;
}

static double fraction_of(double left, double right) {
    if (isinf(left) || right == 0 || isnan(left) || isnan(right)) return NAN;
    return isinf(right) ? left : fmod(left, right);
}

/* An integer as a float of 32 bits, rounded once. */
static double narrow_of(wide value) { return (double)(float)value; }

/* --- memory --------------------------------------------------------------------------------------------------- */

static inline uint64_t number_of(const machine *m, const uint8_t *bytes, uint32_t size) {
    uint64_t value = 0;
    if (!m->p->big_endian) {
        memcpy(&value, bytes, size);
        return value;
    }
    for (uint32_t i = 0; i < size; i++) value = value << 8 | bytes[i];
    return value;
}

static inline void bytes_of(const machine *m, uint64_t value, uint8_t *bytes, uint32_t size) {
    if (!m->p->big_endian) {
        memcpy(bytes, &value, size);
        return;
    }
    for (uint32_t i = size; i--; value >>= 8) bytes[i] = (uint8_t)value;
}

static bool load_number(machine *m, const word *r, uint16_t a, uint32_t size, uint64_t *value) {
    uint8_t bytes[8];
    identity whole;
    if (!block_read(m, r[a], r[a + 1], size, 0xff, bytes, &whole)) return false;
    *value = number_of(m, bytes, size);
    return true;
}

/* The pointer that a number stands for: only numbers close to zero are no addresses of anything. */
static bool pointer_of(machine *m, uint64_t address, word *r, uint16_t d) {
    uint64_t mask = m->p->pointer_size == 8 ? ~(uint64_t)0 : ((uint64_t)1 << 8 * m->p->pointer_size) - 1;
    address &= mask;
    if (address >= 0x1000 && address <= mask - 0x1000) return undefined(m, U_ADDRESS);
    r[d] = 0, r[d + 1] = (word)address;
    return true;
}

static word offset_within(const machine *m, word offset) {
    unsigned shift = 64 - 8 * m->p->pointer_size;
    return (word)((uint64_t)offset << shift) >> shift;
}

static word absolute(const machine *m, word offset) {
    unsigned shift = 64 - 8 * m->p->pointer_size;
    return (word)((uint64_t)offset << shift >> shift);
}

/* Whether two different pointers are to be told apart only by where objects lie. */
static bool depends_on_addresses(machine *m, const word *x, const word *y) {
    if (x[0] == y[0] || x[0] <= 0 || y[0] <= 0) return false;
    object *one = object_at(m, x[0]), *other = object_at(m, y[0]);
    if (!one || !other) return true;
    if (y[1] == 0 && x[1] == one->size && one->size) return true;
    return x[1] == 0 && y[1] == other->size && other->size;
}

static lock_key key_at(const word *r, uint16_t a, int64_t kind) {
    return (lock_key){kind ? r[a] : 0, kind == KEY_POINTER ? r[a + 1] : 0, (uint8_t)kind};
}

/* --- objects -------------------------------------------------------------------------------------------------- */

static bool bad_reference(machine *m, word reference) {
    if (reference == 0) return undefined(m, U_NULL);
    return undefined(m, object_at(m, reference) ? U_WRONG_CLASS : U_INVALID_REFERENCE);
}

static inline word *field_of(machine *m, word reference, int64_t k) {
    object *o = object_at(m, reference);
    uint32_t class = (uint32_t)(k >> 32);
    if (!o || o->kind != INSTANCE || !m->p->subclass[(uint64_t)o->type * m->p->classes_count + class])
        return bad_reference(m, reference), NULL;
    return (word *)o->data + (uint32_t)k;
}

static inline uint8_t *element_of(machine *m, word reference, word index, int64_t family) {
    object *o = object_at(m, reference);
    if (!o || o->kind != ARRAY) return bad_reference(m, reference), NULL;
    const array_info *type = &m->p->arrays[o->type];
    if (type->family != (uint32_t)family) return undefined(m, U_WRONG_CLASS), NULL;
    if (index < 0 || index >= o->size) return undefined(m, U_INDEX), NULL;
    return o->data + index * type->size;
}

static word load_element(const uint8_t *place, const array_info *type) {
    switch (type->size) {
    case 1: return type->is_signed ? *(const int8_t *)place : *place;
    case 2: return type->is_signed ? *(const int16_t *)(const void *)place : *(const uint16_t *)(const void *)place;
    case 4: return type->is_signed ? (word)*(const int32_t *)(const void *)place : (word)*(const uint32_t *)(const void *)place;
    default: return *(const word *)(const void *)place;
    }
}

static void store_element(uint8_t *place, const array_info *type, word value) {
    switch (type->size) {
    case 1: *place = (uint8_t)value; break;
    case 2: *(uint16_t *)(void *)place = (uint16_t)value; break;
    case 4: *(uint32_t *)(void *)place = (uint32_t)value; break;
    default: *(word *)(void *)place = value;
    }
}

/* The function that a call runs. */
static bool callee_of(machine *m, const call_info *call, const word *r, uint32_t *number) {
    if (call->kind == CALL_STATIC) {
        *number = call->function;
        return true;
    }
    uint32_t index;
    if (call->kind == CALL_VIRTUAL) {
        word reference = r[call->slots[0]];
        object *o = object_at(m, reference);
        if (o && o->kind == INSTANCE) index = o->type;
        else if (o && o->kind == ARRAY && m->p->root_class != 0xffffffff) index = m->p->root_class;
        else return bad_reference(m, reference);
    } else {
        word code = r[call->pointer];
        if (code >= 0 || r[call->pointer + 1])
            return undefined(m, code == 0 && r[call->pointer + 1] == 0 ? U_NULL : U_FUNCTION_POINTER);
        index = (uint32_t)(-1 - code);
    }
    if (call->targets[index] == UNRESOLVED) call->targets[index] = m->p->resolve(call->shape, index);
    int32_t target = call->targets[index];
    if (target < 0) return undefined(m, (uint32_t)-target);
    *number = (uint32_t)target;
    return true;
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

L_CONST: R(i->d) = i->k; NEXT;
L_MOVE: R(i->d) = R(i->a); NEXT;
L_MOVE2: {
    word x = R(i->a), y = R(i->a + 1);
    R(i->d) = x, R(i->d + 1) = y;
    NEXT;
}
L_GLOBAL: R(i->d) = m->globals[i->k]; NEXT;
L_SET_GLOBAL: {
    if (m->globals[i->k] != R(i->a)) m->globals[i->k] = R(i->a), m->globals_dirty[i->k >> 4] = 1;
    NEXT;
}
L_OWN: R(i->d) = t->own[i->k]; NEXT;
L_SET_OWN: t->own[i->k] = R(i->a), thread_touch(t); NEXT;

L_ADD: R(i->d) = wrapped((word)((uint64_t)R(i->a) + (uint64_t)R(i->b)), i->k); NEXT;
L_SUB: R(i->d) = wrapped((word)((uint64_t)R(i->a) - (uint64_t)R(i->b)), i->k); NEXT;
L_MUL: R(i->d) = wrapped((word)((uint64_t)R(i->a) * (uint64_t)R(i->b)), i->k); NEXT;
L_ADD_K: R(i->d) = wrapped((word)((uint64_t)R(i->a) + (uint64_t)(i->k >> 8)), i->k & 0xff); NEXT;
L_DIV: {
    word x = R(i->a), y = R(i->b);
    if (y == 0) { undefined(m, U_DIVISION); FAIL; }
    if (i->k < 0 && x == INT64_MIN && y == -1) { limited(m, L_MATHEMATICAL); FAIL; }
    R(i->d) = wrapped(y == -1 ? (word)(0 - (uint64_t)x) : x / y, i->k);
    NEXT;
}
L_REM: {
    word x = R(i->a), y = R(i->b);
    if (y == 0) { undefined(m, U_DIVISION); FAIL; }
    R(i->d) = y == -1 ? 0 : x % y;
    NEXT;
}
L_DIVU: {
    if (R(i->b) == 0) { undefined(m, U_DIVISION); FAIL; }
    R(i->d) = (word)((uint64_t)R(i->a) / (uint64_t)R(i->b));
    NEXT;
}
L_REMU: {
    if (R(i->b) == 0) { undefined(m, U_DIVISION); FAIL; }
    R(i->d) = (word)((uint64_t)R(i->a) % (uint64_t)R(i->b));
    NEXT;
}
L_NEG: R(i->d) = wrapped((word)(0 - (uint64_t)R(i->a)), i->k); NEXT;
L_COMPLEMENT: R(i->d) = wrapped(~R(i->a), i->k); NEXT;
L_AND: R(i->d) = R(i->a) & R(i->b); NEXT;
L_OR: R(i->d) = R(i->a) | R(i->b); NEXT;
L_XOR: R(i->d) = R(i->a) ^ R(i->b); NEXT;
L_SHL: { /* k: how to wrap, the width above */
    uint64_t by = (uint64_t)R(i->b);
    if (by >= (uint64_t)(i->k >> 8)) { undefined(m, U_SHIFT); FAIL; }
    R(i->d) = wrapped((word)((uint64_t)R(i->a) << by), i->k & 0xff);
    NEXT;
}
L_SHR: {
    uint64_t by = (uint64_t)R(i->b);
    if (by >= (uint64_t)(i->k >> 8)) { undefined(m, U_SHIFT); FAIL; }
    R(i->d) = R(i->a) >> by;
    NEXT;
}
L_SHRU: {
    uint64_t by = (uint64_t)R(i->b);
    if (by >= (uint64_t)(i->k >> 8)) { undefined(m, U_SHIFT); FAIL; }
    R(i->d) = (word)((uint64_t)R(i->a) >> by);
    NEXT;
}
L_WRAP: R(i->d) = wrapped(R(i->a), i->k); NEXT;
L_NOT: R(i->d) = !R(i->a); NEXT;
L_NONZERO: R(i->d) = R(i->a) != 0; NEXT;
L_ADD_M: {
    word x;
    if (__builtin_add_overflow(R(i->a), R(i->b), &x)) { limited(m, L_MATHEMATICAL); FAIL; }
    R(i->d) = x;
    NEXT;
}
L_SUB_M: {
    word x;
    if (__builtin_sub_overflow(R(i->a), R(i->b), &x)) { limited(m, L_MATHEMATICAL); FAIL; }
    R(i->d) = x;
    NEXT;
}
L_MUL_M: {
    word x;
    if (__builtin_mul_overflow(R(i->a), R(i->b), &x)) { limited(m, L_MATHEMATICAL); FAIL; }
    R(i->d) = x;
    NEXT;
}
L_NEG_M: {
    if (R(i->a) == INT64_MIN) { limited(m, L_MATHEMATICAL); FAIL; }
    R(i->d) = -R(i->a);
    NEXT;
}
L_FROM_UNSIGNED_M: {
    if (R(i->a) < 0) { limited(m, L_MATHEMATICAL); FAIL; }
    R(i->d) = R(i->a);
    NEXT;
}
L_EQ: R(i->d) = R(i->a) == R(i->b); NEXT;
L_NE: R(i->d) = R(i->a) != R(i->b); NEXT;
L_LT: R(i->d) = R(i->a) < R(i->b); NEXT;
L_LE: R(i->d) = R(i->a) <= R(i->b); NEXT;
L_LTU: R(i->d) = (uint64_t)R(i->a) < (uint64_t)R(i->b); NEXT;
L_LEU: R(i->d) = (uint64_t)R(i->a) <= (uint64_t)R(i->b); NEXT;
L_EQ_K: R(i->d) = R(i->a) == i->k; NEXT;
L_NE_K: R(i->d) = R(i->a) != i->k; NEXT;
L_LT_K: R(i->d) = R(i->a) < i->k; NEXT;
L_LE_K: R(i->d) = R(i->a) <= i->k; NEXT;
L_GT_K: R(i->d) = R(i->a) > i->k; NEXT;
L_GE_K: R(i->d) = R(i->a) >= i->k; NEXT;

L_W_EXTEND: set_wide(r, i->d, (wide)R(i->a)); NEXT;
L_W_EXTEND_U: set_wide(r, i->d, (wide)(uwide)(uint64_t)R(i->a)); NEXT;
L_W_WRAP: set_wide(r, i->d, wide_wrapped(wide_at(r, i->a), i->k)); NEXT;
L_W_ADD: set_wide(r, i->d, wide_wrapped((wide)((uwide)wide_at(r, i->a) + (uwide)wide_at(r, i->b)), i->k)); NEXT;
L_W_SUB: set_wide(r, i->d, wide_wrapped((wide)((uwide)wide_at(r, i->a) - (uwide)wide_at(r, i->b)), i->k)); NEXT;
L_W_MUL: set_wide(r, i->d, wide_wrapped((wide)((uwide)wide_at(r, i->a) * (uwide)wide_at(r, i->b)), i->k)); NEXT;
L_W_DIV: {
    wide x = wide_at(r, i->a), y = wide_at(r, i->b);
    if (y == 0) { undefined(m, U_DIVISION); FAIL; }
    set_wide(r, i->d, wide_wrapped(y == -1 ? (wide)(0 - (uwide)x) : x / y, i->k));
    NEXT;
}
L_W_REM: {
    wide x = wide_at(r, i->a), y = wide_at(r, i->b);
    if (y == 0) { undefined(m, U_DIVISION); FAIL; }
    set_wide(r, i->d, y == -1 ? 0 : x % y);
    NEXT;
}
L_W_DIVU: {
    uwide x = (uwide)wide_at(r, i->a), y = (uwide)wide_at(r, i->b);
    if (y == 0) { undefined(m, U_DIVISION); FAIL; }
    set_wide(r, i->d, (wide)(x / y));
    NEXT;
}
L_W_REMU: {
    uwide x = (uwide)wide_at(r, i->a), y = (uwide)wide_at(r, i->b);
    if (y == 0) { undefined(m, U_DIVISION); FAIL; }
    set_wide(r, i->d, (wide)(x % y));
    NEXT;
}
L_W_NEG: set_wide(r, i->d, wide_wrapped((wide)(0 - (uwide)wide_at(r, i->a)), i->k)); NEXT;
L_W_COMPLEMENT: set_wide(r, i->d, wide_wrapped(~wide_at(r, i->a), i->k)); NEXT;
L_W_AND: set_wide(r, i->d, wide_at(r, i->a) & wide_at(r, i->b)); NEXT;
L_W_OR: set_wide(r, i->d, wide_at(r, i->a) | wide_at(r, i->b)); NEXT;
L_W_XOR: set_wide(r, i->d, wide_at(r, i->a) ^ wide_at(r, i->b)); NEXT;
L_W_SHL: { /* the amount is one slot */
    uint64_t by = (uint64_t)R(i->b);
    if (by >= (uint64_t)(i->k >> 8)) { undefined(m, U_SHIFT); FAIL; }
    set_wide(r, i->d, wide_wrapped((wide)((uwide)wide_at(r, i->a) << by), i->k & 0xff));
    NEXT;
}
L_W_SHR: {
    uint64_t by = (uint64_t)R(i->b);
    if (by >= (uint64_t)(i->k >> 8)) { undefined(m, U_SHIFT); FAIL; }
    set_wide(r, i->d, wide_at(r, i->a) >> by);
    NEXT;
}
L_W_SHRU: {
    uint64_t by = (uint64_t)R(i->b);
    if (by >= (uint64_t)(i->k >> 8)) { undefined(m, U_SHIFT); FAIL; }
    set_wide(r, i->d, (wide)((uwide)wide_at(r, i->a) >> by));
    NEXT;
}
L_W_EQ: R(i->d) = wide_at(r, i->a) == wide_at(r, i->b); NEXT;
L_W_NE: R(i->d) = wide_at(r, i->a) != wide_at(r, i->b); NEXT;
L_W_LT: R(i->d) = wide_at(r, i->a) < wide_at(r, i->b); NEXT;
L_W_LE: R(i->d) = wide_at(r, i->a) <= wide_at(r, i->b); NEXT;
L_W_LTU: R(i->d) = (uwide)wide_at(r, i->a) < (uwide)wide_at(r, i->b); NEXT;
L_W_LEU: R(i->d) = (uwide)wide_at(r, i->a) <= (uwide)wide_at(r, i->b); NEXT;
L_W_NONZERO: R(i->d) = wide_at(r, i->a) != 0; NEXT;
L_W_TO_FLOAT: { /* k: width, 128 for no sign */
    wide x = wide_at(r, i->a);
    double value = i->k & 128 ? ((i->k & 127) == 32 ? (double)(float)(uwide)x : (double)(uwide)x)
                              : ((i->k & 127) == 32 ? narrow_of(x) : (double)x);
    R(i->d) = float_word(value, i->k & 127);
    NEXT;
}
L_W_FROM_FLOAT: { /* k: how to wrap */
    double x = trunc(float_at(r, i->a));
    unsigned bits = 128 - (i->k & 127);
    double high = ldexp(1.0, (int)(i->k & 128 ? bits - 1 : bits)), low = i->k & 128 ? -high : 0;
    if (!(x >= low && x < high)) { undefined(m, U_FLOAT); FAIL; }
    set_wide(r, i->d, i->k & 128 ? (wide)x : (wide)(uwide)x);
    NEXT;
}
L_W_SATURATE: {
    double x = float_at(r, i->a);
    unsigned bits = 128 - (i->k & 127);
    double high = ldexp(1.0, (int)(i->k & 128 ? bits - 1 : bits)), low = i->k & 128 ? -high : 0;
    uwide most = bits == 128 && !(i->k & 128) ? ~(uwide)0 : ((uwide)1 << (i->k & 128 ? bits - 1 : bits)) - 1;
    if (isnan(x)) set_wide(r, i->d, 0);
    else if (x >= high) set_wide(r, i->d, (wide)most);
    else if (x <= low) set_wide(r, i->d, i->k & 128 ? -(wide)most - 1 : 0);
    else set_wide(r, i->d, i->k & 128 ? (wide)x : (wide)(uwide)x);
    NEXT;
}
L_W_NARROW_M: {
    wide x = wide_at(r, i->a);
    if (x != (wide)(word)x) { limited(m, L_MATHEMATICAL); FAIL; }
    R(i->d) = (word)x;
    NEXT;
}

L_F_ADD: R(i->d) = float_word(float_at(r, i->a) + float_at(r, i->b), i->k); NEXT;
L_F_SUB: R(i->d) = float_word(float_at(r, i->a) - float_at(r, i->b), i->k); NEXT;
L_F_MUL: R(i->d) = float_word(float_at(r, i->a) * float_at(r, i->b), i->k); NEXT;
L_F_DIV: R(i->d) = float_word(float_at(r, i->a) / float_at(r, i->b), i->k); NEXT;
L_F_REM: R(i->d) = float_word(fraction_of(float_at(r, i->a), float_at(r, i->b)), i->k); NEXT;
L_F_NEG: R(i->d) = float_word(-float_at(r, i->a), i->k); NEXT;
L_F_SQRT: R(i->d) = float_word(sqrt(float_at(r, i->a)), i->k); NEXT;
L_F_EQ: R(i->d) = float_at(r, i->a) == float_at(r, i->b); NEXT;
L_F_NE: R(i->d) = float_at(r, i->a) != float_at(r, i->b); NEXT;
L_F_LT: R(i->d) = float_at(r, i->a) < float_at(r, i->b); NEXT;
L_F_LE: R(i->d) = float_at(r, i->a) <= float_at(r, i->b); NEXT;
L_F_NAN: R(i->d) = isnan(float_at(r, i->a)); NEXT;
L_F_ROUND: R(i->d) = float_word(float_at(r, i->a), i->k); NEXT;
L_F_FROM_INT: R(i->d) = float_word(i->k == 32 ? (double)(float)R(i->a) : (double)R(i->a), i->k); NEXT;
L_F_FROM_UINT: {
    uint64_t x = (uint64_t)R(i->a);
    R(i->d) = float_word(i->k == 32 ? (double)(float)x : (double)x, i->k);
    NEXT;
}
L_F_TO_INT: {
    double x = trunc(float_at(r, i->a));
    unsigned bits = 64 - (i->k & 63);
    double high = ldexp(1.0, (int)(i->k & 64 ? bits - 1 : bits)), low = i->k & 64 ? -high : 0;
    if (!(x >= low && x < high)) { undefined(m, U_FLOAT); FAIL; }
    R(i->d) = i->k & 64 ? (word)x : (word)(uint64_t)x;
    NEXT;
}
L_F_SATURATE: {
    double x = float_at(r, i->a);
    unsigned bits = 64 - (i->k & 63);
    double high = ldexp(1.0, (int)(i->k & 64 ? bits - 1 : bits)), low = i->k & 64 ? -high : 0;
    uint64_t most = i->k & 64 ? ((uint64_t)1 << (bits - 1)) - 1 : bits == 64 ? ~(uint64_t)0 : ((uint64_t)1 << bits) - 1;
    if (isnan(x)) R(i->d) = 0;
    else if (x >= high) R(i->d) = (word)most;
    else if (x <= low) R(i->d) = i->k & 64 ? -(word)most - 1 : 0;
    else R(i->d) = i->k & 64 ? (word)x : (word)(uint64_t)x;
    NEXT;
}
L_F_NONZERO: R(i->d) = float_at(r, i->a) != 0; NEXT;
L_F_LOADED: R(i->d) = loaded_float((uint64_t)R(i->a), i->k); NEXT;

L_JUMP: i = code->code + i->k; goto *labels[i->op];
L_JUMP_IF: {
    if (!R(i->a)) NEXT;
    i = code->code + i->k;
    goto *labels[i->op];
}
L_JUMP_UNLESS: {
    if (R(i->a)) NEXT;
    i = code->code + i->k;
    goto *labels[i->op];
}
L_SWITCH: {
    const switch_info *s = (const switch_info *)(intptr_t)i->k;
    word value = R(i->a);
    uint32_t low = 0, high = s->count;
    int32_t target = s->otherwise;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (s->values[middle] < value) low = middle + 1;
        else high = middle;
    }
    if (low < s->count && s->values[low] == value) target = s->targets[low];
    i = code->code + target;
    goto *labels[i->op];
}

L_LOAD: { /* k: size, how to wrap above */
    uint64_t value;
    TRY(load_number(m, r, i->a, i->k & 0xff, &value));
    R(i->d) = wrapped((word)value, i->k >> 8);
    NEXT;
}
L_LOAD_WIDE: {
    uint8_t bytes[16];
    identity whole;
    uint32_t size = i->k & 0xff;
    TRY(block_read(m, R(i->a), R(i->a + 1), size, 0xff, bytes, &whole));
    uwide value = 0;
    for (uint32_t at = 0; at < size; at++) value = value << 8 | bytes[m->p->big_endian ? at : size - 1 - at];
    set_wide(r, i->d, wide_wrapped((wide)value, i->k >> 8));
    NEXT;
}
L_LOAD_FLOAT: {
    uint8_t bytes[8];
    identity whole;
    TRY(block_read(m, R(i->a), R(i->a + 1), (uint32_t)(i->k / 8), IS_NAN, bytes, &whole));
    R(i->d) = whole.size ? (word)COMPUTED_NAN : loaded_float(number_of(m, bytes, (uint32_t)(i->k / 8)), i->k);
    NEXT;
}
L_LOAD_POINTER: {
    uint8_t bytes[8];
    identity whole;
    uint32_t size = m->p->pointer_size;
    TRY(block_read(m, R(i->a), R(i->a + 1), size, IS_POINTER, bytes, &whole));
    if (whole.size) R(i->d) = whole.a, R(i->d + 1) = whole.b;
    else TRY(pointer_of(m, number_of(m, bytes, size), r, i->d));
    NEXT;
}
L_LOAD_IDENTITY: { /* k: size, kind above */
    uint8_t bytes[8];
    identity whole;
    uint32_t size = i->k & 0xff;
    TRY(block_read(m, R(i->a), R(i->a + 1), size, (uint8_t)(i->k >> 8), bytes, &whole));
    if (!whole.size && number_of(m, bytes, size)) { undefined(m, U_PUNNED); FAIL; }
    R(i->d) = whole.size ? whole.a : 0;
    NEXT;
}
L_LOAD_BITS: { /* k: size, shift, width, how to wrap: one byte each */
    uint64_t value;
    TRY(block_read_bits(m, R(i->a), R(i->a + 1), i->k & 0xff, i->k >> 8 & 0xff, i->k >> 16 & 0xff, &value));
    R(i->d) = wrapped((word)value, i->k >> 24);
    NEXT;
}
L_STORE: { /* to the pointer at a, of b */
    uint8_t bytes[8];
    bytes_of(m, (uint64_t)R(i->b), bytes, i->k & 0xff);
    TRY(block_write(m, R(i->a), R(i->a + 1), bytes, i->k & 0xff));
    NEXT;
}
L_STORE_WIDE: {
    uint8_t bytes[16];
    uint32_t size = i->k & 0xff;
    uwide value = (uwide)wide_at(r, i->b);
    for (uint32_t at = 0; at < size; at++, value >>= 8) bytes[m->p->big_endian ? size - 1 - at : at] = (uint8_t)value;
    TRY(block_write(m, R(i->a), R(i->a + 1), bytes, size));
    NEXT;
}
L_STORE_FLOAT: {
    uint64_t bits;
    uint8_t bytes[8];
    if (stored_float(R(i->b), i->k, &bits)) {
        bytes_of(m, bits, bytes, (uint32_t)(i->k / 8));
        TRY(block_write(m, R(i->a), R(i->a + 1), bytes, (uint32_t)(i->k / 8)));
    } else {
        TRY(block_write_identity(m, R(i->a), R(i->a + 1), (identity){IS_NAN, (uint8_t)(i->k / 8), 0, 0}));
    }
    NEXT;
}
L_STORE_POINTER: {
    uint32_t size = m->p->pointer_size;
    word object_number = R(i->b), offset = R(i->b + 1);
    if (object_number) {
        TRY(block_write_identity(m, R(i->a), R(i->a + 1), (identity){IS_POINTER, (uint8_t)size, object_number, offset}));
    } else {
        uint8_t bytes[8];
        bytes_of(m, (uint64_t)offset, bytes, size);
        TRY(block_write(m, R(i->a), R(i->a + 1), bytes, size));
    }
    NEXT;
}
L_STORE_IDENTITY: {
    uint32_t size = i->k & 0xff;
    if (R(i->b)) {
        TRY(block_write_identity(m, R(i->a), R(i->a + 1), (identity){(uint8_t)(i->k >> 8), (uint8_t)size, R(i->b), 0}));
    } else {
        uint8_t bytes[8] = {0};
        TRY(block_write(m, R(i->a), R(i->a + 1), bytes, size));
    }
    NEXT;
}
L_STORE_BITS: {
    TRY(block_write_bits(m, R(i->a), R(i->a + 1), i->k & 0xff, i->k >> 8 & 0xff, i->k >> 16 & 0xff, (uint64_t)R(i->b)));
    NEXT;
}
L_COPY_BLOCK: TRY(block_copy(m, R(i->a), R(i->a + 1), R(i->b), R(i->b + 1), i->k)); NEXT;
L_COPY: TRY(block_copy(m, R(i->a), R(i->a + 1), R(i->b), R(i->b + 1), R(i->d))); NEXT;
L_FILL: TRY(block_fill(m, R(i->a), R(i->a + 1), (uint8_t)R(i->b), R(i->d))); NEXT;
L_HOLD_BLOCK: { /* a value of memory that outlives what it is read from */
    word from = R(i->a), offset = R(i->a + 1);
    TRY(block_at(m, from, offset, i->k));
    int64_t value = new_block(m, i->k, STACK, false, 0);
    TRY(value && block_copy(m, value, 0, from, offset, i->k));
    R(i->d) = value, R(i->d + 1) = 0;
    NEXT;
}

L_FIELD: { /* k: slot, class above */
    word *place = field_of(m, R(i->a), i->k);
    TRY(place);
    R(i->d) = *place;
    NEXT;
}
L_SET_FIELD: {
    word *place = field_of(m, R(i->a), i->k);
    TRY(place);
    touch(m, R(i->a));
    *place = R(i->b);
    NEXT;
}
L_FIELD2: {
    word *place = field_of(m, R(i->a), i->k);
    TRY(place);
    R(i->d) = place[0], R(i->d + 1) = place[1];
    NEXT;
}
L_SET_FIELD2: {
    word *place = field_of(m, R(i->a), i->k);
    TRY(place);
    touch(m, R(i->a));
    place[0] = R(i->b), place[1] = R(i->b + 1);
    NEXT;
}
L_ELEMENT: {
    uint8_t *place = element_of(m, R(i->a), R(i->b), i->k);
    TRY(place);
    R(i->d) = load_element(place, &m->p->arrays[m->objects[R(i->a)].type]);
    NEXT;
}
L_SET_ELEMENT: { /* of d */
    uint8_t *place = element_of(m, R(i->a), R(i->b), i->k);
    TRY(place);
    touch(m, R(i->a));
    store_element(place, &m->p->arrays[m->objects[R(i->a)].type], R(i->d));
    NEXT;
}
L_ELEMENT2: {
    uint8_t *place = element_of(m, R(i->a), R(i->b), i->k);
    TRY(place);
    memcpy(&R(i->d), place, 2 * sizeof(word));
    NEXT;
}
L_SET_ELEMENT2: {
    uint8_t *place = element_of(m, R(i->a), R(i->b), i->k);
    TRY(place);
    touch(m, R(i->a));
    memcpy(place, &R(i->d), 2 * sizeof(word));
    NEXT;
}
L_LENGTH: {
    object *o = object_at(m, R(i->a));
    if (!o || o->kind != ARRAY) { bad_reference(m, R(i->a)); FAIL; }
    R(i->d) = o->size;
    NEXT;
}
L_STORABLE: {
    object *array = object_at(m, R(i->a)), *o = object_at(m, R(i->b));
    if (!array || array->kind != ARRAY) { bad_reference(m, R(i->a)); FAIL; }
    uint32_t types = m->p->classes_count + m->p->arrays_count;
    if (R(i->b) == 0) R(i->d) = 1;
    else if (!o || o->kind == BLOCK) R(i->d) = 0;
    else R(i->d) = m->p->storable[(uint64_t)array->type * types + (o->kind == ARRAY ? m->p->classes_count : 0) + o->type];
    NEXT;
}
L_IS_TYPE: {
    object *o = object_at(m, R(i->a));
    const uint8_t *row = (const uint8_t *)(intptr_t)i->k; /* by class and type of array */
    R(i->d) = o && o->kind != BLOCK && row[(o->kind == ARRAY ? m->p->classes_count : 0) + o->type];
    NEXT;
}

L_P_EQ: {
    bool same = R(i->a) == R(i->b) && R(i->a + 1) == R(i->b + 1);
    if (!same && depends_on_addresses(m, &R(i->a), &R(i->b))) { undefined(m, U_ADDRESS); FAIL; }
    R(i->d) = same;
    NEXT;
}
L_P_NE: {
    bool same = R(i->a) == R(i->b) && R(i->a + 1) == R(i->b + 1);
    if (!same && depends_on_addresses(m, &R(i->a), &R(i->b))) { undefined(m, U_ADDRESS); FAIL; }
    R(i->d) = !same;
    NEXT;
}
L_P_SAME: R(i->d) = R(i->a) == R(i->b) && R(i->a + 1) == R(i->b + 1); NEXT;
L_P_DIFFERENT: R(i->d) = R(i->a) != R(i->b) || R(i->a + 1) != R(i->b + 1); NEXT;
L_P_LT: {
    if (R(i->a) != R(i->b)) { undefined(m, U_POINTER_COMPARISON); FAIL; }
    R(i->d) = R(i->a) ? R(i->a + 1) < R(i->b + 1) : (uint64_t)R(i->a + 1) < (uint64_t)R(i->b + 1);
    NEXT;
}
L_P_LE: {
    if (R(i->a) != R(i->b)) { undefined(m, U_POINTER_COMPARISON); FAIL; }
    R(i->d) = R(i->a) ? R(i->a + 1) <= R(i->b + 1) : (uint64_t)R(i->a + 1) <= (uint64_t)R(i->b + 1);
    NEXT;
}
L_P_ADD: {
    word to = R(i->a), offset = (word)((uint64_t)R(i->a + 1) + (uint64_t)R(i->b));
    R(i->d) = to;
    R(i->d + 1) = to ? offset_within(m, offset) : absolute(m, offset);
    NEXT;
}
L_P_DIFFERENCE: {
    if (R(i->a) != R(i->b)) { undefined(m, U_POINTER_DIFFERENCE); FAIL; }
    R(i->d) = offset_within(m, (word)((uint64_t)R(i->a + 1) - (uint64_t)R(i->b + 1)));
    NEXT;
}
L_P_OFFSET: R(i->d) = offset_within(m, R(i->a + 1)); NEXT;
L_P_SIZE: {
    object *o = object_at(m, R(i->a));
    R(i->d) = o && o->kind == BLOCK ? o->size : 0;
    NEXT;
}
L_P_SAME_OBJECT: R(i->d) = R(i->a) == R(i->b); NEXT;
L_P_ACCESSIBLE: {
    object *o = object_at(m, R(i->a));
    word offset = R(i->a + 1), size = R(i->b), last;
    R(i->d) = o && o->kind == BLOCK && offset >= 0 && !__builtin_add_overflow(offset, size, &last) && last >= offset &&
              last <= o->size;
    NEXT;
}
L_P_HEAP_BASE: {
    object *o = object_at(m, R(i->a));
    R(i->d) = o && o->kind == BLOCK && o->origin == HEAP && R(i->a + 1) == 0;
    NEXT;
}
L_P_TO_NUMBER: {
    if (R(i->a)) {
        undefined(m, R(i->a) > 0 && !object_at(m, R(i->a)) ? U_DEAD_ADDRESS : U_ADDRESS);
        FAIL;
    }
    R(i->d) = R(i->a + 1);
    NEXT;
}
L_P_FROM_NUMBER: TRY(pointer_of(m, (uint64_t)R(i->a), r, i->d)); NEXT;

L_LEAKED: R(i->d) = machine_leaked(m); NEXT;
L_SELF: R(i->d) = t->number; NEXT;
L_ALIVE: {
    word x = R(i->a);
    R(i->d) = x > 0 && x < m->threads_count && m->threads[x].exists && m->threads[x].activity != ENDED;
    NEXT;
}
L_INTERRUPTED: {
    word x = R(i->a);
    R(i->d) = x > 0 && x < m->threads_count && m->threads[x].exists && m->threads[x].interrupted;
    NEXT;
}
L_HOLDS: {
    held_lock *held = lock_of(m, key_at(r, i->a, i->k));
    R(i->d) = held && held->owner == t->number;
    NEXT;
}
L_LOCKED: R(i->d) = lock_of(m, key_at(r, i->a, i->k)) != NULL; NEXT;

L_CHECK: {
    if (!R(i->a) && m->p->checks[i->k]) {
        m->end = VIOLATED;
        m->end_detail = i->k;
    }
    NEXT;
}
L_RESTRICT: {
    if (!R(i->a)) { cut(m, C_RESTRICTION, 0); FAIL; }
    NEXT;
}
L_STOP: {
    m->end = STOPPED;
    m->end_detail = R(i->a);
    NEXT;
}
L_BOUND: {
    const bound_info *bound = &m->p->bounds[i->k];
    word value = R(i->a);
    if (value < bound->low || value > bound->high) {
        cut(m, value > bound->high ? C_HIGH : C_LOW, (uint32_t)i->k);
        FAIL;
    }
    NEXT;
}

L_CALL: {
    const call_info *call = (const call_info *)(intptr_t)i->k;
    uint32_t target;
    TRY(callee_of(m, call, r, &target));
    if (m->p->recursion_limit >= 0) {
        int64_t active = 0;
        for (uint32_t at = 0; at < t->depth; at++) active += t->frames[at].function == target;
        if (active >= m->p->recursion_limit) { cut(m, C_RECURSION, target); FAIL; }
    }
    t->frames[t->depth - 1].call_edge = call->edge;
    m->edge = call->edge;
    frame_enter(m, t, target, r, call->count, call->slots);
    return;
}
L_RETURN: { /* k: edge; a value of two slots at most at a, none if d is 0 */
    word value[2] = {0, 0};
    m->edge = (int32_t)i->k;
    if (i->d) value[0] = R(i->a), value[1] = i->d > 1 ? R(i->a + 1) : 0;
    leave(m, t, value);
    return;
}
L_THROW: {
    m->edge = (int32_t)i->k;
    leave_exceptionally(m, t, R(i->a));
    return;
}
L_EDGE: { /* k: edge, target above */
    m->edge = (int32_t)(i->k & 0xffffffff);
    t->frames[t->depth - 1].location = (int32_t)(i->k >> 32);
    return;
}
L_END: return;

L_NEW: { /* k: class, site above */
    int64_t made = new_instance(m, (uint32_t)i->k, (uint32_t)(i->k >> 32));
    TRY(made);
    R(i->d) = made;
    NEXT;
}
L_NEW_ARRAY: {
    int64_t made = new_array(m, (uint32_t)i->k, R(i->a), (uint32_t)(i->k >> 32));
    TRY(made);
    R(i->d) = made;
    NEXT;
}
L_NEW_BLOCK: { /* k: 1 on the stack, 2 zeroed; site above */
    word size = R(i->a);
    if (size < 0) { undefined(m, i->b ? U_EXCESSIVE_SIZE : U_NEGATIVE_SIZE); FAIL; }
    if (m->p->pointer_size < 8 ? size >= (word)1 << (8 * m->p->pointer_size - 1) : false) {
        undefined(m, U_EXCESSIVE_SIZE);
        FAIL;
    }
    int64_t made = new_block(m, size, i->k & 1 ? STACK : HEAP, i->k & 2, (uint32_t)(i->k >> 32));
    TRY(made);
    if (i->k & 1) {
        frame *f = &t->frames[t->depth - 1];
        uint64_t capacity = f->allocated_capacity;
        if (!grow(&f->allocated, &capacity, f->allocated_count + 1, sizeof *f->allocated)) {
            limited(m, L_MEMORY);
            FAIL;
        }
        f->allocated_capacity = (uint32_t)capacity;
        f->allocated[f->allocated_count++] = (uint32_t)made;
    }
    R(i->d) = made, R(i->d + 1) = 0;
    NEXT;
}
L_RELEASE: { /* k: 1 on the stack */
    word number_ = R(i->a), offset = R(i->a + 1);
    if (number_ == 0 && offset == 0) NEXT;
    object *o = object_at(m, number_);
    if (!i->k && o && o->kind == BLOCK && o->origin == HEAP && offset == 0) {
        kill_object(m, number_);
        NEXT;
    }
    bool is_released = false;
    for (uint32_t at = 0; i->k && offset == 0 && at < t->depth && !is_released; at++) {
        frame *f = &t->frames[at];
        for (uint32_t place = 0; place < f->allocated_count; place++) {
            if (f->allocated[place] != number_) continue;
            memmove(f->allocated + place, f->allocated + place + 1, (f->allocated_count - place - 1) * sizeof *f->allocated);
            f->allocated_count--;
            if (t->low > at) t->low = at;
            kill_object(m, number_);
            is_released = true;
            break;
        }
    }
    if (!is_released) { undefined(m, U_RELEASE); FAIL; }
    NEXT;
}
L_BEGIN_LIFE: { /* d: the register, k: size */
    kill_object(m, R(i->d));
    int64_t made = new_block(m, (uint32_t)i->k, STACK, false, (uint32_t)(i->k >> 32));
    TRY(made);
    R(i->d) = made;
    NEXT;
}
L_END_LIFE: kill_object(m, R(i->d)); NEXT;

L_LOCK: TRY(locks_lock(m, t, key_at(r, i->a, i->k))); NEXT;
L_UNLOCK: TRY(locks_unlock(m, t, key_at(r, i->a, i->k))); NEXT;
L_WAIT: { /* d: what it waits on, a: the lock; k: kind of lock, kind of the condition, timed: a byte each; edge above */
    bool waits;
    int32_t edge = (int32_t)(i->k >> 32);
    lock_key lock = key_at(r, i->a, i->k & 0xff), condition = key_at(r, i->d, i->k >> 8 & 0xff);
    TRY(threads_wait(m, t, lock, condition, i->k >> 16 & 1, edge, &waits));
    if (!waits) NEXT;
    m->edge = edge;
    return;
}
L_SLEEP: {
    R(i->d) = t->interrupted ? 2 : 1;
    if (t->interrupted) t->interrupted = 0, thread_touch(t);
    NEXT;
}
L_NOTIFY: { /* k: kind, 256 for all */
    lock_key key = key_at(r, i->a, i->k & 0xff);
    TRY(require_lock(m, key));
    threads_notify(m, key, i->k & 256, m->has_choice ? m->choice : 0);
    NEXT;
}
L_START: {
    const call_info *call = (const call_info *)(intptr_t)i->k;
    uint32_t target, own = t->number;
    TRY(callee_of(m, call, r, &target));
    bool daemon = call->daemon != 0xffff && R(call->daemon);
    int64_t started = thread_start(m, target, r, call->count, call->slots, daemon);
    t = &m->threads[own];
    if (m->end != GOES_ON) FAIL;
    r = t->words + t->frames[t->depth - 1].base;
    R(i->d) = started;
    NEXT;
}
L_JOIN: {
    word x = R(i->a);
    if (x == 0) { undefined(m, U_NULL); FAIL; }
    bool is_alive = x > 0 && x < m->threads_count && m->threads[x].exists && m->threads[x].activity != ENDED;
    R(i->d) = !is_alive ? 0 : t->interrupted ? 2 : 1;
    if (is_alive && t->interrupted) t->interrupted = 0, thread_touch(t);
    NEXT;
}
L_INTERRUPT: {
    word x = R(i->a);
    if (x == 0) { undefined(m, U_NULL); FAIL; }
    if (x > 0 && x < m->threads_count && m->threads[x].exists && m->threads[x].activity != ENDED)
        m->threads[x].interrupted = (uint8_t)i->k, thread_touch(&m->threads[x]);
    NEXT;
}
L_BEGIN_ATOMIC: t->atomic++, thread_touch(t); NEXT;
L_END_ATOMIC: {
    if (!t->atomic) { undefined(m, U_ATOMIC); FAIL; }
    t->atomic--, thread_touch(t);
    NEXT;
}
L_END_THREAD: {
    m->edge = (int32_t)i->k;
    thread_end(m, t);
    return;
}

L_CHOICE: R(i->d) = m->choice; NEXT;
L_NO_CHOICE: { /* k: code that lists what is open */
    if (m->has_choice) NEXT;
    execute(m, t, number, (int32_t)i->k);
    if (m->end != GOES_ON) FAIL;
    if (m->offer.kind && !m->offer.count && (m->offer.clipped_low || m->offer.clipped_high)) {
        if (m->offer.clipped_low) cut(m, C_LOW, m->offer.clipped_low - 1);
        else cut(m, C_HIGH, m->offer.clipped_high - 1);
    } else {
        undefined(m, U_EMPTY_CHOICE);
    }
    FAIL;
}
L_OFFER_RANGE: { /* k: 1 if the ends are unsigned; both ends are included */
    m->offer.kind = 1;
    m->offer.low = R(i->a), m->offer.high = R(i->b);
    bool is_empty = i->k ? (uint64_t)R(i->a) > (uint64_t)R(i->b) : R(i->a) > R(i->b);
    m->offer.count = is_empty ? 0 : (uint64_t)R(i->b) - (uint64_t)R(i->a) + 1;
    if (!is_empty && !m->offer.count) m->offer.count = ~(uint64_t)0;
    NEXT;
}
L_OFFER_COUNT: { /* decisions are positions */
    m->offer.kind = 1;
    m->offer.low = 0, m->offer.high = R(i->a) - 1;
    m->offer.count = (uint64_t)R(i->a);
    NEXT;
}
L_OFFER_VALUE: TRY(offer_value(m, R(i->a))); NEXT;
L_OFFER_RELATION: { /* k: relation, d: a slot of 1 with a mask for each argument behind it; results are added */
    const relation_info *relation = (const relation_info *)(intptr_t)i->k;
    m->offer.kind = 2;
    for (uint32_t row = 0; row < relation->rows; row++) {
        uint32_t rest = row;
        bool is_given = true;
        for (uint32_t at = relation->arguments; at--;) {
            is_given = is_given && R(i->a + at) >> (rest % relation->sizes[at]) & 1;
            rest /= relation->sizes[at];
        }
        for (uint32_t at = relation->starts[row]; is_given && at < relation->starts[row + 1]; at++)
            TRY(offer_value(m, relation->results[at]));
    }
    sort_offer(m);
    if (i->d != 0xffff) { /* as a mask, for a relation around this one */
        word mask = 0;
        for (uint64_t at = 0; at < m->offer.count; at++) mask |= (word)1 << m->offer.values[at];
        R(i->d) = mask;
        m->offer.kind = 0;
        m->offer.count = 0;
    }
    NEXT;
}
L_OFFER_SORT: sort_offer(m); NEXT;
L_OFFER_CLIP: {
    const bound_info *bound = &m->p->bounds[i->k];
    offer *o = &m->offer;
    if (!o->count) NEXT;
    if (o->low < bound->low) o->clipped_low = (uint32_t)i->k + 1, o->low = bound->low;
    if (o->high > bound->high) o->clipped_high = (uint32_t)i->k + 1, o->high = bound->high;
    o->count = o->low > o->high ? 0 : (uint64_t)(o->high - o->low) + 1;
    NEXT;
}
L_OFFER_WAITERS: {
    uint32_t count = threads_waiters(m, key_at(r, i->a, i->k));
    if (count > 1) m->offer.kind = 1, m->offer.low = 0, m->offer.high = count - 1, m->offer.count = count;
    NEXT;
}
L_UNBOUNDED: m->offer.kind = 1, m->offer.low = INT64_MIN, m->offer.high = INT64_MAX, m->offer.count = ~(uint64_t)0; NEXT;

L_CAN_LOCK: m->ready = locks_can_lock(m, t, key_at(r, i->a, i->k & 0xff), i->k & 256); NEXT;
L_CAN_JOIN: {
    word x = R(i->a);
    m->ready = i->k || t->interrupted ||
               !(x > 0 && x < m->threads_count && m->threads[x].exists && m->threads[x].activity != ENDED);
    NEXT;
}
L_OWNER: {
    held_lock *held = lock_of(m, key_at(r, i->a, i->k));
    m->touched = held ? held->owner : 0;
    NEXT;
}
L_JOINED: m->touched = R(i->a); NEXT;
L_LOOK_FIELD: { /* k: the kind of variable, b: whether it is written */
    word number_ = R(i->a);
    if (number_ > 0) look_access(m, t, (uint32_t)i->k, -1, number_, i->b);
    NEXT;
}
L_LOOK_ELEMENT: {
    word number_ = R(i->a);
    if (number_ > 0) look_access(m, t, memory_key(m, &m->objects[number_], number_, 0), -1, number_, i->b);
    NEXT;
}
L_LOOK_MEMORY: { /* k: bytes from the pointer that are another variable's place */
    word number_ = R(i->a);
    if (number_ > 0) look_access(m, t, memory_key(m, &m->objects[number_], number_, R(i->a + 1)), -1, number_, i->b);
    NEXT;
}
L_LOOK_LIVE: {
    word number_ = R(i->a);
    if (number_ > 0) look_access(m, t, memory_key(m, &m->objects[number_], number_, LIVENESS * 4), -1, number_, i->b);
    NEXT;
}
L_LOOK_LOCK: { /* k: kind, 256 for one that may be acquired again */
    lock_key key = key_at(r, i->a, i->k & 0xff);
    held_lock *held = lock_of(m, key);
    if (held && held->owner == t->number && i->k & 256) NEXT;
    if (key.kind == KEY_LOCK || key.a <= (word)m->p->statics) {
        m->is_visible = true;
        NEXT;
    }
    if (!m->is_sharing_known) machine_share(m);
    if (m->objects[key.a].is_shared) m->is_visible = true;
    NEXT;
}
L_LOOK_GLOBAL: look_access(m, t, (uint32_t)i->k, (int32_t)i->k, 0, i->b); NEXT;
L_LOOK_VISIBLE: m->is_visible = true; NEXT;
L_LOOK_UNLESS: {
    if (!R(i->a)) m->is_visible = true;
    NEXT;
}

ended:
    return;
}

/* What the next step of a thread leaves open, in `offer`; false when nothing, or when there is nothing to choose from. */
bool machine_choices(machine *m, uint32_t number) {
    thread *t = &m->threads[number];
    m->offer.kind = 0;
    m->offer.count = 0;
    m->offer.clipped_low = m->offer.clipped_high = 0;
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
    m->edge = -1;
    execute(m, t, f->function, at->kind == AT_CHOICE ? at->pc + (int32_t)choice : at->pc);
}
