"""The certificate of a proof of a branching property, and the replay of a run that shows how it comes about."""

from __future__ import annotations

from vexil.certify.branching.atoms import NamedAtoms
from vexil.certify.branching.proof import BetweenClaims, Broken, Proof
from vexil.certify.branching.quantifiers import InputTerms
from vexil.certify.branching.wellformed import closed_parts, obstacle, own_form, problem_of
from vexil.certify.invariant.problems import GaveUp, Unsupported
from vexil.core.context import Context
from vexil.core.errors import LimitReached, UsageError
from vexil.core.wording import counted
from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.expressions import Expr
from vexil.ir.interpreter import CompiledProgram, Cut, Machine, Stopped, Undefined
from vexil.model.certificate import Certificate, Checked, Rejected
from vexil.model.evidence import Run, Tree
from vexil.model.outcome import Question
from vexil.spec.formulas import And, Constant, Mu, Not, Or, Proposition
from vexil.spec.mu import positive_normal_form, reached_by
from vexil.spec.property import Kind
from vexil.transform.inlining import Inlining, WithoutCalls


def check_tree(question: Question, evidence: Tree, context: Context, leaps: BetweenClaims) -> Certificate:
    """Prove every claim from the ones it may rest on, and the property or its negation from those of the formula.

    *leaps* proves chains between claims.
    """
    if question.bounds:
        return Rejected("a proof of a branching property says nothing about bounded runs", True)
    if question.property.kind not in (Kind.CTL, Kind.MU, Kind.PATTERN):
        return Rejected("a proof of a branching property is one of a formula, and nothing else", True)
    property_formula = question.property.mu_formula()
    refutes = evidence.formula != positive_normal_form(property_formula)
    formula = positive_normal_form(Not(property_formula) if refutes else property_formula)
    if evidence.formula != formula:
        return Rejected("the formula of the proof is neither the property nor its negation")
    try:
        inlining = WithoutCalls().apply(question.program)
    except LimitReached as limit:
        return Rejected(f"there is no program without calls to look at: {limit.reason}", True)
    closed = closed_parts(formula)
    problem = problem_of(inlining, evidence, closed)
    if problem is not None:
        return Rejected(problem)
    tree = own_form(evidence, formula)
    edges = _edges(inlining, tree)
    reason = obstacle(inlining, tree.formula, edges, refutes=refutes)
    if reason:
        return Rejected(reason, True)
    shown = ""
    if tree.run is not None:
        try:
            wrong = problem_of_run(question, inlining, tree, tree.run)
        except Unsupported:
            pass  # the claims prove it without a run
        else:
            shown = f"; a run of {counted(len(tree.run.moves), 'step')} to what is reached replayed"
            if wrong:
                return Rejected(wrong)
    context.emit("certify", evidence="tree", parts=len(tree.parts), locations=len(inlining.entry.locations))
    terms = InputTerms()
    try:
        return _checked(
            Proof(question, inlining, tree, closed, terms, context, leaps), evidence, edges, shown, refutes=refutes
        )
    finally:
        terms.close()


def _edges(inlining: Inlining, tree: Tree) -> frozenset[str]:
    """The edges that start where something is claimed, as the program with its calls names them; all with chains."""
    if any(part.chains for part in tree.parts):
        return frozenset(inlining.origins)
    claimed = {claim.location for part in tree.parts for layer in part.layers for claim in layer} | {
        inlining.entry.entry
    }
    return frozenset(inlining.origins[number] for place in claimed for number in inlining.entry.outgoing[place])


def _checked(proof: Proof, evidence: Tree, edges: frozenset[str], shown: str, *, refutes: bool) -> Certificate:
    try:
        proof.start()
        for part in proof.tree.parts:
            proof.part(part)
        if refutes:
            proof.some_initial_state()
        else:
            proof.every_initial_state()
    except (Unsupported, GaveUp) as problem:
        return Rejected(f"{problem} (at {proof.place})", True)
    except Broken as broken:
        return Rejected(broken.reason, broken.unchecked)
    what = "the negation holds in some initial state" if refutes else "the property holds in every initial state"
    chains = sum(len(part.chains) for part in evidence.parts)
    behind = f", {chains} of them behind leaps over loops" if chains else ""
    finding = f"{what}: {counted(proof.count, 'claim')} proved by a second solver{behind}{shown}"
    return Checked(evidence, finding, edges, refutes=refutes, prover="z3" if proof.count else "")


# --- runs ------------------------------------------------------------------------------------------------


def problem_of_run(question: Question, inlining: Inlining, tree: Tree, run: Run) -> str:
    """Why a run does not show what the formula of a tree promises; nothing if it does.

    Raises `Unsupported` if nobody can say what holds in its last state.
    """
    promised = reached_by(tree.formula)
    if promised is None:
        return "a run is shown for a formula that is not about what is reached"
    machine = Machine(CompiledProgram(inlining.program), checks=frozenset())
    registers: list[object] = []
    try:
        machine.reset(run.initial)
        for move in run.moves:
            registers = machine.threads[1].frames[-1].registers
            machine.apply(move)
            if isinstance(machine.ending, Cut | Undefined):
                return f"the run ends at {machine.edge_id()}: {machine.ending}"
    except UsageError as problem:
        return str(problem)
    # what has returned has no variables any more, but claims are about their last values
    registers = machine.threads[1].frames[-1].registers or registers
    try:
        is_shown = any(map(_State(question, inlining, tree, machine, registers).holds, promised))
    except UndefinedValue as problem:
        raise Unsupported(f"the last state of the run: {problem}") from problem
    return "" if is_shown else "the run does not end where what is promised holds"


class _State:
    """The last state of a run, in which formulas hold by themselves or by claims."""

    def __init__(
        self, question: Question, inlining: Inlining, tree: Tree, machine: Machine, registers: list[object]
    ) -> None:
        self._atoms = NamedAtoms(question, inlining)
        self._claims = {part.part: [claim for layer in part.layers for claim in layer] for part in tree.parts}
        self._machine = machine
        self._function = inlining.entry
        self._registers = registers
        stop, location = inlining.entry.stop, machine.threads[1].frames[-1].location
        self._location = stop if stop is not None and isinstance(machine.ending, Stopped) else location

    def holds(self, formula: Mu) -> bool:
        """Say whether a formula in positive normal form holds; how deep it is was looked at when it was read."""
        match formula:
            case Constant(value):
                return value
            case Proposition(atom):
                meaning = self._atoms.named(atom, self._location)
                return meaning if isinstance(meaning, bool) else self._evaluated(meaning)
            case Not(operand):
                return not self.holds(operand)
            case And(operands):
                return all(map(self.holds, operands))
            case Or(operands):
                return any(map(self.holds, operands))
            case _:
                claims = self._claims.get(formula, ())
                return any(claim.location == self._location and self._evaluated(claim.fact) for claim in claims)

    def _evaluated(self, condition: Expr) -> bool:
        machine = self._machine
        evaluate = machine.compiled.evaluator(condition, self._function)
        return bool(evaluate(self._registers, machine.globals, machine, machine.threads[1]))
