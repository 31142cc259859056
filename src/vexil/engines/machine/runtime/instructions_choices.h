/* Instructions that offer choices, and that look at the next step. A part of the loop in execute.c. */
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
    m->offer.is_unsigned = i->k != 0;
    m->offer.low = R(i->a), m->offer.high = R(i->b);
    bool is_empty = i->k ? (uint64_t)R(i->a) > (uint64_t)R(i->b) : R(i->a) > R(i->b);
    m->offer.count = is_empty ? 0 : (uint64_t)R(i->b) - (uint64_t)R(i->a) + 1;
    if (!is_empty && !m->offer.count) m->offer.count = ~(uint64_t)0;
    NEXT;
}
L_OFFER_TRIED: { /* k: values of the range on offer that are tried in place of all of them */
    const tried_info *tried = (const tried_info *)(intptr_t)i->k;
    offer *o = &m->offer;
    if (o->count <= tried->more_than) NEXT;
    uint64_t flip = o->is_unsigned ? (uint64_t)1 << 63 : 0; /* then signed words compare as unsigned ones */
    int64_t low = (int64_t)((uint64_t)o->low ^ flip), high = (int64_t)((uint64_t)o->high ^ flip);
    o->count = 0;
    if (tried->with_ends) TRY(offer_value(m, o->low) && offer_value(m, o->high));
    for (uint64_t at = 0; at < tried->count; at++) {
        int64_t value = (int64_t)((uint64_t)tried->values[at] ^ flip);
        if (value < low || value > high || (tried->with_ends && (value == low || value == high))) continue;
        TRY(offer_value(m, tried->values[at]));
    }
    o->sampled = tried->sampled;
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
L_OFFER_CLIP: { /* k: the bound, b: 1 if its low end removes values beyond the range too, 2 if its high end does */
    const bound_info *bound = &m->p->bounds[i->k];
    offer *o = &m->offer;
    if (!o->count) NEXT;
    wide low = o->is_unsigned ? (wide)(uint64_t)o->low : o->low;
    wide high = o->is_unsigned ? (wide)(uint64_t)o->high : o->high;
    if (low < bound_low(bound)) o->clipped_low = (uint32_t)i->k + 1, low = bound_low(bound);
    if (high > bound_high(bound)) o->clipped_high = (uint32_t)i->k + 1, high = bound_high(bound);
    if (i->b & 1) o->clipped_low = (uint32_t)i->k + 1;
    if (i->b & 2) o->clipped_high = (uint32_t)i->k + 1;
    if (!o->clipped_low && !o->clipped_high) NEXT;
    o->low = (int64_t)low, o->high = (int64_t)high;
    o->count = low > high ? 0 : (uint64_t)(high - low) + 1;
    NEXT;
}
L_OFFER_WAITERS: {
    uint32_t count = threads_waiters(m, key_at(r, i->a, i->k));
    if (count > 1) m->offer.kind = 1, m->offer.low = 0, m->offer.high = count - 1, m->offer.count = count;
    NEXT;
}
L_OFFER_INSTANCES: { /* k: a class, and above it whether nothing may be chosen as well */
    uint64_t count = machine_instances(m, (uint32_t)i->k) + (uint64_t)(i->k >> 32);
    if (m->end != GOES_ON) FAIL;
    m->offer.kind = 1, m->offer.low = 0, m->offer.high = (int64_t)count - 1, m->offer.count = count;
    NEXT;
}
L_INSTANCE: { /* k: as above */
    uint64_t count = machine_instances(m, (uint32_t)i->k), first = (uint64_t)(i->k >> 32);
    if (m->end != GOES_ON) FAIL;
    uint64_t chosen = (uint64_t)m->choice - first;
    R(i->d) = (uint64_t)m->choice < first || chosen >= count ? 0 : (word)m->queue[chosen];
    NEXT;
}
L_UNBOUNDED: m->offer.kind = 1, m->offer.low = INT64_MIN, m->offer.high = INT64_MAX, m->offer.count = ~(uint64_t)0; NEXT;

L_CAN_LOCK: m->ready = locks_can_lock(m, t, key_at(r, i->a, i->k & 0xff), i->k & 256); NEXT;
L_CAN_JOIN: {
    word x = R(i->a);
    m->ready = i->k || t->interrupted || !is_alive(m, x);
    NEXT;
}
L_OWNER: {
    held_lock *held = lock_of(m, key_at(r, i->a, i->k));
    m->touched = held ? held->owner : 0;
    NEXT;
}
L_JOINED: m->touched = R(i->a); NEXT;
L_LOOK_FIELD: { /* k: the kind of variable, b: whether it is written, and what matters to data races */
    word number_ = R(i->a);
    if (number_ > 0 && is_noting(m)) note_race_access(m, t, number_, i->k, i->k + 1, i->b);
    else if (number_ > 0) look_access(m, t, (uint32_t)i->k, -1, number_, i->b & 1);
    NEXT;
}
L_LOOK_ELEMENT: { /* k: whether the index is at d */
    word number_ = R(i->a);
    if (number_ > 0 && is_noting(m) && i->k) note_race_access(m, t, number_, R(i->d), R(i->d) + 1, i->b);
    else if (number_ > 0 && !is_noting(m)) look_access(m, t, memory_key(m, number_, 0), -1, number_, i->b & 1);
    NEXT;
}
L_LOOK_MEMORY: { /* k: size; 0: it is at d */
    word size_ = i->k ? i->k : R(i->d);
    if (R(i->a) > 0 && is_noting(m)) note_race_memory(m, t, R(i->a), R(i->a + 1), size_, i->b);
    else if (R(i->a) > 0) look_memory(m, t, R(i->a), R(i->a + 1), size_, i->b & 1);
    NEXT;
}
L_LOOK_LIVE: { /* k: whether it is given back by hand */
    object *o = is_noting(m) && i->k ? object_at(m, R(i->a)) : NULL;
    if (o) note_race_memory(m, t, R(i->a), 0, o->size, i->b);
    if (R(i->a) > 0 && !is_noting(m)) look_live(m, t, R(i->a), i->b & 1);
    NEXT;
}
L_LOOK_LOCK: { /* k: kind, 256 for one that may be acquired again */
    if (is_noting(m)) NEXT;
    lock_key key = key_at(r, i->a, i->k & 0xff);
    held_lock *held = lock_of(m, key);
    if (held && held->owner == t->number && i->k & 256) NEXT;
    if (key.kind == KEY_LOCK || key.a <= (word)m->p->statics) {
        m->is_visible = true;
        NEXT;
    }
    if (is_shared(m, t, key.a)) m->is_visible = true;
    NEXT;
}
L_LOOK_GLOBAL: {
    if (is_noting(m)) note_race_access(m, t, -1, i->k, i->k + 1, i->b);
    else look_access(m, t, (uint32_t)i->k, (int32_t)i->k, 0, i->b & 1);
    NEXT;
}
L_LOOK_JOIN: m->is_visible |= is_alive(m, R(i->a)); NEXT;
L_LOOK_WAIT: /* as for the step */
    m->is_visible |= is_wait_noticed(m, t, key_at(r, i->a, i->k & 0xff), key_at(r, i->d, i->k >> 8 & 0xff), i->k >> 16 & 1);
    NEXT;
L_LOOK_NOTIFY: m->is_visible |= is_notify_noticed(m, t, key_at(r, i->a, i->k & 0xff)); NEXT;
L_LOOK_START: m->is_visible |= is_start_noticed(m, t); NEXT;
L_LOOK_LEAVES: { /* k: whether the thread ends */
    if (!is_noting(m)) look_leaves(m, t, i->k);
    else if (!i->k) note_race_result(m, t);
    NEXT;
}
L_LOOK_UNLESS: {
    if (!R(i->a)) m->is_visible = true;
    NEXT;
}
