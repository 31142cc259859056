"""Small programs that lose their answer when something of their slice is missing."""

from __future__ import annotations

DATA = """
function main()
  local x: i32
  m1 -> m2: x := 1i32
  m2 -> m3: check assert x == 0i32 "wrong"
  m3 -> exit: return
"""
BRANCH = """
global c: i32 in range(0i32, 1i32)
function main()
  local x: i32
  m1 -> m2: assume c == 0i32
  m1 -> m3: assume !(c == 0i32)
  m2 -> m4: x := 1i32
  m3 -> m4: x := 2i32
  m4 -> m5: check assert x == 1i32 "wrong"
  m5 -> exit: return
"""
SPIN = """
global c: i32 in range(0i32, 1i32)
global x: i32
function main()
  m1 -> m1: assume c == 0i32
  m1 -> m2: assume !(c == 0i32)
  m2 -> m3: x := 1i32
  m3 -> exit: return
"""
SHARED = """
global x: i32
function T()
  t1 -> t2: x := 1i32
  t2 -> exit: return
function main()
  m1 -> m2: start T()
  m2 -> m3: check assert x == 0i32 "wrong"
  m3 -> exit: return
"""
SECTIONS = """
language java
global x: i32
function T()
  t1 -> t2: lock literal(1, lock) pair "t" reentrant
  t2 -> t3: x := 1i32
  t3 -> t4: x := 0i32
  t4 -> t5: unlock literal(1, lock) pair "t"
  t5 -> exit: return
function main()
  m1 -> m2: start T()
  m2 -> m3: lock literal(1, lock) pair "m" reentrant
  m3 -> m4: check assert x == 0i32 "wrong"
  m4 -> m5: unlock literal(1, lock) pair "m"
  m5 -> exit: return
"""
WAITING = """
language java
global x: i32
function T()
  t1 -> t2: lock literal(1, lock) pair "t" reentrant
  t2 -> t3: notify literal(1, lock)
  t3 -> t4: unlock literal(1, lock) pair "t"
  t4 -> exit: return
function main()
  m1 -> m2: start T()
  m2 -> m3: lock literal(1, lock) pair "m" reentrant
  m3 -> m4: wait literal(1, lock) on literal(1, lock)
  m4 -> m5: unlock literal(1, lock) pair "m"
  m5 -> m6: check assert x == 1i32 "wrong"
  m6 -> exit: return
"""
OPPOSITE = """
language java
function T()
  t1 -> t2: lock literal(1, lock) pair "p" reentrant
  t2 -> t3: lock literal(2, lock) pair "q" reentrant
  t3 -> t4: unlock literal(2, lock) pair "q"
  t4 -> t5: unlock literal(1, lock) pair "p"
  t5 -> exit: return
function main()
  m1 -> m2: start T()
  m2 -> m3: lock literal(2, lock) pair "q" reentrant
  m3 -> m4: lock literal(1, lock) pair "p" reentrant
  m4 -> m5: unlock literal(1, lock) pair "p"
  m5 -> m6: unlock literal(2, lock) pair "q"
  m6 -> exit: return
"""
UNDEFINED = """
global z: i32
global y: i32
function main()
  m1 -> m2: y := 1i32 / z
  m2 -> m3: check assert z == 0i32 "wrong"
  m3 -> exit: return
"""
PASSING = """
global z: i32
global x: i32
function f(a: i32)
  f1 -> f2: x := 1i32
  f2 -> exit: return
function main()
  m1 -> m2: call f(1i32 / z)
  m2 -> m3: check assert x == 1i32 "wrong"
  m3 -> exit: return
"""
RETURNING = """
global z: i32
global x: i32
function f() -> i32
  f1 -> f2: x := 1i32
  f2 -> exit: return 1i32 / z
function main()
  m1 -> m2: call f()
  m2 -> m3: check assert x == 1i32 "wrong"
  m3 -> exit: return
"""
TWICE = """
global x: i32
function add()
  a1 -> a2: x := x + 1i32
  a2 -> exit: return
function main()
  m1 -> m2: call add()
  m2 -> m3: call add()
  m3 -> m4: check assert x == 1i32 "wrong"
  m4 -> exit: return
"""
SEEN = """
global x: i32
function f()
  f1 -> exit: return
function main()
  m1 -> m2: x := 1i32
  m2 -> m3: call f()
  m3 -> m4: x := 0i32
  m4 -> m5: call f()
  m5 -> exit: return
"""
RECURSION = """
global x: i32
function f()
  f1 -> f2: call f()
  f2 -> exit: return
function main()
  m1 -> m2: call f()
  m2 -> m3: x := 1i32
  m3 -> exit: return
"""
PARAMETER = """
function f(a: i32)
  f1 -> f2: check assert a == 0i32 "wrong"
  f2 -> exit: return
function main()
  m1 -> m2: call f(1i32)
  m2 -> exit: return
"""
RESTRICTED = """
global x: i32
function main()
  m1 -> m2: restrict x == 1i32
  m2 -> m3: x := 1i32
  m3 -> exit: return
"""
ENDING = """
global x: i32
function T()
  t1 -> t2: x := 1i32
  t2 -> exit: return
function main() stop halted
  m1 -> m2: start T()
  m2 -> halted: stop
"""
HALF = """
language java
global x: i32
function main()
  m1 -> m2: lock literal(1, lock) pair "m" reentrant
  m2 -> m3: x := 1i32
  m3 -> m4: unlock literal(1, lock) pair "m"
  m4 -> m5: check assert x == 0i32 "wrong"
  m5 -> exit: return
"""
JOINED = """
language java
global x: i32
function T()
  t1 -> t2: x := 1i32
  t2 -> exit: return
function main()
  local h: thread
  m1 -> m2: h := start T()
  m2 -> m3: join h
  m3 -> m4: check assert x == 1i32 "wrong"
  m4 -> exit: return
"""
THROWING = """
class Error
global e: ref[Error]
function main() exceptional thrown
  m1 -> m2: e := new Error site "e"
  m2 -> thrown: throw e
"""
INTERRUPTING = """
language java
global x: i32
function main()
  local me: thread
  local r: i32
  m1 -> m2: me := current_thread()
  m2 -> m3: interrupt me
  m3 -> m4: lock literal(1, lock) pair "m" reentrant
  m4 -> m5: r := wait literal(1, lock) on literal(1, lock)
  m5 -> m6: unlock literal(1, lock) pair "m"
  m6 -> m7: check assert r == 0i32 "wrong"
  m7 -> exit: return
"""
RIVAL = """
language java
function R()
  r1 -> r2: lock literal(2, lock) pair "r" reentrant
  r2 -> r3: wait literal(2, lock) on literal(3, lock)
  r3 -> r4: unlock literal(2, lock) pair "r"
  r4 -> exit: return
function N()
  n1 -> n2: notify literal(3, lock)
  n2 -> exit: return
function main()
  local r: i32
  m1 -> m2: start R()
  m2 -> m3: start N()
  m3 -> m4: lock literal(1, lock) pair "m" reentrant
  m4 -> m5: r := wait literal(1, lock) on literal(3, lock) timed
  m5 -> m6: unlock literal(1, lock) pair "m"
  m6 -> m7: check assert r == 0i32 "wrong"
  m7 -> exit: return
"""
OPEN = """
global x: i32
global y: i32 in range(1i32, 0i32)
function main()
  m1 -> m2: check assert x == 0i32 "wrong"
  m2 -> exit: return
"""
