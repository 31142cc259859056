/* Instructions on memory, objects and pointers. A part of the loop in execute.c. */
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
    uint64_t address = (uint64_t)offset;
    if (object_number || may_be_address(m, &address)) { /* no number that could be taken for another address */
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
L_SET_FIELD: { /* d: whether it is a link */
    word *place = field_of(m, R(i->a), i->k);
    TRY(place);
    touch(m, R(i->a));
    if (i->d) write_link(m, R(i->a));
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
    if (i->d) write_link(m, R(i->a));
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
    if (m->p->arrays[m->objects[R(i->a)].type].link) write_link(m, R(i->a));
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
    if (m->p->arrays[m->objects[R(i->a)].type].link) write_link(m, R(i->a));
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
