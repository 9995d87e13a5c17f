"""The reasoner agrees with the independent checker on random boards."""

import pytest

from tests.reasoner.boards import random_case
from tests.reasoner.compare import disagreement


def _disagreements(seeds: range) -> list[str]:
    return [f"seed {s}: {found}" for s in seeds if (found := disagreement(random_case(s)))]


def test_agreement() -> None:
    assert not _disagreements(range(150))


@pytest.mark.slow
def test_agreement_on_many_boards() -> None:
    assert not _disagreements(range(150, 1150))


def test_the_comparison_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.reasoner import independent

    monkeypatch.setattr(independent, "STAYS_NOT", set())
    assert _disagreements(range(60))
