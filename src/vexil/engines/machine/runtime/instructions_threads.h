/* Instructions on threads, calls, allocation and locks. A part of the loop in execute.c. */
L_LEAKED: R(i->d) = machine_leaked(m); NEXT;
L_SELF: R(i->d) = t->number; NEXT;
L_ALIVE: {
    word x = R(i->a);
    if (x > 0) learn_fact(m, ASKS_ALIVE);
    R(i->d) = is_alive(m, x);
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
L_BOUND: { /* k: the bound, b: how the number is kept */
    int side = beyond(&m->p->bounds[i->k], r + i->a, i->b);
    if (side) {
        cut(m, side > 0 ? C_HIGH : C_LOW, (uint32_t)i->k);
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

L_LOCK:
    if (t->atomic) learn_fact(m, WAITS_INSIDE);
    TRY(locks_lock(m, t, key_at(r, i->a, i->k))); NEXT;
L_UNLOCK: TRY(locks_unlock(m, t, key_at(r, i->a, i->k))); NEXT;
L_WAIT: { /* d: what it waits on, a: the lock; k: kind of lock, kind of the condition, timed: a byte each; edge above */
    bool waits;
    int32_t edge = (int32_t)(i->k >> 32);
    lock_key lock = key_at(r, i->a, i->k & 0xff), condition = key_at(r, i->d, i->k >> 8 & 0xff);
    if (!same_key(lock, condition)) learn_fact(m, WAITS_APART);
    if (t->atomic) learn_fact(m, WAITS_INSIDE);
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
    held_lock *held = lock_of(m, key);
    if (!held || held->owner != t->number) learn_fact(m, WAITS_APART);
    threads_notify(m, key, i->k & 256, m->has_choice ? m->choice : 0);
    NEXT;
}
L_START: {
    const call_info *call = (const call_info *)(intptr_t)i->k;
    uint32_t target, own = t->number;
    TRY(callee_of(m, call, r, &target));
    bool daemon = call->daemon != 0xffff && R(call->daemon);
    if (daemon) learn_fact(m, STARTS_DAEMONS); /* how far it comes is decided by when the others end */
    int64_t started = thread_start(m, target, r, call->count, call->slots, daemon);
    forget_sharing(m); /* it can reach its arguments */
    t = &m->threads[own];
    if (m->end != GOES_ON) FAIL;
    r = t->words + t->frames[t->depth - 1].base;
    R(i->d) = started;
    NEXT;
}
L_JOIN: {
    word x = R(i->a);
    if (x == 0) { undefined(m, U_NULL); FAIL; }
    if (i->k) learn_fact(m, JOINS_FOR_A_TIME);
    if (t->atomic) learn_fact(m, WAITS_INSIDE);
    if (x > 0 && x < m->threads_count && !is_alive(m, x) && m->threads[x].is_unjoined)
        m->threads[x].is_unjoined = 0, thread_touch(&m->threads[x]);
    R(i->d) = !is_alive(m, x) ? 0 : t->interrupted ? 2 : 1;
    if (is_alive(m, x) && t->interrupted) t->interrupted = 0, thread_touch(t);
    NEXT;
}
L_INTERRUPT: {
    word x = R(i->a);
    if (x == 0) { undefined(m, U_NULL); FAIL; }
    if (i->k) learn_fact(m, INTERRUPTS);
    if (is_alive(m, x))
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
