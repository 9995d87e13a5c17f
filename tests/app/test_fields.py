"""Lists to choose from: no two choices may read the same."""

import string

from hypothesis import given
from hypothesis import strategies as st

from explorer.app.fields import distinct


def test_the_first_way_of_showing_is_kept_where_it_tells_them_apart() -> None:
    show = distinct(["a1", "a2", "b1"], lambda o: o[0], lambda o: f"{o[0]} ({o})")
    assert [show(o) for o in ["a1", "a2", "b1"]] == ["a (a1)", "a (a2)", "b"]


def test_what_no_way_tells_apart_is_numbered() -> None:
    show = distinct(["x", "y", "z"], lambda _: "same")
    assert [show(o) for o in ["x", "y", "z"]] == ["same", "same [2]", "same [3]"]


@given(
    st.lists(st.text(string.ascii_lowercase + " []23", max_size=4), max_size=12),
    st.integers(0, 3),
    st.integers(0, 3),
)
def test_no_two_read_the_same(options: list[str], first: int, second: int) -> None:
    show = distinct(options, lambda o: o[:first], lambda o: o[:second] + " [2]")
    assert len({show(o) for o in options}) == len(set(options))
