"""Changing a case, or writing one: its YAML in an editor, carried in the address, derived like any other."""

import base64
import zlib
from collections.abc import Mapping
from typing import Any

import streamlit as st
import yaml

from explorer.app.session import Session
from ontology.reasoner import Case, ScenarioError, load_scenarios

__all__ = ["as_yaml", "decoded", "dumped", "editor", "encoded", "plain", "written"]

_DUMPER = getattr(yaml, "CSafeDumper", yaml.SafeDumper)  # libyaml's is ten times as fast, where it is there
_LONGEST = 60_000  # characters of YAML that an address may carry, unpacked
_KEPT = (
    "id",
    "game",
    "kind",
    "mode",
    "title",
    "source",
    "valid",
    "situation",
    "events",
    "question",
    "asks",
    "expected",
)


def encoded(text: str) -> str:
    """Return a text in a form short enough for an address."""
    return base64.urlsafe_b64encode(zlib.compress(text.encode("utf-8"), 9)).decode("ascii").rstrip("=")


def decoded(packed: str) -> str | None:
    """Return the text behind `encoded`, or None where the address was damaged or carries too much."""
    try:
        raw = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(raw, 4 * _LONGEST)
        return None if unpacker.unconsumed_tail else text.decode("utf-8")
    except (ValueError, zlib.error, UnicodeDecodeError):
        return None


def written(session: Session) -> Case | None:
    """Return the case of the address, after telling the reader what is wrong with it where it cannot be read."""
    packed = st.query_params.get("y")
    if not packed:
        return None
    text = decoded(packed)
    if text is None:
        st.error(session.text("outcome.damaged"), icon=":material/link_off:")
        return None
    try:
        read = load_scenarios(text + "\n", name=session.text("outcome.written"))
    except ScenarioError as error:
        st.error(session.text("outcome.unreadable", detail=str(error)), icon=":material/error:")
        return None
    return next((case for case in read if case.boards), None)


def editor(case: Case, session: Session, *, opened: bool = False) -> None:
    """Show the case as YAML to change; running it puts it into the address."""
    text = session.text
    packed = st.query_params.get("y")
    current = (decoded(packed) if packed else None) or as_yaml(case)
    with st.expander(text("outcome.edit"), icon=":material/edit:", expanded=opened):
        st.caption(text("outcome.edit_how"))
        with st.form(f"yaml-{case.id}", border=False):
            typed = st.text_area(
                text("outcome.yaml"), value=current, height=320, key=f"yaml-text-{hash(current)}"
            )
            run = st.form_submit_button(text("outcome.run"), icon=":material/play_arrow:", type="primary")
        with st.container(horizontal=True):
            st.download_button(
                "YAML",
                current,
                file_name=f"{case.id}.yaml",
                mime="application/yaml",
                key="yaml-file",
                icon=":material/download:",
                on_click="ignore",
            )
            if packed:
                st.button(
                    text("outcome.discard"), key="yaml-discard", icon=":material/undo:", on_click=_forget
                )
        if run and typed.strip():
            st.query_params["y"] = encoded(typed)
            st.query_params.pop("b", None)
            st.rerun()


def _forget() -> None:
    st.query_params.pop("y", None)


def as_yaml(case: Case) -> str:
    """Return one case as a file of its own, with what its game's file says about cards that it names."""
    raw = {key: plain(case.raw[key]) for key in _KEPT if key in case.raw}
    for key, value in case.raw.items():
        raw.setdefault(key, plain(value))
    names = {
        str(c.get("name"))
        for c in (raw.get("situation") or {}).get("cards", {}).values()
        if isinstance(c, dict)
    }
    document: dict[str, Any] = {
        "meta": {"game": case.game, "pages": plain(case.file.meta.get("pages") or {})}
    }
    facts = [plain(fact) for fact in case.file.card_facts if fact.get("name") in names]
    if facts:
        document["card_facts"] = facts
    document["cases"] = [raw]
    return dumped(document)


def dumped(document: Mapping[str, Any]) -> str:
    """Return a document as YAML, short collections on one line."""
    return str(
        yaml.dump(
            document, Dumper=_DUMPER, allow_unicode=True, sort_keys=False, width=100, default_flow_style=None
        )
    )


def plain(value: Any) -> Any:
    """Return a value made of plain dicts, lists and scalars only."""
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    return value
