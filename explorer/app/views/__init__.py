"""One module a page; each has `render(session)`."""
