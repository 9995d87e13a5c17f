"""What changed between two wordings, marked in place."""

from difflib import SequenceMatcher

from explorer.app.markup import plain

__all__ = ["marked"]


def marked(old: str, new: str) -> str:
    """Return the new wording as HTML: what came in as ``ins``, what went out as ``del`` where it stood."""
    parts = []
    for what, old_start, old_end, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            parts.append(plain(new[start:end]))
            continue
        if old_end > old_start:
            parts.append(f"<del>{plain(old[old_start:old_end])}</del>")
        if end > start:
            parts.append(f"<ins>{plain(new[start:end])}</ins>")
    return "".join(parts)
