"""Division of numbers of 128 bits, which processors do not have.

LLVM calls functions of its own runtime for it, also where a program has no such numbers but a loop is counted in them.
The process need not have that runtime, and a call of a function that is not there is a call of address 0. So the
module of a program brings the functions along: by shifts and subtractions, because they are rarely needed.
"""

from __future__ import annotations

_DIVISION = """
define internal void @vexil.divide(ptr %result, i128 %number, i128 %divisor) noinline optnone nounwind {
entry:
  br label %again
again:
  %place = phi i128 [ 127, %entry ], [ %next, %again ]
  %rest = phi i128 [ 0, %entry ], [ %kept, %again ]
  %quotient = phi i128 [ 0, %entry ], [ %more, %again ]
  %carry = icmp slt i128 %rest, 0
  %doubled = shl i128 %rest, 1
  %shifted = lshr i128 %number, %place
  %bit = and i128 %shifted, 1
  %joined = or i128 %doubled, %bit
  %large = icmp uge i128 %joined, %divisor
  %fits = or i1 %carry, %large
  %less = sub i128 %joined, %divisor
  %kept = select i1 %fits, i128 %less, i128 %joined
  %power = shl i128 1, %place
  %added = or i128 %quotient, %power
  %more = select i1 %fits, i128 %added, i128 %quotient
  %next = sub i128 %place, 1
  %over = icmp eq i128 %place, 0
  br i1 %over, label %done, label %again
done:
  store i128 %more, ptr %result
  %second = getelementptr i128, ptr %result, i64 1
  store i128 %kept, ptr %second
  ret void
}
"""

_UNSIGNED = """
define i128 @{name}(i128 %number, i128 %divisor) noinline optnone nounwind {{
entry:
  %result = alloca i128, i64 2
  call void @vexil.divide(ptr %result, i128 %number, i128 %divisor)
  %place = getelementptr i128, ptr %result, i64 {index}
  %value = load i128, ptr %place
  ret i128 %value
}}
"""

_SIGNED = """
define i128 @{name}(i128 %number, i128 %divisor) noinline optnone nounwind {{
entry:
  %minus = icmp slt i128 %number, 0
  %opposite = sub i128 0, %number
  %size = select i1 %minus, i128 %opposite, i128 %number
  %down = icmp slt i128 %divisor, 0
  %against = sub i128 0, %divisor
  %by = select i1 %down, i128 %against, i128 %divisor
  %plain = call i128 @{unsigned}(i128 %size, i128 %by)
  %differ = xor i1 %minus, %down
  %turned = sub i128 0, %plain
  %value = select i1 {sign}, i128 %turned, i128 %plain
  ret i128 %value
}}
"""

WIDE_DIVISION = "".join(
    [
        _DIVISION,
        _UNSIGNED.format(name="__udivti3", index=0),
        _UNSIGNED.format(name="__umodti3", index=1),
        _SIGNED.format(name="__divti3", unsigned="__udivti3", sign="%differ"),
        _SIGNED.format(name="__modti3", unsigned="__umodti3", sign="%minus"),
    ]
)
"""The functions as assembly, under the names by which LLVM calls them."""
