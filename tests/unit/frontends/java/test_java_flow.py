"""Flow checks of Java: reachability, definite assignment, captures and checked exceptions, with javac as the oracle."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from tests.tools import require_tool

import vexil.frontends.java
from vexil.core.source import SourceFile
from vexil.frontends.java.diagnostics import Diagnostics
from vexil.frontends.java.flow import check_flow
from vexil.frontends.java.symbols.library import LibraryFolder
from vexil.frontends.java.symbols.world import World
from vexil.frontends.java.syntax import read_unit
from vexil.frontends.java.syntax.depth import with_deep_stack
from vexil.frontends.java.typing import Typing

Case = tuple[str, list[tuple[int, str]]]
"""Code, and its mistakes with their lines in it."""

IN_METHODS: list[Case] = [
    ("int x; n = x;", [(1, "variable x might not have been initialized")]),
    ("int x; if (b) x = 1; n = x;", [(1, "variable x might not have been initialized")]),
    ("int x; if (b) x = 1; else x = 2; n = x;", []),
    ("int x; while (b) x = 1; n = x;", [(1, "variable x might not have been initialized")]),
    ("int x; while (true) { x = 1; break; } n = x;", []),
    ("int x; for (;;) { if (b) { x = 1; break; } } n = x;", []),
    ("int x; do { x = 1; } while (b); n = x;", []),
    ("int x; for (int i = 0; i < n; i++) x = i; n = x;", [(1, "variable x might not have been initialized")]),
    ("int x; switch (n) { case 1: x = 1; break; default: x = 2; } n = x;", []),
    (
        "int x; switch (n) { case 1: x = 1; break; case 2: x = 2; } n = x;",
        [(1, "variable x might not have been initialized")],
    ),
    ("int x; switch (n) { case 1: x = 1; default: } n = x;", [(1, "variable x might not have been initialized")]),
    ("int x; switch (n) { case 1 -> x = 1; default -> x = 2; } n = x;", []),
    ("int x; switch (n) { case 1 -> x = 1; default -> throw new RuntimeException(); } n = x;", []),
    ("int x = switch (n) { case 1: int y; y = 1; yield y; default: yield 2; };", []),
    ("int x; n = switch (n) { case 1 -> { x = 1; yield 2; } default -> { x = 2; yield 3; } } + x;", []),
    ("int x; try { x = 1; } finally { } n = x;", []),
    (
        "int x; try { x = g(); } catch (RuntimeException e) { } n = x;\n } int g() { return 1;",
        [(1, "variable x might not have been initialized")],
    ),
    ("int x; try { x = 1; } catch (RuntimeException e) { x = 2; } n = x;", []),
    ("int x; try { n = 1; } finally { x = 1; } n = x;", []),
    ("int x; if (b && (x = n) > 0) n = x; else n = x;", [(1, "variable x might not have been initialized")]),
    ("int x; if (b || (x = n) > 0) n = 1; else n = x;", []),
    ("int x; if (!(b && (x = n) > 0)) n = 1; else n = x;", []),
    ("int x; boolean q = b && (x = n) > 0; n = x;", [(1, "variable x might not have been initialized")]),
    ("int x; if (b ? (x = 1) > 0 : (x = 2) > 0) n = x;", []),
    ("int x; n = b ? (x = 1) : (x = 2); n = x;", []),
    ("int x; n = b ? (x = 1) : 2; n = x;", [(1, "variable x might not have been initialized")]),
    ("int x; if (true) x = 1; n = x;", []),
    ("int x; if (false) { n = x; }", []),
    ("int x; while (false | b) { n = x; }", [(1, "variable x might not have been initialized")]),
    ("int x; x++;", [(1, "variable x might not have been initialized")]),
    ("int x; x += 1;", [(1, "variable x might not have been initialized")]),
    ("int[] a; a[0] = 1;", [(1, "variable a might not have been initialized")]),
    ("int x; int y = x = 3; n = x + y;", []),
    ("int x; assert (x = 1) > 0; n = x;", [(1, "variable x might not have been initialized")]),
    ("int x; assert b : x;", [(1, "variable x might not have been initialized")]),
    ("int x; Runnable r = () -> { int y = x; };", [(1, "variable x might not have been initialized")]),
    (
        "int x; Runnable r = () -> { x = 1; };",
        [(1, "local variables referenced from a lambda expression must be final or effectively final")],
    ),
    ("int x = 1; Runnable r = () -> { int y = x; };", []),
    (
        "int x = 1; x = 2; Runnable r = () -> { int y = x; };",
        [(1, "local variables referenced from a lambda expression must be final or effectively final")],
    ),
    (
        "int x = 1; Runnable r = () -> { int y = x; }; x = 2;",
        [(1, "local variables referenced from a lambda expression must be final or effectively final")],
    ),
    ("int x; x = 1; Runnable r = () -> { int y = x; };", []),
    ("int x; if (b) x = 1; else x = 2; Runnable r = () -> { int y = x; };", []),
    (
        "n++; Runnable r = () -> { int y = n; };",
        [(1, "local variables referenced from a lambda expression must be final or effectively final")],
    ),
    (
        "Runnable r = () -> { n++; };",
        [(1, "local variables referenced from a lambda expression must be final or effectively final")],
    ),
    (
        "for (int i = 0; i < n; i++) { Runnable r = () -> { int y = i; }; }",
        [(1, "local variables referenced from a lambda expression must be final or effectively final")],
    ),
    ("for (int i : new int[3]) { Runnable r = () -> { int y = i; }; }", []),
    (
        "int x = 1; x = 2; Runnable r = new Runnable() { public void run() { int y = x; } };",
        [(1, "local variables referenced from an inner class must be final or effectively final")],
    ),
    (
        "int x = 1; Runnable r = new Runnable() { public void run() { x = 2; } };",
        [(1, "local variables referenced from an inner class must be final or effectively final")],
    ),
    (
        "int x = 1; x++; class L { int g() { return x; } }",
        [(1, "local variables referenced from an inner class must be final or effectively final")],
    ),
    ("int x; class L { int g() { return x; } }", [(1, "variable x might not have been initialized")]),
    ("int x; x = 1; class L { int g() { return x; } } new L();", []),
    (
        "int x = 0; Runnable r = () -> { Runnable q = () -> { int z = x; }; }; x = 1;",
        [(1, "local variables referenced from a lambda expression must be final or effectively final")],
    ),
    (
        "Runnable r = () -> { int y = 0; y++; Runnable q = () -> { int z = y; }; };",
        [(1, "local variables referenced from a lambda expression must be final or effectively final")],
    ),
    ("final int x; x = 1; x = 2;", [(1, "variable x might already have been assigned")]),
    ("final int x = n; x = 2;", [(1, "cannot assign a value to final variable x")]),
    ("final int x; while (b) { x = 1; }", [(1, "variable x might be assigned in loop")]),
    ("final int x; for (;;) { x = 1; break; }", []),
    ("final int x; if (b) x = 1; x = 2;", [(1, "variable x might already have been assigned")]),
    ("final int x; x++;", [(1, "variable x might not have been initialized")]),
    ("final int x; do { x = 1; } while (b);", [(1, "variable x might be assigned in loop")]),
    (
        "final int x; try { x = 1; } catch (RuntimeException e) { x = 2; }",
        [(1, "variable x might already have been assigned")],
    ),
    ("final int x; try { x = 1; } finally { x = 2; }", [(1, "variable x might already have been assigned")]),
    ("final int x; switch (n) { case 1: x = 1; case 2: x = 2; }", [(1, "variable x might already have been assigned")]),
    ("final int x; switch (n) { case 1: x = 1; break; case 2: x = 2; }", []),
    ("final int x; for (int i = 0; i < 3; i++) { x = i; }", [(1, "variable x might be assigned in loop")]),
    ("for (final int x : new int[3]) { x = 1; }", [(1, "variable x might already have been assigned")]),
    ("final int x; if (b) { x = 1; return; } x = 2;", []),
    ("final int x; x = 1; Runnable r = () -> { int y = x; };", []),
    ("int k; for (int i = 0; i < 3; i++) { k = i; } Runnable r = () -> {};", []),
    (
        "int k; while (b) { k = 1; Runnable r = () -> { int q = k; }; }",
        [(1, "local variables referenced from a lambda expression must be final or effectively final")],
    ),
    (
        "int k; k = 1; k = 2; Runnable r = () -> { int q = k; };",
        [(1, "local variables referenced from a lambda expression must be final or effectively final")],
    ),
    ("return; n = 1;", [(1, "unreachable statement")]),
    ("while (true) { } \nn = 1;", [(2, "unreachable statement")]),
    ("while (false) { n = 1; }", [(1, "unreachable statement")]),
    ("for (;;) { }\n;", [(2, "unreachable statement")]),
    ("for (;false;) { n = 1; }", [(1, "unreachable statement")]),
    ("do { break; } while (true); n = 1;", []),
    ("do { continue; } while (true);\nn = 1;", [(2, "unreachable statement")]),
    ("do { } while (true);\nn = 1;", [(2, "unreachable statement")]),
    ("for (;;) { break; } n = 1;", []),
    ("throw new RuntimeException();\n{ }", [(2, "unreachable statement")]),
    ("if (true) return; n = 1;", []),
    ("if (b) return; else return;\nn = 1;", [(2, "unreachable statement")]),
    ("x: { break x; } n = 1;", []),
    ("x: { return; }\nn = 1;", [(2, "unreachable statement")]),
    ("x: for (;;) { for (;;) { break x; } } n = 1;", []),
    ("x: for (;;) { for (;;) { continue x; } }\nn = 1;", [(2, "unreachable statement")]),
    ("try { return; } finally { } \nn = 1;", [(2, "unreachable statement")]),
    ("try { return; } catch (RuntimeException e) { } n = 1;", []),
    ("try { n = 1; } finally { return; }\nn = 2;", [(2, "unreachable statement")]),
    ("try { n = 1; } finally { while (true); }\nn = 2;", [(2, "unreachable statement")]),
    ("switch (n) { case 1: return; default: return; }\nn = 1;", [(2, "unreachable statement")]),
    ("switch (n) { case 1: return; } n = 1;", []),
    ("switch (n) { case 1: break; n = 1; default: }", [(1, "unreachable statement")]),
    ("switch (n) { case 1 -> { return; } default -> { return; } }\nn = 1;", [(2, "unreachable statement")]),
    ("synchronized (this) { return; }\nn = 1;", [(2, "unreachable statement")]),
    ("for (int i = 0; ; i++) { return; }", []),
    ("while (b) { return; } n = 1;", []),
    ("final boolean t = true; while (t) { }\nn = 1;", [(2, "unreachable statement")]),
    ("boolean t = true; while (t) { } n = 1;", []),
    ("while (1 < 2) { }\nn = 1;", [(2, "unreachable statement")]),
    ("int k = 1; while (k == k) { } n = 1;", []),
    ("{ return; }\nn = 1;", [(2, "unreachable statement")]),
    ("return;\n;", [(2, "unreachable statement")]),
    ("return;\nint q;", [(2, "unreachable statement")]),
    ("return;\nclass Q { }", [(2, "unreachable statement")]),
    ("return; n = 1; n = 2;", [(1, "unreachable statement")]),
    ("for (int i : new int[2]) { continue;\n n = 1; }", [(2, "unreachable statement")]),
    ("Runnable r = () -> { return;\n n(); }; \n } void n() {", [(2, "unreachable statement")]),
    ("Runnable r = () -> { while (true) { } };", []),
    ("java.util.function.Supplier<Integer> s = () -> { while (true) { } };", []),
    ("java.util.function.Supplier<Integer> s = () -> { throw new RuntimeException(); };", []),
    ("int x = switch (n) { case 1 -> { yield 1; } default -> throw new RuntimeException(); };", []),
    ("do { if (b) continue; return; } while (true);", []),
    ("do { return; } while (b); ", []),
    ("do { return; } while (b);\nn = 1;", [(2, "unreachable statement")]),
    ("throw new Exception();", [(1, "unreported exception Exception; must be caught or declared to be thrown")]),
    (
        "g();\n} void g() throws Exception {",
        [(1, "unreported exception Exception; must be caught or declared to be thrown")],
    ),
    ("try { g(); } catch (Exception e) { }\n} void g() throws Exception {", []),
    (
        "try { } catch (java.io.IOException e) { }",
        [(1, "exception IOException is never thrown in body of corresponding try statement")],
    ),
    ("try { } catch (Exception e) { }", []),
    ("try { } catch (Throwable e) { }", []),
    ("try { g(); } catch (java.io.IOException e) { } catch (Exception e) { }\n} void g() throws Exception {", []),
    (
        "try { g(); } catch (Exception e) { } catch (RuntimeException e) { }\n} void g() throws Exception {",
        [(1, "exception RuntimeException has already been caught")],
    ),
    (
        "try { g(); } catch (Exception e) { throw e; }\n} void g() throws java.io.IOException {",
        [(1, "unreported exception IOException; must be caught or declared to be thrown")],
    ),
    (
        "try { g(); } catch (Exception e) { e = null; throw e; }\n} void g() throws java.io.IOException {",
        [(1, "unreported exception Exception; must be caught or declared to be thrown")],
    ),
    ("try { n++; } catch (Exception e) { throw e; }", []),
    ("try { g(); } finally { return; }\n} void g() throws Exception {", []),
    (
        "try { g(); } finally { n++; }\n} void g() throws Exception {",
        [(1, "unreported exception Exception; must be caught or declared to be thrown")],
    ),
    (
        "Runnable r = () -> g();\n} void g() throws Exception {",
        [(1, "unreported exception Exception; must be caught or declared to be thrown")],
    ),
    (
        "Runnable r = this::g;\n} void g() throws Exception {",
        [(1, "incompatible thrown types Exception in functional expression")],
    ),
    ("java.util.concurrent.Callable<Integer> r = () -> { g(); return 1; };\n} void g() throws Exception {", []),
    (
        "new T(1);\n} T(int x) throws Exception {",
        [(1, "unreported exception Exception; must be caught or declared to be thrown")],
    ),
    ("Thread.sleep(1);", [(1, "unreported exception InterruptedException; must be caught or declared to be thrown")]),
    ("wait();", [(1, "unreported exception InterruptedException; must be caught or declared to be thrown")]),
    ("try { wait(); } catch (InterruptedException e) { }", []),
    ("try { Thread.sleep(1); } catch (InterruptedException e) { throw new RuntimeException(e); }", []),
    (
        "try { throw new InterruptedException(); } catch (RuntimeException e) { }",
        [(1, "unreported exception InterruptedException; must be caught or declared to be thrown")],
    ),
    ("try { try { g(); } catch (RuntimeException e) { } } catch (Exception e) { }\n} void g() throws Exception {", []),
    (
        "try { g(); } catch (java.io.IOException | InterruptedException e) { }\n"
        "} void g() throws java.io.IOException {",
        [(1, "exception InterruptedException is never thrown in body of corresponding try statement")],
    ),
    (
        "try (A a = new A()) { }\n} static class A implements AutoCloseable { public void close() throws Exception { }",
        [(1, "unreported exception Exception; must be caught or declared to be thrown")],
    ),
    ("try (A a = new A()) { }\n} static class A implements AutoCloseable { public void close() { }", []),
    (
        "A a = new A(); a = new A(); try (a) { }\n} static class A implements AutoCloseable { public void close() { }",
        [(1, "variable a used as a try-with-resources resource neither final nor effectively final")],
    ),
    ("A a = new A(); try (a) { }\n} static class A implements AutoCloseable { public void close() { }", []),
    ("throw null;", []),
    (
        "Exception e = new RuntimeException(); throw e;",
        [(1, "unreported exception Exception; must be caught or declared to be thrown")],
    ),
    ("try { throw new Exception(); } catch (RuntimeException e) { } finally { return; }", []),
    (
        "while (b) g();\n} void g() throws Exception {",
        [(1, "unreported exception Exception; must be caught or declared to be thrown")],
    ),
    (
        "for (int i = g(); i < g(); i += g()) { }\n} int g() throws Exception {return 1;",
        [
            (1, "unreported exception Exception; must be caught or declared to be thrown"),
            (1, "unreported exception Exception; must be caught or declared to be thrown"),
            (1, "unreported exception Exception; must be caught or declared to be thrown"),
        ],
    ),
    (
        "new Object() { { g(); } };\n} void g() throws Exception {",
        [(1, "unreported exception Exception; must be caught or declared to be thrown")],
    ),
    (
        "new Object() { void h() { g(); } };\n} void g() throws Exception {",
        [(1, "unreported exception Exception; must be caught or declared to be thrown")],
    ),
    (
        "class L { L() { g(); } }\n} void g() throws Exception {",
        [(1, "unreported exception Exception; must be caught or declared to be thrown")],
    ),
    ("class L { { g(); } L() throws Exception { } }\n} void g() throws Exception {", []),
    ("int x; Object o = new Object() { int y = x; };", [(1, "variable x might not have been initialized")]),
    ("int x; x = 1; Object o = new Object() { int y = x; };", []),
    ('Object o = "s"; if (o instanceof String s && s.length() > 0) n = s.length();', []),
    ('Object o = "s"; if (!(o instanceof String s)) return; n = s.length();', []),
    (
        'Object o = "s"; if (o instanceof String s) { s = "x"; Runnable r = () -> s.length(); }',
        [(1, "local variables referenced from a lambda expression must be final or effectively final")],
    ),
]

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


def whole_file() -> tuple[str, list[tuple[int, str]]]:
    """All cases as classes of one file, and the mistakes with their lines in it."""
    lines: list[str] = []
    mistakes: list[tuple[int, str]] = []
    for number, (code, expected) in enumerate([*IN_METHODS, *IN_CLASSES]):
        lines.append(f"class T{number} {{")
        if number < len(IN_METHODS):
            lines.append("void f(boolean b, int n) {")
        mistakes += [(len(lines) + line, message) for line, message in expected]
        lines += re.sub(r"\bT\b", f"T{number}", code).split("\n")
        lines += ["}", "}"] if number < len(IN_METHODS) else ["}"]
    return "\n".join(lines) + "\n", mistakes


def found_in(text: str) -> list[tuple[int, str]]:
    """The mistakes in a file, those of typing included: line and first line of the message."""
    file = SourceFile("T.java", text.encode())
    diagnostics = Diagnostics()
    library = Path(vexil.frontends.java.__file__).parent / "library"
    world = World([read_unit(file, 0)], LibraryFolder(library, [file], read_unit), diagnostics)
    typing = Typing(world, world.types, diagnostics)
    for symbol in tuple(world.classes):
        typing.check_class(symbol)
    for mistake in check_flow(tuple(world.classes), typing, world):
        diagnostics.report(mistake.span, mistake.message)
    return [(file.position(one.span.start)[1], one.message.split("\n")[0]) for one in diagnostics.in_order()]


def test_flow_checks_agree_with_the_table() -> None:
    """Each of the cases has the mistakes of the table, at their lines and with javac's words, and no others."""
    text, mistakes = whole_file()
    assert found_in(text) == mistakes


def test_javac_agrees_with_the_table(tmp_path: Path) -> None:
    """javac finds the mistakes of the table and no others."""
    javac = require_tool("javac")
    text, mistakes = whole_file()
    file = tmp_path / "T.java"
    file.write_text(text, encoding="utf-8")
    fast = ["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"]
    policy = ["-XDshould-stop.ifError=FLOW", "-Xmaxerrs", "10000", "-proc:none"]
    command = [javac, *fast, *policy, "-d", str(tmp_path / "out"), str(file)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.findall(r"T\.java:(\d+): error: (.*)", ended.stderr)
    assert sorted((int(line), message) for line, message in found) == sorted(mistakes)


def test_long_chains_do_not_exhaust_the_stack() -> None:
    """A sum of many operands and a long chain of ``else if`` are followed."""
    depth = 200
    total = " + ".join(["n"] * depth * 20)
    chain = " else ".join(f"if (n == {number}) x = {number};" for number in range(depth)) + " else x = 0;"
    code = f"class T {{ int f(int n) {{ int x; {chain} return x + {total}; }} }}"
    assert with_deep_stack(lambda: found_in(code), SourceFile("T.java", b"")) == []
