/* Values in registers and what instructions do with them. */
#ifndef VEXIL_VALUES_H
#define VEXIL_VALUES_H

#include "machine.h"

#include <math.h>
#include <string.h>

/* Constants that say how wide an integer is: the bits above it, and whether it has a sign. */
static inline word wrapped(word value, int64_t how) {
    unsigned shift = how & 63;
    return how & 64 ? (word)((uint64_t)value << shift) >> shift : (word)((uint64_t)value << shift >> shift);
}

static inline wide wide_at(const word *r, uint16_t at) { return (wide)((uwide)(uint64_t)r[at + 1] << 64 | (uint64_t)r[at]); }

/* How a number that a bound is about is kept: as a word or two, with or without a sign. */
enum form { SIGNED_WORD, UNSIGNED_WORD, SIGNED_WIDE, UNSIGNED_WIDE };

static inline wide bound_low(const bound_info *b) { return (wide)((uwide)(uint64_t)b->low_top << 64 | (uint64_t)b->low); }
static inline wide bound_high(const bound_info *b) { return (wide)((uwide)(uint64_t)b->high_top << 64 | (uint64_t)b->high); }

/* Whether a number is below a bound (-1) or above it (1). */
static inline int beyond(const bound_info *b, const word *at, uint32_t form) {
    wide value = form == SIGNED_WORD ? (wide)at[0] : form == UNSIGNED_WORD ? (wide)(uint64_t)at[0] : wide_at(at, 0);
    if (form == UNSIGNED_WIDE && value < 0) return 1; /* no bound is that far away */
    return value < bound_low(b) ? -1 : value > bound_high(b);
}

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
static inline word loaded_float(uint64_t bits, int64_t width) {
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
static inline bool stored_float(word value, int64_t width, uint64_t *bits) {
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

static inline double fraction_of(double left, double right) {
    if (isinf(left) || right == 0 || isnan(left) || isnan(right)) return NAN;
    return isinf(right) ? left : fmod(left, right);
}

/* An integer as a float of 32 bits, rounded once. */
static inline double narrow_of(wide value) { return (double)(float)value; }

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

static inline bool load_number(machine *m, const word *r, uint16_t a, uint32_t size, uint64_t *value) {
    uint8_t bytes[8];
    identity whole;
    if (!block_read(m, r[a], r[a + 1], size, 0xff, bytes, &whole)) return false;
    *value = number_of(m, bytes, size);
    return true;
}

/* Whether something may lie at an address: not where numbers are close to zero. */
static inline bool may_be_address(const machine *m, uint64_t *address) {
    uint64_t mask = m->p->pointer_size == 8 ? ~(uint64_t)0 : ((uint64_t)1 << 8 * m->p->pointer_size) - 1;
    *address &= mask;
    return *address >= 0x1000 && *address <= mask - 0x1000;
}

/* The pointer that a number stands for. */
static inline bool pointer_of(machine *m, uint64_t address, word *r, uint16_t d) {
    if (may_be_address(m, &address)) return undefined(m, U_ADDRESS);
    r[d] = 0, r[d + 1] = (word)address;
    return true;
}

static inline word offset_within(const machine *m, word offset) {
    unsigned shift = 64 - 8 * m->p->pointer_size;
    return (word)((uint64_t)offset << shift) >> shift;
}

static inline word absolute(const machine *m, word offset) {
    unsigned shift = 64 - 8 * m->p->pointer_size;
    return (word)((uint64_t)offset << shift >> shift);
}

/* Whether two different pointers are to be told apart only by where objects lie. */
static inline bool depends_on_addresses(machine *m, const word *x, const word *y) {
    if (x[0] == y[0] || x[0] <= 0 || y[0] <= 0) return false;
    object *one = object_at(m, x[0]), *other = object_at(m, y[0]);
    if (!one || !other) return true;
    if (y[1] == 0 && x[1] == one->size && one->size) return true;
    return x[1] == 0 && y[1] == other->size && other->size;
}

static inline lock_key key_at(const word *r, uint16_t a, int64_t kind) {
    return (lock_key){kind ? r[a] : 0, kind == KEY_POINTER ? r[a + 1] : 0, (uint8_t)kind};
}

/* --- objects -------------------------------------------------------------------------------------------------- */

static inline bool bad_reference(machine *m, word reference) {
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

static inline word load_element(const uint8_t *place, const array_info *type) {
    switch (type->size) {
    case 1: return type->is_signed ? *(const int8_t *)place : *place;
    case 2: return type->is_signed ? *(const int16_t *)(const void *)place : *(const uint16_t *)(const void *)place;
    case 4: return type->is_signed ? (word)*(const int32_t *)(const void *)place : (word)*(const uint32_t *)(const void *)place;
    default: return *(const word *)(const void *)place;
    }
}

static inline void store_element(uint8_t *place, const array_info *type, word value) {
    switch (type->size) {
    case 1: *place = (uint8_t)value; break;
    case 2: *(uint16_t *)(void *)place = (uint16_t)value; break;
    case 4: *(uint32_t *)(void *)place = (uint32_t)value; break;
    default: *(word *)(void *)place = value;
    }
}

/* The function that a call runs. */
static inline bool callee_of(machine *m, const call_info *call, const word *r, uint32_t *number) {
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

#endif
