/* Instructions on registers and numbers. A part of the loop in execute.c. */
L_CONST: R(i->d) = i->k; NEXT;
L_MOVE: R(i->d) = R(i->a); NEXT;
L_MOVE2: {
    word x = R(i->a), y = R(i->a + 1);
    R(i->d) = x, R(i->d + 1) = y;
    NEXT;
}
L_GLOBAL: R(i->d) = m->globals[i->k]; NEXT;
L_SET_GLOBAL: {
    if (m->globals[i->k] != R(i->a)) {
        m->globals[i->k] = R(i->a), m->globals_dirty[i->k >> 4] = 1;
        if (m->p->global_links[i->k]) forget_sharing(m);
    }
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
L_W_CLAMP: { /* b: whether it has no sign */
    wide x = wide_at(r, i->a);
    bool is_high = x > INT64_MAX || (i->b && x < 0);
    R(i->d) = is_high ? INT64_MAX : x < INT64_MIN ? INT64_MIN : (word)x;
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
