"""IRIs do not change when a page is edited elsewhere, reordered, re-spaced or re-read."""

from ingest.extraction.model import squeeze
from ingest.extraction.names import Names, collect_names
from ingest.extraction.page import extract_page
from ingest.extraction.ruling_identity import KnownRuling, settle
from ingest.markup import parse
from tests.extraction.conftest import Extracted, extract
from tests.extraction.corpus import View

PAGE = """#author("2021-02-03T04:05:06+09:00","","")
*水の門 [#gate]
水の門は、門をくぐるカードを数える処理のこと。

**ルール [#rule]
-門をくぐったカードは墓地に置かれる。
-ただし、《門の番人》はバトルゾーンに残る。(703.4e)
-選ばれたカードは手札に戻す。

**裁定 [#qa]
Q.《門の番人》は門をくぐれますか?
A.はい、くぐれます。
引用元(2021.9.7)
Q.《門の番人》は門に戻れますか?
A.はい、戻れます。
引用元(2021.9.7)
Q.《波の子》は攻撃できますか?
A.いいえ、攻撃できません。
引用元(2021.9.7)
"""


def iris(page: Extracted, *classes: str) -> dict[str, str]:
    """Plain text (question of a ruling) → IRI."""
    view = page.view
    return {(view.value(s, "plainText") or view.value(s, "question") or ""): s for s in view.of(*classes)}


def test_whitespace_and_blank_lines_do_not_matter() -> None:
    spaced = PAGE.replace("。\n-", "。\n\n-").replace("703.4e)", "703.4e) ").replace("Q.《門", "Q. 《門")
    assert set(iris(extract(PAGE), "Statement", "RuleVersion").values()) == set(
        iris(extract(spaced), "Statement", "RuleVersion").values()
    )
    assert set(iris(extract(PAGE), "Ruling").values()) == set(iris(extract(spaced), "Ruling").values())


def test_wrapping_lines_does_not_matter() -> None:
    page = "*甲 [#a]\n甲とは、カードを重ねる処理のこと。重ねたカードは残る。\n\n-カードは墓地に置かれる。\n"
    wrapped = page.replace("重ねる処理", "重ねる\n処理").replace("のこと。重ね", "のこと。\n重ね")
    assert set(iris(extract(page), "Statement").values()) == set(iris(extract(wrapped), "Statement").values())


def test_order_does_not_matter() -> None:
    head, rules, rulings = (
        PAGE.partition("**ルール")[0],
        PAGE[PAGE.index("**ルール") : PAGE.index("**裁定")],
        PAGE[PAGE.index("**裁定") :],
    )
    lines = rules.splitlines(keepends=True)
    turned = head + rulings + "\n" + "".join([lines[0], lines[3], lines[1], lines[2], "\n"])
    for kind in ("Statement", "RuleVersion", "Ruling", "Section", "Mention", "Link"):
        assert set(extract(PAGE).view.of(kind)) == set(extract(turned).view.of(kind)), kind


def test_an_edit_renames_only_what_was_edited() -> None:
    edited = PAGE.replace("墓地に置かれる", "山札の下に置かれる")
    before, after = iris(extract(PAGE), "Statement"), iris(extract(edited), "Statement")
    assert {k for k, v in before.items() if after.get(k) != v} == {"門をくぐったカードは墓地に置かれる。"}


def test_a_ruling_keeps_its_iri_when_a_typo_is_corrected() -> None:
    typo = (
        PAGE.replace("くぐれますか", "くぐれますが")
        .replace("攻撃できません", "攻激できません")
        .replace("波の子》は攻", "波の子》が攻")
    )
    before, after = extract(PAGE), extract(typo)
    assert before.view.of("Ruling") == after.view.of("Ruling")
    assert len(set(before.view.of("Ruling"))) == 3


def test_rulings_alike_are_told_apart_whatever_their_order() -> None:
    a, b, c = PAGE[PAGE.index("Q.") :].split("引用元(2021.9.7)\n")[:3]
    turned = PAGE[: PAGE.index("Q.")] + "引用元(2021.9.7)\n".join([b, c, a, ""])
    assert iris(extract(PAGE), "Ruling") == iris(extract(turned), "Ruling")


def test_a_source_url_is_the_identity_of_a_ruling() -> None:
    page = "*公式Q&A [#q]\n\n>Q.[[《門の番人》]]は残りますか?\nA.はい、残ります。\n[[引用元:https://example.invalid/rule/qa/501]]\n"
    other = (
        page.replace("*公式Q&A", "*《門の番人》")
        .replace("残りますか", "のこりますか")
        .replace("はい、残ります", "はい、そうです")
    )
    [one], [two] = extract(page).view.of("Ruling"), extract(other, title="《門の番人》").view.of("Ruling")
    assert one == two and one.endswith("qa%2F501")


def test_exact_duplicates_are_told_apart_by_their_section() -> None:
    page = "*甲 [#a]\n\n**一 [#b]\n-カードを引く。\n\n**二 [#c]\n-カードを引く。\n"
    turned = "*甲 [#a]\n\n**二 [#c]\n-カードを引く。\n\n**一 [#b]\n-カードを引く。\n"

    def by_section(text: str) -> dict[str, str]:
        view = extract(text).view
        return {view.value(view.values(s, "isPartOf")[0], "title") or "": s for s in view.of("Statement")}

    assert len(set(by_section(page).values())) == 2
    assert by_section(page) == by_section(turned)


def test_sites_are_apart_and_entities_are_not() -> None:
    one, two = extract(PAGE, site="north"), extract(PAGE, site="south")
    assert one.result.page_iri != two.result.page_iri
    assert not set(one.view.of("Statement")) & set(two.view.of("Statement"))
    assert one.view.of("Card") == two.view.of("Card")


def test_extraction_is_deterministic_and_names_merge_in_any_order() -> None:
    pages = {
        "水の門": PAGE,
        "門": "*門 [#m]\n門とは、通り道のこと。[[水の門>水の門]]も参照。\n",
        "《門の番人》": "*《門の番人》 [#k]\n\n|門の番人 R 水文明 (3)|\n|クリーチャー:門番 2000|\n",
    }
    documents = {t: parse(x) for t, x in pages.items()}
    parts = [collect_names(d, "dm", title=t) for t, d in documents.items()]
    forward, backward = Names.merged(parts, "dm"), Names.merged(reversed(parts), "dm")
    assert forward == backward
    for title, document in documents.items():
        a = extract_page(document, game="dm", site="s", title=title, names=forward)
        b = extract_page(parse(pages[title]), game="dm", site="s", title=title, names=backward)
        assert a.quads == b.quads
        assert len(set(a.quads)) == len(a.quads)
        assert {q.graph_name.value for q in a.quads} == {a.page_iri}


def reread(before: Extracted, text: str) -> Extracted:
    """Read a page again that was stored as `before`."""
    view = before.view
    known = [
        KnownRuling(
            s,
            squeeze(view.value(s, "question") or ""),
            view.value(s, "rulingDate"),
            view.value(s, "verdict") or "",
            view.value(s, "sourceUrl"),
        )
        for s in view.of("Ruling")
    ]
    document = parse(text)
    title = document.title or "page"
    names = collect_names(document, "dm", title=title)
    result = extract_page(document, game="dm", site="t", title=title, names=names, known=known)
    return Extracted(document, result, View(result.quads))


def test_a_ruling_keeps_its_iri_when_the_name_of_a_card_is_corrected() -> None:
    typo = PAGE.replace("Q.《波の子》", "Q.《彼の子》")
    before = extract(typo)
    after = reread(before, PAGE)
    assert set(before.view.of("Ruling")) == set(after.view.of("Ruling"))
    assert set(extract(PAGE).view.of("Ruling")) != set(before.view.of("Ruling"))
    again = reread(after, PAGE)
    assert again.result.ntriples == after.result.ntriples


def test_a_ruling_keeps_its_iri_when_its_date_or_verdict_is_corrected() -> None:
    for old, new in (
        ("攻撃できません。\n引用元(2021.9.7)", "攻撃できません。\n引用元(2021.9.8)"),
        ("A.いいえ、攻撃できません", "A.はい、攻撃できます"),
    ):
        before = extract(PAGE)
        assert set(reread(before, PAGE.replace(old, new)).view.of("Ruling")) == set(before.view.of("Ruling"))


def test_a_new_question_takes_no_iri_from_another() -> None:
    more = PAGE.replace(
        "**裁定 [#qa]\n",
        "**裁定 [#qa]\nQ.《門の番人》はあとから門を離れますか?\nA.はい、離れます。\n引用元(2021.9.7)\n",
    )
    before = extract(PAGE)
    after = iris(reread(before, more), "Ruling")
    assert {q: after[q] for q in iris(before, "Ruling")} == iris(before, "Ruling")
    assert len(set(after.values())) == 4


def test_a_question_that_was_replaced_is_another_ruling() -> None:
    other = PAGE.replace(
        "Q.《波の子》は攻撃できますか?\nA.いいえ、攻撃できません。",
        "Q.手札が無いときは引けますか?\nA.はい、引けます。",
    )
    before = extract(PAGE)
    gone = set(before.view.of("Ruling")) - set(reread(before, other).view.of("Ruling"))
    assert gone == {iris(before, "Ruling")["《波の子》は攻撃できますか?"]}


def test_rulings_settle_by_likeness_each_once() -> None:
    known = [
        KnownRuling("a", "門は閉じられますか", "2021-01-01", "yes"),
        KnownRuling("b", "門は閉じられますよね", "2021-01-01", "yes"),
        KnownRuling("c", "橋は渡れますか", "2021-01-01", "yes", "u/1"),
    ]
    read = [
        KnownRuling("x", "門は閉じられますカ", "2021-01-01", "yes"),
        KnownRuling("y", "門は閉じられますよネ", "2021-01-01", "yes"),
        KnownRuling("z", "橋は渡れますか", "2021-01-01", "yes", "u/2"),
        KnownRuling("a", "まったく別の問い", "2021-01-01", "yes"),
    ]
    assert settle(read, known) == ["a", "b", "z", "a-2"]
    assert settle(read[::-1], known) == ["a-2", "z", "b", "a"]
    assert settle(read, []) == ["x", "y", "z", "a"]
