"""How pages put HTML on the screen and follow the links in it."""

from explorer import component
from explorer.app import routes
from explorer.app.session import Session

__all__ = ["html"]


def html(session: Session, content: str, *, key: str, scroll: str | None = None) -> None:
    """Show HTML built with `markup`; a click on one of its links changes the page."""
    clicked = component.html(content, key=key, lang=session.lang, scroll=scroll)
    if clicked:
        routes.follow(clicked)
