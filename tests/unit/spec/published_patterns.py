"""The LTL and CTL mappings of the specification patterns as their authors published them.

From the pattern system's pages (Dwyer, Avrunin and Corbett), with the letters in lower case and ``X`` for the
next operator. Scopes come in the order globally, before r, after q, between q and r, after q until r.
"""

from __future__ import annotations

from vexil.spec.patterns import Pattern

# The roles of a pattern, in the order of `Pattern.roles`, by the published letters.
LETTERS = {
    Pattern.ABSENCE: "p",
    Pattern.UNIVERSALITY: "p",
    Pattern.EXISTENCE: "p",
    Pattern.BOUNDED_EXISTENCE: "p",
    Pattern.PRECEDENCE: "sp",
    Pattern.RESPONSE: "ps",
    Pattern.PRECEDENCE_CHAIN_2_1: "stp",
    Pattern.PRECEDENCE_CHAIN_1_2: "pst",
    Pattern.RESPONSE_CHAIN_2_1: "stp",
    Pattern.RESPONSE_CHAIN_1_2: "pst",
}

_TWICE = "(!p W (p W (!p W (p W []!p))))"
_TWICE_BEFORE_R = "((!p && !r) U (r || ((p && !r) U (r || ((!p && !r) U (r || ((p && !r) U (r || (!p U r)))))))))"

LTL = {
    Pattern.ABSENCE: (
        "[](!p)",
        "<>r -> (!p U r)",
        "[](q -> [](!p))",
        "[]((q && !r && <>r) -> (!p U r))",
        "[](q && !r -> (!p W r))",
    ),
    Pattern.UNIVERSALITY: (
        "[](p)",
        "<>r -> (p U r)",
        "[](q -> [](p))",
        "[]((q && !r && <>r) -> (p U r))",
        "[](q && !r -> (p W r))",
    ),
    Pattern.EXISTENCE: (
        "<>(p)",
        "!r W (p && !r)",
        "[](!q) || <>(q && <>p)",
        "[](q && !r -> (!r W (p && !r)))",
        "[](q && !r -> (!r U (p && !r)))",
    ),
    Pattern.BOUNDED_EXISTENCE: (
        _TWICE,
        f"<>r -> {_TWICE_BEFORE_R}",
        f"<>q -> (!q U (q && {_TWICE}))",
        f"[]((q && <>r) -> {_TWICE_BEFORE_R})",
        "[](q -> ((!p && !r) U (r || ((p && !r) U (r || ((!p && !r) U (r || ((p && !r) U"
        " (r || (!p W r) || []p)))))))))",
    ),
    Pattern.PRECEDENCE: (
        "!p W s",
        "<>r -> (!p U (s || r))",
        "[]!q || <>(q && (!p W s))",
        "[]((q && !r && <>r) -> (!p U (s || r)))",
        "[](q && !r -> (!p W (s || r)))",
    ),
    Pattern.RESPONSE: (
        "[](p -> <>s)",
        "<>r -> ((p -> (!r U (s && !r))) U r)",
        "[](q -> [](p -> <>s))",
        "[]((q && !r && <>r) -> ((p -> (!r U (s && !r))) U r))",
        "[](q && !r -> ((p -> (!r U (s && !r))) W r))",
    ),
    Pattern.PRECEDENCE_CHAIN_2_1: (
        "<>p -> (!p U (s && !p && X(!p U t)))",
        "<>r -> (!p U (r || (s && !p && X(!p U t))))",
        "([]!q) || (!q U (q && (<>p -> (!p U (s && !p && X(!p U t))))))",
        "[]((q && <>r) -> (!p U (r || (s && !p && X(!p U t)))))",
        "[](q -> (<>p -> (!p U (r || (s && !p && X(!p U t))))))",
    ),
    Pattern.PRECEDENCE_CHAIN_1_2: (
        "(<>(s && X<>t)) -> ((!s) U p)",
        "<>r -> ((!(s && (!r) && X(!r U (t && !r)))) U (r || p))",
        "([]!q) || ((!q) U (q && ((<>(s && X<>t)) -> ((!s) U p))))",
        "[]((q && <>r) -> ((!(s && (!r) && X(!r U (t && !r)))) U (r || p)))",
        "[](q -> ((!(s && (!r) && X(!r U (t && !r)))) U (r || p)) || [](!(s && X<>t)))",
    ),
    Pattern.RESPONSE_CHAIN_2_1: (
        "[](s && X<>t -> X(<>(t && <>p)))",
        "<>r -> ((s && X(!r U t) -> X(!r U (t && <>p))) U r)",
        "[](q -> [](s && X<>t -> X(!t U (t && <>p))))",
        "[]((q && <>r) -> ((s && X(!r U t) -> X(!r U (t && <>p))) U r))",
        "[](q -> ((s && X(!r U t) -> X(!r U (t && <>p))) U (r || [](s && X(!r U t) -> X(!r U (t && <>p))))))",
    ),
    Pattern.RESPONSE_CHAIN_1_2: (
        "[](p -> <>(s && X<>t))",
        "<>r -> ((p -> (!r U (s && !r && X(!r U t)))) U r)",
        "[](q -> [](p -> (s && X<>t)))",
        "[]((q && <>r) -> ((p -> (!r U (s && !r && X(!r U t)))) U r))",
        "[](q -> ((p -> (!r U (s && !r && X(!r U t)))) U (r || [](p -> (s && X<>t)))))",
    ),
}

_THRICE = "EF(!p && EX(p && EF(!p && EX(p && EF(!p && EX(p))))))"


def _thrice_before_r(last: str) -> str:
    once = "E[!r U (!p && !r && EX(p && "
    return f"{once}{once}E[!r U (!p && !r && EX({last}))]))]))]"


CTL = {
    Pattern.ABSENCE: (
        "AG(!p)",
        "A[(!p || AG(!r)) W r]",
        "AG(q -> AG(!p))",
        "AG(q && !r -> A[(!p || AG(!r)) W r])",
        "AG(q && !r -> A[!p W r])",
    ),
    Pattern.UNIVERSALITY: (
        "AG(p)",
        "A[(p || AG(!r)) W r]",
        "AG(q -> AG(p))",
        "AG(q && !r -> A[(p || AG(!r)) W r])",
        "AG(q && !r -> A[p W r])",
    ),
    Pattern.EXISTENCE: (
        "AF(p)",
        "A[!r W (p && !r)]",
        "A[!q W (q && AF(p))]",
        "AG(q && !r -> A[!r W (p && !r)])",
        "AG(q && !r -> A[!r U (p && !r)])",
    ),
    Pattern.BOUNDED_EXISTENCE: (
        f"!{_THRICE}",
        f"!{_thrice_before_r('p && !r')}",
        f"!E[!q U (q && {_THRICE})]",
        f"AG(q -> !{_thrice_before_r('p && !r && EF(r)')})",
        f"AG(q -> !{_thrice_before_r('p && !r')})",
    ),
    Pattern.PRECEDENCE: (
        "A[!p W s]",
        "A[(!p || AG(!r)) W (s || r)]",
        "A[!q W (q && A[!p W s])]",
        "AG(q && !r -> A[(!p || AG(!r)) W (s || r)])",
        "AG(q && !r -> A[!p W (s || r)])",
    ),
    Pattern.RESPONSE: (
        "AG(p -> AF(s))",
        "A[((p -> A[!r U (s && !r)]) || AG(!r)) W r]",
        "A[!q W (q && AG(p -> AF(s)))]",
        "AG(q && !r -> A[((p -> A[!r U (s && !r)]) || AG(!r)) W r])",
        "AG(q && !r -> A[(p -> A[!r U (s && !r)]) W r])",
    ),
    Pattern.PRECEDENCE_CHAIN_2_1: (
        "!E[!s U p] && !E[!p U (s && !p && EX(E[!t U (p && !t)]))]",
        "!E[(!s && !r) U (p && !r && EF(r))] &&"
        " !E[(!p && !r) U (s && !p && !r && EX(E[(!t && !r) U (p && !t && !r && EF(r))]))]",
        "!E[!q U (q && (E[!s U p] || E[!p U (s && !p && EX(E[!t U (p && !t)]))]))]",
        "AG(q -> !E[(!s && !r) U (p && !r && EF(r))] &&"
        " !E[(!p && !r) U (s && !p && !r && EX(E[(!t && !r) U (p && !t && !r && EF(r))]))])",
        "AG(q -> !E[(!s && !r) U (p && !r)] &&"
        " !E[(!p && !r) U (s && !p && !r && EX(E[(!t && !r) U (p && !t && !r)]))])",
    ),
    Pattern.PRECEDENCE_CHAIN_1_2: (
        "!E[!p U (s && !p && EX(EF(t)))]",
        "!E[(!p && !r) U (s && !p && !r && EX(E[!r U (t && !r)]))]",
        "!E[!q U (q && E[!p U (s && !p && EX(EF(t)))])]",
        "AG(q -> !E[(!p && !r) U (s && !p && !r && EX(E[!r U (t && !r && EF(r))]))])",
        "AG(q -> !E[(!p && !r) U (s && !p && !r && EX(E[!r U (t && !r)]))])",
    ),
    Pattern.RESPONSE_CHAIN_2_1: (
        "!EF(s && EX(EF(t && EG(!p))))",
        "!E[!r U (s && !r && EX(E[!r U (t && !r && E[!p U r])]))]",
        "!E[!q U (q && EF(s && EX(EF(t && EG(!p)))))]",
        "AG(q -> !E[!r U (s && !r && EX(E[!r U (t && !r && E[!p U r])]))])",
        "AG(q -> !E[!r U (s && !r && EX(E[!r U (t && !r && (E[!p U r] || EG(!p && !r)))]))])",
    ),
    Pattern.RESPONSE_CHAIN_1_2: (
        "AG(p -> AF(s && AX(AF(t))))",
        "!E[!r U (p && !r && (E[!s U r] || E[!r U (s && !r && EX(E[!t U r]))]))]",
        "!E[!q U (q && EF(p && (EG(!s) || EF(s && EX(EG(!t))))))]",
        "AG(q -> !E[!r U (p && !r && (E[!s U r] || E[!r U (s && !r && EX(E[!t U r]))]))])",
        "AG(q -> !E[!r U (p && !r && (E[!s U r] || EG(!s && !r) ||"
        " E[!r U (s && !r && EX(E[!t U r] || EG(!t && !r)))]))])",
    ),
}
