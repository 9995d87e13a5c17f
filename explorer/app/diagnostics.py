"""What was noticed while a page was read, in the reader's language, with what to do about it.

The pipeline reports a code and an English message; the words of the app are chosen by the code, and the details are
taken out of the message by the form it was made from.
"""

import re

from explorer.app.i18n import Texts
from ingest.markup.codes import CODES

__all__ = ["FORMS", "said"]

FORMS = {code: entry.message for code, entry in CODES.items()} | {
    "EX201": "unknown card type {}",
    "EX203": "another edition of 《{}》; facts are those of the first box",
}
"""English messages by code; each ``{}`` is a detail."""


def said(code: str, message: str, text: Texts) -> str:
    """Return a message in the reader's language; the message itself where the code or its form is not known."""
    words = text.get(f"diagnostic.{code}", "")
    form = FORMS.get(code)
    if not words or form is None:
        return message
    pattern = "(.*)".join(re.escape(part) for part in form.split("{}"))
    found = re.fullmatch(pattern, message, flags=re.DOTALL)
    if found is None:
        return message
    return words.format(**{f"d{number}": detail for number, detail in enumerate(found.groups(), 1)})
