"""One page in two markups: PukiWiki, and MediaWiki with the same links, lists, tables and emphasis."""

from random import Random

__all__ = ["page"]

_WORDS = [
    "効果",
    "能力",
    "墓地",
    "山札",
    "手札",
    "場",
    "攻撃",
    "防御",
    "選択",
    "置換",
    "解決",
    "誘発",
    "対象",
    "持ち主",
    "進化",
    "連結",
    "封印",
    "召喚",
    "破壊",
    "再配置",
]
_GLUE = ["を", "の", "に", "が", "、", "から", "により", "とともに", "ではなく"]


def _sentence(random: Random, links: float) -> tuple[str, str]:
    """A sentence in both markups; `links` is the share of words that are links."""
    wiki, media = [], []
    for _ in range(random.randint(4, 12)):
        word = random.choice(_WORDS)
        drawn = random.random()
        if drawn < links * 0.7:
            wiki.append(f"[[{word}]]")
            media.append(f"[[{word}]]")
        elif drawn < links:
            page = random.choice(_WORDS) + "の一覧"
            wiki.append(f"[[{word}>{page}#a1]]")
            media.append(f"[[{page}#a1|{word}]]")
        elif drawn < links + 0.03:
            wiki.append(f"''{word}''")
            media.append(f"'''{word}'''")
        elif drawn < links + 0.04:
            wiki.append(f"&ruby(かな){{{word}}};")
            media.append(f"<ruby>{word}<rt>かな</rt></ruby>")
        elif drawn < links + 0.05:
            wiki.append(f"((注{word}))")
            media.append(f"<ref>注{word}</ref>")
        elif drawn < links + 0.06:
            wiki.append(f"%%{word}%%")
            media.append(f"<s>{word}</s>")
        else:
            wiki.append(word)
            media.append(word)
        glue = random.choice(_GLUE)
        wiki.append(glue)
        media.append(glue)
    return "".join(wiki) + "。", "".join(media) + "。"


def page(size: int, *, seed: int = 1, links: float = 0.25) -> tuple[str, str]:
    """Return (PukiWiki, MediaWiki) of about `size` characters of PukiWiki."""
    random = Random(seed)
    wiki, media = ["*題 [#a0000001]\n"], ["= 題 =\n"]
    while sum(map(len, wiki)) < size:
        title = random.choice(_WORDS)
        wiki.append(f"**{title} [#a{random.randrange(16**7):07x}]\n")
        media.append(f"== {title} ==\n")
        for _ in range(random.randint(1, 3)):
            a, b = _sentence(random, links)
            wiki.append(a + "\n\n")
            media.append(b + "\n\n")
        for _ in range(random.randint(3, 9)):
            level = random.choice((1, 1, 2, 2, 3))
            a, b = _sentence(random, links)
            wiki.append("-" * level + a + "\n")
            media.append("*" * level + " " + b + "\n")
        for _ in range(random.randint(0, 4)):
            a, b = _sentence(random, links)
            wiki.append("+" + a + "\n")
            media.append("# " + b + "\n")
        if random.random() < 0.5:
            media.append('{| class="wikitable"\n')
            for row in range(random.randint(2, 6)):
                cells = [_sentence(random, links) for _ in range(3)]
                wiki.append("|" + "|".join(a for a, _ in cells) + "|" + ("h" if row == 0 else "") + "\n")
                mark = "!" if row == 0 else "|"
                media.append("|-\n" + mark + f" {mark}{mark} ".join(b for _, b in cells) + "\n")
            media.append("|}\n")
        wiki.append("\n")
        media.append("\n")
    return "".join(wiki), "".join(media)
