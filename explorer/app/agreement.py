"""Whether rulings follow from the rules: derive their cases with and without what rests on rulings alone."""

from dataclasses import dataclass

from ontology.reasoner import Board, Case, Derivation, ReasonerError, derive_board, load_rules

__all__ = ["STATES", "Agreement", "judge"]

STATES = ("agree", "only_by_itself", "disagree", "unanswered", "not_read")
"""From best to worst: follows from the rulebook and the pages; follows only from rules that rest on rulings; the
rules say otherwise; the sources do not say; the board could not be read."""


@dataclass(frozen=True)
class Agreement:
    """What came of a case: its state (one of `STATES`), and the verdicts, expected and derived."""

    case: str
    state: str
    expected: str
    derived: str
    detail: str = ""


def judge(case: Case) -> Agreement:
    """Derive all boards of a case and compare with what the ruling says."""
    expected = str((case.raw.get("expected") or {}).get("verdict", ""))
    try:
        every = [d for board in case.boards for d in derive_board(board, explain=False)]
        if not every:
            return Agreement(case.id, "not_read", expected, "")
        verdict = every[0].verdict
        if any(d.status != "run" for d in every):
            return Agreement(case.id, "not_read", expected, verdict, every[0].note)
        if not all(d.ok for d in every):
            state = "unanswered" if any(d.unanswered for d in every) else "disagree"
            return Agreement(case.id, state, expected, verdict)
        if any(d.unanswered for d in every):
            return Agreement(case.id, "unanswered", expected, verdict)
        state = "agree" if all(_holds_without_rulings(board) for board in case.boards) else "only_by_itself"
    except ReasonerError as error:
        return Agreement(case.id, "not_read", expected, "", str(error))
    return Agreement(case.id, state, expected, verdict)


def _holds_without_rulings(board: Board) -> bool:
    rules = load_rules(board.case.game).rules.values()
    rest_on_rulings = [rule.id for rule in rules if rule.basis == frozenset({"ruling"})]
    if not rest_on_rulings:
        return True
    try:
        derived: list[Derivation] = derive_board(board, without=rest_on_rulings, explain=False)
    except ReasonerError:
        return False
    return all(d.ok for d in derived)
