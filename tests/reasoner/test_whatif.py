"""What if: minimal sets, differences of dates, interactions, the mutation of a sample of rules."""

from ontology.reasoner import ScenarioFile, difference, minimal_rules
from ontology.reasoner.interactions import interactions_of
from tests.reasoner.mutation import table


def test_minimal_sets_are_minimal(dm_cases: ScenarioFile) -> None:
    (board,) = dm_cases.case("dm-qa-02").boards
    sets = minimal_rules(board)
    assert sets
    for kept in sets:
        assert {"703.4i", "801.4a"} <= kept
    assert all(not (a < b) for a in sets for b in sets)


def test_a_difference_names_the_revision(dm_cases: ScenarioFile) -> None:
    (board,) = dm_cases.case("dm-cur-06").boards
    found = difference(board, "2021-03-15", "2021-03-16")
    assert found.differs
    assert {"801.4a", "x-leftovers"} <= {r.id for r in found.responsible}
    assert not difference(board, "2021-09-07", "2022-09-07").differs


def test_interactions_have_witnesses(dm_cases: ScenarioFile) -> None:
    (board,) = dm_cases.case("dm-qa-02").boards
    found = {(i.kind, i.first, i.second) for i in interactions_of(board)}
    assert ("enables", "703.4i", "801.4a") in found
    assert ("overrides", "801.4c", "x-newly-put") in found


def test_leaving_out_a_rule_is_noticed() -> None:
    rules = ["703.4c", "703.4e", "801.4a", "801.4c", "x-leftovers", "x-rebuild-status"]
    assert all(board is not None for board in table("dm", rules).values())
