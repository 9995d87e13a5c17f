"""A generated wiki of any size: pages of cards, terms, rules and questions of both games, about 2.5 kB each.

    python -m tests.benchmarks.wiki 20000 DIR [--seed 1] [--change 20]

The same numbers give the same bytes. Of twenty pages nine are cards of Duel Masters and four of Yu-Gi-Oh, two terms
with folds, two collections of questions in PukiWiki and one as text, one is a rendered or a MediaWiki page, and one
numbered rules as text. Cards and terms are named the more often the lower their number is, as on a real wiki.
"""

import argparse
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.benchmarks import wiki_words as words

__all__ = ["Page", "change_pages", "page", "write_wiki"]

_FOLDER = 1000
"""Files of one folder."""
_SIZE = 2500
"""Bytes of UTF-8 of a page, on average."""
_DM_NOUNS = words.words(
    "クリーチャー 呪文 シールド 山札 手札 墓地 マナゾーン バトルゾーン 進化クリーチャー ゴッド タマシード"
)
_YGO_NOUNS = words.words(
    "モンスター 魔法カード 罠カード 装備魔法 墓地 手札 デッキ 特殊召喚 チェーン フィールド魔法"
)


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its file below the folder of the wiki, its title, its text."""

    file: str
    title: str
    text: str


def _name(number: int, joint: str, *parts: Sequence[str]) -> str:
    """A name of one word from each list; hardly any name is part of another one."""
    chosen = []
    for part in parts:
        chosen.append(part[number % len(part)])
        number //= len(part)
    return joint.join((chosen[0] + chosen[1], *chosen[2:])) + (f"{number:03}" if number else "")


def card_name(number: int, game: str) -> str:
    """Name of a card; the games share no name."""
    first, middle, last = words.FIRST, words.MIDDLE, words.LAST
    if game == "dm":
        return _name(number * 7919 % (len(first) * len(middle) * len(last)), "・", first, middle, last)
    return _name(number * 7919 % (len(first) * len(middle) * len(last)), "の", last, middle, first)


def term_name(number: int) -> str:
    """Name of a term."""
    return _name(number, "", words.TERM_HEADS, words.TERM_MIDDLES, words.TERM_TAILS)


@dataclass(slots=True)
class _Writer:
    """Makes one page of a wiki of `total` pages; `slots` are what its sentences speak of."""

    number: int
    total: int
    rng: random.Random
    game: str = "dm"
    lines: list[str] = field(default_factory=list)
    size: int = 0

    def add(self, line: str) -> None:
        self.lines.append(line + "\n")
        self.size += len(line.encode()) + 1

    def _popular(self, count: int) -> int:
        return int(count * self.rng.random() ** 3)

    def card(self) -> str:
        share = 9 if self.game == "dm" else 4
        return card_name(self._popular(max(8, self.total * share // 20)), self.game)

    def term(self) -> str:
        return term_name(self._popular(max(8, self.total // 10)))

    def say(self, sentence: str, *, links: bool = True) -> str:
        """Fill in a sentence; cards are linked one time in three."""
        rng = self.rng

        def card() -> str:
            name = f"《{self.card()}》"
            return f"[[{name}]]" if links and rng.random() < 0.35 else name

        filled = sentence.format(
            c=card(), c2=card(), t=self.term(), t2=self.term(), n=rng.randint(1, 3), m=rng.randint(1, 12),
            p=rng.randint(1, 9) * 1000, v=rng.choice(_DM_NOUNS if self.game == "dm" else _YGO_NOUNS), r=self.rule(),
        )  # fmt: skip
        return filled if links else filled.replace("[[", "").replace("]]", "")

    def rule(self) -> str:
        return f"{self.rng.randint(100, 899)}.{self.rng.randint(1, 9)}{self.rng.choice('abcdefgh')}"

    def full(self, share: float = 1.0) -> bool:
        return self.size >= share * self.target

    @property
    def target(self) -> float:
        return _SIZE * (0.4 + 1.1 * ((self.number * 2654435761) % 1000) / 1000)

    def author(self) -> None:
        n = self.number
        self.add(f'#author("20{10 + n % 13}-0{1 + n % 9}-1{n % 9}T10:00:00+09:00","","")')

    def prose(self, sentences: int = 3, *, links: bool = True) -> None:
        self.add("".join(self.say(s, links=links) for s in self.rng.sample(words.PROSE, sentences)))

    def bullets(self, rules: Sequence[str], count: int) -> None:
        for sentence in self.rng.sample(rules, min(count, len(rules))):
            self.add("-" + self.say(sentence))
            if self.rng.random() < 0.4:
                self.add("--" + self.say(self.rng.choice([*rules, *words.PROSE])))

    def heading(self, title: str, code: str) -> None:
        self.add(f"**{title} [#{code}{self.number:x}]")

    def fill(self, rules: Sequence[str]) -> None:
        """Sections of prose and bullets until the page has its size."""
        for n, title in enumerate(self.rng.sample(words.HEADINGS, len(words.HEADINGS))):
            if self.full(0.95):
                break
            self.add("")
            self.heading(title, f"s{n}_")
            self.bullets(rules, 3)
            if not self.full(0.9):
                self.prose(3)

    def questions(self, *, count: int) -> None:
        """Questions in PukiWiki, with their rule in a fold and their source."""
        for n in range(count):
            question, *answers = self.rng.choice(words.QUESTIONS)
            rule = self.rule()
            self.add(f">Q.{self.say(question)}")
            self.add(f"A.{self.rng.choice(answers)}")
            if n % 2 == 0:
                self.add(f"#region2(([[総合ルール]] [[{rule}>総合ルール本文]])){{{{")
                self.add(f":{rule} |{self.say(words.RULES[n % 3])}")
                self.add("}}")
            self.add(
                f"[[引用元:https://example.org/qa/{self.number * 10 + n}]](20{15 + n % 8}.{1 + n}.{11 + n})"
            )
            self.add("")
            if self.full(0.9):
                break


def _dm_card(w: _Writer, n: int) -> str:
    name = card_name(n, "dm")
    w.author()
    w.add(f"*《{name}》 [#c{n:x}]")
    w.add(f"|{name} {w.rng.choice(words.CIVILIZATIONS)}文明 ({w.rng.randint(1, 9)})|")
    w.add(f"|クリーチャー:{w.rng.choice(words.RACES)} {w.rng.randint(1, 12)}000|")
    for ability in w.rng.sample(words.ABILITIES, 3):
        w.add(f"|{w.say(ability)}|")
    w.add("")
    w.prose(4)
    w.fill(words.RULES)
    return f"《{name}》"


def _ygo_card(w: _Writer, n: int) -> str:
    name = card_name(n, "ygo")
    w.game = "ygo"
    w.add(f"*《{name}》 [#top]")
    w.add(f" {w.rng.choice(['装備魔法', '通常魔法', '永続罠', '通常罠', '速攻魔法'])}")
    for text in w.rng.sample(words.YGO_TEXTS, 3):
        w.add(f" {w.say(text)}")
    w.add("")
    w.add(" " + "".join(w.say(s) for s in w.rng.sample(words.PROSE, 3)) + "~")
    w.add("")
    w.bullets(words.YGO_RULES, 4)
    w.fill(words.YGO_RULES)
    return f"《{name}》"


def _term(w: _Writer, n: int) -> str:
    name = term_name(n)
    w.author()
    w.add(f"*{name} [#t{n:x}]")
    w.add(w.say(f"''{name}''とは、[[{{t}}]]に続いて{{v}}を扱うための決まりである。" + words.PROSE[n % 7]))
    w.add("")
    w.heading("ルール", "r")
    w.bullets(words.RULES, 5)
    w.add(f"#region(過去のルール（20{10 + n % 10}年3月31日以前のもの）){{{{")
    w.bullets(words.RULES, 2)
    w.add("}}")
    w.fill(words.RULES)
    w.heading("参考", "z")
    for _ in range(3):
        w.add(f"-[[{w.term()}]]")
    return name


def _questions(w: _Writer, n: int) -> str:
    title = f"{term_name(n)}の質問集"
    w.author()
    w.add(f"*{title} [#q{n:x}]")
    w.prose(2)
    w.add("")
    w.questions(count=9)
    w.fill(words.RULES)
    return title


def _question_text(w: _Writer, n: int) -> str:
    title = f"回答のまとめ その{n + 1}"
    w.add(title)
    while not w.full(0.95):
        question, *answers = w.rng.choice(words.QUESTIONS)
        w.add(f"Q. {w.say(question, links=False)}")
        w.add(f"A. {w.rng.choice(answers)}{w.say(w.rng.choice(words.RULES), links=False)}")
        w.add(f"(20{w.rng.randint(10, 23)}.{w.rng.randint(1, 12)}.{w.rng.randint(1, 28)})")
    return title


def _rendered(w: _Writer, n: int) -> str:
    """Every second one is MediaWiki."""
    wiki = n % 2 == 0
    title = f"{term_name(n)}の覚え書き"
    w.add(f"'''{title}'''" if wiki else title)
    w.prose(3, links=wiki)
    while not w.full(0.95):
        w.add("")
        w.add("== 扱い ==" if wiki else "ルール")
        for sentence in w.rng.sample(words.RULES, 4):
            w.add(("* " if wiki else "- ") + w.say(sentence, links=wiki))
        w.prose(3, links=wiki)
    return title


def _rules(w: _Writer, n: int) -> str:
    title = f"総合ルール抜粋 第{n + 1}部"
    w.add(f"{title} Ver.1.{n % 60:02} 最終更新日 20{10 + n % 14}年{1 + n % 12}月{1 + n % 28}日")
    chapter, group = 100 + n % 800, 0
    w.add(f"{chapter}. {term_name(n)}")
    while not w.full(0.95):
        group += 1
        w.add(f"{chapter}.{group}. {w.say(w.rng.choice(words.PROSE), links=False)}")
        for letter in "abcdef"[: w.rng.randint(1, 6)]:
            w.add(f"{chapter}.{group}{letter} {w.say(w.rng.choice(words.RULES), links=False)}")
    return title


_FAMILIES: tuple[Callable[[_Writer, int], str], ...] = (
    *(
        _dm_card,
        _ygo_card,
        _dm_card,
        _term,
        _dm_card,
        _questions,
        _dm_card,
        _ygo_card,
        _dm_card,
        _question_text,
    ),
    *(_dm_card, _ygo_card, _dm_card, _rendered, _dm_card, _questions, _term, _ygo_card, _dm_card, _rules),
)
_OF_ITS_KIND = [[f is g for g in _FAMILIES[:i]].count(True) for i, f in enumerate(_FAMILIES)]


def page(number: int, total: int, seed: int = 1) -> Page:
    """Make page `number` of a wiki of `total` pages."""
    place = number % len(_FAMILIES)
    family = _FAMILIES[place]
    of_family = number // len(_FAMILIES) * _FAMILIES.count(family) + _OF_ITS_KIND[place]
    writer = _Writer(number, total, random.Random(seed * 1_000_003 + number))
    title = family(writer, of_family)
    suffix = ".wiki" if family is _rendered and of_family % 2 == 0 else ".txt"
    file = f"{number // _FOLDER:03}/{number:06}{suffix}"
    return Page(file, title, "".join(writer.lines))


def write_wiki(folder: Path, pages: int, *, seed: int = 1) -> int:
    """Write a wiki into a folder; returns the bytes of its texts."""
    size = 0
    for number in range(pages):
        made = page(number, pages, seed)
        path = folder / made.file
        if number % _FOLDER == 0:
            path.parent.mkdir(parents=True, exist_ok=True)
        data = made.text.encode()
        path.write_bytes(data)
        size += len(data)
    return size


def change_pages(folder: Path, count: int, *, seed: int = 1) -> list[Path]:
    """Change some pages as an editor does: a sentence is added, and one in ten links a page that nobody knew."""
    rng = random.Random(seed)
    files = rng.sample(sorted(p for p in folder.rglob("*") if p.suffix in (".txt", ".wiki")), count)
    for number, path in enumerate(files):
        added = rng.choice(words.EDITS)
        if number % 10 == 0:
            added += f"[[新設の決まり{rng.randrange(10**6)}]]も見よ。"
        path.write_text(f"{path.read_text('utf-8').rstrip()}\n\n{added}\n", "utf-8")
    return files


def main() -> None:
    """Write a wiki, or change some of its pages."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.wiki", description=__doc__)
    parser.add_argument("pages", type=int, help="number of pages")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--change", type=int, metavar="N", help="change N pages of the folder instead of writing it"
    )
    given = parser.parse_args()
    if given.change is not None:
        for path in change_pages(given.folder, given.change, seed=given.seed):
            print(path)
        return
    size = write_wiki(given.folder, given.pages, seed=given.seed)
    print(f"{given.pages} pages, {size / 1e6:.1f} MB, {size / max(1, given.pages):.0f} bytes a page")


if __name__ == "__main__":
    main()
