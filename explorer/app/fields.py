"""Fields whose value lives in the address: the address is the truth, the field follows it and writes it.

(Streamlit can bind a field to the address by itself, but then writes the label it shows; ours must read the same
in every language.)
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import streamlit as st

__all__ = ["choice", "choices", "date_field", "distinct", "pills", "text_field"]


def distinct(options: Iterable[str], *shows: Callable[[str], str]) -> Callable[[str], str]:
    """Return how to show each option so that no two read the same: by the first of `shows` under which an option
    is alone, else by the last with a running number.

    A list tells its choices apart by what it shows, not by their values: of two that read the same, only one
    could ever be chosen.
    """
    listed = list(dict.fromkeys(options))
    labels: dict[str, str] = {}
    taken: set[str] = set()
    for position, show in enumerate(shows):
        shown = {option: show(option) for option in listed if option not in labels}
        counted = Counter(shown.values())
        for option, label in shown.items():
            if counted[label] == 1 and label not in taken:
                labels[option] = label
            elif position == len(shows) - 1:
                number = 2
                fresh = label
                while fresh in taken or (counted[fresh] and fresh != label):
                    fresh, number = f"{label} [{number}]", number + 1
                labels[option] = fresh
            if option in labels:
                taken.add(labels[option])
    return labels.__getitem__


def _write(parameter: str, value: str | Iterable[str] | None, forget: Sequence[str] = ()) -> None:
    for other in forget:
        st.query_params.pop(other, None)
    listed = [value] if isinstance(value, str) else list(value or ())
    if [item for item in listed if item]:
        st.query_params[parameter] = listed
    else:
        st.query_params.pop(parameter, None)


def _follow(parameter: str, widget: str, forget: Sequence[str] = ()) -> None:
    _write(parameter, st.session_state[widget], forget)


def choice(
    label: str,
    options: Sequence[str],
    *,
    parameter: str,
    show: Callable[[str], str],
    default: str,
    forget: Sequence[str] = (),
    width: int | None = None,
) -> str:
    """Show a list to choose one from; returns the choice. `forget` names parameters that a new choice ends."""
    widget = f"field-{parameter}"
    asked = st.query_params.get(parameter, default)
    st.session_state[widget] = asked if asked in options else default
    return st.selectbox(
        label,
        options,
        format_func=distinct(options, show),
        key=widget,
        on_change=_follow,
        args=(parameter, widget, forget),
        width=width or "stretch",
    )


def choices(
    label: str, options: Sequence[str], *, parameter: str, show: Callable[[str], str], placeholder: str
) -> list[str]:
    """Show a list to choose several from; returns them in the order of the address."""
    widget = f"field-{parameter}"
    st.session_state[widget] = [v for v in st.query_params.get_all(parameter) if v in options]
    return st.multiselect(
        label,
        options,
        format_func=distinct(options, show),
        key=widget,
        placeholder=placeholder,
        on_change=_follow,
        args=(parameter, widget),
    )


def pills(label: str, options: Sequence[str], *, parameter: str, show: Callable[[str], str]) -> list[str]:
    """Show pills that are on or off; returns those that are on."""
    widget = f"field-{parameter}"
    st.session_state[widget] = [v for v in st.query_params.get_all(parameter) if v in options]
    return list(
        st.pills(
            label,
            options,
            selection_mode="multi",
            format_func=distinct(options, show),
            key=widget,
            on_change=_follow,
            args=(parameter, widget),
        )
    )


def text_field(
    label: str,
    *,
    parameter: str,
    default: str = "",
    placeholder: str | None = None,
    tip: str | None = None,
    live: str | bool = False,
    label_shown: bool = True,
) -> str:
    """Show a line of text; returns it. An empty text stays apart from the default."""
    widget = f"field-{parameter}"
    st.session_state[widget] = st.query_params.get(parameter, default)

    def follow() -> None:
        typed = st.session_state[widget]
        if typed == default:
            st.query_params.pop(parameter, None)
        else:
            st.query_params[parameter] = typed

    return st.text_input(
        label,
        key=widget,
        placeholder=placeholder,
        help=tip,
        live=live,
        on_change=follow,
        label_visibility="visible" if label_shown else "collapsed",
    )


def date_field(label: str, *, parameter: str, tip: str) -> str:
    """Ask for a day as YYYY-MM-DD; returns it, or "" where none or no day is given."""
    typed = text_field(label, parameter=parameter, placeholder="YYYY-MM-DD", tip=tip).strip()
    return typed if re.fullmatch(r"\d{4}-\d{2}-\d{2}", typed) else ""
