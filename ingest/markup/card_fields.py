"""Fields of a card, as card lists and their mapping files name them, and as wikis write them."""

import unicodedata

__all__ = ["CARD_FIELDS", "FIELD_NAMES", "card_field"]

CARD_FIELDS: dict[str, str] = {
    "name": "カード名 / name",
    "reading": "読み / reading in kana",
    "english": "英語名 / English name",
    "type": "カードの種類 / card type",
    "subtype": "特殊タイプ / subtype",
    "cost": "コスト / cost",
    "civilization": "文明 / civilization (Duel Masters)",
    "attribute": "属性 / attribute (Yu-Gi-Oh)",
    "race": "種族 / race",
    "level": "レベル / level",
    "power": "パワー / power",
    "attack": "攻撃力 / ATK",
    "defense": "守備力 / DEF",
    "mana": "マナ / mana number",
    "rarity": "レアリティ / rarity",
    "set": "収録 / set",
    "number": "カード番号 / card number",
    "link_left": "この相手の左横にリンクする / partners on whose left it links",
    "link_right": "この相手の右横にリンクする / partners on whose right it links",
    "text": "テキスト / card text",
    "flavor": "フレーバーテキスト / flavor text",
    "note": "備考 / note",
}

FIELD_NAMES: dict[str, str] = {
    "カード名": "name", "名前": "name", "名称": "name", "日本語名": "name", "カード名称": "name", "jname": "name", "card": "name",
    "読み": "reading", "読み方": "reading", "よみ": "reading", "ふりがな": "reading", "フリガナ": "reading", "かな": "reading", "カナ": "reading", "kana": "reading",
    "英語名": "english", "英名": "english", "英語": "english", "英語表記": "english", "ename": "english",
    "種類": "type", "カードの種類": "type", "カード種類": "type", "カードタイプ": "type", "タイプ": "type", "cardtype": "type",
    "コスト": "cost", "文明": "civilization", "civ": "civilization", "属性": "attribute",
    "種族": "race", "races": "race", "レベル": "level", "星": "level", "ランク": "level", "rank": "level", "stars": "level",
    "パワー": "power", "攻撃力": "attack", "攻": "attack", "atk": "attack", "守備力": "defense", "守": "defense", "def": "defense",
    "マナ": "mana", "レアリティ": "rarity", "レア度": "rarity", "レア": "rarity", "収録": "set", "カード番号": "number",
    "能力": "text", "テキスト": "text", "効果": "text", "カードテキスト": "text", "ルールテキスト": "text", "能力テキスト": "text", "効果テキスト": "text",
    "abilities": "text", "ability": "text", "effect": "text", "フレーバー": "flavor", "フレーバーテキスト": "flavor", "備考": "note",
}  # fmt: skip
"""Names that information boxes of wikis give to the fields, in matching form."""


def card_field(written: str) -> str | None:
    """Return the field of `CARD_FIELDS` that a name stands for, or None.

    >>> card_field("　守備力 "), card_field("Power"), card_field("画像")
    ('defense', 'power', None)
    """
    name = "".join(unicodedata.normalize("NFKC", written).split()).lower().rstrip(":")
    return name if name in CARD_FIELDS else FIELD_NAMES.get(name)
