/* Every instruction: d is the target slot, a and b are operands, k is a constant. Pointers take two slots. */
#define INSTRUCTIONS(OP)                                                                                              \
    OP(CONST) OP(MOVE) OP(MOVE2) OP(GLOBAL) OP(SET_GLOBAL) OP(OWN) OP(SET_OWN)                                        \
    OP(ADD) OP(SUB) OP(MUL) OP(DIV) OP(REM) OP(DIVU) OP(REMU) OP(NEG) OP(COMPLEMENT) OP(AND) OP(OR) OP(XOR)           \
    OP(SHL) OP(SHR) OP(SHRU) OP(ADD_K) OP(WRAP) OP(NOT) OP(NONZERO)                                                   \
    OP(ADD_M) OP(SUB_M) OP(MUL_M) OP(NEG_M) OP(FROM_UNSIGNED_M)                                                       \
    OP(EQ) OP(NE) OP(LT) OP(LE) OP(LTU) OP(LEU) OP(EQ_K) OP(NE_K) OP(LT_K) OP(LE_K) OP(GT_K) OP(GE_K)                 \
    OP(W_EXTEND) OP(W_EXTEND_U) OP(W_WRAP) OP(W_ADD) OP(W_SUB) OP(W_MUL) OP(W_DIV) OP(W_REM) OP(W_DIVU) OP(W_REMU)    \
    OP(W_NEG) OP(W_COMPLEMENT) OP(W_AND) OP(W_OR) OP(W_XOR) OP(W_SHL) OP(W_SHR) OP(W_SHRU) OP(W_EQ) OP(W_NE)          \
    OP(W_LT) OP(W_LE) OP(W_LTU) OP(W_LEU) OP(W_NONZERO) OP(W_TO_FLOAT) OP(W_FROM_FLOAT) OP(W_SATURATE) OP(W_NARROW_M) OP(W_CLAMP) \
    OP(F_ADD) OP(F_SUB) OP(F_MUL) OP(F_DIV) OP(F_REM) OP(F_NEG) OP(F_SQRT) OP(F_EQ) OP(F_NE) OP(F_LT) OP(F_LE)        \
    OP(F_NAN) OP(F_ROUND) OP(F_FROM_INT) OP(F_FROM_UINT) OP(F_TO_INT) OP(F_SATURATE) OP(F_NONZERO) OP(F_LOADED)       \
    OP(JUMP) OP(JUMP_IF) OP(JUMP_UNLESS) OP(SWITCH)                                                                   \
    OP(LOAD) OP(LOAD_WIDE) OP(LOAD_FLOAT) OP(LOAD_POINTER) OP(LOAD_IDENTITY) OP(LOAD_BITS)                            \
    OP(STORE) OP(STORE_WIDE) OP(STORE_FLOAT) OP(STORE_POINTER) OP(STORE_IDENTITY) OP(STORE_BITS)                      \
    OP(COPY_BLOCK) OP(COPY) OP(FILL) OP(HOLD_BLOCK)                                                                   \
    OP(FIELD) OP(SET_FIELD) OP(FIELD2) OP(SET_FIELD2) OP(ELEMENT) OP(SET_ELEMENT) OP(ELEMENT2) OP(SET_ELEMENT2)       \
    OP(LENGTH) OP(STORABLE) OP(IS_TYPE)                                                                               \
    OP(P_EQ) OP(P_NE) OP(P_SAME) OP(P_DIFFERENT) OP(P_LT) OP(P_LE) OP(P_ADD) OP(P_DIFFERENCE) OP(P_OFFSET) OP(P_SIZE) \
    OP(P_SAME_OBJECT) OP(P_ACCESSIBLE) OP(P_HEAP_BASE) OP(P_TO_NUMBER) OP(P_FROM_NUMBER)                              \
    OP(LEAKED) OP(SELF) OP(ALIVE) OP(INTERRUPTED) OP(HOLDS) OP(LOCKED)                                                \
    OP(CHECK) OP(RESTRICT) OP(STOP) OP(BOUND)                                                                         \
    OP(CALL) OP(RETURN) OP(THROW) OP(EDGE) OP(END)                                                                    \
    OP(NEW) OP(NEW_ARRAY) OP(NEW_BLOCK) OP(RELEASE) OP(BEGIN_LIFE) OP(END_LIFE)                                       \
    OP(LOCK) OP(UNLOCK) OP(WAIT) OP(SLEEP) OP(NOTIFY) OP(START) OP(JOIN) OP(INTERRUPT) OP(BEGIN_ATOMIC) OP(END_ATOMIC)\
    OP(END_THREAD)                                                                                                    \
    OP(CHOICE) OP(NO_CHOICE) OP(OFFER_RANGE) OP(OFFER_TRIED) OP(OFFER_COUNT) OP(OFFER_VALUE) OP(OFFER_RELATION) OP(OFFER_SORT)        \
    OP(OFFER_CLIP) OP(OFFER_WAITERS) OP(OFFER_INSTANCES) OP(INSTANCE) OP(UNBOUNDED)                                                                    \
    OP(CAN_LOCK) OP(CAN_JOIN) OP(OWNER) OP(JOINED) OP(LOOK_FIELD) OP(LOOK_ELEMENT) OP(LOOK_MEMORY)                \
    OP(LOOK_LIVE) OP(LOOK_LOCK) OP(LOOK_GLOBAL) OP(LOOK_UNLESS) OP(LOOK_LEAVES) OP(LOOK_START) OP(LOOK_JOIN) OP(LOOK_WAIT) OP(LOOK_NOTIFY)
