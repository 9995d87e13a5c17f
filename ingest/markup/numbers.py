"""Rule numbers as rules documents and citations write them: 703, 703.4, 703.4e, 703.4e-1, 110.5."""

import re
import unicodedata

__all__ = ["RULE_NUMBER", "find_numbers", "normal_number"]

# Three digits, a dot, digits, up to two letters. Not inside a longer number, a date or a version ("1.50").
RULE_NUMBER = re.compile(
    r"(?<![\d.A-Za-z])(\d{3}(?:\.\d{1,2}(?:(?:[a-z]{1,2}|[A-Z])(?:-\d{1,2}(?![\d.]))?)?))(?![\d]|\.\d|[A-Za-z])"
)


def normal_number(written: str) -> str:
    """Return the number as keys have it: half-width, lower case, without a final dot."""
    return unicodedata.normalize("NFKC", written).strip().rstrip(".").lower()


def find_numbers(text: str) -> list[str]:
    """Return the distinct rule numbers in a text, normalised, in order."""
    return list(
        dict.fromkeys(normal_number(m[1]) for m in RULE_NUMBER.finditer(unicodedata.normalize("NFKC", text)))
    )
