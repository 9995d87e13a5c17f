"""Time grows with the length of a page, not faster: steps are counted, so the machine does not matter."""

import sys
from collections.abc import Callable
from functools import partial

import pytest

from ingest.markup import Kind, known_formats, parse
from tests.markup.floods import FLOODS, flood

SMALL = 1_500
DEEP = 10_000
MOST = 80  # steps for each character; the worst flood takes 50


def steps(run: Callable[[], object]) -> int:
    """Count the calls, of Python and of C functions, that `run` makes."""
    count = 0

    def tick(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        if event in ("call", "c_call"):
            count += 1

    sys.setprofile(tick)
    try:
        run()
    finally:
        sys.setprofile(None)
    return count


def test_steps_are_counted_and_a_careless_parser_is_caught() -> None:
    def careless(text: str) -> None:
        for at in range(len(text)):
            for to in range(at, len(text), 100):
                text.find("]", to, to + 1)

    assert steps(lambda: careless("[" * 1000)) > 3 * steps(lambda: careless("[" * 500))


@pytest.mark.slow
@pytest.mark.parametrize("form", sorted(known_formats()))
def test_doubling_a_flood_at_most_doubles_the_steps(form: str) -> None:
    parse("", format=form)  # imports and caches
    slow = {}
    for name in FLOODS:
        once = steps(partial(parse, flood(name, SMALL), format=form))
        twice = steps(partial(parse, flood(name, 2 * SMALL), format=form))
        if twice > 2.5 * once + 200 or twice > MOST * 2 * SMALL:
            slow[name] = (once, twice)
    assert slow == {}


NESTS = {
    "regions": ("pukiwiki", "#region(甲)\n"),
    "brace regions": ("pukiwiki", "#region2(甲){{\n"),
    "brace regions on one line": ("pukiwiki", "#region2(甲){{ "),
    "regions without newlines": ("pukiwiki-flat", "甲。 #region2(甲){{ "),
    "lists": ("pukiwiki", "-" * 3 + "+"),
    "numbered lists": ("pukiwiki", "+"),
    "quotes": ("pukiwiki", ">"),
    "headings": ("pukiwiki", "*"),
    "footnotes": ("pukiwiki", "(("),
    "macros": ("pukiwiki", "&color(red){"),
    "colours": ("pukiwiki", "COLOR(red):"),
    "boxes": ("rendered", "|\n+\n| | 甲\n"),
    "divisions": ("html", "<div>"),
    "tables": ("html", "<table><tr><td>"),
    "bold": ("html", "<b>"),
    "wiki lists": ("mediawiki", "*"),
    "templates": ("mediawiki", "{{甲|"),
    "links": ("mediawiki", "[["),
    "tags": ("mediawiki", "<b>"),
}


@pytest.mark.parametrize("name", NESTS)
def test_ten_thousand_levels_raise_a_diagnostic(name: str) -> None:
    form, opener = NESTS[name]
    text = opener * DEEP + "底"
    document = parse(text, format=form)
    assert document.joined() == text
    depth, deepest = [(document.root, 1)], 0
    while depth:
        node, level = depth.pop()
        deepest = max(deepest, level)
        depth.extend((child, level + 1) for child in node.children)
    assert deepest < 700
    if name != "lists":  # `---+` is a list item whose text begins with a plus
        assert {n.code for n in document.diagnostics} & {"MK104", "MK502"}


def test_ten_thousand_levels_of_indentation_raise_a_diagnostic() -> None:
    text = "".join(" " * min(level, 200) + "- 甲\n" for level in range(DEEP))
    document = parse(text, format="rendered")
    assert document.joined() == text
    assert [n.code for n in document.diagnostics] == ["MK104"]


def test_deep_trees_can_be_walked_printed_and_compared() -> None:
    document = parse("#region(甲)\n" * 100 + "((" * 100 + "底", format="pukiwiki")
    assert any(n.kind is Kind.TEXT for n in document.root.walk())
    assert repr(document.root)
    assert document.root == parse(document.text, format="pukiwiki").root
