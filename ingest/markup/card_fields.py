"""Fields of a card, as card lists and their mapping files name them."""

__all__ = ["CARD_FIELDS"]

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
    "link_left": "左横にリンクする相手 / link partners on the left",
    "link_right": "右横にリンクする相手 / link partners on the right",
    "text": "テキスト / card text",
    "flavor": "フレーバーテキスト / flavor text",
    "note": "備考 / note",
}
