"""Markup soup: pages made of pieces of every markup in any order, and what must hold for the tree of any page."""

from hypothesis import strategies as st

from ingest.markup import Document, Kind
from ingest.markup.codes import CODES
from ingest.markup.tree import LEAVES

PIECES = [
    "*", "**", "***見出し", " [#ab12cd34]", "-", "--", "---", "----", "+", "++", ":", ":語|", "|", "||", "|>|", "|~", "|h", "|c",
    "|CENTER:", "BGCOLOR(red):", "COLOR(blue):", "COLOR(red){", "SIZE(20):", ">", ">>", "<", "<<", "~", "~\n", "//", "//註",
    "#author(\"2001-02-03T04:05:06+09:00\",\"\",\"\")", "#region(題)", "#endregion", "#region2((総則 [[703.4e>#r]])){{", "#fold(甲){{",
    "{{", "}}", "}}}", "#contents", "#ref(a.png)", "#x", "&ruby(かな){漢字};", "&ruby(かな", "){", "};", "&br;", "&color(red){", "&size(9){",
    "&aname(r703_4){703.4.}; ", "&amp;", "&#12354;", "''", "'''", "%%", "%%%", "((", "))", "(((", ")))", "[[", "]]", "[[頁]]", "[[別名>頁#a]]",
    "[[出典:https://example.invalid/]]", "[[>]]", "[https://example.invalid 名]", "https://example.invalid/?a=%E3%81%82", "\n", "\n\n", "\n\n\n", " ", "  ", "　", "\t", "\r\n",
    "|\n+\n| | ... |\n", "| - 703.4e\n", "- 文。\n", "• 項\n", "  • 子\n", "  1. 番\n", " [編集]", " †", "[1]", "漢字(かな)B》\n", "《名》", "《", "》", "「", "」",
    "名 R 火文明 (5)|", "Q.", "A.", "Q:", "?A:", "引用元(2021.9.7)\n", "類似例:《名》\n", "■", "□", "◇", "◆", "・", "※", " □項", " ・子", "┏チェーン1", "┃", "┗チェーン1",
    "2006/7/5", "2001年2月3日", "703.4e ", "200.3C 乙", "100. 概略", " .......... 4", "(1)\n", "Page 2: x\n", "【変更前】", "【変更後】", "704.\n", "704.5a\n",
    "== 節 ==\n", "=", "{|", "|-", "|}", "! 頭", "{{雛形|", "{{ruby|漢|かん}}", "<ref>", "</ref>", "<b>", "</b>", "<br>", "<!--", "-->", "<nowiki>", "</nowiki>", "{{{1}}}", "[[File:a.png|t]]", "#", ";", ";語:説",
    "<p>", "</p>", "<table>", "<tr>", "<td colspan=2>", "</table>", "<ul><li>", "</ul>", "<a href=\"/x\">", "</a>", "<h2>", "</h2>", "<script>", "</script>", "<title>", "<div class='", "&nbsp;", "<html>",
    "{{カード|名前=", "|文明=水|コスト=4", "|カード名=《名》\n|レベル=4\n|属性=[[光]]\n", "#REDIRECT [[頁]]", "旧 801.5 → 新 801.6\n", "801.5は801.6に移った。", "|~旧番号|~新番号|h\n|801.5|801.6|\n",
    "旧:甲\n新:乙\n", "-変更前：甲\n-変更後：乙\n", "(旧703.4i)", "総合ルール Ver.1.45", "2023年12月22日発効", "812.3b-1", "A&amp;B",
    "cost: 5\n", "  続き\n", "\x00", "\x1f", "\ufeff", "𠮷", "か\u3099", "甲", "乙丙", "文。", "-3", "A", "A -B", "1",
]  # fmt: skip

pages = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=3)), max_size=40).map("".join)


def hold(document: Document, text: str) -> None:
    """Assert what holds for every tree: lossless, leaves are leaves, children fill their parents in order."""
    assert document.text == text
    assert document.joined() == text
    assert (document.root.start, document.root.end) == (0, len(text))
    for node in document.root.walk():
        assert 0 <= node.start <= node.end <= len(text), node.kind
        if node.kind in LEAVES:
            assert not node.children, node.kind
        elif node.children:
            at = node.start
            for child in node.children:
                assert child.start == at, (node.kind, child.kind, node.start, at, child.start)
                at = child.end
            assert at == node.end, (node.kind, node.start, at, node.end)
        else:
            assert node.start == node.end, (node.kind, node.start, node.end)
        if node.kind is Kind.HEADING:
            assert node.attrs["level"] in "123456"
    for note in document.diagnostics:
        assert note.code in CODES
        assert 0 <= note.start <= len(text)
