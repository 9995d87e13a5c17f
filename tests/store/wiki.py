"""A generated wiki: PukiWiki pages of terms, cards and rules with questions, of any size, the same for a seed."""

import random
from pathlib import Path

STEMS = [
    "龍神",
    "暗黒",
    "破壊",
    "聖霊",
    "鬼丸",
    "黒城",
    "紅蓮",
    "天使",
    "邪眼",
    "竜王",
    "戦乱",
    "時空",
    "禁断",
    "英雄",
    "覚醒",
    "星雲",
    "電脳",
    "魔導",
    "祝福",
    "永遠",
]
TAILS = [
    "ヘヴィ",
    "メタル",
    "ドラゴン",
    "フェニックス",
    "ナイト",
    "ウォール",
    "ゲート",
    "ソード",
    "キング",
    "リバース",
    "セイント",
    "ファング",
]
VERBS = [
    "破壊される",
    "手札に戻る",
    "墓地に置かれる",
    "バトルゾーンに出る",
    "リンクが解除される",
    "シールドになる",
    "タップする",
]
WHEN = [
    "自分のターンのはじめに",
    "攻撃した時",
    "ブロックした時",
    "バトルゾーンを離れる時",
    "相手が呪文を唱えた時",
]


def card_name(number: int) -> str:
    suffix = number // (len(STEMS) * len(TAILS))
    return (
        STEMS[number % len(STEMS)]
        + TAILS[number // len(STEMS) % len(TAILS)]
        + (f"・{suffix}" if suffix else "")
    )


def page_text(number: int, total: int, seed: int, size: int = 3) -> tuple[str, str]:
    """Title and text of one page; about 2.5 kB at the usual size, which is the number of sections."""
    rng = random.Random(seed * 1_000_003 + number)
    cards = [card_name(rng.randrange(max(4, total // 2))) for _ in range(6)]
    terms = [f"用語{rng.randrange(max(4, total // 3))}" for _ in range(6)]
    rule = f"{100 + rng.randrange(800)}.{1 + rng.randrange(9)}{rng.choice('abcdefgh')}"
    kind = number % 3
    if kind == 0:
        title, head = f"《{card_name(number // 3)}》", f"*《{card_name(number // 3)}》 [#c{number:x}]\n"
        head += f"|{card_name(number // 3)} 闇文明 ({number % 9 + 1})|\n|クリーチャー:ゴッド {number % 12 + 1}000|\n"
        head += f"|G・リンク《{cards[0]}》の左横|\n"
    elif kind == 1:
        title, head = f"用語{number // 3}", f"*用語{number // 3} [#t{number:x}]\n"
        head += f"[[{terms[0]}]]の一種で、{rng.choice(WHEN)}{rng.choice(VERBS)}ことを指す。\n"
    else:
        title, head = f"裁定集{number // 3}", f"*裁定集{number // 3} [#q{number:x}]\n"
    out = [
        f'#author("20{10 + number % 13}-0{1 + number % 9}-1{number % 9}T10:00:00+09:00","","")\n',
        head,
        "\n",
    ]
    for section in range(size):
        out.append(f"**{rng.choice(['ルール', '解説', '変更点', '参考'])}{section} [#s{number:x}{section}]\n")
        for _ in range(size + 2):
            a, b = rng.choice(cards), rng.choice(terms)
            out.append(f"-[[《{a}》]]が{rng.choice(WHEN)}、[[{b}]]は{rng.choice(VERBS)}。（{rule}）\n")
            out.append(f"--ただし、{b}が{rng.choice(terms)}であれば{rng.choice(VERBS)}ことはない。\n")
    if kind == 2:
        for day in range(1, size + 1):
            out.append(
                f">Q.自分の《{cards[0]}》が{rng.choice(WHEN)}、《{cards[1]}》は{rng.choice(VERBS)}か?\n"
                f"A.{rng.choice(['はい', 'いいえ'])}、{rng.choice(VERBS)}。\n"
                f"#region2(([[総合ルール]] [[{rule}>総合ルール本文]])){{{{\n:{rule} |{rng.choice(WHEN)}{rng.choice(VERBS)}。\n}}}}\n"
                f"[[引用元:https://example.org/qa/{number * 10 + day}]](2021.{day}.{day + 10})\n\n"
            )
    return title, "".join(out)


def write_wiki(folder: Path, pages: int, *, seed: int = 1, first: int = 0, size: int = 3) -> list[Path]:
    """Write pages into a folder, one file each; returns the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for number in range(first, first + pages):
        _, text = page_text(number, first + pages, seed, size)
        files.append(folder / f"p{number:06}.txt")
        files[-1].write_text(text, "utf-8")
    return files
