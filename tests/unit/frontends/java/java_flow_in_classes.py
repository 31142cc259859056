"""Cases of flow checks: members of a class ``T``."""

from __future__ import annotations

from tests.unit.frontends.java.java_flow_in_methods import Case

IN_CLASSES: list[Case] = [
    ("final int x;", [(1, "variable x not initialized in the default constructor")]),
    ("final int x; T() { }", [(1, "variable x might not have been initialized")]),
    ("final int x; T() { x = 1; }", []),
    ("final int x; T(boolean b) { if (b) x = 1; }", [(1, "variable x might not have been initialized")]),
    ("final int x; T() { this(1); } T(int y) { x = y; }", []),
    ("final int x; { x = 1; } T() { x = 2; }", [(1, "variable x might already have been assigned")]),
    ("final int x; T() { x = 1; x = 2; }", [(1, "variable x might already have been assigned")]),
    ("final int x; T() { int y = x; x = 1; }", [(1, "variable x might not have been initialized")]),
    ("final int x; T() { int y = this.x; x = 1; }", [(1, "variable x might not have been initialized")]),
    ("final int x; T() { this.x = 1; }", []),
    ("final int x; T() { return; }", [(1, "variable x might not have been initialized")]),
    ("final int x; T(boolean b) { if (b) return; x = 1; }", [(1, "variable x might not have been initialized")]),
    ("static final int x;", [(1, "variable x not initialized in the default constructor")]),
    ("static final int x; static { x = 1; }", []),
    (
        "static final int x; static { if (T.class != null) x = 1; }",
        [(1, "variable x not initialized in the default constructor")],
    ),
    ("static final int x; static { x = 1; x = 2; }", [(1, "variable x might already have been assigned")]),
    ("static final int x; static int y = x; static { x = 1; }", [(1, "variable x might not have been initialized")]),
    ("static final int x; static int y = T.x; static { x = 1; }", []),
    ("final int x; int y = x; T() { x = 1; }", [(1, "variable x might not have been initialized")]),
    ("final int x; final int y; T() { x = y; y = 1; }", [(1, "variable y might not have been initialized")]),
    ("final int x = 1; T() { }", []),
    ("final int x; T() throws Exception { throw new Exception(); }", []),
    ("final int x; T() { while (true) { } }", []),
    (
        "final int x; T(boolean b) { while (b) x = 1; }",
        [(1, "variable x might be assigned in loop"), (1, "variable x might not have been initialized")],
    ),
    (
        "final int x; Runnable r = () -> { int y = x; }; T() { x = 1; }",
        [(1, "variable x might not have been initialized")],
    ),
    (
        "final int x; T() { Runnable r = () -> { int y = x; }; x = 1; }",
        [(1, "variable x might not have been initialized")],
    ),
    ("final int x; T() { x = 1; Runnable r = () -> { int y = x; }; }", []),
    ("final int x; void f() { int y = x; } T() { x = 1; }", []),
    ("final int x; T() { f(); x = 1; } void f() { }", []),
    ("int x; T() { int y = x; }", []),
    (
        "{ return1(); } static { throw new RuntimeException(); } void return1() { }",
        [(1, "unreachable statement"), (1, "initializer must be able to complete normally")],
    ),
    ("{ while (true) { } }", [(1, "initializer must be able to complete normally")]),
    ("static { int x = 1; if (x > 0) throw new RuntimeException(); }", []),
    ("{ throw new RuntimeException(); }", [(1, "initializer must be able to complete normally")]),
    ("int f() { }", [(1, "missing return statement")]),
    ("int f() { return 1; }", []),
    ("int f(boolean b) { if (b) return 1; }", [(1, "missing return statement")]),
    ("int f(boolean b) { if (b) return 1; else return 2; }", []),
    ("int f(boolean b) { while (b) { return 1; } }", [(1, "missing return statement")]),
    ("int f() { while (true) { } }", []),
    ("int f() { throw new RuntimeException(); }", []),
    ("int f(int n) { switch (n) { case 1: return 1; default: return 2; } }", []),
    ("int f(int n) { switch (n) { case 1: return 1; case 2: return 2; } }", [(1, "missing return statement")]),
    (
        "enum E { A, B } int f(E e) { switch (e) { case A: return 1; case B: return 2; } }",
        [(1, "missing return statement")],
    ),
    ("enum E { A, B } int f(E e) { return switch (e) { case A -> 1; case B -> 2; }; }", []),
    ("int f() { try { return 1; } finally { } }", []),
    (
        "int f() { try { g(); } catch (RuntimeException e) { return 1; } } void g() { }",
        [(1, "missing return statement")],
    ),
    ("int f() { for (;;) { break; } }", [(1, "missing return statement")]),
    ("int f() { synchronized (this) { return 1; } }", []),
    ("T() { return; }", []),
    (
        "int x = g(); int g() throws Exception { return 1; }",
        [(1, "unreported exception Exception; must be caught or declared to be thrown")],
    ),
    ("int x = g(); T() throws Exception { } int g() throws Exception { return 1; }", []),
    (
        "static int x = g(); static int g() throws Exception { return 1; }",
        [(1, "unreported exception Exception; must be caught or declared to be thrown")],
    ),
    (
        "static { g(); } static void g() throws Exception { }",
        [(1, "unreported exception Exception; must be caught or declared to be thrown")],
    ),
    (
        "{ g(); } T() throws Exception { } T(int x) throws java.io.IOException { } void g() throws Exception { }",
        [(1, "unreported exception Exception; must be caught or declared to be thrown")],
    ),
    (
        "static class A { A() throws Exception { } } static class B extends A { }",
        [(1, "unreported exception Exception in default constructor")],
    ),
    (
        "static class A { A() throws Exception { } } static class B extends A { B() { } }",
        [(1, "unreported exception Exception; must be caught or declared to be thrown")],
    ),
    (
        "static class A { A() throws Exception { } } static class B extends A { B() { super(); } }",
        [(1, "unreported exception Exception; must be caught or declared to be thrown")],
    ),
    ("static class A { A() throws Exception { } } static class B extends A { B() throws Exception { } }", []),
    (
        "static class A { A() throws Exception { } } Object o() { return new A() { }; }",
        [(1, "unreported exception Exception; must be caught or declared to be thrown")],
    ),
    (
        "interface F<E extends Exception> { void f() throws E; } "
        "void g(F<RuntimeException> f) { f.f(); } void h(F<Exception> f) { f.f(); }",
        [(1, "unreported exception Exception; must be caught or declared to be thrown")],
    ),
    ("<E extends Exception> void g(E e) throws E { throw e; } void h() { g(new RuntimeException()); }", []),
    ("record R(int x) { R { if (x < 0) throw new IllegalArgumentException(); } }", []),
    ("record R(int x) { R(int x) { } }", [(1, "variable x might not have been initialized")]),
    ("record R(int x) { R(int x) { this.x = x; } }", []),
    ("record R(int x) { }", []),
    ("enum E { A { int g() { } }; int g() { return 1; } }", [(1, "missing return statement")]),
    ("final int x, y = 2; T() { x = y; }", []),
    ("int f(boolean b) { do { if (b) break; } while (true); }", [(1, "missing return statement")]),
    ("final int[] a; T() { a[0] = 1; a = null; }", [(1, "variable a might not have been initialized")]),
    ("class I { final int z; I() { z = 1; } } final int x; T() { x = 1; }", []),
    ("class I { final int z; } ", [(1, "variable z not initialized in the default constructor")]),
    (
        "final int x; T() { try { x = 1; } catch (RuntimeException e) { x = 2; } }",
        [(1, "variable x might already have been assigned")],
    ),
    ("final int x; T() { try { x = g(); } finally { } } int g() { return 1; }", []),
    ("final int x; T(int n) { switch (n) { case 1: x = 1; break; default: x = 2; } }", []),
    ("final int x; { class L { int y = x; } x = 1; }", []),
    ("Runnable r = () -> { int x; int y = x; };", [(1, "variable x might not have been initialized")]),
    ("int f(Object o) { return o instanceof String s ? s.length() : 0; }", []),
    (
        "void f() { int x; Runnable r = new Runnable() { int y; public void run() { y = 1; int z; z++; } }; }",
        [(1, "variable z might not have been initialized")],
    ),
    ("abstract static class A { abstract int f(); native int g(); }", []),
    ("int f() { int x = 0; return x; } int g() { final int y; return y = 3; }", []),
    (
        "void f() throws Exception { try { g(); } catch (RuntimeException e) { throw e; } } "
        "void g() throws Exception { }",
        [],
    ),
]
