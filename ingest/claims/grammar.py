"""The phrases of `phrases.yaml`, compiled. One place for what sentences are read into."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from ingest.claims.inflection import Tail, tail_of, verb_root
from ontology.reasoner.predicates import load_table

__all__ = ["LOADER", "Grammar", "GrammarError", "Phrase", "load_grammar"]

_VERB = re.compile(r"(?<!\(\?P)(?<!\(\?)<([^<>=!]+)>")
_TAIL = "[ぁ-ん×行直続必要義務事出来可能不認許禁止決規定無良構選択自体ルー]{0,30}"
_TOP = re.compile(r"\([^()]*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)[^()]*)*\)|\[[^\]]*\]|<[^>]*>")
_ENDING = (
    "".join(map(chr, range(ord("ぁ"), ord("ん") + 1)))
    + "×行直続必要義務事出来可能不認許禁止決規定無良構選択自体ルー"
)
_LONGEST = 12
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The quickest loader of YAML that makes plain values only."""
_SLOT = re.compile(r"\{([a-z_]+)\}")
_QUOTED = ("keyword", "arrival")
"""Slots whose words may stand in 「」."""
_NAME = "(?P<name>[\ue000-\uf7ff])"
_FOLLOWS = ("is", "legal", "occurs", "applies")
_KINDS = ("godan", "ichidan", "suru", "kuru", "copula")


class GrammarError(Exception):
    """The file of phrases does not follow its own rules; the message names the phrase."""


@cache
def _compiled(source: str) -> re.Pattern[str]:
    return re.compile(source)


@dataclass(frozen=True)
class Form:
    """One phrase with one of its verbs; what follows the root of the verb is the group ``tail``."""

    source: str
    verb: str
    kind: str
    root: str

    @property
    def pattern(self) -> re.Pattern[str]:
        """The regular expression, compiled when it is first needed: most are not, in most runs."""
        return _compiled(self.source)


@dataclass(frozen=True)
class Phrase:
    """One phrase, ready to be looked for."""

    id: str
    forms: tuple[Form, ...]
    claims: tuple[Mapping[str, Any], ...]
    slots: Mapping[str, tuple[tuple[re.Pattern[str], str], ...]]
    needs: re.Pattern[str] | None
    unless: re.Pattern[str] | None
    positive: bool | None
    modality: frozenset[str]
    voice: frozenset[str]
    opposite: bool
    also: bool
    adverb: bool
    sentence: bool
    literal: str

    def find(self, text: str, final: bool) -> tuple[re.Match[str], Tail] | None:
        """Return where the phrase stands in a clause, and what the form of its verb says.

        None when it does not stand there, or in a form that is not understood or not meant.
        """
        for form in self.forms:
            if form.root not in text:
                continue
            match = form.pattern.search(text)
            if match is None:
                continue
            tail = tail_of(form.verb, form.kind, match["tail"], final) if form.verb else Tail(True)
            if tail is None or self.positive not in (None, tail.positive):
                continue
            if (not self.modality or tail.modality in self.modality) and (
                not self.voice or tail.voice in self.voice
            ):
                return match, tail
        return None

    @staticmethod
    def said(found: re.Match[str]) -> str:
        """Return the words that were fitted, without what only had to stand somewhere before."""
        begin = found.start("begin") if "begin" in found.re.groupindex else -1
        return found.string[max(begin, found.start()) : found.end()]

    def arguments(self, found: re.Match[str], names: tuple[str, ...], tail: Tail) -> list[dict[str, Any]]:
        """Return the claims with their slots filled; none when a slot holds a word that is not known."""
        values = {k: v for k, v in found.groupdict().items() if v is not None}
        for slot, words in self.slots.items():
            if slot in values:
                said = values[slot]
                if len(said) == 1 and "\ue000" <= said <= "\uf7ff":
                    said = names[ord(said) - 0xE000].strip("《》「」『』")
                token = next((t for word, t in words if word.fullmatch(said)), None)
                if token is None:
                    return []
                values[slot] = token
        positive = tail.positive != self.opposite
        result = []
        for template in self.claims:
            claim: dict[str, Any] = {}
            for key, value in template.items():
                claim[key] = _fill(value, values)
            polar = next((k for k in _FOLLOWS if isinstance(claim.get(k), bool)), None)
            if polar:
                claim[polar] = claim[polar] == positive
            elif not positive and self.positive is None:
                claim["negated"] = True
            result.append({k: v for k, v in claim.items() if v != ""})
        return result


def ending(text: str) -> str:
    """Return the end of a clause that the root of its last verb must lie in."""
    return text[max(0, len(text.rstrip(_ENDING)) - _LONGEST) :]


@dataclass(frozen=True)
class Grammar:
    """All that is known about the sentences of a game."""

    game: str
    phrases: tuple[Phrase, ...]
    breaks: re.Pattern[str]
    condition: re.Pattern[str]
    inner: re.Pattern[str]
    hedge: re.Pattern[str]
    partial: re.Pattern[str]
    void: re.Pattern[str]
    past: re.Pattern[str]
    by_root: Mapping[str, tuple[int, ...]]

    def candidates(self, text: str) -> list[Phrase]:
        """Return the phrases whose verb may end this clause, in order; all others cannot stand there."""
        end = ending(text)
        numbers = {n for root, found in self.by_root.items() if root in end for n in found}
        return [self.phrases[n] for n in sorted(numbers)]


def _fill(value: Any, values: Mapping[str, str]) -> Any:
    if not isinstance(value, str) or "{" not in value:
        return value
    filled = _SLOT.sub(lambda m: values.get(m[1], ""), value)
    return int(filled) if value == "{n}" else filled


@cache
def load_grammar(game: str) -> Grammar:
    """Return the grammar of a game.

    Raises:
        GrammarError: a phrase uses a verb, a slot or a predicate that is not known, or is no regular expression.
    """
    data = yaml.load((files("ingest.claims") / "phrases.yaml").read_text(encoding="utf-8"), Loader=LOADER)  # noqa: S506 - a safe loader
    verbs = {str(v): kind for kind in _KINDS for v in data["verbs"].get(kind, ())}
    slots = {n: w[game] for n, w in data["slots"].items() if game in w}
    predicates = load_table(game).predicates
    phrases = []
    for entry in data["phrases"]:
        if game in entry["games"]:
            phrase = _phrase(entry, verbs, slots)
            unknown = {c["predicate"] for c in phrase.claims} - set(predicates)
            if unknown:
                raise GrammarError(
                    f"phrase {phrase.id}: {', '.join(sorted(unknown))} is no predicate of {game}"
                )
            phrases.append(phrase)
    by_root: dict[str, list[int]] = {}
    for number, phrase in enumerate(phrases):
        for root in dict.fromkeys("" if phrase.adverb else form.root for form in phrase.forms):
            by_root.setdefault(root, []).append(number)
    condition = re.sub(r"\s+", "", data["conditions"]) + "|" + data["conditions_marked"]
    return Grammar(
        game,
        tuple(phrases),
        re.compile("|".join(data["soft_breaks"])),
        re.compile(condition),
        re.compile(data["inner_conditions"]),
        re.compile(data["hedges"]),
        re.compile(data["partial"]),
        re.compile(data["void"]),
        re.compile(data["past"]),
        {root: tuple(numbers) for root, numbers in by_root.items()},
    )


def _phrase(
    entry: Mapping[str, Any], verbs: Mapping[str, str], slots: Mapping[str, Mapping[str, str]]
) -> Phrase:
    name = str(entry.get("id"))
    try:
        source = (
            "(?:" + entry["before"].replace(".*", ".*(?P<begin>)", 1) + ")" + entry["say"]
            if "before" in entry
            else entry["say"]
        )
        used: dict[str, tuple[tuple[re.Pattern[str], str], ...]] = {}

        def slot(found: re.Match[str]) -> str:
            if found[1] == "name":
                return _NAME
            if found[1] not in slots:
                raise GrammarError(f"phrase {name}: there is no slot {found[1]}")
            words = slots[found[1]]
            used[found[1]] = tuple((re.compile(w), t) for w, t in words.items())
            quoted = "|[\ue000-\uf7ff]" if found[1] in _QUOTED else ""
            return f"(?P<{found[1]}>{'|'.join(words)}{quoted})"

        adverb = bool(entry.get("adverb"))
        forms = []
        named = _VERB.search(source)
        for spelling in named[1].split("|") if named else [""]:
            word, _, told = spelling.partition(":")
            kind = _kind(name, word, told, verbs) if word else ""
            root = verb_root(word, kind) if word else ""
            put = f"{re.escape(root)}(?P<tail>{_TAIL})"
            spelt = source[: named.start()] + put + source[named.end() :] if named else source
            forms.append(Form(_SLOT.sub(slot, spelt) + ("" if adverb else "$"), word, kind, root))
        claims = entry.get("claims") or ([entry["claim"]] if entry["claim"] else [])
        when = entry.get("when") or {}
        return Phrase(
            name, tuple(forms), tuple(claims), used,
            re.compile(entry["needs"]) if "needs" in entry else None,
            re.compile(entry["unless"]) if "unless" in entry else None,
            when.get("positive"), frozenset(when.get("modality", ())), frozenset(when.get("voice", ())),
            bool(entry.get("opposite")), bool(entry.get("also")), adverb, bool(entry.get("sentence")),
            _literal(source),
        )  # fmt: skip
    except (re.error, KeyError, TypeError) as problem:
        raise GrammarError(f"phrase {name}: {problem}") from None


def _kind(phrase: str, verb: str, told: str, verbs: Mapping[str, str]) -> str:
    """Return the class of a verb: the one told behind it (力尽きる:ichidan), that of `verbs`, or what its end tells."""
    if told in _KINDS:
        return told
    if told:
        raise GrammarError(f"phrase {phrase}: {told} is no class of verbs ({', '.join(_KINDS)})")
    if verb in verbs:
        return verbs[verb]
    if verb.endswith("する"):
        return "suru"
    if verb.endswith("続ける") or verb == "できる":
        return "ichidan"
    if verb == "くる":
        return "kuru"
    if verb == "だ":
        return "copula"
    if verb[-1] in "うくぐすつぶむ":
        return "godan"
    raise GrammarError(
        f"phrase {phrase}: the verb {verb} is in no class of `verbs`; write <{verb}:ichidan> or <{verb}:godan>"
    )


def _literal(source: str) -> str:
    """Return the longest run of plain characters that every text the phrase fits contains; nothing where unsure."""
    bare = re.sub(r"\\.", "|", _VERB.sub("|", source))
    runs, run, depth = [""], "", 0
    for i, character in enumerate(bare):
        following = bare[i + 1 : i + 2]
        opens, closes = character in "([{", character in ")]}"
        if depth or opens or character in "|?*+^$.\\\ue000\uf7ff" or (following and following in "?*{"):
            runs.append(run)
            run = ""
        elif not closes:
            run += character
        depth += opens - closes
    runs.append(run)
    return "" if "|" in _TOP.sub("", source) else max(runs, key=len)
